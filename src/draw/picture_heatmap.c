#include "draw/picture.h"

#include <math.h>

enum { STRETCH = 256 }; /* values that are read at a time */

static uint8_t colour_of(const struct ff_heatmap *map, double value)
{
	double level = (value - map->least) * (FF_PALETTE_LEVELS - 1) / map->span;

	return (uint8_t)(level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1);
}

/* Sets the entries of whole numbers, where least is 0, without a division, as colour_of() does.
 * 'whole' is a little too large, so that a whole quotient is not missed; no other quotient is that
 * near to the next whole number.
 */
static void read_whole(const struct ff_heatmap *map, size_t start, int n, uint8_t *colours)
{
	const uint32_t *value = map->scene->field->u32 + start;
	double whole = map->whole;

	/* Cells without a value get another colour later. */
	for (int i = 0; i < n; i++) {
		double level = (double)(int32_t)value[i] * whole;

		level = level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1;
		colours[i] = (uint8_t)(int32_t)level;
	}
}

static void read_any(const struct ff_heatmap *map, size_t start, int n, uint8_t *colours)
{
	double value[STRETCH];

	ff_raster_values(&map->raster, start, (size_t)n, value);
	for (int i = 0; i < n; i++)
		colours[i] = colour_of(map, value[i]);
}

/* Gives n cells that are not reached the entry of their class. */
static void set_classes(const uint8_t *classes, int n, uint8_t *colours)
{
	uint8_t fixed[STRETCH];

	/* In two loops, so that compilers make vector code. */
	for (int i = 0; i < n; i++)
		fixed[i] = ff_palette_class(classes[i], 0);
	for (int i = 0; i < n; i++)
		colours[i] = classes[i] == FF_REACHED ? colours[i] : fixed[i];
}

static void heatmap_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_heatmap *map = context;
	const struct ff_scene *scene = map->scene;
	const uint8_t *classes = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->field->w; x += STRETCH) {
		int n = scene->field->w - x < STRETCH ? scene->field->w - x : STRETCH;
		size_t start = ff_cost_index(scene->cost, x, y);

		if (map->whole > 0)
			read_whole(map, start, n, colours + x);
		else
			read_any(map, start, n, colours + x);
		set_classes(classes + x, n, colours + x);
	}
	ff_picture_close(scene, y, colours);
}

/* Returns the levels a unit for read_whole(); 0: it does not fit this field. */
static double whole_of(const struct ff_heatmap *map)
{
	const struct ff_field *field = map->scene->field;

	if (field->type != FF_FIELD_U32 || field->unit != 1 || field->zero != 0 ||
	    map->least != 0 || floor(map->span) != map->span || map->span > UINT32_MAX ||
	    map->scene->largest > INT32_MAX)
		return 0;
	return (FF_PALETTE_LEVELS - 1) / map->span * (1 + 0x1p-50);
}

void ff_heatmap_open(struct ff_heatmap *map, struct ff_picture *picture, bool pale)
{
	const struct ff_scene *scene = picture->scene;
	const struct ff_style *style = picture->style;
	struct ff_style_range range = ff_style_range(style, scene);

	*map = (struct ff_heatmap){.scene = scene,
				   .raster = ff_raster_of_field(scene->field),
				   .least = range.first,
				   .span = range.last > range.first ? range.last - range.first : 1};
	map->whole = whole_of(map);
	picture->pale = pale;
	ff_palette_levels(picture->fills, style->colormap);
	for (int i = 0; i < FF_PALETTE_LEVELS && pale; i++)
		picture->fills[i].colour = ff_palette_pale(picture->fills[i].colour);
	ff_picture_cells(picture, heatmap_row, map);
	ff_legend_title(&picture->legend, scene->flee ? "cost to flee" : "cost to reach the goal");
	if (scene->classes->count[FF_REACHED] > 0)
		ff_legend_scale(&picture->legend, picture->fills, FF_PALETTE_LEVELS, range.first,
				range.last, scene->largest);
	ff_picture_list_classes(picture);
}
