/*
 * Line of sight, exactly.
 *
 * A cell sees a viewpoint when the segment between the two centres passes only
 * through cells of one cost, the viewpoint's own as a rule; where it passes through the corner
 * of four cells, the two at its sides must be open, whatever they cost.
 */
#ifndef FF_SOLVE_SIGHT_H
#define FF_SOLVE_SIGHT_H

#include "base/status.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/goals.h"
#include "grid/labels.h"
#include "grid/model.h"

/* Called once for every cell in sight, other than the viewpoint. */
typedef void ff_sight_seen(void *context, int32_t x, int32_t y);

/* ff_sight_scratch() is how many bytes ff_sight_cast() needs for a map of that size. */
size_t ff_sight_scratch(int32_t w, int32_t h);

/*
 * ff_sight_cast() calls 'seen' for every cell that sees the open cell x,y through
 * cells of cost 'own' (1..254; that of x,y itself does not matter) and is no
 * farther from it than 'reach' (INFINITY: all), nearer columns and rows first;
 * time is about linear in what is seen.
 *
 *   scratch  lent; >= ff_sight_scratch() bytes, aligned as malloc's
 */
void ff_sight_cast(const struct ff_cost *cost, int32_t x, int32_t y, uint8_t own, double reach,
		   void *scratch, ff_sight_seen *seen, void *context);

/*
 * ff_sight_nearest() finds for each cell the nearest seed in sight, in a
 * straight line; ties go to the goal that was given first, and of its cells to
 * the first in reading order.
 *
 *   field   [w*h]  finished, solved for these seeds: cells without a value see nothing,
 *           and a seed whose value is below its start is no goal
 *   nearest [w*h]  written: where the seed stands in the grid, or FF_LABELS_NONE; on a
 *           seed itself its own place.  'count' is not set
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_sight_nearest(const struct ff_cost *cost, const struct ff_seeds *seeds,
				const struct ff_field *field, struct ff_labels *nearest);

/*
 * ff_sight_turn() makes every reached cell that sees a goal point straight at it.
 *
 *   flow  [w*h]  with vectors; the directions of such cells become the one of
 *         the eight steps nearest to the straight line; where the corner rule does not
 *         permit that, the one along its longer part
 */
void ff_sight_turn(const struct ff_cost *cost, enum ff_corners corners,
		   const struct ff_labels *nearest, struct ff_flow *flow);

#endif
