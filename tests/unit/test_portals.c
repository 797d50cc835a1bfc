#include "core/sectors/routing.h"

#include "field.h"
#include "realmaps.h"
#include "sectors.h"

/* A graph, its map, and what the checks find_portals so far. */
struct look {
	char name[200];
	const struct ff_cost *cost;
	const struct ff_portal_graph *graph;
	int32_t *run[2]; /* [w*h]  the portal with the pair of a cell and the next one to the right,
			  * below; or -1 */
	uint8_t *stepped; /* [portals]  corner portals that a step was find_portals for */
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

/* Returns true if x,y and the next cell are an open pair across a border. */
static bool is_pair(const struct look *look, int32_t x, int32_t y, bool down)
{
	int32_t w = look->cost->w, h = look->cost->h, cell = y * w + x,
		next = cell + (down ? w : 1);

	if (x < 0 || y < 0 || x + !down >= w || y + down >= h)
		return false;
	return sector_of(look, cell) != sector_of(look, next) && is_open(look->cost, cell) &&
	       is_open(look->cost, next);
}

/* Checks that the windows of a run face each other across one border and could not be longer. */
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

/* Returns how many corner portals lead from one cell to another. */
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

/* Checks that each straight step across a border is in one run, and each diagonal one in a run or a
 * portal of its own. */
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

/* Returns the index of a cell in a window, or -1. */
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

/* Numbers the connected areas of a map; within sectors if 'inside'. */
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

/* Checks that cells are connected on the map if and only if they are through nodes and links. */
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
	/* The cells of one area have one root, which no other cell has. */
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

/* Compares costs of the graph with those of walking within the sector. */
static void compare_costs(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			  uint32_t sector, const char *name)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	double *row = oracle_cells(n + 1, sizeof *row);
	struct oracle truth;

