/*
 * Following a guide: the direction of a walker anywhere on the map, and the whole path of a walker
 * alone.
 *
 * Names: ff_sample, ff_joint, ff_joints, ff_trace.
 */
#ifndef FF_CORE_CROWD_FOLLOW_H
#define FF_CORE_CROWD_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

/* ---- directions ---- */

/* A unit vector, y down; 0,0: none. */
struct ff_sample {
	double dx, dy;
};

/* Returns the column or row of the cell that contains a coordinate (|along| < 2^31 - 1): cells
 * include their left and upper sides. */
static inline int32_t ff_sample_cell(double along)
{
	int32_t cell = (int32_t)(along + 0.5);

	return cell - (along + 0.5 < cell);
}

/*
 * Returns the direction at x,y.  Where the guide has roots, that to the root of the cell that x,y
 * is in, if a step of 'step' cells (> 0, <= 1) along it is free (ff_sample_free()).  Else the
 * bilinear mean of the vectors of the four nearest cells, except those without a direction and
 * those that point away from the own cell's vector.  Instead it is the own cell's vector where a
 * step along the mean is not free or leaves the cell across a side that this vector does not point
 * to; and where a step along that is not free either, since x,y is not the cell's centre, its
 * longer component, or else its shorter one.
 *
 * 0,0 in cells without a direction, off the map, and where no step is free: only in cells whose
 * direction leads between two walls that touch at a corner (FF_CORNERS_CUT).  No globals.
 */
struct ff_sample ff_sample_way(const struct ff_guide *guide, double x, double y, double step);

/* Sets the place of a root: a cell's centre, or 'off' cells beside the corner of its one wall. */
void ff_sample_root(const struct ff_cost *cost, const struct ff_root *root, double off, double *x,
		    double *y);

/*
 * Returns true if the segment between two points at most a cell apart, the first in an open cell of
 * guide->cost, touches only open cells of it that are
 * not FF_NOT_YET, and of guide->map; where it passes exactly through a corner of four
 * cells, the corner rule decides.
 */
bool ff_sample_free(const struct ff_guide *guide, double from_x, double from_y, double to_x,
		    double to_y);

/* ---- paths ---- */

/* Distance of a path from the corners at which it turns, so that all of it is in open cells. */
static const double ff_trace_off = 1e-9;
static const double ff_trace_step = 1.0 / 8; /* in cells, of smooth paths */
static const double ff_trace_patience = 4;   /* cells within which a path must descend */

enum ff_trace_rule {
	FF_TRACE_SMOOTH, /* along ff_sample_way(), in short steps */
	FF_TRACE_CELLS,  /* from centre to centre, along the directions */
};

/* All on which the rest of a path depends at a place where it has just descended, and how the
 * points are joined that come next. */
struct ff_joint_state {
	const struct ff_guide *guide;
	double x, y;
	double from_x, from_y, dx, dy; /* the last segment: its start and direction */
	double length, cost, time;     /* the first part of it */
};

struct ff_joint {
	struct ff_joint_state state;
	size_t path;               /* index of the path that was there */
	size_t point;              /* index of its last point then */
	struct ff_path_point last; /* that point */
	uint64_t steps;            /* of the path, up to there */
	double speed;              /* of its walker */
};

/* Places of paths: a path that comes to one of them in the same state takes the rest of the path
 * that was there, which is the same bit by bit, except that sums are rounded in another order. */
struct ff_joints {
	const struct ff_path *paths; /* borrowed */
	struct ff_joint *slots;      /* owned; [room]  hash table; without a guide: free */
	size_t room, count;
};

/* ff_joints_open() makes a table for paths on a map of that many cells: FF_OK or FF_E_NOMEM.
 * ff_joints_add() adds the places of a path that was traced with the table, as far as there is
 * room. */
enum ff_status ff_joints_open(struct ff_joints *joints, size_t cells, const struct ff_path *paths);
void ff_joints_add(struct ff_joints *joints, struct ff_path *path);

/*
 * Follows a guide from a walker's start to the first cell of class goal.  It always ends there:
 * with rule "cells" each step leads to a lower value; a smooth path that has not descended for some
 * cells' length continues from centre to centre for a while.  Where the guide has roots, a smooth
 * path goes straight from one to the next.
 *
 *   walker        x,y in an open cell of guide->cost
 *   slow_by_cost  in a cell of cost c it walks at 1/c of its speed
 *   end           of the points only the last one is kept
 *   joints        NULL, or places of paths with the same rule, 'slow_by_cost' and 'end'; only read
 *   path          set; points on a straight line are one segment.  The cost of a path of cells is
 * the price of the model's steps; that of a smooth one the length in each cell times the cell's
 * cost.  The caller owns path->points and passes it to free()
 *
 * FF_OK, or FF_E_NOMEM and nothing is set.  No globals.
 */
enum ff_status ff_trace(const struct ff_guide *guide, enum ff_trace_rule rule,
			const struct ff_walker *walker, bool slow_by_cost, bool end,
			const struct ff_joints *joints, struct ff_path *path);

#endif
