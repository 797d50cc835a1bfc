/*
 * Jams: where walkers stand still.
 */
#ifndef FF_CORE_CROWD_JAMS_H
#define FF_CORE_CROWD_JAMS_H

#include <stddef.h>

#include "core/base/status.h"
#include "core/crowd/tally.h"

/* Cells that touch at a side or a corner, in each of which somebody stood still. */
struct ff_jam {
	int32_t x, y; /* the cell of it where they stood still longest; the first such one */
	uint64_t cells;
	double seconds;     /* how long they stood still there, in all */
	double first, last; /* when the first one stood still there, and until when the last one */
};

/*
 * ff_jams_find() lists the worst ones, the longest in all first; of equal ones, the one
 * whose first cell in reading order comes first.
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

#endif
