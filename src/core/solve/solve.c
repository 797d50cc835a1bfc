/*
 * A field is tried with the narrowest type of its model; where a value does not fit, integration
 * begins again with 64 bits.  A flee map takes two fields: the second starts at every cell of the
 * first.
 */
#include "core/solve/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/order.h"
#include "core/solve/reach.h"

void ff_solve_drop(struct ff_labels *labels)
{
	free(labels->cells);
	labels->cells = NULL;
}

/* Returns true if 'most' stops a run before all cells are settled. */
static bool is_limited(const struct ff_solve *solve)
{
	return solve->most < SIZE_MAX && !solve->work.fleeing;
}

static bool is_in_order(const struct ff_solve *solve)
{
	return is_limited(solve) || solve->grows;
}

/* Returns true if the way through half of the map at its mean cost exceeds 32 bits, so that a try
 * with them would mostly fail; a field that fits nevertheless is narrowed at the end. */
static bool is_vast(const struct ff_solve *solve)
{
	enum { STEP = 16 }; /* rows from one that is looked at to the next */
	const struct ff_cost *cost = solve->cost;
	double most = FF_FIELD_NONE32 / (0.5 * (cost->w > cost->h ? cost->w : cost->h));
	double sum = 0, open = 0;
	uint32_t dearest = ff_cost_wall(cost) - 1, mean;

	if (ff_model_price(solve->model, false, dearest, dearest) < most ||
	    solve->limit < FF_FIELD_NONE32)
		return false;
	for (int32_t y = cost->h / 2 % STEP; y < cost->h; y += STEP)
		for (int32_t x = 0; x < cost->w; x++) {
			uint32_t here = ff_cost_at(cost, ff_cost_index(cost, x, y));

			open += here != ff_cost_wall(cost);
			sum += here != ff_cost_wall(cost) ? here : 0;
		}
	mean = open > 0 ? (uint32_t)(sum / open) : 0;
	return ff_model_price(solve->model, false, mean, mean) > most;
}

static enum ff_field_type first_type(const struct ff_solve *solve)
{
	if (solve->work.exact)
		return FF_FIELD_F64;
	return is_in_order(solve) ? FF_INTEGRATE_TYPE_IN_ORDER : ff_integrate_type(solve->model);
}

bool ff_solve_is_exact(const struct ff_model *model, const struct ff_cost *cost)
{
	return ff_model_is_continuous(model) && ff_strips_cost(cost) > 0;
}

static void free_spread(struct ff_solve_spread *spread)
{
	free(spread->ways);
	free(spread->cells);
	*spread = (struct ff_solve_spread){0};
}

static void free_work(struct ff_solve_work *work)
{
	free_spread(&work->spread);
	if (work->scratch != NULL)
		ff_integrate_end(&work->run);
	free(work->scratch);
	ff_strips_close(work->strips);
	ff_sight_close(work->sight);
	ff_field_free(&work->away);
	free(work->order);
	free(work->front.entries);
	free(work->cost.cells);
	free(work->seeds.items);
	*work = (struct ff_solve_work){0};
}

static void free_kept(struct ff_integrate_kept *kept)
{
	free(kept->cost.cells);
	free(kept->values);
	*kept = (struct ff_integrate_kept){0};
}

void ff_solve_end(struct ff_solve *solve)
{
	free_kept(&solve->kept);
	if (solve->work.sight != NULL || solve->work.turns > 0)
		ff_solve_drop(solve->nearest);
	free_work(&solve->work);
}

static enum ff_status fail(struct ff_solve *solve, enum ff_status st)
{
	free_kept(&solve->kept);
	free_work(&solve->work);
	ff_field_free(solve->field);
	return st;
}

