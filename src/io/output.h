/*
 * Writing a file so that its name shows either the old content or the whole
 * new one, never half.
 *
 * A regular file is written under another name in its folder, and takes its
 * place when it is whole and on the disk: after a crash or a power cut, too, the
 * name shows one or the other.  Standard output ("-"), devices and pipes are
 * written directly.
 *
 * Several outputs change together or not at all: place them all, do what else may
 * fail, then commit them all; or discard them all, which puts the old files back.
 * Only where system or filesystem cannot exchange two names in one step (NFS,
 * some of FUSE; Linux has renameat2() for it) an old file is gone as soon as the
 * new one is placed, and a file that appears at that very moment is replaced, too.
 *
 * Between ff_output_hold() and ff_output_release() the signals that end a
 * program wait, so that one which arrives while a temporary file exists finds
 * it gone: writes, those to a pipe that nothing reads too, then return FF_E_SIGNAL,
 * the caller discards what it opened and releases, and the signal does what it
 * always does.  Nor is a pipe without a reader waited for then: FF_E_OUTPUT.
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
#include <sys/types.h>

#include "core/base/number.h"
#include "core/base/status.h"

/* The state of an output's name, and what stood there. */
enum ff_output_placed {
	FF_OUTPUT_NOT,
	FF_OUTPUT_NEW,  /* nothing */
	FF_OUTPUT_OLD,  /* a file, which has the temporary name now */
	FF_OUTPUT_LOST, /* a file, which is gone */
	FF_OUTPUT_AWAY, /* a file, which has the temporary name now, and nothing is in its place */
};

struct ff_output {
	const char *name; /* for messages */
	char *path;       /* what to replace; NULL when written directly */
	char *temporary;  /* where the bytes are until then; NULL when there are none */
	int fd;           /* -1 when closed */
	enum ff_output_placed placed;
	bool removes; /* there is to be nothing */
	bool settled; /* on the disk already */
	dev_t device; /* which file it is, so that nothing else's is taken for it */
	ino_t inode;
};

/*
 * Returns true if 'path' would be written directly: "-", or an existing thing that is not a regular
 * file.
 */
bool ff_output_direct(const char *path);

/*
 * Returns the folder in which 'path' stands by its text; the caller frees it.  NULL if memory ran
 * out.
 */
char *ff_output_folder(const char *path);

/* Returns true if a file has the name of one that is being written, by whichever process. */
bool ff_output_is_temporary(const char *path);

/*
 * Starts an output; 'path' must outlive it.  A symbolic link is followed (one that leads nowhere is
 * replaced), and an existing file's permissions are kept.  Returns FF_OK; FF_E_OUTPUT if nothing
 * can be written there; FF_E_NOMEM.  On failure '*out' is closed and no file is left.
 */
enum ff_status ff_output_open(struct ff_output *out, const char *path, struct ff_error *err);

/*
 * Does the same for the n-th (from 0) of many outputs in one folder, so that each finds a temporary
 * name at once.  ff_output_remove() starts an output that is no file: placing it takes the file
 * 'path' away.  Nothing is written to it.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_output_open_nth(struct ff_output *out, const char *path, int n,
				  struct ff_error *err);
enum ff_status ff_output_remove(struct ff_output *out, const char *path, int n,
				struct ff_error *err);

/*
 * Writes 'size' bytes.  Returns FF_OK; FF_E_OUTPUT if not all could be written, and errno tells
 * why; FF_E_SIGNAL if a held signal waits.  After a failure the output is good only for
 * ff_output_discard().
 */
enum ff_status ff_output_write(struct ff_output *out, const void *data, size_t size,
			       struct ff_error *err);

/*
 * Waits until many open regular files [count] are on the disk, all at once, where the system can:
 * closing them then need not wait for each.  It waits for whatever else is on its way to the same
 * filesystem, too.
 */
void ff_output_settle(struct ff_output *const *outputs, size_t count);

/*
 * Ends the writing and waits until a regular file is on the disk, so that late errors show: FF_OK,
 * FF_E_OUTPUT or FF_E_NOMEM.
 */
enum ff_status ff_output_close(struct ff_output *out, struct ff_error *err);

/*
 * Gives a closed output its name; the old file is kept aside.  Without 'replace' a file that is
 * there, or a link, makes it fail.  FF_OK; FF_E_OUTPUT or FF_E_NOMEM, and the old file is where it
 * was.
 */
enum ff_status ff_output_place(struct ff_output *out, bool replace, struct ff_error *err);

/* Makes a placed output final: removes the old file of an output that is placed, and frees. */
void ff_output_commit(struct ff_output *out);

/*
 * Frees an output in any state, removes what was written, and puts the old file back if that was
 * placed and nothing else has replaced it since; it does nothing to one that is committed.  Where
 * even that fails the old file keeps the temporary name.
 */
void ff_output_discard(struct ff_output *out);

/*
 * Makes the signals that would end the program from outside (SIGINT, SIGTERM, SIGPIPE, ...) wait in
 * the thread that calls it; ff_output_release() restores '*before', and a signal that waited is
 * then delivered.
 */
void ff_output_ending(sigset_t *set); /* sets which they are: none that are ignored or handled */
void ff_output_hold(sigset_t *before);
void ff_output_release(const sigset_t *before);

/* Bytes on their way to an output, in large pieces. */
enum { FF_BUFFER_SIZE = 64 * 1024 };

/* Starts with out and err set, and all else 0. */
struct ff_buffer {
	struct ff_output *out;
	struct ff_error *err;
	enum ff_status st; /* of writing, so far */
	size_t used;
	char bytes[FF_BUFFER_SIZE]; /* [used] */
};

/*
 * Writes what is there.  Returns as ff_output_write(), and the same again once that has failed.
 */
enum ff_status ff_buffer_flush(struct ff_buffer *buffer);

/*
 * Returns where n <= FF_BUFFER_SIZE bytes fit; the caller adds what it puts there to 'used'.  NULL
 * if what came before could not be written: ff_buffer_flush() tells why.
 */
static inline char *ff_buffer_room(struct ff_buffer *buffer, size_t n)
{
	if (n > FF_BUFFER_SIZE - buffer->used && ff_buffer_flush(buffer) != FF_OK)
		return NULL;
	return buffer->bytes + buffer->used;
}

/* Writes a number and a comma, ff_buffer_text() a text; both return where they end. */
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
