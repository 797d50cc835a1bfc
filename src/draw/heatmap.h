/*
 * Cells of a picture that show the cost to reach a goal.
 *
 * Names: ff_heatmap.
 */
#ifndef FF_DRAW_HEATMAP_H
#define FF_DRAW_HEATMAP_H

#include <stdbool.h>

#include "core/map/raster.h"
#include "draw/picture.h"

/* Levels of the style's colour map, by the cost to reach a goal. */
struct ff_heatmap {
	const struct ff_scene *scene; /* borrowed */
	struct ff_raster raster;      /* its field */
	double least,
		span; /* the value of the first colour, and the distance to that of the last */
	double whole; /* levels a unit, where cells and 'span' are whole numbers; or 0 */
};

/* Sets the cells of a picture to a heatmap, and begins its legend; 'pale': as what lies below the
 * flow. */
void ff_heatmap_open(struct ff_heatmap *map, struct ff_picture *picture, bool pale);

#endif
