/*
 * Portable float maps (PFM): Pf, and PF for vectors, whose third number is 0.
 */
#ifndef FF_IO_READ_PFM_H
#define FF_IO_READ_PFM_H

#include "io/read_raster.h"

/* As struct ff_read_raster_format wants them. */
bool ff_read_pfm_matches(const uint8_t *head, size_t n);
enum ff_status ff_read_pfm_size(struct ff_input *in, int64_t limit,
				struct ff_read_raster_size *size, struct ff_error *err);
enum ff_status ff_read_pfm(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err);

#endif
