/*
 * Line of sight: visible cells, and the nearest goal in sight.
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
 * Visibility, exactly.
 *
 * A cell sees a viewpoint if the segment between the two centres passes only through cells of the
 * viewpoint's own cost; where it passes through the corner of four cells, the two beside it must be
 * open, at any cost.
 */

/*
 * Turns every reached cell first..end-1 that sees a goal straight towards it.
 *
 *   flow  [w*h]  with vectors; the direction becomes the step nearest to the straight line; where
 *         the corner rule forbids that, the step along its longer part
 */
void ff_sight_turn(const struct ff_cost *cost, enum ff_corners corners,
		   const struct ff_labels *nearest, struct ff_flow *flow, size_t first, size_t end);

/*
 * Finds for each cell the nearest seed in sight, in a straight line; ties go to the goal given
 * first, and of its cells to the first in reading order.
 *
 *   seeds   each cell once
 *   field   [w*h]  finished, of these seeds: cells without a value see nothing, and a seed whose
 *           value is below its start is no goal
 *   nearest [w*h]  written: the seed's index in the grid, or FF_LABELS_NONE; on a seed its own.
 *           'count' is not set
 *
 * ff_sight_step() works until '*budget', which it lowers, is 0 cells and steps of lines from cell
 * to cell, or a few more, and returns true once all is done.  Where the nearest goal is in sight, a
 * cell takes about as many steps as its distance.  What is passed to ff_sight_open() is borrowed
 * until ff_sight_close(), which allows NULL.
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM: '*out' is NULL then.  No globals.
 */
struct ff_sight;

enum ff_status ff_sight_open(struct ff_sight **out, const struct ff_cost *cost,
			     const struct ff_seeds *seeds, const struct ff_field *field,
			     struct ff_labels *nearest);
bool ff_sight_step(struct ff_sight *search, size_t *budget);
void ff_sight_close(struct ff_sight *search);

#endif
