/*
 * Coarser maps: each block of k by k cells becomes one cell.  Blocks at the right and the bottom
 * edge hold what is left of the map.
 *
 * Names: ff_coarsen.
 */
#ifndef FF_CORE_SOLVE_COARSEN_H
#define FF_CORE_SOLVE_COARSEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/* The blocks that become walls. */
enum ff_coarsen_rule {
	FF_COARSEN_ANY,   /* those with a wall */
	FF_COARSEN_MOST,  /* those of more walls than open cells */
	FF_COARSEN_ALL,   /* those of walls only */
	FF_COARSEN_COUNT, /* likewise; the others cost 1 and 1 more for each wall in them */
	FF_COARSEN_RULES,
};

extern const char *const ff_coarsen_rules[FF_COARSEN_RULES];

/* Returns the number of blocks along a side. */
static inline int32_t ff_coarsen_side(int32_t side, int32_t k)
{
	return side / k + (side % k > 0);
}

/*
 * Makes the coarse map.  Except with rule COUNT a block that is no wall costs the mean of its open
 * cells' costs, rounded to the nearest whole number, halves up.
 *
 *   k       >= 2
 *   unit    a cost of 1; with rule COUNT k*k of them must be a cost
 *   coarse  set; the caller owns its cells
 *
 * FF_OK; or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_coarsen_map(const struct ff_cost *map, int32_t k, enum ff_coarsen_rule rule,
			      double unit, struct ff_cost *coarse);

/*
 * Counts the open cells that a coarse map cuts off: a way leads from them, over open cells of the
 * map, to a larger open area of blocks than that of their own block.  Cells whose block is a wall
 * do not count.
 *
 *   corners  cells and blocks that meet at a corner are connected
 *   lost     set
 *
 * FF_OK; or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_coarsen_lost(const struct ff_cost *map, int32_t k, const struct ff_cost *coarse,
			       bool corners, uint64_t *lost);

/* Makes a map of w * h cells in which each cell is its block of a coarse map, in 'cells' alone:
 * returns these, which the caller owns; NULL if memory ran out. */
uint8_t *ff_coarsen_expand(const struct ff_cost *coarse, int32_t k, int32_t w, int32_t h);

/* Returns a goal in the coordinates of the coarse map: the blocks with a cell of it. */
struct ff_goal ff_coarsen_goal(struct ff_goal goal, int32_t k);

/* Makes the coarse form of a mask of w * h cells: a block has its lowest level, except 0.  Returns
 * its cells, which the caller owns; NULL if memory ran out. */
uint8_t *ff_coarsen_mask(int32_t w, int32_t h, const uint8_t *mask, int32_t k);

#endif
