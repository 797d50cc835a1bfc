#include "core/map/sectors.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns the cost between two nodes of a clear sector, where nothing is in the way. */
static double implied_cost(const struct ff_portal_graph *graph, uint32_t from, uint32_t to)
{
	uint32_t w = (uint32_t)graph->sectors.w, a = graph->cells[from], b = graph->cells[to];

	return ff_model_bound(&graph->model, 1, labs((long)(a % w) - (long)(b % w)),
			      labs((long)(a / w) - (long)(b / w)));
}

/*
 * The nodes of a sector fall into groups with ways between all of them.  The costs of a group are
 * those of each node to the ones before it, so that their order does not depend on its size.
 */
struct ff_portal_costs {
	size_t size;   /* of the block, in bytes */
	int width;     /* bytes of a cost: 2 or 4, or 8 for doubles */
	bool mirrored; /* one cost for both directions; else two, the one to the later node first */
	uint32_t *first; /* [groups]  the first pair of nodes of each */
	void *costs;
	struct member {
		uint16_t group, rank; /* the rank counts the nodes of the group that come before */
	} nodes[];                    /* [nodes of the sector] */
};

/* Returns the number of pairs of a group in front of those of a node and the ones before it. */
static size_t pairs_before(size_t rank)
{
	return rank * (rank - 1) / 2;
}

/* Returns the index of a cost between two different nodes of a group. */
static size_t cost_index(const struct ff_portal_costs *stored, struct member from, struct member to)
{
	size_t pair = stored->first[from.group] + (from.rank > to.rank
							   ? pairs_before(from.rank) + to.rank
							   : pairs_before(to.rank) + from.rank);

	return stored->mirrored ? pair : 2 * pair + (from.rank > to.rank);
}

static inline double stored_cost(const struct ff_portal_costs *stored, uint32_t from, uint32_t to)
{
	struct member a = stored->nodes[from], b = stored->nodes[to];
	size_t i;

	if (from == to)
		return 0;
	if (a.group != b.group)
		return FF_FIELD_NONEF;
	i = cost_index(stored, a, b);
	return stored->width == 2   ? ((const uint16_t *)stored->costs)[i]
	       : stored->width == 4 ? ((const uint32_t *)stored->costs)[i]
				    : ((const double *)stored->costs)[i];
}

double ff_portal_graph_cost(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			    uint32_t to)
{
	uint32_t first = graph->first_node[sector];

	if (ff_portal_graph_implied(graph, sector))
		return implied_cost(graph, from, to);
	return stored_cost(graph->costs[sector], from - first, to - first);
}

/* Puts nodes into groups; returns the number of these. */
static uint32_t find_groups(struct member *nodes, size_t n, const double *costs)
{
	uint32_t groups = 0;

	for (size_t i = 0; i < n; i++)
		nodes[i].group = UINT16_MAX;
	for (size_t i = 0; i < n; i++) {
		uint16_t rank = 0;

		for (size_t j = i; j < n && nodes[i].group >= groups; j++)
			if (j == i || costs[i * n + j] < FF_FIELD_NONEF)
				nodes[j] = (struct member){(uint16_t)groups, rank++};
		groups += rank > 0;
	}
	return groups;
}

/* Returns the fewest bytes that hold each of [count] costs exactly. */
static int width_of(const double *costs, size_t count)
{
	int width = 2;

	for (size_t i = 0; i < count && width < 8; i++)
		if (costs[i] < FF_FIELD_NONEF) {
			if (costs[i] > UINT32_MAX || costs[i] != (double)(uint32_t)costs[i])
				width = 8;
			else if (costs[i] > UINT16_MAX)
				width = 4;
		}
	return width;
}

