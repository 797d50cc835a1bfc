/*
 * Numbers as text, strictly: the whole text is a number, or it is refused.  No locale matters.
 */
#ifndef FF_CORE_BASE_NUMBER_H
#define FF_CORE_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum ff_number {
	FF_NUMBER_OK = 0,
	FF_NUMBER_NOT,   /* not a number of that kind: empty, spaces, two signs, 0x10 */
	FF_NUMBER_RANGE, /* a number, but outside of min..max */
};

/* Reads the 'n' bytes at 'text' as a decimal integer in min..max ('-' is allowed where min < 0)
 * into '*out', which is set only on FF_NUMBER_OK.  Needs no terminating NUL. */
enum ff_number ff_number_parse(const char *text, size_t n, int64_t min, int64_t max, int64_t *out);

/*
 * Writes 'value' in decimal at 'to' (room for 20 bytes, no NUL) and returns how many bytes that
 * took.
 */
size_t ff_number_print(char *to, uint64_t value);

/*
 * Reads a number that may have a fraction, as ff_number_parse() does: 12, 12.5, .5, -1.2; no
 * exponent.  '*out' is the double (never -0) nearest to the first 19 significant digits, at most 27
 * of them after the point; further digits of a fraction are cut off.
 *
 *   min, max  -1e19 < min <= max < 1e19
 */
enum ff_number ff_number_decimal(const char *text, size_t n, double min, double max, double *out);

/*
 * Reads any number as ff_number_decimal() does, also with a leading '+' or an exponent: +12,
 * 1.5e-07.  From 2^63 on, and with more than 27 places after the point, the result is approximate;
 * a number beyond all doubles is INFINITY, with its sign.  Returns FF_NUMBER_OK or FF_NUMBER_NOT.
 */
enum ff_number ff_number_real(const char *text, size_t n, double *out);

/* Writes a finite 'value' at 'to' (room for 32 bytes, no NUL) with up to 6 decimals, from 2^53 on
 * with 15 digits, without trailing zeros, and returns how many bytes that took.  ff_number_short()
 * keeps 6 digits of what is below 0.00001, too. */
size_t ff_number_fixed(char *to, double value);
size_t ff_number_short(char *to, double value);

/* Writes number / unit in the same form, rounded from the exact quotient; with up to 9 decimals
 * where 6 do not tell all quotients apart, and with 15 digits and an exponent where 9 do not, or
 * the unit is no whole number. */
size_t ff_number_ratio(char *to, int64_t number, double unit);

#endif
