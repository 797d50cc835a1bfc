#include "core/solve/reach.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/grid/order.h"

void ff_reach_goals(const struct ff_seeds *seeds, const struct ff_field *field,
		    struct ff_classes *classes)
{
	for (size_t i = 0; i < seeds->count; i++) {
		const struct ff_seed *seed = &seeds->items[i];

		if (classes->cells[seed->cell] != FF_REACHED ||
		    ff_field_raw(field, seed->cell) < seed->start)
			continue;
		classes->count[FF_REACHED]--;
		classes->count[FF_GOAL]++;
		classes->cells[seed->cell] = FF_GOAL;
	}
}

/* Sums integers as integers: exactly, and without branches.  NONE is the largest number, so NONE +
 * 1 is 0: cells without a value add nothing. */
static struct ff_reach_summary summarise_u32(const struct ff_field *field)
{
	size_t cells = (size_t)field->w * (size_t)field->h;
	uint32_t least = FF_FIELD_NONE32, most = 0;
	uint64_t count = 0, sum = 0;

	for (size_t i = 0; i < cells; i++) {
		uint32_t next = field->u32[i] + 1;

		count += next != 0;
		sum += next;
		most = next > most ? next : most;
		least = field->u32[i] < least ? field->u32[i] : least;
	}
	return (struct ff_reach_summary){count, least, count == 0 ? 0 : most - 1,
					 count == 0 ? 0 : (double)(sum - count) / (double)count};
}

static struct ff_reach_summary summarise_wide(const struct ff_field *field)
{
	size_t cells = (size_t)field->w * (size_t)field->h;
	struct ff_reach_summary all = {.least = FF_FIELD_NONEF};
	double sum = 0;

	for (size_t i = 0; i < cells; i++) {
		double value = ff_field_raw(field, i);

		if (value == FF_FIELD_NONEF)
			continue;
		all.cells++;
		sum += value;
		all.least = value < all.least ? value : all.least;
		all.largest = value > all.largest ? value : all.largest;
	}
	all.mean = all.cells == 0 ? 0 : sum / (double)all.cells;
	return all;
}

struct ff_reach_summary ff_reach_summarise(const struct ff_field *field)
{
	struct ff_reach_summary all =
		field->type == FF_FIELD_U32 ? summarise_u32(field) : summarise_wide(field);

	if (all.cells == 0)
		return (struct ff_reach_summary){0};
	all.least = ff_field_cost(field, all.least);
	all.largest = ff_field_cost(field, all.largest);
	all.mean = ff_field_cost(field, all.mean);
	return all;
}

/*
 * The map that monsters flee by ("The Incredible Power of Dijkstra Maps", RogueBasin): the distance
 * field times a factor a little below -1, relaxed again, so that running past the enemy pays where
 * the way out is behind it, and corners near it are no trap.
 */

/* Returns a seed's start before it is raised. */
static double unraised_start(const struct ff_field *field, double factor, size_t cell)
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
	/* The farthest cell has the least start. */
	if (count > 0)
		least = unraised_start(field, factor, order[count - 1]);
	for (size_t i = 0; i < count; i++) {
		uint32_t cell = order[count - 1 - i];

		items[i] = (struct ff_seed){.cell = cell,
					    .start = unraised_start(field, factor, cell) - least};
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
			ff_cost_set(cost, i, ff_cost_wall(cost));
}

enum ff_status ff_flee_ends(const struct ff_field *field, const struct ff_flow *flow,
			    struct ff_seeds *seeds)
{
	size_t cells = (size_t)field->w * (size_t)field->h, room = 0, count = 0;
	struct ff_seed *items = NULL;

	for (size_t i = 0; i < cells; i++) {
		if (flow->cells[i] != FF_NONE || !ff_field_has(field, i))
			continue;
		if (!ff_memory_grow(&items, &room, count + 1, sizeof *items)) {
			free(items);
			return FF_E_NOMEM;
		}
		items[count++] = (struct ff_seed){.cell = i, .start = ff_field_raw(field, i)};
	}
	*seeds = (struct ff_seeds){items, count};
	return FF_OK;
}
