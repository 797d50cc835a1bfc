#include "core/base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns true for a character, U+0080 and above, that steers the terminal it is printed on. */
static bool is_steering(uint32_t code)
{
	return code < 0xa0 || code == 0x61c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

size_t ff_utf8_character(const char *text, size_t n)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *c = (const unsigned char *)text;
	size_t size = n == 0 ? 0 : *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
	uint32_t code;

	if (size <= 1)
		return size == 1 && *c >= ' ' && *c != 0x7f;
	if (*c < 0xc0 || *c > 0xf4)
		return 0;
	code = *c & (0x7fU >> size);
	for (size_t i = 1; i < size; i++) {
		if (i == n || (c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ||
	    (code & 0xfffe) == 0xfffe || is_steering(code))
		return 0;
	return size;
}
