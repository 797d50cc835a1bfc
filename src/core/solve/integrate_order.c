/*
 * Dijkstra's algorithm: cells are settled in ascending order of their values, each once.
 *
 * A step adds at least the width of a bucket of the queue, so no cell lowers another one in its
 * bucket, and all values in the first bucket are final.  Their order there is of interest only to
 * callers that list cells, or stop (FF_INTEGRATE_TYPE_IN_ORDER).  Where a value falls to an earlier
 * bucket, the cell is put in that one as well, and skipped when the later one comes.
 *
 * With euclid, a settled cell gives its neighbours in the four straight directions what they get by
 * that side: the bend, and the jumps that pass it.  That is enough.  On the ground of a jump, whose
 * price is its length times the dearest cost there, the cell beside its end that it passes costs
 * at least 0.7 of that cost less than the end: so it is settled before the end.  And a jump is
 * worth more than the bend by that cell only if it starts from a lower value than the cell has.
 * So each pair of neighbours is looked at once, when all values that count are final.
 *
 * Invariants between steps:
 *   1. settled cells are final and have relaxed their neighbours;
 *   2. the queue, and what is left of the bucket that was taken out of it, hold all other cells
 *      with a value; none is in an earlier bucket than a settled one;
 *   3. the seeds from 'next' on start in no earlier bucket than that.
 */
#include <stdlib.h>

#include "core/grid/queue.h"
#include "core/map/model.h"
#include "core/solve/euclid.h"
#include "core/solve/integrate.h"

#define INLINE static inline __attribute__((always_inline))

/* The largest integer; FF_E_LIMIT where one without a limit would exceed it. */
#define MOST (UINT64_C(1) << 53)

/* The beginning of the scratch memory; the ring's follows. */
struct order {
	uint64_t most; /* the largest value allowed */
	size_t next;   /* the first seed that has not started */
	bool exceeded; /* a value above MOST was offered */
	bool empty;    /* no cell waits */
	uint32_t last; /* the last cell that was settled, if there is one */
	bool euclid;
	double quantum;         /* of values of euclid */
	unsigned shift;         /* of integers: the width of a bucket is a power of two */
	uint32_t *cells;        /* owned; [count]  the first bucket... */
	size_t room, count, at; /* ...from 'at' on */
	struct ff_queue_ring ring;
};

bool ff_integrate_order_fits(const struct ff_model *model, enum ff_field_type type, bool in_order)
{
	(void)model;
	(void)type;
	return in_order;
}

/* ---- values and their buckets ---- */

/* Buckets of euclid, in those of a cost of 1: less than a bend adds. */
enum { EUCLID_BUCKETS = 4 };

/* Returns the width of buckets of integers: a power of two, no more than any step. */
static unsigned shift_of(const struct ff_model *model)
{
	return 31 - (unsigned)__builtin_clz(ff_model_price(model, false, 1, 1));
}

/* Returns the number of buckets in which values may wait at a time, as a power of two. */
static uint32_t ring_length(const struct ff_model *model)
{
	uint32_t dearest = ff_model_is_wide(model) ? FF_COST_WIDE_MAX : FF_COST_MAX, length = 64;
	uint64_t most = (uint64_t)dearest * EUCLID_BUCKETS;

	if (!ff_model_is_continuous(model))
		most = ff_model_price(model, true, dearest, dearest) >> shift_of(model);
	while (length < most + 2)
		length *= 2;
	return length;
}

/* Returns how the field holds a value, the reverse, and its bucket. */
INLINE uint64_t held(bool euclid, double value)
{
	if (euclid)
		return ff_euclid_bits(value);
	return value == FF_FIELD_NONEF ? FF_FIELD_NONE64 : (uint64_t)value;
}

INLINE double value_of(bool euclid, uint64_t value)
{
	return euclid ? ff_euclid_value(value) : (double)value;
}

INLINE uint64_t bucket_of(const struct order *order, bool euclid, uint64_t value)
{
	return euclid ? (uint64_t)(ff_euclid_value(value) * EUCLID_BUCKETS) : value >> order->shift;
}

/* ---- offers ---- */

/* Offers a value to a cell, which takes it if it is lower than its own and within the limit. */
INLINE enum ff_status offer_value(struct ff_integrate *run, struct order *order, bool euclid,
				  uint32_t cell, uint64_t value)
{
	uint64_t *own = &run->field->u64[cell], bucket;

	if (value >= *own)
		return FF_OK;
	if (value > order->most) {
		order->exceeded |= value > held(euclid, (double)MOST);
		return FF_OK;
	}
	bucket = bucket_of(order, euclid, value);
	if (*own == held(euclid, FF_FIELD_NONEF) || bucket_of(order, euclid, *own) != bucket) {
		enum ff_status st = ff_queue_ring_put(&order->ring, bucket, cell);

		if (st != FF_OK)
			return st;
	}
	*own = value;
	return FF_OK;
}

