/*
 * The flow: which way to go from every cell.
 */
#ifndef FF_GRID_FLOW_H
#define FF_GRID_FLOW_H

#include <stdint.h>

/* Also the order in which ties are broken. */
enum ff_direction {
	FF_N,
	FF_NE,
	FF_E,
	FF_SE,
	FF_S,
	FF_SW,
	FF_W,
	FF_NW,
	FF_NONE, /* goal, wall or unreached */
	FF_DIRECTIONS = FF_NONE,
};

struct ff_flow {
	int32_t w, h;
	uint8_t *cells; /* [w*h, row-major]  enum ff_direction */
};

/* Where a direction leads, in cells; y grows down.  FF_NONE leads nowhere. */
struct ff_flow_step {
	int8_t dx, dy;
};

extern const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1];

#endif
