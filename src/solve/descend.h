/*
 * Flow: from the finished field to a direction for every cell, and its class.
 */
#ifndef FF_SOLVE_DESCEND_H
#define FF_SOLVE_DESCEND_H

#include "base/machine.h"
#include "base/status.h"
#include "grid/classes.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/goals.h"
#include "grid/model.h"

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

#endif
