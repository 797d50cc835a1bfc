/*
 * Small maps that change at random, step by step, and what is another one then: for tests of all
 * that follows a changed field.
 */
#ifndef ALTERED_H
#define ALTERED_H

#include "field.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { ALTERED_SEEDS = 12, ALTERED_GOALS = 4 };

struct altered {
	uint64_t dice;
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seed items[ALTERED_SEEDS];
	struct ff_seeds seeds;
	double limit;
	struct ff_field field;
	uint8_t *was;    /* [w*h]  what the cells cost before the last change */
	uint32_t *cells; /* [count]  of it: ff_descend_around() says which */
	size_t count;
};

static inline uint64_t altered_below(struct altered *altered, uint64_t n)
{
	return oracle_random(&altered->dice) % n;
}

static inline uint8_t altered_cost(struct altered *altered)
{
	uint64_t kind = altered_below(altered, 4);

	return (uint8_t)(kind == 0   ? FF_COST_WALL
			 : kind == 1 ? 1 + altered_below(altered, FF_COST_MAX)
				     : 1 + altered_below(altered, 2));
}

static inline int altered_order(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->goal != b->goal)
		return a->goal < b->goal ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* Seeds that stand in a wall are gone; at least one is left. */
static inline void altered_seed(struct altered *altered, size_t more)
{
	size_t n = (size_t)altered->cost.w * (size_t)altered->cost.h, kept = 0;

	for (size_t i = 0; i < altered->seeds.count; i++)
		if (altered->cost.cells[altered->items[i].cell] != FF_COST_WALL)
			altered->items[kept++] = altered->items[i];
	if (kept == 0 && more == 0)
		more = 1;
	for (; more > 0 && kept < ALTERED_SEEDS; more--) {
		uint32_t cell = (uint32_t)altered_below(altered, n);
		uint64_t start = altered_below(altered, 2) * altered_below(altered, 6);

		if (altered->cost.cells[cell] == FF_COST_WALL)
			altered->cost.cells[cell] = 1;
		altered->items[kept++] =
			(struct ff_seed){cell, (uint32_t)altered_below(altered, ALTERED_GOALS),
					 (double)(start * ff_model_unit(&altered->model))};
	}
	altered->seeds = (struct ff_seeds){altered->items, kept};
	qsort(altered->items, kept, sizeof *altered->items, altered_order);
}

/* altered_new() is a first map and its field; each 'number' is another one. */
static inline void altered_new(struct altered *altered, const struct ff_model *model,
			       enum ff_field_type type, int32_t w, int32_t h, uint64_t number)
{
	size_t n = (size_t)w * (size_t)h;

	*altered = (struct altered){.dice = ORACLE_SEED + number,
				    .model = *model,
				    .cost = {w, h, oracle_cells(n, 1)},
				    .limit = FF_FIELD_NONEF,
				    .was = oracle_cells(n, 1),
				    .cells = oracle_cells(3 * n + 2 * ALTERED_SEEDS, 4)};
	for (size_t i = 0; i < n; i++)
		altered->cost.cells[i] = altered_cost(altered);
	altered_seed(altered, 1 + altered_below(altered, 4));
	if (altered_below(altered, 4) == 0)
		altered->limit = (double)(altered_below(altered, 60) * ff_model_unit(model));
	altered->field =
		field_of("altered", model, &altered->cost, &altered->seeds, altered->limit, type);
}

/* A cell, a rectangle, one of random costs, goals, or nothing at all. */
static inline void altered_map(struct altered *altered)
{
	int32_t w = altered->cost.w, h = altered->cost.h;
	int32_t x = (int32_t)altered_below(altered, (uint64_t)w);
	int32_t y = (int32_t)altered_below(altered, (uint64_t)h);
	uint64_t kind = altered_below(altered, 6);
	uint8_t one = altered_cost(altered);
	int32_t right = x, down = y;

	if (kind >= 4 && altered_below(altered, 2) == 0)
		altered->seeds.count -= altered_below(altered, altered->seeds.count + 1);
	if (kind < 3) {
		if (kind > 0) {
			right += (int32_t)altered_below(altered, (uint64_t)(w - x));
			down += (int32_t)altered_below(altered, (uint64_t)(h - y));
		}
		for (int32_t row = y; row <= down; row++)
			for (int32_t column = x; column <= right; column++)
				altered->cost.cells[ff_cost_index(&altered->cost, column, row)] =
					kind == 2 ? altered_cost(altered) : one;
	}
	altered_seed(altered, kind >= 4 ? altered_below(altered, 3) : 0);
}

