#include "core/sectors/routing.h"

#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

/* The cells of the largest area; of equals that whose first cell comes first. */
static uint8_t *largest_area(const struct ff_cost *cost, const struct ff_model *model)
{
	size_t n = (size_t)(cost->w * cost->h), most = 0;
	uint8_t *best = calloc(n, 1), *seen = calloc(n, 1), *area = calloc(n, 1);
	uint32_t *stack = oracle_cells(n, sizeof *stack);

	for (uint32_t first = 0; first < n; first++) {
		size_t waiting = 0, count = 0;

		if (seen[first] || cost->cells[first] == 255)
			continue;
		memset(area, 0, n);
		stack[waiting++] = first;
		seen[first] = area[first] = 1;
		while (waiting > 0) {
			int32_t cell = (int32_t)stack[--waiting], x = cell % cost->w,
				y = cell / cost->w;

			count++;
			for (int d = 0; d < 8; d += model->metric == FF_METRIC_OCTILE ? 1 : 2) {
				size_t to;

				if (!oracle_permitted(cost, model->corners, x, y, d))
					continue;
				to = oracle_towards(cost, x, y, d);
				if (!seen[to])
					stack[waiting++] = (uint32_t)to;
				seen[to] = area[to] = 1;
			}
		}
		if (count > most) {
			most = count;
			memcpy(best, area, n);
		}
	}
	free(seen);
	free(area);
	free(stack);
	return best;
}

/* Solves a map from one cell. */
static void solve_from(struct oracle *truth, uint32_t cell)
{
	truth->seeds.items[0].cell = cell;
	oracle_solve(truth);
}

/* The least and the most that walking to the goal costs from the cells of a sector. */
static bool range(const struct oracle *truth, const struct ff_sectors *sectors, uint32_t sector,
		  double *least, double *most)
{
	*least = (double)INFINITY;
	*most = 0;
	for (uint32_t i = 0; i < (uint32_t)(truth->cost.w * truth->cost.h); i++) {
		double value = (double)truth->field[i];

		if (ff_sectors_of(sectors, i) != sector || truth->field[i] == ORACLE_NONE)
			continue;
		*least = value < *least ? value : *least;
		*most = value > *most ? value : *most;
	}
	return *least <= *most;
}

/* Whether the values of landmark k are those of the cell that was solved from: bounds of sectors,
 * as tight as a float can be. */
static bool is_landmark(const struct oracle *truth, const struct ff_portal_graph *graph, uint32_t k)
{
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		double least, most, near = graph->near[s * graph->landmark_count + k];
		double far = graph->far[s * graph->landmark_count + k];

		if (!range(truth, &graph->sectors, s, &least, &most)) {
			if (near != (double)INFINITY || far != 0)
				return false;
			continue;
		}
		if (!(near <= least && near >= least * (1 - 0x1p-23) && far >= most &&
		      far <= most * (1 + 0x1p-23)))
			return false;
	}
	return true;
}

/* The cell that is landmark k; UINT32_MAX: there is none for its values. */
static uint32_t landmark(struct oracle *truth, const struct ff_portal_graph *graph, uint32_t k,
			 const uint8_t *area)
{
	for (uint32_t i = 0; i < (uint32_t)(truth->cost.w * truth->cost.h); i++) {
		uint32_t s = ff_sectors_of(&graph->sectors, i);

		if (!area[i] || graph->near[s * graph->landmark_count + k] != 0)
			continue;
		solve_from(truth, i);
		if (is_landmark(truth, graph, k))
			return i;
	}
	return UINT32_MAX;
}

/* Of nodes: those of the area are joined, and what walking to a landmark costs is between bounds
 * that are a 255th of the sector's range apart. */
