/*
 * A map to draw upon: open ground pale, and the darker the more it costs.
 */
#ifndef FF_DRAW_BASE_H
#define FF_DRAW_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"
#include "draw/legend.h"
#include "draw/scene.h"

/* The palette's first colours are the ground's, by what it costs; what lies on it has the rest. */
enum { FF_BASE_SHADES = 6 };

/* ff_base_levels() sets which one of 'count' levels, 0 the cheapest, each cost of a map is;
 * ff_base_ramp() the colours of so many levels. */
void ff_base_levels(const struct ff_cost *cost, int count, uint8_t levels[256]);

/* The scene is borrowed. */
struct ff_base {
	const struct ff_scene *scene;
	uint8_t shades[256]; /* of each cost */
	bool seen[256];      /* which colours cells have */
};

/* ff_base_set() looks at each cell once. */
void ff_base_set(struct ff_base *floor, const struct ff_scene *scene);

/* ff_base_row() is for ff_canvas_cells(): its context is a floor. */
void ff_base_row(const void *context, int32_t y, uint8_t *colours);

/* ff_base_palette() sets the colours of cells: the shades, and walls darker than elsewhere. */
void ff_base_palette(struct ff_image *image);

/* ff_base_legend() lists what occurs, and returns how many that are; ff_base_grounds() all
 * colours that cells may have. */
enum { FF_BASE_SWATCHES = 2 + FF_LEGEND_FIXED, FF_BASE_GROUNDS = FF_BASE_SHADES + 4 };
size_t ff_base_legend(const struct ff_base *floor,
		      struct ff_legend_swatch swatches[FF_BASE_SWATCHES]);
void ff_base_grounds(uint8_t grounds[FF_BASE_GROUNDS]);

#endif
