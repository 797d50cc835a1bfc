#include "draw/style.h"

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

const struct ff_canvas_font *ff_style_values_font(int scale, uint32_t value)
{
	enum { GAP = 3 }; /* pixels between two numbers */
	int digits = 1;

	for (; value >= 10; value /= 10)
		digits++;
	if (scale >= digits * ff_canvas_large.w + GAP && scale >= ff_canvas_large.h)
		return &ff_canvas_large;
	if (scale >= digits * ff_canvas_small.w + GAP && scale > ff_canvas_small.h)
		return &ff_canvas_small;
	return NULL;
}

int ff_style_scale(int32_t w, int32_t h, bool values, uint32_t largest)
{
	int easy = least(scale_within(w, h, EASY), CELL);
	int clear = least(scale_within(w, h, WIDE), ARROW);
	int scale = easy > clear ? easy : clear;

	for (int more = scale; values && more <= scale_within(w, h, LARGEST); more++)
		if (ff_style_values_font(more, largest) != NULL)
			return more;
	return scale;
}
