/*
 * Included by tile_euclid_*.c only: each compiles this source for its set of vector instructions,
 * after defining TILE_EUCLID, the name of its function.
 *
 * A pass goes over the tile's rows, down or up, or over its columns, to the right or left, in a
 * copy that is turned.  All inputs on that side of a cell are in rows before its own, so a block of
 * eight cells is computed at once, without a branch, and compilers vectorise it.  Jumps belong to
 * the passes over rows.  Only blocks with new inputs that are low enough are computed; passes go on
 * until there are none.
 *
 * Names: x and y are cells of the tile; rows and columns are those of a grid.
 */
#ifndef FF_CORE_SOLVE_TILE_EUCLID_KERNEL_H
#define FF_CORE_SOLVE_TILE_EUCLID_KERNEL_H

#include "core/solve/tile.h"

#define INLINE static inline __attribute__((always_inline))

enum {
	SIDE = FF_TILE_SIDE,
	BLOCK = FF_TILE_EUCLID_BLOCK,
	FIRST = FF_TILE_EUCLID_FIRST,
	REACH = FF_EUCLID_REACH,
	ROWS = FF_TILE_EUCLID_ROWS,
	COLUMNS = FF_TILE_EUCLID_COLUMNS,
};

INLINE double least(double a, double b)
{
	return a < b ? a : b;
}

INLINE double most(double a, double b)
{
	return a > b ? a : b;
}

INLINE double *value_at(struct ff_tile_euclid *desk, int x, int y)
{
	return &desk->value[y + REACH][x + FIRST];
}

/* ---- what is due ---- */

/* Returns a bit for each block of the tile that has one of the cells first..last. */
INLINE uint64_t blocks_of(int first, int last)
{
	first = first < 0 ? 0 : first;
	last = last >= SIDE ? SIDE - 1 : last;
	return first > last ? 0 : (UINT64_C(2) << last / BLOCK) - (UINT64_C(1) << first / BLOCK);
}

/* Makes blocks due, in eight rows from 'row' on: a byte for each row, the first one lowest. */
INLINE void make_due(struct ff_tile_euclid *desk, enum ff_tile_euclid_side side, int row,
		     uint64_t blocks)
{
	unsigned at = (unsigned)(row + FIRST), shift = at % 8 * 8;
	uint64_t *due = &desk->due[side][at / 8];

	due[0] |= blocks << shift;
	due[1] |= blocks >> 1 >> (63 - shift);
}

/* Returns the blocks of a row that are due, and forgets them. */
INLINE unsigned take_due(struct ff_tile_euclid *desk, enum ff_tile_euclid_side side, int row)
{
	unsigned at = (unsigned)(row + FIRST), shift = at % 8 * 8;
	uint64_t *due = &desk->due[side][at / 8], blocks = *due >> shift & 0xff;

	*due &= ~(UINT64_C(0xff) << shift);
	return (unsigned)blocks;
}

/* Make due what depends on new values: of cells first..last of row y in passes over rows, of cells
 * first..last of column x in passes over columns. */
INLINE void mark_row(struct ff_tile_euclid *desk, int first, int last, int y)
{
	uint64_t blocks = blocks_of(first - REACH, last + REACH) * 0x01010101;

	make_due(desk, FF_TILE_EUCLID_ABOVE, y + 1, blocks);
	make_due(desk, FF_TILE_EUCLID_BELOW, y - REACH, blocks);
}

INLINE void mark_column(struct ff_tile_euclid *desk, int x, int first, int last)
{
	uint64_t blocks = blocks_of(first - 1, last + 1);

	make_due(desk, FF_TILE_EUCLID_LEFT, x + 1, blocks);
	make_due(desk, FF_TILE_EUCLID_RIGHT, x - 1, blocks);
}

/* ---- blocks ---- */

/* Computes the bends at a block by cells of the row before it. */
INLINE void bend_block(const double *restrict before, const double *restrict costs,
		       const double *restrict own, double *restrict out, double quantum)
{
	for (int i = 0; i < BLOCK; i++) {
		double cost = costs[i], near = before[i];
		double f = near - least(before[i - 1], before[i + 1]), root, line;

		/* In this order, so that the difference of two INFINITY becomes 0. */
		f = least(most(f, 0), cost);
		root = ff_euclid_round(sqrt((cost - f) * (cost + f)), quantum);
		line = ff_euclid_round(cost * ff_euclid_root, quantum) - f;
		out[i] = least(near + (2 * f * f <= cost * cost ? root : line), own[i]);
	}
}

