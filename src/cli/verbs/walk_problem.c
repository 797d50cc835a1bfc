#include "cli/verbs/walk_problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/problem.h"
#include "cli/verbs/walk_options.h"
#include "core/base/number.h"
#include "core/crowd/crowd.h"
#include "io/input.h"
#include "io/walkers.h"

size_t ff_walk_problem_goals(const struct ff_walk_options *options, const char *group)
{
	const struct ff_walk_options *walk = options;
	bool own = options->own_goals;

	for (size_t i = 0; i < walk->group_count; i++)
		if (strcmp(walk->groups[i].name, group) == 0)
			/* The first ones stand in for those of --goal. */
			return own || i > 0 ? i + 1 : 0;
	return 0;
}

/* Somebody whose group has no goals, if there is no --goal. */
static enum ff_status check_goals(const struct ff_walk_problem *walk,
				  const struct ff_walk_options *options, struct ff_error *err)
{
	const struct ff_walkers *walkers = &walk->walkers;

	if (options->own_goals)
		return FF_OK;
	for (size_t i = 0; i < walkers->count; i++) {
		const char *group = walkers->groups[walkers->items[i].group];
		bool has = false;

		for (size_t k = 0; k < options->group_count; k++)
			has |= strcmp(options->groups[k].name, group) == 0;
		if (!has)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s:%zu: %s%s has no goal: give --goal X,Y, or --group %s=X,Y",
				options->agents, walkers->items[i].line,
				*group == '\0' ? "who is in no group" : "group ", group,
				*group == '\0' ? "NAME" : group);
	}
	return FF_OK;
}

static enum ff_status read_agents(struct ff_walk_problem *walk,
				  const struct ff_walk_options *options, struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st;

	if (options->agents == NULL)
		return FF_OK;
	if ((st = ff_input_open(&in, options->agents, err)) != FF_OK)
		return st;
	st = ff_walkers_read(&in, options->common.radius, options->speed, &walk->walkers, err);
	ff_input_close(&in);
	return st == FF_OK ? check_goals(walk, options, err) : st;
}

/* Those of --from come after those of the file, and so do their ids. */
static enum ff_status add_from(struct ff_walk_problem *walk, const struct ff_problem *problem,
			       const struct ff_walk_options *options, struct ff_error *err)
{
	const struct ff_georeference *place = &problem->place;
	struct ff_walkers *walkers = &walk->walkers;
	size_t count = options->from_count;
	struct ff_walker *walker;
	uint64_t last = 0;
	enum ff_status st = FF_OK;
	uint32_t group;

	for (size_t i = 0; i < walkers->count; i++)
		last = walkers->items[i].id > last ? walkers->items[i].id : last;
	if (count == 0)
		return FF_OK;
	if (ff_walkers_group(walkers, "", 0, &group) != FF_OK ||
	    (walker = ff_walkers_add(walkers, count)) == NULL)
		return ff_status_nomem(err, "walkers");
	for (size_t i = 0; i < count && st == FF_OK; i++, walker++) {
		const struct ff_options_place *from = &options->from[i];
		struct ff_problem_cell cell;

		*walker = (struct ff_walker){.id = last + 1 + i,
					     .group = group,
					     .x = from->x,
					     .y = from->y,
					     .radius = options->common.radius,
					     .speed = options->speed};
		if (!from->metres)
			continue;
		st = ff_problem_find_cell(problem, "--from", from->x, from->y, &cell, err);
		walker->x = (from->x - place->x) / place->resolution - 0.5;
		walker->y = problem->size.h - (from->y - place->y) / place->resolution - 0.5;
	}
	return st;
}

static enum ff_status add_goals(struct ff_walk_problem *walk, const struct ff_problem *problem,
				const struct ff_walk_options *options, struct ff_error *err)
{
	size_t count = options->group_count;
	enum ff_status st = FF_OK;

	if (count == 0)
		return FF_OK;
	if ((walk->goals = calloc(count, sizeof *walk->goals)) == NULL)
		return ff_status_nomem(err, "goals");
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const struct ff_goals *given = &options->groups[i].goals;
		struct ff_goals *goals = &walk->goals[i];

		if ((goals->items = malloc(given->count * sizeof *given->items)) == NULL)
			return ff_status_nomem(err, "goals");
		memcpy(goals->items, given->items, given->count * sizeof *given->items);
		goals->count = given->count;
		walk->goal_count++;
		st = ff_problem_find_goals(problem, goals, err);
	}
	return st;
}

/* The guide for a group's walkers of a radius, which is added if there is none. */
static enum ff_status find_guide(struct ff_walk_problem *walk, const struct ff_problem *problem,
				 const struct ff_walk_options *options, const char *group,
				 double radius, uint32_t *guide, struct ff_error *err)
{
	struct ff_walk_problem_guide wanted = {ff_walk_problem_goals(options, group),
					       ff_problem_closes(radius) ? radius : 0};

	for (*guide = 0; *guide < walk->guide_count; ++*guide) {
		const struct ff_walk_problem_guide *other = &walk->guides[*guide];

		if (other->goals == wanted.goals && other->radius >= wanted.radius &&
		    other->radius <= wanted.radius)
			return FF_OK;
	}
	if (walk->guide_count == FF_WALK_PROBLEM_GUIDES)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: groups and radii above 0.5 make more than %d different "
				      "fields",
				      problem->name, FF_WALK_PROBLEM_GUIDES);
	walk->guides[walk->guide_count++] = wanted;
	return FF_OK;
}

