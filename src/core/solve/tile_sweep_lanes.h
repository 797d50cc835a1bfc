/*
 * Sweeps over a tile, with vectors of LANES integers: the body of each tile_sweep_*.c, which
 * defines the vectors before it includes this.  Otherwise vectors are single numbers.  Numbers have
 * 32 bits, in tile_dear_*.c, which define DEAR, 64.
 *
 * 	lanes                           LANES signed integers
 * 	bytes(p)                        from LANES bytes
 * 	least                           signed
 * 	least_unsigned, most_unsigned   not with DEAR
 * 	up(v, n, k), down(v, n, k)      v moved by k lanes to higher or lower ones, filled from n
 * 	first(v), last(v)               that lane in each
 * 	less(a, b)                      a bit per lane
 * 	choose(bits, a, b)              a where the lane's bit is set, else b
 *
 * A pass goes down the tile's rows, or up.  A row is offered the values of the row before it: one
 * addition and one minimum for LANES cells.  Then values spread along the row: with P the sum of
 * the steps up to a cell, a walk from j to x along the row costs P(x) - P(j), so the least of all
 * is P(x) + the running minimum of D(j) - P(j), which takes log2(LANES) steps (G. E. Blelloch,
 * "Prefix sums and their applications", 1990).  A pass thus finds every path that never turns back
 * up, however winding; a pass in the other direction finds most of the rest.  Rows without new
 * offers are skipped, and passes go on until there are none.  This is fast because nothing branches
 * on a cell: there is no queue, and all data stays in the core's caches.
 *
 * Values are relative to the least one to do, so that numbers hold them and walls: NONE is beyond
 * any value, and WALL, the step into a wall, brings any value there.  P starts anew in each vector,
 * so that no sum of walls overflows.
 *
 * Invariants between rows: each value is that of some path; each row is complete in itself; what a
 * cell has yet to offer is marked in 'up' and 'down'.
 */
#ifndef FF_CORE_SOLVE_TILE_SWEEP_LANES_H
#define FF_CORE_SOLVE_TILE_SWEEP_LANES_H

#include <stdint.h>
#include <string.h>

#include "core/solve/tile.h"

#define INLINE static inline __attribute__((always_inline))

#ifdef DEAR
typedef int64_t number;
typedef uint64_t whole; /* wraps around */
typedef struct ff_tile_sweep_dear sweep_memory;

#define NONE ((number)1 << 50)
#define STEP ((number)1 << 27)
#define MOST INT64_MAX
#else
typedef int32_t number;
typedef uint32_t whole;
typedef struct ff_tile_sweep sweep_memory;

#define NONE ((number)1 << 25)
#define STEP ((number)1 << 20) /* the dearest step, at most */
#define MOST INT32_MAX
#endif

#define WALL  (2 * NONE)
#define RANGE (NONE - STEP) /* one step from here stays below NONE */

#ifndef LANES
#define LANES 1

typedef number lanes;
typedef whole numbers;

INLINE lanes bytes(const uint8_t *p)
{
	return *p;
}

INLINE lanes least(lanes a, lanes b)
{
	return a < b ? a : b;
}

#ifndef DEAR
INLINE lanes least_unsigned(lanes a, lanes b)
{
	return (whole)a < (whole)b ? a : b;
}

INLINE lanes most_unsigned(lanes a, lanes b)
{
	return (whole)a > (whole)b ? a : b;
}
#endif

INLINE lanes up(lanes v, lanes next, int k)
{
	return k == 0 ? v : next;
}

INLINE lanes down(lanes v, lanes next, int k)
{
	return k == 0 ? v : next;
}

INLINE lanes first(lanes v)
{
	return v;
}

INLINE lanes last(lanes v)
{
	return v;
}

INLINE uint32_t less(lanes a, lanes b)
{
	return a < b;
}

INLINE lanes choose(uint64_t bits, lanes a, lanes b)
{
	return bits & 1 ? a : b;
}
#else
typedef whole numbers __attribute__((vector_size(LANES * sizeof(whole))));
#endif

INLINE lanes get(const number *p)
{
	lanes v;

	memcpy(&v, p, sizeof v);
	return v;
}

INLINE void put(number *p, lanes v)
{
	memcpy(p, &v, sizeof v);
}

INLINE lanes all(number n)
{
	return (lanes)((numbers){0} + (whole)n);
}

