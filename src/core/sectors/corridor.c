/*
 * Filling follows a route from the goal's sector outwards and integrates each sector from the
 * values of its neighbour at their border (E. Emerson, "Crowd pathfinding and steering using flow
 * field tiles", Game AI Pro, 2013).  Unlike there, a value crosses the border at the price of the
 * step, through every pair of cells, so the field is exact except for the sectors that the route
 * leaves out.
 *
 * Widening is Dijkstra's algorithm with sectors in place of cells: the sector that is entered with
 * the least value is integrated next, from all values known around it.  A sector is not entered if
 * that value plus a lower bound of the rest to each source (least_between()) is not below the
 * source's cost.  In the end every source has its least cost.  Proof: on a cheaper way to a source,
 * let n be the cell nearest to the goal whose value is too high, and m the one after n, whose value
 * is right.  They are in different sectors, since within a sector each cell has the least that its
 * neighbours give it.  So m (or, if n is a goal, its start) offers to enter n's sector with n's
 * true value; since this was not taken, no way through n is cheaper.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/queue.h"
#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

static const uint32_t none = UINT32_MAX;

struct filler {
	const struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	struct ff_sector_field *field;
	struct ff_sector_cache *cache;
	struct ff_routes *routes;
	const struct ff_machine *machine;
	struct ff_sector_map map;
	struct ff_sector_goals goals; /* owned */
};

/* Returns the content of a cell of the field. */
static double value_of(const struct ff_sector_field *field, uint32_t cell)
{
	uint32_t w = (uint32_t)field->sectors.w;

	return ff_sector_field_raw(field, (int32_t)(cell % w), (int32_t)(cell / w));
}

/* Lowers the field to 'values' where these are less, also in the margin; sets '*better' if any cell
 * fell. */
static enum ff_status merge_values(struct filler *filler, const struct ff_sector_values *values,
				   uint32_t sector, bool *better)
{
	const struct ff_field *from = &values->field;
	const struct ff_sectors_area *area = &values->area;
	int32_t margin = (from->w - area->w) / 2;
	struct ff_field to;
	enum ff_status st = ff_sector_field_add(filler->field, sector, &to);

	filler->routes->computed[sector] |= FF_ROUTES_COMPUTED;
	for (int32_t y = -margin; y < area->h + margin && st == FF_OK; y++)
		for (int32_t x = -margin; x < area->w + margin && st == FF_OK; x++) {
			size_t at = (size_t)(y + margin) * (size_t)from->w + (size_t)(x + margin);
			double value = values->base + ff_field_raw(from, at);
			size_t i = (size_t)y * (size_t)to.w + (size_t)x;

			if (value == FF_FIELD_NONEF)
				continue;
			if (x < 0 || y < 0 || x >= area->w || y >= area->h) {
				/* Euclid's margin is another sector's, and others depend on it. */
				if (value >=
				    ff_sector_field_raw(filler->field, area->x + x, area->y + y))
					continue;
				*better = true;
				st = ff_sector_field_set(filler->field, area->x + x, area->y + y,
							 value);
			} else if (value < ff_field_raw(&to, i)) {
				*better = true;
				if (!ff_field_set(&to, i, value))
					st = FF_E_LIMIT;
			}
		}
	return st;
}

/* Gets the values of the current sector for its seeds, from the cache or by integrating it;
 * 'filled' if the field has them already. */
static enum ff_status get_values(struct filler *filler, uint32_t sector, uint32_t exit, bool filled,
				 struct ff_sector_values *values)
{
	struct ff_sector_map *map = &filler->map;
	double base = ff_sector_map_order(map);
	const struct ff_sector_cache_key key = {sector, exit, {map->seeds, map->seed_count}};
	const struct ff_field *found = ff_sector_cache_find(filler->cache, &key);
	enum ff_status st = FF_OK;
	bool better = false;

	if (found == NULL) {
		if ((st = ff_sector_map_integrate(map)) != FF_OK ||
		    (st = ff_sector_cache_put(filler->cache, &key, &map->field)) != FF_OK)
			return st;
		found = &map->field;
		filler->routes->computed[sector] |= FF_ROUTES_INTEGRATED;
	}
	*values = (struct ff_sector_values){.field = *found, .area = map->area, .base = base};
	return filled ? FF_OK : merge_values(filler, values, sector, &better);
}

