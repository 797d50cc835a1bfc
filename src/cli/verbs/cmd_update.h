/*
 * "flowfield update": a run of a map that changes step by step.
 */
#ifndef FF_CLI_VERBS_CMD_UPDATE_H
#define FF_CLI_VERBS_CMD_UPDATE_H

#include "cli/options.h"
#include "core/base/status.h"

/*
 * ff_cmd_update() does what the options ask for, as ff_job_run() does: outputs of a step appear
 * together, before the next step.  Returns FF_OK, or any other status and one line in 'err': then
 * the outputs of the step at which it ended, and of all later ones, are as they were;
 * with FF_E_ANSWER only where --verify found a difference.
 */
enum ff_status ff_cmd_update(const struct ff_options *options, struct ff_error *err);

#endif
