#include "core/sectors/routing.h"

#include "core/solve/descend.h"
#include "field.h"
#include "support/mapgen.h"
#include "tap.h"
#include "trips.h"

#include <math.h>

enum { ROOMY = 1 << 24 }; /* a cache in which all fits */

/* ---- the truth ---- */

/* What walking from each cell costs at least; with euclid what the whole field has. */
static double *least_of(const struct trip *trip)
{
	const struct oracle *map = &trip->map;
	size_t n = (size_t)map->cost.w * (size_t)map->cost.h;
	double *least = oracle_cells(n, sizeof *least);
	struct ff_field field;
	struct oracle truth;

	if (map->model.metric == FF_METRIC_EUCLID) {
		field = field_of(map->name, &map->model, &map->cost, &map->seeds, (double)INFINITY,
				 FF_FIELD_F64);
		memcpy(least, field.f64, n * sizeof *least);
		free(field.cells);
		return least;
	}
	oracle_new(&truth, &map->model, map->cost.w, map->cost.h, map->seeds.count);
	memcpy(truth.cost.cells, map->cost.cells, n);
	memcpy(truth.seeds.items, map->seeds.items, map->seeds.count * sizeof *truth.seeds.items);
	oracle_solve(&truth);
	for (size_t i = 0; i < n; i++)
		least[i] = truth.field[i] == ORACLE_NONE ? FF_FIELD_NONEF : (double)truth.field[i];
	oracle_free(&truth);
	return least;
}

/* ---- requests ---- */

struct answer {
	struct ff_routes routes;
	struct ff_field field;
	struct ff_sector_cache_figures figures; /* of the cache, after */
};

static struct ff_sector_cache *cache_open(size_t limit)
{
	struct ff_sector_cache *cache = NULL;

	CHECK(ff_sector_cache_open(&cache, limit) == FF_OK, "a cache of %zu bytes", limit);
	return cache;
}

static struct ff_field empty_field(const struct trip *trip, enum ff_field_type type)
{
	struct ff_field field =
		field_new(&trip->map.model, trip->map.cost.w, trip->map.cost.h, type);
	size_t n = (size_t)field.w * (size_t)field.h;

	memset(field.cells, 0xff, n * ff_field_size(type));
	for (size_t i = 0; i < n && type == FF_FIELD_F64; i++)
		field.f64[i] = FF_FIELD_NONEF;
	return field;
}

static struct ff_routes find(const struct trip *trip)
{
	struct ff_route_search *search = NULL;
	struct ff_routes routes = {.count = 0};
	enum ff_status st = ff_route_open(&search, &trip->graph, &trip->map.cost, NULL);

	if (st == FF_OK)
		st = ff_route_find(search, &trip->map.seeds, trip->sources, trip->count, &routes);
	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	ff_route_close(search);
	return routes;
}

static struct answer ask(const struct trip *trip, struct ff_sector_cache *cache,
			 enum ff_field_type type)
{
	struct answer answer = {.routes = find(trip), .field = empty_field(trip, type)};
	enum ff_status st = ff_corridor_fill(&trip->graph, &trip->map.cost, &trip->map.seeds,
					     &answer.routes, cache, &answer.field, NULL);

	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	ff_sector_cache_figures_of(cache, &answer.figures);
	return answer;
}

static enum ff_field_type type_of(const struct trip *trip)
{
	return trip->map.model.metric == FF_METRIC_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32;
}

static struct answer ask_alone(const struct trip *trip)
{
	struct ff_sector_cache *cache = cache_open(ROOMY);
	struct answer answer = ask(trip, cache, type_of(trip));

	ff_sector_cache_close(cache);
	return answer;
}

static uint64_t widen(const struct trip *trip, struct answer *answer)
{
	uint64_t integrated = UINT64_MAX;
	enum ff_status st = ff_corridor_widen(&trip->graph, &trip->map.cost, &trip->map.seeds,
					      &answer->routes, &answer->field, &integrated, NULL);

	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	return integrated;
}

static void forget(struct answer *answer)
{
	ff_routes_free(&answer->routes);
	free(answer->field.cells);
}

/* ---- what any answer is like ---- */

/* The start of the cheapest goal on a cell; or NONE. */
static double start_at(const struct trip *trip, size_t cell)
{
	double least = FF_FIELD_NONEF;

	for (size_t i = 0; i < trip->map.seeds.count; i++)
		if (trip->map.seeds.items[i].cell == cell)
			least = fmin(least, trip->map.seeds.items[i].start);
	return least;
}

/* What comes to a cell from its best neighbour, which that sets; NONE: from none. */
static double best_around(const struct trip *trip, const struct ff_field *field, size_t cell,
			  size_t *best)
{
	const struct ff_cost *cost = &trip->map.cost;
	int32_t x = (int32_t)cell % cost->w, y = (int32_t)cell / cost->w;
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d += trip->map.model.metric == FF_METRIC_OCTILE ? 1 : 2) {
		size_t to;
		double there;

		if (!oracle_permitted(cost, trip->map.model.corners, x, y, d))
			continue;
		to = oracle_towards(cost, x, y, d);
		there = ff_field_raw(field, to) + (double)oracle_price(&trip->map, cell, d);
		if (there >= least)
			continue;
		least = there;
		*best = to;
	}
	return least;
}