/* Fills the sectors of a route, except those where it is an earlier one. */
static enum ff_status fill_route(struct filler *filler, const struct ff_route *route)
{
	const struct ff_sectors *sectors = &filler->graph->sectors;
	uint32_t at = ff_sectors_of(sectors, route->goal);
	struct ff_seeds goals = ff_sector_goals_of(&filler->goals, at);
	struct ff_sector_values values;
	enum ff_status st;

	ff_sector_map_take(&filler->map, at);
	if ((st = ff_sector_map_start(&filler->map, &goals)) == FF_OK)
		st = get_values(filler, at, none, route->merged > 0, &values);
	for (size_t i = route->node_count; i-- > 0 && st == FF_OK;) {
		uint32_t sector = ff_sectors_of(sectors, filler->graph->cells[route->nodes[i]]);

		if (sector == at)
			continue;
		ff_sector_map_take(&filler->map, sector);
		if ((st = ff_sector_map_enter(&filler->map, &values)) == FF_OK)
			st = get_values(filler, sector, at, i >= route->node_count - route->merged,
					&values);
		at = sector;
	}
	return st;
}

/* Returns true if a route passes no sector before it meets the earlier one that it joins: then that
 * one has filled all of its sectors. */
static bool is_filled(const struct filler *filler, const struct ff_route *route)
{
	const struct ff_sectors *sectors = &filler->graph->sectors;
	const uint32_t *cells = filler->graph->cells;
	uint32_t at = ff_sectors_of(sectors, route->source);
	size_t own = route->node_count - route->merged;

	for (size_t i = 0; i <= own && route->merged > 0; i++)
		if (ff_sectors_of(sectors, cells[route->nodes[i]]) != at)
			return false;
	return route->merged > 0;
}

static void read_costs(struct ff_routes *routes, const struct ff_sector_field *field)
{
	for (size_t i = 0; i < routes->count; i++)
		if (routes->items[i].reached)
			routes->items[i].cost = value_of(field, routes->items[i].source);
}

static enum ff_status open_filler(struct filler *filler, const struct ff_seeds *seeds)
{
	enum ff_status st =
		ff_sector_map_open(&filler->map, filler->graph, filler->cost,
				   ff_integrate_type(&filler->graph->model), filler->machine);

	if (st == FF_OK)
		st = ff_sector_goals_make(&filler->goals, seeds, &filler->graph->sectors);
	return st;
}

static void close_filler(struct filler *filler)
{
	ff_sector_map_close(&filler->map);
	ff_sector_goals_free(&filler->goals);
}

enum ff_status ff_corridor_fill(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_seeds *seeds, struct ff_routes *routes,
				struct ff_sector_cache *cache, struct ff_sector_field *field,
				const struct ff_machine *machine)
{
	struct filler filler = {.graph = graph,
				.cost = cost,
				.field = field,
				.cache = cache,
				.routes = routes,
				.machine = machine};
	enum ff_status st = open_filler(&filler, seeds);

	for (size_t i = 0; i < routes->count && st == FF_OK; i++)
		if (routes->items[i].reached && !is_filled(&filler, &routes->items[i]))
			st = fill_route(&filler, &routes->items[i]);
	if (st == FF_OK)
		read_costs(routes, field);
	close_filler(&filler);
	return st;
}

struct widening {
	struct filler filler;
	const struct ff_seeds *seeds;
	double *due; /* owned; [sectors]  the least value that enters each; NONEF: none pending */
	struct ff_queue_heap queue; /* owned; sectors by that value; may hold outdated entries */
};

