/*
 * Read, integrate, descend, draw, write: each phase knows only what stands in
 * struct job.
 *
 * Writing keeps to an order, so that all files appear together or not at all:
 * pictures are made in memory; what goes directly to a pipe or a device is
 * written first; then signals wait while every other output is written under a
 * temporary name; then comes the report, which tells how long all that took;
 * then everything is renamed, and only then are the names told.
 */
#include "cmd/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/input.h"
#include "base/memory.h"
#include "cmd/plan.h"
#include "cmd/progress.h"
#include "cmd/report.h"
#include "draw/draw_arrows.h"
#include "draw/draw_heatmap.h"
#include "draw/draw_reach.h"
#include "draw/draw_terrain.h"
#include "format/read_cost.h"
#include "format/write_csv.h"
#include "format/write_png.h"
#include "solve/descend.h"
#include "solve/integrate.h"
#include "solve/reach.h"

typedef enum ff_status draw_function(const struct ff_scene *scene, const struct ff_style *style,
				     struct ff_image *image, struct ff_error *err);

static draw_function *const draw[FF_OPTIONS_PICTURES] = {
	[FF_OPTIONS_HEATMAP] = ff_draw_heatmap,
	[FF_OPTIONS_ARROWS] = ff_draw_arrows,
	[FF_OPTIONS_REACH] = ff_draw_reach,
	[FF_OPTIONS_TERRAIN] = ff_draw_terrain,
};

struct job {
	const struct ff_options *options;
	const char *name; /* of the map, in messages */
	struct ff_plan plan;
	struct ff_progress progress;
	struct ff_cost cost;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_style style;
	struct ff_report report;
};

static enum ff_status read_map(struct job *job, struct ff_error *err)
{
	const struct ff_read_cost_format *format;
	const struct ff_levels_rules *levels = &job->options->levels;
	struct ff_input in;
	enum ff_status st;
	uint8_t costs[256];

	ff_progress_show(&job->progress, "reading", 0, 0);
	if ((st = ff_input_open(&in, job->options->map, err)) != FF_OK)
		return st;
	job->name = in.name;
	st = ff_read_cost(&in, &job->cost, &format, err);
	ff_input_close(&in);
	if (st != FF_OK)
		return st;
	job->report.format = format->name;
	if (format->grey) {
		ff_levels_fill(levels, costs);
		ff_levels_apply(costs, job->cost.cells, (size_t)job->cost.w * (size_t)job->cost.h);
	} else if (levels->invert != 0 || levels->wall_from != 0 || levels->count > 0) {
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: --invert, --wall-from and --remap are for grey images",
				      job->name);
	}
	return ff_goals_check(&job->options->goals, &job->cost, job->name, err);
}

/* The names of files are told at the end: better to know before if nobody listens. */
static enum ff_status check_listener(const struct job *job, struct ff_error *err)
{
	if (job->plan.standard || job->options->verbosity == FF_OPTIONS_QUIET ||
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
}

static enum ff_status integrate(struct job *job, struct ff_error *err)
{
	enum { BUDGET = 1 << 20 }; /* cells between two looks at the clock */
	const struct ff_model *model = &job->options->model;
	size_t cells = (size_t)job->cost.w * (size_t)job->cost.h;
	size_t size = ff_integrate_scratch(model, job->cost.w, job->cost.h);
	void *scratch = size == 0 ? NULL : malloc(size);
	struct ff_integrate run;
	enum ff_status st;

	job->field = (struct ff_field){
		job->cost.w, job->cost.h,
		ff_memory_cells(job->cost.w, job->cost.h, sizeof *job->field.cells)};
	if (scratch == NULL || job->field.cells == NULL) {
		free(scratch);
		return ff_status_nomem(err, "the integration field");
	}
	st = ff_integrate_begin(&run, model, &job->cost, &job->options->goals, &job->field, scratch,
				size);
	while (st == FF_OK && !run.done) {
		st = ff_integrate_step(&run, BUDGET);
		ff_progress_show(&job->progress, "integrating", run.settled, cells);
	}
	free(scratch);
	if (st == FF_E_LIMIT)
		return ff_status_fail(err, st, "%s: a cost to the goal passes %" PRIu32, job->name,
				      FF_FIELD_NONE - 1);
	return st;
}

static enum ff_status descend(struct job *job, struct ff_error *err)
{
	int32_t w = job->cost.w, h = job->cost.h;
	enum ff_status st;

