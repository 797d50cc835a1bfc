/*
 * No file appears before all are written, and so writing keeps to an order.  Pictures are made in
 * memory; what goes directly to a pipe or a device is written first.  Then signals are held while
 * every other output is written under a temporary name.  The report comes next, since it contains
 * the times of all that; then everything is renamed and the names are printed.  Whatever fails
 * before the renames leaves the old files.
 */
#include "cli/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/outputs.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "core/solve/integrate.h"
#include "core/solve/seeds.h"
#include "draw/style.h"
#include "io/digest.h"

enum { ALONE = 1 << 14 }; /* cells below which another thread costs more than it saves */

/* Checks that standard output can be written, since the names of the files are printed there at the
 * end. */
static enum ff_status check_listener(const struct ff_job *job, struct ff_error *err)
{
	if (job->plan.standard || job->options->verbosity == FF_OPTIONS_QUIET ||
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
}

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
						      : "expected plain, neon, avx2 or avx512");
	}
	*out = cpu;
	return FF_OK;
}

/* Opens as many threads as --threads says, or one for each core; one for small maps. */
static enum ff_status open_pool(struct ff_job *job, struct ff_error *err)
{
	int threads = job->options->threads;

	if (threads == 0)
		threads = job->cores;
	if (!job->alone || (int64_t)job->problem.map.w * job->problem.map.h < ALONE)
		threads = 1;
	ff_pool_close(job->machine.pool);
	job->machine.pool = NULL;
	if (ff_pool_open(threads < FF_THREADS_MAX ? threads : FF_THREADS_MAX, &job->machine.pool) !=
	    FF_OK)
		return ff_status_nomem(err, "threads");
	return FF_OK;
}

static void print_output(const char *path)
{
	struct ff_error line;

	ff_status_fail(&line, FF_OK, "output: %s", path);
	puts(line.text);
}

/* Prints the size of the map and its layers, and the outputs, for --dry-run. */
static void print_plan(const struct ff_job *job)
{
	const struct ff_options *options = job->options;
	const struct ff_model *model = &options->model;
	const unsigned needs = ff_outputs_needs(options) | (options->sight ? FF_OUTPUTS_SIGHT : 0);
	size_t cost = ff_model_is_wide(model) ? 1 + sizeof(uint16_t) : 1;
	enum ff_field_type type = options->animation.budget < INT64_MAX || options->grows
					  ? ff_integrate_type_in_order(model)
					  : ff_integrate_type(model);
	size_t cell = cost * (ff_problem_closes(options->radius) ? 2 : 1) + ff_field_size(type) +
		      2 /* direction and class */;

	if (ff_model_has_vectors(model) || options->sight)
		cell += sizeof(struct ff_flow_vector);
	for (unsigned labels = needs & (FF_OUTPUTS_SIGHT | FF_OUTPUTS_ALLOCATION |
					FF_OUTPUTS_REGIONS | FF_OUTPUTS_TIES);
	     labels > 0; labels &= labels - 1)
		cell += sizeof(uint32_t);
	ff_problem_print_size(&job->problem, cell);
	for (size_t i = 0; i < job->plan.count; i++)
		print_output(job->plan.items[i].path);
}

enum ff_status ff_job_open(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (job->problem.stage < FF_PROBLEM_OPEN)
		st = ff_problem_open(&job->problem, job->options, err);
	return st == FF_OK ? open_pool(job, err) : st;
}

enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err)
{
	job->report.ms[FF_REPORT_READ] = ff_clock_ms() - job->started;
	return job->alone ? check_listener(job, err) : FF_OK;
}

enum ff_status ff_job_read(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st;

	if ((st = ff_job_open(job, err)) != FF_OK || job->options->dry_run ||
	    (job->problem.stage < FF_PROBLEM_READ &&
	     (st = ff_problem_read(&job->problem, job->options, err)) != FF_OK))
		return st;
	return ff_job_ready(job, err);
}

