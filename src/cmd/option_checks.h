/*
 * What no single option can know: which of them do not go together, and what is missing.
 */
#ifndef FF_CMD_OPTION_CHECKS_H
#define FF_CMD_OPTION_CHECKS_H

#include "cmd/options.h"

/*
 * ff_option_checks_all() looks at options that are parsed, before what was not given is settled:
 * FF_OK, or FF_E_USAGE and what is wrong in 'err'.
 */
enum ff_status ff_option_checks_all(const struct ff_options *options, struct ff_error *err);

#endif
