/*
 * Lines of equal cost as long paths, for vector pictures.
 */
#ifndef FF_DRAW_ISOLINES_H
#define FF_DRAW_ISOLINES_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "draw/svg.h"

/* Of a cell's side: what the numbers in the paths count. */
enum { FF_ISOLINES_PARTS = 100 };

/*
 * ff_isolines_put() adds the lines of ff_contour_each() to 'svg', a path for each k
 * that has any, stroked in colour(context, k); 0,0 is the top left corner of the
 * first cell.  There are up to FF_STYLE_CONTOURS_MAX.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_isolines_put(struct ff_svg *svg, const struct ff_field *field, double least,
			       double most, int lines,
			       struct ff_colour (*colour)(const void *context, int k),
			       const void *context, struct ff_error *err);

#endif
