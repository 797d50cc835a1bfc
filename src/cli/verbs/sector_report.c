#include "cli/verbs/sector_solution.h"

#include <inttypes.h>
#include <math.h>

#include "cli/json.h"
#include "cli/render.h"
#include "draw/draw.h"
#include "io/graph.h"

static const char *const phase_names[FF_SECTOR_SOLUTION_PHASES] = {
	[FF_SECTOR_SOLUTION_PORTALS] = "portals",     [FF_SECTOR_SOLUTION_GRAPH] = "graph",
	[FF_SECTOR_SOLUTION_LANDMARKS] = "landmarks", [FF_SECTOR_SOLUTION_LOAD] = "load",
	[FF_SECTOR_SOLUTION_ROUTES] = "routes",       [FF_SECTOR_SOLUTION_FIELDS] = "fields",
	[FF_SECTOR_SOLUTION_WIDEN] = "widen",         [FF_SECTOR_SOLUTION_COMPARE] = "compare",
};

/* The lengths of the routes over those of the cheapest ways; 0: not known. */
struct ratio {
	double mean, worst;
	bool exact; /* all of them are 1 */
};

static struct ratio ratio_of(const struct ff_sector_solution *s)
{
	struct ratio ratio = {0, 0, s->reached > 0};

	for (size_t i = 0; i < s->routes.count; i++) {
		double one = ff_sector_solution_ratio(&s->routes.items[i]);

		ratio.mean += one;
		ratio.worst = fmax(ratio.worst, one);
		ratio.exact &= !s->routes.items[i].reached || one == 1;
	}
	if (s->reached > 0)
		ratio.mean /= (double)s->reached;
	return ratio;
}

/* A figure that is 0 where nothing is known. */
static json_t *known(double value)
{
	return value > 0 ? json_real(value) : json_null();
}

static json_t *cost_of(double raw, uint32_t unit)
{
	return raw < FF_FIELD_NONEF ? ff_json_number(raw / unit) : json_null();
}

/* Returns what need not be stored of the ways within clear sectors. */
static json_t *saved(const struct ff_portal_graph *graph)
{
	uint64_t costs = 0, bytes;

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		uint64_t n = graph->first_node[s + 1] - graph->first_node[s];

		if (ff_portal_graph_implied(graph, s))
			costs += n * n;
	}
	bytes = costs * ff_field_size(graph->type);
	return json_pack("{s:I, s:I}", "costs", (json_int_t)costs, "bytes", (json_int_t)bytes);
}

static json_t *cache(const struct ff_sector_cache_figures *figures)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "hits", (json_int_t)figures->hits, "misses",
			 (json_int_t)figures->misses, "evicted", (json_int_t)figures->evicted,
			 "bytes", (json_int_t)figures->bytes);
}

static json_t *phases(const struct ff_sector_solution *s)
{
	json_t *ms = json_object();

	for (int p = 0; p < FF_SECTOR_SOLUTION_PHASES; p++)
		/* As in the report's own. */
		ff_json_set(&ms, phase_names[p], json_real(round(s->ms[p] * 1024) / 1024));
	return ms;
}

static json_t *source(const struct ff_sector_solution *s, const struct ff_route *route)
{
	uint32_t w = (uint32_t)s->graph.sectors.w, unit = ff_model_unit(&s->graph.model);

	return json_pack(
		"{s:I, s:I, s:b, s:o, s:o, s:o, s:o, s:I, s:I, s:I}", "x",
		(json_int_t)(route->source % w), "y", (json_int_t)(route->source / w), "reached",
		(int)route->reached, "cost", cost_of(route->cost, unit), "planned",
		cost_of(route->planned, unit), "least", cost_of(route->least, unit), "ratio",
		known(ff_sector_solution_ratio(route)), "nodes", (json_int_t)route->node_count,
		"merged", (json_int_t)route->merged, "expanded", (json_int_t)route->expanded);
}

