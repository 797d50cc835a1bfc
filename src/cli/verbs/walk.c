/*
 * flowfield walk: walkers who follow the field.
 */
#include "cli/job.h"
#include "cli/verb.h"
#include "cli/verbs/walk_options.h"
#include "cli/verbs/walk_problem.h"
#include "cli/verbs/walk_solution.h"

static enum ff_status walk_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_walk_solution walk = {.options = (const struct ff_walk_options *)options};
	struct ff_job *job;
	enum ff_status st;

	if ((st = ff_job_begin(&job, options, err)) != FF_OK ||
	    (st = ff_problem_open(&job->problem, options, err)) != FF_OK ||
	    (st = ff_walk_problem_open(&walk.asked, &job->problem, walk.options, err)) != FF_OK ||
	    (st = ff_job_solve(job, err)) != FF_OK || options->dry_run ||
	    (st = ff_walk_solution_find(&walk, &job->solution, &job->problem, &job->plan,
					&job->machine, &job->progress, err)) != FF_OK)
		goto out;
	job->solution.own = &walk;
	st = ff_job_output(job, err);
out:
	st = ff_job_end(job, st, err);
	ff_walk_solution_free(&walk);
	return st;
}

const struct ff_verb ff_walk_verb = {
	.name = "walk",
	.text = "let walkers follow the field, alone or as a crowd",
	.table = &ff_walk_options_table,
	.size = sizeof(struct ff_walk_options),
	.defaults = &ff_walk_options_defaults,
	.check = ff_walk_options_check,
	.free = ff_walk_options_free,
	.report = &ff_walk_report_verb,
	.job = walk_map,
};
