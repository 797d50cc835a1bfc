/*
 * A measure: how much of something each cell has, on quiet ground.
 */
#ifndef FF_DRAW_DRAW_MEASURE_H
#define FF_DRAW_DRAW_MEASURE_H

#include <stdbool.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/raster.h"
#include "draw/style.h"

struct ff_draw_measure {
	/* Of the scene's size, one channel, values >= 0; cells without one are ground; borrowed */
	const struct ff_raster *raster;
	const char *title; /* of the legend, with the unit */
	bool ratios;       /* equal steps of colour are equal ratios of values; else differences */
	/* Small values are what is looked for, and 0 is one of them: they stand out; else large
	 * ones do, and cells of 0 are ground. */
	bool small;
};

/*
 * ff_draw_measure(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes, and
 * of 'what'.  The value that has the last colour is style->range, or the largest one; the first
 * colour has 0 or, of ratios, a round number no larger than the least value: but at least a
 * millionth of the last.
 */
enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_image *image,
			       const struct ff_machine *machine, struct ff_error *err);

#endif
