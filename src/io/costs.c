#include "io/costs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* A file of numbers, and how they are read. */
struct numbers {
	const char *name;
	struct ff_raster raster;
	bool integers; /* numbers of units */
	bool text;     /* rounded to 6 decimals */
	uint32_t scale;
};

uint32_t ff_costs_units(double cost, uint32_t scale)
{
	/* Half the last of 6 decimals is less than half a unit with every scale. */
	double units = cost * scale, nearest = round(units);

	return nearest >= 1 && nearest <= FF_COST_WIDE_MAX && fabs(units - nearest) <= 6e-7 * scale
		       ? (uint32_t)nearest
		       : 0;
}

/* Returns true if a number of the file is the nearest that its type has to a number of units. */
static bool is_nearest(const struct numbers *from, double cost, double units)
{
	double exact = units / from->scale;

	if (from->text)
		return ff_costs_units(cost, from->scale) != 0;
	if (from->raster.type == FF_RASTER_F32)
		return (double)(float)exact == cost;
	return fabs(cost - exact) <= exact * 0x1p-52;
}

/* Reads a cost; 0 if it does not fit. */
static uint32_t units_of(const struct numbers *from, double cost)
{
	double units = from->integers ? cost : round(cost * from->scale);

	if (from->integers && cost == 0)
		return 1;
	if (!(units >= 1 && units <= FF_COST_WIDE_MAX))
		return 0;
	return from->integers || is_nearest(from, cost, units) ? (uint32_t)units : 0;
}

/* Refuses a cell's cost. */
static enum ff_status refuse_cost(const struct numbers *from, size_t cell, double cost,
				  struct ff_error *err)
{
	size_t x = cell % (size_t)from->raster.w, y = cell / (size_t)from->raster.w;
	const int digits = from->raster.type == FF_RASTER_F32 ? 7 : 9;
	const double most =
		from->integers ? FF_COST_WIDE_MAX : (double)FF_COST_WIDE_MAX / from->scale;

	if (!(cost > 0))
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: cell %zu,%zu: cost %.*g is not above 0; walls are %s",
				      from->name, x, y, digits, cost,
				      from->integers ? "65535 or -1" : "inf or nan");
	if (cost > most)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: cell %zu,%zu: cost %.*g is more than %.9g%s", from->name,
				      x, y, digits, cost, most,
				      from->integers     ? ""
				      : from->scale == 1 ? ", the largest cost"
							 : " (see --cost-scale)");
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: cell %zu,%zu: cost %.*g is no whole number of units; expected "
			      "multiples of 1/%" PRIu32 " (see --cost-scale)",
			      from->name, x, y, digits, cost, from->scale);
}

/* Makes a wide map of numbers. */
static enum ff_status make_wide(const struct numbers *from, struct ff_cost *map,
				struct ff_error *err)
{
	const struct ff_raster *raster = &from->raster;
	const double largest = from->integers ? ff_cells_largest(raster->type) : (double)INFINITY;
	size_t cells = (size_t)raster->w * (size_t)raster->h;

	if (!ff_cost_new(map, raster->w, raster->h, true))
		return ff_status_nomem(err, from->name);
	for (size_t i = 0; i < cells; i++) {
		double cost = ff_raster_raw(raster, i);
		bool wall = isinf(cost) || cost == raster->none || cost == largest ||
			    (from->integers && cost == FF_COST_WIDE_WALL);
		uint32_t units = wall ? FF_COST_WIDE_WALL : units_of(from, cost);

		if (units == 0)
			return refuse_cost(from, i, cost, err);
		ff_cost_set(map, i, units);
	}
	return FF_OK;
}

/* Makes a map of bytes of numbers. */
static enum ff_status make_bytes(const struct numbers *from, struct ff_cost *map,
				 struct ff_error *err)
{
	const struct ff_raster *raster = &from->raster;
	size_t cells = (size_t)raster->w * (size_t)raster->h, w = (size_t)raster->w;

	if (!ff_cost_new(map, raster->w, raster->h, false))
		return ff_status_nomem(err, from->name);
	for (size_t i = 0; i < cells; i++) {
		double cost = ff_raster_raw(raster, i);

		if (isinf(cost) || cost == raster->none)
			cost = FF_COST_WALL;
		if (from->integers && cost == 0)
			cost = 1;
		if (!(cost >= 1 && cost <= FF_COST_WALL && cost == floor(cost)))
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s: cell %zu,%zu: cost %.*g is no whole number from 1 to 254, nor "
				"a wall (255, inf or nan); --cost-scale F reads multiples of 1/F",
				from->name, i % w, i / w, raster->type == FF_RASTER_F32 ? 7 : 9,
				cost);
		map->cells[i] = (uint8_t)cost;
	}
	return FF_OK;
}

/* Refuses what has no number a cell. */
static enum ff_status check_kind(const struct ff_cells_file *file, const char *name,
				 struct ff_error *err)
{
	const char *is = NULL;

	if (file->kind == FF_CELLS_PICTURE)
		is = "has colours; expected a grey image, whose samples are units";
	else if (file->kind == FF_CELLS_TABLE && file->table.costs == NULL)
		is = "has no column cost";
	else if (file->raster.channels != 1)
		is = "has two numbers a cell; expected one, a cost";
	else if (strncmp(file->format, "np", 2) == 0 && isnan(file->raster.none))
		is = "has truth values; expected numbers, which are costs";
	return is == NULL ? FF_OK : ff_status_fail(err, FF_E_INPUT, "%s: %s", name, is);
}

enum ff_status ff_costs_read(struct ff_input *in, const struct ff_format *format,
			     const struct ff_cells_size *size, uint32_t scale, struct ff_cost *map,
			     struct ff_error *err)
{
	struct numbers from = {.name = in->name, .text = format->text, .scale = scale};
	struct ff_cost made = {0};
	struct ff_cells_file file;
	enum ff_status st = ff_formats_read(in, format, size, &file, err);

	if (st != FF_OK)
		return st;
	if ((st = check_kind(&file, in->name, err)) == FF_OK) {
		from.raster = file.raster;
		from.integers = file.integers;
		if (file.kind == FF_CELLS_TABLE)
			from.raster.cells = file.table.costs;
		st = (scale > 0 ? make_wide : make_bytes)(&from, &made, err);
	}
	ff_cells_free(&file);
	if (st == FF_OK)
		*map = made;
	else
		free(made.cells);
	return st;
}
