#include "core/base/utf8.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

static size_t size_of(const char *text)
{
	return ff_utf8_character(text, SIZE_MAX);
}

static void a_byte_of_ascii_is_one_unless_it_controls(void)
{
	for (int c = 0; c < 128; c++) {
		char text[] = {(char)c, '\0'};

		CHECK(size_of(text) == (c >= 32 && c < 127), "byte %d: %zu", c, size_of(text));
	}
}

static void longer_ones_are_known_to_their_ends(void)
{
	static const struct {
		const char *text;
		size_t size;
	} cases[] = {
		{"\xc2\x9f", 0},
		{"\xd8\x9b", 2},
		{"\xd8\x9c", 0}, /* U+061C and the next ones change the direction of writing */
		{"\xd8\x9d", 2},
		{"\xe2\x80\x8d", 3},
		{"\xe2\x80\x8e", 0},
		{"\xe2\x80\x8f", 0},
		{"\xe2\x80\x90", 3},
		{"\xe2\x80\xa7", 3},
		{"\xe2\x80\xa8", 0}, /* U+2028 ends a line */
		/* NOLINTBEGIN(misc-misleading-bidirectional): that is what they are for */
		{"\xe2\x80\xaa", 0},
		{"\xe2\x80\xae", 0},
		{"\xe2\x80\xaf", 3},
		{"\xe2\x81\xa5", 3},
		{"\xe2\x81\xa6", 0},
		{"\xe2\x81\xa9", 0},
		/* NOLINTEND(misc-misleading-bidirectional) */
		{"\xe2\x81\xaa", 3},
		{"\xc2\xa0", 2},
		{"\xc3\xb6t", 2},
		{"\xdf\xbf", 2},
		{"\xe0\xa0\x80", 3},
		{"\xed\x9f\xbf", 3},
		{"\xee\x80\x80", 3},
		{"\xef\xbf\xbd", 3},
		{"\xf0\x90\x80\x80", 4},
		{"\xf4\x8f\xbf\xbd", 4},
		{"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
		{"\xed\xa0\x80", 0},     /* half of a pair */
		{"\xef\xbf\xbe", 0},
		{"\xc1\xbf", 0},
		{"\xe0\x9f\xbf", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\x80", 0},
		{"\x9b", 0},
		{"\xc3", 0},
		{"\xc3(", 0},
		{"\xe2\x82", 0},
		{"\xff", 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK(size_of(cases[i].text) == cases[i].size, "case %zu: %zu bytes", i,
		      size_of(cases[i].text));
}

static void nothing_is_read_past_the_end(void)
{
	static const char text[] = {'\xf0', '\x9f', '\x98', '\x80'};

	for (size_t n = 0; n <= sizeof text; n++)
		CHECK(ff_utf8_character(text, n) == (n == 4 ? 4 : 0), "of %zu bytes: %zu", n,
		      ff_utf8_character(text, n));
}

int main(void)
{
	RUN(a_byte_of_ascii_is_one_unless_it_controls);
	RUN(longer_ones_are_known_to_their_ends);
	RUN(nothing_is_read_past_the_end);
	return tap_done();
}
