/*
 * A map to draw upon: open ground pale, and the darker the more it costs.
 */
#ifndef FF_DRAW_FLOOR_H
#define FF_DRAW_FLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"
#include "draw/legend.h"
#include "draw/scene.h"

/* The palette's first colours are the ground's, by what it costs; what lies on it has the rest. */
enum { FF_FLOOR_SHADES = 6 };

/* ff_floor_levels() sets which one of 'count' levels, 0 the cheapest, each cost of a map is;
 * ff_floor_ramp() the colours of so many levels. */
void ff_floor_levels(const struct ff_cost *cost, int count, uint8_t levels[256]);
void ff_floor_ramp(struct ff_colour *colours, int count, struct ff_colour from,
		   struct ff_colour to);

/* The scene is borrowed. */
struct ff_floor {
	const struct ff_scene *scene;
	uint8_t shades[256]; /* of each cost */
	bool seen[256];      /* which colours cells have */
};

/* ff_floor_set() looks at each cell once. */
void ff_floor_set(struct ff_floor *floor, const struct ff_scene *scene);

/* ff_floor_row() is for ff_canvas_cells(): its context is a floor. */
void ff_floor_row(const void *context, int32_t y, uint8_t *colours);

/* ff_floor_palette() sets the colours of cells: the shades, and walls darker than elsewhere. */
void ff_floor_palette(struct ff_image *image);

/* ff_floor_legend() lists what occurs, and returns how many that are; ff_floor_grounds() all
 * colours that cells may have. */
enum { FF_FLOOR_SWATCHES = 2 + FF_LEGEND_FIXED, FF_FLOOR_GROUNDS = FF_FLOOR_SHADES + 4 };
size_t ff_floor_legend(const struct ff_floor *floor,
		       struct ff_legend_swatch swatches[FF_FLOOR_SWATCHES]);
void ff_floor_grounds(uint8_t grounds[FF_FLOOR_GROUNDS]);

#endif
