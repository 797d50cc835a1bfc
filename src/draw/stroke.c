/*
 * How much of a pixel is covered follows from how far its middle is from the line.  A pixel that
 * several strokes of a colour cover in part is as the one that covers most of it: parts that
 * overlap leave no seams.
 */
#include "draw/stroke.h"

#include <assert.h>
#include <math.h>

#include "draw/colormap.h"

static uint8_t part_of(int from, int to, int step)
{
	return (uint8_t)(from + (to - from) * step / (FF_STROKE_STEPS - 1));
}

void ff_stroke_mix(struct ff_stroke *stroke, struct ff_image *image, uint8_t colour,
		   const uint8_t *grounds, size_t count, int *next)
{
	const struct ff_colour ink = image->palette[colour];

	for (int step = 0; step < FF_STROKE_STEPS; step++)
		for (int p = 0; p < 256; p++)
			stroke->over[step][p] = step > FF_STROKE_STEPS / 2 ? colour : (uint8_t)p;
	for (int p = 0; p < 256; p++)
		stroke->over[FF_STROKE_STEPS - 1][p] = colour;
	for (int step = 0; step < FF_STROKE_STEPS; step++)
		stroke->over[step][colour] = colour;
	assert(*next + (int)count * FF_STROKE_MIXES <= FF_COLORMAP_LEVELS);
	for (size_t g = 0; g < count; g++) {
		struct ff_colour ground = image->palette[grounds[g]];
		int first = *next - 1; /* of step 0, which is the ground itself */

		*next += FF_STROKE_MIXES;
		for (int step = 1; step <= FF_STROKE_MIXES; step++) {
			image->palette[first + step] = (struct ff_colour){
				part_of(ground.r, ink.r, step), part_of(ground.g, ink.g, step),
				part_of(ground.b, ink.b, step)};
			stroke->over[step][grounds[g]] = (uint8_t)(first + step);
			for (int had = 1; had <= FF_STROKE_MIXES; had++)
				stroke->over[step][first + had] =
					(uint8_t)(first + (had > step ? had : step));
		}
	}
}

static double between(double least, double value, double most)
{
	return value < least ? least : value > most ? most : value;
}

void ff_stroke_line(struct ff_image *image, const double from[2], const double to[2], double radius,
		    const struct ff_stroke *stroke)
{
	double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
	double reach = radius + 1;
	double top = (dy < 0 ? to[1] : from[1]) - reach,
	       bottom = (dy < 0 ? from[1] : to[1]) + reach;
	int32_t end = (int32_t)between(0, ceil(bottom), image->h);

	for (int32_t y = (int32_t)between(0, floor(top), image->h); y < end; y++) {
		/* The part of the line that is near enough to the row. */
		double a = 0, b = 1, middle = y + 0.5;

		if (dy != 0) {
			a = between(0, (middle - from[1] - (dy < 0 ? -reach : reach)) / dy, 1);
			b = between(0, (middle - from[1] + (dy < 0 ? -reach : reach)) / dy, 1);
		}
		double xa = from[0] + a * dx, xb = from[0] + b * dx;
		int32_t x = (int32_t)between(0, floor((xa < xb ? xa : xb) - reach), image->w);
		int32_t last = (int32_t)between(0, ceil((xa < xb ? xb : xa) + reach), image->w);
		uint8_t *pixels = image->pixels + (size_t)y * (size_t)image->w;

		for (; x < last; x++) {
			double px = x + 0.5 - from[0], py = middle - from[1];
			double t = square == 0 ? 0 : between(0, (px * dx + py * dy) / square, 1);
			double ox = px - t * dx, oy = py - t * dy;
			double cover = between(0, radius + 0.5 - sqrt(ox * ox + oy * oy), 1);
			int step = (int)(cover * (FF_STROKE_STEPS - 1) + 0.5);

			pixels[x] = stroke->over[step][pixels[x]];
		}
	}
}
