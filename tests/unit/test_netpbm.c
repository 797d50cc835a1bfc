#include "io/netpbm.h"

#include "feed.h"
#include "oracle.h"
#include "rasters.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>

/* A file whose bytes may be anything: TEXT("P5 ...") counts them. */
#define TEXT(literal) literal, sizeof(literal) - 1

static void accepted(const char *bytes, size_t n, int32_t w, int32_t h, const char *cells)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(ff_netpbm_pgm_read_map, "a.pgm", bytes, n, &map, &err);

	CHECK(st == FF_OK, "%.40s: \"%s\"", bytes, err.text);
	CHECK(st != FF_OK || (map.w == w && map.h == h), "%.40s: %" PRId32 "x%" PRId32, bytes,
	      map.w, map.h);
	for (int32_t i = 0; st == FF_OK && i < map.w * map.h && i < w * h; i++)
		CHECK(map.cells[i] == (uint8_t)cells[i], "%.40s: cell %" PRId32 " is %d", bytes, i,
		      map.cells[i]);
	free(map.cells);
}

static void refused(const char *bytes, size_t n, enum ff_status status, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(ff_netpbm_pgm_read_map, "a.pgm", bytes, n, &map, &err);

	CHECK(st == status && strcmp(err.text, message) == 0,
	      "%.40s: status %d, \"%s\", not \"%s\"", bytes, (int)st, err.text, message);
	CHECK(st == FF_OK || map.w == -1, "%.40s: the map was set", bytes);
	free(map.cells);
}

static void both_kinds_are_read(void)
{
	accepted(TEXT("P2\n3 2\n255\n0 1 2\n253 254 255\n"), 3, 2, "\0\1\2\375\376\377");
	accepted(TEXT("P5\n3 2\n255\n\0\1\2\375\376\377"), 3, 2, "\0\1\2\375\376\377");
	accepted(TEXT("P2 1 1 255 7"), 1, 1, "\7");
	accepted(TEXT("P5 1 1 255 \7"), 1, 1, "\7");
}

static void samples_of_two_bytes_have_the_high_one_first(void)
{
	accepted(TEXT("P5 3 1 65535 \0\0\1\1\377\377"), 3, 1, "\0\1\377");
	accepted(TEXT("P2 3 1 65535 0 257 65535"), 3, 1, "\0\1\377");
	accepted(TEXT("P5 2 1 256 \0\0\1\0"), 2, 1, "\0\377");
	accepted(TEXT("P5 2 1 510 \0\2\1\376"), 2, 1, "\1\377");
}

static void blanks_and_comments_may_stand_anywhere_in_the_header(void)
{
	accepted(TEXT("P2\t3\v2\f255\r1\n2 3\r\n4  5\t6"), 3, 2, "\1\2\3\4\5\6");
	accepted(TEXT("P2#comment\n3 2 255 1 2 3 4 5 6"), 3, 2, "\1\2\3\4\5\6");
	accepted(TEXT("P2\n# one\n#two\n\n 3 # width\n2\n# P5 9 9\n255\n1 2 3 4 5 6"), 3, 2,
		 "\1\2\3\4\5\6");
	accepted(TEXT("P2\n3 2\n255\n1 2 3 # a row\n4 5 6 # the other"), 3, 2, "\1\2\3\4\5\6");
	accepted(TEXT("P5\n#\n3 2\n#\n255\n\1\2\3\4\5\6"), 3, 2, "\1\2\3\4\5\6");
	accepted(TEXT("P2 003 0002 00255 01 02 03 04 05 006"), 3, 2, "\1\2\3\4\5\6");
}

static void one_blank_ends_the_header_and_the_rest_is_pixels(void)
{
	accepted(TEXT("P5 3 2 255\n\n\n #\r\t"), 3, 2, "\n\n #\r\t");
	accepted(TEXT("P5 2 1 255 #1"), 2, 1, "#1");
	accepted(TEXT("P5 2 1 255\r\n\n"), 2, 1, "\n\n");
}

