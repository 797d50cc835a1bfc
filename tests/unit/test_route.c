#include "core/sectors/routing.h"

#include "support/mapgen.h"
#include "tap.h"
#include "trips.h"

#include <math.h>

/* ---- the truth: relaxed until nothing moves ---- */

static double *values_new(size_t n)
{
	double *values = oracle_cells(n + 1, sizeof *values);

	for (size_t i = 0; i < n + 1; i++)
		values[i] = FF_FIELD_NONEF;
	return values;
}

/* What a step costs; with euclid, one that a walker pays as on a map of few directions. */
static double price(const struct oracle *map, uint32_t from, int direction)
{
	if (map->model.metric == FF_METRIC_EUCLID)
		return map->cost.cells[from];
	return (double)oracle_price(map, from, direction);
}

/* The direction of the step from a cell to another; 8: there is none. */
static int direction_of(const struct oracle *map, uint32_t from, uint32_t to)
{
	int32_t x = (int32_t)from % map->cost.w, y = (int32_t)from / map->cost.w;

	for (int d = 0; d < 8; d += map->model.metric == FF_METRIC_OCTILE ? 1 : 2)
		if (oracle_permitted(&map->cost, map->model.corners, x, y, d) &&
		    oracle_towards(&map->cost, x, y, d) == to)
			return d;
	return 8;
}

/* One look at a step within a sector: what it costs to come from, or to, the cells with values. */
static bool relax_step(const struct trip *trip, double *values, uint32_t from, int d, bool coming)
{
	const struct ff_cost *cost = &trip->map.cost;
	int32_t x = (int32_t)from % cost->w, y = (int32_t)from / cost->w;
	uint32_t to;
	double pays;

	if (!oracle_permitted(cost, trip->map.model.corners, x, y, d))
		return false;
	to = (uint32_t)oracle_towards(cost, x, y, d);
	if (ff_sectors_of(&trip->graph.sectors, to) != ff_sectors_of(&trip->graph.sectors, from))
		return false;
	pays = price(&trip->map, from, d);
	if (coming && values[from] + pays < values[to]) {
		values[to] = values[from] + pays;
		return true;
	}
	if (!coming && values[to] + pays < values[from]) {
		values[from] = values[to] + pays;
		return true;
	}
	return false;
}

/* Relaxes the cells of one sector. */
static void settle_sector(const struct trip *trip, double *values, uint32_t sector, bool coming)
{
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	const struct ff_cost *cost = &trip->map.cost;
	bool moved = true;

	while (moved) {
		moved = false;
		for (int32_t i = 0; i < area.w * area.h; i++) {
			uint32_t cell = (uint32_t)ff_cost_index(cost, area.x + i % area.w,
								area.y + i / area.w);

			for (int d = 0; d < 8 && cost->cells[cell] != FF_COST_WALL;
			     d += trip->map.model.metric == FF_METRIC_OCTILE ? 1 : 2)
				moved |= relax_step(trip, values, cell, d, coming);
		}
	}
}

/* What it costs to come from a cell to those of its sector; or NONE. */
static double *come_from(const struct trip *trip, uint32_t cell)
{
	double *values = values_new((size_t)trip->map.cost.w * (size_t)trip->map.cost.h);

	values[cell] = 0;
	settle_sector(trip, values, ff_sectors_of(&trip->graph.sectors, cell), true);
	return values;
}

/* What it costs to come from each cell to a goal without leaving its sector. */
static double *go_within(const struct trip *trip)
{
	const struct ff_seeds *goals = &trip->map.seeds;
	double *values = values_new((size_t)trip->map.cost.w * (size_t)trip->map.cost.h);

	for (size_t i = 0; i < goals->count; i++)
		values[goals->items[i].cell] =
			fmin(values[goals->items[i].cell], goals->items[i].start);
	for (size_t i = 0; i < goals->count; i++)
		settle_sector(trip, values,
			      ff_sectors_of(&trip->graph.sectors, goals->items[i].cell), false);
	return values;
}

