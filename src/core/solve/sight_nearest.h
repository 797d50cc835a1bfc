/*
 * The nearest goal in sight of each cell.
 */
#ifndef FF_CORE_SOLVE_SIGHT_NEAREST_H
#define FF_CORE_SOLVE_SIGHT_NEAREST_H

#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * ff_sight_nearest() finds for each cell the nearest seed in sight, in a
 * straight line; ties go to the goal that was given first, and of its cells to
 * the first in reading order.
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
