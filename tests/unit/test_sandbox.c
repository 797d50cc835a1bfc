#include "cli/sandbox.h"

#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Makes files in the test's folder, in a/ and in b/. */
static void make_files(void)
{
	temp_empty();
	mkdir("a", 0700);
	mkdir("b", 0700);
	temp_text("file", "file");
	temp_text("a/file", "file");
	temp_text("b/file", "file");
}

/* Opens a file; returns 0 or the error. */
static int open_error(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	return fd < 0 ? errno : close(fd);
}

static int rename_error(const char *from, const char *to)
{
	return rename(from, to) == 0 ? 0 : errno;
}

static void add(struct ff_sandbox *sandbox, enum ff_sandbox_use use, const char *path)
{
	struct ff_error err;

	CHECK(ff_sandbox_add(sandbox, use, path, &err) == FF_OK, "%s", err.text);
}

/* Enters a sandbox, and frees it. */
static void enter(struct ff_sandbox *sandbox)
{
	struct ff_error err;

	CHECK(ff_sandbox_enter(sandbox, &err) == FF_OK, "%s", err.text);
	ff_sandbox_free(sandbox);
}

/* Runs 'test' in a process of its own, since it gives up rights; skips it without Landlock. */
static void apart(void (*test)(void))
{
	int status = -1;
	pid_t child;

	make_files();
	if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1) {
		SKIP("this system has no Landlock");
		return;
	}
	fflush(stdout);
	if ((child = fork()) == 0) {
		tap.faults = 0;
		test();
		fflush(stdout);
		exit(tap.faults > 0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0, "status %d", status);
}

/* RUN() for what gives up rights. */
#define APART(test) (tap_wanted(#test) ? (apart(test), tap_end(tap_words(#test))) : (void)0)

