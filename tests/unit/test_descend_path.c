#include "core/solve/descend.h"

#include "oracle.h"
#include "tap.h"
#include "walks.h"

#include <math.h>

static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_flow flow = walks_flow(truth, type);

	for (int32_t i = 0; i < flow.w * flow.h; i++) {
		if (!CHECK(flow.cells[i] == truth->flow[i],
			   "%s, type %d: cell %d,%d has direction %d, should have %d", truth->name,
			   (int)type, i % flow.w, i / flow.w, flow.cells[i], truth->flow[i]))
			break;
	}
	walks_free(&flow);
}

static void compare(const struct oracle *truth)
{
	compare_type(truth, FF_FIELD_U32);
}

static void compare_types(const struct oracle *truth)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++)
		compare_type(truth, (enum ff_field_type)type);
}

static void every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_small_maps(&model, 3, 4, compare);
	}
}

static void every_wall_pattern_on_smaller_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			oracle_small_maps(&model, sizes[i][0], sizes[i][1], compare_types);
	}
}

static void random_and_long_maps_agree_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_random_maps(&model, 300, compare_types);
		oracle_long_maps(&model, compare);
	}
}

static void check_payment(const struct oracle *truth)
{
	struct ff_flow flow = walks_flow(truth, FF_FIELD_U32);

	for (size_t i = 0; i < (size_t)flow.w * (size_t)flow.h; i++) {
		uint64_t paid = 0;
		size_t at = i;

		if (truth->classes[i] != FF_REACHED)
			continue;
		while (flow.cells[at] != FF_NONE && paid < truth->field[i]) {
			int d = flow.cells[at];

			paid += oracle_price(truth, at, d);
			at = oracle_towards(&truth->cost, (int32_t)at % flow.w,
					    (int32_t)at / flow.w, d);
		}
		CHECK(truth->classes[at] == FF_GOAL && paid + truth->field[at] == truth->field[i],
		      "%s: from %zu to %zu one pays %" PRIu64 ", not %" PRIu64 " less %" PRIu64,
		      truth->name, i, at, paid, truth->field[i], truth->field[at]);
	}
	walks_free(&flow);
}

static void who_follows_it_pays_what_the_field_says(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_small_maps(&model, 3, 3, check_payment);
		oracle_random_maps(&model, 150, check_payment);
	}
}

/* The direction from the middle of a 3x3 map. */
static int step_from_the_middle(const struct ff_model *model, const uint8_t costs[9],
				const double values[9])
{
	struct ff_cost cost = {3, 3, oracle_cells(9, 1)};
	struct ff_field field = {.w = 3,
				 .h = 3,
				 .type = FF_FIELD_F64,
				 .unit = 1,
				 .f64 = oracle_cells(9, sizeof(double))};
	enum ff_direction d;

	memcpy(cost.cells, costs, 9);
	memcpy(field.f64, values, 9 * sizeof *values);
	d = ff_descend_path_step(model, &cost, &field, 1, 1);
	free(cost.cells);
	free(field.cells);
	return (int)d;
}

static void a_cell_that_has_its_own_seeds_value_leads_to_the_first_of_the_lowest(void)
{
	uint8_t costs[9] = {9, 9, 9, 9, 9, 9, 9, 9, 9};
	double values[9] = {4, 6, 5, 5, 8, 9, 9, 5, 4};
	double pit[9] = {8, 8, 8, 8, 8, 8, 8, 8, 8};
	struct ff_model octile = {.metric = FF_METRIC_OCTILE};

	CHECK(step_from_the_middle(&manhattan, costs, values) == FF_SE,
	      "manhattan: SE before NW, diagonals too");
	CHECK(step_from_the_middle(&octile, costs, values) == FF_SE, "octile: SE before NW");
	CHECK(step_from_the_middle(&manhattan, costs, pit) == FF_NONE, "manhattan: none is lower");
	CHECK(step_from_the_middle(&octile, costs, pit) == FF_NONE, "octile: none is lower");
	values[5] = -1; /* as low as the price, which the cell's value came from */
	CHECK(step_from_the_middle(&manhattan, costs, values) == FF_E, "manhattan: E");
}

