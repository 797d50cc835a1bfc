/*
 * Allocation: the goal that serves each cell; and ties: how many ways from it are equally good.
 *
 * Names: ff_ties.
 */
#ifndef FF_CORE_SOLVE_ALLOCATE_H
#define FF_CORE_SOLVE_ALLOCATE_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * Labels each cell with the goal at which a walker that follows the directions ends: with rule
 * "differences" those of rule "path"; where it sees a goal, that one.  On a cell of several goals
 * the first of them counts.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and its seeds
 *   goals        number of goals
 *   flow         [w*h]  its directions
 *   nearest      [w*h]  of ff_sight_nearest(); NULL: walkers do not look
 *   labels       [w*h]  written: goals, or FF_LABELS_NONE; 'count' is 'goals'
 *
 * FF_OK; FF_E_ARG if sizes differ.  No globals.
 */
enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, const struct ff_flow *flow,
			   const struct ff_labels *nearest, struct ff_labels *labels);

/*
 * Counts for each cell with a direction the permitted neighbours that are as good as the one it
 * leads to: with rule "lowest" those of the same value, with rule "sum" those of the same sum
 * (lower ones, where the direction leads to such), else those through which a goal costs the same,
 * or, with euclid, to which the field falls as steeply.
 *
 *   cost, field, flow  [w*h]  a finished field, its map and its directions
 *   labels  [w*h]  written: 1..8, or FF_LABELS_NONE where there is no direction; 'count' is 9
 *
 * FF_OK, or FF_E_ARG if sizes differ.  No globals.
 */
enum ff_status ff_ties_count(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, const struct ff_flow *flow,
			     struct ff_labels *labels);

#endif
