/*
 * The table of flow rules.  A new rule is a file descend_*.c and a line here.
 */
#include "solve/descend.h"

#include "solve/descend_gradient.h"
#include "solve/descend_lowest.h"
#include "solve/descend_path.h"

static void (*const rules[FF_FLOWS])(const struct ff_model *model, const struct ff_cost *cost,
				     const struct ff_field *field, struct ff_flow *flow) = {
	[FF_FLOW_LOWEST] = ff_descend_lowest,
	[FF_FLOW_PATH] = ff_descend_path,
	[FF_FLOW_GRADIENT] = ff_descend_gradient,
};

enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, const struct ff_seeds *seeds,
			  struct ff_flow *flow)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;

	if (cost->w != field->w || cost->h != field->h || cost->w != flow->w ||
	    cost->h != flow->h || (model->flow == FF_FLOW_GRADIENT && flow->vectors == NULL))
		return FF_E_ARG;
	rules[model->flow](model, cost, field, flow);
	if (flow->vectors != NULL && model->flow != FF_FLOW_GRADIENT)
		for (size_t i = 0; i < cells; i++)
			flow->vectors[i] = ff_flow_units[flow->cells[i]];
	/* A goal with a start cost may have lower neighbours, that lead to another goal. */
	for (size_t i = 0; i < seeds->count; i++) {
		size_t cell = seeds->items[i].cell;

		if (ff_field_raw(field, cell) < seeds->items[i].start)
			continue;
		flow->cells[cell] = FF_NONE;
		if (flow->vectors != NULL)
			flow->vectors[cell] = ff_flow_units[FF_NONE];
	}
	return FF_OK;
}
