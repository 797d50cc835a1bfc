#include "core/solve/descend.h"
#include "core/solve/solve.h"
#include "core/solve/strips.h"

#include "field.h"

#include <math.h>

/* Allocates a flow full of rubbish. */
static struct ff_flow allocate_flow(int32_t w, int32_t h)
{
	size_t n = (size_t)w * (size_t)h;
	struct ff_flow flow = {w, h, oracle_cells(n, 1), oracle_cells(n, sizeof *flow.vectors)};

	memset(flow.cells, 0x5a, n);
	memset(flow.vectors, 0x5a, n * sizeof *flow.vectors);
	return flow;
}

/* Returns the flow of the true field; the caller frees it. */
static struct ff_flow new_flow(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = oracle_field(truth, type);
	struct ff_flow flow = allocate_flow(field.w, field.h);

	CHECK(ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow, NULL, NULL) ==
		      FF_OK,
	      "%s", truth->name);
	free(field.cells);
	return flow;
}

static void free_flow(struct ff_flow *flow)
{
	free(flow->cells);
	free(flow->vectors);
}

/* ---- the tables of directions ---- */

static void directions_go_clockwise_from_north_and_every_other_one_is_a_diagonal(void)
{
	CHECK(FF_NONE == 8 && ff_flow_steps[8].dx == 0 && ff_flow_steps[8].dy == 0, "none");
	CHECK(ff_flow_units[FF_NONE].dx == 0 && ff_flow_units[FF_NONE].dy == 0, "none");
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double dx = (double)ff_flow_units[d].dx, dy = (double)ff_flow_units[d].dy;
		struct ff_flow_step step = ff_flow_steps[d];
		/* An eighth of a turn each. */
		double angle = d * acos(-1) / 4;

		CHECK(step.dx == lround(1.4 * sin(angle)) && step.dy == lround(-1.4 * cos(angle)),
		      "direction %d: %d,%d", d, step.dx, step.dy);
		CHECK(fabs(dx - sin(angle)) < 1e-7 && fabs(dy + cos(angle)) < 1e-7,
		      "direction %d: %g,%g", d, dx, dy);
		CHECK(ff_neighbours_diagonal((enum ff_direction)d) ==
			      (step.dx != 0 && step.dy != 0),
		      "direction %d", d);
	}
}

static void the_vector_of_a_cell_is_its_own_or_that_of_its_direction(void)
{
	uint8_t cells[2] = {FF_SW, FF_NONE};
	struct ff_flow_vector vectors[2] = {{0.6F, 0.8F}, {0, 0}};
	struct ff_flow flow = {2, 1, cells, NULL};

	CHECK(ff_flow_vector_at(&flow, 0).dx == ff_flow_units[FF_SW].dx &&
		      ff_flow_vector_at(&flow, 0).dy == ff_flow_units[FF_SW].dy &&
		      ff_flow_vector_at(&flow, 1).dx == 0,
	      "without vectors");
	flow.vectors = vectors;
	CHECK(ff_flow_vector_at(&flow, 0).dx == 0.6F && ff_flow_vector_at(&flow, 0).dy == 0.8F,
	      "with vectors");
}

/* Returns the first of the directions that a vector turns least away from. */
static int nearest_direction(double dx, double dy)
{
	double most = -INFINITY;
	int best = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double cosine = (dx * ff_flow_steps[d].dx + dy * ff_flow_steps[d].dy) /
				(d % 2 == 0 ? 1 : sqrt(2));

		if (cosine > most) {
			most = cosine;
			best = d;
		}
	}
	return best;
}

static void the_nearest_direction_of_a_vector_is_the_one_it_turns_least_away_from(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int d = 0; d < FF_DIRECTIONS; d++)
		CHECK((int)ff_flow_nearest(ff_flow_steps[d].dx, ff_flow_steps[d].dy) == d,
		      "direction %d", d);
	for (int i = 0; i < 100000; i++) {
		/* None of these is half way between two directions, whose tangent is no ratio. */
		double dx = (double)(oracle_random(&dice) % 2001) - 1000;
		double dy = (double)(oracle_random(&dice) % 2001) - 1000;

		if (dx == 0 && dy == 0)
			continue;
		CHECK((int)ff_flow_nearest(dx, dy) == nearest_direction(dx, dy),
		      "%g,%g: %d, not %d", dx, dy, (int)ff_flow_nearest(dx, dy),
		      nearest_direction(dx, dy));
		CHECK((int)ff_flow_nearest(dx * 1e-200, dy * 1e-200) == nearest_direction(dx, dy),
		      "%g,%g, very short", dx, dy);
	}
}

