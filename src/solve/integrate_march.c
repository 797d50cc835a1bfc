/*
 * Fast marching: J. A. Sethian, "A fast marching level set method for
 * monotonically advancing fronts", PNAS 93(4), 1996.  Cells are settled in the
 * order of their values, as in Dijkstra's algorithm, but a value is what a plane
 * wave has there that passed the settled neighbours: with a along x and b along
 * y it solves (D-a)^2 + (D-b)^2 = cost^2.  Second order where it can be ("Fast
 * marching methods", SIAM Review 41(2), 1999): a difference then also looks at
 * the cell beyond the neighbour, provided that the two steps cost the same.  A
 * step pays for the cell that it leaves, so the cell beyond may cost anything.
 *
 * Waves from a point are round, and no difference is good at its tip.  So before
 * the start every seed offers the exact length of the straight line to the cells
 * that see it through cells of one cost.  Such cells take marched values of
 * first order only: in even cost these never fall below the straight line from
 * one seed.  If one does, there is a way by cheaper cells or from another seed,
 * the offer is void, and the cell is marched to like any other.
 *
 * Waves that bend around the corner of a wall would turn at the centre of the cell
 * opposite, half a cell too late.  So a value is also what waves have that come
 * between a neighbour and the diagonal one beside it (as in D. Ferguson and
 * A. Stentz, "Field D*", 2005), which turn at the corner itself.
 *
 * A cell's value is the least over all pairs of settled neighbours, and those
 * that count have lower values than it: the order in which equals are settled
 * does not matter, and a mirrored map gives the mirrored field to the last bit.
 *
 * Invariants between steps:
 * 1. settled cells are final; each but a seed is higher than one of its neighbours and
 *    by no more than its cost above the lowest;
 * 2. in the heap are the open neighbours of settled cells and the seeds whose start is
 *    due, if within the limit; no cell in it is lower than a settled one;
 * 3. values of all other cells are offers or none; finish() removes what is left of them.
 */
#include "solve/integrate_march.h"

#include <assert.h>
#include <math.h>

#include "grid/flow.h"
#include "solve/sight.h"

/* States of cells.  The low bits are the place in the heap of one that waits there. */
#define WAITING  (UINT32_C(1) << 31)
#define SETTLED  (UINT32_C(1) << 30)
#define STRAIGHT (UINT32_C(1) << 29) /* its value is a straight line's */
#define PLACE    (STRAIGHT - 1)

_Static_assert(FF_COST_CELLS <= PLACE, "a place in the heap fits beside the flags");

