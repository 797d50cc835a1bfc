/*
 * A library for LD_PRELOAD that makes one call fail: the FAULT_AT-th (from 1)
 * of those that the fault named by FAULT can befall.
 *
 *	error      open, read, write, close, rename, unlink, stat, ...: -1, EIO
 *	memory     the same: -1, ENOMEM
 *	full       what takes room on a disk, or finds late that there is none: -1, ENOSPC
 *	short      read, write: a single byte
 *	interrupt  read, write: -1, EINTR
 *
 * The file FAULT_NOTE, which must exist, gets the name of that call; it stays empty
 * if there are fewer.  Where FAULT_OLD is set, filesystems can neither be told to
 * rename a file only where its new name is free, nor to reserve room.
 * Counting starts when this library is set up, right before main(): what the loader
 * and other libraries do earlier is none of the program's business.
 */
#undef _FORTIFY_SOURCE /* which has functions of its own in place of those below */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* faults that a call can have */
enum { ERROR = 1, MEMORY = 2, FULL = 4, SHORT = 8, INTERRUPT = 16 };

static int fault; /* once we count */
static long left; /* calls until it happens, itself included */
static int note = -1;
static bool old_system;

__attribute__((constructor)) static void begin(void)
{
	static const char *const names[] = {"error", "memory", "full", "short", "interrupt"};
	const char *name = getenv("FAULT"), *at = getenv("FAULT_AT"), *path = getenv("FAULT_NOTE");

	old_system = getenv("FAULT_OLD") != NULL;
	if (name == NULL || at == NULL || path == NULL)
		return;
	/* Now, for the program may forbid itself to open files; and past our own functions. */
	note = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
	left = strtol(at, NULL, 10);
	for (int i = 0; i < 5; i++)
		if (strcmp(name, names[i]) == 0)
			fault = 1 << i;
}

/* Counts a call that can have these faults; returns true if it must fail. */
static bool strikes(int faults, const char *call)
{
	if ((fault & faults) == 0 || --left != 0)
		return false;
	syscall(SYS_write, note, call, strlen(call));
	return true;
}

static bool fails(int faults, const char *call)
{
	if (!strikes(faults & ~SHORT, call))
		return false;
	errno = fault == ERROR ? EIO : fault == FULL ? ENOSPC : fault == MEMORY ? ENOMEM : EINTR;
	return true;
}

/* Finds the function that the program would have called, as 'real'. */
#define REAL(name)                     \
	static __typeof__(name) *real; \
	if (real == NULL)              \
	*(void **)&real = dlsym(RTLD_NEXT, #name)

int open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	REAL(open);

	if ((flags & O_CREAT) != 0) {
		va_list args;

		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	return fails(ERROR | MEMORY | ((flags & O_CREAT) != 0 ? FULL : 0), "open")
		       ? -1
		       : real(path, flags, mode);
}

/* Closes the descriptor in any case, as Linux does. */
int close(int fd)
{
	int status;
	REAL(close);

	status = real(fd);
	return fails(ERROR | MEMORY | FULL, "close") ? -1 : status;
}

ssize_t read(int fd, void *to, size_t size)
{
	REAL(read);
	if (fails(ERROR | MEMORY | INTERRUPT, "read"))
		return -1;
	return real(fd, to, size > 1 && strikes(SHORT, "read") ? 1 : size);
}

/* Writes; never fails for standard error. */
ssize_t write(int fd, const void *from, size_t size)
{
	REAL(write);
	if (fd == STDERR_FILENO)
		return real(fd, from, size);
	if (fails(ERROR | MEMORY | FULL | INTERRUPT, "write"))
		return -1;
	return real(fd, from, size > 1 && strikes(SHORT, "write") ? 1 : size);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned how)
{
	REAL(renameat2);
	if (old_system) {
		errno = EINVAL;
		return -1;
	}
	return fails(ERROR | MEMORY | FULL, "renameat2")
		       ? -1
		       : real(from_folder, from, to_folder, to, how);
}

int fallocate(int fd, int mode, off_t from, off_t bytes)
{
	REAL(fallocate);
	if (old_system) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return real(fd, mode, from, bytes);
}

#define WRAP(name, faults, parameters, arguments)                  \
	int name parameters                                        \
	{                                                          \
		REAL(name);                                        \
		return fails(faults, #name) ? -1 : real arguments; \
	}

WRAP(rename, ERROR | MEMORY | FULL, (const char *from, const char *to), (from, to))
WRAP(link, ERROR | MEMORY | FULL, (const char *from, const char *to), (from, to))
WRAP(mkdir, ERROR | MEMORY | FULL, (const char *path, mode_t mode), (path, mode))
WRAP(unlink, ERROR | MEMORY, (const char *path), (path))
WRAP(stat, ERROR | MEMORY, (const char *restrict path, struct stat *restrict to), (path, to))
WRAP(lstat, ERROR | MEMORY, (const char *restrict path, struct stat *restrict to), (path, to))
WRAP(fstat, ERROR | MEMORY, (int fd, struct stat *to), (fd, to))
WRAP(access, ERROR | MEMORY, (const char *path, int mode), (path, mode))
WRAP(fchmod, ERROR | MEMORY, (int fd, mode_t mode), (fd, mode))
WRAP(dup, ERROR | MEMORY, (int fd), (fd))

char *realpath(const char *restrict path, char *restrict resolved)
{
	REAL(realpath);
	return fails(ERROR | MEMORY, "realpath") ? NULL : real(path, resolved);
}
