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
 * Why it is fast:
 * - No value is above a neighbour's by more than the dearest cost, so a calendar is
 *   enough of a queue (queue_calendar.h).
 * - When a cell is settled, only pairs that it is one of are new to its neighbours; of
 *   such a pair it is the higher one.  What is likely to be unpredictable is
 *   computed without branches.
 * - Where all there is around a cell comes from one seed in a straight line, its own
 *   line cannot become void, and nothing is computed: stays_straight().
 * - The front is round: in grids that are row by row it touches a line of the cache
 *   and a page of memory per row, in each of the grids.  So the engine has grids of
 *   its own, in bands of 8 rows; within a band they are column by column, and a
 *   column of values is a line of the cache.  What is needed next is fetched ahead.
 * - Memory that is touched for the first time is dear.  So the values are in the field
 *   itself if the bands fit it, and are put in order at the end.
 *
 * Invariants between steps:
 * 1. settled cells are final; each but a seed is higher than one of its neighbours and
 *    by no more than its cost above the lowest;
 * 2. in the queue are the open neighbours of settled cells, if within the limit; none of
 *    them is lower than a settled one.  Seeds come in from their list when they are due;
 * 3. values of all other cells are offers or none.
 */
#include "solve/integrate_march.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "grid/flow.h"
#include "solve/sight.h"

#define INLINE static inline __attribute__((always_inline))

/* The directions of steps.  The opposite of one is two on. */
enum { UP, RIGHT, DOWN, LEFT };

/* What is known of a cell.  The low bits, one per direction: the map ends there. */
enum {
	EDGES = 15,
	WALL = 1 << 4,
	WAITING = 1 << 5,
	SETTLED = 1 << 6,
	STRAIGHT = 1 << 7, /* its value is a straight line's */
};

enum {
	TALL = 8,       /* rows in a band... */
	TALL_FROM = 64, /* ...of maps with this many; lower ones would be mostly filling */
	LINE = 64,      /* bytes in a line of the cache */
};

bool ff_integrate_march_fits(const struct ff_model *model, enum ff_field_type type)
{
	return model->metric == FF_METRIC_EUCLID && type == FF_FIELD_F64;
}

static size_t rows_in_band(int32_t h)
{
	return h < TALL_FROM ? 1 : TALL;
}

/* Tells whether the last band is full, so that all bands together are as large as the map. */
static bool fits_field(int32_t h)
{
	return (size_t)h % rows_in_band(h) == 0;
}

