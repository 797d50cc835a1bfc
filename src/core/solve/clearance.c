/*
 * A. Meijster, J. Roerdink, W. Hesselink, "A general algorithm for computing distance transforms in
 * linear time", 2000: by columns, then by rows.  Only "closer than R" is needed, so the second pass
 * is simpler: the nearest wall in each column closes a span of cells beside it, whose length
 * depends only on how many rows away that wall is.
 *
 * All lengths are integers in half cells: a wall n cells away in x has the edge of its square 2n -
 * 1 from the centre, and likewise in y.
 *
 * After changes the same is done in blocks of a grid that lie within reach of a changed cell, each
 * with a margin as wide as the reach.
 */
#include "core/solve/clearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/queue.h"
#include "core/map/field.h"

/* Returns the square of the distance, in half cells, to the square of a cell 'n' columns or rows
 * away. */
static uint64_t squared_gap(int32_t n)
{
	uint64_t half = n == 0 ? 0 : 2 * (uint64_t)n - 1;

	return half * half;
}

/* Returns the least integer >= 'reach' squared. */
static uint64_t square_up(double reach)
{
	double square = reach * reach, whole = ceil(square);

	/* The product may have been rounded down to an integer. */
	if (whole == square && fma(reach, reach, -square) > 0)
		whole += 1;
	return (uint64_t)whole;
}

/* Sets spans[n]: how many cells to either side a wall 'n' rows away closes; -1: not even in its own
 * column. */
static void set_spans(int32_t *spans, int32_t count, uint64_t limit)
{
	int32_t span = count;

	for (int32_t n = 0; n < count; n++) {
		while (span >= 0 && squared_gap(span) + squared_gap(n) >= limit)
			span--;
		spans[n] = span;
	}
}

/* A part of the map.  Cells outside are treated as walls: they are off the map, or too far to
 * matter. */
struct window {
	int32_t x, y, w, h;
};

/* Sets each cell's distance in rows from the nearest wall of its column, at most 'most'. */
static void set_rows(const struct ff_cost *map, struct window window, uint16_t *rows, uint16_t most)
{
	size_t w = (size_t)window.w, h = (size_t)window.h;

	for (size_t y = 0; y < h; y++) {
		const uint8_t *costs =
			map->cells + ff_cost_index(map, window.x, window.y + (int32_t)y);

		for (size_t x = 0; x < w; x++) {
			uint16_t above = y == 0 ? 0 : rows[(y - 1) * w + x];

			rows[y * w + x] = costs[x] == FF_COST_WALL ? 0
					  : above < most           ? (uint16_t)(above + 1)
								   : most;
		}
	}
	for (size_t i = w * h; i-- > 0;) {
		uint16_t below = i + w < w * h ? rows[i + w] : 0;

		if (rows[i] > below)
			rows[i] = (uint16_t)(below + 1);
	}
}

static void close_row(const uint16_t *rows, const int32_t *spans, int32_t w, uint8_t *cells)
{
	/* The columns outside, -1 and w, are walls. */
	int32_t last = -1 + spans[0], first = w - spans[0];

	for (int32_t x = 0; x < w; x++) {
		if (last < x + spans[rows[x]])
			last = x + spans[rows[x]];
		if (x <= last)
			cells[x] = FF_COST_WALL;
	}
	for (int32_t x = w; x-- > 0;) {
		if (first > x - spans[rows[x]])
			first = x - spans[rows[x]];
		if (x >= first)
			cells[x] = FF_COST_WALL;
	}
}

/* The reach of a wall; from 'count' rows on it closes nothing. */
struct disc {
	int32_t *spans; /* [count + 1]; owned */
	int32_t count;
};

