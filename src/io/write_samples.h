/*
 * Values as the samples of grey images: whole numbers of 16 bits.
 */
#ifndef FF_IO_WRITE_SAMPLES_H
#define FF_IO_WRITE_SAMPLES_H

#include "io/write_raster.h"

enum {
	FF_WRITE_SAMPLES_MOST = 65534,
	FF_WRITE_SAMPLES_NONE = 65535, /* a cell without a value */
};

/*
 * ff_write_samples_check() tells whether all values, times the scale and then rounded if there is
 * one, are samples: FF_OK; or FF_E_LIMIT with the first cell that is none, and with the scale that
 * would do.
 */
enum ff_status ff_write_samples_check(const struct ff_write_raster *what, struct ff_error *err);

/* ff_write_samples() sets to[0..count-1] to the samples of the cells from 'first' on. */
void ff_write_samples(const struct ff_write_raster *what, size_t first, size_t count, uint16_t *to);

#endif
