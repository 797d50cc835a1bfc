#include "draw/draw_heatmap.h"

#include <string.h>

#include "base/number.h"
#include "draw/canvas.h"
#include "draw/contour.h"
#include "draw/legend.h"
#include "draw/marker.h"

struct heatmap {
	const struct ff_scene *scene;
	uint32_t most; /* the value that has the last colour; >= 1 */
};

static uint8_t colour_of(uint32_t value, uint32_t most)
{
	uint64_t level = (uint64_t)value * (FF_COLORMAP_LEVELS - 1) / most;

	return (uint8_t)(level < FF_COLORMAP_LEVELS ? level : FF_COLORMAP_LEVELS - 1);
}

static void row(const void *context, int32_t y, uint8_t *colours)
{
	static const uint8_t fixed[FF_CLASSES] = {
		[FF_GOAL] = FF_COLORMAP_GOAL,
		[FF_UNREACHED] = FF_COLORMAP_UNREACHED,
		[FF_WALL] = FF_COLORMAP_WALL,
	};
	const struct heatmap *map = context;
	size_t start = ff_cost_index(map->scene->cost, 0, y);
	const uint8_t *class = map->scene->classes->cells + start;
	const uint32_t *value = map->scene->field->cells + start;

	for (int32_t x = 0; x < map->scene->cost->w; x++)
		colours[x] =
			class[x] == FF_REACHED ? colour_of(value[x], map->most) : fixed[class[x]];
}

/* Contours run into cells that have no value; those are put right here. */
static void draw_contours(struct ff_image *image, const struct heatmap *map,
			  const struct ff_style *style)
{
	const struct ff_classes *classes = map->scene->classes;
	int scale = style->scale;

	ff_contour_draw(image, map->scene->field, scale, map->most, style->contours);
	for (int32_t y = 0; y < classes->h; y++)
		for (int32_t x = 0; x < classes->w; x++) {
			enum ff_class class =
				classes->cells[(size_t)y * (size_t)classes->w + (size_t)x];

			if (class == FF_WALL || class == FF_UNREACHED)
				ff_canvas_rectangle(image, (int64_t)x * scale, (int64_t)y * scale,
						    scale, scale,
						    class == FF_WALL ? FF_COLORMAP_WALL
								     : FF_COLORMAP_UNREACHED);
		}
}

/* Numbers lie on a box of their cell's colour, so that no line strikes them out. */
static void draw_values(struct ff_image *image, const struct heatmap *map, int scale)
{
	const struct ff_field *field = map->scene->field;
	const struct ff_canvas_font *font = ff_style_values_font(scale, map->scene->largest);

	if (font == NULL)
		font = &ff_canvas_small; /* for those that are short enough */
	for (int32_t y = 0; y < field->h; y++)
		for (int32_t x = 0; x < field->w; x++) {
			uint32_t value = field->cells[(size_t)y * (size_t)field->w + (size_t)x];
			int64_t left = (int64_t)x * scale, top = (int64_t)y * scale, wide;
			uint8_t under = value == 0 ? FF_COLORMAP_GOAL : colour_of(value, map->most);
			char text[21];

			if (value == FF_FIELD_NONE || ff_style_values_font(scale, value) == NULL)
				continue;
			text[ff_number_print(text, value)] = '\0';
			wide = (int64_t)strlen(text) * font->w;
			left += (scale - wide + 1) / 2;
			top += (scale - font->h + 1) / 2;
			ff_canvas_rectangle(image, left - 1, top, wide + 1, font->h, under);
			ff_canvas_text(image, font, left, top, text,
				       ff_colormap_ink(image->palette[under]));
		}
}

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, struct ff_error *err)
{
	uint32_t most = style->range != 0 ? style->range : scene->largest;
	struct heatmap map = {.scene = scene, .most = most != 0 ? most : 1};
	struct ff_legend legend = {
		.title = "cost to reach the goal",
		.swatches = ff_legend_fixed,
		.count = FF_LEGEND_FIXED,
		.levels = FF_COLORMAP_LEVELS,
		.stride = 1,
		.last = most,
		.more = most < scene->largest,
	};
	enum ff_status st;

	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	ff_colormap_fill(image, style->colormap);
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, row, &map);
	if (style->contours > 0)
		draw_contours(image, &map, style);
	ff_marker_goals(image, scene->goals, style->scale, FF_COLORMAP_GOAL);
	if (style->values)
		draw_values(image, &map, style->scale);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}
