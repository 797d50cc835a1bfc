/*
 * Numbers in files: big-endian, as PNG has them.
 */
#ifndef FF_BASE_BYTES_H
#define FF_BASE_BYTES_H

#include <stdint.h>

/* ff_bytes_get32() is the number that the four bytes at 'from' are. */
static inline uint32_t ff_bytes_get32(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* ff_bytes_put32() writes a number as four bytes; returns where they end. */
static inline uint8_t *ff_bytes_put32(uint8_t *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> (24 - 8 * i));
	return to + 4;
}

#endif
