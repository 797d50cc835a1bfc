/*
 * Each pixel is asked at 4 x 4 points whether they lie in the shaft or the
 * head.  Only + - * / are used: the mask is the same on every machine.
 */
#include "draw/arrow.h"

#include <stdbool.h>

struct ff_arrow_shape ff_arrow_shape(int size)
{
	double thin = 0.6 / size; /* a shaft is never thinner than a pixel and a bit */

	return (struct ff_arrow_shape){0.02, 0.24, thin > 0.065 ? thin : 0.065};
}

/* A point of the arrow's own axes, for a square of side 1. */
static bool covers(const struct ff_arrow_shape *shape, double along, double across)
{
	double half = across < 0 ? -across : across;

	if (along < -FF_ARROW_REACH || along > FF_ARROW_REACH)
		return false;
	if (along >= shape->back)
		return half <=
		       shape->head * (FF_ARROW_REACH - along) / (FF_ARROW_REACH - shape->back);
	return half <= shape->shaft;
}

void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask)
{
	enum { POINTS = 4 };
	struct ff_arrow_shape shape = ff_arrow_shape(size);

	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++) {
			int inside = 0;

			for (int i = 0; i < POINTS * POINTS; i++) {
				int column = i % POINTS, row = i / POINTS;
				double px = (x + (column + 0.5) / POINTS) / size - 0.5;
				double py = (y + (row + 0.5) / POINTS) / size - 0.5;

				inside += covers(&shape, px * dx + py * dy, py * dx - px * dy);
			}
			mask[y * size + x] =
				(uint8_t)((inside * (FF_ARROW_COVERAGE - 1) + POINTS * POINTS / 2) /
					  (POINTS * POINTS));
		}
}
