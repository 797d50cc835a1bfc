#include "cli/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/requirements.h"
#include "cli/verbs/walk_options.h"
#include "cli/verbs/walk_problem.h"
#include "core/base/number.h"
#include "core/map/field.h"
#include "core/solve/seeds.h"

/* Goals that were moved, and those that nobody will walk to. */
static void warn_of_goals(struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	const struct ff_seeds *seeds = &problem->seeds;

	for (size_t i = 0; i < problem->moved && i < FF_PROBLEM_NOTES; i++)
		ff_report_warn(report, "%s", problem->notes[i]);
	if (problem->moved > FF_PROBLEM_NOTES)
		ff_report_warn(report,
			       report->options->sectors.from_count > 0
				       ? "%zu more goals and sources were moved"
				       : "%zu more goals were moved",
			       problem->moved - FF_PROBLEM_NOTES);
	if (problem->pocket[0] != '\0')
		ff_report_warn(report, "%s", problem->pocket);
	for (size_t i = 0; i < seeds->count && report->options->flee == 0; i++) {
		char name[FF_SEEDS_NAME];

		uint8_t class = report->solution->classes.cells[seeds->items[i].cell];

		if (class == FF_GOAL || class == FF_NOT_COMPUTED || class == FF_NOT_YET)
			continue;
		ff_seeds_name(&problem->given.items[seeds->items[i].goal], name);
		ff_report_warn(report,
			       ff_field_has(&report->solution->field, seeds->items[i].cell)
				       ? "goal %s or a part of it is dearer than walking on to "
					 "another: nobody stops there"
				       : "goal %s or a part of it is beyond --max-cost: nobody "
					 "walks there",
			       name);
		break;
	}
}

/* A run that reaches nothing, though there is more to reach. */
static void warn_of_nothing(struct ff_report *report)
{
	const uint64_t *count = report->solution->classes.count;

	if (count[FF_GOAL] > 0 && count[FF_REACHED] == 0 && count[FF_UNREACHED] > 0 &&
	    count[FF_NOT_YET] == 0 && count[FF_NOT_COMPUTED] == 0)
		ff_report_warn(report,
			       "nothing is reached except the goals: %" PRIu64
			       " cells are unreached",
			       (uint64_t)count[FF_UNREACHED]);
}

/* Sources from which no goal can be reached. */
static void warn_of_sources(struct ff_report *report)
{
	const struct ff_routes *routes = &report->solution->sectors.routes;
	size_t lost = routes->count - report->solution->sectors.reached, i = 0;
	uint32_t w = (uint32_t)report->problem->map.w;
	char others[48] = "";

	if (lost == 0)
		return;
	while (routes->items[i].reached)
		i++;
	if (lost > 1)
		snprintf(others, sizeof others, ", nor from %zu more", lost - 1);
	ff_report_warn(report, "from source %" PRIu32 ",%" PRIu32 " no goal can be reached%s",
		       routes->items[i].source % w, routes->items[i].source / w, others);
}

/* Walkers who were moved, and those who can reach no goal. */
static void warn_of_walkers(struct ff_report *report)
{
	enum { SHOWN = 3 };
	const struct ff_walk_solution *walk = &report->solution->walk;
	char x[32] = "", y[32] = "", others[48] = "";
	size_t i = 0;

	for (size_t k = 0; k < walk->note_count && k < SHOWN; k++)
		ff_report_warn(report, "%s", walk->notes[k]);
	if (walk->note_count > SHOWN)
		ff_report_warn(report, "%zu more were moved", walk->note_count - SHOWN);
	if (walk->lost == 0)
		return;
	while (!walk->arrivals[i].lost)
		i++;
	if (walk->lost > 1)
		snprintf(others, sizeof others, ", nor %zu more", walk->lost - 1);
	x[ff_number_fixed(x, walk->walkers.items[i].x)] = '\0';
	y[ff_number_fixed(y, walk->walkers.items[i].y)] = '\0';
	ff_report_warn(report, "walker %" PRIu64 " at %s,%s can reach no goal%s",
		       walk->walkers.items[i].id, x, y, others);
}

/* Warns of the first group with goals that nobody is in, except the one whose goals are those of
 * the run, and of the first one that somebody is in and that has no goals. */
static void warn_of_groups(struct ff_report *report)
{
	const struct ff_options *options = report->options;
	const struct ff_walkers *walkers = &report->solution->walk.walkers;
	char text[FF_WALK_OPTIONS_ASTRAY];

	for (size_t i = 0; i < options->walk.group_count; i++) {
		const char *name = options->walk.groups[i].name;
		bool used = ff_walk_problem_goals(options, name) == 0;

		for (uint32_t k = 0; k < walkers->group_count && !used; k++)
			used = strcmp(walkers->groups[k], name) == 0;
		if (used)
			continue;
		ff_report_warn(report, "nobody is in group %s", name);
		break;
	}
	for (size_t i = 0; i < options->walk.spawn_count; i++)
		if (ff_walk_options_astray(&options->walk, i, text)) {
			ff_report_warn(report, "%s", text);
			break;
		}
}

/* --require of walk: FF_E_ANSWER unless all can reach a goal or, of a crowd, have. */
static enum ff_status find_for_walk(const struct ff_report *report, struct ff_error *err)
{
	const struct ff_walk_solution *walk = &report->solution->walk;
	size_t missing = walk->walkers.count - walk->arrived;
	char lost[64] = "";

	if (!report->options->walk.require || missing == 0)
		return FF_OK;
	if (!(report->options->walk.simulate > 0))
		return ff_status_fail(err, FF_E_ANSWER, "%s: %zu of %zu walkers can reach no goal",
				      report->problem->name, missing, walk->walkers.count);
	if (walk->lost > 0)
		snprintf(lost, sizeof lost, ", %zu of them cannot", walk->lost);
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: %zu of %zu walkers have not arrived after %.1f seconds%s",
			      report->problem->name, missing, walk->walkers.count,
			      ff_walk_solution_seconds(walk), lost);
}

enum ff_status ff_verdict_find(const struct ff_report *report, struct ff_error *err)
{
	enum { SHOWN = 20 };
	const struct ff_options *o = report->options;
	char list[SHOWN * 64] = "", many[256] = "";
	size_t n = 0, failed = 0;

	if (o->action == FF_OPTIONS_WALK)
		return find_for_walk(report, err);
	for (size_t i = 0; i < ff_requirements_count(o); i++) {
		struct ff_requirement what;

		ff_requirements_look(o, report->problem, report->solution, i, &what);
		if (what.met)
			continue;
		if (strcmp(what.option, "require") != 0)
			snprintf(many, sizeof many, "%s are not reached, %s may be", what.found,
				 what.value);
		else if (++failed <= SHOWN)
			n += (size_t)snprintf(list + n, sizeof list - n, "%s%s (%s)",
					      failed > 1 ? ", " : "", what.value, what.found);
	}
	if (failed == 0 && *many == '\0')
		return FF_OK;
	return ff_status_fail(err, FF_E_ANSWER, "%s: %s%s%s%s%s", report->problem->name,
			      failed > 0 ? "not reached: " : "", list,
			      failed > SHOWN ? ", ..." : "",
			      failed > 0 && *many != '\0' ? "; " : "", many);
}

void ff_verdict_warn(struct ff_report *report)
{
	warn_of_goals(report);
	warn_of_nothing(report);
	warn_of_sources(report);
	warn_of_walkers(report);
	warn_of_groups(report);
}
