/*
 * Texts of a file about itself: keywords and their texts.
 */
#ifndef FF_IO_TEXTS_H
#define FF_IO_TEXTS_H

#include <stddef.h>

#include "core/base/status.h"
#include "io/input.h"

enum {
	FF_TEXTS_MAX = 64,        /* that are kept of a file; the others are passed over */
	FF_TEXTS_BYTES = 1 << 20, /* of a text, likewise */
};

/* Both as they stand in the file, control characters and all; a text ends before a NUL. */
struct ff_text {
	char *keyword, *text;
};

struct ff_texts {
	struct ff_text *items; /* owned, with what they point to; [count] */
	size_t count, room;
};

/* A line of text to write into a file: a keyword of 1..79 bytes and its text, both Latin-1. */
struct ff_texts_line {
	const char *keyword, *text;
};

/*
 * Adds one, of 'keyword_size' and 'size' bytes, or passes it over: without a proper keyword, or if
 * it is too much.  FF_OK, or FF_E_NOMEM with nothing added.
 */
enum ff_status ff_texts_add(struct ff_texts *texts, const void *keyword, size_t keyword_size,
			    const void *text, size_t size);

/* Returns the first text of that keyword; NULL if there is none. */
const char *ff_texts_find(const struct ff_texts *texts, const char *keyword);

void ff_texts_free(struct ff_texts *texts);

/*
 * Texts of an image about itself, without its pixels.
 */

/*
 * Adds the texts that stand before the pixels: tEXt chunks of a PNG, comments "# Keyword: text" of
 * a PGM, lines "Keyword: text" of an SVG's metadata.  Nothing is checked but what is needed to find
 * them; any other file has none.  Reads no more than 1 MiB, of which it may change what it has
 * read.
 *
 * Returns FF_OK; FF_E_INPUT if reading fails; FF_E_NOMEM.
 */
enum ff_status ff_texts_read(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

#endif
