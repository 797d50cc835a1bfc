/*
 * Arrows, and where a map has room for them: one in each cell, or one for a block of cells, by how
 * large cells are drawn.
 *
 * Names: ff_arrow.
 */
#ifndef FF_DRAW_ARROW_LAYOUT_H
#define FF_DRAW_ARROW_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/scene.h"

enum {
	FF_ARROW_COVERAGE = 8, /* steps from no coverage to full: 0..7 */
	FF_ARROW_SIZE_MAX = 48,
};

/* Half an arrow's length, in sides of its square. */
#define FF_ARROW_REACH 0.40

/* An arrow's outline, in sides of its square from the middle: a shaft of half width 'shaft' from
 * -REACH to 'back', then a triangle up to REACH, of half width 'head' at first. */
struct ff_arrow_shape {
	double back, head, shaft;
};

/* Returns the outline of an arrow in a square of 'size' pixels a side. */
struct ff_arrow_shape ff_arrow_shape(int size);

/*
 * Draws an arrow along the unit vector dx,dy (y down) in a square of 'size' (1..FF_ARROW_SIZE_MAX)
 * pixels a side.
 *
 *   mask  [size*size, row-major]  set to the coverage: 0..FF_ARROW_COVERAGE-1
 */
void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask);

enum {
	FF_ARROW_LAYOUT_SIDE_MAX =
		7, /* cells of a block's side, at the smallest scale with blocks */
	FF_ARROW_LAYOUT_ARROWS = 516, /* different arrows */
};

struct ff_arrow_layout_arrow; /* private */

struct ff_arrow_layout {
	int scale;                        /* pixels of a cell */
	int side;                         /* cells of a block's side: 1..FF_ARROW_LAYOUT_SIDE_MAX */
	int size;                         /* pixels of an arrow's square: 1..FF_ARROW_SIZE_MAX */
	struct ff_arrow_layout_arrow *to; /* [FF_ARROW_LAYOUT_ARROWS]  owned, set on first use */
	uint8_t *masks; /* [FF_ARROW_LAYOUT_ARROWS * size*size]  owned, likewise */
	/* [side*side]  a block's cells, from its middle outwards */
	int order[FF_ARROW_LAYOUT_SIDE_MAX * FF_ARROW_LAYOUT_SIDE_MAX];
};

/* An arrow in the middle of a cell. */
struct ff_arrow_place {
	int32_t x, y;
	int number; /* of the arrow: 0..FF_ARROW_LAYOUT_ARROWS-1 */
};

/* Prepares a layout for cells of 'scale' pixels; false if memory ran out.  ff_arrow_layout_free()
 * frees in either case. */
bool ff_arrow_layout_open(struct ff_arrow_layout *layout, int scale);
void ff_arrow_layout_free(struct ff_arrow_layout *layout);

/*
 * Returns true if arrows show more than a colour for each direction: not where cells are pixels or
 * there are very many, and not where most arrows would not fit between the walls.
 */
bool ff_arrow_layout_worth(const struct ff_arrow_layout *layout, const struct ff_scene *scene);

/* Calls 'put' for each arrow that fits, row by row. */
void ff_arrow_layout_each(const struct ff_arrow_layout *layout, const struct ff_scene *scene,
			  void (*put)(void *context, const struct ff_arrow_place *place),
			  void *context);

/* Returns the mask of an arrow that 'put' was called with. */
const uint8_t *ff_arrow_layout_mask(const struct ff_arrow_layout *layout, int number);

/* Sets dx,dy to the unit vector of such an arrow, y down. */
void ff_arrow_layout_vector(const struct ff_arrow_layout *layout, int number, double *dx,
			    double *dy);

#endif
