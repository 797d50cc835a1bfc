/* The ground is paper, and dark colours stand out on it: colour maps are reversed where their first
 * colours are the darker ones, as in all but turbo, whose last ones warn.
 */
#include "draw/draw.h"

#include <math.h>

#include "draw/picture.h"

enum {
	PALE = 120, /* colours that are mixed with the ground */
};

struct measured {
	const struct ff_scene *scene;
	const struct ff_draw_measure *what;
	double edges[FF_LEGEND_EDGES +
		     1]; /* [i]  the least value of colour i; the last one ends all */
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED];
	struct ff_legend legend;
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
	return (uint8_t)(below * (FF_PALETTE_LEVELS - 1) / (FF_LEGEND_EDGES - 1));
}

static void measure_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct measured *map = context;
	const struct ff_scene *scene = map->scene;
	size_t start = ff_cost_index(scene->map, 0, y);

	for (int32_t x = 0; x < scene->map->w; x++) {
		size_t i = start + (size_t)x;
		double value = ff_raster_value(map->what->raster, i);
		uint8_t class = scene->classes->cells[i];

		if (ff_scene_closed(scene, i))
			colours[x] = FF_PALETTE_CLOSED;
		else if (class != FF_GOAL && is_measured(map->what, value))
			colours[x] = level_of(map, value);
		else
			colours[x] = ff_palette_class(class, FF_PALETTE_PAPER);
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

static void set_scale(struct measured *map, const struct ff_style *style)
{
	enum { SPAN = 1000000 }; /* of ratios: smaller values are shown as the least one */
	struct ff_legend *legend = &map->legend;
	double least, most, last;

	find_range(map, &least, &most);
	/* In tenths, as in the legend. */
	last = style->range != 0 ? style->range : map->what->ratios ? most : ceil(most * 10) / 10;
	legend->last = last;
	legend->more = last < most;
	legend->levels = most == 0 && !(map->what->small && least == 0) ? 0 : FF_PALETTE_LEVELS;
	if (map->what->ratios && legend->levels > 0) {
		legend->first = ff_style_round_down(fmin(fmax(least, last / SPAN), last));
		legend->less = least < legend->first;
		set_ratios(map->edges, legend->first, fmax(last, legend->first));
		legend->last = map->edges[FF_LEGEND_EDGES];
		legend->edges = map->edges;
		return;
	}
	for (int i = 0; i <= FF_LEGEND_EDGES; i++)
		map->edges[i] = last * i / FF_LEGEND_EDGES;
}

/* Sets the colours; those at the quiet end fade into the ground. */
static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	const struct measured *map = picture->context;
	enum ff_colormap colormap = picture->style->colormap;
	bool small = map->what->small, turned = (colormap == FF_COLORMAP_TURBO) == small;

	ff_palette_set_look(image, FF_PALETTE_MEASURE);
	for (int level = 0; level < FF_PALETTE_LEVELS; level++) {
		int last = FF_PALETTE_LEVELS - 1, quiet = small ? last - level : level;
		int paper = quiet < PALE ? (PALE - quiet) * 3 / 4 : 0;

		image->palette[level] =
			ff_palette_mix(ff_palette_level(colormap, turned ? last - level : level),
				       ff_palette_white, paper, PALE);
	}
}

/* Lists the fixed colours that occur; returns their number. */
static size_t list_classes(const struct ff_scene *scene,
			   struct ff_legend_swatch swatches[FF_LEGEND_FIXED])
{
	size_t all = ff_legend_scene(scene, swatches), count = 0;

	for (size_t i = 0; i < all; i++) {
		uint8_t colour = swatches[i].colour;
		bool none = false;

		for (int class = 0; class < FF_CLASSES; class ++)
			none |= ff_palette_class((uint8_t) class, FF_PALETTE_PAPER) == colour &&
				scene->classes->count[class] == 0;
		if (!none)
			swatches[count++] = swatches[i];
	}
	return count;
}

enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_image *image,
			       const struct ff_machine *machine, struct ff_error *err)
{
	struct measured map = {.scene = scene, .what = what};
	struct ff_picture picture = {
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.row = measure_row,
		.palette = set_palette,
		.context = &map,
	};

	map.legend = (struct ff_legend){
		.title = what->title,
		.swatches = map.swatches,
		.count = list_classes(scene, map.swatches),
		.stride = 1,
		.parts = true,
	};
	set_scale(&map, style);
	picture.legend = map.legend;
	ff_picture_add(&picture, FF_MARK_GOALS);
	return ff_picture_draw(&picture, image, err);
}
