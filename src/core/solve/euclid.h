/*
 * Euclid on uneven ground: the rule by which a cell gets its value from the cells around it, shared
 * by all that must agree to the last bit.
 *
 * With c the cost of cell x, its value is the least of its start and of
 *
 *   bends: N + h(N - M), where N is a neighbour's value and M the lower one of the two cells beside
 *       that neighbour that touch x at a corner.  A straight wave front comes between the two:
 *       h(f) = sqrt(c^2 - f^2); or it turns at the corner: h(f) = sqrt(2) c - f, from f = c /
 *       sqrt(2) on (D. Ferguson, A. Stentz, "Field D*", 2005).  f is clipped to 0..c.
 *   jumps: the value of a cell a,b away, for the pairs 1,2; 1,3; 2,3; 1,4; 3,4 and their mirror
 *       images, plus the length of the jump times the dearest cost of the square of cells between:
 *       of max(a,b) cells a side, x in one corner and all of them open.
 *
 * None of these falls when an input rises, and each exceeds its inputs, a bend's N by at least
 * (sqrt(2) - 1) c.  So there is one least fixpoint, which every order of steps reaches, and neither
 * a wall that is added nor a cost that is raised lowers a value anywhere.  For that to hold to the
 * last bit, values are multiples of a quantum, and what a step adds is rounded up to one: with f in
 * quanta, h falls by at most 1 where f rises by 1, and so does h rounded up.  No cost exceeds 2^24
 * quanta, so c^2 - f^2 is exact in a double, and its root, which is never within 2^-25 above a
 * whole number, is rounded rightly.
 *
 * Names: ff_euclid.
 */
#ifndef FF_CORE_SOLVE_EUCLID_H
#define FF_CORE_SOLVE_EUCLID_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/map/map.h"
#include "core/map/model.h"

#define FF_EUCLID_INLINE static inline __attribute__((always_inline))

/* The rule for one map. */
struct ff_euclid {
	const struct ff_cost *cost;
	double quantum; /* a power of two */
};

/* Returns the quantum of values: 2^-16 of a cost of 1, or 2^-8 of a unit of wide maps. */
static inline double ff_euclid_quantum(const struct ff_model *model)
{
	return ff_model_is_wide(model) ? 0x1p-8 : 0x1p-16;
}