/* What the way from a node to another costs, if they are linked or in one sector. */
static double edge(const struct trip *trip, uint32_t from, uint32_t to)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[from]);
	int d = direction_of(&trip->map, graph->cells[from], graph->cells[to]);

	if (ff_sectors_of(&graph->sectors, graph->cells[to]) == sector)
		return ff_portal_graph_cost(graph, sector, from, to);
	for (uint32_t i = graph->first_link[from]; i < graph->first_link[from + 1]; i++)
		if (graph->links[i].node == to && d < 8)
			return price(&trip->map, graph->cells[from], d);
	return FF_FIELD_NONEF;
}

static bool relax_node(const struct trip *trip, double *left, uint32_t node)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[node]);
	double least = left[node];

	for (uint32_t i = graph->first_link[node]; i < graph->first_link[node + 1]; i++)
		least = fmin(least,
			     edge(trip, node, graph->links[i].node) + left[graph->links[i].node]);
	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++)
		least = fmin(least, edge(trip, node, n) + left[n]);
	if (least >= left[node])
		return false;
	left[node] = least;
	return true;
}

/* What it costs to come from each node to a goal. */
static double *go_over_graph(const struct trip *trip, const double *within)
{
	double *left = values_new(trip->graph.node_count);
	bool moved = true;

	for (uint32_t n = 0; n < trip->graph.node_count; n++)
		left[n] = within[trip->graph.cells[n]];
	while (moved) {
		moved = false;
		for (uint32_t n = 0; n < trip->graph.node_count; n++)
			moved |= relax_node(trip, left, n);
	}
	return left;
}

/* The least that the graph allows from a source. */
static double least_from(const struct trip *trip, const double *within, const double *left,
			 uint32_t source)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, source);
	double *come = come_from(trip, source), least = within[source];

	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++)
		least = fmin(least, come[graph->cells[n]] + left[n]);
	free(come);
	return least;
}

/* ---- requests ---- */

static struct ff_route_search *search_open(const struct trip *trip)
{
	struct ff_route_search *search = NULL;
	enum ff_status st = ff_route_open(&search, &trip->graph, &trip->map.cost, NULL);

	CHECK(st == FF_OK && search != NULL, "%s: status %d", trip->map.name, (int)st);
	return search;
}

static struct ff_routes find_with(struct ff_route_search *search, const struct trip *trip)
{
	struct ff_routes routes = {.count = 0};
	enum ff_status st =
		ff_route_find(search, &trip->map.seeds, trip->sources, trip->count, &routes);

	CHECK(st == FF_OK && routes.count == trip->count, "%s: status %d, %zu routes",
	      trip->map.name, (int)st, routes.count);
	for (size_t i = 0; i < routes.count; i++)
		CHECK(routes.items[i].source == trip->sources[i] &&
			      routes.items[i].cost == FF_FIELD_NONEF &&
			      routes.items[i].least == FF_FIELD_NONEF,
		      "%s: source %zu", trip->map.name, i);
	return routes;
}

static struct ff_routes find(const struct trip *trip)
{
	struct ff_route_search *search = search_open(trip);
	struct ff_routes routes = find_with(search, trip);

	ff_route_close(search);
	return routes;
}

static void check_least(const struct trip *trip)
{
	struct ff_routes routes = find(trip);
	double *within = go_within(trip), *left = go_over_graph(trip, within);

	for (size_t i = 0; i < routes.count; i++) {
		double least = least_from(trip, within, left, trip->sources[i]);

		CHECK(routes.items[i].planned == least &&
			      routes.items[i].reached == (least < FF_FIELD_NONEF),
		      "%s: source %zu at %" PRIu32 " costs %.17g, should cost %.17g",
		      trip->map.name, i, trip->sources[i], routes.items[i].planned, least);
	}
	free(within);
	free(left);
	ff_routes_free(&routes);
}

static void what_is_planned_is_the_least_that_the_graph_allows(void)
{
	trips_models(trips_count(24), check_least);
}

/* Whether some goal is where a route ends, for what is left to pay at 'cell'. */
static bool ends_at_goal(const struct trip *trip, uint32_t cell, uint32_t goal, double left)
{
	const struct ff_seeds *goals = &trip->map.seeds;
	double *come = come_from(trip, cell);
	bool ends = false;

	for (size_t i = 0; i < goals->count; i++)
		ends |= goals->items[i].cell == goal && come[goal] + goals->items[i].start == left;
	free(come);
	return ends;
}

