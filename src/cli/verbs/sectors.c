/*
 * flowfield sectors: field and flow only on the sectors that lead from the sources to the goal;
 * with
 * --requests a table of the costs of many requests on one graph.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/job.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/render.h"
#include "cli/report.h"
#include "cli/starts.h"
#include "cli/verb.h"
#include "cli/verbs/repair.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "draw/style.h"
#include "io/csv.h"
#include "io/graph.h"
#include "io/movingai.h"
#include "io/output.h"

/* The phases of a routing; the last one is the comparison with the field of the whole map. */
enum { PHASES = FF_ROUTING_LEAST + 1 };

struct sectors {
	struct ff_options common;
	int size; /* a sector's side, in cells; 0: by the map's size */
	bool exact;
	const char *edits;       /* a path, or "-"; NULL: none */
	const char *requests;    /* likewise */
	struct ff_starts starts; /* owned; sources besides those of --from */
};

/* A step of --edits. */
struct step {
	int32_t number;
	size_t edits; /* lines of the file */
	struct ff_repair_figures figures;
};

/* The way from a node of a route. */
struct leg {
	double left;     /* cost of the rest of the route */
	uint32_t portal; /* the one that it leaves its sector through, or FF_PORTAL_GRAPH_NONE */
};

/* All zero: none. */
struct solution {
	const struct sectors *options;
	struct ff_sector_field field; /* owned */
	struct ff_portal_graph graph; /* owned */
	struct ff_routes routes;      /* owned */
	struct leg *legs;             /* owned; [nodes of all routes]  from each node on */
	struct ff_edits edits;        /* owned */
	struct step *steps;           /* owned; [step_count]  of the edits */
	size_t step_count;
	uint8_t *renewed;            /* owned; see struct ff_routing */
	uint64_t integrated;         /* sectors, repetitions counted */
	size_t priced;               /* sectors whose edges were priced */
	uint64_t graph_bytes, edges; /* memory of the graph, and its edges */
	struct ff_routing_count count;
	struct ff_starts_notes notes; /* owned; walkers that --snap has moved */
	double ms[PHASES];
};

static const struct {
	const char *name;   /* in reports; NULL: routes are found without it */
	const char *doing;  /* shown as progress */
	const char *memory; /* use of memory, for messages */
} phases[PHASES] = {
	[FF_ROUTING_PORTALS] = {"portals", "finding portals", "the portals"},
	[FF_ROUTING_PRICES] = {"graph", "pricing the graph", "the graph of portals"},
	[FF_ROUTING_ROUTES] = {"routes", "finding routes", "the routes"},
	[FF_ROUTING_FIELDS] = {"fields", "integrating sectors", "the integration field"},
	[FF_ROUTING_WIDENING] = {"widen", "widening", "the integration field"},
	[FF_ROUTING_LEAST] = {"compare", "comparing", "the least costs"},
};

/* Shows and times phases, of which each ends when the next one begins. */
struct clock {
	struct solution *solution;
	struct ff_progress *progress;
	enum ff_routing_phase now;
	double started;
};

static void enter_phase(void *context, enum ff_routing_phase phase)
{
	struct clock *clock = context;
	double ms = ff_clock_ms();

	clock->solution->ms[clock->now] += ms - clock->started;
	clock->started = ms;
	clock->now = phase;
	ff_progress_show(clock->progress, phases[phase].doing, 0, 0);
}

/* Returns the side of a sector: the user's, or one that suits the map. */
static int32_t size_of(const struct sectors *options, const struct ff_problem *problem)
{
	return options->size > 0 ? options->size : ff_sectors_size(problem->map.w, problem->map.h);
}

/* Makes the edits step by step, and finds the routes and fields anew after each. */
static enum ff_status take_steps(struct solution *s, struct ff_repair *repair,
				 struct ff_routing *routing, const uint32_t *sources,
				 struct ff_error *err)
{
	const struct sectors *asked = s->options;
	const struct ff_edits *edits = &s->edits;
	enum ff_status st = FF_OK;

	s->steps = calloc(edits->count, sizeof *s->steps);
	if (s->steps == NULL)
		return ff_status_nomem(err, "the steps");
	for (size_t i = 0; i < edits->count && st == FF_OK; s->step_count++) {
		const struct ff_edit *first = &edits->items[i];
		struct step *step = &s->steps[s->step_count];

		step->number = (int32_t)first->when;
		while (i < edits->count && edits->items[i].when <= first->when)
			i++, step->edits++;
		st = ff_repair_edits(repair, first, step->edits, ff_repair_name(asked->edits), err);
		if (st == FF_OK)
			st = ff_repair_sectors(repair, routing, sources,
					       repair->problem->source_count, asked->exact, err);
		step->figures = repair->figures;
	}
	return st;
}

