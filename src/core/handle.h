/*
 * Shared by worlds and routers: rules, maps, goals and layers as callers pass them.
 */
#ifndef FF_CORE_HANDLE_H
#define FF_CORE_HANDLE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "flowfield.h"

/* Functions that take the name of a call fail as ff_fail() does. */

/* Returns true if the arguments of ff_world_new() are within its contract, except for the costs
 * themselves. */
bool ff_handle_is_valid(const char *call, int32_t w, int32_t h, const void *cost,
			const struct ff_rules *rules);

/* Makes the map of a caller's costs, and the model of valid rules for it; the caller frees its
 * cells, whatever was returned: FF_OK, FF_E_ARG or FF_E_NOMEM. */
enum ff_status ff_handle_map(const char *call, int32_t w, int32_t h, const void *cost,
			     const struct ff_rules *rules, struct ff_cost *map,
			     struct ff_model *model);

/* Returns what a map has for a cost; 0 if it is none. */
static inline uint32_t ff_handle_units(const struct ff_cost *map, const struct ff_model *model,
				       double cost)
{
	if (map->wide != NULL)
		return cost < (double)INFINITY ? ff_cost_units(cost, ff_model_one(model))
					       : FF_COST_WIDE_WALL;
	if (!(cost >= 0 && cost <= FF_COST_WALL && cost == floor(cost)))
		return 0;
	return cost < 1 ? 1 : (uint32_t)cost;
}

/* Returns number 'i' of a caller's costs for such a map. */
static inline double ff_handle_cost(const struct ff_cost *map, const void *cost, size_t i)
{
	return map->wide != NULL ? (double)((const float *)cost)[i] : ((const uint8_t *)cost)[i];
}

/* Returns true if the map can have that cost, and all of cost[count]; ff_handle_contains() if the
 * rectangle is not empty and lies on it. */
bool ff_handle_fits(const char *call, const struct ff_cost *map, const struct ff_model *model,
		    double cost);
bool ff_handle_all_fit(const char *call, const struct ff_cost *map, const struct ff_model *model,
		       const void *cost, size_t count);
bool ff_handle_contains(const char *call, const struct ff_cost *map, int32_t x, int32_t y,
			int32_t w, int32_t h);

/* Returns true if a buffer has exactly the bytes of a layer, which 'need' is. */
bool ff_handle_holds(const char *call, const void *buffer, size_t bytes, size_t need);

/*
 * Adds a goal to an owned list with room for '*room'; ff_handle_add_place() adds one at x,y, which
 * must be nearest to a cell of the map.  FF_OK; FF_E_ARG for a place or start out of range;
 * FF_E_NOMEM.
 */
enum ff_status ff_handle_add_goal(const char *call, struct ff_goals *goals, size_t *room,
				  const struct ff_goal *goal);
enum ff_status ff_handle_add_place(const char *call, struct ff_goals *goals, size_t *room,
				   const struct ff_cost *map, double x, double y, int64_t start);

/* Returns true if the directions of a model lead to goals; else formats the line of ff_error(). */
bool ff_handle_leads(const char *call, const struct ff_model *model);

/* A solution that a world is made of; all but labels are set. */
struct ff_handle_solution {
	const struct ff_goals *goals; /* of the next solve */
	const struct ff_seeds *seeds;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes;
	const struct ff_labels *nearest, *allocation; /* cells NULL: not known */
};

/*
 * Makes a solved world of copies: of a map, and of the solution of some of its sectors.  FF_OK, or
 * FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_world_of_solution(const struct ff_cost *map, const struct ff_rules *rules,
				    const struct ff_model *model,
				    const struct ff_handle_solution *solution,
				    struct ff_world **out);

/* Returns how many cells all steps of a world's solves have settled or visited, and how many
 * directions they have set. */
uint64_t ff_world_effort(const struct ff_world *world);

/* Returns the bytes per cell of a layer of a map; 0 if there is no such layer. */
size_t ff_handle_layer(const struct ff_cost *map, enum ff_layer layer);

/* Copies the costs of a map as the layer has them. */
void ff_handle_copy_costs(const struct ff_cost *map, const struct ff_model *model, void *buffer);

/* Copies labels as a layer of them has them; 'buffer' is [w*h]. */
void ff_handle_labels(const struct ff_labels *labels, enum ff_layer layer, void *buffer);

#endif
