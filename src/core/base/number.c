#include "core/base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum ff_number ff_number_parse(const char *text, size_t n, int64_t min, int64_t max, int64_t *out)
{
	bool negative = n > 0 && text[0] == '-' && min < 0;
	bool huge = false;
	int64_t value = 0; /* negated until the end: INT64_MIN has no positive counterpart */
	size_t i = negative ? 1 : 0;

	if (i == n)
		return FF_NUMBER_NOT;
	for (; i < n; i++) {
		int digit = text[i] - '0';

		if (digit < 0 || digit > 9)
			return FF_NUMBER_NOT;
		if (value < (INT64_MIN + digit) / 10)
			huge = true;
		else
			value = value * 10 - digit;
	}
	if (!negative && value == INT64_MIN)
		huge = true;
	else if (!negative)
		value = -value;
	if (huge || value < min || value > max)
		return FF_NUMBER_RANGE;
	*out = value;
	return FF_NUMBER_OK;
}

size_t ff_number_print(char *to, uint64_t value)
{
	size_t n = 1;

	for (uint64_t power = 10; n < 20 && value >= power; power *= 10)
		n++;
	for (size_t i = n; i-- > 0; value /= 10)
		to[i] = (char)('0' + value % 10);
	return n;
}

/*
 * Returns digits / 10^places, rounded once, in the conversion to double.  Long division by 5^places
 * goes on until the quotient has at least 55 bits: 53 for a double, one to round by, and one that
 * is set if any bit follows.
 */
static double divide_by_power(uint64_t digits, int places)
{
	uint64_t divisor = 1, quotient, rest;
	int halvings = places;

	if (digits == 0)
		return 0;
	for (int i = 0; i < places; i++)
		divisor *= 5;
	quotient = digits / divisor;
	rest = digits % divisor;
	for (; quotient >> 54 == 0; halvings++) {
		bool bit = rest >= divisor - rest;

		quotient = quotient << 1 | bit;
		rest = rest * 2 - (bit ? divisor : 0);
	}
	return ldexp((double)(quotient | (rest != 0)), -halvings);
}

enum {
	PLACES = 27, /* 5^27 is below 2^63 */
	FAR = 10000, /* an exponent beyond all doubles that fits an int */
};

/* A number without its sign: digits / 10^places. */
struct decimal {
	uint64_t digits;
	int places;
	int dropped; /* digits before the point that did not fit */
};

/* Reads 12, 12.5 or .5; returns false if the text is not such a number. */
static bool read_decimal(const char *text, size_t n, struct decimal *number)
{
	bool fraction = false;

	*number = (struct decimal){0};
	if (n == 0 || text[n - 1] == '.')
		return false;
	for (size_t i = 0; i < n; i++) {
		int digit = text[i] - '0';

		if (text[i] == '.' && !fraction) {
			fraction = true;
		} else if (digit < 0 || digit > 9) {
			return false;
		} else if (number->digits <= (UINT64_MAX - 9) / 10 && number->places < PLACES) {
			number->digits = number->digits * 10 + (uint64_t)digit;
			number->places += fraction;
		} else if (!fraction && number->dropped < FAR) {
			number->dropped++;
		}
	}
	return true;
}

enum ff_number ff_number_decimal(const char *text, size_t n, double min, double max, double *out)
{
	bool negative = n > 0 && text[0] == '-' && min < 0;
	struct decimal number;
	double value;

	if (!read_decimal(text + negative, n - negative, &number))
		return FF_NUMBER_NOT;
	value = divide_by_power(number.digits, number.places);
	if (negative && number.digits != 0)
		value = -value;
	if (number.dropped > 0 || value < min || value > max)
		return FF_NUMBER_RANGE;
	*out = value;
	return FF_NUMBER_OK;
}

/* Returns digits * 10^exponent. */
static double scale_by_power(uint64_t digits, int64_t exponent)
{
	double value;

	if (exponent < 0) {
		value = divide_by_power(digits, exponent < -PLACES ? PLACES : (int)-exponent);
		for (; exponent < -PLACES && value > 0; exponent++)
			value /= 10;
		return value;
	}
	for (; exponent > 0 && digits <= UINT64_MAX / 10; exponent--)
		digits *= 10;
	value = (double)digits;
	for (; exponent > 0 && value < (double)INFINITY; exponent--)
		value *= 10;
	return value;
}

enum ff_number ff_number_real(const char *text, size_t n, double *out)
{
	bool sign = n > 0 && (text[0] == '-' || text[0] == '+');
	size_t end = sign, from;
	struct decimal number;
	int64_t exponent = 0;
	double value;

	while (end < n && text[end] != 'e' && text[end] != 'E')
		end++;
	if (!read_decimal(text + sign, end - sign, &number))
		return FF_NUMBER_NOT;
	from = end + 1;
	if (from < n && text[from] == '+') {
		from++;
		if (from < n && text[from] == '-')
			return FF_NUMBER_NOT;
	}
	if (end < n)
		switch (ff_number_parse(text + from, from < n ? n - from : 0, -FAR, FAR,
					&exponent)) {
		case FF_NUMBER_NOT:
			return FF_NUMBER_NOT;
		case FF_NUMBER_RANGE:
			exponent = text[from] == '-' ? -FAR : FAR;
			break;
		default:
			break;
		}
	value = scale_by_power(number.digits,
			       number.digits == 0 ? 0 : exponent + number.dropped - number.places);
	*out = sign && text[0] == '-' && value != 0 ? -value : value;
	return FF_NUMBER_OK;
}

enum { DECIMALS = 6, MILLION = 1000000, MORE_DECIMALS = 9, BILLION = 1000000000 };

/* Writes whole + parts / 10^decimals, with a sign unless that is 0; returns how many bytes that
 * took. */
static size_t print_parts(char *to, bool negative, uint64_t whole, uint64_t parts, int decimals)
{
	size_t n = 0;

	if (parts == (decimals == DECIMALS ? MILLION : BILLION)) {
		whole++;
		parts = 0;
	}
	if (negative && (whole > 0 || parts > 0))
		to[n++] = '-';
	n += ff_number_print(to + n, whole);
	if (parts == 0)
		return n;
	to[n] = '.';
	for (int i = decimals; i > 0; i--) {
		to[n + (size_t)i] = (char)('0' + parts % 10);
		parts /= 10;
	}
	for (n += (size_t)decimals; to[n] == '0';)
		n--;
	return n + 1;
}

size_t ff_number_fixed(char *to, double value)
{
	double size = value < 0 ? -value : value;
	uint64_t whole = size < 0x1p53 ? (uint64_t)size : 0;

	if (size >= 0x1p53)
		return (size_t)snprintf(to, 32, "%.15g", value);
	return print_parts(to, value < 0, whole, (uint64_t)((size - (double)whole) * MILLION + 0.5),
			   DECIMALS);
}

size_t ff_number_short(char *to, double value)
{
	return fabs(value) < 1e-5 ? (size_t)snprintf(to, 32, "%.6g", value)
				  : ff_number_fixed(to, value);
}

size_t ff_number_ratio(char *to, int64_t number, double unit)
{
	uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;
	uint64_t per = 2 * unit < BILLION ? (uint64_t)unit : 0;

	if (per == 0 || (double)per != unit)
		return (size_t)snprintf(to, 32, "%.15g", (double)number / unit);
	if (per >= MILLION / 2)
		return print_parts(to, number < 0, size / per,
				   (size % per * BILLION + per / 2) / per, MORE_DECIMALS);
	return print_parts(to, number < 0, size / per, (size % per * MILLION + per / 2) / per,
			   DECIMALS);
}