/* Finds what reports say of the nodes of all routes; false if memory ran out. */
static bool find_legs(struct solution *s, const struct ff_cost *cost)
{
	const struct ff_portal_graph *graph = &s->graph;
	size_t all = 0;
	struct leg *legs;

	for (size_t i = 0; i < s->routes.count; i++)
		all += s->routes.items[i].node_count;
	legs = s->legs = calloc(all + 1, sizeof *legs);
	for (size_t i = 0; i < s->routes.count && s->legs != NULL; i++) {
		const struct ff_route *route = &s->routes.items[i];
		const uint32_t *nodes = route->nodes;
		size_t last = route->node_count - 1;

		for (size_t k = route->node_count; k-- > 0;)
			legs[k] = k == last ? (struct leg){route->rest, FF_PORTAL_GRAPH_NONE}
					    : (struct leg){legs[k + 1].left + ff_portal_graph_price(
										      graph, cost,
										      nodes[k],
										      nodes[k + 1]),
							   ff_portal_graph_crossed(graph, nodes[k],
										   nodes[k + 1])};
		legs += route->node_count;
	}
	return s->legs != NULL;
}

/* Moves from a routing everything that outputs need, and counts what was computed. */
static void take_routing(struct solution *s, struct ff_routing *routing)
{
	s->count = ff_routing_counts(routing);
	s->field = routing->field;
	s->graph = routing->graph;
	s->routes = routing->routes;
	s->integrated = routing->integrated;
	s->priced = routing->priced;
	s->renewed = routing->renewed;
	routing->field = (struct ff_sector_field){0};
	routing->graph = (struct ff_portal_graph){0};
	routing->routes = (struct ff_routes){0};
	routing->renewed = NULL;
	s->graph_bytes = ff_portal_graph_bytes(&s->graph);
	s->edges = ff_portal_graph_edges(&s->graph);
}

/* Answers the request, again after each step of edits. */
static enum ff_status answer_all(struct solution *s, struct ff_routing *routing, struct ff_job *job,
				 struct ff_error *err)
{
	struct ff_problem *problem = &job->problem;
	struct ff_solution_work work = job->work;
	uint32_t *sources = calloc(problem->source_count + 1, sizeof *sources);
	struct ff_repair repair = {0};
	enum ff_status st = sources == NULL ? FF_E_NOMEM : FF_OK;

	for (size_t i = 0; i < problem->source_count && sources != NULL; i++)
		sources[i] = (uint32_t)ff_cost_index(&problem->map, problem->sources[i].x,
						     problem->sources[i].y);
	work.values = &routing->field;
	if (st == FF_OK)
		st = ff_routing_find(routing, &problem->seeds, sources, problem->source_count,
				     s->options->exact);
	if (st == FF_OK && s->edits.count > 0) {
		st = ff_routing_keep(routing);
		if (st == FF_OK)
			st = ff_repair_open(&repair, &work, problem, &job->solution, err);
		if (st == FF_OK)
			st = take_steps(s, &repair, routing, sources, err);
		ff_repair_close(&repair);
	}
	free(sources);
	return st;
}

static enum ff_status find_sectors(struct solution *s, struct ff_job *job, struct ff_error *err)
{
	const struct ff_problem *problem = &job->problem;
	const struct sectors *options = s->options;
	struct clock clock = {s, &job->progress, FF_ROUTING_PORTALS, ff_clock_ms()};
	const struct ff_routing_setup setup = {.model = &problem->model,
					       .cost = ff_problem_cost(problem),
					       .size = size_of(options, problem),
					       .once = s->edits.count == 0 &&
						       problem->source_count < 2,
					       .machine = &job->machine,
					       .enter = enter_phase,
					       .context = &clock};
	struct ff_routing routing;
	enum ff_status st = ff_routing_open(&routing, &setup);

