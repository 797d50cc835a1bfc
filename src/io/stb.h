/*
 * The packaged image libraries: stb_image decodes PNG files with memory that is counted and
 * owned, stb_image_write encodes them.
 */
#ifndef FF_IO_STB_H
#define FF_IO_STB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

/* A PNG file whose chunks were checked, and what its header says of the data. */
struct ff_stb_file {
	const uint8_t *data; /* [size <= INT_MAX] */
	size_t size;
	bool wide;            /* it has 16 bits a sample */
	size_t inflated;      /* bytes that the data inflate to */
	size_t inflated_most; /* bytes of the block for them: the library's guess, doubled until
			       * they fit */
};

struct ff_stb_image {
	int w, h, channels;
	uint32_t adler; /* Adler-32 of the data inflated, which nothing has checked */
	void *samples;  /* [h][w][channels]  uint8_t or uint16_t; the caller passes it to free() */
};

/*
 * Decodes a file.
 *
 *   most  bytes that it may hold at any time, 'samples' among them
 *   why   set; what is wrong with the data, or NULL
 *
 * Returns FF_OK; FF_E_INPUT if the data are no good, or take more than that many bytes; FF_E_NOMEM.
 * On failure the image is not set, and nothing is left in memory.  Threads may decode different
 * files at once.
 */
enum ff_status ff_stb_decode(const struct ff_stb_file *file, size_t most,
			     struct ff_stb_image *image, const char **why);

/* Bytes of the file around the data: signature, header, the data's frame, and the end. */
enum { FF_STB_ROOM = 57 };

/* Returns true if ff_stb_encode() can count that many samples. */
bool ff_stb_fits(int32_t w, int32_t h, int channels);

/*
 * Makes a PNG file of 8 bits a sample, in one chunk of data.
 *
 *   samples   [h][w][channels]  ff_stb_fits(); 1: grey, 2: grey and alpha
 *   smooth    neighbours are mostly alike
 *   file      set; [*size]  the caller passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  Threads may encode at once.  Returns
 * FF_OK or FF_E_NOMEM, and then nothing is set.
 */
enum ff_status ff_stb_encode(const uint8_t *samples, int32_t w, int32_t h, int channels,
			     bool smooth, uint8_t **file, size_t *size);

#endif