void ff_solve_begin(struct ff_solve *solve)
{
	free_work(&solve->work);
	ff_field_free(solve->field);
	ff_solve_drop(solve->nearest);
	ff_solve_drop(solve->allocation);
	solve->work.exact = ff_solve_is_exact(solve->model, solve->cost);
	*solve->field = (struct ff_field){
		.w = solve->cost->w,
		.h = solve->cost->h,
		.type = first_type(solve),
		.unit = solve->unit,
	};
	if (solve->field->type == FF_FIELD_U32 && solve->kept.values == NULL && is_vast(solve))
		solve->field->type = FF_FIELD_U64;
	solve->stopped = false;
	solve->work.effort = solve->effort;
	if (!solve->grows)
		return;
	solve->work.away = *solve->field;
	if (ff_model_is_continuous(solve->model))
		solve->field->type = FF_FIELD_F64;
}

/* Allocates directions and classes unless they exist; false if memory ran out. */
static bool new_flow(struct ff_solve *solve)
{
	int32_t w = solve->cost->w, h = solve->cost->h;
	bool turns = ff_model_has_vectors(solve->model) || solve->sight;

	solve->flow->w = solve->classes->w = w;
	solve->flow->h = solve->classes->h = h;
	if (solve->flow->cells == NULL)
		solve->flow->cells = ff_memory_cells(w, h, 1);
	if (solve->classes->cells == NULL)
		solve->classes->cells = ff_memory_cells(w, h, 1);
	if (turns && solve->flow->vectors == NULL)
		solve->flow->vectors = ff_memory_cells(w, h, sizeof *solve->flow->vectors);
	return solve->flow->cells != NULL && solve->classes->cells != NULL &&
	       (!turns || solve->flow->vectors != NULL);
}

/* Makes a field, directions and classes of no settled cell yet. */
static enum ff_status begin_growth(struct ff_solve *solve)
{
	struct ff_solve_work *work = &solve->work;
	struct ff_field *field = solve->field;
	struct ff_flow *flow = solve->flow;
	struct ff_classes *classes = solve->classes;
	size_t cells = (size_t)field->w * (size_t)field->h, walls = 0;

	field->cells = ff_memory_cells(field->w, field->h, ff_field_size(field->type));
	work->run.order = work->order = ff_memory_cells(field->w, field->h, sizeof *work->order);
	if (field->cells == NULL || work->order == NULL || !new_flow(solve))
		return FF_E_NOMEM;
	field->roots = work->away.roots;
	work->away.roots = NULL;
	ff_field_clear(field, 0, cells);
	memset(flow->cells, FF_NONE, cells);
	if (flow->vectors != NULL)
		memset(flow->vectors, 0, cells * sizeof *flow->vectors);
	memset(classes->count, 0, sizeof classes->count);
	for (size_t i = 0; i < cells; i++) {
		bool wall = solve->cost->cells[i] == FF_COST_WALL;

		classes->cells[i] = wall ? FF_WALL : FF_NOT_YET;
		walls += wall;
	}
	classes->count[FF_WALL] = walls;
	classes->count[FF_NOT_YET] = cells - walls;
	return FF_OK;
}

static void set_class(struct ff_classes *classes, size_t cell, enum ff_class class)
{
	classes->count[classes->cells[cell]]--;
	classes->count[class]++;
	classes->cells[cell] = (uint8_t) class;
}

/* Makes cells around a settled one that have no value "not yet" again. */
static void keep_open(struct ff_classes *classes, uint32_t cell)
{
	int32_t x = (int32_t)cell % classes->w, y = (int32_t)cell / classes->w;

	for (int32_t j = y > 0 ? y - 1 : 0; j <= y + 1 && j < classes->h; j++)
		for (int32_t i = x > 0 ? x - 1 : 0; i <= x + 1 && i < classes->w; i++) {
			size_t at = (size_t)j * (size_t)classes->w + (size_t)i;

			if (classes->cells[at] == FF_UNREACHED)
				set_class(classes, at, FF_NOT_YET);
		}
}

