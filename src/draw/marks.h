/*
 * Layers that any picture of a map may have: what --with asks for, and the markers of goals.
 *
 * Names: ff_marks.
 */
#ifndef FF_DRAW_MARKS_H
#define FF_DRAW_MARKS_H

#include "draw/picture.h"

enum { FF_MARKS_NAMED = 12 }; /* goals; more have no coordinates */

/* Returns the radius of the marker of a goal, in pixels. */
double ff_marks_goal_radius(const struct ff_layout *layout);

/* Adds the layers that the style asks for, and those of every picture, unless the picture has
 * layers of its own there; and their items to the legend. */
void ff_marks_add(struct ff_picture *picture);

/* Adds the paths of the scene's walkers, which are known, with their starts. */
void ff_marks_add_paths(struct ff_picture *picture);

#endif