struct ff_solution_work ff_job_work(struct ff_job *job)
{
	return (struct ff_solution_work){.problem = &job->problem,
					 .options = job->options,
					 .machine = &job->machine,
					 .progress = &job->progress};
}

enum ff_status ff_job_solve(struct ff_job *job, struct ff_error *err)
{
	struct ff_solution_work work;
	enum ff_status st;

	if ((st = ff_job_read(job, err)) != FF_OK || job->options->dry_run)
		return st;
	work = ff_job_work(job);
	return ff_solution_find(&job->solution, &work, err);
}

uint64_t ff_job_field_digest(const struct ff_job *job)
{
	const struct ff_field *field = &job->solution.field;

	if (job->solution.values != NULL)
		return job->solution.values_digest;
	if (field->type == FF_FIELD_U32)
		return ff_digest_words(field->w, field->h, field->u32, FF_FIELD_NONE32);
	return ff_digest_longs(field->w, field->h, field->cells);
}

/* Prints the goals: the first ones as options have them, and the number of the others. */
static void print_goals(const struct ff_goals *goals, char *to, size_t size)
{
	enum { SHOWN = 3 };
	char name[FF_SEEDS_NAME];
	size_t n = 0;

	snprintf(to, size, "%s", goals->count > 0 ? "" : "none");
	for (size_t i = 0; i < goals->count && i < SHOWN && n < size; i++) {
		ff_seeds_name(&goals->items[i], name);
		n += (size_t)snprintf(to + n, size - n, "%s%s", i == 0 ? "" : " ", name);
	}
	if (goals->count > SHOWN && n < size)
		snprintf(to + n, size - n, " and %zu more", goals->count - SHOWN);
}

/* Prints the line above pictures: the map, the goals, the blocks, the metric and the version. */
static void print_title(struct ff_job *job)
{
	const struct ff_goals *goals = &job->report.problem->given;
	const char *name = strrchr(job->report.problem->name, '/');
	const int side = job->report.options->coarsen.side;
	char list[3 * FF_SEEDS_NAME + 32], blocks[48] = "";

	print_goals(goals, list, sizeof list);
	/* Goals are cells of the file, ticks are of the map that was solved. */
	if (side > 0)
		snprintf(blocks, sizeof blocks, "blocks of %dx%d   ", side, side);
	snprintf(job->title, sizeof job->title, "%s   %s%s %s   %s%s   flowfield " FF_VERSION,
		 name != NULL ? name + 1 : job->report.problem->name,
		 job->report.options->flee < 0 ? "flee from" : "goal", goals->count > 1 ? "s" : "",
		 list, blocks, ff_model_metrics[job->report.options->model.metric]);
}

/* Chooses the styles of pictures and animations. */
static void choose_styles(struct ff_job *job)
{
	const struct ff_scene *scene = &job->report.solution->scene;
	int32_t w = scene->cost->w, h = scene->cost->h;
	int characters = ff_style_characters(scene);

	print_title(job);
	job->style = job->film = job->report.options->style;
	job->style.title = job->film.title = job->title;
	ff_style_scale(&job->style, w, h, FF_STYLE_PICTURE, characters);
	ff_style_scale(&job->film, w, h, FF_STYLE_ANIMATION, characters);
	job->report.style = &job->style;
	job->report.film = &job->film;
}

enum ff_status ff_job_examine(struct ff_job *job, struct ff_error *err)
{
	struct ff_report *report = &job->report;
	enum ff_status st;

	report->plan = &job->plan;
	if ((st = ff_render_digest(report->problem, report->options, &job->digests, err)) != FF_OK)
		return st;
	report->cost_digest = job->digests.cost;
	if (report->options->outputs[FF_OPTIONS_JSON] != NULL)
		report->field_digest = ff_job_field_digest(job);
	report->ms[FF_REPORT_INTEGRATE] = report->solution->integrate_ms;
	report->ms[FF_REPORT_FLOW] = report->solution->flow_ms;
	choose_styles(job);
	ff_report_examine(report);
	return FF_OK;
}

