/*
 * The open cell nearest to a point, for many points at once.
 */
#ifndef FF_CORE_SOLVE_NEAREST_H
#define FF_CORE_SOLVE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/map.h"

/* A point, and the cell nearest to it. */
struct ff_nearest_point {
	double x, y;     /* 0,0 is the centre of the first cell; up to 0.5 outside the map */
	size_t which;    /* for the caller */
	bool found;      /* set; false: no cell is open */
	size_t cell;     /* set; where it stands in the grid; undefined if none was found */
	double distance; /* set; from the point to the cell's centre, in cells */
};

/*
 * ff_nearest_find() finds the open cell nearest to each point in a straight line; ties go to the
 * first in reading order.  Exact for points whose coordinates are multiples of 0.5.
 *
 *   points  [count]  their order does not change
 *   looks   set: cells looked at and distances compared; NULL: not counted
 *
 * Time is about linear in the cells that lie between a point's column and the nearest open ones,
 * each counted once whatever the number of points, and in the rows nearer to a point than its cell,
 * times the logarithm of the number of points in one column.
 * Returns FF_OK or FF_E_NOMEM.  No globals.
 */
enum ff_status ff_nearest_find(const struct ff_cost *cost, struct ff_nearest_point *points,
			       size_t count, uint64_t *looks);

/* A point whose cell is in a small part of the map while a larger one is as near. */
struct ff_nearest_pocket {
	const struct ff_nearest_point *point; /* NULL: there is none */
	uint64_t cells, larger;               /* how many cells both parts have */
	size_t cell;                          /* of the larger part: the nearest to the point */
};

/*
 * ff_nearest_find_pocket() finds the first such point.  A part is small if another one has four
 * times its cells or more, and that one is as near if it is no more than a cell farther away; of
 * several the largest is told.
 *
 *   diagonal  whether cells that meet at a corner only are connected
 *   points    [count]  as ff_nearest_find() has set them, all found
 *   pocket    set
 *
 * Time is that of ff_nearest_find(), and of each point with another part about as near linear in
 * its distance.  Memory is 5 bytes a cell, and up to 40 for each part.  Returns FF_OK or
 * FF_E_NOMEM.  No globals.
 */
enum ff_status ff_nearest_find_pocket(const struct ff_cost *cost, bool diagonal,
				      const struct ff_nearest_point *points, size_t count,
				      struct ff_nearest_pocket *pocket);

#endif
