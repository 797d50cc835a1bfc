/*
 * Read, integrate, descend, draw, write: each phase knows only what stands in
 * struct ff_job; the last two are rounds.
 */
#include "cli/job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/render.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "core/solve/integrate.h"
#include "draw/sheet.h"

enum { ALONE = 1 << 14 }; /* cells below which no thread is worth its start and memory */

struct ff_plan *ff_job_plan(struct ff_job *job)
{
	return &job->round.plan;
}

const struct ff_report *ff_job_report(const struct ff_job *job)
{
	return &job->round.report;
}

uint64_t ff_job_field_digest(const struct ff_job *job)
{
	return ff_round_digest(&job->solution.field);
}

/* The names of files are told at the end: better to know before if nobody listens. */
static enum ff_status check_listener(const struct ff_job *job, struct ff_error *err)
{
	if (job->round.plan.standard || job->options->verbosity == FF_OPTIONS_QUIET ||
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
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
static enum ff_status open_pool(struct ff_job *job, struct ff_error *err)
{
	int threads = job->options->threads;

	if (threads == 0)
		threads = job->cores;
	if (!job->round.alone || (int64_t)job->problem.map.w * job->problem.map.h < ALONE)
		threads = 1;
	ff_pool_close(job->machine.pool);
	job->machine.pool = NULL;
	if (ff_pool_open(threads < FF_THREADS_MAX ? threads : FF_THREADS_MAX, &job->machine.pool) !=
	    FF_OK)
		return ff_status_nomem(err, "threads");
	return FF_OK;
}

/*
 * Returns about how many bytes of the heap a run takes at most: while it reads, while it
 * integrates, or while it holds the answers and draws as many pictures at a time as there are
 * threads.
 */
static uint64_t estimate(const struct ff_job *job)
{
	/* Bytes of every run; of a picture that is packed; of its pixel, drawn and packed. */
	enum { PROGRAM = 128 << 10, PACKING = 768 << 10, DRAWN = 3 };
	const struct ff_options *options = job->options;
	const struct ff_model *model = &options->model;
	const struct ff_plan *plan = &job->round.plan;
	const struct ff_cost *map = &job->problem.map;
	const uint64_t cells = (uint64_t)map->w * (uint64_t)map->h;
	const enum ff_field_type type = options->animation.budget < INT64_MAX
						? ff_integrate_type_in_order(model)
						: ff_integrate_type(model);
	const uint64_t threads = (uint64_t)ff_pool_threads(job->machine.pool);
	const uint64_t field = ff_field_size(type), label = sizeof(uint32_t);
	uint64_t held = 1U + ff_problem_closes(options->radius) + options->changes + field;
	uint64_t solving = ff_integrate_scratch(model, type, map->w, map->h, &job->machine);
	uint64_t answers = 2, pictures = 0, pixels = 0, most; /* of a cell, as 'held' */
	int scale = options->style.scale;

	if (scale == 0)
		scale = ff_style_scale(map->w, map->h, ff_plan_marks(plan), false, 1);
	if (options->flee < 0)
		solving += cells * (1 + field + sizeof(struct ff_seed));
	if (model->flow == FF_FLOW_GRADIENT || options->sight)
		answers += sizeof(struct ff_flow_vector);
	if (options->sight || ff_plan_has(plan, FF_OPTIONS_SIGHT_MASK))
		answers += label;
	answers += label * ((unsigned)ff_plan_has(plan, FF_OPTIONS_ALLOCATION) +
			    (unsigned)ff_plan_has(plan, FF_OPTIONS_REGIONS) +
			    (unsigned)ff_plan_has(plan, FF_OPTIONS_TIES));
	for (size_t i = 0; i < plan->count; i++) {
		bool vectors = plan->items[i].format == FF_OUTPUTS_SVG;
		uint64_t side = (uint64_t)(vectors ? ff_sheet_grain(scale) : scale);

		if (vectors || plan->items[i].format == FF_OUTPUTS_PNG) {
			pictures++;
			pixels += side * side;
		}
	}
	if (threads > 0 && pictures > threads) {
		pixels = pixels * threads / pictures;
		pictures = threads;
	}
	answers = cells * (answers + DRAWN * pixels) + PACKING * pictures;
	most = cells * held + (solving > answers ? solving : answers);
	return PROGRAM + (most > job->problem.size.bytes ? most : job->problem.size.bytes);
}

static void promise_output(const char *path)
{
	struct ff_error line;

	ff_status_fail(&line, FF_OK, "output: %s", path);
	puts(line.text);
}

/* Prints the estimate and the outputs, for --dry-run. */
static void promise(const struct ff_job *job)
{
	ff_problem_promise(&job->problem, job->round.report.estimated_bytes);
	for (size_t i = 0; i < job->round.plan.count; i++)
		promise_output(job->round.plan.items[i].path);
	if (job->round.plan.frames.folder != NULL)
		promise_output(job->round.plan.frames.folder);
}

/* The digest takes time, and is seldom needed. */
static enum ff_status check_same_map(const struct ff_job *job, struct ff_error *err)
{
	struct ff_render_digests digests;
	enum ff_status st = FF_OK;

	if (!ff_plan_doubts(&job->round.plan))
		return FF_OK;
	st = ff_render_digest(&job->problem, job->options, &digests, err);
	return st == FF_OK ? ff_plan_same_map(&job->round.plan, digests.cost, err) : st;
}

enum ff_status ff_job_open(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (job->problem.stage < FF_PROBLEM_OPEN)
		st = ff_problem_open(&job->problem, job->options, err);
	if (st != FF_OK || (st = open_pool(job, err)) != FF_OK)
		return st;
	job->round.report.estimated_bytes = estimate(job);
	return FF_OK;
}

enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st = check_same_map(job, err);

	job->round.report.ms[FF_REPORT_READ] = ff_clock_ms() - job->round.started;
	return st == FF_OK && job->round.alone ? check_listener(job, err) : st;
}

enum ff_status ff_job_solve(struct ff_job *job, struct ff_error *err)
{
	enum ff_status st;

