/*
 * The formats of files with a number or a colour for each cell, told apart by their content: one
 * table for maps, one for all that is read of cells, and one for what is written.
 */
#ifndef FF_IO_FORMATS_H
#define FF_IO_FORMATS_H

#include <stdbool.h>

#include "core/map/map.h"
#include "core/map/raster.h"
#include "io/cells.h"

/*
 * A map file of any kind that we know, told apart by its content.  It is read
 * in two stages, so that the caller may refuse it before anything is allocated
 * that grows with the map.
 */

/* A line in the table of readers. */
struct ff_format_map {
	const char *name;
	/* false: the cells are costs already, and grey levels do not come into it */
	bool grey;
	/* [n >= 16, or the whole file]  is it one of these? */
	bool (*matches)(const uint8_t *head, size_t n);
	/*
	 * Reads the header of an input that matches, and a piece more at most.  Returns FF_OK;
	 * FF_E_INPUT; FF_E_NOMEM.  On failure nothing is set.
	 */
	enum ff_status (*size)(struct ff_input *in, struct ff_cells_size *size,
			       struct ff_error *err);
	/*
	 * Reads all of an input that matches, whether or not size() was called with it.
	 *
	 *   map  set; the caller owns map->cells and passes it to free().  If 'grey',
	 *        the cells are grey levels 0..255 as the file has them
	 *        (ff_levels_apply makes costs of them)
	 *
	 * Returns FF_OK; FF_E_INPUT with one line that names the file and, where it can, the pixel
	 * or the line and column; FF_E_LIMIT if the file is larger than any such map should be, or
	 * than the decoder can count; FF_E_NOMEM.  On failure nothing is set.
	 */
	enum ff_status (*read)(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
	/*
	 * Reads an image whose colours are kinds of ground; the cells are their costs.  'legend' is
	 * what messages call 'grounds'. NULL: such files have no colours.
	 */
	enum ff_status (*read_colours)(struct ff_input *in, const struct ff_grounds *grounds,
				       const char *legend, struct ff_cost *map,
				       struct ff_error *err);
};

/* Returns FF_E_INPUT if the bytes that are held, 16 or all, begin a file of a kind that is never
 * read as a map (JPEG, GIF, WebP, TIFF, BMP, PBM, PPM, NumPy's, ESRI's), and says how to convert
 * it; else FF_OK. */
enum ff_status ff_formats_foreign(const struct ff_input *in, struct ff_error *err);

/* Sets '*known' to whether a line of the table matches the input; FF_OK, FF_E_INPUT, FF_E_NOMEM as
 * ff_input_fill(). */
enum ff_status ff_formats_is_map(struct ff_input *in, bool *known, struct ff_error *err);

/*
 * Finds out what 'in' is, and how large.  Whether that is too large (ff_cost_fits) the caller
 * decides, before (*format)->read().
 *
 *   format  set to the line of the table that matched
 *   size    set
 *
 * Returns what size() does, and FF_E_INPUT if no line matches.  On failure nothing is set.
 */
enum ff_status ff_formats_map(struct ff_input *in, const struct ff_format_map **format,
			      struct ff_cells_size *size, struct ff_error *err);

/*
 * A file of numbers or colours for each cell of a map, ours or another tool's,
 * told apart by its content.  It is read in two stages, so that nothing that
 * grows with the map is allocated for one that is too large.
 */

/* A line in the table of readers. */
struct ff_format_layer {
	const char *name;
	/* [n >= FF_CELLS_HEAD, or the whole file]  is it one of these? */
	bool (*matches)(const uint8_t *head, size_t n);
	/*
	 * Reads the header of an input that matches; of text without one, all of it, if no more
	 * than 'limit' (>= 1) cells can have.  Returns FF_OK; FF_E_INPUT; FF_E_LIMIT; FF_E_NOMEM.
	 * On failure nothing is set.
	 */
	enum ff_status (*size)(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			       struct ff_error *err);
	/*
	 * Reads all of an input that has been through size().
	 *
	 *   read  cleared, except w, h and format, which are set; what it holds on failure
	 *         the caller frees
	 *
	 * Returns FF_OK; FF_E_INPUT, FF_E_LIMIT; FF_E_NOMEM.
	 */
	enum ff_status (*read)(struct ff_input *in, struct ff_cells_file *read,
			       struct ff_error *err);
};

/* Finds the line of the table that matches: FF_OK with '*name' set to its name, or NULL for none;
 * FF_E_INPUT or FF_E_NOMEM where nothing can be read. */
enum ff_status ff_formats_is_layer(struct ff_input *in, const char **name, struct ff_error *err);

/*
 * Finds out what 'in' is, and how large.
 *
 *   limit   of cells (--max-cells)
 *   format  set to the line of the table that matched
 *   size    set
 *
 * Returns FF_OK; FF_E_INPUT with one line that names the file and, where it can, line and column or
 * the cell, also if no line of the table matches; FF_E_LIMIT if it has more cells, or far more
 * bytes than that many cells can need; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_formats_layer(struct ff_input *in, int64_t limit,
				const struct ff_format_layer **format, struct ff_cells_size *size,
				struct ff_error *err);

/*
 * Reads all of 'in', of which ff_formats_layer() has told 'format' and 'size'; free '*read' with
 * ff_cells_free().  Returns what that does.  On failure nothing is set.
 */
enum ff_status ff_formats_read(struct ff_input *in, const struct ff_format_layer *format,
			       const struct ff_cells_size *size, struct ff_cells_file *read,
			       struct ff_error *err);

/* An extension means the first of its formats that an output may have. */
enum ff_formats_id {
	FF_FORMATS_CSV,
	FF_FORMATS_NPY,
	FF_FORMATS_PGM,
	FF_FORMATS_PFM,
	FF_FORMATS_ASC,
	FF_FORMATS_PNG8, /* of bytes only, all of which are numbers */
	FF_FORMATS_PNG16,
	FF_FORMATS,
};

struct ff_format_written {
	const char *name, *extension; /* with its dot */
	int channels;                 /* the most that it holds */
	bool text;
	bool samples; /* whole numbers from 0 to FF_CELLS_SAMPLE_MOST only */
	bool single;  /* floats of 32 bits only */
	/* One of them.  write() returns as ff_output_write(), after which some may be written, or
	 * FF_E_NOMEM; make() as ff_png_write(). */
	enum ff_status (*write)(struct ff_output *out, const struct ff_cells_data *what,
				struct ff_error *err);
	enum ff_status (*make)(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			       struct ff_error *err);
};

extern const struct ff_format_written ff_formats_written[FF_FORMATS];

/*
 * Checks that a format can hold that, which is to be known before anything is written: FF_OK,
 * or FF_E_LIMIT and the first cell that it cannot hold.
 *
 *   rounded  set to whether whole numbers of it will lose digits
 */
enum ff_status ff_formats_check(const struct ff_format_written *format,
				const struct ff_cells_data *what, bool *rounded,
				struct ff_error *err);

#endif
