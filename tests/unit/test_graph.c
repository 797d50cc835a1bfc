#include "io/graph.h"

#include "core/base/machine.h"
#include "core/sectors/routing.h"
#include "oracle.h"
#include "support/mapgen.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * A graph of portals, made by hand: three sectors of 8 x 8 cells, side by side.  The first costs 3
 * a cell, the second 1, the third 2.
 *
 *	.......0 2....... ........
 *	.......| |....... ........
 *	.......| |......4 5.......
 *	.......1 3....... ....6...
 */
enum { GRAPHS_WIDTH = 24, GRAPHS_HEIGHT = 8, GRAPHS_NODES = 7 };

static void *graphs_copy(const void *from, size_t n, size_t size)
{
	return memcpy(oracle_cells(n, size), from, n * size);
}

/* graphs_found() is the graph without its costs; ff_portal_graph_free() it. */
static struct ff_portal_graph graphs_found(enum ff_metric metric)
{
	static const uint8_t clear[] = {0, 1, 0};
	static const struct ff_portal portals[] = {{{0, 1}, {7, 8}, 1, FF_E},
						   {{0, 1}, {127, 128}, 1, FF_E},
						   {{1, 2}, {87, 88}, 1, FF_E}};
	static const uint32_t cells[GRAPHS_NODES] = {7, 127, 8, 128, 87, 88, 188};
	static const uint32_t first_node[] = {0, 2, 5, 7};
	static const struct ff_portal_link links[] = {{2, 0}, {3, 1}, {0, 0},
						      {1, 1}, {5, 2}, {4, 2}};
	static const uint32_t first_link[] = {0, 1, 2, 3, 4, 5, 6, 6};

	return (struct ff_portal_graph){
		.sectors = ff_sectors_cut(GRAPHS_WIDTH, GRAPHS_HEIGHT, 8),
		.model = {.metric = metric},
		.clear = graphs_copy(clear, 3, sizeof *clear),
		.clear_count = 1,
		.portals = graphs_copy(portals, 3, sizeof *portals),
		.portal_count = 3,
		.cells = graphs_copy(cells, GRAPHS_NODES, sizeof *cells),
		.first_node = graphs_copy(first_node, 4, sizeof *first_node),
		.links = graphs_copy(links, 6, sizeof *links),
		.first_link = graphs_copy(first_link, GRAPHS_NODES + 1, sizeof *first_link),
		.node_count = GRAPHS_NODES,
		.link_count = 6,
	};
}

/* graphs_priced() is the graph with costs of a type, none of them the same; there is no way from
 * node 5 to node 6, nor back. */
static struct ff_portal_graph graphs_priced(enum ff_metric metric, enum ff_field_type type)
{
	static const double large[FF_FIELD_TYPES] = {0xfffffff0, 0x1p52, 0x1p52};
	struct ff_portal_graph graph = graphs_found(metric);
	double costs[17];
	size_t n = metric == FF_METRIC_EUCLID ? 17 : 8, first = 0;

	for (size_t i = 0; i < n; i++)
		costs[i] = 100 + (double)i + (type == FF_FIELD_F64 ? 0.25 : 0);
	costs[1] = large[type];
	costs[n - 3] = costs[n - 2] = FF_FIELD_NONEF;
	graph.costs = oracle_cells(3, sizeof(void *));
	memset(graph.costs, 0, 3 * sizeof(void *));
	for (uint32_t s = 0; s < 3; s++) {
		size_t nodes = graph.first_node[s + 1] - graph.first_node[s];

		if (ff_portal_graph_implied(&graph, s))
			continue;
		temp_require(ff_portal_graph_set(&graph, s, costs + first) == FF_OK, "costs");
		first += nodes * nodes;
	}
	return graph;
}

static const char header[] = "from,to,cost,kind,number,from_x,from_y,to_x,to_y\n";

/* The graph as a table; free() it. */
static char *listed(const struct ff_portal_graph *graph, const struct ff_cost *cost)
{
	struct ff_output out = written_open("graph.csv");
	struct ff_error err = {""};
	enum ff_status st = ff_graph_write_csv(&out, graph, cost, &err);

	CHECK(written_end(&out, st, &err) == FF_OK, "\"%s\"", err.text);
	return temp_read("graph.csv", NULL);
}

/* The map of the graph by hand; free() its cells. */
static struct ff_cost its_map(void)
{
	static const uint8_t costs[3] = {3, 1, 2};
	struct ff_cost map = {.w = GRAPHS_WIDTH,
			      .h = GRAPHS_HEIGHT,
			      .cells = oracle_cells((size_t)GRAPHS_WIDTH * GRAPHS_HEIGHT, 1)};