/* Returns a lower bound of the cost from a route's source to any cell of a sector. */
static double least_between(const struct widening *w, const struct ff_route *route, uint32_t sector)
{
	const struct ff_portal_graph *graph = w->filler.graph;
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	size_t from = (size_t)ff_sectors_of(&graph->sectors, route->source) * graph->landmark_count;
	size_t to = (size_t)sector * graph->landmark_count;
	int32_t x = (int32_t)(route->source % (uint32_t)graph->sectors.w);
	int32_t y = (int32_t)(route->source / (uint32_t)graph->sectors.w);
	int32_t dx = x < area.x ? area.x - x : x >= area.x + area.w ? x - area.x - area.w + 1 : 0;
	int32_t dy = y < area.y ? area.y - y : y >= area.y + area.h ? y - area.y - area.h + 1 : 0;
	double least;

	least = ff_model_bound(&graph->model, graph->least, dx, dy);
	if (graph->landmark_count == 0 || route->node_count == 0 || !graph->joined[route->nodes[0]])
		return least;
	for (uint32_t k = 0; k < graph->landmark_count; k++) {
		double bound = (double)graph->near[from + k] - (double)graph->far[to + k];

		least = bound > least ? bound : least;
	}
	return least;
}

/* Returns the least cost of a route's source that is known so far. */
static double known_cost(const struct widening *w, const struct ff_route *route)
{
	double value = value_of(w->filler.field, route->source);

	return value < route->cost ? value : route->cost;
}

/* Returns true if a value in a sector might lower the cost of a source. */
static bool can_improve(const struct widening *w, uint32_t sector, double value)
{
	const struct filler *filler = &w->filler;

	for (size_t i = 0; i < filler->routes->count; i++) {
		const struct ff_route *route = &filler->routes->items[i];

		if (route->reached &&
		    value + least_between(w, route, sector) < known_cost(w, route))
			return true;
	}
	return false;
}

static enum ff_status enter_sector(struct widening *w, uint32_t sector, double value)
{
	if (value >= w->due[sector] || !can_improve(w, sector, value))
		return FF_OK;
	w->due[sector] = value;
	return ff_queue_heap_put(&w->queue, (struct ff_queue_heap_entry){value, 0, sector});
}

/* Queues the sectors that the value of a border cell enters. */
static enum ff_status offer_neighbours(struct widening *w, int32_t x, int32_t y, uint32_t sector)
{
	const struct filler *filler = &w->filler;
	const struct ff_model *model = &filler->graph->model;
	size_t here = ff_cost_index(filler->cost, x, y);
	double value = ff_sector_field_raw(filler->field, x, y);
	enum ff_status st = FF_OK;

	for (int d = 0; d < FF_DIRECTIONS && value < FF_FIELD_NONEF && st == FF_OK;
	     d += ff_model_is_diagonal(model) ? 1 : 2) {
		enum ff_direction direction = (enum ff_direction)d;
		size_t to;
		double there;
		uint32_t other;

		if (!ff_neighbours_permit(filler->cost, model->corners, x, y, direction))
			continue;
		to = ff_neighbours_index(filler->cost, x, y, direction);
		other = ff_sectors_of(&filler->graph->sectors, (uint32_t)to);
		if (other == sector)
			continue;
		there = value + ff_model_price(model, ff_neighbours_diagonal(direction),
					       ff_cost_at(filler->cost, to),
					       ff_cost_at(filler->cost, here));
		if (there < value_of(filler->field, (uint32_t)to))
			st = enter_sector(w, other, there);
	}
	return st;
}

static enum ff_status offer_border(struct widening *w, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&w->filler.graph->sectors, sector);
	int32_t right = area.x + area.w - 1, below = area.y + area.h - 1;
	enum ff_status st = FF_OK;

	for (int32_t x = area.x; x <= right && st == FF_OK; x++)
		if ((st = offer_neighbours(w, x, area.y, sector)) == FF_OK)
			st = offer_neighbours(w, x, below, sector);
	for (int32_t y = area.y; y <= below && st == FF_OK; y++)
		if ((st = offer_neighbours(w, area.x, y, sector)) == FF_OK)
			st = offer_neighbours(w, right, y, sector);
	return st;
}

static enum ff_status begin_widening(struct widening *w)
{
	const struct filler *filler = &w->filler;
	uint32_t sectors = ff_sectors_count(&filler->graph->sectors);
	enum ff_status st = FF_OK;

