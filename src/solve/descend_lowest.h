/*
 * The rule "lowest": towards the permitted neighbour with the least value.
 */
#ifndef FF_SOLVE_DESCEND_LOWEST_H
#define FF_SOLVE_DESCEND_LOWEST_H

#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/model.h"

/* As ff_descend(), which has checked the sizes. */
void ff_descend_lowest(const struct ff_model *model, const struct ff_cost *cost,
		       const struct ff_field *field, struct ff_flow *flow);

#endif
