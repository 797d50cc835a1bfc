#include "io/stb.h"

#include "png.h"
#include "tap.h"

#include <inttypes.h>
#include <malloc.h>
#include <sys/resource.h>

enum { SIDE = 64, KIB = 1024, MIB = 1024 * 1024 };

/* A header of SIDE x SIDE pixels, and data that inflate to 'n' zeros. */
static struct png_file file_of(int depth, int type, bool interlaced, size_t n)
{
	struct png_file file = png_begin(SIDE, SIDE, depth, type, interlaced);
	uint8_t *raw = oracle_cells(n, 1);

	memset(raw, 0, n);
	png_data(&file, raw, n);
	png_end(&file);
	free(raw);
	return file;
}

/* The Adler-32 of 'n' zeros (RFC 1950, section 8.2). */
static uint32_t adler_of_zeros(size_t n)
{
	return (uint32_t)(n % 65521) << 16 | 1;
}

/* Decodes it as one whose data inflate to 'inflated' zeros, in a block of any size. */
static enum ff_status decode_zeros(const struct png_file *file, bool wide, size_t inflated,
				   size_t most, const char **why)
{
	const struct ff_stb_file what = {file->data, file->size, wide, inflated, SIZE_MAX, 0};
	struct ff_stb_image image = {-1, -1, -1, 0, NULL};
	enum ff_status st = ff_stb_decode(&what, most, &image, why);

	CHECK(st == FF_OK || (image.w == -1 && image.samples == NULL), "something was set");
	CHECK(st != FF_OK || (image.w == SIDE && image.h == SIDE), "%dx%d", image.w, image.h);
	CHECK((st == FF_OK) == (*why == NULL) || st == FF_E_NOMEM, "status %d", (int)st);
	free(image.samples);
	return st;
}

static enum ff_status decode(const struct png_file *file, bool wide, size_t most)
{
	const char *why;

	return decode_zeros(file, wide, 1, most, &why);
}

static size_t in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void an_image_is_decoded_within_what_it_needs_and_no_less(void)
{
	enum { PIXELS = SIDE * SIDE, RAW = SIDE * (SIDE + 1) };
	struct png_file file = file_of(8, PNG_GREY, false, RAW);
	size_t least = 1;

	while (decode(&file, false, least) != FF_OK && least < MIB)
		least++;
	CHECK(least == PIXELS + RAW, "%zu", least);
	free(file.data);
}

/* Decodes a file of random samples and filters twice: into a block of their own, and in place. */
static void check_in_place(int32_t w, int32_t h, int depth, int type, int channels, uint64_t *dice)
{
	size_t row = (size_t)(w * channels * depth / 8), n = (row + 1) * (size_t)h;
	struct png_file file = png_begin((uint32_t)w, (uint32_t)h, depth, type, false);
	uint8_t *raw = oracle_cells(n, 1);
	struct ff_stb_image images[2] = {{0}, {0}};
	size_t least[2];
	const char *why;

	for (size_t i = 0; i < n; i++)
		raw[i] = (uint8_t)(i % (row + 1) == 0 ? oracle_random(dice) % 5
						      : oracle_random(dice) % 4 * 85);
	png_data(&file, raw, n);
	png_end(&file);
	for (int k = 0; k < 2; k++) {
		const struct ff_stb_file what = {file.data, file.size, depth == 16,
						 n,         n,         k == 0 ? 0 : row};
		size_t most = 4 * n + MIB;

		for (least[k] = n; least[k] < most;) {
			size_t middle = least[k] + (most - least[k]) / 2;

			if (ff_stb_decode(&what, middle, &images[k], &why) == FF_E_INPUT)
				least[k] = middle + 1;
			else
				most = middle;
			free(images[k].samples);
			images[k].samples = NULL;
		}
		(void)ff_stb_decode(&what, least[k], &images[k], &why);
	}
	CHECK(images[0].samples != NULL && images[1].samples != NULL &&
		      images[0].adler == images[1].adler &&
		      memcmp(images[0].samples, images[1].samples, n - (size_t)h) == 0,
	      "%" PRId32 "x%" PRId32 ", %d bits, type %d", w, h, depth, type);
	CHECK(n < 4096 || least[1] < least[0] - n / 4, "%zu and %zu bytes", least[0], least[1]);
	free(images[0].samples);
	free(images[1].samples);
	free(file.data);
	free(raw);
}

