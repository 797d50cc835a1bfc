/*
 * Keeping a run to the files that its command line names.
 */
#ifndef FF_CMD_CONFINE_H
#define FF_CMD_CONFINE_H

#include "cmd/options.h"
#include "cmd/plan.h"

/*
 * ff_confine() gives up all but reading the inputs and writing the outputs of
 * 'plan' (NULL: none), as far as the system can (base/sandbox.h), for good;
 * nothing with --no-sandbox.  Returns FF_OK, or FF_E_NOMEM with nothing given up.
 */
enum ff_status ff_confine(const struct ff_options *options, const struct ff_plan *plan,
			  struct ff_error *err);

#endif
