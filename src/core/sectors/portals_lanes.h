/*
 * What it costs to walk between the nodes of a small sector, for several of them at a time: the
 * same numbers as fields of the sector have, sooner.
 */
#ifndef FF_CORE_SECTORS_PORTALS_LANES_H
#define FF_CORE_SECTORS_PORTALS_LANES_H

#include <stdbool.h>

#include "core/base/status.h"
#include "core/map/portal_graph.h"
#include "core/sectors/sector_map.h"

/* What one thread works with. */
struct ff_portals_lanes;

/* ff_portals_lanes_fit() tells whether the sectors are small enough; not with euclid. */
bool ff_portals_lanes_fit(const struct ff_portal_graph *graph);

/*
 * ff_portals_lanes_open() makes room for such sectors.  The caller passes it to
 * ff_portals_lanes_close(), where NULL is allowed.  FF_OK, or FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_portals_lanes_open(struct ff_portals_lanes **out,
				     const struct ff_portal_graph *graph);
void ff_portals_lanes_close(struct ff_portals_lanes *lanes);

/*
 * ff_portals_lanes_price() sets the costs of a sector in the graph, whose type is FF_FIELD_U32;
 * 'map' is that of the sector.  Sectors may be priced side by side.
 */
void ff_portals_lanes_price(struct ff_portals_lanes *lanes, struct ff_portal_graph *graph,
			    const struct ff_sector_map *map, uint32_t sector);

#endif
