/*
 * The manhattan engine: Dial's bucket queue, one array, row-major.
 */
#ifndef FF_SOLVE_INTEGRATE_DIAL_H
#define FF_SOLVE_INTEGRATE_DIAL_H

#include "solve/integrate.h"

enum {
	FF_INTEGRATE_DIAL_SCRATCH = sizeof(uint32_t),     /* per cell: the next one in its bucket */
	FF_INTEGRATE_DIAL_EXTRA = 256 * sizeof(uint32_t), /* the buckets */
};

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
void ff_integrate_dial_begin(struct ff_integrate *run, const struct ff_goals *goals);
enum ff_status ff_integrate_dial_step(struct ff_integrate *run, size_t budget);

#endif