static void check_nodes(const struct oracle *truth, const struct ff_portal_graph *graph, uint32_t k,
			const uint8_t *area, const char *name)
{
	for (uint32_t n = 0; n < graph->node_count; n++) {
		uint32_t cell = graph->cells[n], s = ff_sectors_of(&graph->sectors, cell);
		double near = ff_portal_graph_near(graph, s, n, k);
		double far = ff_portal_graph_far(graph, s, n, k),
		       value = (double)truth->field[cell];
		double span = (double)graph->far[s * graph->landmark_count + k] -
			      (double)graph->near[s * graph->landmark_count + k];

		CHECK(graph->joined[n] == area[cell], "%s: node %" PRIu32 " is%s joined", name, n,
		      graph->joined[n] ? "" : " not");
		if (graph->joined[n])
			CHECK(near <= value && value <= far && far - near <= span / 255 * 1.0001,
			      "%s: node %" PRIu32 ", landmark %" PRIu32 ": %.9g <= %.9g <= %.9g",
			      name, n, k, near, value, far);
	}
}

/* What walking on over the graph costs from each node, 'rest' being what is left of those beside
 * the goal: lowered until nothing moves. */
static void settle(const struct ff_portal_graph *graph, const struct ff_cost *cost, double *rest)
{
	bool moved = true;

	while (moved) {
		moved = false;
		for (uint32_t n = 0; n < graph->node_count; n++) {
			uint32_t s = ff_sectors_of(&graph->sectors, graph->cells[n]);
			double least = rest[n];

			for (uint32_t m = graph->first_node[s]; m < graph->first_node[s + 1]; m++) {
				double value = ff_portal_graph_cost(graph, s, n, m) + rest[m];

				least = value < least ? value : least;
			}
			for (uint32_t i = graph->first_link[n]; i < graph->first_link[n + 1]; i++) {
				uint32_t m = graph->links[i].node;
				double value = ff_portal_graph_step(graph, cost, n, m) + rest[m];

				least = value < least ? value : least;
			}
			moved |= least < rest[n];
			rest[n] = least;
		}
	}
}

/* What landmarks say of the way to a goal is never above what the graph says, nor is what the
 * distance says. */
static void check_bounds(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			 uint32_t goal, const char *name)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, goal), w = (uint32_t)cost->w;
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	double *rest = oracle_cells(graph->node_count, sizeof *rest),
	       beyond[FF_PORTAL_GRAPH_LANDMARKS];
	uint8_t least = ff_cost_range(cost).least;
	struct oracle truth;

	sectored_part(&truth, &graph->model, cost, area, 1);
	solve_from(&truth, sectored_local(cost, area, goal));
	for (uint32_t n = 0; n < graph->node_count; n++)
		rest[n] = (double)INFINITY;
	for (uint32_t k = 0; k < graph->landmark_count; k++)
		beyond[k] = -(double)INFINITY;
	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++) {
		uint64_t value = truth.field[sectored_local(cost, area, graph->cells[n])];

		if (value == ORACLE_NONE)
			continue;
		rest[n] = (double)value;
		for (uint32_t k = 0; k < graph->landmark_count; k++) {
			double far = graph->joined[n] ? ff_portal_graph_far(graph, sector, n, k)
						      : (double)INFINITY;

			beyond[k] = far - rest[n] > beyond[k] ? far - rest[n] : beyond[k];
		}
	}
	settle(graph, cost, rest);
	for (uint32_t n = 0; n < graph->node_count; n++) {
		uint32_t s = ff_sectors_of(&graph->sectors, graph->cells[n]),
			 cell = graph->cells[n];
		double line = ff_model_bound(&graph->model, least,
					     labs((long)(cell % w) - (long)(goal % w)),
					     labs((long)(cell / w) - (long)(goal / w)));

		CHECK(line <= rest[n], "%s: from node %" PRIu32 " to %" PRIu32 ": %.9g <= %.9g",
		      name, n, goal, line, rest[n]);
		for (uint32_t k = 0; k < graph->landmark_count; k++)
			if (graph->joined[n])
				CHECK(ff_portal_graph_near(graph, s, n, k) - beyond[k] <= rest[n] ||
					      beyond[k] == -(double)INFINITY,
				      "%s: from node %" PRIu32 " to %" PRIu32 ": %.9g <= %.9g",
				      name, n, goal,
				      ff_portal_graph_near(graph, s, n, k) - beyond[k], rest[n]);
	}
	oracle_free(&truth);
	free(rest);
}

static struct ff_portal_graph priced(const struct ff_cost *cost, const struct ff_model *model,
				     int32_t size)
{
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, model, cost, size, NULL) == FF_OK &&
		      ff_portals_price(&graph, cost, NULL) == FF_OK &&
		      ff_landmarks_find(&graph, cost, NULL) == FF_OK,
	      "the graph");
	return graph;
}

