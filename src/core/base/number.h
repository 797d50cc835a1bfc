/*
 * Strict numbers: the whole text is the number, or it is not one.
 */
#ifndef FF_CORE_BASE_NUMBER_H
#define FF_CORE_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum ff_number {
	FF_NUMBER_OK = 0,
	FF_NUMBER_NOT,   /* not a number of the kind asked for: empty, spaces, signs twice, 0x10 */
	FF_NUMBER_RANGE, /* a number, but not in the range asked for */
};

/*
 * ff_number_parse() reads the 'n' bytes at 'text' as a decimal whole number in
 * min..max ('-' allowed in front where min < 0) into '*out', which is set only
 * on FF_NUMBER_OK.  Needs no terminating NUL, knows no locale.
 */
enum ff_number ff_number_parse(const char *text, size_t n, int64_t min, int64_t max, int64_t *out);

/*
 * ff_number_print() writes 'value' in decimal at 'to' (room for 20 bytes, no
 * NUL) and returns how many bytes that took.
 */
size_t ff_number_print(char *to, uint64_t value);

/*
 * ff_number_decimal() reads the 'n' bytes at 'text' as ff_number_parse() does,
 * but as a number that may have a fraction: 12, 12.5, .5, -1.2; no exponent.
 * '*out' is the double nearest to it (never -0) where it has at most 19
 * significant digits and 27 behind the point; more of a fraction is cut off.
 *
 *   min, max  -1e19 < min <= max < 1e19
 */
enum ff_number ff_number_decimal(const char *text, size_t n, double min, double max, double *out);

/*
 * ff_number_real() reads the 'n' bytes at 'text' as ff_number_decimal() does, with no limits,
 * a '+' in front or an exponent too: +12, 1.5e-07.  From 2^63 on it is only near that number;
 * what no double can hold is INFINITY, with its sign.  FF_NUMBER_OK or FF_NUMBER_NOT.
 */
enum ff_number ff_number_real(const char *text, size_t n, double *out);

/*
 * ff_number_fixed() writes 'value' (|value| < 2^53) at 'to' (room for 32 bytes, no NUL) with
 * up to 6 decimals, without zeros at their end, and returns how many bytes that
 * took.  Knows no locale.
 */
size_t ff_number_fixed(char *to, double value);

/* ff_number_ratio() writes number / unit (unit < 2^32) the same way, and exactly. */
size_t ff_number_ratio(char *to, int64_t number, uint32_t unit);

#endif