/* Values stand in computed sectors only, are none too low, and come from somewhere. */
static void check_values(const struct trip *trip, const struct answer *answer, const double *least)
{
	bool euclid = trip->map.model.metric == FF_METRIC_EUCLID;
	size_t n = (size_t)trip->map.cost.w * (size_t)trip->map.cost.h, best;

	for (size_t i = 0; i < n; i++) {
		double value = ff_field_raw(&answer->field, i);
		uint32_t sector = ff_sectors_of(&trip->graph.sectors, (uint32_t)i);

		if (value == FF_FIELD_NONEF)
			continue;
		CHECK(answer->routes.computed[sector], "%s: cell %zu has a value", trip->map.name,
		      i);
		if (euclid)
			continue;
		CHECK(value >= least[i], "%s: cell %zu has %.17g, less than %.17g", trip->map.name,
		      i, value, least[i]);
		CHECK(value == start_at(trip, i) ||
			      value >= best_around(trip, &answer->field, i, &best),
		      "%s: cell %zu has %.17g from nowhere", trip->map.name, i, value);
	}
}

/* Walks from a source to a goal and checks what that costs. */
static void check_walk(const struct trip *trip, const struct answer *answer,
		       const struct ff_route *route)
{
	size_t n = (size_t)trip->map.cost.w * (size_t)trip->map.cost.h, at = route->source,
	       next = 0;
	double paid = 0;

	for (size_t k = 0; k < n && start_at(trip, at) > ff_field_raw(&answer->field, at); k++) {
		int32_t x = (int32_t)at % trip->map.cost.w, y = (int32_t)at / trip->map.cost.w;
		int d = 0;

		if (best_around(trip, &answer->field, at, &next) == FF_FIELD_NONEF)
			break;
		while (!oracle_permitted(&trip->map.cost, trip->map.model.corners, x, y, d) ||
		       oracle_towards(&trip->map.cost, x, y, d) != next)
			d++;
		paid += (double)oracle_price(&trip->map, at, d);
		at = next;
	}
	CHECK(paid + start_at(trip, at) <= route->cost,
	      "%s: from %" PRIu32 " to %zu walkers pay %.17g and %.17g, more than %.17g",
	      trip->map.name, route->source, at, paid, start_at(trip, at), route->cost);
}

static void check_routes(const struct trip *trip, const struct answer *answer, const double *least)
{
	for (size_t i = 0; i < answer->routes.count; i++) {
		const struct ff_route *route = &answer->routes.items[i];
		double value = ff_field_raw(&answer->field, route->source);

		CHECK(route->reached == (least[route->source] < FF_FIELD_NONEF), "%s: source %zu",
		      trip->map.name, i);
		if (!route->reached) {
			CHECK(route->cost == FF_FIELD_NONEF, "%s: source %zu", trip->map.name, i);
			continue;
		}
		CHECK(route->cost == value, "%s: source %zu: %g, the field has %g", trip->map.name,
		      i, route->cost, value);
		if (trip->map.model.metric == FF_METRIC_EUCLID)
			continue;
		CHECK(route->cost <= route->planned, "%s: source %zu: %.17g, planned %.17g",
		      trip->map.name, i, route->cost, route->planned);
		check_walk(trip, answer, route);
	}
}

/* Every direction is a permitted step on the whole map, to a lower value. */
static void check_directions(const struct trip *trip, const struct answer *answer)
{
	const struct ff_cost *cost = &trip->map.cost;
	size_t n = (size_t)cost->w * (size_t)cost->h;
	struct ff_flow flow = {.w = cost->w, .h = cost->h, .cells = oracle_cells(n, 1)};
	struct ff_model model = trip->map.model;
	enum ff_status st;

	model.flow = FF_FLOW_PATH;
	st = ff_descend(&model, cost, &answer->field, &trip->map.seeds, &flow, NULL, NULL);
	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	for (size_t i = 0; i < n && st == FF_OK; i++) {
		int32_t x = (int32_t)i % cost->w, y = (int32_t)i / cost->w;
		uint8_t d = flow.cells[i];

		if (d == FF_NONE) {
			CHECK(!ff_field_has(&answer->field, i) ||
				      start_at(trip, i) <= ff_field_raw(&answer->field, i),
			      "%s: cell %zu leads nowhere", trip->map.name, i);
			continue;
		}
		CHECK(oracle_permitted(cost, model.corners, x, y, d) &&
			      ff_field_raw(&answer->field, oracle_towards(cost, x, y, d)) <
				      ff_field_raw(&answer->field, i),
		      "%s: direction %d of cell %zu", trip->map.name, d, i);
	}
	free(flow.cells);
}

