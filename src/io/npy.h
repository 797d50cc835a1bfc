/*
 * NumPy's arrays, as numpy.save() writes them (numpy.lib.format): versions 1.0 to 3.0 are read, 1.0
 * is written.
 */
#ifndef FF_IO_NPY_H
#define FF_IO_NPY_H

#include "io/cells.h"

/* As struct ff_format has them.  Shapes are (h, w), (h, w, 1) and (h, w, 2);
 * types b1, u1 to u8, f4 and f8, which stay what they are, and i1 to i8, which are read as
 * doubles. */
bool ff_npy_matches(const struct ff_input *in);
enum ff_status ff_npy_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err);
enum ff_status ff_npy_read(struct ff_input *in, struct ff_cells_file *read, struct ff_error *err);

/*
 * Writes an array [h][w], or [h][w][2] of two channels, in C order, little-endian: of the raster's
 * type where its numbers are the values; else of floats of 32 bits where those give back every
 * value (ff_raster_fits_float()), or of 64 bits.  No value is the largest number of an integer
 * type, inf of a float, unless what->npy_none says otherwise; FF_CELLS_MINUS makes i4 of u4,
 * or i8 where a value is not below the largest i4, which reads back as none.  Returns as
 * ff_output_write().
 */
enum ff_status ff_npy_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err);

#endif
