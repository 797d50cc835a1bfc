#include "core/update/update.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/queue.h"
#include "core/solve/euclid.h"
#include "core/solve/seeds.h"

/* The flags of a cell. */
enum {
	SEED = 1 << 0,    /* a seed; kept between repairs */
	TOUCHED = 1 << 1, /* in the list of touched cells */
	EDITED = 1 << 2,  /* in the list of edits */
};

/* A cell whose value may have changed, and the bits of its former value. */
struct touched {
	uint64_t old;
	uint32_t cell;
};

/* A cell whose cost has changed, and its former cost. */
struct edit {
	uint32_t cell;
	uint16_t old; /* as ff_cost_at() returned it */
};

/* The stages of a repair. */
enum stage {
	ASK_EDITS,
	ASK_STARTS,
	RAISE,
	OFFER_EDITS,
	OFFER_STARTS,
	OFFER_RAISED,
	LOWER,
};

struct ff_update {
	const struct ff_model *model;
	struct ff_cost *cost; /* after the changes */
	struct ff_field *field;
	double limit;
	enum stage stage;
	size_t at; /* next index in the stage's list */

	struct ff_seed
		*seeds; /* [seed_count]  current ones by cell: each once, with its least start */
	size_t seed_count;

	uint8_t *flags;              /* [w*h] */
	struct ff_queue_radix queue; /* empty when a repair begins */
	size_t visited, most;        /* of this repair */

	struct edit *edits; /* [edit_count]  each cell once */
	size_t edit_count, edit_room;
	uint32_t *starts; /* [start_count]  cells whose start has changed or gone, by cell */
	size_t start_count, start_room;
	struct touched *touched; /* [touched_count]  each cell once */
	size_t touched_count, touched_room;
	uint32_t *changed; /* [changed_all]  once done: see struct ff_update_figures */
	size_t changed_count, changed_all, changed_room;
	size_t wide; /* cells of a field of 64 bits with values that do not fit 32 */
	bool done;
};

/* Returns the least start of a seed's cell; INFINITY for other cells. */
static double least_start(const struct ff_update *update, uint32_t cell)
{
	const struct ff_seed *seeds = update->seeds;
	size_t first = 0, count = update->seed_count;

	if (!(update->flags[cell] & SEED))
		return FF_FIELD_NONEF;
	while (count > 1) {
		size_t half = count / 2;

		first += seeds[first + half].cell <= cell ? half : 0;
		count -= half;
	}
	return seeds[first].start;
}

/* Records that a cell's value is about to change: FF_OK or FF_E_NOMEM. */
static enum ff_status touch(struct ff_update *update, uint32_t cell)
{
	const struct ff_field *field = update->field;

	if (update->flags[cell] & TOUCHED)
		return FF_OK;
	if (!ff_memory_grow(&update->touched, &update->touched_room, update->touched_count + 1,
			    sizeof *update->touched))
		return FF_E_NOMEM;
	update->flags[cell] |= TOUCHED;
	update->touched[update->touched_count++] = (struct touched){
		field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell], cell};
	return FF_OK;
}

static size_t cells_of(const struct ff_update *update)
{
	return (size_t)update->cost->w * (size_t)update->cost->h;
}

static int by_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->cell != b->cell)
		return a->cell < b->cell ? -1 : 1;
	return (a->start > b->start) - (a->start < b->start);
}

/* Returns the seeds by cell, each cell once with its least start; NULL if memory ran out. */
static struct ff_seed *sort_seeds(const struct ff_seeds *seeds, size_t *count)
{
	struct ff_seed *sorted;
	size_t kept = 0, bytes;

	if (!ff_memory_product(seeds->count, sizeof *sorted, &bytes) ||
	    (sorted = malloc(bytes)) == NULL)
		return NULL;
	memcpy(sorted, seeds->items, bytes);
	qsort(sorted, seeds->count, sizeof *sorted, by_cell);
	for (size_t i = 0; i < seeds->count; i++)
		if (kept == 0 || sorted[kept - 1].cell != sorted[i].cell)
			sorted[kept++] = sorted[i];
	*count = kept;
	return sorted;
}

