#include "core/solve/descend.h"

#include "oracle.h"
#include "tap.h"
#include "walks.h"

#include <math.h>

/* The true value of a cell, or 'own' where it has none. */
static double value_at(const struct oracle *truth, int32_t x, int32_t y, double own)
{
	uint64_t value = ORACLE_NONE;

	if (x >= 0 && y >= 0 && x < truth->cost.w && y < truth->cost.h)
		value = truth->field[y * truth->cost.w + x];
	return value == ORACLE_NONE ? own : (double)value;
}

/* How far a vector turns away from a direction: the cosine. */
static double along(double dx, double dy, int direction)
{
	double length = sqrt(dx * dx + dy * dy);

	return (dx * (double)ff_flow_units[direction].dx +
		dy * (double)ff_flow_units[direction].dy) /
	       length;
}

/* Whether who walks along dx,dy, down the slope, leaves x,y for a cell with a value. */
static bool enters_a_value(const struct oracle *truth, int32_t x, int32_t y, double dx, double dy)
{
	double w = fabs(dx), h = fabs(dy);
	int32_t to_x = w >= h ? x + (dx > 0 ? 1 : -1) : x;
	int32_t to_y = h >= w ? y + (dy > 0 ? 1 : -1) : y;

	return value_at(truth, to_x, to_y, -1) >= 0;
}

/* What the rule says of a reached cell, once more. */
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

static void check_rule(const struct oracle *truth)
{
	for (int type = FF_FIELD_U32; type < FF_FIELD_TYPES; type++) {
		struct ff_flow flow = walks_flow(truth, (enum ff_field_type)type);

		for (int32_t i = 0; i < flow.w * flow.h; i++)
			if (truth->classes[i] == FF_REACHED)
				check_cell(truth, &flow, i % flow.w, i / flow.w);
		walks_free(&flow);
	}
}

static void for_all_models(int small, int count, oracle_check *check)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_GRADIENT);

		oracle_small_maps(&model, 3, small, check);
		oracle_random_maps(&model, count, check);
	}
}

static void a_vector_is_the_slope_or_else_the_step_of_a_cheapest_path(void)
{
	for_all_models(3, 100, check_rule);
}

/* The promises, without the rule: what a walker relies on. */
static void check_promises(const struct oracle *truth)
{
	struct ff_flow flow = walks_flow(truth, FF_FIELD_U32);

	walks_check(truth, &flow);
	for (int32_t i = 0; i < flow.w * flow.h; i++) {
		double dx = (double)flow.vectors[i].dx, dy = (double)flow.vectors[i].dy;

		if (truth->classes[i] != FF_REACHED) {
			CHECK(dx == 0 && dy == 0, "%s: cell %d points to %g,%g", truth->name, i, dx,
			      dy);
			continue;
		}
		CHECK(fabs(sqrt(dx * dx + dy * dy) - 1) < 1e-6, "%s: cell %d: length of %g,%g",
		      truth->name, i, dx, dy);
		CHECK(flow.cells[i] < FF_NONE &&
			      along(dx, dy, flow.cells[i]) > 0.9238795, /* of 22.5 degrees */
		      "%s: cell %d: %g,%g is not near direction %d", truth->name, i, dx, dy,
		      flow.cells[i]);
		CHECK(enters_a_value(truth, i % flow.w, i / flow.w, dx, dy),
		      "%s: cell %d: %g,%g leaves what is reached", truth->name, i, dx, dy);
	}
	walks_free(&flow);
}

static void every_reached_cell_has_a_unit_vector_near_its_direction_into_a_reached_cell(void)
{
	for_all_models(4, 200, check_promises);
}

