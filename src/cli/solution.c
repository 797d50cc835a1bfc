#include "cli/solution.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outputs.h"
#include "cli/progress.h"
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

static enum ff_status find_field(struct ff_solution *s, const struct work *work)
{
	struct ff_solve solve = solve_of(s, work);
	enum ff_status st = integrate(work, &solve);

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

static enum ff_status find_flow(struct ff_solution *s, const struct work *work)
{
	struct ff_solve solve = solve_of(s, work);

	ff_progress_show(work->progress, "choosing directions", 0, 0);
	solve.stopped = s->stopped;
	return ff_solve_flow(&solve);
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
		    s->partial || s->stopped)
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
	bool filmed = of->options->grows;
	double started = ff_clock_ms();
	enum ff_status st;

	st = filmed ? find_filmed(s, &work) : find_field(s, &work);
	s->integrate_ms = ff_clock_ms() - started;
	return st;
}

enum ff_status ff_solution_limited(const struct ff_solution_work *of, double limit,
				   struct ff_field *field, struct ff_error *err)
{
	const struct work work = work_of(of, err);
	struct ff_solution none = {0};
	struct ff_solve solve = solve_of(&none, &work);

	solve.limit = limit;
	solve.field = field;
	return integrate(&work, &solve);
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
	*solution = (struct ff_solution){0};
}
