/*
 * The keys are those that Esri's ArcGIS documents for its ASCII raster format.
 */
#include "io/write_asc.h"

#include <inttypes.h>
#include <stdio.h>

#include "io/write_grid.h"

enum ff_status ff_write_asc(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	const struct ff_raster_range range = ff_raster_range(raster);
	bool whole = range.whole && range.most <= INT32_MAX * raster->unit &&
		     range.least >= INT32_MIN * raster->unit;
	/* Where costs are below 0, a number above it. */
	const char *none = raster->zero > 0 ? "9999" : "-9999";
	struct ff_buffer buffer = {.out = out, .err = err};

	buffer.used = (size_t)snprintf(buffer.bytes, FF_BUFFER_SIZE,
				       "ncols %" PRId32 "\nnrows %" PRId32
				       "\nxllcorner %.15g\nyllcorner %.15g\ncellsize %.15g\n"
				       "NODATA_value %s%s\n",
				       raster->w, raster->h, what->place.x, what->place.y,
				       what->place.resolution, none, whole ? "" : ".0");
	return ff_write_grid_rows(&buffer, raster, ' ', none);
}
