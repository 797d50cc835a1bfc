#include "core/sectors/routing.h"

#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

/* A graph, the map that it was made of, and what is learned of it on the way. */
struct look {
	char name[200];
	const struct ff_cost *cost;
	const struct ff_portal_graph *graph;
	int32_t *run[2]; /* [w*h]  the portal with the pair of a cell and the next one to the right,
			  * below; or -1 */
	uint8_t *stepped; /* [portals]  corner portals that a step was found for */
};

static bool is_corner(const struct ff_portal *portal)
{
	return portal->direction != FF_E && portal->direction != FF_S;
}

static bool is_open(const struct ff_cost *cost, int32_t cell)
{
	return cost->cells[cell] < 255;
}

static uint32_t sector_of(const struct look *look, int32_t cell)
{
	const struct ff_sectors *sectors = &look->graph->sectors;
	int32_t x = cell % look->cost->w / sectors->size, y = cell / look->cost->w / sectors->size;

	return (uint32_t)(y * sectors->columns + x);
}

/* Whether a pair at x,y is one across a border, and of which sectors. */
static bool is_pair(const struct look *look, int32_t x, int32_t y, bool down)
{
	int32_t w = look->cost->w, h = look->cost->h, cell = y * w + x,
		next = cell + (down ? w : 1);

	if (x < 0 || y < 0 || x + !down >= w || y + down >= h)
		return false;
	return sector_of(look, cell) != sector_of(look, next) && is_open(look->cost, cell) &&
	       is_open(look->cost, next);
}

/* The windows of a run face each other across one border, and it could not be longer. */
static void check_run(struct look *look, int32_t number)
{
	const struct ff_portal *portal = &look->graph->portals[number];
	int32_t w = look->cost->w, h = look->cost->h, x = (int32_t)portal->first[0] % w,
		y = (int32_t)portal->first[0] / w;
	bool down = portal->direction == FF_S;

	CHECK(portal->length >= 1, "%s: portal %" PRId32 " is empty", look->name, number);
	for (int32_t k = 0; k < portal->length; k++) {
		int32_t at_x = x + (down ? k : 0), at_y = y + (down ? 0 : k),
			cell = at_y * w + at_x;

		if (!CHECK(at_x < w && at_y < h && is_pair(look, at_x, at_y, down),
			   "%s: portal %" PRId32 ", pair %" PRId32 " is none", look->name, number,
			   k))
			return;
		CHECK(sector_of(look, cell) == portal->sectors[0] &&
			      sector_of(look, cell + (down ? w : 1)) == portal->sectors[1],
		      "%s: portal %" PRId32 ", pair %" PRId32 " is of other sectors", look->name,
		      number, k);
		CHECK(ff_portal_graph_window(portal, 0, k, w) == (uint32_t)cell &&
			      ff_portal_graph_window(portal, 1, k, w) ==
				      (uint32_t)(cell + (down ? w : 1)),
		      "%s: portal %" PRId32 ", window cell %" PRId32, look->name, number, k);
		CHECK(look->run[down][cell] < 0, "%s: cell %" PRId32 " is in two portals",
		      look->name, cell);
		look->run[down][cell] = number;
	}
	for (int side = 0; side < 2; side++) {
		int32_t k = side == 0 ? -1 : portal->length;
		int32_t at_x = x + (down ? k : 0), at_y = y + (down ? 0 : k);

		CHECK(!is_pair(look, at_x, at_y, down) ||
			      sector_of(look, at_y * w + at_x) != portal->sectors[0],
		      "%s: portal %" PRId32 " could be longer", look->name, number);
	}
}

/* How many corner portals lead from one cell to another. */
static int corners_of(struct look *look, int32_t from, int32_t to)
{
	int count = 0;

	for (size_t p = 0; p < look->graph->portal_count; p++) {
		const struct ff_portal *portal = &look->graph->portals[p];

		if (!is_corner(portal) || portal->first[0] != (uint32_t)from ||
		    portal->first[1] != (uint32_t)to)
			continue;
		count++;
		look->stepped[p] = 1;
		CHECK(portal->length == 1 && portal->sectors[0] == sector_of(look, from) &&
			      portal->sectors[1] == sector_of(look, to),
		      "%s: the corner portal from %" PRId32, look->name, from);
		CHECK(portal->direction ==
			      (to % look->cost->w > from % look->cost->w ? FF_SE : FF_SW),
		      "%s: the corner portal from %" PRId32 " leads %d", look->name, from,
		      portal->direction);
	}
	return count;
}

