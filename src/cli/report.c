#include "cli/report.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/sandbox.h"
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/field.h"
#include "core/solve/seeds.h"
#include "draw/draw.h"
#include "draw/scene.h"
#include "draw/surface.h"

enum { SCHEMA = 2 };

const struct ff_report_verb ff_report_run = {.key = NULL};

static const char *const phase_names[FF_REPORT_PHASES] = {
	[FF_REPORT_READ] = "read", [FF_REPORT_INTEGRATE] = "integrate", [FF_REPORT_FLOW] = "flow",
	[FF_REPORT_DRAW] = "draw", [FF_REPORT_WRITE] = "write",         [FF_REPORT_TOTAL] = "total",
};

void ff_report_warn(struct ff_report *report, const char *format, ...)
{
	va_list args;

	if (report->warning_count == FF_REPORT_WARNINGS)
		return;
	va_start(args, format);
	vsnprintf(report->warnings[report->warning_count], sizeof report->warnings[0], format,
		  args);
	va_end(args);
	ff_status_clean(report->warnings[report->warning_count++]);
}

uint64_t ff_report_peak(void)
{
	FILE *status = fopen(FF_SANDBOX_STATUS, "re");
	uint64_t kib = 0;
	char line[256];
	struct rusage usage;

	/* Better than the figure of getrusage(), which includes the parent before exec. */
	while (status != NULL && kib == 0 && fgets(line, sizeof line, status) != NULL)
		if (strncmp(line, "VmHWM:", 6) == 0)
			kib = strtoull(line + 6, NULL, 10);
	if (status != NULL)
		fclose(status);
	if (kib == 0 && getrusage(RUSAGE_SELF, &usage) == 0)
		kib = (uint64_t)usage.ru_maxrss;
	return kib * 1024;
}

/* Returns the worst class of the parts of a cell of the file's map. */
static enum ff_class class_of(const struct ff_report *report, struct ff_problem_cell cell)
{
	const struct ff_problem *problem = report->problem;
	struct ff_problem_cell first = ff_problem_cell(problem, cell);
	enum ff_class worst = FF_GOAL;

	for (int32_t y = first.y; y < first.y + problem->parts; y++)
		for (int32_t x = first.x; x < first.x + problem->parts; x++) {
			size_t i = ff_cost_index(&problem->map, x, y);
			enum ff_class class = ff_solution_class(report->solution, i);

			worst = class > worst ? class : worst;
		}
	return worst;
}

static void look_at_cell(const struct ff_report *report, size_t i,
			 struct ff_report_requirement *out)
{
	const struct ff_problem *problem = report->problem;
	struct ff_problem_cell cell = problem->required[i], first = ff_problem_cell(problem, cell);
	enum ff_class class = class_of(report, cell);
	bool closed = class == FF_WALL && problem->closed.cells != NULL &&
		      ff_cost_open(&problem->map, first.x, first.y);

	snprintf(out->value, sizeof out->value, "%" PRId32 ",%" PRId32, cell.x, cell.y);
	snprintf(out->found, sizeof out->found, "%s",
		 closed                     ? "too near a wall"
		 : class == FF_NOT_COMPUTED ? "not computed: see --from"
		 : class == FF_NOT_YET      ? "not yet known: see --budget"
		 : class == FF_FARTHER      ? "farther than --max-cost"
					    : ff_classes_names[class]);
	out->met = class <= FF_REACHED;
}

/* Writes a number with up to three decimals. */
static void put_rounded(char to[32], double number)
{
	to[ff_number_fixed(to, floor(number * 1000 + 0.5) / 1000)] = '\0';
}

/* Counts open cells that are not reached, within the limit if there is one.  One that --subdivide
 * has split counts as one, even if only a part of it is not reached. */
