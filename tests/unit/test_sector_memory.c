/*
 * Memory that runs out at each allocation in turn in what sectors are made with, in ways that runs
 * of the program on small maps do not come to: fields that take 64 bits after all, and a cache
 * that grows.
 */
#include "core/sectors/routing.h"
#include "heap.h"
#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

struct map {
	const struct ff_cost *cost;
	const struct ff_model *model;
};

static enum ff_status try_graph(const void *with)
{
	const struct map *on = with;
	struct ff_portal_graph graph = {.clear_count = 4711};
	enum ff_status st = ff_portals_find(&graph, on->model, on->cost, 8, NULL);

	if (st != FF_OK) {
		CHECK(graph.clear_count == 4711 && graph.sectors.w == 0 && graph.clear == NULL &&
			      graph.portals == NULL && graph.cells == NULL && graph.links == NULL,
		      "something is set");
		return st;
	}
	st = ff_portals_price(&graph, on->cost, NULL);
	CHECK((st == FF_OK) == (graph.costs != NULL), "costs after status %d", (int)st);
	if (st == FF_OK) {
		st = ff_landmarks_find(&graph, on->cost, NULL);
		CHECK(st == FF_OK ||
			      (graph.landmark_count == 0 && graph.near == NULL &&
			       graph.far == NULL && graph.between == NULL && graph.joined == NULL),
		      "landmarks after status %d", (int)st);
	}
	ff_portal_graph_free(&graph);
	return st;
}

static void graphs_that_cannot_be_made_leave_nothing_behind(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < SECTORED_MODELS; k += 4) {
		struct ff_model model = sectored_model(k);
		struct ff_cost cost = sectored_map(&dice, 40, 30, 8);

		heap_survives(try_graph, &(struct map){&cost, &model}, 16);
		free(cost.cells);
	}
}

/* Seeds that are farther apart than 32 bits hold, and another field afterwards. */
static enum ff_status try_map(const void *with)
{
	const struct map *on = with;
	struct ff_seed items[2] = {{.cell = 0}, {.cell = 7, .start = 0x1p40}};
	struct ff_seeds seeds = {items, 2};
	struct ff_portal_graph graph;
	struct ff_sector_map map;
	enum ff_status st = ff_portals_find(&graph, on->model, on->cost, 8, NULL);

	if (st != FF_OK)
		return st;
	st = ff_sector_map_open(&map, &graph, on->cost, FF_FIELD_U32, NULL);
	for (uint32_t turn = 0; turn < 2 && st == FF_OK; turn++) {
		ff_sector_map_take(&map, 0);
		if ((st = ff_sector_map_start(&map, &seeds)) == FF_OK) {
			ff_sector_map_order(&map);
			st = ff_sector_map_integrate(&map);
		}
		CHECK(st != FF_OK || map.field.type == FF_FIELD_U64, "type");
	}
	ff_sector_map_close(&map);
	ff_portal_graph_free(&graph);
	return st;
}

/* A map of two halves, the one of which cannot be walked to from the other. */
static void fields_that_cannot_become_ones_of_64_bits_are_freed(void)
{
	struct ff_cost cost = {16, 8, oracle_cells(128, 1)};

	memset(cost.cells, 3, 128);
	for (int32_t y = 0; y < 8; y++)
		cost.cells[y * 16 + 4] = 255;
	heap_survives(try_map, &(struct map){&cost, &manhattan}, 8);
	free(cost.cells);
}

/* A way of cost 254 that winds down through the first of two sectors. */
static enum ff_status try_large(const void *with)
{
	const struct map *on = with;
	struct ff_portal_graph graph;
	enum ff_status st = ff_portals_find(&graph, on->model, on->cost, 211, NULL);

	if (st != FF_OK)
		return st;
	st = ff_portals_price(&graph, on->cost, NULL);
	CHECK(st == FF_OK ? graph.type == FF_FIELD_U64 : graph.costs == NULL, "costs");
	ff_portal_graph_free(&graph);
	return st;
}

static void costs_that_cannot_become_ones_of_64_bits_are_freed(void)
{
	enum { SIDE = 211 };
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {SIDE + 8, SIDE, oracle_cells((SIDE + 8) * SIDE, 1)};

	memset(cost.cells, 255, (SIDE + 8) * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	heap_survives(try_large, &(struct map){&cost, &model}, 18);
	free(cost.cells);
}

/* More entries than slots: without memory for more slots it goes on, without memory for an entry
 * that is not there. */
static enum ff_status try_cache(const void *with)
{
	enum { ENTRIES = 1030 };
	struct ff_sector_cache *cache = NULL;
	enum ff_status st = ff_sector_cache_open(&cache, SIZE_MAX), all = st;
	uint32_t lost = UINT32_MAX;

	(void)with;
	CHECK((st == FF_OK) == (cache != NULL), "open");
	for (uint32_t s = 0; s < ENTRIES && cache != NULL; s++) {
		struct ff_field field = {.w = 1, .h = 1, .type = FF_FIELD_U32, .u32 = &s};
		struct ff_sector_cache_key key = {.sector = s};

		if (ff_sector_cache_put(cache, &key, &field) != FF_OK) {
			all = FF_E_NOMEM;
			lost = s;
		}
	}
	for (uint32_t s = 0; s < ENTRIES && cache != NULL; s++) {
		const struct ff_field *field =
			ff_sector_cache_find(cache, &(struct ff_sector_cache_key){.sector = s});

		CHECK((field == NULL) == (s == lost) && (field == NULL || field->u32[0] == s),
		      "sector %" PRIu32, s);
	}
	ff_sector_cache_close(cache);
	return all;
}

static void a_cache_that_cannot_grow_goes_on_with_what_it_has(void)
{
	heap_survives(try_cache, NULL, 1030);
}

static enum ff_status try_goals(const void *with)
{
	const struct ff_cost *cost = with;
	struct ff_sectors sectors = ff_sectors_cut(cost->w, cost->h, 8);
	struct ff_seed items[3] = {{.cell = 40}, {.cell = 1}, {.cell = 39}};
	struct ff_sector_goals goals = {.count = 4711};
	enum ff_status st = ff_sector_goals_make(&goals, &(struct ff_seeds){items, 3}, &sectors);

	if (st == FF_OK)
		ff_sector_goals_free(&goals);
	else
		CHECK(goals.count == 4711 && goals.seeds == NULL && goals.sectors == NULL &&
			      goals.first == NULL,
		      "something is set");
	return st;
}

static void goals_that_cannot_be_listed_are_not_set(void)
{
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = sectored_map(&dice, 40, 30, 8);

	heap_survives(try_goals, &cost, 4);
	free(cost.cells);
}

int main(void)
{
	RUN(graphs_that_cannot_be_made_leave_nothing_behind);
	RUN(fields_that_cannot_become_ones_of_64_bits_are_freed);
	RUN(costs_that_cannot_become_ones_of_64_bits_are_freed);
	RUN(a_cache_that_cannot_grow_goes_on_with_what_it_has);
	RUN(goals_that_cannot_be_listed_are_not_set);
	return tap_done();
}
