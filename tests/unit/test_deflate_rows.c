#include "format/deflate_rows.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 8) % n;
}

/* How many bytes that takes; 0 if the rows do not fit. */
static size_t packed_in(const uint8_t *bytes, size_t stride, size_t rows, uint8_t *to, size_t room)
{
	size_t n = 0;
	enum ff_status st = ff_deflate_rows(bytes, stride, rows, to, room, &n);

	CHECK(n > 0 ? st == FF_OK : st == FF_E_LIMIT, "status %d, %zu bytes", (int)st, n);
	return n;
}

/* Packs rows and unpacks them with libdeflate; returns how long they were in between, 0 if they
 * were not packed. */
static size_t there_and_back(const uint8_t *bytes, size_t stride, size_t rows, const char *what)
{
	size_t size = stride * rows, room = size + 1000, n, back_size = 0;
	uint8_t *packed = malloc(room + 1), *back = malloc(size);
	struct libdeflate_decompressor *reader = libdeflate_alloc_decompressor();
	enum libdeflate_result result = LIBDEFLATE_BAD_DATA;

	packed[room] = 0xee;
	n = packed_in(bytes, stride, rows, packed, room);
	CHECK(packed[room] == 0xee, "%s: wrote beyond the room", what);
	if (n > 0) {
		result = libdeflate_zlib_decompress(reader, packed, n, back, size, &back_size);
		CHECK(result == LIBDEFLATE_SUCCESS && back_size == size &&
			      memcmp(back, bytes, size) == 0,
		      "%s, %zu rows of %zu: unpacking says %d", what, rows, stride, (int)result);
		/* Exactly as much room is enough, and less is not. */
		CHECK(packed_in(bytes, stride, rows, packed, n) == n, "%s: %zu are needed", what,
		      n);
		CHECK(packed_in(bytes, stride, rows, packed, n - 1) == 0, "%s: %zu", what, n);
	}
	libdeflate_free_decompressor(reader);
	free(packed);
	free(back);
	return n;
}

/* Rows of runs of up to 'run' bytes below 'colours', each row again up to 'repeat' times. */
static uint8_t *make_rows(size_t stride, size_t rows, uint32_t run, uint32_t colours,
			  uint32_t repeat)
{
	uint8_t *bytes = malloc(stride * rows);
	uint32_t again = 0;

	for (size_t y = 0; y < rows; y++) {
		uint8_t *row = bytes + y * stride;

		if (again > 0) {
			memcpy(row, row - stride, stride);
			again--;
			continue;
		}
		for (size_t x = 0; x < stride;) {
			uint32_t n = 1 + random_below(run);
			uint8_t colour = (uint8_t)random_below(colours);

			for (; n > 0 && x < stride; n--)
				row[x++] = colour;
		}
		again = random_below(repeat);
	}
	return bytes;
}

static void rows_come_back_as_they_were(void)
{
	static const size_t strides[] = {3, 4, 5, 8, 9, 33, 257, 258, 259, 260, 1025, 32768};
	static const uint32_t runs[] = {1, 3, 16, 700}, colours[] = {1, 2, 16, 256};
	int packed = 0;

	for (size_t s = 0; s < sizeof strides / sizeof *strides; s++)
		for (int kind = 0; kind < 4 * 4 * 2; kind++) {
			size_t rows = 1 + random_below(strides[s] > 1000 ? 20 : 300);
			uint8_t *bytes = make_rows(strides[s], rows, runs[kind % 4],
						   colours[kind / 4 % 4], kind < 16 ? 8 : 40);

			packed += there_and_back(bytes, strides[s], rows, "rows") > 0;
			free(bytes);
		}
	CHECK(packed > 230, "only %d were packed", packed);
}

static void a_picture_of_large_cells_is_packed_well(void)
{
	enum { CELL = 16, SIDE = 64, STRIDE = CELL * SIDE + 1 };
	uint8_t *bytes = calloc(STRIDE, CELL * SIDE);
	size_t n;

	for (size_t y = 0; y < CELL * SIDE; y++)
		for (size_t x = 0; x < CELL * SIDE; x++)
			bytes[y * STRIDE + 1 + x] = (uint8_t)(x / CELL * 3 + y / CELL * 2);
	n = there_and_back(bytes, STRIDE, CELL * SIDE, "cells");
	CHECK(n > 0 && n < 16 * 1024, "%zu bytes", n);
	memset(bytes, 7, (size_t)STRIDE * CELL * SIDE);
	n = there_and_back(bytes, STRIDE, CELL * SIDE, "one colour");
	CHECK(n > 0 && n < 6 * 1024, "%zu bytes", n);
	free(bytes);
}

/* The rarest of them would have a code of more bits than the format knows. */
static void codes_are_not_longer_than_the_format_allows(void)
{
	enum { KINDS = 22, ROWS = 8 };
	uint32_t count[KINDS] = {1, 1};
	size_t stride = 2;
	uint8_t *bytes;

	for (int k = 2; k < KINDS; k++)
		count[k] = count[k - 1] + count[k - 2];
	for (int k = 2; k < KINDS; k++)
		stride += count[k];
	CHECK(stride <= FF_DEFLATE_ROWS_STRIDE * 2, "%zu", stride);
	stride /= 2;
	bytes = malloc(stride * ROWS * 2);
	for (int row = 0, k = KINDS - 1; row < 2; row++)
		for (size_t x = 0; x < stride; x++) {
			/* The next kind that is left and differs from the byte before. */
			size_t at = (size_t)row * ROWS * stride + x;

			do
				k = k == 0 ? KINDS - 1 : k - 1;
			while (count[k] == 0);
			count[k]--;
			bytes[at] = (uint8_t)(k * 7);
		}
	for (int row = 0; row < 2; row++)
		for (size_t y = 1; y < ROWS; y++)
			memcpy(bytes + ((size_t)row * ROWS + y) * stride,
			       bytes + (size_t)row * ROWS * stride, stride);
	CHECK(there_and_back(bytes, stride, (size_t)2 * ROWS, "rare bytes") > 0, "not packed");
	free(bytes);
}

static void noise_is_left_to_others(void)
{
	uint8_t *bytes = make_rows(1000, 100, 1, 256, 1), to[8];

	CHECK(there_and_back(bytes, 1000, 100, "noise") == 0, "it was packed");
	CHECK(packed_in(bytes, 1000, 1, to, sizeof to) == 0, "no room is enough");
	CHECK(packed_in(bytes, 1000, 1, to, 0) == 0, "no room is enough");
	free(bytes);
}

int main(void)
{
	RUN(rows_come_back_as_they_were);
	RUN(a_picture_of_large_cells_is_packed_well);
	RUN(codes_are_not_longer_than_the_format_allows);
	RUN(noise_is_left_to_others);
	return tap_done();
}
