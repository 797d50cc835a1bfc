/*
 * flowfield walk: walkers follow the field, each alone or as a crowd.
 */
#include "cli/verbs/walk.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/verb.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/crowd/crowd.h"
#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "io/strings.h"

static ff_options_set set_from, set_goal, set_speed, set_crowd, set_fps;

static const char *const traffics[FF_WALK_OPTIONS_TRAFFICS] = {
	[FF_WALK_OPTIONS_TRAFFIC_VISITS] = "visits",
	[FF_WALK_OPTIONS_TRAFFIC_SECONDS] = "seconds",
	[FF_WALK_OPTIONS_TRAFFIC_ALL] = "all",
};

enum { RULES = 8 };
static const char *const rule_names[RULES] = {"dt",        "force",    "separation",
					      "alignment", "cohesion", "neighbourhood",
					      "avoidance", "headway"};

#define AT(member) .offset = offsetof(struct ff_walk_options, member)

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Walkers"},
	{'g', "goal", "[GROUP=]X,Y[,W,H][+COST]", "walk to this cell or area; repeatable", FF_ARGV_REQUIRED, true, .set = set_goal, .screen = FF_ARGV_FIRST},
	{0, "from", "X,Y", "start a walker here; repeatable", FF_ARGV_REQUIRED, true, .set = set_from, .screen = FF_ARGV_FIRST},
	FF_STARTS_ROWS(struct ff_walk_options, starts, "N[@X,Y,W,H][:GROUP]")
	{0, "radius", "R", "radius of walkers in cells (default 0.3)", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(common.radius), .most = 1e6, .screen = FF_ARGV_FIRST},
	{0, "speed", "V[,by-cost]", "cells per second (1); by-cost: divided by cost", FF_ARGV_REQUIRED, true, set_speed, .screen = FF_ARGV_FIRST},
	{0, "metric", "NAME", "euclid (default), octile or manhattan", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(common.model.metric), .words = ff_model_metrics, .word_count = FF_METRICS, .screen = FF_ARGV_FIRST},
	{0, "sectors", "N", "solve only sectors (N x N) that walkers need", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(sectors), .min = FF_SECTORS_SIZE_MIN, .max = FF_SECTORS_SIZE_MAX},
	{0, "require", NULL, "exit 1 unless all walkers reach a goal", FF_ARGV_NONE, false, ff_options_set_flag, AT(require), .screen = FF_ARGV_FIRST},
	{.text = "Crowd"},
	{0, "simulate", "SECONDS", "walk all at once, for at most SECONDS", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(simulate), .least = 0.001, .most = 1e6, .screen = FF_ARGV_FIRST},
	{0, "edits", "FILE", "change the map while a crowd walks (time,x,y,...)", FF_ARGV_REQUIRED, true, ff_options_set_input, AT(edits), .what = "what --edits reads"},
	{0, "batch", "CELLS", "let the field grow: CELLS more in each step", FF_ARGV_REQUIRED, true, ff_options_set_long, AT(common.animation.batch), .min = 1, .max = FF_COST_CELLS_MAX},
	{0, "crowd", "NAME=N[,...]", "rules of steering: separation=2 and others", FF_ARGV_REQUIRED, true, set_crowd, .words = rule_names, .word_count = RULES},
	{.text = "Outputs of walkers"},
	FF_OUTPUT_WALKS(FF_OPTIONS_OUTPUT_ROW)
	{0, "traffic-in", "UNIT", "visits (default), seconds, or all: from all cells", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(traffic_in), .words = traffics, .word_count = FF_WALK_OPTIONS_TRAFFICS, .screen = FF_ARGV_FIRST},
	FF_OUTPUT_CROWDS(FF_OPTIONS_OUTPUT_ROW)
	{0, "fps", "F[,X]", "frames per second; X simulated seconds in each", FF_ARGV_REQUIRED, true, .set = set_fps},
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield walk",
	"usage: flowfield walk MAP --goal X,Y --from X,Y [--from X,Y ...] [options]\n"
	"       flowfield walk MAP --goal X,Y --agents FILE.csv [options]\n"
	"       flowfield walk MAP --goal X,Y --spawn N[@X,Y,W,H][:GROUP] [options]\n"
	"       flowfield walk MAP --goal X,Y --traffic-in all [options]\n"
	"\n"
	"Walkers follow the field: each alone or, with --simulate, as a crowd whose discs\n"
	"overlap neither walls nor each other.  Has the outputs of flowfield, too; unless\n"
	"one is named: MAP.paths.png, and with --simulate also MAP.traffic.png and\n"
	"MAP.arrivals.png.\n",
	rows,
	sizeof rows / sizeof *rows,
	NULL,
	&ff_options_table,
	"html coarsen allocation ties detour clearance chokes ridges gain require max-unreached "
	"batch "
	"budget fps metric radius goal from work-dir",
	NULL};

