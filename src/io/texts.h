/*
 * What a file says about itself: keywords and their texts.
 */
#ifndef FF_IO_TEXTS_H
#define FF_IO_TEXTS_H

#include <stddef.h>

#include "core/base/status.h"

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

/*
 * ff_texts_add() adds one, of 'keyword_size' and 'size' bytes, or passes it over: without a
 * proper keyword, or if it is too much.  FF_OK, or FF_E_NOMEM with nothing added.
 */
enum ff_status ff_texts_add(struct ff_texts *texts, const void *keyword, size_t keyword_size,
			    const void *text, size_t size);

/* ff_texts_find() is the first text of that keyword; NULL if there is none. */
const char *ff_texts_find(const struct ff_texts *texts, const char *keyword);

void ff_texts_free(struct ff_texts *texts);

#endif
