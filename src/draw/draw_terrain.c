#include "draw/draw_terrain.h"

#include "draw/canvas.h"
#include "draw/legend.h"

struct terrain {
	const struct ff_cost *cost;
	uint8_t colours[256]; /* of each cost */
};

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct terrain *terrain = context;
	const uint8_t *cost = terrain->cost->cells + ff_cost_index(terrain->cost, 0, y);

	for (int32_t x = 0; x < terrain->cost->w; x++)
		colours[x] = terrain->colours[cost[x]];
}

enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, struct ff_error *err)
{
	static const struct ff_legend_swatch swatches[] = {{FF_COLORMAP_WALL, "wall"}};
	struct terrain terrain = {.cost = scene->cost};
	struct ff_cost_range costs = ff_cost_range(scene->cost);
	int span = costs.most - costs.least;
	struct ff_legend legend = {
		.title = "cost of a cell",
		.swatches = swatches,
		.count = sizeof swatches / sizeof swatches[0],
		.levels = FF_COLORMAP_LEVELS,
		.stride = 1,
		.first = costs.least,
		.last = costs.most,
	};
	enum ff_status st;

	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	ff_colormap_fill(image, style->colormap);
	for (int c = costs.least; c <= costs.most; c++)
		terrain.colours[c] =
			(uint8_t)(span == 0 ? 0
					    : (c - costs.least) * (FF_COLORMAP_LEVELS - 1) / span);
	terrain.colours[FF_COST_WALL] = FF_COLORMAP_WALL;
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, row, &terrain);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}
