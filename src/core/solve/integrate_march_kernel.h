/*
 * The engine of fast marching: one source, compiled for costs of 8 bits and, by a file that defines
 *
 *   MARCH(name)     the name of a function of struct ff_integrate_engine
 *   MARCH_WIDE      true: wide maps
 *   march_cost      the type of a cost
 *
 * before it includes this, of 16.
 *
 * J. A. Sethian, "A fast marching level set method for monotonically advancing
 * fronts", PNAS 93(4), 1996.  Cells are settled in ascending order of values, as in Dijkstra's
 * algorithm, but a value is that of a plane wave through the settled neighbours: with neighbours'
 * values a along x and b along y it solves (D-a)^2 + (D-b)^2 = cost^2.  Second order where possible
 * ("Fast marching methods", SIAM Review 41(2), 1999): a difference then also uses the cell beyond
 * the neighbour, provided that both steps cost the same.  A step pays for the cell that it leaves,
 * so the cell beyond may have any cost.
 *
 * Near a point source wave fronts are circles, and finite differences are inaccurate.  So before
 * the start every seed offers the exact length of a straight ray to the cells that see it through
 * cells of one cost.  Such cells take marched values of first order only: in even cost these are
 * never below the ray from a single seed.  If one is, there is a way through cheaper cells or from
 * another seed; then the ray is void, and the cell is marched like any other.
 *
 * A wave that bends around the corner of a wall would arrive at the centre of the cell opposite
 * half a cell too late.  So a value may also be that of a wave that comes between a neighbour and
 * the diagonal one beside it (D. Ferguson, A. Stentz, "Field D*", 2005), which turns at the corner
 * itself.
 *
 * A cell's value is the least over all pairs of settled neighbours, and those that count have lower
 * values: the order in which equals are settled does not matter, and a mirrored map gives the
 * mirrored field to the last bit.
 *
 * Why it is fast:
 *   - No value exceeds a neighbour's by more than the largest cost, so a calendar queue will do
 *     (queue.h).
 *   - When a cell is settled, only pairs that contain it are new to its neighbours, and of such a
 *     pair it is the higher one.  Unpredictable choices are computed without branches.
 *   - Where all values around a cell are rays of one seed, its own ray cannot become void, and
 *     nothing is computed: stays_straight().
 *   - The frontier is a circle: in row-major grids it touches a cache line and a page per row, in
 *     each grid.  So the engine has its own grids, in bands of 8 rows that are column-major within;
 *     a column of values is a cache line.  The next ones are prefetched.
 *   - Memory that is touched for the first time is expensive.  So the values are in the field
 *     itself if the bands fit it, and are put in order at the end.
 *
 * Invariants between steps:
 *   1. settled cells are final; each except a seed is higher than one of its neighbours and by no
 *      more than its cost above the lowest;
 *   2. the queue holds the open neighbours of settled cells, if within the limit; none of them is
 *      lower than a settled one.  Seeds come in from their list when they are due;
 *   3. values of all other cells are offers or none.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_MARCH_KERNEL_H
#define FF_CORE_SOLVE_INTEGRATE_MARCH_KERNEL_H

#include "core/solve/integrate_engines.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/solve/eikonal.h"
#include "core/solve/sight.h"

#ifndef MARCH
#define MARCH(name) ff_integrate_march_##name
#define MARCH_WIDE  false
typedef uint8_t march_cost;
#endif

#define INLINE FF_EIKONAL_INLINE

/* The directions of steps; d + 2 is opposite. */
enum { UP, RIGHT, DOWN, LEFT };

/* The flags of a cell.  The low bits, one per direction, mark the map's edge. */
enum {
	EDGES = 15,
	WALL = 1 << 4,
	WAITING = 1 << 5,
	SETTLED = 1 << 6,
	STRAIGHT = 1 << 7, /* its value is that of a ray */
};

enum {
	LINE = 64, /* bytes per cache line */
};

bool MARCH(fits)(const struct ff_model *model, enum ff_field_type type)
{
	return ff_model_is_wide(model) == MARCH_WIDE && ff_model_is_continuous(model) &&
	       type == FF_FIELD_F64;
}

/* Returns true if the last band is full, so that the bands are as large as the map. */
static bool fits_field(int32_t w, int32_t h)
{
	return ff_rays_cells(ff_rays_bands(w, h), h) == (size_t)w * (size_t)h;
}