static void behind_the_last_pixel_may_stand_another_image_and_nothing_else(void)
{
	accepted(TEXT("P5 2 1 255 \1\2P5 2 1 255 \3\4"), 2, 1, "\1\2");
	accepted(TEXT("P2 2 1 255 1 2\n# the end\nP2 1 1 1 1"), 2, 1, "\1\2");
	refused(TEXT("P2 2 1 255 1 2 and so on"), FF_E_INPUT,
		"a.pgm:1:16: more than the 2 x 1 pixels of its header");
	refused(TEXT("P2\n2 1\n255\n1 2\n3\n"), FF_E_INPUT,
		"a.pgm:5:1: more than the 2 x 1 pixels of its header");
	refused(TEXT("P5\r\n2 1\r\n255\r\n\1\2"), FF_E_INPUT,
		"a.pgm: has 1 bytes too many after its pixels (lines that end with CR LF?)");
}

static void a_sample_is_read_where_a_level_of_255_equals_it(void)
{
	for (int most = 1; most <= 600; most++)
		for (int v = 0; v <= most; v++) {
			bool whole = v * 255 % most == 0;
			struct ff_cost map;
			struct ff_error err;
			enum ff_status st;
			char text[64];
			int n = snprintf(text, sizeof text, "P2 1 1 %d %d", most, v);

			st = feed(ff_netpbm_pgm_read_map, "a.pgm", text, (size_t)n, &map, &err);
			CHECK(st == (whole ? FF_OK : FF_E_INPUT), "%d of %d: status %d", v, most,
			      (int)st);
			CHECK(st != FF_OK || map.cells[0] == v * 255 / most, "%d of %d is %d", v,
			      most, st == FF_OK ? map.cells[0] : -1);
			free(map.cells);
		}
}

static void a_pixel_that_is_no_level_is_named(void)
{
	refused(TEXT("P5 2 2 255 \1\2\3"), FF_E_INPUT, "a.pgm: is truncated");
	refused(TEXT("P5 2 2 15 \0\17\20\377"), FF_E_INPUT,
		"a.pgm: pixel 0,1 is 16, but the largest is 15");
	refused(TEXT("P2 2 2 15 0 15 15 99"), FF_E_INPUT,
		"a.pgm: pixel 1,1 is 99, but the largest is 15");
	refused(TEXT("P2 2 2 65535 0 257 256 1"), FF_E_INPUT,
		"a.pgm: pixel 0,1 is 256 of 65535, which no 8-bit grey equals (convert "
		"IN.pgm -depth 8 OUT.pgm rounds it, --cost-scale F reads it)");
	refused(TEXT("P5 2 1 65535 \1\1\377\376"), FF_E_INPUT,
		"a.pgm: pixel 1,0 is 65534 of 65535, which no 8-bit grey equals (convert "
		"IN.pgm -depth 8 OUT.pgm rounds it, --cost-scale F reads it)");
	refused(TEXT("P2 1 1 100 1"), FF_E_INPUT,
		"a.pgm: pixel 0,0 is 1 of 100, which no 8-bit grey equals (write 255 as the "
		"largest value if the numbers are greys of 0..255)");
}

