/*
 * Landlock knows files by the folders that they are in, and needs no list of
 * what the C library calls.  What it leaves, a filter of system calls forbids:
 * the network, other programs and processes, the user's terminal as a keyboard,
 * and the attributes of files.  It names what is forbidden, not what is needed:
 * the latter changes from one C library to the next, and a program that fails
 * after an update is of no use to anybody.  libseccomp writes the filter because
 * it has to hold for every way of calling the kernel that a processor has, and
 * those differ.
 */
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined __linux__ && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#define HAS_LANDLOCK 1
#else
#define HAS_LANDLOCK 0
#endif

#if defined __linux__ && __has_include(<seccomp.h>)
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#define HAS_SECCOMP 1
#else
#define HAS_SECCOMP 0
#endif

#if HAS_LANDLOCK

/* Rights that the kernel may know and its headers here may not. */
enum { REFER = 1 << 13, TRUNCATE = 1 << 14 };

enum {
	READ = LANDLOCK_ACCESS_FS_READ_FILE,
	WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE,
	FILES = LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE | WRITE,
	FOLDERS = LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR,
	ALL = 2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1, /* of the first version */
};

struct ff_sandbox ff_sandbox_begin(void)
{
	struct landlock_ruleset_attr guarded = {.handled_access_fs = ALL};
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	if (version >= 2)
		guarded.handled_access_fs |= REFER;
	if (version >= 3)
		guarded.handled_access_fs |= TRUNCATE;
	if (version < 1)
		return (struct ff_sandbox){-1};
	return (struct ff_sandbox){
		(int)syscall(SYS_landlock_create_ruleset, &guarded, sizeof guarded, 0)};
}

static void allow(struct ff_sandbox *sandbox, const char *path, bool folder, unsigned rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = -1};
	struct stat file;
	bool failed;

	if (sandbox->rules < 0)
		return;
	failed = (rule.parent_fd = open(path, O_PATH | O_CLOEXEC)) < 0;
	/* A folder where a file was meant may be opened, to be told apart, and no more. */
	if (!failed && !folder && fstat(rule.parent_fd, &file) == 0 && S_ISDIR(file.st_mode))
		rule.allowed_access = LANDLOCK_ACCESS_FS_READ_DIR;
	failed = failed || syscall(SYS_landlock_add_rule, sandbox->rules,
				   LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0;
	if (failed && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
		ff_sandbox_leave(sandbox);
	if (rule.parent_fd >= 0)
		close(rule.parent_fd);
}

static void guard_files(struct ff_sandbox *sandbox)
{
	if (sandbox->rules < 0)
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		(void)syscall(SYS_landlock_restrict_self, sandbox->rules, 0);
	ff_sandbox_leave(sandbox);
}

void ff_sandbox_read(struct ff_sandbox *sandbox, const char *path)
{
	allow(sandbox, path, false, READ);
}

void ff_sandbox_read_below(struct ff_sandbox *sandbox, const char *path)
{
	allow(sandbox, path, true, READ | LANDLOCK_ACCESS_FS_READ_DIR);
}

void ff_sandbox_write(struct ff_sandbox *sandbox, const char *path)
{
	allow(sandbox, path, false, WRITE);
}

void ff_sandbox_replace(struct ff_sandbox *sandbox, const char *path, unsigned what)
{
	unsigned rights = FILES;

	if ((what & FF_SANDBOX_FOLDERS) != 0)
		rights |= FOLDERS;
	if ((what & FF_SANDBOX_LINKS) != 0)
		rights |= LANDLOCK_ACCESS_FS_MAKE_SYM;
	allow(sandbox, path, true, rights);
}

#else

struct ff_sandbox ff_sandbox_begin(void)
{
	return (struct ff_sandbox){-1};
}

static void guard_files(struct ff_sandbox *sandbox)
{
	(void)sandbox;
}

void ff_sandbox_read(struct ff_sandbox *sandbox, const char *path)
{
	(void)sandbox, (void)path;
}

void ff_sandbox_read_below(struct ff_sandbox *sandbox, const char *path)
{
	(void)sandbox, (void)path;
}

void ff_sandbox_write(struct ff_sandbox *sandbox, const char *path)
{
	(void)sandbox, (void)path;
}

void ff_sandbox_replace(struct ff_sandbox *sandbox, const char *path, unsigned what)
{
	(void)sandbox, (void)path, (void)what;
}

#endif

#if HAS_SECCOMP

/* A build's own checkers look on from a process that shares the memory. */
#ifdef FF_SANDBOX_OPEN
enum { SHARED = CLONE_VM };
#else
enum { SHARED = CLONE_THREAD };
#endif

static int forbid_all(scmp_filter_ctx filter)
{
	static const int forbidden[] = {
		/* the network, and other ways to speak to somebody */
		SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind),
		SCMP_SYS(io_uring_setup), SCMP_SYS(msgget), SCMP_SYS(semget), SCMP_SYS(shmget),
		SCMP_SYS(mq_open),
		/* programs and processes */
		SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork),
		SCMP_SYS(tkill), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_send_signal),
		SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
