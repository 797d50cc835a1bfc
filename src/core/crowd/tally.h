/*
 * The traces of walkers on a map, cell by cell: of a crowd or a walker alone, the jams in that,
 * and how many ways lead through each cell.
 *
 * Names: ff_jams, ff_accumulate.
 */
#ifndef FF_CORE_CROWD_TALLY_H
#define FF_CORE_CROWD_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/crowd/crowd.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/walkers.h"

/* The place that a walker has been near, and since when. */
struct ff_tally_anchor {
	double x, y, since;
};

/* The grids that are counted; the others are NULL.  All are owned; freed with ff_tally_free(). */
struct ff_tally {
	int32_t w, h;
	/* Borrowed; NULL, or what slows walkers: their speed is divided by their cell's cost.  Set
	 * by the caller, for 'still' only. */
	const struct ff_cost *slow;
	uint32_t *visits;     /* [w*h]  how many times a walker came into it, or started */
	double *seconds;      /* [w*h]  how long walkers were there, in all */
	double *length;       /* [w*h]  how far they walked there, in cells */
	double *still;        /* [w*h]  of the seconds, those in which a walker stood still: for a
			       * second or more came no farther than a tenth of what it walks in one */
	double *first, *last; /* [w*h]  when a walker stood still there first, and until when last;
			       * INFINITY: never */
	float *density;       /* [w*h]  the most walkers at a time in the 3 * 3 cells around, for
			       * each of these that is open: walkers a cell; 0 in walls */
	uint32_t *present;    /* [w*h]  how many are in the 3 * 3 cells around just now */
	uint8_t *open;        /* [w*h]  how many of the 3 * 3 cells around are open; 0: a wall */
	struct ff_tally_anchor *posts; /* [walkers]  for 'still': NULL before ff_tally_begin() */
};

enum ff_tally_grid { /* bits */
		     FF_TALLY_VISITS = 1,
		     FF_TALLY_SECONDS = 2,
		     FF_TALLY_SPEED = 4, /* length and seconds */
		     FF_TALLY_STILL = 8, /* and first and last */
		     FF_TALLY_DENSITY = 16,
};

/* Makes the grids of a map: FF_OK or FF_E_NOMEM, and nothing is set. */
enum ff_status ff_tally_open(struct ff_tally *tally, const struct ff_cost *map, unsigned grids);
void ff_tally_free(struct ff_tally *tally);

/*
 * Counts those that are there when a crowd is open; ff_tally_step() what a step of 'dt' seconds has
 * changed: once after each ff_crowd_step().  The seconds and the length of a step, and its standing
 * still, count for the cell where it began; a visit for the cell where it ended.  Whoever came in a
 * step has made a visit, and nothing else.  ff_tally_begin() returns FF_OK or FF_E_NOMEM, and then
 * nothing has been counted.
 */
enum ff_status ff_tally_begin(struct ff_tally *tally, const struct ff_crowd *crowd);
void ff_tally_step(struct ff_tally *tally, const struct ff_crowd *crowd, double dt);

/*
 * Counts the visits, seconds and length of a walker alone: of each segment, the part that lies in
 * each cell that it touches, at a constant speed along it.
 */
void ff_tally_path(struct ff_tally *tally, const struct ff_path *path);

/* ---- jams: where walkers stand still ---- */

/* Cells that touch at a side or a corner, in each of which a walker stood still. */
struct ff_jam {
	int32_t x, y; /* the cell of it where they stood still longest; the first such one */
	uint64_t cells;
	double seconds;     /* how long they stood still there, in all */
	double first, last; /* when the first one stood still there, and until when the last one */
};

/*
 * Lists the worst ones, the longest in all first; of equal ones, the one whose first cell in
 * reading order comes first.
 *
 *   tally  with FF_TALLY_STILL
 *   least  seconds: cells where walkers stood still for less are no part of one
 *   jams   [room]  written
 *   count  set; how many there are in the list
 *   all    set; how many there are on the map
 *
 * Returns FF_OK; FF_E_NOMEM, and then *count and *all are not set.
 */
enum ff_status ff_jams_find(const struct ff_tally *tally, double least, struct ff_jam *jams,
			    size_t room, size_t *count, size_t *all);

/* ---- flow accumulation: how many ways lead through each cell ---- */

/*
 * Sets for each cell on how many of the paths along the directions it lies, if one starts in each
 * cell that has a direction: its own counts, too.  In linear time: a cell is passed on once all
 * that lead to it have been.
 *
 *   flow    [w*h]  directions that lead in no circle, as ff_descend() makes them
 *   visits  [w*h]  written: 1 or more, where paths end too; FF_LABELS_NONE where none
 *           comes.  'count' is the largest of them + 1
 *
 * Takes a byte a cell while it runs.  Returns FF_OK; FF_E_ARG if sizes differ, or the directions
 * lead in a circle (visits are then undefined); FF_E_NOMEM.  No globals.
 */
enum ff_status ff_accumulate(const struct ff_flow *flow, struct ff_labels *visits);

#endif
