/*
 * Lines and dots of any width, with smooth edges.
 */
#ifndef FF_DRAW_STROKE_H
#define FF_DRAW_STROKE_H

#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"

enum {
	FF_STROKE_STEPS = 5,                   /* of how much of a pixel is covered: 0..4 */
	FF_STROKE_MIXES = FF_STROKE_STEPS - 2, /* colours between a ground and a stroke */
};

/* What a pixel becomes where so much of it is covered. */
struct ff_stroke {
	uint8_t over[FF_STROKE_STEPS][256];
};

/*
 * ff_stroke_mix() makes a stroke of a colour of the picture.
 *
 *   grounds  [count]  the colours that its edges are mixed with; on others they are rough
 *   next     the first colour that is free, moved on by count * FF_STROKE_MIXES
 */
void ff_stroke_mix(struct ff_stroke *stroke, struct ff_image *image, uint8_t colour,
		   const uint8_t *grounds, size_t count, int *next);

/*
 * ff_stroke_line() draws all that is within 'radius' pixels of the line between two points, where
 * 0,0 is the picture's top left corner; a dot where they are one.  What is off the picture is cut
 * off.
 */
void ff_stroke_line(struct ff_image *image, const double from[2], const double to[2], double radius,
		    const struct ff_stroke *stroke);

#endif
