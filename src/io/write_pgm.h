/*
 * A grey image of 8 or 16 bits, with texts as comments.
 */
#ifndef FF_IO_WRITE_PGM_H
#define FF_IO_WRITE_PGM_H

#include "io/write_raster.h"

/*
 * ff_write_pgm() writes samples (ff_write_samples()) as a binary PGM: of 8 bits where
 * they are at most 254, and then with 255 for cells without a value, or at most 255 and there is
 * no such cell; else of 16 bits.  Each text is a line "# KEYWORD: TEXT" of its header.  Returns as
 * ff_output_write().
 */
enum ff_status ff_write_pgm(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err);

#endif
