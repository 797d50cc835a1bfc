/*
 * Landmarks of a portal graph: what walking costs at least, known from what it costs to walk to
 * a few cells far apart.
 *
 * A. V. Goldberg and C. Harrelson, "Computing the shortest path: A* search meets graph theory",
 * 2005: nobody who walks from a to b to the landmark is there sooner than from a directly, so
 * that a is as far from b, at least, as it is farther from the landmark.
 */
#ifndef FF_CORE_SECTORS_LANDMARKS_H
#define FF_CORE_SECTORS_LANDMARKS_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/portal_graph.h"

/*
 * ff_landmarks_find() chooses landmarks and sets what the graph knows of them; with euclid,
 * whose fields do not add up like that, and without nodes there are none; else
 * FF_PORTAL_GRAPH_LANDMARKS.  It integrates the whole map for each.
 *
 *   graph  as ff_portals_find() left it; costs are not looked at
 *   cost   the same map
 *
 * Returns FF_OK, or FF_E_NOMEM, and the graph has no landmarks.
 */
enum ff_status ff_landmarks_find(struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_machine *machine);

/* ff_landmarks_forget() makes it a graph without landmarks. */
void ff_landmarks_forget(struct ff_portal_graph *graph);

#endif
