/*
 * Routers of flowfield.h: a map, its edits, and goals around a struct ff_routing.
 *
 * Edits change the map at once.  The next request closes cells to wide walkers for all edits
 * together, and renews the routing, which has kept the map of the last answer.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/handle.h"
#include "core/sectors/routing.h"
#include "core/solve/clearance.h"
#include "core/solve/descend.h"
#include "core/solve/seeds.h"
#include "core/solve/solve.h"
#include "flowfield.h"

struct ff_router {
	struct ff_rules rules;
	struct ff_model model;
	int32_t size;       /* of sectors */
	struct ff_cost map; /* owned; after all edits */
	/* owned; closed to wide walkers, as of the last request; cells NULL: radius <= 0.5 */
	struct ff_cost closed;
	struct ff_machine machine;
	struct ff_goals goals;
	size_t goal_room;
	bool edited;     /* since the routing was brought up to date */
	uint32_t *edits; /* owned; [edit_count]  edited cells that 'closed' does not know */
	size_t edit_count, edit_room;
	bool edited_all;           /* the list is incomplete: close the whole map again */
	struct ff_routing routing; /* opened by the first request */
	bool open;
	/* The last answer. */
	bool answered, exact;
	size_t sources;        /* of the request; the routing may have more */
	struct ff_seeds seeds; /* owned; the goal */
	struct ff_flow flow;   /* owned, as the following; cells NULL: not computed yet */
	struct ff_classes classes;
	struct ff_labels nearest; /* goals in sight */
};

static size_t cell_count(const struct ff_router *router)
{
	return (size_t)router->map.w * (size_t)router->map.h;
}

/* Returns the map of the last answer. */
static const struct ff_cost *cost_of(const struct ff_router *router)
{
	if (router->routing.known.cells != NULL)
		return &router->routing.known;
	return router->closed.cells != NULL ? &router->closed : &router->map;
}

/* ---- creation ---- */

static enum ff_status new_router(const char *call, int32_t w, int32_t h, const void *cost,
				 const struct ff_rules *rules, int32_t sector_size,
				 struct ff_router **out)
{
	static const struct ff_rules defaults = {0};
	struct ff_router *router;
	enum ff_status st;

	if (!ff_given(call, "out", out))
		return FF_E_ARG;
	*out = NULL;
	rules = rules == NULL ? &defaults : rules;
	if (!ff_handle_is_valid(call, w, h, cost, rules) ||
	    !ff_within(call, "rules.max_cost", rules->max_cost, 0, 0) ||
	    !ff_within(call, "rules.flee", rules->flee, 0, 0) ||
	    (sector_size != 0 && !ff_within(call, "sector_size", sector_size, FF_SECTORS_SIZE_MIN,
					    FF_SECTORS_SIZE_MAX)))
		return FF_E_ARG;
	if ((router = calloc(1, sizeof *router)) == NULL)
		return ff_result(call, FF_E_NOMEM);
	router->rules = *rules;
	router->size = sector_size == 0 ? ff_sectors_size(w, h) : sector_size;
	st = ff_handle_map(call, w, h, cost, rules, &router->map, &router->model);
	if (st == FF_OK && !ff_handle_leads(call, &router->model))
		st = FF_E_ARG;
	if (st == FF_OK && (ff_machine_open(&router->machine, rules->threads) != FF_OK ||
			    (rules->radius > 0.5 && /* up to 0.5 closes nothing */
			     !ff_cost_new(&router->closed, w, h, router->map.wide != NULL))))
		st = ff_result(call, FF_E_NOMEM);
	if (st != FF_OK) {
		ff_router_free(router);
		return st;
	}
	*out = router;
	return FF_OK;
}

enum ff_status ff_router_new(int32_t w, int32_t h, const void *cost, const struct ff_rules *rules,
			     int32_t sector_size, struct ff_router **out)
{
	return new_router(__func__, w, h, cost, rules, sector_size, out);
}

static void drop_flow(struct ff_router *router)
{
	free(router->flow.cells);
	free(router->flow.vectors);
	free(router->classes.cells);
	ff_solve_drop(&router->nearest);
	router->flow = (struct ff_flow){0};
	router->classes = (struct ff_classes){0};
}

static void drop_answer(struct ff_router *router)
{
	drop_flow(router);
	free(router->seeds.items);
	router->seeds = (struct ff_seeds){0};
	router->answered = false;
}

void ff_router_free(struct ff_router *router)
{
	if (router == NULL)
		return;
	drop_answer(router);
	if (router->open)
		ff_routing_close(&router->routing);
	free(router->edits);
	free(router->goals.items);
	free(router->closed.cells);
	free(router->map.cells);
	ff_pool_close(router->machine.pool);
	free(router);
}