size_t ff_integrate_march_scratch(int32_t w, int32_t h, int threads)
{
	size_t tall = rows_in_band(h), bands = ((size_t)h + tall - 1) / tall;
	size_t values = fits_field(h) ? 0 : sizeof(double);

	(void)threads;
	return sizeof(struct ff_integrate_march) + FF_QUEUE_CALENDAR_EXTRA + (size_t)2 * LINE +
	       bands * tall * (size_t)w * (values + 2 * sizeof(uint8_t) + FF_QUEUE_CALENDAR_CELL);
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static const double half_root = 0.70710678118654752440; /* of 2 */

/* What a run's inner loops read, at hand. */
struct front {
	struct ff_integrate *run;
	struct ff_integrate_march *march;
	double *values;
	const uint8_t *costs;
	uint8_t *flags;
	struct ff_integrate_march_layout layout;
};

/* Where the neighbour of a cell in direction 'd' is. */
INLINE size_t next_to(struct ff_integrate_march_layout layout, size_t cell, int d)
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

/* Where a cell of the map is. */
INLINE size_t place(struct ff_integrate_march_layout layout, int32_t x, int32_t y)
{
	size_t i = (size_t)x, j = (size_t)y;

	return (j & ~layout.low) * layout.w + i * (layout.low + 1) + (j & layout.low);
}

static size_t place_of(const struct ff_integrate *run, uint32_t cell)
{
	const struct ff_integrate_march *march = run->scratch;
	uint32_t w = (uint32_t)run->cost->w;

	return place(march->layout, (int32_t)(cell % w), (int32_t)(cell / w));
}

/* A one-sided difference: weight * (D - value - ahead), squared. */
struct arm {
	double ahead;  /* second order: a third of the neighbour's own difference, else 0 */
	double weight; /* second order: (3/2)^2, else 1 */
	int order;     /* second: 1, else 0 */
};

static const struct arm first_order = {0, 1, 0};

/* The arm of a cell to a settled neighbour.  No branch in here: nobody could predict it. */
INLINE struct arm arm_to(const struct front *front, size_t cell, size_t near, int d)
{
	size_t far = front->flags[near] >> d & 1 ? near : next_to(front->layout, near, d);
	double fall = front->values[near] - front->values[far];
	bool second = (front->costs[cell] == front->costs[near]) & (fall > 0) &
		      ((front->flags[far] & SETTLED) != 0);

	return (struct arm){second ? fall / 3 : 0, second ? 2.25 : 1, second};
}

/* What a wave has that comes from between two neighbours at right angles, the values of
 * which are 'low' and 'high'; INFINITY if none does. */
INLINE double meet(const struct front *front, uint8_t cost, double low, double high,
		   struct arm low_arm, struct arm high_arm)
{
	double from_a = high - low + high_arm.ahead, from_b = low_arm.ahead;
	double sum = high_arm.weight + low_arm.weight;
	double mean = (high_arm.weight * from_a + low_arm.weight * from_b) / sum;
	double gap = (from_a - from_b) / sum;
	double root = front->march->squares[low_arm.order + high_arm.order][cost] -
		      high_arm.weight * low_arm.weight * gap * gap;
	double value;

	if (root < 0)
		return INFINITY;
	value = low + (mean + sqrt(root));
	return value > high ? value : INFINITY;
}

/*
 * What a wave has that bends around the corner of a wall: it comes between a
 * neighbour, whose value is 'from', and the one beside that, whose value is
 * lower by 'fall'.  Linear in between, it is never less than the truth.
 */
INLINE double bend(double cost, double from, double fall)
{
	bool steep = fall >= cost * half_root;
	double root = sqrt(cost * cost - (steep ? 0 : fall * fall));

	return steep ? from - fall + 2 * half_root * cost : from + root;
}

/*
 * What waves have at a cell that come by its neighbour in direction 'd', which
 * has just been settled with the value 'from': other settled cells have
 * no higher one.
 */
INLINE double march_by(const struct front *front, size_t cell, size_t near, int d, double from,
		       bool second)
{
	uint8_t cost = front->costs[cell];
	bool even = front->costs[near] == cost;
	double value = from + cost;
	size_t sides[2], corners[2];
	bool meets[2], bends[2];

	for (int k = 0; k < 2; k++) {
		int to = (d + 1 + 2 * k) % 4;
		bool inside = !(front->flags[cell] >> to & 1);
		size_t step = next_to(front->layout, cell, to) - cell;

		/* Neither the cell nor its neighbour is lower than itself. */
		sides[k] = inside ? cell + step : cell;
		corners[k] = inside ? near + step : near;
		meets[k] = ((front->flags[sides[k]] & SETTLED) != 0) &
			   (from - front->values[sides[k]] < cost);
		bends[k] = even & ((front->flags[corners[k]] & SETTLED) != 0) &
			   (from > front->values[corners[k]]);
	}
	if (meets[0] | meets[1]) {
		struct arm a = second ? arm_to(front, cell, near, d) : first_order;

		for (int k = !meets[0]; k <= meets[1]; k++) {
			struct arm b = second ? arm_to(front, cell, sides[k], (d + 1 + 2 * k) % 4)
					      : first_order;
			double low = front->values[sides[k]];
			double both = meet(front, cost, low, from, b, a);

			if (both == INFINITY && a.order + b.order > 0)
				both = meet(front, cost, low, from, first_order, first_order);
			value = least(value, both);
		}
	}
	if (bends[0] | bends[1])
		for (int k = !bends[0]; k <= bends[1]; k++)
			value = least(value, bend(cost, from, from - front->values[corners[k]]));
	return value;
}

/* The same for all neighbours with that value. */
static double march_to(const struct front *front, size_t cell, double from)
{
	double value = INFINITY;

	for (int d = 0; d < 4; d++) {
		size_t near = next_to(front->layout, cell, d);

		if (!(front->flags[cell] >> d & 1) && (front->flags[near] & SETTLED) &&
		    front->values[near] == from)
			value = least(value, march_by(front, cell, near, d, from, true));
	}
	return value;
}

/* By how much of the cell's cost a marched value must be lower than a straight line to void
 * it: where waves of two seeds meet, marched values are too low by up to 0.27. */
static const double margin = 0.3;

/* Makes room in the queue, and has all cells in it that wait. */
static void put_again(struct ff_integrate_march *march)
{
	ff_queue_calendar_clear(&march->queue);
	for (size_t i = 0; i < march->cells; i++)
		if (march->flags[i] & WAITING)
			(void)ff_queue_calendar_put(&march->queue, (uint32_t)i, march->values[i]);
}

/*
 * Tells whether no wave of first order can void a cell's straight line because no
 * value around is lower than if it came from the same seed, as far as that goes:
 * what meets has no less than the lower value and cost / sqrt(2), what bends no
 * less than that or the corner's and cost * sqrt(2).  Both leave more than
 * rounding below 'offer' - margin * cost.  Cells that are not settled may be
 * asked, too: it is only less often true.
 */
INLINE bool stays_straight(const struct front *front, size_t cell, size_t near, int d, double offer,
			   double from)
{
	const double *values = front->values;
	size_t left = next_to(front->layout, cell, (d + 3) % 4);
	size_t right = next_to(front->layout, cell, (d + 1) % 4);
	double cost = front->costs[cell];
	double beside = offer - 1.001 * cost, corner = offer - 1.7 * cost;

	if (front->flags[cell] & EDGES)
		return false;
	return (from >= beside) & (values[left] >= beside) & (values[right] >= beside) &
	       (values[near + (left - cell)] >= corner) & (values[near + (right - cell)] >= corner);
}

/* Has in the cache what settling a cell looks at. */
INLINE void fetch(const struct front *front, size_t cell)
{
	if (front->flags[cell] & EDGES)
		return;
	for (int d = 0; d < 4; d++) {
		size_t near = next_to(front->layout, cell, d);

		__builtin_prefetch(front->values + near);
		__builtin_prefetch(front->flags + near);
		__builtin_prefetch(front->costs + near);
	}
}

/* The cell 'near' has been settled, with the value 'from': tells its neighbour in direction 'to'.
 */
INLINE void relax(const struct front *front, size_t near, int to, double from)
{
	size_t cell = next_to(front->layout, near, to);
	int d = (to + 2) % 4;
	double *at = &front->values[cell];
	uint8_t *flags = &front->flags[cell];
	uint8_t cost = front->costs[cell];
	double offer, value;

	if (*flags & (SETTLED | WALL))
		return;
	/* No offer counts that is below the neighbour, which may have been marched to too late. */
	offer = *at > from ? *at : INFINITY;
	if (!(*flags & STRAIGHT)) {
		value = march_by(front, cell, near, d, from, true);
	} else if (stays_straight(front, cell, near, d, offer, from) ||
		   march_by(front, cell, near, d, from, false) >= offer - margin * cost) {
		value = least(offer, from + cost);
	} else {
		struct front copy = *front; /* so that the original can stay in registers */

		*flags &= (uint8_t)~STRAIGHT;
		value = march_to(&copy, cell, from);
	}
	if ((*flags & WAITING) && value >= *at)
		return;
	value = least(value, offer);
	if (value > front->run->limit)
		return;
	*at = value;
	if (!(*flags & WAITING))
		fetch(front, cell);
	*flags |= WAITING;
	if (!ff_queue_calendar_put(&front->march->queue, (uint32_t)cell, value))
		put_again(front->march);
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
	size_t cell = place(march->layout, x, y);
	double dx = x - disc->x, dy = y - disc->y;
	double value = disc->start + disc->cost * sqrt(dx * dx + dy * dy);

	if (value < march->values[cell]) {
		march->values[cell] = value;
		march->flags[cell] |= STRAIGHT;
	}
}

/* Tells whether a seed has its start's value, as far as its neighbours know, and spreads it. */
static bool is_source(const struct ff_integrate *run, const struct ff_seed *seed)
{
	const struct ff_cost *cost = run->cost;
	const struct ff_integrate_march *march = run->scratch;
	const double *values = march->values;
	int32_t x = (int32_t)(seed->cell % (uint32_t)cost->w);
	int32_t y = (int32_t)(seed->cell / (uint32_t)cost->w);
	bool spreads = false;

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double there;

		if (!ff_cost_open(cost, to_x, to_y))
			continue;
		there = values[place(march->layout, to_x, to_y)];
		if (there + cost->cells[seed->cell] <= seed->start)
			return false;
		spreads |= there > seed->start;
	}
	return spreads && seed->start <= values[place(march->layout, x, y)];
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
				ff_sight_cast(cost, disc.x, disc.y, own, reach, march->queue.heap,
					      offer_line, &disc);
			cast[own] = true;
		}
	}
}

