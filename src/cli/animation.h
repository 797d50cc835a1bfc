/*
 * Animations: whatever draws frame after frame becomes a picture that moves, and a folder of
 * pictures, as the plan has it.
 */
#ifndef FF_CLI_ANIMATION_H
#define FF_CLI_ANIMATION_H

#include "cli/options.h"
#include "cli/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/map/image.h"
#include "draw/style.h"
#include "io/png.h"

/* For how long one should last by itself, and for how much longer its last frame is shown. */
enum { FF_ANIMATION_SECONDS = 20, FF_ANIMATION_HOLD = 2 };

/* Pictures of one size and with one palette, one after the other. */
struct ff_animation_film {
	size_t frames; /* at least 1 */
	/*
	 * Draws frame i, which is called for 0, 1, 2, ...
	 *
	 *   image    set to it; valid until the next call
	 *   changed  set; outside of it the image is as it was; of the first frame not looked at
	 *
	 * Returns FF_OK, or any other status with 'err' set, which ends it.
	 */
	enum ff_status (*draw)(void *context, size_t i, const struct ff_image **image,
			       struct ff_image_part *changed, struct ff_error *err);
	void (*close)(void *context); /* frees the context; NULL: it is borrowed */
	void *context;
	const struct ff_style_range *colours; /* of heatmaps, borrowed; NULL: it shows none */
	const char *fewer;                    /* options that make it have fewer frames */
};

/*
 * ff_animation_make() makes what the plan wants of a film: the file of its item
 * FF_OPTIONS_ANIMATE, and its frames.  It keeps only encoded frames in memory.
 *
 *   texts     [count]  what files say of themselves
 *   progress  shown on: frames done, of all
 *
 * Returns FF_OK; FF_E_LIMIT if either is larger than --max-animation, with what to change in
 * 'err', FF_E_NOMEM; or what the film returns.
 */
enum ff_status ff_animation_make(const struct ff_animation_film *film,
				 const struct ff_options *options, struct ff_plan *plan,
				 const struct ff_write_png_text *texts, size_t count,
				 struct ff_progress *progress, struct ff_error *err);

/*
 * ff_animation_front() opens a film of the front of a run growing: it shows the cells of a solution
 * in the order in which they became known, a number of them more in each frame: --batch, or as many
 * as --fps makes of FF_ANIMATION_SECONDS.
 *
 *   film    set; close() it; what the report points to must outlive it
 *
 * Returns FF_OK; FF_E_LIMIT if the picture is too large; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_animation_front(struct ff_animation_film *film, const struct ff_report *report,
				  struct ff_error *err);

#endif