INLINE lanes add(lanes a, lanes b)
{
	return (lanes)((numbers)a + (numbers)b);
}

INLINE lanes sub(lanes a, lanes b)
{
	return (lanes)((numbers)a - (numbers)b);
}

INLINE lanes times(lanes a, int32_t n)
{
	return (lanes)((numbers)a * (whole)n);
}

enum {
	SIDE = FF_TILE_SIDE,
	BLOCKS = SIDE / LANES, /* blocks per row */
};

/* The constants of a loop. */
struct rule {
	int32_t straight, diagonal; /* price of a step at cost 1; diagonal 0: there are none */
	bool mean;                  /* steps pay for both cells */
	size_t blocks;              /* of a row that have cells */
};

/* Returns the running 'join' of the lanes, from the lowest or from the highest. */
INLINE lanes running(lanes join(lanes, lanes), lanes v, lanes neutral, bool rising)
{
	if (LANES > 1)
		v = join(v, rising ? up(v, neutral, 1) : down(v, neutral, 1));
	if (LANES > 2)
		v = join(v, rising ? up(v, neutral, 2) : down(v, neutral, 2));
	if (LANES > 4)
		v = join(v, rising ? up(v, neutral, 4) : down(v, neutral, 4));
	if (LANES > 8)
		v = join(v, rising ? up(v, neutral, 8) : down(v, neutral, 8));
	return v;
}

/* Sets the prices and walls of a row; 'units' are the costs of a wide map, else NULL. */
INLINE void price_row(sweep_memory *s, struct rule rule, int y, const uint8_t *costs,
		      const number *units)
{
	lanes enter[BLOCKS + 2];

	s->open[y] = 0;
	enter[0] = enter[rule.blocks + 1] = all(WALL);
	for (size_t b = 0; b < rule.blocks; b++) {
		lanes cost = bytes(costs + b * LANES);
		uint64_t open = less(cost, all(FF_COST_WALL));

		cost = units != NULL ? get(units + b * LANES) : cost;
		s->open[y] |= open << (b * LANES);
		enter[b + 1] = choose(open, times(cost, rule.straight), all(WALL));
		put(&s->enter[y][b * LANES], enter[b + 1]);
		if (rule.diagonal != 0)
			put(&s->slant[y][b * LANES], times(cost, rule.diagonal));
	}
	for (size_t b = 0; b < rule.blocks; b++) {
		lanes east = enter[b + 1], west = enter[b + 1];

		if (rule.mean) {
			east = least(add(east, up(east, enter[b], 1)), all(WALL));
			west = least(add(west, down(west, enter[b + 2], 1)), all(WALL));
		}
		put(&s->east[y][b * LANES], running(add, east, all(0), true));
		put(&s->west[y][b * LANES], running(add, west, all(0), false));
	}
}

/* Returns the cells of 'here' that may step diagonally, past 'beside' in their row and 'ahead', to
 * open cells of 'there'. */
static uint64_t permitted(enum ff_corners corners, uint64_t here, uint64_t beside, uint64_t ahead,
			  uint64_t there)
{
	if (corners == FF_CORNERS_STRICT)
		return here & there & beside & ahead;
	if (corners == FF_CORNERS_LENIENT)
		return here & there & (beside | ahead);
	return here & there;
}

static void find_corners(sweep_memory *s, const struct ff_tile *tile)
{
	enum ff_corners corners = tile->model->corners;

	for (int y = 0; y < tile->h; y++) {
		uint64_t here = s->open[y], above = y > 0 ? s->open[y - 1] : 0;
		uint64_t below = y + 1 < tile->h ? s->open[y + 1] : 0;

		s->above[0][y] = permitted(corners, here, here << 1, above, above << 1);
		s->above[1][y] = permitted(corners, here, here >> 1, above, above >> 1);
		s->below[0][y] = permitted(corners, here, here << 1, below, below << 1);
		s->below[1][y] = permitted(corners, here, here >> 1, below, below >> 1);
	}
}

