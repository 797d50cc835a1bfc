/*
 * Evenly spaced streamlines of a flow field: where everybody goes, on maps whose cells are too
 * small for arrows.
 *
 * Names: ff_streamlines, ff_streamline.
 */
#ifndef FF_DRAW_STREAMLINES_H
#define FF_DRAW_STREAMLINES_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "draw/scene.h"
#include "draw/surface.h"

/* The length of an arrowhead, and the usual length of line from one to the next, in distances
 * between lines. */
#define FF_STREAMLINES_HEAD 0.4
#define FF_STREAMLINES_GAP  8.0

/* Points are in cells: cell x,y covers x..x+1, y..y+1. */

/* An arrowhead: its tip, on a line, and the unit vector that it points along, y down. */
struct ff_streamlines_head {
	double x, y, dx, dy;
};

/* A line: two points or more, downstream. */
struct ff_streamline {
	size_t first, count; /* points */
};

struct ff_streamlines {
	struct ff_streamline *lines;       /* owned; [count] */
	struct ff_point *points;           /* owned; [point_count]  line after line */
	struct ff_streamlines_head *heads; /* owned; [head_count]  line after line */
	size_t count, point_count, head_count;
};

/*
 * Finds streamlines of scene->flow about 'distance' (1..1e6) cells apart.
 *
 *   scene  read: flow, classes and, unless it is NULL, field
 *
 * A line runs through cells with a direction, and may end in the centre of a goal.  It touches no
 * other cell, passes no corner between two such, and keeps half a distance from every other line:
 * where ways join, one line goes on.  No value is larger than the one before along it.  Lines are
 * about two distances long or longer; short ones, from 0.8 distances on, are only where no other
 * is in sight.  A head is nowhere nearer to the ends of its line than half its length.
 *
 * The same scene and distance give the same lines, whatever the machine.  The caller owns what is
 * in '*out' and passes it to ff_streamlines_free().  FF_OK or FF_E_NOMEM; on failure '*out' is
 * empty.
 */
enum ff_status ff_streamlines_trace(const struct ff_scene *scene, double distance,
				    struct ff_streamlines *out);

/* Frees the lines and empties '*lines'. */
void ff_streamlines_free(struct ff_streamlines *lines);

#endif
