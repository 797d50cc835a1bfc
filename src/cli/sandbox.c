/*
 * Landlock guards files by their folders.  A filter of system calls refuses the rest: it lists the
 * calls that the program needs; every other one, also of later kernels, fails with ENOSYS.  The
 * list was taken from runs of all commands with glibc 2.36 and from the sources of musl 1.2.5; a C
 * library that prefers a newer call falls back to one of these, as it does on an older kernel.
 *
 * libseccomp writes the filter because processors have several ways of calling the kernel, which
 * the filter must all cover.
 */
#include "cli/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/folder.h"
#include "io/output.h"

#if defined __linux__ && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define HAS_LANDLOCK 1
#else
#define HAS_LANDLOCK 0
#endif

/* The list holds for these two: other machines may know the same calls by other names. */
#if defined __linux__ && (defined __x86_64__ || defined __aarch64__) && __has_include(<seccomp.h>)
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#define HAS_SECCOMP 1
#else
#define HAS_SECCOMP 0
#endif

/* The rights that are being collected. */
struct rules {
	int fd;     /* -1 where files cannot be guarded */
	int error;  /* errno of the first rule that could not be made; 0: none */
	bool modes; /* permissions of open files may be set */
};

#if HAS_LANDLOCK

/* Rights that the kernel may know and its headers here may not. */
enum { REFER = 1 << 13, TRUNCATE = 1 << 14 };

enum {
	READ = LANDLOCK_ACCESS_FS_READ_FILE,
	LIST = LANDLOCK_ACCESS_FS_READ_DIR,
	WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE,
	FILES = LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE | WRITE,
	FOLDERS = LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR,
	ALL = 2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1, /* of the first version */
};

static struct rules begin_rules(void)
{
	struct landlock_ruleset_attr guarded = {.handled_access_fs = ALL};
	struct rules rules = {.fd = -1};
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	if (version >= 2)
		guarded.handled_access_fs |= REFER;
	if (version >= 3)
		guarded.handled_access_fs |= TRUNCATE;
	if (version >= 1)
		rules.fd = (int)syscall(SYS_landlock_create_ruleset, &guarded, sizeof guarded, 0);
	if (version >= 1 && rules.fd < 0)
		rules.error = errno;
	return rules;
}

static void allow(struct rules *rules, const char *path, bool folder, unsigned rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = -1};
	struct stat file;
	bool failed;

	if (rules->fd < 0 || rules->error != 0)
		return;
	failed = (rule.parent_fd = open(path, O_PATH | O_CLOEXEC)) < 0;
	/* A folder in place of a file may be opened, to be recognised, and no more. */
	if (!failed && !folder && fstat(rule.parent_fd, &file) == 0 && S_ISDIR(file.st_mode))
		rule.allowed_access = LIST;
	failed = failed || syscall(SYS_landlock_add_rule, rules->fd, LANDLOCK_RULE_PATH_BENEATH,
				   &rule, 0) != 0;
	if (failed && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
		rules->error = errno;
	if (rule.parent_fd >= 0)
		close(rule.parent_fd);
}

static int guard_files(const struct rules *rules)
{
	if (rules->error != 0 || rules->fd < 0)
		return rules->error;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
			       syscall(SYS_landlock_restrict_self, rules->fd, 0) == 0
		       ? 0
		       : errno;
}

#else

enum { READ, LIST, WRITE, FILES, FOLDERS };

static struct rules begin_rules(void)
{
	return (struct rules){.fd = -1};
}

static void allow(struct rules *rules, const char *path, bool folder, unsigned rights)
{
	(void)rules, (void)path, (void)folder, (void)rights;
}

static int guard_files(const struct rules *rules)
{
	return rules->error;
}

#endif

#if HAS_SECCOMP