static const struct ff_walk_options defaults = {
	.starts.seed = 1,
	.traffic_in = FF_WALK_OPTIONS_TRAFFICS,
};

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_walk_options *walk = target;

	return ff_options_add_place(option, value, false, &walk->from, &walk->from_count,
				    &walk->from_room, "walkers", err);
}

/* Returns the group of that name, and adds it if there is none; NULL if memory ran out. */
static struct ff_walk_options_group *group_of(struct ff_walk_options *walk, const char *name)
{
	uint32_t i;

	if (ff_walkers_group(&walk->names, name, strlen(name), &i) != FF_OK ||
	    !ff_memory_grow(&walk->groups, &walk->group_room, (size_t)i + 1, sizeof *walk->groups))
		return NULL;
	if (i == walk->group_count)
		walk->groups[walk->group_count++] = (struct ff_walk_options_group){0};
	return &walk->groups[i];
}

static enum ff_status set_goal(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_walk_options *walk = target;
	size_t n = strcspn(value, "=");
	char name[FF_WALKERS_NAME] = "";
	struct ff_walk_options_group *group;

	if (value[n] == '\0')
		return ff_options_add_goal(option, value, value, &walk->common.goals,
					   &walk->common.goals_room, err);
	if (!ff_starts_take_name(value, n, name))
		return ff_options_refuse(option, value, FF_NUMBER_NOT,
					 "GROUP=X,Y with a name of 1 to 31 bytes, none of , : # "
					 "or \"",
					 err);
	if ((group = group_of(walk, name)) == NULL)
		return ff_status_nomem(err, "groups");
	return ff_options_add_goal(option, value, value + n + 1, &group->goals, &group->room, err);
}

/* Takes V or V,by-cost. */
static enum ff_status set_speed(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_walk_options *walk = target;
	size_t n = strcspn(value, ",");
	enum ff_number why = ff_number_decimal(value, n, FF_WALKERS_SPEED_MIN, FF_WALKERS_SPEED_MAX,
					       &walk->speed);

	walk->common.slow_by_cost = value[n] != '\0';
	if (walk->common.slow_by_cost && strcmp(value + n, ",by-cost") != 0)
		why = FF_NUMBER_NOT;
	return why == FF_NUMBER_OK
		       ? FF_OK
		       : ff_options_refuse(option, value, why,
					   "a number from 0.001 to 1000, with an optional ,by-cost",
					   err);
}

/* Takes F or F,X. */
static enum ff_status set_fps(void *target, const struct ff_argv_option *option, const char *value,
			      struct ff_error *err)
{
	struct ff_walk_options *walk = target;
	size_t n = strcspn(value, ",");
	enum ff_number why = ff_number_decimal(value, n, 0.1, 100, &walk->common.animation.fps);

	if (why == FF_NUMBER_OK && value[n] == ',')
		why = ff_number_decimal(value + n + 1, strlen(value + n + 1), 0.001, 1e6,
					&walk->pace);
	return why == FF_NUMBER_OK
		       ? FF_OK
		       : ff_options_refuse(option, value, why,
					   "a number from 0.1 to 100, and after an optional comma "
					   "one from 0.001 to 1000000",
					   err);
}

