/*
 * Where a map has room for arrows, and which ones go there: in each cell, or one
 * for a block of cells, by how large cells are drawn.
 */
#ifndef FF_DRAW_SPOTS_H
#define FF_DRAW_SPOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/scene.h"

enum {
	FF_SPOTS_SIDE_MAX = 7, /* cells of a block, a side, at the smallest scale with blocks */
	FF_SPOTS_ARROWS = 516, /* different arrows */
};

struct ff_spots_arrow; /* what spots.c knows of one */

struct ff_spots {
	int scale;                 /* pixels of a cell */
	int side;                  /* cells of a block, a side: 1..FF_SPOTS_SIDE_MAX */
	int size;                  /* pixels of an arrow's square: 1..FF_ARROW_SIZE_MAX */
	struct ff_spots_arrow *to; /* [FF_SPOTS_ARROWS]  owned, set as they are wanted */
	uint8_t *masks;            /* [FF_SPOTS_ARROWS * size*size]  owned, as well */
	/* [side*side]  a block's cells, from its middle outwards */
	int order[FF_SPOTS_SIDE_MAX * FF_SPOTS_SIDE_MAX];
};

/* An arrow in the middle of a cell. */
struct ff_spot {
	int32_t x, y;
	int number; /* which one: 0..FF_SPOTS_ARROWS-1 */
};

/* ff_spots_open() makes ready for cells of 'scale' pixels; false if memory ran out.
 * ff_spots_free() frees in either case. */
bool ff_spots_open(struct ff_spots *spots, int scale);
void ff_spots_free(struct ff_spots *spots);

/*
 * ff_spots_worth() tells whether arrows say more than a colour for each direction:
 * not where cells are pixels or there are very many, and not where most arrows would
 * not fit between the walls.
 */
bool ff_spots_worth(const struct ff_spots *spots, const struct ff_scene *scene);

/* ff_spots_each() calls 'put' for each arrow that fits, row by row. */
void ff_spots_each(const struct ff_spots *spots, const struct ff_scene *scene,
		   void (*put)(void *context, const struct ff_spot *spot), void *context);

/* Of an arrow that 'put' was called with: how much of each pixel it covers (ff_arrow_mask()),
 * and the unit vector that it points along, y down. */
const uint8_t *ff_spots_mask(const struct ff_spots *spots, int number);
void ff_spots_vector(const struct ff_spots *spots, int number, double *dx, double *dy);

#endif