static bool new_disc(const struct ff_cost *map, double radius, struct disc *disc)
{
	/* No cell is more than 'side' half cells from the outside, so a larger reach closes
	 * everything, and spans and rows stay below 'room', which fits 16 bits. */
	int32_t side = map->w < map->h ? map->w : map->h;
	double reach = 2 * radius < side + 1 ? 2 * radius : side + 1;
	int32_t room = (int32_t)(reach / 2) + 3;

	disc->spans = ff_memory_cells(room, 1, sizeof *disc->spans);
	if (disc->spans == NULL)
		return false;
	set_spans(disc->spans, room, square_up(reach));
	for (disc->count = 0; disc->spans[disc->count] >= 0;)
		disc->count++;
	return true;
}

enum ff_status ff_clearance_close(const struct ff_cost *map, double radius, struct ff_cost *cost)
{
	const struct window whole = {0, 0, map->w, map->h};
	size_t w = (size_t)map->w;
	uint16_t *rows;
	struct disc disc;

	if (map->w != cost->w || map->h != cost->h || (map->wide != NULL) != (cost->wide != NULL))
		return FF_E_ARG;
	rows = ff_memory_cells(map->w, map->h, sizeof *rows);
	if (rows == NULL || !new_disc(map, radius, &disc)) {
		free(rows);
		return FF_E_NOMEM;
	}
	set_rows(map, whole, rows, (uint16_t)disc.count);
	ff_cost_copy(map, 0, 0, cost);
	for (size_t y = 0; y < (size_t)map->h; y++)
		close_row(rows + y * w, disc.spans, map->w, cost->cells + y * w);
	for (size_t i = 0; i < w * (size_t)map->h && cost->wide != NULL; i++)
		if (cost->cells[i] == FF_COST_WALL)
			cost->wide[i] = FF_COST_WIDE_WALL;
	free(disc.spans);
	free(rows);
	return FF_OK;
}

/* The changes near changed cells, block by block. */
struct renewal {
	const struct ff_cost *map, *cost;
	struct disc disc;
	int32_t side;    /* of a block */
	int32_t columns; /* blocks per row */
	uint8_t *had;    /* a bit per block: done; owned, as the rest */
	uint16_t *rows;  /* of a block and its margin */
	uint8_t *closed;
	struct ff_cost_change *changes; /* [count] */
	size_t count, room;
};

/* Lists the cells of a block whose cost changes. */
static enum ff_status renew_block(struct renewal *renewal, int32_t column, int32_t row)
{
	const struct ff_cost *map = renewal->map, *cost = renewal->cost;
	int32_t side = renewal->side, reach = renewal->disc.count;
	int32_t left = column * side, top = row * side;
	int32_t right = map->w - left < side ? map->w : left + side;
	int32_t bottom = map->h - top < side ? map->h : top + side;
	struct window window = {left > reach ? left - reach : 0, top > reach ? top - reach : 0, 0,
				0};

	window.w = (map->w - right > reach ? right + reach : map->w) - window.x;
	window.h = (map->h - bottom > reach ? bottom + reach : map->h) - window.y;
	set_rows(map, window, renewal->rows, (uint16_t)reach);
	for (int32_t y = top; y < bottom; y++) {
		size_t first = ff_cost_index(map, window.x, y);
		size_t in = (size_t)(y - window.y) * (size_t)window.w;

		memcpy(renewal->closed, map->cells + first, (size_t)window.w);
		close_row(renewal->rows + in, renewal->disc.spans, window.w, renewal->closed);
		for (int32_t x = left - window.x; x < right - window.x; x++) {
			size_t cell = first + (size_t)x;
			uint32_t becomes;

			becomes = renewal->closed[x] == FF_COST_WALL ? ff_cost_wall(map)
								     : ff_cost_at(map, cell);
			if (becomes == ff_cost_at(cost, cell))
				continue;
			if (!ff_memory_grow(&renewal->changes, &renewal->room, renewal->count + 1,
					    sizeof *renewal->changes))
				return FF_E_NOMEM;
			renewal->changes[renewal->count++] =
				(struct ff_cost_change){(uint32_t)cell, (uint16_t)becomes};
		}
	}
	return FF_OK;
}

