#include "cli/verbs/walk_solution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/crowd/follow.h"
#include "core/crowd/tally.h"
#include "core/solve/seeds.h"

static enum ff_status show_goals(const struct ff_walk_work *work, const struct ff_goal *goals,
				 size_t count)
{
	struct ff_walk_solution *walk = work->walk;
	void *items = walk->goals.items;

	if (!ff_memory_grow(&items, &walk->goal_room, walk->goals.count + count, sizeof *goals))
		return ff_status_nomem(work->err, "goals");
	walk->goals.items = items;
	if (count > 0)
		memcpy(walk->goals.items + walk->goals.count, goals, count * sizeof *goals);
	walk->goals.count += count;
	return FF_OK;
}

/* Tells whether a guide before the k-th leads to the same goals. */
static bool has_goals(const struct ff_walk_problem *known, size_t k, size_t set)
{
	for (size_t i = 0; i < k; i++)
		if (known->guides[i].goals == set)
			return true;
	return false;
}

/* The goals of a guide, moved where --snap says so, as seeds. */
static enum ff_status find_seeds(const struct ff_walk_work *work, size_t k,
				 const struct ff_cost *cost, struct ff_seeds *seeds)
{
	const struct ff_problem *problem = work->problem;
	size_t set = work->walk->asked.guides[k].goals;
	const struct ff_goals *given =
		set == 0 ? &problem->given : &work->walk->asked.goals[set - 1];
	struct ff_goals goals = {malloc(given->count * sizeof *given->items), given->count,
				 given->mask};
	const char *group = set == 0 ? "" : work->options->groups[set - 1].name;
	char wide[64] = "for walkers of radius ";
	const char *of = set == 0 ? wide : "group ";
	bool shown = has_goals(&work->walk->asked, k, set);
	struct ff_nearest_point *closed = NULL;
	size_t closed_count = 0;
	enum ff_status st = FF_OK;
	struct ff_error err;

	wide[strlen(wide) +
	     ff_number_fixed(wide + strlen(wide), work->walk->asked.guides[k].radius)] = '\0';
	if (goals.items == NULL)
		return ff_status_nomem(work->err, "goals");
	memcpy(goals.items, given->items, given->count * sizeof *given->items);
	if (work->options->common.snap > 0 &&
	    ff_seeds_find_closed(&goals, cost, &closed, &closed_count) != FF_OK)
		st = ff_status_nomem(work->err, "goals");
	for (size_t i = 0; i < closed_count && st == FF_OK; i++) {
		struct ff_goal *goal = &goals.items[closed[i].which];
		char before[FF_SEEDS_NAME], after[FF_SEEDS_NAME], what[256];

		if (!closed[i].found || closed[i].distance > work->options->common.snap)
			continue;
		ff_seeds_name(goal, before);
		ff_seeds_move(goal, cost, closed[i].cell);
		ff_seeds_name(goal, after);
		snprintf(what, sizeof what, "goal %s (%s%s)", before, of, group);
		st = ff_walk_work_note(work, what, "is on no open cell", after);
		if (st == FF_OK && shown)
			st = show_goals(work, goal, 1);
	}
	if (st == FF_OK && !shown)
		st = show_goals(work, goals.items, goals.count);
	free(closed);
	if (st == FF_OK) {
		st = ff_seeds_make(seeds, &goals, &problem->map, cost, problem->unit, problem->name,
				   &err);
		if (st != FF_OK)
			ff_status_fail(work->err, st, "%s (%s%s)", err.text, of, group);
	}
	free(goals.items);
	return st;
}