static void check_cleared(const struct trip *trip, struct answer *answer)
{
	struct ff_field empty = empty_field(trip, answer->field.type);
	uint32_t computed = 0;

	ff_corridor_clear(&trip->graph, &answer->routes, &answer->field);
	for (uint32_t s = 0; s < ff_sectors_count(&trip->graph.sectors); s++)
		computed += answer->routes.computed[s];
	CHECK(memcmp(empty.cells, answer->field.cells,
		     (size_t)empty.w * (size_t)empty.h * ff_field_size(empty.type)) == 0 &&
		      computed == 0,
	      "%s: %" PRIu32 " sectors are left", trip->map.name, computed);
	free(empty.cells);
}

static void check_filled(const struct trip *trip)
{
	struct answer answer = ask_alone(trip);
	double *least = least_of(trip);

	check_values(trip, &answer, least);
	check_routes(trip, &answer, least);
	check_directions(trip, &answer);
	check_cleared(trip, &answer);
	free(least);
	forget(&answer);
}

static void values_are_none_too_low_and_lead_to_a_goal_for_no_more_than_they_say(void)
{
	trips_models(trips_count(24), check_filled);
	trips_random(&trips_euclid, trips_count(40), check_filled);
}

/* ---- widening ---- */

static struct {
	int sources, dearer;           /* dearer before widening than need be */
	uint64_t integrated, computed; /* sectors: how many times, and how many anew */
	int lowered;                   /* sources with euclid that had less before */
	int far_off;                   /* maps on which the dearest had far less */
	int euclid;                    /* sources with euclid... */
	double lower, higher,
		off; /* ...and by how much their costs are, at most and all together */
} widened;

static void check_least(const struct trip *trip, const struct answer *answer, const double *least)
{
	bool euclid = trip->map.model.metric == FF_METRIC_EUCLID;

	for (size_t i = 0; i < answer->routes.count; i++) {
		const struct ff_route *route = &answer->routes.items[i];
		double wanted = least[route->source];

		CHECK(route->least == route->cost, "%s: source %zu: %g and %g", trip->map.name, i,
		      route->least, route->cost);
		if (!euclid) {
			CHECK(route->cost == wanted, "%s: source %zu costs %.17g, not %.17g",
			      trip->map.name, i, route->cost, wanted);
			continue;
		}
		if (wanted == FF_FIELD_NONEF || wanted == 0)
			continue;
		widened.lower = fmax(widened.lower, 1 - route->cost / wanted);
		widened.higher = fmax(widened.higher, route->cost / wanted - 1);
		widened.off += fabs(route->cost / wanted - 1);
		widened.euclid++;
	}
}

/* How far a cell is from a sector, along rows and columns. */
static double across(const struct trip *trip, uint32_t cell, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	int32_t x = (int32_t)cell % trip->map.cost.w, y = (int32_t)cell / trip->map.cost.w;
	int32_t dx = x < area.x ? area.x - x : x - (area.x + area.w - 1);
	int32_t dy = y < area.y ? area.y - y : y - (area.y + area.h - 1);

	return ff_model_bound(&trip->map.model, trip->graph.least, dx < 0 ? 0 : dx,
			      dy < 0 ? 0 : dy);
}

/* Whether a cheaper way than the fields had before may lead from some source through a sector. */
static bool may_be_needed(const struct trip *trip, const struct ff_routes *before,
			  const double *least, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	double lowest = FF_FIELD_NONEF;

	for (int32_t i = 0; i < area.w * area.h; i++)
		lowest = fmin(lowest, least[ff_cost_index(&trip->map.cost, area.x + i % area.w,
							  area.y + i / area.w)]);
	for (size_t i = 0; i < before->count; i++)
		if (before->items[i].reached &&
		    lowest + across(trip, before->items[i].source, sector) < before->items[i].cost)
			return true;
	return false;
}

/* Widening goes nowhere else; with euclid, nowhere far beyond what the dearest source costs. */
static void check_frugal(const struct trip *trip, const struct ff_routes *before,
			 const struct answer *answer, const double *least)
{
	bool euclid = trip->map.model.metric == FF_METRIC_EUCLID;
	double dearest = 0, limit = 0;

	for (size_t i = 0; i < before->count; i++)
		if (before->items[i].reached) {
			limit = fmax(limit, before->items[i].cost);
			dearest = fmax(dearest, answer->routes.items[i].cost);
		}
	/* Where what sectors had was too low by far, there is a value everywhere. */
	widened.far_off += dearest > 1.06 * limit;
	dearest = dearest > 1.06 * limit ? FF_FIELD_NONEF : fmax(dearest, limit);
	for (uint32_t s = 0; s < ff_sectors_count(&trip->graph.sectors) && !euclid; s++)
		CHECK(before->computed[s] >= answer->routes.computed[s] ||
			      may_be_needed(trip, before, least, s),
		      "%s: sector %" PRIu32 " is of no use", trip->map.name, s);
	for (size_t i = 0; i < (size_t)trip->map.cost.w * (size_t)trip->map.cost.h && euclid; i++)
		CHECK(!ff_field_has(&answer->field, i) ||
			      ff_field_raw(&answer->field, i) <= dearest * 1.07,
		      "%s: cell %zu has %g, and the dearest source %g", trip->map.name, i,
		      ff_field_raw(&answer->field, i), dearest);
}

