/*
 * Suggestions for words that are no option, no command and no map: from a table, and from the
 * options of all commands.
 */
#ifndef FF_CLI_HINTS_H
#define FF_CLI_HINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/argv.h"
#include "core/base/status.h"

/*
 * ff_hints_option() writes what an unknown option could mean into 'err', for the command of that
 * table, which is that of a run or based on it; false where nobody knows.
 *
 *   given  [n]  "-o", "--output": with its dashes, and without a value
 */
bool ff_hints_option(const struct ff_argv_table *table, const char *given, size_t n,
		     struct ff_error *err);

/* ff_hints_command() returns true if the first word of a command line looks like a command but is
 * none, nor a file: 'err' then says which command is near, or which there are. */
bool ff_hints_command(const char *word, struct ff_error *err);

/* ff_hints_operand() returns FF_E_USAGE, and says what a second word could mean beside the
 * map. */
enum ff_status ff_hints_operand(const struct ff_argv_table *table, const char *map,
				const char *word, struct ff_error *err);

#endif