static void check_chain(const struct trip *trip, const struct ff_route *route, const double *within)
{
	const uint32_t *cells = trip->graph.cells;
	uint32_t last = route->source;
	double sum = 0;

	for (size_t i = 0; i < route->node_count; i++) {
		uint32_t node = route->nodes[i];
		double *come;

		if (i > 0)
			sum += edge(trip, route->nodes[i - 1], node);
		else {
			come = come_from(trip, route->source);
			sum = come[cells[node]];
			free(come);
		}
		last = cells[node];
		CHECK(sum < FF_FIELD_NONEF, "%s: no way to node %zu of %zu from source %" PRIu32,
		      trip->map.name, i, route->node_count, route->source);
	}
	CHECK(sum + within[last] == route->planned,
	      "%s: source %" PRIu32 ", %zu nodes: %.17g and %.17g make not %.17g", trip->map.name,
	      route->source, route->node_count, sum, within[last], route->planned);
	CHECK(ends_at_goal(trip, last, route->goal, within[last]),
	      "%s: source %" PRIu32 " does not end at %" PRIu32, trip->map.name, route->source,
	      route->goal);
}

static void check_chains(const struct trip *trip)
{
	struct ff_routes routes = find(trip);
	double *within = go_within(trip);

	for (size_t i = 0; i < routes.count; i++)
		if (routes.items[i].reached)
			check_chain(trip, &routes.items[i], within);
		else
			CHECK(routes.items[i].node_count == 0 &&
				      routes.items[i].planned == FF_FIELD_NONEF,
			      "%s: source %zu", trip->map.name, i);
	free(within);
	ff_routes_free(&routes);
}

static void nodes_are_linked_or_share_a_sector_and_lead_to_the_goal_for_what_is_planned(void)
{
	trips_models(trips_count(24), check_chains);
}

static int merged_routes;

static bool ends_as(const struct ff_route *route, const struct ff_route *earlier)
{
	return route->merged <= earlier->node_count && route->goal == earlier->goal &&
	       memcmp(route->nodes + route->node_count - route->merged,
		      earlier->nodes + earlier->node_count - route->merged,
		      route->merged * sizeof *route->nodes) == 0;
}

static bool is_twice(const struct ff_route *route)
{
	for (size_t i = 0; i < route->node_count; i++)
		for (size_t k = 0; k < i; k++)
			if (route->nodes[k] == route->nodes[i])
				return true;
	return false;
}

/* Whether none of a route's own nodes is one of an earlier route. */
static bool is_own(const struct ff_routes *routes, size_t r)
{
	const struct ff_route *route = &routes->items[r];

	for (size_t i = 0; i < route->node_count - route->merged; i++)
		for (size_t k = 0; k < r; k++)
			for (size_t n = 0; n < routes->items[k].node_count; n++)
				if (routes->items[k].nodes[n] == route->nodes[i])
					return false;
	return true;
}

static void check_merged(const struct trip *trip)
{
	struct ff_routes routes = find(trip);

	for (size_t i = 0; i < routes.count; i++) {
		const struct ff_route *route = &routes.items[i];
		bool same = route->merged == 0;

		for (size_t k = 0; k < i && !same; k++)
			same = ends_as(route, &routes.items[k]);
		merged_routes += route->merged > 0;
		CHECK(same && route->merged <= route->node_count,
		      "%s: route %zu ends in %zu nodes that no earlier one ends in", trip->map.name,
		      i, route->merged);
		CHECK(!is_twice(route), "%s: route %zu comes to a node again", trip->map.name, i);
		CHECK(is_own(&routes, i), "%s: route %zu comes upon an earlier one and leaves it",
		      trip->map.name, i);
	}
	ff_routes_free(&routes);
}

static void a_route_that_comes_upon_an_earlier_one_follows_that_to_the_end(void)
{
	trips_models(trips_count(24), check_merged);
	trips_random(&trips_euclid, trips_count(200), check_merged);
	CHECK(merged_routes > 100, "%d routes merged", merged_routes);
}

