/* Makers are found by the rows of options.h.  A picture is drawn of the scene alone, or of more
 * of the solution; data files are a layer of it, in any format; other files are written one by one.
 */
#include "cli/render.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/field.h"
#include "core/solve/measures.h"
#include "core/solve/seeds.h"
#include "draw/draw.h"
#include "io/csv.h"
#include "io/digest.h"
#include "io/png.h"
#include "io/walkers.h"

/* Changes a second of a front's counter: more cannot be read, and in each the changed part of the
 * picture reaches from the front down to the counter. */
enum { COUNTS = 2 };

/* Returns a grid of bytes as large as the field. */
static struct ff_raster byte_layer(const struct ff_solution *s, void *cells)
{
	return ff_raster_of_values(s->field.w, s->field.h, 1, FF_RASTER_U8, (double)NAN, cells);
}

static struct ff_raster terrain_layer(const struct ff_solution *s)
{
	return ff_raster_of_cost(s->scene.map, s->scene.scale);
}

/* Walls are 255 in the files of bytes. */
static struct ff_raster cost_layer(const struct ff_solution *s)
{
	struct ff_raster raster = terrain_layer(s);

	if (raster.type == FF_RASTER_U8)
		raster.none = (double)NAN;
	return raster;
}

static struct ff_raster integration_layer(const struct ff_solution *s)
{
	return ff_raster_of_field(&s->field);
}

static struct ff_raster vectors_layer(const struct ff_solution *s)
{
	return ff_raster_of_flow(&s->flow);
}

static enum ff_status paint_allocation(const struct ff_report *report, struct ff_page *page,
				       struct ff_error *err)
{
	const struct ff_solution *s = report->solution;
	char texts[FF_DRAW_NAMES][FF_SEEDS_NAME];
	const char *names[FF_DRAW_NAMES];

	for (uint32_t goal = 0; goal < FF_DRAW_NAMES && goal < s->allocation.count; goal++) {
		ff_problem_name_goal(report->problem, goal, texts[goal]);
		names[goal] = texts[goal];
	}
	return ff_draw_allocation(&s->scene, &s->allocation, names, report->style, page, err);
}

static enum ff_status write_table(struct ff_output *out, const struct ff_report *report,
				  struct ff_error *err)
{
	const struct ff_solution *s = report->solution;

	return ff_csv_write_table(out, &report->problem->map, report->problem->costs.one,
				  &s->classes, &s->field, &s->flow,
				  ff_problem_world(report->problem), err);
}

static enum ff_status paint_paths(const struct ff_report *report, struct ff_page *page,
				  struct ff_error *err)
{
	const struct ff_solution *s = report->solution;

	return ff_draw_paths(s->walked != NULL ? s->walked : &s->scene, report->style, page, err);
}

static enum ff_status write_paths(struct ff_output *out, const struct ff_report *report,
				  struct ff_error *err)
{
	const struct ff_solution *s = report->solution;
	const struct ff_scene *scene = s->walked != NULL ? s->walked : &s->scene;

	return ff_walkers_write_paths(out, scene->paths, scene->groups->walkers, s->guides,
				      report->problem->parts, ff_problem_world(report->problem),
				      err);
}

/* The functions that make the files of an output; NULL: it has no such files. */
struct ff_output_maker {
	/* A picture of the scene alone. */
	enum ff_status (*draw)(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);
	/* Draws a picture that needs more than the scene; returns as draw(). */
	enum ff_status (*paint)(const struct ff_report *report, struct ff_page *page,
				struct ff_error *err);
	/* The look of a picture of its grid; without a title it has none. */
	struct ff_draw_measure measure;
	/* The grid of its data files, and the numbers that its pictures carry: cells of the
	 * solution at an offset, or what layer() returns, which points into the solution. */
	struct {
		size_t at;
		enum ff_raster_type type;
		int channels; /* 0: none */
		double none;
	} grid;
	struct ff_raster (*layer)(const struct ff_solution *s);
	/* The meaning of its numbers, or the names of its codes; NULL: that is its name. */
	const char *codes, *const *names; /* names [name_count] */
	int name_count;
	/* Any other file; as ff_output_write(). */
	enum ff_status (*write)(struct ff_output *out, const struct ff_report *report,
				struct ff_error *err);
	bool mapless;  /* its pictures show no map */
	bool ranged;   /* they show the values that their colours stand for */
	bool measures; /* its layer's numbers are amounts */
};

