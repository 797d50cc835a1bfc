/*
 * The rule "path": towards the neighbour that the cell's value came from.
 */
#ifndef FF_CORE_SOLVE_DESCEND_PATH_H
#define FF_CORE_SOLVE_DESCEND_PATH_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * ff_descend_path_step() is the direction of one cell: FF_NONE without a value, else to the first
 * of the neighbours m for which m's value and the step's price are least; if that is more than the
 * cell's own value (it has that of its own seed) to the first of the lowest; FF_NONE if none is
 * lower.  With euclid, down the steepest of the eight permitted steps.
 */
enum ff_direction ff_descend_path_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y);

/*
 * ff_descend_path_slope() is how much the field falls along a step from a reached
 * cell, per length of the step; 0 where it is not permitted or does not lead down.
 */
double ff_descend_path_slope(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, int32_t x, int32_t y,
			     enum ff_direction direction);

/* Slopes that differ by less than this part of them differ by rounding. */
#define FF_DESCEND_PATH_ROUNDED 1e-9

#endif
