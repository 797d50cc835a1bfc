/*
 * Routes over the graph of portals, from sources to the goal: A* (P. E. Hart, N. J. Nilsson and
 * B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968).
 */
#ifndef FF_CORE_SECTORS_ROUTE_H
#define FF_CORE_SECTORS_ROUTE_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/goals.h"
#include "core/map/portal_graph.h"
#include "core/map/routes.h"

/* What searches of a graph work with, one after the other. */
struct ff_route_search;

/*
 * ff_route_open() makes room for searches of a graph that has its costs; graph and cost must
 * outlive it; the machine's instructions are used, but not its threads, and it may be NULL.  The
 * caller passes the search to ff_route_close(), where NULL is allowed.  Returns FF_OK, or
 * FF_E_NOMEM and
 * '*out' is NULL.  One thread at a time may use a search; several may each use one of their own of
 * the same graph.
 */
enum ff_status ff_route_open(struct ff_route_search **out, const struct ff_portal_graph *graph,
			     const struct ff_cost *cost, const struct ff_machine *machine);
void ff_route_close(struct ff_route_search *search);

/*
 * ff_route_find() finds the cheapest route over the graph from each source, in their order;
 * one that comes upon a node of an earlier route follows that from there on.
 *
 *   seeds    [>= 1]  the goal's cells, as ff_integrate() takes them
 *   sources  [count]  open cells
 *   routes   set; free it with ff_routes_free() if FF_OK is returned.  'cost', 'least' and
 *            'computed' are not known yet
 *
 * Returns FF_OK, or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_route_find(struct ff_route_search *search, const struct ff_seeds *seeds,
			     const uint32_t *sources, size_t count, struct ff_routes *routes);

#endif
