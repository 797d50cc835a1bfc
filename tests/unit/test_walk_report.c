#include "cli/verbs/walk_solution.h"

#include "tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"

/* Three walkers, of two groups: one arrives after 4 seconds, one after 8, one never. */
static struct ff_path_point points[2][2] = {{{.x = 0}, {3, 0, 3, 6, 4}},
					    {{.x = 0}, {5, 0, 5, 20, 8}}};
static struct ff_path paths[3] = {
	{.id = 1, .points = points[0], .count = 2, .reached = true},
	{.id = 2, .points = points[1], .count = 2, .reached = true},
	{.id = 9, .points = points[0], .count = 1},
};
static struct ff_walker walkers[3] = {{.id = 1}, {.id = 2, .group = 1}, {.id = 9, .group = 1}};
static char groups[2][FF_WALKERS_NAME] = {"", "red"};
static struct ff_arrival arrivals[3] = {
	{0, 4, false}, {1, 9, false}, {(double)INFINITY, (double)INFINITY, true}};

/* Of the run, and of the group of some of them. */
static struct ff_goal goal[2] = {{.x = 1, .y = 2, .w = 1, .h = 1},
				 {.x = 3, .y = 4, .w = 5, .h = 1, .start = 6}};
static struct ff_goals red_goals = {.items = &goal[1], .count = 1};
static const struct ff_problem problem = {.given = {.items = goal, .count = 1}};

static struct ff_walk_solution solution_of(void)
{
	return (struct ff_walk_solution){
		.asked = {.goals = &red_goals, .goal_count = 1, .longest_dt = 0.375},
		.walkers = {.items = walkers, .count = 3, .groups = groups, .group_count = 2},
		.guide_count = 2,
		.paths = {paths, 3},
		.arrivals = arrivals,
		.arrived = 2,
		.lost = 1,
	};
}

/* The object that is reported; json_decref() it. */
static json_t *report_of(const struct ff_walk_solution *of, const struct ff_walk_options *options)
{
	struct ff_walk_solution walk = *of;

	walk.options = options;
	return ff_walk_report_verb.json(
		&(struct ff_report){.solution = &(struct ff_solution){.own = &walk},
				    .problem = &problem,
				    .options = &options->common});
}

