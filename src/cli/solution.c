#include "cli/solution.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/outputs.h"
#include "core/base/memory.h"
#include "core/solve/allocate.h"
#include "core/solve/solve.h"

/* A solution's question, and what its steps use. */
struct work {
	const struct ff_problem *problem;
	const struct ff_options *options;
	const struct ff_plan *plan;
	const struct ff_cost *cost;
	const struct ff_seeds *seeds;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_error *err;
	uint32_t *order; /* of struct ff_integrate */
};

/* The solver's view of a solution. */
static struct ff_solve solve_of(struct ff_solution *s, const struct work *work)
{
	return (struct ff_solve){
		.model = &work->options->model,
		.cost = work->cost,
		.seeds = work->seeds,
		.goals = (uint32_t)work->problem->goals.count,
		.unit = work->problem->unit,
		.limit = work->problem->limit,
		.flee = work->options->flee,
		.sight = work->options->sight,
		.most = work->options->animation.budget < INT64_MAX
				? (size_t)work->options->animation.budget
				: SIZE_MAX,
		.machine = work->machine,
		.field = &s->field,
		.flow = &s->flow,
		.classes = &s->classes,
		.nearest = &s->nearest,
		.allocation = &s->allocation,
	};
}

static enum ff_status integrate(const struct work *work, struct ff_solve *solve)
{
	enum { BUDGET = 1 << 22 }; /* cells between two looks at the clock */
	enum ff_status st = FF_OK;
	bool done = false;

	ff_solve_begin(solve);
	while (st == FF_OK && !done) {
		if ((st = ff_solve_step(solve, BUDGET, &done)) != FF_OK)
			return st == FF_E_NOMEM
				       ? ff_status_nomem(work->err, "the integration field")
				       : st;
		ff_progress_show(work->progress, "integrating", solve->work.run.settled,
				 (size_t)work->cost->w * (size_t)work->cost->h);
		if (solve->work.begun)
			solve->work.run.order = work->order;
	}
	ff_solve_end(solve);
	return st;
}

/* Returns true if anyone is told how good the routes are. */
static bool is_judged(const struct ff_options *options)
{
	return options->verbosity != FF_OPTIONS_QUIET || options->outputs[FF_OPTIONS_JSON] != NULL;
}

/* Finds what the cheapest of all ways costs from each source: by the field of the whole map, as far
 * as the dearest route. */
static enum ff_status find_least(struct ff_solution *s, const struct work *work)
{
	struct ff_routes *routes = &s->sectors.routes;
	double started = ff_clock_ms(), limit = 0;
	struct ff_field whole = {0};
	struct ff_solve solve = solve_of(s, work);
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < routes->count; i++)
		if (routes->items[i].reached && routes->items[i].cost > limit)
			limit = routes->items[i].cost;
	if (ff_model_is_continuous(&work->options->model))
		limit = FF_FIELD_NONEF; /* routes may seem to cost less than they do */
	solve.limit = limit;
	solve.field = &whole;
	if (s->sectors.reached > 0)
		st = integrate(work, &solve);
	for (size_t i = 0; i < routes->count && st == FF_OK; i++)
		if (routes->items[i].reached)
			routes->items[i].least = ff_field_raw(&whole, routes->items[i].source);
	free(whole.cells);
	s->sectors.ms[FF_SECTOR_SOLUTION_COMPARE] = ff_clock_ms() - started;
	return st;
}

static enum ff_status find_corridor(struct ff_solution *s, const struct work *work)
{
	enum ff_status st =
		ff_sector_solution_find(&s->sectors, work->problem, work->options, work->machine,
					work->progress, &s->field, work->err);

	if (st != FF_OK || work->options->sectors.exact || !is_judged(work->options))
		return st;
	return find_least(s, work);
}

static enum ff_status find_field(struct ff_solution *s, const struct work *work)
{
	struct ff_solve solve;
	enum ff_status st;

