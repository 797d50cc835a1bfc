/*
 * The rule "gradient": down the slope, in any direction.
 */
#ifndef FF_CORE_SOLVE_DESCEND_GRADIENT_H
#define FF_CORE_SOLVE_DESCEND_GRADIENT_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * ff_descend_gradient_cell() sets the direction and the vector of one cell: differences
 * between opposite neighbours, a cell without a value standing in with the
 * cell's own; with euclid upwind, down the steepest of the eight triangles between
 * a straight neighbour and a diagonal one.  A vector is kept where the cell that
 * it enters has a value and its nearest direction is a permitted step to a
 * lower value (with euclid: or else that into the cell that it enters);
 * elsewhere rule "path" decides.
 */
void ff_descend_gradient_cell(const struct ff_model *model, const struct ff_cost *cost,
			      const struct ff_field *field, struct ff_flow *flow, int32_t x,
			      int32_t y);

#endif
