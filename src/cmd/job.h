/*
 * The main job: a map in, pictures and numbers out.
 */
#ifndef FF_CMD_JOB_H
#define FF_CMD_JOB_H

#include "base/status.h"
#include "cmd/options.h"

/*
 * ff_job_run() does what the options ask for.  Unless they are quiet it prints
 * the paths written on standard output, where that carries no data, and a
 * summary and warnings on standard error.  Returns FF_OK, or any other status
 * and one line in 'err'; then no file has been changed, but with FF_E_ANSWER all of
 * them; what went directly to a pipe has gone.
 */
enum ff_status ff_job_run(const struct ff_options *options, struct ff_error *err);

#endif