/*
 * Shows the cells that a step has settled, and renews the directions around them.  All rules but
 * FF_FLOW_DIFFERENCES and FF_FLOW_GRADIENT of integers look at lower values alone, so that their
 * directions are final, except those that ff_solve_spread() turns.  An exact field has the values
 * already.
 */
static enum ff_status show_settled(struct ff_solve *solve)
{
	struct ff_solve_work *work = &solve->work;
	const uint32_t *cells = work->order + work->shown;
	size_t count = work->run.settled - work->shown;
	enum ff_status st;

	for (size_t i = 0; i < count && !work->exact; i++)
		ff_field_set(solve->field, cells[i], ff_integrate_settled(&work->run, cells[i]));
	st = ff_descend_around(solve->model, solve->cost, solve->field, solve->seeds, cells, count,
			       solve->flow, solve->classes, solve->machine);
	for (size_t i = 0; i < count; i++)
		keep_open(solve->classes, cells[i]);
	work->shown += count;
	return st;
}

/* Returns the cell beside one in a direction; SIZE_MAX off the map. */
static size_t cell_beside(const struct ff_cost *cost, size_t cell, int d)
{
	int32_t x = (int32_t)(cell % (size_t)cost->w) + ff_flow_steps[d].dx;
	int32_t y = (int32_t)(cell / (size_t)cost->w) + ff_flow_steps[d].dy;

	return ff_cost_inside(cost, x, y) ? ff_cost_index(cost, x, y) : SIZE_MAX;
}

/* Keeps no more cells of an exact field than 'most'. */
static enum ff_status cut_off(struct ff_solve *solve)
{
	struct ff_field *field = solve->field;
	uint32_t *order;
	size_t count;

	if (ff_order_cells(field, &order, &count) != FF_OK)
		return FF_E_NOMEM;
	solve->stopped = count > solve->most;
	for (size_t i = solve->most; i < count; i++) {
		ff_field_clear(field, order[i], 1);
		field->roots->of.cells[order[i]] = FF_LABELS_NONE;
	}
	free(order);
	return FF_OK;
}

/* Works on an exact field. */
static enum ff_status run_strips(struct ff_solve *solve, size_t budget)
{
	struct ff_solve_work *work = &solve->work;
	size_t before = ff_strips_work(work->strips);
	bool done;
	enum ff_status st = ff_strips_step(work->strips, budget, &done);

	solve->effort += ff_strips_work(work->strips) - before;
	if (!solve->grows)
		work->run.settled = ff_strips_work(work->strips);
	if (st != FF_OK || !done)
		return st;
	ff_strips_close(work->strips);
	work->strips = NULL;
	return is_limited(solve) && !solve->grows ? cut_off(solve) : FF_OK;
}

static enum ff_status begin_exact(struct ff_solve *solve, const struct ff_cost *cost,
				  const struct ff_seeds *seeds, double limit,
				  struct ff_field *field)
{
	enum ff_status st;

	field->roots = calloc(1, sizeof *field->roots);
	if (field->roots == NULL || !ff_labels_new(&field->roots->of, cost->w, cost->h))
		return FF_E_NOMEM;
	st = ff_strips_open(&solve->work.strips, cost, seeds, limit, field, field->roots);
	return st == FF_OK && solve->grows ? begin_growth(solve) : st;
}

/* Lets an open cell beside a settled one wait for its turn, by its value or the least possible. */
static enum ff_status await(struct ff_solve *solve, size_t cell, double final)
{
	double bound = ff_field_raw(&solve->work.away, cell);

	bound = bound < final ? bound : final;
	if (bound == FF_FIELD_NONEF || ff_field_has(solve->field, cell))
		return FF_OK;
	return ff_queue_heap_put(&solve->work.front,
				 (struct ff_queue_heap_entry){bound, 0, (uint32_t)cell});
}

/* Settles a cell of an exact field that grows. */
static enum ff_status settle(struct ff_solve *solve, uint32_t cell, double final)
{
	struct ff_solve_work *work = &solve->work;
	enum ff_status st = FF_OK;

