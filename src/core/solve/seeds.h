/*
 * From goals as they are given to the cells at which integration starts.
 */
#ifndef FF_CORE_SOLVE_SEEDS_H
#define FF_CORE_SOLVE_SEEDS_H

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/solve/nearest.h"

/*
 * ff_seeds_make() lists the open cells of all goals, each once: a cell that several goals have is
 * the seed of the cheapest, of equals the one given first.  A place has those of the
 * cells nearest to it that are open: 40,12 one, 40.5,12 two, 40.5,12.5 four.
 *
 *   goals  [>= 1]  any numbers
 *   map    the map as it was read; 'cost' may have closed some more of its cells
 *   unit   of the field that they are for (struct ff_field)
 *   name   of the map, for messages
 *   seeds  set, by start, then goal, then cell; the caller owns seeds->items and passes it to
 * free()
 *
 * Returns FF_OK; FF_E_INPUT, and 'err' says which goal is where, if there is no
 * goal, or one is not inside the map or has no open cell; FF_E_NOMEM.  On
 * failure nothing is set.  No globals.
 */
enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, uint32_t unit,
			     const char *name, struct ff_error *err);

/* ff_seeds_are_open() tells whether all are cells of a map, and open, and there is one. */
bool ff_seeds_are_open(const struct ff_seeds *seeds, const struct ff_cost *cost);

/*
 * ff_seeds_find_closed() lists the goals on the map that have no open cell, and finds the nearest
 * one to each (ff_nearest_find()): from its place or its area's middle, of a level from its first
 * cell.
 *
 *   points  set; [*count]  'which' is the goal's number, in rising order; the caller owns it and
 *           passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM, and nothing is set.  No globals.
 */
enum ff_status ff_seeds_find_closed(const struct ff_goals *goals, const struct ff_cost *cost,
				    struct ff_nearest_point **points, size_t *count);

/* ff_seeds_move() makes a goal a place on a cell; it keeps its start cost. */
void ff_seeds_move(struct ff_goal *goal, const struct ff_cost *cost, size_t cell);

/* Cells of a map: a rectangle. */
struct ff_seeds_part {
	int32_t x, y, w, h; /* w and h >= 1 */
};

/*
 * ff_seeds_count() counts the cells of a goal on a map of w x h cells, walls too: '*all', and those
 * in a part of the map, '*inside'.  Of a goal that is not inside the map both are 0.
 */
void ff_seeds_count(const struct ff_goal *goal, const struct ff_goals *goals, int32_t w, int32_t h,
		    struct ff_seeds_part part, size_t *inside, size_t *all);

/* ff_seeds_name() prints a goal as options have it: "40.5,12", "3,4,10,2+50", "level 7". */
enum { FF_SEEDS_NAME = 96 };
void ff_seeds_name(const struct ff_goal *goal, char name[FF_SEEDS_NAME]);

#endif