static void look_at_unreached(const struct ff_report *report, struct ff_report_requirement *out)
{
	const struct ff_options *options = report->options;
	const uint64_t *count = report->solution->classes.count;
	uint64_t parts = options->subdivide ? 4 : 1; /* of a cell */
	uint64_t lost = count[FF_UNREACHED] + count[FF_FARTHER];
	uint64_t open = count[FF_GOAL] + count[FF_REACHED] + lost;
	uint64_t unreached = (lost + parts - 1) / parts;
	double most = options->max_unreached.percent;
	char percent[32];

	if (most < 0) {
		snprintf(out->value, sizeof out->value, "%" PRId64, options->max_unreached.cells);
		snprintf(out->found, sizeof out->found, "%" PRIu64 " cells", unreached);
		out->met = unreached <= (uint64_t)options->max_unreached.cells;
		return;
	}
	percent[ff_number_fixed(percent, most)] = '\0';
	snprintf(out->value, sizeof out->value, "%s%%", percent);
	put_rounded(percent, open == 0 ? 0 : (double)lost * 100 / (double)open);
	snprintf(out->found, sizeof out->found, "%" PRIu64 " of %" PRIu64 " cells (%s %%)",
		 unreached, (open + parts - 1) / parts, percent);
	/* The tolerance is for decimals such as 0.1, which are inexact in binary. */
	out->met = (double)lost * 100 <= most * (double)open * (1 + DBL_EPSILON);
}

/* Sets 'out' to requirement i and its result; returns false if there is none. */
static bool look_at_requirement(const struct ff_report *report, size_t i,
				struct ff_report_requirement *out)
{
	const struct ff_options *options = report->options;

	*out = (struct ff_report_requirement){.option = "require"};
	if (report->verb->require != NULL)
		return report->verb->require(report, i, out);
	if (i < options->required_count) {
		look_at_cell(report, i, out);
	} else if (i == options->required_count && options->max_unreached.cells >= 0) {
		out->option = "max-unreached";
		look_at_unreached(report, out);
	} else {
		return false;
	}
	return true;
}

/* Warns of goals that were moved, and of those that no walker goes to. */
static void warn_of_goals(struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	const struct ff_seeds *seeds = &problem->seeds;

	for (size_t i = 0; i < problem->moved && i < FF_PROBLEM_NOTES; i++)
		ff_report_warn(report, "%s", problem->notes[i]);
	if (problem->moved > FF_PROBLEM_NOTES)
		ff_report_warn(report,
			       report->options->source_count > 0
				       ? "%zu more goals and sources were moved"
				       : "%zu more goals were moved",
			       problem->moved - FF_PROBLEM_NOTES);
	if (problem->lost > 0)
		ff_report_warn(report,
			       "--coarsen %d,%s cuts off %" PRIu64
			       " of the file's connected cells; --coarsen %d,all cuts off none",
			       problem->block, ff_coarsen_rules[report->options->coarsen.rule],
			       problem->lost, problem->block);
	for (size_t i = 0; i < seeds->count && report->options->flee == 0; i++) {
		char name[FF_SEEDS_NAME];

		enum ff_class class = ff_solution_class(report->solution, seeds->items[i].cell);

		if (class == FF_GOAL || class == FF_NOT_COMPUTED || class == FF_NOT_YET)
			continue;
		ff_seeds_name(&problem->given.items[seeds->items[i].goal], name);
		ff_report_warn(report,
			       ff_solution_raw(report->solution, seeds->items[i].cell) <
					       FF_FIELD_NONEF
				       ? "goal %s or a part of it costs more than walking on to "
					 "another goal: no walker stops there"
				       : "goal %s or a part of it is beyond --max-cost: no walker "
					 "goes there",
			       name);
		break;
	}
}

/* Prints the unit of the costs of a wide map. */
static void print_unit(char to[32], double one)
{
	snprintf(to, 32, one > 1 && one < 1e9 ? "1/%.0f" : "%.9g",
		 one > 1 && one < 1e9 ? one : 1 / one);
}

/* Warns of costs that are too small for the map's unit. */
static void warn_of_costs(struct ff_report *report)
{
	const struct ff_costs *unit = &report->problem->costs;
	char name[32];

	if (unit->raised == 0)
		return;
	print_unit(name, unit->one);
	ff_report_warn(report,
		       "%" PRIu64 " cell%s less than half the unit of costs, %s, and %s raised to "
		       "it: 16 bits do not hold costs so far apart",
		       unit->raised, unit->raised == 1 ? " costs" : "s cost", name,
		       unit->raised == 1 ? "is" : "are");
}

