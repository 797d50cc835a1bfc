/*
 * Dijkstra's algorithm with buckets as wide as the shortest step (E. A. Dinic,
 * "Economical algorithms for finding shortest paths in a network", 1978): cells
 * of one bucket cannot improve each other, so the lowest bucket may be emptied
 * in any order.  The shortest step is one unit of the model, for a cell of cost
 * 1, and the longest 360 of them; so 512 buckets used round and round hold all
 * cells that can be waiting at one time.  A bucket is a list linked both ways
 * through the cells, for a waiting cell may be offered a lower value and move.
 *
 * Invariants between steps:
 * 1. cells with a value in a bucket below 'now' are final and have relaxed their neighbours;
 * 2. the 'waiting' cells with a value in bucket b, now <= b < now + 512, are in list b % 512;
 * 3. all others have no value; the seeds from 'next' on start in bucket 'now' or later.
 *
 * One body serves both widths of numbers and all step rules: where it is called
 * they are constants, and compilers make a loop for each.
 */
#include "solve/integrate_buckets.h"

#include "grid/flow.h"

#define INLINE static inline __attribute__((always_inline))

enum { BUCKETS = FF_INTEGRATE_BUCKETS_COUNT };

static const uint32_t end = UINT32_MAX; /* of a list */

/* What is constant in a loop. */
struct rule {
	struct ff_model model;
	enum ff_field_type type;
};

bool ff_integrate_buckets_fits(const struct ff_model *model, enum ff_field_type type,
			       const struct ff_seeds *seeds)
{
	(void)seeds;
	return model->metric != FF_METRIC_EUCLID && type != FF_FIELD_F64;
}

INLINE uint64_t get(const struct ff_field *field, struct rule rule, size_t cell)
{
	if (rule.type == FF_FIELD_U64)
		return field->u64[cell];
	return field->u32[cell] == FF_FIELD_NONE32 ? FF_FIELD_NONE64 : field->u32[cell];
}

INLINE void set(struct ff_field *field, struct rule rule, size_t cell, uint64_t value)
{
	if (rule.type == FF_FIELD_U64)
		field->u64[cell] = value;
	else
		field->u32[cell] = (uint32_t)value;
}

INLINE uint64_t bucket_of(struct rule rule, uint64_t value)
{
	return value / ff_model_unit(&rule.model);
}

INLINE void pull(struct ff_integrate_buckets *queue, uint64_t bucket, uint32_t cell)
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

INLINE void push(struct ff_integrate_buckets *queue, uint64_t bucket, uint32_t cell)
{
	uint32_t *head = &queue->head[bucket % BUCKETS];

	queue->links[cell] = (struct ff_integrate_buckets_link){end, *head};
	if (*head != end)
		queue->links[*head].before = cell;
	*head = cell;
	queue->waiting++;
}

/* Offers a value to a cell; false if it is more than any may have. */
INLINE bool offer(const struct ff_integrate *run, struct rule rule, uint32_t cell, uint64_t value)
{
	struct ff_integrate_buckets *queue = run->scratch;
	uint64_t old = get(run->field, rule, cell), to = bucket_of(rule, value);

	if (value >= old)
		return true;
	if (value > queue->most)
		return false;
	set(run->field, rule, cell, value);
	if (old != FF_FIELD_NONE64) {
		if (bucket_of(rule, old) == to)
			return true;
		pull(queue, bucket_of(rule, old), cell);
	}
	push(queue, to, cell);
	return true;
}

/* Starts the seeds that are due, and goes to the next ones if nothing waits; false as offer(). */
INLINE bool start(const struct ff_integrate *run, struct rule rule)
{
	struct ff_integrate_buckets *queue = run->scratch;
	const struct ff_seeds *seeds = run->seeds;

	do {
		const struct ff_seed *seed = &seeds->items[queue->next];

		if (queue->next == seeds->count)
			return true;
		if (queue->waiting == 0 && seed->start > (double)queue->most) {
			queue->next = seeds->count;
			return false;
		}
		if (queue->waiting == 0)
			queue->now = bucket_of(rule, (uint64_t)seed->start);
		for (; queue->next < seeds->count; queue->next++, seed++) {
			if (seed->start > (double)queue->most ||
			    bucket_of(rule, (uint64_t)seed->start) > queue->now)
				break;
			offer(run, rule, seed->cell, (uint64_t)seed->start);
		}
	} while (queue->waiting == 0);
	return true;
}

