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
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/verb.h"
#include "core/base/memory.h"
#include "core/verify/verify.h"
#include "io/cells.h"
#include "io/csv.h"
#include "io/formats.h"
#include "io/input.h"

struct verify {
	struct ff_options common;
	const char *field; /* a path, or "-" */
};

/* ---- the file of the field ---- */

/* Returns true if a cost with up to 6 decimals is that of a cell.  In a table of whole numbers a
 * wide map's cost of 255 looks like a wall. */
static bool is_cost(const struct ff_cost *map, double scale, size_t i, double cost)
{
	if (map->wide != NULL && isinf(cost) && map->wide[i] == FF_COST_WALL * scale)
		return true;
	if (map->cells[i] == FF_COST_WALL || isinf(cost))
		return map->cells[i] == FF_COST_WALL && isinf(cost);
	return map->wide == NULL ? cost == map->cells[i]
				 : (fabs(cost - map->wide[i] / scale) <= 6e-7 &&
				    ff_cost_units(cost, scale) == map->wide[i]);
}

/* Returns FF_E_ANSWER with the first cell whose cost in a table is not that of the map, which has
 * that scale if it is wide; else FF_OK. */
static enum ff_status check_costs(const struct ff_cost *map, double scale,
				  const struct ff_cells_table *read, const char *name,
				  struct ff_error *err)
{
	for (size_t i = 0; i < (size_t)map->w * (size_t)map->h && read->costs != NULL; i++)
		if (!is_cost(map, scale, i, read->costs[i])) {
			char own[40];

			own[ff_csv_put_cost(own, map, scale, i)] = '\0';
			return ff_status_fail(
				err, FF_E_ANSWER, "%s: %zu,%zu: cost is %g, on the map %s", name,
				i % (size_t)map->w, i / (size_t)map->w,
				map->wide == NULL && isinf(read->costs[i]) ? FF_COST_WALL
									   : read->costs[i],
				own);
		}
	return FF_OK;
}

/* Fails for a file of cells that are no integration of this map. */
static enum ff_status check_kind(const struct ff_problem *problem, const struct ff_cells_file *file,
				 const char *name, struct ff_error *err)
{
	const char *layer = ff_cells_text(file, "Layer");

	if (file->kind == FF_CELLS_PICTURE)
		layer = "a picture";
	else if (file->raster.channels == 2 ||
		 (file->w == 2 * (int64_t)problem->map.w && file->h == problem->map.h))
		layer = "vectors";
	if (layer != NULL && strcmp(layer, "integration") != 0)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: holds %.40s; expected what --csv or --integration "
				      "writes",
				      name, layer);
	if (file->w != problem->map.w || file->h != problem->map.h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has %" PRId32 "x%" PRId32 " cells; expected %" PRId32
				      "x%" PRId32 ", as the map",
				      name, file->w, file->h, problem->map.w, problem->map.h);
	return FF_OK;
}

/*
 * Makes a field of an integration, with multiples of the quantum where the values are as near to
 * them as the file's precision shows.  Values that are rounded more than half a quantum, or a
 * hundredth of a cell's cost where there is none, cannot be verified.
 */
static enum ff_status to_field(const struct ff_problem *problem, const struct ff_cells_file *file,
			       const char *name, struct ff_field *field, struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	const bool whole = !ff_model_is_continuous(&problem->model);
	const double quantum = ff_verify_quantum(&problem->model, cost);
	const double parts = quantum > 0 ? problem->unit / quantum : 0; /* of a cost of 1 */
	const double most =
		parts > 0 ? 0.499 / parts : 0.01 * ff_cost_range(cost).least / problem->unit;
	const size_t w = (size_t)file->w, count = w * (size_t)file->h;
	/* A scale that is a multiple of the parts keeps every value. */
	const double rounding =
		parts > 0 && fmod(file->raster.unit, parts) == 0 ? 0 : file->rounding;

	for (size_t i = 0; i < count; i++) {
		double value = ff_raster_value(&file->raster, i);
		double off = rounding + file->relative * fabs(value);
		double nearest = parts > 0 ? round(value * parts) / parts : value;

		field->f64[i] = value;
		if (isinf(value))
			continue;
		if (off > most)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s: %zu,%zu: is rounded to steps of %.3g, too "
					      "coarse to verify: CSV%s",
					      name, i % w, i / w, 2 * off,
					      whole ? " and NPY keep it" : " keeps it");
		if (off > 0 && fabs(value - nearest) <= off + 1e-9)
			field->f64[i] = nearest;
	}
	return FF_OK;
}

