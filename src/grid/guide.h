/*
 * Which way from here: what those who walk go by.
 */
#ifndef FF_GRID_GUIDE_H
#define FF_GRID_GUIDE_H

#include "grid/classes.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/model.h"

/* All grids have one size, and all are borrowed. */
struct ff_guide {
	const struct ff_cost *map; /* as it was read: no disc touches its walls */
	/* As it was solved: 'map', or with cells closed to wide walkers, which no walker's centre
	 * comes into. */
	const struct ff_cost *cost;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes; /* who comes into a cell of class goal has arrived */
	const struct ff_model *model;
};

#endif
