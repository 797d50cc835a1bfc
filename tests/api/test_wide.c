/* Worlds and routers of finer costs. */
#include "worlds.h"

#include <stdlib.h>
#include <string.h>

enum { W = 37, H = 29, CELLS = W * H };

static void fill(uint16_t *cost, uint64_t *dice)
{
	for (int i = 0; i < CELLS; i++) {
		uint64_t kind = oracle_random(dice) % 5;

		cost[i] = (uint16_t)(kind == 0   ? FF_COST_WIDE_WALL
				     : kind == 1 ? 1 + oracle_random(dice) % 65534
						 : 1 + oracle_random(dice) % 30);
	}
	cost[5 * W + 5] = 10;
}

static struct ff_world *new_world(const uint16_t *cost, uint32_t scale,
				  const struct ff_rules *rules)
{
	struct ff_world *world = NULL;
	enum ff_status st = ff_world_new_wide(W, H, cost, scale, rules, &world);

	if (!CHECK(st == FF_OK && world != NULL, "%s", ff_status_text(st)))
		exit(1);
	CHECK(ff_world_add_goal(world, 5, 5, 0) == FF_OK, "goal");
	return world;
}

static void values_are_costs_and_not_units(void)
{
	const uint16_t cost[] = {1, 25, 0, 7, FF_COST_WIDE_WALL, 65534};
	const double values[] = {0, 2.5, 2.6, 0.7, (double)INFINITY, 6556};
	struct ff_world *world = NULL;
	uint16_t layer[6];

	CHECK(ff_world_new_wide(3, 2, cost, 10, NULL, &world) == FF_OK &&
		      ff_world_add_goal(world, 0, 0, 0) == FF_OK && ff_world_solve(world) == FF_OK,
	      "solve");
	for (int i = 0; i < 6; i++)
		CHECK(ff_world_value(world, i % 3, i / 3) == values[i], "%d: %g, not %g", i,
		      ff_world_value(world, i % 3, i / 3), values[i]);
	CHECK(ff_world_size(world, FF_LAYER_COST) == sizeof layer, "size");
	CHECK(ff_world_copy(world, FF_LAYER_COST, layer, sizeof layer) == FF_OK && layer[2] == 1 &&
		      layer[5] == 65534,
	      "costs");
	ff_world_free(world);
}

static void edits_equal_solving_afresh_and_all_is_verified(void)
{
	static const struct ff_rules rules[] = {
		{.metric = FF_METRIC_MANHATTAN},
		{.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN, .corners = FF_CORNERS_CUT},
		{.metric = FF_METRIC_OCTILE, .sight = 1, .threads = 2},
		{.metric = FF_METRIC_OCTILE, .step = FF_STEP_HOPS},
		{.metric = FF_METRIC_EUCLID},
		{.metric = FF_METRIC_EUCLID, .radius = 0.75, .threads = 2},
		{.metric = FF_METRIC_MANHATTAN, .flow = FF_FLOW_PATH},
	};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 4 * sizeof rules / sizeof *rules; k++) {
		const struct ff_rules *by = &rules[k / 4];
		uint16_t cost[CELLS];
		struct ff_world *world, *fresh;
		struct ff_fault fault;

		fill(cost, &dice);
		if (by->radius > 0)
			memset(cost, 3, sizeof cost); /* open, of cost 771 */
		world = new_world(cost, 1 + (uint32_t)k * 100, by);
		CHECK(ff_world_solve(world) == FF_OK, "solve: %s", ff_error());
		for (int step = 0; step < 6; step++) {
			int32_t x = 8 + (int32_t)(oracle_random(&dice) % (W - 12));
			int32_t y = 2 + (int32_t)(oracle_random(&dice) % (H - 4));
			uint16_t two[2] = {(uint16_t)oracle_random(&dice), FF_COST_WIDE_WALL};

			if (step % 3 == 2) {
				CHECK(ff_world_edit(world, x, y, 1, 1, FF_COST_WALL) == FF_OK,
				      "edit");
				cost[y * W + x] = FF_COST_WIDE_WALL;
			} else {
				CHECK(ff_world_edit_wide(world, x, y, 2, 1, two) == FF_OK, "edit");
				memcpy(cost + y * W + x, two, sizeof two);
			}
			CHECK(ff_world_solve(world) == FF_OK, "solve");
			CHECK(ff_world_verify(world, &fault) == FF_OK, "rules %zu: %d,%d: %s",
			      k / 4, (int)fault.x, (int)fault.y, fault.text);
		}
		fresh = new_world(cost, 1 + (uint32_t)k * 100, by);
		CHECK(ff_world_solve(fresh) == FF_OK, "solve");
		for (int layer = 0; layer < FF_LAYERS; layer++) {
			size_t bytes = ff_world_size(fresh, (enum ff_layer)layer);
			void *a = worlds_layer(world, (enum ff_layer)layer);
			void *b = worlds_layer(fresh, (enum ff_layer)layer);

			CHECK(memcmp(a, b, bytes) == 0, "rules %zu: %s", k / 4,
			      worlds_layers[layer]);
			free(a);
			free(b);
		}
		ff_world_free(world);
		ff_world_free(fresh);
	}
}

