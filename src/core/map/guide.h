/*
 * Which way from here: what those who walk go by.
 */
#ifndef FF_CORE_MAP_GUIDE_H
#define FF_CORE_MAP_GUIDE_H

#include "core/map/classes.h"
#include "core/map/cost.h"
#include "core/map/field.h"
#include "core/map/flow.h"
#include "core/map/model.h"

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
