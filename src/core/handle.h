/*
 * Shared by worlds and routers: rules, maps, goals and layers as callers pass them.
 */
#ifndef FF_CORE_HANDLE_H
#define FF_CORE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "flowfield.h"

/* Returns true if the arguments of ff_world_new() are within its contract. */
bool ff_handle_is_valid(int32_t w, int32_t h, const uint8_t *cost, const struct ff_rules *rules);

/* Returns the model of valid rules. */
struct ff_model ff_handle_model(const struct ff_rules *rules);

/* Returns the cost of a byte of a caller's map. */
static inline uint8_t ff_handle_cost(uint8_t byte)
{
	return byte == 0 ? 1 : byte;
}

/* Returns a copy of a caller's map; the caller frees its cells, which are NULL if memory ran
 * out. */
struct ff_cost ff_handle_map(int32_t w, int32_t h, const uint8_t *cost);

/* Returns true if a rectangle is not empty and lies on the map. */
bool ff_handle_contains(const struct ff_cost *map, int32_t x, int32_t y, int32_t w, int32_t h);

/*
 * Adds a goal to an owned list with room for '*room'; ff_handle_add_place() adds one at x,y, which
 * must be nearest to a cell of the map.  FF_OK; FF_E_ARG for a place or start out of range;
 * FF_E_NOMEM.
 */
enum ff_status ff_handle_add_goal(struct ff_goals *goals, size_t *room, const struct ff_goal *goal);
enum ff_status ff_handle_add_place(struct ff_goals *goals, size_t *room, const struct ff_cost *map,
				   double x, double y, int64_t start);

/* Returns the bytes per cell of a layer; 0 if there is no such layer. */
size_t ff_handle_layer(enum ff_layer layer);

/* Copies labels as layers have them; 'to' is [w*h]. */
void ff_handle_labels(const struct ff_labels *labels, int32_t *to);

#endif
