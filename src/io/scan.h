/*
 * A walk through text that knows the line and the column.
 */
#ifndef FF_IO_SCAN_H
#define FF_IO_SCAN_H

#include <stdbool.h>

#include "io/input.h"

/* Starts as {.in = ..., .line = 1}; more may be read into the input meanwhile. */
struct ff_scan {
	const struct ff_input *in;
	size_t at;
	size_t line;       /* from 1 */
	size_t line_start; /* index of its first byte */
	const char *stops; /* bytes that end a number, besides white space; NULL: none */
};

/* Skips the byte order mark that some programs put before text in UTF-8. */
void ff_scan_mark(struct ff_scan *scan);

/* Returns the column of the next byte, in bytes, from 1. */
size_t ff_scan_column(const struct ff_scan *scan);

/* Takes one byte and returns it; -1 at the end. */
int ff_scan_next(struct ff_scan *scan);

/* Returns the byte that ff_scan_next() would take; -1 at the end. */
int ff_scan_peek(const struct ff_scan *scan);

/* Takes bytes as long as they are among 'bytes', none of which is 0. */
void ff_scan_skip(struct ff_scan *scan, const char *bytes);

/* Takes a word of lower-case letters; returns its index in names [count], or 'count'. */
int ff_scan_name(struct ff_scan *scan, const char *const *names, int count);

/* Returns FF_E_INPUT, with "NAME:LINE:COLUMN: WHAT expected" in 'err'. */
enum ff_status ff_scan_expected(const struct ff_scan *scan, const char *what, struct ff_error *err);

/* Returns FF_E_INPUT, with "NAME:LINE:COLUMN: WHAT IS" in 'err'. */
enum ff_status ff_scan_wrong(const struct ff_scan *scan, const char *what, const char *is,
			     struct ff_error *err);

/* Takes blanks; returns true if the line or the text ends there. */
bool ff_scan_ends_line(struct ff_scan *scan);

/* Does the same, and also returns true before '#', which starts a comment. */
bool ff_scan_ends(struct ff_scan *scan);

/* Takes the comma in front of a field, and blanks: FF_OK, or FF_E_INPUT if one of them is missing.
 */
enum ff_status ff_scan_comma(struct ff_scan *scan, const char *field, struct ff_error *err);

/* Takes the rest of the line, with its end. */
void ff_scan_skip_line(struct ff_scan *scan);

/*
 * Takes a decimal whole number in min..max, which must be followed by white space, one of 'stops'
 * or the end.  FF_OK, or FF_E_INPUT with "NAME:LINE:COLUMN: WHAT is ..." in 'err'.
 * ff_scan_decimal() takes a number as ff_number_decimal() reads it.
 */
enum ff_status ff_scan_number(struct ff_scan *scan, const char *what, int64_t min, int64_t max,
			      int64_t *out, struct ff_error *err);
enum ff_status ff_scan_decimal(struct ff_scan *scan, const char *what, double min, double max,
			       double *out, struct ff_error *err);

#endif
