#include "core/solve/descend.h"

#include "oracle.h"
#include "tap.h"
#include "walks.h"

static void sizes_that_differ_are_refused_and_the_flow_left_alone(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6] = {77, 77, 77, 77, 77, 77};
	struct ff_flow_vector vectors[6] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}, {7, 7}, {7, 7}};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3};
	const struct ff_cost cost = {3, 2, costs};
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	static const int32_t wrong[][4] = {{2, 2, 3, 2}, {3, 1, 3, 2}, {3, 2, 2, 2}, {3, 2, 3, 1},
					   {2, 3, 3, 2}, {3, 2, 2, 3}, {2, 3, 2, 3}};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		for (int rule = 0; rule < FF_FLOWS; rule++) {
			const struct ff_model model = oracle_model(0, (enum ff_flow_rule)rule);
			const struct ff_field field = {
				.w = wrong[i][0], .h = wrong[i][1], .unit = 1, .u32 = values};
			struct ff_flow flow = {wrong[i][2], wrong[i][3], directions, vectors};
			enum ff_status st =
				ff_descend(&model, &cost, &field, &seeds, &flow, NULL, NULL);

			CHECK(st == FF_E_ARG, "case %zu: status %d", i, (int)st);
			for (int k = 0; k < 6; k++)
				CHECK(directions[k] == 77 && vectors[k].dx == 7 &&
					      vectors[k].dy == 7,
				      "case %zu: the flow changed", i);
		}
	}
}

static void classes_of_another_size_are_refused_and_nothing_is_written(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6] = {77}, cells[6] = {9};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3};
	const struct ff_cost cost = {3, 2, costs};
	const struct ff_field field = {.w = 3, .h = 2, .unit = 1, .u32 = values};
	const struct ff_seeds none = {0};
	struct ff_flow flow = {3, 2, directions, NULL};

	for (int32_t k = 0; k < 2; k++) {
		struct ff_classes classes = {3 - k, 2 + 2 * k - 1, cells, {5, 6, 7, 8}};

		CHECK(ff_descend(&manhattan, &cost, &field, &none, &flow, &classes, NULL) ==
			      FF_E_ARG,
		      "case %d: not refused", (int)k);
		CHECK(classes.count[0] == 5 && classes.count[3] == 8 && cells[0] == 9 &&
			      directions[0] == 77,
		      "case %d: something changed", (int)k);
	}
}

static void a_gradient_needs_room_for_vectors(void)
{
	uint8_t costs[2] = {1, 1}, directions[2] = {77, 77};
	uint32_t values[2] = {0, 1};
	const struct ff_cost cost = {2, 1, costs};
	const struct ff_field field = {.w = 2, .h = 1, .unit = 1, .u32 = values};
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	struct ff_flow flow = {2, 1, directions, NULL};

	for (int rule = 0; rule < FF_FLOWS; rule++) {
		const struct ff_model model = oracle_model(0, (enum ff_flow_rule)rule);
		enum ff_status st;

		memset(directions, 77, sizeof directions);
		st = ff_descend(&model, &cost, &field, &seeds, &flow, NULL, NULL);
		if (rule == FF_FLOW_GRADIENT)
			CHECK(st == FF_E_ARG && directions[0] == 77 && directions[1] == 77,
			      "status %d, directions %d and %d", (int)st, directions[0],
			      directions[1]);
		else
			CHECK(st == FF_OK && directions[0] == FF_NONE && directions[1] == FF_W,
			      "status %d, directions %d and %d", (int)st, directions[0],
			      directions[1]);
	}
}

/* From the lower right corner of a 4x3 map with a dear lower row, each rule goes another way: the
 * gradient a little to the left of the path. */
