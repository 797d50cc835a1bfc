#include "cli/verbs/field_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/csv.h"
#include "io/formats.h"

/* Returns true if a cost with up to 6 decimals is that of a cell.  In a table of whole numbers a
 * wide map's cost of 255 looks like a wall. */
static bool is_cost(const struct ff_cost *map, uint32_t scale, size_t i, double cost)
{
	if (map->wide != NULL && isinf(cost) && map->wide[i] == FF_COST_WALL * scale)
		return true;
	if (map->cells[i] == FF_COST_WALL || isinf(cost))
		return map->cells[i] == FF_COST_WALL && isinf(cost);
	return map->wide == NULL ? cost == map->cells[i]
				 : fabs(cost - (double)map->wide[i] / scale) <= 6e-7;
}

enum ff_status ff_field_file_check(const struct ff_cost *map, uint32_t scale,
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

/* Returns the largest rounding of a value that can be verified, in costs. Whole numbers of units
 * can be restored below half a unit; euclid's equation is checked to a twentieth of a cell's cost.
 * */
static double largest_rounding(const struct ff_problem *problem, const struct ff_options *options)
{
	if (ff_model_is_continuous(&options->model))
		return 0.01 * ff_cost_range(ff_problem_cost(problem)).least /
		       (ff_model_is_wide(&options->model) ? options->model.scale : 1);
	return 0.499 / problem->unit;
}

/* Refuses a value; 'whole' ones are doubles in NPY, others floats. */
static enum ff_status refuse_rounding(const char *name, size_t x, size_t y, double step, bool whole,
				      double scale, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: %zu,%zu: is rounded to steps of %.3g, too coarse to verify: "
			      "CSV%s and --scale-values %.0f keep it",
			      name, x, y, step, whole ? ", NPY" : "", scale);
}

/*
 * Makes a field of an integration, with whole numbers of units where the values are as near to
 * them as the file's precision shows.
 */
static enum ff_status to_field(const struct ff_problem *problem, const struct ff_options *options,
			       const struct ff_cells_file *file, const char *name, bool exact,
			       struct ff_field *field, struct ff_error *err)
{
	const bool whole = !ff_model_is_continuous(&options->model);
	const double most = largest_rounding(problem, options), unit = problem->unit;
	const size_t w = (size_t)file->w, count = w * (size_t)file->h;
	/* A scale that is a multiple of the unit keeps every value. */
	const double rounding = whole && fmod(file->raster.unit, unit) == 0 ? 0 : file->rounding;

	for (size_t i = 0; i < count; i++) {
		double value = ff_raster_value(&file->raster, i);
		double off = rounding + file->relative * fabs(value), units = round(value * unit);

		field->f64[i] = value;
		if (isinf(value))
			continue;
		if (exact && off > most)
			return refuse_rounding(name, i % w, i / w, 2 * off, whole,
					       whole ? unit : ceil(0.5 / most), err);
		if (whole && off > 0 && off <= most &&
		    fabs(value * unit - units) <= (off + 1e-9) * unit)
			field->f64[i] = units / unit;
	}
	return FF_OK;
}

/* Reads an integration and nothing else. */
static enum ff_status read_values(const struct ff_problem *problem,
				  const struct ff_options *options, struct ff_input *in, bool exact,
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
		st = to_field(problem, options, &file, in->name, exact, &field, err);
	ff_cells_free(&file);
	if (st == FF_OK)
		*read = (struct ff_cells_table){.field = field};
	else
		free(field.cells);
	return st;
}

enum ff_status ff_field_file_read(const struct ff_problem *problem,
				  const struct ff_options *options, struct ff_input *in, bool exact,
				  struct ff_cells_table *read, struct ff_error *err)
{
	enum ff_status st;

	*read = (struct ff_cells_table){0};
	if ((st = ff_input_fill(in, FF_CELLS_HEAD, err)) != FF_OK)
		return st;
	return ff_csv_is_table(in)
		       ? ff_csv_read_table(in, problem->map.w, problem->map.h, read, err)
		       : read_values(problem, options, in, exact, read, err);
}
