/*
 * Outcomes as values: the status that a function returns, and the line of text that
 * goes with it and is safe to print.  Nothing below src/cli prints or exits.
 *
 * Names: ff_version.
 */
#ifndef FF_CORE_BASE_STATUS_H
#define FF_CORE_BASE_STATUS_H

#include <stddef.h>

#include "flowfield.h"

/* One line for people, without the program's name and without a newline. */
struct ff_error {
	char text[8192]; /* more than two of the longest paths */
};

/*
 * ff_status_fail() formats 'err->text' (cut with "..." if too long, and
 * cleaned by ff_status_clean(), so that no file name can steer a terminal) and returns 'status'.
 * 'err' may be NULL.  Any thread may call it with an 'err' of its own.
 */
__attribute__((format(printf, 3, 4))) enum ff_status
ff_status_fail(struct ff_error *err, enum ff_status status, const char *format, ...);

/*
 * ff_status_character() returns how many bytes, 1..4, the first UTF-8 character (RFC 3629) of
 * text[0..n-1] has, or 0 if it is none or not one to print: U+0000..1F and U+007F..9F control a
 * terminal, U+2028 and U+2029 separate lines, U+061C, U+200E, U+200F, U+202A..202E and
 * U+2066..2069 change the direction of writing, and no document may hold what ends in FFFE or FFFF.
 * It reads no further than the NUL that ends a text, however large 'n' is.  Any thread.
 */
size_t ff_status_character(const char *text, size_t n);

/* ff_status_clean() puts '?' in place of each byte of a text that is not part of a character as
 * ff_status_character() accepts them. */
void ff_status_clean(char *text);

/* ff_status_exit() returns the exit status, 0..5, of the program; the larger, the worse. */
int ff_status_exit(enum ff_status status);

/* ff_status_nomem() returns FF_E_NOMEM as ff_status_fail() does; 'what' names the memory's use. */
enum ff_status ff_status_nomem(struct ff_error *err, const char *what);

#endif
