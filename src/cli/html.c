#include "cli/html.h"

#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "core/base/memory.h"
#include "draw/draw.h"
#include "draw/palette.h"
#include "draw/style.h"
#include "view/embed.h"

enum ff_status ff_html_check(struct ff_error *err)
{
	if (ff_embed_is_there())
		return FF_OK;
	return ff_status_fail(
		err, FF_E_USAGE,
		"--html: this program was built without clang for WebAssembly; install "
		"clang, lld, wasi-libc and libclang-rt-dev-wasm32 (scripts/install_packages "
		"web), and make it again");
}

/* Returns the goals that are cells of a mask, as rows of cells of the map, after the others. */
static void add_mask(json_t **list, const struct ff_problem *problem)
{
	const struct ff_seeds *seeds = &problem->seeds;
	const uint32_t w = (uint32_t)problem->map.w;
	size_t n;

	for (size_t i = 0; i < seeds->count; i += n) {
		const struct ff_seed *seed = &seeds->items[i];
		const struct ff_goal *goal = &problem->goals.items[seed->goal];

		for (n = 1; i + n < seeds->count && seed[n].goal == seed->goal &&
			    seed[n].cell == seed->cell + n && seed[n].cell % w != 0;)
			n++;
		if (goal->level > 0)
			ff_json_append(list,
				       json_pack("{s:I, s:I, s:I, s:I, s:I}", "number",
						 (json_int_t)seed->goal, "x",
						 (json_int_t)(seed->cell % w), "y",
						 (json_int_t)(seed->cell / w), "w", (json_int_t)n,
						 "cost", (json_int_t)goal->start));
	}
}

json_t *ff_html_side(const struct ff_report *report)
{
	const double scale = report->problem->costs.one;
	const struct ff_raster costs = ff_raster_of_cost(&report->problem->map, scale);
	json_t *side = json_object();

	ff_json_set(&side, "name", ff_json_string(report->problem->name));
	ff_json_set(&side, "cells", ff_embed_costs(&costs, scale));
	ff_json_set(&side, "digest",
		    ff_json_digest(report->solution->stopped ? 0 : report->field_digest));
	return side;
}

json_t *ff_html_document(const struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	const struct ff_cost_range costs = ff_style_costs(&problem->map);
	json_t *sides = json_array(), *walkers = json_array(), *page;
	json_t *goals = ff_json_goals(&problem->goals, NULL);

	add_mask(&goals, problem);
	for (size_t i = 0; i < problem->source_count; i++) {
		struct ff_problem_cell cell = ff_problem_cell(problem, problem->sources[i]);

		ff_json_append(&walkers, json_pack("{s:i, s:i}", "x", cell.x, "y", cell.y));
	}
	ff_json_append(&sides, ff_html_side(report));
	page = json_pack("{s:i, s:i, s:i, s:i, s:[I, I]}", "w", problem->map.w, "h", problem->map.h,
			 "parts", problem->parts, "block", problem->block, "costs",
			 (json_int_t)costs.least, (json_int_t)costs.most);
	ff_json_set(&page, "scale", ff_json_number(problem->costs.one));
	ff_json_set(&page, "options", ff_json_string(report->options->recorded));
	ff_json_set(&page, "goals", goals);
	ff_json_set(&page, "walkers", walkers);
	ff_json_set(&page, "sides", sides);
	return page;
}

bool ff_html_tile(const struct ff_report *report, struct ff_draw_tile *tile)
{
	const struct ff_solution *s = report->solution;
	const int32_t longer = s->field.w > s->field.h ? s->field.w : s->field.h;
	const int32_t step = (longer + FF_DRAW_TILE - 1) / FF_DRAW_TILE;
	struct ff_heatmap map;

	*tile = (struct ff_draw_tile){.w = (s->field.w + step - 1) / step,
				      .h = (s->field.h + step - 1) / step,
				      .colormap = report->style->colormap};
	if (!ff_heatmap_begin(&map, &s->scene, report->style) ||
	    (tile->entries = ff_memory_cells(tile->w, tile->h, 1)) == NULL)
		return false;
	for (int32_t i = 0; i < tile->w * tile->h; i++) {
		size_t cell = (size_t)(i / tile->w * step) * (size_t)s->field.w +
			      (size_t)(i % tile->w * step);

		tile->entries[i] =
			ff_palette_class(s->classes.cells[cell], ff_heatmap_level(&map, cell));
	}
	return true;
}

json_t *ff_html_thumbnail(const struct ff_draw_tile *tile)
{
	uint8_t *pixels = ff_memory_cells(tile->w, tile->h, 4);
	struct ff_fill fills[256];
	json_t *text;

	if (pixels == NULL)
		return NULL;
	ff_palette_fills(fills);
	ff_palette_levels(fills, tile->colormap);
	for (int32_t i = 0; i < tile->w * tile->h; i++) {
		struct ff_colour colour = fills[tile->entries[i]].colour;

		memcpy(pixels + 4 * (size_t)i, (const uint8_t[]){colour.r, colour.g, colour.b, 255},
		       4);
	}
	text = ff_embed_picture(tile->w, tile->h, pixels);
	free(pixels);
	return text;
}

enum ff_status ff_html_write(struct ff_output *out, const struct ff_report *report,
			     struct ff_error *err)
{
	json_t *page = ff_html_document(report);
	uint8_t *file = NULL;
	size_t size;
	enum ff_status st;

	st = ff_embed_page(page, &file, &size, err);
	if (st == FF_OK)
		st = ff_output_write(out, file, size, err);
	free(file);
	return st;
}