static void check_reached(const struct trip *trip)
{
	struct ff_routes routes = find(trip);
	struct oracle truth;
	size_t n = (size_t)trip->map.cost.w * (size_t)trip->map.cost.h;

	oracle_new(&truth, &trip->map.model, trip->map.cost.w, trip->map.cost.h,
		   trip->map.seeds.count);
	memcpy(truth.cost.cells, trip->map.cost.cells, n);
	memcpy(truth.seeds.items, trip->map.seeds.items,
	       trip->map.seeds.count * sizeof *truth.seeds.items);
	oracle_solve(&truth);
	for (size_t i = 0; i < routes.count; i++) {
		uint64_t least = truth.field[trip->sources[i]];

		CHECK(routes.items[i].reached == (least != ORACLE_NONE), "%s: source %zu",
		      trip->map.name, i);
		CHECK(!routes.items[i].reached || routes.items[i].planned >= (double)least,
		      "%s: source %zu costs %.17g, less than %" PRIu64, trip->map.name, i,
		      routes.items[i].planned, least);
	}
	oracle_free(&truth);
	ff_routes_free(&routes);
}

static void sources_have_routes_where_there_is_any_way_and_none_costs_less_than_that(void)
{
	trips_models(trips_count(24), check_reached);
}

static bool are_same(const struct ff_routes *a, const struct ff_routes *b)
{
	for (size_t i = 0; i < a->count && i < b->count; i++) {
		const struct ff_route *p = &a->items[i], *q = &b->items[i];

		if (p->source != q->source || p->reached != q->reached ||
		    p->planned != q->planned || p->node_count != q->node_count ||
		    p->merged != q->merged || (p->reached && p->goal != q->goal) ||
		    (p->node_count > 0 &&
		     memcmp(p->nodes, q->nodes, p->node_count * sizeof *p->nodes) != 0))
			return false;
	}
	return a->count == b->count;
}

/* Other requests before this one: from its last source, and to where that is. */
static void check_again(const struct trip *trip)
{
	struct ff_route_search *search = search_open(trip);
	struct ff_routes fresh = find(trip), routes;
	struct ff_seed seed = {.cell = trip->sources[0]};
	struct trip other = *trip;

	other.map.seeds = (struct ff_seeds){&seed, 1};
	for (int k = 0; k < 2; k++) {
		routes = find_with(search, &other);
		ff_routes_free(&routes);
		routes = find_with(search, trip);
		CHECK(are_same(&fresh, &routes), "%s: request %d", trip->map.name, 2 * k + 1);
		ff_routes_free(&routes);
		other.sources[0] = trip->sources[trip->count - 1];
		other.count = 1;
	}
	ff_routes_free(&fresh);
	ff_route_close(search);
}

static void requests_one_after_another_find_what_each_finds_alone(void)
{
	trips_models(trips_count(12), check_again);
	trips_random(&trips_euclid, trips_count(12), check_again);
}

static uint64_t expanded[2]; /* without landmarks, with them */

static void check_landmarks(const struct trip *trip)
{
	struct trip other = *trip;
	struct ff_routes routes = find(trip), others;
	bool landmarks = trip->graph.landmark_count > 0;

	trips_cut(&other, trip->graph.sectors.size, !landmarks);
	others = find(&other);
	for (size_t i = 0; i < routes.count; i++) {
		CHECK(routes.items[i].planned == others.items[i].planned,
		      "%s: source %zu costs %.17g, and %.17g", trip->map.name, i,
		      routes.items[i].planned, others.items[i].planned);
		expanded[landmarks] += routes.items[i].expanded;
		expanded[!landmarks] += others.items[i].expanded;
	}
	ff_routes_free(&routes);
	ff_routes_free(&others);
	ff_portal_graph_free(&other.graph);
}

static void landmarks_save_work_and_change_no_costs(void)
{
	trips_models(trips_count(12), check_landmarks);
	CHECK(expanded[1] < expanded[0] && expanded[1] > 0,
	      "%" PRIu64 " nodes with, %" PRIu64 " without", expanded[1], expanded[0]);
}

/* ---- by hand ---- */

