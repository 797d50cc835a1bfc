/*
 * Steps from a cell to its neighbours, and the corner rule.
 */
#ifndef FF_CORE_MAP_NEIGHBOURS_H
#define FF_CORE_MAP_NEIGHBOURS_H

#include "core/map/cost.h"
#include "core/map/flow.h"
#include "core/map/model.h"

/* ff_neighbours_diagonal() tells whether a direction (not FF_NONE) is a diagonal. */
static inline bool ff_neighbours_diagonal(enum ff_direction direction)
{
	return direction % 2 != 0;
}

/*
 * ff_neighbours_permit() tells whether a walker at x,y may step in a direction
 * (not FF_NONE): the cell there is open and the corner rule has no objection.
 */
static inline bool ff_neighbours_permit(const struct ff_cost *cost, enum ff_corners corners,
					int32_t x, int32_t y, enum ff_direction direction)
{
	int64_t to_x = (int64_t)x + ff_flow_steps[direction].dx;
	int64_t to_y = (int64_t)y + ff_flow_steps[direction].dy;

	if (!ff_cost_open(cost, to_x, to_y))
		return false;
	if (!ff_neighbours_diagonal(direction) || corners == FF_CORNERS_CUT)
		return true;
	if (corners == FF_CORNERS_LENIENT)
		return ff_cost_open(cost, to_x, y) || ff_cost_open(cost, x, to_y);
	return ff_cost_open(cost, to_x, y) && ff_cost_open(cost, x, to_y);
}

/* ff_neighbours_index() is where the cell that a permitted step leads to stands in any grid. */
static inline size_t ff_neighbours_index(const struct ff_cost *cost, int32_t x, int32_t y,
					 enum ff_direction direction)
{
	return ff_cost_index(cost, x + ff_flow_steps[direction].dx,
			     y + ff_flow_steps[direction].dy);
}

/*
 * ff_neighbours_look() finds out which cells around x,y are open: open[dy+1][dx+1].
 * ff_neighbours_lead() then tells the same as ff_neighbours_permit(); it is for
 * loops that look at a cell once and in many directions, with 'metric' and 'corners' constant.
 */
static inline void ff_neighbours_look(const struct ff_cost *cost, int32_t x, int32_t y,
				      bool open[3][3])
{
	const uint8_t *cell = cost->cells + ff_cost_index(cost, x, y);

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			open[dy + 1][dx + 1] = (dy >= 0 || y > 0) && (dy <= 0 || y + 1 < cost->h) &&
					       (dx >= 0 || x > 0) && (dx <= 0 || x + 1 < cost->w) &&
					       cell[(ptrdiff_t)dy * cost->w + dx] != FF_COST_WALL;
}

static inline bool ff_neighbours_lead(bool open[3][3], enum ff_metric metric,
				      enum ff_corners corners, int dx, int dy)
{
	if (dx == 0 || dy == 0)
		return open[dy + 1][dx + 1];
	if (ff_model_metric[metric].diagonal == 0 || !open[dy + 1][dx + 1])
		return false;
	if (corners == FF_CORNERS_STRICT)
		return open[1][dx + 1] && open[dy + 1][1];
	return corners == FF_CORNERS_CUT || open[1][dx + 1] || open[dy + 1][1];
}

#endif