size_t MARCH(scratch)(int32_t w, int32_t h, int threads)
{
	size_t cells = ff_rays_cells(ff_rays_bands(w, h), h);
	size_t values = fits_field(w, h) ? 0 : sizeof(double);

	(void)threads;
	return sizeof(struct ff_integrate_march) + FF_QUEUE_CALENDAR_EXTRA + (size_t)2 * LINE +
	       cells * (values + sizeof(march_cost) + sizeof(uint8_t) + FF_QUEUE_CALENDAR_CELL);
}

/* The data of the inner loops. */
struct grids {
	struct ff_integrate *run;
	struct ff_integrate_march *march;
	double *values;
	const march_cost *costs;
	uint8_t *flags;
	struct ff_rays_layout layout;
};

/* Returns the index of a cell's neighbour in direction 'd'. */
INLINE size_t next_to(struct ff_rays_layout layout, size_t cell, int d)
{
	switch (d) {
	case UP:
		return cell - ((cell & layout.low) != 0 ? 1 : layout.band - layout.low);
	case RIGHT:
		return cell + layout.low + 1;
	case DOWN:
		return cell + ((cell & layout.low) != layout.low ? 1 : layout.band - layout.low);
	default:
		return cell - layout.low - 1;
	}
}

static size_t place_of(const struct ff_integrate *run, uint32_t cell)
{
	const struct ff_integrate_march *march = run->scratch;
	uint32_t w = (uint32_t)run->cost->w;

	return ff_rays_place(march->layout, (int32_t)(cell % w), (int32_t)(cell / w));
}

/* Returns the cell of the map at an index of the bands. */
static uint32_t cell_at(const struct ff_integrate *run, size_t place)
{
	const struct ff_rays_layout layout =
		((const struct ff_integrate_march *)run->scratch)->layout;
	size_t tall = layout.low + 1, x = place % layout.band / tall;
	size_t y = place / layout.band * tall + (place & layout.low);

	return (uint32_t)(y * layout.w + x);
}

/* Returns the arm from a cell to a settled neighbour.  Branch-free, since it is unpredictable. */
INLINE struct ff_eikonal_arm arm_to(const struct grids *grids, size_t cell, size_t near, int d)
{
	size_t far = grids->flags[near] >> d & 1 ? near : next_to(grids->layout, near, d);
	double fall = grids->values[near] - grids->values[far];
	bool second = (grids->costs[cell] == grids->costs[near]) & (fall > 0) &
		      ((grids->flags[far] & SETTLED) != 0);

	return ff_eikonal_arm_of(second, fall);
}

/* Returns the value at a cell of the waves that come by its neighbour in direction 'd', just
 * settled with the value 'from', which no settled cell exceeds. */
INLINE double march_by(const struct grids *grids, size_t cell, size_t near, int d, double from,
		       bool second)
{
	march_cost cost = grids->costs[cell];
	bool even = grids->costs[near] == cost;
	double value = from + cost;
	size_t sides[2], corners[2];
	bool meets[2], bends[2];

	for (int k = 0; k < 2; k++) {
		int to = (d + 1 + 2 * k) % 4;
		bool inside = !(grids->flags[cell] >> to & 1);
		size_t step = next_to(grids->layout, cell, to) - cell;
		double fall;

		/* The cell and its neighbour are not lower than themselves: no wave. */
		sides[k] = inside ? cell + step : cell;
		corners[k] = inside ? near + step : near;
		fall = from - grids->values[sides[k]];
		/* First-order waves from between equals never void a ray. */
		meets[k] = ((grids->flags[sides[k]] & SETTLED) != 0) & (fall < cost) &
			   (second | (fall > 0));
		bends[k] = even & ((grids->flags[corners[k]] & SETTLED) != 0) &
			   (from > grids->values[corners[k]]);
	}
	if (meets[0] | meets[1]) {
		struct ff_eikonal_arm a =
			second ? arm_to(grids, cell, near, d) : ff_eikonal_first_order;

		for (int k = !meets[0]; k <= meets[1]; k++) {
			struct ff_eikonal_arm b =
				second ? arm_to(grids, cell, sides[k], (d + 1 + 2 * k) % 4)
				       : ff_eikonal_first_order;
			double low = grids->values[sides[k]];

			value = ff_eikonal_least(value,
						 ff_eikonal_meet_any_order(
							 MARCH_WIDE ? NULL : &grids->march->squares,
							 cost, low, from, b, a));
		}
	}
	if (bends[0] | bends[1])
		for (int k = !bends[0]; k <= bends[1]; k++)
			value = ff_eikonal_least(
				value,
				ff_eikonal_bend(cost, from, from - grids->values[corners[k]]));
	return value;
}