static void samples_may_replace_the_inflated_data(void)
{
	static const int32_t sides[][2] = {{1, 1}, {1, 40}, {40, 1}, {7, 9}, {100, 60}};
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		check_in_place(sides[i][0], sides[i][1], 8, PNG_GREY, 1, &dice);
		check_in_place(sides[i][0], sides[i][1], 8, PNG_RGB, 3, &dice);
		check_in_place(sides[i][0], sides[i][1], 8, PNG_RGB_ALPHA, 4, &dice);
		check_in_place(sides[i][0], sides[i][1], 16, PNG_GREY, 1, &dice);
		check_in_place(sides[i][0], sides[i][1], 16, PNG_RGB_ALPHA, 4, &dice);
	}
}

static void nothing_is_left_when_the_budget_runs_out(void)
{
	struct png_file files[] = {
		file_of(8, PNG_GREY, false, SIDE * (SIDE + 1)),
		file_of(16, PNG_RGB_ALPHA, true, 9 * SIDE * SIDE),
		file_of(8, PNG_GREY, false, 8 * MIB), /* a lie */
		file_of(16, PNG_RGB_ALPHA, true, 8 * MIB),
		file_of(8, PNG_RGB, true, 1), /* too little */
	};

	for (int i = 0; i < 5; i++) {
		size_t before = in_use();

		for (size_t most = 0; most < 160 * KIB; most += 1 + most / 8)
			(void)decode(&files[i], i % 2 == 1, most);
		/* Blocks that malloc() keeps count as used; a hundred leaks would be more. */
		CHECK(in_use() <= before + 4 * KIB, "file %d: %zu bytes, then %zu", i, before,
		      in_use());
		free(files[i].data);
	}
}

static size_t peak(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * KIB : 0;
}

/* Data that inflate to far more than their header says. */
static void a_lie_costs_no_more_than_the_budget(void)
{
	for (int i = 0; i < 2; i++) {
		struct png_file file = i == 0 ? file_of(8, PNG_GREY, false, 64 * MIB)
					      : file_of(16, PNG_RGB_ALPHA, true, 64 * MIB);
		enum ff_status st;
		size_t before;

		/* Its making took more than what follows may: begin anew. */
		FILE *reset = fopen("/proc/self/clear_refs", "w");
		bool fresh = reset != NULL && fputs("5", reset) >= 0 && fclose(reset) == 0;

		before = peak();
		st = decode(&file, i == 1, MIB);
		CHECK(st == FF_E_INPUT, "status %d", (int)st);
		if (fresh)
			CHECK(peak() - before <= 2 * MIB, "%zu bytes", peak() - before);
		before = in_use();
		/* There is something to hold: with no budget to speak of, it costs that. */
		st = decode(&file, i == 1, 512 * (size_t)MIB);
		CHECK(st == FF_OK && in_use() <= before + 4 * KIB, "status %d", (int)st);
		if (fresh)
			CHECK(peak() >= 64 * (size_t)MIB, "%zu bytes", peak());
		free(file.data);
	}
}

static void what_is_no_png_is_refused(void)
{
	static const uint8_t text[] = "type octile, or what";
	struct ff_stb_image image;

	struct ff_stb_file file = {text, sizeof text, false, 1, 1, 0};
	const char *why;

	CHECK(ff_stb_decode(&file, MIB, &image, &why) == FF_E_INPUT, "it was read");
	file.size = 0;
	CHECK(ff_stb_decode(&file, MIB, &image, &why) == FF_E_INPUT, "nothing was read");
}