static double number_at(const json_t *json, const char *a, const char *b)
{
	const json_t *value = json_object_get(json, a);

	if (b != NULL)
		value = json_object_get(value, b);
	return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void those_who_arrive_are_told_from_those_who_do_not(void)
{
	struct ff_walk_options_group group = {.name = "red"};
	const struct ff_walk_options options = {.common.goals = problem.given,
						.own_goals = true,
						.seed = 5,
						.speed = 2,
						.groups = &group,
						.group_count = 1};
	const json_t *goals;
	struct ff_walk_solution walk = solution_of();
	json_t *json = report_of(&walk, &options), *red;

	CHECK(number_at(json, "walkers", NULL) == 3 && number_at(json, "arrived", NULL) == 2 &&
		      number_at(json, "lost", NULL) == 1,
	      "counts");
	CHECK(number_at(json, "seconds", "longest") == 8 && number_at(json, "seconds", "mean") == 6,
	      "on the way, not since the beginning");
	CHECK(number_at(json, "length", "longest") == 5 && number_at(json, "length", "mean") == 4,
	      "length");
	CHECK(number_at(json, "cost", "largest") == 20 && number_at(json, "cost", "mean") == 13,
	      "cost");
	CHECK(number_at(json, "seed", NULL) == 5 && number_at(json, "speed", NULL) == 2 &&
		      number_at(json, "guides", NULL) == 2,
	      "options");
	CHECK(json_is_null(json_object_get(json, "crowd")), "alone there is no crowd");
	red = json_array_get(json_object_get(json, "groups"), 1);
	CHECK(json_array_size(json_object_get(json, "groups")) == 2 &&
		      number_at(red, "walkers", NULL) == 2 &&
		      number_at(red, "arrived", NULL) == 1 &&
		      number_at(red, "seconds", "mean") == 8,
	      "groups");
	goals = json_object_get(red, "goals");
	CHECK(json_array_size(goals) == 1 && number_at(json_array_get(goals, 0), "x", NULL) == 3 &&
		      number_at(json_array_get(goals, 0), "w", NULL) == 5 &&
		      number_at(json_array_get(goals, 0), "cost", NULL) == 6,
	      "goals of a group");
	CHECK(json_is_null(
		      json_object_get(json_array_get(json_object_get(json, "groups"), 0), "goals")),
	      "those of the run are the report's own");
	json_decref(json);
}

static void nobody_has_no_figures(void)
{
	const struct ff_walk_options options = {.traffic_all = true};
	const struct ff_walk_solution walk = {0};
	json_t *json = report_of(&walk, &options);

	CHECK(json_is_null(json_object_get(json, "seconds")) &&
		      json_is_null(json_object_get(json, "length")) &&
		      json_is_null(json_object_get(json, "cost")),
	      "null");
	CHECK(json_array_size(json_object_get(json, "groups")) == 0, "no groups");
	json_decref(json);
}

static void jams_of_a_crowd_are_listed(void)
{
	const struct ff_walk_options options = {.simulate = 60};
	struct ff_walk_solution walk = solution_of();
	const json_t *crowd, *jam;
	json_t *json;

	walk.rules = (struct ff_crowd_rules){.dt = 0.25, .force = 3};
	walk.steps = 40;
	walk.paths = (struct ff_paths){0};
	walk.jam_count = 1;
	walk.jam_all = 7;
	walk.jams[0] = (struct ff_jam){4, 5, 3, 12.5, 1, 9};
	json = report_of(&walk, &options);
	crowd = json_object_get(json, "crowd");
	CHECK(number_at(crowd, "at_most", NULL) == 60 && number_at(crowd, "seconds", NULL) == 10 &&
		      number_at(crowd, "steps", NULL) == 40 &&
		      number_at(crowd, "dt", NULL) == 0.25 &&
		      number_at(crowd, "longest_dt", NULL) == 0.375 &&
		      number_at(crowd, "max_force", NULL) == 3,
	      "the crowd");
	jam = json_array_get(json_object_get(crowd, "jams"), 0);
	CHECK(number_at(crowd, "jam_count", NULL) == 7 && number_at(jam, "x", NULL) == 4 &&
		      number_at(jam, "y", NULL) == 5 && number_at(jam, "cells", NULL) == 3 &&
		      number_at(jam, "seconds", NULL) == 12.5 &&
		      number_at(jam, "first", NULL) == 1 && number_at(jam, "last", NULL) == 9,
	      "the jam");
	CHECK(json_is_null(json_object_get(json, "length")), "no paths, no lengths");
	json_decref(json);
	walk.rules.dt = 0.1;
	walk.steps = 721;
	walk.jams[0].last = 3 * 0.1;
	json = report_of(&walk, &options);
	crowd = json_object_get(json, "crowd");
	jam = json_array_get(json_object_get(crowd, "jams"), 0);
	CHECK(number_at(crowd, "seconds", NULL) == 72.1 && number_at(jam, "last", NULL) == 0.3,
	      "721 steps of 0.1 are 72.1, not 72.10000000000001");
	json_decref(json);
}

/* What the summary says; free() it. */
static char *said(const struct ff_walk_solution *of, double seconds)
{
	const struct ff_walk_options options = {.simulate = seconds};
	struct ff_walk_solution walk = *of;
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (to == NULL)
		abort();
	walk.options = &options;
	ff_walk_report_verb.say(&(struct ff_report){.solution = &(struct ff_solution){.own = &walk},
						    .options = &options.common},
				to);
	fclose(to);
	return text;
}

static void the_summary_is_short(void)
{
	struct ff_walk_solution walk = solution_of();
	const struct ff_walk_solution nobody = {0};
	char *alone = said(&walk, 0), *crowd, *none = said(&nobody, 0);

	walk.rules.dt = 0.1;
	walk.steps = 90;
	crowd = said(&walk, 60);
	CHECK(strcmp(alone, "2 of 3 walkers reach a goal, in 6.0 s on average and 8.0 at most") ==
		      0,
	      "\"%s\"", alone);
	CHECK(strcmp(crowd, "2 of 3 walkers arrived, 1 cannot, in 6.0 s on average and 8.0 at "
			    "most; 90 steps, 9.0 s") == 0,
	      "\"%s\"", crowd);
	CHECK(strcmp(none, "one walker from each cell") == 0, "\"%s\"", none);
	free(alone);
	free(crowd);
	free(none);
}

int main(void)
{
	RUN(those_who_arrive_are_told_from_those_who_do_not);
	RUN(nobody_has_no_figures);
	RUN(jams_of_a_crowd_are_listed);
	RUN(the_summary_is_short);
	return tap_done();
}