	if (st == FF_OK)
		st = answer_all(s, &routing, job, err);
	/* Measures the quality of the routes only if it will be printed or reported. */
	if (st == FF_OK && !options->exact &&
	    (options->common.verbosity != FF_OPTIONS_QUIET ||
	     options->common.outputs[FF_OPTIONS_JSON] != NULL))
		st = ff_routing_least(&routing, &problem->seeds);
	if (st == FF_OK) {
		enter_phase(&clock, FF_ROUTING_LEAST);
		take_routing(s, &routing);
		if (!find_legs(s, setup.cost))
			st = ff_status_nomem(err, phases[FF_ROUTING_ROUTES].memory);
	} else if (st == FF_E_NOMEM) {
		st = ff_status_nomem(err, phases[clock.now].memory);
	}
	ff_routing_close(&routing);
	return st;
}

static double ratio_of_route(const struct ff_route *route)
{
	if (!route->reached || !(route->least < FF_FIELD_NONEF))
		return 0;
	return route->least > 0 ? route->cost / route->least : 1;
}

static void free_solution(struct solution *solution)
{
	ff_sector_field_close(&solution->field);
	ff_portal_graph_free(&solution->graph);
	ff_routes_free(&solution->routes);
	free(solution->edits.items);
	free(solution->steps);
	free(solution->legs);
	free(solution->renewed);
	free(solution->notes.items);
	*solution = (struct solution){0};
}

/* Returns true if the field is that of a run: its only sector was computed, without a limit. */
static bool is_whole(const struct solution *s, const struct sectors *asked)
{
	bool limited = asked->exact && ff_model_is_continuous(&asked->common.model);

	return ff_sectors_count(&s->graph.sectors) == 1 && s->routes.computed[0] && !limited;
}

/* Solves the job's problem, which has been read. */
static enum ff_status solve_sectors(struct solution *s, const struct sectors *asked,
				    struct ff_job *job, struct ff_error *err)
{
	struct ff_solution_work work = job->work;
	struct ff_solution *solution = &job->solution;
	double started = ff_clock_ms();
	bool grids = false, graph = false;
	enum ff_status st;

	st = find_sectors(s, job, err);
	for (size_t i = 0; i < job->plan.count; i++) {
		const struct ff_plan_item *item = &job->plan.items[i];

		grids |= item->kind != FF_OPTIONS_JSON && item->format != FF_OUTPUTS_TABLE;
		graph |= item->kind == FF_OPTIONS_GRAPH || item->kind == FF_OPTIONS_PORTALS;
	}
	if (!grids && !graph)
		ff_portal_graph_forget(&s->graph);
	ff_budget_trim();
	/* For outputs that show cells, for sight, and where cells of sectors that were not computed
	 * are unreached. */
	if (st == FF_OK)
		grids |= asked->common.sight || s->count.reached < s->routes.count ||
			 is_whole(s, asked);
	solution->partial = true;
	if (st == FF_OK && grids) {
		work.values = &s->field;
		work.routes = is_whole(s, asked) ? NULL : &s->routes;
		st = ff_solution_field(solution, &work, err);
	}
	solution->integrate_ms = ff_clock_ms() - started;
	if (st == FF_OK && !grids)
		st = ff_solution_sectors(solution, &work, &s->field, err);
	else if (st == FF_OK && (st = ff_solution_flow(solution, &work, err)) == FF_OK)
		st = ff_solution_rest(solution, &work, err);
	solution->own = s;
	solution->scene.graph = &s->graph;
	solution->scene.routes = &s->routes;
	solution->scene.renewed = s->renewed;
	return st;
}

/* Adds the sources of --from after the walkers of the table. */
static enum ff_status add_sources(struct ff_walkers *walkers, const struct ff_problem *problem,
				  struct ff_error *err)
{
	struct ff_walker *walker;

	if (problem->source_count == 0)
		return FF_OK;
	if ((walker = ff_starts_add(walkers, "", problem->source_count, 0, 0)) == NULL)
		return ff_status_nomem(err, "--from");
	for (size_t i = 0; i < problem->source_count; i++) {
		walker[i].x = problem->sources[i].x;
		walker[i].y = problem->sources[i].y;
	}
	return FF_OK;
}

/* Makes the problem's sources of walkers that have places on the map. */
static enum ff_status take_walkers(struct ff_problem *problem, const struct ff_walkers *walkers,
				   struct ff_error *err)
{
	struct ff_problem_cell *sources = calloc(walkers->count + 1, sizeof *sources);
	uint64_t *ids = calloc(walkers->count + 1, sizeof *ids);