/* Offers each neighbour the cost of walking to 'cell'. */
static enum ff_status relax_steps(struct ff_integrate *run, struct order *order, uint32_t cell)
{
	const struct ff_model *model = run->model;
	const struct ff_cost *cost = run->cost;
	const uint32_t w = (uint32_t)cost->w;
	enum ff_status st = FF_OK;
	bool open[3][3];

	ff_neighbours_look(cost, (int32_t)(cell % w), (int32_t)(cell / w), open);
	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		uint32_t to = cell + (uint32_t)dy * w + (uint32_t)dx;

		if (ff_neighbours_lead(open, model->metric, model->corners, dx, dy))
			st = offer_value(run, order, false, to,
					 run->field->u64[cell] +
						 ff_model_price(model, dx != 0 && dy != 0,
								ff_cost_at(cost, to),
								ff_cost_at(cost, cell)));
	}
	return st;
}

/* Offers the neighbour on one side what it gets by this side of its own. */
INLINE enum ff_status relax_side(struct ff_integrate *run, struct order *order, int32_t x,
				 int32_t y, int d, bool inside, bool wide, double here)
{
	const struct ff_cost *cost = run->cost;
	const struct ff_euclid_side side =
		ff_euclid_side(cost, run->field->u64, x + ff_flow_steps[d].dx,
			       y + ff_flow_steps[d].dy, (d + 4) % FF_DIRECTIONS, inside, wide);
	double there, own;

	if (!ff_euclid_side_has(&side, 0, 0) || cost->cells[side.cell] == FF_COST_WALL)
		return FF_OK;
	there = ff_euclid_side_value(&side, 0, 0);
	own = ff_euclid_side_cost(&side, 0, 0);
	/* No bend adds less, and no jump over this side is worth less. */
	if (there <= here + 0.41 * own)
		return FF_OK;
	there = ff_euclid_side_least(&side, order->quantum, there);
	return offer_value(run, order, true, (uint32_t)side.cell, ff_euclid_bits(there));
}

/* Offers the neighbours in straight directions what they get. */
INLINE enum ff_status relax_all(struct ff_integrate *run, struct order *order, int32_t x, int32_t y,
				bool inside, bool wide, double here)
{
	enum ff_status st = relax_side(run, order, x, y, FF_N, inside, wide, here);

	if (st == FF_OK)
		st = relax_side(run, order, x, y, FF_E, inside, wide, here);
	if (st == FF_OK)
		st = relax_side(run, order, x, y, FF_S, inside, wide, here);
	if (st == FF_OK)
		st = relax_side(run, order, x, y, FF_W, inside, wide, here);
	return st;
}

/* Does so; specialised for constants. */
static enum ff_status relax_sides(struct ff_integrate *run, struct order *order, uint32_t cell)
{
	enum { FAR = FF_EUCLID_REACH + 1 };
	const struct ff_cost *cost = run->cost;
	const int32_t x = (int32_t)(cell % (uint32_t)cost->w);
	const int32_t y = (int32_t)(cell / (uint32_t)cost->w);
	const double here = ff_euclid_value(run->field->u64[cell]);
	const bool wide = cost->wide != NULL;

	if (x < FAR || x >= cost->w - FAR || y < FAR || y >= cost->h - FAR)
		return relax_all(run, order, x, y, false, wide, here);
	if (wide)
		return relax_all(run, order, x, y, true, true, here);
	return relax_all(run, order, x, y, true, false, here);
}

/* ---- the run ---- */

/* Queues the seeds that are due: those that start no later than the first bucket. */
static enum ff_status start_seeds(struct ff_integrate *run, struct order *order)
{
	const struct ff_seeds *seeds = run->seeds;
	enum ff_status st = FF_OK;

	for (; order->next < seeds->count && st == FF_OK; order->next++) {
		const struct ff_seed *seed = &seeds->items[order->next];
		double exact =
			order->euclid ? ff_euclid_start(seed->start, order->quantum) : seed->start;
		uint64_t start = held(order->euclid, exact), bucket, first;

		if (start > order->most) {
			order->next = seeds->count; /* and so are all after it */
			break;
		}
		bucket = bucket_of(order, order->euclid, start);
		if (!ff_queue_ring_first(&order->ring, &first))
			order->ring.least = bucket;
		else if (bucket > first)
			break;
		st = offer_value(run, order, order->euclid, (uint32_t)seed->cell, start);
	}
	return st;
}

size_t ff_integrate_order_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
				  int32_t h, int threads)
{
	(void)type;
	(void)w;
	(void)h;
	(void)threads;
	return sizeof(struct order) + ff_queue_ring_size(ring_length(model));
}

