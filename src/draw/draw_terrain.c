#include "draw/draw.h"

#include "draw/picture.h"
#include "draw/scene.h"

struct terrain {
	const struct ff_scene *scene;
	uint8_t colours[256]; /* of each cost */
};

static void terrain_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct terrain *terrain = context;
	const struct ff_scene *scene = terrain->scene;
	size_t start = ff_cost_index(scene->map, 0, y);
	const uint8_t *cost = scene->map->cells + start;

	for (int32_t x = 0; x < scene->map->w; x++)
		colours[x] = terrain->colours[cost[x]];
	for (int32_t x = 0; x < scene->map->w && scene->cost != scene->map; x++)
		if (ff_scene_closed(scene, start + (size_t)x))
			colours[x] = FF_PALETTE_CLOSED;
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	ff_palette_fill(image, picture->style->colormap);
}

enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	struct ff_legend_swatch swatches[2 + FF_LEGEND_GROUNDS] = {
		{FF_PALETTE_WALL, "wall"},
		{FF_PALETTE_CLOSED, FF_LEGEND_CLOSED},
	};
	struct ff_legend_grounds grounds;
	struct terrain terrain = {.scene = scene};
	struct ff_cost_range costs = ff_style_costs(scene->map);
	int span = costs.most - costs.least;
	struct ff_picture picture = {
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.row = terrain_row,
		.palette = set_palette,
		.context = &terrain,
		.legend =
			{
				.title = "cost of a cell",
				.swatches = swatches,
				.count = 2 - (ff_scene_count_closed(scene) == 0),
				.levels = FF_PALETTE_LEVELS,
				.stride = 1,
				.first = costs.least,
				.last = costs.most,
			},
	};

	for (int c = costs.least; c <= costs.most; c++)
		terrain.colours[c] =
			(uint8_t)(span == 0 ? 0
					    : (c - costs.least) * (FF_PALETTE_LEVELS - 1) / span);
	terrain.colours[FF_COST_WALL] = FF_PALETTE_WALL;
	ff_legend_grounds(scene, terrain.colours, &grounds);
	ff_legend_add_grounds(&picture.legend, swatches, &grounds);
	return ff_picture_draw(&picture, image, err);
}
