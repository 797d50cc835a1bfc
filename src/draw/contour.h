/*
 * Lines of equal cost.
 */
#ifndef FF_DRAW_CONTOUR_H
#define FF_DRAW_CONTOUR_H

#include "grid/field.h"
#include "grid/image.h"

/*
 * ff_contour_draw() draws the lines where the field is k * most / (lines + 1),
 * k = 1..lines, over a picture whose cells are 'scale' pixels a side,
 * black on bright and white on dark colours.  Lines may
 * run into cells without a value: draw those again.
 */
void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, uint32_t most,
		     int lines);

#endif