	sectors_part(&truth, &graph->model, cost, area, 1);
	for (uint32_t to = 0; to < n; to++) {
		truth.seeds.items[0].cell = sectors_local(cost, area, graph->cells[first + to]);
		oracle_solve(&truth);
		for (uint32_t from = 0; from < n; from++) {
			uint64_t value =
				truth.field[sectors_local(cost, area, graph->cells[first + from])];
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

/* Checks costs with euclid: they exist where steps lead, are no higher than those of steps, no
 * lower than the straight line, and little higher in clear sectors. */
static void compare_lines(const struct ff_cost *cost, const struct ff_portal_graph *graph,
			  uint32_t sector, const char *name)
{
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	struct oracle truth;

	sectors_part(&truth, &manhattan, cost, area, 1);
	for (uint32_t to = 0; to < n; to++) {
		uint32_t goal = sectors_local(cost, area, graph->cells[first + to]);

		truth.seeds.items[0].cell = goal;
		oracle_solve(&truth);
		for (uint32_t from = 0; from < n; from++) {
			uint32_t cell = sectors_local(cost, area, graph->cells[first + from]);
			long dx = (long)(cell % (uint32_t)area.w) - (long)(goal % (uint32_t)area.w);
			long dy = (long)(cell / (uint32_t)area.w) - (long)(goal / (uint32_t)area.w);
			double line = hypot((double)dx, (double)dy);
			double ours = ff_portal_graph_cost(graph, sector, first + from, first + to);

			CHECK((ours == FF_FIELD_NONEF) == (truth.field[cell] == ORACLE_NONE) &&
				      (ours == FF_FIELD_NONEF ||
				       (ours >= line && ours <= (double)truth.field[cell])) &&
				      (!graph->clear[sector] || ours <= 1.02 * line),
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

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		uint32_t first = graph->first_node[s], end = graph->first_node[s + 1];
		bool euclid = graph->model.metric == FF_METRIC_EUCLID;

		CHECK((graph->costs[s] == NULL) == (graph->clear[s] && !euclid),
		      "%s: costs of sector %" PRIu32, name, s);
		(euclid ? compare_lines : compare_costs)(cost, graph, s, name);
		for (uint32_t i = first; i < end; i++)
			for (uint32_t j = first; j < end; j++)
				edges += i != j &&
					 ff_portal_graph_cost(graph, s, i, j) < FF_FIELD_NONEF;
	}
	CHECK(ff_portal_graph_edges(graph) == edges, "%s: %" PRIu64 " edges, not %" PRIu64, name,
	      ff_portal_graph_edges(graph), edges);
}

static struct ff_portal_graph find_portals(const struct ff_cost *cost, const struct ff_model *model,
					   int32_t size)
{
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, model, cost, size, NULL) == FF_OK && graph.costs == NULL &&
		      graph.landmark_count == 0,
	      "it cannot be find_portals");
	return graph;
}

static void check_graph(const struct ff_cost *cost, const struct ff_model *model, int32_t size,
			int number)
{
	struct ff_portal_graph graph = find_portals(cost, model, size);
	char name[160];

	snprintf(name, sizeof name, "%s %s %s, map %d, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], number, cost->w, cost->h, size);
	check_found(cost, &graph, name);
	CHECK(ff_portals_price(&graph, cost, NULL) == FF_OK, "%s: it cannot be priced", name);
	check_priced(cost, &graph, name);
	ff_portal_graph_free(&graph);
}

/* Draws a map and a size of sectors; now and then a map of one row or column. */
static struct ff_cost draw_map(uint64_t *dice, int32_t *size)
{
	int32_t w = 1 + sectors_below(dice, 34), h = 1 + sectors_below(dice, 34);

	*size = 8 + sectors_below(dice, sectors_below(dice, 2) == 0 ? 4 : 30);
	if (sectors_below(dice, 8) == 0)
		w = 1;
	else if (sectors_below(dice, 8) == 0)
		h = 1;
	return sectors_draw(dice, w, h, *size);
}

static void portals_nodes_and_costs_agree_with_the_cells(void)
{
	int maps = getenv("FULL") != NULL ? 400 : 12;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * SECTORS_MODELS; k++) {
		struct ff_model model = sectors_model(k % SECTORS_MODELS);
		int32_t size;
		struct ff_cost cost = draw_map(&dice, &size);

		check_graph(&cost, &model, size, k);
		free(cost.cells);
	}
}

/* ---- where nodes stand ---- */

/* Sets the places of nodes in the window between a sector and the column beyond it; returns how
 * many there are. */
static int32_t place_nodes(struct ff_cost *cost, int32_t size, int32_t *places)
{
	struct ff_portal_graph graph = find_portals(cost, &manhattan, size);
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
	struct ff_cost cost = {.w = size + 1,
			       .h = length,
			       .cells = oracle_cells((size_t)((size + 1) * length), 1)};

	memset(cost.cells, 1, (size_t)((size + 1) * length));
	return cost;
}

/* The larger the sectors, the farther apart nodes are. */
static void on_even_ground_nodes_are_in_the_middle_or_evenly_from_end_to_end(void)
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

/* Returns the cost of the pair of a window in a row. */
static int32_t price_of(const struct ff_cost *cost, int32_t y)
{
	const uint8_t *end = cost->cells + (y + 1) * cost->w;

	return end[-2] + end[-1];
}

/* Expensive windows have as many nodes as even ones; each node is at the cheapest pair of those
 * nearest to its even place, and of equals at the nearest. */
static void on_expensive_ground_nodes_are_at_the_cheapest_pair_around(void)
{
	uint64_t dice = ORACLE_SEED;
	int moved = 0;

	for (int k = 0; k < 400; k++) {
		int32_t size = 8 + sectors_below(&dice, 57);
		int32_t length = 1 + sectors_below(&dice, size), even[64], places[64];
		struct ff_cost cost = window_of(size, length);
		int32_t count = place_nodes(&cost, size, even);

		for (int32_t i = 0; i < cost.w * length; i++)
			cost.cells[i] = (uint8_t)(1 + sectors_below(&dice, k % 2 == 0 ? 3 : 254));
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

/* A serpentine of cost 254 fills the first of two sectors, with both ends on the right. */
static void costs_beyond_32_bits_take_64(void)
{
	enum { SIDE = 211 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {
		.w = SIDE + 8, .h = SIDE, .cells = oracle_cells((SIDE + 8) * SIDE, 1)};
	uint64_t steps = 0, wanted;
	struct ff_portal_graph graph;

	memset(cost.cells, 255, (SIDE + 8) * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	for (int32_t i = 0; i < SIDE * cost.w; i++)
		steps += i % cost.w < SIDE && cost.cells[i] != 255;
	wanted = (steps - 1) * 408 * 508;
	graph = find_portals(&cost, &model, SIDE);
	CHECK(graph.portal_count == 2 && graph.node_count == 4, "%zu portals", graph.portal_count);
	CHECK(ff_portals_price(&graph, &cost, NULL) == FF_OK, "price");
	CHECK(wanted > UINT32_MAX && ff_portal_graph_cost(&graph, 0, 0, 1) == (double)wanted &&
		      ff_portal_graph_cost(&graph, 0, 1, 0) == (double)wanted &&
		      ff_portal_graph_cost(&graph, 0, 0, 0) == 0,
	      "%.0f, not %" PRIu64, ff_portal_graph_cost(&graph, 0, 0, 1), wanted);
	CHECK(ff_portal_graph_cost(&graph, 1, 2, 3) == FF_FIELD_NONEF, "there is no way");
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

/* The bytes that the costs of a sector need: two for each pair of nodes with a way between them,
 * or four or eight, twice if there and back differ; and four for each node. */
static size_t needed_bytes(const struct ff_portal_graph *graph, uint32_t s)
{
	uint32_t first = graph->first_node[s], end = graph->first_node[s + 1];
	size_t pairs = 0, width = 2, both = 1;

	if (ff_portal_graph_implied(graph, s))
		return 0;
	for (uint32_t i = first; i < end; i++)
		for (uint32_t j = first; j < end; j++) {
			double cost = ff_portal_graph_cost(graph, s, i, j);

			if (cost == FF_FIELD_NONEF)
				continue;
			pairs += j < i;
			both = cost != ff_portal_graph_cost(graph, s, j, i) ? 2 : both;
			width = cost > 0xffff && width < 4 ? 4 : width;
			width = cost > 0xffffffff || cost != floor(cost) ? 8 : width;
		}
	return (end - first) * 4 + pairs * both * width;
}

static void the_bytes_of_a_graph_are_the_sum_of_its_blocks(void)
{
	enum { OTHER = 48 }; /* of a block, besides its padding and 4 bytes a group of nodes */
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < SECTORS_MODELS; k++) {
		struct ff_model model = sectors_model(k);
		struct ff_cost cost = sectors_draw(&dice, 50, 41, 10);
		struct ff_portal_graph graph = find_portals(&cost, &model, 10);
		uint64_t costs = 25 * sizeof(void *), other = 0, priced;
		uint64_t bytes = sizeof graph + 25 + 100 +
				 graph.portal_count * sizeof *graph.portals +
				 graph.node_count * (4 + 4) + 26 * 4 + 4 +
				 graph.link_count * sizeof *graph.links;

		CHECK(ff_portal_graph_bytes(&graph) == bytes, "model %d: %" PRIu64 ", not %" PRIu64,
		      k, ff_portal_graph_bytes(&graph), bytes);
		CHECK(ff_portals_price(&graph, &cost, NULL) == FF_OK, "price");
		for (uint32_t s = 0; s < 25; s++) {
			costs += needed_bytes(&graph, s);
			other += OTHER + 4 * (graph.first_node[s + 1] - graph.first_node[s]);
		}
		priced = ff_portal_graph_bytes(&graph) - bytes;
		CHECK(priced >= costs && priced <= costs + other,
		      "model %d: %" PRIu64 ", not %" PRIu64 " and some", k, priced, costs);
		ff_portal_graph_free(&graph);
		CHECK(graph.cells == NULL && graph.costs == NULL && graph.node_count == 0,
		      "something is left");
		free(cost.cells);
	}
}

/* ---- renewed graphs ---- */

/* A map that is edited, and its graph, which is renewed after each edit. */
struct world {
	char name[160];
	struct ff_model model;
	struct ff_cost cost;
	struct ff_portal_graph graph;
	size_t same, moved; /* sectors that kept their nodes, and others, over all edits */
};

static struct ff_portal_graph new_graph(const struct world *world, int32_t size)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, &world->model, &world->cost, size, &machine) == FF_OK &&
		      ff_portals_price(&graph, &world->cost, &machine) == FF_OK,
	      "%s: it cannot be made", world->name);
	return graph;
}

static void begin_world(struct world *world, const struct ff_model *model, struct ff_cost cost,
			int32_t size, const char *name)
{
	*world = (struct world){.model = *model, .cost = cost};
	snprintf(world->name, sizeof world->name,
		 "%s %s %s, %s, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], name, cost.w, cost.h, size);
	world->graph = new_graph(world, size);
}

static void end_world(struct world *world)
{
	ff_portal_graph_free(&world->graph);
	free(world->cost.cells);
}

static bool are_costs(const struct ff_portal_graph *a, const struct ff_portal_graph *b, uint32_t s)
{
	bool same = true;

	for (uint32_t i = a->first_node[s]; i < a->first_node[s + 1]; i++)
		for (uint32_t j = a->first_node[s]; j < a->first_node[s + 1]; j++)
			same &= ff_portal_graph_cost(a, s, i, j) ==
				ff_portal_graph_cost(b, s, i, j);
	return same;
}

static bool are_portals(const struct ff_portal_graph *a, const struct ff_portal_graph *b)
{
	bool same = a->portal_count == b->portal_count;

	for (size_t p = 0; p < a->portal_count && same; p++)
		same = memcmp(a->portals[p].sectors, b->portals[p].sectors, 8) == 0 &&
		       memcmp(a->portals[p].first, b->portals[p].first, 8) == 0 &&
		       a->portals[p].length == b->portals[p].length &&
		       a->portals[p].direction == b->portals[p].direction;
	return same;
}

/* Compares all numbers of graphs without landmarks. */
static void compare_graphs(const char *name, const struct ff_portal_graph *a,
			   const struct ff_portal_graph *b)
{
	size_t sectors = ff_sectors_count(&b->sectors), side = (size_t)b->sectors.size;

	CHECK(a->sectors.w == b->sectors.w && a->sectors.h == b->sectors.h &&
		      a->sectors.size == b->sectors.size &&
		      a->sectors.columns == b->sectors.columns &&
		      a->sectors.rows == b->sectors.rows && a->model.metric == b->model.metric &&
		      a->model.step == b->model.step && a->model.corners == b->model.corners,
	      "%s: it is of another kind", name);
	CHECK(a->least == b->least, "%s: least %d, not %d", name, a->least, b->least);
	CHECK(a->clear_count == b->clear_count && memcmp(a->clear, b->clear, sectors) == 0 &&
		      memcmp(a->clear_cost, b->clear_cost, side * side) == 0,
	      "%s: clear sectors", name);
	CHECK(are_portals(a, b), "%s: portals", name);
	if (!CHECK(a->node_count == b->node_count && a->link_count == b->link_count,
		   "%s: %zu nodes, not %zu; %zu links, not %zu", name, a->node_count, b->node_count,
		   a->link_count, b->link_count))
		return;
	CHECK(memcmp(a->cells, b->cells, a->node_count * sizeof *a->cells) == 0, "%s: cells", name);
	CHECK(memcmp(a->first_node, b->first_node, (sectors + 1) * sizeof *a->first_node) == 0,
	      "%s: nodes of sectors", name);
	CHECK(memcmp(a->first_link, b->first_link, (a->node_count + 1) * sizeof *a->first_link) ==
		      0,
	      "%s: links of nodes", name);
	CHECK(memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0, "%s: links", name);
	CHECK(a->landmark_count == 0 && a->near == NULL && a->far == NULL && a->between == NULL &&
		      a->joined == NULL,
	      "%s: landmarks", name);
	CHECK(ff_portal_graph_bytes(a) == ff_portal_graph_bytes(b), "%s: bytes", name);
	for (uint32_t s = 0; s < sectors; s++)
		CHECK(are_costs(a, b, s), "%s: costs of sector %" PRIu32, name, s);
}

/* Returns true if a sector has nodes on the same cells in both. */
static bool are_nodes(const struct ff_portal_graph *a, const struct ff_portal_graph *b, uint32_t s)
{
	uint32_t n = a->first_node[s + 1] - a->first_node[s];

	return n == b->first_node[s + 1] - b->first_node[s] &&
	       memcmp(a->cells + a->first_node[s], b->cells + b->first_node[s], n * sizeof(n)) == 0;
}

static void paint(struct world *world, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t cost)
{
	for (int32_t j = y < 0 ? 0 : y; j < y + h && j < world->cost.h; j++)
		for (int32_t i = x < 0 ? 0 : x; i < x + w && i < world->cost.w; i++)
			world->cost.cells[ff_cost_index(&world->cost, i, j)] = cost;
}

/* Returns 1 if a sector has a changed cell, 2 if it is beside one, or both. */
static int edits_at(const struct world *world, const uint8_t *before, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&world->graph.sectors, sector);
	int seen = 0;

	for (int32_t y = area.y - 1; y <= area.y + area.h; y++)
		for (int32_t x = area.x - 1; x <= area.x + area.w; x++) {
			bool inside = x >= area.x && y >= area.y && x < area.x + area.w &&
				      y < area.y + area.h;
			size_t cell;

			if (!ff_cost_inside(&world->cost, x, y))
				continue;
			cell = ff_cost_index(&world->cost, x, y);
			if (before[cell] != world->cost.cells[cell])
				seen |= inside ? 1 : 2;
		}
	return seen;
}

/* Renews the graph after edits and compares it with a new_graph one; 'before' is the map before the
 * edits. */
static void check_renewal(struct world *world, uint8_t *before, bool landmarks)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ff_portal_graph wanted = new_graph(world, world->graph.sectors.size),
			       old = world->graph;
	uint8_t *marks = oracle_cells(ff_sectors_count(&old.sectors), 1);
	const struct ff_cost was = {.w = world->cost.w, .h = world->cost.h, .cells = before};
	bool euclid = world->model.metric == FF_METRIC_EUCLID;

	/* A copy of the old graph's nodes. */
	old.cells = oracle_cells(old.node_count + 1, sizeof *old.cells);
	memcpy(old.cells, world->graph.cells, old.node_count * sizeof *old.cells);
	old.first_node = oracle_cells(ff_sectors_count(&old.sectors) + 1, sizeof *old.first_node);
	memcpy(old.first_node, world->graph.first_node,
	       (ff_sectors_count(&old.sectors) + 1) * sizeof *old.first_node);
	if (landmarks) /* what a renewed graph has no more */
		CHECK(ff_landmarks_find(&world->graph, &world->cost, NULL) == FF_OK, "landmarks");
	CHECK(ff_portals_renew(&world->graph, &was, &world->cost, &machine, marks) == FF_OK,
	      "%s: it cannot be renewed", world->name);
	compare_graphs(world->name, &world->graph, &wanted);
	for (uint32_t s = 0; s < ff_sectors_count(&wanted.sectors); s++) {
		int seen = edits_at(world, before, s);
		bool same = are_nodes(&old, &wanted, s);
		int want = (seen & (euclid ? 3 : 1)) != 0 ? FF_PORTALS_RENEW_FIELDS : 0;

		if ((seen & 1) != 0 || !same)
			want |= FF_PORTALS_RENEW_COSTS;
		CHECK(marks[s] == want, "%s: of sector %" PRIu32 " it says %d, not %d", world->name,
		      s, marks[s], want);
		world->same += same;
		world->moved += !same;
	}
	free(marks);
	free(old.cells);
	free(old.first_node);
	ff_portal_graph_free(&wanted);
}

/* Edits a cell, a line or a block, often at a border of sectors. */
static void draw_edit(struct world *world, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 1, 3, 254};
	int32_t size = world->graph.sectors.size, w = 1, h = 1;
	int32_t x = sectors_below(dice, world->cost.w), y = sectors_below(dice, world->cost.h);
	uint8_t cost = (uint8_t)(1 + sectors_below(dice, dearest[sectors_below(dice, 4)]));

	if (sectors_below(dice, 2) == 0)
		x = x / size * size - sectors_below(dice, 2);
	if (sectors_below(dice, 3) == 0)
		y = y / size * size - sectors_below(dice, 2);
	if (sectors_below(dice, 5) == 0)
		w = 1 + sectors_below(dice, size);
	if (sectors_below(dice, 5) == 0)
		h = 1 + sectors_below(dice, size);
	if (sectors_below(dice, 20) == 0) {
		/* A whole one is clear, or nearly. */
		x = x / size * size;
		y = y / size * size;
		w = h = size;
		cost = 1;
	}
	paint(world, x, y, w, h, sectors_below(dice, 2) == 0 ? FF_COST_WALL : cost);
}

static void renew_often(struct world *world, uint64_t *dice, int times)
{
	size_t n = (size_t)(world->cost.w * world->cost.h);
	uint8_t *before = oracle_cells(n, 1);

	for (int k = 0; k < times; k++) {
		int edits = k % 5 == 4 ? 0 : 1 + sectors_below(dice, k % 3 == 0 ? 4 : 1);

		memcpy(before, world->cost.cells, n);
		for (int i = 0; i < edits; i++)
			draw_edit(world, dice);
		check_renewal(world, before, k % 3 == 1);
	}
	free(before);
}

static void a_renewed_graph_equals_a_fresh_one(void)
{
	int maps = getenv("FULL") != NULL ? 400 : 10;
	uint64_t dice = ORACLE_SEED;
	size_t same = 0, moved = 0;

	for (int k = 0; k < maps * SECTORS_MODELS; k++) {
		static const int32_t sizes[] = {8, 10, 10, 33};
		struct ff_model model = sectors_model(k % SECTORS_MODELS);
		int32_t size = sizes[sectors_below(&dice, 4)];
		int32_t w = 1 + sectors_below(&dice, 45), h = 1 + sectors_below(&dice, 45);
		struct world world;
		char name[40];

		if (k % 9 == 0)
			w = 1;
		else if (k % 9 == 1)
			h = 1;
		snprintf(name, sizeof name, "map %d", k);
		begin_world(&world, &model, sectors_draw(&dice, w, h, size), size, name);
		renew_often(&world, &dice, 10);
		same += world.same;
		moved += world.moved;
		end_world(&world);
	}
	CHECK(same > 4 * moved && moved > (size_t)maps * 20,
	      "%zu sectors kept their nodes, %zu not", same, moved);
}

/* A serpentine of cost 254 in the first of two sectors is too long for 32 bits. */
static void costs_take_64_bits_while_they_need_them(void)
{
	enum { SIDE = 211, WIDTH = SIDE + 8 };
	static const struct {
		int32_t x, y;
		uint8_t cost;
	} edits[] = {
		{SIDE + 3, 5, 9},      /* in the other sector */
		{3, SIDE / 2, 255},    /* half as long each */
		{SIDE + 3, 5, 8},      /* */
		{3, SIDE / 2, 254},    /* as it was */
		{SIDE, SIDE - 1, 255}, /* no two nodes are that far apart */
		{SIDE + 3, 5, 7},      {3, SIDE / 2, 255},
	};
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {.w = WIDTH, .h = SIDE, .cells = oracle_cells(WIDTH * SIDE, 1)};
	uint8_t *before = oracle_cells(WIDTH * SIDE, 1);
	struct world world;

	memset(cost.cells, 255, WIDTH * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	begin_world(&world, &model, cost, SIDE, "a winding way");
	for (size_t k = 0; k < sizeof edits / sizeof *edits; k++) {
		memcpy(before, world.cost.cells, WIDTH * SIDE);
		/* Every other row is wall: the middle one is not. */
		paint(&world, edits[k].x, edits[k].y / 2 * 2 + (edits[k].x > SIDE), 1, 1,
		      edits[k].cost);
		check_renewal(&world, before, false);
	}
	free(before);
	end_world(&world);
}

static void renew_map(const char *path, void *context)
{
	uint64_t *dice = context;
	struct ff_cost map;

	if (!realmaps_read(path, &map))
		return;
	for (int k = 0; k < 2; k++) {
		struct ff_model model =
			oracle_model(sectors_below(dice, ORACLE_MODELS), FF_FLOW_PATH);
		struct ff_cost cost = {
			.w = map.w, .h = map.h, .cells = oracle_cells((size_t)(map.w * map.h), 1)};
		struct world world;

		memcpy(cost.cells, map.cells, (size_t)(map.w * map.h));
		begin_world(&world, &model, cost, k == 0 ? 10 : 16, strrchr(path, '/') + 1);
		renew_often(&world, dice, 40);
		end_world(&world);
	}
	free(map.cells);
}

static void graphs_of_real_maps_are_renewed(void)
{
	uint64_t dice = ORACLE_SEED;

	if (getenv("FULL") == NULL)
		SKIP("it takes seconds: FULL=1");
	else
		realmaps_each(renew_map, &dice);
}

/* ---- landmarks ---- */

/* Returns a mask of the largest area; of equals the one with the first cell. */
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

/* Finds the least and the highest cost to the goal from the cells of a sector. */
static bool find_range(const struct oracle *truth, const struct ff_sectors *sectors,
		       uint32_t sector, double *least, double *most)
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

/* Returns true if landmark k has the bounds of the cell that was solved from, as tight as floats
 * are. */
static bool is_landmark(const struct oracle *truth, const struct ff_portal_graph *graph, uint32_t k)
{
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		double least, most, near = graph->near[s * graph->landmark_count + k];
		double far = graph->far[s * graph->landmark_count + k];

		if (!find_range(truth, &graph->sectors, s, &least, &most)) {
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

/* Returns the cell that is landmark k, or UINT32_MAX if no cell has its bounds. */
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

/* Checks that nodes of the area are joined, and their cost to a landmark lies between bounds a
 * 255th of the sector's range apart. */
static void check_joined(const struct oracle *truth, const struct ff_portal_graph *graph,
			 uint32_t k, const uint8_t *area, const char *name)
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

/* Lowers 'rest', the cost from each node to the goal, until nothing changes. */
static void settle_nodes(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			 double *rest)
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

/* Checks that neither landmarks nor distances bound the cost to a goal from above. */
static void check_bounds(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			 uint32_t goal, const char *name)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, goal), w = (uint32_t)cost->w;
	struct ff_sectors_area area = ff_sectors_area(&graph->sectors, sector);
	double *rest = oracle_cells(graph->node_count, sizeof *rest),
	       beyond[FF_PORTAL_GRAPH_LANDMARKS];
	uint32_t least = ff_cost_range(cost).least;
	struct oracle truth;

	sectors_part(&truth, &graph->model, cost, area, 1);
	solve_from(&truth, sectors_local(cost, area, goal));
	for (uint32_t n = 0; n < graph->node_count; n++)
		rest[n] = (double)INFINITY;
	for (uint32_t k = 0; k < graph->landmark_count; k++)
		beyond[k] = -(double)INFINITY;
	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++) {
		uint64_t value = truth.field[sectors_local(cost, area, graph->cells[n])];

		if (value == ORACLE_NONE)
			continue;
		rest[n] = (double)value;
		for (uint32_t k = 0; k < graph->landmark_count; k++) {
			double far = graph->joined[n] ? ff_portal_graph_far(graph, sector, n, k)
						      : (double)INFINITY;

			beyond[k] = far - rest[n] > beyond[k] ? far - rest[n] : beyond[k];
		}
	}
	settle_nodes(graph, cost, rest);
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

static struct ff_portal_graph new_graph_with_landmarks(const struct ff_cost *cost,
						       const struct ff_model *model, int32_t size)
{
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, model, cost, size, NULL) == FF_OK &&
		      ff_portals_price(&graph, cost, NULL) == FF_OK &&
		      ff_landmarks_find(&graph, cost, NULL) == FF_OK,
	      "the graph");
	return graph;
}

static void check_landmarks(const struct ff_cost *cost, const struct ff_model *model, int32_t size,
			    int number, uint64_t *dice)
{
	struct ff_portal_graph graph = new_graph_with_landmarks(cost, model, size);
	struct ff_sectors_area all = {0, 0, cost->w, cost->h};
	uint8_t *area = largest_area(cost, model);
	struct oracle truth;
	char name[160];

	snprintf(name, sizeof name, "%s %s %s, map %d, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], number, cost->w, cost->h, size);
	CHECK(graph.landmark_count == (graph.node_count == 0 ? 0 : FF_PORTAL_GRAPH_LANDMARKS),
	      "%s: %" PRIu32 " landmarks", name, graph.landmark_count);
	sectors_part(&truth, model, cost, all, 1);
	for (uint32_t k = 0; k < graph.landmark_count; k++)
		if (CHECK(landmark(&truth, &graph, k, area) != UINT32_MAX,
			  "%s: no cell is landmark %" PRIu32, name, k))
			check_joined(&truth, &graph, k, area, name);
	for (int k = 0; k < 8 && graph.node_count > 0; k++) {
		uint32_t goal = (uint32_t)sectors_below(dice, cost->w * cost->h);

		if (cost->cells[goal] != 255)
			check_bounds(&graph, cost, goal, name);
	}
	oracle_free(&truth);
	free(area);
	ff_portal_graph_free(&graph);
}

static void landmarks_bound_the_costs_to_them_and_to_any_goal(void)
{
	int maps = getenv("FULL") != NULL ? 60 : 2;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		int32_t w = 1 + sectors_below(&dice, 26), h = 9 + sectors_below(&dice, 16);
		int32_t size = 8 + sectors_below(&dice, 4);
		struct ff_cost cost = sectors_draw(&dice, w, h, size);

		check_landmarks(&cost, &model, size, k, &dice);
		free(cost.cells);
	}
}

/* Values beyond 2^24 are not exact as floats. */
static void bounds_are_rounded_to_the_safe_side(void)
{
	struct ff_model model = {.metric = FF_METRIC_OCTILE};
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = {.w = 700, .h = 2, .cells = oracle_cells(1400, 1)};

	for (int32_t i = 0; i < 1400; i++)
		cost.cells[i] = (uint8_t)(101 + sectors_below(&dice, 154));
	check_landmarks(&cost, &model, 8, 0, &dice);
	free(cost.cells);
}

static void maps_without_nodes_and_euclid_have_no_landmarks(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = sectors_draw(&dice, 20, 20, 10);
	struct ff_portal_graph graph = new_graph_with_landmarks(&cost, &euclid, 10);

	CHECK(graph.node_count > 0 && graph.landmark_count == 0 && graph.near == NULL &&
		      graph.far == NULL && graph.between == NULL && graph.joined == NULL,
	      "euclid has some");
	ff_portal_graph_free(&graph);
	graph = new_graph_with_landmarks(&cost, &manhattan, 20);
	CHECK(graph.landmark_count == 0 && graph.near == NULL, "a single sector has some");
	ff_portal_graph_free(&graph);
	memset(cost.cells, 255, 400);
	graph = new_graph_with_landmarks(&cost, &manhattan, 8);
	CHECK(graph.landmark_count == 0 && graph.near == NULL, "a wall has some");
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

/* One room of 8 x 8 in the first sector is larger than all that portals lead to. */
static void nodes_outside_the_largest_area_are_not_joined(void)
{
	struct ff_cost cost = {.w = 24, .h = 8, .cells = oracle_cells(192, 1)};
	struct ff_portal_graph graph;

	memset(cost.cells, 255, 192);
	for (int32_t y = 0; y < 8; y++)
		memset(cost.cells + y * 24, 3, 7);
	memset(cost.cells + 24 * 4 + 14, 2, 4);
	graph = new_graph_with_landmarks(&cost, &manhattan, 8);
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

static void the_bytes_of_landmarks_count(void)
{
	uint64_t dice = ORACLE_SEED, before;
	struct ff_cost cost = sectors_draw(&dice, 40, 40, 10);
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

/* A serpentine of cost 254 is too long for 32 bits. */
static void landmarks_beyond_32_bits_are_bounds_too(void)
{
	enum { SIDE = 215 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {.w = SIDE, .h = SIDE, .cells = oracle_cells((size_t)SIDE * SIDE, 1)};
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
	graph = new_graph_with_landmarks(&cost, &model, 128);
	for (size_t i = 0; i < 4 * (size_t)FF_PORTAL_GRAPH_LANDMARKS; i++)
		most = (double)graph.far[i] > most ? (double)graph.far[i] : most;
	CHECK(most > UINT32_MAX && most < all, "%.9g", most);
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(portals_nodes_and_costs_agree_with_the_cells);
	RUN(on_even_ground_nodes_are_in_the_middle_or_evenly_from_end_to_end);
	RUN(on_expensive_ground_nodes_are_at_the_cheapest_pair_around);
	RUN(costs_beyond_32_bits_take_64);
	RUN(the_bytes_of_a_graph_are_the_sum_of_its_blocks);
	RUN(a_renewed_graph_equals_a_fresh_one);
	RUN(costs_take_64_bits_while_they_need_them);
	RUN(graphs_of_real_maps_are_renewed);
	RUN(landmarks_bound_the_costs_to_them_and_to_any_goal);
	RUN(bounds_are_rounded_to_the_safe_side);
	RUN(maps_without_nodes_and_euclid_have_no_landmarks);
	RUN(nodes_outside_the_largest_area_are_not_joined);
	RUN(the_bytes_of_landmarks_count);
	RUN(landmarks_beyond_32_bits_are_bounds_too);
	return tap_done();
}