/* The middle of a 3x3 map among all patterns of walls, and its edge cells too: outside is wall. */
static void a_step_is_permitted_where_the_corner_rule_of_the_oracle_says(void)
{
	struct ff_cost cost = {.w = 3, .h = 3, .cells = oracle_cells(9, 1)};

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

/* ---- rules "lowest" and "path" ---- */

/* Compares directions and classes with those of the oracle, and vectors with directions. */
static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = oracle_field(truth, type);
	struct ff_flow flow = allocate_flow(field.w, field.h);
	struct ff_classes classes = {.w = field.w, .h = field.h};

	struct ff_model plain = truth->model;
	struct ff_solve solve = {.model = &plain,
				 .cost = &truth->cost,
				 .seeds = &truth->seeds,
				 .limit = truth->limit,
				 .field = &field,
				 .classes = &classes};
	bool done;

	plain.flow = FF_FLOW_PATH; /* no cell is turned */
	classes.cells = oracle_cells((size_t)field.w * (size_t)field.h, 1);
	CHECK(ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow, &classes,
			 NULL) == FF_OK &&
		      ff_solve_spread(&solve, SIZE_MAX, &done) == FF_OK && done,
	      "%s", truth->name);
	for (int32_t i = 0; i < flow.w * flow.h; i++)
		if (!CHECK(flow.cells[i] == truth->flow[i] &&
				   classes.cells[i] == truth->classes[i] &&
				   flow.vectors[i].dx == ff_flow_units[flow.cells[i]].dx &&
				   flow.vectors[i].dy == ff_flow_units[flow.cells[i]].dy,
			   "%s, rule %d, type %d: cell %d,%d has direction %d and class %d, not %d "
			   "and %d",
			   truth->name, (int)truth->model.flow, (int)type, i % flow.w, i / flow.w,
			   flow.cells[i], classes.cells[i], truth->flow[i], truth->classes[i]))
			break;
	CHECK(memcmp(classes.count, truth->count, sizeof truth->count) == 0,
	      "%s: counts of classes", truth->name);
	free_flow(&flow);
	free(classes.cells);
	free(field.cells);
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

/* The rules that the oracle has, too. */
static const enum ff_flow_rule stepped[] = {FF_FLOW_LOWEST, FF_FLOW_PATH, FF_FLOW_SUM};
enum { STEPPED = sizeof stepped / sizeof *stepped };

/* Goals with start costs are among these: they have no direction, though neighbours may be lower.
 */
static void every_wall_pattern_on_small_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (int k = 0; k < STEPPED * ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k / STEPPED, stepped[k % STEPPED]);

		/* The larger maps with each model and one of the rules. */
		if (getenv("FULL") != NULL || k % STEPPED == k / STEPPED % STEPPED)
			oracle_small_maps(&model, 3, 4, compare);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			oracle_small_maps(&model, sizes[i][0], sizes[i][1], compare_types);
	}
}

static void random_and_long_maps_agree_with_the_oracle(void)
{
	for (int k = 0; k < STEPPED * ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k / STEPPED, stepped[k % STEPPED]);

		oracle_random_maps(&model, getenv("FULL") != NULL ? 300 : 60, compare_types);
		if (getenv("FULL") != NULL || k % STEPPED == k / STEPPED % STEPPED)
			oracle_long_maps(&model, compare);
	}
}

/* Sets field and flow of a 3x3 map and returns the direction from its middle. */
static int descend_middle(const struct ff_model *model, const uint8_t costs[9],
			  const double values[9], struct ff_flow_vector *vector)
{
	struct ff_flow_vector vectors[9];
	uint8_t map[9], directions[9];
	double copy[9];
	const struct ff_cost cost = {.w = 3, .h = 3, .cells = map};
	const struct ff_field field = {
		.w = 3, .h = 3, .type = FF_FIELD_F64, .unit = 1, .f64 = copy};
	struct ff_flow flow = {3, 3, directions, vectors};
	const struct ff_seeds none = {0};

	memcpy(map, costs, sizeof map);
	memcpy(copy, values, sizeof copy);
	CHECK(ff_descend(model, &cost, &field, &none, &flow, NULL, NULL) == FF_OK, "refused");
	if (vector != NULL)
		*vector = vectors[4];
	return directions[4];
}

static void ties_go_to_the_first_clockwise_from_north_and_only_down(void)
{
	static const int around[8] = {1, 2, 5, 8, 7, 6, 3, 0};
	const uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

	for (unsigned lows = 0; lows < 256; lows++) {
		double values[9] = {6, 6, 6, 6, 6, 6, 6, 6, 6};
		int first = FF_NONE, got;

		for (int d = 7; d >= 0; d--)
			if (lows >> d & 1) {
				values[around[d]] = 5;
				first = d;
			}
		got = descend_middle(&manhattan, costs, values, NULL);
		CHECK(got == first, "lowest in directions %#x: %d, not %d", lows, got, first);
		for (int i = 0; i < 9; i++)
			values[i] = i == 4 ? FF_FIELD_NONEF : 1;
		CHECK(descend_middle(&manhattan, costs, values, NULL) == FF_NONE, "no value");
	}
}

static void with_path_a_cell_with_the_value_of_its_own_seed_leads_to_the_first_of_the_lowest(void)
{
	uint8_t costs[9] = {9, 9, 9, 9, 9, 9, 9, 9, 9};
	double values[9] = {4, 6, 5, 5, 8, 9, 9, 5, 4};
	double pit[9] = {8, 8, 8, 8, 8, 8, 8, 8, 8};
	const struct ff_model octile = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_PATH};
	const struct ff_model straight = {.metric = FF_METRIC_MANHATTAN, .flow = FF_FLOW_PATH};

	CHECK(descend_middle(&straight, costs, values, NULL) == FF_SE,
	      "manhattan: SE before NW, diagonals too");
	CHECK(descend_middle(&octile, costs, values, NULL) == FF_SE, "octile: SE before NW");
	CHECK(descend_middle(&straight, costs, pit, NULL) == FF_NONE, "manhattan: none is lower");
	CHECK(descend_middle(&octile, costs, pit, NULL) == FF_NONE, "octile: none is lower");
	values[5] = -1; /* as low as the price, which the cell's value came from */
	CHECK(descend_middle(&straight, costs, values, NULL) == FF_E, "manhattan: E");
}

