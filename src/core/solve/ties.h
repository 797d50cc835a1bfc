/*
 * Ties: how many ways are equally good.
 */
#ifndef FF_CORE_SOLVE_TIES_H
#define FF_CORE_SOLVE_TIES_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * ff_ties_count() counts for each cell with a direction the permitted
 * neighbours that are as good as the one it leads to: with rule "lowest" those
 * of the same value, else those through which a goal costs the same, or, with
 * euclid, to which the field falls as steeply.
 *
 *   cost, field, flow  [w*h]  a finished field, its map and its directions
 *   labels  [w*h]  written: 1..8, or FF_LABELS_NONE where there is no direction; 'count' is 9
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ.  No globals.
 */
enum ff_status ff_ties_count(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, const struct ff_flow *flow,
			     struct ff_labels *labels);

#endif
