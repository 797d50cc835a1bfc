#include "io/output.h"

#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <sys/wait.h>

enum { LARGE = 3 * 1024 * 1024 + 17 }; /* more than one write() */

enum state { OPENED, WRITTEN, CLOSED, COMMITTED };

/* Opens an output and takes it to that state; what is written is "new". */
static bool reach(struct ff_output *out, const char *path, enum state state)
{
	struct ff_error err = {""};
	enum ff_status st = ff_output_open(out, path, &err);

	if (st == FF_OK && state >= WRITTEN)
		st = ff_output_write(out, "new", 3, &err);
	if (st == FF_OK && state >= CLOSED)
		st = ff_output_close(out, &err);
	if (st == FF_OK && state >= COMMITTED)
		st = ff_output_commit(out, true, &err);
	return CHECK(st == FF_OK, "%s: \"%s\"", path, err.text);
}

static void a_new_file_appears_whole_and_stays_when_committed(void)
{
	for (enum state state = OPENED; state <= COMMITTED; state++) {
		struct ff_output out;

		temp_empty();
		if (!reach(&out, "a.png", state))
			return;
		CHECK(state == COMMITTED || strncmp(out.temporary, ".flowfield-", 11) == 0,
		      "state %d: not hidden", (int)state);
		CHECK((access("a.png", F_OK) == 0) == (state == COMMITTED), "state %d", (int)state);
		CHECK(temp_count(".") == 1, "state %d: %d files", (int)state, temp_count("."));
		ff_output_discard(&out);
		CHECK(temp_count(".") == (state == COMMITTED), "state %d: %d files are left",
		      (int)state, temp_count("."));
	}
	CHECK(temp_holds("a.png", "new"), "the content");
}

static void the_old_file_stays_until_the_new_one_replaces_it(void)
{
	for (enum state state = OPENED; state <= COMMITTED; state++) {
		const char *now = state == COMMITTED ? "new" : "old, and longer";
		struct ff_output out;

		temp_empty();
		temp_text("a.png", "old, and longer");
		if (!reach(&out, "a.png", state))
			return;
		CHECK(temp_holds("a.png", now), "state %d", (int)state);
		ff_output_discard(&out);
		CHECK(temp_holds("a.png", now), "state %d: discarded", (int)state);
		CHECK(temp_count(".") == 1, "state %d: %d files are left", (int)state,
		      temp_count("."));
	}
}

static void discarding_twice_does_no_harm(void)
{
	struct ff_output out;

	temp_empty();
	reach(&out, "a.png", WRITTEN);
	ff_output_discard(&out);
	CHECK(out.fd == -1 && out.path == NULL && out.temporary == NULL, "fd %d", out.fd);
	ff_output_discard(&out);
}

static void a_link_is_followed_and_stays(void)
{
	struct ff_output out;
	struct stat st;

	temp_empty();
	mkdir("there", 0777);
	temp_text("there/a.png", "old");
	temp_require(symlink("there/a.png", "link") == 0, "link");
	reach(&out, "link", CLOSED);
	CHECK(temp_count("there") == 2 && temp_count(".") == 2,
	      "the temporary file is not beside the real one");
	CHECK(temp_holds("link", "old"), "too early");
	ff_output_discard(&out);
	reach(&out, "link", COMMITTED);
	CHECK(temp_holds("there/a.png", "new"), "the real file is not replaced");
	CHECK(lstat("link", &st) == 0 && S_ISLNK(st.st_mode), "the link is gone");
	ff_output_discard(&out);
}

static void a_link_to_nothing_becomes_the_file(void)
{
	struct ff_output out;
	struct stat st;

	temp_empty();
	temp_require(symlink("nowhere/x", "link") == 0, "link");
	reach(&out, "link", COMMITTED);
	ff_output_discard(&out);
	CHECK(lstat("link", &st) == 0 && S_ISREG(st.st_mode) && temp_holds("link", "new"),
	      "it is no file");
	CHECK(temp_count(".") == 1, "%d files", temp_count("."));
}

static unsigned mode_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (unsigned)st.st_mode & 07777 : 0;
}

static void an_old_files_permissions_are_kept(void)
{
	static const mode_t modes[] = {0644, 0600, 0640, 0666, 0755, 0222};
	mode_t before = umask(077);

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		struct ff_output out;

		temp_empty();
		temp_text("a.png", "old");
		chmod("a.png", modes[i]);
		reach(&out, "a.png", COMMITTED);
		ff_output_discard(&out);
		CHECK(mode_of("a.png") == modes[i], "%o became %o", (unsigned)modes[i],
		      mode_of("a.png"));
	}
	umask(before);
}

