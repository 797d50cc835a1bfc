/*
 * Common to readers and writers of files with a number or a colour for each cell: what
 * is read, what is written, and cells as bytes, as text and as samples.
 *
 * Names: ff_read_cost, ff_read_field, ff_read_raster, ff_write_raster, ff_write_samples.
 */
#ifndef FF_IO_CELLS_H
#define FF_IO_CELLS_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/input.h"
#include "io/output.h"
#include "io/texts.h"

/* Returns the number that 'width' (1..8) bytes are, the last one first unless 'big'. */
static inline uint64_t ff_cells_get(const uint8_t *from, int width, bool big)
{
	uint64_t bits = 0;

	for (int i = 0; i < width; i++)
		bits = bits << 8 | from[big ? i : width - 1 - i];
	return bits;
}

/* Makes number n of the cells the one whose bits these are. */
void ff_cells_put(const struct ff_raster *raster, size_t n, uint64_t bits);

/* Returns the bytes that a number of that type takes. */
size_t ff_cells_width(enum ff_raster_type type);

/* Returns the largest number of an integer type, as a double. */
double ff_cells_largest(enum ff_raster_type type);

/*
 * Makes raster->cells, for its size, channels and type.  FF_OK, or FF_E_NOMEM with the input's
 * name.
 */
enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err);

/*
 * Reads the rest of an input, which must have 'width' bytes for each of the raster's cells from
 * byte 'from' on and nothing behind them, and then does ff_cells_allocate().  Or FF_E_INPUT.
 */
enum ff_status ff_cells_take(struct ff_input *in, size_t from, struct ff_raster *raster,
			     size_t width, struct ff_error *err);

/*
 * Makes INFINITY of NAN, where floats are held, and checks that all others but 'none' are below
 * 2^53 and above -2^53.  FF_OK, or FF_E_INPUT with the first cell that is not.
 */
enum ff_status ff_cells_check(const struct ff_input *in, struct ff_raster *raster,
			      struct ff_error *err);

/*
 * Reads the number that the 'n' bytes at 'text' are: INFINITY for none, which is no text at all,
 * inf or nan in letters of any case.  False if it is no number either.
 */
bool ff_cells_text(const char *text, size_t n, double *value);

enum { FF_READ_COST_HEAD = 4096 };   /* bytes by which formats are told apart, at most */
enum { FF_READ_RASTER_HEAD = 4096 }; /* likewise, of files of cells */

/* The size that a map file's header promises. */
struct ff_read_cost_size {
	int32_t w, h; /* each >= 1 */
	/* what reading the rest holds at most: the file, the decoder's work and the
	 * cells; UINT64_MAX if that is more than can be counted */
	uint64_t bytes;
};

/* All grids are owned and [w*h]; what the file says nothing about is NULL. */
struct ff_read_field {
	struct ff_field field;          /* FF_FIELD_F64, in units of cost */
	uint8_t *costs;                 /* 1..255 */
	uint8_t *classes;               /* enum ff_class */
	uint8_t *directions;            /* enum ff_direction */
	struct ff_flow_vector *vectors; /* any numbers */
};

enum ff_read_raster_kind {
	FF_READ_RASTER_TABLE,   /* CSV with x, y, integration and more: 'table', and 'raster' */
	FF_READ_RASTER_NUMBERS, /* one number a cell, or two: 'raster' */
	FF_READ_RASTER_PICTURE, /* colours: 'pixels' */
	FF_READ_RASTER_KINDS,
};

struct ff_read_raster {
	enum ff_read_raster_kind kind;
	const char *format; /* static: "csv", "npy", "pgm", "pfm", "png" or "asc" */
	int32_t w, h;       /* each >= 1 */
	/*
	 * Owned.  Of a picture: none, cells NULL; of a table: its integration, the cells
	 * being the table's.  No value is NAN, and each is within +-2^53, or none.  'unit' is
	 * the Scale that the file tells of, or 1.  'none' is INFINITY for floats and text
	 * (which NAN, empty cells and NODATA are read as), and for integers the largest of
	 * the type, and -1 in an NPY of signed ones, one a cell, whose only number below 0 it is;
	 * NAN, which no cell holds, for samples that end elsewhere, for b1, and if the file says
	 * that its Layer is one that has a number everywhere.  NPY and CSV tell no layer: walls in
	 * an NPY of costs are none, and in a CSV of labels none is -1.
	 */
	struct ff_raster raster;
	struct ff_read_field table; /* owned; cleared, if there is none */
	uint8_t *pixels;            /* owned; [h][w][4]  red, green, blue, opacity; or NULL */
	/* A value v stands for one that is off by no more than rounding + relative * |v|; both are
	 * 0 for what is taken for exact: integers without a Scale, and doubles. */
	double rounding, relative;
	int32_t most; /* the largest sample that a PGM or PNG of numbers may have; else 0 */
	struct ff_georeference georeference; /* of an ASC; else 0, 0, 1 */
	/* Owned.  PNG: tEXt; PGM, PFM: comments "# Keyword: text" in the header. */
	struct ff_texts texts;
};

/* The size of a file of cells, known from its first look. */
struct ff_read_raster_size {
	int32_t w, h; /* each >= 1 */
};

/*
 * Serves readers of integers with texts, when both have been read: sets unit, none and rounding
 * after the Scale and the Layer.
 *
 *   most  the largest sample that the file may have
 *
 * FF_OK, or FF_E_INPUT if the Scale is no number above 0.
 */
enum ff_status ff_read_raster_samples(const struct ff_input *in, struct ff_read_raster *read,
				      int32_t most, struct ff_error *err);

/* Returns the text behind a keyword ("Layer", "Software", "Options", "Cost digest", ...), the first
 * one; NULL if the file has none. */
const char *ff_read_raster_said(const struct ff_read_raster *read, const char *keyword);

/* The number that NPY holds in cells without a value. */
enum ff_write_raster_none {
	FF_WRITE_RASTER_NAN,   /* NaN; whole numbers become floats of 64 bits */
	FF_WRITE_RASTER_MAX,   /* the type's largest number; whole numbers only */
	FF_WRITE_RASTER_MINUS, /* -1, and a signed type; whole numbers from 0 only */
	FF_WRITE_RASTER_NONES, /* not chosen: the largest whole number, or infinity */
};

extern const char *const ff_write_raster_nones[FF_WRITE_RASTER_NONES];

/* A raster to write, and how. */
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

enum {
	FF_WRITE_SAMPLES_MOST = 65534,
	FF_WRITE_SAMPLES_NONE = 65535, /* a cell without a value */
};

/*
 * Checks that all values, times the scale and then rounded if there is one, are samples: FF_OK;
 * or FF_E_LIMIT with the first cell that is none, and with the scale that would do.
 */
enum ff_status ff_write_samples_check(const struct ff_write_raster *what, struct ff_error *err);

/* Sets to[0..count-1] to the samples of the cells from 'first' on. */
void ff_write_samples(const struct ff_write_raster *what, size_t first, size_t count, uint16_t *to);

#endif
