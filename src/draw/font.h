/*
 * Bitmap fonts of printable ASCII, and the sizes of type that pictures use.
 *
 * Names: ff_font, ff_type.
 */
#ifndef FF_DRAW_FONT_H
#define FF_DRAW_FONT_H

#include <stdbool.h>
#include <stdint.h>

struct ff_font {
	int w, h;              /* of a glyph, in pixels; w <= 16 */
	const uint16_t *words; /* [95 * h] */
};

/* From the smallest on, made by scripts/make_font: glyphs of ' '..'~', rows from the top, the
 * leftmost pixel in the highest bit. */
enum { FF_FONT_SIZES = 4 };
extern const struct ff_font ff_font_sizes[FF_FONT_SIZES];

/* A font, each of whose pixels is drawn as times x times pixels. */
struct ff_type {
	const struct ff_font *font;
	int times;
};

/* Returns the type of a picture whose longer side has that many pixels: it can be read where all of
 * the picture is on a screen. */
struct ff_type ff_type_for(int64_t pixels);

/* Returns the largest type in which that many characters fit into w x h pixels; its font is NULL if
 * none does. */
struct ff_type ff_type_within(double w, double h, int characters);

/* Returns the size of a glyph in pixels. */
static inline int ff_type_w(const struct ff_type *type)
{
	return type->font->w * type->times;
}
static inline int ff_type_h(const struct ff_type *type)
{
	return type->font->h * type->times;
}

/* Returns true if a byte of UTF-8 is not the first one of its character. */
static inline bool ff_type_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Returns the width of a text in pixels. */
int64_t ff_type_width(const struct ff_type *type, const char *text);

#endif