static enum ff_status write_item(struct ff_job *job, struct ff_plan_item *item,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	if (ff_outputs_made(item->format)) {
		st = ff_output_put(&item->output, item->path, item->file, item->size, err);
		free(item->file);
		item->file = NULL;
	} else if ((st = ff_output_open(&item->output, item->path, err)) == FF_OK &&
		   (st = ff_render_write(&job->report, &job->digests, item, err)) == FF_OK) {
		st = ff_output_close(&item->output, err);
	}
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
	return st == FF_OK ? ff_output_close(&item->output, err) : st;
}

/* Lists the paths written, one a line: unchanged for programs, on a terminal without control
 * characters; free() it.  NULL if memory ran out. */
static char *list_paths(const struct ff_report *report)
{
	bool terminal = isatty(STDOUT_FILENO) == 1;
	size_t size = 1;
	char *list, *to;

	for (size_t i = 0; i < report->output_count; i++)
		size += strlen(report->outputs[i]) + 1;
	if ((list = to = malloc(size)) == NULL)
		return NULL;
	for (size_t i = 0; i < report->output_count; i++) {
		memcpy(to, report->outputs[i], strlen(report->outputs[i]) + 1);
		if (terminal)
			ff_status_clean(to);
		to += strlen(to);
		*to++ = '\n';
	}
	*to = '\0';
	return list;
}

/* Writes what goes directly to a pipe or a device, and records the names of all files, as they were
 * asked for. */
static enum ff_status write_direct(struct ff_job *job, struct ff_error *err)
{
	size_t root = job->report.options->root == NULL ? 0 : strlen(job->report.options->root) + 1;
	struct ff_plan *plan = &job->plan;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			job->report.outputs[job->report.output_count++] =
				plan->items[i].path + root;
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

static struct ff_render render_of(struct ff_job *job)
{
	return (struct ff_render){&job->report, &job->plan, &job->digests, &job->progress};
}

void ff_job_animation(struct ff_job *job, struct ff_render_animation *output,
		      const struct ff_style_range *colours)
{
	const struct ff_render render = render_of(job);

	ff_render_animation_begin(output, &render, colours);
	job->animated = true;
}

enum ff_status ff_job_draw(struct ff_job *job, struct ff_error *err)
{
	const struct ff_render render = render_of(job);
	enum ff_status st;

	if ((st = ff_render_check(&job->report, err)) == FF_OK &&
	    (st = ff_render_pictures(&render, err)) == FF_OK && !job->animated)
		st = ff_render_animation(&render, err);
	return st == FF_OK ? write_direct(job, err) : st;
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
	job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - job->started;
	if (report != NULL || job->report.options->verbosity == FF_OPTIONS_VERBOSE)
		job->report.peak_bytes = ff_report_peak();
	job->report.heap_bytes = (uint64_t)ff_budget_peak();
	if (st == FF_OK && report != NULL)
		st = write_report(job, report, err);
	return st;
}

enum ff_status ff_job_publish(struct ff_job *job, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	const bool named = job->listing == NULL;
	struct ff_output out;
	enum ff_status st;
	sigset_t before;

	if (named && (job->listing = list_paths(&job->report)) == NULL)
		return ff_status_nomem(err, "the names of the files");
	ff_output_hold(&before);
	st = ff_job_write(job, err);
	ff_progress_end(&job->progress);
	/* In one write, so that a reader that closes the pipe after a line does not fail the run.
	 * An answer comes before the files have their names, the list of these names after. */
	if (st == FF_OK && !named)
		st = ff_output_put(&out, "-", job->listing, strlen(job->listing), err);
	if (st == FF_OK)
		st = ff_plan_commit(plan, err);
	if (st == FF_OK && named && !plan->standard &&
	    job->report.options->verbosity != FF_OPTIONS_QUIET)
		st = ff_output_put(&out, "-", job->listing, strlen(job->listing), err);
	if (st != FF_OK)
		ff_plan_free(plan);
	ff_output_release(&before);
	free(job->listing);
	job->listing = NULL;
	return st;
}

enum ff_status ff_job_output(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st;

	if ((st = ff_job_examine(job, err)) != FF_OK || (st = ff_job_draw(job, err)) != FF_OK)
		return st;
	return ff_job_publish(job, err);
}

void ff_job_restart(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan)
{
	ff_plan_free(&job->plan);
	job->started = ff_clock_ms();
	job->plan = *plan;
	job->animated = false;
	job->report = (struct ff_report){
		.verb = options->verb->report != NULL ? options->verb->report : &ff_report_run,
		.options = options,
		.problem = &job->problem,
		.solution = &job->solution,
		.machine = &job->machine};
	*plan = (struct ff_plan){0};
}

static struct ff_job *make_job(const struct ff_options *options, struct ff_plan *plan,
			       enum ff_cpu cpu, struct ff_error *err)
{
	struct ff_job *job = malloc(sizeof *job);

