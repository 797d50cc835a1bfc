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

/* What the fixed colours of a map mean: goal, unreached and wall. */
enum { FF_LEGEND_FIXED = 3 };
extern const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED];

struct ff_legend {
	const char *title; /* first of all; may be NULL */
	const struct ff_legend_swatch *swatches;
	size_t count;
	int levels;           /* the bar shows the palette's colours 0..levels-1; 0: no bar */
	int stride;           /* ... every stride-th of them */
	uint32_t first, last; /* the values at its ends */
	bool more;            /* the last colour stands for larger values, too */
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

#endif