static const struct ff_output_maker makers[FF_OPTIONS_OUTPUTS] = {
#define GRID(member, kind, n, nothing)                       \
	.grid = {.at = offsetof(struct ff_solution, member), \
		 .type = FF_RASTER_##kind,                   \
		 .channels = (n),                            \
		 .none = (double)(nothing)}
#define MADE(...)           \
	{                   \
		__VA_ARGS__ \
	}
#define MAKER(id, name, argument, help, screen, formats, standard, bare, needs, ...) \
	[FF_OPTIONS_##id] = __VA_ARGS__,
	FF_OUTPUT_ROWS(MAKER)
#undef MAKER
#undef MADE
#undef GRID
};

/* Returns the grid of an output; without cells if it has none. */
static struct ff_raster layer_of(const struct ff_solution *s, enum ff_options_output kind)
{
	const struct ff_output_maker *maker = &makers[kind];
	void *cells = NULL;

	if (maker->layer != NULL)
		return maker->layer(s);
	if (maker->grid.channels > 0)
		memcpy(&cells, (const char *)s + maker->grid.at, sizeof cells);
	return ff_raster_of_values(s->field.w, s->field.h, maker->grid.channels, maker->grid.type,
				   maker->grid.none, cells);
}

/* Returns the divisor of an output's samples: the scale of the map if they are costs; 0: samples
 * are the values. */
static double scale_of(const struct ff_report *report, enum ff_options_output kind)
{
	return kind == FF_OPTIONS_COST ? report->problem->costs.one : 0;
}

/* Sets the texts of an output of that kind, picture or data.  They point into themselves and into
 * the options: both stay where they are. */
static void set_texts(struct ff_render_texts *texts, const struct ff_plan_item *item,
		      const struct ff_report *report)
{
	const struct ff_options *options = report->options;
	struct ff_image_text *to = texts->items;

	snprintf(texts->digest, sizeof texts->digest, "%016" PRIx64, report->cost_digest);
	snprintf(texts->scale, sizeof texts->scale, "%.17g", scale_of(report, item->kind));
	*to++ = (struct ff_image_text){"Software", "flowfield " FF_VERSION};
	*to++ = (struct ff_image_text){"Options", options->recorded};
	*to++ = (struct ff_image_text){"Cost digest", texts->digest};
	*to++ = (struct ff_image_text){"Layer", ff_options_output_names[item->kind]};
	if (ff_outputs_data(item->format) != NULL && scale_of(report, item->kind) > 0)
		*to++ = (struct ff_image_text){"Scale", texts->scale};
	if (item->map != NULL)
		*to++ = (struct ff_image_text){"Map", item->map};
	texts->count = (size_t)(to - texts->items);
}

/* Adds the texts that a picture with a map needs to be read back as cells: the map's size, the
 * pixels of a cell's side, and, unless 'colours' is NULL, the values of the first and the last
 * colour. */
static void add_picture_texts(struct ff_render_texts *texts, const struct ff_style *style,
			      const struct ff_scene *scene, const struct ff_style_range *colours)
{
	struct ff_image_text *to = texts->items + texts->count;

	snprintf(texts->map, sizeof texts->map, "%" PRId32 "x%" PRId32, scene->cost->w,
		 scene->cost->h);
	ff_style_print_scale(texts->cell, style);
	*to++ = (struct ff_image_text){"Map size", texts->map};
	*to++ = (struct ff_image_text){"Pixels per cell", texts->cell};
	if (colours != NULL) {
		enum ff_scale_kind scale = ff_heatmap_scale(scene, style);

		snprintf(texts->colours, sizeof texts->colours, "%s %.15g..%.15g%s%s",
			 ff_colormap_names[style->colormap], colours->first, colours->last,
			 scale == FF_SCALE_LINEAR ? "" : " ",
			 scale == FF_SCALE_LINEAR ? "" : ff_scale_names[scale]);
		*to++ = (struct ff_image_text){"Colours", texts->colours};
	}
	texts->count = (size_t)(to - texts->items);
}

/* Returns the content of an item that is a data file; it points into report and texts, where it
 * puts what the numbers stand for. */
static struct ff_cells_data data_of(const struct ff_plan_item *item, const struct ff_report *report,
				    struct ff_render_texts *texts)
{
	const struct ff_output_maker *maker = &makers[item->kind];
	const double scale = scale_of(report, item->kind);
	size_t n = 0;

	for (int i = 0; i < maker->name_count; i++)
		n += (size_t)snprintf(texts->codes + n, sizeof texts->codes - n, "%s%d %s",
				      i == 0 ? "" : ", ", i, maker->names[i]);
	return (struct ff_cells_data){
		.name = item->path,
		.raster = layer_of(report->solution, item->kind),
		.none = maker->measures || scale > 0 ? "inf" : "-1",
		.measures = maker->measures,
		.scale = scale,
		.place = report->problem->world,
		.texts = texts->items,
		.text_count = texts->count,
		.codes = scale > 0 ? "walls have none"
			 : n > 0   ? texts->codes
				   : maker->codes,
		.classes = report->solution->classes.cells,
	};
}

/* Checks that data files can hold their values, and warns of digits that get lost: FF_OK or
 * FF_E_LIMIT. */
static enum ff_status check_data(struct ff_report *report, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < report->plan->count && st == FF_OK; i++) {
		const struct ff_plan_item *item = &report->plan->items[i];
		const struct ff_format *format = ff_outputs_data(item->format);
		struct ff_render_texts texts = {.count = 0};
		struct ff_cells_data what;
		bool rounded;

		if (format == NULL)
			continue;
		what = data_of(item, report, &texts);
		st = ff_formats_check(format, &what, &rounded, err);
		if (st == FF_OK && rounded)
			ff_report_warn(report,
				       "--%s: numbers of 24 bits lose digits of these: .npy does "
				       "not",
				       ff_options_output_names[item->kind]);
	}
	return st;
}

