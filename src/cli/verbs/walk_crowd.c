#include "cli/verbs/walk_solution.h"

#include <math.h>
#include <stdlib.h>

#include "cli/verbs/walk_options.h"
#include "core/base/memory.h"

/* Seconds that walkers stand still in a cell, at least: else it is no part of a jam. */
#define JAM 1

static void choose_rules(const struct ff_walk_work *work)
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

/* Where everybody is just now. */
static enum ff_status record(const struct ff_walk_work *work, const struct ff_crowd *crowd,
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

static enum ff_status run(const struct ff_walk_work *work, struct ff_crowd *crowd)
{
	const struct ff_walk_options *options = work->options;
	struct ff_walk_solution *walk = work->walk;
	double dt = walk->rules.dt;
	uint64_t most = ff_walk_options_steps(options, dt);
	bool recorded = ff_plan_has(work->plan, FF_OPTIONS_TRAJECTORIES) ||
			ff_options_moves(&options->common);
	size_t room = 0;
	enum ff_status st = recorded ? record(work, crowd, &room) : FF_OK;

	if (st == FF_OK && walk->tally.w > 0 && ff_tally_begin(&walk->tally, crowd) != FF_OK)
		st = ff_status_nomem(work->err, "what is counted");
	while (st == FF_OK && crowd->step < most && crowd->walking + crowd->waiting > 0) {
		ff_crowd_step(crowd);
		if (walk->tally.w > 0)
			ff_tally_step(&walk->tally, crowd, dt);
		if (recorded)
			st = record(work, crowd, &room);
		ff_progress_crowd(work->progress, (double)crowd->step * dt, options->simulate,
				  crowd->arrived, crowd->count - crowd->lost);
	}
	walk->steps = crowd->step;
	return st;
}

static enum ff_status find_speeds(const struct ff_walk_work *work)
{
	const struct ff_tally *tally = &work->walk->tally;
	size_t cells = (size_t)tally->w * (size_t)tally->h;
	float *speeds;

	if (!ff_plan_has(work->plan, FF_OPTIONS_SPEED_MAP))
		return FF_OK;
	if ((speeds = ff_memory_cells(tally->w, tally->h, sizeof *speeds)) == NULL)
		return ff_status_nomem(work->err, "speeds");
	for (size_t i = 0; i < cells; i++)
		speeds[i] = tally->seconds[i] > 0 ? (float)(tally->length[i] / tally->seconds[i])
						  : (float)INFINITY;
	work->walk->speeds = speeds;
	return FF_OK;
}

/* Everybody at once. */
enum ff_status ff_walk_crowd_simulate(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_crowd *crowd = NULL;
	unsigned grids = ff_walk_work_grids(work->options, work->plan);
	enum ff_status st;

	choose_rules(work);
	if ((st = ff_walk_work_arrivals(work)) != FF_OK)
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
	st = run(work, crowd);
	for (size_t i = 0; i < crowd->count; i++)
		walk->arrivals[i] = (struct ff_arrival){
			crowd->state[i] == FF_CROWD_WALKING || crowd->state[i] == FF_CROWD_ARRIVED
				? crowd->since[i]
				: (double)INFINITY,
			crowd->until[i], crowd->state[i] == FF_CROWD_LOST};
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
