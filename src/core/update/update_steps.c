/*
 * For steps with prices, this is the batch form of the algorithm cited in update.h:
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
#include "core/update/update_run.h"

#include "core/map/model.h"

#define INLINE static inline __attribute__((always_inline))

/* The data of the inner loops, mostly constant there. */
struct work {
	struct ff_update *update;
	const uint8_t *costs;
	uint32_t w, h;
	struct ff_model model;
	enum ff_field_type type;
	uint64_t most; /* the largest value allowed */
};

bool ff_update_steps_fits(const struct ff_model *model)
{
	return !ff_model_is_continuous(model);
}

enum ff_status ff_update_steps_begin(struct ff_update *update)
{
	update->stage = FF_UPDATE_RUN_ASK_EDITS;
	update->at = 0;
	update->queue.shift = 0;
	while (UINT64_C(2) << update->queue.shift <= ff_model_price(update->model, false, 1, 1))
		update->queue.shift++;
	return FF_OK;
}

INLINE uint64_t value_of(const struct work *work, size_t cell)
{
	const struct ff_field *field = work->update->field;

	if (work->type == FF_FIELD_U64)
		return field->u64[cell];
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
	enum ff_status st = ff_update_run_touch(update, cell);

	if (st != FF_OK)
		return st;
	if (work->type == FF_FIELD_U32) {
		field->u32[cell] = (uint32_t)value;
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

	/* Wide maps have fields of 64 bits. */
	if (work->type == FF_FIELD_U64)
		return ff_model_price(&work->model, d % 2 != 0, ff_cost_at(cost, from),
				      ff_cost_at(cost, to));
	return ff_model_price(&work->model, d % 2 != 0, work->costs[from], work->costs[to]);
}

/*
 * Returns the least value that an open cell's neighbours give it, or 'enough' if that is not more.
 */
INLINE uint64_t least_offer(const struct work *work, uint32_t cell, uint64_t enough)
{
	struct around around = look_around(work, cell);

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
	double start = ff_update_run_start_of(work->update, cell);

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

/* Checks the cells that may have had their values from a cell that has lost its own.  Steps that
 * are no longer permitted are beside an edit, which is checked as well. */
INLINE enum ff_status raise_around(const struct work *work, struct ff_update_run_touched one)
{
	uint64_t old = work->type == FF_FIELD_U32 && one.old == FF_FIELD_NONE32 ? FF_FIELD_NONE64
										: one.old;
	struct around around = look_around(work, one.cell);
	enum ff_status st = FF_OK;

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
	around = look_around(work, best.item);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint32_t from = cell_towards(work, best.item, d);

		if (st == FF_OK && leads_to(work, &around, d) && value_of(work, from) > best.key)
			st = offer_value(work, from,
					 best.key + step_price(work, from, best.item, d));
	}
	return st;
}

/* Visits a cell of the map and those around it. */
INLINE enum ff_status each_around(const struct work *work, uint32_t cell,
				  enum ff_status (*visit)(const struct work *work, uint32_t cell))
{
	struct around around = look_around(work, cell);
	enum ff_status st = FF_OK;

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
	case FF_UPDATE_RUN_ASK_EDITS:
		if (at == 0 && update->edit_count > 0)
			prefetch_around(work, update->edits[0].cell);
		if (at + 1 < update->edit_count)
			prefetch_around(work, update->edits[at + 1].cell);
		if (at < update->edit_count)
			return each_around(work, update->edits[at].cell, check_cell);
		break;
	case FF_UPDATE_RUN_ASK_STARTS:
		if (at < update->start_count)
			return check_cell(work, update->starts[at]);
		break;
	case FF_UPDATE_RUN_RAISE:
		/* Each of them will be visited once more. */
		if (update->touched_count > update->most - update->visited)
			return FF_E_LIMIT;
		if (at < update->touched_count)
			return raise_around(work, update->touched[at]);
		break;
	case FF_UPDATE_RUN_OFFER_EDITS:
		if (at < update->edit_count)
			return each_around(work, update->edits[at].cell, offer_made);
		break;
	case FF_UPDATE_RUN_OFFER_STARTS:
		if (at < update->start_count)
			return offer_start(work, update->starts[at]);
		break;
	case FF_UPDATE_RUN_OFFER_RAISED:
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
	struct work work = {
		.update = update,
		.costs = update->cost->cells,
		.w = (uint32_t)update->cost->w,
		.h = (uint32_t)update->cost->h,
		.model = *update->model,
		.type = type,
		.most = (uint64_t)(update->limit < 0x1p53 ? update->limit : 0x1p53),
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

enum ff_status ff_update_steps_step(struct ff_update *update, size_t budget)
{
	bool octile = ff_model_is_diagonal(update->model);

	if (update->field->type == FF_FIELD_U64)
		return step_stages(update, budget, update->model->metric, FF_FIELD_U64);
	return octile ? step_stages(update, budget, FF_METRIC_OCTILE, FF_FIELD_U32)
		      : step_stages(update, budget, FF_METRIC_MANHATTAN, FF_FIELD_U32);
}
