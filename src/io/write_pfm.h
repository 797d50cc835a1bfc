/*
 * Floats of 32 bits, the rows from the bottom up.
 */
#ifndef FF_IO_WRITE_PFM_H
#define FF_IO_WRITE_PFM_H

#include "io/write_raster.h"

/*
 * ff_write_pfm() writes "Pf", or, of two channels, "PF" with 0 as the third number, little-endian.
 * No value is inf.  Returns as ff_output_write().
 */
enum ff_status ff_write_pfm(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err);

#endif
