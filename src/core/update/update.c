/*
 * The table of engines, and what all repairs share: changes of the map, comparison of seeds, and
 * the list of touched cells.
 */
#include "core/update/update.h"

#include <assert.h>
#include <stdlib.h>

#include "core/solve/seeds.h"
#include "core/update/update_run.h"

/* The first row that fits is used. */
static const struct ff_update_engine engines[] = {
	{ff_update_steps_fits, NULL, NULL, NULL, ff_update_steps_begin, ff_update_steps_step},
	{ff_update_march_fits, ff_update_march_reset, ff_update_march_begun, ff_update_march_close,
	 ff_update_march_begin, ff_update_march_step},
};

static const struct ff_update_engine *engine_for(const struct ff_model *model)
{
	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
		if (engines[i].fits(model))
			return &engines[i];
	return NULL;
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

/* Returns a copy of seeds; NULL if memory ran out. */
static struct ff_seed *copy_seeds(const struct ff_seeds *seeds)
{
	struct ff_seed *items;
	size_t bytes;

	if (!ff_memory_product(seeds->count, sizeof *items, &bytes) ||
	    (items = malloc(bytes)) == NULL)
		return NULL;
	return memcpy(items, seeds->items, bytes);
}

/* Returns the seeds by cell, each cell once with its least start. */
static struct ff_seed *sort_seeds(const struct ff_seeds *seeds, size_t *count)
{
	struct ff_seed *sorted = copy_seeds(seeds);
	size_t kept = 0;

	if (sorted == NULL)
		return NULL;
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
	const struct ff_update_engine *engine = engine_for(model);
	struct ff_update *update;
	enum ff_status st;

	*out = NULL;
	if (engine == NULL || cost->w != field->w || cost->h != field->h ||
	    (cost->wide != NULL) != ff_model_is_wide(model) ||
	    (cost->wide != NULL && field->type == FF_FIELD_U32) ||
	    (field->type == FF_FIELD_F64) != (ff_model_is_continuous(model)) ||
	    !ff_seeds_are_open(seeds, cost))
		return FF_E_ARG;
	update = calloc(1, sizeof *update);
	if (update == NULL)
		return FF_E_NOMEM;
	update->engine = engine;
	update->model = model;
	update->cost = cost;
	update->field = field;
	update->limit = limit;
	/* calloc: pages that no repair reaches are never touched. */
	update->flags = calloc((size_t)cost->w * (size_t)cost->h, sizeof *update->flags);
	update->seeds = sort_seeds(seeds, &update->seed_count);
	update->given = (struct ff_seeds){copy_seeds(seeds), seeds->count};
	st = FF_E_NOMEM;
	if (update->flags != NULL && update->seeds != NULL && update->given.items != NULL) {
		for (size_t i = 0; i < update->seed_count; i++)
			update->flags[update->seeds[i].cell] = FF_UPDATE_RUN_SEED;
		st = ff_update_reset(update);
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
	if (update->engine->close != NULL)
		update->engine->close(update);
	free(update->seeds);
	free(update->given.items);
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
		update->flags[update->touched[i].cell] &= FF_UPDATE_RUN_SEED;
	update->touched_count = 0;
	ff_queue_radix_clear(&update->queue);
}

enum ff_status ff_update_reset(struct ff_update *update)
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
	return update->engine->renew == NULL ? FF_OK : update->engine->renew(update);
}

void ff_update_begun(struct ff_update *update, const struct ff_integrate *run)
{
	if (update->engine->begun != NULL)
		update->engine->begun(update, run);
}

static void undo_edits(struct ff_update *update)
{
	for (size_t i = 0; i < update->edit_count; i++)
		ff_cost_set(update->cost, update->edits[i].cell, update->edits[i].old);
	update->edit_count = 0;
}

/* Makes the changes on the map, and lists them. */
static enum ff_status edit_map(struct ff_update *update, const struct ff_cost_change *changes,
			       size_t count)
{
	size_t cells = cells_of(update), kept = 0;
	void *block = update->edits;

	update->edit_count = 0;
	for (size_t i = 0; i < count; i++)
		if (changes[i].cell >= cells || changes[i].cost == 0)
			return FF_E_ARG;
	if (!ff_memory_grow(&block, &update->edit_room, count, sizeof *update->edits))
		return FF_E_NOMEM;
	update->edits = block;
	for (size_t i = 0; i < count; i++) {
		uint8_t *flags = &update->flags[changes[i].cell];

		if (!(*flags & FF_UPDATE_RUN_EDITED))
			update->edits[update->edit_count++] = (struct ff_update_run_edit){
				changes[i].cell,
				(uint16_t)ff_cost_at(update->cost, changes[i].cell)};
		*flags |= FF_UPDATE_RUN_EDITED;
		ff_cost_set(update->cost, changes[i].cell, changes[i].cost);
	}
	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_update_run_edit one = update->edits[i];

		update->flags[one.cell] &= (uint8_t)~FF_UPDATE_RUN_EDITED;
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

		if (update->cost->cells[cell] == FF_COST_WALL &&
		    (update->flags[cell] & FF_UPDATE_RUN_SEED))
			return false;
	}
	return true;
}

