#include "solve/reach.h"

#include <stddef.h>

enum ff_status ff_reach(const struct ff_cost *cost, const struct ff_goals *goals,
			const struct ff_field *field, struct ff_classes *classes)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint64_t empty = 0, walls = 0;

	if (cost->w != field->w || cost->h != field->h || cost->w != classes->w ||
	    cost->h != classes->h)
		return FF_E_ARG;
	/* A wall has no value: the sum of two tests is the class, without a branch. */
	for (size_t i = 0; i < cells; i++) {
		uint32_t none = field->cells[i] == FF_FIELD_NONE;
		uint32_t wall = cost->cells[i] == FF_COST_WALL;

		classes->cells[i] = (uint8_t)(FF_REACHED + none + wall);
		empty += none;
		walls += wall;
	}
	classes->count[FF_GOAL] = 0;
	classes->count[FF_REACHED] = cells - empty;
	classes->count[FF_UNREACHED] = empty - walls;
	classes->count[FF_WALL] = walls;
	for (size_t i = 0; i < goals->count; i++) {
		size_t goal =
			ff_cost_index(cost, (int32_t)goals->items[i].x, (int32_t)goals->items[i].y);

		if (classes->cells[goal] == FF_GOAL)
			continue; /* given twice */
		classes->count[FF_REACHED]--;
		classes->count[FF_GOAL]++;
		classes->cells[goal] = FF_GOAL;
	}
	return FF_OK;
}

struct ff_reach_summary ff_reach_summarise(const struct ff_field *field)
{
	struct ff_reach_summary all = {0};
	size_t cells = (size_t)field->w * (size_t)field->h;
	uint64_t sum = 0;

	for (size_t i = 0; i < cells; i++) {
		uint32_t value = field->cells[i];

		if (value == FF_FIELD_NONE)
			continue;
		all.cells++;
		sum += value;
		if (value > all.largest)
			all.largest = value;
	}
	all.mean = all.cells == 0 ? 0 : (double)sum / (double)all.cells;
	return all;
}
