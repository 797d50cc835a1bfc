/*
 * Allocation: which goal serves each cell.
 */
#ifndef FF_SOLVE_ALLOCATE_H
#define FF_SOLVE_ALLOCATE_H

#include "base/status.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/goals.h"
#include "grid/labels.h"
#include "grid/model.h"

/*
 * ff_allocate() sets for each cell the first of all goals that it can reach at
 * the cost that the field says; with euclid the first of those that serve the
 * neighbours to which the field falls most steeply.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and the seeds that it was made with
 *   goals        how many goals there are
 *   labels       [w*h]  written: goals, or FF_LABELS_NONE; 'count' is 'goals'
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, struct ff_labels *labels);

#endif