	if ((st = ff_job_open(job, err)) != FF_OK || job->options->dry_run ||
	    (job->problem.stage < FF_PROBLEM_READ &&
	     (st = ff_problem_read(&job->problem, job->options, err)) != FF_OK) ||
	    (st = ff_job_ready(job, err)) != FF_OK)
		return st;
	return ff_solution_find(&job->solution, &job->problem, job->options, &job->round.plan,
				&job->machine, &job->progress, err);
}

struct ff_solution_work ff_job_work(struct ff_job *job)
{
	return (struct ff_solution_work){&job->problem, job->options, &job->round.plan,
					 &job->machine, &job->progress};
}

void ff_job_round(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan)
{
	struct ff_round *round = &job->round;
	uint64_t estimated = round->report.estimated_bytes;

	ff_plan_free(&round->plan);
	*round = (struct ff_round){.alone = round->alone,
				   .started = ff_clock_ms(),
				   .plan = *plan,
				   .progress = &job->progress,
				   .report = {.verb = options->verb->report != NULL
							      ? options->verb->report
							      : &ff_report_run,
					      .options = options,
					      .problem = &job->problem,
					      .solution = &job->solution,
					      .machine = &job->machine,
					      .estimated_bytes = estimated}};
	*plan = (struct ff_plan){0};
}

static struct ff_job *new_job(const struct ff_options *options, struct ff_plan *plan,
			      enum ff_cpu cpu, struct ff_error *err)
{
	struct ff_job *job = malloc(sizeof *job);

	if (job == NULL) {
		ff_status_nomem(err, "the job");
		return NULL;
	}
	*job = (struct ff_job){.options = options, .cores = 1, .machine.cpu = cpu};
	ff_job_round(job, options, plan);
	return job;
}

void ff_job_free(struct ff_job *job)
{
	if (job == NULL)
		return;
	ff_plan_free(&job->round.plan);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	ff_pool_close(job->machine.pool);
	free(job);
}

enum ff_status ff_job_make(struct ff_job **out, const struct ff_options *options,
			   struct ff_plan *plan, enum ff_cpu cpu, struct ff_error *err)
{
	struct ff_job *job = new_job(options, plan, cpu, err);
	enum ff_status st;

	if (job == NULL)
		return FF_E_NOMEM;
	if ((st = ff_job_solve(job, err)) == FF_OK && !options->dry_run)
		st = ff_round_make(&job->round, err);
	if (st == FF_OK)
		*out = job;
	else
		ff_job_free(job);
	return st;
}

enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err)
{
	return ff_round_write(&job->round, err);
}

enum ff_status ff_job_alone(struct ff_job **out, const struct ff_options *options,
			    struct ff_error *err)
{
	int cores = ff_pool_cores(); /* asked of a file */
	struct ff_plan plan;
	struct ff_job *job;
	enum ff_status st;
	enum ff_cpu cpu = FF_CPU_PLAIN;

	if ((st = ff_job_cpu(&cpu, err)) != FF_OK ||
	    (st = ff_plan_make(&plan, options, err)) != FF_OK)
		return st;
	if ((job = new_job(options, &plan, cpu, err)) == NULL) {
		ff_plan_free(&plan);
		return FF_E_NOMEM;
	}
	job->cores = cores;
	job->round.alone = true;
	job->progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	ff_progress_show(&job->progress, "reading", 0, 0);
	*out = job;
	return FF_OK;
}

enum ff_status ff_job_conclude(const struct ff_job *job, struct ff_error *err)
{
	const struct ff_report *report = &job->round.report;

	if (job->options->dry_run) {
		promise(job);
		return FF_OK;
	}
	if (job->options->verbosity != FF_OPTIONS_QUIET) {
		ff_report_say_warnings(report, "flowfield", stderr);
		ff_report_say(report, "flowfield", stderr);
	}
	if (report->answer != FF_OK)
		*err = report->reason;
	return report->answer;
}
