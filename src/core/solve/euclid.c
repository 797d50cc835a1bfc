#include "core/solve/euclid.h"

/* clang-format off */
/* The eight mirror images of a jump. */
#define IMAGES(a, b, length) \
	{(a), (b), (b), (length)}, {-(a), (b), (b), (length)}, \
	{(a), -(b), (b), (length)}, {-(a), -(b), (b), (length)}, \
	{(b), (a), (b), (length)}, {-(b), (a), (b), (length)}, \
	{(b), -(a), (b), (length)}, {-(b), -(a), (b), (length)},

const struct ff_euclid_jump ff_euclid_jumps[FF_EUCLID_JUMPS] = {FF_EUCLID_JUMP_ROWS(IMAGES)};
/* clang-format on */

/* Specialised for constants. */
FF_EUCLID_INLINE double least_of_sides(const struct ff_euclid *euclid, const void *values,
				       int32_t x, int32_t y, bool inside, double enough)
{
	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		struct ff_euclid_side side = ff_euclid_side(euclid->cost, values, x, y, d, inside,
							    euclid->cost->wide != NULL);

		enough = ff_euclid_side_least(&side, euclid->quantum, enough);
	}
	return enough;
}

double ff_euclid_least(const struct ff_euclid *euclid, const void *values, int32_t x, int32_t y,
		       double enough)
{
	const struct ff_cost *cost = euclid->cost;

	if (x >= FF_EUCLID_REACH && x < cost->w - FF_EUCLID_REACH && y >= FF_EUCLID_REACH &&
	    y < cost->h - FF_EUCLID_REACH)
		return least_of_sides(euclid, values, x, y, true, enough);
	return least_of_sides(euclid, values, x, y, false, enough);
}
