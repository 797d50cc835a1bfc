/*
 * Where a map lies in the world.
 */
#ifndef FF_CORE_MAP_GEOREFERENCE_H
#define FF_CORE_MAP_GEOREFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* The corner at the bottom left of the map, and how long a cell's side is; x to the right and y
 * up.  Maps that do not say: 0, 0 and 1. */
struct ff_georeference {
	double x, y;
	double resolution; /* > 0 */
};

/*
 * ff_georeference_cell() sets 'column' and 'row' to the cell of a map of w * h cells
 * that the point x,y lies in, and returns whether there is one.  A point on an edge,
 * or nearer to one than a billionth of a cell, is in the cell to the right of it or above.
 */
bool ff_georeference_cell(const struct ff_georeference *place, int32_t w, int32_t h, double x,
			  double y, int32_t *column, int32_t *row);

#endif