/* Each step across a border: a straight one is in one run, a diagonal one between the windows of a
 * run, or else a portal of its own. */
static void check_steps(struct look *look)
{
	const struct ff_cost *cost = look->cost;
	bool octile = look->graph->model.metric == FF_METRIC_OCTILE;

	for (int32_t cell = 0; cell < cost->w * cost->h; cell++) {
		int32_t x = cell % cost->w, y = cell / cost->w;

		for (int d = FF_E; d <= FF_SW && is_open(cost, cell); d++) {
			bool diagonal = d % 2 == 1;
			int32_t to, right = d == FF_SE ? 1 : -1;
			bool within;

			if (!oracle_permitted(cost, look->graph->model.corners, x, y, d) ||
			    (diagonal && !octile))
				continue;
			to = (int32_t)oracle_towards(cost, x, y, d);
			if (sector_of(look, cell) == sector_of(look, to))
				continue;
			if (!diagonal) {
				CHECK(look->run[d == FF_S][cell] >= 0,
				      "%s: no portal has the step from %" PRId32 " to %" PRId32,
				      look->name, cell, to);
				continue;
			}
			/* Down along a border to the right or to the left, or across one below. */
			within = (right > 0 && look->run[0][cell] >= 0 &&
				  look->run[0][cell] == look->run[0][to - 1]) ||
				 (right < 0 && look->run[0][cell - 1] >= 0 &&
				  look->run[0][cell - 1] == look->run[0][to]) ||
				 (look->run[1][cell] >= 0 &&
				  look->run[1][cell] == look->run[1][to - cost->w]);
			CHECK(corners_of(look, cell, to) == !within,
			      "%s: %d corner portals from %" PRId32 " to %" PRId32, look->name,
			      corners_of(look, cell, to), cell, to);
		}
	}
	for (size_t p = 0; p < look->graph->portal_count; p++)
		CHECK(look->stepped[p] == is_corner(&look->graph->portals[p]),
		      "%s: portal %zu is no step", look->name, p);
}

/* Which place of a window a cell has; -1: none. */
static int32_t place_of(const struct look *look, const struct ff_portal *portal, int side,
			uint32_t cell)
{
	for (int32_t k = 0; k < portal->length; k++)
		if (ff_portal_graph_window(portal, side, k, look->cost->w) == cell)
			return k;
	return -1;
}

static bool has_link(const struct ff_portal_graph *graph, uint32_t from, uint32_t to,
		     uint32_t portal)
{
	for (uint32_t i = graph->first_link[from]; i < graph->first_link[from + 1]; i++)
		if (graph->links[i].node == to && graph->links[i].portal == portal)
			return true;
	return false;
}

static void check_nodes(struct look *look)
{
	const struct ff_portal_graph *graph = look->graph;
	uint32_t sectors = ff_sectors_count(&graph->sectors);
	uint32_t *linked = calloc(graph->portal_count + 1, sizeof *linked);

	CHECK(graph->link_count <= (size_t)(look->cost->w * look->cost->h), "%s: %zu links",
	      look->name, graph->link_count);
	CHECK(graph->first_node[0] == 0 && graph->first_node[sectors] == graph->node_count &&
		      graph->first_link[0] == 0 &&
		      graph->first_link[graph->node_count] == graph->link_count,
	      "%s: counts", look->name);
	for (uint32_t s = 0; s < sectors; s++)
		for (uint32_t n = graph->first_node[s]; n < graph->first_node[s + 1]; n++) {
			CHECK(sector_of(look, (int32_t)graph->cells[n]) == s,
			      "%s: node %" PRIu32 " is of another sector", look->name, n);
			CHECK(n == graph->first_node[s] || graph->cells[n - 1] < graph->cells[n],
			      "%s: node %" PRIu32 " is out of order", look->name, n);
			CHECK(graph->first_link[n] < graph->first_link[n + 1],
			      "%s: node %" PRIu32 " has no link", look->name, n);
		}
	for (uint32_t n = 0; n < graph->node_count; n++)
		for (uint32_t i = graph->first_link[n]; i < graph->first_link[n + 1]; i++) {
			struct ff_portal_link link = graph->links[i];
			const struct ff_portal *portal = &graph->portals[link.portal];
			bool second =
				portal->sectors[1] == sector_of(look, (int32_t)graph->cells[n]);
			int32_t place = place_of(look, portal, second, graph->cells[n]);

			CHECK(place >= 0 && place == place_of(look, portal, !second,
							      graph->cells[link.node]),
			      "%s: link %" PRIu32 " of node %" PRIu32 " is not one of its portal",
			      look->name, i, n);
			CHECK(has_link(graph, link.node, n, link.portal),
			      "%s: link %" PRIu32 " does not lead back", look->name, i);
			CHECK(graph->links[i].node < graph->node_count && linked != NULL, "node");
			if (linked != NULL)
				linked[link.portal]++;
		}
	for (size_t p = 0; p < graph->portal_count && linked != NULL; p++)
		CHECK(linked[p] >= 2 && linked[p] <= 2 * (uint32_t)graph->portals[p].length,
		      "%s: portal %zu has %" PRIu32 " links", look->name, p, linked[p]);
	free(linked);
}

