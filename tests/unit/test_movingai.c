#include "io/movingai.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
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

/* For a map of 49 x 37 cells. */
static enum ff_status read_bytes(const char *text, size_t n, struct ff_movingai_scen *scen,
				 struct ff_error *err)
{
	struct ff_input in = feed_open("a.scen", text, n);
	enum ff_status st;

	*scen = (struct ff_movingai_scen){NULL, 77};
	err->text[0] = '\0';
	st = ff_movingai_read_scen(&in, 49, 37, scen, err);
	ff_input_close(&in);
	return st;
}

static void scen_accepted(const char *text, size_t count, const struct ff_movingai_scen_entry *want)
{
	struct ff_movingai_scen scen;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &scen, &err);

	if (!CHECK(st == FF_OK && scen.count == count, "\"%s\": status %d, \"%s\", %zu entries",
		   text, (int)st, err.text, scen.count))
		return;
	for (size_t i = 0; i < count; i++) {
		const struct ff_movingai_scen_entry *a = &scen.items[i], *b = &want[i];

		CHECK(a->line == b->line && a->bucket == b->bucket,
		      "entry %zu: line %zu, bucket "
		      "%" PRId32,
		      i, a->line, a->bucket);
		CHECK(a->start_x == b->start_x && a->start_y == b->start_y &&
			      a->goal_x == b->goal_x && a->goal_y == b->goal_y,
		      "entry %zu: %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32, i, a->start_x,
		      a->start_y, a->goal_x, a->goal_y);
		CHECK(a->length == b->length && fabs(a->slack - b->slack) <= b->slack * 1e-9,
		      "entry %zu: %.17g, off by %g", i, a->length, a->slack);
	}
	free(scen.items);
}

static void scen_refused(const char *text, const char *message)
{
	struct ff_movingai_scen scen;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &scen, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(scen.items == NULL && scen.count == 77, "\"%s\": something was set", message);
}

#define SCEN_HEAD "version 1\n"
#define LINE      "3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n"

static const struct ff_movingai_scen_entry one = {
	.line = 2,
	.bucket = 3,
	.start_x = 1,
	.start_y = 11,
	.goal_x = 48,
	.goal_y = 36,
	.length = 3.41421,
	.slack = 5e-6,
};

static void fields_are_apart_by_tabs_or_blanks(void)
{
	scen_accepted(SCEN_HEAD LINE, 1, &one);
	scen_accepted(SCEN_HEAD "3 a.map 49 37 1 11 48 36 3.41421\n", 1, &one);
	scen_accepted(SCEN_HEAD "  3  a.map\t49 37 1 11\t 48 36 3.41421 \t\n", 1, &one);
}

static void a_name_may_hold_blanks_between_tabs(void)
{
	scen_accepted(SCEN_HEAD "3\tmaps/a 50 38 map.map\t49\t37\t1\t11\t48\t36\t3.41421\n", 1,
		      &one);
	scen_accepted(SCEN_HEAD "3 \t a b \t49\t37\t1\t11\t48\t36\t3.41421\n", 1, &one);
	scen_refused(SCEN_HEAD "3 a b 49 37 1 11 48 36 3.41421\n",
		     "a.scen:2:5: width is not a whole number");
}

static void scen_lines_may_end_in_lf_or_crlf_and_the_last_in_nothing(void)
{
	struct ff_movingai_scen_entry two[2] = {one, one};

	two[1].line = 4;
	scen_accepted(SCEN_HEAD LINE "\n" LINE, 2, two);
	scen_accepted("version 1\r\n3\ta\t49\t37\t1\t11\t48\t36\t3.41421\r\n \r\n"
		      "3\ta\t49\t37\t1\t11\t48\t36\t3.41421\r\n\r\n",
		      2, two);
	scen_accepted("version 1.0\n3\ta\t49\t37\t1\t11\t48\t36\t3.41421", 1, &one);
	scen_accepted("\xef\xbb\xbfversion 1 \n" LINE, 1, &one);
}

/* Half of the last place; programs cut off zeros, but not below two places. */
static void the_last_printed_place_says_how_far_a_length_may_be_off(void)
{
	static const struct {
		const char *text;
		double length, slack;
	} cases[] = {
		{"0", 0, 0.005},
		{"7.", 0, 0},
		{"7.5", 7.5, 0.005},
		{"421.84", 421.84, 0.005},
		{"3.41421", 3.41421, 0.000005},
		{"2.00000000", 2, 5e-9},
		{"1000000000000", 1e12, 0.005},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_movingai_scen_entry entry = one;
		char text[200];

		snprintf(text, sizeof text, SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\t%s\n",
			 cases[i].text);
		entry.length = cases[i].length;
		entry.slack = cases[i].slack;
		if (cases[i].slack > 0)
			scen_accepted(text, 1, &entry);
		else
			scen_refused(text, "a.scen:2:22: the length is not a number");
	}
}