static void without_rules_nothing_can_be_opened(void)
{
	struct ff_sandbox inside = {0};
	int open_before = open("file", O_RDWR);
	char c = 'F';

	enter(&inside);
	CHECK(open("/dev/null", O_RDONLY) < 0 && dup(0) == open_before + 1,
	      "the rules are still open");
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

static void a_file_may_be_read_and_not_written(void)
{
	struct ff_sandbox inside = {0};

	add(&inside, FF_SANDBOX_READ, "a/file");
	add(&inside, FF_SANDBOX_READ, "none");
	add(&inside, FF_SANDBOX_READ, "-");
	add(&inside, FF_SANDBOX_READ, NULL);
	add(&inside, FF_SANDBOX_READ, "b"); /* which is no file */
	enter(&inside);
	CHECK(open_error("a/file", O_RDONLY) == 0, "the file");
	CHECK(open_error("a/file", O_RDWR) == EACCES, "writing it");
	CHECK(open_error("b/file", O_RDONLY) == EACCES, "another");
	CHECK(open_error("a", O_RDONLY | O_DIRECTORY) == EACCES, "its folder");
	CHECK(open_error("b", O_RDONLY) == 0, "a folder, to tell what it is");
}

static void a_folder_may_be_read_with_all_below(void)
{
	struct ff_sandbox inside = {0};

	add(&inside, FF_SANDBOX_BELOW, "a");
	enter(&inside);
	CHECK(open_error("a", O_RDONLY | O_DIRECTORY) == 0, "the folder");
	CHECK(open_error("a/file", O_RDONLY) == 0, "a file in it");
	CHECK(open_error("a/file", O_RDWR) == EACCES, "writing it");
	CHECK(open_error("b/file", O_RDONLY) == EACCES, "another");
}

static void a_pipe_may_be_written_and_not_read(void)
{
	struct ff_sandbox inside = {0};
	int reader;

	CHECK(mkfifo("a/pipe", 0600) == 0, "the pipe");
	reader = open("a/pipe", O_RDONLY | O_NONBLOCK);
	add(&inside, FF_SANDBOX_REPLACE, "a/pipe");
	enter(&inside);
	CHECK(reader >= 0 && open_error("a/pipe", O_WRONLY) == 0, "the pipe");
	CHECK(open_error("a/pipe", O_RDONLY | O_NONBLOCK) == EACCES, "reading it");
	CHECK(open_error("a/file", O_WRONLY) == EACCES, "another");
	CHECK(unlink("a/pipe") != 0 && errno == EACCES, "removing it");
}

static void a_file_may_be_replaced_in_its_folder(void)
{
	struct ff_sandbox inside = {0};

	add(&inside, FF_SANDBOX_REPLACE, "a/file");
	add(&inside, FF_SANDBOX_REPLACE, "file/none"); /* which is in no folder */
	enter(&inside);
	CHECK(open_error("a/new", O_WRONLY | O_CREAT | O_EXCL) == 0, "a new file");
	CHECK(rename_error("a/new", "a/file") == 0, "replacing another");
	CHECK(unlink("a/file") == 0, "removing it");
	CHECK(mkdir("a/c", 0700) != 0 && errno == EACCES, "a folder in it");
	CHECK(symlink("/", "a/link") != 0 && errno == ENOSYS, "a link in it");
	CHECK(open_error("b/new", O_WRONLY | O_CREAT) == EACCES, "another folder");
	CHECK(open_error("file", O_WRONLY) == EACCES, "what is no folder");
}

static void a_link_is_replaced_where_it_leads(void)
{
	struct ff_sandbox inside = {0};

	CHECK(symlink("../b/file", "a/link") == 0, "the link");
	add(&inside, FF_SANDBOX_REPLACE, "a/link");
	enter(&inside);
	CHECK(open_error("b/new", O_WRONLY | O_CREAT) == 0, "where it leads");
	CHECK(open_error("a/new", O_WRONLY | O_CREAT) == EACCES, "where it is");
}

static void folders_may_be_made_where_that_is_said(void)
{
	struct ff_sandbox inside = {0};

	add(&inside, FF_SANDBOX_FOLDER, "a/c/d");
	enter(&inside);
	CHECK(mkdir("a/c", 0700) == 0, "a folder");
	CHECK(open_error("a/c/new", O_WRONLY | O_CREAT) == 0, "a file in it");
	CHECK(unlink("a/c/new") == 0 && rmdir("a/c") == 0, "removing both");
	CHECK(mkdir("b/c", 0700) != 0 && errno == EACCES, "elsewhere");
}

static void a_second_sandbox_cannot_be_entered(void)
{
	struct ff_sandbox inside = {0};
	struct ff_error err;

	add(&inside, FF_SANDBOX_READ, "a/file");
	enter(&inside);
	CHECK(open_error("a/file", O_PATH) == ENOSYS, "a file by name alone");
	add(&inside, FF_SANDBOX_READ, "b/file");
	CHECK(ff_sandbox_enter(&inside, &err) == FF_OK, "%s", err.text);
	CHECK(open_error("b/file", O_RDONLY) == EACCES, "more rights");
	ff_sandbox_free(&inside);
}

static void a_sandbox_that_is_off_takes_no_rights(void)
{
	struct ff_sandbox off = {.off = true};

	enter(&off);
	CHECK(open_error("file", O_RDWR) == 0, "a file");
}

/* Returns true if permissions can be set once a file may be replaced. */
static bool sets_permissions(mode_t mode)
{
	struct ff_sandbox inside = {0};
	int file = open("file", O_RDONLY), status = -1, made;
	struct stat state;
	pid_t child;

	unlink("a/new");
	chmod("a/file", mode);
	if ((child = fork()) == 0) {
		add(&inside, FF_SANDBOX_REPLACE, "a/file");
		add(&inside, FF_SANDBOX_REPLACE, "b/none");
		enter(&inside);
		made = open("a/new", O_WRONLY | O_CREAT, 0666);
		CHECK(fstat(made, &state) == 0 && (state.st_mode & 0777) == 0644, "the umask");
		CHECK(fchmod(file, 04755) < 0 && errno == ENOSYS, "a file that runs as its owner");
		_exit(tap.faults > 0 ? 2 : fchmod(file, 0660) == 0);
	}
	close(file);
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
		      WEXITSTATUS(status) < 2,
	      "status %d", status);
	return WEXITSTATUS(status) == 1;
}

static void permissions_can_be_set_where_a_replaced_file_has_more_than_the_umask_allows(void)
{
	umask(022);
	CHECK(!sets_permissions(0640), "what the umask allows");
	CHECK(sets_permissions(0660), "what the umask forbids");
}

/* Returns the error of a system call, or 0. */
static int call_error(long number, long a, long b, long c)
{
	return syscall(number, a, b, c, 0L, 0L, 0L) < 0 ? errno : 0;
}

