/*
 * Traces: the path of somebody who follows a guide alone.
 */
#ifndef FF_CORE_CROWD_TRACE_H
#define FF_CORE_CROWD_TRACE_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

enum ff_trace_rule {
	FF_TRACE_SMOOTH, /* as ff_sample_way() leads, in short steps */
	FF_TRACE_CELLS,  /* from centre to centre, as the directions lead */
	FF_TRACE_RULES,
};

extern const char *const ff_trace_rules[FF_TRACE_RULES];

/* How many points all paths may have that share this; any number of threads may use it. */
struct ff_trace_limit {
	atomic_uint_fast64_t points; /* of paths so far, and of those that are being traced */
	uint64_t most;
};

/*
 * ff_trace() follows a guide from where a walker starts to the first cell of class goal.  It ends
 * there, whatever the field: of cells, each step leads to a lower value; of a smooth path that has
 * come no nearer for some cells' length, the next part goes from centre to centre.
 *
 *   walker        x,y in an open cell of guide->cost
 *   slow_by_cost  in a cell that costs c he walks at 1/c of his speed
 *   path          set; points on a straight line are one segment.  The cost of a path of cells is
 *                 what the model's steps cost; that of a smooth one the length in each cell times
 *                 what that costs.  The caller owns path->points and passes it to free()
 *
 *   limit         NULL: none
 *
 * Returns FF_OK; FF_E_LIMIT if all paths have more points than are allowed, which does not depend
 * on the order in which they are traced; FF_E_NOMEM; then nothing is set.  No globals.
 */
enum ff_status ff_trace(const struct ff_guide *guide, enum ff_trace_rule rule,
			const struct ff_walker *walker, bool slow_by_cost,
			struct ff_trace_limit *limit, struct ff_path *path);

#endif
