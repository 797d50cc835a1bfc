#include "draw/style.h"

#include <math.h>

#include "base/number.h"

enum {
	/* Pixels of the longer side: small maps are enlarged to EASY, but no cell beyond CELL;
	 * for cells below ARROW, in which arrows are hard to see, a picture may be WIDE. */
	EASY = 1024,
	WIDE = 1600,
	CELL = 32,
	ARROW = 16,
	LARGEST = 4096, /* never beyond this by enlarging */
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The scale at which the longer side has at most that many pixels. */
static int scale_within(int32_t w, int32_t h, int pixels)
{
	int32_t scale = pixels / (w > h ? w : h);

	return scale < 1 ? 1 : scale;
}

int ff_style_print(char to[FF_STYLE_PRINT], double value, int decimals)
{
	uint64_t digits = (uint64_t)(fabs(value) * (decimals > 0 ? 10 : 1) + 0.5);
	size_t n = 0;

	if (value < 0 && digits > 0)
		to[n++] = '-';
	n += ff_number_print(to + n, decimals > 0 ? digits / 10 : digits);
	if (decimals > 0) {
		to[n++] = '.';
		to[n++] = (char)('0' + digits % 10);
	}
	to[n] = '\0';
	return (int)n;
}

int ff_style_decimals(const struct ff_field *field)
{
	return field->unit == 1 && field->type != FF_FIELD_F64 ? 0 : 1;
}

int ff_style_characters(const struct ff_scene *scene)
{
	int decimals = ff_style_decimals(scene->field);
	char text[FF_STYLE_PRINT];
	int a = ff_style_print(text, scene->least, decimals);
	int b = ff_style_print(text, scene->largest, decimals);

	return a > b ? a : b;
}

const struct ff_canvas_font *ff_style_values_font(int scale, int characters)
{
	enum { GAP = 3 }; /* pixels between two numbers */

	if (scale >= characters * ff_canvas_large.w + GAP && scale >= ff_canvas_large.h)
		return &ff_canvas_large;
	if (scale >= characters * ff_canvas_small.w + GAP && scale > ff_canvas_small.h)
		return &ff_canvas_small;
	return NULL;
}

int ff_style_scale(int32_t w, int32_t h, bool values, int characters)
{
	int easy = least(scale_within(w, h, EASY), CELL);
	int clear = least(scale_within(w, h, WIDE), ARROW);
	int scale = easy > clear ? easy : clear;

	for (int more = scale; values && more <= scale_within(w, h, LARGEST); more++)
		if (ff_style_values_font(more, characters) != NULL)
			return more;
	return scale;
}
