/*
 * Goals made easy to find.
 */
#ifndef FF_DRAW_MARKER_H
#define FF_DRAW_MARKER_H

#include "grid/image.h"
#include "grid/scene.h"

/*
 * ff_marker_goals() puts a ring of a colour around each place, and a frame
 * around each area, where cells are drawn too small to be found at a glance,
 * unless there are too many goals for that.  The goals of a mask have no mark.
 * In flee maps, whose goals are not drawn as cells, marks are always there, and black.
 */
void ff_marker_goals(struct ff_image *image, const struct ff_scene *scene, int scale,
		     uint8_t colour);

#endif
