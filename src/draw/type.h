/*
 * Type: the letters of pictures, DejaVu Sans at any size.
 */
#ifndef FF_DRAW_TYPE_H
#define FF_DRAW_TYPE_H

#include <stdbool.h>
#include <stdint.h>

/* A size of type, in pixels. */
struct ff_type {
	int w, h;      /* of a digit, and of a line; 0: none */
	double dx, dy; /* the way along a line, of length 1, y down; 0,0: to the right */
};

/* Returns the type of a picture whose longer side has that many pixels: it can be read where all of
 * the picture is on a screen. */
struct ff_type ff_type_for(int64_t pixels);

/* Returns the largest type in which that many digits fit into w x h pixels; none if there is none.
 */
struct ff_type ff_type_within(double w, double h, int digits);

/* Returns the size of the letters, in pixels: of what printers call an em. */
static inline double ff_type_size(const struct ff_type *type)
{
	return type->w * 1.5625;
}

/* Returns how far below the middle of a line its letters stand, in pixels. */
static inline double ff_type_base(const struct ff_type *type)
{
	return type->w * 0.5625;
}

/* Returns true if a byte of UTF-8 is not the first one of its character. */
static inline bool ff_type_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Returns the width of a text in pixels. */
int64_t ff_type_width(const struct ff_type *type, const char *text);

/* A character's picture. */
struct ff_glyph {
	int x, y, w, h;  /* its first pixel from the pen and the base line, and its size */
	uint8_t *covers; /* [w*h] how much of a pixel it covers, 0..255; free(); NULL: nothing */
	double advance;  /* pixels from this to the next character */
};

/*
 * Draws the first character of a text ('?': one that the font lacks) and moves 'text' to the next.
 *
 *   x, y  where the pen is in its pixel: 0..1
 *
 * Returns false, and there is nothing to free, if memory ran out.
 */
bool ff_type_draw(const struct ff_type *type, const char **text, double x, double y,
		  struct ff_glyph *glyph);

/* [] a TrueType file, made by scripts/make_font */
extern const uint8_t ff_font[];

#endif
