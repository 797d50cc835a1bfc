/*
 * Outcomes as values: what a function returns, and the one line of text that
 * goes with it.  Nothing below src/cmd prints or exits.
 */
#ifndef FF_CORE_BASE_STATUS_H
#define FF_CORE_BASE_STATUS_H

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

/* ff_status_clean() makes '?' of each byte of a text that is not part of a character as
 * ff_utf8_character() knows them, in place: of control characters, of those that change the
 * direction of writing, and of other encodings. */
void ff_status_clean(char *text);

/* ff_status_exit() is the exit status, 0..5, that tells of it; the larger, the worse. */
int ff_status_exit(enum ff_status status);

/* ff_status_nomem() is ff_status_fail() for memory that ran out; 'what' names its use. */
enum ff_status ff_status_nomem(struct ff_error *err, const char *what);

#endif
