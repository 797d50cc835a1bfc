/*
 * PNG images as files of cells: opaque greys are numbers, all others pictures.
 */
#ifndef FF_IO_READ_PICTURE_H
#define FF_IO_READ_PICTURE_H

#include "io/read_raster.h"

/* As struct ff_read_raster_format wants them. */
enum ff_status ff_read_picture_size(struct ff_input *in, int64_t limit,
				    struct ff_read_raster_size *size, struct ff_error *err);
enum ff_status ff_read_picture(struct ff_input *in, struct ff_read_raster *read,
			       struct ff_error *err);

#endif
