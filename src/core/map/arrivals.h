/*
 * Arrivals: when walkers came, and when they were at a goal.
 */
#ifndef FF_CORE_MAP_ARRIVALS_H
#define FF_CORE_MAP_ARRIVALS_H

#include <math.h>
#include <stdbool.h>

struct ff_arrival {
	double came;    /* seconds: when he came onto the map; INFINITY: not yet */
	double arrived; /* seconds, >= came: when he came to a goal; INFINITY: not yet */
	bool lost;      /* no goal can be reached from where he starts: he never comes */
};

/* ff_arrivals_has() tells whether somebody has come to a goal. */
static inline bool ff_arrivals_has(const struct ff_arrival *arrival)
{
	return arrival->arrived < (double)INFINITY;
}

#endif
