/*
 * Pictures as palette PNGs, in memory.
 */
#ifndef FF_IO_WRITE_PNG_H
#define FF_IO_WRITE_PNG_H

#include <stddef.h>

#include "core/base/status.h"
#include "core/map/image.h"

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
 * Equal input gives equal bytes with the same libdeflate.  Pictures may be written side by side.
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS;
 * FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err);

/* The samples of an image as they are in a file, and what its header says of them. */
struct ff_write_png_samples {
	int32_t w, h;                  /* in pixels */
	bool smooth;                   /* neighbours are mostly alike */
	int depth;                     /* bits a pixel: 4 or 8, or 16 for grey */
	int colours;                   /* 0: grey */
	struct ff_colour palette[256]; /* [colours] */
	const uint8_t *bytes; /* [h * (bytes of a row)]; of 16 bits the high one is first */
};

/* ff_write_png_samples() is what ff_write_png() does once it has such samples.
 * ff_write_png_fits() tells whether there may be that many: FF_OK or FF_E_LIMIT. */
enum ff_status ff_write_png_samples(const struct ff_write_png_samples *samples,
				    const struct ff_write_png_text *texts, size_t count,
				    uint8_t **data, size_t *size, struct ff_error *err);
enum ff_status ff_write_png_fits(int32_t w, int32_t h, int depth, struct ff_error *err);

/*
 * ff_write_png_data() makes only the chunk IDAT of samples of 8 bits or more, for a file of
 * several pictures.
 *
 *   file   set; the caller passes it to free()
 *   chunk  set; within it
 *   n      set; bytes of the chunk's data
 *
 * Returns FF_OK or FF_E_NOMEM, and then nothing is set.
 */
enum ff_status ff_write_png_data(const struct ff_write_png_samples *samples, uint8_t **file,
				 const uint8_t **chunk, size_t *n);

/* ff_write_png_smooth() tells whether neighbours in an image are mostly alike. */
bool ff_write_png_smooth(const struct ff_image *image);

#endif