enum ff_status ff_render_write(const struct ff_report *report, struct ff_plan_item *item,
			       struct ff_error *err)
{
	const struct ff_format *format = ff_outputs_data(item->format);
	struct ff_render_texts texts = {.count = 0};
	struct ff_cells_data what;

	if (format == NULL)
		return makers[item->kind].write(&item->output, report, err);
	set_texts(&texts, item, report);
	what = data_of(item, report, &texts);
	return format->write(&item->output, &what, err);
}

static enum ff_status draw_page(const struct ff_report *report, const struct ff_plan_item *item,
				struct ff_page *page, struct ff_error *err)
{
	const struct ff_output_maker *maker = &makers[item->kind];

	const struct ff_solution *s = report->solution;
	const struct ff_raster raster = layer_of(s, item->kind);
	struct ff_draw_measure what = maker->measure;

	if (maker->paint != NULL)
		return maker->paint(report, page, err);
	if (what.title == NULL)
		return maker->draw(&s->scene, report->style, page, err);
	what.raster = &raster;
	return ff_draw_measure(s->walked != NULL ? s->walked : &s->scene, &what, report->style,
			       page, err);
}

/* Draws an SVG file. */
static enum ff_status draw_svg(const struct ff_report *report, struct ff_plan_item *item,
			       const struct ff_render_texts *texts, struct ff_error *err)
{
	const struct ff_svg_about about = {report->problem->name, texts->items, texts->count,
					   ff_png_encode};
	struct ff_page page = {.machine = report->machine, .about = &about};
	enum ff_status st;

	if ((st = draw_page(report, item, &page, err)) != FF_OK)
		return st;
	item->file = (uint8_t *)page.text;
	item->size = page.size;
	return FF_OK;
}

/* Packs the cells that a picture shows, if each has a pixel; cells are NULL if not.  FF_OK or
 * FF_E_NOMEM. */
static enum ff_status pack_cells(const struct ff_report *report, enum ff_options_output kind,
				 struct ff_png_about *about, uint8_t **cells, struct ff_error *err)
{
	const struct ff_solution *s = report->solution;
	const bool turns = kind == FF_OPTIONS_ARROWS, plain = turns || kind == FF_OPTIONS_REACH;
	struct ff_cells_shown shown = {.classes =
					       kind == FF_OPTIONS_TERRAIN ? NULL : s->classes.cells,
				       .directions = turns ? s->flow.cells : NULL};

	*cells = NULL;
	shown.numbers = layer_of(s, kind);
	if (report->style->block > 1 || (shown.numbers.cells == NULL && !turns))
		return FF_OK;
	if (plain || shown.numbers.channels > 1)
		shown.numbers = byte_layer(s, NULL);
	about->cells = *cells = ff_cells_pack(&shown, &about->cells_size);
	return *cells != NULL ? FF_OK : ff_status_nomem(err, "a picture");
}

/* A picture being made, by any thread. */
struct picture {
	const struct ff_report *report;
	struct ff_plan_item *item;
	enum ff_status st;
	double draw_ms, write_ms;
	struct ff_error err;
};