static void what_is_wrong_is_named_with_its_place(void)
{
	scen_refused("", "a.scen:1:1: \"version 1\" expected");
	scen_refused("version 2\n" LINE, "a.scen:1:1: \"version 1\" expected");
	scen_refused("version 1.5\n" LINE, "a.scen:1:1: \"version 1\" expected");
	scen_refused("version 10\n" LINE, "a.scen:1:1: \"version 1\" expected");
	scen_refused(LINE, "a.scen:1:1: \"version 1\" expected");
	scen_refused(SCEN_HEAD, "a.scen: has no scenario");
	scen_refused(SCEN_HEAD "\n \n", "a.scen: has no scenario");
	scen_refused(SCEN_HEAD "x\n", "a.scen:2:1: bucket is not a whole number");
	scen_refused(SCEN_HEAD "-1\ta\n", "a.scen:2:1: bucket is not in 0..2147483647");
	scen_refused(SCEN_HEAD "2147483648\ta\n", "a.scen:2:1: bucket is not in 0..2147483647");
	scen_refused(SCEN_HEAD "3\n" LINE, "a.scen:2:2: the map's name expected");
	scen_refused(SCEN_HEAD "3\t\t49\t37\n", "a.scen:2:3: the map's name expected");
	scen_refused(SCEN_HEAD "3\ta\n", "a.scen:2:4: width is not a whole number");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48",
		     "a.scen:2:18: is truncated: goal y is missing");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\n",
		     "a.scen:2:21: the length is not a number");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1e3\n",
		     "a.scen:2:22: the length is not a number");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\t-1\n",
		     "a.scen:2:22: the length is not a number");
	scen_refused(SCEN_HEAD LINE "3\ta\t49\t37\t1\t11\t48\t36\t1000000000001\n",
		     "a.scen:3:22: the length is not in 0..1000000000000");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1\t2\n",
		     "a.scen:2:24: the end of the line expected");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1\r9\n",
		     "a.scen:2:23: the end of the line expected");
}

static void entries_are_for_the_map_and_inside_of_it(void)
{
	scen_refused(SCEN_HEAD "3\ta\t50\t37\t1\t11\t48\t36\t1\n",
		     "a.scen:2:5: width is 50, the map's is 49");
	scen_refused(SCEN_HEAD "3\ta\t49\t49\t1\t11\t48\t36\t1\n",
		     "a.scen:2:8: height is 49, the map's is 37");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t49\t11\t48\t36\t1\n",
		     "a.scen:2:11: start x is not in 0..48");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t37\t48\t36\t1\n",
		     "a.scen:2:13: start y is not in 0..36");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t49\t36\t1\n",
		     "a.scen:2:16: goal x is not in 0..48");
	scen_refused(SCEN_HEAD "3\ta\t49\t37\t1\t11\t48\t37\t1\n",
		     "a.scen:2:19: goal y is not in 0..36");
}

static void a_file_cut_anywhere_is_refused_or_has_fewer_digits(void)
{
	static const char text[] = SCEN_HEAD LINE;

	for (size_t n = 0; n < sizeof text - 1; n++) {
		struct ff_movingai_scen scen;
		struct ff_error err;
		enum ff_status st = read_bytes(text, n, &scen, &err);
		bool number = n > sizeof text - sizeof "3.41421\n" && text[n - 1] != '.';

		CHECK(st == (number ? FF_OK : FF_E_INPUT), "%zu bytes: status %d, %s", n, (int)st,
		      err.text);
		if (st == FF_OK)
			free(scen.items);
	}
}

static void more_than_64_mib_are_refused(void)
{
	size_t n = ((size_t)1 << 26) + 1;
	char *text = oracle_cells(n, 1);
	struct ff_movingai_scen scen;
	struct ff_error err;
	enum ff_status st;

	memset(text, '\n', n);
	memcpy(text, SCEN_HEAD, strlen(SCEN_HEAD));
	st = read_bytes(text, n, &scen, &err);
	CHECK(st == FF_E_LIMIT && strncmp(err.text, "a.scen: ", 8) == 0, "status %d, \"%s\"",
	      (int)st, err.text);
	st = read_bytes(text, n - 1, &scen, &err);
	CHECK(st == FF_E_INPUT && strcmp(err.text, "a.scen: has no scenario") == 0,
	      "status %d, \"%s\"", (int)st, err.text);
	free(text);
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
	RUN(fields_are_apart_by_tabs_or_blanks);
	RUN(a_name_may_hold_blanks_between_tabs);
	RUN(scen_lines_may_end_in_lf_or_crlf_and_the_last_in_nothing);
	RUN(the_last_printed_place_says_how_far_a_length_may_be_off);
	RUN(what_is_wrong_is_named_with_its_place);
	RUN(entries_are_for_the_map_and_inside_of_it);
	RUN(a_file_cut_anywhere_is_refused_or_has_fewer_digits);
	RUN(more_than_64_mib_are_refused);
	return tap_done();
}
