#include "draw/base.h"

#include <string.h>

#include "draw/palette.h"

void ff_base_levels(const struct ff_cost *cost, int count, uint8_t levels[256])
{
	struct ff_cost_range costs = ff_cost_range(cost);
	int span = costs.most - costs.least;

	for (int c = costs.least; c <= costs.most; c++)
		levels[c] = (uint8_t)(span == 0 ? 0 : (c - costs.least) * (count - 1) / span);
}

static uint8_t colour_of(const struct ff_base *floor, size_t i)
{
	const struct ff_scene *scene = floor->scene;

	if (ff_scene_closed(scene, i))
		return FF_PALETTE_CLOSED;
	switch ((enum ff_class)scene->classes->cells[i]) {
	case FF_WALL:
		return FF_PALETTE_WALL;
	case FF_UNREACHED:
		return FF_PALETTE_UNREACHED;
	case FF_GOAL:
		return FF_PALETTE_GOAL;
	default:
		return floor->shades[scene->map->cells[i]];
	}
}

void ff_base_set(struct ff_base *floor, const struct ff_scene *scene)
{
	size_t count = (size_t)scene->map->w * (size_t)scene->map->h;

	*floor = (struct ff_base){.scene = scene};
	ff_base_levels(scene->map, FF_BASE_SHADES, floor->shades);
	for (size_t i = 0; i < count; i++)
		floor->seen[colour_of(floor, i)] = true;
}

void ff_base_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_base *floor = context;
	size_t start = ff_cost_index(floor->scene->map, 0, y);

	for (int32_t x = 0; x < floor->scene->map->w; x++)
		colours[x] = colour_of(floor, start + (size_t)x);
}

void ff_base_palette(struct ff_image *image)
{
	ff_palette_set_look(image, FF_PALETTE_WALKS);
	ff_palette_fill_ramp(image->palette, FF_BASE_SHADES, &ff_palette_walks_ground);
}

size_t ff_base_legend(const struct ff_base *floor,
		      struct ff_legend_swatch swatches[FF_BASE_SWATCHES])
{
	struct ff_legend_swatch fixed[FF_LEGEND_FIXED];
	size_t others = ff_legend_scene(floor->scene, fixed), count = 0;
	int least = FF_BASE_SHADES, most = -1;

	for (int i = 0; i < FF_BASE_SHADES; i++)
		if (floor->seen[i]) {
			least = i < least ? i : least;
			most = i;
		}
	if (most > least) {
		swatches[count++] = (struct ff_legend_swatch){(uint8_t)least, "cheap"};
		swatches[count++] = (struct ff_legend_swatch){(uint8_t)most, "costly"};
	}
	for (size_t i = 0; i < others; i++)
		if (floor->seen[fixed[i].colour])
			swatches[count++] = fixed[i];
	return count;
}

void ff_base_grounds(uint8_t grounds[FF_BASE_GROUNDS])
{
	static const uint8_t fixed[] = {FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_UNREACHED,
					FF_PALETTE_GOAL};

	for (int i = 0; i < FF_BASE_SHADES; i++)
		grounds[i] = (uint8_t)i;
	memcpy(grounds + FF_BASE_SHADES, fixed, sizeof fixed);
}
