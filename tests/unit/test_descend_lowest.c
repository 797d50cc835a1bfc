#include "solve/descend_lowest.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The flow of the true field, in a block of its own: nothing but this rule is tested here. */
static uint8_t *descend(const struct oracle *truth)
{
	struct ff_field field = oracle_field(truth);
	size_t n = (size_t)field.w * (size_t)field.h;
	struct ff_flow flow = {field.w, field.h, oracle_cells(n, 1)};

	memset(flow.cells, 0x5a, n);
	ff_descend_lowest(&truth->cost, &field, &flow);
	free(field.cells);
	return flow.cells;
}

static void compare(const struct oracle *truth)
{
	uint8_t *flow = descend(truth);
	int32_t w = truth->cost.w;

	for (int32_t i = 0; i < w * truth->cost.h; i++) {
		if (!CHECK(flow[i] == truth->flow[i],
			   "%s: cell %d,%d has direction %d, should have %d", truth->name, i % w,
			   i / w, flow[i], truth->flow[i]))
			break;
	}
	free(flow);
}

static void every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle(void)
{
	oracle_small_maps(3, 4, compare);
}

static void every_wall_pattern_on_smaller_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		oracle_small_maps(sizes[i][0], sizes[i][1], compare);
}

static void ten_thousand_random_maps_agree_with_the_oracle(void)
{
	oracle_random_maps(10000, compare);
}

static void rows_longer_and_shorter_than_a_stretch_agree_with_the_oracle(void)
{
	oracle_long_maps(compare);
}

static void check_walks(const struct oracle *truth)
{
	const struct ff_cost *cost = &truth->cost;
	uint8_t *flow = descend(truth);

	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		int32_t x = i % cost->w, y = i / cost->w;
		uint64_t value = truth->field[i];

		if (truth->classes[i] != 1) {
			CHECK(flow[i] == FF_NONE, "%s: %d,%d leads somewhere", truth->name, x, y);
			continue;
		}
		while (value != 0) {
			const struct ff_flow_step *step = &ff_flow_steps[flow[y * cost->w + x]];
			uint64_t before = value;

			if (!CHECK(ff_cost_open(cost, x + step->dx, y + step->dy) &&
					   ff_cost_open(cost, x + step->dx, y) &&
					   ff_cost_open(cost, x, y + step->dy),
				   "%s: %d,%d leads into a wall or cuts its corner", truth->name, x,
				   y))
				break;
			x += step->dx;
			y += step->dy;
			value = truth->field[ff_cost_index(cost, x, y)];
			if (!CHECK(value < before,
				   "%s: from %d,%d a walk climbs from %" PRIu64 " to %" PRIu64
				   " at %d,%d",
				   truth->name, i % cost->w, i / cost->w, before, value, x, y))
				break;
		}
	}
	free(flow);
}

static void following_the_flow_descends_to_a_goal_and_cuts_no_wall_corner(void)
{
	oracle_small_maps(3, 3, check_walks);
	oracle_random_maps(2000, check_walks);
}

static void check_mirror(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	struct oracle mirror = *truth;
	uint8_t *flow = descend(truth), *mirrored;

	mirror.cost.cells = oracle_cells((size_t)(w * h), 1);
	mirror.field = oracle_cells((size_t)(w * h), sizeof *mirror.field);
	for (int32_t i = 0; i < w * h; i++) {
		mirror.cost.cells[i] = truth->cost.cells[w * h - 1 - i];
		mirror.field[i] = truth->field[w * h - 1 - i];
	}
	mirrored = descend(&mirror);
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
	oracle_random_maps(2000, check_mirror);
}

/* The direction from the middle of a 3x3 field. */
static uint8_t from_the_middle(const uint32_t values[9], const uint8_t costs[9])
{
	uint8_t own_costs[9], directions[9] = {0};
	uint32_t own_values[9];
	const struct ff_cost cost = {3, 3, own_costs};
	const struct ff_field field = {3, 3, own_values};
	struct ff_flow flow = {3, 3, directions};

	memcpy(own_costs, costs, sizeof own_costs);
	memcpy(own_values, values, sizeof own_values);
	ff_descend_lowest(&cost, &field, &flow);
	return directions[4];
}

/* Where the directions 0..7 lead from the middle of a 3x3 map. */
static const int around[8] = {1, 2, 5, 8, 7, 6, 3, 0};

