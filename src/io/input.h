/*
 * Files, pipes and standard input, read into memory piece by piece and never past a cap.
 */
#ifndef FF_IO_INPUT_H
#define FF_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

struct ff_input {
	const char *name; /* for messages: the path, or "standard input" */
	uint8_t *data;    /* [size]  bytes read and not taken; moves as it grows */
	size_t size, room;
	size_t taken; /* bytes that ff_input_take() has taken, or skips, of these */
	int fd;
	bool ended; /* all bytes have been read */
};

/*
 * Opens 'path' ("-" is standard input), which must outlive '*in'; close it with ff_input_close().
 * Returns FF_OK, or FF_E_INPUT with '*in' unchanged if it cannot be opened or is a directory.
 */
enum ff_status ff_input_open(struct ff_input *in, const char *path, struct ff_error *err);

/*
 * Does the same for regular files only, without waiting: FF_E_INPUT also for a pipe, a device or a
 * folder.  "-" is an ordinary name.
 */
enum ff_status ff_input_open_file(struct ff_input *in, const char *path, struct ff_error *err);

/*
 * Reads until 'want' bytes are held or the input has ended.  FF_OK; FF_E_INPUT if reading fails;
 * FF_E_NOMEM.
 */
enum ff_status ff_input_fill(struct ff_input *in, size_t want, struct ff_error *err);

/*
 * Returns the expected size of the whole input: a file's, or 0 for other inputs.
 */
uint64_t ff_input_expect(const struct ff_input *in);

/*
 * Makes room for 'size' bytes in all, so that they are read at once.  Only a hint: nothing happens
 * if memory runs out, and the input may be longer.
 */
void ff_input_reserve(struct ff_input *in, size_t size);

/*
 * Reads to the end, as ff_input_fill() does; FF_E_LIMIT if that is more than 'cap' (< SIZE_MAX)
 * bytes in all.
 */
enum ff_status ff_input_rest(struct ff_input *in, size_t cap, struct ff_error *err);

/*
 * Takes the next n bytes: of those held, which stay, and then the input's, of which none is held:
 * afterwards only this function reads on.  FF_OK; FF_E_INPUT if reading fails or there are fewer.
 */
enum ff_status ff_input_take(struct ff_input *in, void *to, size_t n, struct ff_error *err);

/* Frees the data and closes the file, but not standard input. */
void ff_input_close(struct ff_input *in);

#endif
