/* Worlds and routers of real costs. */
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { W = 37, H = 29, CELLS = W * H };

/* Fills a map with costs that are numbers of units. */
static void fill(float *cost, double scale, uint64_t *dice)
{
	for (int i = 0; i < CELLS; i++) {
		uint64_t kind = oracle_random(dice) % 5;
		double units = kind == 1 ? 1 + (double)(oracle_random(dice) % 65534)
					 : 1 + (double)(oracle_random(dice) % 30);

		cost[i] = kind == 0 ? (float)INFINITY : (float)(units / scale);
	}
	cost[5 * W + 5] = (float)(10 / scale);
}

static struct ff_world *new_world(const float *cost, const struct ff_rules *rules)
{
	struct ff_world *world = NULL;
	enum ff_status st = ff_world_new(W, H, cost, rules, &world);

	if (!CHECK(st == FF_OK && world != NULL, "%s", ff_status_text(st)))
		exit(1);
	CHECK(ff_world_add_goal(world, 5, 5, 0) == FF_OK, "goal");
	return world;
}

static void costs_are_rounded_to_the_worlds_unit(void)
{
	const float cost[] = {0.1F, 2.5F, 1e-9F, 0.7F, (float)NAN, 3.9F};
	struct ff_rules rules = {.real = 1};
	struct ff_world *world = NULL;
	double values[6] = {0};
	float layer[6], expected;

	for (int scaled = 0; scaled < 2; scaled++) {
		double unit = scaled ? 0.1 : 1.0 / 16384; /* of costs from 2 to 4 */

		rules.cost_scale = scaled ? 10 : 0;

		for (int i = 1; i < 6; i++)
			values[i] = fmax(round((double)cost[i] / unit), 1) * unit;
		values[2] += values[1];
		CHECK(ff_world_new(3, 2, cost, &rules, &world) == FF_OK &&
			      ff_world_add_goal(world, 0, 0, 0) == FF_OK &&
			      ff_world_solve(world) == FF_OK &&
			      ff_world_size(world, FF_LAYER_COST) == sizeof layer &&
			      ff_world_copy(world, FF_LAYER_COST, layer, sizeof layer) == FF_OK,
		      "%s", ff_error());
		CHECK(fabs(ff_world_value(world, 1, 0) - values[1]) < 1e-9 &&
			      fabs(ff_world_value(world, 2, 0) - values[2]) < 1e-9,
		      "%g, %g", ff_world_value(world, 1, 0), ff_world_value(world, 2, 0));
		for (int i = 0; i < 6; i++) {
			expected = (float)(fmax(round((double)cost[i] / unit), 1) * unit);
			CHECK(i == 4 ? isinf(layer[i]) : fabsf(layer[i] - expected) < 1e-6F,
			      "%d: %g, not %g", i, (double)layer[i], (double)expected);
		}
		/* The unit is kept: 1 of it is the least cost, and 65534 the largest. */
		CHECK(ff_world_edit(world, 1, 1, 1, 1, 1e-30) == FF_OK &&
			      ff_world_edit(world, 0, 0, 1, 1, 65534 * unit) == FF_OK &&
			      ff_world_edit(world, 2, 1, 1, 1, (double)INFINITY) == FF_OK &&
			      ff_world_solve(world) == FF_OK &&
			      ff_world_copy(world, FF_LAYER_COST, layer, sizeof layer) == FF_OK,
		      "%s", ff_error());
		CHECK(layer[4] == (float)unit && isinf(layer[5]) &&
			      layer[0] == (float)(65534 * unit),
		      "%g, %g", (double)layer[4], (double)layer[0]);
		CHECK(ff_world_edit(world, 0, 0, 1, 1, 65535 * unit) == FF_E_ARG, "too large");
		ff_world_free(world);
	}
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
		struct ff_rules by = rules[k / 4];
		const double scale = 1 + (double)k * 100;
		float cost[CELLS];
		struct ff_world *world, *fresh;
		struct ff_fault fault;

		by.real = 1;
		by.cost_scale = scale;
		fill(cost, scale, &dice);
		for (int i = 0; i < CELLS && by.radius > 0; i++)
			cost[i] = (float)(771 / scale);
		world = new_world(cost, &by);
		CHECK(ff_world_solve(world) == FF_OK, "solve: %s", ff_error());
		for (int step = 0; step < 6; step++) {
			int32_t x = 8 + (int32_t)(oracle_random(&dice) % (W - 12));
			int32_t y = 2 + (int32_t)(oracle_random(&dice) % (H - 4));
			float two[2] = {(float)((double)(1 + oracle_random(&dice) % 65534) / scale),
					(float)NAN};

			if (step % 3 == 2) {
				CHECK(ff_world_edit(world, x, y, 1, 1, (double)INFINITY) == FF_OK,
				      "edit");
				cost[y * W + x] = (float)INFINITY;
			} else {
				CHECK(ff_world_edit_cells(world, x, y, 2, 1, two) == FF_OK, "edit");
				memcpy(cost + y * W + x, two, sizeof two);
			}
			CHECK(ff_world_solve(world) == FF_OK, "solve");
			CHECK(ff_world_verify(world, &fault) == FF_OK, "rules %zu: %d,%d: %s",
			      k / 4, (int)fault.x, (int)fault.y, fault.text);
		}
		fresh = new_world(cost, &by);
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

static void a_cost_that_rises_lowers_no_value(void)
{
	const double scale = 37;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 30; k++) {
		struct ff_rules rules = {.real = 1, .cost_scale = scale, .threads = 1};
		float cost[CELLS];
		struct ff_world *world;
		double *before, *after;

		rules.metric = (enum ff_metric)(k % 3);
		fill(cost, scale, &dice);
		world = new_world(cost, &rules);
		CHECK(ff_world_solve(world) == FF_OK, "solve: %s", ff_error());
		before = worlds_layer(world, FF_LAYER_VALUES);
		for (int step = 0; step < 40; step++) {
			int32_t cell = 6 * W + (int32_t)(oracle_random(&dice) % (CELLS - 6 * W));
			double dearer =
				(double)cost[cell] * (1 + (double)(step % 4) / 2) + 1 / scale;

			if (step % 3 == 0 || dearer > 65534 / scale)
				dearer = (double)INFINITY;
			cost[cell] = (float)dearer;
			CHECK(ff_world_edit(world, cell % W, cell / W, 1, 1, dearer) == FF_OK &&
				      ff_world_solve(world) == FF_OK,
			      "%s", ff_error());
			after = worlds_layer(world, FF_LAYER_VALUES);
			for (int i = 0; i < CELLS; i++)
				CHECK(after[i] >= before[i], "metric %d: %d,%d: %.9g after %.9g",
				      (int)rules.metric, i % W, i / W, after[i], before[i]);
			free(before);
			before = after;
		}
		free(before);
		ff_world_free(world);
	}
}

