/*
 * Outputs that are written after each step: their names have the step's number in them.
 */
#ifndef FF_CLI_VERBS_UPDATE_OUTPUTS_H
#define FF_CLI_VERBS_UPDATE_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "core/base/status.h"

/* What stands for it. */
#define FF_UPDATE_STEP "{step}"

/* ff_update_outputs_once() tells whether an output is written only once; NULL is none. */
bool ff_update_outputs_once(const char *output);

/* ff_update_outputs_any() tells whether any output has such a name. */
bool ff_update_outputs_any(const struct ff_options *options);

/* Options for the outputs of a step. */
struct ff_update_outputs {
	struct ff_options options;       /* which owns nothing */
	char *names[FF_OPTIONS_OUTPUTS]; /* owned */
	bool any;                        /* there are outputs, or the default ones */
};

/*
 * ff_update_outputs_make() makes those of a step of the options, which must outlive them; free them
 * with ff_update_outputs_free().
 *
 *   last  with the outputs that are written only once
 *
 * FF_OK, or FF_E_NOMEM, and nothing is left.
 */
enum ff_status ff_update_outputs_make(struct ff_update_outputs *names,
				      const struct ff_options *options, int32_t step, bool last,
				      struct ff_error *err);
void ff_update_outputs_free(struct ff_update_outputs *names);

/*
 * ff_update_outputs_check() makes the plans of all steps, as far as they name outputs, and tells
 * what would keep one from being written, or two from being told apart: as ff_plan_make().
 *
 *   steps  [count]  their numbers, each above the one before
 */
enum ff_status ff_update_outputs_check(const struct ff_options *options, const int32_t *steps,
				       size_t count, struct ff_error *err);

#endif
