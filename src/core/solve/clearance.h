/*
 * Room for wide walkers.
 */
#ifndef FF_CORE_SOLVE_CLEARANCE_H
#define FF_CORE_SOLVE_CLEARANCE_H

#include "core/base/status.h"
#include "core/map/map.h"

/*
 * Makes walls of all cells whose centre is closer than 'radius' to the square of a wall cell;
 * everything outside the map is wall.  Exact, in linear time.
 *
 *   map     [w*h]  read
 *   radius  >= 0, in cells; up to 0.5 closes nothing
 *   cost    [w*h]  written: the map with those cells closed.  May not be 'map'
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM ('cost' is then undefined).  No globals.
 */
enum ff_status ff_clearance_close(const struct ff_cost *map, double radius, struct ff_cost *cost);

/*
 * Finds out what ff_clearance_close() would make another now that the map has changed, without
 * writing it: it looks at what is about as near to a changed cell as the radius.  Besides it clears
 * a bit for each 64 cells of the map at most.
 *
 *   map      [w*h]  the changed one
 *   radius   as before
 *   cells    [count]  those of the map that now cost something else, in any order; there may be
 *            others among them
 *   cost     [w*h]  what ff_clearance_close() made of the map before the change
 *   changes  set; [*changed]  the cells of 'cost' that must cost something else, each once; the
 *            caller owns it and passes it to free(), where NULL is allowed
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_clearance_renew(const struct ff_cost *map, double radius, const uint32_t *cells,
				  size_t count, const struct ff_cost *cost,
				  struct ff_cost_change **changes, size_t *changed);

#endif
