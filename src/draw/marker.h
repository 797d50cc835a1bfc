/*
 * Goals made easy to find.
 */
#ifndef FF_DRAW_MARKER_H
#define FF_DRAW_MARKER_H

#include "grid/goals.h"
#include "grid/image.h"

/*
 * ff_marker_goals() puts a ring of a colour around each goal where cells are drawn too
 * small to be found at a glance, unless there are too many goals for rings.
 */
void ff_marker_goals(struct ff_image *image, const struct ff_goals *goals, int scale,
		     uint8_t colour);

#endif
