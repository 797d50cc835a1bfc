/*
 * flowfield compare: solves two maps and prints what changed. Each map is solved as by a run
 * that writes a table, and its cells stay in memory.
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html.h"
#include "cli/job.h"
#include "cli/options.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/diff.h"
#include "core/base/memory.h"

struct compare {
	struct ff_options common;
	const char *new;        /* the other map: a path, or "-" */
	const char *difference; /* a picture; NULL: none */
	const char *page;       /* NULL: none */
	struct ff_diff_rules rules;
};

/* Returns a number with the decimals of tables, after multiplication with 'parts': noise in the
 * last bits is no change. */
static double round_number(double number, double parts)
{
	return round(number * parts * 1e6) / (parts * 1e6);
}

static void fill_table(struct ff_cells_table *table, const struct ff_job *job)
{
	const struct ff_solution *s = &job->solution;
	const struct ff_cost *map = &job->problem.map;
	const double one = ff_model_one(&job->problem.model), parts = fmax(one, 1);
	size_t cells = (size_t)s->field.w * (size_t)s->field.h;

	memcpy(table->classes, s->classes.cells, cells);
	memcpy(table->directions, s->flow.cells, cells);
	for (size_t i = 0; i < cells; i++) {
		const uint32_t cost = ff_cost_at(map, i);
		const struct ff_flow_vector vector = ff_flow_vector_at(&s->flow, i);

		table->field.f64[i] = round_number(ff_field_value(&s->field, i), parts);
		table->costs[i] = cost == ff_cost_wall(map) ? (double)INFINITY
							    : round_number(cost / one, parts);
		table->vectors[i] =
			(struct ff_flow_vector){(float)round_number((double)vector.dx, 1),
						(float)round_number((double)vector.dy, 1)};
	}
}

/* Solves one of the maps, and makes a table of the solution. */
static enum ff_status solve_map(struct ff_job *job, struct ff_cells_file *out, struct ff_error *err)
{
	struct ff_cells_file read = {.kind = FF_CELLS_TABLE, .format = "csv"};
	struct ff_cells_table *table = &read.table;
	enum ff_status st;

	if ((st = ff_problem_read(&job->problem, job->options, err)) == FF_OK &&
	    (st = ff_job_ready(job, err)) == FF_OK)
		st = ff_solution_find(&job->solution, &job->work, err);
	ff_progress_end(&job->progress);
	if (st != FF_OK)
		return st;
	read.w = job->solution.field.w;
	read.h = job->solution.field.h;
	table->field = (struct ff_field){.w = read.w,
					 .h = read.h,
					 .type = FF_FIELD_F64,
					 .unit = 1,
					 .cells = ff_memory_cells(read.w, read.h, sizeof(double))};
	table->costs = ff_memory_cells(read.w, read.h, sizeof *table->costs);
	table->classes = ff_memory_cells(read.w, read.h, 1);
	table->directions = ff_memory_cells(read.w, read.h, 1);
	table->vectors = ff_memory_cells(read.w, read.h, sizeof *table->vectors);
	if (table->field.cells == NULL || table->costs == NULL || table->classes == NULL ||
	    table->directions == NULL || table->vectors == NULL) {
		ff_cells_free(&read);
		return ff_status_nomem(err, "the comparison");
	}
	fill_table(table, job);
	read.raster = ff_raster_of_values(read.w, read.h, 1, FF_RASTER_F64, (double)INFINITY,
					  table->field.cells);
	*out = read;
	return FF_OK;
}

/* Opens both maps and gives them one unit, if either has real costs. */
static enum ff_status load_maps(struct ff_job jobs[2], struct ff_error *err)
{
	double largest = 0;
	bool real = false;

	for (int i = 0; i < 2; i++) {
		struct ff_problem *problem = &jobs[i].problem;
		enum ff_status st = ff_problem_open(problem, jobs[i].options, err);

		if (st != FF_OK || (st = ff_problem_load(problem, jobs[i].options, err)) != FF_OK)
			return st;
		real |= problem->map.cells == NULL && !problem->costs.given;
		largest = fmax(largest, problem->map.cells == NULL
						? problem->costs.largest
						: ff_cost_range(&problem->map).most);
	}
	for (int i = 0; i < 2 && real; i++)
		jobs[i].problem.costs.one = ff_cost_one(largest);
	return FF_OK;
}

static enum ff_status check_outputs(const struct ff_options *options,
				    const struct ff_diff_outputs *how, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (how->out != NULL)
		st = ff_outputs_check_inputs("out", how->out, options, err);
	if (st == FF_OK && how->json != NULL)
		st = ff_outputs_check_inputs("json", how->json, options, err);
	if (st == FF_OK && how->html != NULL &&
	    (st = ff_outputs_check_inputs("html", how->html, options, err)) == FF_OK &&
	    (st = ff_html_check(err)) == FF_OK)
		st = ff_plan_check_writable(how->html, err);
	return st == FF_OK ? ff_diff_check_outputs(how->out, how->json, false, err) : st;
}