void ff_integrate_order_begin(struct ff_integrate *run)
{
	struct order *order = run->scratch;
	const bool euclid = ff_model_is_continuous(run->model);

	*order = (struct order){
		.most = held(euclid, run->limit < (double)MOST ? run->limit : (double)MOST),
		.euclid = euclid,
		.quantum = ff_euclid_quantum(run->model),
		.shift = euclid ? 0 : shift_of(run->model),
	};
	ff_queue_ring_open(&order->ring, ring_length(run->model), order + 1);
	for (size_t i = 0; i < (size_t)run->cost->w * (size_t)run->cost->h; i++)
		run->field->u64[i] = held(euclid, FF_FIELD_NONEF);
}

/* Returns true if a cell comes before another. */
static inline bool is_before(const struct ff_integrate *run, uint32_t a, uint32_t b)
{
	uint64_t here = run->field->u64[a], there = run->field->u64[b];

	return here < there || (here == there && a < b);
}

/* Sorts the first bucket (D. L. Shell, "A high-speed sorting procedure", Communications of the ACM
 * 2(7), 1959): it is short, or of equals. */
static void sort_bucket(const struct ff_integrate *run, struct order *order)
{
	uint32_t *cells = order->cells;
	size_t gap = 1;

	while (gap < order->count / 3)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3)
		for (size_t i = gap; i < order->count; i++) {
			uint32_t cell = cells[i];
			size_t at = i;

			for (; at >= gap && is_before(run, cell, cells[at - gap]); at -= gap)
				cells[at] = cells[at - gap];
			cells[at] = cell;
		}
}

/* Takes the cells of the first bucket out of the queue; none if it is empty. */
static enum ff_status take_bucket(struct ff_integrate *run, struct order *order)
{
	enum ff_status st = start_seeds(run, order);
	size_t count = 0, kept = 0;

	if (st == FF_OK)
		st = ff_queue_ring_take(&order->ring, &order->cells, &order->room, &count);
	for (size_t i = 0; i < count; i++) {
		uint32_t cell = order->cells[i];

		if (bucket_of(order, order->euclid, run->field->u64[cell]) == order->ring.least)
			order->cells[kept++] = cell;
	}
	order->count = kept;
	order->at = 0;
	if (run->field->type == FF_FIELD_U64)
		sort_bucket(run, order);
	order->empty = count == 0;
	return st;
}

void ff_integrate_order_end(struct ff_integrate *run)
{
	struct order *order = run->scratch;

	free(order->cells);
	free(order->ring.blocks);
	if (ff_model_is_continuous(run->model))
		run->field->type = FF_FIELD_F64;
	run->done = true;
}

enum ff_status ff_integrate_order_step(struct ff_integrate *run, size_t budget)
{
	struct order *order = run->scratch;
	enum ff_status st = FF_OK;

	for (;; budget--) {
		while (st == FF_OK && order->at == order->count && !order->empty)
			st = take_bucket(run, order);
		if (st != FF_OK || order->empty)
			break;
		if (budget == 0)
			return FF_OK;
		order->last = order->cells[order->at++];
		if (run->order != NULL)
			run->order[run->settled] = order->last;
		run->settled++;
		st = order->euclid ? relax_sides(run, order, order->last)
				   : relax_steps(run, order, order->last);
	}
	if (st == FF_OK && order->exceeded && run->limit > (double)MOST)
		st = FF_E_LIMIT;
	ff_integrate_order_end(run);
	return st;
}

/* Returns true if a cell with a value has been settled. */
static bool is_settled(const struct ff_integrate *run, uint32_t cell)
{
	const struct order *order = run->scratch;

	return run->settled > 0 && !is_before(run, order->last, cell);
}

double ff_integrate_order_settled(const struct ff_integrate *run, size_t cell)
{
	const struct order *order = run->scratch;

	return is_settled(run, (uint32_t)cell) ? value_of(order->euclid, run->field->u64[cell])
					       : FF_FIELD_NONEF;
}

/* Removes the values of cells that are not settled. */
static void forget(struct ff_integrate *run, const uint32_t *cells, size_t count)
{
	const struct order *order = run->scratch;

	for (size_t i = 0; i < count; i++)
		if (!is_settled(run, cells[i]))
			run->field->u64[cells[i]] = held(order->euclid, FF_FIELD_NONEF);
}

void ff_integrate_order_stop(struct ff_integrate *run)
{
	struct order *order = run->scratch;
	const struct ff_queue_ring *ring = &order->ring;

	/* Blocks that are idle by now hold settled cells, or cells that wait elsewhere, too. */
	for (uint32_t i = 0; i < ring->used; i++)
		forget(run, ring->blocks[i].items, ring->blocks[i].count);
	forget(run, order->cells + order->at, order->count - order->at);
	ff_integrate_order_end(run);
}
