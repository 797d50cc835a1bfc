/*
 * Memory that is not to be written: marked before, looked at afterwards.
 */
#ifndef MARKED_H
#define MARKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MARKED = 0x5a };

static inline void mark(void *block, size_t n)
{
	memset(block, MARKED, n);
}

static inline bool is_marked(const void *block, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (((const uint8_t *)block)[i] != MARKED)
			return false;
	return true;
}

#endif