/* Paints what can be walked to from each cell not painted yet; within sectors if 'inside'. */
static void flood(const struct look *look, bool inside, int32_t *areas)
{
	const struct ff_cost *cost = look->cost;
	int32_t n = cost->w * cost->h, *stack = oracle_cells((size_t)n, sizeof *stack), count = 0;

	memset(areas, 0xff, (size_t)n * sizeof *areas);
	for (int32_t first = 0; first < n; first++) {
		size_t waiting = 0;

		if (!is_open(cost, first) || areas[first] >= 0)
			continue;
		stack[waiting++] = first;
		areas[first] = count;
		while (waiting > 0) {
			int32_t cell = stack[--waiting];

			for (int d = 0; d < 8;
			     d += look->graph->model.metric == FF_METRIC_OCTILE ? 1 : 2) {
				int32_t to;

				if (!oracle_permitted(cost, look->graph->model.corners,
						      cell % cost->w, cell / cost->w, d))
					continue;
				to = (int32_t)oracle_towards(cost, cell % cost->w, cell / cost->w,
							     d);
				if (areas[to] >= 0 ||
				    (inside && sector_of(look, to) != sector_of(look, cell)))
					continue;
				areas[to] = count;
				stack[waiting++] = to;
			}
		}
		count++;
	}
	free(stack);
}

static int32_t root(const int32_t *parents, int32_t i)
{
	while (parents[i] != i)
		i = parents[i];
	return i;
}

/* Cells are connected on the map if and only if they are through nodes and links. */
static void check_connections(const struct look *look)
{
	const struct ff_portal_graph *graph = look->graph;
	size_t n = (size_t)(look->cost->w * look->cost->h);
	int32_t *whole = oracle_cells(n, sizeof *whole), *parts = oracle_cells(n, sizeof *parts);
	int32_t *parents = oracle_cells(n, sizeof *parents),
		*meant = oracle_cells(n, sizeof *meant);

	flood(look, false, whole);
	flood(look, true, parts);
	for (int32_t i = 0; i < (int32_t)n; i++) {
		parents[i] = i;
		meant[i] = -1;
	}
	for (uint32_t node = 0; node < graph->node_count; node++)
		for (uint32_t i = graph->first_link[node]; i < graph->first_link[node + 1]; i++)
			parents[root(parents, parts[graph->cells[node]])] =
				root(parents, parts[graph->cells[graph->links[i].node]]);
	/* Those of one area have one root, and nobody else has it. */
	for (size_t i = 0; i < n; i++)
		if (whole[i] >= 0) {
			int32_t r = root(parents, parts[i]);

			if (meant[whole[i]] < 0)
				meant[whole[i]] = r;
			CHECK(meant[whole[i]] == r, "%s: cell %zu is cut off in the graph",
			      look->name, i);
		}
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < a && meant[a] >= 0; b++)
			CHECK(meant[b] != meant[a], "%s: areas %zu and %zu are one in the graph",
			      look->name, a, b);
	free(whole);
	free(parts);
	free(parents);
	free(meant);
}

static void check_clear(const struct look *look)
{
	const struct ff_portal_graph *graph = look->graph;
	size_t sectors = ff_sectors_count(&graph->sectors), count = 0;
	uint8_t *dull = calloc(sectors, 1);

	for (int32_t i = 0; i < look->cost->w * look->cost->h && dull != NULL; i++)
		dull[sector_of(look, i)] |= look->cost->cells[i] != 1;
	for (size_t s = 0; s < sectors && dull != NULL; s++) {
		CHECK(graph->clear[s] == !dull[s], "%s: sector %zu is clear: %d", look->name, s,
		      graph->clear[s]);
		count += !dull[s];
	}
	CHECK(graph->clear_count == count, "%s: %zu are clear, not %zu", look->name,
	      graph->clear_count, count);
	for (int32_t i = 0; i < graph->sectors.size * graph->sectors.size; i++)
		CHECK(graph->clear_cost[i] == 1, "%s: clear cost %" PRId32, look->name, i);
	free(dull);
}

