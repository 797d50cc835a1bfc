/*
 * Filling follows a route from the goal's sector outwards and integrates each sector from the
 * values of its neighbour at their border (E. Emerson, "Crowd pathfinding and steering using flow
 * field tiles", Game AI Pro, 2013).  Unlike there, a value crosses the border at the price of the
 * step, through every pair of cells, so the field is exact except for the sectors that the route
 * leaves out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
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

/* Lowers the field to 'values' where these are less, also in the margin. */
static enum ff_status merge_values(struct filler *filler, const struct ff_sector_values *values,
				   uint32_t sector)
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
				st = ff_sector_field_set(filler->field, area->x + x, area->y + y,
							 value);
			} else if (value < ff_field_raw(&to, i) && !ff_field_set(&to, i, value)) {
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

	if (found == NULL) {
		if ((st = ff_sector_map_integrate(map)) != FF_OK ||
		    (st = ff_sector_cache_put(filler->cache, &key, &map->field)) != FF_OK)
			return st;
		found = &map->field;
		filler->routes->computed[sector] |= FF_ROUTES_INTEGRATED;
	}
	*values = (struct ff_sector_values){.field = *found, .area = map->area, .base = base};
	return filled ? FF_OK : merge_values(filler, values, sector);
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

/* Returns true if no route can cost less: none costs more than a straight way over the map's
 * cheapest ground, to the nearest place of the box around all goals. */
static bool are_straight(const struct ff_portal_graph *graph, const struct ff_seeds *seeds,
			 const struct ff_routes *routes)
{
	const uint32_t w = (uint32_t)graph->sectors.w;
	int32_t left = INT32_MAX, right = 0, top = INT32_MAX, bottom = 0;
	bool straight = true;

	for (size_t i = 0; i < seeds->count; i++) {
		int32_t x = (int32_t)(seeds->items[i].cell % w);
		int32_t y = (int32_t)(seeds->items[i].cell / w);

		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y > bottom ? y : bottom;
	}
	for (size_t i = 0; i < routes->count && straight; i++) {
		const struct ff_route *route = &routes->items[i];
		int32_t x = (int32_t)(route->source % w), y = (int32_t)(route->source / w);
		int32_t dx = x < left ? left - x : x > right ? x - right : 0;
		int32_t dy = y < top ? top - y : y > bottom ? y - bottom : 0;

		straight = !route->reached ||
			   (!ff_model_is_continuous(&graph->model) &&
			    route->cost <=
				    seeds->items[0].start +
					    ff_model_bound(&graph->model, graph->least, dx, dy));
	}
	return straight;
}

/* The part of a map in which all ways to the goals lie that cost no more than the dearest route. */
struct part {
	int32_t left, top;     /* on the map */
	struct ff_cost cost;   /* its cells are owned */
	struct ff_field field; /* likewise */
};

static void free_part(struct part *part)
{
	free(part->cost.cells);
	free(part->field.cells);
}

/* Returns the first and the last column or row of the part: 'reach' cells around some goals. */
static void widen_range(const struct ff_seeds *seeds, uint32_t w, bool rows, int32_t n,
			double reach, int32_t range[2])
{
	range[0] = n - 1;
	range[1] = 0;
	for (size_t i = 0; i < seeds->count; i++) {
		size_t cell = seeds->items[i].cell;
		int32_t at = (int32_t)(rows ? cell / w : cell % w);

		range[0] = at < range[0] ? at : range[0];
		range[1] = at > range[1] ? at : range[1];
	}
	range[0] = range[0] > reach ? range[0] - (int32_t)reach : 0;
	range[1] = n - 1 - range[1] > reach ? range[1] + (int32_t)reach : n - 1;
}

/* Integrates all cells up to the dearest source; free_part(), whatever is returned.  With euclid
 * that is the whole map: walls bend waves that pass by. */
static enum ff_status integrate_part(const struct ff_portal_graph *graph,
				     const struct ff_cost *cost, const struct ff_seeds *seeds,
				     const struct ff_routes *routes, enum ff_field_type type,
				     const struct ff_machine *machine, struct part *part)
{
	const struct ff_model *model = &graph->model;
	struct ff_seeds inside = {calloc(seeds->count + 1, sizeof *inside.items), seeds->count};
	const uint32_t w = (uint32_t)cost->w;
	int32_t columns[2], rows[2];
	double most = 0, reach = INFINITY;
	enum ff_status st = FF_E_NOMEM;
	void *scratch = NULL;
	size_t size;

	for (size_t i = 0; i < routes->count; i++)
		if (routes->items[i].reached && routes->items[i].cost > most)
			most = routes->items[i].cost;
	most++; /* values above a large start are rounded there */
	if (!ff_model_is_continuous(model))
		reach = ceil((most - seeds->items[0].start) /
			     ff_model_bound(model, graph->least, 1, 0));
	widen_range(seeds, w, false, cost->w, reach, columns);
	widen_range(seeds, w, true, cost->h, reach, rows);
	*part = (struct part){.left = columns[0], .top = rows[0]};
	part->field = (struct ff_field){.w = columns[1] - columns[0] + 1,
					.h = rows[1] - rows[0] + 1,
					.type = type,
					.unit = ff_model_unit(model)};
	part->field.cells = ff_memory_cells(part->field.w, part->field.h, ff_field_size(type));
	size = ff_integrate_scratch(model, type, false, part->field.w, part->field.h, machine);
	if (inside.items != NULL && part->field.cells != NULL &&
	    ff_cost_new(&part->cost, part->field.w, part->field.h, cost->wide != NULL) &&
	    (scratch = malloc(size)) != NULL) {
		ff_cost_copy(cost, part->left, part->top, &part->cost);
		for (size_t i = 0; i < seeds->count; i++) {
			inside.items[i] = seeds->items[i];
			inside.items[i].cell = ff_cost_index(
				&part->cost, (int32_t)(seeds->items[i].cell % w) - part->left,
				(int32_t)(seeds->items[i].cell / w) - part->top);
		}
		st = ff_integrate(model, &part->cost, &inside, most, &part->field, false, scratch,
				  size, machine);
	}
	free(scratch);
	free(inside.items);
	return st;
}

/* Replaces the field by that of the part. */
static enum ff_status take_part(const struct part *part, struct ff_routes *routes,
				struct ff_sector_field *field)
{
	enum ff_status st;

	ff_sector_field_clear(field);
	st = ff_sector_field_take(field, part->left, part->top, &part->field);
	for (uint32_t s = 0; s < ff_sectors_count(&field->sectors); s++)
		routes->computed[s] =
			field->blocks[s] != NULL ? FF_ROUTES_COMPUTED | FF_ROUTES_INTEGRATED : 0;
	return st;
}

enum ff_status ff_corridor_widen(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_seeds *seeds, struct ff_routes *routes,
				 struct ff_sector_field *field, const struct ff_machine *machine)
{
	enum ff_field_type type = field != NULL ? field->type : ff_integrate_type(&graph->model);
	const bool straight = are_straight(graph, seeds, routes);
	struct part part = {.left = 0};
	enum ff_status st = FF_OK;

	if (!straight)
		st = integrate_part(graph, cost, seeds, routes, type, machine, &part);
	if (st == FF_E_LIMIT && field == NULL && type == FF_FIELD_U32) {
		free_part(&part);
		st = integrate_part(graph, cost, seeds, routes, FF_FIELD_U64, machine, &part);
	}
	if (st == FF_OK && field != NULL && !straight &&
	    (st = take_part(&part, routes, field)) == FF_OK)
		read_costs(routes, field);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++) {
		struct ff_route *route = &routes->items[i];

		if (route->reached && straight)
			route->least = route->cost;
		else if (route->reached)
			route->least = ff_field_raw(
				&part.field,
				ff_cost_index(
					&part.cost,
					(int32_t)(route->source % (uint32_t)cost->w) - part.left,
					(int32_t)(route->source / (uint32_t)cost->w) - part.top));
	}
	free_part(&part);
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
