#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/goal_report.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/requirements.h"
#include "cli/verbs/sector_report.h"
#include "cli/verbs/walk_report.h"
#include "core/base/memory.h"
#include "draw/closed.h"

enum { SCHEMA = 1 };

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
	FILE *status = fopen(FF_REPORT_STATUS, "re");
	uint64_t kib = 0;
	char line[256];
	struct rusage usage;

	/* Better than getrusage's figure, which starts with that of the parent. */
	while (status != NULL && kib == 0 && fgets(line, sizeof line, status) != NULL)
		if (strncmp(line, "VmHWM:", 6) == 0)
			kib = strtoull(line + 6, NULL, 10);
	if (status != NULL)
		fclose(status);
	if (kib == 0 && getrusage(RUSAGE_SELF, &usage) == 0)
		kib = (uint64_t)usage.ru_maxrss;
	return kib * 1024;
}

static json_t *hex(uint64_t digest)
{
	char text[17];

	snprintf(text, sizeof text, "%016" PRIx64, digest);
	return json_string(text);
}

/* How many cells each goal serves; NULL if memory ran out. */
static uint64_t *count_served(const struct ff_report *report)
{
	const struct ff_labels *labels = &report->solution->allocation;
	size_t cells = (size_t)labels->w * (size_t)labels->h;
	uint64_t *served = calloc(report->problem->given.count + 1, sizeof *served);

	for (size_t i = 0; i < cells && served != NULL; i++)
		if (labels->cells[i] != FF_LABELS_NONE)
			served[labels->cells[i]]++;
	return served;
}

static json_t *goals(const struct ff_report *report)
{
	bool asked = report->solution->allocation.cells != NULL;
	uint64_t *served = asked ? count_served(report) : NULL;
	json_t *list = asked && served == NULL
			       ? NULL
			       : ff_goal_report_json(&report->problem->given, served);

	free(served);
	return list;
}

/* An area of cells, by one of them. */
static json_t *area(const struct ff_report *report, const struct ff_region *region)
{
	uint32_t w = (uint32_t)report->problem->map.w;

	if (region->cells == 0)
		return json_null();
	return json_pack("{s:I, s:i, s:i}", "cells", (json_int_t)region->cells, "x",
			 (int)(region->first % w), "y", (int)(region->first / w));
}

/* The largest areas; null if they were not asked for. */
static json_t *areas(const struct ff_report *report)
{
	enum { LISTED = 100 };
	const struct ff_solution *s = report->solution;
	json_t *list = json_array();

	if (s->regions.cells == NULL) {
		json_decref(list);
		return json_null();
	}
	for (uint32_t i = 0; i < s->area_count && i < LISTED; i++)
		ff_json_append(&list, area(report, &s->areas[i]));
	return list;
}

static json_t *ties(const struct ff_solution *s)
{
	size_t cells = (size_t)s->ties.w * (size_t)s->ties.h;
	json_int_t count = 0;

	if (s->ties.cells == NULL)
		return json_null();
	for (size_t i = 0; i < cells; i++)
		count += s->ties.cells[i] != FF_LABELS_NONE && s->ties.cells[i] > 1;
	return json_integer(count);
}

static json_t *directions(const struct ff_flow *flow)
{
	static const char *const names[FF_DIRECTIONS + 1] = {"N",  "NE", "E",  "SE",  "S",
							     "SW", "W",  "NW", "none"};
	size_t cells = (size_t)flow->w * (size_t)flow->h;
	json_int_t count[FF_DIRECTIONS + 1] = {0};
	json_t *object = json_object();

	for (size_t i = 0; i < cells; i++)
		count[flow->cells[i]]++;
	for (int d = 0; d <= FF_DIRECTIONS; d++)
		ff_json_set(&object, names[d], json_integer(count[d]));
	return object;
}

/* The first cell of the largest value. */
static json_t *farthest(const struct ff_solution *s)
{
	size_t cells = (size_t)s->field.w * (size_t)s->field.h, i = 0;

	if (s->summary.cells == 0)
		return json_null();
	while (i < cells &&
	       !(ff_field_has(&s->field, i) && ff_field_value(&s->field, i) >= s->summary.largest))
		i++;
	return json_pack("{s:I, s:I}", "x", (json_int_t)(i % (size_t)s->field.w), "y",
			 (json_int_t)(i / (size_t)s->field.w));
}

static json_t *costs(const struct ff_report *report)
{
	struct ff_cost_range range = ff_cost_range(&report->problem->map);

	return json_pack("{s:i, s:i}", "least", range.least, "largest", range.most);
}