static void check(const struct ff_cost *cost, const struct ff_model *model, int32_t size,
		  int number, uint64_t *dice)
{
	struct ff_portal_graph graph = priced(cost, model, size);
	struct ff_sectors_area all = {0, 0, cost->w, cost->h};
	uint8_t *area = largest_area(cost, model);
	struct oracle truth;
	char name[160];

	snprintf(name, sizeof name, "%s %s %s, map %d, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], number, cost->w, cost->h, size);
	CHECK(graph.landmark_count == (graph.node_count == 0 ? 0 : FF_PORTAL_GRAPH_LANDMARKS),
	      "%s: %" PRIu32 " landmarks", name, graph.landmark_count);
	sectored_part(&truth, model, cost, all, 1);
	for (uint32_t k = 0; k < graph.landmark_count; k++)
		if (CHECK(landmark(&truth, &graph, k, area) != UINT32_MAX,
			  "%s: no cell is landmark %" PRIu32, name, k))
			check_nodes(&truth, &graph, k, area, name);
	for (int k = 0; k < 8 && graph.node_count > 0; k++) {
		uint32_t goal = (uint32_t)sectored_below(dice, cost->w * cost->h);

		if (cost->cells[goal] != 255)
			check_bounds(&graph, cost, goal, name);
	}
	oracle_free(&truth);
	free(area);
	ff_portal_graph_free(&graph);
}

static void landmarks_bound_what_walking_to_them_and_to_any_goal_costs(void)
{
	int maps = getenv("FULL") != NULL ? 60 : 2;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		int32_t w = 1 + sectored_below(&dice, 26), h = 9 + sectored_below(&dice, 16);
		int32_t size = 8 + sectored_below(&dice, 4);
		struct ff_cost cost = sectored_map(&dice, w, h, size);

		check(&cost, &model, size, k, &dice);
		free(cost.cells);
	}
}

/* Far away, values are beyond 2^24. */
static void bounds_that_no_float_has_are_rounded_to_the_safe_side(void)
{
	struct ff_model model = {.metric = FF_METRIC_OCTILE};
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = {700, 2, oracle_cells(1400, 1)};

	for (int32_t i = 0; i < 1400; i++)
		cost.cells[i] = (uint8_t)(101 + sectored_below(&dice, 154));
	check(&cost, &model, 8, 0, &dice);
	free(cost.cells);
}