	w->due = malloc(sectors * sizeof *w->due);
	if (w->due == NULL)
		return FF_E_NOMEM;
	for (uint32_t s = 0; s < sectors; s++)
		w->due[s] = FF_FIELD_NONEF;
	for (uint32_t s = 0; s < sectors && st == FF_OK; s++)
		if (filler->routes->computed[s])
			st = offer_border(w, s);
	for (size_t i = 0; i < w->seeds->count && st == FF_OK; i++) {
		const struct ff_seed *seed = &w->seeds->items[i];

		if (seed->start < value_of(filler->field, seed->cell))
			st = enter_sector(w, ff_sectors_of(&filler->graph->sectors, seed->cell),
					  seed->start);
	}
	return st;
}

/* Integrates a sector from all values known around it. */
static enum ff_status integrate_due(struct widening *w, uint32_t sector)
{
	struct filler *filler = &w->filler;
	struct ff_sector_map *map = &filler->map;
	const struct ff_sector_values around = {.known = filler->field};
	struct ff_seeds goals = ff_sector_goals_of(&filler->goals, sector);
	struct ff_sector_values values;
	enum ff_status st;
	bool better = false;

	filler->routes->computed[sector] |= FF_ROUTES_INTEGRATED;
	ff_sector_map_take(map, sector);
	if ((st = ff_sector_map_start(map, &goals)) != FF_OK ||
	    (st = ff_sector_map_enter(map, &around)) != FF_OK)
		return st;
	values.base = ff_sector_map_order(map);
	if ((st = ff_sector_map_integrate(map)) != FF_OK)
		return st;
	values.field = map->field;
	values.area = map->area;
	if ((st = merge_values(filler, &values, sector, &better)) != FF_OK || !better)
		return st;
	return offer_border(w, sector);
}

static enum ff_status widen_steps(struct widening *w, uint64_t *integrated)
{
	enum ff_status st = begin_widening(w);

	while (st == FF_OK && w->queue.count > 0) {
		struct ff_queue_heap_entry due = ff_queue_heap_take(&w->queue);

		if (due.bound != w->due[due.item])
			continue;
		w->due[due.item] = FF_FIELD_NONEF;
		if (!can_improve(w, due.item, due.bound))
			continue;
		++*integrated;
		st = integrate_due(w, due.item);
	}
	return st;
}

static void close_widening(struct widening *w)
{
	free(w->due);
	free(w->queue.entries);
}

/* Integrates all cells up to the dearest source in one piece: with euclid a value depends on others
 * several cells away, so that costs found sector by sector are too high.  The caller frees the
 * cells of 'whole'. */
static enum ff_status integrate_whole(const struct ff_portal_graph *graph,
				      const struct ff_cost *cost, const struct ff_seeds *seeds,
				      const struct ff_routes *routes,
				      const struct ff_machine *machine, struct ff_field *whole)
{
	const struct ff_model *model = &graph->model;
	const enum ff_field_type type = ff_integrate_type(model);
	size_t size = ff_integrate_scratch(model, type, cost->w, cost->h, machine);
	void *scratch = malloc(size);
	enum ff_status st = FF_E_NOMEM;
	double most = 0;

	*whole = (struct ff_field){
		.w = cost->w, .h = cost->h, .type = type, .unit = ff_model_unit(model)};
	whole->cells = ff_memory_cells(whole->w, whole->h, ff_field_size(type));
	for (size_t i = 0; i < routes->count; i++)
		if (routes->items[i].reached && routes->items[i].cost > most)
			most = routes->items[i].cost;
	if (scratch != NULL && whole->cells != NULL)
		/* More by one, since values above a large start are rounded there. */
		st = ff_integrate(model, cost, seeds, most + 1, whole, scratch, size, machine);
	free(scratch);
	return st;
}

static enum ff_status widen_euclid(const struct filler *filler, const struct ff_seeds *seeds)
{
	struct ff_field whole;
	enum ff_status st = integrate_whole(filler->graph, filler->cost, seeds, filler->routes,
					    filler->machine, &whole);

	if (st == FF_OK) {
		ff_sector_field_clear(filler->field);
		st = ff_sector_field_take(filler->field, &whole);
	}
	for (uint32_t s = 0; s < ff_sectors_count(&filler->graph->sectors); s++)
		if (filler->field->blocks[s] != NULL)
			filler->routes->computed[s] |= FF_ROUTES_COMPUTED | FF_ROUTES_INTEGRATED;
	free(whole.cells);
	return st;
}

