/*
 * The flow: which way to go from every cell.
 */
#ifndef FF_CORE_MAP_FLOW_H
#define FF_CORE_MAP_FLOW_H

#include <stddef.h>
#include <stdint.h>

#include "flowfield.h"

/* A unit vector, y down; 0,0 where there is no direction. */
struct ff_flow_vector {
	float dx, dy;
};

struct ff_flow {
	int32_t w, h;
	uint8_t *cells;                 /* [w*h, row-major]  enum ff_direction */
	struct ff_flow_vector *vectors; /* [w*h]  NULL: those of the directions */
};

/* Where a direction leads, in cells; y grows down.  FF_NONE leads nowhere. */
struct ff_flow_step {
	int8_t dx, dy;
};

extern const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1];

/* The unit vectors of the directions. */
extern const struct ff_flow_vector ff_flow_units[FF_DIRECTIONS + 1];

/* ff_flow_vector_at() is the vector of cell 'i'. */
static inline struct ff_flow_vector ff_flow_vector_at(const struct ff_flow *flow, size_t i)
{
	return flow->vectors != NULL ? flow->vectors[i] : ff_flow_units[flow->cells[i]];
}

/* ff_flow_nearest() is the one of the eight directions nearest to a vector other than 0,0. */
enum ff_direction ff_flow_nearest(double dx, double dy);

#endif