static void a_tie_goes_to_the_first_clockwise_from_north(void)
{
	for (unsigned lows = 0; lows < 256; lows++) {
		uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
		uint32_t values[9] = {6, 6, 6, 6, 7, 6, 6, 6, 6};
		int first = 0, got;

		for (int d = 7; d >= 0; d--) {
			if (lows >> d & 1) {
				values[around[d]] = 5;
				first = d;
			}
		}
		got = from_the_middle(values, costs);
		CHECK(got == first, "lowest in directions %#x: went to %d, not %d", lows, got,
		      first);
	}
}

static void only_a_lower_neighbour_is_a_way(void)
{
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	uint32_t flat[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
	uint32_t pit[9] = {8, 8, 8, 8, 7, 8, 8, 8, 8};
	uint32_t none[9] = {1, 1, 1, 1, FF_FIELD_NONE, 1, 1, 1, 1};
	uint32_t high[9] = {FF_FIELD_NONE,     FF_FIELD_NONE,     FF_FIELD_NONE,
			    FF_FIELD_NONE,     FF_FIELD_NONE - 1, FF_FIELD_NONE,
			    FF_FIELD_NONE - 2, FF_FIELD_NONE,     FF_FIELD_NONE};

	CHECK(from_the_middle(flat, costs) == FF_NONE, "equal neighbours");
	CHECK(from_the_middle(pit, costs) == FF_NONE, "higher neighbours");
	CHECK(from_the_middle(none, costs) == FF_NONE, "no value of its own");
	CHECK(from_the_middle(high, costs) == FF_SW, "the highest values there are");
}

static void a_diagonal_needs_both_of_its_side_cells_open(void)
{
	for (int d = 1; d < 8; d += 2) {
		for (int walls = 0; walls < 4; walls++) {
			uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
			uint32_t values[9] = {9, 9, 9, 9, 9, 9, 9, 9, 9};
			int got, wanted = walls == 0 ? d : FF_NONE;

			values[around[d]] = 0;
			if (walls & 1)
				costs[around[d - 1]] = FF_COST_WALL;
			if (walls & 2)
				costs[around[(d + 1) % 8]] = FF_COST_WALL;
			got = from_the_middle(values, costs);
			CHECK(got == wanted, "direction %d, walls %d: went to %d, not %d", d, walls,
			      got, wanted);
		}
	}
}

static int flows_met;

/* A table's own directions may follow another rule and break ties in another
 * way.  Ours is right if no permitted neighbour is lower in the table's numbers. */
static void check_table(const struct oracle_table *table)
{
	const struct ff_cost *cost = &table->truth.cost;
	char sentence[300];
	uint8_t *flow;

	if (table->misfit != NULL || table->flow == NULL)
		return;
	flows_met++;
	flow = descend(&table->truth);
	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		int32_t x = i % cost->w, y = i / cost->w;
		double ours = table->field[oracle_towards(cost, x, y, flow[i])];

		CHECK((flow[i] == FF_NONE) == (table->flow[i] == 8),
		      "%s: %d,%d has direction %d, in the table %d", table->name, x, y, flow[i],
		      table->flow[i]);
		if (flow[i] == FF_NONE)
			continue;
		CHECK(oracle_permitted(cost, x, y, flow[i]), "%s: %d,%d goes a forbidden way",
		      table->name, x, y);
		for (int d = 0; d < 8; d++)
			CHECK(!oracle_permitted(cost, x, y, d) ||
				      ours <= table->field[oracle_towards(cost, x, y, d)],
			      "%s: %d,%d goes to %d, but %d is lower", table->name, x, y, flow[i],
			      d);
		if (!oracle_permitted(cost, x, y, table->flow[i]))
			NOTE("%s: the way from %d,%d cuts a wall corner, ours does not",
			     table->name, x, y);
	}
	free(flow);
	snprintf(sentence, sizeof sentence, "the flow is best in the numbers of the table %s",
		 table->name);
	tap_end(sentence);
}

static void two_tables_of_other_systems_have_a_flow(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_folder());
	else
		CHECK(flows_met >= 2, "%d tables", flows_met);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle);
	RUN(every_wall_pattern_on_smaller_maps_agrees_with_the_oracle);
	RUN(ten_thousand_random_maps_agree_with_the_oracle);
	RUN(rows_longer_and_shorter_than_a_stretch_agree_with_the_oracle);
	RUN(following_the_flow_descends_to_a_goal_and_cuts_no_wall_corner);
	RUN(a_map_turned_around_leads_to_the_same_values);
	RUN(a_tie_goes_to_the_first_clockwise_from_north);
	RUN(only_a_lower_neighbour_is_a_way);
	RUN(a_diagonal_needs_both_of_its_side_cells_open);
	RUN(two_tables_of_other_systems_have_a_flow);
	return tap_done();
}
