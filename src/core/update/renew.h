/*
 * Renewal of a solved world after edits.  Field, directions and classes become those of the edited
 * map: repaired where the edits touch them, or solved afresh where that is faster.  Goals in sight
 * and allocation are freed.
 */
#ifndef FF_CORE_UPDATE_RENEW_H
#define FF_CORE_UPDATE_RENEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/solve/solve.h"
#include "core/update/update.h"

/* Figures of the last renewal. */
struct ff_renew_figures {
	size_t edited;  /* cells of the map whose cost has changed */
	size_t changed; /* cells whose value has changed; if rebuilt: only with 'counts' */
	size_t visited; /* cells visited, repetitions counted; if rebuilt: all */
	bool rebuilt;   /* field, directions and classes were solved afresh */
};

struct ff_renew_changes {
	struct ff_cost_change *items; /* owned; [count] */
	size_t count, room;
};

/* A world to renew: borrowed, and changed by nobody else meanwhile. */
struct ff_renew_world {
	struct ff_solve *solve; /* solved; its cost is 'closed' where that has cells, else 'map' */
	struct ff_cost *map;    /* as read */
	struct ff_cost *closed; /* ff_clearance_close() of it; cells NULL: not needed */
	double radius;          /* of walkers, in cells of the map */
	const struct ff_goals *goals; /* in cells of the map; goals in metres are ignored */
	bool counts;   /* count changed cells also if rebuilt, which keeps two fields */
	bool unsolved; /* 'solve' has no field: there are only edits, no ff_renew_begin() */
};

/* Filled by ff_renew_open(); callers read 'edits', 'reseed' and 'figures'. */
struct ff_renew {
	struct ff_renew_world world;
	size_t most;                      /* cells that any repair may visit */
	size_t patience;                  /* cells that the next one may visit */
	struct ff_cost last;              /* owned; the map before the edits */
	struct ff_renew_changes edits;    /* cells of the map, with their former costs */
	bool whole;                       /* there are more edits than are listed */
	struct ff_renew_changes closings; /* likewise, of the closed map */
	bool reseed;                      /* the edits may change the goals' seeds */
	bool afresh;                      /* solve everything afresh */
	struct ff_update *update;         /* owned; NULL: everything is always solved afresh */
	struct ff_field before;           /* its cells are owned; kept until it is compared */
	uint32_t *around; /* owned; [around_count]  cells whose directions are renewed */
	size_t around_count, around_room;
	enum {
		FF_RENEW_DONE,
		FF_RENEW_REPAIR,
		FF_RENEW_SOLVE,
		FF_RENEW_FLOW,
	} stage;
	size_t next; /* the first of 'around' whose directions are not renewed */
	struct ff_renew_figures figures;
};

/* Prepares for renewals: FF_OK or FF_E_NOMEM; whatever it returns, ff_renew_close() frees it. */
enum ff_status ff_renew_open(struct ff_renew *renew, const struct ff_renew_world *world);
void ff_renew_close(struct ff_renew *renew);

/*
 * A renewal is these calls, in this order:
 *
 *   ff_renew_set()     once for each edited cell: sets its cost
 *   ff_renew_gather()  after the edits: closes cells for wide walkers, and sets 'reseed'; 'goals':
 *                      goals were added or removed
 *   (the caller)       makes the goals' seeds anew if 'reseed', or for reasons of its own
 *   ff_renew_begin()   'before': the former seeds if they were made anew, else NULL
 *   ff_renew_step()    works on about 'budget' cells (>= 1) and sets '*done' with the last step,
 *                      which makes directions and classes; sight and the allocation are freed:
 *                      ff_solve_sight() and ff_solve_allocate() make them
 *
 * FF_OK; FF_E_NOMEM.  After a failure call only ff_renew_close(); the edits have been made, and the
 * field is undefined or missing.
 */
enum ff_status ff_renew_set(struct ff_renew *renew, size_t cell, uint32_t cost);
enum ff_status ff_renew_gather(struct ff_renew *renew, bool goals);
enum ff_status ff_renew_begin(struct ff_renew *renew, const struct ff_seeds *before, bool goals);
enum ff_status ff_renew_step(struct ff_renew *renew, size_t budget, bool *done);

#endif
