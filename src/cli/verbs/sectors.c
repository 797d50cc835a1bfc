/*
 * flowfield sectors: field and flow only where someone walks.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "cli/job.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verbs/sector_solution.h"
#include "core/base/memory.h"
#include "core/map/sectors.h"
#include "core/solve/regions.h"

/* Returns true if anyone is told how good the routes are. */
static bool is_judged(const struct ff_options *options)
{
	return options->verbosity != FF_OPTIONS_QUIET || options->outputs[FF_OPTIONS_JSON] != NULL;
}

/* Finds what the cheapest of all ways costs from each source: by the field of the whole map, as far
 * as the dearest route. */
static enum ff_status find_least(struct ff_sector_solution *s, struct ff_job *job,
				 struct ff_error *err)
{
	const struct ff_solution_work work = ff_job_work(job);
	struct ff_routes *routes = &s->routes;
	double started = ff_clock_ms(), limit = 0;
	struct ff_field whole = {0};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < routes->count; i++)
		if (routes->items[i].reached && routes->items[i].cost > limit)
			limit = routes->items[i].cost;
	if (ff_model_is_continuous(&job->options->model))
		limit = FF_FIELD_NONEF; /* routes may seem to cost less than they do */
	if (s->reached > 0)
		st = ff_solution_limited(&work, limit, &whole, err);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++)
		if (routes->items[i].reached)
			routes->items[i].least = ff_field_raw(&whole, routes->items[i].source);
	free(whole.cells);
	s->ms[FF_SECTOR_SOLUTION_COMPARE] = ff_clock_ms() - started;
	return st;
}

static enum ff_status find_field(struct ff_sector_solution *s,
				 const struct ff_sector_options *asked, struct ff_job *job,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = ff_sector_solution_find(s, &job->problem, asked, &job->machine,
						    &job->progress, &job->solution.field, err);

	if (st == FF_OK && !asked->exact && is_judged(&asked->common))
		st = find_least(s, job, err);
	job->solution.integrate_ms = ff_clock_ms() - started;
	job->solution.partial = true;
	return st;
}

/* Returns true if the field is that of a run: its only sector was computed, and up to no limit. */
static bool is_whole(const struct ff_sector_solution *s)
{
	const struct ff_sector_options *asked = s->options;
	bool limited = asked->exact && ff_model_is_continuous(&asked->common.model);

	return ff_sectors_count(&s->graph.sectors) == 1 && s->routes.computed[0] && !limited;
}

/* Makes the areas of sources that reach no goal unreached, which are not computed. */
static enum ff_status find_lost(const struct ff_sector_solution *s, struct ff_classes *classes)
{
	const struct ff_routes *routes = &s->routes;
	size_t cells = (size_t)classes->w * (size_t)classes->h;
	struct ff_region *areas = NULL;
	struct ff_labels labels = {
		.w = classes->w,
		.h = classes->h,
		.cells = ff_memory_cells(classes->w, classes->h, sizeof *labels.cells)};
	uint64_t lost = 0;
	enum ff_status st = FF_E_NOMEM;

	if (labels.cells != NULL)
		st = ff_regions_label(
			classes->w, classes->h, classes->cells, FF_NOT_COMPUTED, FF_NOT_COMPUTED,
			ff_model_joins_corners(&s->options->common.model), &labels, &areas);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++) {
		uint32_t label = labels.cells[routes->items[i].source];

		/* It has a value where a graph from a file is wrong. */
		if (routes->items[i].reached || label == FF_LABELS_NONE)
			continue;
		lost += areas[label].cells;
		areas[label].cells = 0; /* counted */
	}
	for (size_t i = 0; i < cells && st == FF_OK; i++)
		if (labels.cells[i] != FF_LABELS_NONE && areas[labels.cells[i]].cells == 0)
			classes->cells[i] = FF_UNREACHED;
	classes->count[FF_UNREACHED] += lost;
	classes->count[FF_NOT_COMPUTED] -= lost;
	free(labels.cells);
	free(areas);
	return st;
}

/* Makes what no goal seems to reach not computed. */
static void forget_unreached(struct ff_classes *classes)
{
	size_t cells = (size_t)classes->w * (size_t)classes->h;

	for (size_t i = 0; i < cells; i++)
		if (classes->cells[i] == FF_UNREACHED)
			classes->cells[i] = FF_NOT_COMPUTED;
	classes->count[FF_NOT_COMPUTED] = classes->count[FF_UNREACHED];
	classes->count[FF_UNREACHED] = 0;
}

