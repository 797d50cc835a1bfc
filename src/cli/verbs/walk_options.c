#include "cli/verbs/walk_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option_values.h"
#include "core/base/memory.h"
#include "core/base/number.h"

static ff_option_values_set set_from, set_spawn, set_group;

/* clang-format off */
const struct ff_argv_option ff_walk_options_list[FF_WALK_OPTIONS] = {
	{0, NULL, NULL, "Walkers", FF_ARGV_NONE, false, NULL, 0},
	{0, "from", "X,Y", "someone walks from here, or 1.5m,-2m; repeatable", FF_ARGV_REQUIRED, true, set_from, 0},
	{0, "agents", "FILE", "walkers from a CSV file", FF_ARGV_REQUIRED, true, ff_option_values_path, FF_OPTION_VALUES_AGENTS},
	{0, "spawn", "N[@X,Y,W,H][:GROUP]", "N walkers anywhere, or in an area; repeatable", FF_ARGV_REQUIRED, true, set_spawn, 0},
	{0, "seed", "S", "choose other places for them (default: 1)", FF_ARGV_REQUIRED, true, ff_option_values_long, FF_OPTION_VALUES_SEED},
	{0, "group", "NAME=X,Y[,W,H][+COST]", "this group has a goal of its own; repeatable", FF_ARGV_REQUIRED, true, set_group, 0},
	{0, "radius", "R", "walkers are discs of R (default 0.3) cells", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_RADIUS},
	{0, "speed", "V", "walk V (default 1) cells a second", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_SPEED},
	{0, "metric", "NAME", "euclid (default), octile or manhattan", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_METRIC},
	{0, "follow", "RULE", "smooth (default) or cells", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_FOLLOW},
	{0, "slow-by-cost", NULL, "cells of cost C are C times as slow", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_SLOW_BY_COST},
	{0, "require", NULL, "exit 1 unless all can reach a goal, or have", FF_ARGV_NONE, false, ff_option_values_flag, FF_OPTION_VALUES_REQUIRE},
	{0, NULL, NULL, "Crowd", FF_ARGV_NONE, false, NULL, 0},
	{0, "simulate", "SECONDS", "all at once, for so long at most", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_SIMULATE},
	{0, "dt", "S", "a step takes S (default: at most 0.1) seconds", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_DT},
	{0, "max-force", "F", "steer by at most F (default 10) cells/s a second", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_FORCE},
	{0, "separation", "W", "how much walkers keep apart", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_SEPARATION},
	{0, "alignment", "W", "how much they walk as those around them", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_ALIGNMENT},
	{0, "cohesion", "W", "how much they keep together", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_COHESION},
	{0, "avoidance", "W", "how much they look ahead for others", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_AVOIDANCE},
	{0, "headway", "S", "keep S (default 0.5) seconds behind others", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_HEADWAY},
	{0, NULL, NULL, "Seen (default: MAP.paths.png; of crowds .traffic.png and .histogram.png, too)", FF_ARGV_NONE, false, NULL, 0},
	FF_OUTPUT_WALKS(FF_OPTION_VALUES_OUTPUT)
	{0, "traffic-in", "UNIT", "visits (default) or seconds", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_TRAFFIC_IN},
	{0, "traffic-all", NULL, "as if one came from each cell that is reached", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_TRAFFIC_ALL},
	FF_OUTPUT_CROWDS(FF_OPTION_VALUES_OUTPUT)
	{0, "pace", "X", "X seconds in one (default: it lasts 20 s)", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_PACE},
};
/* clang-format on */

const char *const ff_walk_options_without[] = {"subdivide", "allocation",    "ties",  "sight-mask",
					       "require",   "max-unreached", "batch", "budget",
					       "metric",    "radius",        NULL};

const struct ff_options_walk ff_walk_options_defaults = {
	.seed = -1,
	.follow = FF_TRACE_RULES,
	.force = -1,
	.separation = -1,
	.alignment = -1,
	.cohesion = -1,
	.avoidance = -1,
	.headway = -1,
	.traffic_in = FF_OPTIONS_TRAFFICS,
};

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options_walk *walk = &((struct ff_options *)target)->walk;

	return ff_option_values_place(option, value, false, &walk->from, &walk->from_count,
				      &walk->from_room, "walkers", err);
}

static bool take_name(const char *text, size_t n, char name[FF_WALKERS_NAME])
{
	if (!ff_walkers_named(text, n))
		return false;
	memcpy(name, text, n);
	name[n] = '\0';
	return true;
}

/* N[@X,Y,W,H][:GROUP] */
static enum ff_number parse_spawn(const char *value, struct ff_options_spawn *spawn)
{
	enum { AREA = 4 };
	size_t n = strcspn(value, "@:"), area;
	enum ff_number why = ff_number_parse(value, n, 1, FF_OPTIONS_WALKERS_MAX, &spawn->count);
	int32_t *to[AREA] = {&spawn->x, &spawn->y, &spawn->w, &spawn->h};

