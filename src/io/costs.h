/*
 * Maps of files with numbers: a cost for each cell.
 */
#ifndef FF_IO_COSTS_H
#define FF_IO_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/map.h"
#include "io/cells.h"
#include "io/formats.h"

/* The unit of a map's costs, and what rounding to whole numbers of it does. */
struct ff_costs_unit {
	double one; /* units of a cost of 1; 0: costs are bytes, or the unit is not chosen yet */
	bool given; /* by --cost-scale: integers in files are numbers of units as they stand */
	double largest;  /* cost in the file; 0: all cells are walls */
	double error;    /* largest difference of a cost in the file and on the map */
	uint64_t raised; /* cells of less than half a unit, which have become one unit */
};

/*
 * Reads a map from a layer whose format and size ff_formats_size() has found.
 *
 *   unit  set, unless it is given
 *   map   set; the caller passes map->cells to free()
 *
 * If all costs are whole numbers of 1..254, 255 being a wall, the map has bytes; of samples it has
 * grey levels if all of them are greys of 8 bits.  Else it becomes
 * wide, with the largest unit->one, a power of two, that no cost is too large for, and costs are
 * rounded to the nearest number of units, and up to 1.  Walls are infinity, NaN, cells without a
 * number, in integers of NPY the largest number of the type, and -1 where nothing else is negative,
 * and in PNG and PGM the largest sample.
 *
 * With a given unit the map becomes wide.  Integers of NPY, PNG and PGM are then numbers of units;
 * 0 is read as 1, and 65535 and the largest number of the file's type are walls.
 *
 * Of a table with columns the column "cost" counts.  Returns as ff_formats_read(); FF_E_INPUT also
 * for the first cell whose cost is not above 0, or too large for a given unit.
 */
enum ff_status ff_costs_read(struct ff_input *in, const struct ff_format *format,
			     const struct ff_cells_size *size, struct ff_costs_unit *unit,
			     struct ff_cost *map, struct ff_error *err);

/* Makes a map of bytes wide, with the given unit->one: FF_OK or FF_E_NOMEM. */
enum ff_status ff_costs_widen(struct ff_cost *map, struct ff_costs_unit *unit, const char *name,
			      struct ff_error *err);

#endif
