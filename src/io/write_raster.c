#include "io/write_raster.h"

#include "io/write_asc.h"
#include "io/write_grid.h"
#include "io/write_npy.h"
#include "io/write_pfm.h"
#include "io/write_pgm.h"
#include "io/write_png16.h"
#include "io/write_samples.h"

const char *const ff_write_raster_nones[FF_WRITE_RASTER_NONES] = {
	[FF_WRITE_RASTER_NAN] = "nan",
	[FF_WRITE_RASTER_MAX] = "max",
	[FF_WRITE_RASTER_MINUS] = "-1",
};

/* clang-format off */
const struct ff_write_raster_format ff_write_raster_formats[FF_WRITE_RASTER_KINDS] = {
	[FF_WRITE_RASTER_CSV] = {"csv", ".csv", 2, .text = true, .write = ff_write_grid},
	[FF_WRITE_RASTER_NPY] = {"npy", ".npy", 2, .write = ff_write_npy},
	[FF_WRITE_RASTER_PGM] = {"pgm", ".pgm", 1, .samples = true, .write = ff_write_pgm},
	[FF_WRITE_RASTER_PFM] = {"pfm", ".pfm", 2, .single = true, .write = ff_write_pfm},
	[FF_WRITE_RASTER_PNG16] = {"png16", ".png", 1, .samples = true, .make = ff_write_png16},
	[FF_WRITE_RASTER_PNG8] = {"png8", ".png", 1, .samples = true, .make = ff_write_png16_bytes},
	[FF_WRITE_RASTER_ASC] = {"asc", ".asc", 1, .text = true, .write = ff_write_asc},
};
/* clang-format on */

enum ff_status ff_write_raster_check(const struct ff_write_raster_format *format,
				     const struct ff_write_raster *what, bool *rounded,
				     struct ff_error *err)
{
	struct ff_raster_range range;

	*rounded = false;
	if (format->single) {
		range = ff_raster_range(&what->raster);
		*rounded = !ff_raster_single(&what->raster, &range);
	}
	return format->samples ? ff_write_samples_check(what, err) : FF_OK;
}
