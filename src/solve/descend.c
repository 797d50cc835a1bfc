/*
 * The table of flow rules.  A new rule is a file descend_*.c and a line here.
 */
#include "solve/descend.h"

#include "solve/descend_lowest.h"

static void (*const rules[FF_FLOWS])(const struct ff_cost *cost, const struct ff_field *field,
				     struct ff_flow *flow) = {
	[FF_FLOW_LOWEST] = ff_descend_lowest,
};

enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, struct ff_flow *flow)
{
	if (cost->w != field->w || cost->h != field->h || cost->w != flow->w || cost->h != flow->h)
		return FF_E_ARG;
	rules[model->flow](cost, field, flow);
	return FF_OK;
}
