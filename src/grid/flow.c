#include "grid/flow.h"

const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1] = {
	[FF_N] = {0, -1}, [FF_NE] = {1, -1},  [FF_E] = {1, 0},
	[FF_SE] = {1, 1}, [FF_S] = {0, 1},    [FF_SW] = {-1, 1},
	[FF_W] = {-1, 0}, [FF_NW] = {-1, -1}, [FF_NONE] = {0, 0},
};
