/*
 * Maps with sectors, goals and sources on them, for tests of routes and of what is computed for
 * them.
 */
#ifndef TRIPS_H
#define TRIPS_H

#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TRIPS_SOURCES = 8 };

static const struct ff_model trips_euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

struct trip {
	struct oracle map; /* not solved */
	struct ff_portal_graph graph;
	uint32_t sources[TRIPS_SOURCES]; /* [count] */
	size_t count;
};

/* What a test does with one trip. */
typedef void trips_check(const struct trip *trip);

/* trips_count() is how many random maps to take: ten times as many with FULL in the environment. */
static inline int trips_count(int count)
{
	return getenv("FULL") == NULL ? count : 10 * count;
}

static inline int32_t trips_below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

/* trips_begin() is a map of w * h cells of cost 1, with goals at 0,0 and no sources. */
static inline struct trip trips_begin(const struct ff_model *model, int32_t w, int32_t h,
				      size_t goals)
{
	struct trip trip = {.count = 0};

	oracle_new(&trip.map, model, w, h, goals);
	return trip;
}

/* trips_cut() makes the graph of what a test has made of that, with landmarks or without. */
static inline void trips_cut(struct trip *trip, int32_t size, bool landmarks)
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

static inline void trips_end(struct trip *trip)
{
	ff_portal_graph_free(&trip->graph);
	oracle_free(&trip->map);
}

static inline void trips_fill(struct trip *trip, int32_t x, int32_t y, int32_t w, int32_t h,
			      uint8_t cost)
{
	const struct ff_cost *map = &trip->map.cost;

	for (int32_t j = y; j < y + h && j < map->h; j++)
		for (int32_t i = x; i < x + w && i < map->w; i++)
			map->cells[ff_cost_index(map, i, j)] = cost;
}

/* trips_corner() joins two open sectors by a corner step and nothing else; the source and the
 * goal are in their outer corners.  '*cost' is what that way costs; NONEF where it is none. */
static inline struct trip trips_corner(const struct ff_model *model, double *cost)
{
	bool cuts = model->metric == FF_METRIC_OCTILE && model->corners == FF_CORNERS_CUT;
	struct trip trip = trips_begin(model, 16, 16, 1);

	trips_fill(&trip, 8, 0, 8, 8, FF_COST_WALL);
	trips_fill(&trip, 0, 8, 8, 8, FF_COST_WALL);
	trip.sources[trip.count++] = 16 * 16 - 1;
	trips_cut(&trip, 8, true);
	*cost = cuts ? 15 * 577 * (model->step == FF_STEP_MEAN ? 2.0 : 1.0) : FF_FIELD_NONEF;
	return trip;
}

/* Single cells; blocks; long walls with gaps; rooms with a door or two. */
static inline void trips_build(struct trip *trip, int kind, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 1, 3, 254};
	const struct ff_cost *map = &trip->map.cost;
	int32_t w = map->w, h = map->h, most = dearest[trips_below(dice, 4)];
	int32_t walls = trips_below(dice, 45), side = 3 + trips_below(dice, 10);

	for (int32_t i = 0; i < w * h; i++) {
		bool wall = kind == 0 && trips_below(dice, 100) < walls;

		map->cells[i] = wall ? FF_COST_WALL : (uint8_t)(1 + trips_below(dice, most));
	}
	for (int32_t i = w * h / 60; i > 0 && kind == 1; i--)
		trips_fill(trip, trips_below(dice, w), trips_below(dice, h),
			   1 + trips_below(dice, 5), 1 + trips_below(dice, 5),
			   trips_below(dice, 4) == 0 ? 9 : FF_COST_WALL);
	for (int32_t i = (w + h) / 8; i > 0 && kind == 2; i--) {
		int32_t x = trips_below(dice, w), y = trips_below(dice, h);

		if (i % 2 == 0)
			trips_fill(trip, x, 0, 1, h, FF_COST_WALL);
		else
			trips_fill(trip, 0, y, w, 1, FF_COST_WALL);
		trips_fill(trip, x, y, 2, 2, 1);
	}
	for (int32_t y = 0; y < h && kind == 3; y += side)
		for (int32_t x = 0; x < w; x += side) {
			trips_fill(trip, x, y, side, 1, FF_COST_WALL);
			trips_fill(trip, x, y, 1, side, FF_COST_WALL);
			trips_fill(trip, x + 1 + trips_below(dice, side - 1), y, 1, 1, 1);
			trips_fill(trip, x, y + 1 + trips_below(dice, side - 1), 1, 1, 1);
		}
}