static void a_new_file_obeys_the_umask(void)
{
	static const mode_t masks[] = {0, 022, 027, 077, 0177};
	mode_t before = umask(0);

	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		struct ff_output out;

		temp_empty();
		umask(masks[i]);
		reach(&out, "a.png", COMMITTED);
		umask(0);
		ff_output_discard(&out);
		CHECK(mode_of("a.png") == (0666 & ~masks[i]), "umask %o: %o", (unsigned)masks[i],
		      mode_of("a.png"));
	}
	umask(before);
}

static void only_what_is_no_regular_file_is_written_directly(void)
{
	temp_empty();
	temp_text("file", "x");
	mkdir("folder", 0777);
	temp_require(mkfifo("pipe", 0600) == 0 && symlink("file", "to_file") == 0 &&
			     symlink("pipe", "to_pipe") == 0 && symlink("none", "to_none") == 0,
		     "pipe and links");
	CHECK(ff_output_direct("-"), "standard output");
	CHECK(ff_output_direct("/dev/null"), "a device");
	CHECK(ff_output_direct("pipe") && ff_output_direct("to_pipe"), "a pipe");
	CHECK(!ff_output_direct("file") && !ff_output_direct("to_file"), "a file");
	CHECK(!ff_output_direct("none") && !ff_output_direct("to_none"), "nothing");
	CHECK(!ff_output_direct("./-"), "a file called -");
}

static void a_pipe_gets_the_bytes_and_stays_a_pipe(void)
{
	struct ff_output out;
	struct stat st;
	char got[9] = "";
	int fd;

	temp_empty();
	temp_require(mkfifo("pipe", 0600) == 0, "pipe");
	fd = open("pipe", O_RDWR | O_CLOEXEC);
	temp_require(fd >= 0, "pipe");
	reach(&out, "pipe", COMMITTED);
	ff_output_discard(&out);
	CHECK(read(fd, got, 8) == 3 && strcmp(got, "new") == 0, "\"%s\"", got);
	close(fd);
	CHECK(stat("pipe", &st) == 0 && S_ISFIFO(st.st_mode) && temp_count(".") == 1,
	      "%d files, or no pipe", temp_count("."));
	reach(&out, "/dev/null", COMMITTED);
	ff_output_discard(&out);
	CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode), "/dev/null");
}

/* Opening 'path' fails with that message; nothing is left, 'out' is closed. */
static void refused(const char *path, const char *message)
{
	int before = temp_count(".");
	struct ff_error err = {""};
	struct ff_output out;

	CHECK(ff_output_open(&out, path, &err) == FF_E_OUTPUT, "%s was opened", path);
	CHECK(strcmp(err.text, message) == 0, "\"%s\"", err.text);
	CHECK(out.fd == -1 && out.path == NULL && out.temporary == NULL, "%s: fd %d", path, out.fd);
	CHECK(temp_count(".") == before, "%s: %d files, not %d", path, temp_count("."), before);
	ff_output_discard(&out);
}