static void the_rule_that_is_named_is_the_one_that_is_used(void)
{
	static const uint8_t costs[12] = {1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9};
	static const uint8_t wanted[FF_FLOWS] = {
		[FF_FLOW_LOWEST] = FF_NW, [FF_FLOW_PATH] = FF_N, [FF_FLOW_GRADIENT] = FF_N};

	for (int rule = 0; rule < FF_FLOWS; rule++) {
		const struct ff_model model = oracle_model(0, (enum ff_flow_rule)rule);
		struct ff_flow flow;
		struct oracle truth;

		oracle_new(&truth, &model, 4, 3, 1);
		memcpy(truth.cost.cells, costs, sizeof costs);
		oracle_solve(&truth);
		flow = walks_flow(&truth, FF_FIELD_U32);
		CHECK(flow.cells[11] == wanted[rule], "%s: direction %d", ff_model_flows[rule],
		      flow.cells[11]);
		CHECK((flow.vectors[11].dx == ff_flow_units[wanted[rule]].dx) ==
			      (rule != FF_FLOW_GRADIENT),
		      "%s: %g,%g", ff_model_flows[rule], (double)flow.vectors[11].dx,
		      (double)flow.vectors[11].dy);
		walks_free(&flow);
		oracle_free(&truth);
	}
}

static void check_walks(const struct oracle *truth)
{
	struct ff_flow flow = walks_flow(truth, FF_FIELD_U32);

	walks_check(truth, &flow);
	for (int32_t i = 0; i < flow.w * flow.h; i++) {
		struct ff_flow_vector vector = flow.vectors[i];
		bool right = vector.dx == ff_flow_units[flow.cells[i]].dx &&
			     vector.dy == ff_flow_units[flow.cells[i]].dy;

		if (truth->model.flow == FF_FLOW_GRADIENT && flow.cells[i] != FF_NONE)
			continue;
		CHECK(right, "%s: cell %d has direction %d and vector %g,%g", truth->name, i,
		      flow.cells[i], (double)vector.dx, (double)vector.dy);
		CHECK(truth->model.flow == FF_FLOW_GRADIENT || flow.cells[i] == truth->flow[i],
		      "%s: cell %d has direction %d, not %d", truth->name, i, flow.cells[i],
		      truth->flow[i]);
	}
	walks_free(&flow);
}

/* Goals with start costs among them, that may have lower neighbours and still lead nowhere. */
static void every_reached_cell_leads_down_to_a_goal_and_no_other_leads_anywhere(void)
{
	for (int rule = 0; rule < FF_FLOWS; rule++) {
		for (int k = 0; k < ORACLE_MODELS; k++) {
			const struct ff_model model = oracle_model(k, (enum ff_flow_rule)rule);

			oracle_small_maps(&model, 3, 3, check_walks);
			oracle_random_maps(&model, 150, check_walks);
		}
	}
}

static void where_no_seed_is_a_goal_the_lowest_cells_have_no_direction(void)
{
	uint8_t costs[3] = {1, 1, 1}, directions[3];
	uint32_t values[3] = {1, 0, 2};
	const struct ff_cost cost = {3, 1, costs};
	const struct ff_field field = {.w = 3, .h = 1, .unit = 1, .u32 = values};
	const struct ff_seeds seeds = {NULL, 0};
	struct ff_flow flow = {3, 1, directions, NULL};

	for (int rule = 0; rule < FF_FLOW_GRADIENT; rule++) {
		const struct ff_model model = oracle_model(0, (enum ff_flow_rule)rule);

		CHECK(ff_descend(&model, &cost, &field, &seeds, &flow, NULL, NULL) == FF_OK,
		      "status");
		CHECK(directions[0] == FF_E && directions[1] == FF_NONE && directions[2] == FF_W,
		      "%s: %d %d %d", ff_model_flows[rule], directions[0], directions[1],
		      directions[2]);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(sizes_that_differ_are_refused_and_the_flow_left_alone);
	RUN(classes_of_another_size_are_refused_and_nothing_is_written);
	RUN(a_gradient_needs_room_for_vectors);
	RUN(the_rule_that_is_named_is_the_one_that_is_used);
	RUN(every_reached_cell_leads_down_to_a_goal_and_no_other_leads_anywhere);
	RUN(where_no_seed_is_a_goal_the_lowest_cells_have_no_direction);
	return tap_done();
}