static void make_picture(void *context, size_t part)
{
	struct picture *picture = (struct picture *)context + part;
	const struct ff_report *report = picture->report;
	const struct ff_style_range colours =
		ff_style_range(report->style, &report->solution->scene);
	struct ff_plan_item *item = picture->item;
	const struct ff_output_maker *maker = &makers[item->kind];
	struct ff_render_texts texts = {.count = 0};
	double started = ff_clock_ms();
	struct ff_page page = {.machine = report->machine, .numbered = true};
	struct ff_png_about about = {0};
	uint8_t *cells;

	set_texts(&texts, item, report);
	if (ff_outputs_data(item->format) != NULL) {
		const struct ff_cells_data what = data_of(item, report, &texts);

		picture->st = ff_outputs_data(item->format)
				      ->make(&what, &item->file, &item->size, &picture->err);
		picture->write_ms = ff_clock_ms() - started;
		return;
	}
	if (!maker->mapless)
		add_picture_texts(&texts, report->style, &report->solution->scene,
				  maker->ranged ? &colours : NULL);
	if (item->format == FF_OUTPUTS_SVG) {
		picture->st = draw_svg(report, item, &texts, &picture->err);
		picture->draw_ms = ff_clock_ms() - started;
		return;
	}
	/* Packed first: the picture's pixels take more memory. */
	if ((picture->st = pack_cells(report, item->kind, &about, &cells, &picture->err)) != FF_OK)
		return;
	picture->st = draw_page(report, item, &page, &picture->err);
	picture->draw_ms = ff_clock_ms() - started;
	if (picture->st == FF_OK) {
		if (!maker->mapless) {
			snprintf(texts.place, sizeof texts.place, "%" PRId64 ",%" PRId64,
				 page.layout.x, page.layout.y);
			texts.items[texts.count++] = (struct ff_image_text){"Map at", texts.place};
		}
		about.texts = texts.items;
		about.count = texts.count;
		picture->st =
			ff_png_write(&page.bitmap, &about, &item->file, &item->size, &picture->err);
		free(page.bitmap.pixels);
		free(page.bitmap.numbers);
	}
	free(cells);
	picture->write_ms = ff_clock_ms() - started - picture->draw_ms;
}

static enum ff_status make_pictures(struct ff_report *report, struct ff_error *err)
{
	struct picture *made = calloc(FF_OPTIONS_OUTPUTS, sizeof *made);
	enum ff_status st = FF_OK;
	double *ms = report->ms, started = ff_clock_ms(), spent, draw_ms = 0, write_ms = 0;
	size_t count = 0;

	if (made == NULL)
		return ff_status_nomem(err, "pictures");
	for (size_t i = 0; i < report->plan->count; i++)
		if (ff_outputs_made(report->plan->items[i].format) &&
		    report->plan->items[i].format != FF_OUTPUTS_APNG) {
			made[count].report = report;
			made[count].item = &report->plan->items[i];
			count++;
		}
	if (count > 0)
		ff_progress_show(report->progress, "drawing", 0, 0);
	ff_pool_run(report->machine->pool, count, make_picture, made);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		if ((st = made[i].st) != FF_OK)
			*err = made[i].err;
		draw_ms += made[i].draw_ms;
		write_ms += made[i].write_ms;
	}
	free(made);
	/* The time that passed, not the sum over threads. */
	spent = ff_clock_ms() - started;
	if (draw_ms + write_ms > 0) {
		ms[FF_REPORT_DRAW] += spent * draw_ms / (draw_ms + write_ms);
		ms[FF_REPORT_WRITE] += spent * write_ms / (draw_ms + write_ms);
	}
	return st;
}

/* Ticks are frames if the rate is an integer, else milliseconds. */
void ff_animation_begin(struct ff_animation *a, struct ff_report *report,
			const struct ff_style_range *colours)
{
	const struct ff_plan_item item = {.kind = FF_OPTIONS_ANIMATE, .format = FF_OUTPUTS_APNG};
	double fps = report->options->animation.fps;
	uint32_t rate = fps == floor(fps) ? (uint32_t)fps : 1000;

	*a = (struct ff_animation){
		.report = report, .rate = rate, .ticks = (uint32_t)(rate / fps + 0.5)};
	for (size_t i = 0; i < report->plan->count; i++)
		if (report->plan->items[i].kind == FF_OPTIONS_ANIMATE)
			a->item = &report->plan->items[i];
	set_texts(&a->texts, &item, report);
	add_picture_texts(&a->texts, report->film, &report->solution->scene, colours);
	report->progress->started = ff_clock_ms(); /* the line shows frames a second */
}

/* Makes a copy of a frame that is as large as the first one: its legend may have other lines. */
static struct ff_bitmap fit_frame(const struct ff_apng *first, const struct ff_bitmap *frame)
{
	struct ff_bitmap fitted = {.w = first->w, .h = first->h};
	int32_t w = frame->w < fitted.w ? frame->w : fitted.w;

