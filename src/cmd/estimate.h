/*
 * How much memory a run is going to need.
 */
#ifndef FF_CMD_ESTIMATE_H
#define FF_CMD_ESTIMATE_H

#include "base/machine.h"
#include "cmd/options.h"
#include "cmd/plan.h"
#include "cmd/problem.h"

/*
 * ff_estimate_bytes() is about how many bytes a run will hold at most, of the
 * problem that has been read and with the outputs that are planned; it
 * allocates nothing.  Where values turn out to need 64 bits, it is more.
 */
uint64_t ff_estimate_bytes(const struct ff_problem *problem, const struct ff_options *options,
			   const struct ff_plan *plan, const struct ff_machine *machine);

#endif