	value += n;
	for (int i = 0; *value != ':' && *value != '\0' && i < AREA && why == FF_NUMBER_OK; i++) {
		int64_t number = 0;

		if (*value != (i == 0 ? '@' : ','))
			return FF_NUMBER_NOT;
		area = strcspn(++value, ",:");
		why = ff_number_parse(value, area, i < 2 ? 0 : 1, INT32_MAX, &number);
		*to[i] = (int32_t)number;
		value += area;
	}
	if (why != FF_NUMBER_OK)
		return why;
	if ((spawn->x > 0 || spawn->y > 0) && spawn->h == 0)
		return FF_NUMBER_NOT;
	if (*value == '\0')
		return FF_NUMBER_OK;
	return *value == ':' && take_name(value + 1, strlen(value + 1), spawn->group)
		       ? FF_NUMBER_OK
		       : FF_NUMBER_NOT;
}

static enum ff_status set_spawn(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_options_walk *walk = &((struct ff_options *)target)->walk;
	struct ff_options_spawn spawn = {0};
	void *spawns = walk->spawns;
	enum ff_number why = parse_spawn(value, &spawn);

	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(option, value, why,
					    "N (1..10000000), then perhaps @X,Y,W,H, whole "
					    "numbers, and :GROUP",
					    err);
	if (!ff_memory_grow(&spawns, &walk->spawn_room, walk->spawn_count + 1, sizeof spawn))
		return ff_status_nomem(err, "walkers");
	walk->spawns = spawns;
	walk->spawns[walk->spawn_count++] = spawn;
	return FF_OK;
}

/* The group of that name, which is added if there is none; NULL if memory ran out. */
static struct ff_options_group *group_of(struct ff_options_walk *walk,
					 const char name[FF_WALKERS_NAME])
{
	struct ff_options_group *group;
	void *groups = walk->groups;

	for (size_t i = 0; i < walk->group_count; i++)
		if (strcmp(walk->groups[i].name, name) == 0)
			return &walk->groups[i];
	if (!ff_memory_grow(&groups, &walk->group_room, walk->group_count + 1, sizeof *group))
		return NULL;
	walk->groups = groups;
	group = &walk->groups[walk->group_count++];
	*group = (struct ff_options_group){0};
	memcpy(group->name, name, FF_WALKERS_NAME);
	return group;
}

static enum ff_status set_group(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_options_walk *walk = &((struct ff_options *)target)->walk;
	size_t n = strcspn(value, "=");
	char name[FF_WALKERS_NAME] = "";
	struct ff_options_group *group;
	struct ff_goal goal;
	enum ff_number why;
	void *items;

	if (value[n] == '\0' || !take_name(value, n, name))
		return ff_option_values_bad(option, value, FF_NUMBER_NOT,
					    "NAME=X,Y with a name of 1 to 31 bytes, none of , : # "
					    "or \"",
					    err);
	if ((why = ff_option_values_goal(value + n + 1, &goal)) != FF_NUMBER_OK)
		return ff_option_values_bad(option, value, why, ff_option_values_goals, err);
	if ((group = group_of(walk, name)) == NULL)
		return ff_status_nomem(err, "groups");
	items = group->goals.items;
	if (!ff_memory_grow(&items, &group->room, group->goals.count + 1, sizeof goal))
		return ff_status_nomem(err, "goals");
	group->goals.items = items;
	group->goals.items[group->goals.count++] = goal;
	return FF_OK;
}

uint64_t ff_walk_options_steps(const struct ff_options_walk *walk, double dt)
{
	/* 0.3 / 0.1 is less than 3. */
	return (uint64_t)(walk->simulate / dt + 1e-6);
}

void ff_walk_options_settle(struct ff_options_walk *walk)
{
	if (walk->seed < 0)
		walk->seed = 1;
	if (!(walk->speed > 0))
		walk->speed = 1;
	if (walk->follow == FF_TRACE_RULES)
		walk->follow = FF_TRACE_SMOOTH;
	if (walk->traffic_in == FF_OPTIONS_TRAFFICS)
		walk->traffic_in = FF_OPTIONS_TRAFFIC_VISITS;
}

bool ff_walk_options_astray(const struct ff_options_walk *walk, size_t which,
			    char text[FF_WALK_OPTIONS_ASTRAY])
{
	const struct ff_options_spawn *spawn = &walk->spawns[which];
	size_t n = strlen(spawn->group);
	const char *nearest = NULL;
	int least = ff_argv_slips(n);

	if (n == 0)
		return false;
	for (size_t i = 0; i < walk->group_count; i++) {
		if (strcmp(walk->groups[i].name, spawn->group) == 0)
			return false;
		if (ff_argv_nearer(spawn->group, n, walk->groups[i].name, &least))
			nearest = walk->groups[i].name;
	}
	snprintf(text, FF_WALK_OPTIONS_ASTRAY,
		 "--spawn %" PRId64 ":%s: no group of this name has goals%s%s%s", spawn->count,
		 spawn->group, nearest == NULL ? "" : ": did you mean ",
		 nearest == NULL ? "" : nearest, nearest == NULL ? "" : "?");
	return true;
}

void ff_walk_options_free(struct ff_options_walk *walk)
{
	free(walk->from);
	free(walk->spawns);
	for (size_t i = 0; i < walk->group_count; i++)
		free(walk->groups[i].goals.items);
	free(walk->groups);
}
