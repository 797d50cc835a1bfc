/*
 * Room for wide walkers.
 */
#ifndef FF_SOLVE_CLEARANCE_H
#define FF_SOLVE_CLEARANCE_H

#include "base/status.h"
#include "grid/cost.h"

/*
 * ff_clearance_close() makes walls of all cells whose centre is closer than
 * 'radius' to the square of a wall cell; everything outside the map is wall.
 * Exact, in linear time.
 *
 *   map     [w*h]  read
 *   radius  >= 0, in cells; up to 0.5 closes nothing
 *   cost    [w*h]  written: the map with those cells closed.  May not be 'map'
 *
 * Returns FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM ('cost' is then
 * undefined).  No globals.
 */
enum ff_status ff_clearance_close(const struct ff_cost *map, double radius, struct ff_cost *cost);

#endif
