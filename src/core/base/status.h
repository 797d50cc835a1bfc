/*
 * Errors as values: the status that a function returns, and one printable line that explains it.
 * Nothing below src/cli prints or exits.
 *
 * Names: ff_version, ff_error, ff_fail, ff_result, ff_given, ff_within.
 */
#ifndef FF_CORE_BASE_STATUS_H
#define FF_CORE_BASE_STATUS_H

#include <stdbool.h>
#include <stddef.h>

#include "flowfield.h"

/* Statuses of the program alone, which the library never returns. */
#define FF_E_USAGE  ((enum ff_status)2) /* an invalid command line */
#define FF_E_OUTPUT ((enum ff_status)4) /* an output cannot be written */
#define FF_E_SIGNAL ((enum ff_status)8) /* a signal is pending */

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
 * changes the writing direction, has no width or no ink (but spaces are accepted), selects a
 * variant of the character before it, or is a tag; code points that end in FFFE or FFFF are no
 * characters. It stops at a NUL, however large 'n' is.  Any thread.
 */
size_t ff_status_character(const char *text, size_t n);

/* Replaces each byte that is not part of a character accepted by ff_status_character() with '?'. */
void ff_status_clean(char *text);

/* Returns true if a shell takes a word as it stands, without quotes. */
bool ff_status_is_plain(const char *word);

/* Returns the exit status of the program, 0..5; the larger, the worse. */
int ff_status_exit(enum ff_status status);

/* Returns FF_E_NOMEM as ff_status_fail() does; 'what' names the use of the memory. */
enum ff_status ff_status_nomem(struct ff_error *err, const char *what);

/*
 * For functions of flowfield.h: ff_fail() formats the line of ff_error() and returns 'status';
 * ff_result() does so with the text of a status, except FF_OK and FF_E_ANSWER.  ff_given() returns
 * true if a pointer is not NULL, and ff_within() if an argument is within its range; else they
 * format the line: "CALL: ARGUMENT is VALUE; expected LEAST to MOST".
 */
__attribute__((format(printf, 2, 3))) enum ff_status ff_fail(enum ff_status status,
							     const char *format, ...);
enum ff_status ff_result(const char *call, enum ff_status status);
bool ff_given(const char *call, const char *argument, const void *pointer);
bool ff_within(const char *call, const char *argument, double value, double least, double most);

#endif
