/*
 * Dial's algorithm (R. B. Dial, "Algorithm 360: Shortest-path forest with
 * topological ordering", Communications of the ACM 12(11), 1969): Dijkstra's
 * with a bucket for each distance.  Steps are 1..254, so 256 buckets used round
 * and round hold every distance that can be waiting at one time.
 *
 * A step's price depends only on the cell that is left.  All who relax a cell
 * therefore offer D(m) + the same cost, and the first to come has the least
 * D(m): a cell's first value is its last, it enters the queue once, and a
 * bucket can be a list linked through one number a cell.
 *
 * Invariants between steps:
 * 1. cells with a value below 'now' are final and have relaxed their neighbours;
 * 2. the 'waiting' cells in bucket b have a value v, now <= v < now + 256, v % 256 == b;
 * 3. all others have no value.
 */
#include "solve/integrate_dial.h"

enum { BUCKETS = FF_INTEGRATE_DIAL_BUCKETS };

static const uint32_t end = UINT32_MAX; /* of a list */

bool ff_integrate_dial_fits(const struct ff_model *model, enum ff_field_type type,
			    const struct ff_seeds *seeds)
{
	return model->metric == FF_METRIC_MANHATTAN && model->step == FF_STEP_CELL &&
	       type == FF_FIELD_U32 && seeds->count > 0 &&
	       seeds->items[seeds->count - 1].start == 0;
}

static void push(struct ff_integrate_dial *queue, struct ff_field *field, uint32_t cell,
		 uint32_t value)
{
	uint32_t *head = &queue->head[value % BUCKETS];

	field->u32[cell] = value;
	queue->next[cell] = *head;
	*head = cell;
	queue->waiting++;
}

void ff_integrate_dial_begin(struct ff_integrate *run)
{
	struct ff_integrate_dial *queue = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++)
		run->field->u32[i] = FF_FIELD_NONE32;
	queue->waiting = queue->now = 0;
	queue->most = run->limit < FF_FIELD_NONE32 ? (uint64_t)run->limit : FF_FIELD_NONE32 - 1;
	for (int b = 0; b < BUCKETS; b++)
		queue->head[b] = end;
	for (size_t i = 0; i < run->seeds->count; i++)
		if (run->field->u32[run->seeds->items[i].cell] != 0)
			push(queue, run->field, run->seeds->items[i].cell, 0);
}

/* Offers 'from' + cost to a neighbour that has no value yet; false if that is too much. */
static inline bool relax(struct ff_integrate_dial *queue, const struct ff_integrate *run,
			 uint32_t cell, uint64_t from)
{
	uint8_t cost = run->cost->cells[cell];

	if (cost == FF_COST_WALL || run->field->u32[cell] != FF_FIELD_NONE32)
		return true;
	if (from + cost > queue->most)
		return false;
	push(queue, run->field, cell, (uint32_t)from + cost);
	return true;
}

enum ff_status ff_integrate_dial_step(struct ff_integrate *run, size_t budget)
{
	struct ff_integrate_dial *queue = run->scratch;
	uint32_t w = (uint32_t)run->cost->w;
	uint32_t last_row = (uint32_t)(run->cost->h - 1) * w;
	size_t settled = 0;
	bool fits = true;

	while (queue->waiting > 0 && settled < budget) {
		uint32_t *head = &queue->head[queue->now % BUCKETS];
		uint64_t value = queue->now;

		while (*head != end) {
			uint32_t cell = *head;
			uint32_t x = cell % w;

			*head = queue->next[cell];
			queue->waiting--;
			settled++;
			if (cell >= w)
				fits &= relax(queue, run, cell - w, value);
			if (x + 1 < w)
				fits &= relax(queue, run, cell + 1, value);
			if (cell < last_row)
				fits &= relax(queue, run, cell + w, value);
			if (x > 0)
				fits &= relax(queue, run, cell - 1, value);
		}
		if (!fits && run->limit >= FF_FIELD_NONE32)
			return FF_E_LIMIT;
		queue->now++;
	}
	run->settled += settled;
	run->done = queue->waiting == 0;
	return FF_OK;
}