static void a_cheap_goal_beside_a_dear_one_is_not_where_the_way_to_the_dear_one_ends(void)
{
	struct trip trip = trips_begin(&manhattan, 24, 8, 2);
	struct ff_routes routes;

	/* The dear one is on the way; from there the step to the other costs more than that saves.
	 */
	trips_fill(&trip, 0, 0, 24, 8, 3);
	trip.map.seeds.items[0] =
		(struct ff_seed){ff_cost_index(&trip.map.cost, 2, 3) & 0xffff, 0, 4};
	trip.map.seeds.items[1] =
		(struct ff_seed){ff_cost_index(&trip.map.cost, 3, 3) & 0xffff, 1, 5};
	trip.sources[trip.count++] = (uint32_t)ff_cost_index(&trip.map.cost, 20, 3);
	trip.sources[trip.count++] = (uint32_t)ff_cost_index(&trip.map.cost, 3, 3);
	trip.sources[trip.count++] = (uint32_t)ff_cost_index(&trip.map.cost, 2, 3);
	trips_cut(&trip, 8, false);
	routes = find(&trip);
	CHECK(routes.items[0].goal == trip.map.seeds.items[1].cell, "it ends at %" PRIu32,
	      routes.items[0].goal);
	CHECK(routes.items[0].planned == 17 * 3 + 5, "%g", routes.items[0].planned);
	CHECK(routes.items[1].planned == 5 && routes.items[1].node_count == 0 &&
		      routes.items[1].goal == trip.sources[1],
	      "%g, ends at %" PRIu32, routes.items[1].planned, routes.items[1].goal);
	CHECK(routes.items[2].planned == 4 && routes.items[2].goal == trip.sources[2],
	      "%g, ends at %" PRIu32, routes.items[2].planned, routes.items[2].goal);
	ff_routes_free(&routes);
	trips_end(&trip);
}

static void a_source_that_is_a_goal_leaves_where_another_goal_costs_less(void)
{
	struct trip trip = trips_begin(&manhattan, 30, 10, 2);
	struct ff_routes routes;

	trip.map.seeds.items[0] = (struct ff_seed){.cell = 29};
	trip.map.seeds.items[1] = (struct ff_seed){.cell = 0, .goal = 1, .start = 30};
	trip.sources[trip.count++] = 0;
	trip.sources[trip.count++] = 1;
	trips_cut(&trip, 10, true);
	routes = find(&trip);
	CHECK(routes.items[0].planned == 29 && routes.items[0].goal == 29, "%g, to %" PRIu32,
	      routes.items[0].planned, routes.items[0].goal);
	CHECK(routes.items[1].planned == 28 && routes.items[1].merged > 0, "%g, %zu merged",
	      routes.items[1].planned, routes.items[1].merged);
	ff_routes_free(&routes);
	trips_end(&trip);
}

static void sectors_without_nodes_have_routes_within_them_and_no_others(void)
{
	struct trip trip = trips_begin(&manhattan, 20, 10, 1);
	struct ff_routes routes;

	trips_fill(&trip, 10, 0, 1, 10, FF_COST_WALL);
	trip.sources[trip.count++] = 9;
	trip.sources[trip.count++] = 19;
	trips_cut(&trip, 10, true);
	CHECK(trip.graph.node_count == 0, "%zu nodes", trip.graph.node_count);
	routes = find(&trip);
	CHECK(routes.items[0].reached && routes.items[0].planned == 9 &&
		      routes.items[0].goal == 0 && routes.items[0].node_count == 0,
	      "%g", routes.items[0].planned);
	CHECK(!routes.items[1].reached && routes.items[1].planned == FF_FIELD_NONEF, "%g",
	      routes.items[1].planned);
	ff_routes_free(&routes);
	trips_end(&trip);
}

static void the_only_way_may_be_a_corner_step_between_diagonal_sectors(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);
		double cost;
		struct trip trip = trips_corner(&model, &cost);
		struct ff_routes routes = find(&trip);

		CHECK(routes.items[0].reached == (cost < FF_FIELD_NONEF), "model %d", k);
		CHECK(routes.items[0].planned == cost, "model %d: %g", k, routes.items[0].planned);
		ff_routes_free(&routes);
		trips_end(&trip);
	}
}

/* ---- euclid: between straight lines and steps ---- */

/* What is left of what is planned without the nodes: what it costs to come to the first of them,
 * and from the last one to the goal. */
static double at_both_ends(const struct trip *trip, const struct ff_route *route)
{
	const struct ff_portal_graph *graph = &trip->graph;
	double left = route->planned;

	for (size_t i = 1; i < route->node_count; i++) {
		uint32_t from = route->nodes[i - 1], to = route->nodes[i];
		uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[from]);

		left -= sector == ff_sectors_of(&graph->sectors, graph->cells[to])
				? ff_portal_graph_cost(graph, sector, from, to)
				: trip->map.cost.cells[graph->cells[from]];
	}
	return left;
}