static void where_nothing_can_be_written_is_said_by_name(void)
{
	char longest[300];

	temp_empty();
	mkdir("folder", 0777);
	temp_text("file", "x");
	refused("none/a.png", "none/a.png: No such file or directory");
	refused("folder", "folder: is a directory");
	refused("folder/", "folder/: is a directory");
	refused("file/a.png", "file/a.png: Not a directory");
	if (geteuid() == 0)
		NOTE("root writes where it may not: not tried");
	else {
		chmod("folder", 0500);
		refused("folder/a.png", "folder/a.png: Permission denied");
	}
	/* The name is only needed at the end, but then it is too long. */
	memset(longest, 'a', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	if (access(longest, F_OK) < 0 && errno == ENAMETOOLONG) {
		struct ff_error err = {""};
		struct ff_output out;
		enum ff_status st = ff_output_open(&out, longest, &err);

		if (st == FF_OK)
			st = ff_output_close(&out, &err);
		if (st == FF_OK)
			st = ff_output_commit(&out, true, &err);
		ff_output_discard(&out);
		CHECK(st == FF_E_OUTPUT && strstr(err.text, ": File name too long") != NULL,
		      "\"%s\"", err.text);
		CHECK(temp_count(".") == 2, "%d files", temp_count("."));
	}
}

static void the_longest_file_name_still_has_a_temporary_one(void)
{
	struct ff_output out;
	char name[256];

	temp_empty();
	memset(name, 'a', 255);
	name[255] = '\0';
	reach(&out, name, COMMITTED);
	ff_output_discard(&out);
	CHECK(temp_holds(name, "new") && temp_count(".") == 1, "%d files", temp_count("."));
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

static void two_outputs_at_once_do_not_meet(void)
{
	struct ff_output one, two;

	temp_empty();
	reach(&one, "a.png", CLOSED);
	reach(&two, "b.png", CLOSED);
	CHECK(temp_count(".") == 2, "%d files", temp_count("."));
	ff_output_discard(&one);
	CHECK(ff_output_commit(&two, true, NULL) == FF_OK, "the second");
	CHECK(temp_holds("b.png", "new") && temp_count(".") == 1, "%d files", temp_count("."));
}

static void a_full_disk_is_an_error_and_leaves_nothing(void)
{
	struct ff_error err = {""};
	struct ff_output out;
	enum ff_status st;

	if (access("/dev/full", W_OK) != 0) {
		SKIP("there is no /dev/full");
		return;
	}
	temp_empty();
	CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"", err.text);
	st = ff_output_write(&out, "new", 3, &err);
	CHECK(st == FF_E_OUTPUT, "status %d", (int)st);
	CHECK(strcmp(err.text, "/dev/full: No space left on device") == 0, "\"%s\"", err.text);
	ff_output_discard(&out);
	CHECK(temp_count(".") == 0, "%d files", temp_count("."));
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

/* ---- standard output: each in a process of its own, which tells by its exit code ---- */

/* Runs a function in a child, which must exit with 'code' or die of signal 'by'. */
static void in_child(void (*run)(int), int argument, int code, int by)
{
	int status = -1;
	pid_t child = fork();

	temp_require(child >= 0, "fork");
	if (child == 0) {
		run(argument);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child, "no child");
	if (by == 0)
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == code, "argument %d: status %#x",
		      argument, (unsigned)status);
	else
		CHECK(WIFSIGNALED(status) && WTERMSIG(status) == by, "argument %d: status %#x",
		      argument, (unsigned)status);
}

/* Exits with 'code' where something is not as it should be. */
static void must(bool ok, int code)
{
	if (!ok)
		_exit(code);
}

static void write_standard(int flags)
{
	struct ff_error err = {""};
	struct ff_output out;
	int fd = open(flags == O_APPEND ? "stdout" : "/dev/full", O_WRONLY | flags | O_CLOEXEC);

	must(dup2(fd, STDOUT_FILENO) == STDOUT_FILENO, 10);
	must(ff_output_open(&out, "-", &err) == FF_OK, 11);
	if (flags != O_APPEND) {
		must(ff_output_write(&out, "new", 3, &err) == FF_E_OUTPUT, 12);
		must(strcmp(err.text, "standard output: No space left on device") == 0, 13);
		ff_output_discard(&out);
		return;
	}
	must(ff_output_write(&out, "new", 3, &err) == FF_OK, 14);
	must(ff_output_close(&out, &err) == FF_OK && ff_output_commit(&out, true, &err) == FF_OK,
	     15);
	must(fcntl(STDOUT_FILENO, F_GETFD) >= 0, 16);
}

static void write_closed(int unused)
{
	struct ff_error err = {""};
	struct ff_output out;

	(void)unused;
	close(STDOUT_FILENO);
	must(ff_output_open(&out, "-", &err) == FF_E_OUTPUT, 10);
	must(strcmp(err.text, "standard output: Bad file descriptor") == 0, 11);
	ff_output_discard(&out);
}

static void a_dash_is_standard_output_and_stays_open(void)
{
	temp_empty();
	temp_text("stdout", "old, ");
	in_child(write_standard, O_APPEND, 0, 0);
	CHECK(temp_holds("stdout", "old, new"), "the bytes");
	CHECK(temp_count(".") == 1, "%d files", temp_count("."));
	if (access("/dev/full", W_OK) == 0)
		in_child(write_standard, 0, 0, 0);
	in_child(write_closed, 0, 0, 0);
}

/* ---- signals ---- */

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};

enum { ENDING = sizeof ending / sizeof *ending };