static void routers_find_the_least_costs(void)
{
	uint64_t dice = ORACLE_SEED + 1;

	for (int k = 0; k < 12; k++) {
		const struct ff_rules rules = {.metric = (enum ff_metric)(k % 2),
					       .step = (enum ff_step)(k / 2 % 2),
					       .real = 1,
					       .cost_scale = k % 3 == 0 ? 7 : 0};
		float cost[CELLS];
		int32_t sources[2 * CELLS];
		double costs[CELLS];
		float ground[CELLS];
		struct ff_router *router;
		struct ff_world *world, *routed;

		fill(cost, 8, &dice); /* with a scale of 7 costs are rounded */
		world = new_world(cost, &rules);
		CHECK(ff_router_new(W, H, cost, &rules, 10, &router) == FF_OK &&
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
				      (isinf(ground[2 * W + 3])
					       ? isinf(cost[2 * W + 3]) != 0
					       : fabsf(ground[2 * W + 3] - cost[2 * W + 3]) < 0.1F),
			      "%s", ff_error());
			ff_world_free(routed);
			for (int i = 0; i < CELLS; i++)
				if (!CHECK(costs[i] == ff_world_value(world, i % W, i / W),
					   "map %d, edited %d, %d: %g, not %g", k, edited, i,
					   costs[i], ff_world_value(world, i % W, i / W)))
					break;
			CHECK(ff_world_edit(world, 3, 1, 1, 1, (double)NAN) == FF_OK &&
				      ff_router_edit(router, 3, 1, 1, 1, (double)INFINITY) == FF_OK,
			      "edits");
		}
		CHECK(ff_router_size(router, FF_LAYER_COST) == sizeof cost, "size");
		ff_router_free(router);
		ff_world_free(world);
	}
}

static void arguments_out_of_range_are_refused(void)
{
	const float cost[4] = {1, 1, 1, 1}, wrong[4] = {1, 1, -2, 1};
	const uint8_t bytes[4] = {1, 1, 1, 1};
	struct ff_rules rules = {.real = 1};
	struct ff_world *world = NULL;
	struct ff_router *router = NULL;

	CHECK(ff_world_new(2, 2, NULL, &rules, &world) == FF_E_ARG, "no costs");
	CHECK(ff_world_new(2, 2, wrong, &rules, &world) == FF_E_ARG && world == NULL,
	      "a cost below 0");
	CHECK(strcmp(ff_error(), "ff_world_new: cost is -2; expected above 0, up to 1.99993896") ==
		      0,
	      "\"%s\"", ff_error());
	CHECK(ff_router_new(2, 2, wrong, &rules, 0, &router) == FF_E_ARG, "router");
	rules.cost_scale = 65535;
	CHECK(ff_world_new(2, 2, cost, &rules, &world) == FF_E_ARG, "more than 65534 units");
	rules.cost_scale = -1;
	CHECK(ff_world_new(2, 2, cost, &rules, &world) == FF_E_ARG, "scale -1");
	CHECK(ff_world_new(2, 2, bytes, NULL, &world) == FF_OK &&
		      ff_world_edit(world, 0, 0, 1, 1, 1.5) == FF_E_ARG,
	      "a fraction among bytes");
	ff_world_free(world);
	rules.cost_scale = 65534;
	rules.metric = FF_METRIC_OCTILE;
	CHECK(ff_world_new(2, 2, cost, &rules, &world) == FF_OK &&
		      ff_world_add_goal(world, 0, 0, FF_GOALS_START_MAX) == FF_OK &&
		      ff_world_solve(world) == FF_E_INPUT,
	      "a start beyond what doubles count");
	CHECK(strstr(ff_error(), "too large") != NULL, "\"%s\"", ff_error());
	ff_world_free(world);
}

int main(void)
{
	RUN(costs_are_rounded_to_the_worlds_unit);
	RUN(edits_equal_solving_afresh_and_all_is_verified);
	RUN(a_cost_that_rises_lowers_no_value);
	RUN(routers_find_the_least_costs);
	RUN(arguments_out_of_range_are_refused);
	return tap_done();
}