enum ff_status ff_update_open(struct ff_update **out, const struct ff_model *model,
			      struct ff_cost *cost, const struct ff_seeds *seeds, double limit,
			      struct ff_field *field)
{
	struct ff_update *update;
	enum ff_status st;

	*out = NULL;
	if (cost->w != field->w || cost->h != field->h ||
	    (cost->wide != NULL) != ff_model_is_wide(model) ||
	    (field->type == FF_FIELD_F64) != (ff_model_is_continuous(model)) ||
	    !ff_seeds_are_open(seeds, cost))
		return FF_E_ARG;
	update = calloc(1, sizeof *update);
	if (update == NULL)
		return FF_E_NOMEM;
	update->model = model;
	update->cost = cost;
	update->field = field;
	update->limit = limit;
	/* calloc: pages that no repair reaches are never touched. */
	update->flags = calloc((size_t)cost->w * (size_t)cost->h, sizeof *update->flags);
	update->seeds = sort_seeds(seeds, &update->seed_count);
	st = FF_E_NOMEM;
	if (update->flags != NULL && update->seeds != NULL) {
		for (size_t i = 0; i < update->seed_count; i++)
			update->flags[update->seeds[i].cell] = SEED;
		ff_update_reset(update);
		st = FF_OK;
	}
	if (st != FF_OK) {
		ff_update_close(update);
		return st;
	}
	*out = update;
	return FF_OK;
}

void ff_update_close(struct ff_update *update)
{
	if (update == NULL)
		return;
	free(update->seeds);
	free(update->flags);
	free(update->queue.entries);
	free(update->edits);
	free(update->starts);
	free(update->touched);
	free(update->changed);
	free(update);
}

/* Empties the list of touched cells. */
static void forget_touched(struct ff_update *update)
{
	for (size_t i = 0; i < update->touched_count; i++)
		update->flags[update->touched[i].cell] &= SEED;
	update->touched_count = 0;
	ff_queue_radix_clear(&update->queue);
}

void ff_update_reset(struct ff_update *update)
{
	const struct ff_field *field = update->field;
	size_t cells = cells_of(update);

	forget_touched(update);
	update->done = true;
	update->wide = 0;
	if (field->type == FF_FIELD_U64)
		for (size_t i = 0; i < cells; i++)
			update->wide += field->u64[i] >= FF_FIELD_NONE32 &&
					field->u64[i] != FF_FIELD_NONE64;
}

/* Makes the changes on the map, and lists them. */
static enum ff_status edit_map(struct ff_update *update, const struct ff_cost_change *changes,
			       size_t count)
{
	size_t cells = cells_of(update), kept = 0;

	update->edit_count = 0;
	for (size_t i = 0; i < count; i++)
		if (changes[i].cell >= cells || changes[i].cost == 0)
			return FF_E_ARG;
	if (!ff_memory_grow(&update->edits, &update->edit_room, count, sizeof *update->edits))
		return FF_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		uint8_t *flags = &update->flags[changes[i].cell];

		if (!(*flags & EDITED))
			update->edits[update->edit_count++] =
				(struct edit){changes[i].cell,
					      (uint16_t)ff_cost_at(update->cost, changes[i].cell)};
		*flags |= EDITED;
		ff_cost_set(update->cost, changes[i].cell, changes[i].cost);
	}
	for (size_t i = 0; i < update->edit_count; i++) {
		struct edit one = update->edits[i];

		update->flags[one.cell] &= (uint8_t)~EDITED;
		if (ff_cost_at(update->cost, one.cell) != one.old)
			update->edits[kept++] = one;
	}
	update->edit_count = kept;
	return FF_OK;
}

