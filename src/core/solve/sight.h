/*
 * Visibility: cells that see each other in a straight line, and the nearest goal in sight of each.
 */
#ifndef FF_CORE_SOLVE_SIGHT_H
#define FF_CORE_SOLVE_SIGHT_H

#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * Line of sight, exactly.
 *
 * A cell sees a viewpoint when the segment between the two centres passes only
 * through cells of one cost, the viewpoint's own as a rule; where it passes through the corner
 * of four cells, the two at its sides must be open, whatever they cost.
 */

/* Called once for every cell in sight, other than the viewpoint. */
typedef void ff_sight_seen(void *context, int32_t x, int32_t y);

/* Returns how many bytes ff_sight_cast() needs for a map of that size. */
size_t ff_sight_scratch(int32_t w, int32_t h);

/*
 * Calls 'seen' for every cell that sees the open cell x,y through cells of cost 'own' (1..254; that
 * of x,y itself does not matter) and is no farther from it than 'reach' (INFINITY: all), nearer
 * columns and rows first; time is about linear in what is seen.
 *
 *   scratch  lent; >= ff_sight_scratch() bytes, aligned as malloc's
 */
void ff_sight_cast(const struct ff_cost *cost, int32_t x, int32_t y, uint8_t own, double reach,
		   void *scratch, ff_sight_seen *seen, void *context);

/* Cells x0..x1 of rows y0..y1; inside of the map. */
struct ff_sight_window {
	int32_t x0, y0, x1, y1;
};

/* Has the last of 'count' windows take in cell x,y if that touches it, else adds one for it: how
 * many there are then. */
size_t ff_sight_window_add(struct ff_sight_window *windows, size_t count, int32_t x, int32_t y);

/*
 * Does as ff_sight_cast() for those cells the segments to which meet the window or its edge, and
 * maybe some others: all that changes in the window can bring into sight, or put out of it.  Time
 * is linear in the steps that lines take from cell to cell in those directions: '*left' is lowered
 * by as many; false, and some cells are left out, if there are more.
 */
bool ff_sight_cast_through(const struct ff_cost *cost, int32_t x, int32_t y, uint8_t own,
			   double reach, const struct ff_sight_window *window, size_t *left,
			   void *scratch, ff_sight_seen *seen, void *context);

/*
 * Makes every reached cell that sees a goal point straight at it.
 *
 *   flow  [w*h]  with vectors; the directions of such cells become the one of
 *         the eight steps nearest to the straight line; where the corner rule does not
 *         permit that, the one along its longer part
 */
void ff_sight_turn(const struct ff_cost *cost, enum ff_corners corners,
		   const struct ff_labels *nearest, struct ff_flow *flow);

/* Does as ff_sight_turn() for some cells and all that touch them: where ff_descend_around() has
 * renewed directions. */
void ff_sight_turn_around(const struct ff_cost *cost, enum ff_corners corners,
			  const struct ff_labels *nearest, const uint32_t *cells, size_t count,
			  struct ff_flow *flow);

/*
 * Finds for each cell the nearest seed in sight, in a straight line; ties go to the goal that was
 * given first, and of its cells to the first in reading order.
 *
 *   seeds   each cell once
 *   field   [w*h]  finished, solved for these seeds: cells without a value see nothing,
 *           and a seed whose value is below its start is no goal
 *   nearest [w*h]  written: where the seed stands in the grid, or FF_LABELS_NONE; on a
 *           seed itself its own place.  'count' is not set
 *   steps   set: steps that lines took from cell to cell; NULL: not counted.  Where the nearest
 *           goal is in sight, a cell takes about as many as it is away
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_sight_nearest(const struct ff_cost *cost, const struct ff_seeds *seeds,
				const struct ff_field *field, struct ff_labels *nearest,
				uint64_t *steps);

#endif
