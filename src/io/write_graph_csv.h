/*
 * A graph of portals as lines of text: one for each step or way that a walker has.
 */
#ifndef FF_IO_WRITE_GRAPH_CSV_H
#define FF_IO_WRITE_GRAPH_CSV_H

#include "core/map/map.h"
#include "core/map/sectors.h"
#include "io/output.h"

/*
 * ff_write_graph_csv() writes a header line and then a line for each edge, LF, by the node that
 * it leaves and then by the one that it leads to, those within the sector first:
 *
 *   from,to,cost,kind,number,from_x,from_y,to_x,to_y
 *
 * 'from' and 'to' are nodes, counted from 0; 'cost' is what walking that way costs, in units of
 * cost as in ff_write_csv(); 'kind' is "sector", a way within the sector of that number, or
 * "border", a step through the portal of that number; then the cells of both nodes.  A node that
 * no edge leaves has a line of kind "node", with its sector, where all of 'to' is empty.
 *
 * One table of edges, for that is what most programs take: those for graphs want the two ends
 * first, and treat all else as attributes; a spreadsheet or awk finds the cells in the same line
 * and need not look nodes up in a second file.  Edges have directions, for there and back may
 * differ in cost.
 *
 *   graph  with its costs
 *   cost   the map that it was found in
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_write_graph_csv(struct ff_output *out, const struct ff_portal_graph *graph,
				  const struct ff_cost *cost, struct ff_error *err);

#endif
