#include "io/digest.h"

#include <endian.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "io/bytes.h"

static void begin_state(XXH3_state_t *state, int32_t w, int32_t h)
{
	uint8_t size[8];

	ff_bytes_put_least(ff_bytes_put_least(size, (uint32_t)w, 4), (uint32_t)h, 4);
	XXH3_64bits_reset(state);
	XXH3_64bits_update(state, size, sizeof size);
}

uint64_t ff_digest_bytes(int32_t w, int32_t h, const uint8_t *cells)
{
	XXH3_state_t state;

	begin_state(&state, w, h);
	XXH3_64bits_update(&state, cells, (size_t)w * (size_t)h);
	return XXH3_64bits_digest(&state);
}

enum { BATCH = 512 }; /* cells */

uint64_t ff_digest_words(int32_t w, int32_t h, const uint32_t *cells, uint32_t none)
{
	size_t left = (size_t)w * (size_t)h;
	uint64_t longs[BATCH];
	XXH3_state_t state;

	begin_state(&state, w, h);
	while (left > 0) {
		size_t n = left < BATCH ? left : BATCH;

		for (size_t i = 0; i < n; i++)
			longs[i] = htole64(cells[i] == none ? UINT64_MAX : cells[i]);
		XXH3_64bits_update(&state, longs, n * sizeof longs[0]);
		cells += n;
		left -= n;
	}
	return XXH3_64bits_digest(&state);
}

uint64_t ff_digest_longs(int32_t w, int32_t h, const void *cells)
{
	size_t left = (size_t)w * (size_t)h;
	const uint8_t *at = cells;
	uint64_t longs[BATCH];
	XXH3_state_t state;

	begin_state(&state, w, h);
	while (left > 0) {
		size_t n = left < BATCH ? left : BATCH;

		memcpy(longs, at, n * sizeof longs[0]);
		for (size_t i = 0; i < n; i++)
			longs[i] = htole64(longs[i]);
		XXH3_64bits_update(&state, longs, n * sizeof longs[0]);
		at += n * sizeof longs[0];
		left -= n;
	}
	return XXH3_64bits_digest(&state);
}

uint64_t ff_digest_rows(int32_t w, int32_t h, void (*fill)(void *context, int32_t y, uint64_t *row),
			void *context, uint64_t *row)
{
	XXH3_state_t state;

	begin_state(&state, w, h);
	for (int32_t y = 0; y < h; y++) {
		fill(context, y, row);
		for (int32_t x = 0; x < w; x++)
			row[x] = htole64(row[x]);
		XXH3_64bits_update(&state, row, (size_t)w * sizeof *row);
	}
	return XXH3_64bits_digest(&state);
}

uint64_t ff_digest_values(int32_t w, int32_t h, double (*value)(const void *context, size_t n),
			  const void *context)
{
	size_t count = (size_t)w * (size_t)h, n;
	uint64_t longs[BATCH];
	XXH3_state_t state;

	begin_state(&state, w, h);
	for (size_t first = 0; first < count; first += n) {
		n = count - first < BATCH ? count - first : BATCH;
		for (size_t i = 0; i < n; i++) {
			double cell = value(context, first + i);

			memcpy(&longs[i], &cell, sizeof cell);
			longs[i] = htole64(longs[i]);
		}
		XXH3_64bits_update(&state, longs, n * sizeof longs[0]);
	}
	return XXH3_64bits_digest(&state);
}

uint64_t ff_digest_cost(const struct ff_cost *cost, uint32_t scale)
{
	size_t count = (size_t)cost->w * (size_t)cost->h, n;
	uint8_t bytes[2 * BATCH];
	XXH3_state_t state;

	if (cost->wide == NULL)
		return ff_digest_bytes(cost->w, cost->h, cost->cells);
	begin_state(&state, cost->w, cost->h);
	ff_bytes_put_least(bytes, scale, 4);
	XXH3_64bits_update(&state, bytes, 4);
	for (size_t first = 0; first < count; first += n) {
		uint8_t *to = bytes;

		n = count - first < BATCH ? count - first : BATCH;
		for (size_t i = 0; i < n; i++)
			to = ff_bytes_put_least(to, cost->wide[first + i], 2);
		XXH3_64bits_update(&state, bytes, 2 * n);
	}
	return XXH3_64bits_digest(&state);
}
