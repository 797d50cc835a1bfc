/*
 * A quick packer for rows that mostly repeat what stands above, before, or a little further back.
 */
#ifndef FF_IO_DEFLATE_H
#define FF_IO_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Packs rows into a zlib stream (RFC 1950).
 *
 *   bytes  [rows][stride]  rows >= 1, stride >= 1
 *   to     [room]
 *
 * Returns the bytes of the stream, the same for equal input on every machine; 0 if the rows hardly
 * repeat, the stream does not fit, or memory ran out: libdeflate is the better choice then.
 */
size_t ff_deflate_rows(const uint8_t *bytes, size_t stride, size_t rows, uint8_t *to, size_t room);

#endif
