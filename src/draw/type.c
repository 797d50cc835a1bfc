#include "draw/type.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/status.h"

/* Takes a block for stb_truetype, which draws nothing where there is none. */
static void *take(size_t size, bool *failed)
{
	void *block = malloc(size);

	*failed |= block == NULL;
	return block;
}

#define STBTT_malloc(size, failed) take(size, failed)
#define STBTT_free(block, failed)  ((void)(failed), free(block))
#define STBTT_assert(condition)    ((void)(condition)) /* it checks for memory, and goes on */
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>

/* The font in a size. */
struct face {
	stbtt_fontinfo font;
	float scale; /* pixels per unit of the font */
	bool failed; /* memory ran out */
};

static void open_face(struct face *face, const struct ff_type *type)
{
	*face = (struct face){.failed = false};
	face->font.userdata = &face->failed;
	stbtt_InitFont(&face->font, ff_font, 0);
	face->scale = stbtt_ScaleForMappingEmToPixels(&face->font, (float)ff_type_size(type));
}

/* Returns the glyph of the first character of a text, and moves 'text' to the next. */
static int take_glyph(const struct face *face, const char **text)
{
	const unsigned char *at = (const unsigned char *)*text;
	size_t bytes = ff_status_character(*text, strlen(*text));
	int code = bytes == 0 ? '?' : bytes == 1 ? at[0] : at[0] & 0x7f >> bytes, glyph;

	for (size_t i = 1; i < bytes; i++)
		code = code << 6 | (at[i] & 0x3f);
	*text += bytes > 0 ? bytes : 1;
	glyph = stbtt_FindGlyphIndex(&face->font, code);
	return glyph > 0 ? glyph : stbtt_FindGlyphIndex(&face->font, '?');
}

static double advance_of(const struct face *face, int glyph)
{
	int advance, left;

	stbtt_GetGlyphHMetrics(&face->font, glyph, &advance, &left);
	return (double)face->scale * advance;
}

struct ff_type ff_type_for(int64_t pixels)
{
	int times = pixels < 3200 ? 1 : (int)((pixels + 800) / 1600);

	if (pixels < 400)
		return (struct ff_type){.w = 6, .h = 12};
	if (pixels < 1200)
		return (struct ff_type){.w = 8, .h = 16};
	return (struct ff_type){.w = 12 * times, .h = 24 * times};
}

struct ff_type ff_type_within(double w, double h, int digits)
{
	enum { GAP = 3, LEAST = 5, MOST = 12 }; /* pixels between two numbers, and of a digit */

	for (int digit = MOST; digit >= LEAST; digit--) {
		int high = digit > LEAST ? 2 * digit : 8; /* without tails */

		if (w >= digits * digit + GAP && h > high)
			return (struct ff_type){.w = digit, .h = high};
	}
	return (struct ff_type){.w = 0};
}

int64_t ff_type_width(const struct ff_type *type, const char *text)
{
	double width = 0;
	struct face face;

	open_face(&face, type);
	while (*text != '\0')
		width += advance_of(&face, take_glyph(&face, &text));
	return (int64_t)ceil(width);
}

/* Turns the outline of a glyph, whose y points up. */
static void turn_outline(const struct ff_type *type, stbtt_vertex *outline, int count)
{
	for (int i = 0; i < count; i++) {
		stbtt_vertex *v = &outline[i];
		double x = v->x, y = v->y, cx = v->cx, cy = v->cy;

		v->x = (short)floor(x * type->dx + y * type->dy + 0.5);
		v->y = (short)floor(y * type->dx - x * type->dy + 0.5);
		v->cx = (short)floor(cx * type->dx + cy * type->dy + 0.5);
		v->cy = (short)floor(cy * type->dx - cx * type->dy + 0.5);
	}
}

/* Draws a glyph of a line that is not level, within a square that holds it in any direction; what
 * the pen's place leaves of a pixel is 'x', 'y'. */
static bool draw_turned(struct face *face, const struct ff_type *type, int index, double x,
			double y, struct ff_glyph *glyph)
{
	int side = (int)ceil(2 * ff_type_size(type)), count;
	stbtt_vertex *outline;
	stbtt__bitmap bitmap = {side, side, side, calloc((size_t)side, (size_t)side)};

	glyph->covers = bitmap.pixels;
	glyph->w = glyph->h = side;
	glyph->x = glyph->y = -side / 2;
	count = stbtt_GetGlyphShape(&face->font, index, &outline);
	turn_outline(type, outline, count);
	if (bitmap.pixels != NULL && count > 0)
		stbtt_Rasterize(&bitmap, 0.35F, outline, count, face->scale, face->scale, (float)x,
				(float)y, glyph->x, glyph->y, 1, face->font.userdata);
	stbtt_FreeShape(&face->font, outline);
	return bitmap.pixels != NULL;
}

bool ff_type_draw(const struct ff_type *type, const char **text, double x, double y,
		  struct ff_glyph *glyph)
{
	struct face face;
	int index;

	open_face(&face, type);
	index = take_glyph(&face, text);
	glyph->advance = advance_of(&face, index);
	if (type->dx != 0 || type->dy != 0)
		face.failed |= !draw_turned(&face, type, index, x, y, glyph);
	else
		glyph->covers = stbtt_GetGlyphBitmapSubpixel(&face.font, face.scale, face.scale,
							     (float)x, 0, index, &glyph->w,
							     &glyph->h, &glyph->x, &glyph->y);
	if (!face.failed)
		return true;
	free(glyph->covers);
	return false;
}
