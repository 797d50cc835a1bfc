#include "solve/descend.h"

#include "oracle.h"
#include "solve/descend_lowest.h"
#include "tap.h"

#include <string.h>

static void sizes_that_differ_are_refused_and_the_flow_left_alone(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6] = {77, 77, 77, 77, 77, 77};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3};
	const struct ff_cost cost = {3, 2, costs};
	static const int32_t wrong[][4] = {{2, 2, 3, 2}, {3, 1, 3, 2}, {3, 2, 2, 2}, {3, 2, 3, 1},
					   {2, 3, 3, 2}, {3, 2, 2, 3}, {2, 3, 2, 3}};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		const struct ff_field field = {wrong[i][0], wrong[i][1], values};
		struct ff_flow flow = {wrong[i][2], wrong[i][3], directions};
		enum ff_status st = ff_descend(&manhattan, &cost, &field, &flow);

		CHECK(st == FF_E_ARG, "case %zu: status %d", i, (int)st);
		for (int k = 0; k < 6; k++)
			CHECK(directions[k] == 77, "case %zu: the flow changed", i);
	}
}

static void the_rule_called_lowest_is_the_one_that_is_used(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6], same[6];
	uint32_t values[6] = {0, 1, 2, 1, 2, 3};
	static const uint8_t wanted[6] = {FF_NONE, FF_W, FF_W, FF_N, FF_NW, FF_NW};
	const struct ff_cost cost = {3, 2, costs};
	const struct ff_field field = {3, 2, values};
	struct ff_flow flow = {3, 2, directions}, again = {3, 2, same};

	CHECK(ff_descend(&manhattan, &cost, &field, &flow) == FF_OK, "status");
	ff_descend_lowest(&cost, &field, &again);
	for (int i = 0; i < 6; i++)
		CHECK(directions[i] == wanted[i] && same[i] == wanted[i],
		      "cell %d: %d and %d, not %d", i, directions[i], same[i], wanted[i]);
}

static void a_direction_is_a_step_with_y_down(void)
{
	static const int steps[9][2] = {{0, -1}, {1, -1}, {1, 0},   {1, 1}, {0, 1},
					{-1, 1}, {-1, 0}, {-1, -1}, {0, 0}};

	for (int d = 0; d < 9; d++)
		CHECK(ff_flow_steps[d].dx == steps[d][0] && ff_flow_steps[d].dy == steps[d][1],
		      "direction %d leads to %d,%d", d, ff_flow_steps[d].dx, ff_flow_steps[d].dy);
}

int main(void)
{
	RUN(sizes_that_differ_are_refused_and_the_flow_left_alone);
	RUN(the_rule_called_lowest_is_the_one_that_is_used);
	RUN(a_direction_is_a_step_with_y_down);
	return tap_done();
}
