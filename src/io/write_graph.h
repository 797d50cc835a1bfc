/*
 * A graph of portals as a file, for those who ask the same map again.
 */
#ifndef FF_IO_WRITE_GRAPH_H
#define FF_IO_WRITE_GRAPH_H

#include <stdint.h>

#include "core/map/sectors.h"
#include "io/output.h"

/*
 * ff_write_graph() writes a graph that has its costs: what it was made for and of
 * (graph_header.h), costs and landmarks as they are held, but little-endian, and a checksum.
 * Portals, nodes and links are not there: whoever has the map finds them as quickly.
 *
 *   map  ff_digest_bytes() of the costs that the graph was found in
 *
 * Equal graphs give equal bytes on any machine.  Returns as ff_output_write().
 */
enum ff_status ff_write_graph(struct ff_output *out, const struct ff_portal_graph *graph,
			      uint64_t map, struct ff_error *err);

#endif
