/*
 * ESRI's ASCII grids, as GDAL writes them, too.
 */
#ifndef FF_IO_ASC_H
#define FF_IO_ASC_H

#include "io/cells.h"

/* As struct ff_format has them. */
bool ff_asc_matches(const struct ff_input *in);
enum ff_status ff_asc_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err);
enum ff_status ff_asc_read(struct ff_input *in, struct ff_cells_file *read, struct ff_error *err);

/*
 * Writes a header of six lines, and then a map row a line, as ff_csv_write() but separated by
 * blanks.  NODATA_value is -9999, or 9999 in flee maps; it has a decimal if some value has one or
 * takes more than 31 bits, since readers guess the type from it.  Returns as ff_output_write().
 */
enum ff_status ff_asc_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err);

#endif
