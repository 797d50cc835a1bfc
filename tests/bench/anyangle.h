/*
 * Exact lengths of shortest paths in any direction.
 */
#ifndef TESTS_ANYANGLE_H
#define TESTS_ANYANGLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/map.h"

/*
 * anyangle_lengths() computes the length of a point's shortest path from the
 * centre of each cell to that of the open cell x,y.  The path stays on the map
 * and outside the squares of walls; other costs do not count.  It may touch
 * sides and corners of walls, but does not pass between two walls that meet at
 * a corner only.  For maps of some thousand cells.
 *
 *   lengths  [w*h]  written, in cells; INFINITY on walls and where no path leads
 *
 * Returns false if memory ran out; 'lengths' is then undefined.
 */
bool anyangle_lengths(const struct ff_cost *cost, int32_t x, int32_t y, double *lengths);

/* Returns true if a path may lead straight from one point to another, which are centres of open
 * cells or corners with one wall, in half cells: the centre of cell x,y is 2x+1,2y+1. */
bool anyangle_sees(const struct ff_cost *cost, int32_t x, int32_t y, int32_t to_x, int32_t to_y);

#endif
