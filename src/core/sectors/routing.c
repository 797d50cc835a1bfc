/*
 * The graph is made once, and renewed where edits touch it.  A request searches it, integrates the
 * sectors on the routes, and widens them if it is to be exact.  The graph, the search's memory, the
 * cache of sectors and the grid of the field outlive a request; of the grid only cells of computed
 * sectors are cleared.
 */
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

static void enter_phase(const struct ff_routing *routing, enum ff_routing_phase phase)
{
	if (routing->setup.enter != NULL)
		routing->setup.enter(routing->setup.context, phase);
}

static enum ff_status find_portals(struct ff_routing *routing)
{
	const struct ff_routing_setup *setup = &routing->setup;

	enter_phase(routing, FF_ROUTING_PORTALS);
	return ff_portals_find(&routing->graph, setup->model, setup->cost, setup->size,
			       setup->machine);
}

enum ff_status ff_routing_open(struct ff_routing *routing, const struct ff_routing_setup *setup)
{
	enum ff_status st;

	*routing = (struct ff_routing){.setup = *setup,
				       .field = {.w = setup->cost->w,
						 .h = setup->cost->h,
						 .type = ff_integrate_type(setup->model),
						 .unit = ff_model_unit(setup->model)}};
	if ((st = ff_sector_cache_open(&routing->cache, FF_ROUTING_CACHE)) != FF_OK)
		return st;
	return find_portals(routing);
}

/* Removes the answer to the last request; the grid of the field stays, without values. */
static void clear_answer(struct ff_routing *routing)
{
	if (routing->field.cells != NULL && routing->routes.computed != NULL) {
		ff_corridor_clear(&routing->graph, &routing->routes, &routing->field);
		for (size_t i = 0; i < routing->goal_count; i++)
			ff_field_clear(&routing->field, routing->goals[i], 1);
	}
	ff_routes_free(&routing->routes);
	free(routing->goals);
	routing->goals = NULL;
	routing->goal_count = 0;
	routing->integrated = 0;
}

void ff_routing_close(struct ff_routing *routing)
{
	ff_routes_free(&routing->routes);
	free(routing->goals);
	free(routing->field.cells);
	ff_route_close(routing->search);
	ff_sector_cache_close(routing->cache);
	ff_portal_graph_free(&routing->graph);
	*routing = (struct ff_routing){0};
}

enum ff_status ff_routing_prepare(struct ff_routing *routing)
{
	struct ff_portal_graph *graph = &routing->graph;
	const struct ff_routing_setup *setup = &routing->setup;
	enum ff_status st = FF_OK;

	if (graph->costs == NULL) {
		enter_phase(routing, FF_ROUTING_PRICES);
		st = ff_portals_price(graph, setup->cost, setup->machine);
		for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors) && st == FF_OK; s++)
			routing->priced += !ff_portal_graph_implied(graph, s);
	}
	if (st == FF_OK && setup->landmarks && graph->landmark_count == 0 &&
	    graph->node_count > 0 && !ff_model_is_continuous(setup->model)) {
		enter_phase(routing, FF_ROUTING_LANDMARKS);
		st = ff_landmarks_find(graph, setup->cost, setup->machine);
	}
	return st;
}

static enum ff_status find_routes(struct ff_routing *routing, const struct ff_seeds *seeds,
				  const uint32_t *sources, size_t count)
{
	const struct ff_routing_setup *setup = &routing->setup;
	enum ff_status st = FF_OK;

	enter_phase(routing, FF_ROUTING_ROUTES);
	if (routing->search == NULL)
		st = ff_route_open(&routing->search, &routing->graph, setup->cost, setup->machine);
	if (st == FF_OK)
		st = ff_route_find(routing->search, seeds, sources, count, &routing->routes);
	return st;
}

/* Allocates the field, without values, unless it exists. */
static enum ff_status open_field(struct ff_routing *routing)
{
	struct ff_field *field = &routing->field;

	if (field->cells != NULL)
		return FF_OK;
	field->cells = ff_memory_cells(field->w, field->h, ff_field_size(field->type));
	if (field->cells == NULL)
		return FF_E_NOMEM;
	ff_field_clear(field, 0, (size_t)field->w * (size_t)field->h);
	return FF_OK;
}

