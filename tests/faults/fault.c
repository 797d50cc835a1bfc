/*
 * A library for LD_PRELOAD that makes one call fail: the FAULT_AT-th (from 1)
 * of those that the fault named by FAULT can befall.
 *
 *	memory     malloc, aligned_alloc, calloc, realloc: NULL, ENOMEM
 *	thread     pthread_create: EAGAIN
 *	error      open, read, write, close, rename, ...: -1, EIO
 *	short      read, write: a single byte
 *	interrupt  read, write: -1, EINTR
 *
 * The file FAULT_NOTE gets the name of that call; none appears if there are
 * fewer.  Counting starts when this library is set up, right before main(): what
 * the loader and other libraries do earlier is none of the program's business.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *fault = ""; /* FAULT, once we count */
static long left;              /* calls until it happens, itself included */

__attribute__((constructor)) static void begin(void)
{
	const char *name = getenv("FAULT"), *at = getenv("FAULT_AT");

	if (name == NULL || at == NULL)
		return;
	left = strtol(at, NULL, 10);
	fault = name;
}

/* Counts a call that 'kind' can befall; true if it is the one. */
static bool strikes(const char *kind, const char *call)
{
	const char *path = getenv("FAULT_NOTE");
	long fd;

	if (strcmp(fault, kind) != 0 || --left != 0)
		return false;
	/* Past our own functions, which count. */
	fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	syscall(SYS_write, fd, call, strlen(call));
	syscall(SYS_close, fd);
	return true;
}

static bool fails(const char *kind, const char *call, int error)
{
	if (!strikes(kind, call))
		return false;
	errno = error;
	return true;
}

/* 'real' is what would have been called without us. */
#define REAL(name)                     \
	static __typeof__(name) *real; \
	if (real == NULL)              \
	*(void **)&real = dlsym(RTLD_NEXT, #name)

void *malloc(size_t size)
{
	REAL(malloc);
	return fails("memory", "malloc", ENOMEM) ? NULL : real(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	REAL(aligned_alloc);
	return fails("memory", "aligned_alloc", ENOMEM) ? NULL : real(alignment, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
		   void *context)
{
	REAL(pthread_create);
	return strikes("thread", "pthread_create") ? EAGAIN
						   : real(thread, attributes, start, context);
}

void *calloc(size_t n, size_t size)
{
	REAL(calloc);
	return fails("memory", "calloc", ENOMEM) ? NULL : real(n, size);
}

void *realloc(void *block, size_t size)
{
	REAL(realloc);
	return fails("memory", "realloc", ENOMEM) ? NULL : real(block, size);
}

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
	return fails("error", "open", EIO) ? -1 : real(path, flags, mode);
}

/* The descriptor is gone all the same: that is what Linux does. */
int close(int fd)
{
	int status;
	REAL(close);

	status = real(fd);
	return fails("error", "close", EIO) ? -1 : status;
}

ssize_t read(int fd, void *to, size_t size)
{
	REAL(read);
	if (fails("error", "read", EIO) || fails("interrupt", "read", EINTR))
		return -1;
	return real(fd, to, size > 1 && strikes("short", "read") ? 1 : size);
}

/* What is said on standard error always arrives. */
ssize_t write(int fd, const void *from, size_t size)
{
	REAL(write);
	if (fd == STDERR_FILENO)
		return real(fd, from, size);
	if (fails("error", "write", EIO) || fails("interrupt", "write", EINTR))
		return -1;
	return real(fd, from, size > 1 && strikes("short", "write") ? 1 : size);
}

#define WRAP(name, parameters, arguments)                                \
	int name parameters                                              \
	{                                                                \
		REAL(name);                                              \
		return fails("error", #name, EIO) ? -1 : real arguments; \
	}

WRAP(rename, (const char *from, const char *to), (from, to))
WRAP(stat, (const char *restrict path, struct stat *restrict to), (path, to))
WRAP(fstat, (int fd, struct stat *to), (fd, to))
WRAP(access, (const char *path, int mode), (path, mode))
WRAP(mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(fchmod, (int fd, mode_t mode), (fd, mode))
WRAP(dup, (int fd), (fd))
