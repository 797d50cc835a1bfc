/*
 * The graph of a map that has changed, from that of the map before: what an edit touches is worked
 * out again, and all else is kept.
 */
#ifndef FF_CORE_SECTORS_PORTALS_RENEW_H
#define FF_CORE_SECTORS_PORTALS_RENEW_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/portal_graph.h"

/* What an edit has done to a sector: a mask. */
enum {
	/* Fields of it are others now: ff_sector_cache_forget().  One of its cells has changed, or,
	 * with euclid, one beside it. */
	FF_PORTALS_RENEW_FIELDS = 1,
	/* What it costs to walk between its nodes was worked out again: one of its cells has
	 * changed, or it has other nodes. */
	FF_PORTALS_RENEW_COSTS = 2,
};

/* What was done; the rest is as it was. */
struct ff_portals_renewed {
	uint8_t *sectors; /* owned; [sectors of the graph]  of the masks above */
	size_t looked;    /* sectors whose borders were looked at: to the right, and below */
	size_t priced;    /* sectors whose costs were worked out */
};

/*
 * ff_portals_renew() makes the graph of a map that of the map as it is now: but for landmarks,
 * which are about the whole map, every number is what ff_portals_find() and ff_portals_price()
 * give.  The graph has no landmarks then, and is good without, but searches take longer, and of
 * routes that cost the same may find another one: who wants them calls ff_landmarks_find().
 *
 *   graph    has its costs; searches of it are to be closed before, and caches to forget the
 *            sectors that 'renewed' tells of
 *   cost     of the same size
 *   cells    [count]  all cells that cost another amount now, or are walls, or open; others may be
 *            among them, in any order
 *   renewed  NULL: not asked for; else set if FF_OK is returned: free() its sectors
 *
 * It looks at sectors with such a cell, and beside such a cell, and at no other; only for the least
 * cost that there is now it looks through the map, up to a cell that has it.  Where these sectors
 * have the portals and nodes that they had, and are as clear, costs are written where they were;
 * else the rest of the graph is copied, once.  (Where the map had ways too long for 32 bits, and
 * may have none any more, all is priced again.)  Returns FF_OK, or FF_E_NOMEM, and the graph is as
 * it was.
 */
enum ff_status ff_portals_renew(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const uint32_t *cells, size_t count,
				const struct ff_machine *machine,
				struct ff_portals_renewed *renewed);

#endif
