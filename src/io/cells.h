/*
 * Common to readers and writers of files with a number or a colour for each cell: what
 * is read, what is written, and cells as bytes, as text and as samples.
 */
#ifndef FF_IO_CELLS_H
#define FF_IO_CELLS_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/input.h"
#include "io/output.h"
#include "io/texts.h"

/* Makes number n of the cells the one whose bits these are. */
void ff_cells_put(const struct ff_raster *raster, size_t n, uint64_t bits);

/* Returns the largest number of an integer type, as a double. */
double ff_cells_largest(enum ff_raster_type type);

/*
 * Makes raster->cells, for its size, channels and type.  FF_OK, or FF_E_NOMEM with the input's
 * name.
 */
enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err);

/*
 * Reads to the end, as ff_input_rest() does, at most 'each' bytes a cell and 'slack' more.
 * FF_E_NOMEM also if that many cannot be counted.
 */
enum ff_status ff_cells_rest(struct ff_input *in, uint64_t cells, size_t each, size_t slack,
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
bool ff_cells_number(const char *text, size_t n, double *value);

enum { FF_CELLS_HEAD = 4096 }; /* bytes by which formats are told apart, at most */

/* The size that a file's header promises. */
struct ff_cells_size {
	int32_t w, h; /* each >= 1 */
	/* what reading it as a map holds at most: the file, the decoder's work and the
	 * cells; UINT64_MAX if that is more than can be counted */
	uint64_t bytes;
};

/* All grids are owned and [w*h]; what the file says nothing about is NULL. */
struct ff_cells_table {
	struct ff_field field;          /* FF_FIELD_F64, in units of cost */
	uint8_t *costs;                 /* 1..255 */
	uint8_t *classes;               /* enum ff_class */
	uint8_t *directions;            /* enum ff_direction */
	struct ff_flow_vector *vectors; /* any numbers */
};

enum ff_cells_kind {
	FF_CELLS_TABLE,   /* CSV with x, y, integration and more: 'table', and 'raster' */
	FF_CELLS_NUMBERS, /* one number a cell, or two: 'raster' */
	FF_CELLS_PICTURE, /* colours: 'pixels' */
	FF_CELLS_KINDS,
};

struct ff_cells_file {
	enum ff_cells_kind kind;
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
	struct ff_cells_table table; /* owned; cleared, if there is none */
	uint8_t *pixels;             /* owned; [h][w][4]  red, green, blue, opacity; or NULL */
	/* A value v stands for one that is off by no more than rounding + relative * |v|; both are
	 * 0 for what is taken for exact: integers without a Scale, and doubles. */
	double rounding, relative;
	int32_t most; /* the largest sample that a PGM or PNG of numbers may have; else 0 */
	struct ff_georeference georeference; /* of an ASC; else 0, 0, 1 */
	/* Owned.  PNG: tEXt; PGM, PFM: comments "# Keyword: text" in the header. */
	struct ff_texts texts;
};

/*
 * Serves readers of integers with texts, when both have been read: sets unit, none and rounding
 * after the Scale and the Layer.
 *
 *   most  the largest sample that the file may have
 *
 * FF_OK, or FF_E_INPUT if the Scale is no number above 0.
 */
enum ff_status ff_cells_scale(const struct ff_input *in, struct ff_cells_file *read, int32_t most,
			      struct ff_error *err);

/* Returns the text behind a keyword ("Layer", "Software", "Options", "Cost digest", ...), the first
 * one; NULL if the file has none. */
const char *ff_cells_text(const struct ff_cells_file *read, const char *keyword);

/*
 * Makes vectors of a grid of one number a cell whose width is even: half as wide, with two
 * channels.  Vectors as CSV are such a grid, and nothing in the file tells.  False, and nothing is
 * changed, if it is no such grid.
 */
bool ff_cells_pair(struct ff_cells_file *read);

void ff_cells_free(struct ff_cells_file *read);
void ff_cells_table_free(struct ff_cells_table *table);

/* The number that NPY holds in cells without a value. */
enum ff_cells_none {
	FF_CELLS_NAN,   /* NaN; whole numbers become floats of 64 bits */
	FF_CELLS_MAX,   /* the type's largest number; whole numbers only */
	FF_CELLS_MINUS, /* -1, and a signed type; whole numbers from 0 only */
	FF_CELLS_NONES, /* not chosen: the largest whole number, or infinity */
};

extern const char *const ff_cells_nones[FF_CELLS_NONES];

/* A raster to write, and how. */
struct ff_cells_data {
	const char *name;        /* of the file, for messages */
	struct ff_raster raster; /* its unit is whole and below 2^32 */
	const char *none;        /* what CSV says of a cell without a value */
	enum ff_cells_none npy_none;
	bool measures; /* numbers mean the same when they are multiplied */
	double scale;  /* what samples are multiplied by; 0: they are the numbers */
	struct ff_georeference place;
	const struct ff_texts_line *texts; /* [text_count]  where a format has room for them */
	size_t text_count;
};

enum {
	FF_CELLS_SAMPLE_MOST = 65534,
	FF_CELLS_SAMPLE_NONE = 65535, /* a cell without a value */
};

/*
 * Checks that all values, times the scale and then rounded if there is one, are samples: FF_OK;
 * or FF_E_LIMIT with the first cell that is none, and with the scale that would do.
 */
enum ff_status ff_cells_check_samples(const struct ff_cells_data *what, struct ff_error *err);

/* Sets to[0..count-1] to the samples of the cells from 'first' on. */
void ff_cells_samples(const struct ff_cells_data *what, size_t first, size_t count, uint16_t *to);

#endif