static void check_widened(const struct trip *trip)
{
	uint32_t sectors = ff_sectors_count(&trip->graph.sectors);
	struct answer answer = ask_alone(trip);
	struct ff_routes before = answer.routes;
	double *least = least_of(trip);

	before.computed = oracle_cells(sectors, 1);
	before.items = oracle_cells(before.count + 1, sizeof *before.items);
	memcpy(before.computed, answer.routes.computed, sectors);
	memcpy(before.items, answer.routes.items, before.count * sizeof *before.items);
	for (size_t i = 0; i < answer.routes.count; i++) {
		widened.lowered +=
			answer.routes.items[i].cost < (1 - 1e-9) * least[trip->sources[i]];
		widened.sources += answer.routes.items[i].reached;
		widened.dearer += answer.routes.items[i].cost > least[trip->sources[i]];
	}
	widened.integrated += widen(trip, &answer);
	for (uint32_t s = 0; s < sectors; s++) {
		widened.computed += answer.routes.computed[s] > before.computed[s];
		CHECK(answer.routes.computed[s] >= before.computed[s], "%s: sector %" PRIu32,
		      trip->map.name, s);
	}
	check_frugal(trip, &before, &answer, least);
	check_least(trip, &answer, least);
	check_values(trip, &answer, least);
	check_routes(trip, &answer, least);
	check_directions(trip, &answer);
	CHECK(widen(trip, &answer) == 0 || trip->map.model.metric == FF_METRIC_EUCLID,
	      "%s: there is more to widen", trip->map.name);
	check_cleared(trip, &answer);
	free(least);
	free(before.computed);
	free(before.items);
	forget(&answer);
}

static void widened_every_source_costs_the_least_that_there_is(void)
{
	trips_models(trips_count(40), check_widened);
	CHECK(widened.dearer > 20, "%d of %d sources", widened.dearer, widened.sources);
	NOTE("%d of %d sources cost more before; %" PRIu64 " integrations, %" PRIu64
	     " sectors anew",
	     widened.dearer, widened.sources, widened.integrated, widened.computed);
}

static void widened_with_euclid_sources_cost_what_the_whole_field_has(void)
{
	trips_random(&trips_euclid, trips_count(200), check_widened);
	widened.off /= widened.euclid;
	CHECK(widened.lowered > 20, "%d of %d sources", widened.lowered, widened.euclid);
	NOTE("%d of %d sources had less before, and far less on %d maps", widened.lowered,
	     widened.euclid, widened.far_off);
	NOTE("at most %.3f %% less and %.3f %% more, %.4f %% in the mean", 100 * widened.lower,
	     100 * widened.higher, 100 * widened.off);
	CHECK(widened.lower < 1e-9 && widened.higher < 1e-9 && widened.off < 1e-9, "%g, %g, %g",
	      widened.lower, widened.higher, widened.off);
}

/* ---- one sector ---- */

static void check_whole(const struct trip *trip)
{
	struct answer answer;
	double *least;
	size_t n = (size_t)trip->map.cost.w * (size_t)trip->map.cost.h, i = 0;

	if (ff_sectors_count(&trip->graph.sectors) > 1)
		return;
	answer = ask_alone(trip);
	least = least_of(trip);
	while (i < n && ff_field_raw(&answer.field, i) == least[i])
		i++;
	CHECK(i == n || answer.routes.computed[0] == 0, "%s: cell %zu has %.17g, not %.17g",
	      trip->map.name, i, ff_field_raw(&answer.field, i == n ? 0 : i),
	      least[i == n ? 0 : i]);
	free(least);
	forget(&answer);
}

static void one_sector_of_the_whole_map_has_the_whole_field(void)
{
	trips_models(trips_count(40), check_whole);
}

/* Right behind a border a sector does not see the circle that a wave around a goal is: all that its
 * costs say is less than what the source pays, by more than widening allows for at first. */
static void with_euclid_sources_that_had_far_too_little_get_what_the_whole_field_has(void)
{
	struct trip trip = trips_begin(&trips_euclid, 2, 18, 1);
	double before, *least;
	struct answer answer;

	trips_fill(&trip, 0, 0, 2, 18, 2);
	trips_fill(&trip, 1, 8, 1, 1, 1);
	trips_fill(&trip, 0, 9, 1, 1, 1);
	trip.map.seeds.items[0].cell = 16;
	trip.sources[trip.count++] = 19;
	trips_cut(&trip, 9, false);
	answer = ask_alone(&trip);
	least = least_of(&trip);
	before = answer.routes.items[0].cost;
	CHECK(before < least[19] * 16 / 17, "%g, in the whole field %g", before, least[19]);
	widen(&trip, &answer);
	CHECK(fabs(answer.routes.items[0].cost - least[19]) < 1e-9, "%g, in the whole field %g",
	      answer.routes.items[0].cost, least[19]);
	free(least);
	forget(&answer);
	trips_end(&trip);
}

/* ---- every size ---- */

