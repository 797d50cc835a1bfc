/*
 * From a map to the graph of its portals.
 */
#ifndef FF_CORE_SECTORS_PORTALS_H
#define FF_CORE_SECTORS_PORTALS_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/portal_graph.h"

/*
 * ff_portals_find() cuts the map into sectors and finds the portals, nodes and links: all
 * but the costs, which stay NULL.  It looks at the cells along borders, and for clear sectors
 * at all.
 *
 *   size   FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX
 *   graph  set; free it with ff_portal_graph_free() if FF_OK is returned
 *
 * Equal maps and models give equal graphs on any machine: whoever changes which nodes there are
 * raises FF_PORTAL_GRAPH_VERSION.  There are never more links than cells.
 * Returns FF_OK, or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_portals_find(struct ff_portal_graph *graph, const struct ff_model *model,
			       const struct ff_cost *cost, int32_t size,
			       const struct ff_machine *machine);

/*
 * ff_portals_price() works out what it costs to walk between the nodes of each sector.
 *
 *   graph    as ff_portals_find() left it; gets type and costs
 *   cost     the same map
 *   machine  sectors are shared among its threads
 *
 * Returns FF_OK, or FF_E_NOMEM, and the graph has no costs.
 */
enum ff_status ff_portals_price(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_machine *machine);

/*
 * ff_portals_place() sets first_cost, which follows from model, clear and first_node.
 * ff_portals_price_some() does what ff_portals_price() does for some sectors, of which none is
 * there twice, of a graph that has its type and room for costs.
 *
 *   sectors  [count]  NULL: all, 'count' being how many there are
 *
 * Returns FF_OK; FF_E_LIMIT if the type is FF_FIELD_U32 and that is too small; FF_E_NOMEM.  On
 * failure the costs of these sectors are undefined.
 */
void ff_portals_place(struct ff_portal_graph *graph);
enum ff_status ff_portals_price_some(struct ff_portal_graph *graph, const struct ff_cost *cost,
				     const uint32_t *sectors, size_t count,
				     const struct ff_machine *machine);

#endif
