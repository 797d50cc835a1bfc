/*
 * The verb "compare": what changed between two maps, once both are solved?
 */
#ifndef FF_CLI_VERBS_CMD_COMPARE_H
#define FF_CLI_VERBS_CMD_COMPARE_H

#include "cli/options.h"
#include "core/base/status.h"

/*
 * ff_cmd_compare() solves the two maps that the options name and tells what "diff" would tell of
 * their tables.  FF_OK if they are the same; FF_E_ANSWER with a line in 'err' if not; or any other
 * status, and then no file has been changed.
 */
enum ff_status ff_cmd_compare(const struct ff_options *options, struct ff_error *err);

#endif