	for (int i = 0; i < GRAPHS_WIDTH * GRAPHS_HEIGHT; i++)
		map.cells[i] = costs[i % GRAPHS_WIDTH / 8];
	return map;
}

static void is_listed_as(struct ff_portal_graph graph, const char *lines)
{
	struct ff_cost map = its_map();
	char *got = listed(&graph, &map);

	CHECK(strncmp(got, header, sizeof header - 1) == 0 &&
		      strcmp(got + sizeof header - 1, lines) == 0,
	      "%s", got);
	free(got);
	free(map.cells);
	ff_portal_graph_free(&graph);
}

static void each_edge_is_a_line_and_so_is_a_node_without_any(void)
{
	is_listed_as(graphs_priced(FF_METRIC_MANHATTAN, FF_FIELD_U32),
		     "0,1,4294967280,sector,0,7,0,7,5\n"
		     "0,2,3,border,0,7,0,8,0\n"
		     "1,0,102,sector,0,7,5,7,0\n"
		     "1,3,3,border,1,7,5,8,5\n"
		     "2,3,5,sector,1,8,0,8,5\n"
		     "2,4,10,sector,1,8,0,15,3\n"
		     "2,0,1,border,0,8,0,7,0\n"
		     "3,2,5,sector,1,8,5,8,0\n"
		     "3,4,9,sector,1,8,5,15,3\n"
		     "3,1,1,border,1,8,5,7,5\n"
		     "4,2,10,sector,1,15,3,8,0\n"
		     "4,3,9,sector,1,15,3,8,5\n"
		     "4,5,1,border,2,15,3,16,3\n"
		     "5,4,2,border,2,16,3,15,3\n"
		     "6,,,node,2,20,7,,\n");
}

/* Octile, in 816ths: the longest number that there is, steps at their mean, diagonals. */
static void numbers_that_are_not_whole_have_decimals(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U64);

	graph.model.step = FF_STEP_MEAN;
	is_listed_as(graph, "0,1,5519117190405.019608,sector,0,7,0,7,5\n"
			    "0,2,2,border,0,7,0,8,0\n"
			    "1,0,0.125,sector,0,7,5,7,0\n"
			    "1,3,2,border,1,7,5,8,5\n"
			    "2,3,5,sector,1,8,0,8,5\n"
			    "2,4,8.242647,sector,1,8,0,15,3\n"
			    "2,0,2,border,0,8,0,7,0\n"
			    "3,2,5,sector,1,8,5,8,0\n"
			    "3,4,7.828431,sector,1,8,5,15,3\n"
			    "3,1,2,border,1,8,5,7,5\n"
			    "4,2,8.242647,sector,1,15,3,8,0\n"
			    "4,3,7.828431,sector,1,15,3,8,5\n"
			    "4,5,1.5,border,2,15,3,16,3\n"
			    "5,4,1.5,border,2,16,3,15,3\n"
			    "6,,,node,2,20,7,,\n");
}

static void with_euclid_a_step_pays_for_the_cell_that_it_leaves(void)
{
	is_listed_as(graphs_priced(FF_METRIC_EUCLID, FF_FIELD_F64),
		     "0,1,4503599627370496,sector,0,7,0,7,5\n"
		     "0,2,3,border,0,7,0,8,0\n"
		     "1,0,102.25,sector,0,7,5,7,0\n"
		     "1,3,3,border,1,7,5,8,5\n"
		     "2,3,105.25,sector,1,8,0,8,5\n"
		     "2,4,106.25,sector,1,8,0,15,3\n"
		     "2,0,1,border,0,8,0,7,0\n"
		     "3,2,107.25,sector,1,8,5,8,0\n"
		     "3,4,109.25,sector,1,8,5,15,3\n"
		     "3,1,1,border,1,8,5,7,5\n"
		     "4,2,110.25,sector,1,15,3,8,0\n"
		     "4,3,111.25,sector,1,15,3,8,5\n"
		     "4,5,1,border,2,15,3,16,3\n"
		     "5,4,2,border,2,16,3,15,3\n"
		     "6,,,node,2,20,7,,\n");
}

/* A line of the file. */
struct line {
	uint32_t from, to, number;
	double cost;
	bool border;
	int32_t from_x, from_y, to_x, to_y;
};

/* Takes a number and what must follow it; -1 where there is none. */
static double take(char **text, char end)
{
	char *from = *text;
	double value = strtod(from, text);

	if (*text == from || **text != end)
		return -1;
	++*text;
	return value;
}