static void with_euclid_it_is_the_steepest_permitted_step(void)
{
	const double no = FF_FIELD_NONEF;
	struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	uint8_t walled[9] = {1, FF_COST_WALL, 1, 1, 1, 1, 1, 1, 1};
	double diagonal[9] = {8.6, 9.2, 9, 9.1, 10, no, 10, 10, 11};
	double straight[9] = {8.6, 9, 9, 9.1, 10, no, 10, 10, 11};
	double equal[9] = {10, 10, 10, 9, 10, 9, 10, 9, 10};
	double pit[9] = {no, 10, 11, 10, 10, 10, 10, 10, 10};

	/* A drop of 1.4 along a diagonal is one of 0.98995 a cell. */
	CHECK(step_from_the_middle(&euclid, costs, diagonal) == FF_NW, "NW is steeper than W");
	CHECK(step_from_the_middle(&euclid, costs, straight) == FF_N, "N is steeper than NW");
	CHECK(step_from_the_middle(&euclid, walled, diagonal) == FF_W, "a wall is at the corner");
	euclid.corners = FF_CORNERS_LENIENT;
	CHECK(step_from_the_middle(&euclid, walled, diagonal) == FF_NW, "one wall is no matter");
	CHECK(step_from_the_middle(&euclid, costs, equal) == FF_E, "E is first of equals");
	CHECK(step_from_the_middle(&euclid, costs, pit) == FF_NONE, "none is lower");
}

static int flows_met;

/* Whether a step that way costs what the table's numbers say. */
static bool is_best(const struct oracle_table *table, size_t cell, int direction)
{
	const struct oracle *truth = &table->truth;
	int32_t w = truth->cost.w;
	size_t to = oracle_towards(&truth->cost, (int32_t)cell % w, (int32_t)cell / w, direction);
	double price = (double)oracle_price(truth, cell, direction) / (double)truth->unit;

	/* Both numbers are rounded. */
	return fabs(table->field[cell] - table->field[to] - price) <=
	       2 * table->tolerance + price * ORACLE_OCTILE_ERROR;
}

static void check_table(const struct oracle_table *table)
{
	const struct oracle *truth = &table->truth;
	char sentence[300];
	struct ff_flow flow;

	if (table->misfit != NULL || table->flow == NULL || truth->model.flow != FF_FLOW_PATH)
		return;
	flows_met++;
	flow = walks_flow(truth, FF_FIELD_U32);
	for (size_t i = 0; i < (size_t)flow.w * (size_t)flow.h; i++) {
		bool none = flow.cells[i] == FF_NONE;

		CHECK(none == (table->flow[i] == 8), "%s: cell %zu has direction %d, the table %d",
		      truth->name, i, flow.cells[i], table->flow[i]);
		CHECK(none || is_best(table, i, flow.cells[i]),
		      "%s: cell %zu: direction %d is not the best in the table", truth->name, i,
		      flow.cells[i]);
		CHECK(table->flow[i] == 8 || truth->ties[i] > 1 || flow.cells[i] == table->flow[i],
		      "%s: cell %zu has direction %d, the table %d, and only one is best",
		      truth->name, i, flow.cells[i], table->flow[i]);
	}
	walks_free(&flow);
	snprintf(sentence, sizeof sentence, "every step is one of the best in the table: %s",
		 truth->name);
	tap_end(sentence);
}

static void three_tables_of_other_systems_have_paths(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_shared("oracles"));
	else
		CHECK(flows_met >= 3, "%d tables", flows_met);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle);
	RUN(every_wall_pattern_on_smaller_maps_agrees_with_the_oracle);
	RUN(random_and_long_maps_agree_with_the_oracle);
	RUN(who_follows_it_pays_what_the_field_says);
	RUN(a_cell_that_has_its_own_seeds_value_leads_to_the_first_of_the_lowest);
	RUN(with_euclid_it_is_the_steepest_permitted_step);
	RUN(three_tables_of_other_systems_have_paths);
	return tap_done();
}
