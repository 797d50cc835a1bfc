/*
 * Keeping a run to the files that its command line names.
 */
#ifndef FF_CLI_CONFINE_H
#define FF_CLI_CONFINE_H

#include <stdbool.h>

#include "cli/options.h"
#include "cli/plan.h"
#include "cli/problem.h"
#include "cli/sandbox.h"

/*
 * ff_confine() gives up all but reading the inputs and writing the outputs of
 * 'plan' (NULL: none), as far as the system can (cli/sandbox.h), for good;
 * nothing with --no-sandbox.
 *
 * Only a map's description tells what its image is called.  So where the map may be one,
 * ff_confine() first gives up the same but for reading, and then reads it: of 'problem',
 * which is {0}, it does what ff_problem_describe() does.
 *
 * Returns FF_OK; FF_E_USAGE if an output is the image; what ff_problem_find() and
 * ff_problem_describe() do; FF_E_NOMEM.
 */
enum ff_status ff_confine(const struct ff_options *options, const struct ff_plan *plan,
			  struct ff_problem *problem, struct ff_error *err);

/* ff_confine_pair() does so for two maps: 'other' names the second one; its other inputs are those
 * of 'options', which also names it.  'other' and 'second' NULL: there is none. */
enum ff_status ff_confine_pair(const struct ff_options *options, const struct ff_options *other,
			       const struct ff_plan *plan, struct ff_problem *problem,
			       struct ff_problem *second, struct ff_error *err);

/*
 * ff_confine_folder() allows to replace what 'what' says in the folder of 'path', or of what
 * that is a link to; false if memory ran out.
 */
bool ff_confine_folder(struct ff_sandbox *sandbox, const char *path, unsigned what);

#endif