	if (job == NULL) {
		ff_status_nomem(err, "the job");
		return NULL;
	}
	*job = (struct ff_job){.options = options, .cores = 1, .machine.cpu = cpu};
	ff_job_restart(job, options, plan);
	return job;
}

void ff_job_free(struct ff_job *job)
{
	if (job == NULL)
		return;
	ff_plan_free(&job->plan);
	free(job->listing);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	ff_pool_close(job->machine.pool);
	free(job);
}

enum ff_status ff_job_make(struct ff_job **out, const struct ff_options *options,
			   struct ff_plan *plan, enum ff_cpu cpu, struct ff_error *err)
{
	struct ff_job *job = *out = make_job(options, plan, cpu, err);
	enum ff_status st;

	if (job == NULL)
		return FF_E_NOMEM;
	if ((st = ff_job_solve(job, err)) == FF_OK && !options->dry_run &&
	    (st = ff_job_examine(job, err)) == FF_OK)
		st = ff_job_draw(job, err);
	if (st != FF_OK) {
		ff_job_free(job);
		*out = NULL;
	}
	return st;
}

enum ff_status ff_job_new(struct ff_job **out, const struct ff_options *options,
			  struct ff_error *err)
{
	int cores = ff_pool_cores(); /* before the sandbox: read from a file */
	enum ff_cpu cpu = FF_CPU_PLAIN;
	struct ff_plan plan;
	struct ff_job *job;
	enum ff_status st;

	*out = NULL;
	if ((st = ff_job_cpu(&cpu, err)) != FF_OK ||
	    (st = ff_plan_make(&plan, options, err)) != FF_OK)
		return st;
	if ((job = make_job(options, &plan, cpu, err)) == NULL) {
		ff_plan_free(&plan);
		return FF_E_NOMEM;
	}
	job->cores = cores;
	job->alone = true;
	job->progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	ff_progress_show(&job->progress, "reading", 0, 0);
	*out = job;
	return FF_OK;
}

enum ff_status ff_job_begin(struct ff_job **out, const struct ff_options *options,
			    struct ff_error *err)
{
	enum ff_status st = ff_job_new(out, options, err);

	if (st == FF_OK)
		st = ff_sandbox_confine(options, &(*out)->plan, err);
	if (st != FF_OK && *out != NULL) {
		ff_progress_end(&(*out)->progress);
		ff_job_free(*out);
		*out = NULL;
	}
	return st;
}

enum ff_status ff_job_end(struct ff_job *job, enum ff_status st, struct ff_error *err)
{
	if (job == NULL)
		return st;
	ff_progress_end(&job->progress);
	if (st == FF_OK)
		st = ff_job_conclude(job, err);
	ff_job_free(job);
	return st;
}

enum ff_status ff_job_conclude(const struct ff_job *job, struct ff_error *err)
{
	const struct ff_report *report = &job->report;

	if (job->options->dry_run) {
		print_plan(job);
		return FF_OK;
	}
	if (job->options->verbosity != FF_OPTIONS_QUIET) {
		ff_report_print_warnings(report, "flowfield", stderr);
		ff_report_print_summary(report, "flowfield", stderr);
	}
	if (report->answer != FF_OK)
		*err = report->reason;
	return report->answer;
}