enum ff_status ff_corridor_widen(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_seeds *seeds, struct ff_routes *routes,
				 struct ff_sector_field *field, uint64_t *integrated,
				 const struct ff_machine *machine)
{
	struct widening w = {.filler = {.graph = graph,
					.cost = cost,
					.field = field,
					.routes = routes,
					.machine = machine},
			     .seeds = seeds};
	enum ff_status st = open_filler(&w.filler, seeds);

	*integrated = 0;
	if (st == FF_OK && ff_model_is_continuous(&graph->model))
		st = widen_euclid(&w.filler, seeds);
	else if (st == FF_OK)
		st = widen_steps(&w, integrated);
	if (st == FF_OK)
		read_costs(routes, field);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++)
		routes->items[i].least = routes->items[i].cost;
	close_filler(&w.filler);
	close_widening(&w);
	return st;
}

/* Returns true if a route costs no more than a straight way over the cheapest ground, to the
 * nearest place of the box around all goals. */
static bool is_straight(const struct ff_portal_graph *graph, const struct ff_seeds *seeds,
			const struct ff_sectors_area *box, const struct ff_route *route)
{
	int32_t x = (int32_t)(route->source % (uint32_t)graph->sectors.w);
	int32_t y = (int32_t)(route->source / (uint32_t)graph->sectors.w);
	int32_t dx = x < box->x ? box->x - x : x >= box->x + box->w ? x - box->x - box->w + 1 : 0;
	int32_t dy = y < box->y ? box->y - y : y >= box->y + box->h ? y - box->y - box->h + 1 : 0;

	return !ff_model_is_continuous(&graph->model) &&
	       route->cost <=
		       seeds->items[0].start + ff_model_bound(&graph->model, graph->least, dx, dy);
}

/* Returns the smallest rectangle that contains all goals. */
static struct ff_sectors_area box_of(const struct ff_seeds *seeds, int32_t w)
{
	int32_t left = INT32_MAX, right = 0, top = INT32_MAX, bottom = 0;

	for (size_t i = 0; i < seeds->count; i++) {
		int32_t x = (int32_t)(seeds->items[i].cell % (uint32_t)w);
		int32_t y = (int32_t)(seeds->items[i].cell / (uint32_t)w);

		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y > bottom ? y : bottom;
	}
	return (struct ff_sectors_area){left, top, right - left + 1, bottom - top + 1};
}

/* Widens an empty field until the costs of all routes are the least.  Its sectors are large, since
 * a few large ones are integrated faster than many small ones, and need no portals. */
static enum ff_status widen_blocks(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				   const struct ff_seeds *seeds, struct ff_routes *routes,
				   enum ff_field_type type, const struct ff_machine *machine)
{
	enum { SIDE = 64 };
	struct ff_portal_graph blocks = {.sectors = ff_sectors_cut(cost->w, cost->h, SIDE),
					 .model = graph->model,
					 .least = graph->least};
	uint32_t count = ff_sectors_count(&blocks.sectors);
	struct ff_sector_field field;
	struct widening w = {.filler = {.graph = &blocks,
					.cost = cost,
					.field = &field,
					.routes = routes,
					.machine = machine},
			     .seeds = seeds};
	enum ff_status st = ff_sector_field_open(&field, &blocks.sectors, &blocks.model, type);
	uint64_t integrated = 0;

	blocks.clear = calloc(count, 1);
	routes->computed = calloc(count, 1);
	if (blocks.clear == NULL || routes->computed == NULL)
		st = FF_E_NOMEM;
	if (st == FF_OK && (st = open_filler(&w.filler, seeds)) == FF_OK)
		st = widen_steps(&w, &integrated);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++)
		routes->items[i].cost = known_cost(&w, &routes->items[i]);
	close_filler(&w.filler);
	close_widening(&w);
	ff_sector_field_close(&field);
	free(routes->computed);
	routes->computed = NULL;
	free(blocks.clear);
	return st;
}