static void maps_without_nodes_and_euclid_have_no_landmarks(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = sectored_map(&dice, 20, 20, 10);
	struct ff_portal_graph graph = priced(&cost, &euclid, 10);

	CHECK(graph.node_count > 0 && graph.landmark_count == 0 && graph.near == NULL &&
		      graph.far == NULL && graph.between == NULL && graph.joined == NULL,
	      "euclid has some");
	ff_portal_graph_free(&graph);
	graph = priced(&cost, &manhattan, 20);
	CHECK(graph.landmark_count == 0 && graph.near == NULL, "a single sector has some");
	ff_portal_graph_free(&graph);
	memset(cost.cells, 255, 400);
	graph = priced(&cost, &manhattan, 8);
	CHECK(graph.landmark_count == 0 && graph.near == NULL, "a wall has some");
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

/* One room of 8 x 8 in the first sector is larger than all that portals lead to. */
static void nodes_outside_of_the_largest_area_are_not_joined(void)
{
	struct ff_cost cost = {24, 8, oracle_cells(192, 1)};
	struct ff_portal_graph graph;

	memset(cost.cells, 255, 192);
	for (int32_t y = 0; y < 8; y++)
		memset(cost.cells + y * 24, 3, 7);
	memset(cost.cells + 24 * 4 + 14, 2, 4);
	graph = priced(&cost, &manhattan, 8);
	CHECK(graph.node_count == 2 && graph.landmark_count == FF_PORTAL_GRAPH_LANDMARKS &&
		      !graph.joined[0] && !graph.joined[1],
	      "%zu nodes", graph.node_count);
	for (uint32_t k = 0; k < graph.landmark_count; k++)
		CHECK(graph.near[k] == 0 && graph.far[k] == 3 * 13 &&
			      graph.near[FF_PORTAL_GRAPH_LANDMARKS + k] == INFINITY &&
			      graph.far[FF_PORTAL_GRAPH_LANDMARKS + k] == 0,
		      "landmark %" PRIu32 ": %g to %g", k, (double)graph.near[k],
		      (double)graph.far[k]);
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

static void the_graph_has_as_many_bytes_more_as_landmarks_take(void)
{
	uint64_t dice = ORACLE_SEED, before;
	struct ff_cost cost = sectored_map(&dice, 40, 40, 10);
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, &manhattan, &cost, 10, NULL) == FF_OK, "find");
	before = ff_portal_graph_bytes(&graph);
	CHECK(ff_landmarks_find(&graph, &cost, NULL) == FF_OK, "landmarks");
	CHECK(ff_portal_graph_bytes(&graph) ==
		      before + 2ULL * 16 * FF_PORTAL_GRAPH_LANDMARKS * sizeof(float) +
			      graph.node_count * (FF_PORTAL_GRAPH_LANDMARKS + 1),
	      "%" PRIu64 " after %" PRIu64, ff_portal_graph_bytes(&graph), before);
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

static void one_thread_finds_what_many_do(void)
{
	struct ff_machine machine = {.pool = NULL, .cpu = ff_machine_best()};
	uint64_t dice = ORACLE_SEED;

	CHECK(ff_pool_open(4, &machine.pool) == FF_OK, "no pool");
	for (int k = 0; k < ORACLE_MODELS; k += 3) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);
		struct ff_cost cost = sectored_map(&dice, 90, 70, 8);
		struct ff_portal_graph one = priced(&cost, &model, 8), many = {0};
		size_t sectors = ff_sectors_count(&one.sectors),
		       n = sectors * FF_PORTAL_GRAPH_LANDMARKS;

		CHECK(ff_portals_find(&many, &model, &cost, 8, &machine) == FF_OK &&
			      ff_landmarks_find(&many, &cost, &machine) == FF_OK &&
			      memcmp(one.near, many.near, n * sizeof *one.near) == 0 &&
			      memcmp(one.far, many.far, n * sizeof *one.far) == 0 &&
			      memcmp(one.between, many.between,
				     one.node_count * FF_PORTAL_GRAPH_LANDMARKS) == 0 &&
			      memcmp(one.joined, many.joined, one.node_count) == 0,
		      "model %d", k);
		ff_portal_graph_free(&one);
		ff_portal_graph_free(&many);
		free(cost.cells);
	}
	ff_pool_close(machine.pool);
}

/* A way of cost 254 that winds: walking all of it costs more than 32 bits hold. */
static void landmarks_farther_away_than_32_bits_say_are_bounds_too(void)
{
	enum { SIDE = 215 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {SIDE, SIDE, oracle_cells((size_t)SIDE * SIDE, 1)};
	struct ff_portal_graph graph;
	double all = 0, most = 0;

	memset(cost.cells, 255, (size_t)SIDE * SIDE);
	for (int32_t i = 0; i < SIDE * SIDE; i++) {
		int32_t x = i % SIDE, y = i / SIDE;

		if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1)) {
			cost.cells[i] = 254;
			all += 408 * 508;
		}
	}
	graph = priced(&cost, &model, 128);
	for (size_t i = 0; i < 4 * (size_t)FF_PORTAL_GRAPH_LANDMARKS; i++)
		most = (double)graph.far[i] > most ? (double)graph.far[i] : most;
	CHECK(most > UINT32_MAX && most < all, "%.9g", most);
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

int main(void)
{
	RUN(landmarks_bound_what_walking_to_them_and_to_any_goal_costs);
	RUN(bounds_that_no_float_has_are_rounded_to_the_safe_side);
	RUN(maps_without_nodes_and_euclid_have_no_landmarks);
	RUN(nodes_outside_of_the_largest_area_are_not_joined);
	RUN(the_graph_has_as_many_bytes_more_as_landmarks_take);
	RUN(one_thread_finds_what_many_do);
	RUN(landmarks_farther_away_than_32_bits_say_are_bounds_too);
	return tap_done();
}
