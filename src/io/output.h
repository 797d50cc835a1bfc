/*
 * Files that are replaced as a whole: their names show either the old content or the new one.
 *
 * A regular file is written under a temporary name in its folder, and renamed once it is complete;
 * nothing waits for the disk, so after a power cut a file just written may be short or missing.
 * Standard output ("-"), devices and pipes are written directly.
 *
 * Several outputs: write and close them all, do everything else that may fail, then commit them one
 * after the other.  If one of these renames fails, those before it are new and the others old.
 *
 * Between ff_output_hold() and ff_output_release() the signals that end a program wait, so that
 * none leaves a temporary file behind: when one arrives, writes return FF_E_SIGNAL, even to a pipe
 * that nothing reads; the caller discards its outputs and releases, and the signal then takes
 * effect.  A pipe without a reader is not waited for: FF_E_OUTPUT.
 *
 * Names: ff_buffer.
 */
#ifndef FF_IO_OUTPUT_H
#define FF_IO_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/number.h"
#include "core/base/status.h"

struct ff_output {
	const char *name; /* for messages */
	char *path;       /* file to replace; NULL: written directly */
	char *temporary;  /* name of the file until then; NULL: none */
	int fd;           /* -1: closed */
};

/*
 * Returns true if 'path' would be written directly: "-", or anything that exists and is not a
 * regular file.
 */
bool ff_output_direct(const char *path);

/*
 * Returns the folder of 'path', by its text; the caller frees it.  NULL if memory ran out.
 */
char *ff_output_folder(const char *path);

/* Returns true if a file is this program's own: a temporary one, of any process, or the list of
 * goldens. */
bool ff_output_is_own(const char *path);

/*
 * Opens an output; 'path' must outlive it.  A symbolic link is followed (a dangling one is
 * replaced), and an existing file's permissions are kept.  Returns FF_OK; FF_E_OUTPUT if it cannot
 * be opened; FF_E_NOMEM.  On failure '*out' is closed and no file is left.
 */
enum ff_status ff_output_open(struct ff_output *out, const char *path, struct ff_error *err);

/*
 * Writes 'size' bytes.  Returns FF_OK; FF_E_OUTPUT if not all could be written, with the reason in
 * errno; FF_E_SIGNAL if a held signal is pending.  After a failure only ff_output_discard() may be
 * called.
 */
enum ff_status ff_output_write(struct ff_output *out, const void *data, size_t size,
			       struct ff_error *err);

/* Closes the file, so that late errors show: FF_OK, FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_output_close(struct ff_output *out, struct ff_error *err);

/* Opens an output, writes 'size' bytes and closes it, with the statuses of these three. */
enum ff_status ff_output_put(struct ff_output *out, const char *path, const void *data, size_t size,
			     struct ff_error *err);

/*
 * Gives a closed output its name, in place of the old file, and frees it.  Without 'replace' an
 * existing file or link makes it fail.  FF_OK; FF_E_OUTPUT or FF_E_NOMEM: nothing has changed.
 */
enum ff_status ff_output_commit(struct ff_output *out, bool replace, struct ff_error *err);

/* Frees an output in any state and removes its temporary file; does nothing to a committed one. */
void ff_output_discard(struct ff_output *out);

/*
 * Blocks the signals that end the program from outside (SIGINT, SIGTERM, SIGPIPE, ...) in the
 * calling thread; ff_output_release() restores '*before', and then pending signals are delivered.
 */
void ff_output_ending(sigset_t *set); /* sets these signals, without ignored and handled ones */
void ff_output_hold(sigset_t *before);
void ff_output_release(const sigset_t *before);

enum { FF_BUFFER_SIZE = 64 * 1024 }; /* bytes */

/* A buffer in front of an output.  Starts with out and err set, and all else 0. */
struct ff_buffer {
	struct ff_output *out;
	struct ff_error *err;
	enum ff_status st; /* the first failure, or FF_OK */
	size_t used;
	char bytes[FF_BUFFER_SIZE]; /* [used] */
};

/*
 * Writes the bytes in the buffer.  Returns as ff_output_write(), and the same again after a
 * failure.
 */
enum ff_status ff_buffer_flush(struct ff_buffer *buffer);

/*
 * Returns room for n <= FF_BUFFER_SIZE bytes; the caller adds the bytes it puts there to 'used'.
 * NULL if earlier bytes could not be written; ff_buffer_flush() then returns the failure.
 */
static inline char *ff_buffer_room(struct ff_buffer *buffer, size_t n)
{
	if (n > FF_BUFFER_SIZE - buffer->used && ff_buffer_flush(buffer) != FF_OK)
		return NULL;
	return buffer->bytes + buffer->used;
}

/* Prints a number and a comma, ff_buffer_text() a text; both return the end. */
static inline char *ff_buffer_number(char *to, uint64_t value)
{
	to += ff_number_print(to, value);
	*to++ = ',';
	return to;
}

static inline char *ff_buffer_text(char *to, const char *text)
{
	size_t n = strlen(text);

	memcpy(to, text, n);
	return to + n;
}

#endif
