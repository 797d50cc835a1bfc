#include "draw/marker.h"

#include "draw/canvas.h"
#include "draw/colormap.h"

void ff_marker_goals(struct ff_image *image, const struct ff_goals *goals, int scale,
		     uint8_t colour)
{
	enum { EASY = 12, MANY = 100, SMALLEST = 8 };
	/* The circle around a square cell, and a pixel. */
	int radius = scale * 3 / 4 + 1 > SMALLEST ? scale * 3 / 4 + 1 : SMALLEST;

	if (scale >= EASY || goals->count > MANY)
		return;
	for (size_t i = 0; i < goals->count; i++) {
		int64_t x = goals->items[i].x * scale + scale / 2;
		int64_t y = goals->items[i].y * scale + scale / 2;

		ff_canvas_ring(image, x, y, radius, radius, FF_COLORMAP_INK);
		ff_canvas_ring(image, x, y, radius + 1, radius + 2, FF_COLORMAP_PAPER);
		ff_canvas_ring(image, x, y, radius + 3, radius + 4, colour);
		ff_canvas_ring(image, x, y, radius + 5, radius + 5, FF_COLORMAP_INK);
	}
}
