/*
 * Goals, and what was edited, made easy to find.
 */
#ifndef FF_DRAW_MARKER_H
#define FF_DRAW_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"
#include "draw/scene.h"

/* A mark: six layers of one pixel, from its inside outwards, seen on any background. */
enum { FF_MARKER_LAYERS = 6 };

/* Its innermost layer; each further one is a pixel farther out. */
struct ff_marker {
	bool ring;
	int64_t x, y; /* pixels: the ring's middle, or the frame's top left corner */
	int radius;   /* of a ring */
	int64_t w, h; /* of a frame */
};

/* ff_marker_layer() is the colour of layer 0..FF_MARKER_LAYERS-1 of marks of a colour. */
uint8_t ff_marker_layer(int layer, uint8_t colour);

/* ff_marker_each() calls 'put' for each mark that ff_marker_goals() draws, with its colour. */
void ff_marker_each(const struct ff_scene *scene, int scale, uint8_t colour,
		    void (*put)(void *context, const struct ff_marker *marker, uint8_t colour),
		    void *context);

/*
 * ff_marker_goals() puts a ring of a colour around each place, and a frame
 * around each area, where cells are drawn too small to be found at a glance,
 * unless there are too many goals for that.  The goals of a mask have no mark.
 * In flee maps, whose goals are not drawn as cells, marks are always there, and black.
 */
void ff_marker_goals(struct ff_image *image, const struct ff_scene *scene, int scale,
		     uint8_t colour);

/* More edits have no marks: they would hide the map. */
enum { FF_MARKER_EDITS = 300 };

/*
 * ff_marker_edits() draws a line, which is seen on any background, around all that is in one of
 * 'items' [count], rectangles in cells; none if they are more than FF_MARKER_EDITS.
 */
void ff_marker_edits(struct ff_image *image, int scale, const struct ff_image_part *items,
		     size_t count);

#endif
