#include "cli/verbs/walk_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cli/goal_report.h"
#include "cli/json.h"

/* What is known of some of the walkers: of times of those who have arrived, of paths of those who
 * reach a goal. */
struct figures {
	size_t walkers, arrived, lost;
	double longest, sum; /* seconds on the way */
	size_t paths;
	double length, most_length, cost, most_cost; /* sums, and the most */
};

static const char *const phase_names[FF_WALK_SOLUTION_PHASES] = {
	[FF_WALK_SOLUTION_GUIDES] = "guides",
	[FF_WALK_SOLUTION_PLACES] = "places",
	[FF_WALK_SOLUTION_FOLLOW] = "follow",
	[FF_WALK_SOLUTION_SIMULATE] = "simulate",
};

static json_t *phases(const struct ff_walk_solution *walk)
{
	json_t *ms = json_object();

	for (int p = 0; p < FF_WALK_SOLUTION_PHASES; p++)
		/* As in the report's own. */
		ff_json_set(&ms, phase_names[p], json_real(round(walk->ms[p] * 1024) / 1024));
	return ms;
}

static void count(struct figures *f, const struct ff_walk_solution *walk, size_t i)
{
	const struct ff_arrival *arrival = &walk->arrivals[i];
	const struct ff_path *path = walk->paths.count > 0 ? &walk->paths.items[i] : NULL;

	f->walkers++;
	f->lost += arrival->lost;
	if (ff_arrivals_has(arrival)) {
		f->arrived++;
		f->sum += arrival->arrived - arrival->came;
		f->longest = fmax(f->longest, arrival->arrived - arrival->came);
	}
	if (path == NULL || !path->reached)
		return;
	f->paths++;
	f->length += path->points[path->count - 1].length;
	f->cost += path->points[path->count - 1].cost;
	f->most_length = fmax(f->most_length, path->points[path->count - 1].length);
	f->most_cost = fmax(f->most_cost, path->points[path->count - 1].cost);
}

static struct figures figures_of_all(const struct ff_walk_solution *walk)
{
	struct figures f = {0};

	for (size_t i = 0; i < walk->walkers.count; i++)
		count(&f, walk, i);
	return f;
}

/* Seconds are so many steps: as they are meant, without what multiplying leaves in the last digits.
 */
static double meant(double seconds)
{
	return seconds < 1e6 ? round(seconds * 1e9) / 1e9 : seconds;
}

/* The most, under that name, and "mean" of so many; null where there are none. */
static json_t *spread(const char *name, double most, double mean, size_t n)
{
	if (n == 0)
		return json_null();
	return json_pack("{s:o, s:o}", name, ff_json_number(most), "mean", ff_json_number(mean));
}

static void add_figures(json_t **object, const struct figures *f)
{
	ff_json_set(object, "walkers", json_integer((json_int_t)f->walkers));
	ff_json_set(object, "arrived", json_integer((json_int_t)f->arrived));
	ff_json_set(object, "lost", json_integer((json_int_t)f->lost));
	ff_json_set(object, "seconds",
		    spread("longest", meant(f->longest), meant(f->sum / (double)f->arrived),
			   f->arrived));
	ff_json_set(object, "length",
		    spread("longest", f->most_length, f->length / (double)f->paths, f->paths));
	ff_json_set(object, "cost",
		    spread("largest", f->most_cost, f->cost / (double)f->paths, f->paths));
}

/* Those of a group alone; null where they are those of the run. */
static json_t *goals_of(const char *group, const struct ff_problem *problem,
			const struct ff_options *options)
{
	size_t goals = ff_walk_problem_goals(options, group);

	return goals == 0 ? json_null()
			  : ff_goal_report_json(&problem->walk.goals[goals - 1], NULL);
}

static json_t *groups(const struct ff_walk_solution *walk, const struct ff_problem *problem,
		      const struct ff_options *options)
{
	struct figures *each = calloc((size_t)walk->walkers.group_count + 1, sizeof *each);
	json_t *list = each == NULL ? NULL : json_array();

	for (size_t i = 0; i < walk->walkers.count && each != NULL; i++)
		count(&each[walk->walkers.items[i].group], walk, i);
	for (uint32_t i = 0; i < walk->walkers.group_count && list != NULL; i++) {
		json_t *object = json_object();

		ff_json_set(&object, "name", ff_json_string(walk->walkers.groups[i]));
		ff_json_set(&object, "goals", goals_of(walk->walkers.groups[i], problem, options));
		add_figures(&object, &each[i]);
		ff_json_append(&list, object);
	}
	free(each);
	return list;
}