static void routers_find_the_least_costs(void)
{
	uint64_t dice = ORACLE_SEED + 1;

	for (int k = 0; k < 12; k++) {
		const struct ff_rules rules = {.metric = (enum ff_metric)(k % 2),
					       .step = (enum ff_step)(k / 2 % 2)};
		uint16_t cost[CELLS], wall = FF_COST_WIDE_WALL;
		int32_t sources[2 * CELLS];
		double costs[CELLS];
		uint16_t ground[CELLS];
		struct ff_router *router;
		struct ff_world *world, *routed;

		fill(cost, &dice);
		world = new_world(cost, 7, &rules);
		CHECK(ff_router_new_wide(W, H, cost, 7, &rules, 10, &router) == FF_OK &&
			      ff_router_add_goal(router, 5, 5, 0) == FF_OK,
		      "router");
		for (int i = 0; i < CELLS; i++) {
			sources[2 * i] = i % W;
			sources[2 * i + 1] = i / W;
		}
		for (int edited = 0; edited < 2; edited++) {
			CHECK(ff_world_solve(world) == FF_OK, "solve");
			CHECK(ff_router_find(router, sources, CELLS, 1, costs) == FF_OK &&
				      ff_router_world(router, &routed) == FF_OK &&
				      ff_world_copy(routed, FF_LAYER_COST, ground, sizeof ground) ==
					      FF_OK &&
				      ff_world_value(routed, 3, 2) == costs[2 * W + 3] &&
				      ground[2 * W + 3] == cost[2 * W + 3],
			      "%s", ff_error());
			ff_world_free(routed);
			for (int i = 0; i < CELLS; i++)
				if (!CHECK(costs[i] == ff_world_value(world, i % W, i / W),
					   "map %d, edited %d, %d: %g, not %g", k, edited, i,
					   costs[i], ff_world_value(world, i % W, i / W)))
					break;
			CHECK(ff_world_edit_wide(world, 3, 1, 1, 1, &wall) == FF_OK &&
				      ff_router_edit_wide(router, 3, 1, 1, 1, &wall) == FF_OK,
			      "edits");
		}
		CHECK(ff_router_size(router, FF_LAYER_COST) == sizeof cost, "size");
		ff_router_free(router);
		ff_world_free(world);
	}
}

static void arguments_out_of_range_are_refused(void)
{
	const uint16_t cost[4] = {1, 1, 1, 1};
	const uint8_t bytes[4] = {1, 1, 1, 1};
	struct ff_world *world = NULL;
	struct ff_router *router = NULL;

	CHECK(ff_world_new_wide(2, 2, NULL, 1, NULL, &world) == FF_E_ARG, "no costs");
	CHECK(ff_world_new_wide(2, 2, cost, 0, NULL, &world) == FF_E_ARG, "scale 0");
	CHECK(ff_world_new_wide(2, 2, cost, 65535, NULL, &world) == FF_E_ARG, "scale 65535");
	CHECK(ff_router_new_wide(2, 2, cost, 0, NULL, 0, &router) == FF_E_ARG, "router");
	CHECK(ff_world_new(2, 2, bytes, NULL, &world) == FF_OK &&
		      ff_world_edit_wide(world, 0, 0, 1, 1, cost) == FF_E_ARG,
	      "a wide edit of bytes");
	ff_world_free(world);
	CHECK(ff_world_new_wide(2, 2, cost, 65534, &(struct ff_rules){.metric = FF_METRIC_OCTILE},
				&world) == FF_OK &&
		      ff_world_add_goal(world, 0, 0, FF_GOALS_START_MAX) == FF_OK &&
		      ff_world_solve(world) == FF_E_INPUT,
	      "a start beyond what doubles count");
	CHECK(strstr(ff_error(), "too large") != NULL, "\"%s\"", ff_error());
	ff_world_free(world);
}

int main(void)
{
	RUN(values_are_costs_and_not_units);
	RUN(edits_equal_solving_afresh_and_all_is_verified);
	RUN(routers_find_the_least_costs);
	RUN(arguments_out_of_range_are_refused);
	return tap_done();
}
