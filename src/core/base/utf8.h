/*
 * Characters of UTF-8 (RFC 3629).
 */
#ifndef FF_CORE_BASE_UTF8_H
#define FF_CORE_BASE_UTF8_H

#include <stddef.h>

/*
 * ff_utf8_character() is how many bytes, 1..4, the first character of text[0..n-1] has; 0 if the
 * bytes there are none, or one that steers a terminal or that no document may hold: U+0000..1F,
 * U+007F..9F, the line separators U+2028 and U+2029, what changes the direction of writing (U+061C,
 * U+200E, U+200F, U+202A..202E, U+2066..2069), and what ends in FFFE or FFFF.  Of a text that ends
 * with a NUL it looks no farther than that, however large 'n' is.  Any thread may call it.
 */
size_t ff_utf8_character(const char *text, size_t n);

#endif
