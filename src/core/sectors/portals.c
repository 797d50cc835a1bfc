/*
 * Each border is scanned for runs of open pairs, and nodes are placed in them.  Then each node is
 * the seed of a field of its sector, whose values at the other nodes are the costs of walking from
 * them to it.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

/* ---- the borders of a sector ---- */

/* Returns the index of a cell. */
static uint32_t cell_at(const struct ff_portals_scan *look, int32_t x, int32_t y)
{
	return (uint32_t)ff_cost_index(look->cost, x, y);
}

/*
 * Returns the number of nodes of a window: one in the middle of a narrow one, else both ends and
 * some between them.  On the ten maps of the tests, with sectors of 16, paths become 1.0013 times
 * as long as necessary on average and 1.062 times at worst; with a node on every third cell it is
 * 1.0008 and 1.016 times, for twice as many edges.
 */
static int32_t node_count(int32_t size, int32_t length)
{
	enum { NARROW = 3, APART = 5 };
	int32_t apart = size / 4 > APART ? size / 4 : APART;

	return length <= NARROW ? 1 : 2 + (length - 2) / apart;
}

/* Returns the offset of node k in a window of 'length' cells of equal cost. */
static int32_t even_offset(int32_t length, int32_t count, int32_t k)
{
	return count == 1 ? (length - 1) / 2 : (int32_t)((int64_t)k * (length - 1) / (count - 1));
}

/*
 * Returns the offset of node k by cost: the cheapest pair that is nearer to its even offset than to
 * its neighbours', of equals the nearest.  With random costs this more than halves the detours.
 */
static int32_t node_offset(const struct ff_cost *cost, const struct ff_portal *portal,
			   int32_t count, int32_t k)
{
	int32_t even = even_offset(portal->length, count, k), best = even, best_price = INT32_MAX;
	int32_t first = 0, last = portal->length - 1;

	if (k > 0)
		first = (even_offset(portal->length, count, k - 1) + even) / 2 + 1;
	if (k < count - 1)
		last = (even + even_offset(portal->length, count, k + 1)) / 2;
	for (int32_t place = first; place <= last; place++) {
		int32_t price =
			(int32_t)(ff_cost_at(cost,
					     ff_portal_graph_window(portal, 0, place, cost->w)) +
				  ff_cost_at(cost,
					     ff_portal_graph_window(portal, 1, place, cost->w)));

		if (price < best_price ||
		    (price == best_price && abs(place - even) < abs(best - even))) {
			best = place;
			best_price = price;
		}
	}
	return best;
}

/* Adds node k of 'count' in a portal's window, and the node across. */
static void add_crossing(struct ff_portals_scan *look, const struct ff_portal *portal,
			 int32_t count, int32_t k)
{
	uint32_t number = (uint32_t)look->crossing_count;
	int32_t place;

	look->crossing_count += 2;
	if (look->crossings == NULL)
		return;
	place = node_offset(look->cost, portal, count, k);
	for (uint32_t side = 0; side < 2; side++)
		look->crossings[number + side] = (struct ff_portals_crossing){
			ff_portal_graph_window(portal, (int)side, place, look->cost->w),
			(uint32_t)(look->portal_count - 1), number + side};
}

