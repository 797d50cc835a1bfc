/*
 * Rasters put together by hand, and what files of them hold.
 */
#ifndef RASTERS_H
#define RASTERS_H

#include "io/formats.h"

#include "temp.h"
#include "written.h"

#include <math.h>

/* rasters_of() is what is written of such cells, as themselves and each with a value. */
static inline struct ff_cells_data rasters_of(int32_t w, int32_t h, enum ff_raster_type type,
					      void *cells)
{
	return (struct ff_cells_data){.name = "file",
				      .raster = {.w = w,
						 .h = h,
						 .channels = 1,
						 .type = type,
						 .unit = 1,
						 .none = (double)NAN,
						 .cells = cells},
				      .none = "inf",
				      .place = {0, 0, 1, false}};
}

/* rasters_written() is the file, with a NUL after it; free() it. */
static inline char *rasters_written(const struct ff_cells_data *what, enum ff_formats_id kind,
				    size_t *size)
{
	const struct ff_format *format = &ff_formats[kind];
	struct ff_error err = {""};
	struct ff_output out;
	uint8_t *data;
	size_t n;

	if (format->make != NULL) {
		temp_require(format->make(what, &data, &n, &err) == FF_OK, err.text);
		temp_write("raster", data, n);
		free(data);
		return temp_read("raster", size);
	}
	out = written_open("raster");
	temp_require(written_end(&out, format->write(&out, what, &err), &err) == FF_OK, err.text);
	return temp_read("raster", size);
}

#endif
