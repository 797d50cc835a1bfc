/*
 * Animations: frames, one after the other, become a picture that moves, and a folder of pictures,
 * as the plan has it.  Only encoded frames are kept.
 */
#ifndef FF_CLI_ANIMATION_H
#define FF_CLI_ANIMATION_H

#include "cli/options.h"
#include "cli/output_plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/map/image.h"
#include "io/apng.h"
#include "io/png.h"

/* For how long one should last by itself, and for how much longer its last frame is shown. */
enum { FF_ANIMATION_SECONDS = 20, FF_ANIMATION_HOLD = 2 };

/* An animation being made; all borrowed. */
struct ff_animation {
	const struct ff_options *options;
	struct ff_plan_item *item;         /* NULL: no file that moves */
	struct ff_frames *folder;          /* NULL: no folder */
	const struct ff_texts_line *texts; /* [text_count]  what files say of themselves */
	size_t text_count;
	struct ff_progress *progress; /* shown on: frames done, of all */
	size_t frames, done;          /* of all; so far */
	const char *fewer;            /* options that make it have fewer frames */
	uint32_t rate, ticks;         /* ticks a second, and a frame */
	struct ff_apng apng;
};

/*
 * ff_animation_begin() begins what the plan wants of an animation: the file of its item
 * FF_OPTIONS_ANIMATE, and its frames.  Until ff_animation_end() everything must outlive it.
 */
void ff_animation_begin(struct ff_animation *animation, const struct ff_options *options,
			struct ff_plan *plan, const struct ff_texts_line *texts, size_t text_count,
			struct ff_progress *progress);

/* ff_animation_plan() says how many frames there will be, at least 1, before the first of them. */
void ff_animation_plan(struct ff_animation *animation, size_t frames, const char *fewer);

/*
 * ff_animation_add() adds the next frame: pictures of one size and with one palette.
 *
 *   changed  outside of it the image is as it was; not looked at of the first frame
 *
 * Returns FF_OK; FF_E_LIMIT if either file or folder is larger than --max-animation, with what to
 * change in 'err'; FF_E_NOMEM.
 */
enum ff_status ff_animation_add(struct ff_animation *animation, const struct ff_image *image,
				struct ff_image_part changed, struct ff_error *err);

/* ff_animation_end() hands the file to the plan if 'st' is FF_OK, frees the rest, and returns 'st'.
 */
enum ff_status ff_animation_end(struct ff_animation *animation, enum ff_status st);

/*
 * ff_animation_front() adds all frames of the front of a run growing: it shows the cells of a
 * solution in the order in which they became known, a number of them more in each frame: --batch,
 * or as many as --fps makes of FF_ANIMATION_SECONDS.  Returns as ff_animation_add(), or as
 * ff_draw_heatmap().
 */
enum ff_status ff_animation_front(struct ff_animation *animation, const struct ff_report *report,
				  struct ff_error *err);

#endif