/* ---- edits ---- */

/* Keeps the routing's map before its first edit, and makes room in the list of edited cells; on
 * FF_E_NOMEM nothing has changed. */
static enum ff_status prepare_edits(struct ff_router *router, size_t count)
{
	size_t all = router->edit_count + count;

	if (!router->open)
		return FF_OK;
	if (ff_routing_keep(&router->routing) != FF_OK)
		return FF_E_NOMEM;
	router->edited_all |= all > cell_count(router);
	if (router->closed.cells == NULL || router->edited_all)
		return FF_OK;
	if (!ff_memory_grow(&router->edits, &router->edit_room, all, sizeof *router->edits))
		return FF_E_NOMEM;
	return FF_OK;
}

/* Makes an edit, to costs[w*h] or, where that is NULL, one cost. */
static enum ff_status edit_cells(const char *call, struct ff_router *router, int32_t x, int32_t y,
				 int32_t w, int32_t h, const void *costs, double cost)
{
	const struct ff_cost *map = &router->map;
	size_t from = 0;

	if (!ff_handle_contains(call, map, x, y, w, h) ||
	    !(costs == NULL
		      ? ff_handle_fits(call, map, &router->model, cost)
		      : ff_handle_all_fit(call, map, &router->model, costs, (size_t)w * (size_t)h)))
		return FF_E_ARG;
	if (prepare_edits(router, (size_t)w * (size_t)h) != FF_OK)
		return ff_result(call, FF_E_NOMEM);
	for (int32_t j = 0; j < h; j++)
		for (int32_t i = 0; i < w; i++, from++) {
			size_t cell = ff_cost_index(map, x + i, y + j);
			uint32_t becomes;

			cost = costs == NULL ? cost : ff_handle_cost(map, costs, from);
			becomes = ff_handle_units(map, &router->model, cost);
			if (ff_cost_at(map, cell) == becomes)
				continue;
			ff_cost_set(&router->map, cell, becomes);
			router->edited = true;
			if (router->open && router->closed.cells != NULL && !router->edited_all)
				router->edits[router->edit_count++] = (uint32_t)cell;
		}
	return FF_OK;
}

enum ff_status ff_router_edit(struct ff_router *router, int32_t x, int32_t y, int32_t w, int32_t h,
			      double cost)
{
	return edit_cells(__func__, router, x, y, w, h, NULL, cost);
}

enum ff_status ff_router_edit_cells(struct ff_router *router, int32_t x, int32_t y, int32_t w,
				    int32_t h, const void *cost)
{
	return ff_given(__func__, "cost", cost) ? edit_cells(__func__, router, x, y, w, h, cost, 0)
						: FF_E_ARG;
}

/* ---- requests ---- */

/* Closes cells to wide walkers, near the edits or everywhere. */
static enum ff_status close_cells(struct ff_router *router)
{
	struct ff_cost_change *changes = NULL;
	size_t count = 0;
	enum ff_status st;

	if (router->closed.cells == NULL)
		return FF_OK;
	if (router->edited_all || !router->open)
		st = ff_clearance_close(&router->map, router->rules.radius, &router->closed);
	else
		st = ff_clearance_renew(&router->map, router->rules.radius, router->edits,
					router->edit_count, &router->closed, &changes, &count);
	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < count; i++)
		ff_cost_set(&router->closed, changes[i].cell, changes[i].cost);
	free(changes);
	router->edit_count = 0;
	router->edited_all = false;
	return FF_OK;
}

/* Opens the routing, or brings it up to date with edits. */
static enum ff_status renew_routing(struct ff_router *router)
{
	const struct ff_routing_setup setup = {
		.model = &router->model,
		.cost = router->closed.cells != NULL ? &router->closed : &router->map,
		.size = router->size,
		.machine = &router->machine};
	enum ff_status st = FF_OK;

	if (router->open && !router->edited)
		return FF_OK;
	if ((st = close_cells(router)) != FF_OK)
		return st;
	if (router->open) {
		st = ff_routing_renew(&router->routing);
	} else if ((st = ff_routing_open(&router->routing, &setup)) != FF_OK) {
		ff_routing_close(&router->routing);
	}
	router->open |= st == FF_OK;
	router->edited &= st != FF_OK;
	return st;
}

enum ff_status ff_router_prepare(struct ff_router *router, int32_t landmarks)
{
	enum ff_status st;

