/*
 * Renewal: all that is worked out of a map, made what it would be on the edited one.  Field,
 * directions, classes, goals in sight and allocation are repaired where the edits touch them;
 * where that would take longer than solving afresh, they are solved afresh.
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
#include "core/update/sight_change.h"
#include "core/update/update.h"

/* Figures of the last renewal. */
struct ff_renew_figures {
	size_t edited;  /* cells of the map that cost something else now */
	size_t changed; /* cells with another value; where solved afresh: only with 'counts' */
	size_t visited; /* cells looked at, each time counted; where solved afresh: all */
	bool rebuilt;   /* field, directions and classes have been made afresh */
};

struct ff_renew_changes {
	struct ff_cost_change *items; /* owned; [count] */
	size_t count, room;
};

/* A world to renew: borrowed, and changed by renewals and by nobody else meanwhile. */
struct ff_renew_world {
	struct ff_solve *solve; /* solved; its cost is 'closed' where that has cells, else 'map' */
	struct ff_cost *map;    /* as it was read */
	struct ff_cost *closed; /* ff_clearance_close() of it; cells NULL: walkers are not wide */
	double radius;          /* of walkers, in cells of the map */
	const struct ff_goals *goals; /* where they are on the map; none counts that is in metres */
	bool counts; /* count changed cells also where solved afresh, which keeps two fields */
};

/* Filled by ff_renew_open(); a caller reads 'edits', 'reseed' and 'figures'. */
struct ff_renew {
	struct ff_renew_world world;
	size_t most;                      /* cells that a repair visits */
	uint8_t *last;                    /* owned; [w*h]  the map before the edits */
	struct ff_renew_changes edits;    /* cells of the map, and what they cost before */
	bool whole;                       /* there are more edits than are listed */
	struct ff_renew_changes closings; /* likewise, of the closed map */
	bool reseed;                      /* the goals' seeds may be others after the edits */
	bool afresh;                      /* all is to be solved afresh */
	struct ff_update *update;         /* owned; NULL: it is always solved afresh */
	struct ff_sight_change sight;
	struct ff_field before; /* its cells are owned; until it is compared */
	uint32_t *around;       /* owned; [around_count]  where directions are to be looked at */
	size_t around_count, around_room;
	enum {
		FF_RENEW_DONE,
		FF_RENEW_REPAIR,
		FF_RENEW_SOLVE,
	} stage;
	struct ff_renew_figures figures;
};

/* Prepares for renewals: FF_OK or FF_E_NOMEM; whatever it returns, ff_renew_close() frees what is
 * there. */
enum ff_status ff_renew_open(struct ff_renew *renew, const struct ff_renew_world *world);
void ff_renew_close(struct ff_renew *renew);

/*
 * A renewal is these, in this order:
 *
 *   ff_renew_set()     once for each cell that is edited: it costs 'cost' from now on
 *   ff_renew_gather()  after the edits: closes cells for wide walkers, and sets 'reseed'; 'goals'
 * tells that goals have come or gone (the caller)       makes the seeds of the goals anew if
 * 'reseed', or if it must for other reasons ff_renew_begin()   'before' are the seeds of before, if
 * they have been made anew, else NULL; 'renumbered': goals that are still there have other numbers
 *   ff_renew_step()    works at about 'budget' cells (>= 1) and sets '*done' with the last step, in
 *                      which directions and classes are made, and labels that were there, except
 *                      'nearest' where it is freed: ff_solve_sight() makes that, if it is wanted
 *
 * Return FF_OK; FF_E_NOMEM.  After a failure it is only good for ff_renew_close(), the edits have
 * been made, and the field is undefined or not there.
 */
enum ff_status ff_renew_set(struct ff_renew *renew, size_t cell, uint8_t cost);
enum ff_status ff_renew_gather(struct ff_renew *renew, bool goals);
enum ff_status ff_renew_begin(struct ff_renew *renew, const struct ff_seeds *before, bool goals,
			      bool renumbered);
enum ff_status ff_renew_step(struct ff_renew *renew, size_t budget, bool *done);

#endif
