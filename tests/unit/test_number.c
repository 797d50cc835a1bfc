#include "core/base/number.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
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

static const struct {
	const char *text;
	double min, max;
	enum ff_number outcome;
	double value;
} decimals[] = {
	{"12", 0, 99, FF_NUMBER_OK, 12},
	{"12.5", 0, 99, FF_NUMBER_OK, 12.5},
	{".5", 0, 99, FF_NUMBER_OK, .5},
	{"0.1", 0, 99, FF_NUMBER_OK, 0.1},
	{"-1.2", -2, 2, FF_NUMBER_OK, -1.2},
	{"-.25", -2, 2, FF_NUMBER_OK, -.25},
	{"000.50", 0, 1, FF_NUMBER_OK, .5},
	{"2", 2, 2, FF_NUMBER_OK, 2},
	{"9999999999999999999", 0, 1e19, FF_NUMBER_OK, 1e19},
	{"9007199254740993", 0, 1e16, FF_NUMBER_OK, 9007199254740992.0}, /* a tie: to even */
	{"9007199254740993.01", 0, 1e16, FF_NUMBER_OK, 9007199254740994.0},
	{"0.000000000000000000000000001", 0, 1, FF_NUMBER_OK, 1e-27},
	{"0.00000000000000000000000000099", 0, 1, FF_NUMBER_OK, 0},
	{"0.50000000000000000000000000000000000009", 0, 1, FF_NUMBER_OK, .5},
	{"0.1000000000000000055511151231257827021181583404541015625", 0, 1, FF_NUMBER_OK, 0.1},

	{"1.5", 2, 3, FF_NUMBER_RANGE, 0},
	{"3.0000001", 2, 3, FF_NUMBER_RANGE, 0},
	{"-2.1", -2, 2, FF_NUMBER_RANGE, 0},
	{"100000000000000000000", 0, 1e18, FF_NUMBER_RANGE, 0},
	{"18446744073709551616.5", 0, 1e18, FF_NUMBER_RANGE, 0},
	{"18446744073709551626", 0, 1e18, FF_NUMBER_RANGE, 0}, /* 10 in 64 bits */

	{"", 0, 9, FF_NUMBER_NOT, 0},
	{".", 0, 9, FF_NUMBER_NOT, 0},
	{"-", -9, 9, FF_NUMBER_NOT, 0},
	{"-.", -9, 9, FF_NUMBER_NOT, 0},
	{"5.", 0, 9, FF_NUMBER_NOT, 0},
	{"1.2.3", 0, 9, FF_NUMBER_NOT, 0},
	{"1..2", 0, 9, FF_NUMBER_NOT, 0},
	{"1,5", 0, 9, FF_NUMBER_NOT, 0},
	{"-1", 0, 9, FF_NUMBER_NOT, 0},
	{"--1", -9, 9, FF_NUMBER_NOT, 0},
	{"+1", -9, 9, FF_NUMBER_NOT, 0},
	{"1-", -9, 9, FF_NUMBER_NOT, 0},
	{" 1", 0, 9, FF_NUMBER_NOT, 0},
	{"1 ", 0, 9, FF_NUMBER_NOT, 0},
	{"1e3", 0, 9999, FF_NUMBER_NOT, 0},
	{"0x1p3", 0, 99, FF_NUMBER_NOT, 0},
	{"inf", -9, 9, FF_NUMBER_NOT, 0},
	{"nan", -9, 9, FF_NUMBER_NOT, 0},
	{"99999999999999999999x", 0, 9, FF_NUMBER_NOT, 0},
};

/* Without a NUL: the sanitizer sees an overread. */
static enum ff_number read_decimal(const char *text, double min, double max, double *out)
{
	size_t n = strlen(text);
	char *exact = oracle_cells(n > 0 ? n : 1, 1);
	enum ff_number outcome;

	memcpy(exact, text, n);
	outcome = ff_number_decimal(exact, n, min, max, out);
	free(exact);
	return outcome;
}

static void a_text_is_a_decimal_in_range_or_out_of_it_or_none_at_all(void)
{
	for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++) {
		double value = 123.75;
		double wanted = decimals[i].outcome == FF_NUMBER_OK ? decimals[i].value : value;
		enum ff_number outcome =
			read_decimal(decimals[i].text, decimals[i].min, decimals[i].max, &value);

		CHECK(outcome == decimals[i].outcome && value == wanted,
		      "\"%s\": outcome %d, value %.17g; should be %d, %.17g", decimals[i].text,
		      (int)outcome, value, (int)decimals[i].outcome, wanted);
	}
}

static void nothing_below_nothing_is_nothing(void)
{
	double value = 5;

	CHECK(read_decimal("-0.00", -1, 1, &value) == FF_NUMBER_OK && value == 0 && !signbit(value),
	      "-0.00 is %g", value);
}

