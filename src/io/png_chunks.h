/*
 * The chunks that PNG files are made of, written into memory.
 */
#ifndef FF_IO_PNG_CHUNKS_H
#define FF_IO_PNG_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"

enum {
	FF_PNG_CHUNKS_HEAD = 8,   /* a chunk's length and type, before its data */
	FF_PNG_CHUNKS_FRAME = 12, /* and the checksum behind it */
	FF_PNG_CHUNKS_START = 8 + FF_PNG_CHUNKS_FRAME + 13, /* what ff_png_chunks_start() writes */
};

/* All of these return where what they wrote ends; there must be room. */

/* ff_png_chunks_frame() makes a chunk of the 'n' bytes that stand at to + FF_PNG_CHUNKS_HEAD. */
uint8_t *ff_png_chunks_frame(uint8_t *to, const char *type, size_t n);

/* ff_png_chunks_start() writes the signature and the header; colours 0: grey. */
uint8_t *ff_png_chunks_start(uint8_t *to, int32_t w, int32_t h, int depth, int colours);

/* ff_png_chunks_palette() takes 3 bytes a colour, ff_png_chunks_text() a byte more than both. */
uint8_t *ff_png_chunks_palette(uint8_t *to, const struct ff_colour *palette, int colours);
uint8_t *ff_png_chunks_text(uint8_t *to, const char *keyword, const char *text);

#endif
