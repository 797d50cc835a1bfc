#include "cli/verbs/walk.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/render.h"
#include "core/base/number.h"
#include "draw/draw.h"
#include "io/walkers.h"

/* Figures of some walkers: times of those that arrived, and of paths that reach a goal. */
struct figures {
	size_t walkers, arrived, lost;
	double longest, sum; /* seconds on the way */
	size_t paths;
	double length, most_length, cost, most_cost; /* sums and maxima */
};

static const char *const phase_names[FF_WALK_SOLUTION_PHASES] = {
	[FF_WALK_SOLUTION_GUIDES] = "guides",     [FF_WALK_SOLUTION_PLACES] = "places",
	[FF_WALK_SOLUTION_SECTORS] = "sectors",   [FF_WALK_SOLUTION_FOLLOW] = "follow",
	[FF_WALK_SOLUTION_SIMULATE] = "simulate",
};

/* Returns the times of the phases, except that of sectors, which stands with their numbers. */
static json_t *phases_json(const struct ff_walk_solution *walk)
{
	json_t *ms = json_object();

	for (int p = 0; p < FF_WALK_SOLUTION_PHASES; p++)
		if (p != FF_WALK_SOLUTION_SECTORS)
			ff_json_set(&ms, phase_names[p], ff_json_ms(walk->ms[p]));
	return ms;
}

static void add_walker(struct figures *f, const struct ff_walk_solution *walk, size_t i)
{
	const struct ff_arrival *arrival = &walk->arrivals[i];
	const struct ff_path *path = walk->paths.count > 0 ? &walk->paths.items[i] : NULL;

	f->walkers++;
	f->lost += arrival->lost;
	if (ff_arrivals_reached(arrival)) {
		f->arrived++;
		f->sum += arrival->arrived - arrival->entered;
		f->longest = fmax(f->longest, arrival->arrived - arrival->entered);
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
		add_walker(&f, walk, i);
	return f;
}

/* Returns seconds, which are a number of steps, without the rounding errors of multiplying. */
static double round_seconds(double seconds)
{
	return seconds < 1e6 ? round(seconds * 1e9) / 1e9 : seconds;
}

/* Returns the maximum under 'name', and the "mean" of n; null if n is 0. */
static json_t *spread_json(const char *name, double most, double mean, size_t n)
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
		    spread_json("longest", round_seconds(f->longest),
				round_seconds(f->sum / (double)f->arrived), f->arrived));
	ff_json_set(object, "length",
		    spread_json("longest", f->most_length, f->length / (double)f->paths, f->paths));
	ff_json_set(object, "cost",
		    spread_json("largest", f->most_cost, f->cost / (double)f->paths, f->paths));
}

static json_t *groups_json(const struct ff_walk_solution *walk)
{
	struct figures *each = calloc((size_t)walk->walkers.group_count + 1, sizeof *each);
	json_t *list = each == NULL ? NULL : json_array();

	for (size_t i = 0; i < walk->walkers.count && each != NULL; i++)
		add_walker(&each[walk->walkers.items[i].group], walk, i);
	for (uint32_t i = 0; i < walk->walkers.group_count && list != NULL; i++) {
		const char *name = walk->walkers.groups[i];
		size_t goals = ff_walk_problem_goals(walk->options, name);
		json_t *object = json_object();

		ff_json_set(&object, "name", ff_json_string(name));
		/* null: those of the run */
		ff_json_set(&object, "goals",
			    goals == 0 ? json_null()
				       : ff_json_goals(&walk->asked.goals[goals - 1], NULL));
		add_figures(&object, &each[i]);
		ff_json_append(&list, object);
	}
	free(each);
	return list;
}

static json_t *jams_json(const struct ff_walk_solution *walk)
{
	json_t *list = json_array();

	for (size_t i = 0; i < walk->jam_count; i++) {
		const struct ff_jam *jam = &walk->jams[i];

		ff_json_append(&list,
			       json_pack("{s:i, s:i, s:I, s:o, s:o, s:o}", "x", (int)jam->x, "y",
					 (int)jam->y, "cells", (json_int_t)jam->cells, "seconds",
					 ff_json_number(round_seconds(jam->seconds)), "first",
					 ff_json_number(round_seconds(jam->first)), "last",
					 ff_json_number(round_seconds(jam->last))));
	}
	return list;
}

/* Returns the edits that were made, by their times; null without --edits. */
static json_t *edits_json(const struct ff_walk_solution *walk)
{
	json_t *list = json_array();

	if (walk->options->edits == NULL) {
		json_decref(list);
		return json_null();
	}
	for (size_t i = 0; i < walk->changes; i++) {
		const struct ff_walk_change *change = &walk->asked.changes[i];
		json_t *edit = ff_repair_json(&change->figures, change->count);

		ff_json_set(&edit, "seconds",
			    ff_json_number(round_seconds((double)change->step * walk->rules.dt)));
		ff_json_append(&list, edit);
	}
	return list;
}

