/*
 * Bytes on their way to an output, in large pieces.
 */
#ifndef FF_IO_BUFFER_H
#define FF_IO_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/number.h"
#include "io/output.h"

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
 * ff_buffer_flush() writes what is there.  Returns as ff_output_write(), and the same again once
 * that has failed.
 */
enum ff_status ff_buffer_flush(struct ff_buffer *buffer);

/*
 * ff_buffer_room() is where n <= FF_BUFFER_SIZE bytes fit; whoever puts some there adds them to
 * 'used'.  NULL if what came before could not be written: ff_buffer_flush() tells why.
 */
static inline char *ff_buffer_room(struct ff_buffer *buffer, size_t n)
{
	if (n > FF_BUFFER_SIZE - buffer->used && ff_buffer_flush(buffer) != FF_OK)
		return NULL;
	return buffer->bytes + buffer->used;
}

/* ff_buffer_number() writes a number and a comma, ff_buffer_text() a text; both return where they
 * end. */
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
