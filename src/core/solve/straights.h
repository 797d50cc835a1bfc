/*
 * Straight lines from seeds: the exact lengths with which fast marching begins.
 */
#ifndef FF_CORE_SOLVE_STRAIGHTS_H
#define FF_CORE_SOLVE_STRAIGHTS_H

#include <math.h>

#include "core/map/goals.h"
#include "core/map/map.h"

/* How grids are in memory: in bands, each column by column, the last one filled up.  Bands of
 * one row are a grid like any other. */
struct ff_straights_layout {
	size_t low;  /* rows in a band, less 1: the bits of a place that are the row */
	size_t band; /* cells in a band */
	size_t w;    /* of the map */
};

/* ff_straights_place() is where a cell of the map is. */
static inline size_t ff_straights_place(struct ff_straights_layout layout, int32_t x, int32_t y)
{
	size_t i = (size_t)x, j = (size_t)y;

	return (j & ~layout.low) * layout.w + i * (layout.low + 1) + (j & layout.low);
}

/* ff_straights_bands() is the layout of grids in which cells are looked around in: bands of 8 rows,
 * but of lower maps, which would be mostly filling. */
static inline struct ff_straights_layout ff_straights_bands(int32_t w, int32_t h)
{
	size_t tall = h < 64 ? 1 : 8;

	return (struct ff_straights_layout){tall - 1, tall * (size_t)w, (size_t)w};
}

/* ff_straights_cells() is how many cells all bands of a map with 'h' rows have. */
static inline size_t ff_straights_cells(struct ff_straights_layout layout, int32_t h)
{
	return ((size_t)h + layout.low) / (layout.low + 1) * layout.band;
}

/* Straight lines from a seed through cells of one cost. */
struct ff_straights_source {
	int32_t x, y;
	uint8_t own;
	double start, reach; /* what the seed has; how long lines are at most, in cells */
};

/* ff_straights_length() is what a source offers cell x,y. */
static inline double ff_straights_length(const struct ff_straights_source *source, int32_t x,
					 int32_t y)
{
	double dx = x - source->x, dy = y - source->y;

	return source->start + source->own * sqrt(dx * dx + dy * dy);
}

struct ff_straights {
	const struct ff_cost *cost;
	const struct ff_seeds *seeds; /* ordered as in struct ff_seeds */
	struct ff_straights_layout layout;
	double *values; /* [layout]  the starts of seeds, else FF_FIELD_NONEF */
	uint8_t *flags; /* [layout]  or NULL */
	uint8_t flag;
};

/*
 * ff_straights_offer() lowers values to what seeds offer the cells that see them through cells of
 * one cost, no farther away than 'reach' nor so far that all lines together take long, and
 * sets 'flag' in the flags of those that have less by it.  It returns how long lines are at most.
 *
 *   scratch  lent; >= ff_sight_scratch() bytes, aligned as malloc's
 */
double ff_straights_offer(const struct ff_straights *lines, double reach, void *scratch);

/* ff_straights_tell() tells of all sources, of values that ff_straights_offer() has left, which
 * has returned 'reach'. */
typedef void ff_straights_told(void *context, const struct ff_straights_source *source);
void ff_straights_tell(const struct ff_straights *lines, double reach, ff_straights_told *told,
		       void *context);

#endif
