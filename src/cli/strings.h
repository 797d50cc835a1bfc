/*
 * A growing list of texts.
 */
#ifndef FF_CLI_STRINGS_H
#define FF_CLI_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"

/* All zero: empty. */
struct ff_strings {
	char **items; /* owned, each of them, too; [count] */
	size_t count, room;
};

/* ff_strings_add() adds a copy of the 'n' bytes at 'text': FF_OK or FF_E_NOMEM. */
enum ff_status ff_strings_add(struct ff_strings *strings, const char *text, size_t n,
			      struct ff_error *err);

/* ff_strings_print() adds a line, without control characters; false, and nothing is changed, if
 * memory ran out. */
__attribute__((format(printf, 2, 3))) bool ff_strings_print(struct ff_strings *strings,
							    const char *format, ...);

/* ff_strings_append() moves the texts of 'more' behind the others: FF_OK, or FF_E_NOMEM and nothing
 * is moved. */
enum ff_status ff_strings_append(struct ff_strings *strings, struct ff_strings *more,
				 struct ff_error *err);

/* ff_strings_join() writes texts [count], each behind 'prefix', as "a, b or c" where 'last' is
 * " or ": as far as there is room. */
void ff_strings_join(char *to, size_t room, const char *prefix, const char *const *items,
		     size_t count, const char *last);

/* ff_strings_has() returns true if a list of words, with single spaces between them, has the word
 * of 'n' bytes. */
bool ff_strings_has(const char *list, const char *word, size_t n);

void ff_strings_free(struct ff_strings *strings);

#endif
