#include "core/sectors/portals_look.h"

#include <stdlib.h>
#include <string.h>

#include "core/map/neighbours.h"

/* What a cell is on the map: its place in any grid of it. */
static uint32_t cell_at(const struct ff_portals_look *look, int32_t x, int32_t y)
{
	return (uint32_t)ff_cost_index(look->cost, x, y);
}

/*
 * How many nodes a window has: one in the middle of a narrow one, else both its ends and some
 * between them.  On the ten maps of the tests, with sectors of 16, that makes paths 1.0013 times
 * as long as need be in the mean and 1.062 times at worst; a node on every third cell makes them
 * 1.0008 and 1.016 times as long for twice as many edges.
 */
static int32_t node_count(int32_t size, int32_t length)
{
	enum { NARROW = 3, APART = 5 };
	int32_t apart = size / 4 > APART ? size / 4 : APART;

	return length <= NARROW ? 1 : 2 + (length - 2) / apart;
}

/* Where in a window of 'length' cells its nodes, 'count' of them, would stand on even ground. */
static int32_t even_place(int32_t length, int32_t count, int32_t k)
{
	return count == 1 ? (length - 1) / 2 : (int32_t)((int64_t)k * (length - 1) / (count - 1));
}

/*
 * Where they do: each at the cheapest pair that is nearer to its even place than to the next
 * ones', and of equals at the nearest.  Among costs at random that takes off more than half of what
 * ways are too long.
 */
static int32_t node_place(const struct ff_cost *cost, const struct ff_portal *portal, int32_t count,
			  int32_t k)
{
	int32_t even = even_place(portal->length, count, k), best = even, best_price = INT32_MAX;
	int32_t first = 0, last = portal->length - 1;

	if (k > 0)
		first = (even_place(portal->length, count, k - 1) + even) / 2 + 1;
	if (k < count - 1)
		last = (even + even_place(portal->length, count, k + 1)) / 2;
	for (int32_t place = first; place <= last; place++) {
		int32_t price = cost->cells[ff_portal_graph_window(portal, 0, place, cost->w)] +
				cost->cells[ff_portal_graph_window(portal, 1, place, cost->w)];

		if (price < best_price ||
		    (price == best_price && abs(place - even) < abs(best - even))) {
			best = place;
			best_price = price;
		}
	}
	return best;
}

/* Node k of 'count' in a portal's window, and the one across. */
static void add_crossing(struct ff_portals_look *look, const struct ff_portal *portal,
			 int32_t count, int32_t k)
{
	uint32_t number = (uint32_t)look->crossing_count;
	int32_t place;

	look->crossing_count += 2;
	if (look->crossings == NULL)
		return;
	place = node_place(look->cost, portal, count, k);
	for (uint32_t side = 0; side < 2; side++)
		look->crossings[number + side] = (struct ff_portals_crossing){
			ff_portal_graph_window(portal, (int)side, place, look->cost->w),
			portal->sectors[side], (uint32_t)(look->portal_count - 1), number + side};
}

static void add_portal(struct ff_portals_look *look, uint32_t first, uint32_t facing,
		       int32_t length, enum ff_direction direction)
{
	const struct ff_portal_graph *graph = look->graph;
	int32_t count = node_count(graph->sectors.size, length);
	struct ff_portal portal = {.sectors = {ff_sectors_of(&graph->sectors, first),
					       ff_sectors_of(&graph->sectors, facing)},
				   .first = {first, facing},
				   .length = length,
				   .direction = (uint8_t)direction};

	if (look->portals != NULL)
		look->portals[look->portal_count] = portal;
	look->portal_count++;
	for (int32_t k = 0; k < count; k++)
		add_crossing(look, &portal, count, k);
}

/* A step across a corner of four cells, x,y being the upper left one. */
static void add_corner(struct ff_portals_look *look, int32_t x, int32_t y,
		       enum ff_direction direction)
{
	int32_t from = direction == FF_SE ? x : x + 1, to = direction == FF_SE ? x + 1 : x;

	if (ff_neighbours_permit(look->cost, look->graph->model.corners, from, y, direction) &&
	    ff_cost_open(look->cost, from, y))
		add_portal(look, cell_at(look, from, y), cell_at(look, to, y + 1), 1, direction);
}

/* The border to the right of or below a sector: 'n' pairs, the first cell being x,y. */
static void look_along(struct ff_portals_look *look, int32_t x, int32_t y, int32_t n,
		       enum ff_direction direction)
{
	int32_t dx = direction == FF_E, dy = direction == FF_S, run = 0;
	bool before = true;

	for (int32_t k = 0; k <= n; k++) {
		int32_t at_x = x + k * dy, at_y = y + k * dx;
		bool pair = k < n && ff_cost_open(look->cost, at_x, at_y) &&
			    ff_cost_open(look->cost, at_x + dx, at_y + dy);

		if (!pair && run > 0)
			add_portal(look, cell_at(look, at_x - run * dy, at_y - run * dx),
				   cell_at(look, at_x - run * dy + dx, at_y - run * dx + dy), run,
				   direction);
		run = pair ? run + 1 : 0;
		if (k > 0 && k < n && !(pair && before) &&
		    ff_model_is_diagonal(&look->graph->model)) {
			add_corner(look, at_x - dy, at_y - dx, FF_SE);
			add_corner(look, at_x - dy, at_y - dx, FF_SW);
		}
		before = pair;
	}
}

void ff_portals_look_at(struct ff_portals_look *look, uint32_t sector)
{
	const struct ff_portal_graph *graph = look->graph;
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	int32_t right = area.x + area.w - 1, below = area.y + area.h - 1;
	bool east = right + 1 < look->cost->w, south = below + 1 < look->cost->h;

	if (east)
		look_along(look, right, area.y, area.h, FF_E);
	if (south)
		look_along(look, area.x, below, area.w, FF_S);
	if (east && south && ff_model_is_diagonal(&graph->model)) {
		add_corner(look, right, below, FF_SE);
		add_corner(look, right, below, FF_SW);
	}
}

bool ff_portals_look_clear(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			   uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	const uint8_t *cells = cost->cells + ff_cost_index(cost, area.x, area.y);
	int32_t y = 0;

	while (y < area.h &&
	       memcmp(cells + (size_t)y * (size_t)cost->w, graph->clear_cost, (size_t)area.w) == 0)
		y++;
	return y == area.h;
}
