/*
 * flowfield watch: a run whose outputs follow its inputs.
 */
#ifndef FF_CLI_VERBS_WATCHING_H
#define FF_CLI_VERBS_WATCHING_H

#include "cli/options.h"
#include "core/base/status.h"

/*
 * ff_watching_run() does what ff_job_run() does, and again whenever an input of it has changed; a
 * line on standard error tells of each time, unless options are quiet, and of what went wrong,
 * whether they are or not.  It ends by a signal.
 *
 * Returns FF_OK only with --dry-run.  Else what ff_job_run() does of the first time, but for
 * FF_E_ANSWER; FF_E_USAGE where an input or an output is no regular file; what ff_watch_open(),
 * ff_watch_files() and ff_watch_wait() do; FF_E_SIGNAL.  One line in 'err'.
 */
enum ff_status ff_watching_run(const struct ff_options *options, struct ff_error *err);

#endif
