#include "io/movingai.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>

static enum ff_status read_map(const char *text, size_t n, struct ff_cost *map,
			       struct ff_error *err)
{
	return feed(ff_movingai_read, "a.map", text, n, map, err);
}

/* 'cells' has '#' for a wall and '.' for cost 1. */
static void accepted(const char *text, int32_t w, int32_t h, const char *cells)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = read_map(text, strlen(text), &map, &err);

	CHECK(st == FF_OK, "\"%s\"", err.text);
	CHECK(st != FF_OK || (map.w == w && map.h == h), "%" PRId32 "x%" PRId32, map.w, map.h);
	for (int32_t i = 0; st == FF_OK && i < map.w * map.h && i < w * h; i++)
		CHECK(map.cells[i] == (cells[i] == '#' ? FF_COST_WALL : 1), "cell %" PRId32 ": %d",
		      i, map.cells[i]);
	free(map.cells);
}

static void refused(const char *text, enum ff_status status, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = read_map(text, strlen(text), &map, &err);

	CHECK(st == status && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(st == FF_OK || map.w == -1, "\"%s\": the map was set", message);
	free(map.cells);
}

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

static void lines_may_end_in_lf_or_crlf_and_the_last_in_nothing(void)
{
	accepted(HEAD "..@\nT.G\n", 3, 2, "..##..");
	accepted(HEAD "..@\nT.G", 3, 2, "..##..");
	accepted(HEAD "..@\nT.G\n\n\r\n\n", 3, 2, "..##..");
	accepted("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\nT.G\r\n", 3, 2, "..##..");
	accepted("type octile\r\nheight 2\nwidth 3\r\nmap\n..@\r\nT.G", 3, 2, "..##..");
	accepted("type octile\nheight 1\nwidth 1\nmap\nS\n", 1, 1, ".");
}

static void every_byte_but_three_is_a_wall(void)
{
	for (int c = 0; c < 256; c++) {
		char text[] = "type octile\nheight 1\nwidth 3\nmap\n.x.\n";
		bool open = c == '.' || c == 'G' || c == 'S';
		size_t at = sizeof text - 4;
		struct ff_cost map;
		struct ff_error err;
		enum ff_status st;

		if (c == '\n' || c == '\r')
			continue;
		text[at] = (char)c;
		st = read_map(text, sizeof text - 1, &map, &err);
		CHECK(st == FF_OK && map.cells[1] == (open ? 1 : FF_COST_WALL) &&
			      map.cells[0] == 1 && map.cells[2] == 1,
		      "byte %d: status %d", c, (int)st);
		free(map.cells);
	}
}

static void rows_longer_than_the_header_are_read(void)
{
	enum { W = 700, H = 300 };
	char *text = oracle_cells(W * H + H + 100, 1), *cells = oracle_cells(W * H + 1, 1), *to;
	uint64_t dice = ORACLE_SEED;

	to = text + sprintf(text, "type octile\nheight %d\nwidth %d\nmap\n", H, W);
	for (int i = 0; i < W * H; i++) {
		cells[i] = oracle_random(&dice) % 2 ? '.' : '#';
		*to++ = cells[i] == '.' ? '.' : '@';
		if (i % W == W - 1)
			*to++ = '\n';
	}
	*to = '\0';
	accepted(text, W, H, cells);
	free(text);
	free(cells);
}

static void a_header_that_is_not_as_it_should_be_is_named(void)
{
	refused("type tile\nheight 2\n", FF_E_INPUT, "a.map:1:1: \"type octile\" expected");
	refused("type octile\nwidth 3\nheight 2\nmap\n", FF_E_INPUT, "a.map:2:1: height expected");
	refused("type octile\nheight 2\nheight 3\nmap\n", FF_E_INPUT, "a.map:3:1: width expected");
	refused("type octile\nheight 2\nwidth 3\n...\n...\n", FF_E_INPUT,
		"a.map:4:1: \"map\" expected");
	refused("type octile\n\nheight 2\n", FF_E_INPUT, "a.map:2:1: height expected");
	refused("type octile\nheight two\n", FF_E_INPUT, "a.map:2:8: height is not a whole number");
	refused("type octile\nheight 2\nwidth 3.0\nmap\n", FF_E_INPUT,
		"a.map:3:7: width is not a whole number");
	refused("type octile\nheight 0\nwidth 3\nmap\n", FF_E_INPUT,
		"a.map:2:8: height is not in 1..2147483647");
	refused("type octile\nheight 2147483648\n", FF_E_INPUT,
		"a.map:2:8: height is not in 1..2147483647");
}

/* The column is that of the byte that should not be there. */
static void what_stands_where_a_line_should_end_is_named(void)
{
	refused("type octile \nheight 2\n", FF_E_INPUT, "a.map:1:12: \"type octile\" expected");
	refused("type octile\nheight 2 \nwidth 3\nmap\n", FF_E_INPUT,
		"a.map:2:9: the end of the line expected");
	refused("type octile\nheight 2\nwidth 3\nmaps\n", FF_E_INPUT,
		"a.map:4:4: \"map\" expected");
	refused(HEAD "...\n...\nmore\n", FF_E_INPUT, "a.map:7:1: more rows than the height 2");
	refused(HEAD "...\n...\n\n.", FF_E_INPUT, "a.map:8:1: more rows than the height 2");
}

static void a_row_of_the_wrong_length_is_named(void)
{
	refused(HEAD "..\n...\n", FF_E_INPUT, "a.map:5:3: a row of 2 cells, but the width is 3");
	refused(HEAD "...\n\n", FF_E_INPUT, "a.map:6:1: a row of 0 cells, but the width is 3");
	refused(HEAD "...\r\n..\r\n", FF_E_INPUT,
		"a.map:6:3: a row of 2 cells, but the width is 3");
	refused(HEAD "....\n...\n", FF_E_INPUT, "a.map:5:4: a row of more cells than the width 3");
	refused(HEAD "...\n...\r.", FF_E_INPUT, "a.map:6:4: a row of more cells than the width 3");
}

static void far_more_cells_than_the_file_has_are_refused_without_memory(void)
{
	refused("type octile\nheight 2147483646\nwidth 2147483647\nmap\n", FF_E_INPUT,
		"a.map: is truncated: 2147483646 rows of 2147483647 expected");
}

static void a_file_cut_anywhere_is_refused(void)
{
	static const char text[] = "type octile\r\nheight 12\r\nwidth 3\r\nmap\r\n"
				   "...\r\n...\r\n...\r\n...\r\n...\r\n...\r\n"
				   "...\r\n...\r\n...\r\n...\r\n...\r\n...";
	struct ff_cost map;
	struct ff_error err;

	for (size_t n = 5; n < sizeof text - 1; n++) {
		CHECK(read_map(text, n, &map, &err) == FF_E_INPUT, "%zu bytes were read", n);
		free(map.cells);
	}
	refused(HEAD "...\n..", FF_E_INPUT, "a.map:6:3: is truncated: 2 rows of 3 expected");
	refused(HEAD, FF_E_INPUT, "a.map:5:1: is truncated: 2 rows of 3 expected");
}

static void a_file_far_longer_than_its_map_is_refused(void)
{
	size_t n = 200000;
	char *text = oracle_cells(n, 1);
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st;

	memset(text, '\n', n);
	memcpy(text, HEAD "...\n...", strlen(HEAD "...\n..."));
	st = read_map(text, n, &map, &err);
	CHECK(st == FF_E_LIMIT, "status %d, \"%s\"", (int)st, err.text);
	free(map.cells);
	free(text);
}

static bool matches(const char *text, size_t n)
{
	struct ff_input in = feed_open("a", text, n);
	bool matched = ff_movingai_matches(&in);

	ff_input_close(&in);
	return matched;
}

static void type_and_a_blank_make_a_map(void)
{
	CHECK(matches("type octile", 11), "it is one");
	CHECK(matches("type ", 5), "it may be one");
	CHECK(!matches("type ", 4), "too short");
	CHECK(!matches("Type octile", 11), "capital");
	CHECK(!matches(" type octile", 12), "blank");
}

int main(void)
{
	RUN(lines_may_end_in_lf_or_crlf_and_the_last_in_nothing);
	RUN(every_byte_but_three_is_a_wall);
	RUN(rows_longer_than_the_header_are_read);
	RUN(a_header_that_is_not_as_it_should_be_is_named);
	RUN(what_stands_where_a_line_should_end_is_named);
	RUN(a_row_of_the_wrong_length_is_named);
	RUN(far_more_cells_than_the_file_has_are_refused_without_memory);
	RUN(a_file_cut_anywhere_is_refused);
	RUN(a_file_far_longer_than_its_map_is_refused);
	RUN(type_and_a_blank_make_a_map);
	return tap_done();
}
