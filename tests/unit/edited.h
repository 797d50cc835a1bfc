/*
 * Maps that are edited at random, and held against fields that are solved afresh.
 */
#ifndef EDITED_H
#define EDITED_H

#include "core/update/update.h"
#include "field.h"

enum { EDITED_SEEDS = 40, EDITED_CHANGES = 200 };

/* A map whose field is repaired, and what the next edit is. */
struct edited {
	char name[160]; /* for diagnostics */
	uint64_t dice;
	struct ff_model model;
	struct ff_cost cost; /* as it is to be; 'map' is what the repair has made of it */
	struct ff_cost map;
	struct ff_seed items[EDITED_SEEDS];
	struct ff_seeds seeds;
	double limit;
	int most_cost, walls; /* per cent */
	struct ff_field field;
	struct ff_update *update;
	struct ff_cost_change changes[EDITED_CHANGES];
	size_t count;
	bool moved; /* the seeds are others */
	unsigned long rebuilt;
};

static inline uint32_t edited_draw(struct edited *e, uint32_t below)
{
	return (uint32_t)(oracle_random(&e->dice) % below);
}

static inline size_t edited_cells(const struct edited *e)
{
	return (size_t)e->cost.w * (size_t)e->cost.h;
}

static inline uint8_t edited_cost(struct edited *e)
{
	if (edited_draw(e, 100) < (uint32_t)e->walls)
		return FF_COST_WALL;
	return (uint8_t)(1 + edited_draw(e, (uint32_t)e->most_cost));
}

static inline int edited_by_start(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->start > b->start) - (a->start < b->start);
}

/* Notes a change of the map. */
static inline void edited_change(struct edited *e, uint32_t cell, uint8_t cost)
{
	e->changes[e->count++] = (struct ff_cost_change){cell, cost};
	e->cost.cells[cell] = cost;
}

static inline void edited_add_seed(struct edited *e)
{
	bool again = e->seeds.count > 0 && edited_draw(e, 8) == 0;
	uint32_t cell = again ? e->items[0].cell : edited_draw(e, (uint32_t)edited_cells(e));
	double start = edited_draw(e, 3) > 0
			       ? 0
			       : edited_draw(e, 20) * ff_model_unit(&e->model) + edited_draw(e, 2);

	if (e->seeds.count == EDITED_SEEDS || e->cost.cells[cell] == FF_COST_WALL)
		return;
	e->items[e->seeds.count++] = (struct ff_seed){.cell = cell, .start = start};
	e->moved = true;
}

/* Has at least one seed, and none on walls. */
static inline void edited_settle(struct edited *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < e->seeds.count; i++)
		if (e->cost.cells[e->items[i].cell] != FF_COST_WALL)
			e->items[kept++] = e->items[i];
	e->moved |= kept < e->seeds.count;
	e->seeds = (struct ff_seeds){e->items, kept};
	while (e->seeds.count == 0) {
		edited_change(e, edited_draw(e, (uint32_t)edited_cells(e)), 1);
		edited_add_seed(e);
		e->count -= e->seeds.count == 0 && e->count == EDITED_CHANGES;
	}
	qsort(e->items, e->seeds.count, sizeof *e->items, edited_by_start);
}

static inline void edited_solve(struct edited *e)
{
	struct ff_field fresh =
		field_of(e->name, &e->model, &e->map, &e->seeds, e->limit, e->field.type);

	memcpy(e->field.cells, fresh.cells, edited_cells(e) * ff_field_size(fresh.type));
	free(fresh.cells);
}

/* edited_solve_again() solves afresh in the way of those whose repair has been given up. */
static inline void edited_solve_again(struct edited *e)
{
	size_t size = ff_integrate_scratch(&e->model, e->field.type, e->cost.w, e->cost.h, NULL);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st = ff_integrate_begin(&run, &e->model, &e->map, &e->seeds, e->limit,
					       &e->field, scratch, size, NULL);

	ff_update_begun(e->update, &run);
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, 100);
	CHECK(st == FF_OK, "%s: status %d", e->name, (int)st);
	free(scratch);
}