static void data_are_held_against_what_is_known_of_them(void)
{
	enum { RAW = SIDE * (SIDE + 1) };
	static const struct {
		size_t n; /* bytes that there are */
		int32_t most;
		const char *why;
	} cases[] = {
		{RAW, RAW, NULL},
		{RAW + 1, RAW, "it has more data than pixels"},
		{8 * MIB, RAW, "it has more data than pixels"},
		{RAW - 1, RAW, "it has less data than pixels"},
		{0, RAW, "it has less data than pixels"},
	};

	for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; k++) {
		size_t i = k / 2;
		struct png_file file = file_of(8, PNG_GREY, false, cases[i].n);
		const struct ff_stb_file what = {file.data,
						 file.size,
						 false,
						 RAW,
						 (size_t)cases[i].most,
						 k % 2 == 0 ? 0 : SIDE};
		struct ff_stb_image image = {-1, -1, -1, 0, NULL};
		const char *why;
		enum ff_status st = ff_stb_decode(&what, 16 * MIB, &image, &why);

		CHECK(st == (cases[i].why == NULL ? FF_OK : FF_E_INPUT), "case %zu: status %d", i,
		      (int)st);
		CHECK(st != FF_OK || image.adler == adler_of_zeros(RAW), "case %zu: the checksum",
		      i);
		CHECK(why == cases[i].why || (why != NULL && cases[i].why != NULL &&
					      strcmp(why, cases[i].why) == 0),
		      "case %zu: \"%s\"", i, why == NULL ? "" : why);
		free(image.samples);
		free(file.data);
	}
}

/* Compares with another decoder. */
static void samples_are_encoded_by_the_hook_and_in_one_chunk(void)
{
	for (int k = 0; k < 4; k++) {
		uint8_t samples[5 * 3 * 2], *file;
		int channels = 1 + k % 2;
		size_t size, row = 5 * (size_t)channels + 1, n = 0;
		uint8_t rows[3 * 11];
		struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();

		for (size_t i = 0; i < sizeof samples; i++)
			samples[i] = (uint8_t)(i * i * 7);
		if (!CHECK(ff_stb_encode(samples, 5, 3, channels, k > 1, &file, &size) == FF_OK,
			   "it fails"))
			return;
		CHECK(memcmp(file + 12, "IHDR\0\0\0\5\0\0\0\3\10", 13) == 0 &&
			      file[25] == (channels == 1 ? 0 : 4),
		      "the header");
		CHECK(png_get32(file + 33) == size - FF_STB_ROOM &&
			      memcmp(file + 37, "IDAT", 4) == 0,
		      "%zu bytes", size);
		CHECK(png_get32(file + size - 16) == png_crc(file + 37, size - FF_STB_ROOM + 4),
		      "the checksum");
		CHECK(libdeflate_zlib_decompress(inflater, file + 41, size - FF_STB_ROOM, rows,
						 sizeof rows, &n) == LIBDEFLATE_SUCCESS &&
			      n == 3 * row,
		      "%zu bytes of rows", n);
		for (size_t y = 0; y < 3; y++) {
			CHECK(rows[y * row] == (k > 1 && y > 0 ? 2 : 0), "filter %d",
			      rows[y * row]);
			for (size_t i = 1; i < row; i++)
				if (k > 1 && y > 0)
					rows[y * row + i] = (uint8_t)(rows[y * row + i] +
								      rows[(y - 1) * row + i]);
			CHECK(memcmp(rows + y * row + 1, samples + y * (row - 1), row - 1) == 0,
			      "kind %d, row %zu", k, y);
		}
		libdeflate_free_decompressor(inflater);
		free(file);
	}
}

static void more_samples_than_an_int_counts_do_not_fit(void)
{
	CHECK(ff_stb_fits(1, 1, 1) && ff_stb_fits(32768, 32768, 1) && ff_stb_fits(1 << 30, 1, 1) &&
		      ff_stb_fits(30000, 30000, 2),
	      "too little fits");
	CHECK(!ff_stb_fits(32768, 32768, 2) && !ff_stb_fits(1 << 30, 1, 2) &&
		      !ff_stb_fits(1, 1 << 30, 1) && !ff_stb_fits(INT32_MAX, INT32_MAX, 2) &&
		      !ff_stb_fits(INT32_MAX, 1, 1),
	      "too much fits");
}

int main(void)
{
	RUN(data_are_held_against_what_is_known_of_them);
	RUN(samples_are_encoded_by_the_hook_and_in_one_chunk);
	RUN(more_samples_than_an_int_counts_do_not_fit);
	RUN(an_image_is_decoded_within_what_it_needs_and_no_less);
	RUN(samples_may_replace_the_inflated_data);
	RUN(nothing_is_left_when_the_budget_runs_out);
	RUN(a_lie_costs_no_more_than_the_budget);
	RUN(what_is_no_png_is_refused);
	return tap_done();
}
