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
 * Labels each cell with the first of all goals that it can reach at its value; with euclid with the
 * first of those that serve the neighbours to which the field falls most steeply.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and its seeds
 *   goals        number of goals
 *   labels       [w*h]  written: goals, or FF_LABELS_NONE; 'count' is 'goals'
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, struct ff_labels *labels);

/*
 * Updates the labels of ff_allocate() for a changed field, in time that grows with the list and
 * with the cells whose label changes; all seeds are sorted if a listed cell may be near a goal.
 *
 *   seeds   of the changed field, in the order of struct ff_seeds.  Goals keep their numbers; if
 *           they shift, use ff_allocate()
 *   cells   [count]  as for ff_descend_around()
 *   labels  [w*h]  as ff_allocate() or this function left them
 *
 * FF_OK; FF_E_ARG if sizes differ (nothing is written); FF_E_NOMEM, and the labels are undefined.
 * No globals.
 */
enum ff_status ff_allocate_renew(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, const struct ff_seeds *seeds,
				 uint32_t goals, const uint32_t *cells, size_t count,
				 struct ff_labels *labels);

/*
 * Counts for each cell with a direction the permitted neighbours that are as good as the one it
 * leads to: with rule "lowest" those of the same value, with rule "sum" those of the same sum, else
 * those through which a goal costs the same, or, with euclid, to which the field falls as steeply.
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