/* Returns a value's bits, which have its order; ff_euclid_value() is the reverse. */
static inline uint64_t ff_euclid_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline double ff_euclid_value(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Returns the start of a seed, rounded up to a quantum. */
static inline double ff_euclid_start(double start, double quantum)
{
	return ceil(start / quantum) * quantum;
}

/* Rounds a number of 0 to 2^27 quanta up.  One less than 2^-26 quanta above a multiple is rounded
 * down to it. */
FF_EUCLID_INLINE double ff_euclid_round(double value, double quantum)
{
	const double half = (0.5 - 0x1p-26) * quantum, whole = 0x1.8p52 * quantum;

	return value + half + whole - whole;
}

static const double ff_euclid_root = 1.41421356237309504880; /* of 2 */

/* Returns the value of a bend at a cell of that cost; 'far' may be INFINITY. */
FF_EUCLID_INLINE double ff_euclid_bend(double cost, double near, double far, double quantum)
{
	double f = near - far;

	f = f > 0 ? f : 0;
	f = f < cost ? f : cost;
	if (2 * f * f <= cost * cost)
		return near + ff_euclid_round(sqrt((cost - f) * (cost + f)), quantum);
	return near + (ff_euclid_round(cost * ff_euclid_root, quantum) - f);
}

/* The jumps without their mirror images: X(columns, rows, length).  Lengths are
 * rounded up to 2^-16. */
#define FF_EUCLID_JUMP_ROWS(X)      \
	X(1, 2, (146543 * 0x1p-16)) \
	X(1, 3, (207244 * 0x1p-16)) \
	X(2, 3, (236294 * 0x1p-16)) \
	X(1, 4, (270212 * 0x1p-16)) \
	X(3, 4, 5)

struct ff_euclid_jump {
	int8_t dx, dy, side; /* where to; side of the square, in cells */
	double length;
};

enum { FF_EUCLID_JUMPS = 40, FF_EUCLID_REACH = 4 /* cells to either side */ };

extern const struct ff_euclid_jump ff_euclid_jumps[FF_EUCLID_JUMPS];

/* Returns the price of a jump from cell x,y; INFINITY if it leaves the map or passes a wall. */
static inline double ff_euclid_price(const struct ff_euclid *euclid, int32_t x, int32_t y,
				     const struct ff_euclid_jump *jump)
{
	const struct ff_cost *cost = euclid->cost;
	int32_t sx = jump->dx < 0 ? -1 : 1, sy = jump->dy < 0 ? -1 : 1;
	int32_t last = jump->side - 1;
	uint32_t most = 0;

	if (!ff_cost_inside(cost, x + sx * last, y + sy * last))
		return FF_FIELD_NONEF;
	for (int32_t j = 0; j <= last; j++)
		for (int32_t i = 0; i <= last; i++) {
			uint32_t here =
				ff_cost_at(cost, ff_cost_index(cost, x + sx * i, y + sy * j));

			most = here > most ? here : most;
		}
	return most == ff_cost_wall(cost) ? FF_FIELD_NONEF
					  : ff_euclid_round(most * jump->length, euclid->quantum);
}

/* Returns the value of a cell from [w*h] doubles, which others may see as integers; INFINITY
 * outside the map. */
FF_EUCLID_INLINE double ff_euclid_at(const struct ff_cost *cost, const void *values, int32_t x,
				     int32_t y)
{
	double value = FF_FIELD_NONEF;

	if (ff_cost_inside(cost, x, y))
		memcpy(&value, (const char *)values + ff_cost_index(cost, x, y) * sizeof value,
		       sizeof value);
	return value;
}

/* A cell, and what is on one side of it. */
struct ff_euclid_side {
	const struct ff_cost *cost;
	const void *values; /* [w*h] doubles, which others may see as integers */
	int32_t x, y;
	int dx, dy;             /* the straight step to that side */
	bool inside;            /* x,y is REACH cells or more from the edges of the map */
	bool wide;              /* the map is */
	ptrdiff_t cell;         /* its index... */
	ptrdiff_t ahead, aside; /* ...and what a step to that side, or at a right angle, adds */
};

FF_EUCLID_INLINE struct ff_euclid_side ff_euclid_side(const struct ff_cost *cost,
						      const void *values, int32_t x, int32_t y,
						      int d, bool inside, bool wide)
{
	const int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
	const ptrdiff_t w = cost->w;

	return (struct ff_euclid_side){cost,   values, x,         y,           dx,         dy,
				       inside, wide,   y * w + x, dy * w + dx, dx * w + dy};
}

/* Returns true if the cell 'ahead' cells to that side and 'aside' at a right angle to it is in the
 * map. */
FF_EUCLID_INLINE bool ff_euclid_side_has(const struct ff_euclid_side *side, int ahead, int aside)
{
	return side->inside ||
	       ff_cost_inside(side->cost, side->x + ahead * side->dx + aside * side->dy,
			      side->y + ahead * side->dy + aside * side->dx);
}

/* Return the value and the cost of that cell; outside the map INFINITY and that of walls. */
FF_EUCLID_INLINE double ff_euclid_side_value(const struct ff_euclid_side *side, int ahead,
					     int aside)
{
	ptrdiff_t cell = side->cell + ahead * side->ahead + aside * side->aside;
	double value = FF_FIELD_NONEF;

	if (ff_euclid_side_has(side, ahead, aside))
		memcpy(&value, (const char *)side->values + cell * (ptrdiff_t)sizeof value,
		       sizeof value);
	return value;
}

FF_EUCLID_INLINE uint32_t ff_euclid_side_wall(const struct ff_euclid_side *side)
{
	return side->wide ? FF_COST_WIDE_WALL : FF_COST_WALL;
}

FF_EUCLID_INLINE uint32_t ff_euclid_side_cost(const struct ff_euclid_side *side, int ahead,
					      int aside)
{
	ptrdiff_t cell = side->cell + ahead * side->ahead + aside * side->aside;

	if (!ff_euclid_side_has(side, ahead, aside))
		return ff_euclid_side_wall(side);
	return side->wide ? side->cost->wide[cell] : side->cost->cells[cell];
}

/* Returns the bend at an open cell by its neighbour on that side. */
FF_EUCLID_INLINE double ff_euclid_side_bend(const struct ff_euclid_side *side, double quantum)
{
	double near = ff_euclid_side_value(side, 1, 0);
	double left = ff_euclid_side_value(side, 1, 1), right = ff_euclid_side_value(side, 1, -1);

	if (near == FF_FIELD_NONEF)
		return near;
	return ff_euclid_bend(ff_euclid_side_cost(side, 0, 0), near, left < right ? left : right,
			      quantum);
}

FF_EUCLID_INLINE double ff_euclid_lesser(double a, double b)
{
	return a < b ? a : b;
}

/* Returns the dearest cost of the square of a jump, with the cell in a corner, from that of the
 * square of the jump before it in the list. */
FF_EUCLID_INLINE uint32_t ff_euclid_side_dearest(const struct ff_euclid_side *side, int mirror,
						 int aside, int ahead, uint32_t most)
{
	for (int k = 0; k < ahead && aside == 1; k++) {
		uint32_t one = ff_euclid_side_cost(side, ahead - 1, mirror * k);
		uint32_t two = ff_euclid_side_cost(side, k, mirror * (ahead - 1));

		most = one > most ? one : most;
		most = two > most ? two : most;
	}
	return most;
}

/* Returns the least value that an open cell gets by jumps that lead farther to that side than
 * aside, and to the left or right (mirror -1, 1); or 'enough' if that is not more. */
FF_EUCLID_INLINE double ff_euclid_side_jumps(const struct ff_euclid_side *side, int mirror,
					     double quantum, double enough)
{
	const uint32_t own = ff_euclid_side_cost(side, 0, 0), wall = ff_euclid_side_wall(side);
	uint32_t most = own;
	double low = enough;

/* clang-format off */
#define FROM(a, b) ff_euclid_side_value(side, (b), mirror * (a))
/* A jump costs no less than the cell's own cost makes it. */
#define LOW(a, b, length) low = ff_euclid_lesser(low, FROM(a, b) + own * (length));
#define PRICED(a, b, length) \
	most = ff_euclid_side_dearest(side, mirror, (a), (b), most); \
	if (most == wall) \
		return enough; \
	enough = ff_euclid_lesser(enough, FROM(a, b) + ff_euclid_round(most * (length), quantum));
	/* clang-format on */

	FF_EUCLID_JUMP_ROWS(LOW)
	if (low < enough) {
		FF_EUCLID_JUMP_ROWS(PRICED)
	}
#undef FROM
#undef LOW
#undef PRICED
	return enough;
}

/* Returns the least value that an open cell gets by that side, or 'enough' if that is not more. */
FF_EUCLID_INLINE double ff_euclid_side_least(const struct ff_euclid_side *side, double quantum,
					     double enough)
{
	enough = ff_euclid_lesser(enough, ff_euclid_side_bend(side, quantum));
	enough = ff_euclid_side_jumps(side, -1, quantum, enough);
	return ff_euclid_side_jumps(side, 1, quantum, enough);
}

/*
 * Returns the least value that the cells around an open cell give it, or 'enough' if that is not
 * more.  'values' is [w*h] doubles, INFINITY where there is none.
 */
double ff_euclid_least(const struct ff_euclid *euclid, const void *values, int32_t x, int32_t y,
		       double enough);

#endif
