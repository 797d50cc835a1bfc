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
	bool integers;
	bool units;   /* integers are numbers of units */
	double white; /* the sample that is a wall; NAN: none */
};

/* Returns the cost in a cell, or its units; INFINITY for a wall. */
static double number_at(const struct numbers *from, size_t cell)
{
	double raw = ff_raster_raw(&from->raster, cell);

	if (raw == from->raster.none || raw == from->white)
		return (double)INFINITY;
	if (!from->units)
		return raw / from->raster.unit;
	if (raw == ff_cells_largest(from->raster.type) || raw == FF_COST_WIDE_WALL)
		return (double)INFINITY;
	return raw == 0 ? 1 : raw;
}

/* Refuses a cell's cost. */
static enum ff_status refuse_cost(const struct numbers *from, size_t cell, double cost, double one,
				  struct ff_error *err)
{
	size_t x = cell % (size_t)from->raster.w, y = cell / (size_t)from->raster.w;
	const int digits = from->raster.type == FF_RASTER_F32 ? 7 : 9;

	if (!(cost > 0))
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: cell %zu,%zu: cost %.*g is not above 0; walls are %s",
				      from->name, x, y, digits, cost,
				      from->units           ? "65535 or -1"
				      : !isnan(from->white) ? "white (see --cost-scale)"
				      : from->integers      ? "-1 (see --cost-scale)"
							    : "inf or nan");
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: cell %zu,%zu: cost %.*g is more than %.9g (see --cost-scale)",
			      from->name, x, y, digits, cost, FF_COST_WIDE_MAX / one);
}

/* Makes a wide map of numbers. */
static enum ff_status make_wide(const struct numbers *from, struct ff_costs *costs,
				struct ff_cost *map, struct ff_error *err)
{
	size_t cells = (size_t)from->raster.w * (size_t)from->raster.h;

	if (!ff_cost_new(map, from->raster.w, from->raster.h, true))
		return ff_status_nomem(err, from->name);
	for (size_t i = 0; i < cells; i++) {
		double cost = number_at(from, i), one = from->units ? 1 : costs->one, rounded;
		uint32_t units = isinf(cost) ? FF_COST_WIDE_WALL : ff_cost_units(cost, one);

		if (units == 0)
			return refuse_cost(from, i, cost, one, err);
		ff_cost_set(map, i, units);
		if (isinf(cost))
			continue;
		rounded = units / one;
		costs->raised += cost * one < 0.5;
		/* The nearest float to a number of units stands for it. */
		if ((float)rounded != (float)cost)
			costs->error = fmax(costs->error, fabs(cost - rounded));
	}
	return FF_OK;
}

/* Returns a cell's cost as a byte, a grey if it is a sample; -1 if it does not fit. */
static int byte_at(const struct numbers *from, size_t cell)
{
	double cost = number_at(from, cell), least = 1;

	if (!isnan(from->white)) {
		cost = ff_raster_raw(&from->raster, cell) * 255 / from->white;
		least = 0;
	} else if (isinf(cost)) {
		cost = FF_COST_WALL;
	} else if (from->integers && cost == 0) {
		cost = 1;
	}
	return cost >= least && cost <= FF_COST_WALL && cost == floor(cost) ? (int)cost : -1;
}

/* Makes a map of bytes of numbers; returns false if one does not fit.  Numbers that are bytes
 * become the map where they are. */
static bool make_bytes(struct numbers *from, struct ff_cost *map)
{
	const size_t cells = (size_t)map->w * (size_t)map->h;
	uint8_t each[UINT8_MAX + 1], *raw = from->raster.cells;
	int costs[UINT8_MAX + 1];

	if (from->raster.type != FF_RASTER_U8) {
		for (size_t i = 0; i < cells; i++) {
			const int cost = byte_at(from, i);

			if (cost < 0)
				return false;
			map->cells[i] = (uint8_t)cost;
		}
		return true;
	}
	from->raster.cells = each;
	for (int i = 0; i <= UINT8_MAX; i++) {
		each[i] = (uint8_t)i;
		costs[i] = byte_at(from, (size_t)i);
	}
	from->raster.cells = raw;
	for (size_t i = 0; i < cells; i++)
		if (costs[raw[i]] < 0)
			return false;
	for (size_t i = 0; i < cells; i++)
		raw[i] = (uint8_t)costs[raw[i]];
	map->cells = raw;
	return true;
}