/* Returns true if no seed has become a wall. */
static bool stay_open(const struct ff_update *update)
{
	for (size_t i = 0; i < update->edit_count; i++) {
		uint32_t cell = update->edits[i].cell;

		if (update->cost->cells[cell] == FF_COST_WALL && (update->flags[cell] & SEED))
			return false;
	}
	return true;
}

/* Replaces the seeds, and lists the cells whose start has changed. */
static enum ff_status change_seeds(struct ff_update *update, const struct ff_seeds *seeds)
{
	size_t count, before = update->seed_count, i = 0, j = 0;
	struct ff_seed *now = sort_seeds(seeds, &count), *old = update->seeds;

	if (now == NULL || !ff_memory_grow(&update->starts, &update->start_room, before + count,
					   sizeof *update->starts)) {
		free(now);
		return FF_E_NOMEM;
	}
	while (i < before || j < count) {
		bool was = i < before && (j == count || old[i].cell <= now[j].cell);
		bool is = j < count && (i == before || now[j].cell <= old[i].cell);
		uint32_t cell = (uint32_t)(was ? old[i].cell : now[j].cell);

		if (!was || !is || old[i].start != now[j].start)
			update->starts[update->start_count++] = cell;
		update->flags[cell] = is ? SEED : 0;
		i += was;
		j += is;
	}
	free(old);
	update->seeds = now;
	update->seed_count = count;
	return FF_OK;
}

enum ff_status ff_update_begin(struct ff_update *update, const struct ff_cost_change *changes,
			       size_t count, const struct ff_seeds *seeds, size_t most)
{
	enum ff_status st;

	assert(update->done);
	update->visited = update->start_count = update->changed_count = update->changed_all = 0;
	update->most = most;
	st = edit_map(update, changes, count);
	if (st == FF_OK &&
	    !(seeds != NULL ? ff_seeds_are_open(seeds, update->cost) : stay_open(update)))
		st = FF_E_ARG;
	if (st == FF_OK && seeds != NULL)
		st = change_seeds(update, seeds);
	if (st != FF_OK) {
		for (size_t i = 0; i < update->edit_count; i++)
			ff_cost_set(update->cost, update->edits[i].cell, update->edits[i].old);
		update->edit_count = 0;
		return st;
	}
	update->done = false;
	update->stage = ASK_EDITS;
	update->at = 0;
	update->queue.shift = 0;
	while (!ff_model_is_continuous(update->model) &&
	       UINT64_C(2) << update->queue.shift <= ff_model_price(update->model, false, 1, 1))
		update->queue.shift++;
	return FF_OK;
}

/*
 * ---- the repair ----
 *
 * This is the batch form of the algorithm cited in update.h:
 *
 *   1. Raise.  A value stands as long as something justifies it: the cell's own start, or a
 * neighbour from which a permitted step gives no more.  Cells around the changes are checked; one
 * without justification loses its value, and then those are checked that may have had theirs from
 * it. Every step has a price, so values cannot justify each other in a cycle, and the order does
 * not matter: the list of touched cells is the queue.  All remaining values can be had on the
 *      changed map, though they may not be the least.
 *   2. Lower.  Cells around the changes, those without a value and new seeds are offered what their
 *      neighbours give them.  The least offer comes first, as in Dijkstra's algorithm; a cell takes
 *      it if it is lower than its value, and offers it on.
 *
 * Each cell is raised at most once and lowered at most once, even if offers that differ by less
 * than the shortest step, one unit of the model, come out of order: they cannot improve each other.
 */

#define INLINE static inline __attribute__((always_inline))

/* The data of the inner loops, mostly constant there.  Values are integers or, with euclid, the
 * bits of doubles, which have the same order. */
struct work {
	struct ff_update *update;
	const uint8_t *costs;
	uint32_t w, h;
	struct ff_model model;
	enum ff_field_type type;
	uint64_t most; /* the largest value allowed */
	struct ff_euclid euclid;
};