/* Returns the figures of the crowd; null for walkers alone. */
static json_t *crowd_json(const struct ff_walk_solution *walk)
{
	const struct ff_crowd_rules *rules = &walk->rules;

	if (!(walk->options->simulate > 0))
		return json_null();
	return json_pack(
		"{s:o, s:o, s:o, s:I, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, "
		"s:o}",
		"at_most", ff_json_number(walk->options->simulate), "dt", ff_json_number(rules->dt),
		"longest_dt", ff_json_number(walk->asked.longest_dt), "steps",
		(json_int_t)walk->steps, "seconds",
		ff_json_number(round_seconds(ff_walk_solution_seconds(walk))), "walking",
		(json_int_t)walk->walking, "waiting", (json_int_t)walk->waiting, "max_force",
		rules->force > 0 ? ff_json_number(rules->force / walk->asked.parts) : json_null(),
		"separation", ff_json_number(rules->separation), "alignment",
		ff_json_number(rules->alignment), "cohesion", ff_json_number(rules->cohesion),
		"neighbourhood",
		rules->neighbourhood > 0 ? ff_json_number(rules->neighbourhood / walk->asked.parts)
					 : json_null(),
		"avoidance", ff_json_number(rules->avoidance), "headway",
		ff_json_number(rules->headway), "jam_count", (json_int_t)walk->jam_all, "jams",
		jams_json(walk), "edits", edits_json(walk));
}

/* Returns the sums of all guides, with --sectors. */
static struct ff_routing_count sum_sectors(const struct ff_walk_solution *walk)
{
	struct ff_routing_count sum = {0};

	for (size_t k = 0; k < walk->guide_count; k++) {
		sum.total += walk->fields[k].sectors.total;
		sum.computed += walk->fields[k].sectors.computed;
		sum.cells += walk->fields[k].sectors.cells;
	}
	return sum;
}

/* Returns these; null without --sectors. */
static json_t *sectors_json(const struct ff_walk_solution *walk)
{
	const struct ff_routing_count sum = sum_sectors(walk);

	if (walk->options->sectors == 0)
		return json_null();
	return json_pack("{s:i, s:I, s:I, s:I, s:o}", "size", walk->options->sectors, "total",
			 (json_int_t)sum.total, "computed", (json_int_t)sum.computed,
			 "cells_computed", (json_int_t)sum.cells, "ms",
			 ff_json_ms(walk->ms[FF_WALK_SOLUTION_SECTORS]));
}

static json_t *walk_json(const struct ff_report *report)
{
	const struct ff_walk_solution *walk = report->solution->own;
	const struct ff_walk_options *o = walk->options;
	const struct figures all = figures_of_all(walk);
	json_t *object = json_object();

	ff_json_set(&object, "seed", json_integer(o->starts.seed));
	ff_json_set(&object, "speed", ff_json_number(o->speed));
	ff_json_set(&object, "slow_by_cost", json_boolean(o->common.slow_by_cost));
	ff_json_set(&object, "traffic_all",
		    json_boolean(o->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL));
	ff_json_set(&object, "guides", json_integer((json_int_t)walk->guide_count));
	add_figures(&object, &all);
	ff_json_set(&object, "groups", groups_json(walk));
	ff_json_set(&object, "crowd", crowd_json(walk));
	ff_json_set(&object, "sectors", sectors_json(walk));
	ff_json_set(&object, "ms", phases_json(walk));
	return object;
}

/* Prints the sums of all edits made: "; 3 edits: 12 cells edited, ...". */
static void print_edits(const struct ff_walk_solution *walk, FILE *to)
{
	struct ff_repair_figures sum = {0};
	char text[FF_REPAIR_TEXT];
	size_t count = 0;

	for (size_t i = 0; i < walk->changes; i++) {
		ff_repair_add(&sum, &walk->asked.changes[i].figures);
		count += walk->asked.changes[i].count;
	}
	ff_repair_print(&sum, text);
	if (count > 0)
		fprintf(to, "; %zu edit%s: %s", count, count == 1 ? "" : "s", text);
}

/* Prints how many walkers arrived and when. */
static void print_arrivals(const struct ff_report *report, FILE *to)
{
	const struct ff_walk_solution *walk = report->solution->own;
	const struct figures f = figures_of_all(walk);
	bool alone = !(walk->options->simulate > 0);

	if (f.walkers == 0) {
		fputs("one walker from each cell", to);
		return;
	}
	if (walk->options->group_count > 0)
		fprintf(to, "%zu group%s with goals of %s own; ", walk->options->group_count,
			walk->options->group_count == 1 ? "" : "s",
			walk->options->group_count == 1 ? "its" : "their");
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
	print_edits(walk, to);
	if (walk->options->sectors > 0)
		fprintf(to, "; %zu of %zu sectors computed", sum_sectors(walk).computed,
			sum_sectors(walk).total);
}

