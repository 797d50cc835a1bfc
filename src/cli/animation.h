/*
 * Animations: frames become an animated picture, of which only what is encoded is kept.
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

/* Default length in seconds, and the time for which the last frame stays. */
enum { FF_ANIMATION_SECONDS = 20, FF_ANIMATION_HOLD = 2 };

/* An animation being made; all borrowed. */
struct ff_animation {
	const struct ff_options *options;
	struct ff_plan_item *item;         /* the animated picture */
	const struct ff_texts_line *texts; /* [text_count]  texts for the file */
	size_t text_count;
	struct ff_progress *progress; /* shows frames done, of all */
	size_t frames, done;          /* of all; so far */
	const char *fewer;            /* options that lead to fewer frames, for messages */
	uint32_t rate, ticks;         /* ticks a second, and a frame */
	struct ff_colour
		palette[FF_APNG_COLOURS]; /* [colours]  of the animated picture, if known */
	int colours;
	struct ff_apng apng;
};

/*
 * ff_animation_begin() begins the animation of a plan: the file of its item FF_OPTIONS_ANIMATE.
 * Everything must outlive it until ff_animation_end().
 */
void ff_animation_begin(struct ff_animation *animation, const struct ff_options *options,
			struct ff_plan *plan, const struct ff_texts_line *texts, size_t text_count,
			struct ff_progress *progress);

/* ff_animation_plan() sets the number of frames, at least 1, before the first one. */
void ff_animation_plan(struct ff_animation *animation, size_t frames, const char *fewer);

/*
 * ff_animation_add() adds the next frame.  All have one size.
 *
 *   changed  the part outside of which the image is as before; ignored for the first frame
 *
 * Returns FF_OK; FF_E_LIMIT if the file becomes larger than --max-animation, with a
 * suggestion in 'err'; FF_E_NOMEM.
 */
enum ff_status ff_animation_add(struct ff_animation *animation, const struct ff_bitmap *image,
				struct ff_image_part changed, struct ff_error *err);

/* ff_animation_end() gives the file to the plan if 'st' is FF_OK, frees the rest, and returns 'st'.
 */
enum ff_status ff_animation_end(struct ff_animation *animation, enum ff_status st);

/*
 * ff_animation_front() adds the frames of the growing front of a solution: cells appear in the
 * order in which they became known, --batch of them in each frame, or as many as --fps and
 * FF_ANIMATION_SECONDS give.  Returns as ff_animation_add() or ff_draw_heatmap().
 */
enum ff_status ff_animation_front(struct ff_animation *animation, const struct ff_report *report,
				  struct ff_error *err);

#endif
