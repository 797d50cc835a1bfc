/*
 * What is to be solved: the map and the goals that the options name, read,
 * checked, and made ready.
 */
#ifndef FF_CMD_PROBLEM_H
#define FF_CMD_PROBLEM_H

#include <stdbool.h>

#include "base/status.h"
#include "cmd/options.h"
#include "grid/cost.h"
#include "grid/goals.h"

/* With --subdivide all grids are twice as wide and high as the map in the file. */
struct ff_problem {
	const char *name;      /* of the map, in messages */
	const char *format;    /* of its file */
	int32_t w, h;          /* of the map in the file */
	struct ff_cost map;    /* owned */
	struct ff_cost closed; /* owned; cells NULL: --radius closes nothing */
	struct ff_goals given; /* owned, with its mask; where they are in the file's map */
	struct ff_goals goals; /* owned; where they are in 'map' */
	struct ff_seeds seeds; /* owned */
	uint32_t unit;         /* of the field */
	double limit;          /* of the field, in its units */
	char (*notes)[224];    /* owned; [note_count]  which goals were moved */
	size_t note_count;
};

/*
 * ff_problem_read() reads everything; free it with ff_problem_free() if FF_OK is
 * returned.  Else FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or FF_E_NOMEM, one line in
 * 'err', and nothing is set.
 */
enum ff_status ff_problem_read(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);

void ff_problem_free(struct ff_problem *problem);

/* ff_problem_cost() is the map as walkers find it. */
const struct ff_cost *ff_problem_cost(const struct ff_problem *problem);

#endif
