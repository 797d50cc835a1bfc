/*
 * The map that monsters flee by ("The Incredible Power of Dijkstra Maps",
 * RogueBasin): the distance field times a factor a little below -1, relaxed
 * again, so that running past the enemy is worth it where the way out is behind
 * him, and no corner near him is a trap.
 */
#include "core/solve/flee.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/solve/order.h"

/* A seed's start, before it is raised. */
static double scaled(const struct ff_field *field, double factor, size_t cell)
{
	double value = ff_field_raw(field, cell) * factor;

	return field->type == FF_FIELD_F64 ? value : floor(value + 0.5);
}

enum ff_status ff_flee_seeds(const struct ff_field *field, double factor, double *zero,
			     struct ff_seeds *seeds)
{
	struct ff_seed *items;
	enum ff_status st;
	uint32_t *order;
	double least = 0;
	size_t count;

	if ((st = ff_order_cells(field, &order, &count)) != FF_OK)
		return st;
	if ((items = calloc(count + 1, sizeof *items)) == NULL) {
		free(order);
		return FF_E_NOMEM;
	}
	/* The farthest cell starts first. */
	if (count > 0)
		least = scaled(field, factor, order[count - 1]);
	for (size_t i = 0; i < count; i++) {
		uint32_t cell = order[count - 1 - i];

		items[i] = (struct ff_seed){.cell = cell,
					    .start = scaled(field, factor, cell) - least};
	}
	free(order);
	*zero = -least;
	*seeds = (struct ff_seeds){items, count};
	return FF_OK;
}

void ff_flee_confine(const struct ff_field *field, struct ff_cost *cost)
{
	for (size_t i = 0; i < (size_t)cost->w * (size_t)cost->h; i++)
		if (!ff_field_has(field, i))
			cost->cells[i] = FF_COST_WALL;
}

enum ff_status ff_flee_ends(const struct ff_field *field, const struct ff_flow *flow,
			    struct ff_seeds *seeds)
{
	size_t cells = (size_t)field->w * (size_t)field->h, room = 0, count = 0;
	void *items = NULL;

	for (size_t i = 0; i < cells; i++) {
		if (flow->cells[i] != FF_NONE || !ff_field_has(field, i))
			continue;
		if (!ff_memory_grow(&items, &room, count + 1, sizeof *seeds->items)) {
			free(items);
			return FF_E_NOMEM;
		}
		((struct ff_seed *)items)[count++] =
			(struct ff_seed){.cell = (uint32_t)i, .start = ff_field_raw(field, i)};
	}
	*seeds = (struct ff_seeds){items, count};
	return FF_OK;
}
