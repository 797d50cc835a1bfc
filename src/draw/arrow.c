/*
 * Each pixel is asked at 4 x 4 points whether they lie in the shaft or the
 * head.  Only + - * / are used: the mask is the same on every machine.
 */
#include "draw/arrow.h"

#include <stdbool.h>

/* Shares of the square's side, along the arrow and across it, from the middle. */
static const double head_back = 0.02;
static const double head_half = 0.24;
static const double shaft_half = 0.065;

/* A point of the arrow's own axes, for a square of side 1. */
static bool covers(double along, double across, double thin)
{
	double half = across < 0 ? -across : across;

	if (along < -FF_ARROW_REACH || along > FF_ARROW_REACH)
		return false;
	if (along >= head_back)
		return half <= head_half * (FF_ARROW_REACH - along) / (FF_ARROW_REACH - head_back);
	return half <= (shaft_half > thin ? shaft_half : thin);
}

void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask)
{
	enum { POINTS = 4 };
	double thin = 0.6 / size; /* a shaft is never thinner than a pixel and a bit */

	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++) {
			int inside = 0;

			for (int i = 0; i < POINTS * POINTS; i++) {
				int column = i % POINTS, row = i / POINTS;
				double px = (x + (column + 0.5) / POINTS) / size - 0.5;
				double py = (y + (row + 0.5) / POINTS) / size - 0.5;

				inside += covers(px * dx + py * dy, py * dx - px * dy, thin);
			}
			mask[y * size + x] =
				(uint8_t)((inside * (FF_ARROW_COVERAGE - 1) + POINTS * POINTS / 2) /
					  (POINTS * POINTS));
		}
}