static void check_mirror(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	struct ff_flow flow = walks_flow(truth, FF_FIELD_U32), turned;
	struct oracle mirror;

	oracle_new(&mirror, &truth->model, w, h, truth->seeds.count);
	for (int32_t i = 0; i < w * h; i++)
		mirror.cost.cells[i / w * w + w - 1 - i % w] = truth->cost.cells[i];
	for (size_t i = 0; i < mirror.seeds.count; i++) {
		int32_t cell = (int32_t)truth->seeds.items[i].cell;

		mirror.seeds.items[i] = truth->seeds.items[i];
		mirror.seeds.items[i].cell = (uint32_t)(cell / w * w + w - 1 - cell % w);
	}
	mirror.limit = truth->limit;
	oracle_solve(&mirror);
	turned = walks_flow(&mirror, FF_FIELD_U32);
	for (int32_t i = 0; i < w * h; i++) {
		struct ff_flow_vector one = flow.vectors[i];
		struct ff_flow_vector two = turned.vectors[i / w * w + w - 1 - i % w];
		bool step = one.dx == ff_flow_units[flow.cells[i]].dx &&
			    one.dy == ff_flow_units[flow.cells[i]].dy;

		/* A tie of path steps has another first in the mirror. */
		CHECK((one.dx == -two.dx && one.dy == two.dy) || (step && truth->ties[i] > 1),
		      "%s: cell %d has %g,%g, mirrored %g,%g", truth->name, i, (double)one.dx,
		      (double)one.dy, (double)two.dx, (double)two.dy);
	}
	oracle_free(&mirror);
	walks_free(&flow);
	walks_free(&turned);
}

static void a_mirrored_map_has_mirrored_vectors(void)
{
	for_all_models(3, 100, check_mirror);
}

/* In the open a field falls by the price of a straight step along the longer way to the goal, and
 * by what a diagonal costs more along the shorter one. */
static void in_the_open_vectors_point_in_as_many_directions_as_the_metric_has(void)
{
	enum { SIDE = 41, GOAL = 20 };

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_GRADIENT);
		double shorter = model.metric == FF_METRIC_OCTILE ? 577.0 / 408 - 1 : 1;
		struct oracle truth;
		struct ff_flow flow;

		oracle_new(&truth, &model, SIDE, SIDE, 1);
		truth.seeds.items[0].cell = GOAL * SIDE + GOAL;
		oracle_solve(&truth);
		flow = walks_flow(&truth, FF_FIELD_U32);
		for (int32_t i = 0; i < SIDE * SIDE; i++) {
			int32_t x = i % SIDE, y = i / SIDE;
			double dx = GOAL - x, dy = GOAL - y, length;
			double w = fabs(dx), h = fabs(dy);

			if (x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1 || w + h == 0)
				continue; /* at the edge one neighbour stands in */
			dx = dx == 0 ? 0 : copysign(w >= h ? 1 : shorter, dx);
			dy = dy == 0 ? 0 : copysign(h >= w ? 1 : shorter, dy);
			length = sqrt(dx * dx + dy * dy);
			CHECK(fabs((double)flow.vectors[i].dx - dx / length) < 1e-6 &&
				      fabs((double)flow.vectors[i].dy - dy / length) < 1e-6,
			      "model %d: %d,%d has %g,%g", k, x, y, (double)flow.vectors[i].dx,
			      (double)flow.vectors[i].dy);
		}
		walks_free(&flow);
		oracle_free(&truth);
	}
}

/* The vector and direction of the middle of a 3x3 map. */
static void check_middle(const uint8_t costs[9], const double values[9], double dx, double dy,
			 enum ff_direction direction)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	struct ff_flow_vector vectors[9];
	uint8_t map[9], directions[9];
	double copy[9];
	const struct ff_cost cost = {3, 3, map};
	const struct ff_field field = {
		.w = 3, .h = 3, .type = FF_FIELD_F64, .unit = 1, .f64 = copy};
	struct ff_flow flow = {3, 3, directions, vectors};
	const struct ff_seeds none = {0};

	memcpy(map, costs, sizeof map);
	memcpy(copy, values, sizeof copy);
	CHECK(ff_descend(&euclid, &cost, &field, &none, &flow, NULL, NULL) == FF_OK, "refused");
	CHECK(fabs((double)vectors[4].dx - dx) < 1e-6 && fabs((double)vectors[4].dy - dy) < 1e-6,
	      "%g,%g", (double)vectors[4].dx, (double)vectors[4].dy);
	CHECK(directions[4] == direction, "direction %d", directions[4]);
}

static void with_euclid_a_plane_is_walked_down_as_it_slopes(void)
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

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_vector_is_the_slope_or_else_the_step_of_a_cheapest_path);
	RUN(every_reached_cell_has_a_unit_vector_near_its_direction_into_a_reached_cell);
	RUN(a_mirrored_map_has_mirrored_vectors);
	RUN(in_the_open_vectors_point_in_as_many_directions_as_the_metric_has);
	RUN(with_euclid_a_plane_is_walked_down_as_it_slopes);
	RUN(with_euclid_the_way_around_a_corner_leads_past_it);
	RUN(with_euclid_a_diagonal_between_hills_is_a_way);
	return tap_done();
}