	ff_field_set(solve->field, cell, ff_field_raw(&work->away, cell));
	work->order[work->run.settled++] = cell;
	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d += 2) {
		size_t to = cell_beside(solve->cost, cell, d);

		if (to != SIZE_MAX && solve->cost->cells[to] != FF_COST_WALL)
			st = await(solve, to, final);
	}
	return st;
}

/* Settles 'budget' cells of an exact field that grows, in the order of their values: each has a
 * lower one beside it.  Strings are followed as far as that takes. */
static enum ff_status grow_exact(struct ff_solve *solve, size_t budget)
{
	enum { FEW = 64 }; /* cells that are worked on between two looks */
	struct ff_solve_work *work = &solve->work;
	const struct ff_seeds *seeds = solve->seeds;
	enum ff_status st = FF_OK;

	while (budget > 0 && st == FF_OK && !work->run.done) {
		double final =
			work->strips == NULL ? FF_FIELD_NONEF : ff_strips_final(work->strips);
		struct ff_queue_heap_entry next = {0};

		if (work->seeded < seeds->count && seeds->items[work->seeded].start < final) {
			next.bound = seeds->items[work->seeded].start;
			next.item = (uint32_t)seeds->items[work->seeded++].cell;
			st = ff_queue_heap_put(&work->front, next);
			continue;
		}
		if (work->front.count == 0 || !(work->front.entries[0].bound < final)) {
			work->run.done = work->strips == NULL;
			st = work->run.done ? FF_OK : run_strips(solve, FEW);
			continue;
		}
		next = ff_queue_heap_take(&work->front);
		if (ff_field_has(solve->field, next.item))
			continue;
		if (ff_field_raw(&work->away, next.item) > next.bound) {
			st = await(solve, next.item, final);
			continue;
		}
		st = settle(solve, next.item, final);
		solve->effort++;
		budget--;
	}
	return st == FF_OK ? show_settled(solve) : st;
}

static enum ff_status step_exact(struct ff_solve *solve, size_t budget)
{
	struct ff_solve_work *work = &solve->work;
	enum ff_status st;

	if (solve->grows)
		return grow_exact(solve, budget);
	st = run_strips(solve, budget);
	work->run.done = work->strips == NULL;
	return st;
}

/* Allocates the cells of a field and begins to integrate them. */
static enum ff_status begin_run(struct ff_solve *solve, struct ff_field *field)
{
	struct ff_solve_work *work = &solve->work;
	const struct ff_cost *cost = work->fleeing ? &work->cost : solve->cost;
	const struct ff_seeds *seeds = work->fleeing ? &work->seeds : solve->seeds;
	double limit = work->fleeing ? FF_FIELD_NONEF : solve->limit;
	size_t size = ff_integrate_scratch(solve->model, field->type, is_in_order(solve), cost->w,
					   cost->h, solve->machine);
	const bool wide = cost->wide != NULL;
	enum ff_status st;

	field->cells = ff_memory_cells(cost->w, cost->h, ff_field_size(field->type));
	if (field->cells != NULL && seeds->count == 0)
		ff_field_clear(field, 0, (size_t)cost->w * (size_t)cost->h);
	if (field->cells != NULL && seeds->count == 0)
		return FF_OK;
	work->begun = true;
	if (field->cells != NULL && work->exact)
		return begin_exact(solve, cost, seeds, limit, field);
	work->scratch = size == 0 ? NULL : ff_memory_cells(1, 1, size);
	if (field->cells == NULL || work->scratch == NULL)
		return FF_E_NOMEM;
	if (solve->kept.values != NULL && !ff_cost_new(&solve->kept.cost, cost->w, cost->h, wide))
		return FF_E_NOMEM;
	if (solve->kept.values != NULL) {
		ff_memory_scatter(solve->kept.values,
				  (size_t)cost->w * (size_t)cost->h * sizeof *solve->kept.values);
		ff_memory_scatter(work->scratch, size);
	}
	st = ff_integrate_begin_kept(&work->run, solve->model, cost, seeds, limit, field,
				     is_in_order(solve), work->scratch, size, solve->machine,
				     solve->kept.values != NULL ? &solve->kept : NULL);
	return st == FF_OK && solve->grows ? begin_growth(solve) : st;
}

