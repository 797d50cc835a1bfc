/*
 * The verb "diff": what changed between two files, or two folders of them?
 */
#ifndef FF_CMD_CMD_DIFF_H
#define FF_CMD_CMD_DIFF_H

#include "base/status.h"
#include "cmd/argv.h"

extern const struct ff_argv_table ff_cmd_diff_table;

/*
 * ff_cmd_diff() does what its command line asks for: argv[0] is "diff".  FF_OK if all is the
 * same; FF_E_ANSWER with a line in 'err' if not; or any other status, and then no
 * file has been changed.
 */
enum ff_status ff_cmd_diff(int argc, char *const *argv, struct ff_error *err);

#endif
