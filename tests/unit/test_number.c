#include "base/number.h"

#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LEAST INT64_MIN
#define MOST  INT64_MAX

static const int64_t untouched = 123454321;

static const struct {
	const char *text;
	int64_t min, max;
	enum ff_number outcome;
	int64_t value;
} cases[] = {
	{"0", 0, 9, FF_NUMBER_OK, 0},
	{"7", 7, 7, FF_NUMBER_OK, 7},
	{"254", 1, 254, FF_NUMBER_OK, 254},
	{"0042", 0, 99, FF_NUMBER_OK, 42},
	{"-5", -9, 9, FF_NUMBER_OK, -5},
	{"-5", LEAST, -1, FF_NUMBER_OK, -5},
	{"-0", -1, 1, FF_NUMBER_OK, 0},
	{"9223372036854775806", 0, MOST, FF_NUMBER_OK, MOST - 1},
	{"9223372036854775807", 0, MOST, FF_NUMBER_OK, MOST},
	{"00000000000000000000000000000000001", 0, MOST, FF_NUMBER_OK, 1},
	{"-9223372036854775807", LEAST, MOST, FF_NUMBER_OK, LEAST + 1},

	{"0", 1, 254, FF_NUMBER_RANGE, 0},
	{"255", 1, 254, FF_NUMBER_RANGE, 0},
	{"-10", -9, 9, FF_NUMBER_RANGE, 0},
	{"10", -9, 9, FF_NUMBER_RANGE, 0},
	{"5", LEAST, -1, FF_NUMBER_RANGE, 0},
	{"4294967297", 0, 9, FF_NUMBER_RANGE, 0},
	{"9223372036854775807", 0, MOST - 1, FF_NUMBER_RANGE, 0},
	{"9223372036854775808", 0, MOST, FF_NUMBER_RANGE, 0},
	{"9223372036854775808", LEAST, MOST, FF_NUMBER_RANGE, 0},
	{"9223372036854775810", 0, MOST, FF_NUMBER_RANGE, 0},
	{"18446744073709551617", 0, MOST, FF_NUMBER_RANGE, 0},
	{"18446744073709551616000000000000000000001", 0, MOST, FF_NUMBER_RANGE, 0},
	{"-9223372036854775808", LEAST + 1, MOST, FF_NUMBER_RANGE, 0},
	{"-9223372036854775809", LEAST, MOST, FF_NUMBER_RANGE, 0},
	{"-18446744073709551615", LEAST, MOST, FF_NUMBER_RANGE, 0},

	{"", 0, 9, FF_NUMBER_NOT, 0},
	{"-", -9, 9, FF_NUMBER_NOT, 0},
	{"--1", -9, 9, FF_NUMBER_NOT, 0},
	{"-+1", -9, 9, FF_NUMBER_NOT, 0},
	{"-5", 0, 9, FF_NUMBER_NOT, 0},
	{"+5", -9, 9, FF_NUMBER_NOT, 0},
	{" 5", 0, 9, FF_NUMBER_NOT, 0},
	{"5 ", 0, 9, FF_NUMBER_NOT, 0},
	{"5\n", 0, 9, FF_NUMBER_NOT, 0},
	{"5,", 0, 9, FF_NUMBER_NOT, 0},
	{"1.5", 0, 9, FF_NUMBER_NOT, 0},
	{"1e3", 0, 9999, FF_NUMBER_NOT, 0},
	{"0x10", 0, 99, FF_NUMBER_NOT, 0},
	{"wall", 0, 99, FF_NUMBER_NOT, 0},
	{"1/1", 0, 99, FF_NUMBER_NOT, 0}, /* '/' and ':' stand beside the digits */
	{"1:1", 0, 99, FF_NUMBER_NOT, 0},
	{"\xd9\xa3", 0, 99, FF_NUMBER_NOT, 0}, /* an Arabic digit */
	{"99999999999999999999x", 0, 9, FF_NUMBER_NOT, 0},
};

static void a_text_is_a_number_in_range_or_out_of_it_or_none_at_all(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t n = strlen(cases[i].text);
		char *exact =
			malloc(n > 0 ? n : 1); /* without a NUL: the sanitizer sees an overread */
		int64_t value = untouched;
		int64_t wanted = cases[i].outcome == FF_NUMBER_OK ? cases[i].value : untouched;
		enum ff_number outcome;

		if (!CHECK(exact != NULL, "out of memory"))
			return;
		memcpy(exact, cases[i].text, n);
		outcome = ff_number_parse(exact, n, cases[i].min, cases[i].max, &value);
		free(exact);
		CHECK(outcome == cases[i].outcome && value == wanted,
		      "\"%s\" in %" PRId64 "..%" PRId64 ": outcome %d, value %" PRId64
		      "; should be %d, %" PRId64,
		      cases[i].text, cases[i].min, cases[i].max, (int)outcome, value,
		      (int)cases[i].outcome, wanted);
	}
}

static void the_least_64_bit_number_is_one_too(void)
{
	static const char text[] = "-9223372036854775808";
	int64_t value = untouched;
	enum ff_number outcome = ff_number_parse(text, strlen(text), LEAST, MOST, &value);

	CHECK(outcome == FF_NUMBER_OK && value == LEAST, "outcome %d, value %" PRId64, (int)outcome,
	      value);
}

static void only_the_bytes_named_are_read(void)
{
	int64_t value = untouched;

	CHECK(ff_number_parse("12,34", 2, 0, 99, &value) == FF_NUMBER_OK && value == 12,
	      "value %" PRId64, value);
	CHECK(ff_number_parse("1\0002", 3, 0, 99, &value) == FF_NUMBER_NOT && value == 12,
	      "a NUL is no digit; value %" PRId64, value);
}

static void a_printed_number_reads_as_itself(void)
{
	static const struct {
		uint64_t value;
		const char *text;
	} printed[] = {
		{0, "0"},
		{9, "9"},
		{10, "10"},
		{4294967294, "4294967294"},
		{10000000000000000000u, "10000000000000000000"},
		{UINT64_MAX, "18446744073709551615"},
	};

	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
		size_t wanted = strlen(printed[i].text), n;
		char text[22];

		memset(text, '~', sizeof text);
		n = ff_number_print(text, printed[i].value);
		CHECK(n == wanted && memcmp(text, printed[i].text, n) == 0 && text[n] == '~',
		      "%zu bytes, \"%.21s\"; should be \"%s\" and nothing behind it", n, text,
		      printed[i].text);
	}
}

int main(void)
{
	RUN(a_text_is_a_number_in_range_or_out_of_it_or_none_at_all);
	RUN(the_least_64_bit_number_is_one_too);
	RUN(only_the_bytes_named_are_read);
	RUN(a_printed_number_reads_as_itself);
	return tap_done();
}
