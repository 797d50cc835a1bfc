/*
 * The euclid engine: fast marching.
 */
#ifndef FF_SOLVE_INTEGRATE_MARCH_H
#define FF_SOLVE_INTEGRATE_MARCH_H

#include "solve/integrate.h"

/* How the engine's scratch memory begins; a state per cell follows. */
struct ff_integrate_march {
	uint32_t *states; /* [w*h]  what is known of a cell, and its place in 'heap' */
	size_t waiting;   /* cells in 'heap' */
	size_t next;      /* the first seed that has not started */
	struct ff_integrate_march_cell {
		double value;
		uint32_t cell;
	} heap[]; /* [w*h]  4-ary, the least value first; casts borrow it before it fills */
};

enum {
	FF_INTEGRATE_MARCH_SIGHT = 256, /* what casts need besides 'heap' on small maps */
	FF_INTEGRATE_MARCH_SCRATCH = sizeof(struct ff_integrate_march_cell) + sizeof(uint32_t),
	FF_INTEGRATE_MARCH_EXTRA = sizeof(struct ff_integrate_march) + FF_INTEGRATE_MARCH_SIGHT,
};

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_march_fits(const struct ff_model *model, enum ff_field_type type,
			     const struct ff_seeds *seeds);
void ff_integrate_march_begin(struct ff_integrate *run);
enum ff_status ff_integrate_march_step(struct ff_integrate *run, size_t budget);

/*
 * ff_integrate_march_begin_within() begins anew a run that has begun, with no
 * straight line from a seed longer than 'reach' cells: so that tests see how
 * good the marching itself is.  ff_integrate_march_begin() is INFINITY.
 */
void ff_integrate_march_begin_within(struct ff_integrate *run, double reach);

#endif
