/*
 * Cells of data files as bytes: what readers have in common.
 */
#ifndef FF_IO_CELLS_H
#define FF_IO_CELLS_H

#include "core/map/raster.h"
#include "io/input.h"

/* ff_cells_get() is the number that 'width' (1..8) bytes are, the last one first unless 'big'. */
static inline uint64_t ff_cells_get(const uint8_t *from, int width, bool big)
{
	uint64_t bits = 0;

	for (int i = 0; i < width; i++)
		bits = bits << 8 | from[big ? i : width - 1 - i];
	return bits;
}

/* ff_cells_put() makes number n of the cells the one whose bits these are. */
void ff_cells_put(const struct ff_raster *raster, size_t n, uint64_t bits);

/* ff_cells_width() is how many bytes a number of that type takes. */
size_t ff_cells_width(enum ff_raster_type type);

/* ff_cells_largest() is the largest number of an integer type, as a double. */
double ff_cells_largest(enum ff_raster_type type);

/*
 * ff_cells_allocate() makes raster->cells, for its size, channels and type.  FF_OK, or
 * FF_E_NOMEM with the input's name.
 */
enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err);

/*
 * ff_cells_take() reads the rest of an input, which must have 'width' bytes for each of the
 * raster's cells from byte 'from' on and nothing behind them, and then does
 * ff_cells_allocate().  Or FF_E_INPUT.
 */
enum ff_status ff_cells_take(struct ff_input *in, size_t from, struct ff_raster *raster,
			     size_t width, struct ff_error *err);

/*
 * ff_cells_check() makes INFINITY of NAN, where floats are held, and checks that all others but
 * 'none' are below 2^53 and above -2^53.  FF_OK, or FF_E_INPUT with the first cell that is not.
 */
enum ff_status ff_cells_check(const struct ff_input *in, struct ff_raster *raster,
			      struct ff_error *err);

/*
 * ff_cells_text() is the number that the 'n' bytes at 'text' are: INFINITY for none, which is no
 * text at all, inf or nan in letters of any case.  False if it is neither.
 */
bool ff_cells_text(const char *text, size_t n, double *value);

#endif
