/*
 * Lines of equal cost.
 */
#ifndef FF_DRAW_CONTOUR_H
#define FF_DRAW_CONTOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/image.h"

/* A point of a line: the centre of cell x,y, or what part of the way to the centre of the
 * next cell, to the right or below; x and y are -1 beyond the map's left and top. */
struct ff_contour_point {
	int32_t x, y;
	bool down;
	double part; /* 0..1 */
};

/*
 * ff_contour_each() calls 'put' for each piece of the lines where the field is
 * least + k * (most - least) / (lines + 1), k = 1..lines, in units of cost.  Both
 * pieces that meet between two cells with values have the very same point there.  Lines may run
 * into cells without a value: draw those again.  ff_contour_some() does so for k =
 * first..last.
 */
void ff_contour_each(const struct ff_field *field, double least, double most, int lines,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context);
void ff_contour_some(const struct ff_field *field, double least, double most, int lines, int first,
		     int last,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context);

/*
 * ff_contour_draw() draws them over a picture whose cells are 'scale' pixels a
 * side, black on bright and white on dark colours.
 */
void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, double least,
		     double most, int lines);

#endif
