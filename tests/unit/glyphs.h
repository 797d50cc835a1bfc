/*
 * Reading text out of a picture, glyph by glyph.
 */
#ifndef GLYPHS_H
#define GLYPHS_H

#include "draw/canvas.h"
#include "draw/palette.h"

#include <stdbool.h>
#include <string.h>

/* glyphs_match() tells whether the cell at x,y shows 'c' in ink, and nothing else in ink. */
static inline bool glyphs_match(const struct ff_image *image, const struct ff_canvas_font *font,
				int64_t x, int64_t y, char c)
{
	const uint16_t *glyph = font->words + (c - ' ') * font->h;

	if (x < 0 || y < 0 || x + font->w > image->w || y + font->h > image->h)
		return false;
	for (int row = 0; row < font->h; row++)
		for (int bit = 0; bit < font->w; bit++) {
			bool ink = image->pixels[(y + row) * image->w + x + bit] == FF_PALETTE_INK;

			if (ink != (glyph[row] >> (15 - bit) & 1))
				return false;
		}
	return true;
}

/* glyphs_are() tells whether 'text' stands at x,y. */
static inline bool glyphs_are(const struct ff_image *image, const struct ff_canvas_font *font,
			      int64_t x, int64_t y, const char *text)
{
	for (; *text != '\0'; text++, x += font->w)
		if (!glyphs_match(image, font, x, y, *text))
			return false;
	return true;
}

/* glyphs_find() looks for 'text' from row 'y' on; true and its place if it is there. */
static inline bool glyphs_find(const struct ff_image *image, const struct ff_canvas_font *font,
			       const char *text, int64_t y, int64_t *at_x, int64_t *at_y)
{
	for (; y + font->h <= image->h; y++)
		for (int64_t x = 0; x + font->w <= image->w; x++)
			if (glyphs_are(image, font, x, y, text)) {
				*at_x = x;
				*at_y = y;
				return true;
			}
	return false;
}

/* glyphs_number() reads the digits and signs of a number from x,y on into 'to' (24 bytes); how
 * many. */
static inline int glyphs_number(const struct ff_image *image, const struct ff_canvas_font *font,
				int64_t x, int64_t y, char *to)
{
	static const char known[] = "0123456789+-.";
	int n = 0;

	while (n < 23) {
		const char *c = known;

		while (*c != '\0' && !glyphs_match(image, font, x, y, *c))
			c++;
		if (*c == '\0')
			break;
		to[n++] = *c;
		x += font->w;
	}
	to[n] = '\0';
	return n;
}

#endif