/* Takes NAME=N[,...]: the last one of each name counts. */
static enum ff_status set_crowd(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_crowd_rules *rules = &((struct ff_walk_options *)target)->crowd;
	const struct {
		double *rule, least, most;
	} all[RULES] = {{&rules->dt, 0.0001, 1000},   {&rules->force, 0.001, 1e6},
			{&rules->separation, 0, 1e6}, {&rules->alignment, 0, 1e6},
			{&rules->cohesion, 0, 1e6},   {&rules->neighbourhood, 0.1, 1e6},
			{&rules->avoidance, 0, 1e6},  {&rules->headway, 0, 1000}};

	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ","), name = strcspn(at, "=,");
		size_t k = ff_options_find_word(option, at);
		double number = 0;
		enum ff_number why;
		char form[96];

		if (k == RULES || name == n)
			return ff_options_refuse_item(option, value, at, err);
		why = ff_number_decimal(at + name + 1, n - name - 1, all[k].least, all[k].most,
					&number);
		if (why != FF_NUMBER_OK) {
			snprintf(form, sizeof form, "%s=N with a number from %g to %.0f",
				 rule_names[k], all[k].least, all[k].most);
			return ff_options_refuse(option, value, why, form, err);
		}
		/* 0 would be the default. */
		*all[k].rule = number > 0 ? number : -1;
		at += n;
		if (*at == '\0')
			return FF_OK;
	}
}

uint64_t ff_walk_options_steps(const struct ff_walk_options *walk, double dt)
{
	/* 0.3 / 0.1 is less than 3. */
	return (uint64_t)(walk->simulate / dt + 1e-6);
}

bool ff_walk_options_without_goals(const struct ff_walk_options *walk, size_t which,
				   char text[FF_WALK_OPTIONS_WITHOUT_GOALS])
{
	const struct ff_starts_spawn *spawn = &walk->starts.spawns[which];
	size_t n = strlen(spawn->group);
	const char *nearest = NULL;

	if (n == 0 || ff_walkers_find(&walk->names, spawn->group) > 0)
		return false;
	for (size_t i = 0; i < walk->group_count; i++)
		nearest = ff_strings_nearer(spawn->group, n, nearest, walk->names.groups[i]);
	snprintf(text, FF_WALK_OPTIONS_WITHOUT_GOALS,
		 "--spawn %" PRId64 ":%s: no group of this name has goals%s%s%s", spawn->count,
		 spawn->group, nearest == NULL ? "" : ": did you mean ",
		 nearest == NULL ? "" : nearest, nearest == NULL ? "" : "?");
	return true;
}

static const struct ff_options_rule rules[] = {
	{"sectors", FF_OPTIONS_WITHOUT, "sight",
	 "--sectors and --sight: a walker that sees a goal may leave the sectors that are solved"},
	{"sectors", FF_OPTIONS_WITHOUT, "max-cost",
	 "--sectors and --max-cost: sectors are solved as far as walkers need them"},
	{"sectors", FF_OPTIONS_WITHOUT, "flee",
	 "--sectors and --flee: walkers that flee need the field of the whole map"},
	{"speed require paths arrivals", FF_OPTIONS_NEEDS, "from agents spawn",
	 "--speed, --paths, --arrivals and --require are about walkers: give --from X,Y, "
	 "--agents FILE.csv or --spawn N"},
	{"density speed-map trajectories animate", FF_OPTIONS_NEEDS, "simulate",
	 "--density, --speed-map, --trajectories and --animate are for --simulate SECONDS"},
	{"edits batch", FF_OPTIONS_NEEDS, "simulate",
	 "--edits and --batch are for --simulate SECONDS"},
	{"batch", FF_OPTIONS_WITHOUT, "sight flee sectors",
	 "--batch is not for --sight, --flee or --sectors, which need a field that is finished"},
	{"crowd", FF_OPTIONS_NEEDS, "simulate", "--crowd is for --simulate SECONDS"},
	{"seed", FF_OPTIONS_NEEDS, "spawn", "--seed is for --spawn N"},
	{"fps", FF_OPTIONS_NEEDS, "animate", "--fps is for --animate"},
};

/* Returns true if an output is written: asked for, or one of the default ones. */
static bool is_written(const struct ff_options *o, enum ff_options_output kind)
{
	bool written = o->outputs[kind] != NULL;

	for (size_t i = 0; i < o->default_count; i++)
		written |= o->defaults[i] == kind && ff_plan_derives(o);
	return written;
}