	if (sources == NULL || ids == NULL) {
		free(sources);
		free(ids);
		return ff_status_nomem(err, "sources");
	}
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		sources[i] = (struct ff_problem_cell){ff_sample_cell(walker->x),
						      ff_sample_cell(walker->y)};
		ids[i] = walker->id;
	}
	free(problem->sources);
	problem->sources = sources;
	problem->source_ids = ids;
	problem->source_count = walkers->count;
	return FF_OK;
}

/* Adds the cells of the walkers of --agents and --spawn to the sources of a problem that has been
 * read: in the order in which flowfield walk has them. */
static enum ff_status place_walkers(struct solution *s, const struct sectors *asked,
				    struct ff_problem *problem, struct ff_walkers *walkers,
				    struct ff_error *err)
{
	const struct ff_options *o = &asked->common;
	struct ff_classes classes = {0};
	const struct ff_guide guide = {.map = &problem->map,
				       .cost = ff_problem_cost(problem),
				       .classes = &classes,
				       .model = &problem->model};
	const struct ff_starts_ground ground = {
		.starts = &asked->starts,
		.name = problem->name,
		.guides = &guide,
		.rule = FF_SPAWN_ALONE,
		.snap = o->snap > 0,
		.radius = o->radius > 0 ? o->radius : FF_STARTS_RADIUS,
		.speed = 1,
		.parts = 1,
		.notes = &s->notes,
	};
	enum ff_status st;

	/* A source is a cell, whatever else the table says. */
	for (size_t i = 0; i < walkers->count; i++)
		walkers->items[i].radius = 0;
	st = add_sources(walkers, problem, err);
	if (st == FF_OK && asked->starts.spawn_count > 0)
		st = ff_starts_reach(guide.cost, &problem->model, &problem->seeds, &classes, err);
	if (st == FF_OK)
		st = ff_starts_place(&ground, walkers, err);
	free(classes.cells);
	return st == FF_OK ? take_walkers(problem, walkers, err) : st;
}

/* Reads the problem, and finds all of its sources; with --dry-run opens it only. */
static enum ff_status read_problem(struct solution *s, const struct sectors *asked,
				   struct ff_job *job, struct ff_error *err)
{
	struct ff_walkers walkers = {0};
	enum ff_status st;

	if ((st = ff_problem_open(&job->problem, &asked->common, err)) == FF_OK &&
	    (st = ff_starts_read(&asked->starts, &job->problem, FF_STARTS_RADIUS, 1, &walkers,
				 err)) == FF_OK &&
	    (asked->common.dry_run ||
	     (st = ff_problem_read(&job->problem, &asked->common, err)) == FF_OK) &&
	    (st = ff_repair_read(&s->edits, asked->edits, false, &job->problem, err)) == FF_OK &&
	    !asked->common.dry_run && (st = ff_job_ready(job, err)) == FF_OK &&
	    ff_options_given(&asked->common, "agents spawn")) {
		ff_progress_show(&job->progress, "looking for places", 0, 0);
		st = place_walkers(s, asked, &job->problem, &walkers, err);
	}
	ff_walkers_free(&walkers);
	return st;
}

/* ---- the report ---- */

/* The costs of the routes divided by the least costs; 0: not known. */
struct ratio {
	double mean, worst;
	bool exact; /* all of them are 1 */
};

static struct ratio ratio_of(const struct solution *s)
{
	struct ratio ratio = {0, 0, s->count.reached > 0};

	for (size_t i = 0; i < s->routes.count; i++) {
		double one = ratio_of_route(&s->routes.items[i]);

		ratio.mean += one;
		ratio.worst = fmax(ratio.worst, one);
		ratio.exact &= !s->routes.items[i].reached || one == 1;
	}
	if (s->count.reached > 0)
		ratio.mean /= (double)s->count.reached;
	return ratio;
}

/* Returns a figure, or null for 0, which means that it is not known. */
static json_t *known_json(double value)
{
	return value > 0 ? json_real(value) : json_null();
}

static json_t *phases_json(const struct solution *s)
{
	json_t *ms = json_object();

	for (int p = 0; p < PHASES; p++)
		if (phases[p].name != NULL)
			ff_json_set(&ms, phases[p].name, ff_json_ms(s->ms[p]));
	return ms;
}

/* Returns a node of a route. */
static json_t *node_json(const struct ff_portal_graph *graph, uint32_t node, const struct leg *leg)
{
	uint32_t w = (uint32_t)graph->sectors.w, cell = graph->cells[node];

	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o}", "node", (json_int_t)node, "x",
			 (json_int_t)(cell % w), "y", (json_int_t)(cell / w), "sector",
			 (json_int_t)ff_sectors_of(&graph->sectors, cell), "portal",
			 leg->portal == FF_PORTAL_GRAPH_NONE ? json_null()
							     : json_integer(leg->portal),
			 "planned", ff_json_number(leg->left / ff_model_unit(&graph->model)));
}

