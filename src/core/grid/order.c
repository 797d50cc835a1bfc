/*
 * LSD radix sort (D. Knuth, "The Art of Computer Programming" 3, 5.2.5): stable, so equals stay in
 * reading order.  Doubles >= 0 are ordered as their bits are.
 */
#include "core/grid/order.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum {
	KEY = 64, /* bits of a key, and of a digit */
	WIDE = 16,
	NARROW = 8,
	SMALL = 1 << 14, /* cells: fewer are sorted with narrow digits, whose counts are cleared
			    sooner */
};

static inline uint64_t key_of(const struct ff_field *field, size_t i)
{
	uint64_t bits;
	double value;

	switch (field->type) {
	case FF_FIELD_U32:
		return field->u32[i];
	case FF_FIELD_U64:
		return field->u64[i];
	default:
		value = field->f64[i] + 0.0; /* -0 becomes 0 */
		memcpy(&bits, &value, sizeof bits);
		return bits;
	}
}

static inline size_t digit_of(uint64_t key, int bits, int digit)
{
	return (size_t)(key >> digit * bits) & (((size_t)1 << bits) - 1);
}

/* Lists the cells that have a value in reading order, and counts each of their digits. */
static size_t list_cells(const struct ff_field *field, int bits, uint32_t *order, uint32_t *counts)
{
	size_t cells = (size_t)field->w * (size_t)field->h, n = 0;

	for (size_t i = 0; i < cells; i++) {
		uint64_t key = key_of(field, i);

		if (!ff_field_has(field, i))
			continue;
		order[n++] = (uint32_t)i;
		for (int d = 0; d < KEY / bits; d++)
			counts[((size_t)d << bits) + digit_of(key, bits, d)]++;
	}
	return n;
}

/* Distributes 'from' to 'to' by a digit, turning its counts into offsets. */
static void sort_by_digit(const struct ff_field *field, int bits, int digit, const uint32_t *from,
			  uint32_t *to, size_t n, uint32_t *count)
{
	uint32_t start = 0;

	for (size_t r = 0; r < (size_t)1 << bits; r++) {
		uint32_t next = start + count[r];

		count[r] = start;
		start = next;
	}
	for (size_t i = 0; i < n; i++)
		to[count[digit_of(key_of(field, from[i]), bits, digit)]++] = from[i];
}

enum ff_status ff_order_cells(const struct ff_field *field, uint32_t **order, size_t *count)
{
	int bits = field->w < SMALL / field->h ? NARROW : WIDE, digits = KEY / bits;
	uint32_t *from = ff_memory_cells(field->w, field->h, sizeof *from);
	uint32_t *to = ff_memory_cells(field->w, field->h, sizeof *to);
	uint32_t *counts = calloc((size_t)digits << bits, sizeof *counts);
	enum ff_status st = FF_E_NOMEM;
	size_t n;

	if (from == NULL || to == NULL || counts == NULL)
		goto out;
	n = list_cells(field, bits, from, counts);
	for (int d = 0; d < digits && n > 0; d++) {
		uint32_t *of = counts + ((size_t)d << bits), *dealt = to;

		if (of[digit_of(key_of(field, from[0]), bits, d)] == n)
			continue; /* all cells have the same digit */
		sort_by_digit(field, bits, d, from, to, n, of);
		to = from;
		from = dealt;
	}
	*order = from;
	*count = n;
	from = NULL;
	st = FF_OK;
out:
	free(counts);
	free(to);
	free(from);
	return st;
}
