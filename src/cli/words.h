/*
 * Text as words, in the way of shells.
 *
 * Blanks separate words: space, tab, carriage return and newline.  Between '...' all
 * stands for itself, between "..." all but \" and \\; elsewhere \ takes the next
 * character as it is.  A quote ends on the line on which it begins.  # at the
 * start of a word begins a comment, up to the end of the line.
 */
#ifndef FF_CLI_WORDS_H
#define FF_CLI_WORDS_H

#include <stddef.h>

#include "core/base/status.h"

/* All zero: none. */
struct ff_words {
	char **items; /* owned, each of them, too; [count] */
	size_t count, room;
};

/*
 * ff_words_split() adds the words of the 'n' bytes at 'text'.
 *
 *   name  of the text, and 'line' the number of its first line, for messages
 *
 * Returns FF_OK; FF_E_USAGE with "NAME:LINE:COLUMN: ..." in 'err', columns counted in bytes
 * from 1, where a quote is not closed, nothing follows \, or a byte is NUL;
 * FF_E_NOMEM.  On failure some words may have been added.
 */
enum ff_status ff_words_split(struct ff_words *words, const char *text, size_t n, const char *name,
			      size_t line, struct ff_error *err);

/* ff_words_mark() is how many bytes of a text are the byte order mark that some programs put before
 * UTF-8: 3 or 0.  It is no part of the text that is to be split. */
size_t ff_words_mark(const char *text, size_t n);

/* ff_words_add() adds a copy of one word of 'n' bytes: FF_OK or FF_E_NOMEM. */
enum ff_status ff_words_add(struct ff_words *words, const char *word, size_t n,
			    struct ff_error *err);

/* ff_words_append() moves the words of 'more' behind the others: FF_OK, or FF_E_NOMEM and nothing
 * is moved. */
enum ff_status ff_words_append(struct ff_words *words, struct ff_words *more, struct ff_error *err);

void ff_words_free(struct ff_words *words);

#endif
