#include "core/base/status.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

enum { ROOM = sizeof(((struct ff_error *)NULL)->text) };

static void the_text_is_formatted_and_the_status_passed_on(void)
{
	struct ff_error err;
	enum ff_status st;

	st = ff_status_fail(&err, FF_E_INPUT, "%s:%d: height is %d", "a.map", 2, 0);
	CHECK(st == FF_E_INPUT, "status %d", (int)st);
	CHECK(strcmp(err.text, "a.map:2: height is 0") == 0, "\"%s\"", err.text);
}

static void nobody_need_want_the_text(void)
{
	enum ff_status st = ff_status_fail(NULL, FF_E_LIMIT, "%s", "unread");

	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	st = ff_status_nomem(NULL, "nothing");
	CHECK(st == FF_E_NOMEM, "status %d", (int)st);
}

static void a_text_that_is_too_long_ends_in_dots(void)
{
	char text[ROOM + 100];
	struct ff_error err;

	memset(text, 'x', sizeof text);
	for (int n = ROOM - 2; n <= ROOM + 99; n++) {
		bool fits = n < ROOM;

		ff_status_fail(&err, FF_E_INPUT, "%.*s", n, text);
		if (!CHECK(memchr(err.text, '\0', ROOM) != NULL, "%d bytes: no NUL", n))
			return;
		CHECK(strlen(err.text) == (size_t)(fits ? n : ROOM - 1), "%d bytes became %zu", n,
		      strlen(err.text));
		CHECK(memcmp(err.text, text, ROOM - 4) == 0, "%d bytes: the beginning", n);
		CHECK((strstr(err.text, "...") == err.text + ROOM - 4) == !fits,
		      "%d bytes end in \"%s\"", n, err.text + ROOM - 8);
	}
}

static void control_characters_become_question_marks(void)
{
	struct ff_error err;

	for (int c = 1; c < 256; c++) {
		bool control = c < 32 || c >= 127;

		ff_status_fail(&err, FF_E_INPUT, "<%c>", c);
		CHECK(err.text[0] == '<' && err.text[1] == (char)(control ? '?' : c) &&
			      strcmp(err.text + 2, ">") == 0,
		      "byte %d became %d", c, err.text[1]);
	}
	ff_status_fail(&err, FF_E_INPUT, "%s", "\33[31mred.png\n\tr\303\266t");
	CHECK(strcmp(err.text, "?[31mred.png??r\303\266t") == 0, "\"%s\"", err.text);
	ff_status_fail(&err, FF_E_INPUT, "%s", "\302\23331mX \302\240\342\202\254 \23331m\303");
	CHECK(strcmp(err.text, "??31mX \302\240\342\202\254 ?31m?") == 0, "\"%s\"", err.text);
}

static void memory_that_ran_out_has_a_use(void)
{
	struct ff_error err;
	enum ff_status st = ff_status_nomem(&err, "the field");

	CHECK(st == FF_E_NOMEM, "status %d", (int)st);
	CHECK(strstr(err.text, "memory") != NULL && strstr(err.text, "the field") != NULL, "\"%s\"",
	      err.text);
}

static size_t size_of(const char *text)
{
	return ff_status_character(text, SIZE_MAX);
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
		CHECK(ff_status_character(text, n) == (n == 4 ? 4 : 0), "of %zu bytes: %zu", n,
		      ff_status_character(text, n));
}

int main(void)
{
	RUN(a_byte_of_ascii_is_one_unless_it_controls);
	RUN(longer_ones_are_known_to_their_ends);
	RUN(nothing_is_read_past_the_end);
	RUN(the_text_is_formatted_and_the_status_passed_on);
	RUN(nobody_need_want_the_text);
	RUN(a_text_that_is_too_long_ends_in_dots);
	RUN(control_characters_become_question_marks);
	RUN(memory_that_ran_out_has_a_use);
	return tap_done();
}
