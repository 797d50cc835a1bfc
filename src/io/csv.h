/*
 * CSV: grids of values, and tables with a line for each cell.
 */
#ifndef FF_IO_CSV_H
#define FF_IO_CSV_H

#include <stdbool.h>

#include "io/cells.h"

/*
 * Reads a line for each cell of a w * h map, in any order.  The first line names the columns: x, y
 * and integration, and any of cost, class, direction, dx and dy; other columns are skipped.
 *
 *   to  set; free it with ff_cells_table_free()
 *
 * Returns FF_OK; FF_E_INPUT with "NAME:LINE: ..." or the first cell that is missing; FF_E_LIMIT if
 * the file is far larger than such a map's can be; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_csv_read_table(struct ff_input *in, int32_t w, int32_t h,
				 struct ff_cells_table *to, struct ff_error *err);

/* Returns true if an input begins with such a line of names. */
bool ff_csv_is_table(const struct ff_input *in);

/*
 * Writes the rows of a grid after what the buffer holds, with a text of up to 16 bytes for cells
 * without a value; two channels are two numbers a cell.  Fractions have up to 6 decimals: times the
 * unit and rounded, a value below 2^51 units reads back exactly.  Returns as ff_output_write().
 */
enum ff_status ff_csv_write_rows(struct ff_buffer *buffer, const struct ff_raster *raster,
				 char separator, const char *none);

/*
 * Writes a header line and then w*h lines, row-major, LF:
 *
 *   x,y,cost,class,integration,direction,dx,dy[,wx,wy]
 *
 * 'cost' is 1..255 (255: wall), or, of a wide map with that scale, a fraction or inf (wall),
 * 'class' a name of ff_classes_names, 'integration' in units of cost or empty where there is none,
 * 'direction' 0..8 as in enum ff_direction, 'dx,dy' the unit vector (y down) or 0,0.  Fractions
 * have up to 6 decimals, integrations up to 9 where 6 do not tell them apart: times the field's
 * unit and rounded (euclid on uneven ground: to 2^-16 or, on wide maps, 2^-8 units), an integration
 * below 2^51 units reads back exactly.  'cost' is the map as it was read; all grids have its size.
 * 'wx,wy' is the cell's centre in the world.
 *
 *   place  of the map; NULL: there are no wx and wy
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_csv_write_table(struct ff_output *out, const struct ff_cost *cost, double scale,
				  const struct ff_classes *classes, const struct ff_field *field,
				  const struct ff_flow *flow, const struct ff_georeference *place,
				  struct ff_error *err);

/* Begins a table, in a buffer that is empty, with a line of its columns; also wx and wy unless
 * 'place' is NULL. */
void ff_csv_begin(struct ff_buffer *buffer, const char *columns,
		  const struct ff_georeference *place);

/*
 * Prints ",wx,wy" into 64 bytes at 'to', for a point of a map of h rows; returns the end.  Up to 6
 * decimals, rounded, but never into the next cell.
 *
 *   place  NULL: prints nothing
 */
char *ff_csv_put_world(char *to, const struct ff_georeference *place, int32_t h, double x,
		       double y);

/* Prints the cost of cell i as the table has it, without a NUL, into 32 bytes at 'to'; returns its
 * length. */
size_t ff_csv_put_cost(char *to, const struct ff_cost *cost, double scale, size_t i);

/* Prints a value in units, as ff_csv_put_cost() does: an integer, or of a continuous metric. */
size_t ff_csv_put_value(char *to, bool continuous, double raw, double unit);

#endif