static void with_path_and_euclid_it_is_the_steepest_permitted_step(void)
{
	const double no = FF_FIELD_NONEF;
	struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_PATH};
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	uint8_t walled[9] = {1, FF_COST_WALL, 1, 1, 1, 1, 1, 1, 1};
	double diagonal[9] = {8.6, 9.2, 9, 9.1, 10, no, 10, 10, 11};
	double straight[9] = {8.6, 9, 9, 9.1, 10, no, 10, 10, 11};
	double equal[9] = {10, 10, 10, 9, 10, 9, 10, 9, 10};
	double pit[9] = {no, 10, 11, 10, 10, 10, 10, 10, 10};

	/* A drop of 1.4 along a diagonal is one of 0.98995 a cell. */
	CHECK(descend_middle(&euclid, costs, diagonal, NULL) == FF_NW, "NW is steeper than W");
	CHECK(descend_middle(&euclid, costs, straight, NULL) == FF_N, "N is steeper than NW");
	CHECK(descend_middle(&euclid, walled, diagonal, NULL) == FF_W, "a wall is at the corner");
	euclid.corners = FF_CORNERS_LENIENT;
	CHECK(descend_middle(&euclid, walled, diagonal, NULL) == FF_NW, "one wall is no matter");
	CHECK(descend_middle(&euclid, costs, equal, NULL) == FF_E, "E is first of equals");
	CHECK(descend_middle(&euclid, costs, pit, NULL) == FF_NONE, "none is lower");
}

static void with_sum_the_cost_of_a_lower_neighbour_counts(void)
{
	const double no = FF_FIELD_NONEF;
	struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_SUM};
	struct ff_model octile = {
		.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN, .flow = FF_FLOW_SUM};
	/* N: 4 + 9, NE: 5.5 + 7, E: 6 + 7, NW: 12 + 1, but no way down */
	const uint8_t costs[9] = {1, 9, 7, 255, 3, 7, 1, 1, 1};
	const double values[9] = {12, 4, 5.5, no, 10, 6, 11, 12, no};
	const double scaled[9] = {12 * 816., 4 * 816.,  5.5 * 816., no, 10 * 816.,
				  6 * 816.,  11 * 816., 12 * 816.,  no};
	const uint8_t equal[9] = {1, 9, 8, 255, 3, 7, 1, 1, 1};

	CHECK(descend_middle(&euclid, costs, values, NULL) == FF_NE, "5.5 + 7");
	CHECK(descend_middle(&octile, costs, scaled, NULL) == FF_NE, "a cost is 816 units");
	CHECK(descend_middle(&euclid, equal, values, NULL) == FF_N, "4 + 9 is before 6 + 7");
	CHECK(descend_middle(&euclid, (const uint8_t[9]){1, 255, 7, 255, 3, 7, 1, 1, 1}, values,
			     NULL) == FF_E,
	      "a wall is at the corner");
}

/* Returns true if no permitted direction is better in the numbers of a table, which are rounded:
 * tables break ties in other ways. */
static bool is_best(const struct oracle_table *table, enum ff_flow_rule rule, size_t cell,
		    int direction)
{
	const struct oracle *truth = &table->truth;
	int32_t x = (int32_t)cell % truth->cost.w, y = (int32_t)cell / truth->cost.w;
	double there = table->field[oracle_towards(&truth->cost, x, y, direction)];

	if (rule == FF_FLOW_PATH) {
		double price = (double)oracle_price(truth, cell, direction) / (double)truth->unit;

		return fabs(table->field[cell] - there - price) <=
		       2 * table->tolerance + price * ORACLE_OCTILE_ERROR;
	}
	for (int d = 0; d < 8; d++)
		if ((truth->ways[cell] >> d & 1) != 0 &&
		    there > table->field[oracle_towards(&truth->cost, x, y, d)] + table->tolerance)
			return false;
	return (truth->ways[cell] >> direction & 1) != 0;
}

static void check_rule_in_table(const struct oracle_table *table, enum ff_flow_rule rule)
{
	struct oracle truth = table->truth;
	struct ff_flow flow;

	truth.model.flow = rule;
	flow = new_flow(&truth, FF_FIELD_U32);
	for (size_t i = 0; i < (size_t)flow.w * (size_t)flow.h; i++) {
		int got = flow.cells[i], theirs = table->flow[i];

		CHECK((got == FF_NONE) == (theirs == 8),
		      "%s: cell %zu has direction %d, in the table %d", truth.name, i, got, theirs);
		CHECK(got == FF_NONE || is_best(table, rule, i, got),
		      "%s: cell %zu: direction %d is not the best in the table", truth.name, i,
		      got);
		CHECK(rule == FF_FLOW_LOWEST || theirs == 8 || truth.ties[i] > 1 || got == theirs,
		      "%s: cell %zu has direction %d, and only %d is best", truth.name, i, got,
		      theirs);
	}
	free_flow(&flow);
}

static int tables_met[FF_FLOWS];

static void check_table(const struct oracle_table *table)
{
	if (table->misfit != NULL || table->flow == NULL)
		return;
	tables_met[FF_FLOW_LOWEST]++;
	check_rule_in_table(table, FF_FLOW_LOWEST);
	if (table->truth.model.flow != FF_FLOW_PATH)
		return;
	tables_met[FF_FLOW_PATH]++;
	check_rule_in_table(table, FF_FLOW_PATH);
}

static void directions_are_the_best_in_four_tables_of_other_systems(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_shared("oracles"));
	else
		CHECK(tables_met[FF_FLOW_LOWEST] >= 4 && tables_met[FF_FLOW_PATH] >= 3,
		      "%d and %d tables", tables_met[FF_FLOW_LOWEST], tables_met[FF_FLOW_PATH]);
}