/* Makes the next step begin the second field of a flee map, on the cells that the first one
 * reaches; sets '*done' if there are none. */
static enum ff_status begin_flight(struct ff_solve *solve, bool *done)
{
	struct ff_solve_work *work = &solve->work;

	if (!ff_cost_new(&work->cost, solve->cost->w, solve->cost->h, solve->cost->wide != NULL) ||
	    ff_flee_seeds(solve->field, solve->flee, &work->zero, &work->seeds) != FF_OK)
		return FF_E_NOMEM;
	*done = work->seeds.count == 0; /* the limit is below every start */
	ff_cost_copy(solve->cost, 0, 0, &work->cost);
	ff_flee_confine(solve->field, &work->cost);
	work->fleeing = true;
	work->away = *solve->field;
	work->away.cells = NULL;
	work->away.roots = NULL;
	work->away.type = first_type(solve);
	return FF_OK;
}

/* Ends a run that is finished or has settled enough cells. */
static enum ff_status end_run(struct ff_solve *solve, bool *done)
{
	struct ff_solve_work *work = &solve->work;
	const struct ff_seeds *seeds = solve->seeds;

	*done = true;
	if (is_limited(solve) && !work->exact) {
		solve->stopped = !work->run.done;
		ff_integrate_stop(&work->run);
	}
	/* 64 bits may be more than it needs; but the starts of goals alone may need them. */
	if (solve->field->type == FF_FIELD_U64 && !work->fleeing &&
	    (is_limited(solve) || !solve->grows) &&
	    seeds->items[seeds->count - 1].start < FF_FIELD_NONE32 &&
	    ff_integrate_type(solve->model) == FF_FIELD_U32)
		ff_solve_narrow(solve->field);
	free(work->scratch);
	work->scratch = NULL;
	if (solve->flee < 0 && !work->fleeing)
		return begin_flight(solve, done);
	if (work->fleeing) {
		ff_field_free(solve->field);
		*solve->field = work->away;
		solve->field->zero = work->zero;
		work->away.cells = NULL;
		work->away.roots = NULL;
	}
	return FF_OK;
}

enum ff_status ff_solve_step(struct ff_solve *solve, size_t budget, bool *done)
{
	struct ff_solve_work *work = &solve->work;
	bool empty = solve->seeds->count == 0;
	struct ff_field *field =
		work->fleeing || (solve->grows && !empty) ? &work->away : solve->field;
	size_t left = is_limited(solve) ? solve->most : SIZE_MAX, before = work->run.settled;
	enum ff_status st;

	*done = false;
	if (work->scratch == NULL && work->strips == NULL && work->order == NULL) {
		st = begin_run(solve, field);
		*done = st == FF_OK && empty;
		return st == FF_OK ? st : fail(solve, st);
	}
	work->begun = false;
	if (work->exact) {
		st = step_exact(solve, budget);
	} else {
		left -= left == SIZE_MAX ? 0 : before;
		st = ff_integrate_step(&work->run, budget < left ? budget : left);
		if (st == FF_OK && solve->grows)
			st = show_settled(solve);
		solve->effort += work->run.settled - before;
	}
	if (st == FF_E_LIMIT && field->type == FF_FIELD_U32 && solve->kept.values == NULL) {
		/* The next step begins again, with 64 bits. */
		free(field->cells);
		field->cells = NULL;
		field->type = FF_FIELD_U64;
		free(work->scratch);
		work->scratch = NULL;
		return FF_OK;
	}
	if (st == FF_OK && (work->run.done || (is_limited(solve) && !work->exact &&
					       work->run.settled >= solve->most)))
		st = end_run(solve, done);
	if (st != FF_OK)
		return fail(solve, st);
	if (*done) {
		uint64_t pace = (solve->effort - work->effort) / (work->run.settled + 1);

		free_kept(&solve->kept);
		free_work(work);
		work->pace = pace;
	}
	return FF_OK;
}

