/*
 * Writing a file so that its name shows either the old content or the whole
 * new one, never half.
 *
 * A regular file is written under another name in its folder and renamed when
 * it is whole.  Standard output ("-"), devices and pipes are written directly.
 *
 * Between ff_output_hold() and ff_output_release() the signals that end a
 * program wait, so that one which arrives while a temporary file exists finds
 * it gone: writes then return FF_E_SIGNAL, the caller discards what it opened
 * and releases, and the signal does what it always does.
 */
#ifndef FF_BASE_OUTPUT_H
#define FF_BASE_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct ff_output {
	const char *name; /* for messages */
	char *path;       /* what to replace; NULL when written directly */
	char *temporary;  /* where the bytes are until then; NULL when there are none */
	int fd;           /* -1 when closed */
};

/*
 * ff_output_direct() tells whether 'path' would be written directly: "-", or
 * an existing thing that is not a regular file.
 */
bool ff_output_direct(const char *path);

/*
 * ff_output_open() starts an output; 'path' must outlive it.  A symbolic link
 * is followed (one that leads nowhere is replaced), and an existing file's permissions are kept.
 * Returns FF_OK; FF_E_OUTPUT if nothing can be written there; FF_E_NOMEM.  On failure '*out' is
 * closed and no file is left.
 */
enum ff_status ff_output_open(struct ff_output *out, const char *path, struct ff_error *err);

/*
 * ff_output_write() writes 'size' bytes.  Returns FF_OK; FF_E_OUTPUT if not all
 * could be written; FF_E_SIGNAL if a held signal waits.  After a failure the
 * output is good only for ff_output_discard().
 */
enum ff_status ff_output_write(struct ff_output *out, const void *data, size_t size,
			       struct ff_error *err);

/* ff_output_close() ends the writing, so that late errors show: FF_OK or FF_E_OUTPUT. */
enum ff_status ff_output_close(struct ff_output *out, struct ff_error *err);

/* ff_output_commit() puts a closed output in its place: FF_OK or FF_E_OUTPUT. */
enum ff_status ff_output_commit(struct ff_output *out, struct ff_error *err);

/* ff_output_discard() frees an output in any state and removes what is not committed. */
void ff_output_discard(struct ff_output *out);

/*
 * ff_output_hold() makes the signals that would end the program from outside
 * (SIGINT, SIGTERM, SIGPIPE, ...) wait in the thread that calls it;
 * ff_output_release() restores '*before', and a signal that waited is then
 * delivered.
 */
void ff_output_hold(sigset_t *before);
void ff_output_release(const sigset_t *before);

#endif
