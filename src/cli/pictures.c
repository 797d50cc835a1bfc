#include "cli/pictures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/animation.h"
#include "cli/clock.h"
#include "cli/estimate.h"
#include "cli/front_film.h"
#include "cli/outputs.h"
#include "cli/verbs/crowd_film.h"
#include "cli/verbs/walk_output.h"
#include "core/solve/seeds.h"
#include "draw/draw_arrows.h"
#include "draw/draw_graph.h"
#include "draw/draw_heatmap.h"
#include "draw/draw_labels.h"
#include "draw/draw_mask.h"
#include "draw/draw_portals.h"
#include "draw/draw_reach.h"
#include "draw/draw_terrain.h"
#include "io/write_png.h"

/* What the legend says of the first labels. */
static void name_label(const struct ff_report *report, enum ff_options_output kind, uint32_t label,
		       char name[FF_SEEDS_NAME])
{
	if (kind == FF_OPTIONS_ALLOCATION)
		ff_seeds_name(&report->problem->given.items[label], name);
	else if (kind == FF_OPTIONS_REGIONS)
		snprintf(name, FF_SEEDS_NAME, "%" PRIu64, report->solution->areas[label].cells);
	else
		snprintf(name, FF_SEEDS_NAME, "%" PRIu32, label);
}

static enum ff_status draw_labels(const struct ff_report *report, enum ff_options_output kind,
				  struct ff_image *image, struct ff_error *err)
{
	enum { NAMED = 12 };
	const struct ff_solution *s = report->solution;
	const struct ff_draw_labels kinds[] = {
		[FF_OPTIONS_ALLOCATION] = {&s->allocation, "served by goal", NULL, 0, false, true},
		[FF_OPTIONS_REGIONS] = {&s->regions, "areas, in cells", NULL, 0, false, false},
		[FF_OPTIONS_TIES] = {&s->ties, "equally good ways", NULL, 0, true, false},
	};
	struct ff_draw_labels what = kinds[kind];
	char texts[NAMED][FF_SEEDS_NAME];
	const char *names[NAMED];

	what.names = names;
	what.named = what.labels->count < NAMED ? what.labels->count : NAMED;
	for (uint32_t label = 0; label < what.named; label++) {
		name_label(report, kind, label, texts[label]);
		names[label] = texts[label];
	}
	return ff_draw_labels(&s->scene, &what, report->style, image, report->machine, err);
}

static enum ff_status draw(const struct ff_report *report, enum ff_options_output kind,
			   struct ff_image *image, struct ff_error *err)
{
	const struct ff_solution *s = report->solution;

	if (ff_walk_output_has(kind))
		return ff_walk_output_draw(kind, report->options, s, report->style, image,
					   report->machine, err);
	switch (kind) {
	case FF_OPTIONS_HEATMAP:
		return ff_draw_heatmap(&s->scene, report->style, image, report->machine, err);
	case FF_OPTIONS_ARROWS:
		return ff_draw_arrows(&s->scene, report->style, image, report->machine, err);
	case FF_OPTIONS_REACH:
		return ff_draw_reach(&s->scene, report->style, image, report->machine, err);
	case FF_OPTIONS_ALLOCATION:
	case FF_OPTIONS_REGIONS:
	case FF_OPTIONS_TIES:
		return draw_labels(report, kind, image, err);
	case FF_OPTIONS_SIGHT_MASK:
		return ff_draw_mask(&s->nearest, image, err);
	case FF_OPTIONS_PORTALS:
		return ff_draw_portals(&s->scene, &s->sectors.graph, &s->sectors.routes,
				       report->style, image, report->machine, err);
	case FF_OPTIONS_GRAPH:
		return ff_draw_graph(&s->scene, &s->sectors.graph, &s->sectors.routes,
				     report->style, image, report->machine, err);
	default:
		return ff_draw_terrain(&s->scene, report->style, image, report->machine, err);
	}
}

static enum ff_status encode(const struct ff_image *image, uint8_t **data, size_t *size,
			     struct ff_error *err)
{
	return ff_write_png(image, NULL, 0, data, size, err);
}

static enum ff_status draw_svg(const struct ff_report *report, struct ff_plan_item *item,
			       const struct ff_layer_texts *texts, struct ff_error *err)
{
	struct ff_sheet_note notes[sizeof texts->items / sizeof texts->items[0]];
	const struct ff_sheet_about about = {report->problem->name, notes, texts->count, encode};
	enum ff_status st;
	char *text = NULL;

	for (size_t i = 0; i < texts->count; i++)
		notes[i] = (struct ff_sheet_note){texts->items[i].keyword, texts->items[i].text};
	if (item->kind == FF_OPTIONS_PATHS)
		st = ff_walk_output_svg(report->solution, report->style, &about, &text, &item->size,
					report->machine, err);
	else
		st = (item->kind == FF_OPTIONS_ARROWS ? ff_draw_arrows_svg : ff_draw_heatmap_svg)(
			&report->solution->scene, report->style, &about, &text, &item->size,
			report->machine, err);
	if (st == FF_OK)
		item->file = (uint8_t *)text;
	return st;
}

/* A picture in the making, by whichever thread. */
struct picture {
	const struct ff_pictures *of;
	struct ff_plan_item *item;
	enum ff_status st;
	double draw_ms, write_ms;
	struct ff_error err;
};

