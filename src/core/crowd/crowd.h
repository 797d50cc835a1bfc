/*
 * A crowd: many walkers at a time, who keep off walls and each other.
 */
#ifndef FF_CORE_CROWD_CROWD_H
#define FF_CORE_CROWD_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/walkers.h"

/* How walkers steer: the same for all. */
struct ff_crowd_rules {
	double dt; /* seconds, > 0: of a step; at most ff_crowd_longest() */
	/* > 0  the largest change of velocity, in cells a second, each second: all forces are as
	 * many times as strong as by default */
	double force;
	double separation; /* >= 0, as the others: weights of forces */
	double alignment;
	double cohesion;
	double avoidance;
	double headway;    /* >= 0  seconds that walkers keep behind whom they follow */
	bool slow_by_cost; /* in a cell that costs c walkers are at most 1/c as fast */
};

extern const struct ff_crowd_rules ff_crowd_defaults;

enum ff_crowd_state {
	FF_CROWD_WAITING, /* for his time, or for room where he starts */
	FF_CROWD_WALKING,
	FF_CROWD_ARRIVED, /* and gone */
	FF_CROWD_LOST,    /* from where he starts no goal can be reached: he never comes */
};

/* All arrays are [count], in the order of the walkers, and owned; for reading only. */
struct ff_crowd {
	const struct ff_walkers *walkers; /* borrowed */
	size_t count;
	uint64_t step; /* how many there have been: the time is step * dt */
	size_t waiting, walking, arrived, lost; /* their sum is count */
	uint8_t *state;                         /* enum ff_crowd_state */
	double *x, *y;                          /* where he is, or was last, in cells */
	double *from_x, *from_y; /* where he was before the step; as x,y for those who came in it */
	double *vx, *vy;         /* what he wants to go on with, in cells a second */
	double *since;           /* seconds: when he came, or will at the earliest */
	double *until;           /* seconds: when he arrived; before that INFINITY */
	struct ff_crowd_work *work; /* what only crowd.c knows */
};

/*
 * ff_crowd_longest() is the longest step that is safe for walkers: in it nobody walks farther than
 * his radius, nor than half a cell.
 */
double ff_crowd_longest(const struct ff_walkers *walkers);

/*
 * ff_crowd_open() puts walkers who start at 0 seconds on the map.
 *
 *   walkers  [count]  each in an open cell of his guide's 'cost', his disc off the walls of 'map',
 *            and off the discs of others who start at the same time; borrowed until closed
 *   guides   [guide_count]  borrowed until closed; 'map' is the same for all
 *   machine  threads to use, or NULL: they never change what comes out
 *
 * The caller owns '*crowd' and passes it to ff_crowd_close(); NULL is allowed there.
 * Returns FF_OK; FF_E_ARG if dt is too long; FF_E_NOMEM; then nothing is set.
 */
enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_walkers *walkers,
			     const struct ff_guide *guides, size_t guide_count,
			     const struct ff_crowd_rules *rules, const struct ff_machine *machine);
void ff_crowd_close(struct ff_crowd *crowd);

/*
 * ff_crowd_step() is one step: everybody moves, at once, from where all stood before.  The segment
 * that a centre moves along stays in open cells, the disc off the walls, and no two discs come to
 * overlap.  Equal input gives equal numbers with any number of threads, compiler and machine.
 * It allocates nothing.
 */
void ff_crowd_step(struct ff_crowd *crowd);

/*
 * ff_crowd_collides() finds two walkers with the same start whose discs overlap: '*found' is false
 * if there are none; else *a < *b are the first two.  All are on the map.  Returns FF_OK; or
 * FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_crowd_collides(const struct ff_walkers *walkers, bool *found, size_t *a,
				 size_t *b);

#endif