/* Sets the values of a row to those of the field above the base. */
INLINE void load_row(sweep_memory *s, const struct ff_tile *tile, struct rule rule, int y)
{
	const size_t first = ff_tile_row(tile, y);
	const bool big = tile->field->type == FF_FIELD_U64;
	const uint64_t base = tile->least;

#ifndef DEAR
	if (!big) {
		const uint32_t *row = tile->field->u32 + first;
		const number low = (number)(base < NONE ? 0 : base - NONE);
		uint32_t padded[SIDE];

		if (tile->w < SIDE) {
			memset(padded, 0xff, sizeof padded);
			memcpy(padded, row, (size_t)tile->w * sizeof *row);
			row = padded;
		}
		/* A value beyond NONE may become NONE: it is not offered again. */
		for (size_t b = 0; b < rule.blocks; b++) {
			lanes v = get((const number *)row + b * LANES);

			v = most_unsigned(v, all(low));
			v = least_unsigned(v, all((number)(base + NONE)));
			put(&s->value[y][b * LANES], sub(v, all((number)base)));
		}
		return;
	}
#else
	if (big && tile->w == SIDE) {
		for (size_t b = 0; b < rule.blocks; b++) {
			lanes v = get((const number *)tile->field->u64 + first + b * LANES);

			/* NONE of the field is -1 here; least(-v) is minus the most. */
			v = choose(less(v, all(0)), all(NONE), sub(v, all((number)base)));
			v = sub(all(0), least(v, all(NONE)));
			put(&s->value[y][b * LANES], sub(all(0), least(v, all(NONE))));
		}
		return;
	}
#endif
	for (size_t x = 0; x < rule.blocks * LANES; x++) {
		uint64_t value = (int32_t)x < tile->w ? ff_tile_value(tile->field, first + x, big)
						      : ff_tile_none(big);
		int64_t above = (int64_t)(value - base);

		above = value == ff_tile_none(big) || above > NONE ? NONE : above;
		s->value[y][x] = (number)(above < -NONE ? -NONE : above);
	}
}

/* Sets the costs of a row of a wide map; returns the largest. */
INLINE number load_units(const struct ff_tile *tile, int y, number *units)
{
	const uint16_t *wide = tile->cost->wide + ff_tile_row(tile, y);
	uint16_t most = 0;

	if (tile->w < SIDE)
		memset(units, 0, SIDE * sizeof *units);
	for (int x = 0; x < tile->w; x++)
		units[x] = tile->model->step == FF_STEP_HOPS ? (number)tile->model->scale : wide[x];
	for (int x = 0; x < tile->w; x++) { /* vectorised */
		uint16_t here = wide[x] == FF_COST_WIDE_WALL ? 0 : wide[x];

		most = here > most ? here : most;
	}
	return tile->model->step == FF_STEP_HOPS ? (number)tile->model->scale : most;
}

/* Returns false if a step may be too dear for a sweep. */
INLINE bool load(sweep_memory *s, const struct ff_tile *tile, struct rule rule)
{
	bool hops = tile->model->step == FF_STEP_HOPS, wide = tile->cost->wide != NULL;
	number dearest =
		STEP / (rule.mean ? 2 : 1) / (rule.diagonal != 0 ? rule.diagonal : rule.straight);
	number units[SIDE];
	uint8_t padded[SIDE];

	for (int y = 0; y < tile->h; y++) {
		const uint8_t *costs = tile->cost->cells + ff_tile_row(tile, y);

		if (wide && load_units(tile, y, units) > dearest)
			return false;
		if (tile->w < SIDE || hops) {
			memset(padded, FF_COST_WALL, sizeof padded);
			memcpy(padded, costs, (size_t)tile->w);
			costs = padded;
		}
		for (int x = 0; hops && x < SIDE; x++)
			padded[x] = padded[x] == FF_COST_WALL ? FF_COST_WALL : 1;
		price_row(s, rule, y, costs, wide ? units : NULL);
		load_row(s, tile, rule, y);
		s->up[y] = s->down[y] = 0;
	}
	if (rule.diagonal != 0)
		find_corners(s, tile);
	return true;
}

