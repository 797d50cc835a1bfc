/*
 * Line of sight: visible cells, and the nearest goal in sight.
 */
#ifndef FF_CORE_SOLVE_SIGHT_H
#define FF_CORE_SOLVE_SIGHT_H

#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * Visibility, exactly.
 *
 * A cell sees a viewpoint if the segment between the two centres passes only through cells of one
 * cost, usually the viewpoint's own; where it passes through the corner of four cells, the two
 * beside it must be open, at any cost.
 */

/* A callback for every cell in sight, except the viewpoint. */
typedef void ff_sight_seen(void *context, int32_t x, int32_t y);

/* Returns the bytes of scratch memory for a map of that size. */
size_t ff_sight_scratch(int32_t w, int32_t h);

/*
 * Calls 'seen' for every cell that sees the open cell x,y through cells of cost 'own' (as
 * ff_cost_at() returns it; the cost of x,y itself does not matter) and is at most 'reach'
 * (INFINITY: any distance) away, nearer columns and rows first.  Time is about linear in what is
 * seen.
 *
 *   scratch  lent; >= ff_sight_scratch() bytes, aligned as malloc's
 */
void ff_sight_cast(const struct ff_cost *cost, int32_t x, int32_t y, uint32_t own, double reach,
		   void *scratch, ff_sight_seen *seen, void *context);

/* Cells x0..x1 of rows y0..y1, inside the map. */
struct ff_sight_window {
	int32_t x0, y0, x1, y1;
};

/* Adds cell x,y to the last of 'count' windows if it touches that, else as a new window; returns
 * the number of windows. */
size_t ff_sight_window_add(struct ff_sight_window *windows, size_t count, int32_t x, int32_t y);

/*
 * As ff_sight_cast(), but only for cells whose segment meets the window or its edge, and possibly
 * some others: all that a change in the window can bring into sight or hide.  Time is linear in the
 * steps of lines from cell to cell, which are subtracted from '*left'; returns false, with cells
 * missing, if that does not suffice.
 */
bool ff_sight_cast_through(const struct ff_cost *cost, int32_t x, int32_t y, uint32_t own,
			   double reach, const struct ff_sight_window *window, size_t *left,
			   void *scratch, ff_sight_seen *seen, void *context);

/*
 * Turns every reached cell first..end-1 that sees a goal straight towards it.
 *
 *   flow  [w*h]  with vectors; the direction becomes the step nearest to the straight line; where
 *         the corner rule forbids that, the step along its longer part
 */
void ff_sight_turn(const struct ff_cost *cost, enum ff_corners corners,
		   const struct ff_labels *nearest, struct ff_flow *flow, size_t first, size_t end);

/*
 * Finds for each cell the nearest seed in sight, in a straight line; ties go to the goal given
 * first, and of its cells to the first in reading order.
 *
 *   seeds   each cell once
 *   field   [w*h]  finished, of these seeds: cells without a value see nothing, and a seed whose
 *           value is below its start is no goal
 *   nearest [w*h]  written: the seed's index in the grid, or FF_LABELS_NONE; on a seed its own.
 *           'count' is not set
 *   steps   set: steps of lines from cell to cell; NULL: not counted.  Where the nearest goal is in
 *           sight, a cell takes about as many as its distance
 *
 * FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_sight_nearest(const struct ff_cost *cost, const struct ff_seeds *seeds,
				const struct ff_field *field, struct ff_labels *nearest,
				uint64_t *steps);

/*
 * Does the same in steps: ff_sight_step() works until '*budget', which it lowers, is 0 cells and
 * steps of lines, or a few more, and returns true once all is done.  What is passed to
 * ff_sight_open() is borrowed until ff_sight_close(), which allows NULL.
 *
 * FF_OK; FF_E_ARG and FF_E_NOMEM as above: '*out' is NULL then.
 */
struct ff_sight;

enum ff_status ff_sight_open(struct ff_sight **out, const struct ff_cost *cost,
			     const struct ff_seeds *seeds, const struct ff_field *field,
			     struct ff_labels *nearest);
bool ff_sight_step(struct ff_sight *search, size_t *budget);
void ff_sight_close(struct ff_sight *search);

#endif