	ff_progress_show(&job->progress, "choosing directions", 0, 0);
	job->flow = (struct ff_flow){w, h, ff_memory_cells(w, h, 1)};
	job->classes = (struct ff_classes){.w = w, .h = h, .cells = ff_memory_cells(w, h, 1)};
	if (job->flow.cells == NULL || job->classes.cells == NULL)
		return ff_status_nomem(err, "the flow");
	st = ff_descend(&job->options->model, &job->cost, &job->field, &job->flow);
	if (st == FF_OK)
		st = ff_reach(&job->cost, &job->options->goals, &job->field, &job->classes);
	return st;
}

/* The figures that outputs need, and what is worth a warning. */
static void look_at_field(struct job *job)
{
	struct ff_report *report = &job->report;
	const struct ff_style *wanted = &job->options->style;
	uint64_t beyond = 0;

	report->summary = ff_reach_summarise(&job->field);
	report->cost_digest = ff_digest_bytes(job->cost.w, job->cost.h, job->cost.cells);
	report->field_digest =
		ff_digest_words(job->cost.w, job->cost.h, job->field.cells, FF_FIELD_NONE);
	report->scene = (struct ff_scene){
		.cost = &job->cost,
		.goals = &job->options->goals,
		.field = &job->field,
		.flow = &job->flow,
		.classes = &job->classes,
		.largest = report->summary.largest,
	};
	job->style = *wanted;
	if (job->style.scale == 0)
		job->style.scale = ff_style_scale(job->cost.w, job->cost.h, wanted->values,
						  report->summary.largest);
	if (wanted->values &&
	    ff_style_values_font(job->style.scale, report->summary.largest) == NULL)
		ff_report_warn(
			report,
			"--values: cells of %d pixels have no room for all numbers: choose a "
			"larger --scale",
			job->style.scale);
	if (wanted->range == 0 || wanted->range >= report->summary.largest)
		return;
	for (size_t i = 0; i < (size_t)job->cost.w * (size_t)job->cost.h; i++)
		beyond +=
			job->field.cells[i] > wanted->range && job->field.cells[i] != FF_FIELD_NONE;
	ff_report_warn(report, "--range 0:%" PRIu32 ": %" PRIu64 " cells cost more, up to %" PRIu32,
		       wanted->range, beyond, report->summary.largest);
}

static enum ff_status make_picture(struct job *job, struct ff_plan_item *item, struct ff_error *err)
{
	char digest[32];
	const struct ff_write_png_text texts[] = {
		{"Software", "flowfield " FF_VERSION},
		{"Options", job->options->recorded},
		{"Cost digest", digest},
	};
	double *ms = job->report.ms, started = ff_clock_ms();
	struct ff_image image;
	enum ff_status st;

	ff_progress_show(&job->progress, ff_options_output_names[item->kind], 0, 0);
	snprintf(digest, sizeof digest, "%016" PRIx64, job->report.cost_digest);
	st = draw[item->kind](&job->report.scene, &job->style, &image, err);
	if (st != FF_OK)
		return st;
	ms[FF_REPORT_DRAW] += ff_clock_ms() - started;
	started = ff_clock_ms();
	st = ff_write_png(&image, texts, sizeof texts / sizeof texts[0], &item->picture,
			  &item->size, err);
	free(image.pixels);
	ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

static enum ff_status write_item(struct job *job, struct ff_plan_item *item, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	if ((st = ff_output_open(&item->output, item->path, err)) != FF_OK)
		return st;
	if (item->kind == FF_OPTIONS_CSV)
		st = ff_write_csv(&item->output, &job->cost, &job->classes, &job->field, &job->flow,
				  err);
	else
		st = ff_output_write(&item->output, item->picture, item->size, err);
	if (st == FF_OK)
		st = ff_output_close(&item->output, err);
	job->report.ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

static enum ff_status write_report(struct job *job, struct ff_plan_item *item, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	char *text;

	if (item->output.fd < 0)
		st = ff_output_open(&item->output, item->path, err);
	if (st != FF_OK)
		return st;
	if ((text = ff_report_json(&job->report)) == NULL)
		return ff_status_nomem(err, "the report");
	st = ff_output_write(&item->output, text, strlen(text), err);
	free(text);
	return st == FF_OK ? ff_output_close(&item->output, err) : st;
}

/* The paths written, one a line; free() it.  NULL if memory ran out. */
static char *list_of(const struct ff_report *report)
{
	size_t size = 1;
	char *list, *to;

	for (size_t i = 0; i < report->output_count; i++)
		size += strlen(report->outputs[i]) + 1;
	if ((list = to = malloc(size)) == NULL)
		return NULL;
	for (size_t i = 0; i < report->output_count; i++)
		to += sprintf(to, "%s\n", report->outputs[i]);
	*to = '\0';
	return list;
}

/* All in one piece, so that whoever reads only the first line gets the others, too. */
static enum ff_status tell(const char *list, struct ff_error *err)
{
	struct ff_output out;
	enum ff_status st = ff_output_open(&out, "-", err);

	if (st == FF_OK)
		st = ff_output_write(&out, list, strlen(list), err);
	return st == FF_OK ? ff_output_close(&out, err) : st;
}

static enum ff_status write_renamed(struct job *job, double started, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	struct ff_plan_item *report = NULL;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].kind == FF_OPTIONS_JSON)
			report = &plan->items[i];
		else if (!plan->items[i].direct)
			st = write_item(job, &plan->items[i], err);
	job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - started;
	job->report.peak_bytes = ff_report_peak();
	if (st == FF_OK && report != NULL)
		st = write_report(job, report, err);
	return st == FF_OK ? ff_plan_commit(plan, err) : st;
}

static enum ff_status write_all(struct job *job, double started, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	enum ff_status st = FF_OK;
	char *list = NULL;
	sigset_t before;

	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			job->report.outputs[job->report.output_count++] = plan->items[i].path;
	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].kind < FF_OPTIONS_PICTURES)
			st = make_picture(job, &plan->items[i], err);
	ff_progress_show(&job->progress, "writing", 0, 0);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (!item->direct)
			continue;
		/* The report comes last, but opening a pipe may wait for its reader. */
		st = item->kind == FF_OPTIONS_JSON ? ff_output_open(&item->output, item->path, err)
						   : write_item(job, item, err);
	}
	if (st == FF_OK && (list = list_of(&job->report)) == NULL)
		st = ff_status_nomem(err, "the names of the files");
	if (list == NULL)
		return st;
	ff_output_hold(&before);
	if ((st = ff_plan_folder(plan, err)) == FF_OK)
		st = write_renamed(job, started, err);
	if (st != FF_OK)
		ff_plan_free(plan);
	ff_output_release(&before);
	ff_progress_end(&job->progress);
	if (st == FF_OK && !plan->standard && job->options->verbosity != FF_OPTIONS_QUIET)
		st = tell(list, err);
	free(list);
	return st;
}

