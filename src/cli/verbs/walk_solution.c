#include "cli/verbs/walk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outputs.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/crowd/follow.h"
#include "core/crowd/spawn.h"
#include "core/crowd/tally.h"
#include "core/solve/seeds.h"

/* A walk under way; all borrowed. */
struct work {
	struct ff_walk_solution *walk; /* in the making; its owner frees what a failed step left */
	const struct ff_solution *run;
	const struct ff_problem *problem;
	const struct ff_walk_options *options;
	const struct ff_plan *plan;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_error *err; /* for the line, if a step fails */
};

static enum ff_status make_arrivals(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;

	walk->arrivals = calloc(walk->walkers.count + 1, sizeof *walk->arrivals);
	return walk->arrivals == NULL ? ff_status_nomem(work->err, "walkers") : FF_OK;
}

static unsigned find_grids(const struct ff_walk_options *options, const struct ff_plan *plan)
{
	unsigned grids = 0, needs = ff_plan_needs(plan);

	if ((needs & FF_OUTPUTS_TRAFFIC) != 0)
		grids |= options->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS ? FF_TALLY_SECONDS
										: FF_TALLY_VISITS;
	if ((needs & FF_OUTPUTS_SPEEDS) != 0)
		grids |= FF_TALLY_SPEED;
	if ((needs & FF_OUTPUTS_DENSITY) != 0)
		grids |= FF_TALLY_DENSITY;
	if (options->simulate > 0 && (needs & FF_OUTPUTS_JAMS) != 0)
		grids |= FF_TALLY_STILL;
	return grids;
}

static enum ff_status show_goals(const struct work *work, size_t set, const struct ff_goal *goals,
				 size_t count)
{
	struct ff_walk_solution *walk = work->walk;
	void *items = walk->goals.items, *sets = walk->goal_sets;

	if (!ff_memory_grow(&items, &walk->goal_room, walk->goals.count + count, sizeof *goals))
		return ff_status_nomem(work->err, "goals");
	walk->goals.items = items;
	if (!ff_memory_grow(&sets, &walk->set_room, walk->goals.count + count,
			    sizeof *walk->goal_sets))
		return ff_status_nomem(work->err, "goals");
	walk->goal_sets = sets;
	for (size_t i = 0; i < count; i++)
		walk->goal_sets[walk->goals.count + i] = set;
	if (count > 0)
		memcpy(walk->goals.items + walk->goals.count, goals, count * sizeof *goals);
	walk->goals.count += count;
	return FF_OK;
}

/* Returns true if a guide before the k-th leads to the same goals. */
static bool has_goals(const struct ff_walk_problem *known, size_t k, size_t set)
{
	for (size_t i = 0; i < k; i++)
		if (known->guides[i].goals == set)
			return true;
	return false;
}

/* Makes seeds of the goals of a guide, moved as --snap allows. */
static enum ff_status find_seeds(const struct work *work, size_t k, const struct ff_cost *cost,
				 struct ff_seeds *seeds)
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
		st = ff_starts_note(&work->walk->notes, what, "is on no open cell", after,
				    work->err);
		if (st == FF_OK && shown)
			st = show_goals(work, set, goal, 1);
	}
	if (st == FF_OK && !shown)
		st = show_goals(work, set, goals.items, goals.count);
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

/* Finds the map for a guide: an existing one of equal cells, or a new one in 'closed'. */
static enum ff_status find_map(const struct work *work, size_t k, const struct ff_cost **cost)
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

static enum ff_status add_guide(const struct work *work, size_t k)
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

/* Shows the goals of groups without walkers, which are not solved, and may be on walls. */
static enum ff_status show_unused(const struct work *work)
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
		st = show_goals(work, set, goals->items, goals->count);
		if (st == FF_OK && ff_seeds_make(&seeds, goals, &problem->map, &problem->map, 1,
						 problem->name, NULL) == FF_E_NOMEM)
			st = ff_status_nomem(work->err, "goals");
		for (size_t k = 0; k < seeds.count; k++)
			show_goal(&walk->classes, seeds.items[k].cell);
		free(seeds.items);
	}
	return st;
}

