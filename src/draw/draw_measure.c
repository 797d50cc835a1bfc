#include "draw/draw.h"

#include <math.h>

#include "draw/marks.h"

enum { LEVELS = FF_PALETTE_LEVELS - FF_BASE_ENTRIES };

struct measured {
	const struct ff_scene *scene;
	const struct ff_draw_measure *what;
	struct ff_base base;
	/* [i]  the least value of part i of the scale; the last one ends all */
	double edges[FF_LEGEND_EDGES + 1];
};

/* Returns true if a value is drawn; false for NAN. */
static bool is_measured(const struct ff_draw_measure *what, double value)
{
	return value < (double)INFINITY && (what->small ? value >= 0 : value > 0);
}

static uint8_t level_of(const struct measured *map, double value)
{
	int below = 0, above = FF_LEGEND_EDGES;

	while (above - below > 1) {
		int middle = (below + above) / 2;

		if (map->edges[middle] <= value)
			below = middle;
		else
			above = middle;
	}
	return (uint8_t)(below * (LEVELS - 1) / (FF_LEGEND_EDGES - 1));
}

static void measure_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct measured *map = context;
	const struct ff_scene *scene = map->scene;
	size_t start = ff_cost_index(scene->map, 0, y);

	for (int32_t x = 0; x < scene->map->w; x++) {
		size_t i = start + (size_t)x;
		double value = ff_raster_value(map->what->raster, i);

		if (scene->classes->cells[i] != FF_GOAL && !ff_scene_closed(scene, i) &&
		    is_measured(map->what, value))
			entries[x] = level_of(map, value);
		else
			entries[x] = ff_base_entry(&map->base, i);
	}
}

/* Sets the least and the largest value that are drawn: INFINITY and 0 if there are none. */
static void find_range(const struct measured *map, double *least, double *most)
{
	const struct ff_raster *raster = map->what->raster;
	size_t n = ff_raster_numbers(raster);

	*least = (double)INFINITY;
	*most = 0;
	for (size_t i = 0; i < n; i++) {
		double value = ff_raster_value(raster, i);

		if (map->scene->classes->cells[i] == FF_GOAL || !is_measured(map->what, value))
			continue;
		*least = fmin(*least, value);
		*most = fmax(*most, value);
	}
}

/* Sets edges of equal ratios: each is the geometric mean of those around it. */
static void set_ratios(double edges[FF_LEGEND_EDGES + 1], double first, double last)
{
	edges[0] = first;
	edges[FF_LEGEND_EDGES] = last;
	for (int step = FF_LEGEND_EDGES; step > 1; step /= 2)
		for (int i = step / 2; i < FF_LEGEND_EDGES; i += step)
			edges[i] = sqrt(edges[i - step / 2] * edges[i + step / 2]);
}

/* Sets the edges, and the bar of the legend unless nothing is drawn. */
static void set_scale(struct measured *map, struct ff_picture *picture)
{
	enum { SPAN = 1000000 }; /* of ratios: smaller values are shown as the least one */
	struct ff_legend *legend = &picture->legend;
	double least, most, first = 0, last;

	find_range(map, &least, &most);
	if (least > most)
		return;
	/* Even scales have one decimal in print. */
	last = picture->style->range != 0 ? picture->style->range
	       : map->what->ratios        ? ff_style_round_up(most)
	       : most < 1                 ? fmax(floor(most * 10 + 0.999999), 1) / 10
					  : ff_style_round_away(most);
	if (map->what->ratios) {
		first = ff_style_round_down(fmin(fmax(least, last / SPAN), last));
		last = fmax(last, first);
		set_ratios(map->edges, first, last);
		legend->less = least < first;
		legend->edges = map->edges;
	} else {
		for (int i = 0; i <= FF_LEGEND_EDGES; i++)
			map->edges[i] = last * i / FF_LEGEND_EDGES;
		legend->parts = true;
	}
	ff_legend_scale(legend, picture->fills, LEVELS, first, last, most);
}

/* Sets the colours: what does not stand out fades into the ground. */
static void set_levels(const struct ff_draw_measure *what, struct ff_picture *picture)
{
	ff_palette_strengths(picture->fills, LEVELS, picture->style->colormap);
	for (int low = 0, high = LEVELS - 1; what->small && low < high; low++, high--) {
		struct ff_fill fill = picture->fills[low];

		picture->fills[low] = picture->fills[high];
		picture->fills[high] = fill;
	}
}

/* Opens the ground, paler than elsewhere: its colours lie beside those of the measure. */
static void open_ground(struct measured *map, struct ff_picture *picture)
{
	size_t first = picture->legend.count;
	int end = ff_base_open(&map->base, picture, LEVELS);

	for (int i = LEVELS; i < end; i++)
		picture->fills[i].colour = ff_palette_pale(picture->fills[i].colour);
	for (size_t i = first; i < picture->legend.count; i++)
		picture->legend.items[i].fill.colour =
			ff_palette_pale(picture->legend.items[i].fill.colour);
}

enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_page *page,
			       struct ff_error *err)
{
	struct measured map = {.scene = scene, .what = what};
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	set_levels(what, &picture);
	ff_picture_cells(&picture, measure_row, &map);
	ff_legend_title(&picture.legend, "%s", what->title);
	set_scale(&map, &picture);
	ff_picture_list_classes(&picture);
	open_ground(&map, &picture);
	return ff_marks_paint(&picture, page, err);
}