static void say(const struct job *job)
{
	const struct ff_report *report = &job->report;
	const uint64_t *count = job->classes.count;
	const double *ms = report->ms;
	struct ff_error name;

	for (size_t i = 0; i < report->warning_count; i++)
		fprintf(stderr, "flowfield: warning: %s\n", report->warnings[i]);
	snprintf(name.text, sizeof name.text, "%s", job->name);
	ff_status_clean(name.text);
	fprintf(stderr,
		"flowfield: %s: %" PRId32 "x%" PRId32 ": %" PRIu64 " goal%s, %" PRIu64
		" reached, %" PRIu64 " unreached, %" PRIu64 " wall; farthest %" PRIu32
		"; %.0f ms\n",
		name.text, job->cost.w, job->cost.h, count[FF_GOAL], count[FF_GOAL] == 1 ? "" : "s",
		count[FF_REACHED], count[FF_UNREACHED], count[FF_WALL], report->summary.largest,
		ms[FF_REPORT_TOTAL]);
	if (job->options->verbosity == FF_OPTIONS_VERBOSE)
		fprintf(stderr,
			"flowfield: read %.1f, integrate %.1f, flow %.1f, draw %.1f, write %.1f "
			"ms; "
			"peak memory %.1f MiB\n",
			ms[FF_REPORT_READ], ms[FF_REPORT_INTEGRATE], ms[FF_REPORT_FLOW],
			ms[FF_REPORT_DRAW], ms[FF_REPORT_WRITE],
			(double)report->peak_bytes / (1 << 20));
}

/* Runs one phase and adds its time to the report. */
static enum ff_status timed(struct job *job, enum ff_report_phase phase,
			    enum ff_status (*run)(struct job *, struct ff_error *),
			    struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = run(job, err);

	job->report.ms[phase] += ff_clock_ms() - started;
	return st;
}

enum ff_status ff_job_run(const struct ff_options *options, struct ff_error *err)
{
	struct job job = {.options = options, .report.options = options};
	double started = ff_clock_ms();
	enum ff_status st;

	if ((st = ff_plan_make(&job.plan, options, err)) != FF_OK)
		return st;
	job.progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	if ((st = timed(&job, FF_REPORT_READ, read_map, err)) != FF_OK ||
	    (st = check_listener(&job, err)) != FF_OK ||
	    (st = timed(&job, FF_REPORT_INTEGRATE, integrate, err)) != FF_OK ||
	    (st = timed(&job, FF_REPORT_FLOW, descend, err)) != FF_OK)
		goto out;
	look_at_field(&job);
	st = write_all(&job, started, err);
out:
	ff_progress_end(&job.progress);
	if (st == FF_OK && options->verbosity != FF_OPTIONS_QUIET)
		say(&job);
	ff_plan_free(&job.plan);
	free(job.cost.cells);
	free(job.field.cells);
	free(job.flow.cells);
	free(job.classes.cells);
	return st;
}
