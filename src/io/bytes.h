/*
 * Numbers as bytes: big-endian in PNG, little-endian ("least") elsewhere.
 */
#ifndef FF_IO_BYTES_H
#define FF_IO_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the big-endian number of the four bytes at 'from'. */
static inline uint32_t ff_bytes_get32(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* Returns the number of n (1..8) bytes, little-endian unless 'big'. */
static inline uint64_t ff_bytes_get(const uint8_t *from, int n, bool big)
{
	uint64_t number = 0;

	for (int i = 0; i < n; i++)
		number = number << 8 | from[big ? i : n - 1 - i];
	return number;
}

/* Writes a number as four bytes, big-endian; returns the end of them. */
static inline uint8_t *ff_bytes_put32(uint8_t *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> (24 - 8 * i));
	return to + 4;
}

/* Writes the lowest n <= 8 bytes of a number, little-endian; returns the end of them. */
static inline uint8_t *ff_bytes_put_least(uint8_t *to, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (uint8_t)(value >> 8 * i);
	return to + n;
}

/* Does the same with the 4 bytes of a float, and ff_bytes_put_double() with the 8 of a double. */
static inline uint8_t *ff_bytes_put_float(uint8_t *to, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return ff_bytes_put_least(to, bits, sizeof bits);
}

static inline uint8_t *ff_bytes_put_double(uint8_t *to, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return ff_bytes_put_least(to, bits, sizeof bits);
}

#endif
