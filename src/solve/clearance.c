/*
 * The distance transform by columns, then rows, of A. Meijster, J. Roerdink and
 * W. Hesselink, "A general algorithm for computing distance transforms in linear
 * time", 2000; since only "closer than R" is asked for, the second half is
 * simpler: in a row, the nearest wall of each column closes the cells beside it
 * within a span that depends on how far up or down that wall is, and nothing else.
 *
 * All lengths are in half cells, whole numbers: a wall n cells away in x has the
 * edge of its square 2n - 1 from the centre, and likewise in y.
 */
#include "solve/clearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Half cells to the square of a cell 'n' columns or rows away, squared. */
static uint64_t gap(int32_t n)
{
	uint64_t half = n == 0 ? 0 : 2 * (uint64_t)n - 1;

	return half * half;
}

/* The least whole number that is no less than 'reach' squared. */
static uint64_t square_up(double reach)
{
	double square = reach * reach, whole = ceil(square);

	/* What rounding took may be all that was there beyond a whole number. */
	if (whole == square && fma(reach, reach, -square) > 0)
		whole += 1;
	return (uint64_t)whole;
}

/* spans[n]: how many cells to both sides a wall closes 'n' rows away; -1: not even that column. */
static void set_spans(int32_t *spans, int32_t count, uint64_t limit)
{
	int32_t span = count;

	for (int32_t n = 0; n < count; n++) {
		while (span >= 0 && gap(span) + gap(n) >= limit)
			span--;
		spans[n] = span;
	}
}

/* Sets how many rows each cell is away from the nearest wall of its column, 'most' at most. */
static void set_rows(const struct ff_cost *map, uint16_t *rows, uint16_t most)
{
	size_t w = (size_t)map->w, cells = w * (size_t)map->h;

	for (size_t i = 0; i < cells; i++) {
		uint16_t above = i < w ? 0 : rows[i - w];

		rows[i] = map->cells[i] == FF_COST_WALL ? 0
			  : above < most                ? (uint16_t)(above + 1)
							: most;
	}
	for (size_t i = cells; i-- > 0;) {
		uint16_t below = i + w < cells ? rows[i + w] : 0;

		if (rows[i] > below)
			rows[i] = (uint16_t)(below + 1);
	}
}

static void close_row(const uint16_t *rows, const int32_t *spans, int32_t w, uint8_t *cells)
{
	/* From the columns outside, -1 and w. */
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

enum ff_status ff_clearance_close(const struct ff_cost *map, double radius, struct ff_cost *cost)
{
	/* No cell is farther than 'side' half cells from the outside: to reach beyond closes all,
	 * and neither a span nor a number of rows is ever beyond 'count', which fits 16 bits. */
	int32_t side = map->w < map->h ? map->w : map->h, count = side / 2 + 3;
	double reach = 2 * radius < side + 1 ? 2 * radius : side + 1;
	size_t w = (size_t)map->w;
	uint16_t *rows;
	int32_t *spans;

	if (map->w != cost->w || map->h != cost->h)
		return FF_E_ARG;
	rows = ff_memory_cells(map->w, map->h, sizeof *rows);
	spans = ff_memory_cells(count, 1, sizeof *spans);
	if (rows != NULL && spans != NULL) {
		set_spans(spans, count, square_up(reach));
		set_rows(map, rows, (uint16_t)(count - 1));
		memcpy(cost->cells, map->cells, w * (size_t)map->h);
		for (size_t y = 0; y < (size_t)map->h; y++)
			close_row(rows + y * w, spans, map->w, cost->cells + y * w);
	}
	free(spans);
	free(rows);
	return rows != NULL && spans != NULL ? FF_OK : FF_E_NOMEM;
}