/* The map for a guide: one that is there, or a new one in 'closed'. */
static enum ff_status find_map(const struct ff_walk_work *work, size_t k,
			       const struct ff_cost **cost)
{
	const struct ff_problem *problem = work->problem;
	struct ff_walk_solution *walk = work->walk;
	struct ff_cost *closed = &walk->closed[k];
	size_t cells = (size_t)problem->map.w * (size_t)problem->map.h;
	double radius = work->walk->asked.guides[k].radius;

	*cost = &problem->map;
	if (!ff_problem_closes(radius))
		return FF_OK;
	if (ff_problem_close(&problem->map, radius, closed, work->err) != FF_OK)
		return FF_E_NOMEM;
	*cost = closed;
	for (size_t i = 0; i <= walk->guide_count && *cost == closed; i++) {
		const struct ff_cost *other =
			i < walk->guide_count ? walk->guides[i].cost : &problem->map;

		if (memcmp(closed->cells, other->cells, cells) == 0)
			*cost = other;
	}
	if (*cost != closed) {
		free(closed->cells);
		closed->cells = NULL;
	}
	return FF_OK;
}

static enum ff_status add_guide(const struct ff_walk_work *work, size_t k)
{
	const struct ff_walk_problem *known = &work->walk->asked;
	struct ff_walk_solution *walk = work->walk;
	struct ff_solution *solved = &walk->solved[k];
	struct ff_guide *guide = &walk->guides[k];
	struct ff_seeds seeds = {0};
	const struct ff_cost *cost;
	enum ff_status st;

	if ((st = find_map(work, k, &cost)) != FF_OK)
		return st;
	for (size_t i = 0; i < k; i++)
		if (walk->guides[i].cost == cost &&
		    known->guides[i].goals == known->guides[k].goals) {
			*guide = walk->guides[i];
			walk->guide_count++;
			return FF_OK;
		}
	if ((st = find_seeds(work, k, cost, &seeds)) != FF_OK)
		return st;
	st = ff_solution_guide(solved,
			       &(struct ff_solution_work){work->problem, &work->options->common,
							  work->machine, work->progress, cost,
							  &seeds},
			       work->err);
	free(seeds.items);
	if (st != FF_OK)
		return st;
	*guide = (struct ff_guide){
		&work->problem->map,          cost, &solved->field, &solved->flow, &solved->classes,
		&work->options->common.model, 0,    false};
	walk->guide_count++;
	return FF_OK;
}

static void show_goal(struct ff_classes *classes, size_t cell)
{
	classes->count[classes->cells[cell]]--;
	classes->count[FF_GOAL]++;
	classes->cells[cell] = FF_GOAL;
}

/* Shows the goals of the groups that nobody is in: which are not solved, and may be anywhere. */
static enum ff_status show_unused(const struct ff_walk_work *work)
{
	const struct ff_problem *problem = work->problem;
	struct ff_walk_solution *walk = work->walk;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < work->walk->asked.goal_count && st == FF_OK; i++) {
		const struct ff_goals *goals = &work->walk->asked.goals[i];
		const char *group = work->options->groups[i].name;
		size_t set = ff_walk_problem_goals(work->options, group);
		struct ff_seeds seeds = {0};

		if (set == 0 || has_goals(&work->walk->asked, work->walk->asked.guide_count, set))
			continue;
		st = show_goals(work, goals->items, goals->count);
		if (st == FF_OK && ff_seeds_make(&seeds, goals, &problem->map, &problem->map, 1,
						 problem->name, NULL) == FF_E_NOMEM)
			st = ff_status_nomem(work->err, "goals");
		for (size_t k = 0; k < seeds.count; k++)
			show_goal(&walk->classes, seeds.items[k].cell);
		free(seeds.items);
	}
	return st;
}

/* Finds what pictures show of goals. */
static enum ff_status find_shown(const struct ff_walk_work *work)
{
	const struct ff_problem *problem = work->problem;
	struct ff_walk_solution *walk = work->walk;
	const struct ff_classes *run = &work->run->classes;
	size_t cells = (size_t)run->w * (size_t)run->h;
	enum ff_status st;

