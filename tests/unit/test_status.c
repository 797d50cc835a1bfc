#include "core/base/status.h"

#include "tap.h"

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

int main(void)
{
	RUN(the_text_is_formatted_and_the_status_passed_on);
	RUN(nobody_need_want_the_text);
	RUN(a_text_that_is_too_long_ends_in_dots);
	RUN(control_characters_become_question_marks);
	RUN(memory_that_ran_out_has_a_use);
	return tap_done();
}
