/*
 * A graph of portals, made by hand: three sectors of 8 x 8 cells, side by side.  The first costs 3
 * a cell, the second 1, the third 2.
 *
 *	.......0 2....... ........
 *	.......| |....... ........
 *	.......| |......4 5.......
 *	.......1 3....... ....6...
 */
#ifndef GRAPHS_H
#define GRAPHS_H

#include "core/map/sectors.h"
#include "io/graph.h"
#include "oracle.h"
#include "temp.h"
#include "written.h"

#include <string.h>

enum { GRAPHS_WIDTH = 24, GRAPHS_HEIGHT = 8, GRAPHS_NODES = 7, GRAPHS_LANDMARKS = 2 };

static const uint64_t graphs_map = UINT64_C(0xfedcba9876543210); /* its digest */

static inline void *graphs_copy(const void *from, size_t n, size_t size)
{
	return memcpy(oracle_cells(n, size), from, n * size);
}

/* graphs_found() is the graph without its costs; ff_portal_graph_free() it. */
static inline struct ff_portal_graph graphs_found(enum ff_metric metric)
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
	static const size_t all[] = {0, 4, 13, 17}, some[] = {0, 4, 4, 8};

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
		.first_cost = graphs_copy(metric == FF_METRIC_EUCLID ? all : some, 4, sizeof *all),
	};
}

static inline size_t graphs_costs(const struct ff_portal_graph *graph)
{
	return graph->first_cost[ff_sectors_count(&graph->sectors)];
}

/* graphs_set() makes cost i of a graph that value. */
static inline void graphs_set(struct ff_portal_graph *graph, size_t i, double value)
{
	bool none = value == FF_FIELD_NONEF;

	if (graph->type == FF_FIELD_U32)
		graph->u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)value;
	else if (graph->type == FF_FIELD_U64)
		graph->u64[i] = none ? FF_FIELD_NONE64 : (uint64_t)value;
	else
		graph->f64[i] = value;
}

/* graphs_priced() is the graph with landmarks, and costs of a type, none of them the same; there is
 * no way from node 5 to node 6, nor back. */
static inline struct ff_portal_graph graphs_priced(enum ff_metric metric, enum ff_field_type type)
{
	static const double large[FF_FIELD_TYPES] = {0xfffffff0, 0x1p52, 0x1p52};
	static const float near[] = {0, 1.5F, 2, 3, INFINITY, 0x1p100F};
	static const float far[] = {10, 11.25F, 12, 13, 0, 0x1.8p100F};
	static const uint8_t joined[GRAPHS_NODES] = {1, 1, 1, 1, 1, 1, 0};
	struct ff_portal_graph graph = graphs_found(metric);
	size_t n = graphs_costs(&graph);

	graph.type = type;
	graph.costs = oracle_cells(n, ff_field_size(type));
	for (size_t i = 0; i < n; i++)
		graphs_set(&graph, i, 100 + (double)i + (type == FF_FIELD_F64 ? 0.25 : 0));
	graphs_set(&graph, 1, large[type]);
	graphs_set(&graph, n - 3, FF_FIELD_NONEF);
	graphs_set(&graph, n - 2, FF_FIELD_NONEF);
	if (metric == FF_METRIC_EUCLID)
		return graph;
	graph.landmark_count = GRAPHS_LANDMARKS;
	graph.near = graphs_copy(near, (size_t)3 * GRAPHS_LANDMARKS, sizeof *near);
	graph.far = graphs_copy(far, (size_t)3 * GRAPHS_LANDMARKS, sizeof *far);
	graph.between = oracle_cells((size_t)GRAPHS_NODES * GRAPHS_LANDMARKS, 1);
	for (int i = 0; i < GRAPHS_NODES * GRAPHS_LANDMARKS; i++)
		graph.between[i] = (uint8_t)(255 - i);
	graph.joined = graphs_copy(joined, GRAPHS_NODES, sizeof *joined);
	return graph;
}

/* graphs_written() is a graph as a file; free() it. */
static inline uint8_t *graphs_written(const struct ff_portal_graph *graph, size_t *size)
{
	struct ff_error err = {""};
	struct ff_output out = written_open("graph");

	*size = 0;
	temp_require(written_end(&out, ff_graph_write(&out, graph, graphs_map, &err), &err) ==
			     FF_OK,
		     err.text);
	return (uint8_t *)temp_read("graph", size);
}

#endif
