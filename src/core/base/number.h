/*
 * Numbers as text, strictly: the whole text is the number, or it is none.  No locale matters.
 */
#ifndef FF_CORE_BASE_NUMBER_H
#define FF_CORE_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum ff_number {
	FF_NUMBER_OK = 0,
	FF_NUMBER_NOT,   /* no number of that kind: empty, spaces, two signs, 0x10 */
	FF_NUMBER_RANGE, /* a number, but outside of min..max */
};

/*
 * ff_number_parse() reads the 'n' bytes at 'text' as a decimal whole number in
 * min..max ('-' allowed in front where min < 0) into '*out', which is set only
 * on FF_NUMBER_OK.  Needs no terminating NUL.
 */
enum ff_number ff_number_parse(const char *text, size_t n, int64_t min, int64_t max, int64_t *out);

/*
 * ff_number_print() writes 'value' in decimal at 'to' (room for 20 bytes, no
 * NUL) and returns how many bytes that took.
 */
size_t ff_number_print(char *to, uint64_t value);

/*
 * ff_number_decimal() reads a number that may have a fraction as ff_number_parse()
 * does: 12, 12.5, .5, -1.2; no exponent.  '*out' is the nearest double (never -0) to
 * a number of at most 19 significant digits, 27 of them behind the point; further
 * digits of a fraction are cut off.
 *
 *   min, max  -1e19 < min <= max < 1e19
 */
enum ff_number ff_number_decimal(const char *text, size_t n, double min, double max, double *out);

/*
 * ff_number_real() reads any number as ff_number_decimal() does, also with '+' in front or an
 * exponent: +12, 1.5e-07.  From 2^63 on the result is only near that number; a number beyond all
 * doubles is INFINITY, with its sign.  Returns FF_NUMBER_OK or FF_NUMBER_NOT.
 */
enum ff_number ff_number_real(const char *text, size_t n, double *out);

/*
 * ff_number_fixed() writes 'value' (|value| < 2^53) at 'to' (room for 32 bytes, no NUL) with
 * up to 6 decimals, without zeros at their end, and returns how many bytes that took.
 */
size_t ff_number_fixed(char *to, double value);

/* ff_number_ratio() writes number / unit (unit < 2^32) the same way, and exactly. */
size_t ff_number_ratio(char *to, int64_t number, uint32_t unit);

#endif