/* Warns of sources from which no goal is reached. */
static void warn_of_sources(struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	const struct ff_classes *classes = &report->solution->classes;
	size_t lost = 0, first = 0;
	char others[48] = "";

	for (size_t i = problem->source_count; i-- > 0;)
		if (ff_solution_class(report->solution,
				      ff_solution_source(report->solution, problem, i)) >
		    FF_REACHED) {
			lost++;
			first = i;
		}
	if (lost == 0)
		return;
	if (lost > 1)
		snprintf(others, sizeof others, ", nor from %zu more", lost - 1);
	ff_report_warn(report, "from source %" PRId32 ",%" PRId32 " no goal %s reached%s",
		       problem->sources[first].x, problem->sources[first].y,
		       classes->count[FF_NOT_YET] > 0   ? "is yet"
		       : classes->count[FF_FARTHER] > 0 ? "within --max-cost can be"
							: "can be",
		       others);
}

/* Warns of a run that reaches nothing, though there is more to reach. */
static void warn_of_nothing(struct ff_report *report)
{
	const uint64_t *count = report->solution->classes.count;
	uint64_t lost = count[FF_UNREACHED] + count[FF_FARTHER];

	if (count[FF_GOAL] > 0 && count[FF_REACHED] == 0 && lost > 0 && count[FF_NOT_YET] == 0 &&
	    count[FF_NOT_COMPUTED] == 0)
		ff_report_warn(report,
			       "nothing is reached except the goals: %" PRIu64 " cells are %s",
			       lost, count[FF_FARTHER] > 0 ? "farther or unreached" : "unreached");
}

/* Returns the answer: FF_OK, or FF_E_ANSWER with everything that is not met in one line in 'err'.
 */
static enum ff_status find_answer(const struct ff_report *report, struct ff_error *err)
{
	struct ff_report_requirement what;
	enum { SHOWN = 20 };
	char list[SHOWN * 64] = "", many[256] = "";
	size_t n = 0, failed = 0;

