/*
 * Arrays of NumPy, as numpy.save() writes them (numpy.lib.format, versions 1.0 to 3.0).
 */
#ifndef FF_IO_READ_NPY_H
#define FF_IO_READ_NPY_H

#include "io/read_raster.h"

/* As struct ff_read_raster_format wants them.  Shapes are (h, w), (h, w, 1) and (h, w, 2);
 * types b1, u1 to u8, f4 and f8, which stay what they are, and i1 to i8, which are read as
 * doubles. */
bool ff_read_npy_matches(const uint8_t *head, size_t n);
enum ff_status ff_read_npy_size(struct ff_input *in, int64_t limit,
				struct ff_read_raster_size *size, struct ff_error *err);
enum ff_status ff_read_npy(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err);

#endif