static void check_found(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			const char *name)
{
	size_t n = (size_t)(cost->w * cost->h) * sizeof(int32_t);
	struct look look = {.cost = cost,
			    .graph = graph,
			    .run = {oracle_cells(n, 1), oracle_cells(n, 1)},
			    .stepped = oracle_cells(graph->portal_count + 1, 1)};

	snprintf(look.name, sizeof look.name, "%s", name);
	memset(look.run[0], 0xff, n);
	memset(look.run[1], 0xff, n);
	memset(look.stepped, 0, graph->portal_count + 1);
	for (size_t p = 0; p < graph->portal_count; p++)
		if (!is_corner(&graph->portals[p]))
			check_run(&look, (int32_t)p);
	check_steps(&look);
	check_nodes(&look);
	check_connections(&look);
	check_clear(&look);
	free(look.run[0]);
	free(look.run[1]);
	free(look.stepped);
}

/* ---- costs ---- */

/* Numbers of the graph that have to be what walking in the sector's cells alone costs. */
static void compare_costs(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			  uint32_t sector, const char *name)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	double *row = oracle_cells(n + 1, sizeof *row);
	struct oracle truth;

	sectored_part(&truth, &graph->model, cost, area, 1);
	for (uint32_t to = 0; to < n; to++) {
		truth.seeds.items[0].cell = sectored_local(cost, area, graph->cells[first + to]);
		oracle_solve(&truth);
		for (uint32_t from = 0; from < n; from++) {
			uint64_t value =
				truth.field[sectored_local(cost, area, graph->cells[first + from])];
			double wanted = value == ORACLE_NONE ? FF_FIELD_NONEF : (double)value;
			double ours = ff_portal_graph_cost(graph, sector, first + from, first + to);

			ff_portal_graph_row(graph, sector, first + from, row);
			CHECK(ours == wanted && row[to] == wanted,
			      "%s: sector %" PRIu32 ", from cell %" PRIu32 " to %" PRIu32
			      ": %.0f, in its row %.0f, not %.0f",
			      name, sector, graph->cells[first + from], graph->cells[first + to],
			      ours, row[to], wanted);
		}
	}
	oracle_free(&truth);
	free(row);
}

/* With euclid: there is a way if there is one in steps, which is no shorter; in clear sectors it is
 * the straight line, and nowhere less than the price across the cheapest ground. */
static void compare_lines(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			  uint32_t sector, const char *name)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	struct oracle truth;

	sectored_part(&truth, &manhattan, cost, area, 1);
	for (uint32_t to = 0; to < n; to++) {
		uint32_t goal = truth.seeds.items[0].cell =
			sectored_local(cost, area, graph->cells[first + to]);

		oracle_solve(&truth);
		for (uint32_t from = 0; from < n; from++) {
			uint32_t cell = sectored_local(cost, area, graph->cells[first + from]);
			long dx = (long)(cell % (uint32_t)area.w) - (long)(goal % (uint32_t)area.w);
			long dy = (long)(cell / (uint32_t)area.w) - (long)(goal / (uint32_t)area.w);
			double line = hypot((double)dx, (double)dy);
			double least = ff_model_bound(&graph->model, 1, labs(dx), labs(dy));
			double ours = ff_portal_graph_cost(graph, sector, first + from, first + to);

			CHECK((ours == FF_FIELD_NONEF) == (truth.field[cell] == ORACLE_NONE) &&
				      (ours == FF_FIELD_NONEF ||
				       (ours >= least &&
					ours < (double)truth.field[cell] * (1 + 1e-9) + 1e-9)) &&
				      (!graph->clear[sector] || fabs(ours - line) < 1e-9),
			      "%s: sector %" PRIu32 ", from %" PRIu32 " to %" PRIu32
			      ": %.9g, the line has %.9g",
			      name, sector, cell, goal, ours, line);
		}
	}
	oracle_free(&truth);
}

