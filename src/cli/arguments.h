/*
 * What stands on a command line, and what is put there from files and the environment.
 */
#ifndef FF_CLI_ARGUMENTS_H
#define FF_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "cli/words.h"
#include "core/base/status.h"

enum { FF_ARGUMENTS_DEPTH = 8 }; /* how deep files may name files */

/*
 * ff_arguments_add() adds copies of 'count' words, and for one that is @FILE the words
 * of that file (cli/words.h), which may name files in turn, by names as they are
 * from the working directory.  FF_OK; FF_E_INPUT where a file cannot be read; FF_E_USAGE
 * where it is not made of words, leads to itself or too deep; FF_E_LIMIT where it is larger
 * than 16 MiB, or there are more than 2^20 words; FF_E_NOMEM.  On failure some words may have been
 * added.
 *
 *   files  the names of these files are added; NULL: nobody asks for them
 */
enum ff_status ff_arguments_add(struct ff_words *to, struct ff_words *files, char *const *words,
				size_t count, struct ff_error *err);

/* ff_arguments_environment() does the same with the words of $FLOWFIELD_OPTS, if that is set. */
enum ff_status ff_arguments_environment(struct ff_words *to, struct ff_words *files,
					struct ff_error *err);

/* ff_arguments_blame() adds to what is wrong with a command line the names of the files that have a
 * part in it and, if it has one, what $FLOWFIELD_OPTS is. */
void ff_arguments_blame(const struct ff_words *files, bool environment, struct ff_error *err);

#endif
