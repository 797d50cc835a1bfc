#include "cli/verbs/sector_solution.h"

#include <stdlib.h>

#include "cli/progress.h"
#include "core/sectors/routing.h"
#include "io/digest.h"
#include "io/graph.h"

static const struct {
	const char *doing;           /* shown meanwhile */
	const char *memory;          /* what memory is for then; NULL: the error says it */
	enum ff_routing_phase phase; /* FF_ROUTING_PHASES: no phase of a routing */
} phases[FF_SECTOR_SOLUTION_PHASES] = {
	[FF_SECTOR_SOLUTION_PORTALS] = {"finding portals", "the portals", FF_ROUTING_PORTALS},
	[FF_SECTOR_SOLUTION_GRAPH] = {"pricing the graph", "the graph of portals",
				      FF_ROUTING_PRICES},
	[FF_SECTOR_SOLUTION_LANDMARKS] = {"looking for landmarks", "the graph of portals",
					  FF_ROUTING_LANDMARKS},
	[FF_SECTOR_SOLUTION_LOAD] = {"reading the graph", NULL, FF_ROUTING_PHASES},
	[FF_SECTOR_SOLUTION_ROUTES] = {"finding routes", "the routes", FF_ROUTING_ROUTES},
	[FF_SECTOR_SOLUTION_FIELDS] = {"integrating sectors", "the integration field",
				       FF_ROUTING_FIELDS},
	[FF_SECTOR_SOLUTION_WIDEN] = {"widening", "the integration field", FF_ROUTING_WIDENING},
	[FF_SECTOR_SOLUTION_COMPARE] = {"comparing", NULL, FF_ROUTING_PHASES},
};

/* Shows and times phases, of which each ends when the next one begins. */
struct clock {
	struct ff_sector_solution *solution;
	struct ff_progress *progress;
	enum ff_sector_solution_phase now;
	double started;
};

static void begin_phase(struct clock *clock, enum ff_sector_solution_phase phase)
{
	double ms = ff_clock_ms();

	clock->solution->ms[clock->now] += ms - clock->started;
	clock->started = ms;
	clock->now = phase;
	ff_progress_show(clock->progress, phases[phase].doing, 0, 0);
}

static void enter_phase(void *context, enum ff_routing_phase phase)
{
	int p = 0;

	while (phases[p].phase != phase)
		p++;
	begin_phase(context, (enum ff_sector_solution_phase)p);
}

uint64_t ff_sector_solution_digest(const struct ff_problem *problem)
{
	const struct ff_cost *cost = ff_problem_cost(problem);

	return ff_digest_bytes(cost->w, cost->h, cost->cells);
}

/* Reads what the file has of a graph whose portals are found. */
static enum ff_status load_graph(struct ff_portal_graph *graph, const struct ff_problem *problem,
				 const char *path, struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, path, err);

	if (st != FF_OK)
		return st;
	st = ff_graph_read(&in, ff_sector_solution_digest(problem), graph, err);
	ff_input_close(&in);
	return st;
}

/* Answers the request of the command line. */
static enum ff_status find(struct ff_routing *routing, const struct ff_problem *problem,
			   const struct ff_sector_options *options)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	size_t count = options->common.source_count;
	uint32_t *sources = calloc(count, sizeof *sources);
	enum ff_status st;

	if (sources == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		sources[i] =
			(uint32_t)ff_cost_index(cost, problem->sources[i].x, problem->sources[i].y);
	st = ff_routing_find(routing, &problem->seeds, sources, count, options->exact);
	free(sources);
	return st;
}

static void count_computed(struct ff_sector_solution *s)
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

/* Takes from a routing what outputs are made of. */
static void take(struct ff_sector_solution *s, struct ff_routing *routing, struct ff_field *field)
{
	*field = routing->field;
	s->graph = routing->graph;
	s->routes = routing->routes;
	s->integrated = routing->integrated;
	s->priced = routing->priced;
	ff_sector_cache_figures_of(routing->cache, &s->cache);
	routing->field.cells = NULL;
	routing->graph = (struct ff_portal_graph){0};
	routing->routes = (struct ff_routes){0};
	count_computed(s);
}

enum ff_status
ff_sector_solution_find(struct ff_sector_solution *solution, const struct ff_problem *problem,
			const struct ff_sector_options *options, const struct ff_machine *machine,
			struct ff_progress *progress, struct ff_field *field, struct ff_error *err)
{
	struct ff_sector_solution found = {.options = options};
	struct clock clock = {&found, progress, FF_SECTOR_SOLUTION_PORTALS, ff_clock_ms()};
	/* A graph that is saved has landmarks, and routes are those of a graph that is loaded. */
	const struct ff_routing_setup setup = {.model = &options->common.model,
					       .cost = ff_problem_cost(problem),
					       .size = options->size,
					       .landmarks = true,
					       .machine = machine,
					       .enter = enter_phase,
					       .context = &clock};
	struct ff_routing routing;
	enum ff_status st = ff_routing_open(&routing, &setup);

	if (st == FF_OK && options->load_graph != NULL) {
		begin_phase(&clock, FF_SECTOR_SOLUTION_LOAD);
		st = load_graph(&routing.graph, problem, options->load_graph, err);
	}
	if (st == FF_OK)
		st = find(&routing, problem, options);
	if (st == FF_OK) {
		begin_phase(&clock, FF_SECTOR_SOLUTION_COMPARE);
		take(&found, &routing, field);
		*solution = found;
	} else if (st == FF_E_NOMEM && phases[clock.now].memory != NULL) {
		st = ff_status_nomem(err, phases[clock.now].memory);
	}
	ff_routing_close(&routing);
	return st;
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
