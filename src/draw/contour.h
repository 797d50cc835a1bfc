/*
 * Lines of equal cost.
 */
#ifndef FF_DRAW_CONTOUR_H
#define FF_DRAW_CONTOUR_H

#include "grid/field.h"
#include "grid/image.h"

/*
 * ff_contour_draw() draws the lines where the field is
 * least + k * (most - least) / (lines + 1), k = 1..lines, in units of cost, over
 * a picture whose cells are 'scale' pixels a side, black on bright and white on
 * dark colours.  Lines may run into cells without a value: draw those again.
 */
void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, double least,
		     double most, int lines);

#endif
