/*
 * Line of sight on a map that changes: cells whose nearest goal in sight may change.
 */
#ifndef FF_CORE_UPDATE_SIGHT_CHANGE_H
#define FF_CORE_UPDATE_SIGHT_CHANGE_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/solve/sight.h"

/* A change of the map, and the cells whose goal may change with it. */
struct ff_sight_change {
	struct ff_sight_window *windows; /* owned; the changed areas */
	size_t window_count, window_room;
	uint32_t *cells; /* owned; [count]  cells, each once */
	size_t count, room;
	int64_t gained; /* after the end: cells that now see a goal, minus those that did before */
	size_t left;    /* remaining budget of steps */
};

/*
 * Returns true if a change of the map can be followed: all seeds are always goals, and every cell
 * that sees one has a value.  Otherwise, and if the seeds change, ff_sight_nearest() must be called
 * again.
 */
bool ff_sight_change_follows(const struct ff_seeds *seeds, double limit);

/*
 * Begin, before the map changes, removes from 'nearest' all cells that see their goal past a
 * changed cell; end, after it has changed, finds goals for these and for other cells that see one
 * now.  Then 'nearest' is what ff_sight_nearest() would give.
 *
 *   change  set by begin; the caller passes it to ff_sight_change_free(), also after a failure
 *   cells   [count]  those whose cost changes; others are allowed.  Runs of adjacent cells count as
 *           one obstacle
 *   most    budget of steps of lines from cell to cell for both calls: ff_sight_change_most(), or
 *           SIZE_MAX
 *
 * The cells that 'change' lists may be turned otherwise by ff_sight_turn() than before: there and
 * where the field has changed, ff_descend_around() and then ff_sight_turn_around() give the flow of
 * ff_descend() and ff_sight_turn().
 *
 * FF_OK; FF_E_LIMIT if the budget is exceeded, or FF_E_NOMEM: 'nearest' is then undefined, and must
 * be made again by ff_sight_nearest().  No globals.
 */
enum ff_status ff_sight_change_begin(struct ff_sight_change *change, const struct ff_cost *cost,
				     const struct ff_seeds *seeds, const uint32_t *cells,
				     size_t count, size_t most, struct ff_labels *nearest);
enum ff_status ff_sight_change_end(struct ff_sight_change *change, const struct ff_cost *cost,
				   const struct ff_seeds *seeds, struct ff_labels *nearest);
void ff_sight_change_free(struct ff_sight_change *change);

/* Returns the budget that takes at most a fifth of the time of finding everything anew and turning
 * all directions, even from a single goal. */
size_t ff_sight_change_most(int32_t w, int32_t h);

#endif