/* What colours and numbers in pictures mean. */
static json_t *pictures(const struct ff_report *report)
{
	const struct ff_style *style = report->style;
	const struct ff_scene *scene = &report->solution->scene;
	struct ff_style_range range = ff_style_range(style, scene);

	return json_pack("{s:i, s:s, s:o, s:o, s:I, s:i, s:b}", "scale", style->scale, "colormap",
			 ff_colormap_names[style->colormap], "first", ff_json_number(range.first),
			 "last", ff_json_number(range.last), "beyond", (json_int_t)report->beyond,
			 "contours", style->contours, "values", (int)style->values);
}

/* Lists the requirements, and whether each is met. */
static json_t *required(const struct ff_report *report)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ff_requirements_count(report->options); i++) {
		struct ff_requirement what;

		ff_requirements_look(report->options, report->problem, report->solution, i, &what);
		ff_json_append(
			&list,
			json_pack("{s:s, s:o, s:b, s:s}", "option", what.option, "value",
				  *what.value == '\0' ? json_null() : json_string(what.value),
				  "met", (int)what.met, "found", what.found));
	}
	return list;
}

static json_t *answer(const struct ff_report *report)
{
	bool passed = report->answer == FF_OK;

	return json_pack("{s:b, s:o}", "passed", (int)passed, "reason",
			 passed ? json_null() : ff_json_string(report->reason.text));
}

enum ff_status ff_report_keep(struct ff_report_files *files, const struct ff_plan *plan,
			      struct ff_error *err)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];
		void *items = files->items;
		char *path = strdup(item->path);

		if (path == NULL ||
		    !ff_memory_grow(&items, &files->room, files->count + 1, sizeof *files->items)) {
			free(path);
			return ff_status_nomem(err, "the report");
		}
		files->items = items;
		files->items[files->count++] =
			(struct ff_report_file){item->kind, item->format, path};
	}
	return FF_OK;
}

void ff_report_forget(struct ff_report_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->items[i].path);
	free(files->items);
	*files = (struct ff_report_files){0};
}

static json_t *file(const char *output, const char *format, const char *path)
{
	return json_pack("{s:s, s:s, s:o}", "output", output, "format", format, "path",
			 ff_json_string(path));
}

static json_t *files(const struct ff_report *report)
{
	const struct ff_report_files *earlier = report->earlier;
	const struct ff_plan *plan = report->plan;
	json_t *list = json_array();

	for (size_t i = 0; earlier != NULL && i < earlier->count; i++) {
		const struct ff_report_file *f = &earlier->items[i];

		ff_json_append(&list, file(ff_options_output_names[f->kind],
					   ff_outputs_name(f->kind, f->format), f->path));
	}
	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];

		ff_json_append(&list, file(ff_options_output_names[item->kind],
					   ff_outputs_name(item->kind, item->format), item->path));
	}
	if (plan->frames.folder != NULL)
		ff_json_append(&list, file("frames", "png", plan->frames.folder));
	return list;
}

static json_t *sight(const struct ff_solution *solution)
{
	return solution->nearest.cells == NULL ? json_null()
					       : json_integer((json_int_t)solution->sighted);
}

static json_t *limits(const struct ff_options *o)
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
	if (o->unknown > 0)
		ff_json_set(&object, "unknown", json_integer(o->unknown));
	if (o->legend != NULL)
		ff_json_set(&object, "legend", ff_json_string(o->legend));
	ff_json_set(&object, "subdivide", json_boolean(o->subdivide));
	ff_json_set(&object, "sight", json_boolean(o->sight));
	return object;
}

static json_t *cells(const struct ff_classes *classes, const struct ff_options *o)
{
	json_t *counts = json_object();

	for (int c = 0; c < FF_NOT_COMPUTED; c++)
		ff_json_set(&counts, ff_classes_names[c],
			    json_integer((json_int_t)classes->count[c]));
	if (o->action == FF_OPTIONS_SECTORS)
		ff_json_set(&counts, "not_computed",
			    json_integer((json_int_t)classes->count[FF_NOT_COMPUTED]));
	if (o->animation.budget < INT64_MAX)
		ff_json_set(&counts, "not_yet",
			    json_integer((json_int_t)classes->count[FF_NOT_YET]));
	return counts;
}

static json_t *phases(const struct ff_report *report)
{
	json_t *ms = json_object();

	for (int p = 0; p < FF_REPORT_PHASES; p++)
		/* In 1024ths, which 17 digits print as they are. */
		ff_json_set(&ms, phase_names[p], json_real(round(report->ms[p] * 1024) / 1024));
	return ms;
}