/* Returns the least value of the waves by any neighbour with that value. */
static double march_to(const struct grids *grids, size_t cell, double from)
{
	double value = INFINITY;

	for (int d = 0; d < 4; d++) {
		size_t near = next_to(grids->layout, cell, d);

		if (!(grids->flags[cell] >> d & 1) && (grids->flags[near] & SETTLED) &&
		    grids->values[near] == from)
			value = ff_eikonal_least(value, march_by(grids, cell, near, d, from, true));
	}
	return value;
}

/* Makes room in the queue, and queues all waiting cells again. */
static void refill_queue(struct ff_integrate_march *march)
{
	ff_queue_calendar_clear(&march->queue);
	for (size_t i = 0; i < march->cells; i++)
		if (march->flags[i] & WAITING)
			(void)ff_queue_calendar_put(&march->queue, (uint32_t)i, march->values[i]);
}

/*
 * Returns true if no first-order wave can void a cell's ray, because no value around is lower than
 * if it came from the same seed: a meeting wave has at least the lower value and cost / sqrt(2), a
 * bending one at least that or the corner's and cost * sqrt(2).  Both exceed 'offer' -
 * ff_eikonal_margin * cost by more than rounding.  Also valid for cells that are not settled, where
 * it is true less often.  The neighbour must not offer less itself.
 */
INLINE bool stays_straight(const struct grids *grids, size_t cell, size_t near, int d, double offer,
			   double from)
{
	const double *values = grids->values;
	size_t left = next_to(grids->layout, cell, (d + 3) % 4);
	size_t right = next_to(grids->layout, cell, (d + 1) % 4);
	double cost = grids->costs[cell];
	double beside = offer - 1.001 * cost, corner = offer - 1.7 * cost;

	if (grids->flags[cell] & EDGES)
		return false;
	return (from + cost >= offer) & (values[left] >= beside) & (values[right] >= beside) &
	       (values[near + (left - cell)] >= corner) & (values[near + (right - cell)] >= corner);
}

/* Returns true if a cell is settled, or about to be, with the value 'from', the highest so far.
 * Any other cell with that value has it from a ray. */
INLINE bool is_due(const struct grids *grids, size_t cell, double from)
{
	uint8_t flags = grids->flags[cell];

	return grids->values[cell] == from &&
	       ((flags & (SETTLED | WAITING)) || !(flags & STRAIGHT));
}

/* Returns true if a neighbour other than that in direction 'd' has the same value 'from', and waves
 * that come by it have less than 'least'. */
static bool has_equal_below(const struct grids *grids, size_t cell, int d, double from,
			    double least)
{
	for (int k = 1; k < 4; k++) {
		int to = (d + k) % 4;
		size_t near = next_to(grids->layout, cell, to);

		if (!(grids->flags[cell] >> to & 1) && is_due(grids, near, from) &&
		    march_by(grids, cell, near, to, from, false) < least)
			return true;
	}
	return false;
}

/*
 * Returns true if no first-order wave by a neighbour voids a cell's ray.  Where the neighbour
 * itself offers less, its equals are checked at once: later they would be compared with that offer,
 * and the order of equals would matter.
 */
INLINE bool keeps_straight(const struct grids *grids, size_t cell, size_t near, int d, double offer,
			   double from)
{
	march_cost cost = grids->costs[cell];
	double least = offer - ff_eikonal_margin * cost;

	return march_by(grids, cell, near, d, from, false) >= least &&
	       (from + cost >= offer || !has_equal_below(grids, cell, d, from, least));
}

/* Prefetches what settling a cell reads. */
INLINE void prefetch_around(const struct grids *grids, size_t cell)
{
	if (grids->flags[cell] & EDGES)
		return;
	for (int d = 0; d < 4; d++) {
		size_t near = next_to(grids->layout, cell, d);

		__builtin_prefetch(grids->values + near);
		__builtin_prefetch(grids->flags + near);
		__builtin_prefetch(grids->costs + near);
	}
}

/*
 * Updates the neighbour in direction 'to' of the cell 'near', just settled with the value 'from'.
 */
