#include "io/scan.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <string.h>

/* The input of the last scan made. */
static struct ff_input input;

static struct ff_scan scan_bytes(const char *text, size_t n)
{
	ff_input_close(&input);
	input = feed_open("a.map", text, n);
	return (struct ff_scan){.in = &input, .line = 1};
}

static struct ff_scan scan_of(const char *text)
{
	return scan_bytes(text, strlen(text));
}

static void every_byte_comes_once_with_its_line_and_column(void)
{
	static const char text[] = "ab\n\nc\r\n\xff";
	static const struct {
		int byte;
		size_t line, column;
	} want[] = {{'a', 1, 1}, {'b', 1, 2},  {'\n', 1, 3}, {'\n', 2, 1},
		    {'c', 3, 1}, {'\r', 3, 2}, {'\n', 3, 3}, {0xff, 4, 1}};
	struct ff_scan scan = scan_of(text);

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		CHECK(scan.line == want[i].line && ff_scan_column(&scan) == want[i].column,
		      "byte %zu: line %zu, column %zu", i, scan.line, ff_scan_column(&scan));
		CHECK(ff_scan_peek(&scan) == want[i].byte, "byte %zu: %d comes", i,
		      ff_scan_peek(&scan));
		CHECK(ff_scan_next(&scan) == want[i].byte, "byte %zu", i);
	}
	for (int i = 0; i < 2; i++)
		CHECK(ff_scan_peek(&scan) == -1 && ff_scan_next(&scan) == -1 && scan.line == 4 &&
			      ff_scan_column(&scan) == 2,
		      "the end: line %zu, column %zu", scan.line, ff_scan_column(&scan));
}

static void a_byte_0_is_a_byte(void)
{
	struct ff_scan scan = scan_bytes("\0x", 2);

	CHECK(ff_scan_next(&scan) == 0, "it is not");
	CHECK(ff_scan_next(&scan) == 'x', "and not the end");
	CHECK(ff_scan_next(&scan) == -1, "the end");
}

static void bytes_are_skipped_to_the_first_other_one(void)
{
	struct ff_scan scan = scan_bytes(" \n\t \0 x", 7);
	struct ff_error err = {""};

	ff_scan_skip(&scan, " ");
	CHECK(scan.at == 1, "at %zu", scan.at);
	ff_scan_skip(&scan, "\t \n");
	CHECK(scan.at == 4 && scan.line == 2, "at %zu in line %zu", scan.at, scan.line);
	CHECK(ff_scan_expected(&scan, "a letter", &err) == FF_E_INPUT &&
		      strcmp(err.text, "a.map:2:3: a letter expected") == 0,
	      "\"%s\"", err.text);
	scan = scan_of("  ");
	ff_scan_skip(&scan, " ");
	CHECK(ff_scan_peek(&scan) == -1, "at %zu", scan.at);
}

static void a_number_ends_at_white_space_or_the_end(void)
{
	static const char *const texts[] = {"17",   "17 ",  "17\n",  "17\r\n",
					    "17\t", "17\v", "17\f9", "0017 18"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct ff_scan scan = scan_of(texts[i]);
		struct ff_error err = {""};
		int64_t value = -1;
		enum ff_status st = ff_scan_number(&scan, "height", 0, 99, &value, &err);

		CHECK(st == FF_OK && value == 17, "\"%s\": %" PRId64 ", \"%s\"", texts[i], value,
		      err.text);
		CHECK(scan.at == strspn(texts[i], "0123456789"), "\"%s\": it stopped at %zu",
		      texts[i], scan.at);
	}
}

static void what_is_no_number_is_named_with_its_place(void)
{
	static const struct {
		const char *text, *message;
	} want[] = {
		{"x", "a.map:2:3: height is not a whole number"},
		{"1x ", "a.map:2:3: height is not a whole number"},
		{"1.5", "a.map:2:3: height is not a whole number"},
		{"+1", "a.map:2:3: height is not a whole number"},
		{"0x10", "a.map:2:3: height is not a whole number"},
		{"-x", "a.map:2:3: height is not a whole number"},
		{"-1x", "a.map:2:3: height is not a whole number"},
		{"-1", "a.map:2:3: height is not in 1..99"},
		{" 1", "a.map:2:3: height is not a whole number"},
		{"\n1", "a.map:2:3: height is not a whole number"},
		{"0", "a.map:2:3: height is not in 1..99"},
		{"100 ", "a.map:2:3: height is not in 1..99"},
		{"99999999999999999999999999", "a.map:2:3: height is not in 1..99"},
	};

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct ff_error err = {""};
		struct ff_scan scan;
		int64_t value = 5;
		char text[64];

		snprintf(text, sizeof text, "\nab%s", want[i].text);
		scan = scan_of(text);
		for (int k = 0; k < 3; k++)
			ff_scan_next(&scan);
		CHECK(ff_scan_number(&scan, "height", 1, 99, &value, &err) == FF_E_INPUT,
		      "\"%s\" is a number: %" PRId64, want[i].text, value);
		CHECK(strcmp(err.text, want[i].message) == 0, "\"%s\": \"%s\"", want[i].text,
		      err.text);
		CHECK(value == 5, "\"%s\": the value was set", want[i].text);
	}
}

