#include "core/sectors/routing.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sectored.h"
#include "tap.h"

/* What a field of the sector has at each node, against what the lanes say of it. */
static void check_way(const struct ff_portal_graph *graph, struct ff_sector_map *map,
		      uint32_t sector, uint32_t to)
{
	uint32_t first = graph->first_node[sector], n = graph->first_node[sector + 1] - first;
	struct ff_seed seed = {.cell = graph->cells[to]};

	ff_sector_map_take(map, sector);
	CHECK(ff_sector_map_start(map, &(struct ff_seeds){&seed, 1}) == FF_OK &&
		      ff_sector_map_integrate(map) == FF_OK && map->field.type == FF_FIELD_U32,
	      "no field");
	for (uint32_t i = 0; i < n; i++) {
		uint32_t local = ff_sector_map_local(map, graph->cells[first + i]);
		uint32_t is = graph->u32[graph->first_cost[sector] + i * n + (to - first)];

		CHECK(is == map->field.u32[local],
		      "%" PRId32 "x%" PRId32 ", size %" PRId32 ", metric %d, step %d, corners %d, "
		      "sector %" PRIu32 ", %" PRIu32 " to %" PRIu32 ": %" PRIu32 ", not %" PRIu32,
		      graph->sectors.w, graph->sectors.h, graph->sectors.size,
		      (int)graph->model.metric, (int)graph->model.step, (int)graph->model.corners,
		      sector, i, to - first, is, map->field.u32[local]);
	}
}

static void check_map(const struct ff_cost *cost, const struct ff_model *model, int32_t size)
{
	struct ff_portal_graph graph;
	struct ff_portals_lanes *lanes = NULL;
	struct ff_sector_map map;

	CHECK(ff_portals_find(&graph, model, cost, size, NULL) == FF_OK &&
		      ff_portals_price(&graph, cost, NULL) == FF_OK &&
		      ff_sector_map_open(&map, &graph, cost, FF_FIELD_U32, NULL) == FF_OK &&
		      ff_portals_lanes_fit(&graph) &&
		      ff_portals_lanes_open(&lanes, &graph) == FF_OK,
	      "no graph");
	/* ff_portals_price() may have done it in another way. */
	memset(graph.costs, 0,
	       graph.first_cost[ff_sectors_count(&graph.sectors)] * sizeof(uint32_t));
	for (uint32_t s = 0; s < ff_sectors_count(&graph.sectors); s++) {
		if (ff_portal_graph_implied(&graph, s))
			continue;
		ff_sector_map_take(&map, s);
		ff_portals_lanes_price(lanes, &graph, &map, s);
		for (uint32_t to = graph.first_node[s]; to < graph.first_node[s + 1]; to++)
			check_way(&graph, &map, s, to);
	}
	ff_portals_lanes_close(lanes);
	ff_sector_map_close(&map);
	ff_portal_graph_free(&graph);
}

static void ways_cost_what_fields_of_the_sector_say(void)
{
	static const int32_t sizes[] = {8, 9, 10, 16, 31, 32};
	uint64_t dice = ORACLE_SEED;

	for (int round = 0; round < 60; round++) {
		int32_t size = sizes[round % 6];
		struct ff_model model = sectored_model(round % SECTORED_EUCLID);
		struct ff_cost cost =
			sectored_map(&dice, size + 1 + sectored_below(&dice, 2 * size),
				     size + 1 + sectored_below(&dice, 2 * size), size);

		check_map(&cost, &model, size);
		free(cost.cells);
	}
}

/* Corridors of cost 254 to and fro in one sector: by columns, where each row moves many times, and
 * by rows. */
static void the_longest_ways_there_are_have_their_cost(void)
{
	enum { SIDE = 32 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {SIDE + 8, SIDE + 8, oracle_cells((SIDE + 8) * (SIDE + 8), 1)};

	for (int turned = 0; turned < 2; turned++) {
		for (int32_t y = 0; y < cost.h; y++)
			for (int32_t x = 0; x < cost.w; x++) {
				int32_t along = turned ? x : y, across = turned ? y : x;
				bool gap = along == (across % 4 == 1 ? 0 : SIDE - 1);

				cost.cells[y * cost.w + x] =
					across % 2 == 0 || gap || along >= SIDE ? 254 : 255;
			}
		check_map(&cost, &model, SIDE);
	}
	free(cost.cells);
}

static void they_fit_small_sectors_but_not_with_euclid(void)
{
	struct ff_portal_graph graph = {.sectors = ff_sectors_cut(100, 100, 32),
					.model = {.metric = FF_METRIC_OCTILE}};

	CHECK(ff_portals_lanes_fit(&graph), "32 cells a side do not fit");
	graph.model.metric = FF_METRIC_EUCLID;
	CHECK(!ff_portals_lanes_fit(&graph), "euclid fits");
	graph.model.metric = FF_METRIC_MANHATTAN;
	graph.sectors = ff_sectors_cut(100, 100, 33);
	CHECK(!ff_portals_lanes_fit(&graph), "33 cells a side fit");
}

int main(void)
{
	RUN(ways_cost_what_fields_of_the_sector_say);
	RUN(the_longest_ways_there_are_have_their_cost);
	RUN(they_fit_small_sectors_but_not_with_euclid);
	return tap_done();
}
