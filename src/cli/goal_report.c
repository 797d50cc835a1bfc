#include "cli/goal_report.h"

#include "cli/json.h"

json_t *ff_goal_report_json(const struct ff_goals *goals, const uint64_t *served)
{
	json_t *list = json_array();

	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];
		json_t *object = json_object();

		if (goal->level > 0) {
			ff_json_set(&object, "level", json_integer(goal->level));
		} else {
			ff_json_set(&object, "x", ff_json_number(goal->x));
			ff_json_set(&object, "y", ff_json_number(goal->y));
		}
		if (goal->w > 1 || goal->h > 1) {
			ff_json_set(&object, "w", json_integer(goal->w));
			ff_json_set(&object, "h", json_integer(goal->h));
		}
		if (goal->start > 0)
			ff_json_set(&object, "cost", json_integer(goal->start));
		if (served != NULL)
			ff_json_set(&object, "cells", json_integer((json_int_t)served[i]));
		ff_json_append(&list, object);
	}
	return list;
}
