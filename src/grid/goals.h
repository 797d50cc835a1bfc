/*
 * Goals: the cells that everybody walks to.
 */
#ifndef FF_GRID_GOALS_H
#define FF_GRID_GOALS_H

#include "base/status.h"
#include "grid/cost.h"

struct ff_goal {
	int64_t x, y; /* a cell's centre; any value until ff_goals_check() */
};

struct ff_goals {
	struct ff_goal *items; /* [count]  in the order given; the same cell may stand twice */
	size_t count;
};

/*
 * ff_goals_check() returns FF_OK if there is at least one goal and each is an
 * open cell of the map; else FF_E_INPUT, and 'err' says which goal is where,
 * with 'name' (the map's) in front.
 */
enum ff_status ff_goals_check(const struct ff_goals *goals, const struct ff_cost *cost,
			      const char *name, struct ff_error *err);

#endif