/* Engines may depend on repetitions and on the order. */
static bool differ(const struct ff_seeds *before, const struct ff_seeds *now)
{
	if (before->count != now->count)
		return true;
	for (size_t i = 0; i < now->count; i++)
		if (before->items[i].cell != now->items[i].cell ||
		    before->items[i].start != now->items[i].start)
			return true;
	return false;
}

/* Replaces the seeds, and lists the cells whose start has changed. */
static enum ff_status change_seeds(struct ff_update *update, const struct ff_seeds *seeds)
{
	size_t count, before = update->seed_count, i = 0, j = 0;
	struct ff_seed *now = sort_seeds(seeds, &count), *given = copy_seeds(seeds),
		       *old = update->seeds;
	void *block = update->starts;

	if (now == NULL || given == NULL ||
	    !ff_memory_grow(&block, &update->start_room, before + count, sizeof *update->starts)) {
		free(now);
		free(given);
		return FF_E_NOMEM;
	}
	update->starts = block;
	update->moved = differ(&update->given, seeds);
	while (i < before || j < count) {
		bool was = i < before && (j == count || old[i].cell <= now[j].cell);
		bool is = j < count && (i == before || now[j].cell <= old[i].cell);
		uint32_t cell = was ? old[i].cell : now[j].cell;

		if (!was || !is || old[i].start != now[j].start)
			update->starts[update->start_count++] = cell;
		update->flags[cell] = is ? FF_UPDATE_RUN_SEED : 0;
		i += was;
		j += is;
	}
	free(old);
	free(update->given.items);
	update->given = (struct ff_seeds){given, seeds->count};
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
	update->moved = false;
	st = edit_map(update, changes, count);
	if (st == FF_OK &&
	    !(seeds != NULL ? ff_seeds_are_open(seeds, update->cost) : stay_open(update)))
		st = FF_E_ARG;
	if (st == FF_OK && seeds != NULL)
		st = change_seeds(update, seeds);
	if (st != FF_OK) {
		undo_edits(update);
		return st;
	}
	update->done = false;
	return update->engine->begin(update);
}

static bool has_changed(const struct ff_field *field, const struct ff_update_run_touched *one)
{
	return one->old !=
	       (field->type == FF_FIELD_U32 ? field->u32[one->cell] : field->u64[one->cell]);
}

/* Lists the cells whose value or cost has changed. */
static enum ff_status list_changes(struct ff_update *update)
{
	size_t all = update->touched_count + update->edit_count + update->start_count;
	void *block = update->changed;

	if (!ff_memory_grow(&block, &update->changed_room, all, sizeof *update->changed))
		return FF_E_NOMEM;
	update->changed = block;
	for (size_t i = 0; i < update->touched_count; i++)
		if (has_changed(update->field, &update->touched[i]))
			update->changed[update->changed_count++] = update->touched[i].cell;
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
		const struct ff_update_run_touched *one = &update->touched[i];

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
		st = update->engine->step(update, budget);
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
	 * cells of a run with two threads, or, with euclid, which has one thread, 2 to 6; but after
	 * an edit as little as a fifth of the map may have to be solved.
	 */
	enum { SHARE = 512, SHARE_EUCLID = 128, FLOOR = 256 };
	int share = ff_model_is_continuous(model) ? SHARE_EUCLID : SHARE;

	return (size_t)w * (size_t)h / (size_t)share + FLOOR;
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
