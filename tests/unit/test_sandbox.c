#include "base/sandbox.h"

#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Files in the folder that a test has: here, in a/ and in b/. */
static void make_files(void)
{
	temp_empty();
	mkdir("a", 0700);
	mkdir("b", 0700);
	temp_text("file", "file");
	temp_text("a/file", "file");
	temp_text("b/file", "file");
}

/* What opening gives: 0, or the error. */
static int open_error(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	return fd < 0 ? errno : close(fd);
}

static int rename_error(const char *from, const char *to)
{
	return rename(from, to) == 0 ? 0 : errno;
}

/* Runs 'test' in a process of its own, since it gives up rights; false where there is no Landlock.
 */
static void apart(void (*test)(const struct ff_sandbox *))
{
	struct ff_sandbox sandbox = ff_sandbox_begin();
	int status = -1;
	pid_t child;

	make_files();
	if (sandbox.rules < 0) {
		SKIP("this system has no Landlock");
		return;
	}
	fflush(stdout);
	if ((child = fork()) == 0) {
		tap.faults = 0;
		test(&sandbox);
		fflush(stdout);
		exit(tap.faults > 0);
	}
	close(sandbox.rules);
	CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0, "status %d", status);
}

static void nothing_is_allowed(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;
	int open_before = open("file", O_RDWR);
	char c = 'F';

	ff_sandbox_enter(&inside);
	CHECK(inside.rules == -1, "the rules are still open");
	CHECK(open_error("file", O_RDONLY) == EACCES, "reading");
	CHECK(open_error("file", O_WRONLY) == EACCES, "writing");
	CHECK(open_error("new", O_WRONLY | O_CREAT) == EACCES, "making");
	CHECK(open_error("a", O_RDONLY | O_DIRECTORY) == EACCES, "listing");
	CHECK(unlink("file") != 0 && errno == EACCES, "removing");
	CHECK(rename_error("file", "new") == EACCES, "renaming");
	CHECK(mkdir("c", 0700) != 0 && errno == EACCES, "making a folder");
	CHECK(rmdir("a") != 0 && errno == EACCES, "removing a folder");
	CHECK(pwrite(open_before, &c, 1, 0) == 1 && pread(open_before, &c, 1, 1) == 1 && c == 'i',
	      "a file that was open before");
}

static void a_file_to_read(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;

	ff_sandbox_read(&inside, "a/file");
	ff_sandbox_read(&inside, "none");
	ff_sandbox_read(&inside, "b"); /* which is no file */
	ff_sandbox_enter(&inside);
	CHECK(open_error("a/file", O_RDONLY) == 0, "the file");
	CHECK(open_error("a/file", O_RDWR) == EACCES, "writing it");
	CHECK(open_error("b/file", O_RDONLY) == EACCES, "another");
	CHECK(open_error("a", O_RDONLY | O_DIRECTORY) == EACCES, "its folder");
	CHECK(open_error("b", O_RDONLY) == 0, "a folder, to tell what it is");
}

static void a_file_to_write(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;

	ff_sandbox_write(&inside, "a/file");
	ff_sandbox_enter(&inside);
	CHECK(open_error("a/file", O_WRONLY) == 0, "the file");
	CHECK(open_error("a/file", O_RDONLY) == EACCES, "reading it");
	CHECK(open_error("b/file", O_WRONLY) == EACCES, "another");
	CHECK(unlink("a/file") != 0 && errno == EACCES, "removing it");
}

static void a_folder_to_write(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;

	ff_sandbox_replace(&inside, "a", FF_SANDBOX_FILES);
	ff_sandbox_replace(&inside, "file", FF_SANDBOX_FILES); /* which is no folder */
	ff_sandbox_enter(&inside);
	CHECK(open_error("a/new", O_WRONLY | O_CREAT | O_EXCL) == 0, "a new file");
	CHECK(rename_error("a/new", "a/file") == 0, "replacing another");
	CHECK(unlink("a/file") == 0, "removing it");
	CHECK(mkdir("a/c", 0700) != 0 && errno == EACCES, "a folder in it");
	CHECK(symlink("/", "a/link") != 0 && errno == EACCES, "a link in it");
	CHECK(open_error("b/new", O_WRONLY | O_CREAT) == EACCES, "another folder");
	CHECK(open_error("file", O_WRONLY) == EACCES, "what is no folder");
}

