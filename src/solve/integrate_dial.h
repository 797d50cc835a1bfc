/*
 * The engine for metric manhattan with step cell, 32 bits and no start costs: Dial's bucket
 * queue, one array, row-major.
 */
#ifndef FF_SOLVE_INTEGRATE_DIAL_H
#define FF_SOLVE_INTEGRATE_DIAL_H

#include "solve/integrate.h"

enum { FF_INTEGRATE_DIAL_BUCKETS = 256 };

/* How the engine's scratch memory begins; a number per cell follows. */
struct ff_integrate_dial {
	uint64_t now;     /* the value whose bucket is next */
	uint64_t waiting; /* cells in all buckets */
	uint64_t most;    /* no cell gets more */
	uint32_t head[FF_INTEGRATE_DIAL_BUCKETS];
	uint32_t next[]; /* [w*h]  the cell after this one in its bucket */
};

enum {
	FF_INTEGRATE_DIAL_SCRATCH = sizeof(uint32_t),
	FF_INTEGRATE_DIAL_EXTRA = sizeof(struct ff_integrate_dial),
};

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_dial_fits(const struct ff_model *model, enum ff_field_type type,
			    const struct ff_seeds *seeds);
void ff_integrate_dial_begin(struct ff_integrate *run);
enum ff_status ff_integrate_dial_step(struct ff_integrate *run, size_t budget);

#endif
