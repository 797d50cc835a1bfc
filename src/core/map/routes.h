/*
 * Routes: how the sources of a request come to a goal through the portals, and which sectors
 * have been computed for them.
 */
#ifndef FF_CORE_MAP_ROUTES_H
#define FF_CORE_MAP_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All costs are in the model's units; FF_FIELD_NONEF: there is none, or it is not known. */
struct ff_route {
	uint32_t source; /* a cell */
	bool reached;    /* else no goal can be reached, and there are no nodes */
	double planned;  /* what the route costs over its nodes, to the goal and with its start */
	double cost;     /* the field's at the source: what following it costs at most */
	double least;    /* what the cheapest of all ways costs */
	uint32_t *nodes; /* owned; [node_count]  of the graph, from the source on: none where it
			  * is in the goal's sector and the way does not leave that */
	size_t node_count;
	size_t merged;     /* how many of the nodes, the last ones, are those of an earlier route */
	uint32_t goal;     /* the cell where it ends; of merged routes too */
	uint64_t expanded; /* nodes that the search took up */
};

/* Freed with ff_routes_free(). */
struct ff_routes {
	struct ff_route *items; /* [count]  in the order of the sources */
	size_t count;
	uint8_t *computed; /* [sectors]  1: its cells have values */
};

void ff_routes_free(struct ff_routes *routes);

#endif