static void check_size(struct trip *trip, int32_t size, const double *least)
{
	struct answer answer;

	trips_cut(trip, size, size % 2 == 0);
	answer = ask_alone(trip);
	for (size_t i = 0; i < trip->count; i++)
		CHECK(answer.routes.items[i].cost >= least[trip->sources[i]] &&
			      (size < trip->map.cost.w ||
			       answer.routes.items[i].cost == least[trip->sources[i]]),
		      "sectors of %" PRId32 ": source %zu costs %g, not %g", size, i,
		      answer.routes.items[i].cost, least[trip->sources[i]]);
	widen(trip, &answer);
	for (size_t i = 0; i < trip->count; i++)
		CHECK(answer.routes.items[i].cost == least[trip->sources[i]],
		      "sectors of %" PRId32 ", widened: source %zu costs %g, not %g", size, i,
		      answer.routes.items[i].cost, least[trip->sources[i]]);
	forget(&answer);
	ff_portal_graph_free(&trip->graph);
}

static void sectors_of_every_size_lead_to_the_same_costs_in_the_end(void)
{
	for (int k = 0; k < 2; k++) {
		const struct ff_model model = {.metric = k == 0 ? FF_METRIC_MANHATTAN
								: FF_METRIC_OCTILE};
		struct trip trip = trips_begin(&model, 64, 50, 2);
		uint64_t dice = ORACLE_SEED;
		double *least;

		for (int32_t i = 0; i < 64 * 50; i++)
			trip.map.cost.cells[i] = trips_below(&dice, 4) == 0
							 ? FF_COST_WALL
							 : (uint8_t)(1 + trips_below(&dice, 9));
		for (trip.count = 0; trip.count < TRIPS_SOURCES; trip.count++)
			trip.sources[trip.count] = trips_open_cell(&trip, &dice);
		trip.map.seeds.items[0].cell = trips_open_cell(&trip, &dice);
		trip.map.seeds.items[1] = trip.map.seeds.items[0];
		trip.map.seeds.items[1].cell = trips_open_cell(&trip, &dice);
		least = least_of(&trip);
		for (int32_t size = FF_SECTORS_SIZE_MIN; size <= 64; size++)
			check_size(&trip, size, least);
		free(least);
		oracle_free(&trip.map);
	}
}

/* ---- how good routes over dear ground are ---- */

static struct {
	double sum, worst; /* of what sources cost before widening, by the least */
	size_t count;
} quality;

/* Sources all over a map, each with its own answer, for what one has computed helps others. */
static void check_quality(struct trip *trip, const double *least)
{
	enum { SOURCES = 24 };
	uint64_t dice = ORACLE_SEED;
	int32_t n = trip->map.cost.w * trip->map.cost.h;

	trip->count = 1;
	for (int k = 0; k < SOURCES; k++) {
		struct answer answer;
		double ratio;

		do
			trip->sources[0] = (uint32_t)trips_below(&dice, n);
		while (least[trip->sources[0]] == FF_FIELD_NONEF || least[trip->sources[0]] == 0);
		answer = ask_alone(trip);
		ratio = answer.routes.items[0].cost / least[trip->sources[0]];
		quality.sum += ratio;
		quality.worst = fmax(quality.worst, ratio);
		quality.count++;
		CHECK(ratio >= 1, "%s: cell %" PRIu32 ": %.17g", trip->map.name, trip->sources[0],
		      ratio);
		if (k % 8 == 0) {
			widen(trip, &answer);
			CHECK(answer.routes.items[0].cost == least[trip->sources[0]],
			      "%s: cell %" PRIu32 " costs %g, not %g", trip->map.name,
			      trip->sources[0], answer.routes.items[0].cost,
			      least[trip->sources[0]]);
		}
		forget(&answer);
	}
}

/* A map of mapgen's, or one of costs of 1 and 254 alone, under both metrics and two sizes. */
static void look_at_quality(const char *kind, double mean, double worst)
{
	enum { SIDE = 256 };
	static const int32_t sizes[] = {10, 16};

	for (int k = 0; k < 4; k++) {
		const struct ff_model model = {.metric = k / 2 == 0 ? FF_METRIC_MANHATTAN
								    : FF_METRIC_OCTILE};
		struct trip trip = trips_begin(&model, SIDE, SIDE, 1);
		uint64_t dice = ORACLE_SEED;
		struct ff_field field;
		double *least;

		memset(&quality, 0, sizeof quality);
		if (strcmp(kind, "two costs") != 0)
			CHECK(mapgen_fill(kind, SIDE, SIDE, 3, trip.map.cost.cells), "no %s", kind);
		for (int32_t i = 0; i < SIDE * SIDE && strcmp(kind, "two costs") == 0; i++)
			trip.map.cost.cells[i] = trips_below(&dice, 2) == 0 ? 1 : 254;
		trip.map.seeds.items[0].cell = SIDE / 2 * SIDE + SIDE / 2;
		snprintf(trip.map.name, sizeof trip.map.name, "%s, %s, sectors of %" PRId32, kind,
			 ff_model_metrics[model.metric], sizes[k % 2]);
		field = field_of(trip.map.name, &model, &trip.map.cost, &trip.map.seeds,
				 (double)INFINITY, FF_FIELD_U32);
		least = oracle_cells(SIDE * SIDE, sizeof *least);
		for (size_t i = 0; i < SIDE * SIDE; i++)
			least[i] = ff_field_raw(&field, i);
		trips_cut(&trip, sizes[k % 2], true);
		check_quality(&trip, least);
		quality.sum /= (double)quality.count;
		NOTE("%s: %.4f times the least in the mean, %.4f at worst", trip.map.name,
		     quality.sum, quality.worst);
		CHECK(quality.sum <= mean && quality.worst <= worst, "%s: %g and %g", trip.map.name,
		      quality.sum, quality.worst);
		free(least);
		free(field.cells);
		trips_end(&trip);
	}
}

