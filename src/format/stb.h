/*
 * The packaged image library's PNG decoder, with memory that is counted and owned.
 */
#ifndef FF_FORMAT_STB_H
#define FF_FORMAT_STB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct ff_stb_image {
	int w, h, channels;
	void *samples; /* [h][w][channels]  uint8_t or uint16_t; the caller passes it to free() */
};

/*
 * ff_stb_decode() decodes a PNG file.
 *
 *   file    [n <= INT_MAX]
 *   wide    samples are uint16_t, else uint8_t; must be whether the file has 16 bits
 *   most    bytes that it may hold at any time, 'samples' among them
 *
 * Returns FF_OK; FF_E_INPUT if the file is no good, or takes more than that
 * many bytes; FF_E_NOMEM.  On failure nothing is set, and nothing is left in memory.
 * Threads may decode different files at once.
 */
enum ff_status ff_stb_decode(const uint8_t *file, size_t n, bool wide, size_t most,
			     struct ff_stb_image *image);

#endif