static inline uint32_t trips_open_cell(struct trip *trip, uint64_t *dice)
{
	uint32_t cell = (uint32_t)trips_below(dice, trip->map.cost.w * trip->map.cost.h);

	if (trip->map.cost.cells[cell] == FF_COST_WALL)
		trip->map.cost.cells[cell] = 2;
	return cell;
}

static inline int trips_by_start(const void *a, const void *b)
{
	const struct ff_seed *p = a, *q = b;

	if (p->start != q->start)
		return p->start < q->start ? -1 : 1;
	return p->goal < q->goal ? -1 : p->goal > q->goal;
}

/* Goals close together or far apart, with starts or without; sources of which some are goals, and
 * some the same. */
static inline void trips_people(struct trip *trip, uint64_t *dice)
{
	static const int32_t starts[] = {1, 1, 12, 300};
	int32_t most = starts[trips_below(dice, 4)];
	struct ff_seeds *goals = &trip->map.seeds;
	uint64_t unit = trip->map.unit;

	for (size_t i = 0; i < goals->count; i++) {
		uint32_t cell = trips_open_cell(trip, dice);

		if (i > 0 && trips_below(dice, 3) == 0 && goals->items[i - 1].cell > 0 &&
		    trip->map.cost.cells[goals->items[i - 1].cell - 1] != FF_COST_WALL)
			cell = goals->items[i - 1].cell - 1;
		goals->items[i] = (struct ff_seed){
			cell, (uint32_t)i, (double)((uint64_t)trips_below(dice, most) * unit)};
	}
	qsort(goals->items, goals->count, sizeof *goals->items, trips_by_start);
	trip->count = (size_t)(1 + trips_below(dice, TRIPS_SOURCES));
	for (size_t i = 0; i < trip->count; i++) {
		trip->sources[i] = trips_open_cell(trip, dice);
		if (i > 0 && trips_below(dice, 12) == 0)
			trip->sources[i] = trip->sources[i - 1];
		if (trips_below(dice, 12) == 0)
			trip->sources[i] = goals->items[goals->count - 1].cell;
	}
}

/* trips_random() makes 'count' maps, cut into sectors of 8 cells up to the whole map: the same
 * ones in every run and for every model. */
static inline void trips_random(const struct ff_model *model, int count, trips_check *check)
{
	static const int32_t sizes[] = {8, 8, 9, 11, 16, 27, 64};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < count; k++) {
		int32_t side = k % 5 == 0 ? 12 : 50;
		int32_t w = 1 + trips_below(&dice, side), h = 1 + trips_below(&dice, side);
		int32_t size = sizes[trips_below(&dice, 7)];
		struct trip trip = trips_begin(model, w, h, (size_t)(1 + trips_below(&dice, 4)));

		trips_build(&trip, k % 4, &dice);
		trips_people(&trip, &dice);
		trip.map.dice = dice;
		trips_cut(&trip, size, trips_below(&dice, 2) == 0);
		snprintf(trip.map.name, sizeof trip.map.name,
			 "%s %s %s, map %d (%" PRId32 "x%" PRId32 ", sectors of %" PRId32 "%s)",
			 ff_model_metrics[model->metric], ff_model_steps[model->step],
			 ff_model_corners[model->corners], k, w, h, size,
			 trip.graph.landmark_count > 0 ? ", landmarks" : "");
		check(&trip);
		trips_end(&trip);
	}
}

/* trips_models() does so for every model of whole numbers. */
static inline void trips_models(int count, trips_check *check)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		trips_random(&model, count, check);
	}
}

#endif