static void routes_over_dear_ground_cost_little_more_than_the_least(void)
{
	look_at_quality("terrain", 1.03, 1.1);
	look_at_quality("random", 1.03, 1.15);
	look_at_quality("two costs", 1.25, 5);
}

/* ---- the cache ---- */

static bool are_same(const struct answer *a, const struct answer *b)
{
	size_t n = (size_t)a->field.w * (size_t)a->field.h * ff_field_size(a->field.type);

	for (size_t i = 0; i < a->routes.count; i++)
		if (a->routes.items[i].cost != b->routes.items[i].cost)
			return false;
	return memcmp(a->field.cells, b->field.cells, n) == 0;
}

static uint64_t evicted;

static void check_cache(const struct trip *trip)
{
	static const size_t limits[] = {0, 600, 2000, 6000};
	struct ff_sector_cache *cache = cache_open(ROOMY);
	struct answer first = ask(trip, cache, type_of(trip));
	struct answer second = ask(trip, cache, type_of(trip));

	CHECK(are_same(&first, &second), "%s: again", trip->map.name);
	CHECK(second.figures.misses == first.figures.misses &&
		      second.figures.hits == 2 * first.figures.hits + first.figures.misses,
	      "%s: %" PRIu64 " hits and %" PRIu64 " misses, then %" PRIu64 " and %" PRIu64,
	      trip->map.name, first.figures.hits, first.figures.misses, second.figures.hits,
	      second.figures.misses);
	forget(&second);
	ff_sector_cache_close(cache);
	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		cache = cache_open(limits[k]);
		for (int again = 0; again < 2; again++) {
			second = ask(trip, cache, type_of(trip));
			CHECK(are_same(&first, &second), "%s: with %zu bytes", trip->map.name,
			      limits[k]);
			CHECK(second.figures.bytes <= limits[k] &&
				      (limits[k] > 0 || second.figures.hits == 0),
			      "%s: %zu bytes of %zu", trip->map.name, second.figures.bytes,
			      limits[k]);
			evicted += second.figures.evicted;
			forget(&second);
		}
		ff_sector_cache_close(cache);
	}
	forget(&first);
}

static void fields_come_from_the_cache_whole_or_again_the_same(void)
{
	trips_models(trips_count(8), check_cache);
	trips_random(&trips_euclid, trips_count(20), check_cache);
	CHECK(evicted > 0, "none went");
}

/* Requests to each goal alone, and to all with other starts, from one cache and from new ones. */
static void check_others(const struct trip *trip)
{
	struct ff_sector_cache *cache = cache_open(ROOMY);
	struct trip other = *trip;

	for (size_t i = 0; i < trip->map.seeds.count; i++)
		for (int shift = 0; shift < 2; shift++) {
			struct ff_seed seeds[2] = {trip->map.seeds.items[i],
						   trip->map.seeds.items[i]};
			struct answer got, wanted;

			seeds[1].cell = trip->sources[0];
			seeds[1].start += 10.0 * shift;
			other.map.seeds = (struct ff_seeds){seeds, (size_t)(1 + shift)};
			got = ask(&other, cache, type_of(trip));
			wanted = ask_alone(&other);
			CHECK(are_same(&got, &wanted), "%s: goal %zu", trip->map.name, i);
			forget(&got);
			forget(&wanted);
		}
	ff_sector_cache_close(cache);
}

static void a_cache_keeps_apart_what_other_goals_lead_to(void)
{
	trips_models(trips_count(12), check_others);
	trips_random(&trips_euclid, trips_count(12), check_others);
}

/* ---- by hand ---- */

static void widening_finds_a_goal_that_no_route_led_to(void)
{
	struct trip trip = trips_begin(&manhattan, 32, 16, 2);
	struct answer answer;

	/* The nodes are some way up and down; the nearer goal is across the border. */
	trip.map.seeds.items[0].cell = 8 * 32 + 12;
	trip.map.seeds.items[1].cell = 8 * 32 + 16;
	trip.sources[trip.count++] = 8 * 32 + 15;
	trips_cut(&trip, 16, false);
	answer = ask_alone(&trip);
	CHECK(answer.routes.items[0].cost == 3, "%g", answer.routes.items[0].cost);
	widen(&trip, &answer);
	CHECK(answer.routes.items[0].cost == 1, "%g", answer.routes.items[0].cost);
	forget(&answer);
	trips_end(&trip);
}

/* From an empty field on open ground, sectors are integrated once each: those that a value comes
 * into before one does into the source's, and then no others but those that are nearer to both ends
 * than these are to each other. */