	if (report->verb->answer != NULL)
		return report->verb->answer(report, err);
	for (size_t i = 0; look_at_requirement(report, i, &what); i++) {
		if (what.met)
			continue;
		if (strcmp(what.option, "require") != 0)
			snprintf(many, sizeof many, "%s are not reached, at most %.*s%s allowed",
				 what.found, (int)strcspn(what.value, "%"), what.value,
				 strchr(what.value, '%') != NULL ? " %" : "");
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

/* Counts the cells that cost more than --colormap 0:MAX, and warns of them. */
static void look_beyond_range(struct ff_report *report)
{
	const struct ff_scene *scene = &report->solution->scene;
	size_t cells = (size_t)scene->cost->w * (size_t)scene->cost->h;
	double most = report->options->style.range;

	if (most == 0 || most >= scene->largest || scene->field->cells == NULL ||
	    (report->verb->measures && report->options->outputs[FF_OPTIONS_HEATMAP] == NULL))
		return;
	for (size_t i = 0; i < cells; i++)
		report->beyond +=
			ff_field_has(scene->field, i) && ff_field_value(scene->field, i) > most;
	ff_report_warn(report, "--colormap 0:%.15g: %" PRIu64 " cells cost more, up to %.15g", most,
		       report->beyond, scene->largest);
}

/* Warns of values that do not fit into their cells. */
static void warn_of_values(struct ff_report *report)
{
	const struct ff_style *style = report->style;
	char scale[FF_STYLE_PRINT];

	if ((style->with & FF_STYLE_VALUES) == 0 ||
	    ff_type_within(style->scale, style->scale,
			   ff_style_characters(&report->solution->scene))
			    .w > 0)
		return;
	ff_style_print_scale(scale, style);
	ff_report_warn(
		report,
		"--with values: cells of %s pixels have no room for all numbers: choose a larger "
		"--scale",
		scale);
}

void ff_report_examine(struct ff_report *report)
{
	report->answer = find_answer(report, &report->reason);
	warn_of_costs(report);
	warn_of_goals(report);
	warn_of_nothing(report);
	warn_of_sources(report);
	if (report->verb->warn != NULL)
		report->verb->warn(report);
	warn_of_values(report);
	look_beyond_range(report);
}

/* Lists the goals, with the numbers of cells that they serve if these are known. */
static json_t *goals_json(const struct ff_report *report)
{
	const struct ff_labels *labels = &report->solution->allocation;
	const struct ff_goals *goals = &report->problem->given;
	size_t cells = (size_t)labels->w * (size_t)labels->h;
	uint64_t *served;
	json_t *list;

	if (labels->cells == NULL)
		return ff_json_goals(goals, NULL);
	if ((served = calloc(goals->count + 1, sizeof *served)) == NULL)
		return NULL;
	for (size_t i = 0; i < cells; i++)
		if (labels->cells[i] != FF_LABELS_NONE)
			served[labels->cells[i]]++;
	list = ff_json_goals(goals, served);
	free(served);
	return list;
}

/* Names an area by its first cell. */
static json_t *area_json(const struct ff_report *report, const struct ff_region *region)
{
	const size_t w = (size_t)report->problem->map.w;

	if (region->cells == 0)
		return json_null();
	return json_pack("{s:I, s:i, s:i}", "cells", (json_int_t)region->cells, "x",
			 (int)(region->first % w), "y", (int)(region->first / w));
}

/* Lists the largest areas; null if they were not asked for. */
static json_t *areas_json(const struct ff_report *report, const struct ff_region *areas,
			  uint32_t count)
{
	json_t *list = areas == NULL ? json_null() : json_array();

	for (uint32_t i = 0; areas != NULL && i < count && i < FF_SOLUTION_AREAS; i++)
		ff_json_append(&list, area_json(report, &areas[i]));
	return list;
}

static json_t *ties_json(const struct ff_solution *s)
{
	size_t cells = (size_t)s->ties.w * (size_t)s->ties.h;
	json_int_t count = 0;

	if (s->ties.cells == NULL)
		return json_null();
	for (size_t i = 0; i < cells; i++)
		count += s->ties.cells[i] != FF_LABELS_NONE && s->ties.cells[i] > 1;
	return json_integer(count);
}

static json_t *directions_json(const struct ff_solution *s)
{
	static const char *const names[FF_DIRECTIONS + 1] = {"N",  "NE", "E",  "SE",  "S",
							     "SW", "W",  "NW", "none"};
	size_t cells = (size_t)s->flow.w * (size_t)s->flow.h;
	uint64_t count[FF_DIRECTIONS + 1];
	json_t *object = json_object();

	memcpy(count, s->ways.directions, sizeof count);
	for (size_t i = 0; i < cells; i++)
		count[s->flow.cells[i]]++;
	for (int d = 0; d <= FF_DIRECTIONS; d++)
		ff_json_set(&object, names[d], json_integer((json_int_t)count[d]));
	return object;
}

/* Finds the first cell with the largest value. */
static json_t *farthest_json(const struct ff_solution *s)
{
	size_t cells = (size_t)s->field.w * (size_t)s->field.h, i = 0;

	if (s->summary.cells == 0)
		return json_null();
	if (s->values != NULL)
		i = s->farthest;
	while (s->values == NULL && i < cells &&
	       !(ff_field_has(&s->field, i) && ff_field_value(&s->field, i) >= s->summary.largest))
		i++;
	return json_pack("{s:I, s:I}", "x", (json_int_t)(i % (size_t)s->field.w), "y",
			 (json_int_t)(i / (size_t)s->field.w));
}

static json_t *costs_json(const struct ff_report *report)
{
	struct ff_cost_range range = ff_cost_range(&report->problem->map);
	const struct ff_costs *unit = &report->problem->costs;

	if (unit->one == 0)
		return json_pack("{s:i, s:i}", "least", (int)range.least, "largest",
				 (int)range.most);
	return json_pack("{s:o, s:o, s:o, s:o, s:I}", "least",
			 ff_json_number(range.least / unit->one), "largest",
			 ff_json_number(range.most / unit->one), "unit",
			 ff_json_number(1 / unit->one), "error", ff_json_number(unit->error),
			 "raised", (json_int_t)unit->raised);
}

/* Describes the style of pictures, and the values that their colours stand for. */
static json_t *pictures_json(const struct ff_report *report)
{
	const struct ff_style *style = report->style;
	const struct ff_scene *scene = &report->solution->scene;
	struct ff_style_range range = ff_style_range(style, scene);
	json_t *with = json_array();
	int numbers[FF_STYLE_LAYERS] = {0};

	for (int k = 0; k < FF_STYLE_LAYERS; k++)
		if ((style->with >> k & 1) != 0) {
			ff_json_append(&with, json_string(ff_style_layer_names[k]));
			numbers[k] = style->numbers[k];
		}
	return json_pack(
		"{s:i, s:i, s:s, s:s, s:o, s:o, s:I, s:o, s:i, s:i, s:b, s:b}", "scale",
		style->scale, "block", style->block, "colormap", ff_colormap_names[style->colormap],
		"color_scale", ff_scale_names[ff_heatmap_scale(scene, style)], "first",
		ff_json_number(range.first), "last", ff_json_number(range.last), "beyond",
		(json_int_t)report->beyond, "with", with, "contours",
		numbers[FF_STYLE_NUMBER_CONTOURS], "grid", numbers[FF_STYLE_NUMBER_GRID], "values",
		(int)((style->with & FF_STYLE_VALUES) != 0), "bare", (int)style->bare);
}

/* Lists the requirements, their results, and which are met. */
static json_t *required_json(const struct ff_report *report)
{
	struct ff_report_requirement what;
	json_t *list = json_array();

	for (size_t i = 0; look_at_requirement(report, i, &what); i++)
		ff_json_append(&list,
			       json_pack("{s:s, s:o, s:b, s:s}", "option", what.option, "value",
					 ff_json_string(*what.value == '\0' ? NULL : what.value),
					 "met", (int)what.met, "found", what.found));
	return list;
}

enum ff_status ff_report_list_files(json_t **list, const struct ff_plan *plan, struct ff_error *err)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];

