/*
 * Each border is scanned for runs of open pairs, and nodes are placed in them.  Then each node is
 * the seed of a field of its sector, whose values at the other nodes are the costs of walking from
 * them to it.  These fields take most of the time, so after edits portals are found again, and
 * sectors with the same cells and nodes keep their costs.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

/* ---- the borders of a sector ---- */

/* A node.  The node across the border is the crossing before or after it in the list. */
struct crossing {
	uint32_t cell, portal;
	uint32_t number; /* its index in the list of all crossings, as they were found */
};

/* Lists of the portals and crossings of borders, borrowed, with room for all; while they are NULL,
 * crossings are only counted. */
struct scan {
	struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	struct ff_portal *portals;
	struct crossing *crossings;
	size_t portal_count, crossing_count;
};

/* Returns the index of a cell. */
static uint32_t cell_at(const struct scan *look, int32_t x, int32_t y)
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
static void add_crossing(struct scan *look, const struct ff_portal *portal, int32_t count,
			 int32_t k)
{
	uint32_t number = (uint32_t)look->crossing_count;
	int32_t place;

	look->crossing_count += 2;
	if (look->crossings == NULL)
		return;
	place = node_offset(look->cost, portal, count, k);
	for (uint32_t side = 0; side < 2; side++)
		look->crossings[number + side] = (struct crossing){
			ff_portal_graph_window(portal, (int)side, place, look->cost->w),
			(uint32_t)(look->portal_count - 1), number + side};
}

static void add_portal(struct scan *look, uint32_t first, uint32_t facing, int32_t length,
		       enum ff_direction direction)
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
static void add_corner(struct scan *look, int32_t x, int32_t y, enum ff_direction direction)
{
	int32_t from = direction == FF_SE ? x : x + 1, to = direction == FF_SE ? x + 1 : x;

	if (ff_neighbours_permit(look->cost, look->graph->model.corners, from, y, direction) &&
	    ff_cost_open(look->cost, from, y))
		add_portal(look, cell_at(look, from, y), cell_at(look, to, y + 1), 1, direction);
}

/* Scans the border to the right of or below a sector: 'n' pairs from cell x,y on. */
static void scan_border(struct scan *look, int32_t x, int32_t y, int32_t n,
			enum ff_direction direction)
{
	const struct ff_model *model = &look->graph->model;
	/* A strict corner step lies between two pairs, so in a window. */
	bool corners = ff_model_is_diagonal(model) && model->corners != FF_CORNERS_STRICT;
	const uint8_t *cells = look->cost->cells;
	uint32_t w = (uint32_t)look->cost->w, across = direction == FF_E ? 1 : w;
	uint32_t at = cell_at(look, x, y), along = direction == FF_E ? w : 1;
	int32_t run = 0;

	for (int32_t k = 0; k <= n; k++, at += along) {
		bool pair =
			k < n && cells[at] != FF_COST_WALL && cells[at + across] != FF_COST_WALL;

		if (!pair && run > 0)
			add_portal(look, at - (uint32_t)run * along,
				   at - (uint32_t)run * along + across, run, direction);
		if (corners && k > 0 && k < n && !(pair && run > 0))
			for (int d = FF_SE; d <= FF_SW; d += FF_SW - FF_SE)
				add_corner(look, (int32_t)((at - along) % w),
					   (int32_t)((at - along) / w), (enum ff_direction)d);
		run = pair ? run + 1 : 0;
	}
}

/* Finds the portals at the borders to the right of and below a sector, and at the corner between
 * them. */
static void scan_sector(struct scan *look, uint32_t sector)
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

