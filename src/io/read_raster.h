/*
 * A file of numbers or colours for each cell of a map, ours or another tool's,
 * told apart by its content.  It is read in two stages, so that nothing that
 * grows with the map is allocated for one that is too large.
 */
#ifndef FF_IO_READ_RASTER_H
#define FF_IO_READ_RASTER_H

#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/input.h"
#include "io/read_field.h"
#include "io/texts.h"

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

/* What the first look at a file tells. */
struct ff_read_raster_size {
	int32_t w, h; /* each >= 1 */
	/* what reading the rest holds at most: the file, the decoder's work, and what is read;
	 * UINT64_MAX if that is more than can be counted */
	uint64_t bytes;
};

/* A line in the table of readers. */
struct ff_read_raster_format {
	const char *name;
	/* [n >= FF_READ_RASTER_HEAD, or the whole file]  is it one of these? */
	bool (*matches)(const uint8_t *head, size_t n);
	/*
	 * size() reads the header of an input that matches; of text without one, all of it, if
	 * no more than 'limit' (>= 1) cells can have.  Returns FF_OK; FF_E_INPUT; FF_E_LIMIT;
	 * FF_E_NOMEM.  On failure nothing is set.
	 */
	enum ff_status (*size)(struct ff_input *in, int64_t limit, struct ff_read_raster_size *size,
			       struct ff_error *err);
	/*
	 * read() reads all of an input that has been through size().
	 *
	 *   read  cleared, but for w, h and format, which are set; what it holds on failure
	 *         the caller frees
	 *
	 * Returns FF_OK; FF_E_INPUT, FF_E_LIMIT; FF_E_NOMEM.
	 */
	enum ff_status (*read)(struct ff_input *in, struct ff_read_raster *read,
			       struct ff_error *err);
};

enum { FF_READ_RASTER_HEAD = 4096 };

/* ff_read_raster_known() tells which line of the table matches: FF_OK with '*name' set to its name,
 * or NULL for none; FF_E_INPUT or FF_E_NOMEM where nothing can be read. */
enum ff_status ff_read_raster_known(struct ff_input *in, const char **name, struct ff_error *err);

/*
 * ff_read_raster_size() tells what 'in' is, and how large.
 *
 *   limit   of cells (--max-cells)
 *   format  set to the line of the table that matched
 *   size    set
 *
 * Returns FF_OK; FF_E_INPUT with one line that names the file and, where it can, line
 * and column or the cell, also if no line of the table matches; FF_E_LIMIT if it has more
 * cells, or far more bytes than that many cells can need; FF_E_NOMEM.  On failure
 * nothing is set.
 */
enum ff_status ff_read_raster_size(struct ff_input *in, int64_t limit,
				   const struct ff_read_raster_format **format,
				   struct ff_read_raster_size *size, struct ff_error *err);

/*
 * ff_read_raster() reads all of 'in', of which ff_read_raster_size() has told 'format' and
 * 'size'; free '*read' with ff_read_raster_free().  Returns what that does.  On failure
 * nothing is set.
 */
enum ff_status ff_read_raster(struct ff_input *in, const struct ff_read_raster_format *format,
			      const struct ff_read_raster_size *size, struct ff_read_raster *read,
			      struct ff_error *err);

void ff_read_raster_free(struct ff_read_raster *read);

/*
 * ff_read_raster_samples() is for readers of integers with texts, when both have been read: it
 * sets unit, none and rounding after the Scale and the Layer.
 *
 *   most  the largest sample that the file may have
 *
 * FF_OK, or FF_E_INPUT if the Scale is no number above 0.
 */
enum ff_status ff_read_raster_samples(const struct ff_input *in, struct ff_read_raster *read,
				      int32_t most, struct ff_error *err);

/* ff_read_raster_said() is the text behind a keyword ("Layer", "Software", "Options",
 * "Cost digest", ...), the first one; NULL if the file has none. */
const char *ff_read_raster_said(const struct ff_read_raster *read, const char *keyword);

/*
 * ff_read_raster_pair() makes vectors of a grid of one number a cell whose width is even: half
 * as wide, with two channels.  Vectors as CSV are such a grid, and nothing in the file tells.
 * False, and nothing is changed, if it is no such grid.
 */
bool ff_read_raster_pair(struct ff_read_raster *read);

#endif
