/*
 * Dial's algorithm with buckets as wide as the shortest step (E. A. Dinic, "Economical algorithms
 * for finding shortest paths in a network", 1978): cells of one bucket cannot improve each other,
 * so the lowest bucket may be emptied in any order.  The shortest step is one unit of the model,
 * for a cell of cost 1, and the longest at most 360 units; so a ring of 512 buckets holds all cells
 * that can be waiting at one time.  A bucket is a doubly linked list, because a waiting cell may be
 * offered a lower value and move.
 *
 * Where a step ends within a bucket, the bucket is sorted first, so that settled cells are always
 * the cheapest.
 *
 * Invariants between steps:
 *   1. settled cells, which are those with a value in a bucket below 'now', are final, have relaxed
 *      their neighbours, and are linked to themselves;
 *   2. the 'waiting' cells with a value in bucket b, now <= b < now + 512, are in list b % 512;
 *   3. all others have no value; the seeds from 'next' on start in bucket 'now' or later.
 *
 * Each cell is settled once and in order on any map, but memory is touched in the order of the
 * frontier.  So this engine is for fields of 64 bits, which the tiles cannot do.
 */
#include "core/solve/integrate_engines.h"

#include "core/map/model.h"

enum { BUCKETS = FF_INTEGRATE_BUCKETS_COUNT };

static const uint32_t end = UINT32_MAX; /* end of a list */

bool ff_integrate_buckets_fits(const struct ff_model *model, enum ff_field_type type)
{
	return !ff_model_is_wide(model) && !ff_model_is_continuous(model) && type == FF_FIELD_U64;
}

size_t ff_integrate_buckets_scratch(int32_t w, int32_t h, int threads)
{
	(void)threads;
	return sizeof(struct ff_integrate_buckets) +
	       (size_t)w * (size_t)h * sizeof(struct ff_integrate_buckets_link);
}

static uint64_t bucket_of(const struct ff_integrate *run, uint64_t value)
{
	const struct ff_integrate_buckets *queue = run->scratch;

	return value / queue->width;
}

static void pull_cell(struct ff_integrate_buckets *queue, uint64_t bucket, uint32_t cell)
{
	struct ff_integrate_buckets_link *links = queue->links, link = links[cell];

	if (link.before == end)
		queue->head[bucket % BUCKETS] = link.after;
	else
		links[link.before].after = link.after;
	if (link.after != end)
		links[link.after].before = link.before;
	queue->waiting--;
}

static void push_cell(struct ff_integrate_buckets *queue, uint64_t bucket, uint32_t cell)
{
	uint32_t *head = &queue->head[bucket % BUCKETS];

	queue->links[cell] = (struct ff_integrate_buckets_link){end, *head};
	if (*head != end)
		queue->links[*head].before = cell;
	*head = cell;
	queue->waiting++;
}

/* Offers a value to a cell, which takes it if it is lower than its own and within the limit. */
static void offer_value(const struct ff_integrate *run, uint32_t cell, uint64_t value)
{
	struct ff_integrate_buckets *queue = run->scratch;
	uint64_t old = run->field->u64[cell], to = bucket_of(run, value);

	if (value >= old || value > queue->most)
		return;
	run->field->u64[cell] = value;
	if (old != FF_FIELD_NONE64) {
		if (bucket_of(run, old) == to)
			return;
		pull_cell(queue, bucket_of(run, old), cell);
	}
	push_cell(queue, to, cell);
}

/* Queues the seeds that are due; if nothing waits, moves on to the next seed. */
static void start_seeds(const struct ff_integrate *run)
{
	struct ff_integrate_buckets *queue = run->scratch;
	const struct ff_seeds *seeds = run->seeds;

	do {
		const struct ff_seed *seed = &seeds->items[queue->next];

		if (queue->next == seeds->count)
			return;
		if (queue->waiting == 0 && seed->start > (double)queue->most) {
			queue->next = seeds->count;
			return;
		}
		if (queue->waiting == 0)
			queue->now = bucket_of(run, (uint64_t)seed->start);
		for (; queue->next < seeds->count; queue->next++, seed++) {
			if (seed->start > (double)queue->most ||
			    bucket_of(run, (uint64_t)seed->start) > queue->now)
				break;
			offer_value(run, seed->cell, (uint64_t)seed->start);
		}
	} while (queue->waiting == 0);
}

