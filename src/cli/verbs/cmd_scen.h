/*
 * The verb "scen": are paths as long as the scenarios of a benchmark say?
 */
#ifndef FF_CLI_VERBS_CMD_SCEN_H
#define FF_CLI_VERBS_CMD_SCEN_H

#include "cli/options.h"
#include "core/base/status.h"

/*
 * ff_cmd_scen() finds the length of each scenario's shortest path, and prints a
 * line of CSV about each on standard output, in the order of the file:
 *
 *   line,bucket,start_x,start_y,goal_x,goal_y,expected,found,difference,verdict
 *
 * and what that comes to on standard error, unless it is quiet.  FF_E_ANSWER, the first
 * scenario that is not as expected and how many in 'err', if any is not; or any other
 * status, and then nothing is printed unless it is FF_E_OUTPUT.
 *
 * A length is as expected if the exact one may be: as the file prints it, give
 * or take half a unit of its last place.  Octile lengths are found with 577/408 for the
 * root of 2, which makes them longer by up to 1.502e-6 of what they are, and never shorter.
 */
enum ff_status ff_cmd_scen(const struct ff_options *options, struct ff_error *err);

#endif