/* No cell has a value. */
static void clear(struct ff_integrate *run)
{
	struct ff_integrate_march *march = run->scratch;
	const struct ff_cost *cost = run->cost;
	size_t w = (size_t)cost->w, h = (size_t)cost->h, tall = march->layout.low + 1;

	for (size_t i = 0; i < march->cells; i++)
		march->values[i] = FF_FIELD_NONEF;
	for (size_t y = 0; y < h; y += tall) {
		uint8_t *costs = march->costs + y * w, *flags = march->flags + y * w;

		for (size_t x = 0; x < w; x++) {
			for (size_t j = 0; j < tall; j++) {
				uint8_t here =
					y + j < h ? cost->cells[(y + j) * w + x] : FF_COST_WALL;

				costs[x * tall + j] = here;
				flags[x * tall + j] = here == FF_COST_WALL ? WALL : 0;
			}
		}
	}
	for (int32_t x = 0; x < cost->w; x++) {
		march->flags[place(march->layout, x, 0)] |= 1 << UP;
		march->flags[place(march->layout, x, cost->h - 1)] |= 1 << DOWN;
	}
	for (int32_t y = 0; y < cost->h; y++) {
		march->flags[place(march->layout, 0, y)] |= 1 << LEFT;
		march->flags[place(march->layout, cost->w - 1, y)] |= 1 << RIGHT;
	}
}

