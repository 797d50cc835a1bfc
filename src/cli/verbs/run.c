/*
 * flowfield MAP: what a command line without a verb does.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/html.h"
#include "cli/job.h"
#include "cli/options.h"
#include "cli/store.h"
#include "cli/verb.h"
#include "core/grid/regions.h"
#include "io/digest.h"

static const struct ff_options_rule rules[] = {
	{"flee", FF_OPTIONS_WITHOUT, "animate budget",
	 "--flee and --animate or --budget: a flee map grows out of a finished field"},
	{"html", FF_OPTIONS_WITHOUT, "budget",
	 "--html and --budget: the page solves the whole map"},
};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->outputs[FF_OPTIONS_HTML] != NULL && (st = ff_html_check(err)) != FF_OK)
		return st;
	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->grows = ff_options_animates(o);
	if ((st = ff_options_check_paths(o, err)) == FF_OK &&
	    (st = ff_options_check_shared(o, err)) == FF_OK)
		st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err);
	return st;
}

/* Prints a word as a shell reads it. */
static void put_word(FILE *to, const char *word)
{
	if (ff_status_is_plain(word)) {
		fprintf(to, " %s", word);
		return;
	}
	fputs(" '", to);
	for (; *word != '\0'; word++)
		fputs(*word == '\'' ? "'\\''" : (const char[]){*word, '\0'}, to);
	fputc('\'', to);
}

/* Describes a map that was given without a goal, with a command line that has one: the middle, if
 * that is open and there is one area, or a cell of the largest area. */
static enum ff_status suggest_goal(const struct ff_problem *problem, const struct ff_strings *words,
				   struct ff_error *err)
{
	const struct ff_cost *map = ff_problem_cost(problem);
	const uint64_t cells = (uint64_t)map->w * (uint64_t)map->h;
	struct ff_problem_cell goal = {map->w / 2, map->h / 2};
	struct ff_region largest;
	uint64_t open = 0;
	uint32_t areas;
	FILE *to;

	if (ff_regions_largest(map->w, map->h, map->cells, 1, FF_COST_MAX, false, 1, &areas,
			       &largest) != FF_OK)
		return ff_status_nomem(err, "areas");
	for (size_t i = 0; i < cells; i++)
		open += map->cells[i] != FF_COST_WALL;
	if (areas != 1 || !ff_cost_open(map, goal.x, goal.y)) {
		goal.x = (int32_t)(largest.first % (size_t)map->w);
		goal.y = (int32_t)(largest.first / (size_t)map->w);
	}
	ff_status_fail(err, FF_OK,
		       "%s: %" PRId32 "x%" PRId32 ": %" PRIu64 " open, %" PRIu64 " wall, %" PRIu32
		       " area%s (largest %" PRIu64 "); there is no goal%s",
		       problem->name, map->w, map->h, open, cells - open, areas,
		       areas == 1 ? "" : "s", largest.cells,
		       open > 0 ? ".  Try: flowfield" : ", and no cell for one");
	to = open == 0 ? NULL
		       : fmemopen(err->text + strlen(err->text),
				  sizeof err->text - strlen(err->text), "w");
	/* Behind the map, where that comes first, and before what may end the options. */
	for (size_t i = 1; to != NULL && i < words->count; i++) {
		bool map_first = *words->items[1] != '-';

		if (map_first)
			put_word(to, words->items[i]);
		if (i == 1)
			fprintf(to, " --goal %" PRId32 ",%" PRId32,
				goal.x * problem->block / problem->parts,
				goal.y * problem->block / problem->parts);
		if (!map_first)
			put_word(to, words->items[i]);
	}
	if (to != NULL)
		fclose(to);
	return FF_E_USAGE;
}

enum { SEEDS = 1 << 12 }; /* in a row of their digest, which has two numbers for each */

