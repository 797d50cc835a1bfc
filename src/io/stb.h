/*
 * The packaged image libraries: stb_image, which decodes PNG files within a budget of memory, and
 * stb_image_write, which encodes them.
 */
#ifndef FF_IO_STB_H
#define FF_IO_STB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

/* A PNG file whose chunks were checked, and its sizes. */
struct ff_stb_file {
	const uint8_t *data; /* [size <= INT_MAX] */
	size_t size;
	bool wide;            /* 16 bits per sample */
	size_t inflated;      /* bytes that the data inflate to */
	size_t inflated_most; /* bytes of the block for them: the library's guess, doubled until it
			       * fits */
	/* bytes of a row of samples, if these may replace the inflated data row by row: images of 8
	 * or 16 bits that are not interlaced; else 0 */
	size_t in_place;
};

struct ff_stb_image {
	int w, h, channels;
	uint32_t adler; /* Adler-32 of the inflated data, not yet compared */
	void *samples;  /* [h][w][channels]  uint8_t or uint16_t; the caller passes it to free() */
};

/*
 * Decodes a file.
 *
 *   most  bytes of memory at any time, the samples included
 *   why   set; the error in the data, or NULL
 *
 * Returns FF_OK; FF_E_INPUT if the data are damaged or take more memory; FF_E_NOMEM.  On failure
 * the image is not set, and no memory is left.  Threads may decode at once.
 */
enum ff_status ff_stb_decode(const struct ff_stb_file *file, size_t most,
			     struct ff_stb_image *image, const char **why);

enum { FF_STB_ROOM = 57 }; /* bytes of the file around the data */

/* Returns true if ff_stb_encode() can count the samples. */
bool ff_stb_fits(int32_t w, int32_t h, int channels);

/*
 * Makes a PNG file of 8 bits per sample, with one chunk of data.
 *
 *   samples   [h][w][channels]  ff_stb_fits(); 1: grey, 2: grey and alpha, 3: RGB,
 *             4: RGB and alpha
 *   smooth    rows differ little from those above
 *   file      set; [*size]  the caller passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  Threads may encode at once.  Returns
 * FF_OK, or FF_E_NOMEM with nothing set.
 */
enum ff_status ff_stb_encode(const uint8_t *samples, int32_t w, int32_t h, int channels,
			     bool smooth, uint8_t **file, size_t *size);

#endif
