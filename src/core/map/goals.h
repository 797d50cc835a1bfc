/*
 * Goals: where walkers go.
 */
#ifndef FF_CORE_MAP_GOALS_H
#define FF_CORE_MAP_GOALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flowfield.h"

enum { FF_GOALS_SIDE_MAX = 1 << 30 }; /* of w and h */
#define FF_GOALS_PLACE_MAX 1e18       /* of x and y, below 0 too */

/* A place, an area, or the pixels of one level of a mask. */
struct ff_goal {
	double x, y;   /* a place, 0,0 is the centre of the first cell; of an area the first cell */
	int32_t w, h;  /* of an area, in cells; 1,1: a place */
	int64_t start; /* start cost: 0..FF_GOALS_START_MAX */
	uint8_t level; /* of the mask; 0: a place or an area */
	bool metres; /* x and y are metres in the world, and no cell yet (struct ff_georeference) */
};

struct ff_goals {
	struct ff_goal *items; /* [count]  in the order given; the same cell may stand twice */
	size_t count;
	uint8_t *mask; /* [w*h]  of the map's size; NULL: no goal has a level */
};

/* A cell of a goal. */
struct ff_seed {
	uint32_t cell; /* where it stands in any grid of the map */
	uint32_t goal; /* which one of the goals */
	double start;  /* start cost in a field's units */
};

struct ff_seeds {
	struct ff_seed *items; /* [count]  by start */
	size_t count;
};

#endif
