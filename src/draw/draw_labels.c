#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/memory.h"
#include "draw/picture.h"

enum {
	HUES = FF_PALETTE_HUES,
	SHADES = 3,   /* of each hue: itself, darker, lighter */
	NAMES = 12,   /* in the legend, at most */
	BORDERED = 4, /* the least scale at which a line leaves enough of a cell */
};

struct labelled {
	const struct ff_scene *scene;
	const struct ff_draw_labels *what;
};

static void fill_hues(struct ff_image *image)
{
	static const struct ff_colour black = {0, 0, 0};

	for (int i = 0; i < HUES; i++) {
		struct ff_colour hue = ff_palette_hues[i];

		image->palette[i] = hue;
		image->palette[i + HUES] = ff_palette_mix(black, hue, 3, 4);
		image->palette[i + 2 * HUES] = ff_palette_mix(hue, ff_palette_white, 2, 5);
	}
}

static uint8_t colour_of_label(const struct ff_draw_labels *what, uint32_t label)
{
	uint32_t last = what->labels->count - 1;

	if (!what->ordered)
		return (uint8_t)(label % (HUES * SHADES));
	return (uint8_t)(last == 0 ? 0 : (uint64_t)label * (FF_PALETTE_LEVELS - 1) / last);
}

static uint8_t colour_of(const struct labelled *map, size_t i)
{
	enum ff_class class = (enum ff_class)map->scene->classes->cells[i];
	uint32_t label = map->what->labels->cells[i];

	if (ff_scene_closed(map->scene, i))
		return FF_PALETTE_CLOSED;
	if (class == FF_GOAL || label == FF_LABELS_NONE)
		return ff_palette_class((uint8_t) class, FF_PALETTE_PAPER);
	return colour_of_label(map->what, label);
}

static void label_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct labelled *map = context;
	size_t start = ff_cost_index(map->scene->map, 0, y);

	for (int32_t x = 0; x < map->scene->map->w; x++)
		colours[x] = colour_of(map, start + (size_t)x);
}

static bool is_border(const uint32_t *a, const uint32_t *b)
{
	return *a != *b && *a != FF_LABELS_NONE && *b != FF_LABELS_NONE;
}

/* Draws lines that lie half on either side of a border. */
static void draw_borders(const void *context, struct ff_picture_pixels *pixels)
{
	const struct labelled *map = context;
	const struct ff_labels *labels = map->what->labels;
	struct ff_image *image = pixels->image;
	int scale = pixels->scale, thick = 1 + scale / 8;

	for (int32_t y = 0; y < labels->h; y++)
		for (int32_t x = 0; x < labels->w; x++) {
			const uint32_t *cell = labels->cells + (size_t)y * (size_t)labels->w + x;
			int64_t left = (int64_t)x * scale, right = left + scale - thick / 2;
			int64_t top = (int64_t)y * scale, bottom = top + scale - thick / 2;

			if (x + 1 < labels->w && is_border(cell, cell + 1))
				ff_canvas_rectangle(image, right, top, thick, scale,
						    FF_PALETTE_INK);
			if (y + 1 < labels->h && is_border(cell, cell + labels->w))
				ff_canvas_rectangle(image, left, bottom, scale, thick,
						    FF_PALETTE_INK);
		}
}

/* The legend. */
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
	list->swatches[list->count++] = (struct ff_legend_swatch){FF_PALETTE_PAPER, list->more};
}

static void list_fixed(struct list *list, const struct labelled *map)
{
	size_t cells = (size_t)map->scene->map->w * (size_t)map->scene->map->h;
	struct ff_legend_swatch others[FF_LEGEND_FIXED];
	size_t count = ff_legend_scene(map->scene, others);
	bool seen[FF_PALETTE_END] = {false};

	for (size_t i = 0; i < cells; i++)
		seen[colour_of(map, i)] = true;
	for (size_t i = 0; i < count; i++)
		if (seen[others[i].colour])
			list->swatches[list->count++] = others[i];
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	const struct labelled *map = picture->context;

	if (map->what->ordered)
		ff_palette_fill(image, picture->style->colormap);
	else
		fill_hues(image);
}

enum ff_status ff_draw_labels(const struct ff_scene *scene, const struct ff_draw_labels *what,
			      const struct ff_style *style, struct ff_image *image,
			      const struct ff_machine *machine, struct ff_error *err)
{
	struct labelled map = {scene, what};
	struct list list = {.count = 0};
	struct ff_picture picture = {
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.row = label_row,
		.palette = set_palette,
		.context = &map,
		.legend = {.title = what->title, .swatches = list.swatches},
	};

	list_names(&list, what);
	list_fixed(&list, &map);
	picture.legend.count = list.count;
	if (what->borders && style->scale >= BORDERED)
		ff_picture_add(&picture, FF_MARK_OWN)->own = draw_borders;
	ff_picture_add(&picture, FF_MARK_GOALS);
	return ff_picture_draw(&picture, image, err);
}

enum ff_status ff_draw_mask(const struct ff_labels *labels, struct ff_image *image,
			    struct ff_error *err)
{
	uint8_t *pixels = ff_memory_cells(labels->w, labels->h, 1);

	if (pixels == NULL)
		return ff_status_nomem(err, "a mask");
	*image = (struct ff_image){
		.w = labels->w, .h = labels->h, .colours = 256, .numbers = true, .pixels = pixels};
	/* Programs that read only the pixels find the same numbers. */
	for (int i = 0; i < 256; i++)
		image->palette[i] = (struct ff_colour){(uint8_t)i, (uint8_t)i, (uint8_t)i};
	for (size_t i = 0; i < (size_t)labels->w * (size_t)labels->h; i++)
		pixels[i] = labels->cells[i] == FF_LABELS_NONE ? 0 : 255;
	return FF_OK;
}
