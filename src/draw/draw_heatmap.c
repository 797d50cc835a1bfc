#include "draw/draw_heatmap.h"

#include <math.h>

#include "draw/canvas.h"
#include "draw/closed.h"
#include "draw/contour.h"
#include "draw/legend.h"
#include "draw/marker.h"
#include "draw/values.h"

struct heatmap {
	const struct ff_scene *scene;
	double least, span; /* the value that has the first colour, and how far off is the last */
	double whole;       /* levels a unit, where cells and 'span' are whole numbers; or 0 */
};

static uint8_t colour_of(const struct heatmap *map, double value)
{
	double level = (value - map->least) * (FF_COLORMAP_LEVELS - 1) / map->span;

	return (uint8_t)(level < FF_COLORMAP_LEVELS - 1 ? level : FF_COLORMAP_LEVELS - 1);
}

/* Of cells that are not merely reached. */
static const uint8_t fixed[FF_CLASSES] = {
	[FF_GOAL] = FF_COLORMAP_GOAL,
	[FF_UNREACHED] = FF_COLORMAP_UNREACHED,
	[FF_WALL] = FF_COLORMAP_WALL,
};

/*
 * What colour_of() would say of whole numbers, where least is 0, without a division:
 * 'whole' is too large by a hair, so that a quotient that is whole is not missed, and
 * of the others none is so near to the next one above.
 */
static void read_whole(const struct heatmap *map, size_t start, int n, uint8_t *colours)
{
	const uint32_t *value = map->scene->field->u32 + start;
	double whole = map->whole;

	/* Those without a value get another colour later. */
	for (int i = 0; i < n; i++) {
		double level = (double)(int32_t)value[i] * whole;

		level = level < FF_COLORMAP_LEVELS - 1 ? level : FF_COLORMAP_LEVELS - 1;
		colours[i] = (uint8_t)(int32_t)level;
	}
}

static void read_any(const struct heatmap *map, size_t start, int n, uint8_t *colours)
{
	double value[FF_VALUES_STRETCH];

	ff_values_read(map->scene->field, start, n, value);
	for (int i = 0; i < n; i++)
		colours[i] = colour_of(map, value[i]);
}

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct heatmap *map = context;
	const struct ff_scene *scene = map->scene;
	const uint8_t *classes = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->field->w; x += FF_VALUES_STRETCH) {
		int n = scene->field->w - x < FF_VALUES_STRETCH ? scene->field->w - x
								: FF_VALUES_STRETCH;
		size_t start = ff_cost_index(scene->cost, x, y);

		if (map->whole > 0)
			read_whole(map, start, n, colours + x);
		else
			read_any(map, start, n, colours + x);
		for (int i = 0; i < n; i++) {
			uint8_t class = classes[x + i];
			uint8_t other = class == FF_WALL        ? FF_COLORMAP_WALL
					: class == FF_UNREACHED ? FF_COLORMAP_UNREACHED
								: FF_COLORMAP_GOAL;

			colours[x + i] = class == FF_REACHED ? colours[x + i] : other;
		}
		for (int i = 0; i < n && scene->cost != scene->map; i++)
			if (ff_scene_closed(scene, start + (size_t)i))
				colours[x + i] = FF_COLORMAP_CLOSED;
	}
}

/* Contours run into cells that have no value; those are put right here. */
static void draw_contours(struct ff_image *image, const struct heatmap *map,
			  const struct ff_style *style)
{
	const struct ff_classes *classes = map->scene->classes;
	int scale = style->scale;

	ff_contour_draw(image, map->scene->field, scale, map->least, map->least + map->span,
			style->contours);
	for (int32_t y = 0; y < classes->h; y++)
		for (int32_t x = 0; x < classes->w; x++) {
			size_t i = ff_cost_index(map->scene->cost, x, y);

			if (classes->cells[i] == FF_WALL || classes->cells[i] == FF_UNREACHED)
				ff_canvas_rectangle(
					image, (int64_t)x * scale, (int64_t)y * scale, scale, scale,
					ff_scene_closed(map->scene, i) ? FF_COLORMAP_CLOSED
								       : fixed[classes->cells[i]]);
		}
}

static void draw_value(struct ff_image *image, int64_t left, int64_t top, int scale,
		       const struct ff_canvas_font *font, const char *text, int length,
		       uint8_t under)
{
	int64_t wide = length * font->w;

	left += (scale - wide + 1) / 2;
	top += (scale - font->h + 1) / 2;
	/* On a box of the cell's colour, so that no line strikes it out. */
	ff_canvas_rectangle(image, left - 1, top, wide + 1, font->h, under);
	ff_canvas_text(image, font, left, top, text, ff_colormap_ink(image->palette[under]));
}

static void draw_values(struct ff_image *image, const struct heatmap *map, int scale)
{
	const struct ff_scene *scene = map->scene;
	const struct ff_field *field = scene->field;
	const struct ff_canvas_font *font = ff_style_values_font(scale, ff_style_characters(scene));
	int decimals = ff_style_decimals(field);

	if (font == NULL)
		font = &ff_canvas_small; /* for those that are short enough */
	for (int32_t y = 0; y < field->h; y++)
		for (int32_t x = 0; x < field->w; x++) {
			size_t i = ff_cost_index(scene->cost, x, y);
			double value = ff_field_value(field, i);
			char text[FF_STYLE_PRINT];
			int length;

			if (value == FF_FIELD_NONEF)
				continue;
			length = ff_style_print(text, value, decimals);
			if (ff_style_values_font(scale, length) != NULL)
				draw_value(image, (int64_t)x * scale, (int64_t)y * scale, scale,
					   font, text, length,
					   scene->classes->cells[i] == FF_GOAL
						   ? FF_COLORMAP_GOAL
						   : colour_of(map, value));
		}
}

/* Levels a unit for read_whole(); 0: not for this field. */
static double whole_of(const struct heatmap *map)
{
	const struct ff_field *field = map->scene->field;

	if (field->type != FF_FIELD_U32 || field->unit != 1 || field->zero != 0 ||
	    map->least != 0 || floor(map->span) != map->span || map->span > UINT32_MAX ||
	    map->scene->largest > INT32_MAX)
		return 0;
	return (FF_COLORMAP_LEVELS - 1) / map->span * (1 + 0x1p-50);
}

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	double most = style->range != 0 ? style->range : scene->largest;
	struct heatmap map = {.scene = scene,
			      .least = scene->least,
			      .span = most > scene->least ? most - scene->least : 1};
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED];
	struct ff_legend legend = {
		.title = scene->flee ? "flight from the rings: low is safe"
				     : "cost to reach the goal",
		.swatches = swatches,
		.count = ff_legend_scene(scene, swatches),
		.levels = FF_COLORMAP_LEVELS,
		.stride = 1,
		.first = scene->least,
		.last = most,
		.more = most < scene->largest,
	};
	enum ff_status st;

	map.whole = whole_of(&map);
	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	ff_colormap_fill(image, style->colormap);
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, row, &map, machine);
	if (style->contours > 0)
		draw_contours(image, &map, style);
	ff_marker_goals(image, scene, style->scale, FF_COLORMAP_GOAL);
	if (style->values)
		draw_values(image, &map, style->scale);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}
