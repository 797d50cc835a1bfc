#include "cli/verbs/sector_solution.h"

#include <stdlib.h>

#include "cli/clock.h"
#include "core/base/memory.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"
#include "io/digest.h"
#include "io/graph.h"

/* What all phases need to know. */
struct work {
	struct ff_sector_solution *solution;
	const struct ff_problem *problem;
	const struct ff_options *options;
	const struct ff_plan *plan;
	const struct ff_cost *cost;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_field *field;
	double started; /* the phase */
	struct ff_error *err;
};

static void begin(struct work *work, const char *what)
{
	ff_progress_show(work->progress, what, 0, 0);
	work->started = ff_clock_ms();
}

static void end(const struct work *work, enum ff_sector_solution_phase phase)
{
	work->solution->ms[phase] += ff_clock_ms() - work->started;
}

static uint64_t digest_of(const struct ff_cost *cost)
{
	return ff_digest_bytes(cost->w, cost->h, cost->cells);
}

uint64_t ff_sector_solution_digest(const struct ff_problem *problem)
{
	return digest_of(ff_problem_cost(problem));
}

/* Finds the portals of a map. */
static enum ff_status find_portals(struct work *work, const struct ff_cost *cost)
{
	const struct ff_options *options = work->options;
	enum ff_status st;

	begin(work, "finding portals");
	st = ff_portals_find(&work->solution->graph, &options->model, cost, options->sectors.size,
			     work->machine);
	end(work, FF_SECTOR_SOLUTION_PORTALS);
	return st == FF_OK ? FF_OK : ff_status_nomem(work->err, "the portals");
}

/* Reads what the file has of a graph whose portals are found, on a map. */
static enum ff_status load(struct work *work, const struct ff_cost *cost)
{
	struct ff_input in;
	enum ff_status st;

	begin(work, "reading the graph");
	if ((st = ff_input_open(&in, work->options->sectors.load_graph, work->err)) != FF_OK)
		return st;
	st = ff_read_graph(&in, digest_of(cost), &work->solution->graph, work->err);
	ff_input_close(&in);
	end(work, FF_SECTOR_SOLUTION_LOAD);
	return st;
}

static enum ff_status renew(struct work *work, const struct ff_cost *old)
{
	struct ff_portals_renewed renewed;
	uint32_t *cells = NULL;
	size_t count = 0;
	enum ff_status st;

	begin(work, "renewing the graph");
	st = ff_cost_differences(old, work->cost, &cells, &count);
	if (st == FF_OK)
		st = ff_portals_renew(&work->solution->graph, work->cost, cells, count,
				      work->machine, &renewed);
	free(cells);
	end(work, FF_SECTOR_SOLUTION_GRAPH);
	if (st != FF_OK)
		return ff_status_nomem(work->err, "the graph of portals");
	work->solution->priced = renewed.priced;
	free(renewed.sectors);
	return FF_OK;
}

/* Takes the graph of the map as it was, and makes it that of the map. */
static enum ff_status find_old(struct work *work)
{
	struct ff_cost map, closed;
	const struct ff_cost *old;
	enum ff_status st;

	begin(work, "reading the old map");
	if ((st = ff_problem_read_other(work->problem, work->options, work->options->from_map, &map,
					&closed, work->err)) != FF_OK)
		return st;
	end(work, FF_SECTOR_SOLUTION_LOAD);
	old = closed.cells != NULL ? &closed : &map;
	if ((st = find_portals(work, old)) == FF_OK && (st = load(work, old)) == FF_OK)
		st = renew(work, old);
	free(map.cells);
	free(closed.cells);
	return st;
}

static enum ff_status price(struct work *work)
{
	struct ff_portal_graph *graph = &work->solution->graph;
	enum ff_status st;

	begin(work, "pricing the graph");
	st = ff_portals_price(graph, work->cost, work->machine);
	end(work, FF_SECTOR_SOLUTION_GRAPH);
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		work->solution->priced += !ff_portal_graph_implied(graph, s);
	return st == FF_OK ? FF_OK : ff_status_nomem(work->err, "the graph of portals");
}

static enum ff_status find_graph(struct work *work)
{
	const struct ff_options *options = work->options;
	enum ff_status st;

	st = options->from_map != NULL ? find_old(work) : find_portals(work, work->cost);
	if (st != FF_OK)
		return st;
	if (options->from_map == NULL && options->sectors.load_graph != NULL)
		return load(work, work->cost);
	if (options->from_map == NULL && (st = price(work)) != FF_OK)
		return st;
	/* One search would be done sooner without them, but of routes that cost the same might find
	 * another one than with a graph that has them. */
	begin(work, "looking for landmarks");
	st = ff_landmarks_find(&work->solution->graph, work->cost, work->machine);
	end(work, FF_SECTOR_SOLUTION_LANDMARKS);
	return st == FF_OK ? FF_OK : ff_status_nomem(work->err, "the graph of portals");
}

static enum ff_status find_routes(struct work *work)
{
	const struct ff_problem *problem = work->problem;
	size_t count = work->options->sectors.from_count;
	uint32_t *sources = calloc(count, sizeof *sources);
	struct ff_route_search *search = NULL;
	enum ff_status st = FF_E_NOMEM;