	if (work->options->action == FF_OPTIONS_SECTORS)
		return find_corridor(s, work);
	solve = solve_of(s, work);
	st = integrate(work, &solve);
	s->stopped = solve.stopped;
	return st;
}

/* Allocates labels, unless they are there; false if memory ran out. */
static bool new_labels(struct ff_labels *labels, const struct ff_cost *cost)
{
	if (labels->cells != NULL)
		return true;
	*labels = (struct ff_labels){
		.w = cost->w,
		.h = cost->h,
		.cells = ff_memory_cells(cost->w, cost->h, sizeof *labels->cells)};
	return labels->cells != NULL;
}

/* Returns true if areas are connected where they meet at a corner. */
static bool diagonal(const struct work *work)
{
	return ff_model_joins_corners(&work->options->model);
}

/* Returns true if the field is that of a run: its only sector was computed, and up to no limit. */
static bool is_whole(const struct ff_solution *s, const struct ff_options *options)
{
	bool limited = options->sectors.exact && ff_model_is_continuous(&options->model);

	return ff_sectors_count(&s->sectors.graph.sectors) == 1 && s->sectors.routes.computed[0] &&
	       !limited;
}

/* Makes the areas of sources that reach no goal unreached, which are not computed. */
static enum ff_status find_lost(struct ff_solution *s, const struct work *work)
{
	const struct ff_routes *routes = &s->sectors.routes;
	struct ff_classes *classes = &s->classes;
	size_t cells = (size_t)classes->w * (size_t)classes->h;
	struct ff_region *areas = NULL;
	struct ff_labels labels = {0};
	uint64_t lost = 0;
	enum ff_status st = FF_E_NOMEM;

	if (new_labels(&labels, work->cost))
		st = ff_regions_label(classes->w, classes->h, classes->cells, FF_NOT_COMPUTED,
				      FF_NOT_COMPUTED, diagonal(work), &labels, &areas);
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
static enum ff_status leave_out(struct ff_solution *s, const struct work *work)
{
	if (is_whole(s, work->options))
		return FF_OK;
	forget_unreached(&s->classes);
	return s->sectors.reached < s->sectors.routes.count ? find_lost(s, work) : FF_OK;
}

static enum ff_status find_flow(struct ff_solution *s, const struct work *work)
{
	struct ff_solve solve = solve_of(s, work);
	enum ff_status st;

	ff_progress_show(work->progress, "choosing directions", 0, 0);
	solve.stopped = s->stopped;
	st = ff_solve_flow(&solve);
	if (st == FF_OK && work->options->action == FF_OPTIONS_SECTORS)
		st = leave_out(s, work);
	return st;
}

/* Finds which goals are in sight, if that is asked for. */
static enum ff_status find_seen(struct ff_solution *s, const struct work *work)
{
	struct ff_solve solve = solve_of(s, work);
	enum ff_status st;

	if (!work->options->sight &&
	    (ff_outputs_needs(work->options->outputs) & FF_OUTPUTS_SIGHT) == 0)
		return FF_OK;
	if (s->nearest.cells == NULL)
		ff_progress_show(work->progress, "looking for goals in sight", 0, 0);
	st = ff_solve_sight(&solve);
	s->sighted = 0;
	for (size_t i = 0; st == FF_OK && i < (size_t)work->cost->w * (size_t)work->cost->h; i++)
		s->sighted += s->nearest.cells[i] != FF_LABELS_NONE;
	return st;
}

/* Finds the largest area that no goal reaches; '*count' is how many there are. */
static enum ff_status find_unreached(struct ff_solution *s, const struct work *work,
				     uint32_t *count)
{
	if (s->classes.count[FF_UNREACHED] == 0)
		return FF_OK;
	return ff_regions_largest(s->classes.w, s->classes.h, s->classes.cells, FF_UNREACHED,
				  FF_UNREACHED, diagonal(work), count, &s->unreached);
}

/* Counts areas by the field of one goal cell: what that reaches is an area. */
static void count_areas(struct ff_solution *s, uint32_t unreached)
{
	struct ff_region reached = {.cells = s->classes.count[FF_GOAL] +
					     s->classes.count[FF_REACHED]};

	while (!ff_field_has(&s->field, reached.first))
		reached.first++;
	s->area_count = unreached + 1;
	s->largest = s->unreached;
	if (reached.cells > s->unreached.cells ||
	    (reached.cells == s->unreached.cells && reached.first < s->unreached.first))
		s->largest = reached;
}

static enum ff_status find_open(struct ff_solution *s, const struct work *work, uint32_t unreached)
{
	enum ff_status st;

