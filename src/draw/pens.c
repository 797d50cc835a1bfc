/*
 * Ways differ in hue from the ground and each other.  They lie on a pale rim, so that they can be
 * followed over anything.
 */
#include "draw/pens.h"

#include <math.h>

#include "draw/palette.h"

const double ff_pens_rim = 1.25;

void ff_pens_mix(struct ff_pens *pens, struct ff_image *image, int first, const uint8_t *grounds,
		 size_t count, int *next)
{
	static const uint8_t paper = FF_PALETTE_PAPER;

	ff_stroke_mix(&pens->rim, image, paper, grounds, count, next);
	for (int i = 0; i < FF_PENS_HUES; i++)
		ff_stroke_mix(&pens->hues[i], image, (uint8_t)(first + i), &paper, 1, next);
	ff_stroke_mix(&pens->unreached, image, FF_PALETTE_UNREACHED, &paper, 1, next);
	ff_stroke_mix(&pens->goal, image, FF_PALETTE_GOAL, &paper, 1, next);
	ff_stroke_mix(&pens->ink, image, FF_PALETTE_INK, &paper, 1, next);
}

static double longer_side(int32_t w, int32_t h, int scale)
{
	return (double)(w > h ? w : h) * scale;
}

double ff_pens_line(int32_t w, int32_t h, int scale)
{
	double large = longer_side(w, h, scale) / 1600;

	return fmax(scale < 24 ? 1 + scale * 0.06 : 2.5, large < 5 ? large : 5);
}

double ff_pens_spot(int32_t w, int32_t h, int scale)
{
	double large = longer_side(w, h, scale) / 400;

	return fmax(scale < 16 ? 4.5 : scale * 0.28, large < 15 ? large : 15);
}

void ff_pens_dot(struct ff_image *image, const double at[2], double radius,
		 const struct ff_pens *pens, const struct ff_stroke *stroke)
{
	ff_stroke_line(image, at, at, radius + 1, &pens->ink);
	ff_stroke_line(image, at, at, radius, &pens->rim);
	ff_stroke_line(image, at, at, radius - 1.5, stroke);
}