static void on_open_ground_sectors_are_widened_into_once_and_none_that_cannot_matter(void)
{
	enum { W = 120, H = 88, SIZE = 8 };

	for (uint32_t source = 0; source < W * H; source += 997) {
		struct trip trip = trips_begin(&manhattan, W, H, 1);
		struct answer answer;
		uint64_t least = 0, most = 0, integrated;

		trip.map.seeds.items[0].cell = 33 * W + 52;
		trip.sources[trip.count++] = source;
		trips_cut(&trip, SIZE, source % 2 == 0);
		answer = (struct answer){.routes = find(&trip),
					 .field = empty_field(&trip, FF_FIELD_U32)};
		integrated = widen(&trip, &answer);
		for (uint32_t s = 0; s < ff_sectors_count(&trip.graph.sectors); s++) {
			uint32_t goal = trip.map.seeds.items[0].cell;
			double there = across(&trip, goal, s);
			double last =
				across(&trip, goal, ff_sectors_of(&trip.graph.sectors, source));

			least += there < last;
			most += there <= last ||
				there + across(&trip, source, s) < answer.routes.items[0].cost;
		}
		CHECK(integrated > least && integrated <= most,
		      "from %" PRIu32 " %" PRIu64 " sectors, of %" PRIu64 " to %" PRIu64, source,
		      integrated, least + 1, most);
		forget(&answer);
		trips_end(&trip);
	}
}

/*
 * A goal in the source's sector, and one just across the border that costs one step less, away from
 * all nodes: as straight a way as there can be.  Turned to all four sides, and with the way at each
 * place of the border, for the nodes are at some of them.
 */
static void widening_finds_ways_that_cost_all_but_one_step_less(void)
{
	int found = 0;

	for (int turn = 0; turn < 4; turn++)
		for (int model = 0; model < ORACLE_MODELS; model++)
			for (int32_t y = 1; y < 16; y++) {
				struct ff_model of = oracle_model(model, FF_FLOW_PATH);
				int32_t across_w = turn % 2 == 0 ? 32 : 16;
				struct trip trip = trips_begin(&of, across_w, 48 - across_w, 2);
				struct answer answer;
				double step = (double)trip.map.unit;
				int32_t xs[] = {20, 15, 26};
				uint32_t cells[3];

				for (int i = 0; i < 3; i++) {
					int32_t x = turn < 2 ? xs[i] : 31 - xs[i];

					cells[i] =
						(uint32_t)(turn % 2 == 0 ? y * 32 + x : x * 16 + y);
				}
				trip.sources[trip.count++] = cells[0];
				trip.map.seeds.items[0] = (struct ff_seed){.cell = cells[1]};
				trip.map.seeds.items[1] =
					(struct ff_seed){.cell = cells[2], .goal = 1};
				trips_cut(&trip, 16, false);
				answer = ask_alone(&trip);
				found += answer.routes.items[0].cost == 6 * step;
				widen(&trip, &answer);
				CHECK(answer.routes.items[0].cost == 5 * step,
				      "turn %d, model %d, %" PRId32 ": %g, not %g", turn, model, y,
				      answer.routes.items[0].cost, 5 * step);
				forget(&answer);
				trips_end(&trip);
			}
	CHECK(found > 100, "%d ways were there from the first", found);
}

/*
 * The source's area is not the largest, in which the landmarks are: that has cells in the source's
 * sector, but none in that of the nearest goal, and what they say of it is not true of the source.
 */
static void widening_does_not_believe_landmarks_of_another_area(void)
{
	int found = 0;

	for (int32_t y = 2; y < 13; y++) {
		struct trip trip = trips_begin(&manhattan, 48, 80, 2);
		struct answer answer;

		trips_fill(&trip, 0, 14, 48, 1, FF_COST_WALL);
		trips_fill(&trip, 0, 15, 16, 1, FF_COST_WALL);
		trip.map.seeds.items[0] = (struct ff_seed){.cell = 32, .goal = 1};
		trip.map.seeds.items[1] = (struct ff_seed){(uint32_t)(y * 48 + 15), 0, y - 2};
		trip.sources[trip.count++] = (uint32_t)(y * 48 + 24);
		trips_cut(&trip, 16, true);
		answer = ask_alone(&trip);
		found += answer.routes.items[0].node_count > 0 &&
			 answer.routes.items[0].cost == 8 + y;
		CHECK(trip.graph.landmark_count > 0, "no landmarks");
		widen(&trip, &answer);
		CHECK(answer.routes.items[0].cost == 7 + y, "row %" PRId32 ": %g", y,
		      answer.routes.items[0].cost);
		forget(&answer);
		trips_end(&trip);
	}
	CHECK(found > 4, "%d ways were there from the first", found);
}

