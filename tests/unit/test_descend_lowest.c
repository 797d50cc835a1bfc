#include "core/solve/descend.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The flow of a field, in a block of its own: nothing but this rule is tested here. */
static uint8_t *descend(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = oracle_field(truth, type);
	size_t n = (size_t)field.w * (size_t)field.h;
	const struct ff_seeds none = {0};
	struct ff_model model = truth->model;
	struct ff_flow flow = {.w = field.w, .h = field.h, .cells = oracle_cells(n, 1)};

	memset(flow.cells, 0x5a, n);
	model.flow = FF_FLOW_LOWEST;
	CHECK(ff_descend(&model, &truth->cost, &field, &none, &flow, NULL, NULL) == FF_OK,
	      "refused");
	free(field.cells);
	return flow.cells;
}

/* Goals are not for this rule to know: with start costs they may have lower neighbours. */
static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	uint8_t *flow = descend(truth, type);
	int32_t w = truth->cost.w;

	for (int32_t i = 0; i < w * truth->cost.h; i++) {
		if (!CHECK(truth->classes[i] == FF_GOAL || flow[i] == truth->flow[i],
			   "%s, type %d: cell %d,%d has direction %d, should have %d", truth->name,
			   (int)type, i % w, i / w, flow[i], truth->flow[i]))
			break;
	}
	free(flow);
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
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_small_maps(&model, 3, 4, compare);
	}
}

static void every_wall_pattern_on_smaller_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			oracle_small_maps(&model, sizes[i][0], sizes[i][1], compare_types);
	}
}

static void random_maps_agree_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, k == 0 ? 3000 : 400, compare_types);
	}
}

static void rows_longer_and_shorter_than_a_stretch_agree_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_long_maps(&model, compare_types);
	}
}

static void check_mirror(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	struct oracle mirror = *truth;
	uint8_t *flow = descend(truth, FF_FIELD_U32), *mirrored;

	mirror.cost.cells = oracle_cells((size_t)(w * h), 1);
	mirror.field = oracle_cells((size_t)(w * h), sizeof *mirror.field);
	for (int32_t i = 0; i < w * h; i++) {
		mirror.cost.cells[i] = truth->cost.cells[w * h - 1 - i];
		mirror.field[i] = truth->field[w * h - 1 - i];
	}
	mirrored = descend(&mirror, FF_FIELD_U32);
	for (int32_t i = 0; i < w * h; i++) {
		int32_t m = w * h - 1 - i;
		uint64_t one = truth->field[oracle_towards(&truth->cost, i % w, i / w, flow[i])];
		uint64_t two =
			mirror.field[oracle_towards(&mirror.cost, m % w, m / w, mirrored[m])];

		CHECK(one == two, "%s: %d,%d leads to %" PRIu64 ", mirrored to %" PRIu64,
		      truth->name, i % w, i / w, one, two);
	}
	free(flow);
	free(mirrored);
	free(mirror.cost.cells);
	free(mirror.field);
}

static void a_map_turned_around_leads_to_the_same_values(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 200, check_mirror);
	}
}

/* The direction from the middle of a 3x3 field, the same from all types of it. */
static uint8_t from_the_middle(const uint64_t values[9], const uint8_t costs[9],
			       enum ff_corners corners)
{
	uint8_t directions[FF_FIELD_TYPES];
	struct oracle truth;

	oracle_new(&truth, &manhattan, 3, 3, 1);
	truth.model.corners = corners;
	memcpy(truth.cost.cells, costs, 9);
	memcpy(truth.field, values, 9 * sizeof *values);
	for (int type = 0; type < FF_FIELD_TYPES; type++) {
		uint8_t *flow = descend(&truth, (enum ff_field_type)type);

		directions[type] = flow[4];
		free(flow);
	}
	oracle_free(&truth);
	CHECK(directions[FF_FIELD_U32] == directions[FF_FIELD_U64] &&
		      directions[FF_FIELD_U32] == directions[FF_FIELD_F64],
	      "types differ: %d, %d, %d", directions[0], directions[1], directions[2]);
	return directions[0];
}

/* Where the directions 0..7 lead from the middle of a 3x3 map. */
static const int around[8] = {1, 2, 5, 8, 7, 6, 3, 0};

static void a_tie_goes_to_the_first_clockwise_from_north(void)
{
	for (unsigned lows = 0; lows < 256; lows++) {
		uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
		uint64_t values[9] = {6, 6, 6, 6, 7, 6, 6, 6, 6};
		int first = 0, got;

		for (int d = 7; d >= 0; d--) {
			if (lows >> d & 1) {
				values[around[d]] = 5;
				first = d;
			}
		}
		got = from_the_middle(values, costs, FF_CORNERS_STRICT);
		CHECK(got == first, "lowest in directions %#x: went to %d, not %d", lows, got,
		      first);
	}
}