enum ff_status ff_portal_graph_set(struct ff_portal_graph *graph, uint32_t sector,
				   const double *costs)
{
	size_t n = graph->first_node[sector + 1] - graph->first_node[sector], pairs = 0, head, size;
	struct ff_portal_costs like = {.width = width_of(costs, n * n), .mirrored = true};
	struct member *nodes = malloc((n + 1) * sizeof *nodes);
	struct ff_portal_costs *stored;
	uint32_t groups;

	if (nodes == NULL)
		return FF_E_NOMEM;
	groups = find_groups(nodes, n, costs);
	for (size_t i = 0; i < n; i++) {
		pairs += nodes[i].rank;
		for (size_t j = 0; j < i && like.mirrored; j++)
			like.mirrored = !(costs[i * n + j] < costs[j * n + i]) &&
					!(costs[i * n + j] > costs[j * n + i]);
	}
	head = sizeof like + n * sizeof *nodes + groups * sizeof *like.first;
	head = (head + sizeof(double) - 1) / sizeof(double) * sizeof(double);
	size = head + (like.mirrored ? 1U : 2U) * pairs * (size_t)like.width;
	if ((stored = malloc(size)) == NULL) {
		free(nodes);
		return FF_E_NOMEM;
	}
	*stored = like;
	stored->size = size;
	memcpy(stored->nodes, nodes, n * sizeof *nodes);
	free(nodes);
	stored->first = (uint32_t *)(stored->nodes + n);
	stored->costs = (char *)stored + head;
	/* The last node of each group gives the number of its pairs. */
	memset(stored->first, 0, groups * sizeof *stored->first);
	for (size_t i = 0; i < n; i++)
		stored->first[stored->nodes[i].group] += stored->nodes[i].rank;
	for (uint32_t g = 0, first = 0; g < groups; g++) {
		uint32_t count = stored->first[g];

		stored->first[g] = first;
		first += count;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double cost = costs[i * n + j];
			size_t at;

			if (i == j || stored->nodes[i].group != stored->nodes[j].group)
				continue;
			at = cost_index(stored, stored->nodes[i], stored->nodes[j]);
			if (stored->width == 2)
				((uint16_t *)stored->costs)[at] = (uint16_t)cost;
			else if (stored->width == 4)
				((uint32_t *)stored->costs)[at] = (uint32_t)cost;
			else
				((double *)stored->costs)[at] = cost;
		}
	free(graph->costs[sector]);
	graph->costs[sector] = stored;
	return FF_OK;
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

	if (ff_portal_graph_implied(graph, sector))
		for (uint32_t j = 0; j < n; j++)
			row[j] = implied_cost(graph, from, first + j);
	else
		for (uint32_t j = 0; j < n; j++)
			row[j] = stored_cost(graph->costs[sector], from - first, j);
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
	uint64_t bytes = sizeof *graph + sectors * sizeof *graph->clear +
			 (size_t)graph->sectors.size * (size_t)graph->sectors.size +
			 graph->portal_count * sizeof *graph->portals +
			 graph->node_count * sizeof *graph->cells +
			 (sectors + 1) * sizeof *graph->first_node +
			 graph->link_count * sizeof *graph->links +
			 (graph->node_count + 1) * sizeof *graph->first_link +
			 2 * (uint64_t)sectors * graph->landmark_count * sizeof *graph->near +
			 (uint64_t)graph->node_count *
				 (graph->landmark_count > 0 ? graph->landmark_count + 1 : 0);

	for (size_t s = 0; s < sectors && graph->costs != NULL; s++)
		bytes += sizeof(void *) + (graph->costs[s] == NULL ? 0 : graph->costs[s]->size);
	return bytes;
}

void ff_portal_graph_forget(struct ff_portal_graph *graph)
{
	for (uint32_t s = 0; graph->costs != NULL && s < ff_sectors_count(&graph->sectors); s++)
		free(graph->costs[s]);
	free(graph->costs);
	free(graph->portals);
	free(graph->links);
	free(graph->first_link);
	graph->costs = NULL;
	graph->portals = NULL;
	graph->links = NULL;
	graph->first_link = NULL;
}