static void units_on_one_way_share_what_is_computed_of_it(void)
{
	struct trip trip = trips_begin(&manhattan, 80, 8, 1);
	struct ff_sector_cache *cache = cache_open(ROOMY);
	struct answer answer;

	trip.sources[trip.count++] = 79;
	trips_cut(&trip, 8, false);
	answer = ask(&trip, cache, FF_FIELD_U32);
	CHECK(answer.figures.hits == 0 && answer.figures.misses == 10, "%" PRIu64 ", %" PRIu64,
	      answer.figures.hits, answer.figures.misses);
	forget(&answer);
	trip.sources[0] = 60;
	answer = ask(&trip, cache, FF_FIELD_U32);
	CHECK(answer.figures.hits == 8 && answer.figures.misses == 10, "%" PRIu64 ", %" PRIu64,
	      answer.figures.hits, answer.figures.misses);
	forget(&answer);
	ff_sector_cache_close(cache);
	trips_end(&trip);
}

static void the_only_way_may_be_a_corner_step_between_diagonal_sectors(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);
		double cost;
		struct trip trip = trips_corner(&model, &cost);
		struct answer answer;

		answer = ask_alone(&trip);
		CHECK(answer.routes.items[0].reached == (cost < FF_FIELD_NONEF), "model %d", k);
		CHECK(answer.routes.items[0].cost == cost, "model %d: %g", k,
		      answer.routes.items[0].cost);
		check_directions(&trip, &answer);
		widen(&trip, &answer);
		CHECK(answer.routes.items[0].cost == cost, "model %d: %g", k,
		      answer.routes.items[0].cost);
		forget(&answer);
		trips_end(&trip);
	}
}

/* All that is beyond 32 bits is seen where it goes into the field, and where it is widened. */
static void values_beyond_32_bits_are_told_and_fit_64(void)
{
	const struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct trip trip = trips_begin(&model, 40, 20, 1);
	struct ff_sector_cache *cache = cache_open(ROOMY);
	struct answer answer = {.field = empty_field(&trip, FF_FIELD_U32)};
	enum ff_status st;
	double *least;

	trips_fill(&trip, 0, 0, 40, 20, 254);
	trips_fill(&trip, 9, 1, 1, 19, FF_COST_WALL);
	trip.map.seeds.items[0].start = 0xfff00000;
	trip.sources[trip.count++] = 40 * 20 - 1;
	trips_cut(&trip, 8, true);
	answer.routes = find(&trip);
	st = ff_corridor_fill(&trip.graph, &trip.map.cost, &trip.map.seeds, &answer.routes, cache,
			      &answer.field, NULL);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	check_cleared(&trip, &answer);
	forget(&answer);
	least = least_of(&trip);
	answer = ask(&trip, cache, FF_FIELD_U64);
	check_values(&trip, &answer, least);
	check_routes(&trip, &answer, least);
	widen(&trip, &answer);
	check_least(&trip, &answer, least);
	CHECK(answer.routes.items[0].cost > 0xffffffff, "%g", answer.routes.items[0].cost);
	free(least);
	forget(&answer);
	ff_sector_cache_close(cache);
	trips_end(&trip);
}

static void widening_that_comes_to_values_beyond_32_bits_tells_so(void)
{
	struct trip trip = trips_begin(&manhattan, 8, 40, 2);
	struct answer answer;
	uint64_t integrated;
	enum ff_status st;

	/* From a goal that the route does not lead to, more than fits comes into a sector. */
	trips_fill(&trip, 0, 0, 8, 40, 254);
	trip.map.seeds.items[0] = (struct ff_seed){.cell = 0, .start = 0xfffffff0 - 254.0 * 22};
	trip.map.seeds.items[1] = trip.map.seeds.items[0];
	trip.sources[trip.count++] = 8 * 22;
	trips_cut(&trip, 8, false);
	answer = (struct answer){.routes = find(&trip), .field = empty_field(&trip, FF_FIELD_U32)};
	st = ff_corridor_widen(&trip.graph, &trip.map.cost, &trip.map.seeds, &answer.routes,
			       &answer.field, &integrated, NULL);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	check_cleared(&trip, &answer);
	forget(&answer);
	trips_end(&trip);
}

int main(void)
{
	RUN(values_are_none_too_low_and_lead_to_a_goal_for_no_more_than_they_say);
	RUN(widened_every_source_costs_the_least_that_there_is);
	RUN(widened_with_euclid_sources_cost_what_the_whole_field_has);
	RUN(one_sector_of_the_whole_map_has_the_whole_field);
	RUN(with_euclid_sources_that_had_far_too_little_get_what_the_whole_field_has);
	RUN(sectors_of_every_size_lead_to_the_same_costs_in_the_end);
	RUN(routes_over_dear_ground_cost_little_more_than_the_least);
	RUN(fields_come_from_the_cache_whole_or_again_the_same);
	RUN(a_cache_keeps_apart_what_other_goals_lead_to);
	RUN(widening_finds_a_goal_that_no_route_led_to);
	RUN(on_open_ground_sectors_are_widened_into_once_and_none_that_cannot_matter);
	RUN(widening_finds_ways_that_cost_all_but_one_step_less);
	RUN(widening_does_not_believe_landmarks_of_another_area);
	RUN(units_on_one_way_share_what_is_computed_of_it);
	RUN(the_only_way_may_be_a_corner_step_between_diagonal_sectors);
	RUN(values_beyond_32_bits_are_told_and_fit_64);
	RUN(widening_that_comes_to_values_beyond_32_bits_tells_so);
	return tap_done();
}
