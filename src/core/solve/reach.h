/*
 * A finished field as a whole: which cells are goals, how far it is to them, its cells in order of
 * their values, and the fields that lead away from its goals.
 *
 * Names: ff_order, ff_flee.
 */
#ifndef FF_CORE_SOLVE_REACH_H
#define FF_CORE_SOLVE_REACH_H

#include <stddef.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * Lists the cells that have a value, the least first; equals in reading order: for work through a
 * finished field from the goals outwards, or from the far end inwards.  Linear time.
 *
 *   order  set; [*count]; the caller owns it and passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_order_cells(const struct ff_field *field, uint32_t **order, size_t *count);

/*
 * Makes goals of the reached cells that are seeds, in 'classes' and its counts: all but a seed
 * whose value is below its start, for walkers do better to walk on.  Time grows with the seeds, not
 * with the map.
 *
 *   seeds    the ones that the field was made with
 *   classes  [w*h]  of ff_descend(); what is a goal already stays one
 *
 * No globals.
 */
void ff_reach_goals(const struct ff_seeds *seeds, const struct ff_field *field,
		    struct ff_classes *classes);

/* A summary of a finished field over the cells that have a value, in units of cost. */
struct ff_reach_summary {
	uint64_t cells;        /* how many have one */
	double least, largest; /* 0 where there is none, as 'mean' */
	double mean;
};

/* Reads a finished field.  No globals. */
struct ff_reach_summary ff_reach_summarise(const struct ff_field *field,
					   const struct ff_machine *machine);

/*
 * Makes a seed of every cell that has a value, which starts at that value times 'factor', rounded
 * to a whole unit where the field has whole numbers, and raised by the same for all so that the
 * least start is 0.
 *
 *   field   [w*h]  finished
 *   factor  < 0
 *   zero    set: what stands for 0 now (struct ff_field)
 *   seeds   set; the caller owns seeds->items and passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_flee_seeds(const struct ff_field *field, double factor, double *zero,
			     struct ff_seeds *seeds);

/* Makes a wall of every cell without a value, so that nothing flees there. */
void ff_flee_confine(const struct ff_field *field, struct ff_cost *cost);

/*
 * Lists the cells where the flight ends: those with a value and no direction.  Memory and result as
 * ff_flee_seeds().
 */
enum ff_status ff_flee_ends(const struct ff_field *field, const struct ff_flow *flow,
			    struct ff_seeds *seeds);

#endif
