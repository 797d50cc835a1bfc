#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum ff_number ff_number_parse(const char *text, size_t n, int64_t min, int64_t max, int64_t *out)
{
	bool negative = n > 0 && text[0] == '-' && min < 0;
	bool huge = false;
	int64_t value = 0; /* negated all along: there is one more negative number */
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
 * digits / 10^places, rounded once, when the quotient becomes a double: the
 * long division by 5^places goes on until the quotient has at least the 53 bits
 * of a double, one to round by and one for all that would follow.
 */
static double divide(uint64_t digits, int places)
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

enum ff_number ff_number_decimal(const char *text, size_t n, double min, double max, double *out)
{
	enum { PLACES = 27 }; /* 5^27 is below 2^63 */
	bool negative = n > 0 && text[0] == '-' && min < 0;
	bool fraction = false, huge = false;
	uint64_t digits = 0;
	int places = 0;
	double value;

	if (n == negative || text[n - 1] == '.')
		return FF_NUMBER_NOT;
	for (size_t i = negative; i < n; i++) {
		int digit = text[i] - '0';

		if (text[i] == '.' && !fraction) {
			fraction = true;
		} else if (digit < 0 || digit > 9) {
			return FF_NUMBER_NOT;
		} else if (digits <= (UINT64_MAX - 9) / 10 && places < PLACES) {
			digits = digits * 10 + (uint64_t)digit;
			places += fraction;
		} else if (!fraction) {
			huge = true;
		}
	}
	value = divide(digits, places);
	if (negative && digits != 0)
		value = -value;
	if (huge || value < min || value > max)
		return FF_NUMBER_RANGE;
	*out = value;
	return FF_NUMBER_OK;
}

enum { DECIMALS = 6, MILLION = 1000000 };

/* whole + millionths / 1e6, with a sign if that is not 0. */
static size_t print_parts(char *to, bool negative, uint64_t whole, uint64_t millionths)
{
	size_t n = 0;

	if (millionths == MILLION) {
		whole++;
		millionths = 0;
	}
	if (negative && (whole > 0 || millionths > 0))
		to[n++] = '-';
	n += ff_number_print(to + n, whole);
	if (millionths == 0)
		return n;
	to[n] = '.';
	for (int i = DECIMALS; i > 0; i--) {
		to[n + (size_t)i] = (char)('0' + millionths % 10);
		millionths /= 10;
	}
	for (n += DECIMALS; to[n] == '0';)
		n--;
	return n + 1;
}

size_t ff_number_fixed(char *to, double value)
{
	double size = value < 0 ? -value : value;
	uint64_t whole = (uint64_t)size;

	return print_parts(to, value < 0, whole,
			   (uint64_t)((size - (double)whole) * MILLION + 0.5));
}

size_t ff_number_ratio(char *to, int64_t number, uint32_t unit)
{
	uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;

	return print_parts(to, number < 0, size / unit, (size % unit * MILLION + unit / 2) / unit);
}
