/*
 * Fields on demand: the integration field in the sectors that routes go through, and nowhere else.
 */
#ifndef FF_CORE_SECTORS_CORRIDOR_H
#define FF_CORE_SECTORS_CORRIDOR_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/portal_graph.h"
#include "core/map/routes.h"
#include "core/sectors/sector_cache.h"

/*
 * Threads may fill different fields of one graph at once, each with a cache of its own.
 *
 * ff_corridor_fill() integrates the sectors on the routes, from the goal's outward: each once for
 * each neighbour that a route leaves it to, from the values in the neighbour's windows and the
 * price of the step across.  A cell of a sector with several exits has the least of its values.
 *
 *   seeds   those of the routes
 *   routes  gets 'computed' and each route's cost
 *   cache   what it holds is taken from there, and what is integrated put in
 *   field   [w*h]  of the model's unit; no cell has a value; those of the computed sectors get
 *           theirs
 *   machine whose instructions are used, but not its threads; or NULL
 *
 * With whole numbers the field has in no cell less than the plain one, and more by the detours of
 * the routes; a cell with a value has a neighbour from which it has it: following the field never
 * costs more than it says.  Returns FF_OK; FF_E_LIMIT if a value does not fit the field's type
 * (take FF_FIELD_U64); FF_E_NOMEM.  After a failure ff_corridor_clear() makes the field as it was.
 */
enum ff_status ff_corridor_fill(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_seeds *seeds, struct ff_routes *routes,
				struct ff_sector_cache *cache, struct ff_field *field,
				const struct ff_machine *machine);

/*
 * ff_corridor_widen() computes more sectors until the cost of every route is proved to be the
 * least that there is: those into which a neighbour, or a goal, brings a value with which some
 * source could still be reached for less than it has.  Sets each route's 'least'.
 *
 *   integrated  gets how many times a sector was integrated by itself
 *
 * Sectors that a source does not need may have values above the least.  With euclid the field
 * becomes the plain one up to the dearest source and a little more, or as a whole.  Returns as
 * ff_corridor_fill().
 */
enum ff_status ff_corridor_widen(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_seeds *seeds, struct ff_routes *routes,
				 struct ff_field *field, uint64_t *integrated,
				 const struct ff_machine *machine);

/* ff_corridor_clear() takes the values from the computed sectors, and sets 'computed' to 0. */
void ff_corridor_clear(const struct ff_portal_graph *graph, struct ff_routes *routes,
		       struct ff_field *field);

#endif
