/*
 * Measures of a solved map: how much longer ways are than straight lines, which cells ways must
 * pass, and where they part.
 *
 * Each reads a finished solution and writes a number for each cell.  FF_OK or FF_E_NOMEM.  No
 * globals.
 *
 * Names: ff_ways, ff_detour, ff_chokes, ff_ridges.
 */
#ifndef FF_CORE_SOLVE_MEASURES_H
#define FF_CORE_SOLVE_MEASURES_H

#include <stdint.h>

#include "core/base/status.h"
#include "core/solve/solve.h"

/* The cells to which ways lead from a cell, each with a lower value. */
struct ff_ways {
	int count; /* 0: ways end here, or there is no value */
	uint32_t cells[FF_DIRECTIONS];
	double shares[FF_DIRECTIONS]; /* of a walker; their sum is 1 */
	double length;                /* to the point between them where its way leads, in cells */
};

/* Returns where a walker goes: the two neighbours between which the vector of the cell leads, the
 * larger share first, or the one in its direction; that of rule "path" where directions may rise or
 * lead to goals that are far away. */
struct ff_ways ff_ways_of(const struct ff_solve *solve, size_t cell);

/* Returns all steps of equal cost from a cell, those that its value comes from; with euclid as
 * ff_ways_of(). */
struct ff_ways ff_ways_all(const struct ff_solve *solve, size_t cell);

/*
 * Sets the length of each cell's way, in cells, divided by the straight distance to the cell where
 * it ends: at least 1, and 1 at its end.  Cells that see a goal, if walkers point at it, have 1.
 *
 *   ratios  [w*h]  INFINITY without a value
 */
enum ff_status ff_detour_measure(const struct ff_solve *solve, float *ratios);

/*
 * Sets how many percent of the other cells with a value must pass each cell, on all ways of least
 * cost: the dominators in the graph of ff_ways_all().  0 where ways end.
 *
 *   shares  [w*h]  0..100; INFINITY without a value
 */
enum ff_status ff_chokes_find(const struct ff_solve *solve, float *shares);

/*
 * Sets where the ways of neighbours part: they end at different goals, pass a wall on different
 * sides, or are more than two cells apart on average.
 *
 *   ridges  [w*h]  a sum of these bits; FF_RIDGES_NONE without a value
 */
enum ff_status ff_ridges_find(const struct ff_solve *solve, uint8_t *ridges);

#endif
