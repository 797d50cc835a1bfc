#include "io/output.h"

#include "tap.h"
#include "temp.h"

#include <signal.h>

enum { LARGE = 3 * 1024 * 1024 + 17 }; /* more than one write() */

enum state { OPENED, CLOSED, COMMITTED };

/* Opens an output and takes it to that state; what is written is "new". */
static bool reach(struct ff_output *out, const char *path, enum state state)
{
	struct ff_error err = {""};
	enum ff_status st = ff_output_open(out, path, &err);

	if (st == FF_OK && state >= CLOSED)
		st = ff_output_write(out, "new", 3, &err);
	if (st == FF_OK && state >= CLOSED)
		st = ff_output_close(out, &err);
	if (st == FF_OK && state >= COMMITTED)
		st = ff_output_commit(out, true, &err);
	return CHECK(st == FF_OK, "%s: \"%s\"", path, err.text);
}

static void a_file_that_appears_meanwhile_is_replaced_only_if_it_may_be(void)
{
	struct ff_error err = {""};
	struct ff_output out;

	temp_empty();
	reach(&out, "a.png", CLOSED);
	temp_text("a.png", "another's");
	CHECK(ff_output_commit(&out, false, &err) == FF_E_OUTPUT, "it was replaced");
	CHECK(strcmp(err.text, "a.png: File exists") == 0, "\"%s\"", err.text);
	CHECK(temp_holds("a.png", "another's"), "the content");
	CHECK(ff_output_commit(&out, true, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(temp_holds("a.png", "new") && temp_count(".") == 1, "%d files", temp_count("."));
	temp_empty();
	reach(&out, "a.png", CLOSED);
	CHECK(ff_output_commit(&out, false, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(temp_holds("a.png", "new") && temp_count(".") == 1, "%d files", temp_count("."));
}

static void a_temporary_name_that_is_taken_is_not_touched(void)
{
	struct ff_output first, out;
	char taken[4096];

	temp_empty();
	reach(&first, "a.png", OPENED);
	snprintf(taken, sizeof taken, "%s", first.temporary);
	ff_output_discard(&first);
	temp_text(taken, "somebody else's");
	reach(&out, "a.png", COMMITTED);
	ff_output_discard(&out);
	CHECK(temp_holds(taken, "somebody else's") && temp_holds("a.png", "new"), "%s", taken);
	CHECK(temp_count(".") == 2, "%d files", temp_count("."));
}

static void a_file_that_cannot_take_its_place_is_removed(void)
{
	struct ff_error err = {""};
	struct ff_output out;

	temp_empty();
	reach(&out, "a.png", CLOSED);
	mkdir("a.png", 0777); /* meanwhile */
	CHECK(ff_output_commit(&out, true, &err) == FF_E_OUTPUT, "it was placed");
	CHECK(strcmp(err.text, "a.png: Is a directory") == 0, "\"%s\"", err.text);
	CHECK(temp_count(".") == 2, "%d files before", temp_count("."));
	ff_output_discard(&out);
	CHECK(temp_count(".") == 1, "%d files after", temp_count("."));
}

static void a_large_write_arrives_whole(void)
{
	char *bytes = malloc(LARGE), *got;
	struct ff_output out;
	size_t n = 0;

	temp_empty();
	temp_require(bytes != NULL, "memory");
	for (size_t i = 0; i < LARGE; i++)
		bytes[i] = (char)(i * 7919 >> 5);
	reach(&out, "a.png", OPENED);
	CHECK(ff_output_write(&out, bytes, LARGE, NULL) == FF_OK &&
		      ff_output_write(&out, bytes, 0, NULL) == FF_OK &&
		      ff_output_close(&out, NULL) == FF_OK &&
		      ff_output_commit(&out, true, NULL) == FF_OK,
	      "it was not written");
	got = temp_read("a.png", &n);
	CHECK(got != NULL && n == LARGE && memcmp(got, bytes, n) == 0, "%zu bytes", n);
	free(got);
	free(bytes);
}

static void releasing_restores_the_mask(void)
{
	sigset_t mine, before, during, after;

	sigemptyset(&mine);
	sigaddset(&mine, SIGUSR1);
	sigprocmask(SIG_BLOCK, &mine, NULL);
	ff_output_hold(&before);
	sigprocmask(SIG_BLOCK, NULL, &during);
	ff_output_release(&before);
	sigprocmask(SIG_BLOCK, NULL, &after);
	sigprocmask(SIG_UNBLOCK, &mine, NULL);
	CHECK(sigismember(&during, SIGTERM) == 1 && sigismember(&during, SIGUSR1) == 1,
	      "SIGTERM is not held");
	CHECK(sigismember(&after, SIGTERM) == 0 && sigismember(&after, SIGUSR1) == 1,
	      "the mask is another one");
}

int main(void)
{
	temp_enter();
	RUN(a_file_that_appears_meanwhile_is_replaced_only_if_it_may_be);
	RUN(a_temporary_name_that_is_taken_is_not_touched);
	RUN(a_file_that_cannot_take_its_place_is_removed);
	RUN(a_large_write_arrives_whole);
	RUN(releasing_restores_the_mask);
	return tap_done();
}
