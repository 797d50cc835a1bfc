/*
 * Flee maps: fields that lead away from the goals.
 */
#ifndef FF_CORE_SOLVE_FLEE_H
#define FF_CORE_SOLVE_FLEE_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * ff_flee_seeds() makes a seed of every cell that has a value, which starts at
 * that value times 'factor', rounded to a whole unit where the field has whole
 * numbers, and raised by the same for all so that the least start is 0.
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

/* ff_flee_confine() makes a wall of every cell without a value, so that nobody flees there. */
void ff_flee_confine(const struct ff_field *field, struct ff_cost *cost);

/*
 * ff_flee_ends() lists the cells where the flight ends: those with a value and
 * no direction.  Memory and result as ff_flee_seeds().
 */
enum ff_status ff_flee_ends(const struct ff_field *field, const struct ff_flow *flow,
			    struct ff_seeds *seeds);

#endif
