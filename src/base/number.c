#include "base/number.h"

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
	char digits[20];
	size_t n = 0;

	do {
		digits[sizeof digits - ++n] = (char)('0' + value % 10);
		value /= 10;
	} while (value != 0);
	memcpy(to, digits + sizeof digits - n, n);
	return n;
}
