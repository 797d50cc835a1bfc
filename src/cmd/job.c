/*
 * Read, integrate, descend, draw, write: each phase knows only what stands in
 * struct ff_job.
 *
 * Writing keeps to an order, so that all files appear together or not at all:
 * pictures are made in memory; what goes directly to a pipe or a device is
 * written first; then signals wait while every other output is written under a
 * temporary name; then comes the report, which tells how long all that took;
 * then everything is renamed and the names are told, and only then do the old
 * files go: whatever fails before brings them back.
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
#include "base/machine.h"
#include "cmd/confine.h"
#include "cmd/estimate.h"
#include "cmd/layer.h"
#include "cmd/outputs.h"
#include "cmd/pictures.h"
#include "cmd/plan.h"
#include "cmd/problem.h"
#include "cmd/progress.h"
#include "cmd/report.h"
#include "cmd/solution.h"
#include "cmd/summary.h"
#include "cmd/verdict.h"
#include "cmd/walk_output.h"
#include "draw/draw_heatmap.h"
#include "format/write_csv.h"
#include "format/write_graph.h"
#include "format/write_graph_csv.h"

enum { ALONE = 1 << 14 }; /* cells below which no thread is worth its start and memory */

struct ff_job {
	const struct ff_options *options;
	bool alone; /* in its process: it may have threads, and a line on the terminal */
	double started;
	struct ff_machine machine;
	struct ff_plan plan;
	struct ff_progress progress;
	struct ff_problem problem;
	struct ff_solution solution;
	struct ff_style style;
	struct ff_layer_digests digests;
	struct ff_report report;
};

/* The names of files are told at the end: better to know before if nobody listens. */
static enum ff_status check_listener(const struct ff_job *job, struct ff_error *err)
{
	if (job->plan.standard || job->options->verbosity == FF_OPTIONS_QUIET ||
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
}

static uint64_t digest_of(const struct ff_field *field)
{
	if (field->type == FF_FIELD_U32)
		return ff_digest_words(field->w, field->h, field->u32, FF_FIELD_NONE32);
	return ff_digest_longs(field->w, field->h, field->cells);
}

/* How pictures will look, and what is worth a warning. */
static void choose_style(struct ff_job *job)
{
	const struct ff_scene *scene = &job->solution.scene;
	const struct ff_style *wanted = &job->options->style;
	size_t cells = (size_t)scene->cost->w * (size_t)scene->cost->h;
	int characters = wanted->values ? ff_style_characters(scene) : 1;
	uint64_t beyond = 0;

	job->report.style = &job->style;
	job->style = *wanted;
	if (job->style.scale == 0)
		job->style.scale =
			ff_style_scale(scene->cost->w, scene->cost->h, wanted->values, characters);
	if (wanted->values && ff_style_values_font(job->style.scale, characters) == NULL)
		ff_report_warn(&job->report,
			       "--values: cells of %d pixels have no room for all numbers: choose "
			       "a larger --scale",
			       job->style.scale);
	if (wanted->range == 0 || wanted->range >= scene->largest ||
	    (job->options->action == FF_OPTIONS_WALK &&
	     job->options->outputs[FF_OPTIONS_HEATMAP] == NULL))
		return;
	for (size_t i = 0; i < cells; i++)
		beyond += ff_field_has(scene->field, i) &&
			  ff_field_value(scene->field, i) > wanted->range;
	job->report.beyond = beyond;
	ff_report_warn(&job->report, "--range 0:%.15g: %" PRIu64 " cells cost more, up to %.15g",
		       wanted->range, beyond, scene->largest);
}

static enum ff_status look_at_solution(struct ff_job *job, struct ff_error *err)
{
	struct ff_report *report = &job->report;
	const struct ff_problem *problem = &job->problem;
	enum ff_status st;

