/*
 * PNG files put together by hand, chunk by chunk, right or wrong.
 */
#ifndef PNG_FILE_H /* PNG_H is that of libpng */
#define PNG_FILE_H

#include "oracle.h"

#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_GREY = 0, PNG_RGB = 2, PNG_INDEXED = 3, PNG_GREY_ALPHA = 4, PNG_RGB_ALPHA = 6 };

enum {
	PNG_START = 33, /* where the first chunk after the header begins */
	PNG_FRAME = 12, /* a chunk's length, type and checksum */
};

struct png_file {
	uint8_t *data; /* free() it */
	size_t size;
};

/* png_crc() is the checksum of a chunk's type and data (PNG specification, annex D). */
static inline uint32_t png_crc(const uint8_t *data, size_t n)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0xedb88320 & (0 - (crc & 1)));
	}
	return ~crc;
}

static inline uint32_t png_get32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void png_put32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> (24 - 8 * i));
}

static inline void png_bytes(struct png_file *file, const void *data, size_t n)
{
	uint8_t *grown = oracle_cells(file->size + n + 1, 1);

	if (file->size > 0)
		memcpy(grown, file->data, file->size);
	if (n > 0)
		memcpy(grown + file->size, data, n);
	free(file->data);
	file->data = grown;
	file->size += n;
}

static inline void png_chunk(struct png_file *file, const char *type, const void *data, size_t n)
{
	uint8_t head[8], crc[4];
	size_t at = file->size;

	png_put32(head, (uint32_t)n);
	memcpy(head + 4, type, 4);
	png_bytes(file, head, 8);
	png_bytes(file, data, n);
	png_put32(crc, png_crc(file->data + at + 4, n + 4));
	png_bytes(file, crc, 4);
}

/* png_begin() is a file that has the signature and the header. */
static inline struct png_file png_begin(uint32_t w, uint32_t h, int depth, int type,
					bool interlaced)
{
	struct png_file file = {NULL, 0};
	uint8_t header[13];

	png_put32(header, w);
	png_put32(header + 4, h);
	header[8] = (uint8_t)depth;
	header[9] = (uint8_t)type;
	header[10] = header[11] = 0;
	header[12] = interlaced;
	png_bytes(&file, "\x89PNG\r\n\x1a\n", 8);
	png_chunk(&file, "IHDR", header, 13);
	return file;
}

/* png_deflate() is 'raw' as a zlib stream; free() it. */
static inline uint8_t *png_deflate(const uint8_t *raw, size_t n, size_t *size)
{
	struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
	size_t room = libdeflate_zlib_compress_bound(compressor, n);
	uint8_t *out = oracle_cells(room, 1);

	*size = libdeflate_zlib_compress(compressor, raw, n, out, room);
	libdeflate_free_compressor(compressor);
	return out;
}

/* png_data() adds filtered rows as one IDAT. */
static inline void png_data(struct png_file *file, const uint8_t *raw, size_t n)
{
	size_t size;
	uint8_t *packed = png_deflate(raw, n, &size);

	png_chunk(file, "IDAT", packed, size);
	free(packed);
}

static inline void png_end(struct png_file *file)
{
	png_chunk(file, "IEND", NULL, 0);
}

/* png_grey() is an 8-bit grey image of those cells. */
static inline struct png_file png_grey(int32_t w, int32_t h, const uint8_t *cells)
{
	struct png_file file = png_begin((uint32_t)w, (uint32_t)h, 8, PNG_GREY, false);
	size_t stride = (size_t)w + 1;
	uint8_t *raw = oracle_cells(stride * (size_t)h, 1);

	for (size_t y = 0; y < (size_t)h; y++) {
		raw[y * stride] = 0;
		memcpy(raw + y * stride + 1, cells + y * (size_t)w, (size_t)w);
	}
	png_data(&file, raw, stride * (size_t)h);
	png_end(&file);
	free(raw);
	return file;
}

#endif
