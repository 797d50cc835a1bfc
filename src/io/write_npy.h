/*
 * A .npy file (NumPy's format 1.0).
 */
#ifndef FF_IO_WRITE_NPY_H
#define FF_IO_WRITE_NPY_H

#include "io/write_raster.h"

/*
 * ff_write_npy() writes an array [h][w], or [h][w][2] of two channels, in C order, little-endian:
 * of the raster's type where its numbers are the values; else of floats of 32 bits where those
 * give back every value (ff_raster_single()), or of 64 bits.  No value is the largest number of
 * an integer type, inf of a float, unless what->npy_none says otherwise; FF_WRITE_RASTER_MINUS
 * makes i4 of u4, or i8 where a value is not below the largest i4, which reads back as none.
 * Returns as ff_output_write().
 */
enum ff_status ff_write_npy(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err);

#endif
