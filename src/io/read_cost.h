/*
 * A map file of any kind that we know, told apart by its content.  It is read
 * in two stages, so that the caller may refuse it before anything is allocated
 * that grows with the map.
 */
#ifndef FF_IO_READ_COST_H
#define FF_IO_READ_COST_H

#include "core/map/map.h"
#include "io/input.h"

/* What a file's header promises. */
struct ff_read_cost_size {
	int32_t w, h; /* each >= 1 */
	/* what reading the rest holds at most: the file, the decoder's work and the
	 * cells; UINT64_MAX if that is more than can be counted */
	uint64_t bytes;
};

enum { FF_READ_COST_HEAD = 4096 }; /* bytes by which formats are told apart, at most */

/* A line in the table of readers. */
struct ff_read_cost_format {
	const char *name;
	/* false: the cells are costs already, and grey levels do not come into it */
	bool grey;
	/* [n >= 16, or the whole file]  is it one of these? */
	bool (*matches)(const uint8_t *head, size_t n);
	/*
	 * size() reads the header of an input that matches, and a piece more at
	 * most.  Returns FF_OK; FF_E_INPUT; FF_E_NOMEM.  On failure nothing is set.
	 */
	enum ff_status (*size)(struct ff_input *in, struct ff_read_cost_size *size,
			       struct ff_error *err);
	/*
	 * read() reads all of an input that matches, whether or not size() was
	 * called with it.
	 *
	 *   map  set; the caller owns map->cells and passes it to free().  If 'grey',
	 *        the cells are grey levels 0..255 as the file has them
	 *        (ff_levels_apply makes costs of them)
	 *
	 * Returns FF_OK; FF_E_INPUT with one line that names the file and, where it
	 * can, the pixel or the line and column; FF_E_LIMIT if the file is larger
	 * than any such map should be, or than the decoder can count; FF_E_NOMEM.
	 * On failure nothing is set.
	 */
	enum ff_status (*read)(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
	/*
	 * read_colours() is read() of an image whose colours are kinds of ground; the
	 * cells are their costs.  'legend' is what messages call 'grounds'.
	 * NULL: such files have no colours.
	 */
	enum ff_status (*read_colours)(struct ff_input *in, const struct ff_grounds *grounds,
				       const char *legend, struct ff_cost *map,
				       struct ff_error *err);
};

/* ff_read_cost_foreign() returns FF_E_INPUT if the bytes that are held, 16 or all, begin a file
 * of a kind that is never read as a map (JPEG, GIF, WebP, TIFF, BMP, PBM, PPM, NumPy's, ESRI's),
 * and says how to convert it; else FF_OK. */
enum ff_status ff_read_cost_foreign(const struct ff_input *in, struct ff_error *err);

/* ff_read_cost_known() tells whether a line of the table matches the input; FF_OK, FF_E_INPUT,
 * FF_E_NOMEM as ff_input_fill(). */
enum ff_status ff_read_cost_known(struct ff_input *in, bool *known, struct ff_error *err);

/*
 * ff_read_cost_size() tells what 'in' is, and how large.  Whether that is too
 * large (ff_cost_fits) is for the caller to say, before (*format)->read().
 *
 *   format  set to the line of the table that matched
 *   size    set
 *
 * Returns what size() does, and FF_E_INPUT if no line matches.  On failure
 * nothing is set.
 */
enum ff_status ff_read_cost_size(struct ff_input *in, const struct ff_read_cost_format **format,
				 struct ff_read_cost_size *size, struct ff_error *err);

#endif
