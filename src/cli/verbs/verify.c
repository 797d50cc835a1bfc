/*
 * flowfield verify: checks every cell of a field without the solver.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/output_plan.h"
#include "cli/problem.h"
#include "cli/verb.h"
#include "cli/verbs/field_file.h"
#include "core/verify/verify.h"
#include "io/input.h"

struct verify {
	struct ff_options common;
	const char *field; /* a path, or "-" */
	bool detours;      /* values may be above the least */
};

static enum ff_status report_wrong(const struct ff_verify_result *result, const char *name,
				   struct ff_error *err)
{
	char counts[160] = "";
	size_t n = 0;

	for (int k = 0; k < FF_VERIFY_KINDS; k++)
		if (result->wrong[k] > 0)
			n += (size_t)snprintf(counts + n, sizeof counts - n, "%s%" PRIu64 " %s",
					      n > 0 ? ", " : "", result->wrong[k],
					      ff_verify_names[k]);
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: %" PRId32 ",%" PRId32 ": %s (wrong in all: %s)", name, result->x,
			      result->y, result->what, counts);
}

static uint64_t count_of(const struct ff_cells_table *read, enum ff_class class)
{
	size_t cells = (size_t)read->field.w * (size_t)read->field.h;
	uint64_t left = 0;

	for (size_t i = 0; i < cells && read->classes != NULL; i++)
		left += read->classes[i] == class;
	return left;
}

/* Prints which columns are right. */
static void print_columns(const struct ff_cells_table *read, bool detours, const char *name)
{
	struct ff_error clean;
	char rest[128] = "";
	uint64_t left = count_of(read, FF_NOT_COMPUTED), pending = count_of(read, FF_NOT_YET);
	int n = 0;

	if (left > 0)
		n = snprintf(rest, sizeof rest, "; %" PRIu64 " cells are not computed", left);
	if (pending > 0)
		snprintf(rest + n, sizeof rest - (size_t)n, "; %" PRIu64 " cells are not known yet",
			 pending);
	snprintf(clean.text, sizeof clean.text, "%s", name);
	ff_status_clean(clean.text);
	fprintf(stderr, "flowfield: %s: %" PRId32 "x%" PRId32 ": all values%s%s%s are right%s%s\n",
		clean.text, read->field.w, read->field.h, read->classes != NULL ? ", classes" : "",
		read->directions != NULL ? ", directions" : "",
		read->vectors != NULL ? ", vectors" : "", detours ? ", detours allowed" : "", rest);
}

static enum ff_status verify_field(const struct ff_problem *problem, const struct verify *asked,
				   const struct ff_cells_table *read, const char *name,
				   struct ff_error *err)
{
	const struct ff_options *options = &asked->common;
	const struct ff_verify_question question = {
		.model = &options->model,
		.cost = ff_problem_cost(problem),
		.seeds = &problem->seeds,
		.unit = problem->unit,
		.limit = problem->limit,
		.sight = options->sight,
		.detours = asked->detours,
	};
	const struct ff_verify_claim claim = {&read->field, read->classes, read->directions,
					      read->vectors};
	bool euclid = ff_model_is_continuous(&options->model);
	struct ff_verify_result result;
	enum ff_status st;

	if ((st = ff_field_file_check(&problem->map, options->model.scale, read, name, err)) !=
	    FF_OK)
		return st;
	if (ff_verify(&question, &claim, &result) != FF_OK)
		return ff_status_nomem(err, "the check");
	if (euclid && result.wrong[FF_VERIFY_VALUE] > 0 && count_of(read, FF_NOT_COMPUTED) > 0)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has cells that are not computed, and is not the field "
				      "that sectors --exact finds with euclid: no other can be "
				      "verified",
				      name);
	if (result.any)
		return report_wrong(&result, name, err);
	if (options->verbosity != FF_OPTIONS_QUIET)
		print_columns(read,
			      asked->detours || (!euclid && count_of(read, FF_NOT_COMPUTED) > 0),
			      name);
	return FF_OK;
}

/* Reads the field and compares it with the problem, which has been read. */
static enum ff_status check_field(const struct ff_problem *problem, const struct verify *asked,
				  struct ff_input *in, struct ff_error *err)
{
	const char *name = in->name;
	struct ff_cells_table read;
	enum ff_status st;

	if ((st = ff_field_file_read(problem, &asked->common, in, true, &read, err)) != FF_OK)
		return st;
	ff_input_close(in);
	st = verify_field(problem, asked, &read, name, err);
	ff_cells_table_free(&read);
	return st;
}

static enum ff_status verify_map(const struct ff_options *options, struct ff_error *err)
{
	enum { CELL = 42 }; /* bytes of a cell of the map, the field as read, and its results */
	const struct verify *asked = (const struct verify *)options;
	struct ff_problem problem = {0};
	struct ff_input in = {.fd = STDIN_FILENO};
	struct ff_plan plan = {0};
	enum ff_status st;

	if ((st = ff_plan_make(&plan, options, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&problem, options, err)) != FF_OK ||
	    (st = ff_input_open(&in, asked->field, err)) != FF_OK)
		goto out;
	if (options->dry_run)
		ff_problem_print_size(&problem, CELL);
	else if ((st = ff_problem_read(&problem, options, err)) == FF_OK)
		st = check_field(&problem, asked, &in, err);
out:
	ff_input_close(&in);
	ff_problem_free(&problem);
	ff_plan_free(&plan);
	return st;
}

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Verify"},
	{0, "detours", NULL, "accept detours: costs above the least", FF_ARGV_NONE, false, ff_options_set_flag, .offset = offsetof(struct verify, detours), .screen = FF_ARGV_FIRST},
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield verify",
	"usage: flowfield verify MAP FIELD --goal X,Y [options]\n"
	"\n"
	"Checks every cell of a field against the map, the goals and the options of its\n"
	"run, without solving.  FIELD is a file of --csv or --integration, or of another\n"
	"program.\n",
	rows, sizeof rows / sizeof *rows, NULL, &ff_options_table,
	/* Fields of --flee and --budget cannot be verified. */
	"from require max-unreached flee Outputs json out-dir Animation", NULL};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	const struct verify *asked = (const struct verify *)o;
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->default_count = 0;
	if (asked->field == NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "there is no field to verify: name a file, or -");
	if ((st = ff_options_check_goal(o, err)) != FF_OK)
		return st;
	if (ff_model_is_continuous(&o->model) && asked->detours)
		return ff_status_fail(err, FF_E_USAGE,
				      "--detours is not for --metric euclid, where they cannot be "
				      "told from faults");
	return ff_options_check_shared(o, err);
}

const struct ff_verb ff_verify_verb = {
	.name = "verify",
	.text = "check every cell of a field",
	.table = &table,
	.size = sizeof(struct verify),
	.second = {"field", offsetof(struct verify, field), "what is verified"},
	.check = check_options,
	.job = verify_map,
};