INLINE uint64_t bits_of(double value)
{
	return value == FF_FIELD_NONEF ? FF_FIELD_NONE64 : ff_euclid_bits(value);
}

INLINE double double_of(uint64_t bits)
{
	return bits == FF_FIELD_NONE64 ? FF_FIELD_NONEF : ff_euclid_value(bits);
}

INLINE bool is_euclid(const struct work *work)
{
	return work->type == FF_FIELD_F64;
}

INLINE uint64_t value_of(const struct work *work, size_t cell)
{
	const struct ff_field *field = work->update->field;

	if (work->type == FF_FIELD_U64)
		return field->u64[cell];
	if (is_euclid(work))
		return bits_of(field->f64[cell]);
	return field->u32[cell] == FF_FIELD_NONE32 ? FF_FIELD_NONE64 : field->u32[cell];
}

INLINE bool is_wide(uint64_t value)
{
	return value >= FF_FIELD_NONE32 && value != FF_FIELD_NONE64;
}

INLINE enum ff_status set_value(const struct work *work, uint32_t cell, uint64_t value)
{
	struct ff_update *update = work->update;
	struct ff_field *field = update->field;
	enum ff_status st = touch(update, cell);

	if (st != FF_OK)
		return st;
	if (work->type == FF_FIELD_U32) {
		field->u32[cell] = (uint32_t)value;
	} else if (is_euclid(work)) {
		field->f64[cell] = double_of(value);
	} else {
		update->wide -= is_wide(field->u64[cell]);
		update->wide += is_wide(value);
		field->u64[cell] = value;
	}
	return FF_OK;
}

/* The surroundings of a cell. */
struct around {
	uint32_t cell;
	bool inside; /* all neighbours are on the map */
	bool open[3][3];
};

INLINE struct around look_around(const struct work *work, uint32_t cell)
{
	uint32_t x = cell % work->w, y = cell / work->w;
	struct around around = {.cell = cell,
				.inside = x > 0 && y > 0 && x + 1 < work->w && y + 1 < work->h};

	if (!around.inside) {
		ff_neighbours_look(work->update->cost, (int32_t)x, (int32_t)y, around.open);
		return around;
	}
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			around.open[dy + 1][dx + 1] =
				work->costs[cell + (uint32_t)dy * work->w + (uint32_t)dx] !=
				FF_COST_WALL;
	return around;
}

INLINE uint32_t cell_towards(const struct work *work, uint32_t cell, int d)
{
	int64_t step = ff_flow_steps[d].dy * (int64_t)work->w + ff_flow_steps[d].dx;

	return (uint32_t)(cell + step);
}

INLINE bool leads_to(const struct work *work, struct around *around, int d)
{
	return ff_neighbours_lead(around->open, work->model.metric, work->model.corners,
				  ff_flow_steps[d].dx, ff_flow_steps[d].dy);
}

INLINE uint64_t step_price(const struct work *work, uint32_t from, uint32_t to, int d)
{
	const struct ff_cost *cost = work->update->cost;

	return ff_model_price(&work->model, d % 2 != 0, ff_cost_at(cost, from),
			      ff_cost_at(cost, to));
}

/*
 * Returns the least value that an open cell's neighbours give it, or 'enough' if that is not more.
 */
INLINE uint64_t least_offer(const struct work *work, uint32_t cell, uint64_t enough)
{
	struct around around;

	if (is_euclid(work))
		return bits_of(ff_euclid_least(&work->euclid, work->update->field->f64,
					       (int32_t)(cell % work->w), (int32_t)(cell / work->w),
					       double_of(enough)));
	around = look_around(work, cell);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint32_t to = cell_towards(work, cell, d);
		uint64_t there;

		if (!leads_to(work, &around, d) || (there = value_of(work, to)) >= enough)
			continue;
		there += step_price(work, cell, to, d);
		enough = there < enough ? there : enough;
	}
	return enough;
}