		ff_json_append(list, json_pack("{s:s, s:s, s:o}", "output",
					       ff_options_output_names[item->kind], "format",
					       ff_outputs_name(item->kind, item->format), "path",
					       ff_json_string(item->path)));
	}
	return *list != NULL ? FF_OK : ff_status_nomem(err, "the report");
}

static json_t *files_json(const struct ff_report *report)
{
	json_t *list = json_copy(report->earlier);
	struct ff_error ignored;

	if (report->earlier == NULL)
		list = json_array();
	(void)ff_report_list_files(&list, report->plan, &ignored);
	return list;
}

static json_t *modifiers_json(const struct ff_options *o)
{
	json_t *object = json_object();

	if (o->max_cost < (double)INFINITY)
		ff_json_set(&object, "max_cost", ff_json_number(o->max_cost));
	if (o->radius > 0)
		ff_json_set(&object, "radius", ff_json_number(o->radius));
	if (o->animation.budget < INT64_MAX)
		ff_json_set(&object, "budget", json_integer(o->animation.budget));
	if (o->flee < 0)
		ff_json_set(&object, "flee", ff_json_number(o->flee));
	if (o->legend != NULL)
		ff_json_set(&object, "legend", ff_json_string(o->legend));
	if (o->coarsen.side > 0)
		ff_json_set(&object, "coarsen",
			    json_pack("{s:i, s:s}", "cells", o->coarsen.side, "wall",
				      ff_coarsen_rules[o->coarsen.rule]));
	ff_json_set(&object, "subdivide", json_boolean(o->subdivide));
	ff_json_set(&object, "sight", json_boolean(o->sight));
	return object;
}

