/*
 * Reach: which cells are goals, and how far it is to them.
 */
#ifndef FF_CORE_SOLVE_REACH_H
#define FF_CORE_SOLVE_REACH_H

#include "core/base/machine.h"
#include "core/map/field.h"
#include "core/map/goals.h"

/*
 * ff_reach_goals() makes goals of the reached cells that are seeds, in 'classes' and its
 * counts: all but a seed whose value is below its start, for walkers do better
 * to walk on.  Time grows with the seeds, not with the map.
 *
 *   seeds    the ones that the field was made with
 *   classes  [w*h]  of ff_descend(); whoever is a goal already stays one
 *
 * No globals.
 */
void ff_reach_goals(const struct ff_seeds *seeds, const struct ff_field *field,
		    struct ff_classes *classes);

/* What a finished field holds, over the cells that have a value, in units of cost. */
struct ff_reach_summary {
	uint64_t cells;        /* how many have one */
	double least, largest; /* 0 where there is none, as 'mean' */
	double mean;
};

/* ff_reach_summarise() reads a finished field.  No globals. */
struct ff_reach_summary ff_reach_summarise(const struct ff_field *field,
					   const struct ff_machine *machine);

#endif
