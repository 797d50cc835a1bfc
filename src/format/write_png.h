/*
 * Pictures as palette PNGs, in memory.
 */
#ifndef FF_FORMAT_WRITE_PNG_H
#define FF_FORMAT_WRITE_PNG_H

#include <stddef.h>

#include "base/status.h"
#include "grid/image.h"

/* A line of text in the file: a keyword of 1..79 bytes and its text, both Latin-1. */
struct ff_write_png_text {
	const char *keyword, *text;
};

/*
 * ff_write_png() makes a whole PNG file of a picture: of 4 bits a pixel where no
 * more than 16 colours are used, and then with a palette of only those, unless the
 * image's pixels are numbers.
 *
 *   texts  [count]  written in this order, as tEXt chunks before the data
 *   data   set; [*size]  the caller owns it and passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  No globals: pictures may
 * be written side by side.
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS;
 * FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err);

#endif
