#include "cli/animation.h"

#include <math.h>
#include <stdlib.h>

#include "cli/progress.h"
#include "draw/draw.h"

/* Changes a second of a front's counter: more cannot be read, and in each the changed part of the
 * picture reaches from the front down to the counter. */
enum { COUNTS = 2 };

/* Ticks are frames if the rate is an integer, else milliseconds. */
void ff_animation_begin(struct ff_animation *a, const struct ff_options *options,
			struct ff_plan *plan, const struct ff_texts_line *texts, size_t text_count,
			struct ff_progress *progress)
{
	double fps = options->animation.fps;
	uint32_t rate = fps == floor(fps) ? (uint32_t)fps : 1000;

	*a = (struct ff_animation){.options = options,
				   .texts = texts,
				   .text_count = text_count,
				   .progress = progress,
				   .rate = rate,
				   .ticks = (uint32_t)(rate / fps + 0.5)};
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].kind == FF_OPTIONS_ANIMATE)
			a->item = &plan->items[i];
	progress->started = ff_clock_ms(); /* the line shows frames a second */
}

void ff_animation_plan(struct ff_animation *a, size_t frames, const char *fewer)
{
	a->frames = frames;
	a->fewer = fewer;
}

enum ff_status ff_animation_add(struct ff_animation *a, const struct ff_bitmap *image,
				struct ff_image_part changed, struct ff_error *err)
{
	bool last = a->done + 1 == a->frames;
	uint32_t ticks = a->ticks + (last ? FF_ANIMATION_HOLD * a->rate : 0);
	enum ff_status st = FF_OK;

	if (a->done == 0)
		st = ff_apng_open(&a->apng, image->w, image->h, a->palette, a->colours, a->texts,
				  a->text_count, (int)a->rate,
				  (size_t)a->options->animation.max_bytes, err);
	if (st != FF_OK)
		return st;
	st = ff_apng_add(&a->apng, image, changed, ticks, err);
	if (st == FF_E_LIMIT)
		return ff_status_fail(err, FF_E_LIMIT,
				      "--animate: %zu of %zu frames take more than %.4g MiB: allow "
				      "more (--max-animation), or have fewer (%s) or smaller ones "
				      "(--scale)",
				      a->done + 1, a->frames,
				      (double)a->options->animation.max_bytes / (1 << 20),
				      a->fewer);
	if (st == FF_OK)
		ff_progress_jobs(a->progress, ++a->done, a->frames);
	return st;
}

enum ff_status ff_animation_end(struct ff_animation *a, enum ff_status st)
{
	if (st == FF_OK)
		ff_apng_end(&a->apng, &a->item->file, &a->item->size);
	ff_apng_free(&a->apng);
	return st;
}

/* Returns the number of cells that each frame of a growing front adds. */
static size_t batch_for(const struct ff_options *options, size_t cells)
{
	double frames = ceil(FF_ANIMATION_SECONDS * options->animation.fps);

	if (options->animation.batch > 0)
		return (size_t)options->animation.batch;
	return frames < (double)cells ? (size_t)ceil((double)cells / frames) : 1;
}

enum ff_status ff_animation_front(struct ff_animation *a, const struct ff_report *report,
				  struct ff_error *err)
{
	const struct ff_solution *s = report->solution;
	size_t cells = (size_t)(s->classes.count[FF_GOAL] + s->classes.count[FF_REACHED]);
	size_t batch = batch_for(report->options, cells), shown = 0;
	struct ff_image_part changed;
	struct ff_draw_front front;
	enum ff_status st;

	st = ff_draw_front_open(&front, &s->scene, report->film, report->machine, err);
	if (st != FF_OK)
		return st;
	a->colours = ff_apng_palette((struct ff_bitmap[]){front.image, front.whole, front.edge}, 3,
				     a->palette);
	if (report->options->animation.fps >= 2 * COUNTS)
		front.every = (size_t)(report->options->animation.fps / COUNTS);
	ff_animation_plan(a, cells > batch ? (cells - 1) / batch + 1 : 1, "--batch, --fps");
	while (st == FF_OK && a->done < a->frames) {
		for (size_t i = 0; i < batch && shown < cells; i++)
			ff_draw_front_add(&front, s->order[shown++]);
		changed =
			shown < cells ? ff_draw_front_frame(&front) : ff_draw_front_finish(&front);
		st = ff_animation_add(a, &front.image, changed, err);
	}
	ff_draw_front_free(&front);
	return st;
}