/* Returns the nodes of a route, up to the first one of an earlier route. */
static json_t *route_json(const struct ff_portal_graph *graph, const struct ff_route *route,
			  const struct leg *legs)
{
	size_t listed = route->node_count - route->merged + (route->merged > 0);
	json_t *list = json_array();

	for (size_t i = 0; i < listed; i++)
		ff_json_append(&list, node_json(graph, route->nodes[i], &legs[i]));
	return list;
}

static json_t *source_json(const struct solution *s, const struct ff_problem *problem, size_t which,
			   const struct leg *legs)
{
	const struct ff_route *route = &s->routes.items[which];
	uint64_t id = problem->source_ids == NULL ? which + 1 : problem->source_ids[which];
	uint32_t w = (uint32_t)s->graph.sectors.w;
	double unit = ff_model_unit(&s->graph.model);
	json_t *source;

	source = json_pack(
		"{s:I, s:I, s:I, s:b, s:o, s:o, s:o, s:o, s:I, s:I, s:I}", "id", (json_int_t)id,
		"x", (json_int_t)(route->source % w), "y", (json_int_t)(route->source / w),
		"reached", (int)route->reached, "cost", ff_json_number(route->cost / unit),
		"planned", ff_json_number(route->planned / unit), "least",
		ff_json_number(route->least / unit), "ratio", known_json(ratio_of_route(route)),
		"nodes", (json_int_t)route->node_count, "merged", (json_int_t)route->merged,
		"expanded", (json_int_t)route->expanded);
	ff_json_set(&source, "goal",
		    route->reached ? json_pack("{s:I, s:I}", "x", (json_int_t)(route->goal % w),
					       "y", (json_int_t)(route->goal / w))
				   : json_null());
	ff_json_set(&source, "joins", route->merged > 0 ? json_integer(route->joins) : json_null());
	ff_json_set(&source, "route", route_json(&s->graph, route, legs));
	return source;
}

/* Returns the steps of --edits. */
static json_t *steps_json(const struct solution *s)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < s->step_count; i++) {
		const struct step *step = &s->steps[i];
		json_t *object = ff_repair_json(&step->figures, step->edits);

		ff_json_set(&object, "step", json_integer(step->number));
		ff_json_set(&object, "reached", json_integer((json_int_t)step->figures.reached));
		ff_json_append(&steps, object);
	}
	return steps;
}

static json_t *sectors_json(const struct ff_report *report)
{
	const struct solution *s = report->solution->own;
	const struct ff_portal_graph *graph = &s->graph;
	const struct ratio ratio = ratio_of(s);
	uint64_t expanded = 0, merged = 0;
	json_t *sources = json_array();
	const struct leg *legs = s->legs;
	double cells = (double)graph->sectors.w * graph->sectors.h;

	for (size_t i = 0; i < s->routes.count; i++) {
		expanded += s->routes.items[i].expanded;
		merged += s->routes.items[i].merged > 0;
		ff_json_append(&sources, source_json(s, report->problem, i, legs));
		legs += s->routes.items[i].node_count;
	}
	return json_pack(
		"{s:i, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
		"s:I, s:o, s:b, "
		"s:{s:o, s:o}, s:o, s:o}",
		"size", (int)graph->sectors.size, "total",
		(json_int_t)ff_sectors_count(&graph->sectors), "clear",
		(json_int_t)graph->clear_count, "computed", (json_int_t)s->count.computed,
		"integrated", (json_int_t)s->integrated, "cells_computed",
		(json_int_t)s->count.cells, "share_computed", (double)s->count.cells / cells,
		"portals", (json_int_t)graph->portal_count, "nodes", (json_int_t)graph->node_count,
		"edges", (json_int_t)s->edges, "priced", (json_int_t)s->priced, "graph_bytes",
		(json_int_t)s->graph_bytes, "nodes_expanded", (json_int_t)expanded, "reached",
		(json_int_t)s->count.reached, "merged", (json_int_t)merged, "ms", phases_json(s),
		"exact", (int)s->options->exact, "ratio", "mean", known_json(ratio.mean), "worst",
		known_json(ratio.worst), "sources", sources, "steps", steps_json(s));
}

