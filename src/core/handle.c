#include "core/handle.h"

#include <math.h>

#include <string.h>

#include "core/base/memory.h"

static bool in_range(double value, double least, double most)
{
	return value >= least && value <= most;
}

bool ff_handle_is_valid(int32_t w, int32_t h, const struct ff_handle_costs *costs,
			const struct ff_rules *rules)
{
	return (costs->bytes != NULL ||
		(costs->wide != NULL && costs->scale >= 1 && costs->scale <= FF_COST_WIDE_MAX)) &&
	       w >= 1 && h >= 1 && w <= INT32_MAX / h && (unsigned)rules->metric < FF_METRICS &&
	       (unsigned)rules->step < FF_STEPS && (unsigned)rules->corners < FF_CORNERS &&
	       (unsigned)rules->flow < FF_FLOWS &&
	       !(ff_model_metric[rules->metric].continuous && rules->step == FF_STEP_MEAN) &&
	       in_range(rules->radius, 0, 1e6) && in_range(rules->max_cost, 0, HUGE_VAL) &&
	       (rules->flee == 0 || (in_range(rules->flee, -5, -0.01) && !rules->sight)) &&
	       rules->threads >= FF_THREADS_ALL && rules->threads <= FF_THREADS_MAX;
}

struct ff_model ff_handle_model(const struct ff_rules *rules, const struct ff_handle_costs *costs)
{
	return (struct ff_model){
		.metric = rules->metric,
		.step = rules->step,
		.corners = rules->corners,
		.flow = rules->own_flow ? rules->flow : ff_model_metric[rules->metric].flow,
		.scale = costs->wide != NULL ? costs->scale : 0,
	};
}

bool ff_handle_map(struct ff_cost *map, int32_t w, int32_t h, const struct ff_handle_costs *costs)
{
	if (!ff_cost_new(map, w, h, costs->wide != NULL))
		return false;
	for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
		ff_cost_set(map, i, ff_handle_cost(map, costs, i));
	return true;
}

bool ff_handle_contains(const struct ff_cost *map, int32_t x, int32_t y, int32_t w, int32_t h)
{
	return x >= 0 && y >= 0 && w >= 1 && h >= 1 && w <= map->w && h <= map->h &&
	       x <= map->w - w && y <= map->h - h;
}

enum ff_status ff_handle_add_goal(struct ff_goals *goals, size_t *room, const struct ff_goal *goal)
{
	void *items = goals->items;

	if (goal->start < 0 || goal->start > FF_GOALS_START_MAX)
		return FF_E_ARG;
	if (!ff_memory_grow(&items, room, goals->count + 1, sizeof *goal))
		return FF_E_NOMEM;
	goals->items = items;
	goals->items[goals->count++] = *goal;
	return FF_OK;
}

enum ff_status ff_handle_add_place(struct ff_goals *goals, size_t *room, const struct ff_cost *map,
				   double x, double y, int64_t start)
{
	const struct ff_goal goal = {.x = x, .y = y, .w = 1, .h = 1, .start = start};

	if (!in_range(x, -0.5, map->w - 0.5) || !in_range(y, -0.5, map->h - 0.5))
		return FF_E_ARG;
	return ff_handle_add_goal(goals, room, &goal);
}

void ff_handle_copy_costs(const struct ff_cost *map, void *buffer)
{
	size_t bytes = (size_t)map->w * (size_t)map->h * ff_handle_layer(map, FF_LAYER_COST);

	memcpy(buffer, map->wide != NULL ? (const void *)map->wide : map->cells, bytes);
}

size_t ff_handle_layer(const struct ff_cost *map, enum ff_layer layer)
{
	static const size_t sizes[FF_LAYERS] = {
		[FF_LAYER_COST] = sizeof(uint8_t),       [FF_LAYER_VALUES] = sizeof(double),
		[FF_LAYER_DIRECTIONS] = sizeof(uint8_t), [FF_LAYER_VECTORS] = 2 * sizeof(float),
		[FF_LAYER_CLASSES] = sizeof(uint8_t),    [FF_LAYER_ALLOCATION] = sizeof(int32_t),
		[FF_LAYER_SIGHT] = sizeof(int32_t),
	};

	if (layer == FF_LAYER_COST && map->wide != NULL)
		return sizeof *map->wide;
	return (unsigned)layer < FF_LAYERS ? sizes[layer] : 0;
}

void ff_handle_labels(const struct ff_labels *labels, int32_t *to)
{
	size_t cells = (size_t)labels->w * (size_t)labels->h;

	for (size_t i = 0; i < cells; i++)
		to[i] = labels->cells[i] == FF_LABELS_NONE ? -1 : (int32_t)labels->cells[i];
}
