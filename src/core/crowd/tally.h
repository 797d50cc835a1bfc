/*
 * What a crowd does to a map, cell by cell.
 */
#ifndef FF_CORE_CROWD_TALLY_H
#define FF_CORE_CROWD_TALLY_H

#include <stdint.h>

#include "core/base/status.h"
#include "core/crowd/crowd.h"
#include "core/map/map.h"
#include "core/map/walkers.h"

/* Where somebody has been near since when. */
struct ff_tally_post {
	double x, y, since;
};

/* What is counted; grids that nobody wants are NULL.  All are owned; freed with ff_tally_free(). */
struct ff_tally {
	int32_t w, h;
	/* Borrowed; NULL, or what slows walkers: their speed is divided by their cell's cost.  Set
	 * by the caller, for 'still' only. */
	const struct ff_cost *slow;
	uint32_t *visits;     /* [w*h]  how many times somebody came into it, or started */
	double *seconds;      /* [w*h]  how long walkers were there, in all */
	double *length;       /* [w*h]  how far they walked there, in cells */
	double *still;        /* [w*h]  of the seconds, those in which somebody stood still: for a
			       * second or more came no farther than a tenth of what he walks in one */
	double *first, *last; /* [w*h]  when somebody stood still there first, and until when last;
			       * INFINITY: never */
	float *density;       /* [w*h]  the most walkers at a time in the 3 * 3 cells around, for
			       * each of these that is open: walkers a cell; 0 in walls */
	uint32_t *present;    /* [w*h]  how many are in the 3 * 3 cells around just now */
	uint8_t *open;        /* [w*h]  how many of the 3 * 3 cells around are open; 0: a wall */
	struct ff_tally_post *posts; /* [walkers]  for 'still': NULL before ff_tally_begin() */
};

enum ff_tally_grid { /* bits */
		     FF_TALLY_VISITS = 1,
		     FF_TALLY_SECONDS = 2,
		     FF_TALLY_SPEED = 4, /* length and seconds */
		     FF_TALLY_STILL = 8, /* and first and last */
		     FF_TALLY_DENSITY = 16,
};

/* ff_tally_open() makes the grids of a map: FF_OK or FF_E_NOMEM, and nothing is set. */
enum ff_status ff_tally_open(struct ff_tally *tally, const struct ff_cost *map, unsigned grids);
void ff_tally_free(struct ff_tally *tally);

/*
 * ff_tally_begin() counts who is there when a crowd is open; ff_tally_step() what a step of 'dt'
 * seconds has changed: once after each ff_crowd_step().  The seconds and the length of a step, and
 * whether he stood still, count for the cell where it began; a visit for the cell where it ended.
 * Whoever came in a step has made a visit, and nothing else.  ff_tally_begin() returns FF_OK or
 * FF_E_NOMEM, and then nothing has been counted.
 */
enum ff_status ff_tally_begin(struct ff_tally *tally, const struct ff_crowd *crowd);
void ff_tally_step(struct ff_tally *tally, const struct ff_crowd *crowd, double dt);

/*
 * ff_tally_path() counts the visits, seconds and length of a walker alone: of each segment, the
 * part that lies in each cell that it touches, at a constant speed along it.
 */
void ff_tally_path(struct ff_tally *tally, const struct ff_path *path);

#endif