/* Prints how many sectors were computed and how good the routes are. */
static void print_sectors(const struct ff_report *report, FILE *to)
{
	const struct solution *s = report->solution->own;
	const struct ratio ratio = ratio_of(s);
	struct ff_repair_figures sum = {0};
	char text[FF_REPAIR_TEXT];

	fprintf(to, "%zu of %" PRIu32 " sectors computed, %zu of %zu sources reached",
		s->count.computed, ff_sectors_count(&s->graph.sectors), s->count.reached,
		s->routes.count);
	if (ratio.exact)
		fputs(" at the least cost", to);
	else if (ratio.worst > 0)
		fprintf(to, " at no more than %.4f times the least cost",
			fmax(1, ceil(ratio.worst * 1e4) / 1e4));
	for (size_t i = 0; i < s->step_count; i++)
		ff_repair_add(&sum, &s->steps[i].figures);
	ff_repair_print(&sum, text);
	if (s->step_count > 0)
		fprintf(to, "; %zu step%s: %s", s->step_count, s->step_count == 1 ? "" : "s", text);
}

static void print_phases(const struct ff_report *report, FILE *to)
{
	const struct solution *s = report->solution->own;

	for (int p = 0; p < PHASES; p++)
		if (phases[p].name != NULL)
			fprintf(to, "%s%s %.1f", p > 0 ? ", " : " (", phases[p].name, s->ms[p]);
	fputs(")", to);
}

static void warn_of_moves(struct ff_report *report)
{
	ff_starts_warn(&((const struct solution *)report->solution->own)->notes, report);
}

static const struct ff_report_verb report_verb = {
	.key = "sectors",
	.json = sectors_json,
	.print_result = print_sectors,
	.print_integrate = print_phases,
	.warn = warn_of_moves,
};

enum ff_status ff_sectors_portals(struct ff_output *out, const struct ff_report *report,
				  struct ff_error *err)
{
	const struct solution *sectors = report->solution->own;

	return ff_graph_write_portals(out, &sectors->graph, &sectors->routes, err);
}

enum ff_status ff_sectors_graph(struct ff_output *out, const struct ff_report *report,
				struct ff_error *err)
{
	const struct solution *sectors = report->solution->own;

	return ff_graph_write_csv(out, &sectors->graph, ff_problem_cost(report->problem), err);
}

/* ---- requests ---- */

enum { LINE = 192 }; /* most bytes of a line */

struct answers {
	const struct sectors *asked;
	const struct ff_cost *cost;
	struct ff_routing routing;
	struct ff_progress *progress;
	struct ff_buffer table;
	bool timed; /* the table has times, which differ from run to run */
	size_t reached;
};

static void put_line(struct answers *answers, const struct ff_movingai_scen_entry *request,
		     double ms)
{
	const struct ff_route *route = answers->routing.routes.items;
	const struct ff_model *model = &answers->routing.graph.model;
	const struct ff_routing_count count = ff_routing_counts(&answers->routing);
	char *at = ff_buffer_room(&answers->table, LINE);

	if (at == NULL)
		return;
	at = ff_buffer_number(at, (uint64_t)request->start_x);
	at = ff_buffer_number(at, (uint64_t)request->start_y);
	at = ff_buffer_number(at, (uint64_t)request->goal_x);
	at = ff_buffer_number(at, (uint64_t)request->goal_y);
	if (route->reached)
		at += ff_csv_put_value(at, ff_model_is_continuous(model), route->cost,
				       ff_model_unit(model));
	*at++ = ',';
	at = ff_buffer_number(at, count.computed);
	at += ff_number_print(at, count.kept);
	if (answers->timed)
		at += sprintf(at, ",%.3f", ms);
	*at++ = '\n';
	answers->table.used = (size_t)(at - answers->table.bytes);
	answers->reached += route->reached;
}

static enum ff_status answer_each(struct answers *answers, const struct ff_movingai_scen *requests,
				  struct ff_error *err)
{
	const struct ff_cost *cost = answers->cost;
	enum ff_status st = FF_OK;

