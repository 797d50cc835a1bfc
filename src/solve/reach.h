/*
 * Reach: which of the four classes every cell belongs to.
 */
#ifndef FF_SOLVE_REACH_H
#define FF_SOLVE_REACH_H

#include "base/status.h"
#include "grid/classes.h"
#include "grid/cost.h"
#include "grid/field.h"
#include "grid/goals.h"

/*
 * ff_reach() sets the class of every cell and counts them.
 *
 *   cost, field  [w*h]  a finished field and its map
 *   seeds        the ones that the field was made with: one whose value is below
 *                its start is no goal, for walkers do better to walk on
 *   classes      [w*h]  written, counts too
 *
 * Returns FF_OK, or FF_E_ARG if sizes differ ('classes' is untouched).  No globals.
 */
enum ff_status ff_reach(const struct ff_cost *cost, const struct ff_seeds *seeds,
			const struct ff_field *field, struct ff_classes *classes);

/* What a finished field holds, over the cells that have a value, in units of cost. */
struct ff_reach_summary {
	uint64_t cells;        /* how many have one */
	double least, largest; /* 0 where there is none, as 'mean' */
	double mean;
};

/* ff_reach_summarise() reads a finished field.  No globals. */
struct ff_reach_summary ff_reach_summarise(const struct ff_field *field);

#endif