/* Returns the price of jump 'k', which without wide costs is a multiple of the quantum. */
INLINE double price(double dearest, int k, double quantum)
{
#define LENGTH(a, b, length) length,
	static const double lengths[] = {FF_EUCLID_JUMP_ROWS(LENGTH)};
	double exact = dearest * lengths[k];

	return quantum > 0x1p-16 ? ff_euclid_round(exact, quantum) : exact;
}

/* Lowers a block by jumps, up or down (step -1, 1) and to the left or right (aside). */
INLINE void jump_block(const struct ff_tile_euclid *desk, int row, int column, int step, int aside,
		       double *restrict out, double quantum)
{
	const double *one = &desk->value[row + step][column];
	const double *two = &desk->value[row + 2 * step][column];
	const double *three = &desk->value[row + 3 * step][column];
	const double *four = &desk->value[row + 4 * step][column];
	int up = step < 0, left = aside < 0; /* where a square's upper left cell is */
	const double *small = &desk->dearest[0][row - up][column - left];
	const double *middle = &desk->dearest[1][row - 2 * up][column - 2 * left];
	const double *large = &desk->dearest[2][row - 3 * up][column - 3 * left];

	for (int i = 0; i < BLOCK; i++) {
		double by_12 = least(two[i + aside], one[i + 2 * aside]);
		double by_13 = least(three[i + aside], one[i + 3 * aside]);
		double by_23 = least(three[i + 2 * aside], two[i + 3 * aside]);
		double by_14 = least(four[i + aside], one[i + 4 * aside]);
		double by_34 = least(four[i + 3 * aside], three[i + 4 * aside]);

		by_12 += price(small[i], 0, quantum);
		by_13 += price(middle[i], 1, quantum);
		by_23 += price(middle[i], 2, quantum);
		by_14 += price(large[i], 3, quantum);
		by_34 += price(large[i], 4, quantum);
		out[i] = least(least(least(by_12, by_13), least(by_23, by_14)),
			       least(by_34, out[i]));
	}
}

/* Returns true if no cell of a block may jump in the direction of the squares. */
INLINE bool is_shut(const double *squares)
{
	uint64_t open = 0;

	for (int i = 0; i < BLOCK; i++)
		open |= squares[i] < INFINITY ? UINT64_C(1) : 0;
	return open == 0;
}

/* Returns true if a value that those of a block may come from is lower than one of them. */
INLINE bool may_fall(const struct ff_tile_euclid *desk, bool turned, int row, int column, int step,
		     const double *restrict own, const double *restrict costs)
{
	double low = FF_FIELD_NONEF;
	uint64_t below = 0;

	for (int k = 1; k <= (turned ? 1 : REACH); k++) {
		const double *at = &desk->least[turned][row + k * step][column / BLOCK];

		low = least(least(at[-1], at[0]), least(at[1], low));
	}
	for (int i = 0; i < BLOCK; i++)
		below |= ((own[i] > low) & (costs[i] < INFINITY)) ? UINT64_C(1) : 0;
	return below != 0;
}

/* Returns a bit for each value of a block that has fallen; the others become the old ones. */
INLINE uint64_t find_fallen(const double *restrict own, double *restrict out, double limit)
{
	uint64_t fallen = 0;

	for (int i = 0; i < BLOCK; i++) {
		bool falls = (out[i] < own[i]) & (out[i] <= limit);

		out[i] = falls ? out[i] : own[i];
		fallen |= falls ? UINT64_C(1) << i : 0;
	}
	return fallen;
}

/* Returns a byte for each bit of a block: 1 where it is set. */
INLINE uint64_t bytes_of(uint64_t bits)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t spread = bits * ones & UINT64_C(0x8040201008040201);

	return (spread + 0x7f * ones) >> 7 & ones;
}

INLINE double least_of(const double *values)
{
	double low = values[0];

	for (int i = 1; i < BLOCK; i++)
		low = least(low, values[i]);
	return low;
}