static void print_phases(const struct ff_report *report, FILE *to)
{
	const struct ff_walk_solution *walk = report->solution->own;

	for (int p = 0; p < FF_WALK_SOLUTION_PHASES; p++)
		if (p != FF_WALK_SOLUTION_SECTORS || walk->options->sectors > 0)
			fprintf(to, ", %s %.1f", phase_names[p], walk->ms[p]);
}

/* Warns of moved walkers, and of those that can reach no goal. */
static void warn_of_walkers(struct ff_report *report)
{
	const struct ff_walk_solution *walk = report->solution->own;
	char x[32] = "", y[32] = "", others[48] = "";
	size_t i = 0;

	ff_starts_warn(&walk->notes, report);
	if (walk->lost == 0)
		return;
	while (!walk->arrivals[i].lost)
		i++;
	if (walk->lost > 1)
		snprintf(others, sizeof others, ", nor %zu more", walk->lost - 1);
	x[ff_number_fixed(x, ff_starts_join(walk->walkers.items[i].x, walk->asked.parts))] = '\0';
	y[ff_number_fixed(y, ff_starts_join(walk->walkers.items[i].y, walk->asked.parts))] = '\0';
	ff_report_warn(report, "walker %" PRIu64 " at %s,%s can reach no goal%s",
		       walk->walkers.items[i].id, x, y, others);
}

/* Warns of the first group with goals but no walkers, except the one whose goals are those of the
 * run, and of the first one with walkers but no goals. */
static void warn_of_groups(struct ff_report *report)
{
	const struct ff_walk_solution *walk = report->solution->own;
	const struct ff_walk_options *options = walk->options;
	const struct ff_walkers *walkers = &walk->walkers;
	char text[FF_WALK_OPTIONS_WITHOUT_GOALS];

	for (size_t i = 0; i < options->group_count; i++) {
		const char *name = options->names.groups[i];

		if (ff_walk_problem_goals(options, name) == 0 || ff_walkers_find(walkers, name) > 0)
			continue;
		ff_report_warn(report, "group %s has no walkers", name);
		break;
	}
	for (size_t i = 0; i < options->starts.spawn_count; i++)
		if (ff_walk_options_without_goals(options, i, text)) {
			ff_report_warn(report, "%s", text);
			break;
		}
}

/* Warns of edits that come after the end of the crowd. */
static void warn_of_edits(struct ff_report *report)
{
	const struct ff_walk_solution *walk = report->solution->own;
	const struct ff_walk_problem *asked = &walk->asked;
	const struct ff_edit *next;

	if (walk->changes == asked->change_count)
		return;
	next = &asked->edits.items[asked->changes[walk->changes].first];
	ff_report_warn(report, "%s:%zu: not made, nor what follows: the crowd ended after %.1f s",
		       ff_repair_name(walk->options->edits), next->line,
		       ff_walk_solution_seconds(walk));
}

static void warn_of_walk(struct ff_report *report)
{
	warn_of_edits(report);
	warn_of_walkers(report);
	warn_of_groups(report);
}

static bool look_at_walkers(const struct ff_report *report, size_t i,
			    struct ff_report_requirement *out)
{
	const struct ff_walk_solution *walk = report->solution->own;

	snprintf(out->found, sizeof out->found, "%zu of %zu walkers", walk->arrived,
		 walk->walkers.count);
	out->met = walk->arrived == walk->walkers.count;
	return i == 0 && walk->options->require;
}

/* Returns FF_E_ANSWER for --require unless all walkers can reach a goal or, of a crowd, have
 * arrived. */
static enum ff_status find_missing(const struct ff_report *report, struct ff_error *err)
{
	const struct ff_walk_solution *walk = report->solution->own;
	size_t missing = walk->walkers.count - walk->arrived;
	char lost[64] = "";

	if (!walk->options->require || missing == 0)
		return FF_OK;
	if (!(walk->options->simulate > 0))
		return ff_status_fail(err, FF_E_ANSWER, "%s: %zu of %zu walkers can reach no goal",
				      report->problem->name, missing, walk->walkers.count);
	if (walk->lost > 0)
		snprintf(lost, sizeof lost, ", %zu of them cannot", walk->lost);
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: %zu of %zu walkers have not arrived after %.1f seconds%s",
			      report->problem->name, missing, walk->walkers.count,
			      ff_walk_solution_seconds(walk), lost);
}