void ff_solve_narrow(struct ff_field *field)
{
	size_t cells = (size_t)field->w * (size_t)field->h;
	void *fitted;

	assert(cells > 0);
	for (size_t i = 0; i < cells; i++)
		if (field->u64[i] != FF_FIELD_NONE64 && field->u64[i] >= FF_FIELD_NONE32)
			return;
	for (size_t i = 0; i < cells; i++)
		field->u32[i] = field->u64[i] == FF_FIELD_NONE64 ? FF_FIELD_NONE32
								 : (uint32_t)field->u64[i];
	field->type = FF_FIELD_U32;
	fitted = realloc(field->cells, cells * sizeof *field->u32);
	field->cells = fitted != NULL ? fitted : field->cells;
}

/* Returns true if a cell is open and has no value. */
static bool is_apart(const struct ff_classes *classes, size_t cell)
{
	uint8_t class = classes->cells[cell];

	return class == FF_UNREACHED || class == FF_FARTHER || class == FF_NOT_YET;
}

/* Adds a cell to the queue, in the place of those that have left it if there is enough. */
static void queue_cell(struct ff_solve_spread *spread, size_t cell)
{
	size_t left = spread->end - spread->at;

	if (spread->end - spread->gone == spread->room && left <= spread->room / 2) {
		memmove(spread->cells, spread->cells + (spread->at - spread->gone),
			left * sizeof *spread->cells);
		spread->gone = spread->at;
	}
	if (ff_memory_grow(&spread->cells, &spread->room, spread->end - spread->gone + 1,
			   sizeof *spread->cells))
		spread->cells[spread->end++ - spread->gone] = cell;
	else
		spread->failed = true;
}

static void spread_farther(struct ff_solve *solve, size_t cell)
{
	set_class(solve->classes, cell, FF_FARTHER);
	queue_cell(&solve->work.spread, cell);
}

/* Finds the way of a cell, and whether it is beside a reached one. */
static void look_at(struct ff_solve *solve, size_t cell, bool turned, bool limited)
{
	struct ff_solve_spread *spread = &solve->work.spread;
	const struct ff_cost *cost = solve->cost;
	size_t w = (size_t)cost->w, to;
	int step = ff_model_joins_corners(solve->model) ? 1 : 2;

	if (turned) {
		spread->ways[cell] = (uint8_t)ff_descend_sum_step(solve->model, cost, solve->field,
								  (int32_t)(cell % w),
								  (int32_t)(cell / w), true);
		if (solve->flow->cells[cell] == FF_NONE && ff_field_has(solve->field, cell)) {
			spread->ways[cell] = FF_NONE;
			queue_cell(spread, cell);
		}
	}
	if (!limited || !is_apart(solve->classes, cell))
		return;
	set_class(solve->classes, cell, solve->grows ? FF_NOT_YET : FF_UNREACHED);
	for (int d = 0; d < FF_DIRECTIONS; d += step)
		if ((to = cell_beside(cost, cell, d)) != SIZE_MAX &&
		    solve->classes->cells[to] <= FF_REACHED) {
			spread_farther(solve, cell);
			break;
		}
}

