/*
 * Flow: from the finished field to a direction for every cell.
 */
#ifndef FF_SOLVE_DESCEND_H
#define FF_SOLVE_DESCEND_H

#include "base/status.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"

enum ff_descend_rule {
	FF_DESCEND_LOWEST, /* the permitted one of 8 neighbours with the lowest value */
	FF_DESCEND_RULES,
};

/* A line in the rule table of descend.c. */
struct ff_descend_method {
	const char *name; /* in options and outputs */
	void (*descend)(const struct ff_cost *cost, const struct ff_field *field,
			struct ff_flow *flow);
};

/* ff_descend_method_for() is the method behind a rule; never NULL for one of the enum. */
const struct ff_descend_method *ff_descend_method_for(enum ff_descend_rule rule);

/*
 * ff_descend() sets a direction for every cell: FF_NONE on goals, walls and
 * unreached cells, and else where the rule says.  A diagonal is permitted only
 * where both side cells are open (corner rule strict); ties go to the first of
 * N, NE, E, SE, S, SW, W, NW.
 *
 *   cost, field  [w*h]  a finished field and its map
 *   flow         [w*h]  written
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ (the flow is untouched).  No globals.
 */
enum ff_status ff_descend(enum ff_descend_rule rule, const struct ff_cost *cost,
			  const struct ff_field *field, struct ff_flow *flow);

#endif