	if ((ff_outputs_needs(work->options->outputs) & FF_OUTPUTS_REGIONS) == 0) {
		if (work->seeds->count > 1 || work->problem->limit != FF_FIELD_NONEF ||
		    work->options->action == FF_OPTIONS_SECTORS || s->stopped)
			return ff_regions_largest(work->cost->w, work->cost->h, work->cost->cells,
						  1, FF_COST_MAX, diagonal(work), &s->area_count,
						  &s->largest);
		count_areas(s, unreached);
		return FF_OK;
	}
	if (!new_labels(&s->regions, work->cost))
		return FF_E_NOMEM;
	st = ff_regions_label(work->cost->w, work->cost->h, work->cost->cells, 1, FF_COST_MAX,
			      diagonal(work), &s->regions, &s->areas);
	s->area_count = s->regions.count;
	if (s->areas != NULL)
		s->largest = s->areas[0];
	return st;
}

static enum ff_status find_areas(struct ff_solution *s, const struct work *work)
{
	unsigned needs = ff_outputs_needs(work->options->outputs);
	struct ff_solve solve = solve_of(s, work);
	uint32_t unreached = 0;
	enum ff_status st = find_unreached(s, work, &unreached);

	if (st == FF_OK && (needs & FF_OUTPUTS_AREAS) != 0)
		st = find_open(s, work, unreached);
	if (st == FF_OK && (needs & FF_OUTPUTS_ALLOCATION) != 0)
		st = ff_solve_allocate(&solve);
	if (st == FF_OK && (needs & FF_OUTPUTS_TIES) != 0)
		st = !new_labels(&s->ties, work->cost)
			     ? FF_E_NOMEM
			     : ff_ties_count(&work->options->model, work->cost, &s->field, &s->flow,
					     &s->ties);
	return st;
}

static struct work work_of(const struct ff_solution_work *of, struct ff_error *err)
{
	return (struct work){of->problem,
			     of->options,
			     of->plan,
			     ff_problem_cost(of->problem),
			     &of->problem->seeds,
			     of->machine,
			     of->progress,
			     err,
			     NULL};
}

struct ff_solve ff_solution_solve(struct ff_solution *s, const struct ff_solution_work *of)
{
	const struct work work = work_of(of, NULL);

	return solve_of(s, &work);
}

/* Finds the field, and for a film in which order cells became known.  Whole numbers do so in the
 * order of their values; with euclid the engine tells where equals come in between. */
static enum ff_status find_filmed(struct ff_solution *s, struct work *work)
{
	size_t count;
	enum ff_status st;

	if (work->options->model.metric == FF_METRIC_EUCLID &&
	    (work->order = s->order =
		     ff_memory_cells(work->cost->w, work->cost->h, sizeof *s->order)) == NULL)
		return ff_status_nomem(work->err, "an animation");
	st = find_field(s, work);
	if (st == FF_OK && s->order == NULL)
		st = ff_order_cells(&s->field, &s->order, &count);
	return st == FF_E_NOMEM ? ff_status_nomem(work->err, "an animation") : st;
}

enum ff_status ff_solution_field(struct ff_solution *s, const struct ff_solution_work *of,
				 struct ff_error *err)
{
	struct work work = work_of(of, err);
	bool filmed = of->options->action == FF_OPTIONS_RUN && ff_options_moves(of->options);
	double started = ff_clock_ms();
	enum ff_status st;