static void calls_that_are_needed_do_no_more_than_is_needed(void)
{
	enum { WRITE_EXEC = PROT_READ | PROT_WRITE | PROT_EXEC };
	struct ff_sandbox inside = {0};
	char *const argv[] = {"/bin/true", NULL};
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int file = open("file", O_RDONLY), queue = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
	const long parent = getppid();
	struct rlimit limit;
	cpu_set_t cpus;

	enter(&inside);
	CHECK(mmap(NULL, 4096, WRITE_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED,
	      "code on a new page");
	CHECK(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED,
	      "code from a file");
	CHECK(mprotect(page, 4096, PROT_READ | PROT_EXEC) != 0 && errno == ENOSYS, "error %d",
	      errno);
	CHECK(mprotect(page, 4096, PROT_NONE) == 0, "a page that nobody may touch");
	CHECK(open_error("file", O_PATH) == ENOSYS, "a file by its name alone");
	CHECK(kill(getppid(), 0) < 0 && errno == ENOSYS, "another process's end");
	CHECK(kill(getpid(), 0) == 0 && raise(0) == 0, "its own");
	CHECK(call_error(SYS_tgkill, parent, parent, 0) == ENOSYS, "another process's thread");
	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0, "a limit");
	CHECK(setrlimit(RLIMIT_NOFILE, &limit) < 0 && errno == ENOSYS, "another limit");
	CHECK(prlimit((pid_t)parent, RLIMIT_NOFILE, &limit, NULL) < 0 && errno == ENOSYS,
	      "another process's limit");
	CHECK(sched_getaffinity(0, sizeof cpus, &cpus) == 0, "its processors");
	CHECK(sched_setaffinity((pid_t)parent, sizeof cpus, &cpus) < 0 && errno == ENOSYS,
	      "another process's processors");
	CHECK(setpriority(PRIO_PROCESS, (id_t)parent, 19) < 0 && errno == ENOSYS, "its priority");
	CHECK(fchmod(file, 0666) < 0 && errno == ENOSYS, "a file that all may write");
#ifndef FF_SANDBOX_OPEN /* where checkers need these */
	CHECK(fcntl(file, F_SETOWN, parent) < 0 && errno == ENOSYS, "signals for another process");
	CHECK(call_error(SYS_clone, CLONE_VM | SIGCHLD, 0, 0) == ENOSYS,
	      "a process that shares memory");
	CHECK(call_error(SYS_clone, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWNET, 0, 0) ==
		      ENOSYS,
	      "a thread with a network of its own");
#endif
	CHECK(ioctl(file, FS_IOC_SETFLAGS, &(int){0}) < 0 && errno == ENOSYS,
	      "a file's attributes");
	CHECK(ioctl(0, TIOCSTI, "x") < 0 && errno == ENOSYS, "typing: error %d", errno);
	CHECK(ioctl(0, TIOCSTI | 1L << 32, "x") < 0 && errno == ENOSYS, "typing: error %d", errno);
	CHECK((intptr_t)shmat(queue, NULL, 0) == -1 && errno == ENOSYS, "memory that others share");
	CHECK(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == ENOSYS, "a socket");
	CHECK(execv(argv[0], argv) < 0 && errno == ENOSYS, "a program");
	CHECK(fork() < 0 && errno == ENOSYS, "a process");
}

/*
 * The calls whose kernel does something, whatever the arguments are: to be compared with all
 * that there are, those of kernels to come included.
 */
static const long allowed[] = {
#ifdef SYS_open /* by older names */
	SYS_mkdir,
	SYS_rmdir,
	SYS_unlink,
	SYS_rename,
	SYS_link,
	SYS_stat,
	SYS_lstat,
	SYS_access,
	SYS_readlink,
	SYS_poll,
	SYS_time,
#endif
#ifdef FF_SANDBOX_OPEN
	SYS_clone,
	SYS_fcntl,
	SYS_getdents,
	SYS_getppid,
	SYS_prctl,
	SYS_ptrace,
	SYS_sigaltstack,
	SYS_wait4,
#endif
	SYS_read,
	SYS_readv,
	SYS_pread64,
	SYS_write,
	SYS_writev,
	SYS_pwrite64,
	SYS_lseek,
	SYS_close,
	SYS_dup,
	SYS_fstat,
	SYS_fallocate,
	SYS_mkdirat,
	SYS_unlinkat,
	SYS_renameat,
	SYS_renameat2,
	SYS_linkat,
	SYS_newfstatat,
	SYS_statx,
	SYS_faccessat,
	SYS_faccessat2,
	SYS_readlinkat,
	SYS_getdents64,
	SYS_getcwd,
	SYS_getuid,
	SYS_geteuid,
	SYS_getgid,
	SYS_getegid,
	SYS_brk,
	SYS_mremap,
	SYS_munmap,
	SYS_madvise,
	SYS_set_robust_list,
	SYS_rseq,
	SYS_futex,
	SYS_gettid,
	SYS_sched_yield,
	SYS_exit,
	SYS_exit_group,
	SYS_timer_create,
	SYS_timer_settime,
	SYS_rt_sigaction,
	SYS_rt_sigprocmask,
	SYS_rt_sigpending,
	SYS_rt_sigtimedwait,
	SYS_rt_sigreturn,
	SYS_restart_syscall,
	SYS_ppoll,
	SYS_nanosleep,
	SYS_clock_nanosleep,
	SYS_clock_gettime,
	SYS_clock_getres,
	SYS_gettimeofday,
	SYS_getpid,
	SYS_getrusage,
	SYS_getrlimit,
	SYS_sysinfo,
	SYS_getrandom};

