/*
 * The verb "verify": is this the right field for that map?
 */
#ifndef FF_CLI_VERBS_CMD_VERIFY_H
#define FF_CLI_VERBS_CMD_VERIFY_H

#include "cli/options.h"
#include "core/base/status.h"

/*
 * ff_cmd_verify() holds a field against its map, goals and model, and says on
 * standard error, unless it is quiet, how many cells are right.  FF_E_ANSWER, the first
 * offending cell and counts in 'err', if any is not; or any other status.
 */
enum ff_status ff_cmd_verify(const struct ff_options *options, struct ff_error *err);

#endif