INLINE void relax_neighbour(const struct grids *grids, size_t near, int to, double from)
{
	size_t cell = next_to(grids->layout, near, to);
	int d = (to + 2) % 4;
	double *at = &grids->values[cell];
	uint8_t *flags = &grids->flags[cell];
	march_cost cost = grids->costs[cell];
	double offer, value;

	if (*flags & (SETTLED | WALL))
		return;
	/* Ignores an offer below the neighbour, which may have been marched to too late. */
	offer = *at > from ? *at : INFINITY;
	if (!(*flags & STRAIGHT)) {
		value = march_by(grids, cell, near, d, from, true);
	} else if (stays_straight(grids, cell, near, d, offer, from) ||
		   keeps_straight(grids, cell, near, d, offer, from)) {
		value = ff_eikonal_least(offer, from + cost);
	} else {
		struct grids copy = *grids; /* keeps the original in registers */

		*flags &= (uint8_t)~STRAIGHT;
		value = march_to(&copy, cell, from);
	}
	if ((*flags & WAITING) && value >= *at)
		return;
	value = ff_eikonal_least(value, offer);
	if (value > grids->run->limit)
		return;
	*at = value;
	if (!(*flags & WAITING))
		prefetch_around(grids, cell);
	*flags |= WAITING;
	if (!ff_queue_calendar_put(&grids->march->queue, (uint32_t)cell, value))
		refill_queue(grids->march);
}

/* Removes all values. */
static void clear_field(struct ff_integrate *run)
{
	struct ff_integrate_march *march = run->scratch;
	const struct ff_cost *cost = run->cost;
	size_t w = (size_t)cost->w, h = (size_t)cost->h, tall = march->layout.low + 1;
	const march_cost wall = MARCH_WIDE ? (march_cost)FF_COST_WIDE_WALL : FF_COST_WALL;
	const march_cost *given = MARCH_WIDE ? (const void *)cost->wide : cost->cells;

	for (size_t i = 0; i < march->cells; i++)
		march->values[i] = FF_FIELD_NONEF;
	for (size_t y = 0; y < h; y += tall) {
		march_cost *costs = (march_cost *)march->costs + y * w;
		uint8_t *flags = march->flags + y * w;

		for (size_t x = 0; x < w; x++) {
			for (size_t j = 0; j < tall; j++) {
				march_cost here = y + j < h ? given[(y + j) * w + x] : wall;

				costs[x * tall + j] = here;
				flags[x * tall + j] = here == wall ? WALL : 0;
			}
		}
	}
	for (int32_t x = 0; x < cost->w; x++) {
		march->flags[ff_rays_place(march->layout, x, 0)] |= 1 << UP;
		march->flags[ff_rays_place(march->layout, x, cost->h - 1)] |= 1 << DOWN;
	}
	for (int32_t y = 0; y < cost->h; y++) {
		march->flags[ff_rays_place(march->layout, 0, y)] |= 1 << LEFT;
		march->flags[ff_rays_place(march->layout, cost->w - 1, y)] |= 1 << RIGHT;
	}
}

void MARCH(begin_within)(struct ff_integrate *run, double reach)
{
	struct ff_integrate_march *march = run->scratch;
	int32_t w = run->cost->w, h = run->cost->h;
	uint8_t *memory = (uint8_t *)(march + 1);

	assert(ff_sight_scratch(w, h) <=
	       FF_QUEUE_CALENDAR_EXTRA + (size_t)w * (size_t)h * FF_QUEUE_CALENDAR_CELL);
	march->layout = ff_rays_bands(w, h);
	march->cells = ff_rays_cells(march->layout, h);
	memory += LINE - (uintptr_t)memory % LINE;
	march->values = run->field->f64;
	if (!fits_field(w, h)) {
		march->values = (void *)memory;
		memory += march->cells * sizeof *march->values;
	}
	march->costs = memory;
	memory += march->cells * sizeof(march_cost);
	march->flags = memory;
	memory += march->cells;
	memory += LINE - (uintptr_t)memory % LINE;
	ff_eikonal_fill(&march->squares);
	ff_queue_calendar_open(&march->queue, march->values, march->cells,
			       ff_cost_range(run->cost).most, memory);
	clear_field(run);
	for (size_t i = run->seeds->count; i-- > 0;) /* of a cell's starts the least comes last */
		march->values[place_of(run, run->seeds->items[i].cell)] =
			run->seeds->items[i].start;
	march->reach = ff_rays_offer(&(struct ff_rays){.cost = run->cost,
						       .seeds = run->seeds,
						       .layout = march->layout,
						       .values = march->values,
						       .flags = march->flags,
						       .flag = STRAIGHT},
				     reach, march->queue.heap);
	march->next = run->settled = 0;
	run->done = false;
}

