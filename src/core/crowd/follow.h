/*
 * Following a guide: the way of a walker that stands anywhere, not only in the middle of a cell,
 * and the whole path of one that walks alone.
 *
 * Names: ff_sample, ff_trace.
 */
#ifndef FF_CORE_CROWD_FOLLOW_H
#define FF_CORE_CROWD_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

/* ---- the way from a place ---- */

/* A unit vector, y down; 0,0: nowhere. */
struct ff_sample {
	double dx, dy;
};

/* Returns the column or row of the cell that a coordinate (|along| < 2^31 - 1) is in: cells begin
 * at their left and upper sides. */
static inline int32_t ff_sample_cell(double along)
{
	int32_t cell = (int32_t)(along + 0.5);

	return cell - (along + 0.5 < cell);
}

/*
 * Returns the way from x,y: the bilinear mean of the vectors of the four nearest cells, but those
 * without a direction and those that point away from the own cell's vector.  It is the own cell's
 * vector instead where a step of 'step' cells (> 0, <= 1) along the mean is not free, as
 * ff_sample_free() tells, or leaves the cell across a side that this vector does not point to; and
 * where a step along that is not free either, for x,y is not the cell's centre, the longer part of
 * it, or else the shorter one.
 *
 * 0,0 in cells without a direction, off the map, and where no step is free: only in cells whose
 * direction leads between two walls that touch at a corner (FF_CORNERS_CUT).  No globals.
 */
struct ff_sample ff_sample_way(const struct ff_guide *guide, double x, double y, double step);

/*
 * Returns true if the segment between two points at most a cell apart, the first in an open cell of
 * guide->cost, touches only open cells of that; where it passes exactly through a corner of four
 * cells, the corner rule decides.
 */
bool ff_sample_free(const struct ff_guide *guide, double from_x, double from_y, double to_x,
		    double to_y);

/* ---- paths ---- */

enum ff_trace_rule {
	FF_TRACE_SMOOTH, /* as ff_sample_way() leads, in short steps */
	FF_TRACE_CELLS,  /* from centre to centre, as the directions lead */
	FF_TRACE_RULES,
};

extern const char *const ff_trace_rules[FF_TRACE_RULES];

/*
 * Follows a guide from where a walker starts to the first cell of class goal.  It ends there,
 * whatever the field: of cells, each step leads to a lower value; of a smooth path that has come no
 * nearer for some cells' length, the next part goes from centre to centre.
 *
 *   walker        x,y in an open cell of guide->cost
 *   slow_by_cost  in a cell that costs c it walks at 1/c of its speed
 *   path          set; points on a straight line are one segment.  The cost of a path of cells is
 *                 what the model's steps cost; that of a smooth one the length in each cell times
 *                 what that costs.  The caller owns path->points and passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM and nothing is set.  No globals.
 */
enum ff_status ff_trace(const struct ff_guide *guide, enum ff_trace_rule rule,
			const struct ff_walker *walker, bool slow_by_cost, struct ff_path *path);

#endif
