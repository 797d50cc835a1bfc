/*
 * Maps to cut into sectors, their models, the truth about a part of a map, and maps with a graph.
 */
#ifndef UNIT_SECTORS_H
#define UNIT_SECTORS_H

#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "oracle.h"
#include "tap.h"

#include <string.h>

enum { SECTORS_EUCLID = ORACLE_MODELS, SECTORS_MODELS };

static inline struct ff_model sectors_model(int k)
{
	if (k == SECTORS_EUCLID)
		return (struct ff_model){.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_LOWEST};
	return oracle_model(k, FF_FLOW_PATH);
}

static inline int32_t sectors_below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

/* Draws a map; some of its sectors are clear.  The caller frees its cells. */
static inline struct ff_cost sectors_draw(uint64_t *dice, int32_t w, int32_t h, int32_t size)
{
	static const int32_t dearest[] = {1, 3, 254};
	struct ff_cost cost = {.w = w, .h = h, .cells = oracle_cells((size_t)(w * h), 1)};
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	int32_t walls = sectors_below(dice, 60), most = dearest[sectors_below(dice, 3)];
	uint64_t clear = sectors_below(dice, 2) == 0 ? oracle_random(dice) : 0;

	for (int32_t i = 0; i < w * h; i++)
		cost.cells[i] = clear >> ff_sectors_of(&sectors, (uint32_t)i) % 64 & 1 ? 1
				: sectors_below(dice, 100) < walls
					? 255
					: (uint8_t)(1 + sectors_below(dice, most));
	return cost;
}

/* Sets up the truth of a part of a map; oracle_free() it. */
static inline void sectors_part(struct oracle *truth, const struct ff_model *model,
				const struct ff_cost *cost, struct ff_sectors_area area,
				size_t seeds)
{
	oracle_new(truth, model, area.w, area.h, seeds);
	for (int32_t y = 0; y < area.h; y++)
		memcpy(truth->cost.cells + y * area.w,
		       cost->cells + ff_cost_index(cost, area.x, area.y + y), (size_t)area.w);
}

/* Returns the index of a cell of a map in a part of it. */
static inline uint32_t sectors_local(const struct ff_cost *cost, struct ff_sectors_area area,
				     uint32_t cell)
{
	int32_t x = (int32_t)cell % cost->w - area.x, y = (int32_t)cell / cost->w - area.y;

	return (uint32_t)(y * area.w + x);
}

enum { TRIP_SOURCES = 8 };

static const struct ff_model trip_euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

/* A map with goals and sources, and its graph. */
struct trip {
	struct oracle map; /* not solved */
	struct ff_portal_graph graph;
	uint32_t sources[TRIP_SOURCES]; /* [count] */
	size_t count;
};

/* Returns a map of w * h cells of cost 1, with goals at 0,0 and no sources. */
static inline struct trip trip_new(const struct ff_model *model, int32_t w, int32_t h, size_t goals)
{
	struct trip trip = {.count = 0};

	oracle_new(&trip.map, model, w, h, goals);
	return trip;
}

/* Makes the graph of the map, with landmarks or without. */
static inline void trip_cut(struct trip *trip, int32_t size, bool landmarks)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	enum ff_status st =
		ff_portals_find(&trip->graph, &trip->map.model, &trip->map.cost, size, &machine);

	if (st == FF_OK)
		st = ff_portals_price(&trip->graph, &trip->map.cost, &machine);
	if (st == FF_OK && landmarks)
		st = ff_landmarks_find(&trip->graph, &trip->map.cost, &machine);
	if (st == FF_OK)
		return;
	printf("Bail out! status %d\n", (int)st);
	exit(1);
}

static inline void trip_free(struct trip *trip)
{
	ff_portal_graph_free(&trip->graph);
	oracle_free(&trip->map);
}

static inline void trip_fill(struct trip *trip, int32_t x, int32_t y, int32_t w, int32_t h,
			     uint8_t cost)
{
	const struct ff_cost *map = &trip->map.cost;

	for (int32_t j = y; j < y + h && j < map->h; j++)
		for (int32_t i = x; i < x + w && i < map->w; i++)
			map->cells[ff_cost_index(map, i, j)] = cost;
}

#endif