	fitted.pixels = ff_memory_cells(fitted.w, fitted.h, sizeof *fitted.pixels);
	if (fitted.pixels == NULL)
		return fitted;
	memset(fitted.pixels, 255, (size_t)fitted.w * (size_t)fitted.h * sizeof *fitted.pixels);
	for (int32_t y = 0; y < fitted.h && y < frame->h; y++)
		memcpy(fitted.pixels + (size_t)y * (size_t)fitted.w,
		       frame->pixels + (size_t)y * (size_t)frame->w,
		       (size_t)w * sizeof *fitted.pixels);
	return fitted;
}

enum ff_status ff_animation_add(struct ff_animation *a, const struct ff_bitmap *image,
				struct ff_image_part changed, struct ff_error *err)
{
	struct ff_bitmap fitted = {.pixels = NULL};
	bool last = a->done + 1 == a->frames;
	uint32_t ticks = a->ticks + (last ? FF_ANIMATION_HOLD * a->rate : 0);
	enum ff_status st = FF_OK;

	if (a->done == 0)
		st = ff_apng_open(&a->apng, image->w, image->h, a->palette, a->colours,
				  a->texts.items, a->texts.count, (int)a->rate, err);
	if (st != FF_OK)
		return st;
	if (image->w != a->apng.w || image->h != a->apng.h) {
		fitted = fit_frame(&a->apng, image);
		if (fitted.pixels == NULL)
			return ff_status_nomem(err, "a picture");
		changed = (struct ff_image_part){0, 0, fitted.w, fitted.h};
		image = &fitted;
	}
	st = ff_apng_add(&a->apng, image, changed, ticks, err);
	free(fitted.pixels);
	if (st == FF_OK)
		ff_progress_jobs(a->report->progress, ++a->done, a->frames);
	return st;
}

enum ff_status ff_animation_end(struct ff_animation *a, enum ff_status st, struct ff_error *err)
{
	a->report->frames = a->frames;
	if (st == FF_OK)
		st = ff_apng_end(&a->apng, &a->item->file, &a->item->size, err);
	ff_apng_free(&a->apng);
	return st;
}

/* Adds the frames of a growing front. */
static enum ff_status add_front(struct ff_animation *a, struct ff_error *err)
{
	const struct ff_report *report = a->report;
	const struct ff_solution *s = report->solution;
	const double most = ceil(FF_ANIMATION_SECONDS * report->options->animation.fps);
	size_t cells = (size_t)(s->classes.count[FF_GOAL] + s->classes.count[FF_REACHED]);
	size_t batch = (size_t)report->options->animation.batch, shown = 0;
	struct ff_image_part changed;
	struct ff_draw_front front;
	enum ff_status st;

	st = ff_draw_front_open(&front, &s->scene, report->film, report->machine, err);
	if (st != FF_OK)
		return st;
	if (batch == 0)
		batch = most < (double)cells ? (size_t)ceil((double)cells / most) : 1;
	a->colours = ff_apng_palette((struct ff_bitmap[]){front.image, front.whole, front.edge}, 3,
				     a->palette);
	if (report->options->animation.fps >= 2 * COUNTS)
		front.every = (size_t)(report->options->animation.fps / COUNTS);
	a->frames = cells > batch ? (cells - 1) / batch + 1 : 1;
	while (st == FF_OK && a->done < a->frames) {
		for (size_t i = 0; i < batch && shown < cells; i++)
			ff_draw_front_add(&front, s->order[shown++]);
		changed =
			shown < cells ? ff_draw_front_frame(&front) : ff_draw_front_finish(&front);
		st = front.failed ? ff_status_nomem(err, "a picture")
				  : ff_animation_add(a, &front.image, changed, err);
	}
	ff_draw_front_free(&front);
	return st;
}

enum ff_status ff_render_make(struct ff_report *report, struct ff_error *err)
{
	const struct ff_style_range colours =
		ff_style_range(report->style, &report->solution->scene);
	struct ff_animation animation;
	enum ff_status st;
	double started;

	if ((st = check_data(report, err)) != FF_OK || (st = make_pictures(report, err)) != FF_OK ||
	    !ff_options_animates(report->options) || report->frames > 0)
		return st;
	started = ff_clock_ms();
	ff_animation_begin(&animation, report, &colours);
	st = ff_animation_end(&animation, add_front(&animation, err), err);
	report->ms[FF_REPORT_DRAW] += ff_clock_ms() - started;
	return st;
}
