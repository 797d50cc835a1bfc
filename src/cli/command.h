/*
 * What the first word of a command line may name.
 */
#ifndef FF_CLI_COMMAND_H
#define FF_CLI_COMMAND_H

#include <stddef.h>

#include "cli/argv.h"
#include "core/base/status.h"

struct ff_command {
	const char *name;
	const char *text; /* what it does, in a line */
	const struct ff_argv_table *table;
	/* Does it all, the printing too: argv[0] is the name.  NULL: ff_options_parse() knows it.
	 */
	enum ff_status (*run)(int argc, char *const *argv, struct ff_error *err);
};

/* Every command but the nameless one, of ff_options_table, that runs a map; in the manual's order.
 */
extern const struct ff_command ff_command_list[];
extern const size_t ff_command_count;

/* ff_command_find() is the command of that name; NULL if there is none. */
const struct ff_command *ff_command_find(const char *name);

/* ff_command_nearest() is the name of a command that a mistyped word could be; NULL if there is
 * none. */
const char *ff_command_nearest(const char *word);

/* ff_command_help() prints the help of a table on standard output, and what --version does
 * ff_command_version(); the caller flushes and checks. */
void ff_command_help(const struct ff_argv_table *table);
void ff_command_version(void);

#endif