/* ---- rule "gradient" ---- */

/* Returns the true value of a cell, or 'own' where it has none. */
static double value_at(const struct oracle *truth, int32_t x, int32_t y, double own)
{
	uint64_t value = ORACLE_NONE;

	if (x >= 0 && y >= 0 && x < truth->cost.w && y < truth->cost.h)
		value = truth->field[y * truth->cost.w + x];
	return value == ORACLE_NONE ? own : (double)value;
}

/* Returns the cosine of the angle between a vector and a direction. */
static double along(double dx, double dy, int direction)
{
	double length = sqrt(dx * dx + dy * dy);

	return (dx * (double)ff_flow_units[direction].dx +
		dy * (double)ff_flow_units[direction].dy) /
	       length;
}

/* Returns true if the way along dx,dy, down the slope, leaves x,y for a cell with a value. */
static bool enters_a_value(const struct oracle *truth, int32_t x, int32_t y, double dx, double dy)
{
	double w = fabs(dx), h = fabs(dy);
	int32_t to_x = w >= h ? x + (dx > 0 ? 1 : -1) : x;
	int32_t to_y = h >= w ? y + (dy > 0 ? 1 : -1) : y;

	return value_at(truth, to_x, to_y, -1) >= 0;
}

/* Checks the direction and vector of a reached cell by the rule, written once more. */
static void check_cell(const struct oracle *truth, const struct ff_flow *flow, int32_t x, int32_t y)
{
	size_t here = oracle_towards(&truth->cost, x, y, 8), to;
	double own = (double)truth->field[here];
	double dx = value_at(truth, x - 1, y, own) - value_at(truth, x + 1, y, own);
	double dy = value_at(truth, x, y - 1, own) - value_at(truth, x, y + 1, own);
	double length = sqrt(dx * dx + dy * dy);
	struct ff_flow_vector vector = flow->vectors[here];
	int nearest = 0, wanted = truth->flow[here];

	for (int d = 1; length > 0 && d < 8; d++)
		if (along(dx, dy, d) > along(dx, dy, nearest))
			nearest = d;
	if (length > 0 && (truth->ways[here] >> nearest & 1) != 0) {
		to = oracle_towards(&truth->cost, x, y, nearest);
		if (truth->field[to] < truth->field[here] && enters_a_value(truth, x, y, dx, dy))
			wanted = nearest;
		else
			length = 0;
	} else {
		length = 0;
	}
	if (length == 0) {
		dx = (double)ff_flow_units[wanted].dx;
		dy = (double)ff_flow_units[wanted].dy;
		length = sqrt(dx * dx + dy * dy);
	}
	CHECK(flow->cells[here] == wanted, "%s: %d,%d has direction %d, should have %d",
	      truth->name, x, y, flow->cells[here], wanted);
	CHECK(fabs((double)vector.dx - dx / length) < 1e-6 &&
		      fabs((double)vector.dy - dy / length) < 1e-6,
	      "%s: %d,%d has %g,%g, should have %g,%g", truth->name, x, y, (double)vector.dx,
	      (double)vector.dy, dx / length, dy / length);
}

/* Checks a cell by what a walker relies on, without the rule: a unit vector near a permitted
 * direction to a lower value, into a reached cell. */
static void check_promises(const struct oracle *truth, const struct ff_flow *flow, int32_t i)
{
	int32_t x = i % flow->w, y = i / flow->w;
	double dx = (double)flow->vectors[i].dx, dy = (double)flow->vectors[i].dy;
	int d = flow->cells[i];

	if (truth->classes[i] != FF_REACHED) {
		CHECK(d == FF_NONE && dx == 0 && dy == 0, "%s: %d,%d points to %g,%g", truth->name,
		      x, y, dx, dy);
		return;
	}
	CHECK(d < FF_NONE && (truth->ways[i] >> d & 1) != 0 &&
		      truth->field[oracle_towards(&truth->cost, x, y, d)] < truth->field[i],
	      "%s: %d,%d has direction %d", truth->name, x, y, d);
	CHECK(fabs(sqrt(dx * dx + dy * dy) - 1) < 1e-6, "%s: %d,%d: length of %g,%g", truth->name,
	      x, y, dx, dy);
	CHECK(d < FF_NONE && along(dx, dy, d) > 0.9238795, /* of 22.5 degrees */
	      "%s: %d,%d: %g,%g is not near direction %d", truth->name, x, y, dx, dy, d);
	CHECK(enters_a_value(truth, x, y, dx, dy), "%s: %d,%d: %g,%g leaves what is reached",
	      truth->name, x, y, dx, dy);
}

static void check_gradient(const struct oracle *truth)
{
	for (int type = FF_FIELD_U32; type < FF_FIELD_TYPES; type++) {
		struct ff_flow flow = new_flow(truth, (enum ff_field_type)type);

		for (int32_t i = 0; i < flow.w * flow.h; i++) {
			check_promises(truth, &flow, i);
			if (truth->classes[i] == FF_REACHED)
				check_cell(truth, &flow, i % flow.w, i / flow.w);
		}
		free_flow(&flow);
	}
}

static void with_gradient_a_vector_is_the_slope_or_else_the_step_of_a_cheapest_path(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_GRADIENT);

		oracle_small_maps(&model, 3, 3, check_gradient);
		oracle_random_maps(&model, 150, check_gradient);
	}
}

