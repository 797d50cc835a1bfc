/*
 * The table of flow rules.  A new rule is a file descend_*.c and a line here.
 */
#include "solve/descend.h"

#include "solve/descend_lowest.h"

static const struct ff_descend_method methods[FF_DESCEND_RULES] = {
	[FF_DESCEND_LOWEST] = {"lowest", ff_descend_lowest},
};

const struct ff_descend_method *ff_descend_method_for(enum ff_descend_rule rule)
{
	return &methods[rule];
}

enum ff_status ff_descend(enum ff_descend_rule rule, const struct ff_cost *cost,
			  const struct ff_field *field, struct ff_flow *flow)
{
	if (cost->w != field->w || cost->h != field->h || cost->w != flow->w || cost->h != flow->h)
		return FF_E_ARG;
	methods[rule].descend(cost, field, flow);
	return FF_OK;
}
