/*
 * A look at the borders of sectors: which portals are there, and where the nodes stand in them.
 */
#ifndef FF_CORE_SECTORS_PORTALS_LOOK_H
#define FF_CORE_SECTORS_PORTALS_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/cost.h"
#include "core/map/portal_graph.h"

/* A node and the one across the border, which is the crossing before or after it in the list. */
struct ff_portals_crossing {
	uint32_t cell, sector, portal;
	uint32_t number; /* in the list as it was found */
};

/* What was found so far.  Lists are lent, with room for all that is found; or they are NULL, and it
 * is only counted. */
struct ff_portals_look {
	const struct ff_portal_graph *graph; /* sectors and model are looked at */
	const struct ff_cost *cost;
	struct ff_portal *portals;
	struct ff_portals_crossing *crossings;
	size_t portal_count, crossing_count;
};

/*
 * ff_portals_look_at() finds what is at the borders to the right of and below a sector, and at
 * the corner between them: what is there follows from the cells beside these, and from no others.
 */
void ff_portals_look_at(struct ff_portals_look *look, uint32_t sector);

/* ff_portals_look_clear() tells whether every cell of a sector costs 1; of the graph it takes
 * sectors and clear_cost. */
bool ff_portals_look_clear(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			   uint32_t sector);

#endif