static void default_signals(void)
{
	sigset_t none;

	for (int i = 0; i < ENDING; i++)
		(void)signal(ending[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void die_while_writing(int number)
{
	struct ff_error err = {""};
	struct ff_output out;
	sigset_t before;

	default_signals();
	ff_output_hold(&before);
	must(ff_output_open(&out, "a.png", &err) == FF_OK, 10);
	must(ff_output_write(&out, "new", 3, &err) == FF_OK, 11);
	(void)raise(number);
	must(ff_output_write(&out, "er", 2, &err) == FF_E_SIGNAL, 12);
	must(strcmp(err.text, "a.png: interrupted") == 0, 13);
	must(temp_count(".") == 2, 14);
	ff_output_discard(&out);
	must(temp_count(".") == 1, 15);
	ff_output_release(&before);
	_exit(16); /* too late */
}

static void a_held_signal_is_told_and_delivered_once_all_is_tidy(void)
{
	temp_empty();
	temp_text("a.png", "old");
	for (int i = 0; i < ENDING; i++) {
		in_child(die_while_writing, ending[i], 0, ending[i]);
		CHECK(temp_holds("a.png", "old") && temp_count(".") == 1, "signal %d: %d files",
		      ending[i], temp_count("."));
	}
}

static void ignore_while_writing(int number)
{
	struct ff_output out;
	sigset_t before;

	default_signals();
	(void)signal(number, SIG_IGN);
	ff_output_hold(&before);
	must(ff_output_open(&out, "a.png", NULL) == FF_OK, 10);
	(void)raise(number);
	must(ff_output_write(&out, "new", 3, NULL) == FF_OK, 11);
	must(ff_output_close(&out, NULL) == FF_OK && ff_output_commit(&out, true, NULL) == FF_OK,
	     12);
	ff_output_release(&before);
}

static volatile sig_atomic_t handled;

static void handle(int number)
{
	handled = number;
}

static void handle_while_writing(int number)
{
	struct ff_output out;
	sigset_t before;

	default_signals();
	(void)signal(number, handle);
	ff_output_hold(&before);
	must(ff_output_open(&out, "a.png", NULL) == FF_OK, 10);
	(void)raise(number);
	must(handled == number, 11);
	must(ff_output_write(&out, "new", 3, NULL) == FF_OK, 12);
	must(ff_output_close(&out, NULL) == FF_OK && ff_output_commit(&out, true, NULL) == FF_OK,
	     13);
	ff_output_release(&before);
}

static void a_signal_that_does_not_end_the_program_is_let_be(void)
{
	for (int i = 0; i < ENDING; i++) {
		temp_empty();
		in_child(ignore_while_writing, ending[i], 0, 0);
		CHECK(temp_holds("a.png", "new"), "signal %d ignored", ending[i]);
		temp_empty();
		in_child(handle_while_writing, ending[i], 0, 0);
		CHECK(temp_holds("a.png", "new"), "signal %d handled", ending[i]);
	}
}

static void break_pipe(int ignored)
{
	struct ff_error err = {""};
	struct ff_output out;
	sigset_t before;
	int ends[2];

	default_signals();
	(void)signal(SIGPIPE, ignored ? SIG_IGN : SIG_DFL);
	must(pipe(ends) == 0 && dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO, 10);
	close(ends[0]);
	close(ends[1]);
	ff_output_hold(&before);
	must(ff_output_open(&out, "-", &err) == FF_OK, 11);
	must(ff_output_write(&out, "new", 3, &err) == (ignored ? FF_E_OUTPUT : FF_E_SIGNAL), 12);
	must(!ignored || strcmp(err.text, "standard output: Broken pipe") == 0, 13);
	ff_output_discard(&out);
	ff_output_release(&before);
	_exit(14);
}

static void a_broken_pipe_is_a_signal_or_an_error(void)
{
	in_child(break_pipe, 0, 0, SIGPIPE);
	in_child(break_pipe, 1, 14, 0);
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
	RUN(a_new_file_appears_whole_and_stays_when_committed);
	RUN(the_old_file_stays_until_the_new_one_replaces_it);
	RUN(discarding_twice_does_no_harm);
	RUN(a_link_is_followed_and_stays);
	RUN(a_link_to_nothing_becomes_the_file);
	RUN(an_old_files_permissions_are_kept);
	RUN(a_new_file_obeys_the_umask);
	RUN(only_what_is_no_regular_file_is_written_directly);
	RUN(a_pipe_gets_the_bytes_and_stays_a_pipe);
	RUN(where_nothing_can_be_written_is_said_by_name);
	RUN(the_longest_file_name_still_has_a_temporary_one);
	RUN(a_file_that_appears_meanwhile_is_replaced_only_if_it_may_be);
	RUN(a_temporary_name_that_is_taken_is_not_touched);
	RUN(two_outputs_at_once_do_not_meet);
	RUN(a_full_disk_is_an_error_and_leaves_nothing);
	RUN(a_file_that_cannot_take_its_place_is_removed);
	RUN(a_large_write_arrives_whole);
	RUN(a_dash_is_standard_output_and_stays_open);
	RUN(a_held_signal_is_told_and_delivered_once_all_is_tidy);
	RUN(a_signal_that_does_not_end_the_program_is_let_be);
	RUN(a_broken_pipe_is_a_signal_or_an_error);
	RUN(releasing_restores_the_mask);
	return tap_done();
}