static json_t *strings(const char *const *texts, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		ff_json_append(&list, ff_json_string(texts[i]));
	return list;
}

/* None of those of earlier went to standard output: their names have a step's number in them. */
static json_t *outputs(const struct ff_report *report)
{
	const struct ff_report_files *earlier = report->earlier;
	json_t *list = json_array();

	for (size_t i = 0; earlier != NULL && i < earlier->count; i++)
		ff_json_append(&list, ff_json_string(earlier->items[i].path));
	for (size_t i = 0; i < report->output_count; i++)
		ff_json_append(&list, ff_json_string(report->outputs[i]));
	return list;
}

static json_t *map(const struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	json_t *object = json_pack("{s:o, s:s, s:i, s:i, s:o, s:o}", "path",
				   ff_json_string(report->options->map), "format", problem->kind,
				   "width", problem->map.w, "height", problem->map.h, "costs",
				   costs(report), "digest", hex(report->cost_digest));

	if (problem->image == NULL)
		return object;
	ff_json_set(&object, "image", ff_json_string(problem->image));
	ff_json_set(&object, "resolution", ff_json_number(problem->place.resolution));
	ff_json_set(&object, "origin",
		    json_pack("{s:o, s:o}", "x", ff_json_number(problem->place.x), "y",
			      ff_json_number(problem->place.y)));
	return object;
}

char *ff_report_json(const struct ff_report *report)
{
	const struct ff_options *o = report->options;
	const struct ff_solution *s = report->solution;
	const char *warnings[FF_REPORT_WARNINGS];
	json_t *document;
	char *text;

	for (size_t i = 0; i < report->warning_count; i++)
		warnings[i] = report->warnings[i];
	/* clang-format off */
	document = json_pack(
		"{s:i, s:{s:s, s:s}, s:o, s:{s:s, s:s, s:s, s:s}, s:o, s:s,"
		" s:o, s:o, s:o, s:{s:I, s:o, s:o}, s:o, s:o, s:I, s:o, s:{s:o, s:o, s:f, s:i, s:i, s:o, s:o},"
		" s:o, s:o, s:o, s:o, s:I, s:I, s:i, s:s, s:o, s:o, s:o}",
		"schema", SCHEMA,
		"tool", "name", "flowfield", "version", FF_VERSION,
		"map", map(report),
		"model", "metric", ff_model_metrics[o->model.metric], "step", ff_model_steps[o->model.step],
		"corners", ff_model_corners[o->model.corners], "flow", ff_model_flows[o->model.flow],
		"modifiers", limits(o),
		"options", o->recorded,
		"goals", goals(report),
		"cells", cells(&s->classes, o),
		"largest_unreached", area(report, &s->unreached),
		"regions", "count", (json_int_t)s->area_count, "largest", area(report, &s->largest),
		"areas", areas(report),
		"in_sight", sight(s),
		"ties", ties(s),
		"closed", (json_int_t)ff_closed_count(&s->scene),
		"directions", directions(&s->flow),
		"integration", "least", ff_json_number(s->summary.least), "largest", ff_json_number(s->summary.largest), "mean", s->summary.mean,
		"unit", (int)s->field.unit, "bits", s->field.type == FF_FIELD_U32 ? 32 : 64,
		"digest", hex(report->field_digest), "farthest", farthest(s),
		"answer", answer(report),
		"required", required(report),
		"pictures", pictures(report),
		"ms", phases(report),
		"peak_bytes", (json_int_t)report->peak_bytes,
		"estimated_bytes", (json_int_t)report->estimated_bytes,
		"threads", ff_pool_threads(report->machine->pool),
		"cpu", ff_machine_cpus[report->machine->cpu],
		"files", files(report),
		"outputs", outputs(report),
		"warnings", strings(warnings, report->warning_count));
	/* clang-format on */
	if (report->frames > 0)
		ff_json_set(&document, "animation",
			    json_pack("{s:I, s:o}", "frames", (json_int_t)report->frames, "fps",
				      ff_json_number(o->animation.fps)));
	if (o->action == FF_OPTIONS_SECTORS)
		ff_json_set(&document, "sectors", ff_sector_report_json(&s->sectors, o));
	if (o->action == FF_OPTIONS_WALK)
		ff_json_set(&document, "walk", ff_walk_report_json(&s->walk, report->problem, o));
	if (report->update != NULL)
		ff_json_set(&document, "update", ff_update_report_json(report->update, o));
	text = ff_json_lines(document);
	json_decref(document);
	return text;
}
