/*
 * flowfield batch MANIFEST: many jobs in one process, and what became of each.
 */
#ifndef FF_CLI_VERBS_CMD_BATCH_H
#define FF_CLI_VERBS_CMD_BATCH_H

#include "cli/argv.h"
#include "core/base/status.h"

extern const struct ff_argv_table ff_cmd_batch_table;

/*
 * ff_cmd_batch() runs the jobs of a manifest, prints a line for each on standard
 * output and what failed on standard error, and writes reports.  Returns the worst status of a
 * job, with a line that counts them in 'err' unless that is FF_OK; or FF_E_USAGE,
 * FF_E_INPUT, FF_E_OUTPUT, FF_E_LIMIT or FF_E_NOMEM where the batch itself cannot be
 * done, and then, but for FF_E_OUTPUT, no job has been begun.
 */
enum ff_status ff_cmd_batch(int argc, char *const *argv, struct ff_error *err);

#endif
