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
 * The rule "path" leads towards the neighbour that the cell's value came from.
 *
 * Returns the direction of one cell: FF_NONE without a value, else to the first of the neighbours m
 * for which m's value and the step's price are least; if that is more than the cell's own value (it
 * has that of its own seed) to the first of the lowest; FF_NONE if none is lower.  With euclid,
 * down the steepest of the eight permitted steps.
 */
enum ff_direction ff_descend_path_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y);

/*
 * Returns how much the field falls along a step from a reached cell, per length of the step; 0
 * where it is not permitted or does not lead down.
 */
double ff_descend_path_slope(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, int32_t x, int32_t y,
			     enum ff_direction direction);

/* Slopes that differ by less than this part of them differ by rounding. */
#define FF_DESCEND_PATH_ROUNDED 1e-9

/*
 * The rule "gradient" leads down the slope, in any direction.
 *
 * Sets the direction and the vector of one cell: differences between opposite neighbours, a cell
 * without a value standing in with the cell's own; with euclid upwind, down the steepest of the
 * eight triangles between a straight neighbour and a diagonal one.  A vector is kept where the cell
 * that it enters has a value and its nearest direction is a permitted step to a lower value (with
 * euclid: or else that into the cell that it enters); elsewhere rule "path" decides.
 */
void ff_descend_gradient_cell(const struct ff_model *model, const struct ff_cost *cost,
			      const struct ff_field *field, struct ff_flow *flow, int32_t x,
			      int32_t y);

/*
 * Sets a direction for every cell: FF_NONE on goals (seeds whose value is their start), walls and
 * unreached cells, and else where the model's flow rule says.  Every direction is a step that the
 * corner rule permits, to a cell with a lower value; ties go to the first of N, NE, E, SE, S, SW,
 * W, NW.
 *
 *   cost, field  [w*h]  a finished field, its map...
 *   seeds        ...and the seeds that it was made with; where none is a goal (flee
 *                maps) 'count' is 0
 *   flow         [w*h]  written; FF_FLOW_GRADIENT needs 'vectors'
 *   classes      [w*h]  written, counts too: goals are where the seeds say, and no cell is
 *                FF_NOT_COMPUTED; or NULL
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ or vectors are missing (nothing is written).  No
 * globals.
 */
enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, const struct ff_seeds *seeds,
			  struct ff_flow *flow, struct ff_classes *classes,
			  const struct ff_machine *machine);

/*
 * Makes flow and classes of ff_descend() those of a changed field: it renews some cells and all
 * that touch them, in time that grows with the list alone; seeds whose start is a new value of a
 * listed cell (and not the least start of all) take a little of it each.
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
