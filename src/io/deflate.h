/*
 * Packing of rows: quick where they mostly repeat what stands above, before, or a little further
 * back, else by libdeflate.
 */
#ifndef FF_IO_DEFLATE_H
#define FF_IO_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Packs rows into a zlib stream (RFC 1950).
 *
 *   bytes  [rows][stride]  rows >= 1, stride >= 1
 *   level  of libdeflate
 *   to     [room]  libdeflate_zlib_compress_bound()
 *
 * Returns the bytes of the stream, the same for equal input with the same libdeflate; 0 if memory
 * ran out.
 */
size_t ff_deflate_rows(const uint8_t *bytes, size_t stride, size_t rows, int level, uint8_t *to,
		       size_t room);

#endif