static json_t *cells_json(const struct ff_report *report)
{
	const struct ff_classes *classes = &report->solution->classes;
	json_t *counts = json_object();

	for (int c = 0; c < FF_NOT_COMPUTED; c++)
		ff_json_set(&counts, ff_classes_names[c],
			    json_integer((json_int_t)classes->count[c]));
	if (report->options->max_cost < (double)INFINITY)
		ff_json_set(&counts, ff_classes_names[FF_FARTHER],
			    json_integer((json_int_t)classes->count[FF_FARTHER]));
	if (report->solution->partial)
		ff_json_set(&counts, "not_computed",
			    json_integer((json_int_t)classes->count[FF_NOT_COMPUTED]));
	if (report->options->animation.budget < INT64_MAX)
		ff_json_set(&counts, "not_yet",
			    json_integer((json_int_t)classes->count[FF_NOT_YET]));
	return counts;
}

/* Lists all files written.  Earlier ones are never standard output: their names contain a step's
 * number. */
static json_t *outputs_json(const struct ff_report *report)
{
	json_t *list = json_array();

	for (size_t i = 0; i < json_array_size(report->earlier); i++)
		ff_json_append(&list, json_incref(json_object_get(
					      json_array_get(report->earlier, i), "path")));
	for (size_t i = 0; i < report->output_count; i++)
		ff_json_append(&list, ff_json_string(report->outputs[i]));
	return list;
}

static json_t *map_json(const struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	json_t *object = json_pack(
		"{s:o, s:s, s:i, s:i, s:o, s:o}", "path", ff_json_string(report->options->map),
		"format", problem->format->name, "width", problem->map.w, "height", problem->map.h,
		"costs", costs_json(report), "digest", ff_json_digest(report->cost_digest));

	if (!problem->placed)
		return object;
	ff_json_set(&object, "resolution", ff_json_number(problem->place.resolution));
	ff_json_set(&object, "origin",
		    json_pack("{s:o, s:o, s:s}", "x", ff_json_number(problem->place.x), "y",
			      ff_json_number(problem->place.y), "axis",
			      problem->place.down ? "down" : "up"));
	return object;
}

/* Returns a figure of a path; null if it reaches no goal. */
static json_t *reached_json(const struct ff_path *path, double figure)
{
	return path->reached ? ff_json_number(figure) : json_null();
}

/* Describes the paths of the sources. */
static json_t *paths_json(const struct ff_report *report)
{
	const struct ff_solution *s = report->solution;
	json_t *list = json_array();

	for (size_t i = 0; i < s->paths.count; i++) {
		const struct ff_path *path = &s->paths.items[i];
		const struct ff_path_point *end = &path->points[path->count - 1];
		const struct ff_problem_cell source = report->problem->sources[i];
		const struct ff_solution_way way = ff_solution_way(
			&report->solution->sources.items[i], path, report->problem->parts);
		json_t *object = json_pack("{s:i, s:i, s:b}", "x", (int)source.x, "y",
					   (int)source.y, "reached", (int)path->reached);

		ff_json_set(&object, "cost", reached_json(path, path->value));
		ff_json_set(&object, "walked_cost", reached_json(path, end->cost));
		ff_json_set(&object, "length", reached_json(path, way.length));
		ff_json_set(&object, "straight", reached_json(path, way.straight));
		ff_json_set(&object, "ratio", reached_json(path, way.ratio));
		ff_json_set(&object, "steps", reached_json(path, (double)path->steps));
		ff_json_append(&list, object);
	}
	return list;
}