static inline void altered_list(struct altered *altered, uint64_t cell)
{
	altered->cells[altered->count++] = (uint32_t)cell;
}

/* altered_change() makes a change and the field new, lists the cells, some twice, and others. */
static inline void altered_change(struct altered *altered)
{
	size_t n = (size_t)altered->cost.w * (size_t)altered->cost.h;
	struct ff_field before = altered->field;
	struct ff_seed items[ALTERED_SEEDS];
	size_t seeds = altered->seeds.count;

	memcpy(items, altered->items, sizeof items);
	memcpy(altered->was, altered->cost.cells, n);
	altered_map(altered);
	altered->field = field_of("altered", &altered->model, &altered->cost, &altered->seeds,
				  altered->limit, before.type);
	altered->count = 0;
	if (seeds != altered->seeds.count ||
	    memcmp(items, altered->items, seeds * sizeof *items) != 0) {
		for (size_t i = 0; i < seeds; i++)
			altered_list(altered, items[i].cell);
		for (size_t i = 0; i < altered->seeds.count; i++)
			altered_list(altered, altered->items[i].cell);
	}
	for (size_t i = 0; i < n; i++)
		if (altered->was[i] != altered->cost.cells[i] ||
		    ff_field_raw(&before, i) != ff_field_raw(&altered->field, i))
			altered_list(altered, i);
	for (uint64_t more = altered_below(altered, 3); more > 0 && altered->count > 0; more--)
		altered_list(altered, altered->cells[altered_below(altered, altered->count)]);
	if (altered_below(altered, 8) == 0)
		altered_list(altered, altered_below(altered, n));
	for (size_t i = altered->count; i > 1; i--) {
		size_t other = (size_t)altered_below(altered, i);
		uint32_t swap = altered->cells[i - 1];

		altered->cells[i - 1] = altered->cells[other];
		altered->cells[other] = swap;
	}
	free(before.cells);
}

static inline void altered_free(struct altered *altered)
{
	free(altered->cost.cells);
	free(altered->field.cells);
	free(altered->was);
	free(altered->cells);
}

/* altered_steps() is how many changes each map goes through: many more with FULL=1. */
static inline int altered_steps(void)
{
	const char *full = getenv("FULL");

	return full != NULL && strcmp(full, "1") == 0 ? 400 : 8;
}

/* altered_all() hands maps of all models and rules, types and sizes over to a test. */
static inline void altered_all(void (*check)(struct altered *altered))
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 3},  {9, 1},   {1, 9},    {7, 6},
					   {3, 8}, {12, 5}, {24, 21}, {137, 11}, {600, 4}};
	uint64_t number = 0;

	for (int flow = 0; flow < FF_FLOWS; flow++)
		for (int k = 0; k < ORACLE_MODELS + FF_CORNERS; k++)
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				struct ff_model model = {.metric = FF_METRIC_EUCLID,
							 .corners =
								 (enum ff_corners)(k % FF_CORNERS),
							 .flow = (enum ff_flow_rule)flow};
				enum ff_field_type type = FF_FIELD_F64;
				struct altered altered;

				if (k < ORACLE_MODELS) {
					model = oracle_model(k, (enum ff_flow_rule)flow);
					type = number % 3 ? FF_FIELD_U32 : FF_FIELD_U64;
				}
				altered_new(&altered, &model, type, sizes[s][0], sizes[s][1],
					    ++number);
				check(&altered);
				altered_free(&altered);
			}
}

#endif
