/*
 * Against the definition in the PNG specification, a pixel at a time.
 */
#include "format/unfilter.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The predictor of the specification, section 9.4. */
static int paeth(int a, int b, int c)
{
	int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);

	if (pa <= pb && pa <= pc)
		return a;
	return pb <= pc ? b : c;
}

static void unfilter_slowly(const uint8_t *data, int32_t w, int32_t h, uint8_t *pixels)
{
	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			uint8_t *to = pixels + y * w + x;
			int a = x > 0 ? to[-1] : 0, b = y > 0 ? to[-w] : 0;
			int c = x > 0 && y > 0 ? to[-w - 1] : 0;
			const int add[] = {0, a, b, (a + b) / 2, paeth(a, b, c)};

			*to = (uint8_t)(data[y * (w + 1) + 1 + x] + add[data[y * (w + 1)]]);
		}
}

/* Random rows; filters of one kind in runs, so that there are teams of all lengths. */
static void check(int32_t w, int32_t h, uint64_t *dice)
{
	size_t size = (size_t)h * ((size_t)w + 1), cells = (size_t)w * (size_t)h;
	uint8_t *data = oracle_cells(size, 1), *wanted = oracle_cells(cells, 1), filter = 4;

	for (size_t i = 0; i < size; i++)
		data[i] = (uint8_t)(oracle_random(dice) >> 20);
	for (int32_t y = 0; y < h; y++) {
		if (oracle_random(dice) % 6 == 0)
			filter = (uint8_t)(oracle_random(dice) % 7 % 5);
		data[y * (w + 1)] = filter;
	}
	unfilter_slowly(data, w, h, wanted);
	CHECK(ff_unfilter(data, w, h), "%" PRId32 "x%" PRId32, w, h);
	for (size_t i = 0; i < cells; i++)
		if (!CHECK(data[i] == wanted[i], "%" PRId32 "x%" PRId32 ": pixel %zu", w, h, i))
			break;
	free(data);
	free(wanted);
}

static void all_filters_are_taken_back_at_all_sizes(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w <= 70; w++)
		for (int32_t h = 1; h <= 70; h += h < 8 ? 1 : 13)
			check(w, h, &dice);
	for (int k = 0; k < 20; k++)
		check(1 + (int32_t)(oracle_random(&dice) % 700), 100, &dice);
}

/* 2 x 2 pixels: c b above, a on the left. */
static void paeth_is_that_of_the_specification_for_all_bytes(void)
{
	int bad = 0;

	for (int a = 0; a < 256; a++)
		for (int b = 0; b < 256; b++) {
			uint8_t data[6], pixels[4];

			for (int c = 0; c < 256; c++) {
				uint8_t rows[2][3] = {{0, (uint8_t)c, (uint8_t)b}, {4, 0, 0}};

				rows[1][1] = (uint8_t)(a - c); /* c is above, and the nearest */
				memcpy(data, rows, sizeof rows);
				unfilter_slowly(data, 2, 2, pixels);
				bad += !ff_unfilter(data, 2, 2) || memcmp(data, pixels, 4) != 0 ||
				       pixels[2] != a;
			}
		}
	CHECK(bad == 0, "%d times", bad);
}

static void unknown_filters_are_refused(void)
{
	for (int filter = 0; filter < 256; filter++)
		for (int32_t y = 0; y < 6; y++) {
			uint8_t data[6 * 8] = {0};

			data[y * 8] = (uint8_t)filter;
			CHECK(ff_unfilter(data, 7, 6) == (filter < 5), "filter %d in row %" PRId32,
			      filter, y);
		}
}

int main(void)
{
	RUN(all_filters_are_taken_back_at_all_sizes);
	RUN(paeth_is_that_of_the_specification_for_all_bytes);
	RUN(unknown_filters_are_refused);
	return tap_done();
}
