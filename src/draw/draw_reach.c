/*
 * Four colours after M. Okabe and K. Ito, "Color universal design", 2008: they
 * differ for every kind of colour vision, and in lightness, too.
 */
#include "draw/draw_reach.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/marker.h"

static const struct ff_colour colours_of[FF_CLASSES] = {
	[FF_GOAL] = {240, 228, 66},
	[FF_REACHED] = {86, 180, 233},
	[FF_UNREACHED] = {213, 94, 0},
	[FF_WALL] = {52, 56, 64},
};

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_classes *classes = context;
	const uint8_t *class = classes->cells + (size_t)y * (size_t)classes->w;

	for (int32_t x = 0; x < classes->w; x++)
		colours[x] = class[x];
}

enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_image *image, struct ff_error *err)
{
	const struct ff_classes *classes = scene->classes;
	uint64_t cells = (uint64_t)classes->w * (uint64_t)classes->h;
	struct ff_legend_swatch swatches[FF_CLASSES];
	struct ff_legend legend = {.swatches = swatches, .count = FF_CLASSES};
	char labels[FF_CLASSES][64];
	enum ff_status st;

	for (int c = 0; c < FF_CLASSES; c++) {
		uint64_t count = classes->count[c], permille = (count * 1000 + cells / 2) / cells;

		if (count > 0 && permille == 0)
			snprintf(labels[c], sizeof labels[c], "%s %" PRIu64 " (<0.1 %%)",
				 ff_classes_names[c], count);
		else
			snprintf(labels[c], sizeof labels[c],
				 "%s %" PRIu64 " (%" PRIu64 ".%" PRIu64 " %%)", ff_classes_names[c],
				 count, permille / 10, permille % 10);
		swatches[c] = (struct ff_legend_swatch){(uint8_t)c, labels[c]};
	}
	st = ff_legend_canvas(image, classes->w, classes->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	for (int c = 0; c < FF_CLASSES; c++)
		image->palette[c] = colours_of[c];
	ff_canvas_cells(image, classes->w, classes->h, style->scale, row, classes);
	ff_marker_goals(image, scene->goals, style->scale, FF_GOAL);
	ff_legend_draw(image, classes->w, classes->h, style, &legend);
	return FF_OK;
}