/* Returns the message about a value that has no effect or is refused with others; NULL: none. */
static const char *wrong_values(const struct ff_walk_options *walk)
{
	const struct ff_options *o = &walk->common;
	bool crowd = walk->simulate > 0, all = walk->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL;

	if (all && o->sight)
		return "--traffic-in all and --sight: a walker that sees a goal leaves the "
		       "directions of cells";
	if (all && crowd)
		return "--traffic-in all and --simulate: traffic from all cells is counted, not "
		       "simulated";
	if (all && walk->sectors > 0)
		return "--sectors and --traffic-in all: ways from all cells need the field of the "
		       "whole map";
	if (!(o->radius >= FF_WALKERS_RADIUS_MIN && o->radius <= FF_WALKERS_RADIUS_MAX))
		return "--radius of walkers is in 0.001..1000";
	if (walk->traffic_in < FF_WALK_OPTIONS_TRAFFICS && !is_written(o, FF_OPTIONS_TRAFFIC))
		return "--traffic-in is for --traffic";
	if (crowd && o->model.corners == FF_CORNERS_CUT)
		return "--simulate and --corners cut: no disc fits between walls that touch at a "
		       "corner";
	return NULL;
}

/* Refuses walkers without a goal: of no group with goals, if there is no --goal. */
static enum ff_status check_group_goals(struct ff_walk_options *walk, struct ff_error *err)
{
	bool lacks = walk->from_count > 0;
	char text[FF_WALK_OPTIONS_WITHOUT_GOALS];

	if (walk->own_goals)
		return FF_OK;
	for (size_t i = 0; i < walk->starts.spawn_count; i++) {
		if (ff_walk_options_without_goals(walk, i, text))
			return ff_status_fail(err, FF_E_USAGE, "%s", text);
		lacks |= walk->starts.spawns[i].group[0] == '\0';
	}
	if (lacks)
		return ff_status_fail(err, FF_E_USAGE,
				      "walkers without a group with goals walk to --goal X,Y: "
				      "give one");
	return FF_OK;
}

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	struct ff_walk_options *walk = (struct ff_walk_options *)o;
	const bool all = walk->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL;
	const char *wrong = NULL;
	enum ff_status st = FF_OK;

	/* With directions of whole steps, of which many are equally good, all of a crowd would end
	 * up along one wall. */
	ff_options_choose(o, o->model.step != FF_STEP_CELL ? FF_METRIC_OCTILE : FF_METRIC_EUCLID,
			  FF_STARTS_RADIUS);
	o->default_count = 0;
	if (!all)
		o->defaults[o->default_count++] = FF_OPTIONS_PATHS;
	if (all || walk->simulate > 0)
		o->defaults[o->default_count++] = FF_OPTIONS_TRAFFIC;
	if (walk->simulate > 0)
		o->defaults[o->default_count++] = FF_OPTIONS_ARRIVALS;
	o->layers &= ~(unsigned)FF_STYLE_MEASURES;
	if (ff_options_given(o, "from agents spawn"))
		o->layers |= FF_STYLE_PATHS;
	o->discs = true;
	walk->own_goals = o->goals.count > 0 || o->goal_file_count > 0;
	if (walk->group_count == 0)
		st = ff_options_check_goal(o, err);
	if (st != FF_OK)
		return st;
	if (!ff_options_given(o, "from agents spawn") && !all)
		return ff_status_fail(err, FF_E_USAGE,
				      "there are no walkers: give --from X,Y, --agents FILE.csv "
				      "or --spawn N");
	st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err);
	if (st == FF_OK && (wrong = wrong_values(walk)) != NULL)
		st = ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	if (st == FF_OK && (st = ff_options_check_shared(o, err)) == FF_OK &&
	    (st = check_group_goals(walk, err)) == FF_OK && !walk->own_goals)
		/* The first group's goals stand in for --goal. */
		st = ff_problem_copy_goals(&o->goals, &walk->groups[0].goals, err);
	if (o->model.step != FF_STEP_HOPS)
		o->speed = walk->speed;
	if (!(walk->speed > 0))
		walk->speed = 1;
	if (walk->traffic_in == FF_WALK_OPTIONS_TRAFFICS)
		walk->traffic_in = FF_WALK_OPTIONS_TRAFFIC_VISITS;
	return st;
}

