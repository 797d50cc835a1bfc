/*
 * The program's allocator: malloc() and its relatives, with each block counted in the budget.
 *
 * The linker's --wrap (Makefile) sends every call of the program here, and names the functions of
 * the C library __real_malloc() and so on.  Blocks that the C library allocates for itself, as
 * those of a FILE, are not seen.  Functions that return a block for the caller to free are
 * implemented here, so that no block is counted only when it is freed.  Large blocks that
 * cli/store.c keeps in files are not counted: the system needs no memory for them.
 */
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/budget.h"
#include "cli/store.h"

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*): these names are the linker's. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
char *__real_realpath(const char *path, char *resolved);
int __real_madvise(void *block, size_t size, int advice);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*work)(void *), void *context);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
char *__wrap_realpath(const char *path, char *resolved);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t n);
int __wrap_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap___asprintf_chk(char **text, int flag, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int __wrap_vasprintf(char **text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
int __wrap___vasprintf_chk(char **text, int flag, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));
FILE *__wrap_open_memstream(char **text, size_t *size);
int __wrap_madvise(void *block, size_t size, int advice);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*work)(void *), void *context);

static bool take_bytes(size_t size)
{
	if (ff_budget_take(size))
		return true;
	errno = ENOMEM;
	return false;
}

/* Counts a block for which 'size' bytes have been taken, and which may be NULL. */
static void *counted(void *block, size_t size)
{
	if (block == NULL)
		ff_budget_fail(size);
	else
		ff_budget_correct(size, malloc_usable_size(block));
	return block;
}

void *__wrap_malloc(size_t size)
{
	if (ff_store_takes(size))
		return ff_store_take(size);
	return take_bytes(size) ? counted(__real_malloc(size), size) : NULL;
}

void *__wrap_calloc(size_t n, size_t size)
{
	size_t bytes = size > 0 && n > SIZE_MAX / size ? SIZE_MAX : n * size;

	if (ff_store_takes(bytes))
		return ff_store_take(bytes);
	return take_bytes(bytes) ? counted(__real_calloc(n, size), bytes) : NULL;
}

/* Blocks in files are aligned to pages: only huge pages, which they must not have, ask for more. */
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	if (ff_store_takes(size))
		return ff_store_take(size);
	return take_bytes(size) ? counted(__real_aligned_alloc(alignment, size), size) : NULL;
}

/* Makes no huge pages of files: the system would read them in pieces of 2 MiB, and go through all
 * of a piece whenever a page of it is written for the first time. */
int __wrap_madvise(void *block, size_t size, int advice)
{
	return advice == MADV_HUGEPAGE && ff_store_size(block) > 0
		       ? 0
		       : __real_madvise(block, size, advice);
}

void *__wrap_realloc(void *block, size_t size)
{
	size_t stored = ff_store_size(block);
	size_t old = stored > 0 ? stored : block == NULL ? 0 : malloc_usable_size(block);
	size_t more = size > old ? size - old : 0;
	void *moved;

	if (stored > 0 || ff_store_takes(size)) {
		if (more == 0)
			return block;
		if ((moved = malloc(size)) != NULL && block != NULL)
			memcpy(moved, block, old);
		if (moved != NULL)
			free(block);
		return moved;
	}
	if (!take_bytes(more))
		return NULL;
	moved = __real_realloc(block, size);
	if (moved == NULL)
		ff_budget_fail(more);
	else
		ff_budget_correct(old + more, malloc_usable_size(moved));
	return moved;
}

void __wrap_free(void *block)
{
	if (ff_store_size(block) > 0) {
		ff_store_free(block);
		return;
	}
	if (block != NULL)
		ff_budget_free(malloc_usable_size(block));
	__real_free(block);
}

char *__wrap_strndup(const char *text, size_t n)
{
	size_t size = strnlen(text, n);
	char *copy = malloc(size + 1);

	if (copy != NULL) {
		memcpy(copy, text, size);
		copy[size] = '\0';
	}
	return copy;
}

char *__wrap_strdup(const char *text)
{
	return __wrap_strndup(text, SIZE_MAX);
}

char *__wrap_realpath(const char *path, char *resolved)
{
	char real[PATH_MAX];

	if (resolved != NULL)
		return __real_realpath(path, resolved);
	return __real_realpath(path, real) == NULL ? NULL : __wrap_strdup(real);
}

int __wrap_vasprintf(char **text, const char *format, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n < 0 || (*text = malloc((size_t)n + 1)) == NULL)
		return -1;
	return vsnprintf(*text, (size_t)n + 1, format, args);
}

int __wrap___vasprintf_chk(char **text, int flag, const char *format, va_list args)
{
	(void)flag;
	return __wrap_vasprintf(text, format, args);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __wrap_vasprintf(text, format, args);
	va_end(args);
	return n;
}

int __wrap___asprintf_chk(char **text, int flag, const char *format, ...)
{
	va_list args;
	int n;

	(void)flag;
	va_start(args, format);
	n = __wrap_vasprintf(text, format, args);
	va_end(args);
	return n;
}

/* A stream that writes into a growing block. */
struct stream {
	char **text;
	size_t *size, room;
};

static ssize_t write_stream(void *cookie, const char *bytes, size_t n)
{
	struct stream *stream = cookie;
	size_t need = *stream->size + n + 1;

	if (need > stream->room) {
		char *grown = realloc(*stream->text, 2 * need);

		if (grown == NULL)
			return 0;
		*stream->text = grown;
		stream->room = 2 * need;
	}
	memcpy(*stream->text + *stream->size, bytes, n);
	*stream->size += n;
	(*stream->text)[*stream->size] = '\0';
	return (ssize_t)n;
}

static int close_stream(void *cookie)
{
	free(cookie);
	return 0;
}

FILE *__wrap_open_memstream(char **text, size_t *size)
{
	static const cookie_io_functions_t functions = {.write = write_stream,
							.close = close_stream};
	struct stream *stream = malloc(sizeof *stream);
	FILE *file = NULL;

	*text = calloc(1, 1);
	*size = 0;
	if (stream != NULL && *text != NULL) {
		*stream = (struct stream){text, size, 1};
		file = fopencookie(stream, "w", functions);
	}
	if (file == NULL) {
		free(stream);
		free(*text);
		*text = NULL;
	}
	return file;
}

/* The work of a new thread. */
struct start {
	void *(*work)(void *context);
	void *context;
};

static void *start_thread(void *context)
{
	struct start start = *(struct start *)context;

	free(context);
	ff_store_join();
	return start.work(start.context);
}

/* Starts a thread that keeps to the limit of memory that is mapped. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*work)(void *), void *context)
{
	struct start *start = malloc(sizeof *start);
	int error = ENOMEM;

	if (start != NULL) {
		*start = (struct start){work, context};
		error = __real_pthread_create(thread, attributes, start_thread, start);
	}
	if (error != 0)
		free(start);
	return error;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl*) */
