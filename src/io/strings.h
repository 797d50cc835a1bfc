/*
 * A growing list of texts, and words that are misspelt.
 */
#ifndef FF_IO_STRINGS_H
#define FF_IO_STRINGS_H

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

/* ff_strings_sort() sorts texts by their bytes; ff_strings_find() then returns true if one of them
 * is 'text'. */
void ff_strings_sort(struct ff_strings *strings);
bool ff_strings_find(const struct ff_strings *sorted, const char *text);

/* ff_strings_distance() returns the number of letters to insert, delete, change or swap with the
 * next to make 'b' of the word 'a' [n] (F. J. Damerau, 1964); 0 if it begins with 'a', INT_MAX if
 * one is longer than a name is. */
int ff_strings_distance(const char *a, size_t n, const char *b);

/* ff_strings_nearer() returns 'other' if the word of 'n' bytes is a misspelling of it, and not
 * rather of 'best'; else 'best', which may be NULL. */
const char *ff_strings_nearer(const char *word, size_t n, const char *best, const char *other);

void ff_strings_free(struct ff_strings *strings);

#endif