static const int needed[] = {
#ifdef FF_SANDBOX_OPEN
	/* the checkers of a build: they look at memory from a process that shares it, as a
	 * debugger does, and add counts of lines to files that they lock */
	SCMP_SYS(fcntl), SCMP_SYS(getdents), SCMP_SYS(getppid), SCMP_SYS(prctl), SCMP_SYS(ptrace),
	SCMP_SYS(sigaltstack), SCMP_SYS(wait4),
#endif
	/* reading and writing what is open; stdio of musl takes the vectors */
	SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev),
	SCMP_SYS(pwrite64), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(fstat),
	SCMP_SYS(fallocate),
	/* changing files by name, where Landlock allows that */
	SCMP_SYS(mkdir), SCMP_SYS(mkdirat), SCMP_SYS(rmdir), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
	SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link), SCMP_SYS(linkat),
	/* asking what is where: stat(), access(), realpath(), opendir(), getcwd() */
	SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(access),
	SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
	SCMP_SYS(getdents64), SCMP_SYS(getcwd), SCMP_SYS(getuid), SCMP_SYS(geteuid),
	SCMP_SYS(getgid), SCMP_SYS(getegid),
	/* memory */
	SCMP_SYS(brk), SCMP_SYS(mremap), SCMP_SYS(munmap), SCMP_SYS(madvise),
	/* threads; clone3() hides its flags from filters: without it, C libraries take clone() */
	SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(futex), SCMP_SYS(gettid),
	SCMP_SYS(sched_yield), SCMP_SYS(exit), SCMP_SYS(exit_group),
	/* signals that arrive; those of --work-dir, which a thread sends itself */
	SCMP_SYS(timer_create), SCMP_SYS(timer_settime), SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigtimedwait),
	SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
	/* waiting; clocks, where reading one is a system call */
	SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
	SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
	/* asking about this process and machine */
	SCMP_SYS(getpid), SCMP_SYS(getrusage), SCMP_SYS(getrlimit), SCMP_SYS(sysinfo),
	SCMP_SYS(getrandom)};

/* Every bit of a pointer; of a number of 32 bits, whose other half may be anything. */
#define WHOLE  UINT64_MAX
#define NUMBER UINT32_MAX

enum {
	NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
		     CLONE_NEWPID | CLONE_NEWNET,
};

/* Calls that are needed where the bits 'mask' of an argument are 'value'. */
struct rule {
	int call;
	unsigned argument;
	uint64_t mask, value;
};

static const struct rule limited[] = {
	/* O_PATH would leave Landlock out */
	{SCMP_SYS(open), 1, O_PATH, 0},
	{SCMP_SYS(openat), 2, O_PATH, 0},
	/* a descriptor's flags; F_SETOWN could send signals to other processes */
	{SCMP_SYS(fcntl), 1, NUMBER, F_GETFD},
	{SCMP_SYS(fcntl), 1, NUMBER, F_SETFD},
	{SCMP_SYS(fcntl), 1, NUMBER, F_GETFL},
	{SCMP_SYS(fcntl), 1, NUMBER, F_SETFL},
	/* isatty() of glibc and of musl; others change files' attributes or type for the user */
	{SCMP_SYS(ioctl), 1, NUMBER, TCGETS},
	{SCMP_SYS(ioctl), 1, NUMBER, TIOCGWINSZ},
	/* memory, where no code can be put */
	{SCMP_SYS(mmap), 2, PROT_EXEC, 0},
	{SCMP_SYS(mprotect), 2, PROT_EXEC, 0},
#ifdef FF_SANDBOX_OPEN
	{SCMP_SYS(clone), 0, CLONE_VM, CLONE_VM},
#endif
	/* threads, but no processes */
	{SCMP_SYS(clone), 0, CLONE_THREAD | NAMESPACES, CLONE_THREAD},
	/* reads limits of this process; sets none */
	{SCMP_SYS(prlimit64), 2, WHOLE, 0},
	{SCMP_SYS(sched_getaffinity), 0, NUMBER, 0},
};

/* The permissions of a replaced file, without those to run as somebody else. */
static const struct rule modes = {SCMP_SYS(fchmod), 1, NUMBER & ~0777U, 0};

static bool allow_call(scmp_filter_ctx filter, const struct rule *rule)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, rule->call, rule->mask != 0,
				SCMP_CMP64(rule->argument, SCMP_CMP_MASKED_EQ, rule->mask,
					   rule->value)) == 0;
}

static bool allow_calls(scmp_filter_ctx filter, bool permissions)
{
	const uint32_t self = (uint32_t)getpid();
	const struct rule signals[] = {{SCMP_SYS(kill), 0, NUMBER, self},
				       {SCMP_SYS(tgkill), 0, NUMBER, self}};
	bool added = true;

	for (size_t i = 0; i < sizeof needed / sizeof *needed && added; i++)
		added = seccomp_rule_add(filter, SCMP_ACT_ALLOW, needed[i], 0) == 0;
	for (size_t i = 0; i < sizeof limited / sizeof *limited && added; i++)
		added = allow_call(filter, &limited[i]);
	for (size_t i = 0; i < sizeof signals / sizeof *signals && added; i++)
		added = allow_call(filter, &signals[i]);
	return added && (!permissions || allow_call(filter, &modes));
}