static void check_priced(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			 const char *name)
{
	uint64_t edges = graph->link_count;
	size_t costs = 0;

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		uint32_t first = graph->first_node[s], end = graph->first_node[s + 1];
		size_t n = end - first;
		bool euclid = graph->model.metric == FF_METRIC_EUCLID;

		CHECK(graph->first_cost[s] == costs, "%s: costs of sector %" PRIu32, name, s);
		costs += graph->clear[s] && !euclid ? 0 : n * n;
		(euclid ? compare_lines : compare_costs)(cost, graph, s, name);
		for (uint32_t i = first; i < end; i++)
			for (uint32_t j = first; j < end; j++)
				edges += i != j &&
					 ff_portal_graph_cost(graph, s, i, j) < FF_FIELD_NONEF;
	}
	CHECK(graph->first_cost[ff_sectors_count(&graph->sectors)] == costs, "%s: all costs", name);
	CHECK(ff_portal_graph_edges(graph) == edges, "%s: %" PRIu64 " edges, not %" PRIu64, name,
	      ff_portal_graph_edges(graph), edges);
}

static struct ff_portal_graph found(const struct ff_cost *cost, const struct ff_model *model,
				    int32_t size)
{
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, model, cost, size, NULL) == FF_OK && graph.costs == NULL &&
		      graph.landmark_count == 0,
	      "it cannot be found");
	return graph;
}

static void check(const struct ff_cost *cost, const struct ff_model *model, int32_t size,
		  int number)
{
	struct ff_portal_graph graph = found(cost, model, size);
	char name[160];

	snprintf(name, sizeof name, "%s %s %s, map %d, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], number, cost->w, cost->h, size);
	check_found(cost, &graph, name);
	CHECK(ff_portals_price(&graph, cost, NULL) == FF_OK &&
		      graph.type ==
			      (model->metric == FF_METRIC_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32),
	      "%s: it cannot be priced", name);
	check_priced(cost, &graph, name);
	ff_portal_graph_free(&graph);
}

/* One of the usual maps; those of a row or a column now and then. */
static struct ff_cost throw_map(uint64_t *dice, int32_t *size)
{
	int32_t w = 1 + sectored_below(dice, 34), h = 1 + sectored_below(dice, 34);

	*size = 8 + sectored_below(dice, sectored_below(dice, 2) == 0 ? 4 : 30);
	if (sectored_below(dice, 8) == 0)
		w = 1;
	else if (sectored_below(dice, 8) == 0)
		h = 1;
	return sectored_map(dice, w, h, *size);
}

static void portals_nodes_and_costs_of_random_maps_are_those_of_the_cells(void)
{
	int maps = getenv("FULL") != NULL ? 400 : 12;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * SECTORED_MODELS; k++) {
		struct ff_model model = sectored_model(k % SECTORED_MODELS);
		int32_t size;
		struct ff_cost cost = throw_map(&dice, &size);

		check(&cost, &model, size, k);
		free(cost.cells);
	}
}

static void a_sector_of_the_whole_map_has_no_portals(void)
{
	static const int32_t sizes[] = {20, 21, 1024};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 3; k++) {
		struct ff_cost cost = sectored_map(&dice, 20, 20, 10);
		struct ff_portal_graph graph = found(&cost, &manhattan, sizes[k]);

		CHECK(ff_sectors_count(&graph.sectors) == 1 && graph.portal_count == 0 &&
			      graph.node_count == 0 && graph.link_count == 0,
		      "%zu portals, %zu nodes", graph.portal_count, graph.node_count);
		CHECK(ff_portals_price(&graph, &cost, NULL) == FF_OK &&
			      ff_portal_graph_edges(&graph) == 0,
		      "edges");
		ff_portal_graph_free(&graph);
		free(cost.cells);
	}
}

/* ---- where nodes stand ---- */

/* A window of 'length' cells between a sector and the column beyond it, of costs up to 'most': sets
 * where its nodes stand, and returns how many there are. */
static int32_t place_nodes(struct ff_cost *cost, int32_t size, int32_t *places)
{
	struct ff_portal_graph graph = found(cost, &manhattan, size);
	int32_t count = (int32_t)graph.first_node[1];

	CHECK(graph.portal_count == 1 && graph.portals[0].length == cost->h &&
		      graph.node_count == 2 * (size_t)count,
	      "%zu portals, %zu nodes", graph.portal_count, graph.node_count);
	for (int32_t i = 0; i < count; i++) {
		places[i] = (int32_t)graph.cells[i] / cost->w;
		CHECK(graph.cells[i] % (uint32_t)cost->w == (uint32_t)size - 1 &&
			      graph.cells[count + i] == graph.cells[i] + 1,
		      "size %" PRId32 ": node %" PRId32, size, i);
	}
	ff_portal_graph_free(&graph);
	return count;
}

