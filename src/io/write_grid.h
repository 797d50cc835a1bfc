/*
 * Grids as text: a line for each row of the map.
 */
#ifndef FF_IO_WRITE_GRID_H
#define FF_IO_WRITE_GRID_H

#include "io/buffer.h"
#include "io/write_raster.h"

/*
 * ff_write_grid() writes CSV without a header, of two channels two numbers a cell.  Numbers that
 * are not whole have up to 6 decimals: times the unit and rounded, one below 2^51 units reads back
 * exactly.  Returns as ff_output_write().
 */
enum ff_status ff_write_grid(struct ff_output *out, const struct ff_write_raster *what,
			     struct ff_error *err);

/*
 * ff_write_grid_rows() is that with a separator and a text for cells without a value (up to 16
 * bytes) of the caller's; what is in the buffer already comes first.
 */
enum ff_status ff_write_grid_rows(struct ff_buffer *buffer, const struct ff_raster *raster,
				  char separator, const char *none);

#endif
