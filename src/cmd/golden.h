/*
 * Outputs held against a folder of files that are known to be right.
 */
#ifndef FF_CMD_GOLDEN_H
#define FF_CMD_GOLDEN_H

#include <stdbool.h>

#include "base/status.h"
#include "cmd/options.h"
#include "cmd/plan.h"

/*
 * ff_golden_plan() lists the outputs of a job whose options have that folder for a 'root', and
 * looks whether each has a file there to be compared with, or may get one ('accept').
 *
 *   plan  set; to be freed with ff_plan_free() if FF_OK is returned
 *
 * FF_OK; FF_E_ANSWER if a file is missing; FF_E_USAGE where an output's name leads out of the
 * folder, or it is no file; FF_E_NOMEM.
 */
enum ff_status ff_golden_plan(struct ff_plan *plan, const struct ff_options *options, bool accept,
			      struct ff_error *err);

/*
 * ff_golden_judge() compares what is written under temporary names with what has the
 * names, and discards what is the same.  With 'accept' the rest stays, to be placed.
 *
 * Returns FF_OK if all is the same, or with 'accept'; FF_E_ANSWER and one line that says what
 * differs; FF_E_INPUT if a file in the folder cannot be read; FF_E_LIMIT; FF_E_NOMEM.
 */
enum ff_status ff_golden_judge(struct ff_plan *plan, bool accept, struct ff_error *err);

#endif
