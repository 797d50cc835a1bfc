/*
 * Section "rules" of flowfield.h: each field of struct ff_rules, on maps small enough to check by
 * hand.
 */
#include "worlds.h"

static const double root = 1.41421356237309504880;

/* Returns a solved world with one goal. */
static struct ff_world *solve(int32_t w, int32_t h, const uint8_t *map,
			      const struct ff_rules *rules, int32_t goal_x, int32_t goal_y)
{
	struct ff_world *world = worlds_new(w, h, map, rules);

	CHECK(ff_world_add_goal(world, goal_x, goal_y, 0) == FF_OK, "goal");
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	return world;
}

/* Checks the value of the first cell. */
static void check_value(int32_t w, int32_t h, const uint8_t *map, struct ff_rules rules,
			int32_t goal_x, int32_t goal_y, double value)
{
	struct ff_world *world = solve(w, h, map, &rules, goal_x, goal_y);
	double found = ff_world_value(world, 0, 0);

	CHECK(found == value || fabs(found - value) < 1e-5, "%g, not %g", found, value);
	ff_world_free(world);
}

/* A dear cell, and a cheaper way around it. */
static const uint8_t around[6] = {1, 5, 1, 1, 1, 1};

static void metrics_price_steps_to_four_or_eight_neighbours_or_in_any_direction(void)
{
	static const uint8_t open[21 * 21] = {0};
	const struct ff_rules euclid = {.metric = FF_METRIC_EUCLID};
	struct ff_world *world = solve(21, 21, open, &euclid, 20, 10);

	check_value(3, 2, around, (struct ff_rules){.metric = FF_METRIC_MANHATTAN}, 2, 0, 4);
	check_value(3, 2, around, (struct ff_rules){.metric = FF_METRIC_OCTILE}, 2, 0, 2 * root);
	for (int32_t y = 0; y < 21; y++) {
		double length = hypot(20, y - 10);

		CHECK(fabs(ff_world_value(world, 0, y) / length - 1) < 0.01, "%g, not %g",
		      ff_world_value(world, 0, y), length);
	}
	ff_world_free(world);
}

static void a_step_pays_for_the_cell_it_leaves_or_the_mean_of_both_or_counts_as_one(void)
{
	static const uint8_t map[3] = {1, 3, 7};

	check_value(3, 1, map, (struct ff_rules){.step = FF_STEP_CELL}, 2, 0, 4);
	check_value(3, 1, map, (struct ff_rules){.step = FF_STEP_MEAN}, 2, 0, 7);
	check_value(3, 1, map, (struct ff_rules){.step = FF_STEP_HOPS}, 2, 0, 2);
}

static void corners_need_two_open_cells_or_one_or_none(void)
{
	static const uint8_t one[4] = {1, 255, 1, 1}, both[4] = {1, 255, 255, 1};
	static const double past_one[FF_CORNERS] = {2, root, root};
	static const double past_both[FF_CORNERS] = {(double)INFINITY, (double)INFINITY, root};

	for (int k = 0; k < FF_CORNERS; k++) {
		struct ff_rules rules = {.metric = FF_METRIC_OCTILE, .corners = (enum ff_corners)k};

		check_value(2, 2, one, rules, 1, 1, past_one[k]);
		check_value(2, 2, both, rules, 1, 1, past_both[k]);
	}
}