#ifndef FF_SANDBOX_OPEN
		SCMP_SYS(ptrace),
#endif
		/* whose files are, and who may open them, which Landlock leaves */
		SCMP_SYS(chmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown),
		SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes),
		SCMP_SYS(utimensat), SCMP_SYS(futimesat), SCMP_SYS(setxattr), SCMP_SYS(lsetxattr),
		SCMP_SYS(fsetxattr), SCMP_SYS(removexattr), SCMP_SYS(lremovexattr),
		SCMP_SYS(fremovexattr),
		/* what has no business in here, and a long history of mistakes */
		SCMP_SYS(add_key), SCMP_SYS(bpf), SCMP_SYS(chroot), SCMP_SYS(keyctl),
		SCMP_SYS(mount), SCMP_SYS(perf_event_open), SCMP_SYS(pivot_root),
		SCMP_SYS(request_key), SCMP_SYS(setdomainname), SCMP_SYS(sethostname),
		SCMP_SYS(setns), SCMP_SYS(umount2), SCMP_SYS(unshare), SCMP_SYS(userfaultfd)};
	int failed = 0;

	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden && failed == 0; i++)
		failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), forbidden[i], 0);
	return failed;
}

/* What may be done to or by this process, and not otherwise. */
static int forbid_some(scmp_filter_ctx filter)
{
	static const int signals[] = {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
				      SCMP_SYS(rt_tgsigqueueinfo)};
	static const unsigned typing[] = {TIOCSTI, TIOCLINUX}; /* into the user's terminal */
	const scmp_datum_t self = (scmp_datum_t)getpid();
	int failed = 0;

	for (size_t i = 0; i < sizeof signals / sizeof *signals && failed == 0; i++)
		failed =
			seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), signals[i], 1,
					 (struct scmp_arg_cmp){.op = SCMP_CMP_NE, .datum_a = self});
	for (size_t i = 0; i < sizeof typing / sizeof *typing && failed == 0; i++)
		failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
					  SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, typing[i]));
	/* Threads, yes.  clone3() keeps from filters what it makes: without it, the C
	 * library takes clone(). */
	if (failed == 0)
		failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
					  SCMP_A0(SCMP_CMP_MASKED_EQ, SHARED, 0));
	if (failed == 0)
		failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
	return failed;
}

static void guard_calls(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

	if (filter == NULL)
		return;
	if (forbid_all(filter) == 0 && forbid_some(filter) == 0)
		(void)seccomp_load(filter);
	seccomp_release(filter);
}

#else

static void guard_calls(void)
{
}

#endif

void ff_sandbox_enter(struct ff_sandbox *sandbox)
{
#if HAS_LANDLOCK && defined FF_SANDBOX_OPEN /* what a build's own checkers need at the end */
	allow(sandbox, FF_SANDBOX_OPEN, true, READ | LANDLOCK_ACCESS_FS_READ_DIR | FILES | FOLDERS);
#endif
	guard_files(sandbox);
	guard_calls();
}

void ff_sandbox_leave(struct ff_sandbox *sandbox)
{
	if (sandbox->rules >= 0)
		close(sandbox->rules);
	sandbox->rules = -1;
}
