/*
 * Work on a finished field as a whole: goals, summaries, and flee maps.
 *
 * Names: ff_flee.
 */
#ifndef FF_CORE_SOLVE_REACH_H
#define FF_CORE_SOLVE_REACH_H

#include <stddef.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * Sets the class of reached cells that are seeds to goal, and updates the counts; except seeds
 * whose value is below their start, where walkers do better to walk on.  Time grows with the seeds,
 * not with the map.
 *
 *   seeds    of the field
 *   classes  [w*h]  of ff_descend(); existing goals stay goals
 *
 * No globals.
 */
void ff_reach_goals(const struct ff_seeds *seeds, const struct ff_field *field,
		    struct ff_classes *classes);

/* A summary of the cells that have a value, in units of cost. */
struct ff_reach_summary {
	uint64_t cells;        /* cells with a value */
	double least, largest; /* 0 where there are none, as 'mean' */
	double mean;
};

/* Summarises a finished field.  No globals. */
struct ff_reach_summary ff_reach_summarise(const struct ff_field *field);

/*
 * Makes each cell that has a value a seed whose start is that value times 'factor', rounded to an
 * integer in integer fields, and shifted so that the least start is 0.
 *
 *   field   [w*h]  finished
 *   factor  < 0
 *   zero    set: the start that means 0 (struct ff_field)
 *   seeds   set; the caller owns seeds->items and passes it to free()
 *
 * FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_flee_seeds(const struct ff_field *field, double factor, double *zero,
			     struct ff_seeds *seeds);

/* Makes each cell without a value a wall, so that nothing flees there. */
void ff_flee_confine(const struct ff_field *field, struct ff_cost *cost);

/* Lists the cells where a flight ends: those with a value and no direction.  Memory and result as
 * ff_flee_seeds(). */
enum ff_status ff_flee_ends(const struct ff_field *field, const struct ff_flow *flow,
			    struct ff_seeds *seeds);

#endif