static void the_flow_rule_is_the_metrics_own_unless_it_is_given(void)
{
	static const uint8_t open[5 * 9] = {0};
	static const struct {
		struct ff_rules rules;
		double dx, dy;
	} cases[] = {
		/* to the lowest of eight neighbours, although steps are straight */
		{{.metric = FF_METRIC_MANHATTAN}, 1 / root, 1 / root},
		/* the first in the order of directions of the steps of a cheapest path */
		{{.flow = FF_FLOW_PATH}, 1, 0},
		{{.metric = FF_METRIC_OCTILE}, 1, 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool octile = cases[i].rules.metric == FF_METRIC_OCTILE;
		struct ff_world *world = solve(9, 5, open, &cases[i].rules, 8, octile ? 0 : 4);
		double dx, dy;

		ff_world_vector(world, 0, 0, &dx, &dy);
		CHECK(fabs(dx - cases[i].dx) < 1e-6 && fabs(dy - cases[i].dy) < 1e-6,
		      "case %zu: %g,%g", i, dx, dy);
		ff_world_free(world);
	}
}

static void cells_that_see_a_goal_point_straight_at_it(void)
{
	static const uint8_t open[5 * 9] = {0};
	const struct ff_rules rules = {.sight = 1};
	struct ff_world *world = solve(9, 5, open, &rules, 8, 4);
	double dx, dy;

	ff_world_vector(world, 0, 0, &dx, &dy);
	CHECK(fabs(dx - 8 / hypot(8, 4)) < 1e-6 && fabs(dy - 4 / hypot(8, 4)) < 1e-6, "%g,%g", dx,
	      dy);
	CHECK(ff_world_direction(world, 0, 0) == FF_SE, "the nearest direction");
	ff_world_free(world);
}

static void a_radius_closes_the_cells_beside_walls(void)
{
	static const uint8_t open[25] = {0};
	const struct ff_rules rules = {.radius = 1};
	struct ff_world *world = solve(5, 5, open, &rules, 2, 2);

	for (int32_t i = 0; i < 25; i++) {
		bool edge = i % 5 == 0 || i % 5 == 4 || i / 5 == 0 || i / 5 == 4;

		CHECK((ff_world_class(world, i % 5, i / 5) == FF_WALL) == edge, "cell %d", i);
	}
	ff_world_free(world);
}

static void cells_beyond_the_largest_cost_are_farther(void)
{
	static const uint8_t map[7] = {[5] = FF_COST_WALL};
	const struct ff_rules rules = {.max_cost = 2.5};
	struct ff_world *world = solve(7, 1, map, &rules, 0, 0);

	CHECK(ff_world_class(world, 2, 0) == FF_REACHED && ff_world_value(world, 2, 0) == 2, "2");
	CHECK(ff_world_class(world, 3, 0) == FF_FARTHER && isinf(ff_world_value(world, 3, 0)), "3");
	CHECK(ff_world_class(world, 4, 0) == FF_FARTHER, "4");
	CHECK(ff_world_class(world, 6, 0) == FF_UNREACHED, "what is cut off");
	ff_world_free(world);
}

static void a_walker_that_flees_ends_far_from_the_goal(void)
{
	static const uint8_t map[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	static const struct ff_rules rules = {.flee = -1.2};
	struct ff_world *world = worlds_new(9, 1, map, &rules);
	uint8_t cells[9];

	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	for (int32_t x = 0; x < 8; x++)
		CHECK(ff_world_direction(world, x, 0) == FF_E, "%d", x);
	CHECK(ff_world_class(world, 8, 0) == FF_GOAL, "the far end");
	CHECK(ff_world_value(world, 8, 0) < ff_world_value(world, 0, 0), "values");
	CHECK(ff_world_copy(world, FF_LAYER_SIGHT, cells, 36) == FF_E_ARG, "sight");
	ff_world_free(world);
}

int main(void)
{
	RUN(metrics_price_steps_to_four_or_eight_neighbours_or_in_any_direction);
	RUN(a_step_pays_for_the_cell_it_leaves_or_the_mean_of_both_or_counts_as_one);
	RUN(corners_need_two_open_cells_or_one_or_none);
	RUN(the_flow_rule_is_the_metrics_own_unless_it_is_given);
	RUN(cells_that_see_a_goal_point_straight_at_it);
	RUN(a_radius_closes_the_cells_beside_walls);
	RUN(cells_beyond_the_largest_cost_are_farther);
	RUN(a_walker_that_flees_ends_far_from_the_goal);
	return tap_done();
}
