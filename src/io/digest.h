/*
 * A 64-bit digest of a grid: XXH3 (xxHash, https://xxhash.com) with seed 0 over width and height as
 * 32-bit and every cell as 8- or 64-bit little-endian numbers.  Equal cells give equal digests on
 * every machine, whatever width a field is stored in.
 */
#ifndef FF_IO_DIGEST_H
#define FF_IO_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "core/map/map.h"

/* Digests w * h cells of one byte each. */
uint64_t ff_digest_bytes(int32_t w, int32_t h, const uint8_t *cells);

/* Digests w * h 32-bit cells; 'none' counts as 64 one bits. */
uint64_t ff_digest_words(int32_t w, int32_t h, const uint32_t *cells, uint32_t none);

/* Digests w * h cells of 64 bits: integers, or doubles by their bits. */
uint64_t ff_digest_longs(int32_t w, int32_t h, const void *cells);

/* Digests w * h cells of 64 bits that 'fill' sets: n of row y from column x on, in order. */
enum { FF_DIGEST_PART = 512 }; /* the largest n */
typedef void ff_digest_fill(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to);
uint64_t ff_digest_numbers(int32_t w, int32_t h, ff_digest_fill *fill, void *context);

/* Digests the costs of a map; of a wide one its scale and its costs as 16-bit numbers. */
uint64_t ff_digest_cost(const struct ff_cost *cost, double scale);

#endif
