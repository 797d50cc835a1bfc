/*
 * The first seven hues are those of M. Okabe and K. Ito, "Color universal design",
 * 2008.  The others were added one by one as by C. Glasbey, G. van der Heijden,
 * V. Toh and A. Gray, "Colour displays for categorical images", 2007: each as far
 * as can be from all before it and from the fixed colours, to eyes with all cones,
 * without red or without green ones, whichever see them nearest (in B. Ottosson's
 * Oklab, of lightness 0.5..0.9 and chroma 0.06..0.19).
 */
#include "draw/pictures.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/marker.h"

enum {
	HUES = 24,
	SHADES = 3,   /* of each hue: itself, darker, lighter */
	NAMES = 12,   /* in the legend, at most */
	BORDERED = 4, /* the least scale at which a line leaves enough of a cell */
};

static const struct ff_colour hues[HUES] = {
	{86, 180, 233},  {230, 159, 0},   {0, 158, 115},  {204, 121, 167}, {240, 228, 66},
	{0, 114, 178},   {213, 94, 0},    {180, 24, 84},  {132, 120, 252}, {144, 180, 120},
	{132, 252, 156}, {180, 204, 252}, {144, 84, 0},   {96, 216, 108},  {60, 120, 120},
	{252, 132, 228}, {36, 144, 0},    {72, 84, 204},  {96, 132, 204},  {180, 84, 84},
	{144, 60, 144},  {252, 192, 24},  {156, 132, 84}, {72, 156, 180},
};

/* What goals and cells without a label have. */
static const uint8_t fixed[FF_CLASSES] = {
	[FF_GOAL] = FF_COLORMAP_GOAL,
	[FF_REACHED] = FF_COLORMAP_PAPER,
	[FF_UNREACHED] = FF_COLORMAP_UNREACHED,
	[FF_WALL] = FF_COLORMAP_WALL,
	[FF_NOT_COMPUTED] = FF_COLORMAP_NOT_COMPUTED,
	[FF_NOT_YET] = FF_COLORMAP_NOT_YET,
};

struct picture {
	const struct ff_scene *scene;
	const struct ff_draw_labels *what;
};

static void fill_hues(struct ff_image *image)
{
	for (int i = 0; i < HUES; i++) {
		struct ff_colour c = hues[i];

		image->palette[i] = c;
		image->palette[i + HUES] = (struct ff_colour){
			(uint8_t)(c.r * 3 / 4), (uint8_t)(c.g * 3 / 4), (uint8_t)(c.b * 3 / 4)};
		image->palette[i + 2 * HUES] = (struct ff_colour){
			(uint8_t)(c.r + (255 - c.r) * 2 / 5), (uint8_t)(c.g + (255 - c.g) * 2 / 5),
			(uint8_t)(c.b + (255 - c.b) * 2 / 5)};
	}
}

static uint8_t colour_of_label(const struct ff_draw_labels *what, uint32_t label)
{
	uint32_t last = what->labels->count - 1;

	if (!what->ordered)
		return (uint8_t)(label % (HUES * SHADES));
	return (uint8_t)(last == 0 ? 0 : (uint64_t)label * (FF_COLORMAP_LEVELS - 1) / last);
}

static uint8_t colour_of(const struct picture *picture, size_t i)
{
	enum ff_class class = (enum ff_class)picture->scene->classes->cells[i];
	uint32_t label = picture->what->labels->cells[i];

	if (ff_scene_closed(picture->scene, i))
		return FF_COLORMAP_CLOSED;
	if (class == FF_GOAL || label == FF_LABELS_NONE)
		return fixed[class];
	return colour_of_label(picture->what, label);
}

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct picture *picture = context;
	size_t start = ff_cost_index(picture->scene->map, 0, y);

	for (int32_t x = 0; x < picture->scene->map->w; x++)
		colours[x] = colour_of(picture, start + (size_t)x);
}

