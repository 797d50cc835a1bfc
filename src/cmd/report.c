/*
 * JSON through jansson: quoting is somebody else's solved problem.
 */
#include "cmd/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <jansson.h>

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
	vsnprintf(report->warnings[report->warning_count++], sizeof report->warnings[0], format,
		  args);
	va_end(args);
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

/* A path need not be UTF-8, as JSON must be: other bytes become '?'. */
static json_t *string(const char *text)
{
	json_t *whole;
	char *ascii;

	errno = 0;
	whole = json_string(text);
	if (whole != NULL || errno == ENOMEM || (ascii = strdup(text)) == NULL)
		return whole;
	for (char *c = ascii; *c != '\0'; c++)
		if ((unsigned char)*c > 126)
			*c = '?';
	whole = json_string(ascii);
	free(ascii);
	return whole;
}

/* What memory does not suffice for is NULL from then on, and so is all that it goes into. */
static void set(json_t **object, const char *key, json_t *value)
{
	if (json_object_set_new(*object, key, value) == 0)
		return;
	json_decref(*object);
	*object = NULL;
}

static void append(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

/* Whole numbers as such. */
static json_t *number(double value)
{
	if (value == floor(value) && fabs(value) < 0x1p53)
		return json_integer((json_int_t)value);
	return json_real(value);
}

static json_t *hex(uint64_t digest)
{
	char text[17];

	snprintf(text, sizeof text, "%016" PRIx64, digest);
	return json_string(text);
}

static json_t *goals(const struct ff_report *report)
{
	const struct ff_problem *problem = report->problem;
	json_t *list = json_array();

	for (size_t i = 0; i < problem->given.count; i++) {
		const struct ff_goal *goal = &problem->given.items[i];
		json_t *object = json_object();

		if (goal->level > 0) {
			set(&object, "level", json_integer(goal->level));
		} else {
			set(&object, "x", number(goal->x));
			set(&object, "y", number(goal->y));
		}
		if (goal->w > 1 || goal->h > 1) {
			set(&object, "w", json_integer(goal->w));
			set(&object, "h", json_integer(goal->h));
		}
		if (goal->start > 0)
			set(&object, "cost", json_integer(goal->start));
		append(&list, object);
	}
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

static json_t *sight(const struct ff_solution *solution)
{
	return solution->nearest.cells == NULL ? json_null()
					       : json_integer((json_int_t)solution->sighted);
}

static json_t *limits(const struct ff_options *o)
{
	json_t *object = json_object();

	if (o->max_cost < (double)INFINITY)
		set(&object, "max_cost", number(o->max_cost));
	if (o->radius > 0)
		set(&object, "radius", number(o->radius));
	if (o->flee < 0)
		set(&object, "flee", number(o->flee));
	set(&object, "subdivide", json_boolean(o->subdivide));
	set(&object, "sight", json_boolean(o->sight));
	return object;
}

static json_t *cells(const struct ff_classes *classes)
{
	json_t *counts = json_object();

	for (int c = 0; c < FF_CLASSES; c++)
		set(&counts, ff_classes_names[c], json_integer((json_int_t)classes->count[c]));
	return counts;
}

static json_t *phases(const struct ff_report *report)
{
	json_t *ms = json_object();

	for (int p = 0; p < FF_REPORT_PHASES; p++)
		/* In 1024ths, which 17 digits print as they are. */
		set(&ms, phase_names[p], json_real(round(report->ms[p] * 1024) / 1024));
	return ms;
}

static json_t *strings(const char *const *texts, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		append(&list, string(texts[i]));
	return list;
}

/* As json_dumps(), which leaves keys out when memory does not suffice for them (2.14). */
static char *lines_of(const json_t *document)
{
	const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(17);
	size_t size = json_dumpb(document, NULL, 0, flags);
	char *text = size == 0 ? NULL : malloc(size + 2);

	if (text == NULL)
		return NULL;
	if (json_dumpb(document, text, size, flags) != size) {
		free(text);
		return NULL;
	}
	memcpy(text + size, "\n", 2);
	return text;
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
		"{s:i, s:{s:s, s:s}, s:{s:o, s:s, s:i, s:i, s:o}, s:{s:s, s:s, s:s, s:s}, s:o, s:s,"
		" s:o, s:o, s:o, s:{s:I, s:o}, s:o, s:I, s:{s:o, s:o, s:f, s:i, s:i, s:o}, s:o, s:I, s:I,"
		" s:i, s:s, s:o, s:o}",
		"schema", SCHEMA,
		"tool", "name", "flowfield", "version", FF_VERSION,
		"map", "path", string(o->map), "format", report->problem->format->name,
		"width", report->problem->map.w, "height", report->problem->map.h,
		"digest", hex(report->cost_digest),
		"model", "metric", ff_model_metrics[o->model.metric], "step", ff_model_steps[o->model.step],
		"corners", ff_model_corners[o->model.corners], "flow", ff_model_flows[o->model.flow],
		"modifiers", limits(o),
		"options", o->recorded,
		"goals", goals(report),
		"cells", cells(&s->classes),
		"largest_unreached", area(report, &s->unreached),
		"regions", "count", (json_int_t)s->area_count, "largest", area(report, &s->largest),
		"in_sight", sight(s),
		"closed", (json_int_t)ff_closed_count(&s->scene),
		"integration", "least", number(s->summary.least), "largest", number(s->summary.largest), "mean", s->summary.mean,
		"unit", (int)s->field.unit, "bits", s->field.type == FF_FIELD_U32 ? 32 : 64,
		"digest", hex(report->field_digest),
		"ms", phases(report),
		"peak_bytes", (json_int_t)report->peak_bytes,
		"estimated_bytes", (json_int_t)report->estimated_bytes,
		"threads", ff_pool_threads(report->machine->pool),
		"cpu", ff_machine_cpus[report->machine->cpu],
		"outputs", strings(report->outputs, report->output_count),
		"warnings", strings(warnings, report->warning_count));
	/* clang-format on */
	text = lines_of(document);
	json_decref(document);
	return text;
}
