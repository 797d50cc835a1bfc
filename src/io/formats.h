/*
 * The formats of files with a number or a colour for each cell, told apart by their content.  A
 * format is a file, its functions in cells.h, and a row here.
 */
#ifndef FF_IO_FORMATS_H
#define FF_IO_FORMATS_H

#include <stdbool.h>

#include "core/map/map.h"
#include "io/cells.h"

/*
 * The formats, a row each: X(ID, initialisers of struct ff_format).  If two match an input, or
 * write files of one extension, the first one is taken.
 */
/* clang-format off */
#define FF_FORMAT_ROWS(X) \
	X(CSV, .name = "csv", .extension = ".csv", .costs = true, .text = true, .pairs = true, .title = "CSV (a grid, or columns x, y and integration)", \
	  .matches = ff_csv_matches, .size = ff_csv_size, .read_layer = ff_csv_read, .write = ff_csv_write) \
	X(NPY, .name = "npy", .extension = ".npy", .costs = true, .pairs = true, .title = "NPY", \
	  .matches = ff_npy_matches, .size = ff_npy_size, .read_layer = ff_npy_read, .write = ff_npy_write) \
	X(NPZ, .name = "npz", .extension = ".npz", .costs = true, .pairs = true, .title = "NPZ", \
	  .matches = ff_npy_zip_matches, .size = ff_npy_zip_size, .read_layer = ff_npy_read, .make = ff_npy_zip_write) \
	X(PGM, .name = "pgm", .extension = ".pgm", .most = FF_CELLS_SAMPLE_MOST, .title = "PGM", .read_texts = ff_netpbm_pgm_read_texts, \
	  .matches = ff_netpbm_pgm_matches, .size = ff_netpbm_pgm_size, .read_map = ff_netpbm_pgm_read_map, .read_layer = ff_netpbm_pgm_read_layer, .write = ff_netpbm_pgm_write) \
	X(PFM, .name = "pfm", .extension = ".pfm", .costs = true, .single = true, .pairs = true, .title = "PFM", \
	  .matches = ff_netpbm_pfm_matches, .size = ff_netpbm_pfm_size, .read_layer = ff_netpbm_pfm_read, .write = ff_netpbm_pfm_write) \
	X(ASC, .name = "asc", .extension = ".asc", .costs = true, .text = true, .title = "ASC", \
	  .matches = ff_asc_matches, .size = ff_asc_size, .read_layer = ff_asc_read, .write = ff_asc_write) \
	X(PNG, .name = "png", .extension = ".png", .title = "PNG", .read_texts = ff_png_read_texts, \
	  .matches = ff_png_matches, .size = ff_png_size, .read_map = ff_png_read_map, .read_colours = ff_png_read_colours, .read_layer = ff_png_read_layer) \
	X(PNG8, .name = "png8", .extension = ".png", .most = UINT8_MAX, .make = ff_png_write8) \
	X(PNG16, .name = "png16", .extension = ".png", .most = FF_CELLS_SAMPLE_MOST, .make = ff_png_write16) \
	X(FLOWMAP, .name = "flowmap", .extension = ".png", .make = ff_png_write_flow) \
	X(RAW, .name = "raw", .extension = ".raw", .single = true, .typed = true, .pairs = true, .write = ff_raw_write) \
	X(C, .name = "h", .extension = ".h", .single = true, .typed = true, .pairs = true, .text = true, .write = ff_raw_write_c) \
	X(MOVINGAI, .name = "movingai", .extension = ".map", .costs = true, .text = true, .title = "MovingAI", \
	  .matches = ff_movingai_matches, .size = ff_movingai_size, .read_map = ff_movingai_read) \
	X(TEXT, .name = "text", .extension = ".txt", .costs = true, .text = true, .title = "rows of text (. and #)", \
	  .matches = ff_movingai_rows_matches, .size = ff_movingai_rows_size, .read_map = ff_movingai_rows_read)
/* clang-format on */

enum ff_formats_id {
#define FF_FORMATS_ID(id, ...) FF_FORMATS_##id,
	FF_FORMAT_ROWS(FF_FORMATS_ID)
#undef FF_FORMATS_ID
		FF_FORMATS,
};

struct ff_format {
	const char *name, *extension; /* the latter with its dot */
	const char *title;            /* in messages that list formats; NULL: not read */

	/* values that it holds */
	int32_t most; /* only integers from 0 to this one, which the writer gets by
		       * ff_cells_samples(); 0: any numbers */
	bool single;  /* only floats of 32 bits... */
	bool typed;   /* ...for amounts; counts and codes keep their type */
	bool pairs;   /* also two numbers a cell */

	bool text; /* readable by people */