char *ff_report_json(const struct ff_report *report)
{
	const struct ff_options *o = report->options;
	const struct ff_solution *s = report->solution;
	const bool passed = report->answer == FF_OK;
	json_t *document, *warnings = json_array(), *ms = json_object();
	char *text;

	for (int p = 0; p < FF_REPORT_PHASES; p++)
		ff_json_set(&ms, phase_names[p], ff_json_ms(report->ms[p]));
	for (size_t i = 0; i < report->warning_count; i++)
		ff_json_append(&warnings, ff_json_string(report->warnings[i]));
	/* clang-format off */
	document = json_pack(
		"{s:i, s:{s:s, s:s}, s:o, s:{s:s, s:s, s:s, s:s}, s:o, s:s,"
		" s:o, s:o, s:o, s:{s:I, s:o}, s:{s:I, s:o, s:o}, s:o, s:o, s:I, s:o, s:{s:o, s:o, s:f, s:o, s:i, s:o, s:o},"
		" s:{s:b, s:o}, s:o, s:o, s:o, s:I, s:i, s:s, s:o, s:o, s:o}",
		"schema", SCHEMA,
		"tool", "name", "flowfield", "version", FF_VERSION,
		"map", map_json(report),
		"model", "metric", ff_model_metrics[o->model.metric], "step", ff_model_steps[o->model.step],
		"corners", ff_model_corners[o->model.corners], "flow", ff_model_flows[o->model.flow],
		"modifiers", modifiers_json(o),
		"options", o->recorded,
		"goals", goals_json(report),
		"cells", cells_json(report),
		"largest_unreached", area_json(report, &s->unreached[0]),
		"unreached", "count", (json_int_t)s->unreached_count, "areas", areas_json(report, s->unreached, s->unreached_count),
		"regions", "count", (json_int_t)s->area_count, "largest", area_json(report, &s->largest),
		"areas", areas_json(report, s->regions.cells == NULL ? NULL : s->areas, s->area_count),
		"in_sight", s->nearest.cells == NULL ? json_null() : json_integer((json_int_t)s->sighted),
		"ties", ties_json(s),
		"closed", (json_int_t)ff_scene_count_closed(&s->scene),
		"directions", directions_json(s),
		"integration", "least", ff_json_number(s->summary.least), "largest", ff_json_number(s->summary.largest), "mean", s->summary.mean,
		"unit", ff_json_number(s->field.unit), "bits", s->field.type == FF_FIELD_U32 ? 32 : 64,
		"digest", ff_json_digest(report->field_digest), "farthest", farthest_json(s),
		"answer", "passed", (int)passed, "reason", ff_json_string(passed ? NULL : report->reason.text),
		"required", required_json(report),
		"pictures", pictures_json(report),
		"ms", ms,
		"peak_bytes", (json_int_t)report->peak_bytes,
		"threads", ff_pool_threads(report->machine->pool),
		"cpu", ff_machine_cpus[report->machine->cpu],
		"files", files_json(report),
		"outputs", outputs_json(report),
		"warnings", warnings);
	/* clang-format on */
	if (report->frames > 0)
		ff_json_set(&document, "animation",
			    json_pack("{s:I, s:o, s:i, s:i}", "frames", (json_int_t)report->frames,
				      "fps", ff_json_number(o->animation.fps), "scale",
				      report->film->scale, "block", report->film->block));
	if (s->paths.count > 0)
		ff_json_set(&document, "paths", paths_json(report));
	if (report->verb->json != NULL)
		ff_json_set(&document, report->verb->key, report->verb->json(report));
	text = ff_json_lines(document);
	json_decref(document);
	return text;
}

void ff_report_print_warnings(const struct ff_report *report, const char *prefix, FILE *to)
{
	for (size_t i = 0; i < report->warning_count; i++)
		fprintf(to, "%s: warning: %s\n", prefix, report->warnings[i]);
}

/* Prints the cost, length, straight distance and their ratio of the first paths of sources, for the
 * summary. */
static void print_paths(const struct ff_report *report, FILE *to)
{
	enum { SHOWN = 3 };
	const struct ff_paths *paths = &report->solution->paths;

	for (size_t i = 0; i < paths->count && i < SHOWN; i++) {
		const struct ff_path *path = &paths->items[i];
		const struct ff_solution_way way = ff_solution_way(
			&report->solution->sources.items[i], path, report->problem->parts);
		const struct ff_problem_cell source = report->problem->sources[i];
		char cost[32], length[32], straight[32], ratio[32];

		fprintf(to, "; from %" PRId32 ",%" PRId32 ": ", source.x, source.y);
		if (!path->reached) {
			fputs("no path", to);
			continue;
		}
		if (path->value < 0.001)
			cost[ff_number_short(cost, path->value)] = '\0';
		else
			put_rounded(cost, path->value);
		put_rounded(length, way.length);
		put_rounded(straight, way.straight);
		put_rounded(ratio, way.ratio);
		fprintf(to, "cost %s, length %s, straight %s, ratio %s", cost, length, straight,
			ratio);
	}
	if (paths->count > SHOWN)
		fprintf(to, "; and %zu more", paths->count - SHOWN);
}

