#include "draw/marker.h"

#include "draw/canvas.h"
#include "draw/colormap.h"

void ff_marker_goals(struct ff_image *image, const struct ff_goals *goals, int scale)
{
	enum { EASY = 12, MANY = 100 };

	if (scale >= EASY || goals->count > MANY)
		return;
	for (size_t i = 0; i < goals->count; i++) {
		int64_t x = goals->items[i].x * scale + scale / 2;
		int64_t y = goals->items[i].y * scale + scale / 2;

		ff_canvas_ring(image, x, y, 8, 8, FF_COLORMAP_INK);
		ff_canvas_ring(image, x, y, 9, 10, FF_COLORMAP_PAPER);
		ff_canvas_ring(image, x, y, 11, 12, FF_COLORMAP_GOAL);
		ff_canvas_ring(image, x, y, 13, 13, FF_COLORMAP_INK);
	}
}
