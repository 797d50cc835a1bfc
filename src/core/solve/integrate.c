/*
 * The simplest engine, the table of engines, and the loop around an engine.  A new metric or a
 * faster engine is a file integrate_*.c and a row here.
 */
#include "core/solve/integrate.h"

#include "core/map/model.h"
#include "core/solve/euclid.h"
#include "core/solve/seeds.h"

/*
 * ---- in order ----
 *
 * Integers of 64 bits; with euclid the bits of doubles, which have the same order.
 *
 * Dijkstra's algorithm with a heap of four children a node (D. B. Johnson, "Priority queues with
 * update and finding minimum spanning trees", 1975).  Each waiting cell knows its place in the
 * heap, so that a lower offer moves it and no cell is in there twice.  Equals are settled in
 * reading order.  Between steps the field is readable: settled cells are final, others have upper
 * bounds or none.
 *
 * Invariants between steps:
 *   1. settled cells are final and have relaxed their neighbours;
 *   2. the heap holds all other cells with a value; none is lower than a settled one;
 *   3. the seeds from 'next' on start no lower than a settled cell.
 */

/* The largest value; FF_E_LIMIT where one without a limit would exceed it. */
#define HEAP_MOST (UINT64_C(1) << 53)

/* The beginning of the scratch memory; two numbers per cell follow. */
struct heap_state {
	uint64_t most;     /* the largest value allowed */
	size_t next;       /* the first seed that has not started */
	uint32_t count;    /* cells in the heap */
	bool exceeded;     /* a value above HEAP_MOST was offered */
	uint32_t memory[]; /* [2*w*h] */
};

enum { CHILDREN = 4 };

/* The place of a cell that is not in the heap. */
static const uint32_t settled = UINT32_MAX - 1, none = UINT32_MAX;

static bool heap_fits(const struct ff_model *model, enum ff_field_type type)
{
	(void)model;
	return type == FF_FIELD_U64;
}

static size_t heap_scratch(const struct ff_model *model, int32_t w, int32_t h, int threads)
{
	(void)model;
	(void)threads;
	return sizeof(struct heap_state) + (size_t)w * (size_t)h * 2 * sizeof(uint32_t);
}

/* The data of the inner loops. */
struct heap {
	struct ff_integrate *run;
	struct heap_state *state;
	uint64_t *values;
	uint32_t *cells;  /* [state->count]  the heap */
	uint32_t *places; /* [w*h]  of cells in the heap; or 'settled', or 'none' */
	struct ff_euclid euclid;
};

static struct heap heap_of(struct ff_integrate *run)
{
	struct heap_state *state = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	return (struct heap){run,
			     state,
			     run->field->u64,
			     state->memory,
			     state->memory + cells,
			     {run->cost, ff_euclid_quantum(run->model)}};
}

/* Returns how the heap holds a value, and the reverse. */
static uint64_t held(const struct ff_integrate *run, double value)
{
	if (ff_model_is_continuous(run->model))
		return ff_euclid_bits(value);
	return value == FF_FIELD_NONEF ? FF_FIELD_NONE64 : (uint64_t)value;
}

static double value_of(const struct ff_integrate *run, uint64_t value)
{
	return ff_model_is_continuous(run->model) ? ff_euclid_value(value) : (double)value;
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
	struct heap_state *state = heap->state;

	if (value >= heap->values[cell])
		return;
	if (value > state->most) {
		state->exceeded |= value > held(heap->run, (double)HEAP_MOST);
		return;
	}
	heap->values[cell] = value;
	raise_cell(heap, heap->places[cell] == none ? state->count++ : heap->places[cell], cell);
}

/* Queues the seeds that are due: those that start no higher than the first cell of the heap. */
static void start_seeds(const struct heap *heap)
{
	struct heap_state *state = heap->state;
	const struct ff_integrate *run = heap->run;
	const struct ff_seeds *seeds = run->seeds;
	const bool euclid = ff_model_is_continuous(run->model);
	const double quantum = heap->euclid.quantum;

	for (; state->next < seeds->count; state->next++) {
		const struct ff_seed *seed = &seeds->items[state->next];
		uint64_t start =
			held(run, euclid ? ff_euclid_start(seed->start, quantum) : seed->start);

		if (start > state->most)
			state->next = seeds->count - 1; /* and so are all after it */
		else if (state->count > 0 && start > heap->values[heap->cells[0]])
			return;
		else
			offer_value(heap, seed->cell, start);
	}
}

static enum ff_status offer_exact(const void *context, uint32_t cell, double value)
{
	offer_value(context, cell, ff_euclid_bits(value));
	return FF_OK;
}