/* edited_open() prepares for repairs of e->cost, from e->seeds. */
static inline void edited_open(struct edited *e, enum ff_field_type type)
{
	size_t n = edited_cells(e);
	enum ff_status st;

	e->map = (struct ff_cost){e->cost.w, e->cost.h, oracle_cells(n, 1)};
	memcpy(e->map.cells, e->cost.cells, n);
	e->field = field_new(&e->model, e->cost.w, e->cost.h, type);
	edited_solve(e);
	st = ff_update_open(&e->update, &e->model, &e->map, &e->seeds, e->limit, &e->field);
	CHECK(st == FF_OK, "%s: open: status %d", e->name, (int)st);
}

/* edited_new() is a random map of w * h cells. */
static inline void edited_new(struct edited *e, const struct ff_model *model, int32_t w, int32_t h,
			      enum ff_field_type type, uint64_t dice)
{
	static const int costs[] = {1, 2, 9, FF_COST_MAX};
	size_t n = (size_t)w * (size_t)h;

	*e = (struct edited){.dice = dice, .model = *model};
	e->cost = (struct ff_cost){w, h, oracle_cells(n, 1)};
	snprintf(e->name, sizeof e->name, "%s %s %s, %dx%d, type %d, dice %" PRIx64,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], (int)w, (int)h, (int)type, dice);
	e->most_cost = costs[edited_draw(e, 4)];
	e->walls = (int)edited_draw(e, 50);
	e->limit = FF_FIELD_NONEF;
	if (edited_draw(e, 4) == 0)
		e->limit = edited_draw(e, (uint32_t)(2 * (w + h) * e->most_cost)) *
			   ff_model_unit(model) / 2.0;
	for (size_t i = 0; i < n; i++)
		e->cost.cells[i] = edited_cost(e);
	for (uint32_t i = 1 + (edited_draw(e, 8) > 0 ? edited_draw(e, 4) : edited_draw(e, 30));
	     i > 0; i--)
		edited_add_seed(e);
	edited_settle(e);
	edited_open(e, type);
	e->count = 0;
}

static inline void edited_free(struct edited *e)
{
	ff_update_close(e->update);
	free(e->cost.cells);
	free(e->map.cells);
	free(e->field.cells);
}

/* edited_draw_edit() makes up the next edit. */
static inline void edited_draw_edit(struct edited *e)
{
	uint32_t n = (uint32_t)edited_cells(e), what = edited_draw(e, 8);
	uint32_t many = what < 4 ? 1 : what < 6 ? 1 + edited_draw(e, 4) : edited_draw(e, n);
	uint32_t cell;

	e->count = 0;
	e->moved = false;
	for (uint32_t i = 0; i < many && e->count < EDITED_CHANGES / 2; i++) {
		cell = edited_draw(e, n);
		edited_change(e, cell,
			      edited_draw(e, 16) == 0 ? e->cost.cells[cell] : edited_cost(e));
		if (edited_draw(e, 16) == 0)
			edited_change(e, cell, edited_cost(e));
	}
	if (edited_draw(e, 4) == 0) {
		for (uint32_t i = edited_draw(e, 3); i > 0 && e->seeds.count > 0; i--) {
			e->items[edited_draw(e, (uint32_t)e->seeds.count)] =
				e->items[e->seeds.count - 1];
			e->seeds.count--;
			e->moved = true;
		}
		for (uint32_t i = edited_draw(e, 3); i > 0; i--)
			edited_add_seed(e);
	}
	edited_settle(e);
}

/* What a cell holds, by its bits. */
static inline uint64_t edited_bits(const struct ff_field *field, size_t cell)
{
	return field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell];
}

/* edited_check() looks whether all is as if solved afresh, and whether what is said of the
 * difference to 'before' is true. */
