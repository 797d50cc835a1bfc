/*
 * Tables of graphs of portals.
 */
#ifndef FF_IO_GRAPH_H
#define FF_IO_GRAPH_H

#include "core/map/map.h"
#include "core/map/sectors.h"
#include "io/output.h"

/*
 * Writes a header line and then a line for each edge, LF, ordered by the node that it leaves and
 * then by the one that it enters, edges within the sector first:
 *
 *   from,to,cost,kind,number,from_x,from_y,to_x,to_y
 *
 * 'from' and 'to' are nodes, counted from 0; 'cost' is in units of cost, as in
 * ff_csv_write_table(); 'kind' is "sector", a way within the sector of that number, or
 * "border", a step through the portal of that number; then the cells of both nodes.
 *
 * One table of edges suits most programs: those for graphs take the two ends first and all else as
 * attributes, and a spreadsheet or awk has the cells in the same line.  Edges are directed, since
 * the costs there and back may differ.
 *
 *   graph  with its costs
 *   cost   the map that it was found in
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_graph_write_csv(struct ff_output *out, const struct ff_portal_graph *graph,
				  const struct ff_cost *cost, struct ff_error *err);

/*
 * Writes a header line and then a line for each portal, by number, LF:
 *
 *   number,direction,length,from_sector,from_column,from_row,from_x,from_y,from_last_x,from_last_y,
 *   from_nodes,from_node_cells,to_sector,...,to_node_cells,routes
 *
 * 'number' is that of a portal in the table of edges; 'direction' leads from the first window to
 * the second, 0..8 as in enum ff_direction; 'length' is the number of cells in each window.  Then,
 * for either window: its sector, and the sector's column and row; its first and its last cell; the
 * numbers of its nodes, with a blank between them, and their cells likewise, each as x:y.  'routes'
 * is the number of routes that cross the portal, in either direction.
 *
 *   routes  through that graph
 *
 * Returns as ff_output_write(), or FF_E_NOMEM.
 */
enum ff_status ff_graph_write_portals(struct ff_output *out, const struct ff_portal_graph *graph,
				      const struct ff_routes *routes, struct ff_error *err);

#endif
