#include "grid/goals.h"

#include <inttypes.h>

enum ff_status ff_goals_check(const struct ff_goals *goals, const struct ff_cost *cost,
			      const char *name, struct ff_error *err)
{
	if (goals->count == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: there is no goal", name);
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];

		if (!ff_cost_inside(cost, goal->x, goal->y))
			return ff_status_fail(err, FF_E_INPUT,
					      "%s: goal %" PRId64 ",%" PRId64
					      " is outside the map (x 0..%" PRId32 ", y 0..%" PRId32
					      ")",
					      name, goal->x, goal->y, cost->w - 1, cost->h - 1);
		if (!ff_cost_open(cost, goal->x, goal->y))
			return ff_status_fail(err, FF_E_INPUT,
					      "%s: goal %" PRId64 ",%" PRId64 " is on a wall", name,
					      goal->x, goal->y);
	}
	return FF_OK;
}