static void free_options(struct ff_options *options)
{
	struct ff_walk_options *walk = (struct ff_walk_options *)options;

	free(walk->from);
	ff_starts_free(&walk->starts);
	for (size_t i = 0; i < walk->group_count; i++)
		free(walk->groups[i].goals.items);
	free(walk->groups);
	ff_walkers_free(&walk->names);
}

size_t ff_walk_problem_goals(const struct ff_walk_options *options, const char *group)
{
	uint32_t number = ff_walkers_find(&options->names, group);

	/* The first group's goals stand in for --goal. */
	return options->own_goals || number > 1 ? number : 0;
}

/* Refuses an agent whose group has no goals, if there is no --goal. */
static enum ff_status check_agents_goals(const struct ff_walk_problem *walk,
					 const struct ff_walk_options *options,
					 struct ff_error *err)
{
	const struct ff_walkers *walkers = &walk->walkers;

	if (options->own_goals)
		return FF_OK;
	for (size_t i = 0; i < walkers->count; i++) {
		const char *group = walkers->groups[walkers->items[i].group];

		if (ff_walkers_find(&options->names, group) == 0)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s:%zu: %s%s has no goal: give --goal X,Y, or --goal %s=X,Y",
				options->starts.agents, walkers->items[i].line,
				*group == '\0' ? "a walker without a group" : "group ", group,
				*group == '\0' ? "NAME" : group);
	}
	return FF_OK;
}

/* Adds the walkers of --from after those of the file. */
static enum ff_status add_from(struct ff_walk_problem *walk, const struct ff_problem *problem,
			       const struct ff_walk_options *options, struct ff_error *err)
{
	size_t count = options->from_count;
	struct ff_walker *walker;
	enum ff_status st = FF_OK;

	if (count == 0)
		return FF_OK;
	walker = ff_starts_add(&walk->walkers, "", count, options->common.radius, options->speed);
	if (walker == NULL)
		return ff_status_nomem(err, "walkers");
	for (size_t i = 0; i < count && st == FF_OK; i++, walker++) {
		const struct ff_options_place *from = &options->from[i];
		struct ff_georeference_point at = {from->x, from->y};

		if (from->metres)
			st = ff_problem_find_point(problem, "--from", from->x, from->y, &at, err);
		walker->x = at.x;
		walker->y = at.y;
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
		st = ff_problem_copy_goals(&walk->goals[walk->goal_count++],
					   &options->groups[i].goals, err);
		if (st == FF_OK)
			st = ff_problem_find_goals(problem, &walk->goals[i], err);
	}
	return st;
}

/* Finds the guide for a group's walkers of a radius, and adds it if there is none. */
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
	if ((walk->spawn_guides =
		     calloc(asked->starts.spawn_count + 1, sizeof *walk->spawn_guides)) == NULL)
		return ff_status_nomem(err, "walkers");
	for (size_t i = 0; i < walk->walkers.count && st == FF_OK; i++) {
		struct ff_walker *walker = &walk->walkers.items[i];

		st = find_guide(walk, problem, options, walk->walkers.groups[walker->group],
				walker->radius / walk->parts, &walker->guide, err);
	}
	for (size_t i = 0; i < asked->starts.spawn_count && st == FF_OK; i++)
		st = find_guide(walk, problem, options, asked->starts.spawns[i].group,
				options->common.radius, &walk->spawn_guides[i], err);
	return st;
}

/*
 * Returns the largest of 1, 2 and 5 times powers of ten that suits a simulation of some seconds, in
 * which no step may be longer than 'longest'.  Where that is below 0.1 seconds, shorter steps lead
 * to results that differ no more than those of two seeds.  Slower walkers take steps of more than
 * 0.1 seconds, of about a third of the longest, but at least a hundred.
 */
static double round_step(double longest, double seconds)
{
	double suits = fmax(0.1, fmin(longest / 2.99, seconds / 100));
	double most = fmin(suits, fmin(longest, seconds)), unit = 1, part = 1;

	while (unit * 10 <= most)
		unit *= 10;
	while (unit / part > most)
		part *= 10; /* a quotient is the nearest to its decimal; a product need not be */
	return (5 * unit / part <= most ? 5 : 2 * unit / part <= most ? 2 : 1) * unit / part;
}

