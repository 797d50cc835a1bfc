#include "draw/floor.h"

#include <string.h>

#include "draw/colormap.h"

static const struct ff_colour light = {252, 252, 253}, dark = {196, 200, 206};
static const struct ff_colour wall = {84, 88, 96}, closed = {140, 124, 104};

void ff_floor_levels(const struct ff_cost *cost, int count, uint8_t levels[256])
{
	struct ff_cost_range costs = ff_cost_range(cost);
	int span = costs.most - costs.least;

	for (int c = costs.least; c <= costs.most; c++)
		levels[c] = (uint8_t)(span == 0 ? 0 : (c - costs.least) * (count - 1) / span);
}

void ff_floor_ramp(struct ff_colour *colours, int count, struct ff_colour from, struct ff_colour to)
{
	for (int i = 0; i < count; i++)
		colours[i] =
			(struct ff_colour){(uint8_t)(from.r + (to.r - from.r) * i / (count - 1)),
					   (uint8_t)(from.g + (to.g - from.g) * i / (count - 1)),
					   (uint8_t)(from.b + (to.b - from.b) * i / (count - 1))};
}

static uint8_t colour_of(const struct ff_floor *floor, size_t i)
{
	const struct ff_scene *scene = floor->scene;

	if (ff_scene_closed(scene, i))
		return FF_COLORMAP_CLOSED;
	switch ((enum ff_class)scene->classes->cells[i]) {
	case FF_WALL:
		return FF_COLORMAP_WALL;
	case FF_UNREACHED:
		return FF_COLORMAP_UNREACHED;
	case FF_GOAL:
		return FF_COLORMAP_GOAL;
	default:
		return floor->shades[scene->map->cells[i]];
	}
}

void ff_floor_set(struct ff_floor *floor, const struct ff_scene *scene)
{
	size_t count = (size_t)scene->map->w * (size_t)scene->map->h;

	*floor = (struct ff_floor){.scene = scene};
	ff_floor_levels(scene->map, FF_FLOOR_SHADES, floor->shades);
	for (size_t i = 0; i < count; i++)
		floor->seen[colour_of(floor, i)] = true;
}

void ff_floor_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_floor *floor = context;
	size_t start = ff_cost_index(floor->scene->map, 0, y);

	for (int32_t x = 0; x < floor->scene->map->w; x++)
		colours[x] = colour_of(floor, start + (size_t)x);
}

void ff_floor_palette(struct ff_image *image)
{
	ff_floor_ramp(image->palette, FF_FLOOR_SHADES, light, dark);
	image->palette[FF_COLORMAP_WALL] = wall;
	image->palette[FF_COLORMAP_CLOSED] = closed;
}

size_t ff_floor_legend(const struct ff_floor *floor,
		       struct ff_legend_swatch swatches[FF_FLOOR_SWATCHES])
{
	struct ff_legend_swatch fixed[FF_LEGEND_FIXED];
	size_t others = ff_legend_scene(floor->scene, fixed), count = 0;
	int least = FF_FLOOR_SHADES, most = -1;

	for (int i = 0; i < FF_FLOOR_SHADES; i++)
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

void ff_floor_grounds(uint8_t grounds[FF_FLOOR_GROUNDS])
{
	static const uint8_t fixed[] = {FF_COLORMAP_WALL, FF_COLORMAP_CLOSED, FF_COLORMAP_UNREACHED,
					FF_COLORMAP_GOAL};

	for (int i = 0; i < FF_FLOOR_SHADES; i++)
		grounds[i] = (uint8_t)i;
	memcpy(grounds + FF_FLOOR_SHADES, fixed, sizeof fixed);
}
