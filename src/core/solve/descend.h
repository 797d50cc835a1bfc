/*
 * Flow: a direction and a class for every cell, from the finished field; the goal to which the
 * directions lead; and ties: how many ways from a cell are equally good.
 *
 * Names: ff_allocate, ff_ties.
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
 * Rule "path": towards the neighbour that the cell's value came from.
 *
 * Returns the direction of one cell: FF_NONE without a value; else to the first neighbour m for
 * which m's value plus the step's price is least; if that exceeds the cell's own value (which then
 * comes from its own seed), to the first of the lowest neighbours; FF_NONE if none is lower.  With
 * euclid, down the steepest of the eight permitted steps.
 */
enum ff_direction ff_descend_path_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y);

/*
 * Rule "sum": towards the neighbour with the lowest sum of its value and its own cost.
 *
 * Returns the direction of one cell; FF_NONE where no permitted step descends (unless 'anywhere').
 * Values fall with every step that descends, so that no path comes to a cell again, whatever the
 * costs are.
 */
enum ff_direction ff_descend_sum_step(const struct ff_model *model, const struct ff_cost *cost,
				      const struct ff_field *field, int32_t x, int32_t y,
				      bool anywhere);

/*
 * Rules "gradient" and "differences": down the slope, in any direction.
 *
 * Sets the direction and the vector of one cell: from differences between opposite neighbours,
 * where a cell without a value counts as the cell's own; with euclid upwind, down the steepest of
 * the eight triangles between a straight neighbour and a diagonal one.  A vector is kept where the
 * cell that it enters has a value and its nearest direction is a permitted step to a lower value
 * (with euclid, alternatively, the step into the cell that it enters is); elsewhere rule "path"
 * decides.  Where the field has roots, the vector points at the cell's, and the direction is the
 * nearest permitted step to a lower value.  Rule "differences" takes the differences between
 * opposite neighbours with every metric, and as they are: FF_NONE and 0,0 where they are 0, and
 * into walls.
 */
void ff_descend_gradient_cell(const struct ff_model *model, const struct ff_cost *cost,
			      const struct ff_field *field, struct ff_flow *flow, int32_t x,
			      int32_t y);

/*
 * Sets a direction for every cell: FF_NONE on goals (seeds whose value is their start), walls and
 * unreached cells, else that of the model's flow rule.  Every direction, except with rule
 * "differences", is a step that the corner rule permits, to a cell with a lower value; ties go to
 * the first of N, NE, E, SE, S, SW, W, NW.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and its seeds; where none is a goal (flee maps) 'count' is 0
 *   flow         [w*h]  written; ff_model_has_vectors(): needs 'vectors'
 *   classes      [w*h]  written, including counts; no cell is FF_NOT_COMPUTED; or NULL
 *
 * FF_OK, or FF_E_ARG if sizes differ or vectors are missing (nothing is written).  No globals.
 */
enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, const struct ff_seeds *seeds,
			  struct ff_flow *flow, struct ff_classes *classes,
			  const struct ff_machine *machine);

/* Progress of ff_descend_some(); all zero: nothing is done. */
struct ff_descend_run {
	size_t next; /* the first cell without a direction */
	size_t empty, walls;
};

/* Does the same for about 'budget' cells (>= 1) more; the last of them, where 'next' becomes w*h,
 * completes goals and counts. */
enum ff_status ff_descend_some(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, const struct ff_seeds *seeds,
			       struct ff_flow *flow, struct ff_classes *classes,
			       const struct ff_machine *machine, struct ff_descend_run *run,
			       size_t budget);

/*
 * Updates flow and classes of ff_descend() for a changed field: it renews the listed cells and all
 * that touch them, in time that grows with the list alone, except that seeds whose start equals a
 * new value of a listed cell (and not the least start) take a little time each.
 *
 *   seeds    [>= 1]  of the changed field, in the order of struct ff_seeds
 *   cells    [count]  all cells whose value, cost or start has changed, or that have become seeds
 *            or ceased to be; in any order, repetitions and unchanged cells allowed
 *   flow     [w*h]  as ff_descend() or this function left it; other cells keep theirs
 *   classes  [w*h]  likewise, including counts
 *
 * From about a tenth of the map on ff_descend() is faster.  FF_OK, or FF_E_ARG if sizes differ,
 * vectors are missing or there is no seed (nothing is written).  No globals.
 */
enum ff_status ff_descend_around(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, const struct ff_seeds *seeds,
				 const uint32_t *cells, size_t count, struct ff_flow *flow,
				 struct ff_classes *classes, const struct ff_machine *machine);

/*
 * Labels each cell with the goal at which a walker that follows the directions ends: with rule
 * "differences" those of rule "path"; where it sees a goal, that one.  On a cell of several goals
 * the first of them counts.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and its seeds
 *   goals        number of goals
 *   flow         [w*h]  its directions
 *   nearest      [w*h]  of ff_sight_step(); NULL: walkers do not look
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
