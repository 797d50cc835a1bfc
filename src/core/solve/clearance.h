/*
 * Clearance: a map closed to wide walkers.
 */
#ifndef FF_CORE_SOLVE_CLEARANCE_H
#define FF_CORE_SOLVE_CLEARANCE_H

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * Closes all cells whose centre is nearer than 'radius' to the square of a wall cell; everything
 * outside the map is wall.  Exact, in linear time.
 *
 *   map     [w*h]  read
 *   radius  >= 0, in cells; up to 0.5 closes nothing
 *   cost    [w*h]  written: the map with those cells as walls.  May not be 'map'
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM ('cost' is then undefined).  No globals.
 */
enum ff_status ff_clearance_close(const struct ff_cost *map, double radius, struct ff_cost *cost);

/*
 * Measures the room around each cell: how far its centre is from the square of the nearest wall
 * cell, which is the largest radius that ff_clearance_close() leaves it open with; and how large
 * that radius may be along the way of most room from it to a seed.  Linear time, and a heap.
 *
 *   corners  ways lead between cells that only meet at a corner, too
 *   room     [w*h][2]  written: both, in cells; INFINITY on walls, and the second one also where no
 *            way leads to a seed
 *
 * FF_OK or FF_E_NOMEM ('room' is then undefined).  No globals.
 */
enum ff_status ff_clearance_measure(const struct ff_cost *map, const struct ff_seeds *seeds,
				    bool corners, float (*room)[2]);

/*
 * Lists what ff_clearance_close() would change in 'cost' after an edit, without writing it.  It
 * reads the cells about as near to a changed cell as the radius, and clears at most a bit per 64
 * cells of the map.
 *
 *   map      [w*h]  the edited map
 *   radius   as before
 *   cells    [count]  the cells of the map whose cost has changed, in any order; repeated and
 *            unchanged ones are allowed
 *   cost     [w*h]  the output of ff_clearance_close() before the edit
 *   changes  set; [*changed]  the cells of 'cost' to change, each once; the caller owns it and
 *            passes it to free(), where NULL is allowed
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_clearance_renew(const struct ff_cost *map, double radius, const uint32_t *cells,
				  size_t count, const struct ff_cost *cost,
				  struct ff_cost_change **changes, size_t *changed);

#endif
