/*
 * One arrow, as how much of each pixel it covers.
 */
#ifndef FF_DRAW_ARROW_H
#define FF_DRAW_ARROW_H

#include <stdint.h>

enum {
	FF_ARROW_COVERAGE = 8, /* steps from no coverage to full: 0..7 */
	FF_ARROW_SIZE_MAX = 48,
};

/* Half the arrow's length, of the square that it is drawn in. */
#define FF_ARROW_REACH 0.40

/* What an arrow looks like, in parts of the square's side from the middle: from -REACH to
 * 'back' it is 2 * shaft wide, and from there to REACH a triangle, at first 2 * head wide. */
struct ff_arrow_shape {
	double back, head, shaft;
};

/* ff_arrow_shape() is that of an arrow in a square of 'size' pixels a side. */
struct ff_arrow_shape ff_arrow_shape(int size);

/*
 * ff_arrow_mask() draws an arrow that points along the unit vector dx,dy (y
 * down) in a square of 'size' (1..FF_ARROW_SIZE_MAX) pixels a side.  No globals.
 *
 *   mask  [size*size, row-major]  set to 0..FF_ARROW_COVERAGE-1
 */
void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask);

#endif