/* Returns true if every cell of a sector of a map that is not wide costs 1. */
static bool is_clear(const struct ff_portal_graph *graph, const struct ff_cost *cost,
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

/* Finds the clear sectors of a row of sectors. */
static void find_clear(void *context, size_t row)
{
	const struct scan *look = context;
	const struct ff_portal_graph *graph = look->graph;
	uint32_t first = (uint32_t)row * (uint32_t)graph->sectors.columns;

	for (uint32_t s = first; s < first + (uint32_t)graph->sectors.columns; s++)
		graph->clear[s] = is_clear(graph, look->cost, s);
}

static void scan_all(struct scan *look)
{
	look->portal_count = look->crossing_count = 0;
	for (uint32_t s = 0; s < ff_sectors_count(&look->graph->sectors); s++)
		scan_sector(look, s);
}

/* Sorts crossings by sector, then by cell; 'places' gets the end of each sector's. */
static void order_crossings(const struct scan *look, struct crossing *ordered, size_t *places)
{
	const struct crossing *list = look->crossings;
	const struct ff_sectors *sectors = &look->graph->sectors;
	uint32_t count = ff_sectors_count(&look->graph->sectors);

	for (size_t i = 0; i < look->crossing_count; i++)
		places[ff_sectors_of(sectors, list[i].cell) + 1]++;
	for (uint32_t s = 0; s < count; s++)
		places[s + 1] += places[s];
	for (size_t i = 0; i < look->crossing_count; i++)
		ordered[places[ff_sectors_of(sectors, list[i].cell)]++] = list[i];
	/* Each sector has a few lists of ascending cells. */
	for (uint32_t s = 0; s < count; s++)
		for (size_t first = s == 0 ? 0 : places[s - 1], i = first; i < places[s]; i++) {
			struct crossing moved = ordered[i];
			size_t to = i;

			for (; to > first && ordered[to - 1].cell > moved.cell; to--)
				ordered[to] = ordered[to - 1];
			ordered[to] = moved;
		}
}

/* Turns cells into nodes and crossings into links; 'nodes' is lent, [crossing_count]. */
static void make_nodes(struct ff_portal_graph *graph, const struct crossing *ordered,
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
static enum ff_status make_graph(struct scan *look)
{
	struct ff_portal_graph *graph = look->graph;
	size_t sectors = ff_sectors_count(&graph->sectors), n = look->crossing_count;
	struct crossing *ordered = malloc((n + 1) * sizeof *ordered);
	size_t *places = calloc(sectors + 1, sizeof *places);
	uint32_t *nodes = NULL;
	enum ff_status st = FF_E_NOMEM;

	if (ordered == NULL || places == NULL)
		goto out;
	order_crossings(look, ordered, places);
	free(look->crossings);
	look->crossings = NULL;
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
	struct scan look = {.graph = &found, .cost = cost};
	uint32_t sectors = ff_sectors_count(&found.sectors);
	enum ff_status st = FF_E_NOMEM;

	found.clear = malloc(sectors);
	found.clear_cost = ff_memory_cells(size, size, 1);
	if (found.clear == NULL || found.clear_cost == NULL)
		goto out;
	memset(found.clear_cost, 1, (size_t)size * (size_t)size);
	ff_pool_run(ff_machine_pool(machine), (size_t)found.sectors.rows, find_clear, &look);
	for (uint32_t s = 0; s < sectors; s++)
		found.clear_count += found.clear[s];
	/* Counts first: growing lists would take twice the memory. */
	scan_all(&look);
	found.portal_count = look.portal_count;
	found.portals = look.portals = malloc((look.portal_count + 1) * sizeof *look.portals);
	look.crossings = malloc((look.crossing_count + 1) * sizeof *look.crossings);
	if (look.portals == NULL || look.crossings == NULL)
		goto out;
	scan_all(&look);
	if ((st = make_graph(&look)) == FF_OK)
		*graph = found;
out:
	free(look.crossings);
	if (st != FF_OK)
		ff_portal_graph_free(&found);
	return st;
}

/* ---- costs ---- */

/* Sectors that threads price at the same time. */
struct pricing {
	struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	const struct ff_machine *machine;
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

/* Prices the sectors of a batch that have no costs. */
static void price_batch(void *context, size_t part)
{
	struct pricing *pricing = context;
	struct ff_portal_graph *graph = pricing->graph;
	size_t first = part * BATCH, count = ff_sectors_count(&graph->sectors);
	struct ff_sector_map map = {0};
	enum ff_status st = FF_OK;

	for (size_t s = first; s < count && s - first < BATCH && st == FF_OK; s++) {
		if (graph->costs[s] != NULL || ff_portal_graph_implied(graph, (uint32_t)s))
			continue;
		if (map.graph == NULL)
			st = ff_sector_map_open(&map, graph, pricing->cost,
						ff_integrate_type(&graph->model), pricing->machine);
		if (st == FF_OK)
			st = price_sector(graph, &map, (uint32_t)s);
	}
	ff_sector_map_close(&map);
	if (st != FF_OK)
		atomic_store(&pricing->status, (int)st);
}

/* Sets the costs within the sectors that have none. */
static enum ff_status price_missing(struct ff_portal_graph *graph, const struct ff_cost *cost,
				    const struct ff_machine *machine)
{
	struct pricing pricing = {.graph = graph, .cost = cost, .machine = machine};
	size_t count = ff_sectors_count(&graph->sectors);

	atomic_init(&pricing.status, FF_OK);
	ff_pool_run(ff_machine_pool(machine), (count - 1) / BATCH + 1, price_batch, &pricing);
	return (enum ff_status)atomic_load(&pricing.status);
}

enum ff_status ff_portals_price(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_machine *machine)
{
	uint32_t count = ff_sectors_count(&graph->sectors);
	enum ff_status st = FF_E_NOMEM;

	if ((graph->costs = calloc(count, sizeof(void *))) != NULL)
		st = price_missing(graph, cost, machine);
	for (uint32_t s = 0; st != FF_OK && graph->costs != NULL && s < count; s++)
		free(graph->costs[s]);
	if (st != FF_OK) {
		free(graph->costs);
		graph->costs = NULL;
	}
	return st;
}

/* ---- renewal ---- */

/* Returns true if the maps differ in a sector or in that many cells around it. */
static bool differ_in(const struct ff_cost *a, const struct ff_cost *b, struct ff_sectors_area area,
		      int32_t margin)
{
	int32_t left = area.x > margin ? area.x - margin : 0;
	int32_t top = area.y > margin ? area.y - margin : 0;
	int32_t right = a->w - area.x - area.w > margin ? area.x + area.w + margin : a->w;
	int32_t bottom = a->h - area.y - area.h > margin ? area.y + area.h + margin : a->h;
	size_t n = (size_t)(right - left);

	for (int32_t y = top; y < bottom; y++) {
		size_t first = ff_cost_index(a, left, y);

		if (memcmp(a->cells + first, b->cells + first, n) != 0 ||
		    (a->wide != NULL &&
		     memcmp(a->wide + first, b->wide + first, n * sizeof *a->wide) != 0))
			return true;
	}
	return false;
}

/* Moves the costs of the sectors that keep them from one graph to the other. */
static void move_costs(struct ff_portal_graph *from, struct ff_portal_graph *to,
		       const uint8_t *marks)
{
	for (uint32_t s = 0; s < ff_sectors_count(&from->sectors); s++)
		if ((marks[s] & FF_PORTALS_RENEW_COSTS) == 0) {
			to->costs[s] = from->costs[s];
			from->costs[s] = NULL;
		}
}

enum ff_status ff_portals_renew(struct ff_portal_graph *graph, const struct ff_cost *before,
				const struct ff_cost *cost, const struct ff_machine *machine,
				uint8_t *marks)
{
	uint32_t sectors = ff_sectors_count(&graph->sectors);
	struct ff_portal_graph made;
	enum ff_status st =
		ff_portals_find(&made, &graph->model, cost, graph->sectors.size, machine);

	if (st != FF_OK)
		return st;
	for (uint32_t s = 0; s < sectors; s++) {
		const struct ff_sectors_area area = ff_sectors_area(&graph->sectors, s);
		bool edited = differ_in(before, cost, area, 0);
		uint32_t i = graph->first_node[s], j = made.first_node[s];
		uint32_t n = graph->first_node[s + 1] - i;
		bool same = n == made.first_node[s + 1] - j &&
			    memcmp(graph->cells + i, made.cells + j, n * sizeof *made.cells) == 0;

		marks[s] = edited || !same ? FF_PORTALS_RENEW_COSTS : 0;
		if (edited ||
		    (ff_model_is_continuous(&graph->model) && differ_in(before, cost, area, 1)))
			marks[s] |= FF_PORTALS_RENEW_FIELDS;
	}
	if ((made.costs = calloc(sectors, sizeof(void *))) == NULL) {
		ff_portal_graph_free(&made);
		return FF_E_NOMEM;
	}
	move_costs(graph, &made, marks);
	if ((st = price_missing(&made, cost, machine)) != FF_OK) {
		move_costs(&made, graph, marks);
		ff_portal_graph_free(&made);
		return st;
	}
	ff_portal_graph_free(graph);
	*graph = made;
	return FF_OK;
}
