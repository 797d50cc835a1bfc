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
#include "cli/render.h"
#include "cli/verb.h"
#include "core/solve/integrate.h"
#include "core/solve/seeds.h"
#include "draw/style.h"
#include "io/digest.h"

enum { ALONE = 1 << 14 }; /* cells below which another thread costs more than it saves */

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

/* Prints the size of the map and its layers, and the outputs, for --dry-run. */
static void print_plan(const struct ff_job *job)
{
	const struct ff_options *options = job->options;
	const struct ff_model *model = &job->problem.model;
	const unsigned needs = ff_outputs_needs(options) | (options->sight ? FF_OUTPUTS_SIGHT : 0);
	size_t cost = ff_model_is_wide(model) ? 1 + sizeof(uint16_t) : 1;
	enum ff_field_type type = options->animation.budget < INT64_MAX || options->grows
					  ? FF_INTEGRATE_TYPE_IN_ORDER
					  : ff_integrate_type(model);
	size_t cell = cost * (ff_problem_closes(options->radius) ? 2 : 1) + ff_field_size(type) +
		      2 /* direction and class */;

	if (ff_model_has_vectors(model) || options->sight)
		cell += sizeof(struct ff_flow_vector);
	for (unsigned labels = needs & (FF_OUTPUTS_SIGHT | FF_OUTPUTS_ALLOCATION |
					FF_OUTPUTS_REGIONS | FF_OUTPUTS_TIES | FF_OUTPUTS_BANDS |
					FF_OUTPUTS_DETOUR | FF_OUTPUTS_CHOKES);
	     labels > 0; labels &= labels - 1)
		cell += sizeof(uint32_t);
	cell += (needs & FF_OUTPUTS_CLEARANCE) != 0 ? 2 * sizeof(float) : 0;
	cell += (needs & FF_OUTPUTS_GAIN) != 0 ? 2 * sizeof(float) : 0;
	cell += (needs & FF_OUTPUTS_RIDGES) != 0;
	ff_problem_print_size(&job->problem, cell);
	for (size_t i = 0; i < job->plan.count; i++) {
		struct ff_error line;

		ff_status_fail(&line, FF_OK, "output: %s", job->plan.items[i].path);
		puts(line.text);
	}
}

enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err)
{
	int threads = job->options->threads > 0 ? job->options->threads : job->cores;

	job->report.ms[FF_REPORT_READ] = ff_clock_ms() - job->started;
	if (!job->alone || (int64_t)job->problem.map.w * job->problem.map.h < ALONE)
		threads = 1;
	if (ff_pool_open(threads < FF_THREADS_MAX ? threads : FF_THREADS_MAX, &job->machine.pool) !=
	    FF_OK)
		return ff_status_nomem(err, "threads");
	/* The names of the files are printed there at the end. */
	if (job->alone && !job->plan.standard && job->options->verbosity != FF_OPTIONS_QUIET &&
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY)
		return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
	return FF_OK;
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

/* Prints the names of the first goals, and the number of the others. */
static void print_goals(const struct ff_problem *problem, char *to, size_t size)
{
	enum { SHOWN = 3 };
	const struct ff_goals *goals = &problem->given;
	char name[FF_SEEDS_NAME];
	size_t n = 0;

	snprintf(to, size, "%s", goals->count > 0 ? "" : "none");
	for (size_t i = 0; i < goals->count && i < SHOWN && n < size; i++) {
		ff_problem_name_goal(problem, i, name);
		n += (size_t)snprintf(to + n, size - n, "%s%s", i == 0 ? "" : " ", name);
	}
	if (goals->count > SHOWN && n < size)
		snprintf(to + n, size - n, " and %zu more", goals->count - SHOWN);
}

/* Prints the metric and the options that change cells: "euclid, radius 3". */
static void print_rules(const struct ff_options *options, char *to, size_t size)
{
	/* The options' names, and what stands for them before their values. */
	static const char *const rules[][2] = {
		{"max-cost", "max cost"},   {"flee", "flee"},
		{"step", "step"},           {"corners", "corners"},
		{"flow", "flow"},           {"sight", "sight"},
		{"radius", "radius"},       {"subdivide", "subdivided"},
		{"coarsen", "coarsened"},   {"invert", "inverted"},
		{"wall-from", "wall from"}, {"remap", "remap"},
		{"legend", "legend"},       {"cost-scale", "cost scale"},
		{"budget", "budget"},       {"sectors", "sectors of"},
		{"exact", "exact"},         {"edits", "edits"},
	};
	size_t n = (size_t)snprintf(to, size, "%s", ff_model_metrics[options->model.metric]);

	for (const char *at = options->recorded; *at != '\0' && n < size;) {
		const char *name = at + 2, *value = name + strcspn(name, " ="), *end, *slash;
		const size_t length = (size_t)(value - name);
		const bool bare = *value == '\0' || strncmp(value, " --", 3) == 0;

		end = bare ? value : strstr(value, " --");
		end = end != NULL ? end : value + strlen(value);
		at = *end == ' ' ? end + 1 : end;
		for (slash = end; slash > value && slash[-1] != '/';)
			slash--;
		value = bare ? end : slash > value ? slash : value + 1;
		for (size_t k = 0; k < sizeof rules / sizeof *rules && n < size; k++)
			if (strlen(rules[k][0]) == length &&
			    memcmp(rules[k][0], name, length) == 0 &&
			    (options->legend != NULL || strcmp(rules[k][0], "legend") != 0))
				n += (size_t)snprintf(to + n, size - n, ", %s%s%.*s", rules[k][1],
						      bare ? "" : " ", (int)(end - value), value);
	}
}

void ff_job_print_question(const struct ff_job *job, char *to, size_t size)
{
	const struct ff_goals *goals = &job->report.problem->given;
	char list[3 * FF_SEEDS_NAME + 32], rules[256];

	print_goals(job->report.problem, list, sizeof list);
	print_rules(job->report.options, rules, sizeof rules);
	snprintf(to, size, "%s%s %s   %s", job->report.options->flee < 0 ? "flee from" : "goal",
		 goals->count > 1 ? "s" : "", list, rules);
}

void ff_job_examine(struct ff_job *job)
{
	struct ff_report *report = &job->report;
	const struct ff_scene *scene = &report->solution->scene;
	int32_t w = scene->cost->w, h = scene->cost->h;
	int characters = ff_style_characters(scene);
	const char *name = strrchr(report->problem->name, '/');
	char question[400];

	report->cost_digest = ff_digest_cost(&report->problem->map, report->problem->costs.one);
	if (report->options->outputs[FF_OPTIONS_JSON] != NULL ||
	    report->options->outputs[FF_OPTIONS_HTML] != NULL)
		report->field_digest = ff_job_field_digest(job);
	report->ms[FF_REPORT_INTEGRATE] = report->solution->integrate_ms;
	report->ms[FF_REPORT_FLOW] = report->solution->flow_ms;
	ff_job_print_question(job, question, sizeof question);
	snprintf(job->title, sizeof job->title, "%s   %s   flowfield " FF_VERSION,
		 name != NULL ? name + 1 : report->problem->name, question);
	job->style = job->film = report->options->style;
	job->style.title = job->film.title = job->title;
	job->style.metres = job->film.metres = report->problem->placed;
	job->style.place = job->film.place =
		report->problem->placed
			? report->problem->world
			: (struct ff_georeference){
				  -0.5, -0.5,
				  (double)report->problem->block / report->problem->parts, true};
	ff_style_scale(&job->style, w, h, FF_STYLE_PICTURE, characters);
	ff_style_scale(&job->film, w, h, FF_STYLE_ANIMATION, characters);
	report->style = &job->style;
	report->film = &job->film;
	ff_report_examine(report);
}

/* Writes what goes directly to a pipe or a device, or all else, except the report. */
static enum ff_status write_items(struct ff_job *job, bool direct, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	double started = ff_clock_ms();
	enum ff_status st = ff_plan_write(plan, direct, err);

	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (item->direct == direct && item->kind != FF_OPTIONS_JSON &&
		    !ff_outputs_made(item->format) &&
		    (st = ff_plan_folder(plan, item->path, err)) == FF_OK &&
		    (st = ff_output_open(&item->output, item->path, err)) == FF_OK &&
		    (st = ff_render_write(&job->report, item, err)) == FF_OK)
			st = ff_output_close(&item->output, err);
	}
	job->report.ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

enum ff_status ff_job_draw(struct ff_job *job, struct ff_error *err)
{
	size_t root = job->report.options->root == NULL ? 0 : strlen(job->report.options->root) + 1;
	struct ff_plan *plan = &job->plan;
	enum ff_status st;

	if ((st = ff_render_make(&job->report, err)) != FF_OK)
		return st;
	/* As they were asked for. */
	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			job->report.outputs[job->report.output_count++] =
				plan->items[i].path + root;
	ff_progress_show(&job->progress, "writing", 0, 0);
	st = write_items(job, true, err);
	/* The report comes last, but opening a pipe may wait for its reader. */
	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].direct && plan->items[i].kind == FF_OPTIONS_JSON)
			st = ff_output_open(&plan->items[i].output, plan->items[i].path, err);
	return st;
}

enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err)
{
	struct ff_plan_item *item = NULL;
	enum ff_status st = write_items(job, false, err);
	char *text;

	for (size_t i = 0; i < job->plan.count; i++)
		if (job->plan.items[i].kind == FF_OPTIONS_JSON)
			item = &job->plan.items[i];
	job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - job->started;
	if (item != NULL || job->report.options->verbosity == FF_OPTIONS_VERBOSE)
		job->report.peak_bytes = ff_report_peak();
	job->report.heap_bytes = (uint64_t)ff_budget_peak();
	if (st != FF_OK || item == NULL)
		return st;
	if ((text = ff_report_json(&job->report)) == NULL)
		return ff_status_nomem(err, "the report");
	if (!item->direct) {
		item->file = (uint8_t *)text;
		item->size = strlen(text);
		return ff_plan_write(&job->plan, false, err);
	}
	st = ff_output_write(&item->output, text, strlen(text), err);
	free(text);
	return st == FF_OK ? ff_output_close(&item->output, err) : st;
}

enum ff_status ff_job_publish(struct ff_job *job, struct ff_error *err)
{
	const bool named = job->listing == NULL, terminal = isatty(STDOUT_FILENO) == 1;
	const struct ff_report *report = &job->report;
	struct ff_strings names = {0};
	struct ff_output out;
	enum ff_status st = ff_job_draw(job, err);
	sigset_t before;

	if (st != FF_OK)
		return st;
	ff_output_hold(&before);
	st = ff_job_write(job, err);
	ff_progress_end(&job->progress);
	/* An answer comes before the files have their names, the list of these names after. */
	if (st == FF_OK && !named)
		st = ff_output_put(&out, "-", job->listing, strlen(job->listing), err);
	/* Unchanged for programs, on a terminal without control characters. */
	for (size_t i = 0; i < report->output_count && st == FF_OK && named; i++) {
		const char *name = report->outputs[i];

		if ((st = ff_strings_add(&names, name, strlen(name), err)) == FF_OK && terminal)
			ff_status_clean(names.items[i]);
	}
	if (st == FF_OK)
		st = ff_plan_publish(&job->plan,
				     report->options->verbosity == FF_OPTIONS_QUIET ? NULL : &names,
				     err);
	else
		ff_plan_free(&job->plan);
	ff_output_release(&before);
	ff_strings_free(&names);
	free(job->listing);
	job->listing = NULL;
	return st;
}

void ff_job_restart(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan)
{
	ff_plan_free(&job->plan);
	job->started = ff_clock_ms();
	job->plan = *plan;
	job->report = (struct ff_report){
		.verb = options->verb->report != NULL ? options->verb->report : &ff_report_run,
		.options = options,
		.problem = &job->problem,
		.solution = &job->solution,
		.machine = &job->machine,
		.progress = &job->progress,
		.plan = &job->plan};
	*plan = (struct ff_plan){0};
}

enum ff_status ff_job_plan(struct ff_job *job, const struct ff_options *options, bool alone,
			   struct ff_error *err)
{
	struct ff_plan plan = {0};
	enum ff_status st;

	*job = (struct ff_job){.options = options,
			       .alone = alone,
			       .cores = alone ? ff_pool_cores() : 1, /* before the sandbox */
			       .work = {.problem = &job->problem,
					.options = options,
					.machine = &job->machine,
					.progress = &job->progress}};
	if ((st = ff_job_cpu(&job->machine.cpu, err)) == FF_OK)
		st = ff_plan_make(&plan, options, err);
	ff_job_restart(job, options, &plan);
	if (st != FF_OK)
		return st;
	if (alone) {
		job->progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
		ff_progress_show(&job->progress, "reading", 0, 0);
	}
	return FF_OK;
}

void ff_job_free(struct ff_job *job)
{
	ff_plan_free(&job->plan);
	free(job->listing);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	ff_pool_close(job->machine.pool);
	*job = (struct ff_job){.options = job->options};
}

enum ff_status ff_job_end(struct ff_job *job, enum ff_status st, struct ff_error *err)
{
	const struct ff_report *report = &job->report;

	ff_progress_end(&job->progress);
	if (st == FF_OK && job->options->dry_run) {
		print_plan(job);
	} else if (st == FF_OK) {
		if (job->options->verbosity != FF_OPTIONS_QUIET) {
			ff_report_print_warnings(report, "flowfield", stderr);
			ff_report_print_summary(report, "flowfield", stderr);
		}
		st = report->answer;
		if (st != FF_OK)
			*err = report->reason;
	}
	ff_job_free(job);
	return st;
}
