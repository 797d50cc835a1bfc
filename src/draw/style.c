#include "draw/style.h"

#include "draw/canvas.h"

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

bool ff_style_values_fit(int scale, uint32_t value)
{
	int digits = 1;

	for (; value >= 10; value /= 10)
		digits++;
	return scale > digits * ff_canvas_small.w && scale > ff_canvas_small.h;
}

int ff_style_scale(int32_t w, int32_t h, bool values, uint32_t largest)
{
	int easy = least(scale_within(w, h, EASY), CELL);
	int clear = least(scale_within(w, h, WIDE), ARROW);
	int scale = easy > clear ? easy : clear, most = scale_within(w, h, LARGEST);

	while (values && scale < most && !ff_style_values_fit(scale, largest))
		scale++;
	return scale;
}