static enum ff_status choose_dt(struct ff_walk_problem *walk, const struct ff_walk_options *options,
				struct ff_error *err)
{
	struct ff_walker spawned = {.radius = options->common.radius * walk->parts,
				    .speed = options->speed * walk->parts};
	const struct ff_walkers others = {.items = &spawned,
					  .count = options->starts.spawn_count > 0};
	char most[32] = "", step[32] = "";

	if (!(options->simulate > 0))
		return FF_OK;
	walk->longest_dt = fmin(ff_crowd_longest_dt(&walk->walkers), ff_crowd_longest_dt(&others));
	walk->dt = options->crowd.dt > 0 ? options->crowd.dt
					 : round_step(walk->longest_dt, options->simulate);
	step[ff_number_fixed(step, walk->dt)] = '\0';
	if (walk->dt > walk->longest_dt) {
		most[ff_number_fixed(most, floor(walk->longest_dt * 1e6) / 1e6)] = '\0';
		return ff_status_fail(
			err, FF_E_USAGE,
			"--crowd dt=%s is too long for the fastest and thinnest of these "
			"walkers (--speed, --radius, --agents): the longest step is %s seconds",
			step, most);
	}
	if (ff_walk_options_steps(options, walk->dt) > 0)
		return FF_OK;
	most[ff_number_fixed(most, options->simulate)] = '\0';
	return ff_status_fail(
		err, FF_E_USAGE,
		"--simulate %s: is shorter than a step, which takes %s seconds (--crowd dt)", most,
		step);
}

static enum ff_status open_walk(struct ff_walk_problem *walk, const struct ff_problem *problem,
				const struct ff_walk_options *options, struct ff_error *err)
{
	enum ff_status st = ff_starts_read(&options->starts, problem, options->common.radius,
					   options->speed, &walk->walkers, err);

	if (st == FF_OK && options->starts.agents != NULL)
		st = check_agents_goals(walk, options, err);
	if (st != FF_OK || (st = add_from(walk, problem, options, err)) != FF_OK)
		return st;
	/* From cells of the file to those of the map. */
	walk->parts = problem->parts;
	for (size_t i = 0; i < walk->walkers.count; i++) {
		struct ff_walker *walker = &walk->walkers.items[i];

		walker->x = ff_starts_split(walker->x, walk->parts);
		walker->y = ff_starts_split(walker->y, walk->parts);
		walker->radius *= walk->parts;
		walker->speed *= walk->parts;
	}
	if ((st = choose_dt(walk, options, err)) != FF_OK ||
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
	free(walk->edits.items);
	for (size_t i = 0; i < walk->change_count; i++)
		free(walk->changes[i].places);
	free(walk->changes);
	ff_walkers_free(&walk->walkers);
	*walk = (struct ff_walk_problem){0};
}

static enum ff_status walk_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_walk_solution walk = {.options = (const struct ff_walk_options *)options};
	struct ff_job job;
	enum ff_status st;

	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK ||
	    (st = open_walk(&walk.asked, &job.problem, walk.options, err)) != FF_OK ||
	    (!options->dry_run && (st = ff_problem_read(&job.problem, options, err)) != FF_OK) ||
	    (st = ff_walk_edits_read(&walk.asked, &job.problem, walk.options, err)) != FF_OK ||
	    options->dry_run || (st = ff_job_ready(&job, err)) != FF_OK ||
	    (walk.options->sectors == 0 &&
	     (st = ff_solution_find(&job.solution, &job.work, err)) != FF_OK) ||
	    (st = ff_walk_solution_find(&walk, &job.solution, &job.problem, &job.plan, &job.machine,
					&job.progress, err)) != FF_OK)
		goto out;
	ff_walk_solution_show(&walk, &job.problem, &job.solution);
	ff_job_examine(&job);
	if ((st = ff_walk_film_make(&walk, &job, err)) == FF_OK)
		st = ff_job_publish(&job, err);
out:
	st = ff_job_end(&job, st, err);
	ff_walk_solution_free(&walk);
	return st;
}

const struct ff_verb ff_walk_verb = {
	.name = "walk",
	.text = "let walkers follow the field, alone or as a crowd",
	.table = &table,
	.size = sizeof(struct ff_walk_options),
	.defaults = &defaults,
	.check = check_options,
	.free = free_options,
	.report = &ff_walk_report_verb,
	.job = walk_map,
};