	ff_csv_begin(&answers->table,
		     answers->timed ? "start_x,start_y,goal_x,goal_y,cost,computed,kept,ms"
				    : "start_x,start_y,goal_x,goal_y,cost,computed,kept",
		     NULL);
	for (size_t i = 0; i < requests->count && st == FF_OK; i++) {
		const struct ff_movingai_scen_entry *request = &requests->items[i];
		uint32_t start = (uint32_t)ff_cost_index(cost, request->start_x, request->start_y);
		struct ff_seed goal = {
			.cell = (uint32_t)ff_cost_index(cost, request->goal_x, request->goal_y)};
		const struct ff_seeds goals = {&goal, cost->cells[goal.cell] != FF_COST_WALL};
		double begun = ff_clock_ms();

		ff_progress_show(answers->progress, "answering requests", i, requests->count);
		st = ff_routing_find(&answers->routing, &goals, &start, 1, answers->asked->exact);
		if (st == FF_OK)
			put_line(answers, request, ff_clock_ms() - begun);
		else
			st = ff_status_nomem(err, "the requests");
	}
	return st == FF_OK ? ff_buffer_flush(&answers->table) : st;
}

/* Reads the requests, and answers them on the graph of a map that has been read. */
static enum ff_status answer_file(struct answers *answers, struct ff_job *job, struct ff_input *in,
				  struct ff_error *err)
{
	const struct ff_problem *problem = &job->problem;
	const struct ff_options *options = job->options;
	const struct ff_routing_setup setup = {.model = &problem->model,
					       .cost = answers->cost,
					       .size = size_of(answers->asked, problem),
					       .machine = &job->machine};
	struct ff_movingai_scen requests = {NULL, 0};
	struct ff_output out;
	double begun = ff_clock_ms(), priced = begun;
	enum ff_status st =
		ff_movingai_read_requests(in, problem->map.w, problem->map.h, &requests, err);

	if (st != FF_OK)
		return st;
	ff_progress_show(&job->progress, "pricing the graph", 0, 0);
	if (ff_routing_open(&answers->routing, &setup) != FF_OK ||
	    ff_routing_prepare(&answers->routing) != FF_OK) {
		st = ff_status_nomem(err, "the graph of portals");
	} else if ((st = ff_output_open(&out, "-", err)) == FF_OK) {
		priced = ff_clock_ms();
		answers->table.out = &out;
		if ((st = answer_each(answers, &requests, err)) == FF_OK)
			st = ff_output_close(&out, err);
	}
	ff_routing_close(&answers->routing);
	free(requests.items);
	ff_progress_end(&job->progress);
	if (st == FF_OK && options->verbosity != FF_OPTIONS_QUIET)
		fprintf(stderr,
			"flowfield: %s: %zu request%s, %zu reached; graph %.0f ms, requests %.0f "
			"ms\n",
			problem->name, requests.count, requests.count == 1 ? "" : "s",
			answers->reached, priced - begun, ff_clock_ms() - priced);
	return st;
}

/* Answers --requests, and prints the table and the summary. */
static enum ff_status answer_requests(const struct sectors *asked, struct ff_error *err)
{
	const struct ff_options *options = &asked->common;
	struct answers answers = {.asked = asked,
				  .table.err = err,
				  .timed = options->verbosity == FF_OPTIONS_VERBOSE};
	struct ff_input in = {.fd = STDIN_FILENO};
	struct ff_job job;
	enum ff_status st;

	if ((st = ff_job_plan(&job, options, true, err)) == FF_OK &&
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) == FF_OK &&
	    (st = ff_problem_open(&job.problem, options, err)) == FF_OK &&
	    (st = ff_input_open(&in, asked->requests, err)) == FF_OK && !options->dry_run &&
	    (st = ff_problem_read_map(&job.problem, options, err)) == FF_OK &&
	    (st = ff_job_ready(&job, err)) == FF_OK) {
		answers.cost = ff_problem_cost(&job.problem);
		answers.progress = &job.progress;
		st = answer_file(&answers, &job, &in, err);
	}
	ff_input_close(&in);
	if (st != FF_OK || options->dry_run)
		return ff_job_end(&job, st, err);
	ff_job_free(&job);
	return FF_OK;
}

/* ---- the command ---- */

static enum ff_status route_map(const struct ff_options *options, struct ff_error *err)
{
	const struct sectors *asked = (const struct sectors *)options;
	struct solution found = {.options = asked};
	struct ff_job job;
	enum ff_status st;

	if (asked->requests != NULL)
		return answer_requests(asked, err);
	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = read_problem(&found, asked, &job, err)) != FF_OK || options->dry_run ||
	    (st = solve_sectors(&found, asked, &job, err)) != FF_OK)
		goto out;
	ff_job_examine(&job);
	st = ff_job_publish(&job, err);
out:
	st = ff_job_end(&job, st, err);
	free_solution(&found);
	return st;
}