	if (walk->guide_count == 1 && work->walk->asked.goal_count == 0)
		return FF_OK;
	walk->classes = *run;
	if ((walk->classes.cells = ff_memory_cells(run->w, run->h, 1)) == NULL)
		return ff_status_nomem(work->err, "goals");
	memcpy(walk->classes.cells, run->cells, cells);
	for (size_t k = 1; k < walk->guide_count; k++)
		for (size_t i = 0; i < cells; i++)
			if (walk->guides[k].classes->cells[i] == FF_GOAL)
				show_goal(&walk->classes, i);
	st = show_unused(work);
	return st == FF_OK ? show_goals(work, problem->goals.items, problem->goals.count) : st;
}

static enum ff_status find_guides(const struct ff_walk_work *work)
{
	const struct ff_solution *run = work->run;
	struct ff_walk_solution *walk = work->walk;
	size_t count = work->walk->asked.guide_count;
	enum ff_status st = FF_OK;

	walk->guides = calloc(count, sizeof *walk->guides);
	walk->solved = calloc(count, sizeof *walk->solved);
	walk->closed = calloc(count, sizeof *walk->closed);
	if (walk->guides == NULL || walk->solved == NULL || walk->closed == NULL)
		return ff_status_nomem(work->err, "guides");
	walk->guide_room = count;
	walk->guides[0] = (struct ff_guide){
		&work->problem->map, ff_problem_cost(work->problem), &run->field, &run->flow,
		&run->classes,       &work->options->common.model,   0,           false};
	walk->guide_count = 1;
	for (size_t k = 1; k < count && st == FF_OK; k++)
		st = add_guide(work, k);
	return st == FF_OK ? find_shown(work) : st;
}

/* In blocks, so that threads have enough to do; and these at a time. */
enum { TRACES = 64, MOMENT = 64 };

struct tracing {
	const struct ff_walk_work *work;
	size_t first;                  /* block */
	enum ff_status failed[MOMENT]; /* of those from there on */
};

static void trace_block(void *context, size_t block)
{
	struct tracing *tracing = context;
	const struct ff_walk_work *work = tracing->work;
	struct ff_walk_solution *walk = work->walk;
	size_t from = (tracing->first + block) * TRACES, end = from + TRACES;

	tracing->failed[block] = FF_OK;
	for (size_t i = from; i < walk->walkers.count && i < end; i++) {
		const struct ff_walker *walker = &walk->walkers.items[i];
		enum ff_status st =
			ff_trace(&walk->guides[walker->guide], work->options->follow, walker,
				 work->options->slow_by_cost, &walk->paths.items[i]);

		if (st != FF_OK)
			tracing->failed[block] = st;
	}
}

/* As many at a time as take a moment, so that it can be seen how far they are. */
static enum ff_status trace(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;
	size_t count = walk->walkers.count, blocks = (count + TRACES - 1) / TRACES;
	struct tracing tracing = {.work = work};
	enum ff_status st = FF_OK;

	if ((walk->paths.items = calloc(count + 1, sizeof *walk->paths.items)) == NULL)
		return ff_status_nomem(work->err, "paths");
	walk->paths.count = count;
	for (size_t first = 0; first < blocks && st == FF_OK; first += MOMENT) {
		size_t n = blocks - first < MOMENT ? blocks - first : MOMENT;

		tracing.first = first;
		ff_pool_run(ff_machine_pool(work->machine), n, trace_block, &tracing);
		for (size_t i = 0; i < n && st == FF_OK; i++)
			st = tracing.failed[i];
		ff_progress_show(work->progress, "following", first + n, blocks);
	}
	return st == FF_OK ? FF_OK : ff_status_nomem(work->err, "paths");
}

