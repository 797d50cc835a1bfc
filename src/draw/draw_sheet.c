/* A contact sheet: small pictures of many maps, with their names below them. */
#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/layout.h"
#include "draw/surface.h"

enum {
	SIDE = FF_DRAW_TILE, /* pixels of a tile */
	GAP = 16,            /* between two */
	FRAME = 4,           /* pixels of a frame's width */
	WORDS = 20,          /* characters of a line below a tile */
	LINES = 3,           /* the name, and two of the note */
	COLUMNS = 30,        /* at most */
};

struct sheet {
	const struct ff_draw_tile *tiles;
	size_t count;
	int32_t columns;
	const char *title;
	struct ff_type type;
	struct ff_layout layout;
};

/* Returns the corner of a tile: the place of its picture. */
static struct ff_point corner_of(const struct sheet *sheet, size_t i)
{
	int32_t high = SIDE + GAP + LINES * sheet->type.h;
	int32_t column = (int32_t)(i % (size_t)sheet->columns);
	int32_t row = (int32_t)(i / (size_t)sheet->columns);

	return (struct ff_point){GAP + column * (SIDE + GAP), 2 * GAP + sheet->type.h + row * high};
}

/* Returns the place in a text behind that many characters. */
static const char *skip_characters(const char *text, size_t count)
{
	for (; *text != '\0' && count > 0; count--)
		for (text++; ff_type_continues(*text);)
			text++;
	return text;
}

/* Writes a line of a text, from a number of characters on. */
static void write_line(const struct sheet *sheet, struct ff_surface *on, struct ff_point at,
		       const char *text, size_t skipped)
{
	char line[4 * WORDS + 1];
	const char *from = skip_characters(text, skipped), *end = skip_characters(from, WORDS);

	snprintf(line, sizeof line, "%.*s", (int)(end - from), from);
	on->text(on, at, FF_SURFACE_START, &sheet->type, line, ff_palette_colour(FF_PALETTE_INK));
}

static enum ff_status paint_sheet(struct ff_surface *on, const void *context, struct ff_error *err)
{
	struct ff_fill fills[256];
	const struct sheet *sheet = context;
	double high = sheet->type.h;

	(void)err;
	ff_palette_fills(fills);
	on->layer(on, "sheet", FF_SURFACE_PAGE);
	on->text(on, (struct ff_point){GAP, GAP + high / 2}, FF_SURFACE_START, &sheet->type,
		 sheet->title, ff_palette_colour(FF_PALETTE_INK));
	for (size_t i = 0; i < sheet->count; i++) {
		const struct ff_draw_tile *tile = &sheet->tiles[i];
		struct ff_point at = corner_of(sheet, i);
		size_t count;

		if (tile->entries == NULL)
			on->fill(on, at.x, at.y, SIDE, SIDE, &fills[FF_PALETTE_NOT_COMPUTED]);
		if (tile->frame != FF_DRAW_FRAME_NONE)
			ff_surface_frame(on, at.x, at.y, SIDE, SIDE, 1, FRAME,
					 tile->frame == FF_DRAW_FRAME_FAILED
						 ? ff_palette_colour(FF_PALETTE_GOAL)
						 : ff_palette_accent);
		/* A name's end says more than its beginning. */
		count = 0;
		for (const char *at_name = tile->name; *at_name != '\0'; count++)
			at_name = skip_characters(at_name, 1);
		for (int line = 0; line < LINES; line++) {
			at.y = corner_of(sheet, i).y + SIDE + FRAME + high * (line + 0.75);
			write_line(sheet, on, at, line == 0 ? tile->name : tile->note,
				   line > 0        ? (size_t)(line - 1) * WORDS
				   : count > WORDS ? count - WORDS
						   : 0);
		}
	}
	return FF_OK;
}

/* Copies the cells of a tile to the middle of its place. */
static void put_tile(const struct sheet *sheet, size_t i, struct ff_bitmap *to)
{
	const struct ff_draw_tile *tile = &sheet->tiles[i];
	struct ff_point at = corner_of(sheet, i);
	struct ff_fill fills[256];
	int32_t times = SIDE / (tile->w > tile->h ? tile->w : tile->h);
	int32_t left, top;

	times = times > 1 ? times : 1;
	left = (int32_t)at.x + (SIDE - tile->w * times) / 2;
	top = (int32_t)at.y + (SIDE - tile->h * times) / 2;
	ff_palette_fills(fills);
	ff_palette_levels(fills, tile->colormap);
	for (int32_t y = 0; y < tile->h * times; y++)
		for (int32_t x = 0; x < tile->w * times; x++)
			to->pixels[(size_t)(top + y) * (size_t)to->w + (size_t)(left + x)] =
				fills[tile->entries[y / times * tile->w + x / times]].colour;
}

enum ff_status ff_draw_sheet(const struct ff_draw_tile *tiles, size_t count, const char *title,
			     struct ff_page *page, struct ff_error *err)
{
	struct sheet sheet = {.tiles = tiles, .count = count, .title = title};
	struct ff_point end;
	enum ff_status st;

	sheet.type = ff_type_within(SIDE + GAP - 4, GAP + 2, WORDS);
	sheet.columns = (int32_t)fmin(ceil(sqrt((double)count * 1.4)), COLUMNS);
	sheet.columns = sheet.columns < 4 ? 4 : sheet.columns;
	end = corner_of(&sheet,
			count > 0 ? (count - 1) / (size_t)sheet.columns * (size_t)sheet.columns
				  : 0);
	sheet.layout = (struct ff_layout){
		.wide = GAP + (int64_t)sheet.columns * (SIDE + GAP),
		.high = (int64_t)end.y + SIDE + GAP + GAP + (int64_t)LINES * sheet.type.h,
		.scale = 1,
		.block = 1,
		.unit = 1,
		.type = sheet.type,
		.counter = -1,
		.legend = -1,
	};
	sheet.layout.w = sheet.layout.wide;
	sheet.layout.h = sheet.layout.high;
	st = ff_page_paint(page, &sheet.layout, title, paint_sheet, &sheet, err);
	for (size_t i = 0; i < count && st == FF_OK; i++)
		if (tiles[i].entries != NULL)
			put_tile(&sheet, i, &page->bitmap);
	return st;
}