/* Makes cells without a value not computed: only the sources' areas are proved to reach no goal. */
static enum ff_status leave_out(const struct ff_sector_solution *s, struct ff_classes *classes,
				struct ff_error *err)
{
	if (is_whole(s))
		return FF_OK;
	forget_unreached(classes);
	if (s->reached == s->routes.count || find_lost(s, classes) == FF_OK)
		return FF_OK;
	return ff_status_nomem(err, "directions");
}

/* Solves the job's problem, which has been read. */
static enum ff_status solve(struct ff_sector_solution *s, const struct ff_sector_options *asked,
			    struct ff_job *job, struct ff_error *err)
{
	const struct ff_solution_work work = ff_job_work(job);
	struct ff_solution *solution = &job->solution;
	enum ff_status st;

	if ((st = find_field(s, asked, job, err)) == FF_OK &&
	    (st = ff_solution_flow(solution, &work, err)) == FF_OK &&
	    (st = leave_out(s, &solution->classes, err)) == FF_OK)
		st = ff_solution_rest(solution, &work, err);
	solution->own = s;
	return st;
}

static enum ff_status route_map(const struct ff_options *options, struct ff_error *err)
{
	const struct ff_sector_options *asked = (const struct ff_sector_options *)options;
	struct ff_sector_solution found = {0};
	struct ff_job *job;
	enum ff_status st;

	if ((st = ff_job_begin(&job, options, err)) == FF_OK &&
	    (st = ff_job_read(job, err)) == FF_OK && !options->dry_run &&
	    (st = solve(&found, asked, job, err)) == FF_OK)
		st = ff_job_output(job, err);
	st = ff_job_end(job, st, err);
	ff_sector_solution_free(&found);
	return st;
}

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options *o = target;

	return ff_options_add_place(option, value, true, &o->sources, &o->source_count,
				    &o->source_room, "sources", err);
}

#define AT(member) .place = offsetof(struct ff_sector_options, member)

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Sectors"},
	{0, "from", "X,Y", "add a source: a cell to walk from; repeatable", FF_ARGV_REQUIRED, true, .set = set_from, .screen = FF_ARGV_FIRST},
	{0, "size", "N", "cells per side of a sector (8..1024; default 10)", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(size), .min = FF_SECTORS_SIZE_MIN, .max = FF_SECTORS_SIZE_MAX, .screen = FF_ARGV_FIRST},
	{0, "exact", NULL, "compute more sectors, until no path is longer", FF_ARGV_NONE, true, ff_options_set_flag, AT(exact), .screen = FF_ARGV_FIRST},
	FF_OUTPUT_STORED(FF_OPTIONS_OUTPUT_ROW)
	{0, "load-graph", "FILE", "read the graph instead of computing it", FF_ARGV_REQUIRED, false, ff_options_set_input, AT(load_graph), .wanted = "what --load-graph reads", .screen = FF_ARGV_FIRST},
	FF_OUTPUT_SECTORS(FF_OPTIONS_OUTPUT_ROW)
};
/* clang-format on */

/* Options about cells that are not computed, or about a map that is not the graph's. */
static const char *const not_for_sectors[] = {
	"max-cost",   "flee",          "max-unreached", "sight",   "subdivide",
	"allocation", "ties",          "sight-mask",    "animate", "frames",
	"fps",        "max-animation", "batch",         "budget",  NULL};

static const struct ff_argv_table table = {
	"flowfield sectors",
	"usage: flowfield sectors MAP --goal X,Y --from X,Y [--from X,Y ...] [options]\n"
	"\n"
	"Cuts the map into sectors, finds routes from the sources to the goal through the\n"
	"portals between sectors, and solves only the sectors on these routes.  Has the\n"
	"outputs of flowfield, too; unless one is named: MAP.heatmap.png, MAP.arrows.png\n"
	"and MAP.portals.png.\n",
	rows,
	sizeof rows / sizeof *rows,
	NULL,
	&ff_options_table,
	not_for_sectors,
	NULL};

static enum ff_status check(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->defaults[2] = FF_OPTIONS_PORTALS;
	if ((st = ff_options_check_goal(o, err)) != FF_OK)
		return st;
	if (o->source_count == 0)
		return ff_status_fail(err, FF_E_USAGE, "there is no source: give --from X,Y");
	return ff_options_check_shared(o, err);
}

static const struct ff_sector_options defaults = {.size = FF_SECTORS_SIZE};

const struct ff_verb ff_sectors_verb = {
	.name = "sectors",
	.text = "solve only the sectors on routes to the goal",
	.table = &table,
	.size = sizeof(struct ff_sector_options),
	.defaults = &defaults,
	.check = check,
	.report = &ff_sector_report_verb,
	.job = route_map,
};
