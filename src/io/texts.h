/*
 * Texts that a file holds about itself, each with a keyword.
 */
#ifndef FF_IO_TEXTS_H
#define FF_IO_TEXTS_H

#include <stddef.h>

#include "core/base/status.h"
#include "io/input.h"

enum {
	FF_TEXTS_MAX = 64,        /* texts kept per file; more are ignored */
	FF_TEXTS_BYTES = 1 << 20, /* most bytes of a text; longer ones are ignored */
};

/* Both as in the file, with control characters; a text ends before a NUL. */
struct ff_text {
	char *keyword, *text;
};

struct ff_texts {
	struct ff_text *items; /* [count]  owned, with their strings */
	size_t count, room;
};

/* Adds a text; ignores it if its keyword is invalid or a limit is exceeded.  FF_OK, or FF_E_NOMEM
 * with nothing added. */
enum ff_status ff_texts_add(struct ff_texts *texts, const void *keyword, size_t keyword_size,
			    const void *text, size_t size);

/* Adds a line "Keyword: text" of n bytes; ignores any other.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_texts_add_line(struct ff_texts *texts, const char *line, size_t n);

/* Returns the first text of a keyword; NULL if there is none. */
const char *ff_texts_find(const struct ff_texts *texts, const char *keyword);

void ff_texts_free(struct ff_texts *texts);

/*
 * Adds the lines "Keyword: text" in the metadata of an SVG, as this program writes them, and
 * decodes them in place, in the input.  FF_OK; FF_E_INPUT if reading fails; FF_E_NOMEM.
 */
enum ff_status ff_texts_read_svg(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

#endif