static void what_is_wrong_in_the_text_is_named_by_line_and_column(void)
{
	refused(TEXT("P5\nx 2 255\n"), FF_E_INPUT, "a.pgm:2:1: the width is not a whole number");
	refused(TEXT("P5\n3 2.5 255\n"), FF_E_INPUT, "a.pgm:2:3: the height is not a whole number");
	refused(TEXT("P5\n# c\n3 -2 255\n"), FF_E_INPUT,
		"a.pgm:3:3: the height is not in 1..2147483647");
	refused(TEXT("P5\n0 2 255\n"), FF_E_INPUT, "a.pgm:2:1: the width is not in 1..2147483647");
	refused(TEXT("P5\n3\n2147483648 255\n"), FF_E_INPUT,
		"a.pgm:3:1: the height is not in 1..2147483647");
	refused(TEXT("P5\n3 2\n0\n"), FF_E_INPUT,
		"a.pgm:3:1: the largest value is not in 1..65535");
	refused(TEXT("P5\n3 2\n65536\n"), FF_E_INPUT,
		"a.pgm:3:1: the largest value is not in 1..65535");
	refused(TEXT("P2\n2 2\n255\n1 2\n3 four\n"), FF_E_INPUT,
		"a.pgm:5:3: a pixel is not a whole number");
	refused(TEXT("P2\n2 2\n255\n1 2\n3 -4\n"), FF_E_INPUT,
		"a.pgm:5:3: a pixel is not in 0..65535");
	refused(TEXT("P2\n2 2\n255\n1 2\n3 65536\n"), FF_E_INPUT,
		"a.pgm:5:3: a pixel is not in 0..65535");
}

static void more_cells_than_the_file_has_are_refused_without_memory(void)
{
	refused(TEXT("P5 1073741824 1048576 1 "), FF_E_INPUT, "a.pgm: is truncated");
	refused(TEXT("P2 1073741824 1048576 1 "), FF_E_INPUT, "a.pgm: is truncated");
	refused(TEXT("P5 16385 16384 255 "), FF_E_INPUT, "a.pgm: is truncated");
	refused(TEXT("P2 2147483647 2147483647 1 "), FF_E_NOMEM, "out of memory for a.pgm");
	refused(TEXT("P5 536870912 1073741824 1 "), FF_E_INPUT, "a.pgm: is truncated");
}

/* Cuts a file at every length below 'least', its shortest that is whole. */
static void cut(const char *bytes, size_t n, size_t least)
{
	for (size_t i = 3; i < n; i++) {
		struct ff_cost map;
		struct ff_error err;
		enum ff_status st = feed(ff_netpbm_pgm_read_map, "a.pgm", bytes, i, &map, &err);

		CHECK(st == (i < least ? FF_E_INPUT : FF_OK), "%zu bytes of %zu: status %d", i, n,
		      (int)st);
		CHECK(st == FF_OK || strstr(err.text, "is truncated") != NULL,
		      "%zu bytes of %zu: \"%s\"", i, n, err.text);
		free(map.cells);
	}
}

static void a_file_cut_anywhere_is_refused(void)
{
	static const char plain[] = "P2\n# c\n3 2\n255\n1 22 3\n44 5 6 \n";
	static const char raw[] = "P5 # c\n3 2\n255\nabcdef";
	static const char wide[] = "P5 # c\n2 1\n65535\n\1\1\2\2";

	cut(plain, sizeof plain - 1, sizeof plain - 3);
	cut(raw, sizeof raw - 1, sizeof raw - 1);
	cut(wide, sizeof wide - 1, sizeof wide - 1);
}

static void only_p2_and_p5_and_a_blank_or_comment_make_a_pgm(void)
{
	for (int kind = 0; kind < 256; kind++)
		for (int next = 0; next < 256; next++) {
			uint8_t head[] = {'P', (uint8_t)kind, (uint8_t)next, '1'};
			bool blank = next == ' ' || (next >= '\t' && next <= '\r') || next == '#';
			bool fits = (kind == '2' || kind == '5') && blank;

			CHECK(ff_netpbm_pgm_matches(&(struct ff_input){.data = head, .size = 4}) ==
				      fits,
			      "P, %d, %d", kind, next);
		}
	CHECK(!ff_netpbm_pgm_matches(&(struct ff_input){.data = (uint8_t[]){'P', '5'}, .size = 2}),
	      "two bytes");
}