/* Returns 0, ENOSYS where the kernel has no filters, or ENOMEM. */
static int guard_calls(bool permissions)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	int loaded = -ENOMEM;

	/* The calls of other modes of this processor do not exist, either. */
	if (filter != NULL &&
	    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0 &&
	    allow_calls(filter, permissions))
		loaded = seccomp_load(filter);
	seccomp_release(filter);
	return loaded == 0 ? 0 : loaded == -ENOMEM ? ENOMEM : ENOSYS;
}

#else

static int guard_calls(bool permissions)
{
	(void)permissions;
	return ENOSYS;
}

#endif

/* Notes whether the permissions of 'path' can be given to the file that replaces it only after that
 * is open, since the umask would not.  Files in a folder may need that, too. */
static void preserve(struct rules *rules, const char *path)
{
	mode_t mask = umask(0);
	struct stat file;

	umask(mask);
	if (stat(path, &file) == 0)
		rules->modes |= S_ISDIR(file.st_mode) || (file.st_mode & mask & 0777) != 0;
}

static void allow_use(struct rules *rules, enum ff_sandbox_use use, const char *path)
{
	char *place = NULL, *real = NULL;
	const char *rest;

	if (use == FF_SANDBOX_READ || use == FF_SANDBOX_BELOW) {
		allow(rules, path, use == FF_SANDBOX_BELOW,
		      use == FF_SANDBOX_BELOW ? READ | LIST : READ);
		return;
	}
	if (use == FF_SANDBOX_FOLDER) {
		place = ff_folder_there(path, &rest);
	} else if (ff_output_direct(path)) {
		allow(rules, path, false, WRITE);
		return;
	} else if ((real = realpath(path, NULL)) != NULL || errno != ENOMEM) {
		/* A dangling link is replaced itself. */
		place = ff_output_folder(real != NULL ? real : path);
		free(real);
	}
	if (place == NULL)
		rules->error = ENOMEM;
	else
		allow(rules, place, true, use == FF_SANDBOX_FOLDER ? FILES | FOLDERS : FILES);
	preserve(rules, path);
	free(place);
}

enum ff_status ff_sandbox_add(struct ff_sandbox *sandbox, enum ff_sandbox_use use, const char *path,
			      struct ff_error *err)
{
	if (path == NULL || strcmp(path, "-") == 0)
		return FF_OK;
	return ff_strings_add(&sandbox->files[use], path, strlen(path), err);
}

enum ff_status ff_sandbox_enter(const struct ff_sandbox *sandbox, struct ff_error *err)
{
	struct rules rules;
	bool calls;
	int error;

	if (sandbox->off)
		return FF_OK;
	rules = begin_rules();
	allow(&rules, FF_SANDBOX_STATUS, false, READ);
#if HAS_LANDLOCK && defined FF_SANDBOX_OPEN /* for the checkers of a build */
	allow(&rules, FF_SANDBOX_OPEN, true, READ | LIST | FILES | FOLDERS);
#endif
	for (int use = 0; use < FF_SANDBOX_USES; use++)
		for (size_t i = 0; i < sandbox->files[use].count; i++)
			allow_use(&rules, (enum ff_sandbox_use)use, sandbox->files[use].items[i]);
	if ((error = guard_files(&rules)) == 0)
		error = guard_calls(rules.modes);
	if (rules.fd >= 0)
		close(rules.fd);
	calls = error == 0;
	if (error == ENOSYS)
		error = 0;
	if (error == 0 && sandbox->verbose && !(rules.fd >= 0 && calls))
		fprintf(stderr,
			"flowfield: the sandbox lacks %s%s%s (see SECURITY in the manual)\n",
			rules.fd >= 0 ? "" : "Landlock", rules.fd >= 0 || calls ? "" : " and ",
			calls ? "" : "seccomp");
	if (error == ENOMEM)
		return ff_status_nomem(err, "the sandbox");
	if (error != 0)
		return ff_status_fail(err, FF_E_LIMIT,
				      "the sandbox: %s: it needs two free descriptors "
				      "(ulimit -n), and at most 15 sandboxes around it",
				      strerror(error));
	return FF_OK;
}

void ff_sandbox_free(struct ff_sandbox *sandbox)
{
	for (int use = 0; use < FF_SANDBOX_USES; use++)
		ff_strings_free(&sandbox->files[use]);
}