/* Renews the blocks within reach of a cell. */
static enum ff_status renew_near(struct renewal *renewal, uint32_t cell)
{
	const struct ff_cost *map = renewal->map;
	int32_t x = (int32_t)(cell % (uint32_t)map->w), y = (int32_t)(cell / (uint32_t)map->w);
	int32_t side = renewal->side, reach = renewal->disc.count;
	int32_t left = (x > reach ? x - reach : 0) / side, top = (y > reach ? y - reach : 0) / side;
	int32_t right = (map->w - x > reach ? x + reach : map->w - 1) / side;
	int32_t bottom = (map->h - y > reach ? y + reach : map->h - 1) / side;
	enum ff_status st = FF_OK;

	for (int32_t row = top; row <= bottom; row++)
		for (int32_t column = left; column <= right && st == FF_OK; column++) {
			size_t block = (size_t)row * (size_t)renewal->columns + (size_t)column;

			if (renewal->had[block / 8] >> block % 8 & 1)
				continue;
			renewal->had[block / 8] |= (uint8_t)(1 << block % 8);
			st = renew_block(renewal, column, row);
		}
	return st;
}

/* ---- the room around each cell ---- */

/* The lower envelope of parabolas over a row, one for the nearest wall of each column (P. F.
 * Felzenszwalb, D. P. Huttenlocher, "Distance transforms of sampled functions", 2012). */
struct envelope {
	double *centres, *heights, *ends; /* [w + 2] each; owned by the caller */
	int32_t count;
};

/* Sets 'least' to the square of the distance, in half cells, to the nearest wall, or leaves it
 * where it is less.  'side' is the edge of a square that counts: 1 the right, for walls on the
 * left, -1 the left; for others it is too far. */
static void lower_row(const uint16_t *rows, int32_t w, int side, struct envelope *under,
		      double *least)
{
	under->count = 0;
	for (int32_t x = -1; x <= w; x++) {
		double centre = 2.0 * x + side;
		double height = x < 0 || x == w ? 0 : (double)squared_gap(rows[x]);
		double start = -INFINITY;

		while (under->count > 0) {
			double other = under->centres[under->count - 1];

			start = (height + centre * centre - under->heights[under->count - 1] -
				 other * other) /
				(2 * (centre - other));
			if (under->count == 1 || start > under->ends[under->count - 2])
				break;
			under->count--;
		}
		if (under->count > 0)
			under->ends[under->count - 1] = start;
		under->centres[under->count] = centre;
		under->heights[under->count++] = height;
	}
	for (int32_t x = 0, k = 0; x < w; x++) {
		double aside;

		while (k + 1 < under->count && under->ends[k] < 2.0 * x)
			k++;
		aside = 2.0 * x - under->centres[k];
		least[x] = fmin(least[x], aside * aside + under->heights[k]);
	}
}

/* Sets room[i][0] to the square of the distance in half cells; 0 on walls. */
static enum ff_status measure_gaps(const struct ff_cost *map, float (*room)[2])
{
	const struct window whole = {0, 0, map->w, map->h};
	uint16_t *rows = ff_memory_cells(map->w, map->h, sizeof *rows);
	double *scratch = ff_memory_cells(map->w + 2, 4, sizeof *scratch);
	size_t w = (size_t)map->w, part = w + 2;

	if (rows == NULL || scratch == NULL) {
		free(rows);
		free(scratch);
		return FF_E_NOMEM;
	}
	set_rows(map, whole, rows, UINT16_MAX);
	for (size_t y = 0; y < (size_t)map->h; y++) {
		struct envelope under = {scratch, scratch + part, scratch + 2 * part, 0};
		double *least = scratch + 3 * part;

		for (size_t x = 0; x < w; x++)
			least[x] = (double)squared_gap(rows[y * w + x]);
		lower_row(rows + y * w, map->w, 1, &under, least);
		lower_row(rows + y * w, map->w, -1, &under, least);
		for (size_t x = 0; x < w; x++)
			room[y * w + x][0] = rows[y * w + x] == 0 ? (float)INFINITY
								  : (float)(sqrt(least[x]) / 2);
	}
	free(rows);
	free(scratch);
	return FF_OK;
}

