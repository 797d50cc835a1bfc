/*
 * flowfield completion SHELL: a script with which a shell completes our options.
 */
#ifndef FF_CLI_VERBS_CMD_COMPLETION_H
#define FF_CLI_VERBS_CMD_COMPLETION_H

#include "cli/argv.h"
#include "core/base/status.h"

extern const struct ff_argv_table ff_cmd_completion_table;

/*
 * ff_cmd_completion() prints the script for bash, zsh or fish on standard output,
 * which the caller flushes and checks.  FF_OK, FF_E_USAGE or FF_E_NOMEM.
 */
enum ff_status ff_cmd_completion(int argc, char *const *argv, struct ff_error *err);

#endif
