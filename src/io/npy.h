/*
 * NumPy's arrays, as numpy.save() writes them (numpy.lib.format); reads versions 1.0 to 3.0, writes
 * 1.0.
 */
#ifndef FF_IO_NPY_H
#define FF_IO_NPY_H

#include "io/cells.h"

/* As struct ff_format has them.  Shapes are (h, w), (h, w, 1) and (h, w, 2); types b1, u1 to u8, f4
 * and f8, which keep their type, and i1 to i8, which become doubles. */
bool ff_npy_matches(const struct ff_input *in);
enum ff_status ff_npy_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err);
enum ff_status ff_npy_read(struct ff_input *in, struct ff_cells_file *read, struct ff_error *err);

/*
 * Writes an array [h][w], or [h][w][2] for two channels, in C order, little-endian.  Its type is
 * the raster's if the numbers there are the values; else f4 if that holds every value exactly
 * (ff_raster_fits_float()), else f8.  Cells without a value become the largest integer or inf,
 * unless data->npy_none differs.  FF_CELLS_MINUS turns u4 into i4, or into i8 if a value would
 * reach the largest i4, which reads back as none.  Returns as ff_output_write().
 */
enum ff_status ff_npy_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err);

#endif