/* Offers its neighbours what it costs to walk to 'cell'; false as offer(). */
INLINE bool relax(const struct ff_integrate *run, struct rule rule, uint32_t cell)
{
	const struct ff_cost *cost = run->cost;
	uint32_t w = (uint32_t)cost->w, h = (uint32_t)cost->h, x = cell % w, y = cell / w;
	uint64_t value = get(run->field, rule, cell);
	uint8_t here = cost->cells[cell];
	bool inside[3][3] = {{false}}, fits = true;

	/* Which neighbours are open; a row and a column of walls around the map. */
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			inside[dy + 1][dx + 1] =
				(dy >= 0 || y > 0) && (dy <= 0 || y + 1 < h) &&
				(dx >= 0 || x > 0) && (dx <= 0 || x + 1 < w) &&
				cost->cells[cell + (uint32_t)dy * w + (uint32_t)dx] != FF_COST_WALL;
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		bool diagonal = dx != 0 && dy != 0;
		uint32_t to = cell + (uint32_t)dy * w + (uint32_t)dx;
		bool permitted = inside[dy + 1][dx + 1];

		if (diagonal && rule.model.metric == FF_METRIC_MANHATTAN)
			continue;
		if (diagonal && rule.model.corners == FF_CORNERS_STRICT)
			permitted = permitted && inside[1][dx + 1] && inside[dy + 1][1];
		if (diagonal && rule.model.corners == FF_CORNERS_LENIENT)
			permitted = permitted && (inside[1][dx + 1] || inside[dy + 1][1]);
		if (permitted)
			fits &= offer(run, rule, to,
				      value + ff_model_pays(&rule.model, diagonal, cost->cells[to],
							    here));
	}
	return fits;
}

INLINE enum ff_status step(struct ff_integrate *run, size_t budget, struct rule rule)
{
	struct ff_integrate_buckets *queue = run->scratch;
	bool bounded = run->limit < FF_FIELD_NONE32 || rule.type == FF_FIELD_U64;
	size_t settled = 0;

	while (settled < budget) {
		uint32_t *head;

		if (!start(run, rule) && !bounded)
			return FF_E_LIMIT;
		if (queue->waiting == 0)
			break;
		head = &queue->head[queue->now % BUCKETS];
		while (*head != end) {
			uint32_t cell = *head;

			pull(queue, queue->now, cell);
			settled++;
			if (!relax(run, rule, cell) && !bounded)
				return FF_E_LIMIT;
		}
		queue->now++;
	}
	run->settled += settled;
	run->done = queue->waiting == 0 && queue->next == run->seeds->count;
	return FF_OK;
}

void ff_integrate_buckets_begin(struct ff_integrate *run)
{
	struct ff_integrate_buckets *queue = run->scratch;
	struct ff_field *field = run->field;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;
	double most = field->type == FF_FIELD_U32 ? FF_FIELD_NONE32 - 1.0 : 0x1p53;

	for (size_t i = 0; i < cells; i++)
		if (field->type == FF_FIELD_U32)
			field->u32[i] = FF_FIELD_NONE32;
		else
			field->u64[i] = FF_FIELD_NONE64;
	queue->now = queue->waiting = 0;
	queue->next = 0;
	queue->most = (uint64_t)(run->limit < most ? run->limit : most);
	for (int b = 0; b < BUCKETS; b++)
		queue->head[b] = end;
}

/* Below, each call of step() is a loop of its own. */
INLINE enum ff_status with_metric(struct ff_integrate *run, size_t budget, enum ff_field_type type,
				  enum ff_step step_rule)
{
	struct rule rule = {{FF_METRIC_OCTILE, step_rule, FF_CORNERS_STRICT, FF_FLOW_LOWEST}, type};

	if (run->model->metric == FF_METRIC_MANHATTAN) {
		rule.model.metric = FF_METRIC_MANHATTAN;
		return step(run, budget, rule);
	}
	switch (run->model->corners) {
	case FF_CORNERS_LENIENT:
		rule.model.corners = FF_CORNERS_LENIENT;
		return step(run, budget, rule);
	case FF_CORNERS_CUT:
		rule.model.corners = FF_CORNERS_CUT;
		return step(run, budget, rule);
	default:
		return step(run, budget, rule);
	}
}

enum ff_status ff_integrate_buckets_step(struct ff_integrate *run, size_t budget)
{
	bool mean = run->model->step == FF_STEP_MEAN;

	if (run->field->type == FF_FIELD_U32)
		return mean ? with_metric(run, budget, FF_FIELD_U32, FF_STEP_MEAN)
			    : with_metric(run, budget, FF_FIELD_U32, FF_STEP_CELL);
	return mean ? with_metric(run, budget, FF_FIELD_U64, FF_STEP_MEAN)
		    : with_metric(run, budget, FF_FIELD_U64, FF_STEP_CELL);
}