static struct ff_cost window_of(int32_t size, int32_t length)
{
	struct ff_cost cost = {size + 1, length, oracle_cells((size_t)((size + 1) * length), 1)};

	memset(cost.cells, 1, (size_t)((size + 1) * length));
	return cost;
}

/* The larger the sectors, the farther apart they are. */
static void on_even_ground_nodes_are_in_the_middle_or_at_both_ends_and_evenly_between(void)
{
	static const int32_t apart[][2] = {{8, 5}, {20, 5}, {24, 6}, {64, 16}, {256, 64}};

	for (size_t k = 0; k < sizeof apart / sizeof *apart; k++)
		for (int32_t length = 1; length <= apart[k][0]; length++) {
			int32_t size = apart[k][0], places[64], last = length - 1;
			struct ff_cost cost = window_of(size, length);
			int32_t count = place_nodes(&cost, size, places);

			if (length <= 3)
				CHECK(count == 1 && places[0] == last / 2,
				      "size %" PRId32 ", %" PRId32 " cells: %" PRId32
				      " nodes, at %" PRId32,
				      size, length, count, places[0]);
			else
				CHECK(count == 2 + (length - 2) / apart[k][1] && places[0] == 0 &&
					      places[count - 1] == last,
				      "size %" PRId32 ", %" PRId32 " cells: %" PRId32
				      " nodes, from %" PRId32 " to %" PRId32,
				      size, length, count, places[0], places[count - 1]);
			for (int32_t i = 1; i < count; i++)
				CHECK(places[i] - places[i - 1] >= last / (count - 1) &&
					      places[i] - places[i - 1] <=
						      (last + count - 2) / (count - 1),
				      "size %" PRId32 ", %" PRId32 " cells: nodes at %" PRId32
				      " and %" PRId32,
				      size, length, places[i - 1], places[i]);
			free(cost.cells);
		}
}

/* What the pair of a window in that row costs. */
static int32_t price_of(const struct ff_cost *cost, int32_t y)
{
	const uint8_t *end = cost->cells + (y + 1) * cost->w;

	return end[-2] + end[-1];
}

/* Dear windows have as many nodes as even ones; no pair that is nearer to one's even place than to
 * others' is cheaper than where it is, and of those as cheap none is nearer. */
static void on_dear_ground_nodes_are_at_the_cheapest_pair_around(void)
{
	uint64_t dice = ORACLE_SEED;
	int moved = 0;

	for (int k = 0; k < 400; k++) {
		int32_t size = 8 + sectored_below(&dice, 57);
		int32_t length = 1 + sectored_below(&dice, size), even[64], places[64];
		struct ff_cost cost = window_of(size, length);
		int32_t count = place_nodes(&cost, size, even);

		for (int32_t i = 0; i < cost.w * length; i++)
			cost.cells[i] = (uint8_t)(1 + sectored_below(&dice, k % 2 == 0 ? 3 : 254));
		CHECK(place_nodes(&cost, size, places) == count, "map %d: not %" PRId32 " nodes", k,
		      count);
		for (int32_t y = 0; y < length; y++) {
			int32_t i = 0, more;

			while (i + 1 < count && abs(even[i + 1] - y) < abs(even[i] - y))
				i++;
			/* Halfway between two it is of one of them. */
			if (i + 1 < count && abs(even[i + 1] - y) == abs(even[i] - y))
				continue;
			more = price_of(&cost, y) - price_of(&cost, places[i]);
			CHECK(more > 0 ||
				      (more == 0 && abs(even[i] - y) >= abs(even[i] - places[i])),
			      "map %d, %" PRId32 " cells: node %" PRId32 " at %" PRId32
			      ", not %" PRId32,
			      k, length, i, places[i], y);
		}
		for (int32_t i = 0; i < count; i++)
			moved += places[i] != even[i];
		free(cost.cells);
	}
	CHECK(moved > 400, "%d nodes are elsewhere", moved);
}

/* 16 x 16 cells of wall, but for those. */
static struct ff_cost walled(const int32_t (*open)[2], size_t n)
{
	struct ff_cost cost = {16, 16, oracle_cells(256, 1)};

