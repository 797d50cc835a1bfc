/*
 * The values of a cell to LANES nodes are adjacent, so one vector instruction tries a step for
 * several nodes.  Sweeps over the cells, down and up and within each row to either side, repeat
 * until no value falls; the fixed point is that of any order.  (Alternating sweeps converge fast:
 * H. Zhao, "A fast sweeping method for eikonal equations", 2005.)
 */
#include <stdlib.h>

#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

enum {
	LANES = 8,
	SIDE_MOST = 32,
	/* Above any cost, of at most 32 * 32 steps of 2 * 254 * 577; twice NONE still fits. */
	NONE = INT32_MAX / 2,
};

struct ff_portals_lanes {
	int32_t stride;                   /* cells per row, including an empty one on each side */
	int32_t (*values)[LANES];         /* owned */
	int32_t (*prices)[FF_DIRECTIONS]; /* owned; price of each step from a cell; NONE: not
					     permitted */
	int32_t moved[LANES];             /* 0: no value has fallen */
};

bool ff_portals_lanes_fit(const struct ff_portal_graph *graph)
{
	return graph->sectors.size <= SIDE_MOST && ff_integrate_type(&graph->model) == FF_FIELD_U32;
}

enum ff_status ff_portals_lanes_open(struct ff_portals_lanes **out,
				     const struct ff_portal_graph *graph)
{
	struct ff_portals_lanes *lanes = calloc(1, sizeof *lanes);
	size_t side = (size_t)graph->sectors.size + 2;

	*out = NULL;
	if (lanes == NULL)
		return FF_E_NOMEM;
	lanes->stride = (int32_t)side;
	lanes->values = malloc(side * side * sizeof *lanes->values);
	lanes->prices = malloc(side * side * sizeof *lanes->prices);
	if (lanes->values == NULL || lanes->prices == NULL) {
		ff_portals_lanes_close(lanes);
		return FF_E_NOMEM;
	}
	*out = lanes;
	return FF_OK;
}

void ff_portals_lanes_close(struct ff_portals_lanes *lanes)
{
	if (lanes == NULL)
		return;
	free(lanes->values);
	free(lanes->prices);
	free(lanes);
}

static size_t place_of(const struct ff_portals_lanes *lanes, int32_t x, int32_t y)
{
	return (size_t)(y + 1) * (size_t)lanes->stride + (size_t)(x + 1);
}

static void set_prices(struct ff_portals_lanes *lanes, const struct ff_model *model,
		       const struct ff_cost *cost)
{
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			uint8_t own = cost->cells[ff_cost_index(cost, x, y)];
			int32_t *prices = lanes->prices[place_of(lanes, x, y)];
			bool open[3][3];

			if (own == FF_COST_WALL)
				continue;
			ff_neighbours_look(cost, x, y, open);
			for (int d = 0; d < FF_DIRECTIONS; d++) {
				enum ff_direction direction = (enum ff_direction)d;
				int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;

				prices[d] = NONE;
				if (ff_neighbours_lead(open, model->metric, model->corners, dx, dy))
					prices[d] = (int32_t)ff_model_price(
						model, ff_neighbours_diagonal(direction), own,
						cost->cells[ff_neighbours_index(cost, x, y,
										direction)]);
			}
		}
}

