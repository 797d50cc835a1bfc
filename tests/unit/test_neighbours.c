#include "core/map/model.h"

#include "oracle.h"
#include "tap.h"

#include <stdlib.h>

static void every_other_direction_is_a_diagonal(void)
{
	for (int d = 0; d < FF_DIRECTIONS; d++)
		CHECK(ff_neighbours_diagonal((enum ff_direction)d) ==
			      (ff_flow_steps[d].dx != 0 && ff_flow_steps[d].dy != 0),
		      "direction %d", d);
}

/* The middle of a 3x3 map among all patterns of walls, and its edge cells too: outside is wall. */
static void a_step_is_permitted_where_the_corner_rule_has_no_objection(void)
{
	struct ff_cost cost = {3, 3, oracle_cells(9, 1)};

	for (int k = 0; k < FF_CORNERS * 512 * 9; k++) {
		enum ff_corners corners = (enum ff_corners)(k / 9 / 512);
		int32_t x = k % 3, y = k / 3 % 3;

		for (int i = 0; i < 9; i++)
			cost.cells[i] = k / 9 >> i & 1 ? FF_COST_WALL : FF_COST_MAX;
		for (int d = 0; d < FF_DIRECTIONS; d++)
			CHECK(ff_neighbours_permit(&cost, corners, x, y, (enum ff_direction)d) ==
				      oracle_permitted(&cost, corners, x, y, d),
			      "%s, walls %#x: from %d,%d in direction %d",
			      ff_model_corners[corners], (unsigned)(k / 9 % 512), x, y, d);
	}
	free(cost.cells);
}

int main(void)
{
	RUN(every_other_direction_is_a_diagonal);
	RUN(a_step_is_permitted_where_the_corner_rule_has_no_objection);
	return tap_done();
}
