#include "draw/closed.h"

#include "tap.h"

static void closed_cells_are_walls_that_the_map_does_not_have(void)
{
	uint8_t open[6] = {1, 9, FF_COST_WALL, 254, 1, 1};
	uint8_t shut[6] = {1, FF_COST_WALL, FF_COST_WALL, FF_COST_WALL, 1, FF_COST_WALL};
	const struct ff_cost map = {3, 2, open}, cost = {3, 2, shut};
	struct ff_scene scene = {.map = &map, .cost = &map};

	CHECK(ff_closed_count(&scene) == 0, "nothing is closed");
	scene.cost = &cost;
	CHECK(ff_closed_count(&scene) == 3, "%d", (int)ff_closed_count(&scene));
}

int main(void)
{
	RUN(closed_cells_are_walls_that_the_map_does_not_have);
	return tap_done();
}
