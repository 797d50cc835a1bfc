/*
 * Errors as values: the status that a function returns, and one printable line that explains it.
 * Nothing below src/cli prints or exits.
 *
 * Names: ff_version.
 */
#ifndef FF_CORE_BASE_STATUS_H
#define FF_CORE_BASE_STATUS_H

#include <stddef.h>

#include "flowfield.h"

/* One line for users, without the program's name and without a newline. */
struct ff_error {
	char text[8192]; /* holds two paths of PATH_MAX */
};

/*
 * Formats 'err->text' and returns 'status'.  A text that is too long ends in "...";
 * ff_status_clean() makes it safe for a terminal.  'err' may be NULL.  Any thread may call it with
 * its own 'err'.
 */
__attribute__((format(printf, 3, 4))) enum ff_status
ff_status_fail(struct ff_error *err, enum ff_status status, const char *format, ...);

/*
 * Returns how many bytes, 1..4, the first UTF-8 character (RFC 3629) of text[0..n-1] has, or 0 if
 * it is invalid or not to be seen: it controls a terminal (U+0000..1F, U+007F..9F), ends a line,
 * changes the writing direction, has no width or no ink (but spaces are accepted), selects a variant
 * of the character before it, or is a tag; code points that end in FFFE or FFFF are no characters.
 * It stops at a NUL, however large 'n' is.  Any thread.
 */
size_t ff_status_character(const char *text, size_t n);

/* Replaces each byte that is not part of a character accepted by ff_status_character() with '?'. */
void ff_status_clean(char *text);

/* Returns the exit status of the program, 0..5; the larger, the worse. */
int ff_status_exit(enum ff_status status);

/* Returns FF_E_NOMEM as ff_status_fail() does; 'what' names the use of the memory. */
enum ff_status ff_status_nomem(struct ff_error *err, const char *what);

#endif