bool ff_integrate_march_fits(const struct ff_model *model, enum ff_field_type type,
			     const struct ff_seeds *seeds)
{
	(void)seeds;
	return model->metric == FF_METRIC_EUCLID && type == FF_FIELD_F64;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static void stand(struct ff_integrate_march *march, size_t place,
		  struct ff_integrate_march_cell cell)
{
	uint32_t *state = &march->states[cell.cell];

	march->heap[place] = cell;
	*state = (*state & STRAIGHT) | WAITING | (uint32_t)place;
}

/* Moves a cell that is new, or whose value has become lower, to its place. */
static void put(struct ff_integrate_march *march, uint32_t cell, double value)
{
	uint32_t state = march->states[cell];
	size_t place = state & WAITING ? state & PLACE : march->waiting++;

	for (; place > 0; place = (place - 1) / 4) {
		struct ff_integrate_march_cell above = march->heap[(place - 1) / 4];

		if (above.value <= value)
			break;
		stand(march, place, above);
	}
	stand(march, place, (struct ff_integrate_march_cell){value, cell});
}

/* Takes the first cell out and settles it. */
static uint32_t take(struct ff_integrate_march *march)
{
	const struct ff_integrate_march_cell *heap = march->heap;
	uint32_t first = heap[0].cell;
	struct ff_integrate_march_cell last = heap[--march->waiting];
	size_t place = 0;

	for (size_t next = 1; next < march->waiting; next = 4 * place + 1) {
		size_t end = next + 4 < march->waiting ? next + 4 : march->waiting;
		double value = heap[next].value;

		/* No branch in here: nobody could predict it. */
		for (size_t i = next + 1; i < end; i++) {
			next = heap[i].value < value ? i : next;
			value = least(heap[i].value, value);
		}
		if (last.value <= value)
			break;
		stand(march, place, heap[next]);
		place = next;
	}
	stand(march, place, last);
	march->states[first] = SETTLED;
	return first;
}

static const double half_root = 0.70710678118654752440; /* of 2 */

/* A one-sided difference: weight * (D - value - ahead), squared. */
struct arm {
	double value;  /* the neighbour's; INFINITY: it is not settled */
	double ahead;  /* second order: a third of the neighbour's own difference, else 0 */
	double weight; /* second order: (3/2)^2, else 1 */
};

static struct arm first_order(double value)
{
	return (struct arm){value, 0, 1};
}

/* The arm of a cell that leads 'stride' on in any grid; 'room' cells lie there. */
static struct arm arm_of(const struct ff_integrate *run, uint32_t cell, ptrdiff_t stride,
			 int32_t room, bool second)
{
	const struct ff_integrate_march *march = run->scratch;
	const uint8_t *cost = &run->cost->cells[cell];
	const uint32_t *state = &march->states[cell];
	const double *value = &run->field->f64[cell];

	if (room < 1 || !(state[stride] & SETTLED))
		return first_order(INFINITY);
	if (second && room > 1 && cost[0] == cost[stride] && (state[2 * stride] & SETTLED) &&
	    value[2 * stride] < value[stride])
		return (struct arm){value[stride], (value[stride] - value[2 * stride]) / 3, 2.25};
	return first_order(value[stride]);
}

/* What a wave has that comes from between two arms at right angles; INFINITY if none does. */
static double meet(double cost, struct arm a, struct arm b)
{
	double low = least(a.value, b.value);
	double high = a.value < b.value ? b.value : a.value;
	double from_a = a.value - low + a.ahead, from_b = b.value - low + b.ahead;
	double sum = a.weight + b.weight;
	double mean = (a.weight * from_a + b.weight * from_b) / sum;
	double gap = (from_a - from_b) / sum;
	double root = cost * cost / sum - a.weight * b.weight * gap * gap;
	double value;

	if (!(high - low < cost) || root < 0)
		return INFINITY;
	value = low + (mean + sqrt(root));
	return value > high ? value : INFINITY;
}

/*
 * What a wave has that bends around the corner of a wall: it comes between the
 * neighbour 'step' away, whose value is 'from', and the one of that to its side.
 * Linear in between, it is never less than the truth.
 */
static double bend(const struct ff_integrate *run, uint32_t cell, ptrdiff_t step, ptrdiff_t side,
		   double from)
{
	const struct ff_integrate_march *march = run->scratch;
	double cost = run->cost->cells[cell], fall;

	if (!(march->states[(ptrdiff_t)cell + step + side] & SETTLED))
		return INFINITY;
	fall = from - run->field->f64[(ptrdiff_t)cell + step + side];
	if (fall >= cost * half_root)
		return from - fall + 2 * half_root * cost;
	return fall > 0 ? from + sqrt(cost * cost - fall * fall) : INFINITY;
}

static double bend_to(const struct ff_integrate *run, int32_t x, int32_t y, double from)
{
	const struct ff_integrate_march *march = run->scratch;
	int32_t w = run->cost->w;
	uint32_t cell = (uint32_t)ff_cost_index(run->cost, x, y);
	double value = INFINITY;

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		ptrdiff_t step = dy * (ptrdiff_t)w + dx, side = dx * (ptrdiff_t)w + dy;

		if (!ff_cost_inside(run->cost, x + dx, y + dy) ||
		    run->cost->cells[(ptrdiff_t)cell + step] != run->cost->cells[cell] ||
		    !(march->states[(ptrdiff_t)cell + step] & SETTLED) ||
		    run->field->f64[(ptrdiff_t)cell + step] < from)
			continue;
		if (ff_cost_inside(run->cost, x + dx + dy, y + dy + dx))
			value = least(value, bend(run, cell, step, side, from));
		if (ff_cost_inside(run->cost, x + dx - dy, y + dy - dx))
			value = least(value, bend(run, cell, step, -side, from));
	}
	return value;
}

/*
 * What waves have at x,y that came by the neighbours with the value 'from', the
 * last that were settled: pairs without one of those have had their say.
 */