void ff_portal_graph_free(struct ff_portal_graph *graph)
{
	ff_portal_graph_forget(graph);
	free(graph->clear);
	free(graph->clear_cost);
	free(graph->cells);
	free(graph->first_node);
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

/* ---- fields of some sectors ---- */

/* The cells of a sector are a block of their own, allocated when the first of them gets a value. */

enum ff_status ff_sector_field_open(struct ff_sector_field *field, const struct ff_sectors *sectors,
				    const struct ff_model *model, enum ff_field_type type)
{
	*field = (struct ff_sector_field){
		.sectors = *sectors,
		.type = type,
		.unit = ff_model_unit(model),
		.blocks = calloc(ff_sectors_count(sectors), sizeof *field->blocks)};
	return field->blocks == NULL ? FF_E_NOMEM : FF_OK;
}

void ff_sector_field_clear(struct ff_sector_field *field)
{
	for (uint32_t s = 0; field->blocks != NULL && s < ff_sectors_count(&field->sectors); s++) {
		free(field->blocks[s]);
		field->blocks[s] = NULL;
	}
}

void ff_sector_field_close(struct ff_sector_field *field)
{
	ff_sector_field_clear(field);
	free(field->blocks);
	field->blocks = NULL;
}

enum ff_status ff_sector_field_add(struct ff_sector_field *field, uint32_t sector,
				   struct ff_field *block)
{
	struct ff_sectors_area area = ff_sectors_area(&field->sectors, sector);

	*block = (struct ff_field){.w = area.w,
				   .h = area.h,
				   .type = field->type,
				   .unit = field->unit,
				   .cells = field->blocks[sector]};
	if (block->cells != NULL)
		return FF_OK;
	block->cells = ff_memory_cells(block->w, block->h, ff_field_size(block->type));
	if (block->cells == NULL)
		return FF_E_NOMEM;
	ff_field_clear(block, 0, (size_t)block->w * (size_t)block->h);
	field->blocks[sector] = block->cells;
	return FF_OK;
}

double ff_sector_field_raw(const struct ff_sector_field *field, int32_t x, int32_t y)
{
	const struct ff_sectors *sectors = &field->sectors;
	int32_t size = sectors->size, column = x / size, row = y / size, left = column * size;
	struct ff_field block = {
		.type = field->type,
		.cells = field->blocks[(size_t)row * (size_t)sectors->columns + (size_t)column]};
	int32_t w = sectors->w - left < size ? sectors->w - left : size;

	if (block.cells == NULL)
		return FF_FIELD_NONEF;
	return ff_field_raw(&block, (size_t)(y - row * size) * (size_t)w + (size_t)(x - left));
}

enum ff_status ff_sector_field_set(struct ff_sector_field *field, int32_t x, int32_t y, double raw)
{
	uint32_t cell = (uint32_t)(y * (int64_t)field->sectors.w + x);
	uint32_t sector = ff_sectors_of(&field->sectors, cell);
	struct ff_sectors_area area = ff_sectors_area(&field->sectors, sector);
	struct ff_field block;
	enum ff_status st = ff_sector_field_add(field, sector, &block);

	if (st == FF_OK &&
	    !ff_field_set(&block, (size_t)(y - area.y) * (size_t)area.w + (size_t)(x - area.x),
			  raw))
		st = FF_E_LIMIT;
	return st;
}

enum ff_status ff_sector_field_take(struct ff_sector_field *field, int32_t left, int32_t top,
				    const struct ff_field *from)
{
	enum ff_status st = FF_OK;

	for (int32_t y = 0; y < from->h; y++)
		for (int32_t x = 0; x < from->w && st == FF_OK; x++) {
			size_t i = (size_t)y * (size_t)from->w + (size_t)x;

			if (ff_field_has(from, i))
				st = ff_sector_field_set(field, left + x, top + y,
							 ff_field_raw(from, i));
		}
	return st;
}

void ff_sector_field_copy(const struct ff_sector_field *field, int32_t left, int32_t top,
			  struct ff_field *to)
{
	const struct ff_sectors *sectors = &field->sectors;
	size_t size = ff_field_size(field->type);

	for (int32_t y = 0; y < to->h; y++)
		for (int32_t x = 0, n; x < to->w; x += n) {
			uint32_t cell = (uint32_t)((top + y) * (int64_t)sectors->w + left + x);
			uint32_t sector = ff_sectors_of(sectors, cell);
			struct ff_sectors_area area = ff_sectors_area(sectors, sector);
			size_t at = (size_t)y * (size_t)to->w + (size_t)x;
			const char *block = field->blocks[sector];

			n = area.x + area.w - left - x;
			n = n < to->w - x ? n : to->w - x;
			if (block == NULL)
				ff_field_clear(to, at, (size_t)n);
			else
				memcpy((char *)to->cells + at * size,
				       block + ((size_t)(top + y - area.y) * (size_t)area.w +
						(size_t)(left + x - area.x)) *
						       size,
				       (size_t)n * size);
		}
}

/* ---- directions ---- */

enum ff_status ff_sector_flow_open(struct ff_sector_flow *flow, const struct ff_sectors *sectors,
				   bool vectors)
{
	*flow = (struct ff_sector_flow){
		.sectors = *sectors,
		.vectors = vectors,
		.blocks = calloc(ff_sectors_count(sectors), sizeof *flow->blocks)};
	return flow->blocks == NULL ? FF_E_NOMEM : FF_OK;
}

void ff_sector_flow_free(struct ff_sector_flow *flow)
{
	for (uint32_t s = 0; flow->blocks != NULL && s < ff_sectors_count(&flow->sectors); s++)
		free(flow->blocks[s]);
	free(flow->blocks);
	*flow = (struct ff_sector_flow){0};
}

/* Points grids to the parts of a block. */
static void divide_block(const struct ff_sector_flow *flow, uint32_t sector, struct ff_flow *grid,
			 struct ff_classes *classes)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	size_t n = (size_t)area.w * (size_t)area.h;
	uint8_t *block = flow->blocks[sector];
	uint8_t *cells = block + (flow->vectors ? n * sizeof(struct ff_flow_vector) : 0);

	*grid = (struct ff_flow){.w = area.w,
				 .h = area.h,
				 .cells = cells,
				 .vectors = flow->vectors ? (void *)block : NULL};
	*classes = (struct ff_classes){.w = area.w, .h = area.h, .cells = cells + n};
}

