#include "io/movingai.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

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

static void accepted(const char *text, size_t count, const struct ff_movingai_scen_entry *want)
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

static void refused(const char *text, const char *message)
{
	struct ff_movingai_scen scen;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &scen, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(scen.items == NULL && scen.count == 77, "\"%s\": something was set", message);
}

#define HEAD "version 1\n"
#define LINE "3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n"

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
	accepted(HEAD LINE, 1, &one);
	accepted(HEAD "3 a.map 49 37 1 11 48 36 3.41421\n", 1, &one);
	accepted(HEAD "  3  a.map\t49 37 1 11\t 48 36 3.41421 \t\n", 1, &one);
}

static void a_name_may_hold_blanks_between_tabs(void)
{
	accepted(HEAD "3\tmaps/a 50 38 map.map\t49\t37\t1\t11\t48\t36\t3.41421\n", 1, &one);
	accepted(HEAD "3 \t a b \t49\t37\t1\t11\t48\t36\t3.41421\n", 1, &one);
	refused(HEAD "3 a b 49 37 1 11 48 36 3.41421\n", "a.scen:2:5: width is not a whole number");
}

static void lines_may_end_in_lf_or_crlf_and_the_last_in_nothing(void)
{
	struct ff_movingai_scen_entry two[2] = {one, one};

	two[1].line = 4;
	accepted(HEAD LINE "\n" LINE, 2, two);
	accepted("version 1\r\n3\ta\t49\t37\t1\t11\t48\t36\t3.41421\r\n \r\n"
		 "3\ta\t49\t37\t1\t11\t48\t36\t3.41421\r\n\r\n",
		 2, two);
	accepted("version 1.0\n3\ta\t49\t37\t1\t11\t48\t36\t3.41421", 1, &one);
	accepted("\xef\xbb\xbfversion 1 \n" LINE, 1, &one);
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

		snprintf(text, sizeof text, HEAD "3\ta\t49\t37\t1\t11\t48\t36\t%s\n",
			 cases[i].text);
		entry.length = cases[i].length;
		entry.slack = cases[i].slack;
		if (cases[i].slack > 0)
			accepted(text, 1, &entry);
		else
			refused(text, "a.scen:2:22: the length is not a number");
	}
}

static void what_is_wrong_is_named_with_its_place(void)
{
	refused("", "a.scen:1:1: \"version 1\" expected");
	refused("version 2\n" LINE, "a.scen:1:1: \"version 1\" expected");
	refused("version 1.5\n" LINE, "a.scen:1:1: \"version 1\" expected");
	refused("version 10\n" LINE, "a.scen:1:1: \"version 1\" expected");
	refused(LINE, "a.scen:1:1: \"version 1\" expected");
	refused(HEAD, "a.scen: has no scenario");
	refused(HEAD "\n \n", "a.scen: has no scenario");
	refused(HEAD "x\n", "a.scen:2:1: bucket is not a whole number");
	refused(HEAD "-1\ta\n", "a.scen:2:1: bucket is not in 0..2147483647");
	refused(HEAD "2147483648\ta\n", "a.scen:2:1: bucket is not in 0..2147483647");
	refused(HEAD "3\n" LINE, "a.scen:2:2: the map's name expected");
	refused(HEAD "3\t\t49\t37\n", "a.scen:2:3: the map's name expected");
	refused(HEAD "3\ta\n", "a.scen:2:4: width is not a whole number");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48", "a.scen:2:18: is truncated: goal y is missing");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t36\n", "a.scen:2:21: the length is not a number");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1e3\n",
		"a.scen:2:22: the length is not a number");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t36\t-1\n",
		"a.scen:2:22: the length is not a number");
	refused(HEAD LINE "3\ta\t49\t37\t1\t11\t48\t36\t1000000000001\n",
		"a.scen:3:22: the length is not in 0..1000000000000");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1\t2\n",
		"a.scen:2:24: the end of the line expected");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t36\t1\r9\n",
		"a.scen:2:23: the end of the line expected");
}

static void entries_are_for_the_map_and_inside_of_it(void)
{
	refused(HEAD "3\ta\t50\t37\t1\t11\t48\t36\t1\n",
		"a.scen:2:5: width is 50, the map's is 49");
	refused(HEAD "3\ta\t49\t49\t1\t11\t48\t36\t1\n",
		"a.scen:2:8: height is 49, the map's is 37");
	refused(HEAD "3\ta\t49\t37\t49\t11\t48\t36\t1\n", "a.scen:2:11: start x is not in 0..48");
	refused(HEAD "3\ta\t49\t37\t1\t37\t48\t36\t1\n", "a.scen:2:13: start y is not in 0..36");
	refused(HEAD "3\ta\t49\t37\t1\t11\t49\t36\t1\n", "a.scen:2:16: goal x is not in 0..48");
	refused(HEAD "3\ta\t49\t37\t1\t11\t48\t37\t1\n", "a.scen:2:19: goal y is not in 0..36");
}

static void a_file_cut_anywhere_is_refused_or_has_fewer_digits(void)
{
	static const char text[] = HEAD LINE;

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
	memcpy(text, HEAD, strlen(HEAD));
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
	RUN(fields_are_apart_by_tabs_or_blanks);
	RUN(a_name_may_hold_blanks_between_tabs);
	RUN(lines_may_end_in_lf_or_crlf_and_the_last_in_nothing);
	RUN(the_last_printed_place_says_how_far_a_length_may_be_off);
	RUN(what_is_wrong_is_named_with_its_place);
	RUN(entries_are_for_the_map_and_inside_of_it);
	RUN(a_file_cut_anywhere_is_refused_or_has_fewer_digits);
	RUN(more_than_64_mib_are_refused);
	return tap_done();
}