/* Reads an integration and nothing else. */
static enum ff_status read_values(const struct ff_problem *problem, struct ff_input *in,
				  struct ff_cells_table *read, struct ff_error *err)
{
	const struct ff_cost *map = &problem->map;
	struct ff_field field = {.w = map->w, .h = map->h, .type = FF_FIELD_F64, .unit = 1};
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_cells_file file;
	/* Twice the cells, so that vectors are named in the message below. */
	enum ff_status st = ff_formats_size(in, FF_FORMATS_LAYER, 2 * (int64_t)map->w * map->h,
					    &format, &size, err);

	if (st == FF_E_LIMIT)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: is far larger than a field of the map's %" PRId32
				      "x%" PRId32 " cells can be",
				      in->name, map->w, map->h);
	if (st == FF_OK)
		st = ff_formats_read(in, format, &size, &file, err);
	if (st != FF_OK)
		return st;
	if ((st = check_kind(problem, &file, in->name, err)) == FF_OK &&
	    (field.cells = ff_memory_cells(map->w, map->h, sizeof(double))) == NULL)
		st = ff_status_nomem(err, in->name);
	if (st == FF_OK)
		st = to_field(problem, &file, in->name, &field, err);
	ff_cells_free(&file);
	if (st == FF_OK)
		*read = (struct ff_cells_table){.field = field};
	else
		free(field.cells);
	return st;
}

/* ---- the check ---- */

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
static void print_columns(const struct ff_cells_table *read, const char *name)
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
		read->vectors != NULL ? ", vectors" : "", left > 0 ? ", detours allowed" : "",
		rest);
}

static enum ff_status verify_field(const struct ff_problem *problem, const struct verify *asked,
				   const struct ff_cells_table *read, const char *name,
				   struct ff_error *err)
{
	const struct ff_options *options = &asked->common;
	const struct ff_verify_question question = {
		.model = &problem->model,
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

	if ((st = check_costs(&problem->map, problem->costs.one, read, name, err)) != FF_OK)
		return st;
	if (ff_verify(&question, &claim, &result) != FF_OK)
		return ff_status_nomem(err, "the check");
	if (result.any)
		return report_wrong(&result, name, err);
	if (options->verbosity != FF_OPTIONS_QUIET)
		print_columns(read, name);
	return FF_OK;
}

/* Reads the field, from a table or from integrations in any format of data files, and compares it
 * with the problem, which has been read. */
static enum ff_status check_field(const struct ff_problem *problem, const struct verify *asked,
				  struct ff_input *in, struct ff_error *err)
{
	const char *name = in->name;
	struct ff_cells_table read = {0};
	enum ff_status st = ff_input_fill(in, FF_CELLS_HEAD, err);

	if (st == FF_OK)
		st = ff_csv_is_table(in)
			     ? ff_csv_read_table(in, problem->map.w, problem->map.h, &read, err)
			     : read_values(problem, in, &read, err);
	if (st != FF_OK)
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

static const struct ff_argv_table table = {
	"flowfield verify",
	"usage: flowfield verify MAP FIELD --goal X,Y [options]\n"
	"\n"
	"Checks every cell of a field against the map, the goals and the options of its\n"
	"run, without solving.  FIELD is a file of --csv or --integration, or of another\n"
	"program.\n",
	NULL, 0, NULL, &ff_options_table,
	/* Fields of --flee and --budget cannot be verified. */
	"from require max-unreached flee Outputs json out-dir Animation work-dir", NULL};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	const struct verify *asked = (const struct verify *)o;
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->default_count = 0;
	if (asked->field == NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "there is no field to verify: name a file, or -");
	st = ff_options_check_goal(o, err);
	return st == FF_OK ? ff_options_check_shared(o, err) : st;
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
