/* Changes lie on the ground, in colours paler than any of theirs.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draw/picture.h"

/* Entries are kinds of change; those of what lies below are classes, which have the fixed ones, or
 * pale greys. */
enum {
	GREY = FF_CHANGE_KINDS,
	GREYS = 32,
	SHADES = GREY + GREYS, /* of values that rose little, then of those that fell little */
	GREYEST = 168,
};

enum {
	PALER = 3, /* shades of a colour */
	EASY = 24, /* pixels of areas that need no frame */
	MANY = 50, /* areas */
};

static uint8_t colour_of_change(const struct ff_draw_difference *what, size_t i)
{
	enum ff_change kind = ff_change_of(what->cells[i]);
	int shade = what->strengths == NULL ? PALER : what->strengths[i] * (PALER + 1) / 256;

	if ((kind != FF_CHANGE_RISEN && kind != FF_CHANGE_FALLEN) || shade == PALER)
		return (uint8_t)kind;
	return (uint8_t)(SHADES + (kind == FF_CHANGE_RISEN ? 0 : PALER) + shade);
}

static uint8_t colour_of(const struct ff_draw_difference *what, size_t i)
{
	if (what->cells[i] != 0)
		return colour_of_change(what, i);
	if (what->classes != NULL)
		return ff_palette_class(what->classes[i], FF_PALETTE_PAPER);
	if (what->greys != NULL)
		return (uint8_t)(GREY + what->greys[i] * GREYS / 256);
	return FF_PALETTE_PAPER;
}

static void difference_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_draw_difference *what = context;
	size_t start = (size_t)y * (size_t)what->w;

	for (int32_t x = 0; x < what->w; x++)
		colours[x] = colour_of(what, start + (size_t)x);
}

/* The legend: the kinds that occur, and what lies below. */
struct list {
	struct ff_legend_swatch swatches[FF_CHANGE_KINDS + 2 + FF_CLASSES];
	bool seen[256]; /* [entry]  it occurs */
	char labels[FF_CHANGE_KINDS][64];
	size_t count;
};

static void add_swatch(struct list *list, int colour, const char *label)
{
	list->swatches[list->count++] = (struct ff_legend_swatch){(uint8_t)colour, label};
}

/* Adds the palest shade that occurs of values that rose or fell little. */
static void list_shade(struct list *list, int first)
{
	for (int i = 0; i < PALER; i++)
		if (list->seen[first + i]) {
			add_swatch(list, first + i, "paler: smaller change");
			return;
		}
}

static void list_kinds(struct list *list, const struct ff_draw_difference *what)
{
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		if (what->count[k] == 0)
			continue;
		snprintf(list->labels[k], sizeof list->labels[k], "%s %" PRIu64, what->names[k],
			 what->count[k]);
		add_swatch(list, k, list->labels[k]);
		if (k == FF_CHANGE_RISEN)
			list_shade(list, SHADES);
		else if (k == FF_CHANGE_FALLEN)
			list_shade(list, SHADES + PALER);
	}
}

static void list_classes(struct list *list, const struct ff_draw_difference *what)
{
	for (int c = 0; c < FF_CLASSES && what->classes != NULL; c++) {
		uint8_t colour = ff_palette_class((uint8_t)c, FF_PALETTE_PAPER);

		if (c != FF_REACHED && list->seen[colour])
			add_swatch(list, colour, what->class_names[c]);
	}
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	(void)picture;
	ff_palette_set_look(image, FF_PALETTE_DIFFERENCE);
	memcpy(image->palette, ff_palette_changes, sizeof ff_palette_changes);
	for (int i = 0; i < GREYS; i++) {
		uint8_t v = (uint8_t)(GREYEST + i * (255 - GREYEST) / (GREYS - 1));

		image->palette[GREY + i] = (struct ff_colour){v, v, v};
	}
	for (int i = 0; i < PALER; i++) {
		image->palette[SHADES + i] = ff_palette_mix(ff_palette_changes[FF_CHANGE_RISEN],
							    ff_palette_white, PALER - i, PALER + 2);
		image->palette[SHADES + PALER + i] =
			ff_palette_mix(ff_palette_changes[FF_CHANGE_FALLEN], ff_palette_white,
				       PALER - i, PALER + 2);
	}
}

/* Draws frames of black between white lines, to be seen on anything. */
static void draw_frames(const void *context, struct ff_picture_pixels *pixels)
{
	const struct ff_draw_difference *what = context;
	int scale = pixels->scale;
	static const uint8_t layers[] = {FF_PALETTE_PAPER, FF_PALETTE_INK, FF_PALETTE_INK,
					 FF_PALETTE_PAPER};

	for (uint32_t a = 0; a < what->area_count && what->area_count <= MANY; a++) {
		const struct ff_change_area *area = &what->areas[a];
		int64_t w = (int64_t)area->w * scale, h = (int64_t)area->h * scale;
		int64_t gap = EASY / 2 - (w < h ? w : h) / 2;

		if (w >= EASY || h >= EASY)
			continue;
		for (int i = 0; i < (int)sizeof layers; i++, gap++)
			ff_canvas_frame(pixels->image, (int64_t)area->x * scale - gap,
					(int64_t)area->y * scale - gap, w + 2 * gap, h + 2 * gap,
					layers[i]);
	}
}

enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_image *image,
				  const struct ff_machine *machine, struct ff_error *err)
{
	struct list list = {.count = 0};
	struct ff_picture picture = {
		.w = what->w,
		.h = what->h,
		.style = style,
		.machine = machine,
		.row = difference_row,
		.palette = set_palette,
		.context = what,
		.legend = {.swatches = list.swatches},
	};

	for (size_t i = 0; i < (size_t)what->w * (size_t)what->h; i++)
		list.seen[colour_of(what, i)] = true;
	list_kinds(&list, what);
	list_classes(&list, what);
	picture.legend.count = list.count;
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_frames;
	return ff_picture_draw(&picture, image, err);
}
