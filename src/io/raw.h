/*
 * Numbers as a game takes them: bytes alone, and the same as an array of C.  Both are only written.
 */
#ifndef FF_IO_RAW_H
#define FF_IO_RAW_H

#include "io/cells.h"

/*
 * Returns the type that both have: FF_RASTER_F32 for amounts and for all that is not whole, in
 * values, so that nobody needs a unit; else the raster's own.  A cell without a value is the
 * largest number of an integer type, or infinity.
 */
enum ff_raster_type ff_raw_type(const struct ff_cells_data *data);

/* Writes the numbers alone, little-endian, row by row; as struct ff_format has it. */
enum ff_status ff_raw_write(struct ff_output *out, const struct ff_cells_data *data,
			    struct ff_error *err);

/*
 * Writes a header of C with a constant array [height][width], or [height][width][2], and its size
 * as constants.  Its name is that of the file and the layer, as an identifier; data->texts and
 * data->codes become a comment.  As struct ff_format has it.
 */
enum ff_status ff_raw_write_c(struct ff_output *out, const struct ff_cells_data *data,
			      struct ff_error *err);

#endif