/* Puts a cell that a way with so much room leads to, unless one with more did. */
static enum ff_status widen(float (*room)[2], struct ff_queue_heap *heap, size_t cell, float most)
{
	float least = room[cell][0] < most ? room[cell][0] : most;

	if (room[cell][0] == (float)INFINITY || room[cell][1] >= least)
		return FF_OK;
	room[cell][1] = least;
	return ff_queue_heap_put(heap, (struct ff_queue_heap_entry){.bound = -(double)least,
								    .item = (uint32_t)cell});
}

enum ff_status ff_clearance_measure(const struct ff_cost *map, const struct ff_seeds *seeds,
				    bool corners, float (*room)[2])
{
	struct ff_queue_heap heap = {.count = 0};
	size_t cells = (size_t)map->w * (size_t)map->h;
	enum ff_status st = measure_gaps(map, room);

	for (size_t i = 0; i < cells; i++)
		room[i][1] = 0;
	for (size_t i = 0; i < seeds->count && st == FF_OK; i++)
		st = widen(room, &heap, seeds->items[i].cell, (float)INFINITY);
	while (st == FF_OK && heap.count > 0) {
		struct ff_queue_heap_entry entry = ff_queue_heap_take(&heap);
		int32_t x = (int32_t)(entry.item % (uint32_t)map->w);
		int32_t y = (int32_t)(entry.item / (uint32_t)map->w);

		for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d += corners ? 1 : 2) {
			struct ff_flow_step step = ff_flow_steps[d];

			if (-entry.bound == (double)room[entry.item][1] &&
			    ff_cost_inside(map, x + step.dx, y + step.dy))
				st = widen(room, &heap,
					   ff_cost_index(map, x + step.dx, y + step.dy),
					   room[entry.item][1]);
		}
	}
	for (size_t i = 0; i < cells; i++)
		room[i][1] = room[i][1] > 0 ? room[i][1] : (float)INFINITY;
	free(heap.entries);
	return st;
}

/* ---- changes ---- */

enum ff_status ff_clearance_renew(const struct ff_cost *map, double radius, const uint32_t *cells,
				  size_t count, const struct ff_cost *cost,
				  struct ff_cost_change **changes, size_t *changed)
{
	struct renewal renewal = {.map = map, .cost = cost};
	enum ff_status st = FF_E_NOMEM;
	int32_t w, h;

	if (map->w != cost->w || map->h != cost->h || (map->wide != NULL) != (cost->wide != NULL))
		return FF_E_ARG;
	if (!new_disc(map, radius, &renewal.disc))
		return FF_E_NOMEM;
	/* Large enough that few blocks lie within reach, small enough that the margin does not
	 * dominate. */
	renewal.side = 4 * renewal.disc.count + 8;
	w = renewal.side + 2 * renewal.disc.count;
	h = w < map->h ? w : map->h;
	w = w < map->w ? w : map->w;
	renewal.columns = (map->w - 1) / renewal.side + 1;
	renewal.had = calloc(
		(size_t)renewal.columns * (size_t)((map->h - 1) / renewal.side + 1) / 8 + 1, 1);
	renewal.rows = ff_memory_cells(w, h, sizeof *renewal.rows);
	renewal.closed = ff_memory_cells(w, 1, 1);
	if (renewal.had != NULL && renewal.rows != NULL && renewal.closed != NULL)
		st = FF_OK;
	for (size_t i = 0; i < count && st == FF_OK; i++)
		st = renew_near(&renewal, cells[i]);
	free(renewal.disc.spans);
	free(renewal.had);
	free(renewal.rows);
	free(renewal.closed);
	if (st != FF_OK) {
		free(renewal.changes);
		return st;
	}
	*changes = renewal.changes;
	*changed = renewal.count;
	return FF_OK;
}
