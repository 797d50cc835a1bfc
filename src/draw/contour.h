/*
 * Lines of equal cost at round intervals, as geometry, and the places of their labels.
 *
 * Points are in map space: cell x,y covers x..x+1, y..y+1, and its centre is x+0.5, y+0.5.
 */
#ifndef FF_DRAW_CONTOUR_H
#define FF_DRAW_CONTOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "draw/surface.h"

/* Each fifth line is a main one: labelled, and drawn stronger. */
enum { FF_CONTOUR_MAIN = 5 };

/* Returns true if the line at k * interval is a main one. */
static inline bool ff_contour_is_main(int64_t k)
{
	return k % FF_CONTOUR_MAIN == 0;
}

/*
 * Returns the round interval (1, 2 or 5 times a power of ten) whose multiples between 'least' and
 * 'most', both excluded, number as near as possible to 'about' >= 2: at least one, and at most half
 * as many again.  Of two that are as near, the larger.  0 if most <= least; the least round number
 * if even that has no multiple in the range.
 */
double ff_contour_interval(double least, double most, int about);

/*
 * Calls put(context, k, k * interval, points, count, closed) for each connected line at a multiple
 * of 'interval' > 0 between 'least' and 'most', both excluded: fewer than 2^30 levels.
 *
 * A line closes, without repeating its first point, or ends where the map does or at the edge of a
 * cell without a value.  It never enters such a cell, and never passes between two that meet at a
 * corner.  count >= 2.  Points less than 'apart' cells from the one before are left out, unless
 * they are a line's last; 0 keeps all.  A peak that just reaches a level has no line.
 *
 * Lines come in the order in which they are completed from the top down, which is the same on every
 * machine; 'points' are valid during the call.  FF_OK or FF_E_NOMEM: some lines were put then.
 */
enum ff_status ff_contour_lines(const struct ff_field *field, double interval, double least,
				double most, double apart,
				void (*put)(void *context, int64_t k, double level,
					    const struct ff_point *points, size_t count,
					    bool closed),
				void *context);

struct ff_contour_label {
	double x, y;   /* its centre, a point of the line */
	double dx, dy; /* the way along the line there, of length 1, dx >= 0 */
	double w, h;   /* the size of the upright box around it, in cells */
	double level;
};

/* Labels, and what they must not cover.  Set the first three members; freed with
 * ff_contour_labels_free(). */
struct ff_contour_labels {
	double w, h;                    /* the map's size, in cells: labels lie inside */
	double gap;                     /* the least distance between two, in cells, >= 0 */
	struct ff_contour_label *items; /* owned; [count] */
	size_t count, room;
};

/*
 * Adds a label of 'w' x 'h' cells, turned along the line, to a line that is long enough: at the
 * point nearest to its middle, straight ones first, where no label that was added before is too
 * near, if there is one.  Returns false if memory ran out.
 */
bool ff_contour_labels_add(struct ff_contour_labels *labels, double level,
			   const struct ff_point *points, size_t count, double w, double h);

void ff_contour_labels_free(struct ff_contour_labels *labels);

#endif
