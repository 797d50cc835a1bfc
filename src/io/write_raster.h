/*
 * The formats of data files: a number, or two, for each cell of a map.
 */
#ifndef FF_IO_WRITE_RASTER_H
#define FF_IO_WRITE_RASTER_H

#include <stdbool.h>

#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/output.h"
#include "io/write_png.h"

/* The number that NPY holds in cells without a value. */
enum ff_write_raster_none {
	FF_WRITE_RASTER_NAN,   /* NaN; whole numbers become floats of 64 bits */
	FF_WRITE_RASTER_MAX,   /* the type's largest number; whole numbers only */
	FF_WRITE_RASTER_MINUS, /* -1, and a signed type; whole numbers from 0 only */
	FF_WRITE_RASTER_NONES, /* not chosen: the largest whole number, or infinity */
};

extern const char *const ff_write_raster_nones[FF_WRITE_RASTER_NONES];

/* What is written. */
struct ff_write_raster {
	const char *name;        /* of the file, for messages */
	struct ff_raster raster; /* its unit is whole and below 2^32 */
	const char *none;        /* what CSV says of a cell without a value */
	enum ff_write_raster_none npy_none;
	bool measures; /* numbers mean the same when they are multiplied */
	double scale;  /* what samples are multiplied by; 0: they are the numbers */
	struct ff_georeference place;
	const struct ff_write_png_text *texts; /* [text_count]  where a format has room for them */
	size_t text_count;
};

/* Of formats with one extension the first is meant that an output may have. */
enum ff_write_raster_kind {
	FF_WRITE_RASTER_CSV,
	FF_WRITE_RASTER_NPY,
	FF_WRITE_RASTER_PGM,
	FF_WRITE_RASTER_PFM,
	FF_WRITE_RASTER_ASC,
	FF_WRITE_RASTER_PNG8, /* of bytes only, all of which are numbers */
	FF_WRITE_RASTER_PNG16,
	FF_WRITE_RASTER_KINDS,
};

struct ff_write_raster_format {
	const char *name, *extension; /* with its dot */
	int channels;                 /* the most that it holds */
	bool text;
	bool samples; /* whole numbers from 0 to FF_WRITE_SAMPLES_MOST only */
	bool single;  /* floats of 32 bits only */
	/* One of them.  write() returns as ff_output_write(), after which some may be written, or
	 * FF_E_NOMEM; make() as ff_write_png(). */
	enum ff_status (*write)(struct ff_output *out, const struct ff_write_raster *what,
				struct ff_error *err);
	enum ff_status (*make)(const struct ff_write_raster *what, uint8_t **data, size_t *size,
			       struct ff_error *err);
};

extern const struct ff_write_raster_format ff_write_raster_formats[FF_WRITE_RASTER_KINDS];

/*
 * ff_write_raster_check() tells whether a format can hold that, which is to be known before
 * anything is written: FF_OK, or FF_E_LIMIT and the first cell that it cannot hold.
 *
 *   rounded  set to whether whole numbers of it will lose digits
 */
enum ff_status ff_write_raster_check(const struct ff_write_raster_format *format,
				     const struct ff_write_raster *what, bool *rounded,
				     struct ff_error *err);

#endif