static double march_to(const struct ff_integrate *run, int32_t x, int32_t y, double from,
		       bool second)
{
	int32_t w = run->cost->w, h = run->cost->h;
	uint32_t cell = (uint32_t)ff_cost_index(run->cost, x, y);
	double cost = run->cost->cells[cell];
	struct arm across[2] = {arm_of(run, cell, -1, x, second),
				arm_of(run, cell, 1, w - 1 - x, second)};
	struct arm along[2] = {arm_of(run, cell, -w, y, second),
			       arm_of(run, cell, w, h - 1 - y, second)};
	double value = from + cost;

	for (int i = 0; i < 4; i++) {
		struct arm a = across[i / 2], b = along[i % 2];
		double both;

		if (a.value < from && b.value < from)
			continue;
		both = meet(cost, a, b);
		if (both == INFINITY)
			both = meet(cost, first_order(a.value), first_order(b.value));
		value = least(value, both);
	}
	return least(value, bend_to(run, x, y, from));
}

/* By how much of the cell's cost a marched value must be lower than a straight line to void
 * it: where waves of two seeds meet, marched values are too low by up to 0.27. */
static const double margin = 0.3;

/* A neighbour with the value 'from' has been settled. */
static void relax(struct ff_integrate *run, int32_t x, int32_t y, double from)
{
	struct ff_integrate_march *march = run->scratch;
	double *values = run->field->f64;
	double offer, value;
	uint32_t *state;
	uint32_t cell;

	if (!ff_cost_open(run->cost, x, y))
		return;
	cell = (uint32_t)ff_cost_index(run->cost, x, y);
	state = &march->states[cell];
	if (*state & SETTLED)
		return;
	/* No offer counts that is below the neighbour, which may have been marched to too late. */
	offer = values[cell] > from ? values[cell] : INFINITY;
	value = march_to(run, x, y, from, !(*state & STRAIGHT));
	if ((*state & STRAIGHT) && value >= offer - margin * run->cost->cells[cell]) {
		value = least(offer, from + run->cost->cells[cell]);
	} else if (*state & STRAIGHT) {
		*state &= ~STRAIGHT;
		value = march_to(run, x, y, from, true);
	}
	if ((*state & WAITING) && value >= values[cell])
		return;
	value = least(value, offer);
	if (value > run->limit)
		return;
	values[cell] = value;
	put(march, cell, value);
}

/* Whose turn it is to offer straight lines. */
struct disc {
	struct ff_integrate *run;
	int32_t x, y;
	double start, cost;
};

static void offer_line(void *context, int32_t x, int32_t y)
{
	const struct disc *disc = context;
	const struct ff_integrate_march *march = disc->run->scratch;
	size_t cell = ff_cost_index(disc->run->cost, x, y);
	double dx = x - disc->x, dy = y - disc->y;
	double value = disc->start + disc->cost * sqrt(dx * dx + dy * dy);

	if (value < disc->run->field->f64[cell]) {
		disc->run->field->f64[cell] = value;
		march->states[cell] |= STRAIGHT;
	}
}

/* Tells whether a seed has its start's value, as far as its neighbours know, and spreads it. */
static bool is_source(const struct ff_integrate *run, const struct ff_seed *seed)
{
	const struct ff_cost *cost = run->cost;
	const double *values = run->field->f64;
	int32_t x = (int32_t)(seed->cell % (uint32_t)cost->w);
	int32_t y = (int32_t)(seed->cell / (uint32_t)cost->w);
	bool spreads = false;

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double there;

		if (!ff_cost_open(cost, to_x, to_y))
			continue;
		there = values[ff_cost_index(cost, to_x, to_y)];
		if (there + cost->cells[seed->cell] <= seed->start)
			return false;
		spreads |= there > seed->start;
	}
	return spreads && seed->start <= values[seed->cell];
}

/* How long straight lines may be so that all discs together have no more than about 16 times
 * the map's cells. */
static double fair_reach(const struct ff_integrate *run)
{
	double cells = (double)run->cost->w * run->cost->h;
	size_t sources = 0;
	double reach;

	for (size_t i = 0; i < run->seeds->count; i++)
		sources += is_source(run, &run->seeds->items[i]);
	if (sources <= 16)
		return INFINITY;
	reach = sqrt(16 / 3.14 * cells / (double)sources);
	return reach > 2 ? reach : 2;
}

