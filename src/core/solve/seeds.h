/*
 * From goals as they are given to the cells at which integration starts.
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
	size_t which;    /* for the caller */
	bool found;      /* set; false: no cell is open */
	size_t cell;     /* set; where it stands in the grid; undefined if none was found */
	double distance; /* set; from the point to the cell's centre, in cells */
};

/*
 * Finds the open cell nearest to each point in a straight line; ties go to the first in reading
 * order.  Exact for points whose coordinates are multiples of 0.5.
 *
 *   points  [count]  their order does not change
 *   looks   set: cells looked at and distances compared; NULL: not counted
 *
 * Time is about linear in the cells that lie between a point's column and the nearest open ones,
 * each counted once whatever the number of points, and in the rows nearer to a point than its cell,
 * times the logarithm of the number of points in one column.  Returns FF_OK or FF_E_NOMEM.  No
 * globals.
 */
enum ff_status ff_nearest_find(const struct ff_cost *cost, struct ff_nearest_point *points,
			       size_t count, uint64_t *looks);

/* A point whose cell is in a small part of the map while a larger one is as near. */
struct ff_nearest_pocket {
	const struct ff_nearest_point *point; /* NULL: there is none */
	uint64_t cells, larger;               /* how many cells both parts have */
	size_t cell;                          /* of the larger part: the nearest to the point */
};

/*
 * Finds the first such point.  A part is small if another one has four times its cells or more, and
 * that one is as near if it is no more than a cell farther away; of several the largest is told.
 *
 *   diagonal  whether cells that meet at a corner only are connected
 *   points    [count]  as ff_nearest_find() has set them, all found
 *   pocket    set
 *
 * Time is that of ff_nearest_find(), and of each point with another part about as near linear in
 * its distance.  Memory is 5 bytes a cell, and up to 40 for each part.  Returns FF_OK or
 * FF_E_NOMEM.  No globals.
 */
enum ff_status ff_nearest_find_pocket(const struct ff_cost *cost, bool diagonal,
				      const struct ff_nearest_point *points, size_t count,
				      struct ff_nearest_pocket *pocket);

/*
 * Makes four of each of the w*h bytes at 'cells'; the block is 2w * 2h.  The caller owns it and
 * passes it to free().  NULL if memory ran out.
 */
uint8_t *ff_subdivide_cells(int32_t w, int32_t h, const uint8_t *cells);

/* Returns where a goal is in the map with split cells. */
struct ff_goal ff_subdivide_goal(struct ff_goal goal);

/*
 * Lists the open cells of all goals, each once: a cell that several goals have is the seed of the
 * cheapest, of equals the one given first.  A place has those of the cells nearest to it that are
 * open: 40,12 one, 40.5,12 two, 40.5,12.5 four.
 *
 *   goals  [>= 1]  any numbers
 *   map    the map as it was read; 'cost' may have closed some more of its cells
 *   unit   of the field that they are for (struct ff_field)
 *   name   of the map, for messages; "": those of the library, which name neither map nor option
 *   seeds  set, by start, then goal, then cell; the caller owns seeds->items and passes it to
 * free()
 *
 * Returns FF_OK; FF_E_INPUT, and 'err' says which goal is where, if there is no goal, or one is not
 * inside the map or has no open cell; FF_E_NOMEM.  On failure nothing is set.  No globals.
 */
enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, uint32_t unit,
			     const char *name, struct ff_error *err);

/* Returns true if all are cells of a map, and open, and there is one. */
bool ff_seeds_are_open(const struct ff_seeds *seeds, const struct ff_cost *cost);

/*
 * Lists the goals on the map that have no open cell, and finds the nearest one to each
 * (ff_nearest_find()): from its place or its area's middle, of a level from its first cell.
 *
 *   points  set; [*count]  'which' is the goal's number, in rising order; the caller owns it and
 *           passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM, and nothing is set.  No globals.
 */
enum ff_status ff_seeds_find_closed(const struct ff_goals *goals, const struct ff_cost *cost,
				    struct ff_nearest_point **points, size_t *count);

/* Makes a goal a place on a cell; it keeps its start cost. */
void ff_seeds_move(struct ff_goal *goal, const struct ff_cost *cost, size_t cell);

/* Cells of a map: a rectangle. */
struct ff_seeds_part {
	int32_t x, y, w, h; /* w and h >= 1 */
};

/*
 * Counts the cells of a goal on a map of w x h cells, walls too: '*all', and those in a part of the
 * map, '*inside'.  Of a goal that is not inside the map both are 0.
 */
void ff_seeds_count(const struct ff_goal *goal, const struct ff_goals *goals, int32_t w, int32_t h,
		    struct ff_seeds_part part, size_t *inside, size_t *all);

/* Prints a goal as options have it: "40.5,12", "3,4,10,2+50", "level 7". */
enum { FF_SEEDS_NAME = 96 };
void ff_seeds_name(const struct ff_goal *goal, char name[FF_SEEDS_NAME]);

#endif
