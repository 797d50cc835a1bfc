/*
 * Lines of equal cost, as pixels and as long paths.
 */
#ifndef FF_DRAW_CONTOUR_H
#define FF_DRAW_CONTOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "draw/svg.h"

/* A point of a line: on the way from the centre of cell x,y to that of the next cell, to the right
 * or below.  x and y are -1 beyond the map's left and top. */
struct ff_contour_point {
	int32_t x, y;
	bool down;
	double part; /* of that way: 0..1 */
};

/*
 * Calls 'put' for each piece of the lines where the field is
 * least + k * (most - least) / (lines + 1), k = 1..lines, in units of cost.  Two pieces that meet
 * between cells with values have the very same point there.  Lines may run into cells without a
 * value: draw those again.  ff_contour_some() is restricted to k = first..last.
 */
void ff_contour_each(const struct ff_field *field, double least, double most, int lines,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context);
void ff_contour_some(const struct ff_field *field, double least, double most, int lines, int first,
		     int last,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context);

/* Draws them over a picture whose cells are 'scale' pixels a side: black on bright and white on
 * dark colours. */
void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, double least,
		     double most, int lines);

/* The unit of paths: parts of a cell's side. */
enum { FF_CONTOUR_PARTS = 100 };

/*
 * Adds a path for each k that has any line, stroked in colour(context, k); 0,0 is the top left
 * corner of the first cell.  'lines' is at most FF_STYLE_CONTOURS_MAX.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_contour_paths(struct ff_svg *svg, const struct ff_field *field, double least,
				double most, int lines,
				struct ff_colour (*colour)(const void *context, int k),
				const void *context, struct ff_error *err);

#endif