const struct ff_report_verb ff_walk_report_verb = {
	.key = "walk",
	.json = walk_json,
	.print_result = print_arrivals,
	.print_flow = print_phases,
	.warn = warn_of_walk,
	.require = look_at_walkers,
	.answer = find_missing,
	.measures = true,
};

void ff_walk_solution_show(struct ff_walk_solution *walk, const struct ff_problem *problem,
			   struct ff_solution *run)
{
	struct ff_scene *scene = &walk->scene;

	run->own = walk;
	run->guides = walk->guides;
	run->walked = scene;
	*scene = run->scene;
	if (ff_walk_field_grows(walk->fields)) {
		scene->field = &walk->fields->grown.field;
		scene->flow = &walk->fields->grown.flow;
		scene->classes = &walk->fields->grown.classes;
	}
	scene->paths = walk->paths.items != NULL ? &walk->paths : NULL;
	scene->groups = &walk->groups;
	if (walk->classes.cells != NULL) {
		scene->goals = &walk->goals;
		scene->given = NULL;
		scene->goal_hues = walk->goal_hues;
		scene->classes = &walk->classes;
	}
	if (walk->paths.count == 0 || (walk->options->common.style.with & FF_STYLE_PATHS) == 0)
		return;
	run->scene.paths = &walk->paths;
	run->scene.groups = &walk->groups;
	if (walk->goal_hues != NULL)
		run->scene.goal_hues = walk->goal_hues + walk->goals.count - problem->goals.count;
}

static struct ff_raster layer_of(const struct ff_solution *s, enum ff_raster_type type, double none,
				 void *cells)
{
	return ff_raster_of_values(s->field.w, s->field.h, 1, type, none, cells);
}

struct ff_raster ff_walk_output_traffic_layer(const struct ff_solution *s)
{
	const struct ff_walk_solution *walk = s->own;

	if (walk->options->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL)
		return walk->streams != NULL
			       ? layer_of(s, FF_RASTER_F64, 0, walk->streams)
			       : layer_of(s, FF_RASTER_U32, FF_LABELS_NONE, walk->all.cells);
	if (walk->options->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS)
		return layer_of(s, FF_RASTER_F64, (double)NAN, walk->tally.seconds);
	return layer_of(s, FF_RASTER_U32, (double)NAN, walk->tally.visits);
}

struct ff_raster ff_walk_output_density_layer(const struct ff_solution *s)
{
	const struct ff_walk_solution *walk = s->own;

	return layer_of(s, FF_RASTER_F32, (double)INFINITY, walk->tally.density);
}

struct ff_raster ff_walk_output_speeds_layer(const struct ff_solution *s)
{
	const struct ff_walk_solution *walk = s->own;

	return layer_of(s, FF_RASTER_F32, (double)INFINITY, walk->speeds);
}

enum ff_status ff_walk_output_traffic(const struct ff_report *report, struct ff_page *page,
				      struct ff_error *err)
{
	static const char *const titles[FF_WALK_OPTIONS_TRAFFICS] = {
		[FF_WALK_OPTIONS_TRAFFIC_ALL] = "ways from all cells",
		[FF_WALK_OPTIONS_TRAFFIC_SECONDS] = "seconds of walkers",
		[FF_WALK_OPTIONS_TRAFFIC_VISITS] = "visits",
	};
	const struct ff_walk_solution *walk = report->solution->own;
	const struct ff_raster raster = ff_walk_output_traffic_layer(report->solution);
	const char *title = titles[walk->options->traffic_in];

	return ff_draw_measure(
		report->solution->walked,
		&(struct ff_draw_measure){.raster = &raster, .title = title, .ratios = true},
		report->style, page, err);
}

enum ff_status ff_walk_output_histogram(const struct ff_report *report, struct ff_page *page,
					struct ff_error *err)
{
	const struct ff_walk_solution *walk = report->solution->own;

	return ff_draw_histogram(&walk->groups, walk->arrivals, report->style, page, err);
}

enum ff_status ff_walk_output_arrivals(struct ff_output *out, const struct ff_report *report,
				       struct ff_error *err)
{
	const struct ff_walk_solution *walk = report->solution->own;

	return ff_walkers_write_arrivals(out, &walk->walkers, walk->arrivals,
					 ff_problem_world(report->problem), report->problem->map.h,
					 err);
}

enum ff_status ff_walk_output_trajectories(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err)
{
	const struct ff_walk_solution *walk = report->solution->own;

	return ff_walkers_write_trajectories(out, &walk->walkers, &walk->trajectories,
					     walk->asked.parts, ff_problem_world(report->problem),
					     report->problem->map.h, err);
}
