/*
 * Goals: where walkers go.
 */
#ifndef FF_CORE_MAP_GOALS_H
#define FF_CORE_MAP_GOALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flowfield.h"

enum { FF_GOALS_SIDE_MAX = 1 << 30 }; /* the largest w and h */
#define FF_GOALS_PLACE_MAX 1e18       /* the largest |x| and |y| */

/* A place, an area, or the pixels of one level of a mask. */
struct ff_goal {
	double x, y;   /* of a place, 0,0 being the centre of the first cell; of an area: its first
			  cell */
	int32_t w, h;  /* of an area, in cells; 1,1: a place */
	int64_t start; /* start cost: 0..FF_GOALS_START_MAX */
	uint8_t level; /* of the mask; 0: a place or an area */
	bool metres;   /* x and y are in metres (struct ff_georeference), not yet in cells */
};

struct ff_goals {
	struct ff_goal *items; /* [count]  in the order given; a cell may occur twice */
	size_t count;
	uint8_t *mask; /* [w*h]  NULL: no goal has a level */
};

/* A goal's cell, where integration starts. */
struct ff_seed {
	size_t cell;   /* index in any grid of the map */
	uint32_t goal; /* number of its goal */
	double start;  /* start cost in the field's units */
};

struct ff_seeds {
	struct ff_seed *items; /* [count]  ascending by start */
	size_t count;
};

#endif