/* Stores a block of row y, of which cells have fallen, and makes due what depends on them. */
INLINE void store_row(struct ff_tile_euclid *desk, int x, int y, uint64_t fallen, const double *out)
{
	int first = x + __builtin_ctzll(fallen), last = x + 63 - __builtin_clzll(fallen);
	uint64_t aside = bytes_of(fallen) * blocks_of(y - 1, y + 1);

	memcpy(value_at(desk, x, y), out, BLOCK * sizeof *out);
	desk->least[0][y + REACH][(x + FIRST) / BLOCK] = least_of(out);
	for (int i = 0; i < BLOCK; i++) {
		double *low = &desk->least[1][x + i + REACH][(y + FIRST) / BLOCK];

		desk->turned[x + i + REACH][y + FIRST] = out[i];
		*low = least(out[i], *low);
	}
	desk->changed[y] |= fallen << x;
	mark_row(desk, first, last, y);
	make_due(desk, FF_TILE_EUCLID_LEFT, x + 1, aside);
	make_due(desk, FF_TILE_EUCLID_RIGHT, x - 1, aside);
}

/* Stores a block of column x likewise. */
INLINE void store_column(struct ff_tile_euclid *desk, int x, int y, uint64_t fallen,
			 const double *out)
{
	int first = y + __builtin_ctzll(fallen), last = y + 63 - __builtin_clzll(fallen);
	uint64_t rows = bytes_of(fallen) * blocks_of(x - REACH, x + REACH);

	memcpy(&desk->turned[x + REACH][y + FIRST], out, BLOCK * sizeof *out);
	desk->least[1][x + REACH][(y + FIRST) / BLOCK] = least_of(out);
	for (int i = 0; i < BLOCK; i++) {
		double *low = &desk->least[0][y + i + REACH][(x + FIRST) / BLOCK];

		*value_at(desk, x, y + i) = out[i];
		*low = least(out[i], *low);
		desk->changed[y + i] |= (fallen >> i & 1) << x;
	}
	mark_column(desk, x, first, last);
	for (int k = 1; k <= REACH; k++) {
		make_due(desk, FF_TILE_EUCLID_ABOVE, y + k, rows);
		make_due(desk, FF_TILE_EUCLID_BELOW, y - k, rows);
	}
}

/* ---- passes ---- */

/* Computes a block; returns true if it had to. */
INLINE bool look_at(struct ff_tile_euclid *desk, bool turned, int step, int along, int block,
		    double quantum)
{
	const int row = along + REACH, column = FIRST + block * BLOCK;
	const int up = step < 0, start = block * BLOCK;
	ff_tile_euclid_grid *values = turned ? &desk->turned : &desk->value;
	const double *costs = turned ? desk->turned_cost[row] : desk->cost[row];
	const double *own = &(*values)[row][column];
	double out[BLOCK];
	uint64_t fallen;

	if (!may_fall(desk, turned, row, column, step, own, costs + column))
		return false;
	bend_block(&(*values)[row + step][column], costs + column, own, out, quantum);
	for (int aside = -1; aside <= 1 && !turned; aside += 2)
		if (!is_shut(&desk->dearest[0][row - up][column - (aside < 0)]))
			jump_block(desk, row, column, step, aside, out, quantum);
	fallen = find_fallen(own, out, desk->most);
	if (fallen != 0 && turned)
		store_column(desk, along, start, fallen, out);
	else if (fallen != 0)
		store_row(desk, start, along, fallen, out);
	return true;
}

/* Computes what is due on one side; false if there was nothing. */
INLINE bool pass_over(struct ff_tile_euclid *desk, enum ff_tile_euclid_side side, double quantum)
{
	const bool turned = side == FF_TILE_EUCLID_LEFT || side == FF_TILE_EUCLID_RIGHT;
	const int step = side == FF_TILE_EUCLID_ABOVE || side == FF_TILE_EUCLID_LEFT ? -1 : 1;
	bool looked = false;

	for (int i = 0; i < SIDE; i++) {
		int along = step < 0 ? i : SIDE - 1 - i;
		unsigned due = take_due(desk, side, along);

		for (; due != 0; due &= due - 1)
			looked |= look_at(desk, turned, step, along, __builtin_ctz(due), quantum);
	}
	return looked;
}

INLINE void run_passes(struct ff_tile_euclid *desk, double quantum)
{
	bool looked = true;

	while (looked) {
		looked = pass_over(desk, FF_TILE_EUCLID_ABOVE, quantum);
		looked |= pass_over(desk, FF_TILE_EUCLID_LEFT, quantum);
		looked |= pass_over(desk, FF_TILE_EUCLID_BELOW, quantum);
		looked |= pass_over(desk, FF_TILE_EUCLID_RIGHT, quantum);
	}
}

