/*
 * Two neighbours' ways to one goal and the step between them are a loop, and a wall within it lies
 * between the ways.  Each wall cell has a ray upwards, a little to the right of its centre; a way
 * sums the rays that it crosses, to the right or to the left, and the sum around a loop is the
 * number of wall cells in it.  Rays of all cells come to the area between the ways, and so to how
 * far they are apart.
 */
#include "core/solve/measures.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/grid/order.h"

enum {
	APART = 2, /* cells between two ways, on average, from which on they part... */
	ENDS = 4,  /* ...and cells more, for goals of several cells */
};

/* Ways so far.  A sum may wrap: sums that differ by a multiple of 2^32 would not come about. */
struct ways {
	size_t w;
	uint32_t *below; /* [w*h]  number of walls below each cell, in its column */
	uint32_t *sums;  /* [w*h]  rays that a cell's way crosses to the right, less the others */
	uint32_t *ends;  /* [w*h]  the cell where it ends */
	uint32_t *areas; /* [w*h]  as 'sums', of all cells in place of walls */
	float *lengths;  /* [w*h]  of the way, in cells */
	size_t h;
};

/* Returns the rays that a step to a neighbour crosses. */
static uint32_t crossed(const struct ways *ways, size_t from, size_t to)
{
	size_t x = from % ways->w, to_x = to % ways->w;

	return to_x > x ? ways->below[from] : to_x < x ? 0 - ways->below[to] : 0;
}

/* Returns the cells below those that a step to a neighbour crosses, likewise. */
static uint32_t passed(const struct ways *ways, size_t from, size_t to)
{
	size_t x = from % ways->w, to_x = to % ways->w;

	return to_x > x   ? (uint32_t)(ways->h - 1 - from / ways->w)
	       : to_x < x ? 0 - (uint32_t)(ways->h - 1 - to / ways->w)
			  : 0;
}

static void count_walls(const struct ff_cost *cost, struct ways *ways)
{
	const size_t w = ways->w, cells = w * (size_t)cost->h;

	for (size_t i = cells; i-- > 0;)
		ways->below[i] =
			i + w >= cells ? 0
				       : ways->below[i + w] + (cost->cells[i + w] == FF_COST_WALL);
}

/* Joins a goal's cell to the one on its left or above it, if that is the same goal's: walkers may
 * end at either. */
static void join_goal(struct ways *ways, const struct ff_labels *goals, size_t cell)
{
	const size_t beside[] = {cell % ways->w > 0 ? cell - 1 : cell,
				 cell >= ways->w ? cell - ways->w : cell};

	for (int i = 0; i < 2; i++)
		if (beside[i] != cell && goals->cells[cell] != FF_LABELS_NONE &&
		    goals->cells[beside[i]] == goals->cells[cell]) {
			ways->ends[cell] = ways->ends[beside[i]];
			ways->sums[cell] = crossed(ways, cell, beside[i]) + ways->sums[beside[i]];
			ways->areas[cell] = passed(ways, cell, beside[i]) + ways->areas[beside[i]];
			return;
		}
}

/* Returns true if the area between the ways of two neighbours is large for their lengths. */
static bool are_apart(const struct ways *ways, size_t a, size_t b)
{
	int32_t area = (int32_t)(ways->areas[a] - passed(ways, a, b) - ways->areas[b]);

	return fabs((double)area) >
	       APART * ((double)ways->lengths[a] + (double)ways->lengths[b]) / 2 + ENDS;
}

static bool part(const struct ff_solve *solve, const struct ways *ways, size_t a, size_t b)
{
	return ff_field_has(solve->field, a) && ff_field_has(solve->field, b) &&
	       (ways->ends[a] != ways->ends[b] ||
		ways->sums[a] != crossed(ways, a, b) + ways->sums[b] || are_apart(ways, a, b));
}

static void follow_all(const struct ff_solve *solve, const struct ff_labels *goals,
		       const uint32_t *order, size_t count, struct ways *ways)
{
	for (size_t i = 0; i < count; i++) {
		size_t cell = order[i];
		struct ff_ways on = ff_ways_of(solve, cell);

		ways->ends[cell] = order[i];
		ways->sums[cell] = 0;
		ways->areas[cell] = 0;
		ways->lengths[cell] = 0;
		if (on.count == 0) {
			join_goal(ways, goals, cell);
			continue;
		}
		ways->ends[cell] = ways->ends[on.cells[0]];
		ways->sums[cell] = crossed(ways, cell, on.cells[0]) + ways->sums[on.cells[0]];
		ways->areas[cell] = passed(ways, cell, on.cells[0]) + ways->areas[on.cells[0]];
		ways->lengths[cell] = ways->lengths[on.cells[0]] + 1;
	}
}

enum ff_status ff_ridges_find(const struct ff_solve *solve, uint8_t *ridges)
{
	const struct ff_field *field = solve->field;
	const size_t w = (size_t)field->w, cells = w * (size_t)field->h;
	struct ff_labels goals = {.cells = NULL};
	struct ways ways = {
		.w = w,
		.below = ff_memory_cells(field->w, field->h, sizeof *ways.below),
		.sums = ff_memory_cells(field->w, field->h, sizeof *ways.sums),
		.ends = ff_memory_cells(field->w, field->h, sizeof *ways.ends),
		.areas = ff_memory_cells(field->w, field->h, sizeof *ways.areas),
		.lengths = ff_memory_cells(field->w, field->h, sizeof *ways.lengths),
		.h = (size_t)field->h,
	};
	enum ff_status st = FF_E_NOMEM;
	uint32_t *order = NULL;
	size_t count;

	if (ways.below == NULL || ways.sums == NULL || ways.ends == NULL || ways.areas == NULL ||
	    ways.lengths == NULL || !ff_labels_new(&goals, field->w, field->h) ||
	    ff_order_cells(field, &order, &count) != FF_OK)
		goto out;
	for (size_t i = 0; i < cells; i++)
		goals.cells[i] = FF_LABELS_NONE;
	for (size_t i = 0; i < solve->seeds->count; i++)
		goals.cells[solve->seeds->items[i].cell] = solve->seeds->items[i].goal;
	count_walls(solve->cost, &ways);
	follow_all(solve, &goals, order, count, &ways);
	for (size_t i = 0; i < cells; i++)
		ridges[i] =
			!ff_field_has(field, i)
				? FF_RIDGES_NONE
				: (i % w + 1 < w && part(solve, &ways, i, i + 1) ? FF_RIDGES_RIGHT
										 : 0) |
					  (i + w < cells && part(solve, &ways, i, i + w)
						   ? FF_RIDGES_BELOW
						   : 0);
	st = FF_OK;
out:
	free(order);
	free(goals.cells);
	free(ways.below);
	free(ways.sums);
	free(ways.ends);
	free(ways.areas);
	free(ways.lengths);
	return st;
}