static enum ff_status find_guides(struct ff_walk_problem *walk, const struct ff_problem *problem,
				  const struct ff_walk_options *options, struct ff_error *err)
{
	const struct ff_walk_options *asked = options;
	enum ff_status st = FF_OK;

	walk->guides[0] = (struct ff_walk_problem_guide){
		0, ff_problem_closes(options->common.radius) ? options->common.radius : 0};
	walk->guide_count = 1;
	if ((walk->spawn_guides = calloc(asked->spawn_count + 1, sizeof *walk->spawn_guides)) ==
	    NULL)
		return ff_status_nomem(err, "walkers");
	for (size_t i = 0; i < walk->walkers.count && st == FF_OK; i++) {
		struct ff_walker *walker = &walk->walkers.items[i];

		st = find_guide(walk, problem, options, walk->walkers.groups[walker->group],
				walker->radius, &walker->guide, err);
	}
	for (size_t i = 0; i < asked->spawn_count && st == FF_OK; i++)
		st = find_guide(walk, problem, options, asked->spawns[i].group,
				options->common.radius, &walk->spawn_guides[i], err);
	return st;
}

/* Returns the longest step that is safe for the walkers from 'first' on and those of --spawn. */
static double longest_step(const struct ff_walk_problem *walk,
			   const struct ff_walk_options *options, size_t first)
{
	struct ff_walker spawned = {.radius = options->common.radius, .speed = options->speed};
	size_t count = walk->walkers.count - first;
	const struct ff_walkers placed = {.items = count > 0 ? walk->walkers.items + first : NULL,
					  .count = count};
	const struct ff_walkers others = {.items = &spawned, .count = options->spawn_count > 0};

	return fmin(ff_crowd_longest_dt(&placed), ff_crowd_longest_dt(&others));
}

/* Returns the longest round step that is safe.  More than 0.1 seconds makes queues longer. */
static double round_step(double longest)
{
	static const double steps[] = {0.1,     0.05,    0.02,    0.01,     0.005,
				       0.002,   0.001,   0.0005,  0.0002,   0.0001,
				       0.00005, 0.00002, 0.00001, 0.000005, 0.000002};

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (steps[i] <= longest)
			return steps[i];
	return longest;
}

/* Refuses a --dt that is too long: the file of agents is wrong if all others could take it. */
static enum ff_status refuse_dt(const struct ff_walk_problem *walk,
				const struct ff_walk_options *options, struct ff_error *err)
{
	char given[32] = "", most[32] = "";
	size_t first = 0;

	while (first < walk->walkers.count && walk->walkers.items[first].line > 0)
		first++;
	given[ff_number_fixed(given, walk->dt)] = '\0';
	most[ff_number_fixed(most, floor(walk->longest_dt * 1e6) / 1e6)] = '\0';
	if (walk->dt <= longest_step(walk, options, first))
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: --dt %s is too long for the fastest and thinnest of "
				      "these walkers: the longest step is %s seconds",
				      options->agents, given, most);
	return ff_status_fail(err, FF_E_USAGE,
			      "--dt %s is too long for this --speed and --radius: the longest step "
			      "is %s seconds",
			      given, most);
}

static enum ff_status choose_dt(struct ff_walk_problem *walk, const struct ff_walk_options *options,
				struct ff_error *err)
{
	char most[32] = "", step[32] = "";

	if (!(options->simulate > 0))
		return FF_OK;
	walk->longest_dt = longest_step(walk, options, 0);
	walk->dt = options->dt > 0 ? options->dt : round_step(walk->longest_dt);
	if (walk->dt > walk->longest_dt)
		return refuse_dt(walk, options, err);
	if (ff_walk_options_steps(options, walk->dt) > 0)
		return FF_OK;
	most[ff_number_fixed(most, options->simulate)] = '\0';
	step[ff_number_fixed(step, walk->dt)] = '\0';
	return ff_status_fail(
		err, FF_E_USAGE,
		"--simulate %s: is shorter than a step, which takes %s seconds (--dt)", most, step);
}

enum ff_status ff_walk_problem_open(struct ff_walk_problem *walk, const struct ff_problem *problem,
				    const struct ff_walk_options *options, struct ff_error *err)
{
	enum ff_status st;

	if ((st = read_agents(walk, options, err)) != FF_OK ||
	    (st = add_from(walk, problem, options, err)) != FF_OK ||
	    (st = choose_dt(walk, options, err)) != FF_OK ||
	    (st = add_goals(walk, problem, options, err)) != FF_OK)
		return st;
	return find_guides(walk, problem, options, err);
}

void ff_walk_problem_free(struct ff_walk_problem *walk)
{
	for (size_t i = 0; i < walk->goal_count; i++)
		free(walk->goals[i].items);
	free(walk->goals);
	free(walk->spawn_guides);
	ff_walkers_free(&walk->walkers);
	*walk = (struct ff_walk_problem){0};
}