/* Compares the vector and the direction of the middle of a 3x3 map. */
static void check_middle(const uint8_t costs[9], const double values[9], double dx, double dy,
			 enum ff_direction direction)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	struct ff_flow_vector vector;
	int got = descend_middle(&euclid, costs, values, &vector);

	CHECK(fabs((double)vector.dx - dx) < 1e-6 && fabs((double)vector.dy - dy) < 1e-6, "%g,%g",
	      (double)vector.dx, (double)vector.dy);
	CHECK(got == (int)direction, "direction %d", got);
}

static void with_euclid_vectors_go_straight_down_a_plane(void)
{
	static const uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	double values[9];

	for (int i = 0; i < 9; i++)
		values[i] = 20 + 0.6 * (i % 3) + 0.8 * (i / 3.0 - i % 3 / 3.0);
	check_middle(costs, values, -0.6, -0.8, FF_NW);
	/* Between two higher sides, straight up. */
	values[0] = values[2] = values[3] = values[5] = 30;
	check_middle(costs, values, 0, -1, FF_N);
}

/* The wall in the middle of the left side ends here: the way leads past its end. */
static void with_euclid_the_way_around_a_corner_leads_past_it(void)
{
	static const uint8_t costs[9] = {1, 1, 1, FF_COST_WALL, 1, 1, FF_COST_WALL, 1, 1};
	static const double none = (double)INFINITY;
	static const double values[9] = {9.2, 9.5, 9.9, none, 10, 10.4, none, 11, 11.3};
	double length = sqrt(0.5 * 0.5 + 0.3 * 0.3);

	check_middle(costs, values, -0.3 / length, -0.5 / length, FF_N);
}

/* Both straight neighbours are hills: the way leads between them. */
static void with_euclid_a_diagonal_between_hills_is_a_way(void)
{
	static const uint8_t costs[9] = {1, 200, 1, 200, 1, 200, 1, 200, 1};
	static const double values[9] = {4, 90, 9, 90, 6, 90, 9, 90, 9};

	check_middle(costs, values, -sqrt(0.5), -sqrt(0.5), FF_NW);
}

/* ---- kernels and threads ---- */

/* A map, its field by the solver, and two flows. */
struct trial {
	struct ff_model model;
	struct ff_cost cost;
	struct ff_field field;
	struct ff_roots roots;
	struct ff_seeds seeds;
	struct ff_seed goals[3];
	struct ff_flow first, second;
	struct ff_classes classes;
};

/* Makes the field exact. */
static void solve_exactly(struct trial *trial, double limit)
{
	size_t n = (size_t)trial->cost.w * (size_t)trial->cost.h;
	struct ff_strips *run;
	bool done = false;

	trial->roots.of = (struct ff_labels){trial->cost.w, trial->cost.h,
					     oracle_cells(n, sizeof(uint32_t)), 0};
	CHECK(ff_strips_open(&run, &trial->cost, &trial->seeds, limit, &trial->field,
			     &trial->roots) == FF_OK,
	      "not opened");
	while (!done)
		CHECK(ff_strips_step(run, SIZE_MAX, &done) == FF_OK, "not solved");
	ff_strips_close(run);
	trial->field.roots = &trial->roots;
}

/* Draws a map and solves it; costs are such that vectors of all kinds occur. */
static void begin_trial(struct trial *trial, const struct ff_model *model, enum ff_field_type type,
			int32_t w, int32_t h, uint64_t *dice)
{
	size_t n = (size_t)w * (size_t)h, size = sizeof *trial->first.vectors;
	uint64_t walls = oracle_random(dice) % 50, most = 1 + oracle_random(dice) % 3 * 126;
	bool limited = oracle_random(dice) % 4 == 0;

	*trial = (struct trial){
		.model = *model,
		.cost = {w, h, oracle_cells(n, 1), NULL},
		.first = {w, h, oracle_cells(n, 1), oracle_cells(n, size)},
		.second = {w, h, oracle_cells(n, 1), oracle_cells(n, size)},
		.classes = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
	};
	for (size_t i = 0; i < n; i++)
		trial->cost.cells[i] = oracle_random(dice) % 100 < walls
					       ? FF_COST_WALL
					       : (uint8_t)(1 + oracle_random(dice) % most);
	trial->seeds = (struct ff_seeds){trial->goals, 1 + oracle_random(dice) % 3};
	for (size_t i = 0; i < trial->seeds.count; i++) {
		trial->goals[i].cell = (uint32_t)(oracle_random(dice) % n);
		trial->goals[i].start = (double)i * ff_model_unit(model);
		trial->cost.cells[trial->goals[i].cell] = (uint8_t)most;
	}
	trial->field = field_of(
		"trial", model, &trial->cost, &trial->seeds,
		limited ? (double)(10 * most) * ff_model_unit(model) : FF_FIELD_NONEF, type);
	if (type == FF_FIELD_F64 && most == 1)
		solve_exactly(trial, limited ? 10 : FF_FIELD_NONEF);
}

static void end_trial(struct trial *trial)
{
	free(trial->cost.cells);
	free(trial->field.cells);
	free(trial->roots.of.cells);
	free(trial->roots.items);
	free(trial->first.cells);
	free(trial->first.vectors);
	free(trial->second.cells);
	free(trial->second.vectors);
	free(trial->classes.cells);
}

/* Returns true for equal bits: vectors are 0 or 1 long and not NaN. */
static bool same_bits(struct ff_flow_vector a, struct ff_flow_vector b)
{
	return a.dx == b.dx && a.dy == b.dy && !signbit(a.dx) == !signbit(b.dx) &&
	       !signbit(a.dy) == !signbit(b.dy);
}

