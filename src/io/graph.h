/*
 * Graphs of portals, in files of our own and as CSV.
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
 * How the file of a graph of portals begins: what it was made for, and of.  All numbers are
 * little-endian.
 *
 *    0  u8[8]  magic: 0xff "FFGRAPH"
 *    8  u32    FF_PORTAL_GRAPH_VERSION
 *   12  u8[4]  metric, step, corners and type of the costs, as their enums count
 *   16  u32    width of the map
 *   20  u32    height
 *   24  u32    size of the sectors
 *   28  u32    how many landmarks there are
 *   32  u64    digest of the map
 *   40  u64    digest of the nodes
 *   48  u64    how many costs there are
 *   56  u64    XXH3 of these 56 bytes
 *   64         the costs, as many as that, of 4 (u32) or 8 bytes (u64, f64);
 *              what is near landmarks and what is far, as f32[sectors][landmarks] each;
 *              u8[nodes][landmarks] that tell where between these two each node is;
 *              u8[nodes] that tell which are joined, if there are landmarks
 *  end  u64    XXH3 of all before it
 */

enum {
	FF_GRAPH_HEADER_MAGIC = 8,       /* bytes that tell such a file from others, */
	FF_GRAPH_HEADER_VERSION = 12,    /* with the version, which all versions have there, */
	FF_GRAPH_HEADER_SIZE = 64,       /* and all in all */
	FF_GRAPH_HEADER_SUM = 8,         /* bytes of a checksum */
	FF_GRAPH_HEADER_PIECE = 1 << 16, /* of costs that are well dealt with at once */
};

extern const uint8_t ff_graph_header_magic[FF_GRAPH_HEADER_MAGIC];

struct ff_graph_header {
	uint8_t metric, step, corners, type;
	uint32_t w, h, size, landmarks;
	uint64_t map, nodes, costs;
};

/* Returns the header of a graph; its costs may be unknown. */
struct ff_graph_header ff_graph_header_of(const struct ff_portal_graph *graph, uint64_t map);

/* The arrays behind it, in this order. */
enum ff_graph_header_part {
	FF_GRAPH_HEADER_COSTS,
	FF_GRAPH_HEADER_NEAR,
	FF_GRAPH_HEADER_FAR,
	FF_GRAPH_HEADER_BETWEEN,
	FF_GRAPH_HEADER_JOINED,
	FF_GRAPH_HEADER_PARTS,
};

struct ff_graph_header_array {
	size_t count, size; /* of numbers, and the bytes that each takes */
};

/* Returns how large a part is in a file with that header, for that graph. */
struct ff_graph_header_array ff_graph_header_array(const struct ff_graph_header *header,
						   const struct ff_portal_graph *graph,
						   enum ff_graph_header_part part);

/* Writes a header. */
void ff_graph_header_put(const struct ff_graph_header *header, uint8_t to[FF_GRAPH_HEADER_SIZE]);

/* Reads one of our magic and version; false if its checksum is wrong, or a number has no
 * meaning. */
bool ff_graph_header_get(const uint8_t from[FF_GRAPH_HEADER_SIZE], struct ff_graph_header *header);

/*
 * Makes of n numbers, of 1, 4 or 8 bytes each, those of the file, or back, in place: swaps their
 * bytes if the machine is not little-endian.
 */
void ff_graph_header_turn(void *numbers, size_t n, size_t size);

/*
 * Reads an input to its end.
 *
 *   in     not read from yet, or only so far that all is still held
 *   map    ff_digest_bytes() of the costs that the graph was found in
 *   graph  as ff_portals_find() leaves it; gets type, costs and landmarks
 *
 * Takes no more memory than those of that graph.  Returns FF_OK; FF_E_INPUT if it cannot be read,
 * is no such file, cut short, too long, damaged, of another version, map or options; FF_E_NOMEM.
 * On failure the graph is as it was.
 */
enum ff_status ff_graph_read(struct ff_input *in, uint64_t map, struct ff_portal_graph *graph,
			     struct ff_error *err);

/*
 * Writes a graph that has its costs: what it was made for and of (struct ff_graph_header), costs
 * and landmarks as they are held, but little-endian, and a checksum.  Portals, nodes and links are
 * not there: what has the map finds them as quickly.
 *
 *   map  ff_digest_bytes() of the costs that the graph was found in
 *
 * Equal graphs give equal bytes on any machine.  Returns as ff_output_write().
 */
enum ff_status ff_graph_write(struct ff_output *out, const struct ff_portal_graph *graph,
			      uint64_t map, struct ff_error *err);

/*
 * Writes a header line and then a line for each edge, LF, by the node that it leaves and then by
 * the one that it leads to, those within the sector first:
 *
 *   from,to,cost,kind,number,from_x,from_y,to_x,to_y
 *
 * 'from' and 'to' are nodes, counted from 0; 'cost' is what walking that way costs, in units of
 * cost as in ff_csv_write_table(); 'kind' is "sector", a way within the sector of that number, or
 * "border", a step through the portal of that number; then the cells of both nodes.  A node that no
 * edge leaves has a line of kind "node", with its sector, where all of 'to' is empty.
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
enum ff_status ff_graph_write_csv(struct ff_output *out, const struct ff_portal_graph *graph,
				  const struct ff_cost *cost, struct ff_error *err);

#endif
