/*
 * Packing rows of which most are like the one above, as in pictures of large cells.
 */
#ifndef FF_FORMAT_DEFLATE_ROWS_H
#define FF_FORMAT_DEFLATE_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* The longest row: nothing is copied from farther away. */
enum { FF_DEFLATE_ROWS_STRIDE = 32768 };

/*
 * ff_deflate_rows() packs rows as a zlib stream (RFC 1950).
 *
 *   bytes  [rows][stride]  rows >= 1, 3 <= stride <= FF_DEFLATE_ROWS_STRIDE
 *   to     [room]          written
 *   n      set; how many bytes that took
 *
 * Returns FF_OK; FF_E_LIMIT if they do not fit into 'room' or hardly repeat, and then what
 * is in 'to' means nothing; FF_E_NOMEM.  Equal input gives equal bytes on every machine.
 */
enum ff_status ff_deflate_rows(const uint8_t *bytes, size_t stride, size_t rows, uint8_t *to,
			       size_t room, size_t *n);

#endif