/* What it costs to come from cells to each cell of the sector of the first, or the other way,
 * with euclid: free it. */
static double *integrate_within(const struct trip *trip, const struct ff_seeds *seeds)
{
	double *values = values_new((size_t)trip->map.cost.w * (size_t)trip->map.cost.h), base;
	uint32_t sector = ff_sectors_of(&trip->graph.sectors, seeds->items[0].cell);
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	struct ff_sector_map map;

	CHECK(ff_sector_map_open(&map, &trip->graph, &trip->map.cost, FF_FIELD_F64, NULL) == FF_OK,
	      "no memory");
	ff_sector_map_take(&map, sector);
	for (size_t i = 0; i < seeds->count; i++)
		if (ff_sectors_of(&trip->graph.sectors, seeds->items[i].cell) == sector)
			ff_sector_map_start(&map, &(struct ff_seeds){&seeds->items[i], 1});
	base = ff_sector_map_order(&map);
	CHECK(ff_sector_map_integrate(&map) == FF_OK, "no memory");
	for (int32_t i = 0; i < area.w * area.h; i++) {
		uint32_t cell = (uint32_t)ff_cost_index(&trip->map.cost, area.x + i % area.w,
							area.y + i / area.w);

		values[cell] = base + ff_field_raw(&map.field, ff_sector_map_local(&map, cell));
	}
	ff_sector_map_close(&map);
	return values;
}

/* What is planned is what its parts cost, whatever was cut out of it. */
static void check_planned(const struct trip *trip, const struct ff_route *route)
{
	uint32_t last = trip->graph.cells[route->nodes[route->node_count - 1]];
	uint32_t sector = ff_sectors_of(&trip->graph.sectors, last);
	struct ff_seed seed = {.cell = route->source}, goals[4];
	struct ff_seeds ends = {goals, 0};
	double *come = integrate_within(trip, &(struct ff_seeds){&seed, 1}), *left, wanted;

	for (size_t i = 0; i < trip->map.seeds.count && ends.count < 4; i++)
		if (ff_sectors_of(&trip->graph.sectors, trip->map.seeds.items[i].cell) == sector)
			goals[ends.count++] = trip->map.seeds.items[i];
	if (!CHECK(ends.count > 0, "%s: no goal where a route ends", trip->map.name)) {
		free(come);
		return;
	}
	left = integrate_within(trip, &ends);
	wanted = come[trip->graph.cells[route->nodes[0]]] + left[last];
	CHECK(fabs(at_both_ends(trip, route) - wanted) <= 1e-9 * route->planned,
	      "%s: source %" PRIu32 ": %.17g at its ends, not %.17g", trip->map.name, route->source,
	      at_both_ends(trip, route), wanted);
	free(come);
	free(left);
}

static void check_euclid(const struct trip *trip)
{
	struct ff_routes routes = find(trip);
	double *within = go_within(trip), *left = go_over_graph(trip, within);

	for (size_t i = 0; i < routes.count; i++) {
		const struct ff_route *route = &routes.items[i];
		double most = least_from(trip, within, left, trip->sources[i]), ends;
		double *come;

		/* Of the same nodes are the graph's costs; steps at both ends are no shorter than
		 * straight lines, and pay for other cells where walkers come instead of going. */
		CHECK(route->reached == (most < FF_FIELD_NONEF), "%s: source %zu", trip->map.name,
		      i);
		if (!route->reached)
			continue;
		CHECK(route->planned <= most + 254 && route->planned >= 0,
		      "%s: source %zu costs %g, more than %g", trip->map.name, i, route->planned,
		      most);
		if (route->node_count == 0)
			continue;
		check_planned(trip, route);
		come = come_from(trip, route->source);
		ends = come[trip->graph.cells[route->nodes[0]]] +
		       within[trip->graph.cells[route->nodes[route->node_count - 1]]];
		CHECK(at_both_ends(trip, route) <= ends + 254 &&
			      at_both_ends(trip, route) >= 0.6 * ends - 254,
		      "%s: source %zu: %g at its ends, %g in steps", trip->map.name, i,
		      at_both_ends(trip, route), ends);
		free(come);
	}
	free(within);
	free(left);
	ff_routes_free(&routes);
}

