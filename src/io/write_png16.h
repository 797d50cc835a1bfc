/*
 * Grey images of 16 bits, or of 8, in memory.
 */
#ifndef FF_IO_WRITE_PNG16_H
#define FF_IO_WRITE_PNG16_H

#include "io/write_raster.h"

/* ff_write_png16() makes a PNG file of samples (ff_write_samples()); else as ff_write_png(). */
enum ff_status ff_write_png16(const struct ff_write_raster *what, uint8_t **data, size_t *size,
			      struct ff_error *err);

/* ff_write_png16_bytes() makes a file of 8 bits of a raster of type FF_RASTER_U8, as it is. */
enum ff_status ff_write_png16_bytes(const struct ff_write_raster *what, uint8_t **data,
				    size_t *size, struct ff_error *err);

#endif