static bool compare_flows(const struct trial *trial, const char *what, int number)
{
	size_t n = (size_t)trial->cost.w * (size_t)trial->cost.h;
	const struct ff_flow *a = &trial->first, *b = &trial->second;

	for (size_t i = 0; i < n; i++)
		if (!CHECK(a->cells[i] == b->cells[i] && same_bits(a->vectors[i], b->vectors[i]),
			   "%s %d: %s, %s, %s, %s: %dx%d: cell %zu has %d %.9g,%.9g and %d "
			   "%.9g,%.9g",
			   what, number, ff_model_metrics[trial->model.metric],
			   ff_model_steps[trial->model.step],
			   ff_model_corners[trial->model.corners],
			   ff_model_flows[trial->model.flow], (int)trial->cost.w,
			   (int)trial->cost.h, i, a->cells[i], (double)a->vectors[i].dx,
			   (double)a->vectors[i].dy, b->cells[i], (double)b->vectors[i].dx,
			   (double)b->vectors[i].dy))
			return false;
	return true;
}

/* Checks the classes of a field; there are no goals. */
static void check_classes(const struct trial *trial)
{
	uint64_t count[FF_CLASSES] = {0};

	for (size_t i = 0; i < (size_t)trial->cost.w * (size_t)trial->cost.h; i++) {
		enum ff_class class = ff_field_has(&trial->field, i)         ? FF_REACHED
				      : trial->cost.cells[i] == FF_COST_WALL ? FF_WALL
									     : FF_UNREACHED;

		count[class]++;
		if (!CHECK(trial->classes.cells[i] == (uint8_t) class, "cell %zu is %d, not %d", i,
			   trial->classes.cells[i], (int)class))
			return;
	}
	CHECK(memcmp(count, trial->classes.count, sizeof count) == 0, "other counts");
}

static void descend_trial(struct trial *trial, struct ff_flow *flow,
			  const struct ff_machine *machine)
{
	size_t n = (size_t)flow->w * (size_t)flow->h;

	memset(flow->cells, 0x5a, n);
	memset(flow->vectors, 0x5a, n * sizeof *flow->vectors);
	memset(trial->classes.cells, 0x5a, n);
	CHECK(ff_descend(&trial->model, &trial->cost, &trial->field, &(struct ff_seeds){0}, flow,
			 &trial->classes, machine) == FF_OK,
	      "refused");
	check_classes(trial);
}

/* Descends one cell at a time, where there is code for that. */
static void descend_slowly(struct trial *trial, struct ff_flow *flow)
{
	for (int32_t y = 0; y < flow->h; y++)
		for (int32_t x = 0; x < flow->w; x++) {
			size_t i = ff_cost_index(&trial->cost, x, y);

			if (ff_model_has_vectors(&trial->model)) {
				ff_descend_gradient_cell(&trial->model, &trial->cost, &trial->field,
							 flow, x, y);
				continue;
			}
			flow->cells[i] =
				(uint8_t)(trial->model.flow == FF_FLOW_SUM
						  ? ff_descend_sum_step(&trial->model, &trial->cost,
									&trial->field, x, y, false)
						  : ff_descend_path_step(&trial->model,
									 &trial->cost,
									 &trial->field, x, y));
			flow->vectors[i] = ff_flow_units[flow->cells[i]];
		}
}

static void compare_kernels(const struct ff_model *model, enum ff_field_type type, int32_t w,
			    int32_t h, uint64_t *dice)
{
	struct trial trial;

	begin_trial(&trial, model, type, w, h, dice);
	/* While a field grows, cells have roots before they have values. */
	for (int32_t i = 0; i < w * h && trial.field.roots != NULL; i++)
		if (oracle_random(dice) % 10 == 0)
			ff_field_clear(&trial.field, (size_t)i, 1);
	descend_trial(&trial, &trial.first, NULL);
	if (model->flow != FF_FLOW_LOWEST) {
		descend_slowly(&trial, &trial.second);
		compare_flows(&trial, "cell by cell", 0);
	}
	for (int cpu = 0; cpu < FF_CPUS; cpu++) {
		const struct ff_machine machine = {NULL, (enum ff_cpu)cpu};

		if (!ff_machine_has((enum ff_cpu)cpu))
			continue;
		descend_trial(&trial, &trial.second, &machine);
		compare_flows(&trial, ff_machine_cpus[cpu], 1);
	}
	end_trial(&trial);
}

/* Calls check() with every model and each type of field that fits it. */
static void for_all_models(void (*check)(const struct ff_model *model, enum ff_field_type type))
{
	enum { RULES = FF_FLOWS - 1 };

	for (int k = 0; k < (ORACLE_MODELS + FF_CORNERS) * RULES; k++) {
		struct ff_model model =
			oracle_model(k / RULES % ORACLE_MODELS, (enum ff_flow_rule)(1 + k % RULES));

		if (k >= ORACLE_MODELS * RULES) {
			model.metric = FF_METRIC_EUCLID;
			model.step = FF_STEP_CELL;
			model.corners = (enum ff_corners)(k / RULES - ORACLE_MODELS);
			check(&model, FF_FIELD_F64);
		} else {
			check(&model, FF_FIELD_U32);
			check(&model, FF_FIELD_U64);
		}
	}
}