/* Refuses what has no number a cell. */
static enum ff_status check_kind(const struct ff_cells_file *file, const char *name,
				 struct ff_error *err)
{
	const char *is = NULL;

	if (file->kind == FF_CELLS_PICTURE)
		is = "has colours or transparent pixels; expected an opaque grey image, whose "
		     "samples are costs";
	else if (file->kind == FF_CELLS_TABLE && file->table.costs == NULL)
		is = "has no column cost";
	else if (file->raster.channels != 1)
		is = "has two numbers a cell; expected one, a cost";
	else if (strncmp(file->format, "np", 2) == 0 && isnan(file->raster.none))
		is = "has truth values; expected numbers, which are costs";
	return is == NULL ? FF_OK : ff_status_fail(err, FF_E_INPUT, "%s: %s", name, is);
}

/* Returns the numbers of a file of one number a cell. */
static struct numbers numbers_of(const struct ff_costs *costs, const char *name)
{
	const struct ff_cells_file *file = &costs->file;
	struct numbers from = {
		.name = name,
		.raster = file->raster,
		.integers = file->integers,
		.units = costs->given && file->integers,
		.white = file->most > 0 && !costs->given ? file->most : (double)NAN,
	};

	if (file->kind == FF_CELLS_TABLE)
		from.raster.cells = file->table.costs;
	return from;
}

enum ff_status ff_costs_read(struct ff_input *in, const struct ff_format *format,
			     const struct ff_cells_size *size, struct ff_costs *costs,
			     struct ff_cost *map, struct ff_error *err)
{
	enum ff_status st = ff_formats_read(in, format, size, &costs->file, err);
	struct ff_cost made = {0};
	struct numbers from;

	if (st != FF_OK)
		return st;
	from = numbers_of(costs, in->name);
	if ((st = check_kind(&costs->file, in->name, err)) != FF_OK || costs->given)
		goto out;
	made = (struct ff_cost){.w = size->w, .h = size->h};
	if (from.raster.type != FF_RASTER_U8 && !ff_cost_new(&made, size->w, size->h, false)) {
		st = ff_status_nomem(err, in->name);
		goto out;
	}
	if (make_bytes(&from, &made)) {
		if (from.raster.type == FF_RASTER_U8)
			costs->file.raster.cells = NULL;
		ff_cells_free(&costs->file);
		*map = made;
		return FF_OK;
	}
	for (size_t i = 0; i < (size_t)size->w * (size_t)size->h; i++) {
		double cost = number_at(&from, i);

		if (cost < (double)INFINITY && cost > costs->largest)
			costs->largest = cost;
	}
out:
	free(made.cells);
	if (st != FF_OK)
		ff_cells_free(&costs->file);
	return st;
}

enum ff_status ff_costs_round(struct ff_costs *costs, const char *name, struct ff_cost *map,
			      struct ff_error *err)
{
	const bool bytes = map->cells != NULL;
	const struct numbers from = bytes ? (struct numbers){.name = name,
							     .raster = ff_raster_of_cost(map, 1),
							     .white = (double)NAN}
					  : numbers_of(costs, name);
	struct ff_cost made;
	enum ff_status st;

	if (bytes && costs->one == 0)
		return FF_OK;
	if (costs->one == 0)
		costs->one = ff_cost_one(costs->largest);
	st = make_wide(&from, costs, &made, err);
	ff_cells_free(&costs->file);
	free(map->cells);
	if (st != FF_OK)
		free(made.cells);
	*map = st == FF_OK ? made : (struct ff_cost){0};
	return st;
}