static enum ff_status compare_maps(const struct ff_options *options, struct ff_error *err)
{
	const struct compare *asked = (const struct compare *)options;
	char question[400];
	struct ff_diff_outputs how = {.old = options->map,
				      .new = asked->new,
				      .out = asked->difference,
				      .html = asked->page,
				      .rules = &asked->rules,
				      .json = options->outputs[FF_OPTIONS_JSON],
				      .quiet = options->verbosity == FF_OPTIONS_QUIET,
				      .verbose = options->verbosity == FF_OPTIONS_VERBOSE};
	struct ff_options maps[2] = {*options, *options};
	struct ff_job jobs[2] = {0};
	struct ff_sandbox *sandbox = &jobs[0].plan.sandbox;
	struct ff_cells_file tables[2] = {0};
	json_t *page = NULL;
	struct ff_diff diff;
	enum ff_status st;

	for (int i = 0; i < 2; i++) {
		maps[i].outputs[FF_OPTIONS_JSON] = NULL;
		maps[i].outputs[FF_OPTIONS_CSV] =
			"-"; /* everything that a table needs is solved; it is not written */
	}
	maps[1].map = asked->new;
	if ((st = check_outputs(options, &how, err)) != FF_OK ||
	    (st = ff_job_plan(&jobs[0], &maps[0], true, err)) != FF_OK ||
	    (st = ff_job_plan(&jobs[1], &maps[1], true, err)) != FF_OK ||
	    (st = ff_sandbox_add(sandbox, FF_SANDBOX_REPLACE, how.out, err)) != FF_OK ||
	    (st = ff_sandbox_add(sandbox, FF_SANDBOX_REPLACE, how.json, err)) != FF_OK ||
	    (st = ff_sandbox_add(sandbox, FF_SANDBOX_REPLACE, how.html, err)) != FF_OK ||
	    (st = ff_sandbox_enter(sandbox, err)) != FF_OK)
		goto out;
	if ((st = load_maps(jobs, err)) != FF_OK)
		goto out;
	for (int i = 0; i < 2; i++) {
		if ((st = solve_map(&jobs[i], &tables[i], err)) != FF_OK)
			goto out;
		if (how.html != NULL && i == 0)
			page = ff_html_document(&jobs[i].report);
		else if (how.html != NULL)
			(void)json_array_append_new(json_object_get(page, "sides"),
						    ff_html_side(&jobs[i].report));
		ff_job_print_question(&jobs[i], question, sizeof question);
		ff_job_free(&jobs[i]);
	}
	how.question = question;
	st = ff_diff_tables(&tables[0], &tables[1], &asked->rules, &diff, err);
	if (st == FF_OK) {
		diff.page = json_incref(page);
		st = ff_diff_output(&diff, &how, err);
		ff_diff_free(&diff);
	}
out:
	json_decref(page);
	for (int i = 0; i < 2; i++) {
		ff_cells_free(&tables[i]);
		ff_job_free(&jobs[i]);
	}
	return st;
}

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Difference"},
	{0, "html", "FILE.html", "page of both, with the solver", FF_ARGV_REQUIRED, false, ff_options_set_path, .offset = offsetof(struct compare, page), .which = 1, .screen = FF_ARGV_FIRST},
	{0, "out", "FILE", "picture of what changed, if anything did", FF_ARGV_REQUIRED, false, ff_options_set_path, .offset = offsetof(struct compare, difference), .screen = FF_ARGV_FIRST},
	FF_DIFF_ROWS(offsetof(struct compare, rules))
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield compare",
	"usage: flowfield compare OLD NEW --goal X,Y [options]\n"
	"\n"
	"Solves two maps with the same options, and shows what changed, as flowfield diff\n"
	"does of the tables that --csv writes.  Exit status 0: nothing, 1: something.\n",
	rows,
	sizeof rows / sizeof *rows,
	NULL,
	&ff_options_table,
	"from require max-unreached Outputs out-dir force no-clobber Pictures Animation work-dir "
	"dry-run",
	NULL};

static void free_options(struct ff_options *o)
{
	free(((struct compare *)o)->rules.ignored);
}

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	if (((const struct compare *)o)->new == NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "there is no new map: flowfield compare OLD NEW --goal X,Y");
	st = ff_options_check_goal(o, err);
	return st == FF_OK ? ff_options_check_shared(o, err) : st;
}

const struct ff_verb ff_compare_verb = {
	.name = "compare",
	.text = "solve two maps and show what changed",
	.table = &table,
	.size = sizeof(struct compare),
	.second = {"new map", offsetof(struct compare, new), "the new map"},
	.check = check_options,
	.free = free_options,
	.job = compare_maps,
};
