/*
 * Graphs of portals: files of our own format, and CSV.
 */
#ifndef FF_IO_GRAPH_H
#define FF_IO_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/map.h"
#include "core/map/sectors.h"
#include "io/input.h"
#include "io/output.h"

/*
 * The header of a graph's file, and the data after it.  All numbers are little-endian.
 *
 *    0  u8[8]  magic: 0xff "FFGRAPH"
 *    8  u32    FF_PORTAL_GRAPH_VERSION
 *   12  u8[4]  metric, step, corners and type of the costs, as their enums count
 *   16  u32    width of the map
 *   20  u32    height
 *   24  u32    size of the sectors
 *   28  u32    number of landmarks
 *   32  u64    digest of the map
 *   40  u64    digest of the nodes
 *   48  u64    number of costs
 *   56  u64    XXH3 of these 56 bytes
 *   64         the costs, of 4 (u32) or 8 bytes (u64, f64) each;
 *              f32[sectors][landmarks], the least cost of a sector's nodes, and the greatest;
 *              u8[nodes][landmarks], the place of each node between these two;
 *              u8[nodes], 1 for joined nodes, if there are landmarks
 *  end  u64    XXH3 of all before it
 */

enum {
	FF_GRAPH_HEADER_MAGIC = 8,       /* bytes of the magic */
	FF_GRAPH_HEADER_VERSION = 12,    /* bytes of magic and version, the same in all versions */
	FF_GRAPH_HEADER_SIZE = 64,       /* bytes of the header */
	FF_GRAPH_HEADER_SUM = 8,         /* bytes of a checksum */
	FF_GRAPH_HEADER_PIECE = 1 << 16, /* bytes of data handled at a time */
};

extern const uint8_t ff_graph_header_magic[FF_GRAPH_HEADER_MAGIC];

struct ff_graph_header {
	uint8_t metric, step, corners, type;
	uint32_t w, h, size, landmarks;
	uint64_t map, nodes, costs;
};

/* Returns the header of a graph, whose costs may be unknown. */
struct ff_graph_header ff_graph_header_of(const struct ff_portal_graph *graph, uint64_t map);

/* The arrays after it, in this order. */
enum ff_graph_header_part {
	FF_GRAPH_HEADER_COSTS,
	FF_GRAPH_HEADER_NEAR,
	FF_GRAPH_HEADER_FAR,
	FF_GRAPH_HEADER_BETWEEN,
	FF_GRAPH_HEADER_JOINED,
	FF_GRAPH_HEADER_PARTS,
};

struct ff_graph_header_array {
	size_t count, size; /* numbers, and bytes per number */
};

/* Returns the size of a part in a file with a header, for a graph. */
struct ff_graph_header_array ff_graph_header_array(const struct ff_graph_header *header,
						   const struct ff_portal_graph *graph,
						   enum ff_graph_header_part part);

/* Writes a header. */
void ff_graph_header_put(const struct ff_graph_header *header, uint8_t to[FF_GRAPH_HEADER_SIZE]);

/* Reads a header with our magic and version; returns false if its checksum or a number is invalid.
 */
bool ff_graph_header_get(const uint8_t from[FF_GRAPH_HEADER_SIZE], struct ff_graph_header *header);

/*
 * Converts n numbers of 1, 4 or 8 bytes in place between the byte orders of the file and of the
 * machine.
 */
void ff_graph_header_turn(void *numbers, size_t n, size_t size);

/*
 * Reads an input to its end.
 *
 *   in     holds all bytes that were read
 *   map    ff_digest_bytes() of the costs that the graph was found in
 *   graph  as ff_portals_find() leaves it; gets type, costs and landmarks
 *
 * Takes no more memory than the costs and landmarks of that graph.  Returns FF_OK; FF_E_INPUT if it
 * cannot be read, is not a graph, truncated, too long, damaged, or of another version, map or
 * options; FF_E_NOMEM.  On failure the graph is unchanged.
 */
enum ff_status ff_graph_read(struct ff_input *in, uint64_t map, struct ff_portal_graph *graph,
			     struct ff_error *err);

/*
 * Writes a graph with its costs: the header, costs and landmarks, and a checksum.  Portals, nodes
 * and links are left out, since finding them in the map is as fast as reading them.
 *
 *   map  ff_digest_bytes() of the costs that the graph was found in
 *
 * Equal graphs give equal bytes on any machine.  Returns as ff_output_write().
 */
enum ff_status ff_graph_write(struct ff_output *out, const struct ff_portal_graph *graph,
			      uint64_t map, struct ff_error *err);

/*
 * Writes a header line and then a line for each edge, LF, ordered by the node that it leaves and
 * then by the one that it enters, edges within the sector first:
 *
 *   from,to,cost,kind,number,from_x,from_y,to_x,to_y
 *
 * 'from' and 'to' are nodes, counted from 0; 'cost' is in units of cost, as in
 * ff_csv_write_table(); 'kind' is "sector", a way within the sector of that number, or
 * "border", a step through the portal of that number; then the cells of both nodes.  A node that no
 * edge leaves has a line of kind "node", with its sector, where all of 'to' is empty.
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
