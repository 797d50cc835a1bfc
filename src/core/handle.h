/*
 * Shared by the handles of flowfield.h: rules, maps, goals and layers, as callers give and take
 * them.
 */
#ifndef FF_CORE_HANDLE_H
#define FF_CORE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "flowfield.h"

/* Returns true if the arguments of ff_world_new() keep its contract. */
bool ff_handle_is_valid(int32_t w, int32_t h, const uint8_t *cost, const struct ff_rules *rules);

/* Returns the model of valid rules. */
struct ff_model ff_handle_model(const struct ff_rules *rules);

/* Returns the cost that a caller's byte stands for. */
static inline uint8_t ff_handle_cost(uint8_t byte)
{
	return byte == 0 ? 1 : byte;
}

/* Returns a copy of a caller's map, whose cells are the caller's to free; NULL: memory ran out. */
struct ff_cost ff_handle_map(int32_t w, int32_t h, const uint8_t *cost);

/* Returns true if a rectangle has cells, and all of them are on the map. */
bool ff_handle_contains(const struct ff_cost *map, int32_t x, int32_t y, int32_t w, int32_t h);

/*
 * ff_handle_add_goal() adds a goal to an owned list with room for '*room'; ff_handle_add_place()
 * one at x,y, which has to be nearest to a cell of the map.  FF_OK; FF_E_ARG for a start out of
 * range, or such a place; FF_E_NOMEM.
 */
enum ff_status ff_handle_add_goal(struct ff_goals *goals, size_t *room, const struct ff_goal *goal);
enum ff_status ff_handle_add_place(struct ff_goals *goals, size_t *room, const struct ff_cost *map,
				   double x, double y, int64_t start);

/* Returns the bytes of a cell in a layer; 0 if there is no such layer. */
size_t ff_handle_layer(enum ff_layer layer);

#endif