	report->problem = problem;
	report->machine = &job->machine;
	report->solution = &job->solution;
	report->plan = &job->plan;
	if ((st = ff_layer_digest(problem, job->options, &job->digests, err)) != FF_OK)
		return st;
	report->cost_digest = job->digests.cost;
	if (job->options->outputs[FF_OPTIONS_JSON] != NULL)
		report->field_digest = digest_of(&job->solution.field);
	report->ms[FF_REPORT_INTEGRATE] = job->solution.integrate_ms;
	report->ms[FF_REPORT_FLOW] = job->solution.flow_ms;
	if (report->estimated_bytes < job->solution.sectors.estimated_bytes)
		report->estimated_bytes = job->solution.sectors.estimated_bytes;
	if (report->estimated_bytes < job->solution.walk.estimated_bytes)
		report->estimated_bytes = job->solution.walk.estimated_bytes;
	report->answer = ff_verdict_find(report, &report->reason);
	ff_verdict_warn(report);
	choose_style(job);
	return FF_OK;
}

/* Whether data files can hold what goes into them, before any is there. */
static enum ff_status check_data(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < job->plan.count && st == FF_OK; i++) {
		const struct ff_plan_item *item = &job->plan.items[i];
		const struct ff_write_raster_format *format = ff_outputs_data(item->format);
		const struct ff_layer_texts texts = {0};
		struct ff_write_raster what;
		bool rounded;

		if (format == NULL)
			continue;
		what = ff_layer_data(item, job->options, &job->problem, &job->solution, &texts);
		st = ff_write_raster_check(format, &what, &rounded, err);
		if (st == FF_OK && rounded)
			ff_report_warn(&job->report,
				       "--%s: numbers of 24 bits lose digits of these: .npy does "
				       "not",
				       ff_options_output_names[item->kind]);
	}
	return st;
}

static enum ff_status write_cells(const struct ff_job *job, struct ff_plan_item *item,
				  struct ff_error *err)
{
	const struct ff_solution *s = &job->solution;
	const struct ff_write_raster_format *format = ff_outputs_data(item->format);
	struct ff_layer_texts texts;
	struct ff_write_raster what;

	if (item->kind == FF_OPTIONS_SAVE_GRAPH)
		return ff_write_graph(&item->output, &s->sectors.graph,
				      ff_sector_solution_digest(&job->problem), err);
	if (item->kind == FF_OPTIONS_GRAPH)
		return ff_write_graph_csv(&item->output, &s->sectors.graph,
					  ff_problem_cost(&job->problem), err);
	if (format == NULL && ff_walk_output_has(item->kind))
		return ff_walk_output_write(item->kind, &item->output, s, err);
	if (format == NULL)
		return ff_write_csv(&item->output, &job->problem.map, &s->classes, &s->field,
				    &s->flow, err);
	ff_layer_texts(&texts, item, job->options, &job->digests);
	what = ff_layer_data(item, job->options, &job->problem, s, &texts);
	return format->write(&item->output, &what, err);
}

/* Alone, waits until it is on the disk; of many, leaves that to who waits for them all. */
static enum ff_status finish(const struct ff_job *job, struct ff_plan_item *item,
			     struct ff_error *err)
{
	free(item->file);
	item->file = NULL;
	return job->alone || item->direct ? ff_output_close(&item->output, err) : FF_OK;
}

static enum ff_status write_item(struct ff_job *job, struct ff_plan_item *item,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	if ((st = ff_output_open(&item->output, item->path, err)) != FF_OK)
		return st;
	if (ff_outputs_made(item->format))
		st = ff_output_write(&item->output, item->file, item->size, err);
	else
		st = write_cells(job, item, err);
	if (st == FF_OK)
		st = finish(job, item, err);
	job->report.ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

static enum ff_status write_report(struct ff_job *job, struct ff_plan_item *item,
				   struct ff_error *err)
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
	return st == FF_OK ? finish(job, item, err) : st;
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

/* What goes directly to a pipe or a device, and the names of all files, as they were asked for. */
static enum ff_status write_direct(struct ff_job *job, struct ff_error *err)
{
	size_t root = job->options->root == NULL ? 0 : strlen(job->options->root) + 1;
	struct ff_plan *plan = &job->plan;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			job->report.outputs[job->report.output_count++] =
				plan->items[i].path + root;
	if (plan->frames.folder != NULL)
		job->report.outputs[job->report.output_count++] = plan->frames.folder + root;
	ff_progress_show(&job->progress, "writing", 0, 0);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (!item->direct)
			continue;
		/* The report comes last, but opening a pipe may wait for its reader. */
		st = item->kind == FF_OPTIONS_JSON ? ff_output_open(&item->output, item->path, err)
						   : write_item(job, item, err);
	}
	return st;
}

enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	struct ff_plan_item *report = NULL;
	enum ff_status st = ff_plan_folder(plan, err);

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].kind == FF_OPTIONS_JSON)
			report = &plan->items[i];
		else if (!plan->items[i].direct)
			st = write_item(job, &plan->items[i], err);
	if (st == FF_OK)
		st = ff_frames_write(&plan->frames, err);
	job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - job->started;
	if (report != NULL || job->options->verbosity == FF_OPTIONS_VERBOSE)
		job->report.peak_bytes = ff_report_peak();
	if (st == FF_OK && report != NULL)
		st = write_report(job, report, err);
	return st;
}

struct ff_plan *ff_job_plan(struct ff_job *job)
{
	return &job->plan;
}

const struct ff_report *ff_job_report(const struct ff_job *job)
{
	return &job->report;
}

uint64_t ff_job_field_digest(const struct ff_job *job)
{
	return digest_of(&job->solution.field);
}

/* Everything under temporary names, then in place, then told. */
static enum ff_status write_all(struct ff_job *job, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	char *list = list_of(&job->report);
	enum ff_status st;
	sigset_t before;

	if (list == NULL)
		return ff_status_nomem(err, "the names of the files");
	ff_output_hold(&before);
	if ((st = ff_job_write(job, err)) == FF_OK)
		st = ff_plan_place(plan, err);
	ff_progress_end(&job->progress);
	if (st == FF_OK && !plan->standard && job->options->verbosity != FF_OPTIONS_QUIET)
		st = tell(list, err);
	if (st == FF_OK)
		ff_plan_commit(plan);
	else
		ff_plan_free(plan);
	ff_output_release(&before);
	free(list);
	return st;
}

/* The best instructions, unless told otherwise. */
enum ff_status ff_job_cpu(enum ff_cpu *out, struct ff_error *err)
{
	const char *name = getenv("FLOWFIELD_CPU");
	enum ff_cpu cpu = ff_machine_best();

	if (name != NULL && *name != '\0') {
		cpu = FF_CPU_PLAIN;
		while (cpu < FF_CPUS && strcmp(name, ff_machine_cpus[cpu]) != 0)
			cpu++;
		if (cpu == FF_CPUS || !ff_machine_has(cpu))
			return ff_status_fail(err, FF_E_USAGE, "FLOWFIELD_CPU=%s: %s", name,
					      cpu < FF_CPUS
						      ? "this machine has no such instructions"
						      : "there is plain, neon, avx2 and avx512");
	}
	*out = cpu;
	return FF_OK;
}

/* As many threads as asked for, or as there are cores, but for small maps. */
static enum ff_status open_pool(struct ff_job *job, int cores, struct ff_error *err)
{
	int threads = job->options->threads;

