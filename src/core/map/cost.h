/*
 * The map: what it costs to leave each cell, and where the walls are.
 */
#ifndef FF_CORE_MAP_COST_H
#define FF_CORE_MAP_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

enum {
	FF_COST_CELLS = 1 << 28, /* the largest map, in cells, unless the user says otherwise */
	FF_COST_CELLS_MAX = INT32_MAX, /* the largest that the program can count */
};

/* (0,0) is the top left cell, x grows to the right, y down; outside is wall. */
struct ff_cost {
	int32_t w, h;
	uint8_t *cells; /* [w*h, row-major]  1..254, or FF_COST_WALL */
};

/* A cell, and what it costs from now on: 1..254, or FF_COST_WALL. */
struct ff_cost_change {
	uint32_t cell;
	uint8_t cost;
};

/* ff_cost_index() is where cell x,y stands in any grid of that size; x,y inside. */
static inline size_t ff_cost_index(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return (size_t)y * (size_t)cost->w + (size_t)x;
}

/* ff_cost_inside() tells whether x,y names a cell of the map. */
static inline bool ff_cost_inside(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h;
}

/* ff_cost_open() tells whether x,y is inside and no wall. */
static inline bool ff_cost_open(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return ff_cost_inside(cost, x, y) &&
	       cost->cells[ff_cost_index(cost, (int32_t)x, (int32_t)y)] != FF_COST_WALL;
}

/*
 * ff_cost_fits() returns FF_OK if a map of w * h cells (each >= 1) has no more
 * than 'limit' (>= 1); else FF_E_LIMIT, with 'name' and the size in 'err'.
 */
enum ff_status ff_cost_fits(int64_t w, int64_t h, int64_t limit, const char *name,
			    struct ff_error *err);

/* The least and the largest cost of the open cells; 1 and 1 where all is wall. */
struct ff_cost_range {
	uint8_t least, most;
};

struct ff_cost_range ff_cost_range(const struct ff_cost *cost);

/*
 * ff_cost_differences() lists the cells that cost another amount, or are walls, or open, on one of
 * two maps of one size.
 *
 *   cells  set to [*count], in their order; the caller owns it and passes it to free()
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_cost_differences(const struct ff_cost *a, const struct ff_cost *b,
				   uint32_t **cells, size_t *count);

#endif