/* Finds the goals and classes that pictures show. */
static enum ff_status find_shown(const struct work *work)
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
	return st == FF_OK ? show_goals(work, 0, problem->goals.items, problem->goals.count) : st;
}

static enum ff_status find_guides(const struct work *work)
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

/* paths of a block, so that threads have enough to do, and blocks between two reports of progress
 * */
enum { TRACES = 64, MOMENT = 64 };

struct tracing {
	const struct work *work;
	size_t first;                  /* block */
	enum ff_status failed[MOMENT]; /* [blocks from there on] */
};

static void trace_block(void *context, size_t block)
{
	struct tracing *tracing = context;
	const struct work *work = tracing->work;
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

/* Traces all paths. */
static enum ff_status trace_paths(const struct work *work)
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

/* Fills in arrivals and traffic of walkers that walk alone, from their paths. */
static enum ff_status follow_alone(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	unsigned grids = find_grids(work->options, work->plan);
	enum ff_status st = make_arrivals(work);

	if (st == FF_OK && !work->options->traffic_all && grids != 0 &&
	    ff_tally_open(&walk->tally, &work->problem->map, grids) != FF_OK)
		st = ff_status_nomem(work->err, "traffic");
	for (size_t i = 0; i < walk->paths.count && st == FF_OK; i++) {
		const struct ff_path *path = &walk->paths.items[i];
		double start = walk->walkers.items[i].start;

		walk->arrivals[i] = (struct ff_arrival){.entered = (double)INFINITY,
							.arrived = (double)INFINITY,
							.x = path->points[path->count - 1].x,
							.y = path->points[path->count - 1].y,
							.lost = !path->reached};
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

static enum ff_status accumulate_traffic(const struct work *work)
{
	const struct ff_cost *map = &work->problem->map;
	struct ff_labels *all = &work->walk->all;

	*all = (struct ff_labels){map->w, map->h,
				  ff_memory_cells(map->w, map->h, sizeof *all->cells), 0};
	if (all->cells == NULL || ff_accumulate(&work->run->flow, all) != FF_OK)
		return ff_status_nomem(work->err, "traffic");
	return FF_OK;
}

/* Finds paths of walkers that walk alone, and the traffic of --traffic-all. */
static enum ff_status follow_all(const struct work *work)
{
	const struct ff_walk_options *asked = work->options;
	unsigned needs = ff_plan_needs(work->plan) | ff_outputs_needs(&asked->common);
	bool crowd = asked->simulate > 0;
	enum ff_status st = FF_OK;

	if (!crowd || (needs & FF_OUTPUTS_PATHS) != 0)
		st = trace_paths(work);
	if (st == FF_OK && asked->traffic_all)
		st = accumulate_traffic(work);
	return st == FF_OK && !crowd ? follow_alone(work) : st;
}

/*
 * ---- places: given ones come first, then random ones in the order of the options ----
 */

/* Returns the rule for places: walkers without --simulate may overlap. */
static enum ff_spawn_rule rule_of(const struct work *work)
{
	return work->options->simulate > 0 ? FF_SPAWN_CROWD : FF_SPAWN_ALONE;
}

static enum ff_status copy_walkers(const struct work *work)
{
	const struct ff_walkers *given = &work->walk->asked.walkers;
	struct ff_walkers *walkers = &work->walk->walkers;
	struct ff_walker *items;
	uint32_t group;

	if (given->count == 0)
		return FF_OK;
	for (uint32_t i = 0; i < given->group_count; i++)
		if (ff_walkers_group(walkers, given->groups[i], strlen(given->groups[i]), &group) !=
		    FF_OK)
			return ff_status_nomem(work->err, "walkers");
	if ((items = ff_walkers_add(walkers, given->count)) == NULL)
		return ff_status_nomem(work->err, "walkers");
	memcpy(items, given->items, given->count * sizeof *items);
	return FF_OK;
}

static enum ff_status find_places(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	const struct ff_starts_ground ground = {
		.starts = &work->options->starts,
		.name = work->problem->name,
		.guides = walk->guides,
		.spawn_guides = walk->asked.spawn_guides,
		.rule = rule_of(work),
		.snap = work->options->common.snap > 0,
		.radius = work->options->common.radius,
		.speed = work->options->speed,
		.notes = &walk->notes,
	};
	enum ff_status st = copy_walkers(work);

	ff_progress_show(work->progress, "looking for places", 0, 0);
	return st == FF_OK ? ff_starts_place(&ground, &walk->walkers, work->err) : st;
}

/* seconds that walkers stand still in a cell of a jam, at least */
#define JAM 1

static void choose_rules(const struct work *work)
{
	const struct ff_walk_options *asked = work->options;
	struct ff_crowd_rules *rules = &work->walk->rules;

	ff_crowd_defaults(rules);
	rules->dt = work->walk->asked.dt;
	rules->slow_by_cost = asked->slow_by_cost;
	if (asked->force >= 0)
		rules->force = asked->force;
	if (asked->separation >= 0)
		rules->separation = asked->separation;
	if (asked->alignment >= 0)
		rules->alignment = asked->alignment;
	if (asked->cohesion >= 0)
		rules->cohesion = asked->cohesion;
	if (asked->avoidance >= 0)
		rules->avoidance = asked->avoidance;
	if (asked->headway >= 0)
		rules->headway = asked->headway;
}

/* Records the places of all walkers. */
static enum ff_status record_moment(const struct work *work, const struct ff_crowd *crowd,
				    size_t *room)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_trajectories_moment *moment;
	void *counts = walk->counts;
	size_t n = 0;

	if (!ff_memory_grow(&counts, room, walk->trajectories.count + 1, sizeof *walk->counts))
		return ff_status_nomem(work->err, "trajectories");
	walk->counts = counts;
	moment = ff_trajectories_add(&walk->trajectories, (double)crowd->step * walk->rules.dt,
				     crowd->walking);
	if (moment == NULL)
		return ff_status_nomem(work->err, "trajectories");
	walk->counts[walk->trajectories.count - 1] =
		(struct ff_draw_crowd_counts){crowd->arrived, crowd->waiting, crowd->lost};
	for (size_t i = 0; i < crowd->count; i++)
		if (crowd->state[i] == FF_CROWD_WALKING) {
			moment->walkers[n] = (uint32_t)i;
			moment->places[n++] =
				(struct ff_trajectories_place){crowd->x[i], crowd->y[i]};
		}
	return FF_OK;
}

static enum ff_status run_crowd(const struct work *work, struct ff_crowd *crowd)
{
	const struct ff_walk_options *options = work->options;
	struct ff_walk_solution *walk = work->walk;
	double dt = walk->rules.dt;
	uint64_t most = ff_walk_options_steps(options, dt);
	bool recorded = ff_plan_has(work->plan, FF_OPTIONS_TRAJECTORIES) ||
			ff_options_animates(&options->common);
	size_t room = 0;
	enum ff_status st = recorded ? record_moment(work, crowd, &room) : FF_OK;

	if (st == FF_OK && walk->tally.w > 0 && ff_tally_begin(&walk->tally, crowd) != FF_OK)
		st = ff_status_nomem(work->err, "what is counted");
	while (st == FF_OK && crowd->step < most && crowd->walking + crowd->waiting > 0) {
		ff_crowd_step(crowd);
		if (walk->tally.w > 0)
			ff_tally_step(&walk->tally, crowd, dt);
		if (recorded)
			st = record_moment(work, crowd, &room);
		ff_progress_crowd(work->progress, (double)crowd->step * dt, options->simulate,
				  crowd->arrived, crowd->count - crowd->lost);
	}
	walk->steps = crowd->step;
	return st;
}

static enum ff_status find_speeds(const struct work *work)
{
	const struct ff_tally *tally = &work->walk->tally;
	size_t cells = (size_t)tally->w * (size_t)tally->h;
	float *speeds;

	if (!ff_plan_has(work->plan, FF_OPTIONS_SPEED_MAP))
		return FF_OK;
	if ((speeds = ff_memory_cells(tally->w, tally->h, sizeof *speeds)) == NULL)
		return ff_status_nomem(work->err, "speeds");
	for (size_t i = 0; i < cells; i++)
		speeds[i] = tally->moving[i] > 0 ? (float)(tally->length[i] / tally->moving[i])
						 : (float)INFINITY;
	work->walk->speeds = speeds;
	return FF_OK;
}

/* Simulates all walkers as a crowd. */
static enum ff_status simulate_crowd(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_crowd *crowd = NULL;
	unsigned grids = find_grids(work->options, work->plan);
	enum ff_status st;

	choose_rules(work);
	if ((st = make_arrivals(work)) != FF_OK)
		return st;
	if (grids != 0 && ff_tally_open(&walk->tally, &work->problem->map, grids) != FF_OK)
		return ff_status_nomem(work->err, "traffic");
	if (walk->rules.slow_by_cost)
		walk->tally.slow = &work->problem->map;
	if (ff_crowd_open(&crowd, &walk->rules, work->machine) != FF_OK ||
	    ff_crowd_enter(crowd, &walk->walkers, walk->guides) != FF_OK) {
		ff_crowd_free(crowd);
		return ff_status_nomem(work->err, "the crowd");
	}
	st = run_crowd(work, crowd);
	for (size_t i = 0; i < crowd->count; i++)
		walk->arrivals[i] = (struct ff_arrival){
			.entered = crowd->state[i] == FF_CROWD_WALKING ||
						   crowd->state[i] == FF_CROWD_ARRIVED
					   ? crowd->since[i]
					   : (double)INFINITY,
			.arrived = crowd->until[i],
			.x = crowd->x[i],
			.y = crowd->y[i],
			.lost = crowd->state[i] == FF_CROWD_LOST};
	walk->arrived = crowd->arrived;
	walk->lost = crowd->lost;
	walk->walking = crowd->walking;
	walk->waiting = crowd->waiting;
	ff_crowd_free(crowd);
	if (st == FF_OK && (grids & FF_TALLY_STILL) != 0 &&
	    ff_jams_find(&walk->tally, JAM, walk->jams, FF_WALK_SOLUTION_JAMS, &walk->jam_count,
			 &walk->jam_all) != FF_OK)
		st = ff_status_nomem(work->err, "jams");
	return st == FF_OK ? find_speeds(work) : st;
}

static enum ff_status simulate_all(const struct work *work)
{
	return work->options->simulate > 0 ? simulate_crowd(work) : FF_OK;
}

/* Chooses the colours of groups, and of goals to which a single group walks. */
static enum ff_status colour_groups(const struct work *work)
{
	enum { SEVERAL = FF_GROUPS_NONE - 1 };
	struct ff_walk_solution *walk = work->walk;
	const struct ff_walkers *walkers = &walk->walkers;
	uint8_t *hues = malloc(work->options->group_count + 1); /* of sets of goals */
	size_t count = walk->goals.count;

	walk->goal_hues = count == 0 ? NULL : malloc(count);
	if (hues == NULL || (count > 0 && walk->goal_hues == NULL) ||
	    !ff_groups_open(&walk->groups, walkers)) {
		free(hues);
		return ff_status_nomem(work->err, "groups");
	}
	memset(hues, FF_GROUPS_NONE, work->options->group_count + 1);
	for (uint32_t g = 0; g < walkers->group_count; g++) {
		uint8_t *hue = &hues[ff_walk_problem_goals(work->options, walkers->groups[g])];

		if (walk->groups.hues[g] != FF_GROUPS_NONE)
			*hue = *hue == FF_GROUPS_NONE ? walk->groups.hues[g] : SEVERAL;
	}
	for (size_t i = 0; i < count; i++) {
		uint8_t hue = hues[walk->goal_sets[i]];

		walk->goal_hues[i] = hue == SEVERAL ? FF_GROUPS_NONE : hue;
	}
	free(hues);
	return FF_OK;
}

static enum ff_status run_phases(const struct work *work)
{
	static enum ff_status (*const phases[])(const struct work *) = {
		[FF_WALK_SOLUTION_GUIDES] = find_guides,
		[FF_WALK_SOLUTION_PLACES] = find_places,
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
	const struct work work = {walk, run_of,  problem,  walk->options,
				  plan, machine, progress, err};

	enum ff_status st = run_phases(&work);

	return st == FF_OK ? colour_groups(&work) : st;
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
	free(walk->goal_sets);
	free(walk->goal_hues);
	ff_groups_close(&walk->groups);
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
	free(walk->notes.items);
	*walk = (struct ff_walk_solution){0};
}