/* Returns the start of a cell. */
INLINE uint64_t start_of(const struct work *work, uint32_t cell)
{
	double start = least_start(work->update, cell);

	if (is_euclid(work)) {
		start = ff_euclid_start(start, work->euclid.quantum);
		return bits_of(start) <= work->most ? bits_of(start) : FF_FIELD_NONE64;
	}
	return start <= (double)work->most ? (uint64_t)start : FF_FIELD_NONE64;
}

/* Removes a cell's value if nothing justifies it. */
INLINE enum ff_status check_cell(const struct work *work, uint32_t cell)
{
	uint64_t value = value_of(work, cell);

	if (value == FF_FIELD_NONE64 ||
	    (work->costs[cell] != FF_COST_WALL &&
	     (least_offer(work, cell, value + 1) <= value || start_of(work, cell) <= value)))
		return FF_OK;
	return set_value(work, cell, FF_FIELD_NONE64);
}

/* Does so for cells whose values may come from one that had the value 'old'. */
static enum ff_status check_around(const struct work *work, uint32_t cell, double old)
{
	const struct ff_cost *cost = work->update->cost;
	const double *values = work->update->field->f64;
	int32_t x = (int32_t)(cell % work->w), y = (int32_t)(cell / work->w);
	enum ff_status st = FF_OK;

	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d++) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;

		if (ff_cost_open(cost, to_x, to_y) && values[ff_cost_index(cost, to_x, to_y)] > old)
			st = check_cell(work, (uint32_t)ff_cost_index(cost, to_x, to_y));
	}
	for (int i = 0; i < FF_EUCLID_JUMPS && st == FF_OK; i++) {
		const struct ff_euclid_jump *jump = &ff_euclid_jumps[i];
		int32_t to_x = x - jump->dx, to_y = y - jump->dy;
		double value = ff_euclid_at(cost, values, to_x, to_y);

		if (value > old && value < FF_FIELD_NONEF &&
		    old + ff_euclid_price(&work->euclid, to_x, to_y, jump) <= value)
			st = check_cell(work, (uint32_t)ff_cost_index(cost, to_x, to_y));
	}
	return st;
}

/* Checks the cells that may have had their values from a cell that has lost its own.  Steps that
 * are no longer permitted are beside an edit, which is checked as well. */
INLINE enum ff_status raise_around(const struct work *work, struct touched one)
{
	uint64_t old = work->type == FF_FIELD_U32 && one.old == FF_FIELD_NONE32 ? FF_FIELD_NONE64
										: one.old;
	struct around around;
	enum ff_status st = FF_OK;

	if (is_euclid(work))
		return check_around(work, one.cell, double_of(one.old));
	around = look_around(work, one.cell);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint32_t from = cell_towards(work, one.cell, d);

		if (st == FF_OK && leads_to(work, &around, d) && value_of(work, from) > old &&
		    value_of(work, from) - old >= step_price(work, from, one.cell, d))
			st = check_cell(work, from);
	}
	return st;
}

INLINE enum ff_status offer_value(const struct work *work, uint32_t cell, uint64_t value)
{
	if (value > work->most || value >= value_of(work, cell))
		return FF_OK;
	return ff_queue_radix_put(&work->update->queue, value, cell);
}

static enum ff_status offer_exact(const struct work *work, int32_t x, int32_t y, double value)
{
	return offer_value(work, (uint32_t)ff_cost_index(work->update->cost, x, y), bits_of(value));
}

/*
 * Offers the cells around one, which has a value, what they get by it with euclid: neighbours by
 * this side of theirs, those that touch it at a corner by two sides, and those that jump to it.
 * Cells are lowered in ascending order of values, so jumps need no offer past a cell that will have
 * its turn later, or that makes the jump worthless.
 */