enum ff_status ff_sector_flow_add(struct ff_sector_flow *flow, uint32_t sector,
				  struct ff_flow *grid, struct ff_classes *classes)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	size_t each = 2 + (flow->vectors ? sizeof(struct ff_flow_vector) : 0);

	if (flow->blocks[sector] == NULL &&
	    (flow->blocks[sector] = ff_memory_cells(area.w, area.h, each)) == NULL)
		return FF_E_NOMEM;
	divide_block(flow, sector, grid, classes);
	return FF_OK;
}

struct ff_sector_flow_cell ff_sector_flow_at(const struct ff_sector_flow *flow, uint32_t cell)
{
	uint32_t sector = ff_sectors_of(&flow->sectors, cell), w = (uint32_t)flow->sectors.w;
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	struct ff_classes classes;
	struct ff_flow grid;
	size_t i;

	if (flow->blocks[sector] == NULL)
		return (struct ff_sector_flow_cell){FF_NONE, {0, 0}, FF_NOT_COMPUTED};
	divide_block(flow, sector, &grid, &classes);
	i = (size_t)(cell / w - (uint32_t)area.y) * (size_t)area.w + cell % w - (uint32_t)area.x;
	return (struct ff_sector_flow_cell){(enum ff_direction)grid.cells[i],
					    ff_flow_vector_at(&grid, i),
					    (enum ff_class)classes.cells[i]};
}