/* Turns the cells beside one whose way leads to it, or makes them farther as it is. */
static void spread_from(struct ff_solve *solve, size_t cell)
{
	struct ff_solve_spread *spread = &solve->work.spread;
	bool farther = !ff_field_has(solve->field, cell);
	bool corners = ff_model_joins_corners(solve->model);

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		size_t to = cell_beside(solve->cost, cell, d);

		if (to == SIZE_MAX)
			continue;
		if (farther && (corners || d % 2 == 0) && is_apart(solve->classes, to) &&
		    solve->classes->cells[to] != FF_FARTHER)
			spread_farther(solve, to);
		if (farther || spread->ways == NULL || spread->ways[to] != (d + 4) % 8)
			continue;
		solve->flow->cells[to] = spread->ways[to];
		if (solve->flow->vectors != NULL)
			solve->flow->vectors[to] = ff_flow_units[spread->ways[to]];
		queue_cell(spread, to);
	}
}

/* Makes goals beyond the limit farther. */
static void spread_goals(struct ff_solve *solve)
{
	for (size_t i = solve->seeds->count; i > 0; i--) {
		const struct ff_seed *seed = &solve->seeds->items[i - 1];

		if (seed->start <= solve->limit)
			break;
		if (is_apart(solve->classes, seed->cell) &&
		    solve->classes->cells[seed->cell] != FF_FARTHER)
			spread_farther(solve, seed->cell);
	}
}

enum ff_status ff_solve_spread(struct ff_solve *solve, size_t budget, bool *done)
{
	enum { QUEUED = 256 }; /* cells in a queue, at least */
	struct ff_solve_spread *spread = &solve->work.spread;
	const struct ff_cost *cost = solve->cost;
	const uint64_t *count = solve->classes->count;
	size_t cells = (size_t)cost->w * (size_t)cost->h, before = spread->next + spread->at;
	/* Directions depend on more than the cells around. */
	bool turned = !(solve->flee < 0) && ff_model_goes_anywhere(solve->model);
	bool limited = solve->limit < FF_FIELD_NONEF && !solve->stopped &&
		       count[FF_UNREACHED] + count[FF_FARTHER] + count[FF_NOT_YET] > 0;

	*done = !turned && !limited;
	if (*done)
		return FF_OK;
	if (spread->cells == NULL) {
		spread->failed = !ff_memory_grow(&spread->cells, &spread->room, QUEUED,
						 sizeof *spread->cells);
		spread->ways = turned ? ff_memory_cells(cost->w, cost->h, 1) : NULL;
		spread->failed |= turned && spread->ways == NULL;
	}
	for (; budget > 0 && spread->next < cells && !spread->failed; budget--) {
		look_at(solve, spread->next++, turned, limited);
		if (spread->next == cells && limited)
			spread_goals(solve);
	}
	for (; budget > 0 && spread->at < spread->end && !spread->failed; budget--)
		spread_from(solve, spread->cells[spread->at++ - spread->gone]);
	if (spread->failed) {
		free_spread(spread);
		return FF_E_NOMEM;
	}
	solve->effort += spread->next + spread->at - before;
	*done = spread->next == cells && spread->at == spread->end;
	if (*done)
		free_spread(spread);
	return FF_OK;
}

/* Sets directions and classes of cells without regard to those farther off. */
static enum ff_status descend_some(struct ff_solve *solve, size_t budget)
{
	struct ff_descend_run *run = &solve->work.flow;
	struct ff_seeds ends = {0};
	bool flees = solve->flee < 0;
	enum ff_status st;

	if (!new_flow(solve))
		return FF_E_NOMEM;
	st = ff_descend_some(solve->model, solve->cost, solve->field, flees ? &ends : solve->seeds,
			     solve->flow, solve->classes, solve->machine, run, budget);
	if (st == FF_OK && flees && run->next == (size_t)solve->cost->w * (size_t)solve->cost->h &&
	    (st = ff_flee_ends(solve->field, solve->flow, &ends)) == FF_OK) {
		ff_reach_goals(&ends, solve->field, solve->classes);
		free(ends.items);
	}
	return st;
}