static void nonsense_after_the_header_does_no_harm(void)
{
	static const char alphabet[] = "P25 \n#0123456789-.\r\377";
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 50000; k++) {
		char text[40] = "P2 ";
		size_t n = 3 + oracle_random(&dice) % 36;
		struct ff_cost map;
		struct ff_error err;
		enum ff_status st;

		if (k % 2 == 0)
			text[1] = '5';
		for (size_t i = 3; i < n; i++)
			text[i] = alphabet[oracle_random(&dice) % (sizeof alphabet - 1)];
		st = feed(ff_netpbm_pgm_read_map, "a.pgm", text, n, &map, &err);
		CHECK(st == FF_OK || st == FF_E_INPUT || st == FF_E_LIMIT || st == FF_E_NOMEM,
		      "\"%.*s\": %d", (int)n, text, (int)st);
		free(map.cells);
	}
}

static void written_as(const struct ff_cells_data *what, const char *header, const void *want,
		       size_t n)
{
	size_t size, skip = strlen(header);
	char *file = rasters_written(what, FF_FORMATS_PGM, &size);

	CHECK(strncmp(file, header, skip) == 0, "\"%.40s\", not \"%s\"", file, header);
	CHECK(size == skip + n && memcmp(file + skip, want, n) == 0, "\"%s\": %zu bytes", header,
	      size);
	free(file);
}

static void small_numbers_are_bytes(void)
{
	uint32_t cells[4] = {0, 254, UINT32_MAX, 7};
	uint8_t costs[4] = {1, 2, 255, 254};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	written_as(&what, "P5\n2 2\n255\n", "\x00\xfe\xff\x07", 4);
	what = rasters_of(4, 1, FF_RASTER_U8, costs);
	written_as(&what, "P5\n4 1\n255\n", "\x01\x02\xff\xfe", 4);
}

static void larger_ones_are_two_bytes_the_high_one_first(void)
{
	uint32_t cells[3] = {255, UINT32_MAX, 7};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	written_as(&what, "P5\n3 1\n65535\n", "\x00\xff\xff\xff\x00\x07", 6);
	cells[0] = 65534;
	written_as(&what, "P5\n3 1\n65535\n", "\xff\xfe\xff\xff\x00\x07", 6);
}

static void what_is_scaled_is_rounded(void)
{
	uint32_t cells[4] = {0, 204, 408, 985};
	struct ff_cells_data what = rasters_of(4, 1, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.scale = 1;
	written_as(&what, "P5\n4 1\n255\n", "\x00\x01\x01\x02", 4);
	what.scale = 100;
	written_as(&what, "P5\n4 1\n255\n", "\x00\x32\x64\xf1", 4);
	what.scale = 1000;
	written_as(&what, "P5\n4 1\n65535\n", "\x00\x00\x01\xf4\x03\xe8\x09\x6e", 8);
}

static void texts_are_comments_that_keep_to_their_line(void)
{
	static char longest[200000];
	const struct ff_texts_line texts[] = {{"Layer", "cost"},
					      {"Options", "--a\n9 9\r\x7f\t\xc3\xa4"},
					      {"Empty", ""}},
				   many = {"Long", longest};
	uint8_t cells[1] = {3};
	struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U8, cells);
	char *file;
	size_t size;

	what.texts = texts;
	what.text_count = 3;
	written_as(&what, "P5\n# Layer: cost\n# Options: --a?9 9???\xc3\xa4\n# Empty: \n1 1\n255\n",
		   "\3", 1);
	memset(longest, 'x', sizeof longest - 1);
	what.texts = &many;
	what.text_count = 1;
	file = rasters_written(&what, FF_FORMATS_PGM, &size);
	CHECK(size == 11 + sizeof longest - 1 + 10 &&
		      strspn(file + 11, "x") == sizeof longest - 1 &&
		      memcmp(file + size - 10, "\n1 1\n255\n\3", 10) == 0,
	      "%zu bytes", size);
	free(file);
}

static void large_images_are_whole(void)
{
	enum { W = 777, H = 90 };
	static uint16_t cells[W * H];
	static uint8_t want[2 * W * H];
	struct ff_cells_data what = rasters_of(W, H, FF_RASTER_U16, cells);
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < (size_t)W * H; i++) {
		cells[i] = (uint16_t)(oracle_random(&dice) % 65535);
		want[2 * i] = (uint8_t)(cells[i] >> 8);
		want[2 * i + 1] = (uint8_t)cells[i];
	}
	written_as(&what, "P5\n777 90\n65535\n", want, sizeof want);
}

