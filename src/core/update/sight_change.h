/*
 * Line of sight on a map that changes: who may see another goal for it.
 */
#ifndef FF_CORE_UPDATE_SIGHT_CHANGE_H
#define FF_CORE_UPDATE_SIGHT_CHANGE_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/solve/sight.h"

/* A change of the map, and the cells that may see another goal for it. */
struct ff_sight_change {
	struct ff_sight_window *windows; /* owned; where the map changes */
	size_t window_count, window_room;
	uint32_t *cells; /* owned; [count]  each once */
	size_t count, room;
	int64_t gained; /* after the end: cells that see a goal now, less those that did before */
	size_t left;    /* steps that may still be taken */
};

/*
 * Returns true if a change of the map can be followed: all seeds are goals
 * whatever happens, and all that sees one has a value.  Else, and if seeds are others after the
 * change, ff_sight_nearest() must find all anew.
 */
bool ff_sight_change_follows(const struct ff_seeds *seeds, double limit);

/*
 * Takes from all cells that see their goal past a changed cell what they
 * see: before the map changes.  ff_sight_change_end() finds it for them, and who else sees one now:
 * after it has.  Then 'nearest' is what ff_sight_nearest() would give.
 *
 *   change  set by begin; the caller passes it to ff_sight_change_free(), also after a failure
 *   cells   [count]  those that come to cost something else; there may be others among them.
 *           Such as are one after the other and touch are looked past together
 *   most    how many steps both may take, of lines from cell to cell: ff_sight_change_most(),
 *           or SIZE_MAX
 *
 * In the cells that 'change' lists ff_sight_turn() may turn others than before, or to elsewhere:
 * there and where the field is another one, ff_descend_around() and then ff_sight_turn_around()
 * give the flow that ff_descend() and ff_sight_turn() would.
 *
 * Return FF_OK; FF_E_LIMIT if it would take more than 'most' steps, or FF_E_NOMEM: 'nearest' is
 * undefined then, and ff_sight_nearest() finds all anew.  No globals.
 */
enum ff_status ff_sight_change_begin(struct ff_sight_change *change, const struct ff_cost *cost,
				     const struct ff_seeds *seeds, const uint32_t *cells,
				     size_t count, size_t most, struct ff_labels *nearest);
enum ff_status ff_sight_change_end(struct ff_sight_change *change, const struct ff_cost *cost,
				   const struct ff_seeds *seeds, struct ff_labels *nearest);
void ff_sight_change_free(struct ff_sight_change *change);

/* Returns how many steps take no longer than a fifth of finding all anew and
 * turning all directions to it, even from a single goal. */
size_t ff_sight_change_most(int32_t w, int32_t h);

#endif