/* Returns the work of a step after those in which cells grew, which may take more for each. */
static size_t paced(const struct ff_solve *solve, size_t budget)
{
	uint64_t pace = solve->grows ? solve->work.pace : 0;

	return pace > 1 && budget < SIZE_MAX / pace ? budget * (size_t)pace : budget;
}

enum ff_status ff_solve_flow_step(struct ff_solve *solve, size_t budget, bool *done)
{
	struct ff_descend_run *run = &solve->work.flow;
	size_t cells = (size_t)solve->cost->w * (size_t)solve->cost->h, before = run->next;
	bool grown = solve->grows && solve->seeds->count > 0;
	enum ff_status st = FF_OK;

	*done = false;
	ff_solve_drop(solve->nearest);
	if (!grown && run->next < cells) {
		st = descend_some(solve, budget);
		solve->effort += run->next - before;
		budget -= budget < run->next - before ? budget : run->next - before;
		if (run->next < cells)
			return st;
	}
	if (st == FF_OK)
		st = ff_solve_spread(solve, paced(solve, budget), done);
	if (!*done)
		return st;
	*run = (struct ff_descend_run){0};
	if (grown)
		ff_classes_replace(solve->classes, FF_NOT_YET, FF_UNREACHED);
	else if (solve->stopped)
		ff_classes_replace(solve->classes, FF_UNREACHED, FF_NOT_YET);
	return st;
}

enum ff_status ff_solve_flow(struct ff_solve *solve)
{
	enum ff_status st = FF_OK;
	bool done = false;

	while (st == FF_OK && !done)
		st = ff_solve_flow_step(solve, SIZE_MAX, &done);
	return st;
}

enum ff_status ff_solve_sight_step(struct ff_solve *solve, size_t budget, bool *done)
{
	struct ff_solve_work *work = &solve->work;
	const struct ff_cost *cost = solve->cost;
	size_t cells = (size_t)cost->w * (size_t)cost->h, left, first;

	left = budget = paced(solve, budget);
	*done = false;
	if (solve->nearest->cells == NULL) {
		if (!ff_labels_new(solve->nearest, cost->w, cost->h) ||
		    ff_sight_open(&work->sight, cost, solve->seeds, solve->field, solve->nearest) !=
			    FF_OK) {
			ff_solve_drop(solve->nearest);
			return FF_E_NOMEM;
		}
		work->turns = solve->sight ? cells : 0;
	}
	if (work->sight != NULL && ff_sight_step(work->sight, &left)) {
		ff_sight_close(work->sight);
		work->sight = NULL;
	}
	first = cells - work->turns;
	if (work->sight == NULL && work->turns > 0) {
		work->turns -= left < work->turns ? left : work->turns;
		ff_sight_turn(cost, solve->model->corners, solve->nearest, solve->flow, first,
			      cells - work->turns);
		left -= cells - work->turns - first;
	}
	solve->effort += budget - left;
	*done = work->sight == NULL && work->turns == 0;
	return FF_OK;
}

enum ff_status ff_solve_sight(struct ff_solve *solve)
{
	enum ff_status st = FF_OK;
	bool done = false;

	while (st == FF_OK && !done)
		st = ff_solve_sight_step(solve, SIZE_MAX, &done);
	return st;
}

enum ff_status ff_solve_allocate(struct ff_solve *solve)
{
	enum ff_status st = FF_E_NOMEM;

	if (solve->allocation->cells != NULL)
		return FF_OK;
	if (solve->sight && ff_solve_sight(solve) != FF_OK)
		return FF_E_NOMEM;
	if (ff_labels_new(solve->allocation, solve->cost->w, solve->cost->h))
		st = ff_allocate(solve->model, solve->cost, solve->field, solve->seeds,
				 solve->goals, solve->flow, solve->sight ? solve->nearest : NULL,
				 solve->allocation);
	if (st != FF_OK)
		ff_solve_drop(solve->allocation);
	return st;
}