/* Fills the field; FF_E_LIMIT: the values do not fit its type. */
static enum ff_status fill_field(struct ff_routing *routing, const struct ff_seeds *seeds,
				 bool exact)
{
	const struct ff_routing_setup *setup = &routing->setup;
	struct ff_sector_cache_figures before, after;
	uint64_t widened = 0;
	enum ff_status st;

	enter_phase(routing, FF_ROUTING_FIELDS);
	ff_sector_cache_figures_of(routing->cache, &before);
	if ((st = open_field(routing)) == FF_OK)
		st = ff_corridor_fill(&routing->graph, setup->cost, seeds, &routing->routes,
				      routing->cache, &routing->field, setup->machine);
	ff_sector_cache_figures_of(routing->cache, &after);
	if (st == FF_OK && exact) {
		enter_phase(routing, FF_ROUTING_WIDENING);
		st = ff_corridor_widen(&routing->graph, setup->cost, seeds, &routing->routes,
				       &routing->field, &widened, setup->machine);
	}
	routing->integrated = after.misses - before.misses + widened;
	return st;
}

static enum ff_status find_field(struct ff_routing *routing, const struct ff_seeds *seeds,
				 bool exact)
{
	struct ff_field *field = &routing->field;
	enum ff_status st = fill_field(routing, seeds, exact);

	if (st == FF_E_LIMIT && field->type == FF_FIELD_U32) {
		ff_corridor_clear(&routing->graph, &routing->routes, field);
		free(field->cells);
		field->cells = NULL;
		field->type = FF_FIELD_U64;
		st = fill_field(routing, seeds, exact);
	}
	return st;
}

/* Gives each goal cell without a start cost its value: nothing is cheaper. */
static enum ff_status set_goals(struct ff_routing *routing, const struct ff_seeds *seeds)
{
	size_t count = 0;

	while (count < seeds->count && seeds->items[count].start == 0)
		count++;
	if (count == 0)
		return FF_OK;
	if ((routing->goals = malloc(count * sizeof *routing->goals)) == NULL)
		return FF_E_NOMEM;
	for (; routing->goal_count < count; routing->goal_count++) {
		uint32_t cell = seeds->items[routing->goal_count].cell;

		routing->goals[routing->goal_count] = cell;
		ff_field_set(&routing->field, cell, 0);
	}
	return FF_OK;
}

enum ff_status ff_routing_find(struct ff_routing *routing, const struct ff_seeds *seeds,
			       const uint32_t *sources, size_t count, bool exact)
{
	enum ff_status st;

	clear_answer(routing);
	if ((st = ff_routing_prepare(routing)) == FF_OK &&
	    (st = find_routes(routing, seeds, sources, count)) == FF_OK &&
	    (st = find_field(routing, seeds, exact)) == FF_OK)
		st = set_goals(routing, seeds);
	if (st != FF_OK) {
		/* It is not known which of its cells have values. */
		free(routing->field.cells);
		routing->field.cells = NULL;
		clear_answer(routing);
	}
	return st;
}

/* Prices what an edit touched, and invalidates the affected sectors in the cache. */
static enum ff_status renew_graph(struct ff_routing *routing, const uint32_t *cells, size_t count)
{
	const struct ff_routing_setup *setup = &routing->setup;
	struct ff_portals_renewed renewed;
	enum ff_status st;

	enter_phase(routing, FF_ROUTING_PRICES);
	st = ff_portals_renew(&routing->graph, setup->cost, cells, count, setup->machine, &renewed);
	if (st != FF_OK)
		return st;
	routing->priced += renewed.priced;
	for (uint32_t s = 0; s < ff_sectors_count(&routing->graph.sectors); s++)
		if ((renewed.sectors[s] & FF_PORTALS_RENEW_FIELDS) != 0)
			ff_sector_cache_invalidate(routing->cache, s);
	free(renewed.sectors);
	return FF_OK;
}

enum ff_status ff_routing_renew(struct ff_routing *routing, const uint32_t *cells, size_t count)
{
	clear_answer(routing);
	ff_route_close(routing->search);
	routing->search = NULL;
	if (routing->graph.costs != NULL)
		return renew_graph(routing, cells, count);
	ff_portal_graph_free(&routing->graph);
	return find_portals(routing);
}
