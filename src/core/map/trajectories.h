/*
 * Trajectories: who stood where, and when.
 */
#ifndef FF_CORE_MAP_TRAJECTORIES_H
#define FF_CORE_MAP_TRAJECTORIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ff_trajectories_place {
	double x, y; /* in cells: 0,0 is the centre of the first cell */
};

/* One moment: all walkers that are on the map. */
struct ff_trajectories_moment {
	double time;                          /* seconds from the beginning */
	uint32_t *who;                        /* owned; [count]  which walkers, ascending */
	struct ff_trajectories_place *places; /* owned; [count] */
	size_t count;
};

/* All zero: none.  Freed with ff_trajectories_free(). */
struct ff_trajectories {
	struct ff_trajectories_moment *moments; /* owned; [count]  by time, equally far apart */
	size_t count, room;
	uint64_t bytes; /* what all of it takes */
};

/*
 * ff_trajectories_add() appends a moment with room for 'count' walkers, which the caller fills
 * in; NULL if memory ran out, and then nothing has changed.
 */
struct ff_trajectories_moment *ff_trajectories_add(struct ff_trajectories *all, double time,
						   size_t count);

void ff_trajectories_free(struct ff_trajectories *all);

#endif
