/*
 * A round: what is known of a problem now is drawn and written.  A job has one, or, where the
 * problem changes, one after each change.
 */
#ifndef FF_CLI_ROUND_H
#define FF_CLI_ROUND_H

#include "cli/animation.h"
#include "cli/options.h"
#include "cli/output_plan.h"
#include "cli/progress.h"
#include "cli/render.h"
#include "cli/report.h"
#include "core/base/machine.h"
#include "core/base/status.h"

/* Borrowed is what is not said to be owned. */
struct ff_round {
	struct ff_progress *progress;
	bool alone;          /* in its process, with whom waits for the disk */
	double started;      /* ff_clock_ms() */
	struct ff_plan plan; /* owned; of the options */
	bool filmed;         /* its film is made: see ff_round_film() */
	struct ff_style style;
	struct ff_render_digests digests;
	/* with verb, options, problem, solution and machine from the beginning */
	struct ff_report report;
};

/*
 * ff_round_look() looks at the solution, and fills in the report and the style of pictures.
 * ff_round_draw() makes all pictures, and writes what goes directly to a pipe or a device.
 * ff_round_make() does both.
 * ff_round_write() writes all other outputs under temporary names; the caller, who holds
 * signals, closes, places and commits what is in the plan, or frees it.
 * ff_round_finish() does all that, and tells the names on standard output, unless it is to be
 * quiet or carries data.
 *
 * Each is called once, in this order, and one of the last two.  Return FF_OK, or any other
 * status and one line in 'err': nothing has been changed then, and the plan is to be freed.
 */
enum ff_status ff_round_look(struct ff_round *round, struct ff_error *err);
enum ff_status ff_round_draw(struct ff_round *round, struct ff_error *err);
enum ff_status ff_round_make(struct ff_round *round, struct ff_error *err);
enum ff_status ff_round_write(struct ff_round *round, struct ff_error *err);
enum ff_status ff_round_finish(struct ff_round *round, struct ff_error *err);

/*
 * ff_round_film() begins a film of frames that the verb adds between ff_round_look() and
 * ff_round_draw(): as ff_render_film_begin().
 */
void ff_round_film(struct ff_round *round, struct ff_render_film *film,
		   const struct ff_style_range *colours);

/* ff_round_digest() is the digest of the values of a field. */
uint64_t ff_round_digest(const struct ff_field *field);

#endif
