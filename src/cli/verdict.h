/*
 * What is to be said of a solution: what is not as one might think, and whether it is good enough.
 */
#ifndef FF_CLI_VERDICT_H
#define FF_CLI_VERDICT_H

#include "cli/report.h"
#include "core/base/status.h"

/*
 * ff_verdict_warn() adds warnings about the solution of a report: goals and walkers who were moved,
 * goals that nobody walks to, and who can reach none.
 */
void ff_verdict_warn(struct ff_report *report);

/*
 * ff_verdict_find() answers what --require and --max-unreached ask of the solution of a report:
 * FF_OK, or FF_E_ANSWER, and all that is not as it should be in one line in 'err'.
 */
enum ff_status ff_verdict_find(const struct ff_report *report, struct ff_error *err);

#endif