	/*
	 * The reader; all NULL: there is none.  A file is read in two steps, so that nothing that
	 * grows with the map is allocated for one that is too large.
	 *
	 *   matches  returns true if an input that holds FF_CELLS_HEAD bytes, or all, is of this
	 *            format
	 *   size     reads the header of an input that matches; text without one it reads to the
	 *            end, or up to what 'limit' (>= 1) cells can take
	 *
	 * The others then read all of it:
	 *
	 *   read_map      as costs or, unless 'costs', grey levels 0..255 (ff_levels_apply() makes
	 *                 costs of them); the caller passes map->cells to free().  NULL: not a
	 *                 map, except, with 'costs', by ff_costs_read()
	 *   read_colours  an image as the costs of the grounds that its colours stand for;
	 *                 'legend' is what messages call 'grounds'.  NULL: has no colours
	 *   read_texts    only the texts before the pixels, at most 1 MiB, with no check that it
	 *                 need not make.  NULL: has no texts
	 *   read_layer    into 'file', which is cleared except w, h and format; what it holds on
	 *                 failure the caller frees.  NULL: not a layer
	 *
	 * All return FF_OK; FF_E_INPUT with one line that names the file and, where it can, the
	 * pixel or the line and column; FF_E_LIMIT if the file is larger than such a file should
	 * be, or than the decoder can count; FF_E_NOMEM.  On failure nothing is set, except in
	 * 'file'.
	 */
	ff_cells_matching *matches;
	ff_cells_sizing *size;
	bool costs;
	ff_cells_map_reading *read_map;
	enum ff_status (*read_colours)(struct ff_input *in, const struct ff_grounds *grounds,
				       const char *legend, struct ff_cost *map,
				       struct ff_error *err);
	ff_cells_texts_reading *read_texts;
	ff_cells_reading *read_layer;

	/*
	 * The writer, one of these or none.  write() returns as ff_output_write(), or FF_E_NOMEM;
	 * on failure part of the file may be written.  make() returns as ff_png_write().
	 */
	ff_cells_writing *write;
	enum ff_status (*make)(const struct ff_cells_data *data, uint8_t **bytes, size_t *size,
			       struct ff_error *err);
};

extern const struct ff_format ff_formats[FF_FORMATS];

enum ff_formats_use {
	FF_FORMATS_MAP,   /* costs, or greys and colours that stand for costs */
	FF_FORMATS_COSTS, /* the same, or numbers that are costs */
	FF_FORMATS_LAYER, /* numbers, or a picture */
};

/*
 * Finds the format of an input among those that are read for a use: FF_OK with '*format', NULL for
 * none; FF_E_INPUT or FF_E_NOMEM where nothing can be read.
 */
enum ff_status ff_formats_find(struct ff_input *in, enum ff_formats_use use,
			       const struct ff_format **format, struct ff_error *err);

/*
 * Finds the format of an input and its size.
 *
 *   limit  of cells (--max-cells)
 *
 * Returns what size() does, FF_E_INPUT if no format matches, FF_E_LIMIT if there are more cells. On
 * failure nothing is set.
 */
enum ff_status ff_formats_size(struct ff_input *in, enum ff_formats_use use, int64_t limit,
			       const struct ff_format **format, struct ff_cells_size *size,
			       struct ff_error *err);

/*
 * Reads all of a layer whose format and size ff_formats_size() has found; free '*file' with
 * ff_cells_free().  Returns what read_layer() does.  On failure nothing is set.
 */
enum ff_status ff_formats_read(struct ff_input *in, const struct ff_format *format,
			       const struct ff_cells_size *size, struct ff_cells_file *file,
			       struct ff_error *err);

/*
 * Returns FF_E_INPUT if the bytes that are held, 16 or all, begin a file of a kind that is never
 * read as a map (JPEG, GIF, WebP, TIFF, BMP, PBM, PPM, NumPy's, ESRI's), with the command that
 * converts it; else FF_OK.
 */
enum ff_status ff_formats_foreign(const struct ff_input *in, struct ff_error *err);

/*
 * Adds the texts in an input, which may also be an SVG; other files have none.  FF_OK; FF_E_INPUT
 * if reading fails; FF_E_NOMEM.
 */
enum ff_status ff_formats_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

/* Returns true if there is a writer. */
bool ff_formats_writes(const struct ff_format *format);

/*
 * Checks that a format can hold some data, before anything is written: FF_OK, or FF_E_LIMIT and the
 * first cell that it cannot hold.
 *
 *   rounded  set; integers will lose digits
 */
enum ff_status ff_formats_check(const struct ff_format *format, const struct ff_cells_data *data,
				bool *rounded, struct ff_error *err);

#endif
