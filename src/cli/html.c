/*
 * All that differs from page to page is one JSON document in a template, which scripts/make_page
 * makes of src/view: texts cannot become markup there, since JSON writes '<' as a number.  The map
 * travels as a PNG file of its costs; the page computes the rest.
 */
#include "cli/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "core/base/memory.h"
#include "core/map/image.h"
#include "draw/palette.h"
#include "draw/style.h"
#include "io/cells.h"
#include "io/png.h"

/* The template, made by scripts/make_page; "": there is none. */
extern const char ff_view_page[];

enum ff_status ff_html_check(struct ff_error *err)
{
	if (ff_view_page[0] != '\0')
		return FF_OK;
	return ff_status_fail(
		err, FF_E_USAGE,
		"--html: this program was built without clang for WebAssembly; install "
		"clang, lld, wasi-libc and libclang-rt-dev-wasm32 (scripts/install_packages "
		"web), and make it again");
}

/* Returns bytes as text of base64 (RFC 4648). */
static json_t *base64(const uint8_t *bytes, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t length = (size + 2) / 3 * 4;
	char *text = malloc(length + 1);
	json_t *string;

	if (text == NULL)
		return NULL;
	for (size_t i = 0, n = 0; i < size; i += 3) {
		uint32_t three = (uint32_t)bytes[i] << 16;

		three |= i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0;
		three |= i + 2 < size ? bytes[i + 2] : 0;
		for (int shift = 18; shift >= 0; shift -= 6)
			text[n++] = digits[three >> shift & 63];
	}
	memset(text + length - (3 - size % 3) % 3, '=', (3 - size % 3) % 3);
	string = json_stringn(text, length);
	free(text);
	return string;
}

/* Returns a file that a maker has made, or not. */
static json_t *file_json(enum ff_status st, uint8_t *const *file, const size_t *size)
{
	json_t *text;

	if (st != FF_OK)
		return NULL;
	text = base64(*file, *size);
	free(*file);
	return text;
}

/* Returns the PNG file of a grid of whole numbers, walls of bytes being 255. */
static json_t *grid_json(const struct ff_raster *grid, double scale)
{
	struct ff_cells_data what = {.name = "map", .raster = *grid, .scale = scale};
	struct ff_error err;
	uint8_t *file = NULL;
	size_t size = 0;

	if (grid->type == FF_RASTER_U8)
		what.raster.none = (double)NAN;
	return file_json(ff_png_write8(&what, &file, &size, &err), &file, &size);
}

json_t *ff_html_map(const struct ff_raster *costs, double scale, uint64_t digest)
{
	json_t *side = json_object();

	ff_json_set(&side, "cells", grid_json(costs, scale));
	ff_json_set(&side, "digest", ff_json_digest(digest));
	return side;
}

json_t *ff_html_layers(const struct ff_raster *values, uint8_t *classes)
{
	const size_t count = (size_t)values->w * (size_t)values->h;
	struct ff_raster grid =
		ff_raster_of_values(values->w, values->h, 1, FF_RASTER_F64, (double)NAN,
				    ff_memory_cells(values->w, values->h, 8));
	struct ff_cells_data what = {.name = "values"};
	json_t *side = json_object();
	struct ff_error err;
	uint8_t *file = NULL;
	size_t size = 0;

	if (grid.cells == NULL) {
		json_decref(side);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		((double *)grid.cells)[i] = ff_raster_value(values, i);
	what.raster = grid;
	ff_json_set(&side, "values",
		    file_json(ff_npy_zip_write(&what, &file, &size, &err), &file, &size));
	free(grid.cells);
	grid = ff_raster_of_values(values->w, values->h, 1, FF_RASTER_U8, (double)NAN, classes);
	ff_json_set(&side, "classes", grid_json(&grid, 0));
	return side;
}

json_t *ff_html_picture(int32_t w, int32_t h, const uint8_t *pixels)
{
	struct ff_bitmap bitmap = {w, h, ff_memory_cells(w, h, sizeof(struct ff_colour))};
	json_t *side = json_object();
	struct ff_error err;
	uint8_t *file = NULL;
	size_t size = 0;

	for (size_t i = 0; bitmap.pixels != NULL && i < (size_t)w * (size_t)h; i++)
		bitmap.pixels[i] = ff_palette_mix(
			ff_palette_white,
			(struct ff_colour){pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]},
			pixels[4 * i + 3], 255);
	ff_json_set(&side, "picture",
		    bitmap.pixels == NULL
			    ? NULL
			    : file_json(ff_png_write(&bitmap, &(struct ff_png_about){0}, &file,
						     &size, &err),
					&file, &size));
	free(bitmap.pixels);
	return side;
}

static void add_place(json_t **list, double x, double y, int32_t w, double start)
{
	json_t *place = json_object();

	ff_json_set(&place, "x", ff_json_number(x));
	ff_json_set(&place, "y", ff_json_number(y));
	if (w > 1)
		ff_json_set(&place, "w", json_integer(w));
	if (start > 0)
		ff_json_set(&place, "start", ff_json_number(start));
	ff_json_append(list, place);
}

