#include "io/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

/* Sizes on both sides of the lengths at which XXH3 and buffers change their ways. */
static const int32_t sizes[][2] = {{1, 1},   {1, 2},   {3, 5},   {4, 58},  {4, 60},   {511, 1},
				   {512, 1}, {513, 1}, {1, 513}, {32, 32}, {1025, 3}, {64, 64}};

static void random_bytes(uint8_t *cells, size_t n)
{
	uint64_t dice = ORACLE_SEED + n;

	for (size_t i = 0; i < n; i++)
		cells[i] = (uint8_t)oracle_random(&dice);
}

static void random_longs(uint64_t *cells, size_t n)
{
	uint64_t dice = ORACLE_SEED + n;

	for (size_t i = 0; i < n; i++)
		cells[i] = i % 5 == 3 ? UINT64_MAX : oracle_random(&dice);
}

static void random_words(uint32_t *cells, size_t n)
{
	uint64_t dice = ORACLE_SEED + n;

	for (size_t i = 0; i < n; i++)
		cells[i] = i % 5 == 3 ? none : (uint32_t)oracle_random(&dice);
}

/* The documented layout, a byte at a time. */
static void put(uint8_t **to, uint64_t value, int bytes)
{
	for (; bytes > 0; bytes--, value >>= 8)
		*(*to)++ = value & 255;
}

/* Three kinds of grids: cells of 1, 4 and 8 bytes. */
static void a_digest_is_that_of_the_documented_bytes(void)
{
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int32_t w = sizes[s][0], h = sizes[s][1];
		size_t n = (size_t)w * (size_t)h;
		uint8_t *cells = oracle_cells(n, 1), *bytes = oracle_cells(8 + 8 * n, 1), *to;
		uint32_t *words = oracle_cells(n, 4);
		uint64_t *longs = oracle_cells(n, 8);
		uint64_t got, wanted;

		random_bytes(cells, n);
		random_words(words, n);
		random_longs(longs, n);

		to = bytes;
		put(&to, (uint64_t)w, 4);
		put(&to, (uint64_t)h, 4);
		for (size_t i = 0; i < n; i++)
			put(&to, cells[i], 1);
		wanted = XXH3_64bits(bytes, 8 + n);
		got = ff_digest_bytes(w, h, cells);
		CHECK(got == wanted, "bytes, %d x %d: %016" PRIx64 ", not %016" PRIx64, w, h, got,
		      wanted);

		to = bytes + 8;
		for (size_t i = 0; i < n; i++)
			put(&to, words[i] == none ? UINT64_MAX : words[i], 8);
		wanted = XXH3_64bits(bytes, 8 + 8 * n);
		got = ff_digest_words(w, h, words, none);
		CHECK(got == wanted, "words, %d x %d: %016" PRIx64 ", not %016" PRIx64, w, h, got,
		      wanted);

		to = bytes + 8;
		for (size_t i = 0; i < n; i++)
			put(&to, longs[i], 8);
		wanted = XXH3_64bits(bytes, 8 + 8 * n);
		got = ff_digest_longs(w, h, longs);
		CHECK(got == wanted, "longs, %d x %d: %016" PRIx64 ", not %016" PRIx64, w, h, got,
		      wanted);

		free(cells);
		free(bytes);
		free(words);
		free(longs);
	}
}

struct part {
	int32_t w;
	double of;
};

/* Sets cells to multiples of the part of 1 in the context, the first to 0. */
static void fill_parts(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct part *part = context;

	for (int32_t i = 0; i < n; i++) {
		double value = ((double)y * part->w + x + i) * part->of;

		memcpy(&to[i], &value, sizeof value);
	}
}

static void numbers_are_digested_as_an_array_of_them(void)
{
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int32_t w = sizes[s][0], h = sizes[s][1];
		size_t n = (size_t)w * (size_t)h;
		double *all = oracle_cells(n, sizeof *all);

		for (size_t i = 0; i < n; i++)
			all[i] = (double)i * 0.1;
		CHECK(ff_digest_numbers(w, h, fill_parts, &(struct part){w, 0.1}) ==
			      ff_digest_longs(w, h, all),
		      "%d x %d", w, h);
		free(all);
	}
}

int main(void)
{
	RUN(a_digest_is_that_of_the_documented_bytes);
	RUN(numbers_are_digested_as_an_array_of_them);
	return tap_done();
}
