/*
 * Crowds beyond flowfield.h, as the program needs them: walkers that are known beforehand and
 * follow guides, and arrays to read.
 */
#ifndef FF_CORE_CROWD_CROWD_H
#define FF_CORE_CROWD_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/walkers.h"

/* The state of a slot that a removed walker left; not in enum ff_crowd_state. */
enum { FF_CROWD_VACANT = 255 };

/* All arrays are [count], owned and read-only.  A walker keeps its index; those of removed walkers
 * are reused. */
struct ff_crowd {
	size_t count;                /* slots */
	uint64_t step;               /* steps so far: the time is step * dt */
	struct ff_crowd_rules rules; /* in use: without defaults; a force of 0 is switched off */
	/* walkers in each state; FF_CROWD_STRANDED counts as walking, and is not in 'state' */
	size_t waiting, walking, arrived, lost;
	struct ff_walker
		*walkers;        /* as they came, except 'id', which is the crowd's, and 'guide' */
	uint8_t *state;          /* enum ff_crowd_state, or FF_CROWD_VACANT */
	double *x, *y;           /* current or last position, in cells */
	double *from_x, *from_y; /* position before the step; x,y if it entered in it */
	double *vx, *vy;         /* velocity in the last step, in cells per second */
	double *since;           /* seconds: when it entered, or will at the earliest */
	double *until;           /* seconds: when it arrived; INFINITY before */
	struct ff_crowd_work *work; /* private to crowd.c */
};

/* Returns the longest step, in seconds, in which no walker gets farther than its radius, nor than
 * half a cell. */
double ff_crowd_longest_dt(const struct ff_walkers *walkers);

/*
 * Makes an empty crowd, as ff_crowd_new(), but with the threads of a machine, or NULL, borrowed
 * until the crowd is freed.  FF_OK; FF_E_ARG if a rule is out of range; FF_E_NOMEM; then '*crowd'
 * is NULL.
 */
enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_crowd_rules *rules,
			     const struct ff_machine *machine);

/*
 * Adds walkers in order, and puts those on the map whose start has come.  In an empty crowd they
 * get indices 0 to count-1.
 *
 *   walkers  [count]  copied; each in an open cell of its guide's 'cost', its disc off the walls of
 *            'map'; it waits while others are in its way
 *   guides   [the largest walker->guide + 1]  borrowed until the crowd is freed
 *
 * FF_OK; FF_E_ARG if the rules' dt is too long for one of them; FF_E_NOMEM; then nothing has
 * changed.
 */
enum ff_status ff_crowd_enter(struct ff_crowd *crowd, const struct ff_walkers *walkers,
			      const struct ff_guide *guides);

/* Makes lost walkers wait again for where they start, since their guides have changed; those that
 * reach no goal from there are lost again.  As if each were sent to its own world. */
void ff_crowd_recall(struct ff_crowd *crowd);

/*
 * Finds two walkers with the same start whose discs overlap: '*found' is false if there are none;
 * else *a < *b are the first such pair.  All must be on the map.  FF_OK; or FF_E_NOMEM, and nothing
 * is set.
 */
enum ff_status ff_crowd_collides(const struct ff_walkers *walkers, bool *found, size_t *a,
				 size_t *b);

#endif
