/*
 * The strip below a picture that says what its colours mean.
 */
#ifndef FF_DRAW_LEGEND_H
#define FF_DRAW_LEGEND_H

#include <stddef.h>

#include "base/status.h"
#include "draw/style.h"
#include "grid/image.h"

struct ff_legend_swatch {
	uint8_t colour;
	const char *label;
};

/* What the fixed colours of a map mean: goal, unreached, wall and, last of all, closed. */
enum { FF_LEGEND_FIXED = 4 };
extern const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED];

struct ff_legend {
	const char *title; /* first of all; may be NULL */
	const struct ff_legend_swatch *swatches;
	size_t count;
	int levels;         /* the bar shows the palette's colours 0..levels-1; 0: no bar */
	int stride;         /* ... every stride-th of them */
	double first, last; /* the values at its ends */
	bool more;          /* the last colour stands for larger values, too */
};

/*
 * ff_legend_canvas() makes the picture of a map of w * h cells with room for
 * the legend where the style wants one.  What it takes is below the map (and,
 * where the legend was asked for and the map is too narrow for it, to the
 * right): the map's top left corner is the picture's.  Returns as ff_canvas_new().
 */
enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err);

/* ff_legend_draw() draws the legend, last of all: what ran over the map's edge goes. */
void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend);

/* ff_legend_goal() is what cells of class goal are called: in flee maps refuges. */
const char *ff_legend_goal(const struct ff_scene *scene);

/*
 * ff_legend_scene() sets swatches[0..count-1] to the fixed colours as they are
 * in a scene and returns 'count': that of closed cells, the last, only counts
 * where there are any.
 */
size_t ff_legend_scene(const struct ff_scene *scene,
		       struct ff_legend_swatch swatches[FF_LEGEND_FIXED]);

#endif
