/*
 * The eikonal equation on a grid: arithmetic shared by those that must agree to the last bit, and
 * the rays from seeds with which fast marching begins.  integrate_march.c explains the method.
 *
 * Names: ff_rays.
 */
#ifndef FF_CORE_SOLVE_EIKONAL_H
#define FF_CORE_SOLVE_EIKONAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/map/goals.h"
#include "core/map/map.h"

#define FF_EIKONAL_INLINE static inline __attribute__((always_inline))

/*
 * Squares of costs times the sum of two arms' weights: 2, 3.25, 4.5.  Filled by ff_eikonal_fill().
 */
struct ff_eikonal_squares {
	double of[3][FF_COST_WALL];
};

static inline void ff_eikonal_fill(struct ff_eikonal_squares *squares)
{
	for (int order = 0; order < 3; order++)
		for (int cost = 0; cost < FF_COST_WALL; cost++)
			squares->of[order][cost] = cost * cost / (2 + 1.25 * order);
}

/* Returns an element of the table, or, if that is NULL, as for wide maps, the same computed. */
FF_EIKONAL_INLINE double ff_eikonal_square(const struct ff_eikonal_squares *squares, int order,
					   uint32_t cost)
{
	return squares != NULL ? squares->of[order][cost]
			       : (double)cost * cost / (2 + 1.25 * order);
}

/* A one-sided difference: weight * (D - value - ahead), squared. */
struct ff_eikonal_arm {
	double ahead;  /* second order: a third of the neighbour's own difference, else 0 */
	double weight; /* second order: (3/2)^2; else 1 */
	int order;     /* second order: 1; else 0 */
};

static const struct ff_eikonal_arm ff_eikonal_first_order = {0, 1, 0};

/* Returns the arm to a neighbour whose value exceeds that of the cell beyond it by 'fall'. */
FF_EIKONAL_INLINE struct ff_eikonal_arm ff_eikonal_arm_of(bool second, double fall)
{
	return (struct ff_eikonal_arm){second ? fall / 3 : 0, second ? 2.25 : 1, second};
}

FF_EIKONAL_INLINE double ff_eikonal_least(double a, double b)
{
	return a < b ? a : b;
}

/* Returns the value of the plane wave between two neighbours at right angles, whose values are
 * 'low' and 'high'; INFINITY if there is none. */
FF_EIKONAL_INLINE double ff_eikonal_meet(const struct ff_eikonal_squares *squares, uint32_t cost,
					 double low, double high, struct ff_eikonal_arm low_arm,
					 struct ff_eikonal_arm high_arm)
{
	double from_a = high - low + high_arm.ahead, from_b = low_arm.ahead;
	double sum = high_arm.weight + low_arm.weight;
	double mean = (high_arm.weight * from_a + low_arm.weight * from_b) / sum;
	double gap = (from_a - from_b) / sum;
	double root = ff_eikonal_square(squares, low_arm.order + high_arm.order, cost) -
		      high_arm.weight * low_arm.weight * gap * gap;
	double value;

	if (root < 0)
		return INFINITY;
	value = low + (mean + sqrt(root));
	return value > high ? value : INFINITY;
}

/* The same, of first order where there is none of second. */
FF_EIKONAL_INLINE double ff_eikonal_meet_any_order(const struct ff_eikonal_squares *squares,
						   uint32_t cost, double low, double high,
						   struct ff_eikonal_arm low_arm,
						   struct ff_eikonal_arm high_arm)
{
	double both = ff_eikonal_meet(squares, cost, low, high, low_arm, high_arm);

	if (both == INFINITY && high_arm.order + low_arm.order > 0)
		both = ff_eikonal_meet(squares, cost, low, high, ff_eikonal_first_order,
				       ff_eikonal_first_order);
	return both;
}

static const double ff_eikonal_half_root = 0.70710678118654752440; /* sqrt(1/2) */

/*
 * Returns the value of a wave that bends around the corner of a wall: it comes between a neighbour
 * with value 'from' and the cell beside that, whose value is lower by 'fall'.  As it interpolates
 * linearly, it is never below the exact value.
 */
FF_EIKONAL_INLINE double ff_eikonal_bend(double cost, double from, double fall)
{
	bool steep = fall >= cost * ff_eikonal_half_root;
	double root = sqrt(cost * cost - (steep ? 0 : fall * fall));

	return steep ? from - fall + 2 * ff_eikonal_half_root * cost : from + root;
}

/* Part of the cell's cost by which a marched value must be below a ray to void it: where the waves
 * of two seeds meet, marched values are too low by up to 0.27. */
static const double ff_eikonal_margin = 0.3;

/* The memory layout of grids: bands, column-major within, the last one padded.  With bands of one
 * row it is row-major. */
struct ff_rays_layout {
	size_t low;  /* rows of a band, less 1: the bits of an index that are the row */
	size_t band; /* cells of a band */
	size_t w;    /* width of the map */
};

/* Returns the index of a cell of the map. */
static inline size_t ff_rays_place(struct ff_rays_layout layout, int32_t x, int32_t y)
{
	size_t i = (size_t)x, j = (size_t)y;

	return (j & ~layout.low) * layout.w + i * (layout.low + 1) + (j & layout.low);
}

/* Returns the layout for marching: bands of 8 rows, or row-major on lower maps, which would be
 * mostly padding. */
static inline struct ff_rays_layout ff_rays_bands(int32_t w, int32_t h)
{
	size_t tall = h < 64 ? 1 : 8;

	return (struct ff_rays_layout){tall - 1, tall * (size_t)w, (size_t)w};
}

/* Returns the number of cells in all bands of a map with 'h' rows. */
static inline size_t ff_rays_cells(struct ff_rays_layout layout, int32_t h)
{
	return ((size_t)h + layout.low) / (layout.low + 1) * layout.band;
}

/* A seed that casts rays through cells of one cost. */
struct ff_rays_source {
	int32_t x, y;
	uint32_t own;        /* units, as ff_cost_at() returns them */
	double start, reach; /* start of the seed; length of the longest ray, in cells */
};

/* Returns the value of the ray to cell x,y. */
static inline double ff_rays_length(const struct ff_rays_source *source, int32_t x, int32_t y)
{
	double dx = x - source->x, dy = y - source->y;

	return source->start + source->own * sqrt(dx * dx + dy * dy);
}

struct ff_rays {
	const struct ff_cost *cost;
	const struct ff_seeds *seeds; /* ordered as in struct ff_seeds */
	struct ff_rays_layout layout;
	double *values; /* [layout]  starts at seeds, else FF_FIELD_NONEF */
	uint8_t *flags; /* [layout]  or NULL */
	uint8_t flag;
};

/*
 * Casts rays from all sources to the cells that see them through cells of one cost, at most 'reach'
 * away and less where they would take long together: lowers 'values', and sets 'flag' in the flags
 * of lowered cells.  Returns the length of the longest ray allowed.
 *
 *   scratch  lent; >= ff_sight_scratch() bytes, aligned as malloc's
 */
double ff_rays_offer(const struct ff_rays *lines, double reach, void *scratch);

/* Calls 'visit' for each source, with the values that ff_rays_offer() has left; 'reach' is what it
 * returned. */
typedef void ff_rays_visit(void *context, const struct ff_rays_source *source);
void ff_rays_each(const struct ff_rays *lines, double reach, ff_rays_visit *visit, void *context);

#endif
