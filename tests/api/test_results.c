/*
 * Section "results" of flowfield.h: the version, and a text for each status.
 */
#include "flowfield.h"
#include "unit/tap.h"

static void every_status_has_a_text_of_its_own(void)
{
	for (int a = FF_OK; a <= FF_E_SIGNAL; a++) {
		const char *text = ff_status_text((enum ff_status)a);

		CHECK(text[0] != '\0', "status %d", a);
		for (int b = FF_OK; b < a; b++)
			CHECK(strcmp(text, ff_status_text((enum ff_status)b)) != 0, "%d and %d", a,
			      b);
	}
	CHECK(strcmp(ff_status_text((enum ff_status)99), "unknown status") == 0, "99");
}

static void the_version_is_that_of_the_build(void)
{
	CHECK(strcmp(ff_version(), FF_VERSION) == 0, "%s", ff_version());
}

int main(void)
{
	RUN(every_status_has_a_text_of_its_own);
	RUN(the_version_is_that_of_the_build);
	return tap_done();
}