static void compare_sizes(const struct ff_model *model, enum ff_field_type type)
{
	uint64_t dice = ORACLE_SEED;

	/* Each width with one of the corner rules. */
	for (int32_t w = 1 + (int32_t)model->corners; w <= 70; w += 3)
		compare_kernels(model, type, w, 1 + (int32_t)(oracle_random(&dice) % 9), &dice);
	for (int32_t w = 126; w <= 131; w++)
		compare_kernels(model, type, w, 3, &dice);
	for (int32_t w = 190; w <= 400; w += 30)
		compare_kernels(model, type, w, 4, &dice);
	compare_kernels(model, type, 1, 500, &dice);
	compare_kernels(model, type, 500, 1, &dice);
	compare_kernels(model, type, 2, 77, &dice);
}

static void every_set_of_instructions_gives_the_flow_of_plain_code_and_that_of_single_cells(void)
{
	for_all_models(compare_sizes);
}

/* Checks that a cell points at its root, and that no step down is nearer to that way. */
static void check_way(const struct trial *trial, int32_t x, int32_t y)
{
	size_t here = ff_cost_index(&trial->cost, x, y);
	const struct ff_root *root = &trial->roots.items[trial->roots.of.cells[here]];
	double dx = root->x - 2 * x - 1, dy = root->y - 2 * y - 1, length = sqrt(dx * dx + dy * dy);
	struct ff_flow_vector vector = trial->first.vectors[here];
	int d = trial->first.cells[here];

	if (length == 0) {
		CHECK(d == FF_NONE && vector.dx == 0 && vector.dy == 0, "a goal at %d,%d", x, y);
		return;
	}
	CHECK(fabs((double)vector.dx - dx / length) < 1e-6 &&
		      fabs((double)vector.dy - dy / length) < 1e-6,
	      "%d,%d: %g,%g is not %g,%g", x, y, (double)vector.dx, (double)vector.dy, dx / length,
	      dy / length);
	for (int e = 0; e < FF_DIRECTIONS; e++) {
		bool down = ff_neighbours_permit(&trial->cost, trial->model.corners, x, y,
						 (enum ff_direction)e) &&
			    ff_field_raw(&trial->field, ff_neighbours_index(&trial->cost, x, y,
									    (enum ff_direction)e)) <
				    ff_field_raw(&trial->field, here);

		CHECK(d < FF_NONE &&
			      (e == d ? down
				      : !down || along(dx, dy, e) <= along(dx, dy, d) + 1e-12),
		      "%d,%d: direction %d, and %d", x, y, d, e);
	}
}

static void where_a_field_has_roots_cells_point_at_them(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 300; k++) {
		const struct ff_model model = {.metric = FF_METRIC_EUCLID,
					       .corners = (enum ff_corners)(k % FF_CORNERS),
					       .flow = FF_FLOW_GRADIENT};
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 40), h = 1 + k % 30;
		struct trial trial;

		begin_trial(&trial, &model, FF_FIELD_F64, w, h, &dice);
		descend_trial(&trial, &trial.first, NULL);
		for (int32_t i = 0; i < w * h && trial.field.roots != NULL; i++)
			if (ff_field_has(&trial.field, (size_t)i))
				check_way(&trial, i % w, i / w);
		end_trial(&trial);
	}
}

static void compare_threads(const struct ff_model *model, enum ff_field_type type)
{
	uint64_t dice = ORACLE_SEED;
	struct trial trial;

	begin_trial(&trial, model, type, 1001, 50, &dice);
	descend_trial(&trial, &trial.first, NULL);
	for (int threads = 1; threads <= 3; threads++) {
		struct ff_machine machine = {.cpu = ff_machine_best()};

		CHECK(ff_pool_open(threads, &machine.pool) == FF_OK, "no pool");
		descend_trial(&trial, &trial.second, &machine);
		compare_flows(&trial, "threads", threads);
		ff_pool_close(machine.pool);
	}
	end_trial(&trial);
}

static void any_number_of_threads_gives_the_same_flow(void)
{
	for_all_models(compare_threads);
}

/* ---- cells around a change ---- */

/* Only the cells around those in the list are written: the rest stays, even if it is wrong. */
static void other_cells_stay_as_they_are(void)
{
	enum { W = 40, H = 9 };
	const uint32_t cells[3] = {0, 4 * W + 20, 4 * W + 21};
	const struct ff_model model = oracle_model(0, FF_FLOW_LOWEST);
	struct oracle truth;
	struct ff_field field;
	struct ff_flow flow, wanted;
	struct ff_classes classes = {.w = W, .h = H, .cells = oracle_cells((size_t)W * H, 1)};

	oracle_new(&truth, &model, W, H, 1);
	oracle_solve(&truth);
	field = oracle_field(&truth, FF_FIELD_U32);
	wanted = new_flow(&truth, FF_FIELD_U32);
	flow = new_flow(&truth, FF_FIELD_U32);
	memset(classes.cells, FF_REACHED, (size_t)W * H);
	classes.count[FF_REACHED] = (uint64_t)W * H; /* wrong: cell 0 is the goal */
	for (int32_t i = 0; i < W * H; i++) {
		flow.cells[i] = FF_DIRECTIONS + 7;
		flow.vectors[i] = (struct ff_flow_vector){7, 7};
	}
	CHECK(ff_descend_around(&model, &truth.cost, &field, &truth.seeds, cells, 3, &flow,
				&classes, NULL) == FF_OK,
	      "refused");
	for (int32_t i = 0; i < W * H; i++) {
		int32_t x = i % W, y = i / W;
		bool around = (x < 2 && y < 2) || (x >= 19 && x <= 22 && y >= 3 && y <= 5);

		CHECK(around ? flow.cells[i] == wanted.cells[i] &&
				       flow.vectors[i].dx == wanted.vectors[i].dx
			     : flow.cells[i] == FF_DIRECTIONS + 7 && flow.vectors[i].dx == 7,
		      "cell %" PRId32 ",%" PRId32, x, y);
	}
	CHECK(classes.cells[0] == FF_GOAL && classes.count[FF_GOAL] == 1 &&
		      classes.count[FF_REACHED] == (uint64_t)W * H - 1,
	      "%" PRIu64 " goals, %" PRIu64 " reached", classes.count[FF_GOAL],
	      classes.count[FF_REACHED]);
	free_flow(&flow);
	free_flow(&wanted);
	free(field.cells);
	free(classes.cells);
	oracle_free(&truth);
}