static inline int32_t least_of_two(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* Relaxes the step from a cell to the one beside it. */
static inline void relax_aside(int32_t *restrict here, const int32_t *restrict to, int32_t price,
			       int32_t *restrict moved)
{
	for (int l = 0; l < LANES; l++) {
		int32_t best = least_of_two(here[l], to[l] + price);

		moved[l] |= here[l] ^ best;
		here[l] = best;
	}
}

/* Relaxes the steps from a cell to the one beside it and to the three of the row before, of which
 * 'ahead' is the middle one. */
static inline void relax_ahead(int32_t *restrict here, const int32_t *restrict aside,
			       int32_t aside_price, const int32_t *restrict ahead,
			       const int32_t *prices, int32_t *restrict moved)
{
	for (int l = 0; l < LANES; l++) {
		int32_t best = here[l];

		best = least_of_two(best, aside[l] + aside_price);
		best = least_of_two(best, ahead[l - LANES] + prices[0]);
		best = least_of_two(best, ahead[l] + prices[1]);
		best = least_of_two(best, ahead[l + LANES] + prices[2]);
		moved[l] |= here[l] ^ best;
		here[l] = best;
	}
}

/* Returns true if a value has fallen since the last call. */
static bool has_moved(struct ff_portals_lanes *lanes)
{
	int32_t any = 0;

	for (int l = 0; l < LANES; l++) {
		any |= lanes->moved[l];
		lanes->moved[l] = 0;
	}
	return any != 0;
}

/* Sweeps one row against the row before it, above or below; returns true if a value has fallen. */
static inline bool sweep_row(struct ff_portals_lanes *lanes, const struct ff_cost *cost, int32_t y,
			     bool octile, int dy)
{
	const uint8_t *cells = cost->cells + ff_cost_index(cost, 0, y);
	int32_t(*row)[LANES] = lanes->values + place_of(lanes, 0, y);
	int32_t(*before)[LANES] = lanes->values + place_of(lanes, 0, y + dy);
	int32_t(*prices)[FF_DIRECTIONS] = lanes->prices + place_of(lanes, 0, y);
	int32_t *moved = lanes->moved;

	for (int32_t x = 0; x < cost->w; x++) {
		int32_t three[3];

		if (cells[x] == FF_COST_WALL)
			continue;
		three[0] = prices[x][dy < 0 ? FF_NW : FF_SW];
		three[1] = prices[x][dy < 0 ? FF_N : FF_S];
		three[2] = prices[x][dy < 0 ? FF_NE : FF_SE];
		if (octile) {
			relax_ahead(row[x], row[x - 1], prices[x][FF_W], before[x], three, moved);
			continue;
		}
		relax_aside(row[x], row[x - 1], prices[x][FF_W], moved);
		relax_aside(row[x], before[x], three[1], moved);
	}
	for (int32_t x = cost->w; x-- > 0;)
		if (cells[x] != FF_COST_WALL)
			relax_aside(row[x], row[x + 1], prices[x][FF_E], moved);
	return has_moved(lanes);
}

/* Sweeps until no value falls, beginning at the rows with nodes: bit y is row y.  A row is due when
 * a value has fallen in the row above or below it. */
static inline void sweep(struct ff_portals_lanes *lanes, const struct ff_cost *cost, bool octile,
			 uint32_t rows)
{
	uint32_t down = rows | rows << 1, up = rows >> 1;

	while ((down | up) != 0) {
		for (int32_t y = 0; y < cost->h; y++)
			if ((down >> y & 1) != 0 && sweep_row(lanes, cost, y, octile, -1)) {
				down |= (uint32_t)2 << y;
				up |= (uint32_t)1 << y >> 1;
			}
		down = 0;
		for (int32_t y = cost->h; y-- > 0;)
			if ((up >> y & 1) != 0 && sweep_row(lanes, cost, y, octile, 1)) {
				down |= (uint32_t)2 << y;
				up |= (uint32_t)1 << y >> 1;
			}
		up = 0;
	}
}

/* Prices the ways to 'count' nodes from 'first' on. */
static void price_some(struct ff_portals_lanes *lanes, const struct ff_portal_graph *graph,
		       const struct ff_sector_map *map, uint32_t sector, uint32_t first, int count,
		       double *costs)
{
	uint32_t start = graph->first_node[sector], n = graph->first_node[sector + 1] - start;
	const struct ff_cost *cost = &map->cost;
	size_t places = (size_t)lanes->stride * (size_t)(cost->h + 2);
	uint32_t rows = 0;

	for (size_t i = 0; i < places; i++)
		for (int l = 0; l < LANES; l++)
			lanes->values[i][l] = NONE;
	for (int l = 0; l < count; l++) {
		uint32_t cell = ff_sector_map_local(map, graph->cells[first + (uint32_t)l]);

		int32_t x = (int32_t)cell % cost->w, y = (int32_t)cell / cost->w;

		lanes->values[place_of(lanes, x, y)][l] = 0;
		rows |= (uint32_t)1 << y;
	}
	if (ff_model_is_diagonal(&graph->model))
		sweep(lanes, cost, true, rows);
	else
		sweep(lanes, cost, false, rows);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t cell = ff_sector_map_local(map, graph->cells[start + i]);
		const int32_t *values = lanes->values[place_of(lanes, (int32_t)cell % cost->w,
							       (int32_t)cell / cost->w)];
		double *row = costs + (size_t)i * n + (first - start);

		for (int l = 0; l < count; l++)
			row[l] = values[l] >= NONE ? FF_FIELD_NONEF : values[l];
	}
}

void ff_portals_lanes_price(struct ff_portals_lanes *lanes, const struct ff_portal_graph *graph,
			    const struct ff_sector_map *map, uint32_t sector, double *costs)
{
	uint32_t end = graph->first_node[sector + 1];

	set_prices(lanes, &graph->model, &map->cost);
	for (uint32_t to = graph->first_node[sector]; to < end; to += LANES)
		price_some(lanes, graph, map, sector, to,
			   end - to < LANES ? (int)(end - to) : LANES, costs);
}