	if (threads == 0)
		threads = cores;
	if (!job->alone || (int64_t)job->problem.map.w * job->problem.map.h < ALONE)
		threads = 1;
	if (ff_pool_open(threads < FF_POOL_THREADS ? threads : FF_POOL_THREADS,
			 &job->machine.pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	return FF_OK;
}

static enum ff_status estimate(struct ff_job *job, struct ff_error *err)
{
	job->report.estimated_bytes =
		ff_estimate_bytes(&job->problem, job->options, &job->plan, &job->machine,
				  ff_estimate_type(&job->problem, job->options));
	return ff_estimate_fits(job->report.estimated_bytes, &job->problem, job->options, err);
}

/* Costs that differ much from cell to cell have many lines: that shows only in the field. */
static enum ff_status estimate_contours(struct ff_job *job, struct ff_error *err)
{
	const struct ff_field *field = &job->solution.field;
	uint64_t bytes;
	size_t i = 0;

	while (i < job->plan.count && (job->plan.items[i].kind != FF_OPTIONS_HEATMAP ||
				       job->plan.items[i].format != FF_OUTPUTS_SVG))
		i++;
	if (i == job->plan.count || job->style.contours == 0)
		return FF_OK;
	bytes = ff_estimate_drawing(&job->problem, job->options, &job->plan, &job->machine,
				    field->type,
				    ff_draw_heatmap_contours(&job->solution.scene, &job->style),
				    &job->solution.sectors);
	if (bytes > job->report.estimated_bytes)
		job->report.estimated_bytes = bytes;
	return ff_estimate_fits(bytes, &job->problem, job->options, err);
}

/* What --dry-run prints. */
static void promise(const struct ff_job *job)
{
	ff_estimate_print(job->report.estimated_bytes, &job->problem);
	for (size_t i = 0; i < job->plan.count; i++)
		printf("output: %s\n", job->plan.items[i].path);
	if (job->plan.frames.folder != NULL)
		printf("output: %s\n", job->plan.frames.folder);
}

/* From reading to what goes directly to a pipe, if no more is asked for than a promise. */
static enum ff_status make(struct ff_job *job, int cores, struct ff_error *err)
{
	const struct ff_options *options = job->options;
	const struct ff_pictures pictures = {&job->report, &job->plan, &job->digests,
					     &job->progress};
	enum ff_status st;

	if ((st = ff_problem_open(&job->problem, options, err)) != FF_OK ||
	    (st = open_pool(job, cores, err)) != FF_OK || (st = estimate(job, err)) != FF_OK ||
	    options->dry_run || (st = ff_problem_read(&job->problem, options, err)) != FF_OK)
		return st;
	job->report.ms[FF_REPORT_READ] = ff_clock_ms() - job->started;
	if ((job->alone && (st = check_listener(job, err)) != FF_OK) ||
	    (st = ff_solution_find(&job->solution, &job->problem, options, &job->plan,
				   &job->machine, &job->progress, err)) != FF_OK)
		return st;
	if ((st = look_at_solution(job, err)) == FF_OK && (st = check_data(job, err)) == FF_OK &&
	    (st = estimate_contours(job, err)) == FF_OK &&
	    (st = ff_pictures_make(&pictures, err)) == FF_OK &&
	    (st = ff_pictures_animate(&pictures, err)) == FF_OK)
		st = write_direct(job, err);
	return st;
}

static struct ff_job *new_job(const struct ff_options *options, const struct ff_plan *plan,
			      enum ff_cpu cpu)
{
	struct ff_job *job = malloc(sizeof *job);

	if (job != NULL)
		*job = (struct ff_job){.options = options,
				       .started = ff_clock_ms(),
				       .machine.cpu = cpu,
				       .plan = *plan,
				       .report.options = options};
	return job;
}

void ff_job_free(struct ff_job *job)
{
	if (job == NULL)
		return;
	ff_plan_free(&job->plan);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	ff_pool_close(job->machine.pool);
	free(job);
}

enum ff_status ff_job_make(struct ff_job **out, const struct ff_options *options,
			   struct ff_plan *plan, enum ff_cpu cpu, struct ff_error *err)
{
	struct ff_job *job = new_job(options, plan, cpu);
	enum ff_status st;

	if (job == NULL)
		return ff_status_nomem(err, "the job");
	*plan = (struct ff_plan){0};
	if ((st = make(job, 1, err)) == FF_OK)
		*out = job;
	else
		ff_job_free(job);
	return st;
}

enum ff_status ff_job_run(const struct ff_options *options, struct ff_error *err)
{
	int cores = ff_machine_cores(); /* asked of a file */
	struct ff_plan plan;
	struct ff_job *job;
	enum ff_status st;
	enum ff_cpu cpu = FF_CPU_PLAIN;

	if ((st = ff_job_cpu(&cpu, err)) != FF_OK ||
	    (st = ff_plan_make(&plan, options, err)) != FF_OK)
		return st;
	if ((job = new_job(options, &plan, cpu)) == NULL) {
		ff_plan_free(&plan);
		return ff_status_nomem(err, "the job");
	}
	job->alone = true;
	job->progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	ff_progress_show(&job->progress, "reading", 0, 0);
	if ((st = ff_confine(options, &job->plan, &job->problem, err)) == FF_OK)
		st = make(job, cores, err);
	if (st == FF_OK && !options->dry_run)
		st = write_all(job, err);
	ff_progress_end(&job->progress);
	if (st == FF_OK && options->dry_run) {
		promise(job);
	} else if (st == FF_OK) {
		if (options->verbosity != FF_OPTIONS_QUIET) {
			ff_summary_warn(&job->report, "flowfield", stderr);
			ff_summary_say(&job->report, "flowfield", stderr);
		}
		if (job->report.answer != FF_OK)
			*err = job->report.reason;
		st = job->report.answer;
	}
	ff_job_free(job);
	return st;
}
