/*
 * Strict numbers: the whole text is the number, or it is not one.
 */
#ifndef FF_BASE_NUMBER_H
#define FF_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum ff_number {
	FF_NUMBER_OK = 0,
	FF_NUMBER_NOT,   /* not a decimal whole number: empty, spaces, signs twice, 1.5, 0x10 */
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

#endif
