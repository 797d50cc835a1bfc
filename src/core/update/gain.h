/*
 * Gain: what it would change to open a wall, or to close a cell that many must pass.
 */
#ifndef FF_CORE_UPDATE_GAIN_H
#define FF_CORE_UPDATE_GAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/solve/solve.h"
#include "core/update/update.h"

enum { FF_GAIN_CELLS = 10000 }; /* walls that are tried, and cells to close, at most */

/* A change that is tried. */
struct ff_gain_trial {
	uint32_t cell;
	double rank; /* the larger the earlier */
	bool closes; /* else it opens a wall, which then costs as its cheapest neighbour */
};

/* All zero: nothing is under way. */
struct ff_gain {
	const struct ff_field *field; /* borrowed; the solution's */
	float (*gains)[2];            /* borrowed */
	struct ff_cost cost;          /* owned, as the rest; the map and the field that change */
	struct ff_field changed;
	struct ff_update *update;
	struct ff_gain_trial *trials; /* [count]  the best first */
	size_t count, next;
	double cells; /* that have a value */
};

/*
 * Lists what to try: the walls whose neighbours' values differ most, those beside unreached cells
 * first, and the cells that most others must pass.
 *
 *   solve   finished; integers, no flee map.  Borrowed, as the rest
 *   chokes  [w*h]  of ff_chokes_find()
 *   least   percent of cells that one to close must have
 *   gains   [w*h][2]  set: how much the mean cost of the cells that are reached before and after
 *           falls, in units of cost, and how many more cells are reached; both below 0 if it rises
 *           and if some are cut off.  INFINITY where nothing was tried
 *
 * ff_gain_step() makes a number of changes, >= 1, each of which is repaired exactly and taken back,
 * and sets '*done' with the last.  ff_gain_end() frees what is there.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_gain_begin(struct ff_gain *gain, const struct ff_solve *solve,
			     const float *chokes, float least, float (*gains)[2]);
enum ff_status ff_gain_step(struct ff_gain *gain, size_t budget, bool *done);
void ff_gain_end(struct ff_gain *gain);

#endif