/* ---- what is refused ---- */

static void sizes_that_differ_and_missing_vectors_are_refused_and_nothing_is_written(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6], cells[6] = {9};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3}, cell = 5;
	struct ff_flow_vector vectors[6];
	struct ff_seed seed = {0};
	const struct ff_seeds none = {&seed, 0}, seeds = {&seed, 1};

	for (int k = 0; k < 3 * 9; k++) {
		const struct ff_model model = oracle_model(0, (enum ff_flow_rule)(k % 3));
		const struct ff_cost cost = {.w = 3, .h = 2, .cells = costs};
		struct ff_field field = {.w = 3, .h = 2, .unit = 1, .u32 = values};
		struct ff_flow flow = {3, 2, directions, vectors};
		struct ff_classes classes = {3, 2, cells, {5, 6, 7, 8}};
		int32_t *sizes[6] = {&field.w, &field.h, &flow.w, &flow.h, &classes.w, &classes.h};
		enum ff_status st = FF_E_ARG;

		memset(directions, 77, sizeof directions);
		memset(vectors, 77, sizeof vectors);
		if (k / 3 < 6)
			--*sizes[k / 3];
		if (k / 3 == 6 && model.flow == FF_FLOW_GRADIENT)
			flow.vectors = NULL;
		if (k / 3 < 6 || flow.vectors == NULL)
			st = ff_descend(&model, &cost, &field, &seeds, &flow, &classes, NULL);
		CHECK(st == FF_E_ARG, "case %d: status %d", k, (int)st);
		if (k / 3 < 6 || flow.vectors == NULL || k / 3 == 7)
			st = ff_descend_around(&model, &cost, &field, k / 3 == 7 ? &none : &seeds,
					       &cell, 1, &flow, &classes, NULL);
		CHECK(st == FF_E_ARG, "case %d, around: status %d", k, (int)st);
		for (int i = 0; i < 6; i++)
			CHECK(directions[i] == 77 && memcmp(&vectors[i], directions, 4) == 0,
			      "case %d: the flow changed", k);
		CHECK(classes.count[0] == 5 && classes.count[3] == 8 && cells[0] == 9,
		      "case %d: classes changed", k);
	}
}

static void where_no_seed_is_a_goal_the_lowest_cells_have_no_direction(void)
{
	uint8_t costs[3] = {1, 1, 1}, directions[3];
	uint32_t values[3] = {1, 0, 2};
	const struct ff_cost cost = {.w = 3, .h = 1, .cells = costs};
	const struct ff_field field = {.w = 3, .h = 1, .unit = 1, .u32 = values};
	struct ff_flow flow = {3, 1, directions, NULL};

	for (int k = 0; k < STEPPED; k++) {
		enum ff_flow_rule rule = stepped[k];
		const struct ff_model model = oracle_model(0, rule);

		CHECK(ff_descend(&model, &cost, &field, &(struct ff_seeds){0}, &flow, NULL, NULL) ==
			      FF_OK,
		      "refused");
		CHECK(directions[0] == FF_E && directions[1] == FF_NONE && directions[2] == FF_W,
		      "%s: %d %d %d", ff_model_flows[rule], directions[0], directions[1],
		      directions[2]);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(directions_go_clockwise_from_north_and_every_other_one_is_a_diagonal);
	RUN(the_vector_of_a_cell_is_its_own_or_that_of_its_direction);
	RUN(the_nearest_direction_of_a_vector_is_the_one_it_turns_least_away_from);
	RUN(a_step_is_permitted_where_the_corner_rule_of_the_oracle_says);
	RUN(every_wall_pattern_on_small_maps_agrees_with_the_oracle);
	RUN(random_and_long_maps_agree_with_the_oracle);
	RUN(ties_go_to_the_first_clockwise_from_north_and_only_down);
	RUN(with_path_a_cell_with_the_value_of_its_own_seed_leads_to_the_first_of_the_lowest);
	RUN(with_path_and_euclid_it_is_the_steepest_permitted_step);
	RUN(with_sum_the_cost_of_a_lower_neighbour_counts);
	RUN(directions_are_the_best_in_four_tables_of_other_systems);
	RUN(with_gradient_a_vector_is_the_slope_or_else_the_step_of_a_cheapest_path);
	RUN(with_euclid_vectors_go_straight_down_a_plane);
	RUN(with_euclid_the_way_around_a_corner_leads_past_it);
	RUN(with_euclid_a_diagonal_between_hills_is_a_way);
	RUN(every_set_of_instructions_gives_the_flow_of_plain_code_and_that_of_single_cells);
	RUN(where_a_field_has_roots_cells_point_at_them);
	RUN(any_number_of_threads_gives_the_same_flow);
	RUN(other_cells_stay_as_they_are);
	RUN(sizes_that_differ_and_missing_vectors_are_refused_and_nothing_is_written);
	RUN(where_no_seed_is_a_goal_the_lowest_cells_have_no_direction);
	return tap_done();
}