/* The C library's own reader, in the C locale, rounds correctly. */
static void decimals_of_up_to_19_digits_are_the_nearest_doubles(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 50000; i++) {
		int digits = 1 + (int)(oracle_random(&dice) % 19);
		int places = (int)(oracle_random(&dice) % 28);
		uint64_t mantissa = oracle_random(&dice) >> 1; /* below 10^19 */
		char text[64], plain[40];
		double value = -1;

		while ((double)mantissa >= pow(10, digits))
			mantissa /= 10;
		snprintf(plain, sizeof plain, "%028" PRIu64, mantissa);
		snprintf(text, sizeof text, "%.*s.%s", 28 - places, plain, plain + 28 - places);
		if (places == 0)
			text[28] = '\0';
		CHECK(read_decimal(text, 0, 1e19, &value) == FF_NUMBER_OK &&
			      value == strtod(text, NULL),
		      "%s is %.17g, not %.17g", text, value, strtod(text, NULL));
	}
}

static void a_number_is_printed_with_up_to_6_decimals(void)
{
	static const struct {
		double value;
		const char *text;
	} printed[] = {
		{0, "0"},
		{-0.0, "0"},
		{7, "7"},
		{-7, "-7"},
		{40.5, "40.5"},
		{0.1, "0.1"},
		{-1.2, "-1.2"},
		{577 / 408.0, "1.414216"},
		{1 / 3.0, "0.333333"},
		{2 / 3.0, "0.666667"},
		{1e-6, "0.000001"},
		{4e-7, "0"},
		{-4e-7, "0"},
		{0.9999996, "1"},
		{-9.9999996, "-10"},
		{9007199254740991, "9007199254740991"},
	};
	char *text = oracle_cells(32, 1);

	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
		size_t n = ff_number_fixed(text, printed[i].value);

		CHECK(n == strlen(printed[i].text) && memcmp(text, printed[i].text, n) == 0,
		      "%.*s; should be %s", (int)n, text, printed[i].text);
	}
	free(text);
}

/* Values of octile fields: 1632 is the largest unit. */
static void a_printed_fraction_of_a_unit_reads_back(void)
{
	static const int units[] = {2, 4, 408, 816, 1632};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 100000; i++) {
		int unit = units[i % 5];
		uint64_t raw = oracle_random(&dice) >> (20 + i % 40);
		char text[33];

		text[ff_number_fixed(text, (double)raw / unit)] = '\0';
		CHECK(llround(strtod(text, NULL) * unit) == (long long)raw,
		      "%" PRIu64 " / %d is printed %s", raw, unit, text);
	}
}

static void reals_have_signs_and_exponents(void)
{
	static const struct {
		const char *text;
		double value;
	} reals[] = {
		{"0", 0},
		{"-0", 0},
		{"+12", 12},
		{"-1.5e2", -150},
		{"1.5E+02", 150},
		{"7.071067811865475727e-01", 0.7071067811865475727},
		{"3.333333333333333148e-01", 1.0 / 3},
		{".5e-1", 0.05},
		{"1e22", 1e22},
		{"0e999999999999999999999", 0},
		{"1e-999999999999999999999", 0},
		{"1e999999999999999999999", INFINITY},
		{"-1e400", -INFINITY},
		{"123456789012345678901234567890e-20", 1234567890.1234567},
		{"0.000000000000000000000000000001e30", 0}, /* cut off behind 27 places */
	};
	static const char *const none[] = {"",      "+",     "-",   "e5",   "1e",    "1e+", "1e-",
					   "1e+-2", "1e-+2", "--1", "+-1",  "1e1.5", "1 ",  "inf",
					   "nan",   "0x1",   "1.",  "1.e5", "1e5e5"};
	double value;

	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
		value = -77;
		CHECK(ff_number_real(reals[i].text, strlen(reals[i].text), &value) ==
				      FF_NUMBER_OK &&
			      value == reals[i].value && (value != 0 || !signbit(value)),
		      "%s: %.17g", reals[i].text, value);
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		value = -77;
		CHECK(ff_number_real(none[i], strlen(none[i]), &value) == FF_NUMBER_NOT &&
			      value == -77,
		      "\"%s\": %.17g", none[i], value);
	}
	CHECK(ff_number_real("-3.4028234663852886e+38", 23, &value) == FF_NUMBER_OK &&
		      (float)value == -3.4028234663852886e+38F,
	      "%.17g", value);
	/* As the C library reads them. */
	for (uint64_t i = 1; i < 20000; i++) {
		char text[40];
		int n = snprintf(text, sizeof text, "%.17e",
				 (double)(i * UINT64_C(0x9e3779b97f4a7c15) >> 12) * 0x1p-45);

		CHECK(ff_number_real(text, (size_t)n, &value) == FF_NUMBER_OK &&
			      value == strtod(text, NULL),
		      "%s: %.17g", text, value);
	}
}

int main(void)
{
	RUN(a_text_is_a_number_in_range_or_out_of_it_or_none_at_all);
	RUN(the_least_64_bit_number_is_one_too);
	RUN(only_the_bytes_named_are_read);
	RUN(a_printed_number_reads_as_itself);
	RUN(a_text_is_a_decimal_in_range_or_out_of_it_or_none_at_all);
	RUN(nothing_below_nothing_is_nothing);
	RUN(decimals_of_up_to_19_digits_are_the_nearest_doubles);
	RUN(reals_have_signs_and_exponents);
	RUN(a_number_is_printed_with_up_to_6_decimals);
	RUN(a_printed_fraction_of_a_unit_reads_back);
	return tap_done();
}