/* Returns the goals in cells of the map; those of a mask as rows of cells. */
static json_t *goals_json(const struct ff_problem *problem)
{
	const struct ff_goals *goals = &problem->goals;
	const struct ff_seeds *seeds = &problem->seeds;
	const uint32_t w = (uint32_t)problem->map.w;
	json_t *list = json_array();
	size_t n;

	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];

		if (goal->level > 0)
			continue;
		add_place(&list, goal->x, goal->y, goal->w, (double)goal->start);
		if (goal->h > 1 && list != NULL)
			json_object_set_new(json_array_get(list, json_array_size(list) - 1), "h",
					    json_integer(goal->h));
	}
	for (size_t i = 0; i < seeds->count; i += n) {
		const struct ff_seed *seed = &seeds->items[i];

		for (n = 1; i + n < seeds->count && seed[n].goal == seed->goal &&
			    seed[n].cell == seed->cell + n && seed[n].cell % w != 0 &&
			    seed[n].start == seed->start;)
			n++;
		if (goals->items[seed->goal].level > 0)
			add_place(&list, seed->cell % w, seed->cell / w, (int32_t)n,
				  (double)goals->items[seed->goal].start);
	}
	return list;
}

static json_t *walkers_json(const struct ff_problem *problem)
{
	json_t *list = json_array();

	for (size_t i = 0; i < problem->source_count; i++) {
		struct ff_problem_cell cell = ff_problem_cell(problem, problem->sources[i]);

		add_place(&list, cell.x, cell.y, 1, 0);
	}
	return list;
}

static json_t *rules_json(const struct ff_options *options)
{
	const struct ff_model *model = &options->model;
	const bool own = model->flow == ff_model_metric[model->metric].flow;
	const double radius = ff_problem_radius(options);
	json_t *rules = json_object();

	ff_json_set(&rules, "metric", json_string(ff_model_metrics[model->metric]));
	ff_json_set(&rules, "corners", json_string(ff_model_corners[model->corners]));
	ff_json_set(&rules, "step", json_string(ff_model_steps[model->step]));
	ff_json_set(&rules, "flow", json_string(own ? "own" : ff_model_flows[model->flow]));
	ff_json_set(&rules, "sight", json_boolean(options->sight));
	ff_json_set(&rules, "radius", ff_json_number(radius));
	ff_json_set(&rules, "maxCost",
		    ff_json_number(isfinite(options->max_cost) ? options->max_cost : 0));
	ff_json_set(&rules, "flee", ff_json_number(options->flee));
	return rules;
}

json_t *ff_html_job(const struct ff_report *report)
{
	const struct ff_options *options = report->options;
	const struct ff_problem *problem = report->problem;
	const struct ff_cost_range costs = ff_style_costs(&problem->map);
	json_t *page = json_object(), *sides = json_array(), *range = json_array(),
	       *marks = json_object();

	const struct ff_raster map = ff_raster_of_cost(&problem->map, options->model.scale);

	json_t *side = ff_html_map(&map, options->model.scale, report->field_digest);

	ff_json_set(&side, "name", ff_json_string(problem->name));
	ff_json_append(&sides, side);
	ff_json_append(&range, json_integer(costs.least));
	ff_json_append(&range, json_integer(costs.most));
	ff_json_set(&marks, "arrows", json_boolean(options->style.with & FF_STYLE_ARROWS));
	ff_json_set(&marks, "contours", json_boolean(options->style.with & FF_STYLE_CONTOURS));
	ff_json_set(&page, "version", json_string(FF_VERSION));
	ff_json_set(&page, "w", json_integer(problem->map.w));
	ff_json_set(&page, "h", json_integer(problem->map.h));
	ff_json_set(&page, "parts", json_integer(problem->parts));
	ff_json_set(&page, "block", json_integer(problem->block));
	ff_json_set(&page, "scale",
		    json_integer(problem->map.wide != NULL ? options->model.scale : 0));
	ff_json_set(&page, "rules", rules_json(options));
	ff_json_set(&page, "goals", goals_json(problem));
	ff_json_set(&page, "walkers", walkers_json(problem));
	ff_json_set(&page, "costs", range);
	ff_json_set(&page, "colormap", json_integer(options->style.colormap));
	ff_json_set(&page, "range",
		    options->style.range != 0 ? ff_json_number(options->style.range) : json_null());
	ff_json_set(&page, "marks", marks);
	ff_json_set(&page, "options", ff_json_string(options->recorded));
	ff_json_set(&page, "sides", sides);
	return page;
}

enum ff_status ff_html_make(json_t *page, uint8_t **file, size_t *size, struct ff_error *err)
{
	static const char mark[] = ">DATA<";
	const char *data = strstr(ff_view_page, mark) + 1;
	char *text = page == NULL ? NULL : json_dumps(page, JSON_ENSURE_ASCII | JSON_COMPACT);
	FILE *to = text == NULL ? NULL : open_memstream((char **)file, size);

	json_decref(page);
	if (to != NULL) {
		fwrite(ff_view_page, 1, (size_t)(data - ff_view_page), to);
		for (const char *from = text; *from != '\0';) {
			size_t n = strcspn(from, "<");

			fwrite(from, 1, n, to);
			from += n;
			if (*from == '<') {
				from++;
				fputs("\\u003c", to);
			}
		}
		fputs(data + strlen("DATA"), to);
	}
	free(text);
	if (to != NULL && fclose(to) == 0)
		return FF_OK;
	return ff_status_nomem(err, "the page");
}

enum ff_status ff_html_write(struct ff_output *out, const struct ff_report *report,
			     struct ff_error *err)
{
	uint8_t *file = NULL;
	size_t size;
	enum ff_status st = ff_html_make(ff_html_job(report), &file, &size, err);

	if (st == FF_OK)
		st = ff_output_write(out, file, size, err);
	free(file);
	return st;
}