static enum ff_status offer_around(const struct work *work, uint32_t cell)
{
	const struct ff_cost *cost = work->update->cost;
	const double *values = work->update->field->f64, here = values[cell];
	const double quantum = work->euclid.quantum;
	int32_t x = (int32_t)(cell % work->w), y = (int32_t)(cell / work->w);
	enum ff_status st = FF_OK;

	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d++) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double value = ff_euclid_at(cost, values, to_x, to_y);
		int one = d % 2 == 0 ? d + 4 : d + 3, other = d % 2 == 0 ? d + 4 : d + 5;

		if (!(value > here) || !ff_cost_open(cost, to_x, to_y))
			continue;
		for (; one <= other; one += 2) {
			struct ff_euclid_side side =
				ff_euclid_side(cost, values, to_x, to_y, one % FF_DIRECTIONS, false,
					       cost->wide != NULL);

			value = d % 2 == 0 ? ff_euclid_side_least(&side, quantum, value)
					   : ff_euclid_lesser(value,
							      ff_euclid_side_bend(&side, quantum));
		}
		st = offer_exact(work, to_x, to_y, value);
	}
	for (int i = 0; i < FF_EUCLID_JUMPS && st == FF_OK; i++) {
		const struct ff_euclid_jump *jump = &ff_euclid_jumps[i];
		int32_t to_x = x - jump->dx, to_y = y - jump->dy;
		double there = ff_euclid_at(cost, values, to_x, to_y), passed, least;

		if (!(there > here) || !ff_cost_open(cost, to_x, to_y))
			continue;
		least = ff_cost_at(cost, ff_cost_index(cost, to_x, to_y));
		passed = ff_euclid_at(cost, values, to_x + jump->dx / jump->side,
				      to_y + jump->dy / jump->side);
		if (passed < FF_FIELD_NONEF && passed > here + 1.23 * least &&
		    here + jump->length * least < there)
			st = offer_exact(work, to_x, to_y,
					 here + ff_euclid_price(&work->euclid, to_x, to_y, jump));
	}
	return st;
}

INLINE enum ff_status offer_made(const struct work *work, uint32_t cell)
{
	if (work->costs[cell] == FF_COST_WALL)
		return FF_OK;
	return offer_value(work, cell, least_offer(work, cell, value_of(work, cell)));
}

INLINE enum ff_status offer_start(const struct work *work, uint32_t cell)
{
	return offer_value(work, cell, start_of(work, cell));
}

/* Takes the least offer from the queue; the cell takes it unless it has a lower value by now. */
INLINE enum ff_status lower_next(const struct work *work)
{
	struct ff_queue_radix_entry best = ff_queue_radix_take(&work->update->queue);
	struct around around;
	enum ff_status st;

	if (best.key >= value_of(work, best.item))
		return FF_OK;
	if (work->type == FF_FIELD_U32 && best.key >= FF_FIELD_NONE32)
		return FF_E_LIMIT;
	st = set_value(work, best.item, best.key);
	if (st == FF_OK && is_euclid(work))
		return offer_around(work, best.item);
	around = look_around(work, best.item);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint32_t from = cell_towards(work, best.item, d);

		if (st == FF_OK && leads_to(work, &around, d) && value_of(work, from) > best.key)
			st = offer_value(work, from,
					 best.key + step_price(work, from, best.item, d));
	}
	return st;
}

/* Visits the cells whose jumps pass one, and that itself. */
static enum ff_status each_priced(const struct work *work, uint32_t cell,
				  enum ff_status (*visit)(const struct work *work, uint32_t cell))
{
	enum { FAR = FF_EUCLID_REACH - 1 };
	const struct ff_cost *cost = work->update->cost;
	int32_t x = (int32_t)(cell % work->w), y = (int32_t)(cell / work->w);
	enum ff_status st = FF_OK;