enum ff_status ff_corridor_least(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_seeds *seeds, struct ff_routes *routes,
				 const struct ff_machine *machine)
{
	const struct ff_sectors_area box = box_of(seeds, cost->w);
	struct ff_routes open = {.items = calloc(routes->count + 1, sizeof *open.items)};
	enum ff_status st = open.items == NULL ? FF_E_NOMEM : FF_OK;

	for (size_t i = 0; i < routes->count && st == FF_OK; i++) {
		struct ff_route *route = &routes->items[i];

		if (!route->reached)
			continue;
		route->least = FF_FIELD_NONEF;
		if (is_straight(graph, seeds, &box, route))
			route->least = route->cost;
		else
			open.items[open.count++] = *route;
	}
	if (st == FF_OK && open.count > 0 && ff_model_is_continuous(&graph->model)) {
		struct ff_field whole;

		st = integrate_whole(graph, cost, seeds, &open, machine, &whole);
		for (size_t i = 0; i < open.count && st == FF_OK; i++)
			open.items[i].cost = ff_field_raw(&whole, open.items[i].source);
		free(whole.cells);
	} else if (st == FF_OK && open.count > 0) {
		st = widen_blocks(graph, cost, seeds, &open, FF_FIELD_U32, machine);
		if (st == FF_E_LIMIT)
			st = widen_blocks(graph, cost, seeds, &open, FF_FIELD_U64, machine);
	}
	for (size_t i = 0, k = 0; i < routes->count && k < open.count && st == FF_OK; i++)
		if (routes->items[i].reached && routes->items[i].least == FF_FIELD_NONEF)
			routes->items[i].least = open.items[k++].cost;
	free(open.items);
	return st;
}

/* A list of cells. */
struct cells {
	uint32_t *items; /* owned; [count] */
	size_t count, room;
};

/* Makes a cell that is not computed unreached, and lists it; false if memory ran out. */
static bool lose_cell(struct ff_classes *classes, uint32_t cell, struct cells *list)
{
	if (classes->cells[cell] != FF_NOT_COMPUTED)
		return true;
	if (!ff_memory_grow(&list->items, &list->room, list->count + 1, sizeof *list->items))
		return false;
	list->items[list->count++] = cell;
	classes->cells[cell] = FF_UNREACHED;
	classes->count[FF_UNREACHED]++;
	classes->count[FF_NOT_COMPUTED]--;
	return true;
}

/* Loses all neighbours of a cell. */
static bool lose_around(struct ff_classes *classes, const struct ff_model *model, uint32_t cell,
			struct cells *list)
{
	uint32_t w = (uint32_t)classes->w;
	int32_t x = (int32_t)(cell % w), y = (int32_t)(cell / w);
	bool fits = true;

	for (int d = 0; d < FF_DIRECTIONS && fits; d += ff_model_joins_corners(model) ? 1 : 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;

		if (to_x >= 0 && to_y >= 0 && to_x < classes->w && to_y < classes->h)
			fits = lose_cell(classes, (uint32_t)to_y * w + (uint32_t)to_x, list);
	}
	return fits;
}

enum ff_status ff_corridor_classify(const struct ff_routes *routes, const struct ff_model *model,
				    struct ff_classes *classes)
{
	struct cells rim = {0}, next = {0};
	bool fits = true;

	ff_classes_replace(classes, FF_UNREACHED, FF_NOT_COMPUTED);
	for (size_t i = 0; i < routes->count && fits; i++)
		if (!routes->items[i].reached)
			fits = lose_cell(classes, routes->items[i].source, &rim);
	/* Areas grow by their rims, which take less memory than their cells. */
	while (rim.count > 0 && fits) {
		struct cells done = rim;

		for (size_t i = 0; i < rim.count && fits; i++)
			fits = lose_around(classes, model, rim.items[i], &next);
		rim = next;
		next = done;
		next.count = 0;
	}
	free(rim.items);
	free(next.items);
	return fits ? FF_OK : FF_E_NOMEM;
}

void ff_corridor_clear(const struct ff_portal_graph *graph, struct ff_routes *routes,
		       struct ff_sector_field *field)
{
	ff_sector_field_clear(field);
	memset(routes->computed, 0, ff_sectors_count(&graph->sectors));
}