/* Takes a line of 'text'; false at the end, or where it is none of an edge. */
static bool take_line(char **text, struct line *line)
{
	if (**text == '\0')
		return false;
	line->from = (uint32_t)take(text, ',');
	line->to = (uint32_t)take(text, ',');
	line->cost = take(text, ',');
	line->border = strncmp(*text, "border,", 7) == 0;
	if (!CHECK(line->border || strncmp(*text, "sector,", 7) == 0, "%.20s", *text))
		return false;
	*text += 7;
	line->number = (uint32_t)take(text, ',');
	line->from_x = (int32_t)take(text, ',');
	line->from_y = (int32_t)take(text, ',');
	line->to_x = (int32_t)take(text, ',');
	line->to_y = (int32_t)take(text, '\n');
	return CHECK(line->from_x >= 0 && line->from_y >= 0 && line->to_x >= 0 && line->to_y >= 0 &&
			     line->cost >= 0,
		     "%.20s", *text);
}

static void check_line(const struct line *line, const struct ff_portal_graph *graph,
		       const struct ff_cost *map)
{
	uint32_t a = (uint32_t)ff_cost_index(map, line->from_x, line->from_y);
	uint32_t b = (uint32_t)ff_cost_index(map, line->to_x, line->to_y);
	double cost;

	CHECK(graph->cells[line->from] == a && graph->cells[line->to] == b, "%d,%d to %d,%d",
	      line->from_x, line->from_y, line->to_x, line->to_y);
	if (line->border) {
		bool diagonal = line->from_x != line->to_x && line->from_y != line->to_y;

		cost = map->cells[a] * (diagonal ? 577 / 408.0 : 1);
		CHECK(abs(line->from_x - line->to_x) <= 1 && abs(line->from_y - line->to_y) <= 1,
		      "%d,%d to %d,%d", line->from_x, line->from_y, line->to_x, line->to_y);
	} else {
		cost = ff_portal_graph_cost(graph, line->number, line->from, line->to) /
		       ff_model_unit(&graph->model);
	}
	CHECK(fabs(line->cost - cost) <= 5e-7, "%u to %u: %f, not %f", line->from, line->to,
	      line->cost, cost);
}

/* A file of many pieces. */
static void the_graph_of_a_map_has_all_its_edges(void)
{
	enum { W = 150, H = 90 };
	const struct ff_machine machine = {0};
	struct ff_cost map = {.w = W, .h = H, .cells = oracle_cells((size_t)W * H, 1)};

	temp_require(mapgen_fill("holes", W, H, 7, map.cells), "map");
	for (int m = 0; m < FF_METRICS; m++) {
		const struct ff_model model = {.metric = (enum ff_metric)m,
					       .corners = FF_CORNERS_CUT};
		struct ff_portal_graph graph;
		struct line line;
		uint64_t n = 0;
		char *text, *at;

		temp_require(ff_portals_find(&graph, &model, &map, 16, &machine) == FF_OK &&
				     ff_portals_price(&graph, &map, &machine) == FF_OK,
			     "portals");
		text = listed(&graph, &map);
		CHECK(strlen(text) > 100000, "%zu bytes", strlen(text));
		at = text + sizeof header - 1;
		for (; take_line(&at, &line); n++)
			check_line(&line, &graph, &map);
		CHECK(n == ff_portal_graph_edges(&graph), "%" PRIu64 " of %" PRIu64 " edges", n,
		      ff_portal_graph_edges(&graph));
		free(text);
		ff_portal_graph_free(&graph);
	}
	free(map.cells);
}

static void what_cannot_be_written_is_an_error(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	struct ff_cost map = its_map();
	struct ff_error err = {""};
	struct ff_output out;

	temp_require(ff_output_open(&out, "/dev/full", &err) == FF_OK, err.text);
	CHECK(ff_graph_write_csv(&out, &graph, &map, &err) == FF_E_OUTPUT &&
		      strncmp(err.text, "/dev/full: ", 11) == 0,
	      "\"%s\"", err.text);
	ff_output_discard(&out);
	free(map.cells);
	ff_portal_graph_free(&graph);
}

int main(void)
{
	temp_enter();
	RUN(each_edge_is_a_line_and_so_is_a_node_without_any);
	RUN(numbers_that_are_not_whole_have_decimals);
	RUN(with_euclid_a_step_pays_for_the_cell_that_it_leaves);
	RUN(the_graph_of_a_map_has_all_its_edges);
	RUN(what_cannot_be_written_is_an_error);
	return tap_done();
}
