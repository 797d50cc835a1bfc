/*
 * A file with a number or a colour for each cell, as it is read and as it is written; and what its
 * readers and writers share.
 */
#ifndef FF_IO_CELLS_H
#define FF_IO_CELLS_H

#include "core/map/field.h"
#include "core/map/image.h"
#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/input.h"
#include "io/output.h"
#include "io/texts.h"

/* Stores bits as number n of a raster. */
void ff_cells_put(const struct ff_raster *raster, size_t n, uint64_t bits);

/* Returns the largest number of an integer type, as a double. */
double ff_cells_largest(enum ff_raster_type type);

/* Allocates raster->cells for its size, channels and type: FF_OK or FF_E_NOMEM. */
enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err);

/*
 * Reads an input to its end, as ff_input_rest() does, with a cap of 'each' bytes a cell and 'slack'
 * more; FF_E_NOMEM if that cannot be counted.
 */
enum ff_status ff_cells_rest(struct ff_input *in, uint64_t cells, size_t each, size_t slack,
			     struct ff_error *err);

/*
 * Allocates the cells of a raster.  The input must have 'width' bytes for each from byte 'from' on
 * and nothing after them, and ff_input_take() gives them; if 'whole', they are held.
 *
 * Only files of that very size are not held: memory is taken for cells that are there.  FF_OK;
 * FF_E_INPUT; FF_E_NOMEM.
 */
enum ff_status ff_cells_take(struct ff_input *in, size_t from, struct ff_raster *raster,
			     size_t width, bool whole, struct ff_error *err);

/*
 * Replaces NAN with INFINITY, and checks that all numbers but 'none' lie between -2^53 and 2^53.
 * FF_OK, or FF_E_INPUT with the first cell that does not.
 */
enum ff_status ff_cells_check(const struct ff_input *in, struct ff_raster *raster,
			      struct ff_error *err);

/* Returns the type that NPY and NPZ have: the raster's if its numbers are the values; else
 * FF_RASTER_F32 if that holds every value exactly, else FF_RASTER_F64.  'range' is that of the
 * values; NULL: it is not known yet. */
enum ff_raster_type ff_cells_type(const struct ff_raster *raster,
				  const struct ff_raster_range *range);

/* Writes the values of 'count' numbers from 'first' on, of type ff_cells_type(), little-endian:
 * those of cells without a value are infinity, or an integer's largest. */
void ff_cells_numbers(const struct ff_raster *raster, size_t first, size_t count,
		      enum ff_raster_type type, uint8_t *to);

/*
 * Reads a number of n bytes: INFINITY for no text at all, and for inf and nan in any case.  Returns
 * false if it is none of these.
 */
bool ff_cells_number(const char *text, size_t n, double *value);

enum { FF_CELLS_HEAD = 4096 }; /* bytes of an input that tell its format */

/* The size that a file's header promises. */
struct ff_cells_size {
	int32_t w, h; /* each >= 1 */
	bool fine;    /* PNG and PGM: grey samples have more than 8 bits */
	/* PGM and NPY: index of the first cell, if each is a byte as it is read, row by row, up to
	 * the end; else 0 */
	size_t bytes_from;
};

/* A line for each cell.  All grids are owned, [w*h]; NULL if the file has no such column. */
struct ff_cells_table {
	struct ff_field field;          /* FF_FIELD_F64, in units of cost */
	double *costs;                  /* above 0; INFINITY: a wall */
	uint8_t *classes;               /* enum ff_class */
	uint8_t *directions;            /* enum ff_direction */
	struct ff_flow_vector *vectors; /* any numbers */
};

/*
 * The cells that a picture of a map shows, each grid [w*h].  Of a picture that was read the numbers
 * are of type FF_RASTER_F32, INFINITY is none, and their block, which is owned, holds all grids.
 */
struct ff_cells_shown {
	/* To pack, cells are NULL where the picture does not show such. */
	struct ff_raster numbers;  /* one channel; "Layer" tells what they are */
	const uint8_t *classes;    /* enum ff_class */
	const uint8_t *directions; /* enum ff_direction */
};

