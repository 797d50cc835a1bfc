/*
 * Flow: from the finished field to a direction for every cell.
 */
#ifndef FF_SOLVE_DESCEND_H
#define FF_SOLVE_DESCEND_H

#include "base/status.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/model.h"

/*
 * ff_descend() sets a direction for every cell: FF_NONE on goals, walls and
 * unreached cells, and else where the model's flow rule says.  A diagonal is
 * permitted only as its corner rule says; ties go to the first of
 * N, NE, E, SE, S, SW, W, NW.
 *
 *   cost, field  [w*h]  a finished field and its map
 *   flow         [w*h]  written
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ (the flow is untouched).  No globals.
 */
enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, struct ff_flow *flow);

#endif