	for (int32_t j = y - FAR; j <= y + FAR; j++)
		for (int32_t i = x - FAR; i <= x + FAR && st == FF_OK; i++)
			if ((i == x && j == y) || ff_cost_open(cost, i, j))
				st = visit(work, (uint32_t)ff_cost_index(cost, i, j));
	return st;
}

/* Visits a cell of the map and those around it whose prices depend on it. */
INLINE enum ff_status each_around(const struct work *work, uint32_t cell,
				  enum ff_status (*visit)(const struct work *work, uint32_t cell))
{
	struct around around;
	enum ff_status st = FF_OK;

	if (is_euclid(work))
		return each_priced(work, cell, visit);
	around = look_around(work, cell);
	for (int i = 0; i < 9 && st == FF_OK; i++) {
		int dx = i % 3 - 1, dy = i / 3 - 1;

		if (around.open[dy + 1][dx + 1] || i == 4)
			st = visit(work, cell + (uint32_t)(dy * (int64_t)work->w + dx));
	}
	return st;
}

/* Prefetches what checking around an edit reads: two rows up and down. */
INLINE void prefetch_around(const struct work *work, uint32_t cell)
{
	const struct ff_field *field = work->update->field;
	size_t size = ff_field_size(work->type), w = work->w, cells = w * work->h;

	for (size_t row = 0; row < 5; row++) {
		size_t at = cell + row * w - 2 * w;

		if (at >= cells)
			continue;
		__builtin_prefetch(work->costs + at);
		__builtin_prefetch((const uint8_t *)field->cells + at * size);
	}
	__builtin_prefetch(work->update->flags + cell);
}

/* Visits the next item of the stage's list; its end begins the next stage. */
INLINE enum ff_status visit_next(const struct work *work)
{
	struct ff_update *update = work->update;
	size_t at = update->at++;
	enum ff_status st;

	switch (update->stage) {
	case ASK_EDITS:
		if (at == 0 && update->edit_count > 0)
			prefetch_around(work, update->edits[0].cell);
		if (at + 1 < update->edit_count)
			prefetch_around(work, update->edits[at + 1].cell);
		if (at < update->edit_count)
			return each_around(work, update->edits[at].cell, check_cell);
		break;
	case ASK_STARTS:
		if (at < update->start_count)
			return check_cell(work, update->starts[at]);
		break;
	case RAISE:
		/* Each of them will be visited once more. */
		if (update->touched_count > update->most - update->visited)
			return FF_E_LIMIT;
		if (at < update->touched_count)
			return raise_around(work, update->touched[at]);
		break;
	case OFFER_EDITS:
		if (at < update->edit_count)
			return each_around(work, update->edits[at].cell, offer_made);
		break;
	case OFFER_STARTS:
		if (at < update->start_count)
			return offer_start(work, update->starts[at]);
		break;
	case OFFER_RAISED:
		if (at == update->touched_count)
			break;
		st = offer_made(work, update->touched[at].cell);
		return st == FF_OK ? offer_start(work, update->touched[at].cell) : st;
	default:
		if (!ff_queue_radix_empty(&update->queue))
			return lower_next(work);
		update->done = true;
		return FF_OK;
	}
	update->stage++;
	update->at = 0;
	update->visited--;
	return FF_OK;
}

INLINE enum ff_status step_stages(struct ff_update *update, size_t budget, enum ff_metric metric,
				  enum ff_field_type type)
{
	const double most = update->limit < 0x1p53 ? update->limit : 0x1p53;
	struct work work = {
		.update = update,
		.costs = update->cost->cells,
		.w = (uint32_t)update->cost->w,
		.h = (uint32_t)update->cost->h,
		.model = *update->model,
		.type = type,
		.most = type == FF_FIELD_F64 ? bits_of(most) : (uint64_t)most,
		.euclid = {update->cost, ff_euclid_quantum(update->model)},
	};
	enum ff_status st = FF_OK;

