/*
 * Reading a file, a pipe or standard input into memory, a piece at a time and
 * never past a cap.
 */
#ifndef FF_IO_INPUT_H
#define FF_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

struct ff_input {
	const char *name; /* for messages: the path, or "standard input" */
	uint8_t *data;    /* [size]  what has been read, and not taken; moves as it grows */
	size_t size, room;
	int fd;
	bool ended; /* all of it has been read */
};

/*
 * Opens 'path' ("-" is standard input), which must outlive '*in'.  Returns FF_OK; or FF_E_INPUT
 * where there is no such file, it cannot be opened or is a directory ('*in' is then untouched).
 * Close what was opened with ff_input_close().
 */
enum ff_status ff_input_open(struct ff_input *in, const char *path, struct ff_error *err);

/*
 * Opens a regular file only, and never waits: of a pipe, a device or a folder, too, it returns
 * FF_E_INPUT.  "-" is a name as any other.
 */
enum ff_status ff_input_open_file(struct ff_input *in, const char *path, struct ff_error *err);

/*
 * Reads on until 'want' bytes are held or the input has ended. FF_E_INPUT if reading failed,
 * FF_E_NOMEM if memory ran out.
 */
enum ff_status ff_input_fill(struct ff_input *in, size_t want, struct ff_error *err);

/*
 * Returns how many bytes the input should have in all, from what is known before it is read: a
 * file's size, and 'guess' where there is none.
 */
uint64_t ff_input_expect(const struct ff_input *in, uint64_t guess);

/*
 * Makes room for 'size' bytes in all, so that they are read at once.  It is no more than a hint:
 * without memory for it nothing happens, and the input may turn out to be longer.
 */
void ff_input_reserve(struct ff_input *in, size_t size);

/*
 * Reads to the end, as ff_input_fill() does; FF_E_LIMIT if that is more than 'cap' (< SIZE_MAX)
 * bytes in all.
 */
enum ff_status ff_input_rest(struct ff_input *in, size_t cap, struct ff_error *err);

/*
 * Takes the next 'size' bytes out of the input, to 'to', without room for them all in between;
 * '*got' is how many there were, fewer only where it has ended.  Returns as ff_input_fill().
 */
enum ff_status ff_input_read(struct ff_input *in, void *to, size_t size, size_t *got,
			     struct ff_error *err);

/* Frees the data and closes the file, but not standard input. */
void ff_input_close(struct ff_input *in);

#endif
