/*
 * The table of all cells that --csv writes, as a file of cells like others.
 */
#ifndef FF_IO_READ_TABLE_H
#define FF_IO_READ_TABLE_H

#include "io/read_raster.h"

/* As struct ff_read_raster_format wants them. */
enum ff_status ff_read_table_size(struct ff_input *in, int64_t limit,
				  struct ff_read_raster_size *size, struct ff_error *err);
enum ff_status ff_read_table(struct ff_input *in, struct ff_read_raster *read,
			     struct ff_error *err);

#endif
