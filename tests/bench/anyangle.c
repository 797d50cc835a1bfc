/*
 * A visibility graph: a shortest path among walls bends only around convex
 * corners (Lozano-Perez and Wesley, "An algorithm for planning collision-free
 * paths among polyhedral obstacles", CACM 22, 1979).  Dijkstra's algorithm finds
 * the length from the goal to every corner, testing edges when it needs them;
 * each cell then takes the best corner that it sees.
 *
 * Coordinates are integers, in half cells: the square of cell x,y spans
 * 2x..2x+2, its centre is odd in both, corners are even.  Intersections compare
 * products of these integers, without rounding.
 */
#include "bench/anyangle.h"

#include <math.h>
#include <stdlib.h>

struct place {
	int32_t x, y;
};

struct node {
	struct place at;
	double length; /* to the goal */
	bool settled;
};

static double distance(struct place a, struct place b)
{
	double dx = a.x - b.x, dy = a.y - b.y;

	return sqrt(dx * dx + dy * dy) / 2;
}

/* Returns the cell, along one axis, that a walker enters when it leaves 'from' in direction 'sign'.
 */
static int32_t first_cell(int32_t from, int32_t sign)
{
	return from % 2 == 0 && sign < 0 ? from / 2 - 1 : from / 2;
}

/* Returns true if a segment along a line between cells has a wall on one side at
 * most, and passes from each pair of cells to the next through an open cell's side. */
static bool sees_along(const struct ff_cost *cost, struct place a, struct place b)
{
	bool upright = a.x == b.x;
	int32_t line = (upright ? a.x : a.y) / 2;
	int32_t from = upright ? a.y : a.x, to = upright ? b.y : b.x;
	int32_t first = (from < to ? from : to) / 2, end = ((from < to ? to : from) + 1) / 2;
	unsigned before = 3;

	for (int32_t i = first; i < end; i++) {
		unsigned sides = upright ? (unsigned)ff_cost_open(cost, line - 1, i) |
						   (unsigned)ff_cost_open(cost, line, i) << 1
					 : (unsigned)ff_cost_open(cost, i, line - 1) |
						   (unsigned)ff_cost_open(cost, i, line) << 1;

		if ((sides & before) == 0)
			return false;
		before = sides;
	}
	return true;
}

/* Returns true if the segment between two points meets neither the inside of a wall
 * nor a corner between two walls. */
static bool sees(const struct ff_cost *cost, struct place a, struct place b)
{
	int32_t right = a.x < b.x ? 1 : -1, down = a.y < b.y ? 1 : -1;
	int64_t dx = abs(a.x - b.x), dy = abs(a.y - b.y);
	int32_t x = first_cell(a.x, right), y = first_cell(a.y, down);
	/* distances to the next line between columns and between rows */
	int64_t to_x = a.x % 2 == 0 ? 2 : 1, to_y = a.y % 2 == 0 ? 2 : 1;

	if ((dx == 0 && a.x % 2 == 0) || (dy == 0 && a.y % 2 == 0))
		return sees_along(cost, a, b);
	for (;;) {
		int64_t sooner = to_x * dy - to_y * dx;

		if (!ff_cost_open(cost, x, y))
			return false;
		if (sooner < 0 ? to_x >= dx : to_y >= dy)
			return true;
		if (sooner == 0 && !ff_cost_open(cost, x + right, y) &&
		    !ff_cost_open(cost, x, y + down))
			return false;
		if (sooner <= 0) {
			x += right;
			to_x += 2;
		}
		if (sooner >= 0) {
			y += down;
			to_y += 2;
		}
	}
}

bool anyangle_sees(const struct ff_cost *cost, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
	return sees(cost, (struct place){x, y}, (struct place){to_x, to_y});
}

/* Returns true if paths can bend around the upper left corner of cell x,y: if it is the
 * corner of one wall alone. */
static bool bends(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return ff_cost_open(cost, x, y) + ff_cost_open(cost, x - 1, y) +
		       ff_cost_open(cost, x, y - 1) + ff_cost_open(cost, x - 1, y - 1) ==
	       3;
}

static void settle_all(const struct ff_cost *cost, struct node *nodes, size_t count)
{
	for (;;) {
		struct node *next = NULL;

		for (size_t i = 0; i < count; i++)
			if (!nodes[i].settled && nodes[i].length < INFINITY &&
			    (next == NULL || nodes[i].length < next->length))
				next = &nodes[i];
		if (next == NULL)
			return;
		next->settled = true;
		for (size_t i = 0; i < count; i++) {
			double length = next->length + distance(next->at, nodes[i].at);

			if (length < nodes[i].length && sees(cost, next->at, nodes[i].at))
				nodes[i].length = length;
		}
	}
}

bool anyangle_lengths(const struct ff_cost *cost, int32_t x, int32_t y, double *lengths)
{
	struct node *nodes = calloc((size_t)cost->w * (size_t)cost->h + 1, sizeof *nodes);
	size_t count = 0;

	if (nodes == NULL)
		return false;
	nodes[count++] = (struct node){{2 * x + 1, 2 * y + 1}, 0, false};
	/* At the map's edge two cells are outside. */
	for (int32_t j = 1; j < cost->h; j++)
		for (int32_t i = 1; i < cost->w; i++)
			if (bends(cost, i, j))
				nodes[count++] = (struct node){{2 * i, 2 * j}, INFINITY, false};
	settle_all(cost, nodes, count);
	for (int32_t j = 0; j < cost->h; j++) {
		for (int32_t i = 0; i < cost->w; i++) {
			struct place at = {2 * i + 1, 2 * j + 1};
			double *best = &lengths[ff_cost_index(cost, i, j)];

			*best = INFINITY;
			for (size_t n = 0; n < count && ff_cost_open(cost, i, j); n++) {
				double length = nodes[n].length + distance(nodes[n].at, at);

				if (length < *best && sees(cost, at, nodes[n].at))
					*best = length;
			}
		}
	}
	free(nodes);
	return true;
}