/* ---- preparation ---- */

/* Copies the costs in and around a tile. */
static void copy_costs(const struct ff_tile *tile, ff_tile_euclid_grid to)
{
	const struct ff_cost *cost = tile->cost;
	const int32_t left = tile->x < REACH ? -tile->x : -REACH, rest = cost->w - tile->x;
	const int32_t right = rest < SIDE + REACH ? rest : SIDE + REACH;

	for (int32_t y = -REACH; y < SIDE + REACH; y++) {
		double *row = to[y + REACH];
		size_t first;

		for (int32_t x = 0; x < COLUMNS; x++)
			row[x] = INFINITY;
		if (!ff_cost_inside(cost, tile->x, tile->y + y))
			continue;
		first = ff_cost_index(cost, tile->x + left, tile->y + y);
		row += FIRST + left;
		for (int32_t x = 0; x < right - left && cost->wide == NULL; x++) {
			double here = cost->cells[first + (size_t)x];

			row[x] = here == FF_COST_WALL ? INFINITY : here;
		}
		for (int32_t x = 0; x < right - left && cost->wide != NULL; x++) {
			double here = cost->wide[first + (size_t)x];

			row[x] = here == FF_COST_WIDE_WALL ? INFINITY : here;
		}
	}
}

/* Finds the dearest cells of squares from those of squares a cell smaller. */
static void find_dearest(double (*restrict from)[COLUMNS], double (*restrict to)[COLUMNS])
{
	for (int row = 0; row < ROWS - 1; row++)
		for (int i = 0; i < COLUMNS - 1; i++)
			to[row][i] = most(most(from[row][i], from[row][i + 1]),
					  most(from[row + 1][i], from[row + 1][i + 1]));
}

/* Turns a grid; cells beyond those around the tile become INFINITY. */
static void turn(double (*restrict from)[COLUMNS], double (*restrict to)[COLUMNS])
{
	for (int row = 0; row < ROWS; row++)
		for (int i = 0; i < BLOCK; i++)
			to[row][i] = to[row][COLUMNS - 1 - i] = INFINITY;
	for (int row = 0; row < ROWS; row += BLOCK)
		for (int column = 0; column < ROWS; column++)
			for (int i = 0; i < BLOCK; i++)
				to[column][row + i + FIRST - REACH] =
					from[row + i][column + FIRST - REACH];
}

static void find_least(double (*restrict from)[COLUMNS],
		       double (*restrict to)[FF_TILE_EUCLID_BLOCKS])
{
	for (int row = 0; row < ROWS; row++)
		for (int block = 0; block < FF_TILE_EUCLID_BLOCKS; block++)
			to[row][block] = least_of(from[row] + (size_t)block * BLOCK);
}

/* Makes due what depends on new values. */
static void mark_new(struct ff_tile_euclid *desk, bool inside)
{
	for (int y = -REACH; y < SIDE + REACH; y++)
		for (int x = -REACH; x < SIDE + REACH; x++) {
			double value;

			if (!inside && x == 0 && y >= 0 && y < SIDE)
				x = SIDE; /* past the tile's row */
			value = *value_at(desk, x, y);
			if (!(value >= desk->since) || value == FF_FIELD_NONEF)
				continue;
			mark_row(desk, x, x, y);
			mark_column(desk, x, y, y);
			if (x >= 0 && y >= 0 && x < SIDE && y < SIDE)
				desk->changed[y] |= UINT64_C(1) << x;
		}
}

void TILE_EUCLID(const struct ff_tile *tile, struct ff_tile_euclid *desk, bool inside)
{
	copy_costs(tile, desk->cost);
	find_dearest(desk->cost, desk->dearest[0]);
	find_dearest(desk->dearest[0], desk->dearest[1]);
	find_dearest(desk->dearest[1], desk->dearest[2]);
	turn(desk->value, desk->turned);
	turn(desk->cost, desk->turned_cost);
	find_least(desk->value, desk->least[0]);
	find_least(desk->turned, desk->least[1]);
	memset(desk->due, 0, sizeof desk->due);
	memset(desk->changed, 0, sizeof desk->changed);
	mark_new(desk, inside);
	if (ff_model_is_wide(tile->model))
		run_passes(desk, 0x1p-8);
	else
		run_passes(desk, 0x1p-16);
}

#endif
