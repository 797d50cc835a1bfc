/*
 * Everything that is known about one map: what outputs are made of.
 */
#ifndef FF_GRID_SCENE_H
#define FF_GRID_SCENE_H

#include "grid/classes.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/flow.h"
#include "grid/goals.h"

/* All grids have the size of 'cost', and all are borrowed. */
struct ff_scene {
	const struct ff_cost *cost;
	const struct ff_goals *goals;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes;
	uint32_t largest; /* the largest value of 'field' */
};

#endif
