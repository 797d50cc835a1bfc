#include "cmd/cmd_verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "cmd/confine.h"
#include "cmd/estimate.h"
#include "cmd/problem.h"
#include "format/read_field.h"
#include "solve/verify.h"

/* The map that the field was made of must be this one. */
static enum ff_status check_costs(const struct ff_cost *map, const struct ff_read_field *read,
				  const char *name, struct ff_error *err)
{
	for (size_t i = 0; i < (size_t)map->w * (size_t)map->h && read->costs != NULL; i++)
		if (read->costs[i] != map->cells[i])
			return ff_status_fail(err, FF_E_ANSWER,
					      "%s: %zu,%zu: cost is %d, on the map %d", name,
					      i % (size_t)map->w, i / (size_t)map->w,
					      read->costs[i], map->cells[i]);
	return FF_OK;
}

static enum ff_status judge(const struct ff_verify_result *result, const char *name,
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

/* What of the columns that can be verified there are. */
static void say(const struct ff_read_field *read, const char *name)
{
	struct ff_error clean;

	snprintf(clean.text, sizeof clean.text, "%s", name);
	ff_status_clean(clean.text);
	fprintf(stderr, "flowfield: %s: %" PRId32 "x%" PRId32 ": all values%s%s%s are right\n",
		clean.text, read->field.w, read->field.h, read->classes != NULL ? ", classes" : "",
		read->directions != NULL ? ", directions" : "",
		read->vectors != NULL ? ", vectors" : "");
}

static enum ff_status verify(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_read_field *read, const char *name,
			     struct ff_error *err)
{
	const struct ff_verify_question question = {
		.model = &options->model,
		.cost = ff_problem_cost(problem),
		.seeds = &problem->seeds,
		.unit = problem->unit,
		.limit = problem->limit,
		.sight = options->sight,
	};
	const struct ff_verify_claim claim = {&read->field, read->classes, read->directions,
					      read->vectors};
	struct ff_verify_result result;
	enum ff_status st;

	if ((st = check_costs(&problem->map, read, name, err)) != FF_OK)
		return st;
	if (ff_verify(&question, &claim, &result) != FF_OK)
		return ff_status_nomem(err, "the check");
	if (result.any)
		return judge(&result, name, err);
	if (options->verbosity != FF_OPTIONS_QUIET)
		say(read, name);
	return FF_OK;
}

/* Reads the field and holds it against the problem, which has been read. */
static enum ff_status check(const struct ff_problem *problem, const struct ff_options *options,
			    struct ff_input *in, struct ff_error *err)
{
	const char *name = in->name;
	struct ff_read_field read;
	enum ff_status st;

	if ((st = ff_read_field(in, problem->map.w, problem->map.h, &read, err)) != FF_OK)
		return st;
	ff_input_close(in);
	st = verify(problem, options, &read, name, err);
	ff_read_field_free(&read);
	return st;
}

enum ff_status ff_cmd_verify(const struct ff_options *options, struct ff_error *err)
{
	enum { LINE = 64 }; /* about as long as one of a field is */
	struct ff_problem problem = {0};
	struct ff_input in = {.fd = STDIN_FILENO};
	enum ff_status st;
	uint64_t bytes;

	if ((st = ff_confine(options, NULL, err)) != FF_OK ||
	    (st = ff_problem_open(&problem, options, err)) != FF_OK ||
	    (st = ff_input_open(&in, options->checked, err)) != FF_OK)
		goto out;
	bytes = (uint64_t)problem.size.w * (uint64_t)problem.size.h * LINE;
	bytes = ff_estimate_verify(&problem, options, ff_input_expect(&in, bytes));
	if ((st = ff_estimate_fits(bytes, &problem, options, err)) != FF_OK)
		goto out;
	if (options->dry_run)
		ff_estimate_print(bytes, &problem);
	else if ((st = ff_problem_read(&problem, options, err)) == FF_OK)
		st = check(&problem, options, &in, err);
out:
	ff_input_close(&in);
	ff_problem_free(&problem);
	return st;
}