	if (router->edited)
		drop_answer(router);
	if ((st = renew_routing(router)) != FF_OK)
		return ff_result(__func__, st);
	router->routing.setup.landmarks = landmarks != 0;
	st = ff_routing_prepare(&router->routing);
	/* Existing landmarks stay until the next edit. */
	router->routing.setup.landmarks = false;
	return ff_result(__func__, st);
}

enum ff_status ff_router_add_goal(struct ff_router *router, double x, double y, int64_t start)
{
	return ff_handle_add_place(__func__, &router->goals, &router->goal_room, &router->map, x, y,
				   start);
}

void ff_router_clear_goals(struct ff_router *router)
{
	router->goals.count = 0;
}

/* Answers a request; 'cells' is lent, [count]. */
static enum ff_status answer_request(struct ff_router *router, const int32_t *sources, size_t count,
				     bool exact, uint32_t *cells, struct ff_error *err)
{
	enum ff_status st;

	if ((st = renew_routing(router)) != FF_OK)
		return st;
	if (router->goals.count == 0)
		return ff_status_fail(err, FF_E_INPUT, "there is no goal");
	st = ff_seeds_make(&router->seeds, &router->goals, &router->map, cost_of(router),
			   ff_model_unit(&router->model), "", err);
	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < count; i++)
		cells[i] =
			(uint32_t)ff_cost_index(&router->map, sources[2 * i], sources[2 * i + 1]);
	return ff_routing_find(&router->routing, &router->seeds, cells, count, exact);
}

enum ff_status ff_router_find(struct ff_router *router, const int32_t *sources, size_t count,
			      int32_t exact, double *costs)
{
	const struct ff_cost *map = &router->map;
	struct ff_error err = {""};
	enum ff_status st = FF_E_NOMEM;
	uint32_t *cells;

	if ((count > 0 && !ff_given(__func__, "sources", sources)) ||
	    !ff_within(__func__, "count", (double)count, 0, UINT32_MAX - 1))
		return FF_E_ARG;
	for (size_t i = 0; i < count; i++)
		if (!ff_cost_inside(map, sources[2 * i], sources[2 * i + 1]))
			return ff_fail(FF_E_ARG, "%s: source %zu is %d,%d; expected 0,0 to %d,%d",
				       __func__, i, sources[2 * i], sources[2 * i + 1], map->w - 1,
				       map->h - 1);
	drop_answer(router);
	cells = malloc((count + 1) * sizeof *cells);
	if (cells != NULL)
		st = answer_request(router, sources, count, exact != 0, cells, &err);
	free(cells);
	if (st != FF_OK) {
		drop_answer(router);
		return st == FF_E_INPUT ? ff_fail(st, "%s: %s", __func__, err.text)
					: ff_result(__func__, st);
	}
	router->answered = true;
	router->exact = exact != 0;
	router->sources = count;
	for (size_t i = 0; i < count && costs != NULL; i++)
		costs[i] = router->routing.routes.items[i].cost / router->routing.field.unit;
	return FF_OK;
}

/* ---- answers ---- */

static bool has_answer(const char *call, const struct ff_router *router)
{
	if (!router->answered)
		ff_fail(FF_E_ARG, "%s: there is no answer", call);
	return router->answered;
}

/* Returns true if a cell has the value of its own goal. */
static bool is_goal(const struct ff_router *router, size_t cell, double value)
{
	for (size_t i = 0; i < router->seeds.count && router->seeds.items[i].start <= value; i++)
		if (router->seeds.items[i].cell == cell && router->seeds.items[i].start == value)
			return true;
	return false;
}

/* Returns the step of rule "path" from cell x,y, which depends on nothing but the cells around. */
static enum ff_direction path_step(const struct ff_router *router, int32_t x, int32_t y)
{
	enum { SIDE = 3 };
	const struct ff_sector_field *field = &router->routing.field;
	const struct ff_cost *map = cost_of(router);
	int32_t left = x > 0 ? x - 1 : 0, top = y > 0 ? y - 1 : 0;
	int32_t right = x + 1 < map->w ? x + 1 : x, bottom = y + 1 < map->h ? y + 1 : y;
	uint8_t cells[SIDE * SIDE];
	uint16_t wide[SIDE * SIDE];
	uint64_t values[SIDE * SIDE];
	struct ff_cost cost = {.w = right - left + 1,
			       .h = bottom - top + 1,
			       .cells = cells,
			       .wide = map->wide == NULL ? NULL : wide};
	struct ff_field around = {.w = cost.w,
				  .h = cost.h,
				  .type = field->type,
				  .unit = field->unit,
				  .cells = values};

