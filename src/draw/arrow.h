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

/*
 * ff_arrow_mask() draws an arrow that points along the unit vector dx,dy (y
 * down) in a square of 'size' (1..FF_ARROW_SIZE_MAX) pixels a side.  No globals.
 *
 *   mask  [size*size, row-major]  set to 0..FF_ARROW_COVERAGE-1
 */
void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask);

#endif
