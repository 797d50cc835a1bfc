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

/* Half the arrow's length, of the square that it is drawn in. */
#define FF_ARROW_REACH 0.40

/* What an arrow looks like, in parts of the square's side from the middle: from -REACH to
 * 'back' it is 2 * shaft wide, and from there to REACH a triangle, at first 2 * head wide. */
struct ff_arrow_shape {
	double back, head, shaft;
};

/* ff_arrow_shape() is that of an arrow in a square of 'size' pixels a side. */
struct ff_arrow_shape ff_arrow_shape(int size);

/*
 * ff_arrow_mask() draws an arrow that points along the unit vector dx,dy (y
 * down) in a square of 'size' (1..FF_ARROW_SIZE_MAX) pixels a side.  No globals.
 *
 *   mask  [size*size, row-major]  set to 0..FF_ARROW_COVERAGE-1
 */
void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask);

enum {
	FF_ARROW_LAYOUT_SIDE_MAX =
		7, /* cells of a block, a side, at the smallest scale with blocks */
	FF_ARROW_LAYOUT_ARROWS = 516, /* different arrows */
};

struct ff_arrow_layout_arrow; /* what spots.c knows of one */

struct ff_arrow_layout {
	int scale; /* pixels of a cell */
	int side;  /* cells of a block, a side: 1..FF_ARROW_LAYOUT_SIDE_MAX */
	int size;  /* pixels of an arrow's square: 1..FF_ARROW_SIZE_MAX */
	struct ff_arrow_layout_arrow
		*to;    /* [FF_ARROW_LAYOUT_ARROWS]  owned, set as they are wanted */
	uint8_t *masks; /* [FF_ARROW_LAYOUT_ARROWS * size*size]  owned, as well */
	/* [side*side]  a block's cells, from its middle outwards */
	int order[FF_ARROW_LAYOUT_SIDE_MAX * FF_ARROW_LAYOUT_SIDE_MAX];
};

/* An arrow in the middle of a cell. */
struct ff_arrow_place {
	int32_t x, y;
	int number; /* which one: 0..FF_ARROW_LAYOUT_ARROWS-1 */
};

/* ff_arrow_layout_open() makes ready for cells of 'scale' pixels; false if memory ran out.
 * ff_arrow_layout_free() frees in either case. */
bool ff_arrow_layout_open(struct ff_arrow_layout *spots, int scale);
void ff_arrow_layout_free(struct ff_arrow_layout *spots);

/*
 * ff_arrow_layout_worth() tells whether arrows say more than a colour for each direction:
 * not where cells are pixels or there are very many, and not where most arrows would
 * not fit between the walls.
 */
bool ff_arrow_layout_worth(const struct ff_arrow_layout *spots, const struct ff_scene *scene);

/* ff_arrow_layout_each() calls 'put' for each arrow that fits, row by row. */
void ff_arrow_layout_each(const struct ff_arrow_layout *spots, const struct ff_scene *scene,
			  void (*put)(void *context, const struct ff_arrow_place *spot),
			  void *context);

/* Of an arrow that 'put' was called with: how much of each pixel it covers (ff_arrow_mask()),
 * and the unit vector that it points along, y down. */
const uint8_t *ff_arrow_layout_mask(const struct ff_arrow_layout *spots, int number);
void ff_arrow_layout_vector(const struct ff_arrow_layout *spots, int number, double *dx,
			    double *dy);

#endif
