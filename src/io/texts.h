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

/* Adds a line "Keyword: text" of n bytes; passes any other over.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_texts_add_line(struct ff_texts *texts, const char *line, size_t n);

/* Returns the first text of that keyword; NULL if there is none. */
const char *ff_texts_find(const struct ff_texts *texts, const char *keyword);

void ff_texts_free(struct ff_texts *texts);

/*
 * Adds the lines "Keyword: text" in the metadata of an SVG, as this program writes them; they are
 * changed in the input.  FF_OK; FF_E_INPUT if reading fails; FF_E_NOMEM.
 */
enum ff_status ff_texts_read_svg(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

#endif
