/*
 * Seeds: the cells where integration starts, from goals as they are given.
 *
 * Names: ff_nearest, ff_subdivide.
 */
#ifndef FF_CORE_SOLVE_SEEDS_H
#define FF_CORE_SOLVE_SEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"

/* A point, and the cell nearest to it. */
struct ff_nearest_point {
	double x, y;     /* 0,0 is the centre of the first cell; up to 0.5 outside the map */
	size_t which;    /* for the caller's use */
	bool found;      /* set; false: no cell is open */
	size_t cell;     /* set; its index; undefined if none was found */
	double distance; /* set; from the point to the cell's centre, in cells */
};

/*
 * Finds the open cell nearest to each point in a straight line; ties go to the first in reading
 * order.  Exact for points whose coordinates are multiples of 0.5.
 *
 *   points  [count]  keep their order
 *
 * Time is about linear in the cells between each point's column and the nearest open ones, counted
 * once for all points, plus the rows that are nearer to a point than its cell.  FF_OK or
 * FF_E_NOMEM.  No globals.
 */
enum ff_status ff_nearest_find(const struct ff_cost *cost, struct ff_nearest_point *points,
			       size_t count);

/* Splits each of the w*h bytes at 'cells' into four and returns the block of 2w * 2h; the caller
 * owns it and passes it to free().  NULL if memory ran out. */
uint8_t *ff_subdivide_cells(int32_t w, int32_t h, const uint8_t *cells);

/* Returns a goal in the coordinates of the split map. */
struct ff_goal ff_subdivide_goal(struct ff_goal goal);

/*
 * Lists the open cells of all goals, each once: a cell that several goals share is the seed of the
 * cheapest, of equals the one given first.  A place stands for the open ones of the cells nearest
 * to it: 40,12 for one, 40.5,12 for two, 40.5,12.5 for four.
 *
 *   goals  [>= 0]  any numbers; without goals there are no seeds
 *   map    the map as it was read; 'cost' may have closed some of its cells
 *   unit   of the field (struct ff_field)
 *   name   of the map, for messages; "": messages of the library, which name neither map nor option
 *   seeds  set, by start, then goal, then cell; the caller owns seeds->items and passes it to
 * free()
 *
 * FF_OK; FF_E_INPUT, with a message that names the goal, if one is not inside the map or has no
 * open cell; FF_E_NOMEM.  On failure nothing is set.  No globals.
 */
enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, double unit,
			     const char *name, struct ff_error *err);

/* Returns true if there is a seed, and all are open cells of the map. */
bool ff_seeds_are_open(const struct ff_seeds *seeds, const struct ff_cost *cost);

/*
 * Lists the goals on the map that have no open cell, with the nearest one to each
 * (ff_nearest_find()): to its place, its area's centre, or a level's first cell.
 *
 *   points  set; [*count]  'which' is the goal's number, ascending; the caller owns it and passes
 * it to free()
 *
 * FF_OK, or FF_E_NOMEM, and nothing is set.  No globals.
 */
enum ff_status ff_seeds_find_closed(const struct ff_goals *goals, const struct ff_cost *cost,
				    struct ff_nearest_point **points, size_t *count);

/* Turns a goal into a place on a cell; it keeps its start cost. */
void ff_seeds_move(struct ff_goal *goal, const struct ff_cost *cost, size_t cell);

/* Returns false if a place is outside a map of w x h cells, or an area partly. */
bool ff_seeds_is_inside(const struct ff_goal *goal, const struct ff_goals *goals, int32_t w,
			int32_t h);

/* Results of ff_seeds_edit(). */
struct ff_seeds_edited {
	bool any;        /* a goal was added or removed */
	size_t wrong;    /* the edit that was refused */
	const char *why; /* a message about it; NULL: none was refused */
};

/*
 * Adds and removes goals of a map of w x h cells in the order of the edits [count]; other edits
 * change nothing.  FF_EDITS_NOGOAL removes the goals inside its rectangle, walls included.
 *
 *   goals  all inside the map; the items are reallocated, and those that are left keep their order
 *
 * FF_OK; FF_E_INPUT, with 'wrong' and 'why', if a rectangle to remove holds no goal, or a part of
 * one; FF_E_NOMEM.  After a failure the goals are undefined.  n goals take time n log n, and each
 * rectangle to remove that of the goals in it and near its sides.
 */
enum ff_status ff_seeds_edit(struct ff_goals *goals, const struct ff_edit *edits, size_t count,
			     int32_t w, int32_t h, struct ff_seeds_edited *edited);

/* Prints a goal as in options: "40.5,12", "3,4,10,2+50", "level 7". */
enum { FF_SEEDS_NAME = 96 };
void ff_seeds_name(const struct ff_goal *goal, char name[FF_SEEDS_NAME]);

#endif
