/*
 * Whether a job's outputs are what it would make: told by what they say of themselves.
 */
#ifndef FF_CLI_VERBS_RESUME_H
#define FF_CLI_VERBS_RESUME_H

#include <stdbool.h>

#include "cli/options.h"
#include "cli/output_plan.h"
#include "core/base/status.h"

/*
 * ff_resume_fits() tells whether all outputs of a plan are there, and those that can say
 * so (pictures, 16-bit PNG, PGM, and JSON if no goals come from files and no .yaml describes the
 * map) are of this version, these options, this map and these goals; at least one has to.  The
 * others, if they begin as their format does, are taken for what belongs to these, since a job's
 * outputs change together.  Of a job that asks a question (--require, --max-unreached) the answer
 * is not known, and of one with a --legend not what names are in its pictures: they never fit.
 *
 *   fits    set
 *   digest  set to that of the map's costs, if it fits
 *
 * Returns FF_OK, also where an output or the map cannot be read, which does not fit; FF_E_NOMEM.
 */
enum ff_status ff_resume_fits(const struct ff_options *options, const struct ff_plan *plan,
			      bool *fits, uint64_t *digest, struct ff_error *err);

#endif
