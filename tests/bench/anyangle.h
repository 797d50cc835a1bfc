/*
 * The truth about shortest paths in any direction.
 */
#ifndef TESTS_ANYANGLE_H
#define TESTS_ANYANGLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/map.h"

/*
 * anyangle_lengths() finds how long the shortest path of a point is from the
 * centre of each cell to that of the open cell x,y.  The path stays out of the
 * squares of walls, which are all that counts of the costs, and of all outside
 * the map.  It may touch their sides and corners, but does not pass between
 * two walls that meet at a corner only.  For maps of some thousand cells.
 *
 *   lengths  [w*h]  written, in cells; INFINITY on walls and where no path leads
 *
 * False if memory ran out; 'lengths' is then undefined.
 */
bool anyangle_lengths(const struct ff_cost *cost, int32_t x, int32_t y, double *lengths);

#endif
