/*
 * flowfield MAP: what a command line without a verb does.
 */
#include "cli/job.h"
#include "cli/options.h"
#include "cli/verb.h"

static const struct ff_options_rule rules[] = {
	{"flee", FF_OPTIONS_WITHOUT, "animate budget",
	 "--flee and --animate or --budget: a flee map grows out of a finished field"},
};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->grows = ff_options_animates(o);
	if ((st = ff_options_check_goal(o, err)) == FF_OK &&
	    (st = ff_options_check_paths(o, err)) == FF_OK &&
	    (st = ff_options_check_shared(o, err)) == FF_OK)
		st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err);
	return st;
}

/* Prints the paths written on standard output, where that carries no data, and a summary and
 * warnings on standard error.  With FF_E_ANSWER all files are written; after any other failure
 * none is changed, but what went directly to a pipe has gone. */
static enum ff_status run_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_job job;
	enum ff_status st;

	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK || options->dry_run ||
	    (st = ff_problem_read(&job.problem, options, err)) != FF_OK ||
	    (st = ff_job_ready(&job, err)) != FF_OK ||
	    (st = ff_solution_find(&job.solution, &job.work, err)) != FF_OK)
		goto out;
	ff_job_examine(&job);
	st = ff_job_publish(&job, err);
out:
	return ff_job_end(&job, st, err);
}

const struct ff_verb ff_run_verb = {
	.name = "",
	.text = "",
	.table = &ff_options_table,
	.size = sizeof(struct ff_options),
	.check = check_options,
	.job = run_map,
};
