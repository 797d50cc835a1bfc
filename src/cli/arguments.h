/*
 * The words of a command line, with those that files (@FILE) and $FLOWFIELD_OPTS add to it.
 *
 * Text is split into words as in a shell.  Blanks (space, tab, carriage return, newline) separate
 * words.  Between '...' every character stands for itself, between "..." every one except \" and
 * \\; elsewhere \ quotes the next character.  A quote ends on the line on which it begins.  # at
 * the start of a word begins a comment, up to the end of the line.
 */
#ifndef FF_CLI_ARGUMENTS_H
#define FF_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "cli/strings.h"
#include "core/base/status.h"

enum { FF_ARGUMENTS_DEPTH = 8 }; /* how deep files may name files */

/*
 * ff_arguments_split() adds the words of the 'n' bytes at 'text'.
 *
 *   name  of the text, and 'line' the number of its first line, for messages
 *
 * Returns FF_OK; FF_E_USAGE with "NAME:LINE:COLUMN: ..." in 'err', columns counted in bytes
 * from 1, where a quote is not closed, nothing follows \, or a byte is NUL; FF_E_LIMIT at more than
 * 2^20 words; FF_E_NOMEM.  On failure some words may have been added.
 */
enum ff_status ff_arguments_split(struct ff_strings *words, const char *text, size_t n,
				  const char *name, size_t line, struct ff_error *err);

/* ff_arguments_bom() returns the size of the byte order mark that a text begins with, as some
 * programs write it before UTF-8: 3 or 0.  Pass what follows it to ff_arguments_split(). */
size_t ff_arguments_bom(const char *text, size_t n);

/*
 * ff_arguments_add() adds copies of 'count' words.  A word @FILE is replaced by the words of that
 * file, which may name files in turn, relative to the working directory.
 *
 *   files  the names of these files are added; may be NULL
 *
 * Returns FF_OK; FF_E_INPUT if a file cannot be read; FF_E_USAGE if it cannot be split, includes
 * itself or is too deep; FF_E_LIMIT if there are more than 2^20 words, 1000 files or 16 MiB of
 * them, each counted as often as it is named; FF_E_NOMEM.  On failure some words may have been
 * added.
 */
enum ff_status ff_arguments_add(struct ff_strings *to, struct ff_strings *files, char *const *words,
				size_t count, struct ff_error *err);

/* ff_arguments_environment() does the same with the words of $FLOWFIELD_OPTS, if that is set. */
enum ff_status ff_arguments_environment(struct ff_strings *to, struct ff_strings *files,
					struct ff_error *err);

/* ff_arguments_add_origin() adds to an error about the command line where its words came from: the
 * names of the files and, if 'environment', $FLOWFIELD_OPTS. */
void ff_arguments_add_origin(const struct ff_strings *files, bool environment,
			     struct ff_error *err);

#endif