	ff_cost_copy(map, left, top, &cost);
	ff_sector_field_copy(field, left, top, &around);
	return ff_descend_path_step(&router->model, &cost, &around, x - left, y - top);
}

enum ff_status ff_router_path(const struct ff_router *router, size_t source, double *points,
			      size_t room, size_t *count)
{
	const struct ff_sector_field *field = &router->routing.field;
	const struct ff_route *route;
	enum ff_direction d = FF_NONE;
	size_t n = 0;
	int32_t x, y;

	if (!has_answer(__func__, router) ||
	    !ff_within(__func__, "source", (double)source, 0, (double)router->sources - 1) ||
	    !ff_given(__func__, "count", count) ||
	    (room > 0 && !ff_given(__func__, "points", points)))
		return FF_E_ARG;
	*count = 0;
	route = &router->routing.routes.items[source];
	if (!route->reached)
		return FF_E_ANSWER;
	x = (int32_t)(route->source % (uint32_t)router->map.w);
	y = (int32_t)(route->source / (uint32_t)router->map.w);
	do {
		double value = ff_sector_field_raw(field, x, y);

		if (n < room) {
			points[2 * n] = x;
			points[2 * n + 1] = y;
		}
		n++;
		if (is_goal(router, ff_cost_index(&router->map, x, y), value))
			break;
		d = path_step(router, x, y);
		x += ff_flow_steps[d].dx;
		y += ff_flow_steps[d].dy;
		/* With euclid, values need not fall where two sectors meet. */
		if (!(ff_sector_field_raw(field, x, y) < value))
			d = FF_NONE;
	} while (d != FF_NONE);
	*count = n;
	return FF_OK;
}

enum ff_status ff_router_portals(const struct ff_router *router, struct ff_router_portal *portals,
				 size_t room, size_t *count)
{
	const struct ff_portal_graph *graph = &router->routing.graph;
	const uint32_t w = (uint32_t)router->map.w;

	if (!has_answer(__func__, router) || !ff_given(__func__, "count", count) ||
	    (room > 0 && !ff_given(__func__, "portals", portals)))
		return FF_E_ARG;
	*count = graph->portal_count;
	room = room < *count ? room : *count;
	for (size_t i = 0; i < room; i++) {
		const struct ff_portal *portal = &graph->portals[i];
		const struct ff_flow_step step = ff_flow_steps[portal->direction];

		portals[i] = (struct ff_router_portal){.x = (int32_t)(portal->first[0] % w),
						       .y = (int32_t)(portal->first[0] / w),
						       .dx = step.dx,
						       .dy = step.dy,
						       .length = portal->length};
	}
	for (size_t i = 0; i < router->sources && room > 0; i++) {
		const struct ff_route *route = &router->routing.routes.items[i];

		for (size_t k = 1; k < route->node_count; k++) {
			uint32_t portal = ff_portal_graph_crossed(graph, route->nodes[k - 1],
								  route->nodes[k]);

			if (portal < room)
				portals[portal].used = 1;
		}
	}
	return FF_OK;
}

size_t ff_router_size(const struct ff_router *router, enum ff_layer layer)
{
	return layer == FF_LAYER_ALLOCATION || layer == FF_LAYER_EXACT
		       ? 0
		       : cell_count(router) * ff_handle_layer(&router->map, layer);
}

/* Allocates the field as a grid of the map; false if memory ran out. */
static bool copy_field(const struct ff_router *router, struct ff_field *field)
{
	const struct ff_sector_field *from = &router->routing.field;

	*field = (struct ff_field){
		.w = router->map.w, .h = router->map.h, .type = from->type, .unit = from->unit};
	field->cells = ff_memory_cells(field->w, field->h, ff_field_size(field->type));
	if (field->cells != NULL)
		ff_sector_field_copy(from, 0, 0, field);
	return field->cells != NULL;
}

/* Computes directions, classes and, if 'seen' or the rules ask for them, goals in sight; unless
 * they exist. */
static enum ff_status find_flow(struct ff_router *router, bool seen)
{
	struct ff_field field;
	struct ff_solve solve = {.model = &router->model,
				 .cost = cost_of(router),
				 .seeds = &router->seeds,
				 .limit = FF_FIELD_NONEF,
				 .sight = router->rules.sight != 0,
				 .machine = &router->machine,
				 .field = &field,
				 .flow = &router->flow,
				 .classes = &router->classes,
				 .nearest = &router->nearest};
	bool exists = router->flow.cells != NULL;
	enum ff_status st = FF_OK;

