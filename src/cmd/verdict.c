#include "cmd/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "cmd/walk_problem.h"
#include "grid/classes.h"
#include "solve/seeds.h"

/* Goals that were moved, and those that nobody will walk to. */
static void warn_of_goals(struct ff_report *report)
{
	enum { SHOWN = 4 };
	const struct ff_problem *problem = report->problem;
	const struct ff_seeds *seeds = &problem->seeds;

	for (size_t i = 0; i < problem->note_count && i < SHOWN; i++)
		ff_report_warn(report, "%s", problem->notes[i]);
	if (problem->note_count > SHOWN)
		ff_report_warn(report,
			       report->options->sectors.from_count > 0
				       ? "%zu more goals and sources were moved"
				       : "%zu more goals were moved",
			       problem->note_count - SHOWN);
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

/* Groups with goals that nobody is in, but the one whose goals are those of the run. */
static void warn_of_groups(struct ff_report *report)
{
	const struct ff_options *options = report->options;
	const struct ff_walkers *walkers = &report->solution->walk.walkers;

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
}

/* Whether a cell of the map in the file is reached, with all that it was split into. */
static enum ff_class class_of(const struct ff_report *report, struct ff_problem_cell cell)
{
	int64_t parts = report->options->subdivide ? 2 : 1;
	enum ff_class worst = FF_GOAL;

	for (int64_t y = cell.y * parts; y < (cell.y + 1) * parts; y++)
		for (int64_t x = cell.x * parts; x < (cell.x + 1) * parts; x++) {
			size_t i = ff_cost_index(&report->problem->map, (int32_t)x, (int32_t)y);
			enum ff_class class = report->solution->classes.cells[i];

			worst = class > worst ? class : worst;
		}
	return worst;
}

/* Whether only --radius makes a wall of it, or of a part of it. */
static bool is_closed(const struct ff_report *report, struct ff_problem_cell cell)
{
	int64_t parts = report->options->subdivide ? 2 : 1;
	const struct ff_problem *problem = report->problem;
	size_t i =
		ff_cost_index(&problem->map, (int32_t)(cell.x * parts), (int32_t)(cell.y * parts));

	return problem->closed.cells != NULL && problem->map.cells[i] != FF_COST_WALL &&
	       class_of(report, cell) == FF_WALL;
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

/* --require and --max-unreached: FF_E_ANSWER, and all that fails in one line. */
enum ff_status ff_verdict_find(const struct ff_report *report, struct ff_error *err)
{
	enum { SHOWN = 20 };
	const struct ff_options *o = report->options;
	uint64_t parts = o->subdivide ? 4 : 1; /* of a cell */
	uint64_t unreached = (report->solution->classes.count[FF_UNREACHED] + parts - 1) / parts;
	bool many = o->max_unreached >= 0 && unreached > (uint64_t)o->max_unreached;
	char list[SHOWN * 64] = "";
	size_t n = 0, failed = 0;

	if (o->action == FF_OPTIONS_WALK)
		return find_for_walk(report, err);
	for (size_t i = 0; i < o->required_count; i++) {
		struct ff_problem_cell cell = report->problem->required[i];
		enum ff_class class = class_of(report, cell);

		if (class <= FF_REACHED || ++failed > SHOWN)
			continue;
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%" PRId32 ",%" PRId32 " (%s)",
				      failed > 1 ? ", " : "", cell.x, cell.y,
				      is_closed(report, cell)    ? "too near a wall"
				      : class == FF_NOT_COMPUTED ? "not computed: see --from"
				      : class == FF_NOT_YET      ? "not yet known: see --budget"
								 : ff_classes_names[class]);
	}
	if (failed == 0 && !many)
		return FF_OK;
	if (!many)
		return ff_status_fail(err, FF_E_ANSWER, "%s: not reached: %s%s",
				      report->problem->name, list, failed > SHOWN ? ", ..." : "");
	return ff_status_fail(
		err, FF_E_ANSWER, "%s: %s%s%s%s%" PRIu64 " cells are not reached, %d may be",
		report->problem->name, failed > 0 ? "not reached: " : "", list,
		failed > SHOWN ? ", ..." : "", failed > 0 ? "; " : "", unreached, o->max_unreached);
}

void ff_verdict_warn(struct ff_report *report)
{
	warn_of_goals(report);
	warn_of_sources(report);
	warn_of_walkers(report);
	warn_of_groups(report);
}