static void with_euclid_ends_cost_no_more_than_steps_and_not_much_less(void)
{
	trips_random(&trips_euclid, trips_count(200), check_euclid);
}

/* ---- bounds ---- */

/* Sources all over a map cost the same with landmarks as without; 'area' says which cells may be
 * sources: those with 1, or all. */
static void compare_bounds(const struct trip *trip, int count, const uint8_t *area)
{
	struct trip other = *trip;
	struct ff_route_search *search[2];
	int32_t n = trip->map.cost.w * trip->map.cost.h;
	uint64_t dice = ORACLE_SEED;

	other.graph.landmark_count = 0;
	search[0] = search_open(trip);
	search[1] = search_open(&other);
	CHECK(trip->graph.landmark_count > 0, "%s: no landmarks", trip->map.name);
	for (int i = 0; i < count; i++) {
		struct ff_routes with, without;
		uint32_t source;

		do
			source = (uint32_t)trips_below(&dice, n);
		while (trip->map.cost.cells[source] == FF_COST_WALL ||
		       (area != NULL && area[source] == 0));
		CHECK(ff_route_find(search[0], &trip->map.seeds, &source, 1, &with) == FF_OK &&
			      ff_route_find(search[1], &trip->map.seeds, &source, 1, &without) ==
				      FF_OK,
		      "no memory");
		CHECK(with.items[0].planned == without.items[0].planned,
		      "%s: cell %" PRIu32 " costs %.0f, not %.0f", trip->map.name, source,
		      with.items[0].planned, without.items[0].planned);
		ff_routes_free(&with);
		ff_routes_free(&without);
	}
	ff_route_close(search[0]);
	ff_route_close(search[1]);
}

static struct ff_model bounds_model(int k)
{
	return (struct ff_model){.metric = k % 2 ? FF_METRIC_OCTILE : FF_METRIC_MANHATTAN,
				 .step = k / 2 ? FF_STEP_MEAN : FF_STEP_CELL};
}

static void name_bounds(struct trip *trip, const char *kind, int32_t size)
{
	snprintf(trip->map.name, sizeof trip->map.name, "%s %s, %s, sectors of %" PRId32,
		 ff_model_metrics[trip->map.model.metric], ff_model_steps[trip->map.model.step],
		 kind, size);
}

static void landmarks_on_either_side_change_no_costs(void)
{
	enum { SIDE = 150 };
	static const char *const kinds[] = {"terrain", "random", "caves", "city"};

	for (int k = 0; k < 16; k++) {
		struct ff_model model = bounds_model(k / 4);
		struct trip trip = trips_begin(&model, SIDE, SIDE, 1);

		CHECK(mapgen_fill(kinds[k % 4], SIDE, SIDE, 3, trip.map.cost.cells), "no map");
		trip.map.seeds.items[0].cell = SIDE / 2 * SIDE + SIDE / 2;
		trips_cut(&trip, 8, true);
		name_bounds(&trip, kinds[k % 4], 8);
		compare_bounds(&trip, 40, NULL);
		trips_end(&trip);
	}
}

/* A walled way of cost 254 to and fro, with its only door at x,y. */
static void lay_serpentine(struct trip *trip, int32_t x, int32_t y, int32_t w, int32_t h)
{
	trips_fill(trip, x, y, w, h, FF_COST_WALL);
	for (int32_t row = 1; row < h - 1; row++)
		if (row % 2 == 1)
			trips_fill(trip, x + 1, y + row, w - 2, 1, 254);
		else
			trips_fill(trip, row % 4 == 2 ? x + w - 2 : x + 1, y + row, 1, 1, 254);
	trips_fill(trip, x, y, 1, 2, 254);
}

/* Sectors that have a long dear way in them besides others: what a node's place between near and
 * far leaves open is worth many steps of those. */