#define AT(member) .offset = offsetof(struct sectors, member)

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Sectors"},
	FF_STARTS_ROWS(struct sectors, starts, "N[@X,Y,W,H]")
	{0, "sectors", "N", "cells per side of a sector (default: by the map)", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(size), .min = FF_SECTORS_SIZE_MIN, .max = FF_SECTORS_SIZE_MAX, .screen = FF_ARGV_FIRST},
	{0, "exact", NULL, "compute more sectors, until paths are cheapest", FF_ARGV_NONE, true, ff_options_set_flag, AT(exact), .screen = FF_ARGV_FIRST},
	{0, "edits", "FILE", "file of edits, a line each: step,x,y,w,h,WHAT", FF_ARGV_REQUIRED, true, ff_options_set_input, AT(edits), .what = "what --edits reads", .screen = FF_ARGV_FIRST},
	{0, "requests", "FILE", "print costs of requests: a start and goal a line", FF_ARGV_REQUIRED, true, ff_options_set_input, AT(requests), .what = "what --requests reads", .screen = FF_ARGV_FIRST},
	FF_OUTPUT_SECTORS(FF_OPTIONS_OUTPUT_ROW)
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield sectors",
	"usage: flowfield sectors MAP --goal X,Y --from X,Y [--from X,Y ...] [options]\n"
	"       flowfield sectors MAP --goal X,Y --agents FILE.csv [options]\n"
	"       flowfield sectors MAP --goal X,Y --spawn N[@X,Y,W,H] [options]\n"
	"       flowfield sectors MAP --requests FILE [options]\n"
	"\n"
	"Cuts the map into sectors, finds routes from the sources to the goal through the\n"
	"portals between sectors, and solves only the sectors on these routes.  Has the\n"
	"outputs of flowfield, too; unless one is named: MAP.heatmap.png, MAP.arrows.png\n"
	"and MAP.portals.png.\n",
	rows, sizeof rows / sizeof *rows, NULL, &ff_options_table,
	/* Options about cells that are not computed, or about a map that is not the graph's. */
	"max-cost flee max-unreached subdivide coarsen allocation ties detour clearance chokes "
	"ridges gain html Animation work-dir",
	NULL};

#define OUTPUT_NAME(id, name, ...) name " "

static const struct ff_options_rule rules[] = {
	{"seed", FF_OPTIONS_NEEDS, "spawn", "--seed is for --spawn N"},
	{"requests", FF_OPTIONS_WITHOUT,
	 FF_OUTPUT_ROWS(
		 OUTPUT_NAME) "goal goals from agents spawn edits snap sight require out-dir",
	 "--requests has starts and goals of its own, and prints a table: no other goals, sources, "
	 "edits and outputs"},
};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	const struct sectors *asked = (const struct sectors *)o;
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->defaults[2] = FF_OPTIONS_PORTALS;
	o->layers &= ~(unsigned)FF_STYLE_MEASURES;
	o->layers |= FF_STYLE_PATHS | FF_STYLE_PORTALS | FF_STYLE_GRAPH_ALL;
	if ((st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err)) != FF_OK)
		return st;
	if (asked->requests != NULL) {
		o->default_count = 0;
		return ff_options_check_shared(o, err);
	}
	if ((st = ff_options_check_goal(o, err)) != FF_OK)
		return st;
	if (!ff_options_given(o, "from agents spawn"))
		return ff_status_fail(err, FF_E_USAGE,
				      "there is no source: give --from X,Y, --agents FILE.csv or "
				      "--spawn N");
	for (size_t i = 0; i < asked->starts.spawn_count; i++) {
		const struct ff_starts_spawn *spawn = &asked->starts.spawns[i];

		if (spawn->group[0] != '\0')
			return ff_status_fail(err, FF_E_USAGE,
					      "--spawn %" PRId64 ":%s: here all sources have the "
					      "same goals; only flowfield walk has groups",
					      spawn->count, spawn->group);
	}
	return ff_options_check_shared(o, err);
}

static void free_options(struct ff_options *options)
{
	ff_starts_free(&((struct sectors *)options)->starts);
}

static const struct sectors defaults = {.starts.seed = 1};

const struct ff_verb ff_sectors_verb = {
	.name = "sectors",
	.text = "solve only the sectors on routes to the goal",
	.table = &table,
	.size = sizeof(struct sectors),
	.defaults = &defaults,
	.check = check_options,
	.free = free_options,
	.report = &report_verb,
	.job = route_map,
};