static bool is_border(const uint32_t *a, const uint32_t *b)
{
	return *a != *b && *a != FF_LABELS_NONE && *b != FF_LABELS_NONE;
}

/* Lines lie half on either side. */
static void draw_borders(struct ff_image *image, const struct ff_labels *labels, int scale)
{
	int thick = 1 + scale / 8;

	for (int32_t y = 0; y < labels->h; y++)
		for (int32_t x = 0; x < labels->w; x++) {
			const uint32_t *cell = labels->cells + (size_t)y * (size_t)labels->w + x;
			int64_t left = (int64_t)x * scale, right = left + scale - thick / 2;
			int64_t top = (int64_t)y * scale, bottom = top + scale - thick / 2;

			if (x + 1 < labels->w && is_border(cell, cell + 1))
				ff_canvas_rectangle(image, right, top, thick, scale,
						    FF_COLORMAP_INK);
			if (y + 1 < labels->h && is_border(cell, cell + labels->w))
				ff_canvas_rectangle(image, left, bottom, scale, thick,
						    FF_COLORMAP_INK);
		}
}

/* What the legend lists. */
struct list {
	struct ff_legend_swatch swatches[NAMES + 1 + FF_LEGEND_FIXED];
	size_t count;
	char more[32];
};

static void list_names(struct list *list, const struct ff_draw_labels *what)
{
	uint32_t shown = what->named < NAMES ? what->named : NAMES;
	size_t cells = (size_t)what->labels->w * (size_t)what->labels->h;
	bool seen[NAMES] = {false};

	for (size_t i = 0; i < cells; i++)
		if (what->labels->cells[i] < NAMES)
			seen[what->labels->cells[i]] = true;
	for (uint32_t i = 0; i < shown; i++)
		if (seen[i])
			list->swatches[list->count++] =
				(struct ff_legend_swatch){colour_of_label(what, i), what->names[i]};
	if (shown == 0 || shown == what->labels->count)
		return;
	snprintf(list->more, sizeof list->more, "and %" PRIu32 " more",
		 what->labels->count - shown);
	list->swatches[list->count++] = (struct ff_legend_swatch){FF_COLORMAP_PAPER, list->more};
}

static void list_fixed(struct list *list, const struct picture *picture)
{
	const struct ff_cost *map = picture->scene->map;
	size_t cells = (size_t)map->w * (size_t)map->h;
	struct ff_legend_swatch others[FF_LEGEND_FIXED];
	size_t count = ff_legend_scene(picture->scene, others);
	bool seen[FF_COLORMAP_END] = {false};

	for (size_t i = 0; i < cells; i++)
		seen[colour_of(picture, i)] = true;
	for (size_t i = 0; i < count; i++)
		if (seen[others[i].colour])
			list->swatches[list->count++] = others[i];
}

enum ff_status ff_draw_labels(const struct ff_scene *scene, const struct ff_draw_labels *what,
			      const struct ff_style *style, struct ff_image *image,
			      const struct ff_machine *machine, struct ff_error *err)
{
	const struct picture picture = {scene, what};
	int32_t w = scene->map->w, h = scene->map->h;
	struct list list = {.count = 0};
	struct ff_legend legend = {.title = what->title, .swatches = list.swatches};
	enum ff_status st;

	list_names(&list, what);
	list_fixed(&list, &picture);
	legend.count = list.count;
	if ((st = ff_legend_canvas(image, w, h, style, &legend, err)) != FF_OK)
		return st;
	if (what->ordered)
		ff_colormap_fill(image, style->colormap);
	else
		fill_hues(image);
	ff_canvas_cells(image, w, h, style->scale, row, &picture, machine);
	if (what->borders && style->scale >= BORDERED)
		draw_borders(image, what->labels, style->scale);
	ff_marker_goals(image, scene, style->scale, FF_COLORMAP_GOAL);
	ff_legend_draw(image, w, h, style, &legend);
	return FF_OK;
}
