/*
 * Portable grey maps: P2 and P5 (https://netpbm.sourceforge.net/doc/pgm.html).
 */
#ifndef FF_IO_READ_PGM_H
#define FF_IO_READ_PGM_H

#include "io/read_cost.h"
#include "io/read_raster.h"

/* As struct ff_read_cost_format wants them. */
bool ff_read_pgm_matches(const uint8_t *head, size_t n);
enum ff_status ff_read_pgm_size(struct ff_input *in, struct ff_read_cost_size *size,
				struct ff_error *err);
enum ff_status ff_read_pgm(struct ff_input *in, struct ff_cost *map, struct ff_error *err);

/* As struct ff_read_raster_format wants them: samples as they are, of one byte or two. */
enum ff_status ff_read_pgm_raster_size(struct ff_input *in, int64_t limit,
				       struct ff_read_raster_size *size, struct ff_error *err);
enum ff_status ff_read_pgm_raster(struct ff_input *in, struct ff_read_raster *read,
				  struct ff_error *err);

#endif