static void a_folder_to_make_folders_in(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;

	ff_sandbox_replace(&inside, "a", FF_SANDBOX_FOLDERS);
	ff_sandbox_enter(&inside);
	CHECK(mkdir("a/c", 0700) == 0, "a folder");
	CHECK(open_error("a/c/new", O_WRONLY | O_CREAT) == 0, "a file in it");
	CHECK(unlink("a/c/new") == 0 && rmdir("a/c") == 0, "removing both");
	CHECK(mkdir("b/c", 0700) != 0 && errno == EACCES, "elsewhere");
}

static void a_link_to_replace(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;

	CHECK(symlink("nothing", "a/link") == 0, "the link");
	ff_sandbox_replace(&inside, "a", FF_SANDBOX_LINKS);
	ff_sandbox_enter(&inside);
	CHECK(renameat2(AT_FDCWD, "a/link", AT_FDCWD, "a/file", RENAME_EXCHANGE) == 0, "the link");
	CHECK(open_error("a/link", O_WRONLY) == 0, "the file has its name now");
}

static void calls(const struct ff_sandbox *sandbox)
{
	struct ff_sandbox inside = *sandbox;
	char *const argv[] = {"/bin/true", NULL};

	const struct {
		const char *name;
		long number;
	} forbidden[] = {
		{"connect", SYS_connect},
		{"bind", SYS_bind},
		{"socketpair", SYS_socketpair},
		{"io_uring_setup", SYS_io_uring_setup},
		{"shmget", SYS_shmget},
		{"execveat", SYS_execveat},
		{"pidfd_open", SYS_pidfd_open},
		{"fchmodat", SYS_fchmodat},
		{"fchownat", SYS_fchownat},
		{"utimensat", SYS_utimensat},
		{"setxattr", SYS_setxattr},
		{"chroot", SYS_chroot},
		{"bpf", SYS_bpf},
		{"keyctl", SYS_keyctl},
		{"mount", SYS_mount},
		{"perf_event_open", SYS_perf_event_open},
		{"setns", SYS_setns},
		{"sethostname", SYS_sethostname},
		{"unshare", SYS_unshare},
		{"userfaultfd", SYS_userfaultfd},
	};

	ff_sandbox_enter(&inside);
	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
		CHECK(syscall(forbidden[i].number, -1L, -1L, -1L, -1L, -1L) < 0 && errno == EPERM,
		      "%s: error %d", forbidden[i].name, errno);
	CHECK(syscall(SYS_clone3, NULL, 0L) < 0 && errno == ENOSYS, "clone3: error %d", errno);
#ifndef FF_SANDBOX_OPEN /* where checkers need one */
	CHECK(syscall(SYS_clone, CLONE_VM | SIGCHLD, 0L, 0L, 0L, 0L) < 0 && errno == EPERM,
	      "a process that shares memory");
#endif
	CHECK(kill(getppid(), 0) < 0 && errno == EPERM, "another process's end");
	CHECK(kill(getpid(), 0) == 0, "its own");
	CHECK(ioctl(0, TIOCSTI, "x") < 0 && errno == EPERM, "typing: error %d", errno);
	CHECK(ioctl(0, TIOCSTI | 1L << 32, "x") < 0 && errno == EPERM, "typing: error %d", errno);
	CHECK(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM, "a socket");
	CHECK(execv(argv[0], argv) < 0 && (errno == EPERM || errno == EACCES), "a program");
	CHECK(fork() < 0 && errno == EPERM, "a process");
}

static void without_rules_nothing_can_be_opened(void)
{
	apart(nothing_is_allowed);
}

static void a_file_may_be_read_and_not_written(void)
{
	apart(a_file_to_read);
}

static void a_file_may_be_written_and_not_read(void)
{
	apart(a_file_to_write);
}

static void files_in_a_folder_may_be_replaced(void)
{
	apart(a_folder_to_write);
}

static void folders_may_be_made_where_that_is_said(void)
{
	apart(a_folder_to_make_folders_in);
}

static void links_may_be_replaced_where_that_is_said(void)
{
	apart(a_link_to_replace);
}

static void there_is_no_network_and_no_other_process(void)
{
	apart(calls);
}

int main(void)
{
	temp_enter();
	RUN(without_rules_nothing_can_be_opened);
	RUN(a_file_may_be_read_and_not_written);
	RUN(a_file_may_be_written_and_not_read);
	RUN(files_in_a_folder_may_be_replaced);
	RUN(folders_may_be_made_where_that_is_said);
	RUN(links_may_be_replaced_where_that_is_said);
	RUN(there_is_no_network_and_no_other_process);
	return tap_done();
}