	work.model.metric = metric;
	for (; st == FF_OK && budget > 0 && !update->done; budget--) {
		if (update->visited == update->most)
			return FF_E_LIMIT;
		update->visited++;
		st = visit_next(&work);
	}
	return st;
}

static enum ff_status repair_steps(struct ff_update *update, size_t budget)
{
	bool octile = ff_model_is_diagonal(update->model);

	if (update->field->type == FF_FIELD_F64)
		return step_stages(update, budget, FF_METRIC_EUCLID, FF_FIELD_F64);
	if (update->field->type == FF_FIELD_U64)
		return step_stages(update, budget, update->model->metric, FF_FIELD_U64);
	return octile ? step_stages(update, budget, FF_METRIC_OCTILE, FF_FIELD_U32)
		      : step_stages(update, budget, FF_METRIC_MANHATTAN, FF_FIELD_U32);
}

/* ---- the end of a repair ---- */

/* Lists the cells whose value or cost has changed. */
static enum ff_status list_changes(struct ff_update *update)
{
	size_t all = update->touched_count + update->edit_count + update->start_count;
	const struct ff_field *field = update->field;

	if (!ff_memory_grow(&update->changed, &update->changed_room, all, sizeof *update->changed))
		return FF_E_NOMEM;
	for (size_t i = 0; i < update->touched_count; i++) {
		uint32_t cell = update->touched[i].cell;

		if (update->touched[i].old !=
		    (field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell]))
			update->changed[update->changed_count++] = cell;
	}
	update->changed_all = update->changed_count;
	for (size_t i = 0; i < update->edit_count; i++)
		update->changed[update->changed_all++] = update->edits[i].cell;
	for (size_t i = 0; i < update->start_count; i++)
		update->changed[update->changed_all++] = update->starts[i];
	forget_touched(update);
	return FF_OK;
}

/* Restores the former values of the field. */
static void restore_values(const struct ff_update *update)
{
	const struct ff_field *field = update->field;

	for (size_t i = 0; i < update->touched_count; i++) {
		const struct touched *one = &update->touched[i];

		if (field->type == FF_FIELD_U32)
			field->u32[one->cell] = (uint32_t)one->old;
		else
			field->u64[one->cell] = one->old;
	}
}

enum ff_status ff_update_step(struct ff_update *update, size_t budget, bool *done)
{
	enum ff_status st = FF_OK;

	if (!update->done) {
		st = repair_steps(update, budget);
		if (st == FF_OK && update->done)
			st = list_changes(update);
		else if (st == FF_E_LIMIT)
			restore_values(update);
	}
	*done = update->done;
	return st;
}

enum ff_status ff_update(struct ff_update *update, const struct ff_cost_change *changes,
			 size_t count, const struct ff_seeds *seeds, size_t most)
{
	enum ff_status st = ff_update_begin(update, changes, count, seeds, most);
	bool done = false;

	while (st == FF_OK && !done)
		st = ff_update_step(update, SIZE_MAX, &done);
	return st;
}

size_t ff_update_most(const struct ff_model *model, int32_t w, int32_t h)
{
	/*
	 * Giving up may cost at most a fifth of solving afresh.  A visit takes as long as 20 to 30
	 * cells of a run with two threads, with euclid 6 to 8 of one; but after an edit as little
	 * as a fifth of the map may have to be solved.
	 */
	enum { SHARE = 512, EUCLID = 64, FLOOR = 256 };

	return (size_t)w * (size_t)h / (ff_model_is_continuous(model) ? EUCLID : SHARE) + FLOOR;
}

struct ff_update_figures ff_update_figures_of(const struct ff_update *update)
{
	return (struct ff_update_figures){
		.visited = update->visited,
		.cells = update->changed,
		.count = update->changed_count,
		.all = update->changed_all,
		.narrow = update->field->type == FF_FIELD_U64 && update->wide == 0 &&
			  ff_integrate_type(update->model) == FF_FIELD_U32,
	};
}
