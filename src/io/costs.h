/*
 * Maps of files with numbers: a cost for each cell.
 */
#ifndef FF_IO_COSTS_H
#define FF_IO_COSTS_H

#include <stdint.h>

#include "core/map/map.h"
#include "io/cells.h"
#include "io/formats.h"

/*
 * Reads a map from a layer whose format and size ff_formats_size() has found.
 *
 *   scale  0: costs are whole numbers of 1..254, and 255 is a wall.  Else the map becomes wide, and
 *          a cost of 1 is that many units, 1..FF_COST_WIDE_MAX
 *   map    set; the caller passes map->cells to free()
 *
 * Integers of NPY, PNG and PGM are numbers of units as they stand; 0 is read as 1, and 65535 and
 * the largest number of the file's type are walls, as is -1 in NPY.  Floats and text are costs,
 * whose units must be whole numbers, after the rounding of the file; infinity, NaN, and cells
 * without a number are walls.  Of a table with columns the column "cost" counts.
 *
 * Returns as ff_formats_read(); FF_E_INPUT also for the first cell whose cost does not fit.
 */
enum ff_status ff_costs_read(struct ff_input *in, const struct ff_format *format,
			     const struct ff_cells_size *size, uint32_t scale, struct ff_cost *map,
			     struct ff_error *err);

/* Returns the units of a cost, which must be whole, after rounding to 6 decimals; 0 if they
 * are not 1..FF_COST_WIDE_MAX. */
uint32_t ff_costs_units(double cost, uint32_t scale);

#endif