/* Offers row y the values of row 'from'; returns the cells that improve. */
INLINE uint64_t cross(sweep_memory *s, struct rule rule, int y, int from, const uint64_t slants[2])
{
	uint64_t better = 0;
	lanes before = all(NONE), v = get(s->value[from]);

	for (size_t b = 0; b < rule.blocks; b++) {
		lanes after =
			b + 1 < rule.blocks ? get(&s->value[from][(b + 1) * LANES]) : all(NONE);
		lanes old = get(&s->value[y][b * LANES]), offer;
		lanes enter = get(&s->enter[y][b * LANES]);

		if (rule.mean)
			enter = add(enter, get(&s->enter[from][b * LANES]));
		offer = least(old, add(v, enter));
		if (rule.diagonal != 0) {
			lanes slant = get(&s->slant[y][b * LANES]);
			lanes left = up(v, before, 1), right = down(v, after, 1);

			if (rule.mean) {
				const number *pays = s->slant[from];
				lanes here = get(&pays[b * LANES]), none = all(0);

				left = add(left,
					   up(here, b > 0 ? get(&pays[(b - 1) * LANES]) : none, 1));
				right = add(right,
					    down(here,
						 b + 1 < rule.blocks ? get(&pays[(b + 1) * LANES])
								     : none,
						 1));
			}
			left = choose(slants[0] >> (b * LANES), add(left, slant), old);
			right = choose(slants[1] >> (b * LANES), add(right, slant), old);
			offer = least(offer, least(left, right));
		}
		better |= (uint64_t)less(offer, old) << (b * LANES);
		put(&s->value[y][b * LANES], offer);
		before = v;
		v = after;
	}
	return better;
}

/* Spreads values along row y; returns the cells that improve. */
INLINE uint64_t spread(sweep_memory *s, struct rule rule, int y)
{
	lanes v[BLOCKS], carry = all(2 * NONE);
	uint64_t better = 0;

	for (size_t b = 0; b < rule.blocks; b++) {
		lanes sum = get(&s->east[y][b * LANES]);

		v[b] = running(least, sub(get(&s->value[y][b * LANES]), sum), all(MOST), true);
		v[b] = add(least(v[b], carry), sum);
		carry = last(v[b]);
	}
	carry = all(2 * NONE);
	for (size_t b = rule.blocks; b-- > 0;) {
		lanes sum = get(&s->west[y][b * LANES]), old = get(&s->value[y][b * LANES]);

		v[b] = running(least, sub(v[b], sum), all(MOST), false);
		v[b] = add(least(v[b], carry), sum);
		carry = first(v[b]);
		better |= (uint64_t)less(v[b], old) << (b * LANES);
		put(&s->value[y][b * LANES], v[b]);
	}
	return better;
}

/* Returns true if a step from a changed cell's value may lead to NONE or beyond, or to more than
 * the field can hold. */
static bool is_out_of_range(const sweep_memory *s, const struct ff_tile *tile, struct rule rule,
			    const uint64_t *changed)
{
	uint64_t top = tile->field->type == FF_FIELD_U64 ? FF_TILE_MOST64 : FF_FIELD_NONE32 - 1;
	uint64_t room = top - tile->least;
	number range = room < STEP ? 0 : room - STEP < RANGE ? (number)(room - STEP) : RANGE;
	uint64_t far = 0;

	for (int y = 0; y < tile->h; y++)
		for (size_t b = 0; b < rule.blocks && changed[y] != 0; b++)
			far |= less(all(range), get(&s->value[y][b * LANES])) &
			       changed[y] >> (b * LANES);
	return far != 0;
}

/* Writes the changed values of row y to the field; returns the cells that keep them. */
static uint64_t store_row(const sweep_memory *s, struct ff_tile *tile, struct rule rule, int y,
			  uint64_t changed)
{
	const size_t first = ff_tile_row(tile, y);
	const bool big = tile->field->type == FF_FIELD_U64;
	const uint64_t above = tile->most - tile->least;
	lanes most = all(above < NONE ? (number)above : NONE);
	uint64_t beyond = 0;

	for (size_t b = 0; b < rule.blocks; b++)
		beyond |= (uint64_t)less(most, get(&s->value[y][b * LANES])) << (b * LANES);
	beyond &= changed;
	changed &= ~beyond;
	if (ff_field_size(tile->field->type) == sizeof(number) && tile->w == SIDE) {
		for (size_t b = 0; b < rule.blocks; b++) {
			number *to = (number *)tile->field->cells + first + b * LANES;
			lanes value = add(get(&s->value[y][b * LANES]), all((number)tile->least));

			put(to, choose(changed >> (b * LANES), value, get(to)));
		}
		return changed;
	}
	for (uint64_t bits = changed; bits != 0; bits &= bits - 1) {
		size_t x = (size_t)__builtin_ctzll(bits);

		ff_tile_set(tile->field, first + x, big, tile->least + (uint64_t)s->value[y][x]);
	}
	return changed;
}

/* The work of some passes. */
struct pass_work {
	int64_t rows, cells; /* with new values */
};

