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

double ff_euclid_least(const struct ff_euclid *euclid, const void *values, int32_t x, int32_t y,
		       double enough)
{
	const struct ff_cost *cost = euclid->cost;
	double own = ff_cost_at(cost, ff_cost_index(cost, x, y)), value;

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		value = ff_euclid_bend_by(euclid, values, x, y, d);
		enough = value < enough ? value : enough;
	}
	for (int i = 0; i < FF_EUCLID_JUMPS; i++) {
		const struct ff_euclid_jump *jump = &ff_euclid_jumps[i];

		value = ff_euclid_at(cost, values, x + jump->dx, y + jump->dy);
		if (value + own * jump->length < enough) {
			value += ff_euclid_price(euclid, x, y, jump);
			enough = value < enough ? value : enough;
		}
	}
	return enough;
}
