#include "core/handle.h"

#include <math.h>

#include <string.h>

#include "core/base/memory.h"

bool ff_handle_is_valid(const char *call, int32_t w, int32_t h, const void *cost,
			const struct ff_rules *rules)
{
	const struct {
		const char *name;
		double value, least, most;
	} ranges[] = {
		{"w", w, 1, INT32_MAX},
		{"h", h, 1, w < 1 ? INT32_MAX : INT32_MAX / w},
		{"rules.metric", rules->metric, 0, FF_METRICS - 1},
		{"rules.step", rules->step, 0, FF_STEPS - 1},
		{"rules.corners", rules->corners, 0, FF_CORNERS - 1},
		{"rules.flow", rules->flow, 0, FF_FLOWS - 1},
		{"rules.radius", rules->radius, 0, 1e6},
		{"rules.max_cost", rules->max_cost, 0, HUGE_VAL},
		{"rules.flee", rules->flee == 0 ? -1 : rules->flee, -5, -0.01},
		{"rules.cost_scale", rules->cost_scale == 0 ? 1 : rules->cost_scale, 1e-30, 1e30},
		{"rules.threads", rules->threads, FF_THREADS_ALL, FF_THREADS_MAX},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (!ff_within(call, ranges[i].name, ranges[i].value, ranges[i].least,
			       ranges[i].most))
			return false;
	if (!ff_given(call, "cost", cost))
		return false;
	if (ff_model_metric[rules->metric].continuous && rules->step != FF_STEP_CELL)
		ff_fail(FF_E_ARG, "%s: rules.step is %s, which euclid does not have", call,
			rules->step == FF_STEP_MEAN ? "FF_STEP_MEAN" : "FF_STEP_HOPS");
	else if (rules->flee != 0 && rules->flow == FF_FLOW_DIFFERENCES)
		ff_fail(FF_E_ARG,
			"%s: rules.flow is FF_FLOW_DIFFERENCES, which rules.flee does not have",
			call);
	else if (rules->flee != 0 && (rules->sight || rules->progressive))
		ff_fail(FF_E_ARG, "%s: rules.%s is set, which rules.flee does not have", call,
			rules->sight ? "sight" : "progressive");
	else
		return true;
	return false;
}

bool ff_handle_leads(const char *call, const struct ff_model *model)
{
	if (model->flow != FF_FLOW_DIFFERENCES)
		return true;
	ff_fail(FF_E_ARG, "%s: rules.flow is FF_FLOW_DIFFERENCES, which need not lead to a goal",
		call);
	return false;
}

enum ff_status ff_handle_map(const char *call, int32_t w, int32_t h, const void *cost,
			     const struct ff_rules *rules, struct ff_cost *map,
			     struct ff_model *model)
{
	const size_t cells = (size_t)w * (size_t)h;
	double largest = 0;

	*model = (struct ff_model){
		.metric = rules->metric,
		.step = rules->step,
		.corners = rules->corners,
		.flow = rules->flow != FF_FLOW_OWN ? rules->flow
						   : ff_model_metric[rules->metric].flow,
		.scale = rules->real != 0,
		.one = (float)rules->cost_scale,
	};
	if (!ff_cost_new(map, w, h, rules->real != 0))
		return ff_result(call, FF_E_NOMEM);
	for (size_t i = 0; i < cells && rules->real != 0 && rules->cost_scale == 0; i++) {
		double here = ff_handle_cost(map, cost, i);

		largest = here > largest && here < (double)INFINITY ? here : largest;
	}
	if (largest > 0)
		model->one = (float)ff_cost_one(largest);
	if (!ff_handle_all_fit(call, map, model, cost, cells))
		return FF_E_ARG;
	for (size_t i = 0; i < cells; i++)
		ff_cost_set(map, i, ff_handle_units(map, model, ff_handle_cost(map, cost, i)));
	return FF_OK;
}

bool ff_handle_fits(const char *call, const struct ff_cost *map, const struct ff_model *model,
		    double cost)
{
	if (ff_handle_units(map, model, cost) != 0)
		return true;
	if (map->wide == NULL)
		ff_fail(FF_E_ARG, "%s: cost is %g; expected 0 to 255", call, cost);
	else
		ff_fail(FF_E_ARG, "%s: cost is %g; expected above 0, up to %.9g", call, cost,
			FF_COST_WIDE_MAX / ff_model_one(model));
	return false;
}

bool ff_handle_all_fit(const char *call, const struct ff_cost *map, const struct ff_model *model,
		       const void *cost, size_t count)
{
	if (!ff_given(call, "cost", cost))
		return false;
	for (size_t i = 0; i < count && map->wide != NULL; i++)
		if (!ff_handle_fits(call, map, model, ff_handle_cost(map, cost, i)))
			return false;
	return true;
}

bool ff_handle_contains(const char *call, const struct ff_cost *map, int32_t x, int32_t y,
			int32_t w, int32_t h)
{
	return ff_within(call, "x", x, 0, map->w - 1) && ff_within(call, "y", y, 0, map->h - 1) &&
	       ff_within(call, "w", w, 1, map->w - x) && ff_within(call, "h", h, 1, map->h - y);
}

bool ff_handle_holds(const char *call, const void *buffer, size_t bytes, size_t need)
{
	if (buffer != NULL && need > 0 && bytes == need)
		return true;
	if (need == 0)
		ff_fail(FF_E_ARG, "%s: there is no such layer", call);
	else if (ff_given(call, "buffer", buffer))
		ff_fail(FF_E_ARG, "%s: bytes is %zu; expected %zu", call, bytes, need);
	return false;
}

enum ff_status ff_handle_add_goal(const char *call, struct ff_goals *goals, size_t *room,
				  const struct ff_goal *goal)
{
	if (!ff_within(call, "start", (double)goal->start, 0, FF_GOALS_START_MAX))
		return FF_E_ARG;
	if (!ff_memory_grow(&goals->items, room, goals->count + 1, sizeof *goal))
		return ff_result(call, FF_E_NOMEM);
	goals->items[goals->count++] = *goal;
	return FF_OK;
}

enum ff_status ff_handle_add_place(const char *call, struct ff_goals *goals, size_t *room,
				   const struct ff_cost *map, double x, double y, int64_t start)
{
	const struct ff_goal goal = {.x = x, .y = y, .w = 1, .h = 1, .start = start};

	if (!ff_within(call, "x", x, -0.5, map->w - 0.5) ||
	    !ff_within(call, "y", y, -0.5, map->h - 0.5))
		return FF_E_ARG;
	return ff_handle_add_goal(call, goals, room, &goal);
}

void ff_handle_copy_costs(const struct ff_cost *map, const struct ff_model *model, void *buffer)
{
	size_t cells = (size_t)map->w * (size_t)map->h;

	if (map->wide == NULL)
		memcpy(buffer, map->cells, cells);
	for (size_t i = 0; i < cells && map->wide != NULL; i++)
		((float *)buffer)[i] = map->wide[i] == FF_COST_WIDE_WALL
					       ? INFINITY
					       : (float)(map->wide[i] / ff_model_one(model));
}

size_t ff_handle_layer(const struct ff_cost *map, enum ff_layer layer)
{
	static const size_t sizes[FF_LAYERS] = {
		[FF_LAYER_COST] = sizeof(uint8_t),       [FF_LAYER_VALUES] = sizeof(double),
		[FF_LAYER_DIRECTIONS] = sizeof(uint8_t), [FF_LAYER_VECTORS] = 2 * sizeof(float),
		[FF_LAYER_CLASSES] = sizeof(uint8_t),    [FF_LAYER_ALLOCATION] = sizeof(int32_t),
		[FF_LAYER_SIGHT] = sizeof(int64_t),      [FF_LAYER_EXACT] = sizeof(uint64_t),
	};

	if (layer == FF_LAYER_COST && map->wide != NULL)
		return sizeof(float);
	return (unsigned)layer < FF_LAYERS ? sizes[layer] : 0;
}

void ff_handle_labels(const struct ff_labels *labels, enum ff_layer layer, void *buffer)
{
	size_t cells = (size_t)labels->w * (size_t)labels->h;

	for (size_t i = 0; i < cells; i++) {
		const bool none = labels->cells[i] == FF_LABELS_NONE;
		const int64_t label = none ? -1 : (int64_t)labels->cells[i];

		if (layer == FF_LAYER_SIGHT)
			((int64_t *)buffer)[i] = label;
		else
			((int32_t *)buffer)[i] = (int32_t)label;
	}
}