static void fill_seeds(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct ff_seeds *seeds = context;

	for (int32_t i = 0; i < n; i++) {
		size_t k = (size_t)y * SEEDS + (size_t)(x + i) / 2;

		if (k >= seeds->count)
			to[i] = 0;
		else if ((x + i) % 2 == 0)
			to[i] = seeds->items[k].cell;
		else
			memcpy(&to[i], &seeds->items[k].start, sizeof to[i]);
	}
}

/* Begins or goes on with the work of --work-dir: all that the field depends on. */
static enum ff_status begin_work(const struct ff_problem *problem, struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	const struct ff_model *model = &problem->model;
	struct ff_seeds seeds = problem->seeds;
	char text[512];

	snprintf(text, sizeof text,
		 "map %" PRId32 "x%" PRId32 " %016" PRIx64 "\ngoals %zu %016" PRIx64
		 "\nrules %s %s %s, scale %" PRIu32 ", limit %.17g\n",
		 cost->w, cost->h, ff_digest_cost(cost, problem->costs.one), problem->seeds.count,
		 ff_digest_numbers(2 * SEEDS, (int32_t)(problem->seeds.count / SEEDS + 1),
				   fill_seeds, &seeds),
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], model->scale, problem->limit);
	return ff_store_begin(text, err);
}

/* Opens the folder of --work-dir; a third of the memory is for what is not in files, and for what
 * is mapped until that shows. */
static enum ff_status open_store(struct ff_job *job, struct ff_error *err)
{
	const struct ff_options *options = job->options;
	const int64_t memory = options->max_memory;
	struct ff_sandbox *sandbox = &job->plan.sandbox;
	enum ff_status st;

	if (options->work_dir == NULL || options->dry_run)
		return FF_OK;
	st = ff_store_open(options->work_dir, memory == INT64_MAX ? memory : memory / 3 * 2, err);
	if (st == FF_OK)
		st = ff_sandbox_add(sandbox, FF_SANDBOX_BELOW, options->work_dir, err);
	return st == FF_OK ? ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER, options->work_dir, err)
			   : st;
}

/* Reads the map; where its layers may be files but memory is too small for a format that comes in
 * whole, names those that do not. */
static enum ff_status read_map(struct ff_job *job, struct ff_error *err)
{
	const enum ff_status st = ff_problem_read(&job->problem, job->options, err);
	struct ff_error why;

	if (st != FF_E_NOMEM || job->options->work_dir == NULL)
		return st;
	why = *err;
	return ff_status_fail(err, st, "%s (files of PGM and NPY may be larger)", why.text);
}

/* Prints the paths written on standard output, where that carries no data, and a summary and
 * warnings on standard error.  With FF_E_ANSWER all files are written; after any other failure
 * none is changed, but what went directly to a pipe has gone. */
static enum ff_status run_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_job job;
	enum ff_status st;
	bool hopeless; /* costs exceed what the field holds */

	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = open_store(&job, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK)
		goto out;
	if (ff_options_check_goal(options, err) != FF_OK) {
		if ((st = ff_problem_read_map(&job.problem, options, err)) == FF_OK)
			st = suggest_goal(&job.problem, options->words, err);
		goto out;
	}
	if (options->dry_run || (st = read_map(&job, err)) != FF_OK ||
	    (st = ff_job_ready(&job, err)) != FF_OK ||
	    (options->work_dir != NULL && (st = begin_work(&job.problem, err)) != FF_OK) ||
	    (st = ff_solution_find(&job.solution, &job.work, err)) != FF_OK)
		goto out;
	ff_job_examine(&job);
	st = ff_job_publish(&job, err);
out:
	hopeless = st == FF_E_LIMIT && job.solution.field.cells == NULL;
	st = ff_job_end(&job, st, err);
	ff_store_end(st == FF_OK || st == FF_E_ANSWER || hopeless);
	return st;
}

const struct ff_verb ff_run_verb = {
	.name = "",
	.text = "",
	.table = &ff_options_table,
	.size = sizeof(struct ff_options),
	.check = check_options,
	.job = run_map,
};