/* Makes one pass, down where 'step' is 1 and up where it is -1; it takes up 'todo' first. */
INLINE struct pass_work pass(sweep_memory *s, struct rule rule, int32_t h, int step,
			     const uint64_t *todo, uint64_t *changed)
{
	uint64_t *ahead = step > 0 ? s->down : s->up, offered = 0;
	struct pass_work pass_work = {0, 0};
	int32_t y = step > 0 ? 0 : h - 1;

	for (; y >= 0 && y < h; y += step) {
		uint64_t better = todo == NULL ? 0 : todo[y];

		if (offered != 0) {
			uint64_t(*slants)[SIDE] = step > 0 ? s->above : s->below;

			better |= cross(s, rule, y, y - step,
					(const uint64_t[2]){slants[0][y], slants[1][y]});
			ahead[y - step] = 0;
		}
		if (better != 0) {
			better |= spread(s, rule, y);
			changed[y] |= better;
			s->up[y] |= better;
			s->down[y] |= better;
			pass_work.rows++;
			pass_work.cells += __builtin_popcountll(better);
		}
		offered = ahead[y];
	}
	ahead[y - step] = 0; /* nothing lies ahead of the last row */
	return pass_work;
}

INLINE bool any(const uint64_t *rows, int32_t h)
{
	uint64_t bits = 0;

	for (int32_t y = 0; y < h; y++)
		bits |= rows[y];
	return bits != 0;
}

/* Sweeps until nothing changes; sets 'changed'.  Where passes find less than a few cells a row, the
 * queue is faster. */
INLINE void sweep(sweep_memory *s, struct ff_tile *tile, struct rule rule, uint64_t *changed)
{
	enum { FEW = 3, ROWS = 32 };
	struct pass_work all = {0, 0}, last;
	const uint64_t *todo = tile->todo;
	int step = 1;

	do {
		last = pass(s, rule, tile->h, step, todo, changed);
		all.rows += last.rows;
		all.cells += last.cells;
		todo = NULL;
		step = -step;
	} while (any(step > 0 ? s->down : s->up, tile->h) &&
		 (last.rows < ROWS || last.cells >= FEW * last.rows));
	tile->narrow = all.rows >= ROWS && all.cells < FEW * all.rows;
}

INLINE void sweep_with(struct ff_tile *tile, sweep_memory *s, struct rule rule)
{
	uint64_t changed[SIDE] = {0};

#ifndef DEAR
	/* Numbers of 32 bits hold a sweep's values, or these are left to the queue. */
	if (tile->field->type != FF_FIELD_U64 && tile->least > UINT32_MAX - 2 * NONE)
		return;
#endif
	if (!load(s, tile, rule)) {
		tile->dear = true;
		return;
	}
	sweep(s, tile, rule, changed);
	if (is_out_of_range(s, tile, rule, changed))
		return;
	for (int y = 0; y < tile->h; y++) {
		if (changed[y] != 0)
			changed[y] = store_row(s, tile, rule, y, changed[y]);
		tile->changed[y] |= changed[y];
		tile->todo[y] = (s->up[y] | s->down[y]) & changed[y];
	}
}

/* Specialises sweep_with() for constant rules. */
INLINE void sweep_blocks(struct ff_tile *tile, sweep_memory *s, size_t blocks)
{
	const int32_t straight = FF_MODEL_STRAIGHT, diagonal = FF_MODEL_DIAGONAL;
	bool mean = tile->model->step == FF_STEP_MEAN, hops = tile->model->step == FF_STEP_HOPS;

	if (ff_model_is_straight(tile->model))
		if (mean)
			sweep_with(tile, s, (struct rule){1, 0, true, blocks});
		else
			sweep_with(tile, s, (struct rule){1, 0, false, blocks});
	else if (hops)
		sweep_with(tile, s, (struct rule){1, 1, false, blocks});
	else if (mean)
		sweep_with(tile, s, (struct rule){straight, diagonal, true, blocks});
	else
		sweep_with(tile, s, (struct rule){straight, diagonal, false, blocks});
}

/* Does so for narrow tiles, such as small sectors, and for others. */
INLINE void sweep_tile(struct ff_tile *tile, sweep_memory *s)
{
	if (tile->w <= SIDE / 4)
		sweep_blocks(tile, s, BLOCKS / 4);
	else
		sweep_blocks(tile, s, BLOCKS);
}

#endif