	memset(cost.cells, 255, 256);
	for (size_t i = 0; i < n; i++)
		cost.cells[open[i][1] * 16 + open[i][0]] = 5;
	return cost;
}

/* How many portals the graph of some open cells has, and how many of them are corner steps. */
static void count_portals(const int32_t (*open)[2], size_t n, enum ff_corners corners,
			  size_t portals, size_t corner_steps)
{
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .corners = corners};
	struct ff_cost cost = walled(open, n);
	struct ff_portal_graph graph = found(&cost, &model, 8);
	size_t steps = 0;

	check_found(&cost, &graph, ff_model_corners[corners]);
	for (size_t p = 0; p < graph.portal_count; p++)
		steps += is_corner(&graph.portals[p]);
	CHECK(graph.portal_count == portals && steps == corner_steps,
	      "%s: %zu portals, %zu of them corner steps, not %zu and %zu",
	      ff_model_corners[corners], graph.portal_count, steps, portals, corner_steps);
	if (graph.link_count > 0)
		CHECK(ff_portal_graph_step(&graph, &cost, 0, graph.links[0].node) ==
			      (corner_steps == portals ? 5 * 577 : 5 * 408),
		      "the step");
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

/* Both other rules need a cell beside the step, by which there is a straight way. */
static void a_corner_step_is_the_only_link_only_where_steps_may_cut_corners(void)
{
	static const int32_t diagonal[][2] = {{7, 7}, {8, 8}}, other[][2] = {{8, 7}, {7, 8}};
	static const int32_t beside[][2] = {{7, 3}, {8, 4}}, above[][2] = {{3, 8}, {4, 7}};

	for (enum ff_corners c = FF_CORNERS_STRICT; c < FF_CORNERS; c++) {
		size_t one = c == FF_CORNERS_CUT;

		count_portals(diagonal, 2, c, one, one);
		count_portals(other, 2, c, one, one);
		count_portals(beside, 2, c, one, one);
		count_portals(above, 2, c, one, one);
	}
}

static void a_corner_with_one_side_has_its_step_but_by_the_strict_rule(void)
{
	static const int32_t corner[][2] = {{7, 7}, {8, 7}, {8, 8}};
	static const int32_t border[][2] = {{7, 3}, {8, 3}, {8, 4}};

	for (enum ff_corners c = FF_CORNERS_STRICT; c < FF_CORNERS; c++) {
		size_t step = c != FF_CORNERS_STRICT;

		count_portals(corner, 3, c, 2 + step, step);
		count_portals(border, 3, c, 1 + step, step);
	}
}

static void where_four_open_sectors_meet_both_corner_steps_count_by_every_rule(void)
{
	static const int32_t corner[][2] = {{7, 7}, {8, 7}, {7, 8}, {8, 8}};
	static const int32_t border[][2] = {{7, 3}, {8, 3}, {7, 4}, {8, 4}};

	for (enum ff_corners c = FF_CORNERS_STRICT; c < FF_CORNERS; c++) {
		count_portals(corner, 4, c, 6, 2);
		count_portals(border, 4, c, 1, 0);
	}
}

/* Padding may differ. */
static bool are_same(const struct ff_portal_graph *a, const struct ff_portal_graph *b)
{
	bool same = a->portal_count == b->portal_count && a->node_count == b->node_count &&
		    a->link_count == b->link_count;

	for (size_t p = 0; p < a->portal_count && same; p++)
		same = memcmp(a->portals[p].sectors, b->portals[p].sectors, 8) == 0 &&
		       memcmp(a->portals[p].first, b->portals[p].first, 8) == 0 &&
		       a->portals[p].length == b->portals[p].length &&
		       a->portals[p].direction == b->portals[p].direction;
	return same && memcmp(a->cells, b->cells, a->node_count * sizeof *a->cells) == 0 &&
	       memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0;
}

static void one_thread_prices_as_many_do(void)
{
	struct ff_machine machine = {.pool = NULL, .cpu = ff_machine_best()};
	uint64_t dice = ORACLE_SEED;

	CHECK(ff_pool_open(4, &machine.pool) == FF_OK, "no pool");
	for (int k = 0; k < SECTORED_MODELS; k++) {
		struct ff_model model = sectored_model(k);
		struct ff_cost cost = sectored_map(&dice, 150, 110, 8);
		struct ff_portal_graph one = found(&cost, &model, 8),
				       many = found(&cost, &model, 8);
		size_t costs = one.first_cost[ff_sectors_count(&one.sectors)];

		CHECK(ff_portals_price(&one, &cost, NULL) == FF_OK &&
			      ff_portals_price(&many, &cost, &machine) == FF_OK &&
			      one.type == many.type &&
			      memcmp(one.costs, many.costs, costs * ff_field_size(one.type)) == 0,
		      "model %d", k);
		CHECK(are_same(&one, &many), "model %d: found twice, it differs", k);
		ff_portal_graph_free(&one);
		ff_portal_graph_free(&many);
		free(cost.cells);
	}
	ff_pool_close(machine.pool);
}