static void offer_discs(struct ff_integrate *run, double reach)
{
	struct ff_integrate_march *march = run->scratch;
	const struct ff_cost *cost = run->cost;

	reach = least(reach, fair_reach(run));
	for (size_t i = 0; i < run->seeds->count; i++) {
		const struct ff_seed *seed = &run->seeds->items[i];
		struct disc disc = {run, (int32_t)(seed->cell % (uint32_t)cost->w),
				    (int32_t)(seed->cell / (uint32_t)cost->w), seed->start, 0};
		bool cast[FF_COST_WALL + 1] = {[FF_COST_WALL] = true};

		/* A goal's own cost is never paid: those around it count, each once. */
		for (int d = 0; d < FF_DIRECTIONS && is_source(run, seed); d += 2) {
			int32_t x = disc.x + ff_flow_steps[d].dx, y = disc.y + ff_flow_steps[d].dy;
			uint8_t own = FF_COST_WALL;

			if (ff_cost_open(cost, x, y))
				own = cost->cells[ff_cost_index(cost, x, y)];
			disc.cost = own;
			if (!cast[own])
				ff_sight_cast(cost, disc.x, disc.y, own, reach, march->heap,
					      offer_line, &disc);
			cast[own] = true;
		}
	}
}

void ff_integrate_march_begin_within(struct ff_integrate *run, double reach)
{
	struct ff_integrate_march *march = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;
	double *values = run->field->f64;

	assert(ff_sight_scratch(run->cost->w, run->cost->h) <=
	       cells * sizeof *march->heap + FF_INTEGRATE_MARCH_SIGHT);
	march->states =
		(uint32_t *)(march->heap + cells + FF_INTEGRATE_MARCH_SIGHT / sizeof *march->heap);
	march->waiting = 0;
	for (size_t i = 0; i < cells; i++) {
		values[i] = FF_FIELD_NONEF;
		march->states[i] = 0;
	}
	for (size_t i = run->seeds->count; i-- > 0;) /* of a cell's starts the least is the last */
		values[run->seeds->items[i].cell] = run->seeds->items[i].start;
	offer_discs(run, reach);
	march->next = run->settled = 0;
	run->done = false;
}

void ff_integrate_march_begin(struct ff_integrate *run)
{
	ff_integrate_march_begin_within(run, INFINITY);
}

/* Lets the seeds into the heap whose start is due; false if it is empty then. */
static bool start_seeds(struct ff_integrate *run)
{
	struct ff_integrate_march *march = run->scratch;
	double *values = run->field->f64;

	for (; march->next < run->seeds->count; march->next++) {
		const struct ff_seed *seed = &run->seeds->items[march->next];
		uint32_t state = march->states[seed->cell];

		if (seed->start > (march->waiting > 0 ? march->heap[0].value : run->limit))
			break;
		if ((state & SETTLED) || ((state & WAITING) && values[seed->cell] <= seed->start))
			continue;
		values[seed->cell] = seed->start;
		put(march, seed->cell, seed->start);
	}
	return march->waiting > 0;
}

static void finish(struct ff_integrate *run)
{
	const struct ff_integrate_march *march = run->scratch;
	size_t cells = (size_t)run->cost->w * (size_t)run->cost->h;

	for (size_t i = 0; i < cells; i++)
		if (!(march->states[i] & SETTLED))
			run->field->f64[i] = FF_FIELD_NONEF;
	run->done = true;
}

enum ff_status ff_integrate_march_step(struct ff_integrate *run, size_t budget)
{
	struct ff_integrate_march *march = run->scratch;
	const double *values = run->field->f64;

	for (size_t left = budget; left > 0 && start_seeds(run); left--) {
		uint32_t cell = take(march);
		int32_t x = (int32_t)(cell % (uint32_t)run->cost->w);
		int32_t y = (int32_t)(cell / (uint32_t)run->cost->w);

		for (int d = 0; d < FF_DIRECTIONS; d += 2)
			relax(run, x + ff_flow_steps[d].dx, y + ff_flow_steps[d].dy, values[cell]);
		run->settled++;
	}
	if (!start_seeds(run))
		finish(run);
	return FF_OK;
}
