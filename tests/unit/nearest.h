/*
 * The nearest goals in sight, all at once.
 */
#ifndef FF_TESTS_UNIT_NEAREST_H
#define FF_TESTS_UNIT_NEAREST_H

#include "core/solve/sight.h"

/* Finds them; 'work', which may be NULL, is set to the cells and steps of lines that it took. */
static inline enum ff_status find_nearest_goals(const struct ff_cost *cost,
						const struct ff_seeds *seeds,
						const struct ff_field *field,
						struct ff_labels *nearest, size_t *work)
{
	struct ff_sight *search;
	enum ff_status st = ff_sight_open(&search, cost, seeds, field, nearest);
	size_t budget = SIZE_MAX;

	if (st != FF_OK)
		return st;
	while (!ff_sight_step(search, &budget))
		;
	if (work != NULL)
		*work = SIZE_MAX - budget;
	ff_sight_close(search);
	return FF_OK;
}

#endif