static void pfm_written_as(const struct ff_cells_data *what, const char *header, const float *want,
			   size_t n)
{
	size_t size, skip = strlen(header);
	char *file = rasters_written(what, FF_FORMATS_PFM, &size);

	CHECK(strncmp(file, header, skip) == 0, "%.30s, not %s", file, header);
	CHECK(size == skip + n * sizeof *want && memcmp(file + skip, want, n * sizeof *want) == 0,
	      "%zu bytes", size);
	free(file);
}

static void rows_are_written_from_the_bottom_up(void)
{
	uint32_t cells[6] = {0, 204, UINT32_MAX, 408, 816, 1};
	float want[6] = {1, 2, (float)(1.0 / 408), 0, 0.5F, (float)INFINITY};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.raster.none = UINT32_MAX;
	pfm_written_as(&what, "Pf\n3 2\n-1.0\n", want, 6);
}

static void vectors_get_a_third_number(void)
{
	float vectors[4] = {1, 0, 0, -1}, want[6] = {0, -1, 0, 1, 0, 0};
	struct ff_cells_data what = rasters_of(1, 2, FF_RASTER_F32, vectors);

	what.raster.channels = 2;
	pfm_written_as(&what, "PF\n1 2\n-1.0\n", want, 6);
}

/* Both sides longer than what is converted at once. */
static void long_rows_and_high_columns_are_whole(void)
{
	enum { N = 30000 };
	static uint8_t cells[N];
	static float rows[3 * N], columns[3 * N];
	struct ff_cells_data what;
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < N; i++) {
		cells[i] = (uint8_t)(oracle_random(&dice) % FF_DIRECTIONS);
		for (int c = 0; c < 2; c++) {
			const struct ff_flow_vector v = ff_flow_units[cells[i]];

			rows[3 * i + c] = c == 0 ? v.dx : v.dy;
			columns[3 * (N - 1 - i) + c] = rows[3 * i + c];
		}
	}
	what = rasters_of(N, 1, FF_RASTER_F32, cells);
	what.raster.channels = 2;
	what.raster.directions = &ff_flow_units[0].dx;
	pfm_written_as(&what, "PF\n30000 1\n-1.0\n", rows, (size_t)3 * N);
	what.raster.w = 1;
	what.raster.h = N;
	pfm_written_as(&what, "PF\n1 30000\n-1.0\n", columns, (size_t)3 * N);
}

int main(void)
{
	temp_enter();
	RUN(both_kinds_are_read);
	RUN(samples_of_two_bytes_have_the_high_one_first);
	RUN(blanks_and_comments_may_stand_anywhere_in_the_header);
	RUN(one_blank_ends_the_header_and_the_rest_is_pixels);
	RUN(behind_the_last_pixel_may_stand_another_image_and_nothing_else);
	RUN(a_sample_is_read_where_a_level_of_255_equals_it);
	RUN(a_pixel_that_is_no_level_is_named);
	RUN(what_is_wrong_in_the_text_is_named_by_line_and_column);
	RUN(more_cells_than_the_file_has_are_refused_without_memory);
	RUN(a_file_cut_anywhere_is_refused);
	RUN(only_p2_and_p5_and_a_blank_or_comment_make_a_pgm);
	RUN(nonsense_after_the_header_does_no_harm);
	RUN(small_numbers_are_bytes);
	RUN(larger_ones_are_two_bytes_the_high_one_first);
	RUN(what_is_scaled_is_rounded);
	RUN(texts_are_comments_that_keep_to_their_line);
	RUN(large_images_are_whole);
	RUN(rows_are_written_from_the_bottom_up);
	RUN(vectors_get_a_third_number);
	RUN(long_rows_and_high_columns_are_whole);
	return tap_done();
}