	seen = (seen || router->rules.sight != 0) && router->nearest.cells == NULL;
	if (exists && !seen)
		return FF_OK;
	if (!copy_field(router, &field))
		return FF_E_NOMEM;
	if (!exists && (st = ff_solve_flow(&solve)) == FF_OK)
		ff_classes_replace(&router->classes, FF_UNREACHED, FF_NOT_COMPUTED);
	if (st == FF_OK && seen)
		st = ff_solve_sight(&solve);
	free(field.cells);
	if (st != FF_OK)
		drop_flow(router);
	return st;
}

enum ff_status ff_router_copy(struct ff_router *router, enum ff_layer layer, void *buffer,
			      size_t bytes)
{
	const struct ff_sector_field *field = &router->routing.field;
	enum ff_status st = FF_OK;
	double *values = buffer;

	if (!ff_handle_holds(__func__, buffer, bytes, ff_router_size(router, layer)) ||
	    !has_answer(__func__, router))
		return FF_E_ARG;
	if (layer != FF_LAYER_COST && layer != FF_LAYER_VALUES)
		st = find_flow(router, layer == FF_LAYER_SIGHT);
	if (st != FF_OK)
		return ff_result(__func__, st);
	for (size_t i = 0; i < cell_count(router) && layer == FF_LAYER_VECTORS; i++)
		((struct ff_flow_vector *)buffer)[i] = ff_flow_vector_at(&router->flow, i);
	for (int32_t y = 0; y < router->map.h && layer == FF_LAYER_VALUES; y++)
		for (int32_t x = 0; x < router->map.w; x++)
			*values++ = ff_sector_field_raw(field, x, y) / field->unit;
	if (layer == FF_LAYER_SIGHT)
		ff_handle_labels(&router->nearest, layer, buffer);
	else if (layer == FF_LAYER_COST)
		ff_handle_copy_costs(cost_of(router), &router->model, buffer);
	else if (layer == FF_LAYER_DIRECTIONS || layer == FF_LAYER_CLASSES)
		memcpy(buffer,
		       layer == FF_LAYER_DIRECTIONS ? router->flow.cells : router->classes.cells,
		       bytes);
	return FF_OK;
}

enum ff_status ff_router_world(struct ff_router *router, struct ff_world **out)
{
	struct ff_field field = {0};
	const struct ff_handle_solution answer = {.goals = &router->goals,
						  .seeds = &router->seeds,
						  .field = &field,
						  .flow = &router->flow,
						  .classes = &router->classes,
						  .nearest = &router->nearest,
						  .allocation = &(struct ff_labels){0}};
	const size_t before = router->routing.routes.count;
	enum ff_status st;

	if (!ff_given(__func__, "out", out))
		return FF_E_ARG;
	*out = NULL;
	if (!has_answer(__func__, router))
		return FF_E_ARG;
	if (router->edited)
		return ff_fail(FF_E_ARG, "%s: the map was edited since the answer", __func__);
	st = ff_routing_widen_corners(&router->routing, &router->seeds, router->exact);
	if (router->routing.routes.count > before)
		drop_flow(router);
	if (st == FF_OK)
		st = find_flow(router, false);
	if (st == FF_OK && !copy_field(router, &field))
		st = FF_E_NOMEM;
	if (st == FF_OK)
		st = ff_world_of_solution(&router->map, &router->rules, &router->model, &answer,
					  out);
	free(field.cells);
	return ff_result(__func__, st);
}

void ff_router_figures(const struct ff_router *router, struct ff_router_figures *figures)
{
	const struct ff_routing *routing = &router->routing;
	const struct ff_portal_graph *graph = &routing->graph;
	struct ff_sector_cache_figures cache;
	struct ff_routing_count count;

	*figures = (struct ff_router_figures){0};
	if (!router->open)
		return;
	ff_sector_cache_figures_of(routing->cache, &cache);
	figures->sectors = ff_sectors_count(&graph->sectors);
	figures->portals = graph->portal_count;
	figures->nodes = graph->node_count;
	figures->graph_bytes = ff_portal_graph_bytes(graph);
	figures->cache_bytes = cache.bytes;
	figures->cache_hits = cache.hits;
	figures->cache_misses = cache.misses;
	figures->priced = routing->priced;
	if (!router->answered)
		return;
	figures->integrated = routing->integrated;
	for (size_t i = 0; i < routing->routes.count; i++)
		figures->expanded += routing->routes.items[i].expanded;
	count = ff_routing_counts(routing);
	figures->computed = count.computed;
	figures->kept = count.kept;
}
