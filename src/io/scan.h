/*
 * Walking through text while knowing the line and the column.
 */
#ifndef FF_IO_SCAN_H
#define FF_IO_SCAN_H

#include <stdbool.h>

#include "io/input.h"

/*
 * Reads what an input holds; more may be read into the input meanwhile.  Make
 * one with {.in = ..., .line = 1}.
 */
struct ff_scan {
	const struct ff_input *in;
	size_t at;
	size_t line;       /* from 1 */
	size_t line_start; /* where it begins */
	const char *stops; /* what ends a number beside white space; NULL: nothing */
};

/* Skips the byte order mark that some programs put before text in UTF-8. */
void ff_scan_mark(struct ff_scan *scan);

/* Returns the column of the place reached, in bytes, from 1. */
size_t ff_scan_column(const struct ff_scan *scan);

/* Takes one byte; -1 at the end. */
int ff_scan_next(struct ff_scan *scan);

/* Returns the byte that ff_scan_next() would take; -1 at the end. */
int ff_scan_peek(const struct ff_scan *scan);

/* Takes all that comes of some bytes, none of them 0. */
void ff_scan_skip(struct ff_scan *scan, const char *bytes);

/* Takes the small letters that come; returns which of the names [count] they are, or 'count'. */
int ff_scan_name(struct ff_scan *scan, const char *const *names, int count);

/* Returns FF_E_INPUT, with "NAME:LINE:COLUMN: WHAT expected" in 'err'. */
enum ff_status ff_scan_expected(const struct ff_scan *scan, const char *what, struct ff_error *err);

/* Returns FF_E_INPUT, with "NAME:LINE:COLUMN: WHAT IS" in 'err'. */
enum ff_status ff_scan_wrong(const struct ff_scan *scan, const char *what, const char *is,
			     struct ff_error *err);

/*
 * Lists have their fields on a line, with commas between them, blanks around them, and comments
 * after '#'.  ff_scan_ends() skips blanks, and tells whether then nothing but a comment is left of
 * the line; ff_scan_comma() takes the comma in front of a field, which must be there: FF_OK, or
 * FF_E_INPUT; ff_scan_skip_line() takes the rest of the line, with its end.
 */
bool ff_scan_ends(struct ff_scan *scan);
bool ff_scan_ends_line(struct ff_scan *scan);
enum ff_status ff_scan_comma(struct ff_scan *scan, const char *field, struct ff_error *err);
void ff_scan_skip_line(struct ff_scan *scan);

/*
 * Takes a decimal whole number in min..max, which must be followed by white space, one of 'stops'
 * or the end.  FF_E_INPUT, with "NAME:LINE:COLUMN: WHAT is ..." in 'err', where there is none.
 * ff_scan_decimal() does so for what ff_number_decimal() reads.
 */
enum ff_status ff_scan_number(struct ff_scan *scan, const char *what, int64_t min, int64_t max,
			      int64_t *out, struct ff_error *err);
enum ff_status ff_scan_decimal(struct ff_scan *scan, const char *what, double min, double max,
			       double *out, struct ff_error *err);

#endif