static void a_byte_0_ends_no_number(void)
{
	struct ff_scan scan = scan_bytes("1\0002", 3);
	struct ff_error err = {""};
	int64_t value = 5;

	CHECK(ff_scan_number(&scan, "height", 1, 99, &value, &err) == FF_E_INPUT, "%" PRId64,
	      value);
	CHECK(strcmp(err.text, "a.map:1:1: height is not a whole number") == 0, "\"%s\"", err.text);
}

static void no_more_text_is_a_truncation(void)
{
	struct ff_scan scan = scan_of("\n\n  ");
	struct ff_error err = {""};
	int64_t value = 5;

	while (ff_scan_next(&scan) >= 0)
		;
	CHECK(ff_scan_number(&scan, "height", 1, 99, &value, &err) == FF_E_INPUT && value == 5,
	      "%" PRId64, value);
	CHECK(strstr(err.text, "a.map:3:3: is truncated") == err.text, "\"%s\"", err.text);
	CHECK(strstr(err.text, "height") != NULL, "\"%s\"", err.text);
}

static void a_number_ends_at_a_stop_too_where_there_are_some(void)
{
	static const char *const texts[] = {"17,18", "17#", "17 ,", "17"};
	struct ff_error err = {""};
	struct ff_scan scan;
	int64_t value = 5;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double decimal = -1;

		value = -1;
		scan = scan_of(texts[i]);
		scan.stops = ",#";
		CHECK(ff_scan_number(&scan, "x", 0, 99, &value, &err) == FF_OK && value == 17 &&
			      scan.at == 2,
		      "\"%s\": %" PRId64 ", stopped at %zu", texts[i], value, scan.at);
		scan = scan_of(texts[i]);
		scan.stops = ",#";
		CHECK(ff_scan_decimal(&scan, "x", 0, 99, &decimal, &err) == FF_OK &&
			      decimal == 17 && scan.at == 2,
		      "\"%s\": %g, stopped at %zu", texts[i], decimal, scan.at);
	}
	scan = scan_bytes("1\0002,", 4); /* the byte 0 that ends 'stops' is none of them */
	scan.stops = ",#";
	CHECK(ff_scan_number(&scan, "x", 0, 99, &value, &err) == FF_E_INPUT && scan.at == 3,
	      "stopped at %zu", scan.at);
}

static void a_decimal_is_taken_or_named_with_its_place(void)
{
	static const struct {
		const char *text, *message;
	} want[] = {
		{"x", "a.map:2:3: radius is not a number from -0.5 to 2.5"},
		{"1e3", "a.map:2:3: radius is not a number from -0.5 to 2.5"},
		{"1,5 ", "a.map:2:3: radius is not a number from -0.5 to 2.5"},
		{" 1", "a.map:2:3: radius is not a number from -0.5 to 2.5"},
		{"", "a.map:2:3: is truncated: radius is missing"},
		{"2.75\n", "a.map:2:3: radius is not in -0.5..2.5"},
		{"-0.51", "a.map:2:3: radius is not in -0.5..2.5"},
		{"1.25 9", ""},
		{"1.25", ""},
	};

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct ff_error err = {""};
		struct ff_scan scan;
		double value = 5;
		char text[64];

		snprintf(text, sizeof text, "\nab%s", want[i].text);
		scan = scan_of(text);
		for (int k = 0; k < 3; k++)
			ff_scan_next(&scan);
		if (ff_scan_decimal(&scan, "radius", -.5, 2.5, &value, &err) == FF_OK)
			CHECK(value == 1.25 && scan.at == 7, "\"%s\": %g, stopped at %zu",
			      want[i].text, value, scan.at);
		else
			CHECK(value == 5, "\"%s\": the value was set", want[i].text);
		CHECK(strcmp(err.text, want[i].message) == 0, "\"%s\": \"%s\"", want[i].text,
		      err.text);
	}
}

int main(void)
{
	input.fd = -1;
	RUN(every_byte_comes_once_with_its_line_and_column);
	RUN(a_byte_0_is_a_byte);
	RUN(bytes_are_skipped_to_the_first_other_one);
	RUN(a_number_ends_at_white_space_or_the_end);
	RUN(what_is_no_number_is_named_with_its_place);
	RUN(a_byte_0_ends_no_number);
	RUN(no_more_text_is_a_truncation);
	RUN(a_number_ends_at_a_stop_too_where_there_are_some);
	RUN(a_decimal_is_taken_or_named_with_its_place);
	ff_input_close(&input);
	return tap_done();
}
