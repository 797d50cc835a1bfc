#include "core/map/flow.h"

#include <math.h>

const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1] = {
	[FF_N] = {0, -1}, [FF_NE] = {1, -1},  [FF_E] = {1, 0},
	[FF_SE] = {1, 1}, [FF_S] = {0, 1},    [FF_SW] = {-1, 1},
	[FF_W] = {-1, 0}, [FF_NW] = {-1, -1}, [FF_NONE] = {0, 0},
};

#define HALF 0.70710678118654752440F

const struct ff_flow_vector ff_flow_units[FF_DIRECTIONS + 1] = {
	[FF_N] = {0, -1},       [FF_NE] = {HALF, -HALF},  [FF_E] = {1, 0},
	[FF_SE] = {HALF, HALF}, [FF_S] = {0, 1},          [FF_SW] = {-HALF, HALF},
	[FF_W] = {-1, 0},       [FF_NW] = {-HALF, -HALF}, [FF_NONE] = {0, 0},
};

enum ff_direction ff_flow_nearest(double dx, double dy)
{
	static const double tangent = 0.41421356237309504880; /* of 22.5 degrees */
	double w = fabs(dx), h = fabs(dy);

	if (h < w * tangent)
		return dx > 0 ? FF_E : FF_W;
	if (w < h * tangent)
		return dy > 0 ? FF_S : FF_N;
	return dx > 0 ? (dy > 0 ? FF_SE : FF_NE) : (dy > 0 ? FF_SW : FF_NW);
}
