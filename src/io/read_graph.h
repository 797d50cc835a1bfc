/*
 * The costs and landmarks of a graph of portals, from a file that ff_write_graph() wrote.
 */
#ifndef FF_IO_READ_GRAPH_H
#define FF_IO_READ_GRAPH_H

#include <stdint.h>

#include "core/map/sectors.h"
#include "io/input.h"

/*
 * ff_read_graph() reads an input to its end.
 *
 *   in     not read from yet, or only so far that all is still held
 *   map    ff_digest_bytes() of the costs that the graph was found in
 *   graph  as ff_portals_find() leaves it; gets type, costs and landmarks
 *
 * Takes no more memory than those of that graph.  Returns FF_OK; FF_E_INPUT if it cannot be
 * read, is no such file, cut short, too long, damaged, of another version, map or options;
 * FF_E_NOMEM.  On failure the graph is as it was.
 */
enum ff_status ff_read_graph(struct ff_input *in, uint64_t map, struct ff_portal_graph *graph,
			     struct ff_error *err);

#endif
