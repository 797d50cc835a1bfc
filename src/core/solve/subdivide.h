/*
 * Cells split in 2x2.
 */
#ifndef FF_CORE_SOLVE_SUBDIVIDE_H
#define FF_CORE_SOLVE_SUBDIVIDE_H

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/*
 * ff_subdivide_cells() makes four of each of the w*h bytes at 'cells'; the block
 * is 2w * 2h.  The caller owns it and passes it to free().  NULL if memory ran out.
 */
uint8_t *ff_subdivide_cells(int32_t w, int32_t h, const uint8_t *cells);

/* ff_subdivide_goal() is where a goal is in the map with split cells. */
struct ff_goal ff_subdivide_goal(struct ff_goal goal);

#endif
