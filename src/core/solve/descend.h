/*
 * Flow: from the finished field to a direction for every cell, and its class.
 */
#ifndef FF_CORE_SOLVE_DESCEND_H
#define FF_CORE_SOLVE_DESCEND_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * ff_descend() sets a direction for every cell: FF_NONE on goals (seeds whose
 * value is their start), walls and unreached cells, and else where the model's
 * flow rule says.  Every direction is a step that the corner rule permits, to a
 * cell with a lower value; ties go to the first of N, NE, E, SE, S, SW, W, NW.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and the seeds that it was made with; where none is a goal (flee
 *                maps) 'count' is 0
 *   flow         [w*h]  written; FF_FLOW_GRADIENT needs 'vectors'
 *   classes      [w*h]  written, counts too: goals are where the seeds say, and no cell is
 *                FF_NOT_COMPUTED; or NULL
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ or vectors are missing (nothing is
 * written).  No globals.
 */
enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, const struct ff_seeds *seeds,
			  struct ff_flow *flow, struct ff_classes *classes,
			  const struct ff_machine *machine);

/*
 * ff_descend_around() makes flow and classes of ff_descend() those of a changed field: it renews
 * some cells and all that touch them, in time that grows with the list alone; seeds whose start
 * is a new value of a listed cell (and not the least start of all) take a little of it each.
 *
 *   seeds    [>= 1]  of the changed field, in the order of struct ff_seeds
 *   cells    [count]  all cells whose value or cost is another one now, or that have become
 *            seeds, or cease to be, or are with another start; in any order, and some of them
 *            twice for all that; there may be others among them
 *   flow     [w*h]  as ff_descend() left it, or another call of this; cells that are not renewed
 *            stay as they are
 *   classes  [w*h]  likewise, counts too
 *
 * From about a tenth of the map on ff_descend() is done sooner.  Returns FF_OK, or FF_E_ARG if
 * sizes differ, vectors are missing or there is no seed (nothing is written).  No globals.
 */
enum ff_status ff_descend_around(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, const struct ff_seeds *seeds,
				 const uint32_t *cells, size_t count, struct ff_flow *flow,
				 struct ff_classes *classes, const struct ff_machine *machine);

#endif
