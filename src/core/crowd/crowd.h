/*
 * A crowd: many walkers at a time, which keep off walls and each other.  Its public functions are
 * those of flowfield.h; here is what the program needs beyond them: walkers that are known
 * beforehand and follow guides, and arrays to look into.
 */
#ifndef FF_CORE_CROWD_CROWD_H
#define FF_CORE_CROWD_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/walkers.h"

/* The state of a place in the arrays that a removed walker left: ff_crowd_state has no such one. */
enum { FF_CROWD_VACANT = 255 };

/*
 * All arrays are [count], owned, and for reading only.  A walker keeps its place in them; those
 * that were removed leave theirs to others.
 */
struct ff_crowd {
	size_t count;  /* places */
	uint64_t step; /* steps so far: the time is step * dt */
	/* walkers in each state; FF_CROWD_STRANDED counts as walking, and is not in 'state' */
	size_t waiting, walking, arrived, lost;
	struct ff_walker
		*walkers;        /* as they came, but for 'id', which is the crowd's, and 'guide' */
	uint8_t *state;          /* enum ff_crowd_state, or FF_CROWD_VACANT */
	double *x, *y;           /* where it is, or was last, in cells */
	double *from_x, *from_y; /* where it was before the step; x,y if it came in it */
	double *vx, *vy;         /* how it moved in the last step, in cells a second */
	double *since;           /* seconds: when it came, or will at the earliest */
	double *until;           /* seconds: when it arrived; before that INFINITY */
	struct ff_crowd_work *work; /* known to crowd.c only */
};

/*
 * Returns the longest step that is safe for walkers: in it none walks farther than its radius, nor
 * than half a cell.
 */
double ff_crowd_longest_dt(const struct ff_walkers *walkers);

/*
 * Makes an empty crowd, as ff_crowd_new(), but with the threads of a machine, or NULL, which
 * is borrowed until the crowd is freed.  FF_OK; FF_E_ARG if a rule is out of its range; FF_E_NOMEM;
 * then '*crowd' is NULL.
 */
enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_crowd_rules *rules,
			     const struct ff_machine *machine);

/*
 * Adds walkers, in their order, and puts those on the map whose start has come.  In an empty
 * crowd they get the places 0 to count-1.
 *
 *   walkers  [count]  copied; each in an open cell of its guide's 'cost', its disc off the walls of
 *            'map'; one that others are in the way of waits
 *   guides   [the largest walker->guide + 1]  borrowed until the crowd is freed
 *
 * FF_OK; FF_E_ARG if the rules' dt is too long for one of them; FF_E_NOMEM; then nothing has
 * changed.
 */
enum ff_status ff_crowd_enter(struct ff_crowd *crowd, const struct ff_walkers *walkers,
			      const struct ff_guide *guides);

/*
 * Finds two walkers with the same start whose discs overlap: '*found' is false if there are none;
 * else *a < *b are the first two.  All are on the map.  Returns FF_OK; or FF_E_NOMEM, and nothing
 * is set.
 */
enum ff_status ff_crowd_collides(const struct ff_walkers *walkers, bool *found, size_t *a,
				 size_t *b);

#endif