/* Offers each neighbour the cost of walking to 'cell'. */
static void relax_neighbours(const struct heap *heap, uint32_t cell)
{
	const struct ff_model *model = heap->run->model;
	const struct ff_cost *cost = heap->run->cost;
	uint32_t w = (uint32_t)cost->w;
	bool open[3][3];

	if (ff_model_is_continuous(model)) {
		(void)ff_euclid_relax(&heap->euclid, heap->values, (int32_t)(cell % w),
				      (int32_t)(cell / w), false, offer_exact, heap);
		return;
	}
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

static void heap_begin(struct ff_integrate *run)
{
	struct heap heap = heap_of(run);
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++) {
		heap.values[i] = held(run, FF_FIELD_NONEF);
		heap.places[i] = none;
	}
	heap.state->count = 0;
	heap.state->next = 0;
	heap.state->exceeded = false;
	heap.state->most =
		held(run, run->limit < (double)HEAP_MOST ? run->limit : (double)HEAP_MOST);
}

/* Makes the field of euclid one of doubles, whose bits it has. */
static void end_order(struct ff_integrate *run)
{
	if (ff_model_is_continuous(run->model))
		run->field->type = FF_FIELD_F64;
}

static enum ff_status heap_step(struct ff_integrate *run, size_t budget)
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
	if (run->done)
		end_order(run);
	return run->done && heap.state->exceeded && run->limit > (double)HEAP_MOST ? FF_E_LIMIT
										   : FF_OK;
}

static double heap_settled(const struct ff_integrate *run, size_t cell)
{
	const struct heap_state *state = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	return state->memory[cells + cell] == settled ? value_of(run, run->field->u64[cell])
						      : FF_FIELD_NONEF;
}

static void heap_stop(struct ff_integrate *run)
{
	struct heap heap = heap_of(run);

	for (uint32_t i = 0; i < heap.state->count; i++)
		run->field->u64[heap.cells[i]] = held(run, FF_FIELD_NONEF);
	end_order(run);
}

/* ---- engines ---- */

/* The first row that fits is used. */
static const struct ff_integrate_engine engines[] = {
	{"tiles", ff_integrate_tiles_fits, ff_integrate_tiles_scratch, ff_integrate_tiles_begin,
	 ff_integrate_tiles_step, NULL, NULL},
	{"heap", heap_fits, heap_scratch, heap_begin, heap_step, heap_settled, heap_stop},
};

enum ff_field_type ff_integrate_type(const struct ff_model *model)
{
	return ff_model_is_continuous(model) ? FF_FIELD_F64 : FF_FIELD_U32;
}

const struct ff_integrate_engine *ff_integrate_engine_for(const struct ff_model *model,
							  enum ff_field_type type)
{
	const struct ff_integrate_engine *engine = engines;

	while (!engine->fits(model, type))
		engine++;
	return engine;
}

size_t ff_integrate_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
			    int32_t h, const struct ff_machine *machine)
{
	int threads = ff_pool_threads(ff_machine_pool(machine));

	if (ff_cost_fits(w, h, FF_COST_CELLS_MAX, "", NULL) != FF_OK)
		return 0;
	return ff_integrate_engine_for(model, type)->scratch(model, w, h, threads);
}

enum ff_status ff_integrate_begin(struct ff_integrate *run, const struct ff_model *model,
				  const struct ff_cost *cost, const struct ff_seeds *seeds,
				  double limit, struct ff_field *field, void *scratch, size_t size,
				  const struct ff_machine *machine)
{
	size_t need;

	if (cost->w != field->w || cost->h != field->h ||
	    ff_cost_fits(cost->w, cost->h, FF_COST_CELLS_MAX, "", NULL) != FF_OK ||
	    !ff_seeds_are_open(seeds, cost) || (cost->wide != NULL) != ff_model_is_wide(model) ||
	    (field->type != FF_FIELD_U64 &&
	     (field->type == FF_FIELD_F64) != ff_model_is_continuous(model)))
		return FF_E_ARG;
	need = ff_integrate_scratch(model, field->type, cost->w, cost->h, machine);
	if (need == 0 || size < need)
		return FF_E_NOMEM;
	*run = (struct ff_integrate){
		.engine = ff_integrate_engine_for(model, field->type),
		.model = model,
		.cost = cost,
		.seeds = seeds,
		.machine = machine,
		.limit = limit,
		.field = field,
		.scratch = scratch,
	};
	run->engine->begin(run);
	return FF_OK;
}

enum ff_status ff_integrate_step(struct ff_integrate *run, size_t budget)
{
	return run->done ? FF_OK : run->engine->step(run, budget);
}

double ff_integrate_settled(const struct ff_integrate *run, size_t cell)
{
	return run->done ? ff_field_raw(run->field, cell) : run->engine->settled(run, cell);
}

void ff_integrate_stop(struct ff_integrate *run)
{
	if (!run->done)
		run->engine->stop(run);
	run->done = true;
}

enum ff_status ff_integrate(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_seeds *seeds, double limit, struct ff_field *field,
			    void *scratch, size_t size, const struct ff_machine *machine)
{
	struct ff_integrate run;
	enum ff_status st;

	st = ff_integrate_begin(&run, model, cost, seeds, limit, field, scratch, size, machine);
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, SIZE_MAX);
	return st;
}