/*
 * Packs the cells of a picture: width and height, big-endian numbers of 32 bits, and a zlib stream
 * of six grids of bytes: those of the numbers as floats, the highest first, where each float is the
 * difference of its bits to those of the cell before; classes; directions.  Grids that are not
 * shown are 0.
 *
 *   size  set
 *
 * Equal cells give equal bytes with the same libdeflate.  Returns the bytes, which the caller
 * passes to free(); NULL if memory ran out.
 */
uint8_t *ff_cells_pack(const struct ff_cells_shown *shown, size_t *size);

/*
 * Reads what ff_cells_pack() made.  Takes 10 bytes a cell, and keeps 6.
 *
 *   packed  [n]
 *   w, h    size of the picture: its cells are no smaller than a pixel
 *
 * Returns FF_OK; FF_E_INPUT if the bytes are anything else; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_cells_unpack(const uint8_t *packed, size_t n, int32_t w, int32_t h,
			       struct ff_cells_shown *shown);

enum ff_cells_kind {
	FF_CELLS_TABLE,   /* CSV with x, y, integration and more: 'table', and 'raster' */
	FF_CELLS_NUMBERS, /* one number a cell, or two: 'raster' */
	FF_CELLS_PICTURE, /* colours: 'pixels' */
	FF_CELLS_KINDS,
};

struct ff_cells_file {
	enum ff_cells_kind kind;
	const char *format; /* static: "csv", "npy", "npz", "pgm", "pfm", "png" or "asc" */
	int32_t w, h;       /* each >= 1 */
	/*
	 * Owned.  A picture has none, and its cells are NULL; those of a table are its
	 * integration's.  Each value lies between -2^53 and 2^53, or is none; never NAN.
	 *
	 *   unit  the file's "Scale", or 1
	 *   none  INFINITY for floats and text (NAN, empty cells and NODATA become it); the type's
	 *         largest number for integers.  -1 becomes none in an NPY of signed integers, one
	 *         a cell, without other negative numbers.  NAN, so that every cell has a value,
	 *         for b1, for samples whose largest is not the type's, and where the file's
	 *         "Layer" has a value everywhere.  NPY and CSV name no layer: walls in an NPY of
	 *         costs are none, and in a CSV of labels none is -1
	 */
	struct ff_raster raster;
	struct ff_cells_table table; /* owned; cleared, if there is none */
	uint8_t *pixels;             /* owned; [h][w][4]  red, green, blue, opacity; or NULL */
	struct ff_cells_shown shown; /* of a picture; numbers.cells is NULL if it carries none */
	/* A value v is off by at most rounding + relative * |v|; both are 0 for integers without
	 * a "Scale" and for doubles, which are exact. */
	double rounding, relative;
	bool integers; /* the numbers are integers in the file, if not in the raster */
	int32_t most;  /* largest sample that a PGM or PNG of numbers may have; else 0 */
	struct ff_georeference georeference; /* of an ASC; else 0, 0, 1 */
	struct ff_texts texts; /* owned; PNG: tEXt; PGM, PFM: comments "# Keyword: text" */
};

/*
 * Sets unit, none and rounding of samples from the file's texts, "Scale" and "Layer".
 *
 *   most  largest sample that the file may have
 *
 * FF_OK, or FF_E_INPUT if the scale is not a number above 0.
 */
enum ff_status ff_cells_scale(const struct ff_input *in, struct ff_cells_file *read, int32_t most,
			      struct ff_error *err);

/* Returns the first text of a keyword ("Layer", "Software", "Options", "Cost digest", ...); NULL if
 * the file has none. */
const char *ff_cells_text(const struct ff_cells_file *read, const char *keyword);

/* Returns true if a layer, which may be NULL, has a number for every cell: none means "none". */
bool ff_cells_everywhere(const char *layer);

