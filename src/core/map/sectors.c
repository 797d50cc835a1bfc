#include "core/map/sectors.h"

#include <stdlib.h>

/* Returns the cost between two nodes of a clear sector, where nothing is in the way. */
static double implied_cost(const struct ff_portal_graph *graph, uint32_t from, uint32_t to)
{
	uint32_t w = (uint32_t)graph->sectors.w, a = graph->cells[from], b = graph->cells[to];

	return ff_model_bound(&graph->model, 1, labs((long)(a % w) - (long)(b % w)),
			      labs((long)(a / w) - (long)(b / w)));
}

double ff_portal_graph_cost(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			    uint32_t to)
{
	uint32_t first = graph->first_node[sector];
	size_t n = graph->first_node[sector + 1] - first, i;

	if (ff_portal_graph_implied(graph, sector))
		return implied_cost(graph, from, to);
	i = graph->first_cost[sector] + (from - first) * n + (to - first);
	switch (graph->type) {
	case FF_FIELD_U32:
		return graph->u32[i] == FF_FIELD_NONE32 ? FF_FIELD_NONEF : graph->u32[i];
	case FF_FIELD_U64:
		return graph->u64[i] == FF_FIELD_NONE64 ? FF_FIELD_NONEF : (double)graph->u64[i];
	default:
		return graph->f64[i];
	}
}

double ff_portal_graph_price(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			     uint32_t from, uint32_t to)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[from]);

	if (ff_sectors_of(&graph->sectors, graph->cells[to]) == sector)
		return ff_portal_graph_cost(graph, sector, from, to);
	return ff_portal_graph_step(graph, cost, from, to);
}

uint32_t ff_portal_graph_crossed(const struct ff_portal_graph *graph, uint32_t from, uint32_t to)
{
	for (uint32_t l = graph->first_link[from]; l < graph->first_link[from + 1]; l++)
		if (graph->links[l].node == to)
			return graph->links[l].portal;
	return FF_PORTAL_GRAPH_NONE;
}

void ff_portal_graph_row(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			 double *row)
{
	uint32_t first = graph->first_node[sector];
	size_t n = graph->first_node[sector + 1] - first;

	if (graph->type == FF_FIELD_U32 && !ff_portal_graph_implied(graph, sector)) {
		const uint32_t *costs = graph->u32 + graph->first_cost[sector] + (from - first) * n;

		for (size_t j = 0; j < n; j++)
			row[j] = costs[j] == FF_FIELD_NONE32 ? FF_FIELD_NONEF : costs[j];
		return;
	}
	for (uint32_t j = 0; j < n; j++)
		row[j] = ff_portal_graph_cost(graph, sector, from, first + j);
}

uint64_t ff_portal_graph_edges(const struct ff_portal_graph *graph)
{
	uint64_t edges = graph->link_count;

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++) {
		uint32_t first = graph->first_node[s], end = graph->first_node[s + 1];

		if (ff_portal_graph_implied(graph, s)) {
			edges += (uint64_t)(end - first) * (end - first - 1);
			continue;
		}
		for (uint32_t i = first; i < end; i++)
			for (uint32_t j = first; j < end; j++)
				edges += i != j &&
					 ff_portal_graph_cost(graph, s, i, j) < FF_FIELD_NONEF;
	}
	return edges;
}

uint64_t ff_portal_graph_bytes(const struct ff_portal_graph *graph)
{
	size_t sectors = ff_sectors_count(&graph->sectors);

	return sizeof *graph + sectors * sizeof *graph->clear +
	       (size_t)graph->sectors.size * (size_t)graph->sectors.size +
	       graph->portal_count * sizeof *graph->portals +
	       graph->node_count * sizeof *graph->cells +
	       (sectors + 1) * sizeof *graph->first_node +
	       graph->link_count * sizeof *graph->links +
	       (graph->node_count + 1) * sizeof *graph->first_link +
	       2 * (uint64_t)sectors * graph->landmark_count * sizeof *graph->near +
	       (uint64_t)graph->node_count *
		       (graph->landmark_count > 0 ? graph->landmark_count + 1 : 0) +
	       (sectors + 1) * sizeof *graph->first_cost +
	       (uint64_t)graph->first_cost[sectors] * ff_field_size(graph->type);
}

void ff_portal_graph_free(struct ff_portal_graph *graph)
{
	free(graph->clear);
	free(graph->clear_cost);
	free(graph->portals);
	free(graph->cells);
	free(graph->first_node);
	free(graph->links);
	free(graph->first_link);
	free(graph->first_cost);
	free(graph->costs);
	free(graph->near);
	free(graph->far);
	free(graph->between);
	free(graph->joined);
	*graph = (struct ff_portal_graph){0};
}

void ff_routes_free(struct ff_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++)
		free(routes->items[i].nodes);
	free(routes->items);
	free(routes->computed);
	*routes = (struct ff_routes){0};
}
