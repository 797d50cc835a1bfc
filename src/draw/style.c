#include "draw/style.h"

#include "draw/canvas.h"

enum {
	EASY = 1024,    /* pixels of the longer side */
	LARGEST = 4096, /* never beyond this by enlarging */
	CELL = 32,      /* a cell needs no more */
};

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
	int scale = scale_within(w, h, EASY), most = scale_within(w, h, LARGEST);

	if (scale > CELL)
		scale = CELL;
	while (values && scale < most && !ff_style_values_fit(scale, largest))
		scale++;
	return scale;
}