/* Offers each neighbour the cost of walking to 'cell'. */
static void relax_neighbours(const struct ff_integrate *run, uint32_t cell)
{
	const struct ff_model *model = run->model;
	const struct ff_cost *cost = run->cost;
	uint32_t w = (uint32_t)cost->w;
	bool open[3][3];

	ff_neighbours_look(cost, (int32_t)(cell % w), (int32_t)(cell / w), open);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		uint32_t to = cell + (uint32_t)dy * w + (uint32_t)dx;

		if (ff_neighbours_lead(open, model->metric, model->corners, dx, dy))
			offer_value(run, to,
				    run->field->u64[cell] +
					    ff_model_price(model, dx != 0 && dy != 0,
							   cost->cells[to], cost->cells[cell]));
	}
}

/* Returns true if a list has more than 'n' cells. */
static bool has_more(const struct ff_integrate_buckets *queue, uint32_t cell, size_t n)
{
	if (n >= queue->waiting)
		return false;
	for (; cell != end && n > 0; n--)
		cell = queue->links[cell].after;
	return cell != end;
}

/* Returns true if a cell comes before another: the cheaper one, of equals the first in reading
 * order. */
static bool is_before(const struct ff_integrate *run, uint32_t a, uint32_t b)
{
	const uint64_t *values = run->field->u64;

	return values[a] != values[b] ? values[a] < values[b] : a < b;
}

/* Merges two sorted lists; only forward links are kept. */
static uint32_t merge_lists(const struct ff_integrate *run, uint32_t a, uint32_t b)
{
	struct ff_integrate_buckets *queue = run->scratch;
	uint32_t first = end, *to = &first;

	while (a != end && b != end) {
		uint32_t *next = is_before(run, a, b) ? &a : &b;

		*to = *next;
		to = &queue->links[*next].after;
		*next = *to;
	}
	*to = a != end ? a : b;
	return first;
}

/* Sorts a bucket by merging: list k holds 2^k cells, or none. */
static void sort_bucket(const struct ff_integrate *run, uint32_t *head)
{
	struct ff_integrate_buckets_link *links =
		((struct ff_integrate_buckets *)run->scratch)->links;
	uint32_t lists[32], sorted = end;
	int count = 0, k;

	for (uint32_t cell = *head, next; cell != end; cell = next) {
		uint32_t list = cell;

		next = links[cell].after;
		links[cell].after = end;
		for (k = 0; k < count && lists[k] != end; k++) {
			list = merge_lists(run, lists[k], list);
			lists[k] = end;
		}
		count += k == count;
		lists[k] = list;
	}
	for (k = 0; k < count; k++)
		sorted = merge_lists(run, sorted, lists[k]);
	*head = sorted;
	for (uint32_t cell = sorted, before = end; cell != end; cell = links[cell].after) {
		links[cell].before = before;
		before = cell;
	}
}

enum ff_status ff_integrate_buckets_step(struct ff_integrate *run, size_t budget)
{
	struct ff_integrate_buckets *queue = run->scratch;
	size_t settled = 0;

	while (settled < budget) {
		uint32_t *head;

		start_seeds(run);
		if (queue->waiting == 0)
			break;
		head = &queue->head[queue->now % BUCKETS];
		if (!queue->sorted && has_more(queue, *head, budget - settled)) {
			sort_bucket(run, head);
			queue->sorted = true;
		}
		for (; *head != end && settled < budget; settled++) {
			uint32_t cell = *head;

			pull_cell(queue, queue->now, cell);
			queue->links[cell].before = cell;
			if (run->order != NULL)
				run->order[run->settled + settled] = cell;
			relax_neighbours(run, cell);
		}
		if (*head == end) {
			queue->now++;
			queue->sorted = false;
		}
	}
	start_seeds(run); /* no seed may be left */
	run->settled += settled;
	run->done = queue->waiting == 0 && queue->next == run->seeds->count;
	return FF_OK;
}

void ff_integrate_buckets_begin(struct ff_integrate *run)
{
	struct ff_integrate_buckets *queue = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++)
		run->field->u64[i] = FF_FIELD_NONE64;
	queue->width = ff_model_unit(run->model);
	queue->now = queue->waiting = 0;
	queue->next = 0;
	queue->sorted = false;
	queue->most = (uint64_t)(run->limit < 0x1p53 ? run->limit : 0x1p53);
	for (int b = 0; b < BUCKETS; b++)
		queue->head[b] = end;
}

static bool is_settled(const struct ff_integrate *run, size_t cell)
{
	const struct ff_integrate_buckets *queue = run->scratch;

	return run->field->u64[cell] != FF_FIELD_NONE64 && queue->links[cell].before == cell;
}

double ff_integrate_buckets_settled(const struct ff_integrate *run, size_t cell)
{
	return is_settled(run, cell) ? (double)run->field->u64[cell] : FF_FIELD_NONEF;
}

void ff_integrate_buckets_stop(struct ff_integrate *run)
{
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++)
		if (!is_settled(run, i))
			run->field->u64[i] = FF_FIELD_NONE64;
}
