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

uint64_t ff_digest_numbers(int32_t w, int32_t h, ff_digest_fill *fill, void *context)
{
	uint64_t longs[FF_DIGEST_PART];
	XXH3_state_t state;

	begin_state(&state, w, h);
	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0, n; x < w; x += n) {
			n = w - x < FF_DIGEST_PART ? w - x : FF_DIGEST_PART;
			fill(context, x, y, n, longs);
			for (int32_t i = 0; i < n; i++)
				longs[i] = htole64(longs[i]);
			XXH3_64bits_update(&state, longs, (size_t)n * sizeof longs[0]);
		}
	return XXH3_64bits_digest(&state);
}

struct grid {
	size_t w;
	const uint32_t *words;
	uint32_t none;
	const uint8_t *longs;
};

static void fill_words(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct grid *grid = context;
	const uint32_t *from = grid->words + (size_t)y * grid->w + (size_t)x;

	for (int32_t i = 0; i < n; i++)
		to[i] = from[i] == grid->none ? UINT64_MAX : from[i];
}

uint64_t ff_digest_words(int32_t w, int32_t h, const uint32_t *cells, uint32_t none)
{
	struct grid grid = {.w = (size_t)w, .words = cells, .none = none};

	return ff_digest_numbers(w, h, fill_words, &grid);
}

static void fill_longs(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct grid *grid = context;

	memcpy(to, grid->longs + ((size_t)y * grid->w + (size_t)x) * sizeof *to,
	       (size_t)n * sizeof *to);
}

uint64_t ff_digest_longs(int32_t w, int32_t h, const void *cells)
{
	struct grid grid = {.w = (size_t)w, .longs = cells};

	return ff_digest_numbers(w, h, fill_longs, &grid);
}

uint64_t ff_digest_cost(const struct ff_cost *cost, double scale)
{
	size_t count = (size_t)cost->w * (size_t)cost->h, n;
	uint8_t bytes[2 * FF_DIGEST_PART];
	XXH3_state_t state;

	if (cost->wide == NULL)
		return ff_digest_bytes(cost->w, cost->h, cost->cells);
	begin_state(&state, cost->w, cost->h);
	if (scale < 0x1p32 && scale == (uint32_t)scale) {
		ff_bytes_put_least(bytes, (uint32_t)scale, 4);
		XXH3_64bits_update(&state, bytes, 4);
	} else {
		XXH3_64bits_update(&state, bytes,
				   (size_t)(ff_bytes_put_double(bytes, scale) - bytes));
	}
	for (size_t first = 0; first < count; first += n) {
		uint8_t *to = bytes;

		n = count - first < FF_DIGEST_PART ? count - first : FF_DIGEST_PART;
		for (size_t i = 0; i < n; i++)
			to = ff_bytes_put_least(to, cost->wide[first + i], 2);
		XXH3_64bits_update(&state, bytes, 2 * n);
	}
	return XXH3_64bits_digest(&state);
}