static void add_portal(struct ff_portals_scan *look, uint32_t first, uint32_t facing,
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

/* Adds a step across a corner of four cells, if it is permitted; x,y is the upper left one. */
static void add_corner(struct ff_portals_scan *look, int32_t x, int32_t y,
		       enum ff_direction direction)
{
	int32_t from = direction == FF_SE ? x : x + 1, to = direction == FF_SE ? x + 1 : x;

	if (ff_neighbours_permit(look->cost, look->graph->model.corners, from, y, direction) &&
	    ff_cost_open(look->cost, from, y))
		add_portal(look, cell_at(look, from, y), cell_at(look, to, y + 1), 1, direction);
}

/* Scans the border to the right of or below a sector: 'n' pairs from cell x,y on. */
static void scan_border(struct ff_portals_scan *look, int32_t x, int32_t y, int32_t n,
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

void ff_portals_scan_sector(struct ff_portals_scan *look, uint32_t sector)
{
	const struct ff_portal_graph *graph = look->graph;
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	int32_t right = area.x + area.w - 1, below = area.y + area.h - 1;
	bool east = right + 1 < look->cost->w, south = below + 1 < look->cost->h;

	if (east)
		scan_border(look, right, area.y, area.h, FF_E);
	if (south)
		scan_border(look, area.x, below, area.w, FF_S);
	if (east && south && ff_model_is_diagonal(&graph->model)) {
		add_corner(look, right, below, FF_SE);
		add_corner(look, right, below, FF_SW);
	}
}

bool ff_portals_is_clear(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			 uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	const uint8_t *cells = cost->cells + ff_cost_index(cost, area.x, area.y);
	int32_t y = 0;

	if (cost->wide != NULL)
		return false;
	while (y < area.h &&
	       memcmp(cells + (size_t)y * (size_t)cost->w, graph->clear_cost, (size_t)area.w) == 0)
		y++;
	return y == area.h;
}

/* ---- the graph without costs ---- */

struct finder {
	struct ff_portal_graph *graph;
	struct ff_portals_scan look;
};

/* Finds the clear sectors of a row of sectors. */
static void find_clear(void *context, size_t row)
{
	const struct finder *finder = context;
	const struct ff_portal_graph *graph = finder->graph;
	uint32_t first = (uint32_t)row * (uint32_t)graph->sectors.columns;

	for (uint32_t s = first; s < first + (uint32_t)graph->sectors.columns; s++)
		graph->clear[s] = ff_portals_is_clear(graph, finder->look.cost, s);
}

static void scan_all(struct finder *finder)
{
	finder->look.portal_count = finder->look.crossing_count = 0;
	for (uint32_t s = 0; s < ff_sectors_count(&finder->graph->sectors); s++)
		ff_portals_scan_sector(&finder->look, s);
}

static int by_cell(const void *a, const void *b)
{
	const struct ff_portals_crossing *left = a, *right = b;

	if (left->cell != right->cell)
		return left->cell < right->cell ? -1 : 1;
	return (left->number > right->number) - (left->number < right->number);
}

/* Sorts crossings by sector, then by cell; 'places' gets the end of each sector's. */
static void order_crossings(const struct finder *finder, struct ff_portals_crossing *ordered,
			    size_t *places)
{
	const struct ff_portals_crossing *list = finder->look.crossings;
	const struct ff_sectors *sectors = &finder->graph->sectors;
	uint32_t count = ff_sectors_count(&finder->graph->sectors);

	for (size_t i = 0; i < finder->look.crossing_count; i++)
		places[ff_sectors_of(sectors, list[i].cell) + 1]++;
	for (uint32_t s = 0; s < count; s++)
		places[s + 1] += places[s];
	for (size_t i = 0; i < finder->look.crossing_count; i++)
		ordered[places[ff_sectors_of(sectors, list[i].cell)]++] = list[i];
	for (uint32_t s = 0; s < count; s++) {
		size_t first = s == 0 ? 0 : places[s - 1];

		qsort(ordered + first, places[s] - first, sizeof *ordered, by_cell);
	}
}

/* Turns cells into nodes and crossings into links; 'nodes' is lent, [crossing_count]. */
static void make_nodes(struct ff_portal_graph *graph, const struct ff_portals_crossing *ordered,
		       const size_t *places, uint32_t *nodes)
{
	uint32_t count = ff_sectors_count(&graph->sectors), node = 0;
	size_t i = 0;

	for (uint32_t s = 0; s < count; s++) {
		graph->first_node[s] = node;
		for (; i < places[s]; i++) {
			if (graph->first_node[s] == node ||
			    graph->cells[node - 1] != ordered[i].cell) {
				graph->first_link[node] = (uint32_t)i;
				graph->cells[node++] = ordered[i].cell;
			}
			nodes[ordered[i].number] = node - 1;
		}
	}
	graph->first_node[count] = node;
	graph->first_link[node] = (uint32_t)i;
	graph->node_count = node;
	graph->link_count = i;
	for (i = 0; i < graph->link_count; i++)
		graph->links[i] =
			(struct ff_portal_link){nodes[ordered[i].number ^ 1], ordered[i].portal};
}

/* Shrinks a list to 'count' items, if the system can. */
static void *fit_list(void *list, size_t count, size_t size)
{
	void *fitted = realloc(list, (count + 1) * size);

	if (fitted == NULL)
		return list;
	return fitted;
}

/* Makes nodes and links of the crossings, which it frees once they are sorted: on open ground they
 * take more memory than the graph. */
static enum ff_status make_graph(struct finder *finder)
{
	struct ff_portal_graph *graph = finder->graph;
	size_t sectors = ff_sectors_count(&graph->sectors), n = finder->look.crossing_count;
	struct ff_portals_crossing *ordered = malloc((n + 1) * sizeof *ordered);
	size_t *places = calloc(sectors + 1, sizeof *places);
	uint32_t *nodes = NULL;
	enum ff_status st = FF_E_NOMEM;

	if (ordered == NULL || places == NULL)
		goto out;
	order_crossings(finder, ordered, places);
	free(finder->look.crossings);
	finder->look.crossings = NULL;
	nodes = malloc((n + 1) * sizeof *nodes);
	graph->cells = malloc((n + 1) * sizeof *graph->cells);
	graph->links = malloc((n + 1) * sizeof *graph->links);
	graph->first_link = malloc((n + 1) * sizeof *graph->first_link);
	graph->first_node = malloc((sectors + 1) * sizeof *graph->first_node);
	if (nodes != NULL && graph->cells != NULL && graph->links != NULL &&
	    graph->first_link != NULL && graph->first_node != NULL) {
		make_nodes(graph, ordered, places, nodes);
		st = FF_OK;
		graph->cells = fit_list(graph->cells, graph->node_count, sizeof *graph->cells);
		graph->first_link =
			fit_list(graph->first_link, graph->node_count, sizeof *graph->first_link);
	}
out:
	free(ordered);
	free(places);
	free(nodes);
	return st;
}

enum ff_status ff_portals_find(struct ff_portal_graph *graph, const struct ff_model *model,
			       const struct ff_cost *cost, int32_t size,
			       const struct ff_machine *machine)
{
	struct ff_portal_graph found = {.sectors = ff_sectors_cut(cost->w, cost->h, size),
					.model = *model,
					.least = ff_cost_range(cost).least};
	struct finder finder = {.graph = &found, .look = {.graph = &found, .cost = cost}};
	struct ff_portals_scan *look = &finder.look;
	uint32_t sectors = ff_sectors_count(&found.sectors);
	enum ff_status st = FF_E_NOMEM;

	found.clear = malloc(sectors);
	found.clear_cost = ff_memory_cells(size, size, 1);
	if (found.clear == NULL || found.clear_cost == NULL)
		goto out;
	memset(found.clear_cost, 1, (size_t)size * (size_t)size);
	ff_pool_run(ff_machine_pool(machine), (size_t)found.sectors.rows, find_clear, &finder);
	for (uint32_t s = 0; s < sectors; s++)
		found.clear_count += found.clear[s];
	/* Counts first: growing lists would take twice the memory. */
	scan_all(&finder);
	found.portal_count = look->portal_count;
	found.portals = look->portals = malloc((look->portal_count + 1) * sizeof *look->portals);
	look->crossings = malloc((look->crossing_count + 1) * sizeof *look->crossings);
	if (look->portals == NULL || look->crossings == NULL)
		goto out;
	scan_all(&finder);
	if ((st = make_graph(&finder)) == FF_OK)
		*graph = found;
out:
	free(look->crossings);
	if (st != FF_OK)
		ff_portal_graph_free(&found);
	return st;
}

uint64_t ff_portals_estimate(const struct ff_sectors *sectors)
{
	uint64_t columns = (uint64_t)sectors->columns, rows = (uint64_t)sectors->rows;
	uint64_t portals = (columns - 1) * rows + columns * (rows - 1);
	uint64_t crossings = 2 * portals * (uint64_t)node_count(sectors->size, sectors->size);
	/* Nodes in a corner of a sector belong to two borders. */
	uint64_t shared = 4 * columns * rows;
	uint64_t nodes = crossings > 2 * shared ? crossings - shared : crossings;
	uint64_t making = 2 * crossings * sizeof(struct ff_portals_crossing);
	uint64_t graph = crossings * sizeof(struct ff_portal_link) + nodes * 2 * sizeof(uint32_t);
	uint64_t searching = graph + nodes * ff_route_node_size();

	return portals * sizeof(struct ff_portal) +
	       columns * rows * (sizeof(void *) + sizeof(uint32_t)) +
	       (making > searching ? making : searching);
}

/* ---- costs ---- */

/* Sectors that threads price at the same time. */
struct pricing {
	struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	const struct ff_machine *machine;
	const uint32_t *sectors; /* [count]  NULL: all sectors */
	size_t count;
	atomic_int status; /* enum ff_status; the last failure */
};

enum { BATCH = 64 }; /* sectors per part */

/* Finds the costs between all nodes of a sector, one field for each, and stores them. */
static enum ff_status price_sector(struct ff_portal_graph *graph, struct ff_sector_map *map,
				   uint32_t sector)
{
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	double *costs = malloc(((size_t)n * n + 1) * sizeof *costs);
	enum ff_status st = costs == NULL ? FF_E_NOMEM : FF_OK;

	for (uint32_t to = 0; to < n && st == FF_OK; to++) {
		struct ff_seed seed = {.cell = graph->cells[first + to]};

		ff_sector_map_take(map, sector);
		st = ff_sector_map_start(map, &(struct ff_seeds){&seed, 1});
		if (st == FF_OK)
			st = ff_sector_map_integrate(map);
		for (uint32_t i = 0; i < n && st == FF_OK; i++)
			costs[(size_t)i * n + to] = ff_field_raw(
				&map->field, ff_sector_map_local(map, graph->cells[first + i]));
	}
	if (st == FF_OK)
		st = ff_portal_graph_set(graph, sector, costs);
	free(costs);
	return st;
}

static void price_batch(void *context, size_t part)
{
	struct pricing *pricing = context;
	struct ff_portal_graph *graph = pricing->graph;
	size_t first = part * BATCH;
	struct ff_sector_map map;
	enum ff_status st = ff_sector_map_open(&map, graph, pricing->cost,
					       ff_integrate_type(&graph->model), pricing->machine);

	for (size_t i = first; i < pricing->count && i - first < BATCH && st == FF_OK; i++) {
		uint32_t s = pricing->sectors == NULL ? (uint32_t)i : pricing->sectors[i];

		if (!ff_portal_graph_implied(graph, s))
			st = price_sector(graph, &map, s);
	}
	ff_sector_map_close(&map);
	if (st != FF_OK)
		atomic_store(&pricing->status, (int)st);
}

enum ff_status ff_portals_price_some(struct ff_portal_graph *graph, const struct ff_cost *cost,
				     const uint32_t *sectors, size_t count,
				     const struct ff_machine *machine)
{
	struct pricing pricing = {.graph = graph,
				  .cost = cost,
				  .machine = machine,
				  .sectors = sectors,
				  .count = count};

	atomic_init(&pricing.status, FF_OK);
	if (count > 0)
		ff_pool_run(ff_machine_pool(machine), (count - 1) / BATCH + 1, price_batch,
			    &pricing);
	return (enum ff_status)atomic_load(&pricing.status);
}

enum ff_status ff_portals_price(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_machine *machine)
{
	uint32_t count = ff_sectors_count(&graph->sectors);
	enum ff_status st = FF_E_NOMEM;

	if ((graph->costs = calloc(count, sizeof(void *))) != NULL)
		st = ff_portals_price_some(graph, cost, NULL, count, machine);
	for (uint32_t s = 0; st != FF_OK && graph->costs != NULL && s < count; s++)
		free(graph->costs[s]);
	if (st != FF_OK) {
		free(graph->costs);
		graph->costs = NULL;
	}
	return st;
}