/* Everybody alone. */
static enum ff_status follow(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;
	unsigned grids = ff_walk_work_grids(work->options, work->plan);
	enum ff_status st = ff_walk_work_arrivals(work);

	if (st == FF_OK && !work->options->traffic_all && grids != 0 &&
	    ff_tally_open(&walk->tally, &work->problem->map, grids) != FF_OK)
		st = ff_status_nomem(work->err, "traffic");
	for (size_t i = 0; i < walk->paths.count && st == FF_OK; i++) {
		const struct ff_path *path = &walk->paths.items[i];
		double start = walk->walkers.items[i].start;

		walk->arrivals[i] =
			(struct ff_arrival){(double)INFINITY, (double)INFINITY, !path->reached};
		if (path->reached) {
			walk->arrivals[i].entered = start;
			walk->arrivals[i].arrived = start + path->points[path->count - 1].time;
		}
		walk->arrived += path->reached;
		walk->lost += !path->reached;
		if (walk->tally.w > 0)
			ff_tally_path(&walk->tally, path);
	}
	return st;
}

static enum ff_status accumulate(const struct ff_walk_work *work)
{
	const struct ff_cost *map = &work->problem->map;
	struct ff_labels *all = &work->walk->all;

	*all = (struct ff_labels){map->w, map->h,
				  ff_memory_cells(map->w, map->h, sizeof *all->cells), 0};
	if (all->cells == NULL || ff_accumulate(&work->run->flow, all) != FF_OK)
		return ff_status_nomem(work->err, "traffic");
	return FF_OK;
}

/* Alone, and as if one came from each cell. */
static enum ff_status follow_all(const struct ff_walk_work *work)
{
	const struct ff_walk_options *asked = work->options;
	bool crowd = asked->simulate > 0;
	enum ff_status st = FF_OK;

	if (!crowd || ff_plan_has(work->plan, FF_OPTIONS_PATHS))
		st = trace(work);
	if (st == FF_OK && asked->traffic_all)
		st = accumulate(work);
	return st == FF_OK && !crowd ? follow(work) : st;
}

static enum ff_status simulate_all(const struct ff_walk_work *work)
{
	return work->options->simulate > 0 ? ff_walk_crowd_simulate(work) : FF_OK;
}

static enum ff_status find(const struct ff_walk_work *work)
{
	static enum ff_status (*const phases[])(const struct ff_walk_work *) = {
		[FF_WALK_SOLUTION_GUIDES] = find_guides,
		[FF_WALK_SOLUTION_PLACES] = ff_walk_places_find,
		[FF_WALK_SOLUTION_FOLLOW] = follow_all,
		[FF_WALK_SOLUTION_SIMULATE] = simulate_all,
	};
	enum ff_status st = FF_OK;

	for (int i = 0; i < FF_WALK_SOLUTION_PHASES && st == FF_OK; i++) {
		double started = ff_clock_ms();

		st = phases[i](work);
		work->walk->ms[i] = ff_clock_ms() - started;
	}
	return st;
}

enum ff_status ff_walk_solution_find(struct ff_walk_solution *walk,
				     const struct ff_solution *run_of,
				     const struct ff_problem *problem, const struct ff_plan *plan,
				     const struct ff_machine *machine, struct ff_progress *progress,
				     struct ff_error *err)
{
	const struct ff_walk_work work = {walk, run_of,  problem,  walk->options,
					  plan, machine, progress, err};

	return find(&work);
}

double ff_walk_solution_seconds(const struct ff_walk_solution *walk)
{
	return (double)walk->steps * walk->rules.dt;
}

void ff_walk_solution_free(struct ff_walk_solution *walk)
{
	for (size_t i = 0; i < walk->guide_room; i++) {
		ff_solution_free(&walk->solved[i]);
		free(walk->closed[i].cells);
	}
	free(walk->guides);
	free(walk->solved);
	free(walk->closed);
	free(walk->goals.items);
	free(walk->classes.cells);
	ff_walkers_free(&walk->walkers);
	ff_walk_problem_free(&walk->asked);
	ff_paths_free(&walk->paths);
	ff_tally_free(&walk->tally);
	ff_trajectories_free(&walk->trajectories);
	free(walk->arrivals);
	free(walk->speeds);
	free(walk->all.cells);
	free(walk->counts);
	free(walk->notes);
	*walk = (struct ff_walk_solution){0};
}
