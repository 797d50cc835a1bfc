/*
 * Counts of walkers cell by cell, for a crowd or a single walker; jams; and flow accumulation.
 *
 * Names: ff_jams, ff_accumulate.
 */
#ifndef FF_CORE_CROWD_TALLY_H
#define FF_CORE_CROWD_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/crowd/crowd.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/walkers.h"

/* The place that a walker has stayed near, and since when. */
struct ff_tally_anchor {
	double x, y, since;
};

/* The grids that are counted; the others are NULL.  Owned; freed with ff_tally_free(). */
struct ff_tally {
	int32_t w, h;
	/* Borrowed, set by the caller, for 'still' and 'moving' only: walkers' speed is divided by
	 * their cell's cost, in a map of that model; NULL: it is not. */
	const struct ff_cost *slow;
	const struct ff_model *model;
	uint32_t *visits; /* [w*h]  how many times a walker entered or started */
	double *seconds;  /* [w*h]  time spent there by all walkers */
	double *moving;   /* [w*h]  of the seconds, those after each walker's start from rest */
	double *length;   /* [w*h]  cells walked there by all walkers in these */
	double *still;    /* [w*h]  of the seconds, those in which a walker stood still: it got no
			     farther in a second or more than it walks in a tenth of that */
	double *first, *last; /* [w*h]  when a walker first stood still, and until when the last one
				 did; INFINITY: never */
	float *density; /* [w*h]  the largest number of walkers at a time in the 3 * 3 cells around,
			   divided by the number of open ones; 0 in walls */
	uint32_t *present;             /* [w*h]  walkers in the 3 * 3 cells around, now */
	uint8_t *open;                 /* [w*h]  open cells among the 3 * 3 around; 0: a wall */
	struct ff_tally_anchor *posts; /* [walkers]  for 'still'; NULL before ff_tally_begin() */
	bool *started; /* [walkers]  for 'moving': the start from rest is over; likewise */
};

enum ff_tally_grid { /* bits */
		     FF_TALLY_VISITS = 1,
		     FF_TALLY_SECONDS = 2,
		     FF_TALLY_SPEED = 4, /* length and moving */
		     FF_TALLY_STILL = 8, /* including first and last */
		     FF_TALLY_DENSITY = 16,
};

/* Makes the grids of a map: FF_OK or FF_E_NOMEM, and nothing is set. */
enum ff_status ff_tally_open(struct ff_tally *tally, const struct ff_cost *map, unsigned grids);
void ff_tally_free(struct ff_tally *tally);

/*
 * Counts the walkers on the map when a crowd is opened; ff_tally_step() counts what a step of 'dt'
 * seconds has changed, once after each ff_crowd_step().  Time, length and standing still count for
 * the cell where the step began; a visit for the cell where it ended.  A walker that entered in a
 * step counts as a visit only.  The start from rest is over when a walker first has nine tenths of
 * its top speed, or has had two seconds for it.  ff_tally_begin() returns
 * FF_OK or FF_E_NOMEM, and then nothing has been counted.
 */
enum ff_status ff_tally_begin(struct ff_tally *tally, const struct ff_crowd *crowd);
void ff_tally_step(struct ff_tally *tally, const struct ff_crowd *crowd, double dt);

/* Counts from now on with the map as it has become; nothing that was counted is lost. */
void ff_tally_change(struct ff_tally *tally, const struct ff_cost *map);

/* Counts the visits, seconds and length of a single walker: of each segment, the part in each cell
 * that it touches, at constant speed. */
void ff_tally_path(struct ff_tally *tally, const struct ff_path *path);

/* ---- jams: where walkers stand still ---- */

/* An 8-connected area of cells in each of which a walker stood still. */
struct ff_jam {
	int32_t x, y; /* the cell with the longest standing; the first of equals */
	uint64_t cells;
	double seconds;     /* time stood still there, by all walkers */
	double first, last; /* when the first one stood still, and until when the last one did */
};

/*
 * Lists the worst jams, the longest in all first; of equals the one whose first cell in reading
 * order comes first.
 *
 *   tally  with FF_TALLY_STILL
 *   least  seconds: cells with less standing belong to no jam
 *   jams   [room]  written
 *   count  set; jams in the list
 *   all    set; jams on the map
 *
 * FF_OK; FF_E_NOMEM, and '*count' and '*all' are not set.
 */
enum ff_status ff_jams_find(const struct ff_tally *tally, double least, struct ff_jam *jams,
			    size_t room, size_t *count, size_t *all);

/* ---- flow accumulation: how many ways lead through each cell ---- */

/*
 * Counts for each cell the paths through it along the directions, if one starts in each cell that
 * has a direction; its own counts, too.  Linear time.
 *
 *   flow    [w*h]  directions without cycles, as ff_descend() makes them
 *   visits  [w*h]  written: 1 or more, also where paths end; FF_LABELS_NONE where none passes.
 *           'count' is the largest of them + 1
 *
 * A byte per cell of memory.  FF_OK; FF_E_ARG if sizes differ, or the directions have a cycle
 * (visits are then undefined); FF_E_NOMEM.  No globals.
 */
enum ff_status ff_accumulate(const struct ff_flow *flow, struct ff_labels *visits);

/*
 * Counts likewise the walkers that pass each cell along the vectors of a guide.
 *
 *   visits  [w*h]  written; 0 where none passes
 *
 * Linear time, except for the way from root to root.  FF_OK or FF_E_NOMEM.  No globals.
 */
enum ff_status ff_accumulate_vectors(const struct ff_guide *guide, double *visits);

#endif