static json_t *sectors_json(const struct ff_report *report)
{
	const struct ff_sector_solution *s = report->solution->own;
	const struct ff_portal_graph *graph = &s->graph;
	const struct ratio ratio = ratio_of(s);
	uint64_t expanded = 0, merged = 0;
	json_t *sources = json_array();
	double cells = (double)graph->sectors.w * graph->sectors.h;

	for (size_t i = 0; i < s->routes.count; i++) {
		expanded += s->routes.items[i].expanded;
		merged += s->routes.items[i].merged > 0;
		ff_json_append(&sources, source(s, &s->routes.items[i]));
	}
	return json_pack(
		"{s:i, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:I, s:I, "
		"s:o, "
		"s:o, s:b, s:{s:o, s:o}, s:o}",
		"size", (int)graph->sectors.size, "total",
		(json_int_t)ff_sectors_count(&graph->sectors), "clear",
		(json_int_t)graph->clear_count, "computed", (json_int_t)s->computed, "integrated",
		(json_int_t)s->integrated, "cells_computed", (json_int_t)s->computed_cells,
		"share_computed", (double)s->computed_cells / cells, "portals",
		(json_int_t)graph->portal_count, "nodes", (json_int_t)graph->node_count, "edges",
		(json_int_t)ff_portal_graph_edges(graph), "priced", (json_int_t)s->priced,
		"graph_bytes", (json_int_t)s->graph_bytes, "saved", saved(graph), "nodes_expanded",
		(json_int_t)expanded, "reached", (json_int_t)s->reached, "merged",
		(json_int_t)merged, "cache", cache(&s->cache), "ms", phases(s), "exact",
		(int)s->options->exact, "ratio", "mean", known(ratio.mean), "worst",
		known(ratio.worst), "sources", sources);
}

/* Says how many sectors were computed and how good the routes are. */
static void say_sectors(const struct ff_report *report, FILE *to)
{
	const struct ff_sector_solution *s = report->solution->own;
	const struct ratio ratio = ratio_of(s);

	fprintf(to, "%zu of %" PRIu32 " sectors computed, %zu of %zu sources reached", s->computed,
		ff_sectors_count(&s->graph.sectors), s->reached, s->routes.count);
	if (ratio.exact)
		fputs(" at the least cost", to);
	else if (ratio.worst > 0)
		fprintf(to, " at %.4f times the least cost or less",
			fmax(1, ceil(ratio.worst * 1e4) / 1e4));
}

static void say_phases(const struct ff_report *report, FILE *to)
{
	const struct ff_sector_solution *s = report->solution->own;

	for (int p = 0; p < FF_SECTOR_SOLUTION_PHASES; p++)
		fprintf(to, "%s%s %.1f", p > 0 ? ", " : " (", phase_names[p], s->ms[p]);
	fputs(")", to);
}

/* Warns of sources from which no goal can be reached. */
static void warn_of_sources(struct ff_report *report)
{
	const struct ff_sector_solution *s = report->solution->own;
	const struct ff_routes *routes = &s->routes;
	size_t lost = routes->count - s->reached, i = 0;
	uint32_t w = (uint32_t)report->problem->map.w;
	char others[48] = "";

	if (lost == 0)
		return;
	while (routes->items[i].reached)
		i++;
	if (lost > 1)
		snprintf(others, sizeof others, ", nor from %zu more", lost - 1);
	ff_report_warn(report, "from source %" PRIu32 ",%" PRIu32 " no goal can be reached%s",
		       routes->items[i].source % w, routes->items[i].source / w, others);
}

const struct ff_report_verb ff_sector_report_verb = {
	.key = "sectors",
	.json = sectors_json,
	.say = say_sectors,
	.say_integrating = say_phases,
	.warn = warn_of_sources,
};

enum ff_status ff_sector_report_portals(const struct ff_report *report, struct ff_image *image,
					struct ff_error *err)
{
	const struct ff_sector_solution *sectors = report->solution->own;

	return ff_draw_portals(&report->solution->scene, &sectors->graph, &sectors->routes,
			       report->style, image, report->machine, err);
}

enum ff_status ff_sector_report_graph(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err)
{
	const struct ff_sector_solution *sectors = report->solution->own;

	return ff_draw_graph(&report->solution->scene, &sectors->graph, &sectors->routes,
			     report->style, image, report->machine, err);
}

enum ff_status ff_sector_report_graph_csv(struct ff_output *out, const struct ff_report *report,
					  struct ff_error *err)
{
	const struct ff_sector_solution *sectors = report->solution->own;

	return ff_graph_write_csv(out, &sectors->graph, ff_problem_cost(report->problem), err);
}

enum ff_status ff_sector_report_graph_file(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err)
{
	const struct ff_sector_solution *sectors = report->solution->own;

	return ff_graph_write(out, &sectors->graph, ff_sector_solution_digest(report->problem),
			      err);
}