void MARCH(begin)(struct ff_integrate *run)
{
	MARCH(begin_within)(run, INFINITY);
}

/* The cell or seed to settle next. */
struct upcoming {
	double value;
	size_t cell;
	bool queued; /* it is the first of the queue; else a seed that is due */
};

/* Finds the next cell or seed; false if there is none. */
INLINE bool next_turn(const struct grids *grids, struct upcoming *upcoming)
{
	struct ff_integrate_march *march = grids->march;
	const struct ff_seeds *seeds = grids->run->seeds;

	for (;;) {
		const struct ff_seed *seed = &seeds->items[march->next];
		bool starts = march->next < seeds->count && seed->start <= grids->run->limit;
		const struct ff_queue_calendar_entry *first = ff_queue_calendar_first(
			&march->queue, starts ? seed->start : (double)INFINITY);

		if (starts && (first == NULL || seed->start <= first->value)) {
			size_t cell = place_of(grids->run, seed->cell);
			uint8_t flags = grids->flags[cell];

			if (!(flags & SETTLED) &&
			    !((flags & WAITING) && grids->values[cell] <= seed->start)) {
				*upcoming = (struct upcoming){seed->start, cell, false};
				return true;
			}
			march->next++;
		} else if (first == NULL) {
			return false;
		} else if (grids->flags[first->cell] & SETTLED) {
			ff_queue_calendar_take(&march->queue);
		} else {
			*upcoming = (struct upcoming){first->value, first->cell, true};
			return true;
		}
	}
}

/* Writes the settled values to the field, in order.  The queue is no longer needed. */
void MARCH(stop)(struct ff_integrate *run)
{
	const struct ff_integrate_march *march = run->scratch;
	size_t w = (size_t)run->cost->w, h = (size_t)run->cost->h, tall = march->layout.low + 1;
	double *spare = (void *)march->queue.heap; /* more than a band */

	for (size_t y = 0; y < h; y += tall) {
		double *field = run->field->f64 + y * w;
		double *rows = march->values == run->field->f64 ? spare : field;
		size_t cell = y * w, last = h - y < tall ? h - y : tall;

		for (size_t x = 0; x < w; x++, cell += tall)
			for (size_t j = 0; j < last; j++)
				rows[j * w + x] = march->flags[cell + j] & SETTLED
							  ? march->values[cell + j]
							  : FF_FIELD_NONEF;
		if (rows == spare)
			memcpy(field, rows, last * w * sizeof *rows);
	}
}

INLINE void settle_cell(const struct grids *grids, size_t cell, double value)
{
	uint8_t *flags = &grids->flags[cell];
	unsigned todo = ~*flags & EDGES;

	grids->values[cell] = value;
	*flags = (*flags & EDGES) | SETTLED;
	if (todo & 1 << UP)
		relax_neighbour(grids, cell, UP, value);
	if (todo & 1 << RIGHT)
		relax_neighbour(grids, cell, RIGHT, value);
	if (todo & 1 << DOWN)
		relax_neighbour(grids, cell, DOWN, value);
	if (todo & 1 << LEFT)
		relax_neighbour(grids, cell, LEFT, value);
}

enum ff_status MARCH(step)(struct ff_integrate *run, size_t budget)
{
	struct ff_integrate_march *march = run->scratch;
	struct grids grids = {run, march, march->values, march->costs, march->flags, march->layout};
	struct upcoming upcoming;
	bool more;

	for (size_t left = budget; (more = next_turn(&grids, &upcoming)) && left > 0; left--) {
		if (upcoming.queued)
			ff_queue_calendar_take(&march->queue);
		if (march->queue.waiting > 0)
			prefetch_around(&grids, march->queue.heap[0].cell);
		settle_cell(&grids, upcoming.cell, upcoming.value);
		if (run->order != NULL)
			run->order[run->settled] = cell_at(run, upcoming.cell);
		run->settled++;
	}
	run->done = !more;
	if (run->done)
		MARCH(stop)(run);
	return FF_OK;
}

double MARCH(settled)(const struct ff_integrate *run, size_t cell)
{
	const struct ff_integrate_march *march = run->scratch;
	size_t at = place_of(run, (uint32_t)cell);

	return march->flags[at] & SETTLED ? march->values[at] : FF_FIELD_NONEF;
}

#endif