static void only_a_lower_neighbour_is_a_way(void)
{
	const enum ff_corners strict = FF_CORNERS_STRICT;
	const uint64_t no = ORACLE_NONE, top = UINT32_MAX - 1;
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	uint64_t flat[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
	uint64_t pit[9] = {8, 8, 8, 8, 7, 8, 8, 8, 8};
	uint64_t none[9] = {1, 1, 1, 1, no, 1, 1, 1, 1};
	uint64_t high[9] = {no, no, no, no, top, no, top - 1, no, no};

	CHECK(from_the_middle(flat, costs, strict) == FF_NONE, "equal neighbours");
	CHECK(from_the_middle(pit, costs, strict) == FF_NONE, "higher neighbours");
	CHECK(from_the_middle(none, costs, strict) == FF_NONE, "no value of its own");
	CHECK(from_the_middle(high, costs, strict) == FF_SW, "the highest values there are");
}

static void a_diagonal_needs_as_many_of_its_side_cells_as_the_corner_rule_says(void)
{
	static const bool wanted[FF_CORNERS][4] = {
		[FF_CORNERS_STRICT] = {true, false, false, false},
		[FF_CORNERS_LENIENT] = {true, true, true, false},
		[FF_CORNERS_CUT] = {true, true, true, true},
	};

	for (int k = 0; k < FF_CORNERS * 4 * 4; k++) {
		int corners = k / 16, walls = k / 4 % 4, d = k % 4 * 2 + 1, got;
		uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
		uint64_t values[9] = {9, 9, 9, 9, 9, 9, 9, 9, 9};

		values[around[d]] = 0;
		if (walls & 1)
			costs[around[d - 1]] = FF_COST_WALL;
		if (walls & 2)
			costs[around[(d + 1) % 8]] = FF_COST_WALL;
		got = from_the_middle(values, costs, (enum ff_corners)corners);
		CHECK(got == (wanted[corners][walls] ? d : FF_NONE),
		      "%s, direction %d, walls %d: went to %d", ff_model_corners[corners], d, walls,
		      got);
	}
}

static int flows_met;

/* A table's own directions may follow another rule and break ties in another
 * way.  Ours is right if no permitted neighbour is lower in the table's numbers. */
static void check_table(const struct oracle_table *table)
{
	const struct oracle *truth = &table->truth;
	const struct ff_cost *cost = &truth->cost;
	char sentence[300];
	uint8_t *flow;

	if (table->misfit != NULL || table->flow == NULL)
		return;
	flows_met++;
	flow = descend(truth, FF_FIELD_U32);
	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		int32_t x = i % cost->w, y = i / cost->w;
		double ours = table->field[oracle_towards(cost, x, y, flow[i])];

		CHECK((flow[i] == FF_NONE) == (table->flow[i] == 8),
		      "%s: %d,%d has direction %d, in the table %d", table->name, x, y, flow[i],
		      table->flow[i]);
		if (flow[i] == FF_NONE)
			continue;
		CHECK(truth->ways[i] >> flow[i] & 1, "%s: %d,%d goes a forbidden way", table->name,
		      x, y);
		for (int d = 0; d < 8; d++)
			CHECK((truth->ways[i] >> d & 1) == 0 ||
				      ours <= table->field[oracle_towards(cost, x, y, d)] +
						      table->tolerance,
			      "%s: %d,%d goes to %d, but %d is lower", table->name, x, y, flow[i],
			      d);
		if ((truth->ways[i] >> table->flow[i] & 1) == 0)
			NOTE("%s: the way from %d,%d cuts a wall corner, ours does not",
			     table->name, x, y);
	}
	free(flow);
	snprintf(sentence, sizeof sentence, "no neighbour is lower in the table: %s", truth->name);
	tap_end(sentence);
}

static void four_tables_of_other_systems_have_a_flow(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_shared("oracles"));
	else
		CHECK(flows_met >= 4, "%d tables", flows_met);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle);
	RUN(every_wall_pattern_on_smaller_maps_agrees_with_the_oracle);
	RUN(random_maps_agree_with_the_oracle);
	RUN(rows_longer_and_shorter_than_a_stretch_agree_with_the_oracle);
	RUN(a_map_turned_around_leads_to_the_same_values);
	RUN(a_tie_goes_to_the_first_clockwise_from_north);
	RUN(only_a_lower_neighbour_is_a_way);
	RUN(a_diagonal_needs_as_many_of_its_side_cells_as_the_corner_rule_says);
	RUN(four_tables_of_other_systems_have_a_flow);
	return tap_done();
}