void ff_cells_free(struct ff_cells_file *read);
void ff_cells_table_free(struct ff_cells_table *table);

/* A raster to write, and how. */
struct ff_cells_data {
	const char *name;                  /* of the file, for messages */
	struct ff_raster raster;           /* its unit is whole and below 2^32 */
	const char *none;                  /* text of a cell without a value in a CSV */
	bool measures;                     /* values are amounts */
	double scale;                      /* factor of samples; 0: samples are the values */
	struct ff_georeference place;      /* in an ASC; with y down, its y is negated */
	const struct ff_image_text *texts; /* [text_count]  for formats that hold texts */
	size_t text_count;
	const char *codes;      /* a line about what the numbers stand for; or NULL */
	const uint8_t *classes; /* [w*h]  enum ff_class; for flow maps */
};

/* Returns the name of the layer. */
const char *ff_cells_layer(const struct ff_cells_data *what);

enum {
	FF_CELLS_SAMPLE_MOST = 65534, /* largest sample of a value */
	FF_CELLS_SAMPLE_NONE = 65535, /* sample of a cell without a value */
};

/*
 * Checks that all values are samples, once scaled and rounded if there is a scale: FF_OK; or
 * FF_E_LIMIT with the first cell that is not.
 */
enum ff_status ff_cells_check_samples(const struct ff_cells_data *what, struct ff_error *err);

/* Sets to[0..count-1] to the samples of the cells from 'first' on. */
void ff_cells_samples(const struct ff_cells_data *what, size_t first, size_t count, uint16_t *to);

/*
 * The functions of formats, of whose types struct ff_format has a row for each format; those of PNG
 * are in png.h.
 */
typedef bool ff_cells_matching(const struct ff_input *in);
typedef enum ff_status ff_cells_sizing(struct ff_input *in, int64_t limit,
				       struct ff_cells_size *size, struct ff_error *err);
typedef enum ff_status ff_cells_map_reading(struct ff_input *in, struct ff_cost *map,
					    struct ff_error *err);
typedef enum ff_status ff_cells_reading(struct ff_input *in, struct ff_cells_file *file,
					struct ff_error *err);
typedef enum ff_status ff_cells_texts_reading(struct ff_input *in, struct ff_texts *texts,
					      struct ff_error *err);
typedef enum ff_status ff_cells_writing(struct ff_output *out, const struct ff_cells_data *data,
					struct ff_error *err);

ff_cells_matching ff_asc_matches, ff_csv_matches, ff_movingai_matches, ff_movingai_rows_matches,
	ff_netpbm_pfm_matches, ff_netpbm_pgm_matches, ff_npy_matches, ff_npy_zip_matches;
ff_cells_sizing ff_asc_size, ff_csv_size, ff_movingai_size, ff_movingai_rows_size,
	ff_netpbm_pfm_size, ff_netpbm_pgm_size, ff_npy_size, ff_npy_zip_size;
ff_cells_map_reading ff_movingai_read, ff_movingai_rows_read, ff_netpbm_pgm_read_map;
ff_cells_reading ff_asc_read, ff_csv_read, ff_netpbm_pfm_read, ff_netpbm_pgm_read_layer,
	ff_npy_read;
ff_cells_texts_reading ff_netpbm_pgm_read_texts;
ff_cells_writing ff_asc_write, ff_csv_write, ff_netpbm_pfm_write, ff_netpbm_pgm_write, ff_npy_write,
	ff_raw_write, ff_raw_write_c;

/* Makes the head of an NPY, before the numbers: a multiple of 64 bytes. */
enum { FF_NPY_HEAD = 128 };
void ff_npy_head(const struct ff_raster *raster, enum ff_raster_type type, uint8_t to[FF_NPY_HEAD]);

/* Returns as ff_png_write(); FF_E_LIMIT if it is too large. */
enum ff_status ff_npy_zip_write(const struct ff_cells_data *what, uint8_t **bytes, size_t *size,
				struct ff_error *err);

#endif
