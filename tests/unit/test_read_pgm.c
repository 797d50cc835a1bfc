#include "io/netpbm.h"

#include "feed.h"
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
		"IN.pgm -depth 8 OUT.pgm rounds it)");
	refused(TEXT("P5 2 1 65535 \1\1\377\376"), FF_E_INPUT,
		"a.pgm: pixel 1,0 is 65534 of 65535, which no 8-bit grey equals (convert "
		"IN.pgm -depth 8 OUT.pgm rounds it)");
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

int main(void)
{
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
	return tap_done();
}
