#include "cli/animation.h"

#include <math.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "draw/draw_front.h"
#include "io/write_apng.h"

/* An animation being made. */
struct making {
	const struct ff_animation_film *film;
	const struct ff_options *options;
	struct ff_plan_item *item; /* NULL: no file that moves */
	struct ff_frames *frames;  /* NULL: no folder */
	const struct ff_write_png_text *texts;
	size_t count;
	uint32_t rate, ticks; /* ticks a second, and a frame */
	struct ff_write_apng apng;
};

/* Sets the ticks so that frames last as long as they should: exactly if their rate is a whole
 * number, else to a thousandth of a second. */
static void set_ticks(struct making *m)
{
	double fps = m->options->animation.fps;

	m->rate = fps == floor(fps) ? (uint32_t)fps : 1000;
	m->ticks = (uint32_t)(m->rate / fps + 0.5);
}

static enum ff_status too_large(const struct making *m, size_t done, const char *what,
				struct ff_error *err)
{
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: %zu of %zu frames take more than %.4g MiB: allow more "
			      "(--max-animation), or have fewer (%s) or smaller ones (--scale)",
			      what, done, m->film->frames,
			      (double)m->options->animation.max_bytes / (1 << 20), m->film->fewer);
}

static enum ff_status add_moving(struct making *m, size_t i, const struct ff_image *image,
				 struct ff_image_part changed, struct ff_error *err)
{
	bool last = i + 1 == m->film->frames;
	uint32_t ticks = m->ticks + (last ? FF_ANIMATION_HOLD * m->rate : 0);
	enum ff_status st = FF_OK;

	if (i == 0)
		st = ff_write_apng_open(&m->apng, image, m->texts, m->count, (int)m->rate,
					(size_t)m->options->animation.max_bytes, err);
	if (st != FF_OK)
		return st;
	st = ff_write_apng_add(&m->apng, image, changed, ticks, err);
	return st == FF_E_LIMIT ? too_large(m, i + 1, "--animate", err) : st;
}

static enum ff_status add_picture(struct making *m, size_t i, const struct ff_image *image,
				  struct ff_error *err)
{
	enum ff_status st;
	uint8_t *file;
	size_t size;

	if ((st = ff_write_png(image, m->texts, m->count, &file, &size, err)) != FF_OK)
		return st;
	if ((st = ff_frames_add(m->frames, file, size, err)) != FF_OK)
		return st;
	if (m->frames->bytes > (size_t)m->options->animation.max_bytes)
		return too_large(m, i + 1, "--frames", err);
	return FF_OK;
}

static enum ff_status make_frames(struct making *m, struct ff_progress *progress,
				  struct ff_error *err)
{
	const struct ff_image *image = NULL;
	struct ff_image_part changed = {0, 0, 0, 0};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < m->film->frames && st == FF_OK; i++) {
		st = m->film->draw(m->film->context, i, &image, &changed, err);
		if (st == FF_OK && m->item != NULL)
			st = add_moving(m, i, image, changed, err);
		if (st == FF_OK && m->frames != NULL)
			st = add_picture(m, i, image, err);
		ff_progress_jobs(progress, i + 1, m->film->frames);
	}
	if (st == FF_OK && m->item != NULL)
		ff_write_apng_end(&m->apng, &m->item->file, &m->item->size);
	ff_write_apng_free(&m->apng);
	return st;
}

enum ff_status ff_animation_make(const struct ff_animation_film *film,
				 const struct ff_options *options, struct ff_plan *plan,
				 const struct ff_write_png_text *texts, size_t count,
				 struct ff_progress *progress, struct ff_error *err)
{
	struct making m = {.film = film, .options = options, .texts = texts, .count = count};

	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].kind == FF_OPTIONS_ANIMATE)
			m.item = &plan->items[i];
	if (plan->frames.folder != NULL)
		m.frames = &plan->frames;
	set_ticks(&m);
	progress->started = ff_clock_ms(); /* how fast it goes is said of frames */
	return make_frames(&m, progress, err);
}

/* The front of a run, growing. */
struct front {
	struct ff_draw_front picture;
	const uint32_t *order;       /* borrowed; the cells as they became known */
	size_t batch, shown, frames; /* cells a frame, and in all frames so far; all frames */
	struct ff_style_range colours;
};

static enum ff_status draw_front(void *context, size_t i, const struct ff_image **image,
				 struct ff_image_part *changed, struct ff_error *err)
{
	struct front *front = context;

	(void)err;
	*image = &front->picture.image;
	if (i + 1 == front->frames) {
		*changed = ff_draw_front_finish(&front->picture);
		return FF_OK;
	}
	for (size_t end = front->shown + front->batch; front->shown < end; front->shown++)
		ff_draw_front_tell(&front->picture, front->order[front->shown]);
	*changed = ff_draw_front_show(&front->picture);
	return FF_OK;
}

static void close_front(void *context)
{
	struct front *front = context;

	ff_draw_front_free(&front->picture);
	free(front);
}

/* Returns how many cells a frame adds. */
static size_t batch_for(const struct ff_options *options, size_t cells)
{
	double frames = ceil(FF_ANIMATION_SECONDS * options->animation.fps);

	if (options->animation.batch > 0)
		return (size_t)options->animation.batch;
	return frames < (double)cells ? (size_t)ceil((double)cells / frames) : 1;
}

enum ff_status ff_animation_front(struct ff_animation_film *film, const struct ff_report *report,
				  struct ff_error *err)
{
	const struct ff_solution *s = report->solution;
	size_t cells = (size_t)(s->classes.count[FF_GOAL] + s->classes.count[FF_REACHED]);
	size_t batch = batch_for(report->options, cells);
	struct front *front = malloc(sizeof *front);
	enum ff_status st;

	if (front == NULL)
		return ff_status_nomem(err, "an animation");
	*front = (struct front){.order = s->order,
				.batch = batch,
				.frames = cells > batch ? (cells - 1) / batch + 1 : 1,
				.colours = ff_style_range(report->style, &s->scene)};
	st = ff_draw_front_open(&front->picture, &s->scene, report->style, report->machine, err);
	if (st != FF_OK) {
		free(front);
		return st;
	}
	*film = (struct ff_animation_film){front->frames, draw_front,      close_front,
					   front,         &front->colours, "--batch, --fps"};
	return FF_OK;
}