/* A way of cost 254 that winds down through all rows but one of each two, in at the top and out at
 * the bottom on the right: in the first of two sectors. */
static void costs_beyond_32_bits_take_64(void)
{
	enum { SIDE = 211 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {SIDE + 8, SIDE, oracle_cells((SIDE + 8) * SIDE, 1)};
	uint64_t steps = 0, wanted;
	struct ff_portal_graph graph;

	memset(cost.cells, 255, (SIDE + 8) * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	/* It begins at the right end of the first row, and has to be at the left one after it. */
	for (int32_t i = 0; i < SIDE * cost.w; i++)
		steps += i % cost.w < SIDE && cost.cells[i] != 255;
	wanted = (steps - 1) * 408 * 508;
	graph = found(&cost, &model, SIDE);
	CHECK(graph.portal_count == 2 && graph.node_count == 4, "%zu portals", graph.portal_count);
	CHECK(ff_portals_price(&graph, &cost, NULL) == FF_OK && graph.type == FF_FIELD_U64,
	      "type %d", (int)graph.type);
	CHECK(wanted > UINT32_MAX && ff_portal_graph_cost(&graph, 0, 0, 1) == (double)wanted &&
		      ff_portal_graph_cost(&graph, 0, 1, 0) == (double)wanted &&
		      ff_portal_graph_cost(&graph, 0, 0, 0) == 0,
	      "%.0f, not %" PRIu64, ff_portal_graph_cost(&graph, 0, 0, 1), wanted);
	CHECK(ff_portal_graph_cost(&graph, 1, 2, 3) == FF_FIELD_NONEF, "there is no way");
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

static void the_bytes_of_a_graph_are_those_of_its_blocks(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < SECTORED_MODELS; k++) {
		struct ff_model model = sectored_model(k);
		struct ff_cost cost = sectored_map(&dice, 50, 41, 10);
		struct ff_portal_graph graph = found(&cost, &model, 10);
		size_t costs = graph.first_cost[25];
		uint64_t bytes = sizeof graph + 25 + 100 +
				 graph.portal_count * sizeof *graph.portals +
				 graph.node_count * (4 + 4) + 26 * 4 + 4 +
				 graph.link_count * sizeof *graph.links + 26 * sizeof(size_t);

		bytes += costs * (model.metric == FF_METRIC_EUCLID ? 8 : 4);
		graph.type = model.metric == FF_METRIC_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32;
		CHECK(ff_portal_graph_bytes(&graph) == bytes, "model %d: %" PRIu64 ", not %" PRIu64,
		      k, ff_portal_graph_bytes(&graph), bytes);
		CHECK(ff_portals_price(&graph, &cost, NULL) == FF_OK, "price");
		CHECK(ff_portal_graph_bytes(&graph) == bytes, "model %d: %" PRIu64 ", not %" PRIu64,
		      k, ff_portal_graph_bytes(&graph), bytes);
		ff_portal_graph_free(&graph);
		CHECK(graph.cells == NULL && graph.costs == NULL && graph.node_count == 0,
		      "something is left");
		free(cost.cells);
	}
}

int main(void)
{
	RUN(portals_nodes_and_costs_of_random_maps_are_those_of_the_cells);
	RUN(a_sector_of_the_whole_map_has_no_portals);
	RUN(on_even_ground_nodes_are_in_the_middle_or_at_both_ends_and_evenly_between);
	RUN(on_dear_ground_nodes_are_at_the_cheapest_pair_around);
	RUN(a_corner_step_is_the_only_link_only_where_steps_may_cut_corners);
	RUN(a_corner_with_one_side_has_its_step_but_by_the_strict_rule);
	RUN(where_four_open_sectors_meet_both_corner_steps_count_by_every_rule);
	RUN(one_thread_prices_as_many_do);
	RUN(costs_beyond_32_bits_take_64);
	RUN(the_bytes_of_a_graph_are_those_of_its_blocks);
	return tap_done();
}
