/*
 * Colours after M. Okabe and K. Ito, "Color universal design", 2008: they
 * differ for every kind of colour vision, and in lightness, too.
 */
#include "draw/draw_reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"
#include "draw/closed.h"
#include "draw/legend.h"
#include "draw/marker.h"

/* Pixels are classes, and one more. */
enum { CLOSED = FF_CLASSES, KINDS };

static const struct ff_colour colours_of[KINDS] = {
	[FF_GOAL] = {240, 228, 66}, [FF_REACHED] = {86, 180, 233}, [FF_UNREACHED] = {213, 94, 0},
	[FF_WALL] = {52, 56, 64},   [CLOSED] = {150, 150, 150},
};

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_scene *scene = context;
	size_t start = ff_cost_index(scene->cost, 0, y);

	memcpy(colours, scene->classes->cells + start, (size_t)scene->cost->w);
	for (int32_t x = 0; x < scene->cost->w && scene->cost != scene->map; x++)
		if (ff_scene_closed(scene, start + (size_t)x))
			colours[x] = CLOSED;
}

enum { LABEL = 64 };

/* "reached 699 (69.9 %)" */
static void print_share(char label[LABEL], const char *name, uint64_t count, uint64_t cells)
{
	uint64_t permille = (count * 1000 + cells / 2) / cells;

	if (count > 0 && permille == 0)
		snprintf(label, LABEL, "%s %" PRIu64 " (<0.1 %%)", name, count);
	else
		snprintf(label, LABEL, "%s %" PRIu64 " (%" PRIu64 ".%" PRIu64 " %%)", name, count,
			 permille / 10, permille % 10);
}

enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	uint64_t closed = ff_closed_count(scene), count[KINDS];
	struct ff_legend_swatch swatches[KINDS];
	struct ff_legend legend = {.swatches = swatches, .count = KINDS - (closed == 0)};
	char labels[KINDS][LABEL];
	enum ff_status st;

	memcpy(count, scene->classes->count, sizeof scene->classes->count);
	count[FF_WALL] -= closed;
	count[CLOSED] = closed;
	for (int k = 0; k < KINDS; k++) {
		print_share(labels[k],
			    k == CLOSED    ? FF_CLOSED_LABEL
			    : k == FF_GOAL ? ff_legend_goal(scene)
					   : ff_classes_names[k],
			    count[k], (uint64_t)w * (uint64_t)h);
		swatches[k] = (struct ff_legend_swatch){(uint8_t)k, labels[k]};
	}
	st = ff_legend_canvas(image, w, h, style, &legend, err);
	if (st != FF_OK)
		return st;
	for (int k = 0; k < KINDS; k++)
		image->palette[k] = colours_of[k];
	ff_canvas_cells(image, w, h, style->scale, row, scene, machine);
	ff_marker_goals(image, scene, style->scale, FF_GOAL);
	ff_legend_draw(image, w, h, style, &legend);
	return FF_OK;
}
