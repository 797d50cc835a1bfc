/*
 * What ways are drawn with: lines and dots of eight hues, on a pale rim.
 */
#ifndef FF_DRAW_PENS_H
#define FF_DRAW_PENS_H

#include "draw/canvas.h"
#include "draw/palette.h"

enum { FF_PENS_HUES = FF_PALETTE_ROUTES }; /* the last one a grey: for all that no legend names */

struct ff_pens {
	struct ff_stroke hues[FF_PENS_HUES];
	struct ff_stroke rim, unreached, goal, ink;
};

/*
 * ff_pens_mix() makes them.
 *
 *   first    where in the palette the hues are
 *   grounds  [count]  colours that rims may run over
 *   next     as ff_stroke_mix() has it
 */
void ff_pens_mix(struct ff_pens *pens, struct ff_image *image, int first, const uint8_t *grounds,
		 size_t count, int *next);

/* Half the width of a line, and the radius of a dot, in pixels, in a picture of w * h cells: they
 * are to be seen where the whole of a large picture is on a screen, too. */
double ff_pens_line(int32_t w, int32_t h, int scale);
double ff_pens_spot(int32_t w, int32_t h, int scale);

/* How much wider a line's rim is on each side. */
extern const double ff_pens_rim;

/* ff_pens_dot() draws a dot with a pale rim and a dark one around that. */
void ff_pens_dot(struct ff_image *image, const double at[2], double radius,
		 const struct ff_pens *pens, const struct ff_stroke *stroke);

#endif
