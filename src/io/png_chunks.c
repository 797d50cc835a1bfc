#include "io/png_chunks.h"

#include <string.h>

#include <libdeflate.h>

#include "io/bytes.h"

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

uint8_t *ff_png_chunks_frame(uint8_t *to, const char *type, size_t n)
{
	ff_bytes_put32(to, (uint32_t)n);
	memcpy(to + 4, type, 4);
	return ff_bytes_put32(to + FF_PNG_CHUNKS_HEAD + n, libdeflate_crc32(0, to + 4, n + 4));
}

uint8_t *ff_png_chunks_start(uint8_t *to, int32_t w, int32_t h, int depth, int colours)
{
	memcpy(to, signature, sizeof signature);
	to += sizeof signature;
	ff_bytes_put32(to + 8, (uint32_t)w);
	ff_bytes_put32(to + 12, (uint32_t)h);
	to[16] = (uint8_t)depth;
	memcpy(to + 17, colours > 0 ? "\3\0\0\0" : "\0\0\0\0", 4); /* not interlaced */
	return ff_png_chunks_frame(to, "IHDR", 13);
}

uint8_t *ff_png_chunks_palette(uint8_t *to, const struct ff_colour *palette, int colours)
{
	for (int i = 0; i < colours; i++) {
		to[8 + 3 * i] = palette[i].r;
		to[8 + 3 * i + 1] = palette[i].g;
		to[8 + 3 * i + 2] = palette[i].b;
	}
	return ff_png_chunks_frame(to, "PLTE", 3 * (size_t)colours);
}

uint8_t *ff_png_chunks_text(uint8_t *to, const char *keyword, const char *text)
{
	size_t head = strlen(keyword) + 1, n = strlen(text);

	memcpy(to + FF_PNG_CHUNKS_HEAD, keyword, head);
	memcpy(to + FF_PNG_CHUNKS_HEAD + head, text, n);
	return ff_png_chunks_frame(to, "tEXt", head + n);
}
