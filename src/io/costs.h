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

/* The costs of a map, and what rounding them to numbers of units does; {0} at first. */
struct ff_costs {
	double one;      /* units of a cost of 1; 0: costs are bytes, or have no units yet */
	bool given;      /* by --cost-scale: integers in files are numbers of units as they stand */
	double largest;  /* of costs that are no bytes, in the file; 0: all cells are walls */
	double error;    /* largest difference of a cost in the file and on the map */
	uint64_t raised; /* cells of less than half a unit, which have become one unit */
	/* owned; the numbers of a file that are to be rounded; raster.cells NULL: there are none */
	struct ff_cells_file file;
};

/*
 * Reads a map from a layer whose format and size ff_formats_size() has found.
 *
 *   map  set if its costs are bytes, else ff_costs_round() sets it; the caller passes map->cells to
 *        free(), and &costs->file to ff_cells_free()
 *
 * If all costs are whole numbers of 1..254, 255 being a wall, they are bytes; of samples the map
 * has grey levels if all of them are greys of 8 bits.  Walls are infinity, NaN, cells without a
 * number, in integers of NPY the largest number of the type, and -1 where nothing else is negative,
 * and in PNG and PGM the largest sample.
 *
 * With a given unit costs are no bytes.  Integers of NPY, PNG and PGM are then numbers of units; 0
 * is read as 1, and 65535 and the largest number of the file's type are walls.
 *
 * Of a table with columns the column "cost" counts.  Returns as ff_formats_read().
 */
enum ff_status ff_costs_read(struct ff_input *in, const struct ff_format *format,
			     const struct ff_cells_size *size, struct ff_costs *costs,
			     struct ff_cost *map, struct ff_error *err);

/*
 * Makes the map of costs that are no bytes, which becomes wide; one of bytes too if costs->one is
 * set.  Unless that is set, it becomes the largest power of two that no cost is too large for.
 * Costs are rounded to the nearest number of units, and up to 1.
 *
 * FF_OK; FF_E_INPUT for the first cell whose cost is not above 0, or too large for costs->one;
 * FF_E_NOMEM.
 */
enum ff_status ff_costs_round(struct ff_costs *costs, const char *name, struct ff_cost *map,
			      struct ff_error *err);

#endif
