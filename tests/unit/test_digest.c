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

static void the_shape_counts_not_only_the_cells(void)
{
	uint8_t cells[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	uint32_t words[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

	CHECK(ff_digest_bytes(3, 4, cells) != ff_digest_bytes(4, 3, cells), "3 x 4 and 4 x 3");
	CHECK(ff_digest_bytes(1, 12, cells) != ff_digest_bytes(12, 1, cells), "1 x 12 and 12 x 1");
	CHECK(ff_digest_words(3, 4, words, none) != ff_digest_words(4, 3, words, none),
	      "3 x 4 and 4 x 3");
	CHECK(ff_digest_longs(3, 2, words) != ff_digest_longs(2, 3, words), "3 x 2 and 2 x 3");
	CHECK(ff_digest_bytes(3, 4, cells) == ff_digest_bytes(3, 4, cells), "equal maps");
}

static void every_single_cell_counts(void)
{
	enum { W = 41, H = 17, N = W * H };
	static uint8_t cells[N];
	static uint32_t words[N];
	static uint64_t longs[N];
	uint64_t whole_bytes, whole_words, whole_longs;

	random_bytes(cells, N);
	random_words(words, N);
	random_longs(longs, N);
	whole_bytes = ff_digest_bytes(W, H, cells);
	whole_words = ff_digest_words(W, H, words, none);
	whole_longs = ff_digest_longs(W, H, longs);
	for (size_t i = 0; i < N; i++) {
		cells[i] ^= 1;
		words[i] ^= 1;
		longs[i] ^= UINT64_C(1) << i % 64;
		CHECK(ff_digest_bytes(W, H, cells) != whole_bytes, "byte %zu", i);
		CHECK(ff_digest_words(W, H, words, none) != whole_words, "word %zu", i);
		CHECK(ff_digest_longs(W, H, longs) != whole_longs, "long %zu", i);
		cells[i] ^= 1;
		words[i] ^= 1;
		longs[i] ^= UINT64_C(1) << i % 64;
	}
	CHECK(ff_digest_bytes(W, H, cells) == whole_bytes, "the first bytes again");
	CHECK(ff_digest_words(W, H, words, none) == whole_words, "the first words again");
	CHECK(ff_digest_longs(W, H, longs) == whole_longs, "the first longs again");
}

static void the_digest_of_a_field_does_not_tell_how_none_is_written(void)
{
	uint32_t zero_is_none[6] = {0, 5, 6, 0, 7, 8};
	uint32_t ones_are_none[6] = {UINT32_MAX, 5, 6, UINT32_MAX, 7, 8};

	CHECK(ff_digest_words(3, 2, zero_is_none, 0) ==
		      ff_digest_words(3, 2, ones_are_none, UINT32_MAX),
	      "two ways to write the same field");
	CHECK(ff_digest_words(3, 2, ones_are_none, 0) !=
		      ff_digest_words(3, 2, ones_are_none, UINT32_MAX),
	      "the number 4294967295 is not none");
}

static void the_width_of_a_field_does_not_show_in_its_digest(void)
{
	uint32_t words[6] = {0, 5, UINT32_MAX - 1, UINT32_MAX, 7, 8};
	uint64_t longs[6] = {0, 5, UINT32_MAX - 1, UINT64_MAX, 7, 8};

	CHECK(ff_digest_words(3, 2, words, UINT32_MAX) == ff_digest_longs(3, 2, longs),
	      "32 and 64 bits");
}

static void doubles_are_digested_by_their_bits(void)
{
	double values[2] = {1.5, (double)INFINITY};
	uint64_t bits[2] = {UINT64_C(0x3ff8000000000000), UINT64_C(0x7ff0000000000000)};

	CHECK(ff_digest_longs(2, 1, values) == ff_digest_longs(2, 1, bits), "1.5 and infinity");
}

static double share(const void *context, size_t n)
{
	return (double)n / *(const double *)context;
}

static void values_are_digested_as_an_array_of_them(void)
{
	const double by = 7;

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int32_t w = sizes[s][0], h = sizes[s][1];
		size_t n = (size_t)w * (size_t)h;
		double *all = oracle_cells(n, sizeof *all);

		for (size_t i = 0; i < n; i++)
			all[i] = share(&by, i);
		CHECK(ff_digest_values(w, h, share, &by) == ff_digest_longs(w, h, all), "%d x %d",
		      w, h);
		free(all);
	}
}

int main(void)
{
	RUN(a_digest_is_that_of_the_documented_bytes);
	RUN(the_shape_counts_not_only_the_cells);
	RUN(every_single_cell_counts);
	RUN(the_digest_of_a_field_does_not_tell_how_none_is_written);
	RUN(the_width_of_a_field_does_not_show_in_its_digest);
	RUN(doubles_are_digested_by_their_bits);
	RUN(values_are_digested_as_an_array_of_them);
	return tap_done();
}
