/*
 * Dijkstra's algorithm with a heap of four children a node (D. B. Johnson, "Priority queues with
 * update and finding minimum spanning trees", 1975).  Each waiting cell knows its place in the
 * heap, so that a lower offer moves it and no cell is in there twice.  Equals are settled in
 * reading order.
 *
 * Invariants between steps:
 *   1. settled cells are final and have relaxed their neighbours;
 *   2. the heap holds all other cells with a value; none is lower than a settled one;
 *   3. the seeds from 'next' on start no lower than a settled cell.
 */
#include "core/solve/integrate_engines.h"

#include "core/map/model.h"

enum { CHILDREN = 4 };

/* The place of a cell that is not in the heap. */
static const uint32_t settled = UINT32_MAX - 1, none = UINT32_MAX;

bool ff_integrate_heap_fits(const struct ff_model *model, enum ff_field_type type)
{
	return !ff_model_is_continuous(model) && type == FF_FIELD_U64;
}

size_t ff_integrate_heap_scratch(int32_t w, int32_t h, int threads)
{
	(void)threads;
	return sizeof(struct ff_integrate_heap) + (size_t)w * (size_t)h * 2 * sizeof(uint32_t);
}

/* The data of the inner loops. */
struct heap {
	struct ff_integrate *run;
	struct ff_integrate_heap *state;
	uint64_t *values;
	uint32_t *cells;  /* [state->count]  the heap */
	uint32_t *places; /* [w*h]  of cells in the heap; or 'settled', or 'none' */
};

static struct heap heap_of(struct ff_integrate *run)
{
	struct ff_integrate_heap *state = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	return (struct heap){run, state, run->field->u64, state->memory, state->memory + cells};
}

/* Returns true if a cell comes before another. */
static inline bool is_before(const struct heap *heap, uint32_t a, uint32_t b)
{
	uint64_t here = heap->values[a], there = heap->values[b];

	return (here < there) | ((here == there) & (a < b));
}

static inline void put_at(const struct heap *heap, uint32_t place, uint32_t cell)
{
	heap->cells[place] = cell;
	heap->places[cell] = place;
}

/* Moves a cell, whose value has fallen, towards the root. */
static void raise_cell(const struct heap *heap, uint32_t place, uint32_t cell)
{
	while (place > 0) {
		uint32_t up = (place - 1) / CHILDREN;

		if (!is_before(heap, cell, heap->cells[up]))
			break;
		put_at(heap, place, heap->cells[up]);
		place = up;
	}
	put_at(heap, place, cell);
}

/* Takes out the first cell. */
static uint32_t take_first(const struct heap *heap)
{
	uint32_t first = heap->cells[0], count = --heap->state->count, last = heap->cells[count];
	uint32_t place = 0;

	for (uint32_t next; count > 0 && (next = CHILDREN * place + 1) < count; place = next) {
		uint32_t end = count - next < CHILDREN ? count : next + CHILDREN;

		/* Branch-free, since the choice is unpredictable. */
		for (uint32_t i = next + 1; i < end; i++)
			next = is_before(heap, heap->cells[i], heap->cells[next]) ? i : next;
		if (!is_before(heap, heap->cells[next], last))
			break;
		put_at(heap, place, heap->cells[next]);
	}
	if (count > 0)
		put_at(heap, place, last);
	heap->places[first] = settled;
	return first;
}

/* Offers a value to a cell, which takes it if it is lower than its own and within the limit. */
static void offer_value(const struct heap *heap, uint32_t cell, uint64_t value)
{
	struct ff_integrate_heap *state = heap->state;

	if (value >= heap->values[cell])
		return;
	if (value > state->most) {
		state->exceeded |= value > FF_INTEGRATE_HEAP_MOST;
		return;
	}
	heap->values[cell] = value;
	raise_cell(heap, heap->places[cell] == none ? state->count++ : heap->places[cell], cell);
}

/* Queues the seeds that are due: those that start no higher than the first cell of the heap. */
static void start_seeds(const struct heap *heap)
{
	struct ff_integrate_heap *state = heap->state;
	const struct ff_seeds *seeds = heap->run->seeds;

	for (; state->next < seeds->count; state->next++) {
		const struct ff_seed *seed = &seeds->items[state->next];

		if (seed->start > (double)state->most)
			state->next = seeds->count - 1; /* and so are all after it */
		else if (state->count > 0 && seed->start > (double)heap->values[heap->cells[0]])
			return;
		else
			offer_value(heap, seed->cell, (uint64_t)seed->start);
	}
}

/* Offers each neighbour the cost of walking to 'cell'. */
static void relax_neighbours(const struct heap *heap, uint32_t cell)
{
	const struct ff_model *model = heap->run->model;
	const struct ff_cost *cost = heap->run->cost;
	uint32_t w = (uint32_t)cost->w;
	bool open[3][3];

	ff_neighbours_look(cost, (int32_t)(cell % w), (int32_t)(cell / w), open);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		uint32_t to = cell + (uint32_t)dy * w + (uint32_t)dx;

		if (ff_neighbours_lead(open, model->metric, model->corners, dx, dy))
			offer_value(heap, to,
				    heap->values[cell] + ff_model_price(model, dx != 0 && dy != 0,
									ff_cost_at(cost, to),
									ff_cost_at(cost, cell)));
	}
}

void ff_integrate_heap_begin(struct ff_integrate *run)
{
	struct heap heap = heap_of(run);
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++) {
		heap.values[i] = FF_FIELD_NONE64;
		heap.places[i] = none;
	}
	heap.state->count = 0;
	heap.state->next = 0;
	heap.state->exceeded = false;
	heap.state->most = FF_INTEGRATE_HEAP_MOST;
	if (run->limit < (double)FF_INTEGRATE_HEAP_MOST)
		heap.state->most = (uint64_t)run->limit;
}

enum ff_status ff_integrate_heap_step(struct ff_integrate *run, size_t budget)
{
	struct heap heap = heap_of(run);

	start_seeds(&heap);
	for (; heap.state->count > 0 && budget > 0; budget--) {
		uint32_t cell = take_first(&heap);

		if (run->order != NULL)
			run->order[run->settled] = cell;
		run->settled++;
		relax_neighbours(&heap, cell);
		start_seeds(&heap);
	}
	run->done = heap.state->count == 0;
	return run->done && heap.state->exceeded && run->limit > (double)FF_INTEGRATE_HEAP_MOST
		       ? FF_E_LIMIT
		       : FF_OK;
}

double ff_integrate_heap_settled(const struct ff_integrate *run, size_t cell)
{
	const struct ff_integrate_heap *state = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	return state->memory[cells + cell] == settled ? (double)run->field->u64[cell]
						      : FF_FIELD_NONEF;
}

void ff_integrate_heap_stop(struct ff_integrate *run)
{
	struct heap heap = heap_of(run);

	for (uint32_t i = 0; i < heap.state->count; i++)
		run->field->u64[heap.cells[i]] = FF_FIELD_NONE64;
}