	begin(work, "finding routes");
	if (sources != NULL)
		st = ff_route_open(&search, &work->solution->graph, work->cost, work->machine);
	for (size_t i = 0; i < count && st == FF_OK; i++)
		sources[i] = (uint32_t)ff_cost_index(work->cost, problem->sources[i].x,
						     problem->sources[i].y);
	if (st == FF_OK)
		st = ff_route_find(search, &problem->seeds, sources, count,
				   &work->solution->routes);
	ff_route_close(search);
	free(sources);
	end(work, FF_SECTOR_SOLUTION_ROUTES);
	return st == FF_OK ? FF_OK : ff_status_nomem(work->err, "the routes");
}

/* A field in which no cell has a value. */
static bool new_field(struct ff_field *field, enum ff_field_type type)
{
	size_t count = (size_t)field->w * (size_t)field->h;

	field->type = type;
	field->cells = ff_memory_cells(field->w, field->h, ff_field_size(type));
	if (field->cells == NULL)
		return false;
	ff_field_forget(field, 0, count);
	return true;
}

/* FF_E_LIMIT: values do not fit that type. */
static enum ff_status fill(struct work *work, enum ff_field_type type)
{
	struct ff_sector_solution *s = work->solution;
	size_t limit = (size_t)work->options->sectors.cache_mib << 20;
	struct ff_sector_cache *cache = NULL;
	enum ff_status st = FF_E_NOMEM;
	uint64_t more = 0;

	begin(work, "integrating sectors");
	if (new_field(work->field, type))
		st = ff_sector_cache_open(&cache, limit);
	if (st == FF_OK)
		st = ff_corridor_fill(&s->graph, work->cost, &work->problem->seeds, &s->routes,
				      cache, work->field, work->machine);
	if (st == FF_OK)
		ff_sector_cache_look(cache, &s->cache);
	ff_sector_cache_close(cache);
	end(work, FF_SECTOR_SOLUTION_FIELDS);
	if (st == FF_OK && work->options->sectors.exact) {
		begin(work, "widening");
		st = ff_corridor_widen(&s->graph, work->cost, &work->problem->seeds, &s->routes,
				       work->field, &more, work->machine);
		end(work, FF_SECTOR_SOLUTION_WIDEN);
	}
	s->integrated = s->cache.misses + more;
	return st;
}

/* A goal without a start cost is one wherever it is, and nothing is cheaper. */
static void set_goals(struct ff_field *field, const struct ff_seeds *seeds)
{
	for (size_t i = 0; i < seeds->count && seeds->items[i].start == 0; i++) {
		uint32_t cell = seeds->items[i].cell;

		if (field->type == FF_FIELD_U32)
			field->u32[cell] = 0;
		else if (field->type == FF_FIELD_U64)
			field->u64[cell] = 0;
		else
			field->f64[cell] = 0;
	}
}

static enum ff_status find_field(struct work *work)
{
	struct ff_sector_solution *s = work->solution;
	enum ff_field_type type = ff_integrate_type(&work->options->model);
	enum ff_status st = fill(work, type);

	if (st == FF_E_LIMIT && type == FF_FIELD_U32) {
		ff_corridor_clear(&s->graph, &s->routes, work->field);
		free(work->field->cells);
		work->field->cells = NULL;
		st = fill(work, FF_FIELD_U64);
	}
	if (st != FF_OK)
		return ff_status_nomem(work->err, "the integration field");
	set_goals(work->field, &work->problem->seeds);
	return FF_OK;
}

static void count(struct ff_sector_solution *s)
{
	for (uint32_t i = 0; i < ff_sectors_count(&s->graph.sectors); i++) {
		struct ff_sectors_area area = ff_sectors_area(&s->graph.sectors, i);

		if (s->routes.computed[i] == 0)
			continue;
		s->computed++;
		s->computed_cells += (uint64_t)area.w * (uint64_t)area.h;
	}
	for (size_t i = 0; i < s->routes.count; i++)
		s->reached += s->routes.items[i].reached;
	s->graph_bytes = ff_portal_graph_bytes(&s->graph);
}

enum ff_status ff_sector_solution_find(struct ff_sector_solution *solution,
				       const struct ff_problem *problem,
				       const struct ff_options *options, const struct ff_plan *plan,
				       const struct ff_machine *machine,
				       struct ff_progress *progress, struct ff_field *field,
				       struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	struct ff_sector_solution found = {0};
	struct ff_field filled = {.w = cost->w, .h = cost->h, .unit = problem->unit};
	struct work work = {&found,  problem,  options, plan, cost,
			    machine, progress, &filled, 0,    err};
	enum ff_status st;

	if ((st = find_graph(&work)) != FF_OK || (st = find_routes(&work)) != FF_OK ||
	    (st = find_field(&work)) != FF_OK) {
		free(filled.cells);
		ff_sector_solution_free(&found);
		return st;
	}
	count(&found);
	*solution = found;
	*field = filled;
	return FF_OK;
}

double ff_sector_solution_ratio(const struct ff_route *route)
{
	if (!route->reached || !(route->least < FF_FIELD_NONEF))
		return 0;
	return route->least > 0 ? route->cost / route->least : 1;
}

void ff_sector_solution_free(struct ff_sector_solution *solution)
{
	ff_portal_graph_free(&solution->graph);
	ff_routes_free(&solution->routes);
	*solution = (struct ff_sector_solution){0};
}