static bool is_allowed(long number)
{
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
		if (allowed[i] == number)
			return true;
	return false;
}

/* Returns true if a system call exists, in the sandbox or, without one, in the kernel; its
 * arguments make no sense. */
static bool exists(bool sandboxed, long number)
{
	enum { MISSING = 7, PATIENCE = 10 /* s */ };
	pid_t child = fork(), self;
	int status = 0;

	if (child == 0) {
		self = getpid();
		alarm(PATIENCE);
		if (sandboxed)
			enter(&(struct ff_sandbox){0});
		if (syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) == -1 && errno == ENOSYS &&
		    getpid() == self)
			_exit(MISSING);
		_exit(0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child, "call %ld", number);
	return !WIFEXITED(status) || WEXITSTATUS(status) != MISSING;
}

static void of_all_system_calls_only_those_that_are_needed_exist(void)
{
	enum { BEYOND = 1000 }; /* more than any kernel has: the last of Linux 6.18 is 470 */

	for (long number = 0; number < BEYOND; number++) {
		bool expected = is_allowed(number), found = exists(true, number);

		/* futex() has no such operation. */
		if (expected && !found && !exists(false, number))
			continue;
#ifdef __x86_64__
		/* uretprobe() and uprobe(), which the kernel lets through every filter */
		if (number == 335 || number == 336)
			continue;
#endif
		CHECK(found == expected, "call %ld %s", number,
		      expected ? "does not exist" : "exists");
	}
#ifdef __x86_64__
	enum { X32 = 1 << 30 };

	for (long number = 0; number < BEYOND; number += 13)
		CHECK(!exists(true, X32 | number), "call %ld of x32 exists", number);
#endif
}

#ifdef __x86_64__
static long getpid_of_32_bits(void)
{
	long result;

	__asm__ volatile("int $0x80" : "=a"(result) : "a"(20L /* getpid() */) : "memory");
	return result;
}

static void calls_of_32_bits(void)
{
	struct ff_sandbox inside = {0};
	long result;

	enter(&inside);
	result = getpid_of_32_bits();
	CHECK(result == -ENOSYS, "getpid() of 32 bits: %ld", result);
}

/* Returns true if the kernel has such calls; one without ends a process that makes them. */
static bool has_calls_of_32_bits(void)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0)
		_exit(getpid_of_32_bits() != getpid());
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
#endif

static void system_calls_of_other_modes_do_not_exist(void)
{
#ifdef __x86_64__
	if (has_calls_of_32_bits())
		apart(calls_of_32_bits);
	else
		SKIP("this kernel has no calls of 32 bits");
#else
	SKIP("this processor has no other mode");
#endif
}

int main(void)
{
	temp_enter();
	APART(without_rules_nothing_can_be_opened);
	APART(a_file_may_be_read_and_not_written);
	APART(a_folder_may_be_read_with_all_below);
	APART(a_pipe_may_be_written_and_not_read);
	APART(a_file_may_be_replaced_in_its_folder);
	APART(a_link_is_replaced_where_it_leads);
	APART(folders_may_be_made_where_that_is_said);
	APART(a_second_sandbox_cannot_be_entered);
	APART(a_sandbox_that_is_off_takes_no_rights);
	APART(permissions_can_be_set_where_a_replaced_file_has_more_than_the_umask_allows);
	APART(calls_that_are_needed_do_no_more_than_is_needed);
	APART(of_all_system_calls_only_those_that_are_needed_exist);
	RUN(system_calls_of_other_modes_do_not_exist);
	return tap_done();
}