void ff_report_print_summary(const struct ff_report *report, const char *prefix, FILE *to)
{
	const uint64_t *count = report->solution->classes.count;
	const double *ms = report->ms;
	const struct ff_region *area = &report->solution->unreached[0];
	const size_t w = (size_t)report->problem->map.w;
	bool flee = report->options->flee < 0;
	const struct ff_report_verb *verb = report->verb;
	struct ff_error name;
	char unreached[128] = "", farthest[32], rest[64] = "", farther[64] = "", unit[32];

	snprintf(name.text, sizeof name.text, "%s", report->problem->name);
	ff_status_clean(name.text);
	if (area->cells > 0)
		snprintf(unreached, sizeof unreached, " (largest area %" PRIu64 " at %zu,%zu)",
			 area->cells, area->first % w, area->first / w);
	if (count[FF_FARTHER] > 0)
		snprintf(farther, sizeof farther, ", %" PRIu64 " farther", count[FF_FARTHER]);
	if (count[FF_NOT_COMPUTED] > 0)
		snprintf(rest, sizeof rest, ", %" PRIu64 " not computed", count[FF_NOT_COMPUTED]);
	if (count[FF_NOT_YET] > 0)
		snprintf(rest, sizeof rest, ", %" PRIu64 " not yet (--budget)", count[FF_NOT_YET]);
	farthest[ff_number_short(farthest, flee ? report->solution->summary.least
						: report->solution->summary.largest)] = '\0';
	fprintf(to,
		"%s: %s: %" PRId32 "x%" PRId32 ": %" PRIu64 " %s%s, %" PRIu64 " reached%s, %" PRIu64
		" unreached%s, %" PRIu64 " wall%s; ",
		prefix, name.text, report->problem->map.w, report->problem->map.h, count[FF_GOAL],
		flee ? "refuge" : "goal", count[FF_GOAL] == 1 ? "" : "s", count[FF_REACHED],
		farther, count[FF_UNREACHED], unreached, count[FF_WALL], rest);
	if (verb->print_result != NULL)
		verb->print_result(report, to);
	else
		fprintf(to, "%s %s", flee ? "safest" : "farthest", farthest);
	print_paths(report, to);
	if (report->problem->costs.one > 0) {
		print_unit(unit, report->problem->costs.one);
		fprintf(to, "; costs in units of %s", unit);
		if (report->problem->costs.error > 0)
			fprintf(to, ", off by at most %.2g", report->problem->costs.error);
	}
	fprintf(to, "; %.0f ms\n", ms[FF_REPORT_TOTAL]);
	if (report->options->verbosity != FF_OPTIONS_VERBOSE)
		return;
	fprintf(to, "%s: read %.1f, integrate %.1f", prefix, ms[FF_REPORT_READ],
		ms[FF_REPORT_INTEGRATE]);
	if (verb->print_integrate != NULL)
		verb->print_integrate(report, to);
	fprintf(to, ", flow %.1f", ms[FF_REPORT_FLOW]);
	if (verb->print_flow != NULL)
		verb->print_flow(report, to);
	fprintf(to,
		", draw %.1f, write %.1f ms; heap %.1f MiB, process %.1f MiB; "
		"-j %d, %s\n",
		ms[FF_REPORT_DRAW], ms[FF_REPORT_WRITE], (double)report->heap_bytes / (1 << 20),
		(double)report->peak_bytes / (1 << 20), ff_pool_threads(report->machine->pool),
		ff_machine_cpus[report->machine->cpu]);
}