static json_t *jams(const struct ff_walk_solution *walk)
{
	json_t *list = json_array();

	for (size_t i = 0; i < walk->jam_count; i++) {
		const struct ff_jam *jam = &walk->jams[i];

		ff_json_append(&list, json_pack("{s:i, s:i, s:I, s:o, s:o, s:o}", "x", (int)jam->x,
						"y", (int)jam->y, "cells", (json_int_t)jam->cells,
						"seconds", ff_json_number(meant(jam->seconds)),
						"first", ff_json_number(meant(jam->first)), "last",
						ff_json_number(meant(jam->last))));
	}
	return list;
}

/* How the crowd was; null for walkers alone. */
static json_t *crowd(const struct ff_walk_solution *walk, const struct ff_problem *problem,
		     const struct ff_options *options)
{
	const struct ff_crowd_rules *rules = &walk->rules;

	if (!(options->walk.simulate > 0))
		return json_null();
	return json_pack(
		"{s:o, s:o, s:o, s:I, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o}",
		"at_most", ff_json_number(options->walk.simulate), "dt", ff_json_number(rules->dt),
		"longest_dt", ff_json_number(problem->walk.longest_dt), "steps",
		(json_int_t)walk->steps, "seconds",
		ff_json_number(meant(ff_walk_solution_seconds(walk))), "walking",
		(json_int_t)walk->walking, "waiting", (json_int_t)walk->waiting, "max_force",
		ff_json_number(rules->force), "separation", ff_json_number(rules->separation),
		"alignment", ff_json_number(rules->alignment), "cohesion",
		ff_json_number(rules->cohesion), "avoidance", ff_json_number(rules->avoidance),
		"headway", ff_json_number(rules->headway), "jam_count", (json_int_t)walk->jam_all,
		"jams", jams(walk));
}

json_t *ff_walk_report_json(const struct ff_walk_solution *walk, const struct ff_problem *problem,
			    const struct ff_options *options)
{
	const struct ff_options_walk *o = &options->walk;
	const struct figures all = figures_of_all(walk);
	json_t *object = json_object();

	ff_json_set(&object, "seed", json_integer(o->seed));
	ff_json_set(&object, "speed", ff_json_number(o->speed));
	ff_json_set(&object, "follow", json_string(ff_trace_rules[o->follow]));
	ff_json_set(&object, "slow_by_cost", json_boolean(o->slow_by_cost));
	ff_json_set(&object, "traffic_all", json_boolean(o->traffic_all));
	ff_json_set(&object, "guides", json_integer((json_int_t)walk->guide_count));
	add_figures(&object, &all);
	ff_json_set(&object, "groups", groups(walk, problem, options));
	ff_json_set(&object, "crowd", crowd(walk, problem, options));
	ff_json_set(&object, "ms", phases(walk));
	return object;
}

void ff_walk_report_say(const struct ff_walk_solution *walk, const struct ff_options *options,
			FILE *to)
{
	const struct figures f = figures_of_all(walk);
	bool alone = !(options->walk.simulate > 0);

	if (f.walkers == 0) {
		fputs("one walker from each cell", to);
		return;
	}
	fprintf(to, "%zu of %zu walkers %s", f.arrived, f.walkers,
		alone ? "reach a goal" : "arrived");
	if (f.lost > 0 && !alone)
		fprintf(to, ", %zu cannot", f.lost);
	if (f.arrived > 0)
		fprintf(to, ", in %.1f s on average and %.1f at most", f.sum / (double)f.arrived,
			f.longest);
	if (!alone)
		fprintf(to, "; %" PRIu64 " steps, %.1f s", walk->steps,
			ff_walk_solution_seconds(walk));
}

void ff_walk_report_phases(const struct ff_walk_solution *walk, FILE *to)
{
	for (int p = 0; p < FF_WALK_SOLUTION_PHASES; p++)
		fprintf(to, ", %s %.1f", phase_names[p], walk->ms[p]);
}
