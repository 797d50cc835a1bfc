/*
 * An ESRI ASCII grid.
 */
#ifndef FF_IO_WRITE_ASC_H
#define FF_IO_WRITE_ASC_H

#include "io/write_raster.h"

/*
 * ff_write_asc() writes six lines about the place, and then a map row a line, as ff_write_grid()
 * but separated by blanks.  No value is NODATA_value: -9999, or 9999 in flee maps.  That has a
 * decimal where some value has or is beyond 31 bits: readers guess the type by it before they meet
 * the values.  Returns as ff_output_write().
 */
enum ff_status ff_write_asc(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err);

#endif
