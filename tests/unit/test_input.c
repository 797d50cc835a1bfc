#include "io/input.h"

#include "marked.h"
#include "oracle.h"
#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/wait.h>

enum { LONG = 200000 }; /* more than a pipe holds, and several pieces */

static uint8_t bytes[LONG];

static void fill_bytes(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < LONG; i++)
		bytes[i] = (uint8_t)oracle_random(&dice);
}

static void a_file_is_read_whole_and_no_further_than_asked(void)
{
	struct ff_error err = {""};
	struct ff_input in;

	temp_write("long", bytes, LONG);
	if (!CHECK(ff_input_open(&in, "long", &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(in.size == 0 && !in.ended && strcmp(in.name, "long") == 0, "\"%s\"", in.name);
	for (size_t want = 1; want < LONG; want *= 7) {
		CHECK(ff_input_fill(&in, want, &err) == FF_OK, "%zu bytes: \"%s\"", want, err.text);
		CHECK(in.size >= want && in.size <= LONG && memcmp(in.data, bytes, in.size) == 0,
		      "%zu bytes: %zu came", want, in.size);
		CHECK(in.size < LONG || want > LONG / 4, "%zu bytes: it read on to the end", want);
	}
	CHECK(ff_input_rest(&in, LONG, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(in.ended && in.size == LONG && memcmp(in.data, bytes, LONG) == 0, "%zu bytes",
	      in.size);
	CHECK(ff_input_fill(&in, SIZE_MAX / 2, &err) == FF_OK && in.size == LONG,
	      "there is no more: %zu bytes", in.size);
	ff_input_close(&in);
}

static void an_empty_file_ends_at_once(void)
{
	struct ff_error err = {""};
	struct ff_input in;

	temp_write("empty", "", 0);
	if (!CHECK(ff_input_open(&in, "empty", &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(ff_input_fill(&in, 16, &err) == FF_OK && in.size == 0 && in.ended, "%zu bytes",
	      in.size);
	CHECK(ff_input_rest(&in, 0, &err) == FF_OK && in.size == 0, "%zu bytes", in.size);
	ff_input_close(&in);
}

/* Reads the first 'before' bytes of 'long', and then the rest with a cap. */
static enum ff_status rest(size_t before, size_t cap, struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, "long", err);

	if (st != FF_OK)
		return st;
	st = ff_input_fill(&in, before, err);
	if (st == FF_OK)
		st = ff_input_rest(&in, cap, err);
	CHECK((st == FF_OK) == (in.size == LONG && cap >= LONG), "cap %zu: %zu bytes", cap,
	      in.size);
	ff_input_close(&in);
	return st;
}

static void more_than_the_cap_is_a_limit(void)
{
	static const size_t before[] = {0, 1, 70000, LONG};
	struct ff_error err = {""};

	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		CHECK(rest(before[i], LONG, &err) == FF_OK, "%zu before: \"%s\"", before[i],
		      err.text);
		CHECK(rest(before[i], LONG - 1, &err) == FF_E_LIMIT, "%zu before", before[i]);
		CHECK(strcmp(err.text, "long: is larger than 199999 bytes") == 0, "\"%s\"",
		      err.text);
		CHECK(rest(before[i], 0, &err) == FF_E_LIMIT, "%zu before, nothing wanted",
		      before[i]);
		CHECK(rest(before[i], SIZE_MAX - 1, &err) == FF_OK, "%zu before: \"%s\"", before[i],
		      err.text);
	}
}

/* Opening 'path' fails with that message, and 'in' is untouched. */
static void refused(const char *path, const char *message)
{
	struct ff_error err = {""};
	struct ff_input in;

	mark(&in, sizeof in);
	CHECK(ff_input_open(&in, path, &err) == FF_E_INPUT, "%s was opened", path);
	CHECK(strcmp(err.text, message) == 0, "\"%s\"", err.text);
	CHECK(is_marked(&in, sizeof in), "%s: the input was touched", path);
}

static void what_cannot_be_opened_is_named(void)
{
	mkdir("folder", 0777);
	refused("none.png", "none.png: No such file or directory");
	refused("folder", "folder: is a directory");
	refused("folder/../none/x", "folder/../none/x: No such file or directory");
	refused("", ": No such file or directory");
	if (geteuid() == 0)
		NOTE("root reads what it may not: not tried");
	else {
		temp_text("secret", "x");
		chmod("secret", 0);
		refused("secret", "secret: Permission denied");
	}
}

static void what_cannot_be_read_is_named(void)
{
	struct ff_input in = {.name = "odd.png"};
	struct ff_error err = {""};

	temp_text("odd.png", "x");
	in.fd = open("odd.png", O_WRONLY | O_CLOEXEC);
	CHECK(ff_input_fill(&in, 1, &err) == FF_E_INPUT, "it was filled");
	CHECK(strcmp(err.text, "odd.png: Bad file descriptor") == 0, "\"%s\"", err.text);
	CHECK(ff_input_rest(&in, 10, &err) == FF_E_INPUT, "it was read");
	ff_input_close(&in);
}

/* A child process that writes 'bytes' to 'fd', dribbling at first. */
static pid_t dribble(int fd)
{
	pid_t child = fork();
	size_t at = 0;

	temp_require(child >= 0, "fork");
	if (child > 0)
		return child;
	while (at < LONG) {
		size_t n = at < 40 ? 1 : LONG - at;
		ssize_t done = write(fd, bytes + at, n);

		if (done < 0)
			_exit(1);
		at += (size_t)done;
	}
	_exit(0);
}

static void wait_for(pid_t child)
{
	int status = -1;

	CHECK(waitpid(child, &status, 0) == child && status == 0, "the writer: %d", status);
}

static void check_dribble(struct ff_input *in)
{
	struct ff_error err = {""};

	CHECK(ff_input_fill(in, 16, &err) == FF_OK && in->size >= 16, "%zu bytes: \"%s\"", in->size,
	      err.text);
	CHECK(ff_input_rest(in, LONG, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(in->ended && in->size == LONG && memcmp(in->data, bytes, LONG) == 0, "%zu bytes",
	      in->size);
}

static void a_named_pipe_is_read_like_a_file(void)
{
	struct ff_error err = {""};
	struct ff_input in;
	pid_t child;
	int fd;

	temp_require(mkfifo("pipe", 0600) == 0, "pipe");
	fd = open("pipe", O_RDWR | O_CLOEXEC); /* so that nobody waits for anybody */
	temp_require(fd >= 0, "pipe");
	child = dribble(fd);
	CHECK(ff_input_open(&in, "pipe", &err) == FF_OK, "\"%s\"", err.text);
	close(fd);
	check_dribble(&in);
	ff_input_close(&in);
	wait_for(child);
}

static void only_a_regular_file_is_opened_as_one(void)
{
	static const char *const others[] = {"lonely", "/dev/null", "."};
	struct ff_error err = {""};
	struct ff_input in;

	temp_require(mkfifo("lonely", 0600) == 0, "lonely");
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		mark(&in, sizeof in);
		CHECK(ff_input_open_file(&in, others[i], &err) == FF_E_INPUT, "%s was opened",
		      others[i]);
		CHECK(strstr(err.text, ": is no regular file") != NULL, "\"%s\"", err.text);
		CHECK(is_marked(&in, sizeof in), "%s: the input was touched", others[i]);
	}
	CHECK(ff_input_open_file(&in, "-", &err) == FF_E_INPUT, "a dash was opened");
	temp_text("-", "x");
	if (!CHECK(ff_input_open_file(&in, "-", &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(ff_input_rest(&in, 9, &err) == FF_OK && in.size == 1, "%zu bytes", in.size);
	ff_input_close(&in);
}

/* Makes 'fd' standard input and closes it under its own number. */
static void become_standard(int fd)
{
	temp_require(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO, "standard input");
	close(fd);
}

static void a_dash_is_standard_input_and_stays_open(void)
{
	struct ff_error err = {""};
	struct ff_input in;
	pid_t child;
	int ends[2];

	temp_require(pipe(ends) == 0, "pipe");
	child = dribble(ends[1]);
	close(ends[1]);
	become_standard(ends[0]);
	CHECK(ff_input_open(&in, "-", &err) == FF_OK, "\"%s\"", err.text);
	CHECK(strcmp(in.name, "standard input") == 0, "\"%s\"", in.name);
	check_dribble(&in);
	ff_input_close(&in);
	wait_for(child);
	CHECK(fcntl(STDIN_FILENO, F_GETFD) >= 0, "it was closed");

	become_standard(open(".", O_RDONLY | O_CLOEXEC));
	refused("-", "standard input: is a directory");
	CHECK(fcntl(STDIN_FILENO, F_GETFD) >= 0, "the folder was closed");
}

static void closing_frees_and_can_be_done_twice(void)
{
	struct ff_error err = {""};
	struct ff_input in;
	int fd;

	CHECK(ff_input_open(&in, "long", &err) == FF_OK && ff_input_fill(&in, 9, &err) == FF_OK,
	      "\"%s\"", err.text);
	fd = in.fd;
	ff_input_close(&in);
	CHECK(fcntl(fd, F_GETFD) < 0 && errno == EBADF, "%d is still open", fd);
	CHECK(in.data == NULL && in.size == 0, "%zu bytes are left", in.size);
	ff_input_close(&in);
}

int main(void)
{
	fill_bytes();
	temp_enter();
	RUN(a_file_is_read_whole_and_no_further_than_asked);
	RUN(an_empty_file_ends_at_once);
	RUN(more_than_the_cap_is_a_limit);
	RUN(what_cannot_be_opened_is_named);
	RUN(what_cannot_be_read_is_named);
	RUN(a_named_pipe_is_read_like_a_file);
	RUN(only_a_regular_file_is_opened_as_one);
	RUN(a_dash_is_standard_input_and_stays_open);
	RUN(closing_frees_and_can_be_done_twice);
	return tap_done();
}