static void make_picture(void *context, size_t part)
{
	struct picture *picture = (struct picture *)context + part;
	const struct ff_pictures *pictures = picture->of;
	const struct ff_report *report = pictures->report;
	const struct ff_style_range colours =
		ff_style_range(report->style, &report->solution->scene);
	struct ff_plan_item *item = picture->item;
	struct ff_layer_texts texts;
	double started = ff_clock_ms();
	struct ff_image image;

	ff_layer_texts(&texts, item, report->options, pictures->digests);
	if (ff_outputs_data(item->format) != NULL) {
		const struct ff_write_raster what = ff_layer_data(
			item, report->options, report->problem, report->solution, &texts);

		picture->st = ff_outputs_data(item->format)
				      ->make(&what, &item->file, &item->size, &picture->err);
		picture->write_ms = ff_clock_ms() - started;
		return;
	}
	if (item->kind != FF_OPTIONS_SIGHT_MASK && item->kind != FF_OPTIONS_HISTOGRAM)
		ff_layer_picture_texts(&texts, report->style, &report->solution->scene,
				       item->kind == FF_OPTIONS_HEATMAP ? &colours : NULL);
	if (item->format == FF_OUTPUTS_SVG) {
		picture->st = draw_svg(report, item, &texts, &picture->err);
		picture->draw_ms = ff_clock_ms() - started;
		return;
	}
	picture->st = draw(report, item->kind, &image, &picture->err);
	picture->draw_ms = ff_clock_ms() - started;
	if (picture->st != FF_OK)
		return;
	picture->st = ff_write_png(&image, texts.items, texts.count, &item->file, &item->size,
				   &picture->err);
	free(image.pixels);
	picture->write_ms = ff_clock_ms() - started - picture->draw_ms;
}

/* Side by side, as many at a time as there are threads; of errors the first in the plan. */
enum ff_status ff_pictures_make(const struct ff_pictures *pictures, struct ff_error *err)
{
	struct picture *made = calloc(FF_OPTIONS_OUTPUTS, sizeof *made);
	enum ff_status st = FF_OK;
	double *ms = pictures->report->ms, started = ff_clock_ms(), spent, draw_ms = 0,
	       write_ms = 0;
	size_t count = 0;

	if (made == NULL)
		return ff_status_nomem(err, "pictures");
	for (size_t i = 0; i < pictures->plan->count; i++)
		if (ff_outputs_made(pictures->plan->items[i].format) &&
		    pictures->plan->items[i].format != FF_OUTPUTS_APNG) {
			made[count].of = pictures;
			made[count].item = &pictures->plan->items[i];
			count++;
		}
	if (count > 0)
		ff_progress_show(pictures->progress, "drawing", 0, 0);
	ff_pool_run(pictures->report->machine->pool, count, make_picture, made);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		if ((st = made[i].st) != FF_OK)
			*err = made[i].err;
		draw_ms += made[i].draw_ms;
		write_ms += made[i].write_ms;
	}
	free(made);
	/* What passed, not what the threads spent in all. */
	spent = ff_clock_ms() - started;
	if (draw_ms + write_ms > 0) {
		ms[FF_REPORT_DRAW] += spent * draw_ms / (draw_ms + write_ms);
		ms[FF_REPORT_WRITE] += spent * write_ms / (draw_ms + write_ms);
	}
	return st;
}

/* What the plan wants of a film. */
static enum ff_status make_film(const struct ff_pictures *pictures,
				const struct ff_animation_film *film, struct ff_error *err)
{
	const struct ff_plan_item item = {.kind = FF_OPTIONS_ANIMATE, .format = FF_OUTPUTS_APNG};
	struct ff_report *report = pictures->report;
	const struct ff_problem *problem = report->problem;
	const uint64_t recorded = ff_estimate_recorded(problem, report->options);
	struct ff_animation_memory memory = {
		problem, report->estimated_bytes -
				 ff_estimate_frames(problem, report->options, pictures->plan)};
	struct ff_layer_texts texts;

	if (report->solution->walk.trajectories.bytes > recorded)
		memory.held += report->solution->walk.trajectories.bytes - recorded;
	ff_layer_texts(&texts, &item, report->options, pictures->digests);
	ff_layer_picture_texts(&texts, report->style, &report->solution->scene, film->colours);
	report->frames = film->frames;
	return ff_animation_make(film, report->options, pictures->plan, texts.items, texts.count,
				 &memory, pictures->progress, err);
}

/* How the field became known, or the crowd walked, frame by frame. */
enum ff_status ff_pictures_animate(const struct ff_pictures *pictures, struct ff_error *err)
{
	struct ff_report *report = pictures->report;
	double started = ff_clock_ms();
	struct ff_crowd_film crowd;
	struct ff_front_film front;
	enum ff_status st;

	if (!ff_options_moves(report->options))
		return FF_OK;
	if (pictures->film != NULL) {
		st = make_film(pictures, pictures->film, err);
		if (st != FF_OK)
			return st;
	} else if (report->options->action == FF_OPTIONS_WALK) {
		st = ff_crowd_film_open(&crowd, report->options, report->solution, report->style,
					report->machine, err);
		if (st != FF_OK)
			return st;
		st = make_film(pictures, &crowd.film, err);
		ff_crowd_film_free(&crowd);
	} else {
		st = ff_front_film_open(&front, report->options, report->solution, report->style,
					report->machine, err);
		if (st != FF_OK)
			return st;
		st = make_film(pictures, &front.film, err);
		ff_front_film_free(&front);
	}
	report->ms[FF_REPORT_DRAW] += ff_clock_ms() - started;
	return st;
}