static void landmarks_change_no_costs_in_large_sectors_on_dear_ground(void)
{
	enum { SIDE = 130 };
	static const int32_t sizes[] = {16, 27, 64}, dearest[] = {3, 30, 254};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < trips_count(40); k++) {
		struct ff_model model = bounds_model(k % 4);
		struct trip trip = trips_begin(&model, SIDE, SIDE, (size_t)(1 + k % 3 / 2));
		int32_t size = sizes[k % 3], most = dearest[trips_below(&dice, 3)];

		for (int32_t i = 0; i < SIDE * SIDE; i++)
			trip.map.cost.cells[i] = trips_below(&dice, 6) == 0
							 ? FF_COST_WALL
							 : (uint8_t)(1 + trips_below(&dice, most));
		for (int32_t i = 0; i < SIDE * SIDE; i++)
			if (i % SIDE % size == 3 && i / SIDE % size == 3 &&
			    trips_below(&dice, 2) == 0)
				lay_serpentine(&trip, i % SIDE, i / SIDE, size - 6, size - 6);
		for (size_t i = 0; i < trip.map.seeds.count; i++)
			trip.map.seeds.items[i].cell = trips_open_cell(&trip, &dice);
		trips_cut(&trip, size, true);
		name_bounds(&trip, "dear ground", size);
		compare_bounds(&trip, 10, NULL);
		trips_end(&trip);
	}
}

/*
 * Goals and sources are in the smaller of two areas that a wall to and fro parts, in sectors of
 * which nearly all have cells of both; the landmarks are in the other.
 */
static void landmarks_say_nothing_of_goals_and_sources_of_another_area(void)
{
	enum { SIDE = 96 };
	uint64_t dice = ORACLE_SEED;
	uint8_t *area = oracle_cells(SIDE * SIDE, 1);

	for (int k = 0; k < 16; k++) {
		struct ff_model model = bounds_model(k % 4);
		struct trip trip = trips_begin(&model, SIDE, SIDE, 1);
		int32_t size = k / 4 % 2 == 0 ? 16 : 27;

		/* Two combs: 4 of 11 columns are teeth of one, joined at the bottom. */
		for (int32_t i = 0; i < SIDE * SIDE; i++) {
			int32_t x = i % SIDE % 11, y = i / SIDE;
			bool wall = y == 2    ? x < 5 || x == 10
				    : y == 92 ? x > 3
					      : y > 2 && y < 92 && (x == 4 || x == 10);

			area[i] = y > 92 || (x < 4 && y > 2);
			trip.map.cost.cells[i] =
				wall ? FF_COST_WALL : (uint8_t)(1 + trips_below(&dice, 254));
		}
		do
			trip.map.seeds.items[0].cell = (uint32_t)trips_below(&dice, SIDE * SIDE);
		while (area[trip.map.seeds.items[0].cell] == 0 ||
		       trip.map.cost.cells[trip.map.seeds.items[0].cell] == FF_COST_WALL);
		trips_cut(&trip, size, true);
		name_bounds(&trip, "two areas", size);
		for (uint32_t n = 0; n < trip.graph.node_count; n++)
			CHECK(trip.graph.joined[n] == !area[trip.graph.cells[n]],
			      "%s: node %" PRIu32, trip.map.name, n);
		compare_bounds(&trip, 30, area);
		trips_end(&trip);
	}
	free(area);
}

int main(void)
{
	RUN(what_is_planned_is_the_least_that_the_graph_allows);
	RUN(nodes_are_linked_or_share_a_sector_and_lead_to_the_goal_for_what_is_planned);
	RUN(a_route_that_comes_upon_an_earlier_one_follows_that_to_the_end);
	RUN(sources_have_routes_where_there_is_any_way_and_none_costs_less_than_that);
	RUN(requests_one_after_another_find_what_each_finds_alone);
	RUN(landmarks_save_work_and_change_no_costs);
	RUN(landmarks_on_either_side_change_no_costs);
	RUN(landmarks_change_no_costs_in_large_sectors_on_dear_ground);
	RUN(landmarks_say_nothing_of_goals_and_sources_of_another_area);
	RUN(a_cheap_goal_beside_a_dear_one_is_not_where_the_way_to_the_dear_one_ends);
	RUN(a_source_that_is_a_goal_leaves_where_another_goal_costs_less);
	RUN(sectors_without_nodes_have_routes_within_them_and_no_others);
	RUN(the_only_way_may_be_a_corner_step_between_diagonal_sectors);
	RUN(with_euclid_ends_cost_no_more_than_steps_and_not_much_less);
	return tap_done();
}