static inline bool edited_check(struct edited *e, const struct ff_field *before)
{
	struct ff_field fresh =
		field_of(e->name, &e->model, &e->cost, &e->seeds, e->limit, e->field.type);
	const struct ff_update_figures figures = ff_update_figures_of(e->update);
	size_t n = edited_cells(e), differ = 0, wide = 0;
	bool ok = CHECK(memcmp(e->map.cells, e->cost.cells, n) == 0, "%s: the map", e->name);

	for (size_t i = 0; i < n && ok; i++) {
		uint64_t is = edited_bits(&e->field, i);

		ok = CHECK(is == edited_bits(&fresh, i),
			   "%s: cell %zu has %.17g, should have %.17g", e->name, i,
			   ff_field_raw(&e->field, i), ff_field_raw(&fresh, i));
		differ += is != edited_bits(before, i);
		wide += ff_field_has(&fresh, i) && ff_field_raw(&fresh, i) >= FF_FIELD_NONE32;
	}
	for (size_t i = 0; i < figures.count && ok; i++)
		ok = CHECK(edited_bits(before, figures.cells[i]) !=
				   edited_bits(&e->field, figures.cells[i]),
			   "%s: cell %" PRIu32 " has not changed", e->name, figures.cells[i]);
	ok = ok && CHECK(figures.count == differ, "%s: %zu changed, not %zu", e->name,
			 figures.count, differ);
	ok = ok && CHECK(figures.all <= figures.count + e->count + 2 * EDITED_SEEDS &&
				 (e->count == 0 || figures.all >= differ),
			 "%s: %zu in all", e->name, figures.all);
	ok = ok && CHECK(figures.narrow == (e->field.type == FF_FIELD_U64 && wide == 0),
			 "%s: narrow %d", e->name, figures.narrow);
	free(fresh.cells);
	return ok;
}

/* edited_repair() makes the edit, in steps of 'budget', and checks what comes of it. */
static inline bool edited_repair(struct edited *e, size_t budget, size_t most)
{
	size_t bytes = edited_cells(e) * ff_field_size(e->field.type);
	struct ff_field before = e->field;
	enum ff_status st;
	bool done = false, ok;

	before.cells = oracle_cells(bytes, 1);
	memcpy(before.cells, e->field.cells, bytes);
	st = ff_update_begin(e->update, e->changes, e->count, e->moved ? &e->seeds : NULL, most);
	while (st == FF_OK && !done)
		st = ff_update_step(e->update, budget, &done);
	if ((most < SIZE_MAX || e->model.metric == FF_METRIC_EUCLID) && st == FF_E_LIMIT) {
		e->rebuilt++;
		ok = CHECK(ff_update_figures_of(e->update).visited <= most, "%s: visited", e->name);
		ok &= CHECK(memcmp(before.cells, e->field.cells, bytes) == 0,
			    "%s: it gave up, and has changed the field", e->name);
		if (edited_draw(e, 2) == 0)
			edited_solve(e);
		else
			edited_solve_again(e);
		st = ff_update_reset(e->update);
		ok &= CHECK(st == FF_OK, "%s: renew: status %d", e->name, (int)st);
	} else {
		ok = CHECK(st == FF_OK, "%s: status %d", e->name, (int)st) &&
		     edited_check(e, &before);
	}
	free(before.cells);
	return ok;
}

/* edited_sequence() is a random map of up to most_w * most_h cells, and some edits of it. */
static inline bool edited_sequence(const struct ff_model *model, int32_t most_w, int32_t most_h,
				   enum ff_field_type type, uint64_t *dice)
{
	struct edited e;
	uint64_t own = oracle_random(dice);
	int32_t w = 1 + (int32_t)(oracle_random(dice) % (uint64_t)most_w);
	int32_t h = 1 + (int32_t)(oracle_random(dice) % (uint64_t)most_h);
	bool ok = true;

	edited_new(&e, model, w, h, type, own);
	for (uint32_t i = 2 + edited_draw(&e, 6); i > 0 && ok; i--) {
		static const size_t budgets[] = {1, 2, 7, SIZE_MAX};
		size_t budget = budgets[edited_draw(&e, 4)];

		edited_draw_edit(&e);
		ok = edited_repair(&e, budget,
				   edited_draw(&e, 16) == 0 ? edited_draw(&e, 64) : SIZE_MAX);
	}
	edited_free(&e);
	return ok;
}

#endif
