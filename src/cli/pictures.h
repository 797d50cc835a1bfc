/*
 * The pictures of a run, made in memory: they and data files that are packed as a whole, and the
 * animation.
 */
#ifndef FF_CLI_PICTURES_H
#define FF_CLI_PICTURES_H

#include "cli/animation.h"
#include "cli/layer.h"
#include "cli/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/base/status.h"

/* What they are made of; all borrowed. */
struct ff_pictures {
	/* with options, problem, solution, machine and style; what it took is added to its times */
	struct ff_report *report;
	struct ff_plan *plan; /* its items get their files */
	const struct ff_layer_digests *digests;
	struct ff_progress *progress;
	/* what moves, with FF_OPTIONS_UPDATE; else NULL */
	const struct ff_animation_film *film;
};

/*
 * ff_pictures_make() makes what stands still, side by side, as many at a time as there are threads.
 * FF_OK, or else the first status in the plan that is not, and one line in 'err': FF_E_LIMIT,
 * FF_E_NOMEM.  What has been made is the plan's, whatever it returns.
 */
enum ff_status ff_pictures_make(const struct ff_pictures *pictures, struct ff_error *err);

/*
 * ff_pictures_animate() makes what moves, if that is asked for: a film that is there; else how the
 * field became known, or the crowd walked, frame by frame.  As ff_animation_make().
 */
enum ff_status ff_pictures_animate(const struct ff_pictures *pictures, struct ff_error *err);

#endif