void ff_integrate_march_begin_within(struct ff_integrate *run, double reach)
{
	struct ff_integrate_march *march = run->scratch;
	int32_t w = run->cost->w, h = run->cost->h;
	uint8_t *memory = (uint8_t *)(march + 1);

	assert(ff_sight_scratch(w, h) <=
	       FF_QUEUE_CALENDAR_EXTRA + (size_t)w * (size_t)h * FF_QUEUE_CALENDAR_CELL);
	march->layout.low = rows_in_band(h) - 1;
	march->layout.band = (march->layout.low + 1) * (size_t)w;
	march->layout.w = (size_t)w;
	march->cells =
		((size_t)h + march->layout.low) / (march->layout.low + 1) * march->layout.band;
	memory += LINE - (uintptr_t)memory % LINE;
	march->values = run->field->f64;
	if (!fits_field(h)) {
		march->values = (void *)memory;
		memory += march->cells * sizeof *march->values;
	}
	march->costs = memory;
	march->flags = memory + march->cells;
	memory += 2 * march->cells;
	memory += LINE - (uintptr_t)memory % LINE;
	for (int order = 0; order < 3; order++)
		for (int cost = 0; cost < FF_COST_WALL; cost++)
			march->squares[order][cost] = cost * cost / (2 + 1.25 * order);
	ff_queue_calendar_open(&march->queue, march->values, march->cells,
			       ff_cost_range(run->cost).most, memory);
	clear(run);
	for (size_t i = run->seeds->count; i-- > 0;) /* of a cell's starts the least is the last */
		march->values[place_of(run, run->seeds->items[i].cell)] =
			run->seeds->items[i].start;
	offer_discs(run, reach);
	march->next = run->settled = 0;
	run->done = false;
}