	st = filmed ? find_filmed(s, &work) : find_field(s, &work);
	s->integrate_ms = ff_clock_ms() - started;
	return st;
}

enum ff_status ff_solution_flow(struct ff_solution *s, const struct ff_solution_work *of,
				struct ff_error *err)
{
	const struct work work = work_of(of, err);
	double started = ff_clock_ms();
	enum ff_status st = find_flow(s, &work);

	s->flow_ms = ff_clock_ms() - started;
	return st == FF_OK ? st : ff_status_nomem(err, "directions");
}

enum ff_status ff_solution_rest(struct ff_solution *s, const struct ff_solution_work *of,
				struct ff_error *err)
{
	const struct work work = work_of(of, err);
	const struct ff_problem *problem = of->problem;
	double started = ff_clock_ms();
	enum ff_status st;

	free(s->areas);
	s->areas = NULL;
	s->area_count = 0;
	s->largest = s->unreached = (struct ff_region){0};
	if ((st = find_seen(s, &work)) == FF_OK)
		st = find_areas(s, &work);
	s->flow_ms += ff_clock_ms() - started;
	if (st != FF_OK)
		return ff_status_nomem(err, "directions and areas");
	if (of->options->action == FF_OPTIONS_WALK &&
	    (st = ff_walk_solution_find(&s->walk, s, problem, of->options, of->plan, of->machine,
					of->progress, err)) != FF_OK)
		return st;
	s->summary = ff_reach_summarise(&s->field, of->machine);
	s->scene = (struct ff_scene){
		.map = &problem->map,
		.cost = work.cost,
		.goals = &problem->goals,
		.field = &s->field,
		.flow = &s->flow,
		.classes = &s->classes,
		.grounds = &problem->grounds,
		.least = s->summary.least < 0 ? s->summary.least : 0,
		.largest = s->summary.largest,
		.flee = of->options->flee < 0,
	};
	return FF_OK;
}

enum ff_status ff_solution_find(struct ff_solution *solution, const struct ff_problem *problem,
				const struct ff_options *options, const struct ff_plan *plan,
				const struct ff_machine *machine, struct ff_progress *progress,
				struct ff_error *err)
{
	const struct ff_solution_work work = {problem, options, plan, machine, progress};
	enum ff_status st;

	*solution = (struct ff_solution){0};
	if ((st = ff_solution_field(solution, &work, err)) == FF_OK &&
	    (st = ff_solution_flow(solution, &work, err)) == FF_OK)
		st = ff_solution_rest(solution, &work, err);
	if (st != FF_OK)
		ff_solution_free(solution);
	return st;
}

enum ff_status ff_solution_guide(struct ff_solution *solution, const struct ff_problem *problem,
				 const struct ff_options *options, const struct ff_plan *plan,
				 const struct ff_cost *cost, const struct ff_seeds *seeds,
				 const struct ff_machine *machine, struct ff_progress *progress,
				 struct ff_error *err)
{
	const struct work work = {problem, options,  plan, cost, seeds,
				  machine, progress, err,  NULL};
	enum ff_status st;

	*solution = (struct ff_solution){0};
	if ((st = find_field(solution, &work)) == FF_OK &&
	    (find_flow(solution, &work) != FF_OK || find_seen(solution, &work) != FF_OK))
		st = ff_status_nomem(err, "directions");
	if (st != FF_OK)
		ff_solution_free(solution);
	return st;
}

void ff_solution_free(struct ff_solution *solution)
{
	free(solution->field.cells);
	free(solution->order);
	free(solution->flow.cells);
	free(solution->flow.vectors);
	free(solution->classes.cells);
	free(solution->nearest.cells);
	free(solution->allocation.cells);
	free(solution->ties.cells);
	free(solution->regions.cells);
	free(solution->areas);
	ff_sector_solution_free(&solution->sectors);
	ff_walk_solution_free(&solution->walk);
	*solution = (struct ff_solution){0};
}