void ff_integrate_march_begin(struct ff_integrate *run)
{
	ff_integrate_march_begin_within(run, INFINITY);
}

/* Whose turn it is. */
struct turn {
	double value;
	size_t cell;
	bool queued; /* it is the first in the queue; else a seed that is due */
};

/* Tells whose turn it is; false if there is none. */
INLINE bool next_turn(const struct front *front, struct turn *turn)
{
	struct ff_integrate_march *march = front->march;
	const struct ff_seeds *seeds = front->run->seeds;

	for (;;) {
		const struct ff_seed *seed = &seeds->items[march->next];
		bool starts = march->next < seeds->count && seed->start <= front->run->limit;
		const struct ff_queue_calendar_entry *first = ff_queue_calendar_first(
			&march->queue, starts ? seed->start : (double)INFINITY);

		if (starts && (first == NULL || seed->start <= first->value)) {
			size_t cell = place_of(front->run, seed->cell);
			uint8_t flags = front->flags[cell];

			if (!(flags & SETTLED) &&
			    !((flags & WAITING) && front->values[cell] <= seed->start)) {
				*turn = (struct turn){seed->start, cell, false};
				return true;
			}
			march->next++;
		} else if (first == NULL) {
			return false;
		} else if (front->flags[first->cell] & SETTLED) {
			ff_queue_calendar_take(&march->queue);
		} else {
			*turn = (struct turn){first->value, first->cell, true};
			return true;
		}
	}
}

/* Has in the field, in order, what has been settled.  The queue is not needed any more. */
void ff_integrate_march_stop(struct ff_integrate *run)
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

INLINE void settle(const struct front *front, size_t cell, double value)
{
	uint8_t *flags = &front->flags[cell];
	unsigned todo = ~*flags & EDGES;

	front->values[cell] = value;
	*flags = (*flags & EDGES) | SETTLED;
	if (todo & 1 << UP)
		relax(front, cell, UP, value);
	if (todo & 1 << RIGHT)
		relax(front, cell, RIGHT, value);
	if (todo & 1 << DOWN)
		relax(front, cell, DOWN, value);
	if (todo & 1 << LEFT)
		relax(front, cell, LEFT, value);
}

enum ff_status ff_integrate_march_step(struct ff_integrate *run, size_t budget)
{
	struct ff_integrate_march *march = run->scratch;
	struct front front = {run, march, march->values, march->costs, march->flags, march->layout};
	struct turn turn;
	bool more;

	for (size_t left = budget; (more = next_turn(&front, &turn)) && left > 0; left--) {
		if (turn.queued)
			ff_queue_calendar_take(&march->queue);
		if (march->queue.waiting > 0)
			fetch(&front, march->queue.heap[0].cell);
		settle(&front, turn.cell, turn.value);
		run->settled++;
	}
	run->done = !more;
	if (run->done)
		ff_integrate_march_stop(run);
	return FF_OK;
}

double ff_integrate_march_settled(const struct ff_integrate *run, size_t cell)
{
	const struct ff_integrate_march *march = run->scratch;
	size_t at = place_of(run, (uint32_t)cell);

	return march->flags[at] & SETTLED ? march->values[at] : FF_FIELD_NONEF;
}
