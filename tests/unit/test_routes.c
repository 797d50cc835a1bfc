#include "core/sectors/routing.h"

#include "core/map/sectors.h"
#include "core/solve/descend.h"
#include "field.h"
#include "realmaps.h"
#include "sectors.h"
#include "support/mapgen.h"

#include <math.h>

/* Checks one random trip. */
typedef void trip_check(const struct trip *trip);

/* Returns how many random maps to try: more with FULL. */
static int times(int count)
{
	return getenv("FULL") == NULL ? (2 * count + 2) / 3 : 10 * count;
}

/* corner_trip() joins two open sectors by a corner step and nothing else; the source and the
 * goal are in their outer corners.  '*cost' is what that way costs; NONEF where it is none. */
static struct trip corner_trip(const struct ff_model *model, double *cost)
{
	bool cuts = model->metric == FF_METRIC_OCTILE && model->corners == FF_CORNERS_CUT;
	struct trip trip = trip_new(model, 16, 16, 1);

	trip_fill(&trip, 8, 0, 8, 8, FF_COST_WALL);
	trip_fill(&trip, 0, 8, 8, 8, FF_COST_WALL);
	trip.sources[trip.count++] = 16 * 16 - 1;
	trip_cut(&trip, 8, true);
	*cost = !cuts ? FF_FIELD_NONEF
		: model->step == FF_STEP_HOPS
			? 15
			: 15 * 577 * (model->step == FF_STEP_MEAN ? 2.0 : 1.0);
	return trip;
}

/* Draws single cells, blocks, long walls with gaps, or rooms with doors. */
static void draw_ground(struct trip *trip, int kind, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 1, 3, 254};
	const struct ff_cost *map = &trip->map.cost;
	int32_t w = map->w, h = map->h, most = dearest[sectors_below(dice, 4)];
	int32_t walls = sectors_below(dice, 45), side = 3 + sectors_below(dice, 10);

	for (int32_t i = 0; i < w * h; i++) {
		bool wall = kind == 0 && sectors_below(dice, 100) < walls;

		map->cells[i] = wall ? FF_COST_WALL : (uint8_t)(1 + sectors_below(dice, most));
	}
	for (int32_t i = w * h / 60; i > 0 && kind == 1; i--)
		trip_fill(trip, sectors_below(dice, w), sectors_below(dice, h),
			  1 + sectors_below(dice, 5), 1 + sectors_below(dice, 5),
			  sectors_below(dice, 4) == 0 ? 9 : FF_COST_WALL);
	for (int32_t i = (w + h) / 8; i > 0 && kind == 2; i--) {
		int32_t x = sectors_below(dice, w), y = sectors_below(dice, h);

		if (i % 2 == 0)
			trip_fill(trip, x, 0, 1, h, FF_COST_WALL);
		else
			trip_fill(trip, 0, y, w, 1, FF_COST_WALL);
		trip_fill(trip, x, y, 2, 2, 1);
	}
	for (int32_t y = 0; y < h && kind == 3; y += side)
		for (int32_t x = 0; x < w; x += side) {
			trip_fill(trip, x, y, side, 1, FF_COST_WALL);
			trip_fill(trip, x, y, 1, side, FF_COST_WALL);
			trip_fill(trip, x + 1 + sectors_below(dice, side - 1), y, 1, 1, 1);
			trip_fill(trip, x, y + 1 + sectors_below(dice, side - 1), 1, 1, 1);
		}
}

static uint32_t draw_open_cell(struct trip *trip, uint64_t *dice)
{
	uint32_t cell = (uint32_t)sectors_below(dice, trip->map.cost.w * trip->map.cost.h);

	if (trip->map.cost.cells[cell] == FF_COST_WALL)
		trip->map.cost.cells[cell] = 2;
	return cell;
}

static int compare_seeds(const void *a, const void *b)
{
	const struct ff_seed *p = a, *q = b;

	if (p->start != q->start)
		return p->start < q->start ? -1 : 1;
	return p->goal < q->goal ? -1 : p->goal > q->goal;
}

/* Draws goals, with starts or without, and sources; some are goals, some the same. */
static void draw_ends(struct trip *trip, uint64_t *dice)
{
	static const int32_t starts[] = {1, 1, 12, 300};
	int32_t most = starts[sectors_below(dice, 4)];
	struct ff_seeds *goals = &trip->map.seeds;
	uint64_t unit = trip->map.unit;

	for (size_t i = 0; i < goals->count; i++) {
		uint32_t cell = draw_open_cell(trip, dice);

		if (i > 0 && sectors_below(dice, 3) == 0 && goals->items[i - 1].cell > 0 &&
		    trip->map.cost.cells[goals->items[i - 1].cell - 1] != FF_COST_WALL)
			cell = (uint32_t)goals->items[i - 1].cell - 1;
		goals->items[i] = (struct ff_seed){
			cell, (uint32_t)i, (double)((uint64_t)sectors_below(dice, most) * unit)};
	}
	qsort(goals->items, goals->count, sizeof *goals->items, compare_seeds);
	trip->count = (size_t)(1 + sectors_below(dice, TRIP_SOURCES));
	for (size_t i = 0; i < trip->count; i++) {
		trip->sources[i] = draw_open_cell(trip, dice);
		if (i > 0 && sectors_below(dice, 12) == 0)
			trip->sources[i] = trip->sources[i - 1];
		if (sectors_below(dice, 12) == 0)
			trip->sources[i] = (uint32_t)goals->items[goals->count - 1].cell;
	}
}

/* try_trips_up_to() makes 'count' maps of sides up to 'most', cut into sectors of 8 cells up to the
 * whole map: the same ones in every run and for every model. */
static void try_trips_up_to(int32_t most, const struct ff_model *model, int count,
			    trip_check *check)
{
	static const int32_t sizes[] = {8, 8, 9, 11, 16, 27, 64};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < count; k++) {
		int32_t side = k % 5 == 0 ? 12 : most;
		int32_t w = 1 + sectors_below(&dice, side), h = 1 + sectors_below(&dice, side);
		int32_t size = sizes[sectors_below(&dice, 7)];
		struct trip trip = trip_new(model, w, h, (size_t)(1 + sectors_below(&dice, 4)));

		draw_ground(&trip, k % 4, &dice);
		draw_ends(&trip, &dice);
		trip.map.dice = dice;
		trip_cut(&trip, size, sectors_below(&dice, 2) == 0);
		snprintf(trip.map.name, sizeof trip.map.name,
			 "%s %s %s, map %d (%" PRId32 "x%" PRId32 ", sectors of %" PRId32 "%s)",
			 ff_model_metrics[model->metric], ff_model_steps[model->step],
			 ff_model_corners[model->corners], k, w, h, size,
			 trip.graph.landmark_count > 0 ? ", landmarks" : "");
		check(&trip);
		trip_free(&trip);
	}
}

static void try_random_trips(const struct ff_model *model, int count, trip_check *check)
{
	try_trips_up_to(50, model, count, check);
}

/* try_all_models() does so for every model of whole numbers. */
static void try_all_models(int count, trip_check *check)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		try_random_trips(&model, count, check);
	}
}

enum { ROOMY = 1 << 24 }; /* a cache in which all fits */

/* ---- least costs ---- */

/* Returns the least cost from each cell; with euclid the values of the whole field. */
static double *new_least(const struct trip *trip)
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
	struct ff_sector_field part;
	struct ff_field field;                  /* 'part' as a grid of the map */
	struct ff_sector_cache_figures figures; /* of the cache, after */
};

static struct ff_sector_cache *open_cache(size_t limit)
{
	struct ff_sector_cache *cache = NULL;

	CHECK(ff_sector_cache_open(&cache, limit) == FF_OK, "a cache of %zu bytes", limit);
	return cache;
}

/* Copies the field into a grid, which gets the type and has rubbish before. */
static void spread_field(const struct trip *trip, struct answer *answer)
{
	free(answer->field.cells);
	answer->field =
		field_new(&trip->map.model, trip->map.cost.w, trip->map.cost.h, answer->part.type);
	ff_sector_field_copy(&answer->part, 0, 0, &answer->field);
}

static struct ff_sector_field empty_field(const struct trip *trip, enum ff_field_type type)
{
	struct ff_sector_field field;

	CHECK(ff_sector_field_open(&field, &trip->graph.sectors, &trip->map.model, type) == FF_OK,
	      "no memory");
	return field;
}

static struct ff_routes find_routes(const struct trip *trip)
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
	struct answer answer = {.routes = find_routes(trip), .part = empty_field(trip, type)};
	enum ff_status st = ff_corridor_fill(&trip->graph, &trip->map.cost, &trip->map.seeds,
					     &answer.routes, cache, &answer.part, NULL);

	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	spread_field(trip, &answer);
	ff_sector_cache_figures_of(cache, &answer.figures);
	return answer;
}

static enum ff_field_type type_of(const struct trip *trip)
{
	return trip->map.model.metric == FF_METRIC_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32;
}

static struct answer ask_alone(const struct trip *trip)
{
	struct ff_sector_cache *cache = open_cache(ROOMY);
	struct answer answer = ask(trip, cache, type_of(trip));

	ff_sector_cache_close(cache);
	return answer;
}

static void widen(const struct trip *trip, struct answer *answer)
{
	enum ff_status st = ff_corridor_widen(&trip->graph, &trip->map.cost, &trip->map.seeds,
					      &answer->routes, &answer->part, NULL);

	CHECK(st == FF_OK, "%s: status %d", trip->map.name, (int)st);
	spread_field(trip, answer);
}

static void free_answer(struct answer *answer)
{
	ff_routes_free(&answer->routes);
	ff_sector_field_close(&answer->part);
	free(answer->field.cells);
}

/* ---- what is true of any answer ---- */

/* Returns the start of the cheapest goal on a cell, or NONE. */
static double start_at(const struct trip *trip, size_t cell)
{
	double least = FF_FIELD_NONEF;

	for (size_t i = 0; i < trip->map.seeds.count; i++)
		if (trip->map.seeds.items[i].cell == cell)
			least = fmin(least, trip->map.seeds.items[i].start);
	return least;
}

/* Finds the best neighbour of a cell and returns the value by way of it, or NONE. */
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

/* Checks that values are in computed sectors only, not too low, and come from a neighbour or goal.
 */
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

/* Compares the directions of single sectors with those of the whole grid. */
static void check_ways(const struct trip *trip, const struct answer *answer,
		       const struct ff_model *model, const struct ff_flow *flow)
{
	size_t cells = (size_t)flow->w * (size_t)flow->h;
	uint64_t directions[FF_DIRECTIONS + 1] = {0}, all = 0;
	struct ff_sector_flow ways;

	CHECK(ff_sector_flow_find(model, &trip->map.cost, &trip->map.seeds, &answer->part, &ways) ==
		      FF_OK,
	      "%s", trip->map.name);
	for (uint32_t i = 0; i < cells; i++) {
		bool wall = trip->map.cost.cells[i] == FF_COST_WALL;
		bool has = ff_field_has(&answer->field, i);
		enum ff_class class = ff_sector_flow_at(&ways, i).class;

		directions[flow->cells[i]]++;
		CHECK(ff_sector_flow_at(&ways, i).direction == (enum ff_direction)flow->cells[i],
		      "%s: direction of cell %" PRIu32, trip->map.name, i);
		CHECK(has ? class == FF_REACHED || class == FF_GOAL
			  : class == FF_NOT_COMPUTED || (wall && class == FF_WALL),
		      "%s: cell %" PRIu32 " is %s", trip->map.name, i, ff_classes_names[class]);
	}
	for (int c = 0; c < FF_CLASSES; c++)
		all += ways.classes[c];
	CHECK(memcmp(directions, ways.directions, sizeof directions) == 0 && all == cells,
	      "%s: other numbers", trip->map.name);
	ff_sector_flow_free(&ways);
}

/* Checks that every direction is a permitted step on the whole map to a lower value. */
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
	check_ways(trip, answer, &model, &flow);
	free(flow.cells);
}

static void check_cleared(const struct trip *trip, struct answer *answer)
{
	uint32_t computed = 0, blocks = 0;

	ff_corridor_clear(&trip->graph, &answer->routes, &answer->part);
	spread_field(trip, answer);
	for (uint32_t s = 0; s < ff_sectors_count(&trip->graph.sectors); s++) {
		computed += answer->routes.computed[s];
		blocks += answer->part.blocks[s] != NULL;
	}
	CHECK(computed == 0 && blocks == 0,
	      "%s: %" PRIu32 " sectors are left, %" PRIu32 " in memory", trip->map.name, computed,
	      blocks);
	for (size_t i = 0; i < (size_t)answer->field.w * (size_t)answer->field.h; i++)
		CHECK(!ff_field_has(&answer->field, i), "%s: cell %zu", trip->map.name, i);
}

static void check_filled(const struct trip *trip)
{
	struct answer answer = ask_alone(trip);
	double *least = new_least(trip);

	check_values(trip, &answer, least);
	check_routes(trip, &answer, least);
	check_directions(trip, &answer);
	check_cleared(trip, &answer);
	free(least);
	free_answer(&answer);
}

static void values_are_not_too_low_and_lead_to_a_goal_at_that_cost(void)
{
	try_all_models(times(24), check_filled);
	try_random_trips(&trip_euclid, times(40), check_filled);
}

/* ---- widening ---- */

static struct {
	int sources, dearer; /* dearer: more than the least before widening */
} widened;

static void check_least(const struct trip *trip, const struct answer *answer, const double *least)
{
	for (size_t i = 0; i < answer->routes.count; i++) {
		const struct ff_route *route = &answer->routes.items[i];
		double wanted = least[route->source];

		CHECK(route->least == route->cost, "%s: source %zu: %g and %g", trip->map.name, i,
		      route->least, route->cost);
		CHECK(route->cost == wanted, "%s: source %zu costs %.17g, not %.17g",
		      trip->map.name, i, route->cost, wanted);
	}
}

/* The least costs, with the field as it is. */
static void check_least_alone(const struct trip *trip)
{
	struct answer answer = ask_alone(trip);
	double *least = new_least(trip);
	struct ff_field before = answer.field;

	CHECK(ff_corridor_widen(&trip->graph, &trip->map.cost, &trip->map.seeds, &answer.routes,
				NULL, NULL) == FF_OK,
	      "%s", trip->map.name);
	for (size_t i = 0; i < answer.routes.count; i++) {
		const struct ff_route *route = &answer.routes.items[i];

		CHECK(route->least == least[route->source], "%s: source %zu: %.17g, not %.17g",
		      trip->map.name, i, route->least, least[route->source]);
		CHECK(!route->reached || route->cost == ff_field_raw(&before, route->source),
		      "%s: source %zu costs %g", trip->map.name, i, route->cost);
	}
	free(least);
	free_answer(&answer);
}

static void least_costs_are_found_without_widening_the_field(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		try_trips_up_to(200, &model, times(12), check_least_alone);
	}
	try_trips_up_to(200, &trip_euclid, times(12), check_least_alone);
}

/* Checks that widening computes no cell far beyond the dearest source. */
static void check_frugal(const struct trip *trip, double dearest, const struct answer *answer)
{
	for (size_t i = 0; i < (size_t)trip->map.cost.w * (size_t)trip->map.cost.h; i++)
		CHECK(!ff_field_has(&answer->field, i) ||
			      ff_field_raw(&answer->field, i) <= dearest + 1,
		      "%s: cell %zu has %g, and the dearest source %g", trip->map.name, i,
		      ff_field_raw(&answer->field, i), dearest);
}

static void check_widened(const struct trip *trip)
{
	struct answer answer = ask_alone(trip);
	double *least = new_least(trip), dearest = 0;
	int dearer = 0;

	for (size_t i = 0; i < answer.routes.count; i++) {
		const struct ff_route *route = &answer.routes.items[i];

		CHECK(route->cost >= least[route->source],
		      "%s: source %zu costs %.17g, less than %.17g", trip->map.name, i, route->cost,
		      least[route->source]);
		widened.sources += route->reached;
		dearer += route->cost > least[route->source];
		dearest = route->reached ? fmax(dearest, route->cost) : dearest;
	}
	widened.dearer += dearer;
	widen(trip, &answer);
	if (dearer > 0) /* else the field may stay as it is */
		check_frugal(trip, dearest, &answer);
	check_least(trip, &answer, least);
	check_values(trip, &answer, least);
	check_routes(trip, &answer, least);
	check_directions(trip, &answer);
	check_cleared(trip, &answer);
	free(least);
	free_answer(&answer);
}

static void widened_routes_cost_the_least(void)
{
	try_all_models(times(40), check_widened);
	try_random_trips(&trip_euclid, times(200), check_widened);
	CHECK(widened.dearer > 20, "%d of %d sources", widened.dearer, widened.sources);
}

/* ---- every size ---- */

/* ---- the quality of routes over expensive ground ---- */

static struct {
	double sum, worst; /* costs before widening divided by the least */
	size_t count;
} quality;

/* Checks sources all over a map, each with an answer of its own. */
static void check_quality(struct trip *trip, const double *least)
{
	enum { SAMPLES = 24 };
	uint64_t dice = ORACLE_SEED;
	int32_t n = trip->map.cost.w * trip->map.cost.h;

	trip->count = 1;
	for (int k = 0; k < SAMPLES; k++) {
		struct answer answer;
		double ratio;

		do
			trip->sources[0] = (uint32_t)sectors_below(&dice, n);
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
		free_answer(&answer);
	}
}

/* Checks a generated map, or one of costs 1 and 254 only, with both metrics and two sizes. */
static void check_kind(const char *kind, double mean, double worst)
{
	enum { SIDE = 256 };
	static const int32_t sizes[] = {10, 16};

	for (int k = 0; k < 4; k++) {
		const struct ff_model model = {.metric = k / 2 == 0 ? FF_METRIC_MANHATTAN
								    : FF_METRIC_OCTILE};
		struct trip trip = trip_new(&model, SIDE, SIDE, 1);
		uint64_t dice = ORACLE_SEED;
		struct ff_field field;
		double *least;

		memset(&quality, 0, sizeof quality);
		if (strcmp(kind, "two costs") != 0)
			CHECK(mapgen_fill(kind, SIDE, SIDE, 3, trip.map.cost.cells), "no %s", kind);
		for (int32_t i = 0; i < SIDE * SIDE && strcmp(kind, "two costs") == 0; i++)
			trip.map.cost.cells[i] = sectors_below(&dice, 2) == 0 ? 1 : 254;
		trip.map.seeds.items[0].cell = SIDE / 2 * SIDE + SIDE / 2;
		snprintf(trip.map.name, sizeof trip.map.name, "%s, %s, sectors of %" PRId32, kind,
			 ff_model_metrics[model.metric], sizes[k % 2]);
		field = field_of(trip.map.name, &model, &trip.map.cost, &trip.map.seeds,
				 (double)INFINITY, FF_FIELD_U32);
		least = oracle_cells(SIDE * SIDE, sizeof *least);
		for (size_t i = 0; i < SIDE * SIDE; i++)
			least[i] = ff_field_raw(&field, i);
		trip_cut(&trip, sizes[k % 2], true);
		check_quality(&trip, least);
		quality.sum /= (double)quality.count;
		NOTE("%s: %.4f times the least in the mean, %.4f at worst", trip.map.name,
		     quality.sum, quality.worst);
		CHECK(quality.sum <= mean && quality.worst <= worst, "%s: %g and %g", trip.map.name,
		      quality.sum, quality.worst);
		free(least);
		free(field.cells);
		trip_free(&trip);
	}
}

static void routes_over_expensive_ground_cost_little_more_than_the_least(void)
{
	check_kind("terrain", 1.03, 1.1);
	check_kind("random", 1.03, 1.15);
	check_kind("two costs", 1.25, 5);
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
	struct ff_sector_cache *cache = open_cache(ROOMY);
	struct answer first = ask(trip, cache, type_of(trip));
	struct answer second = ask(trip, cache, type_of(trip));

	CHECK(are_same(&first, &second), "%s: again", trip->map.name);
	CHECK(second.figures.misses == first.figures.misses &&
		      second.figures.hits == 2 * first.figures.hits + first.figures.misses,
	      "%s: %" PRIu64 " hits and %" PRIu64 " misses, then %" PRIu64 " and %" PRIu64,
	      trip->map.name, first.figures.hits, first.figures.misses, second.figures.hits,
	      second.figures.misses);
	free_answer(&second);
	ff_sector_cache_close(cache);
	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		cache = open_cache(limits[k]);
		for (int again = 0; again < 2; again++) {
			second = ask(trip, cache, type_of(trip));
			CHECK(are_same(&first, &second), "%s: with %zu bytes", trip->map.name,
			      limits[k]);
			CHECK(second.figures.bytes <= limits[k] &&
				      (limits[k] > 0 || second.figures.hits == 0),
			      "%s: %zu bytes of %zu", trip->map.name, second.figures.bytes,
			      limits[k]);
			evicted += second.figures.evicted;
			free_answer(&second);
		}
		ff_sector_cache_close(cache);
	}
	free_answer(&first);
}

static void fields_from_a_cache_are_the_same_as_without(void)
{
	try_all_models(times(8), check_cache);
	try_random_trips(&trip_euclid, times(20), check_cache);
	CHECK(evicted > 0, "none went");
}

/* ---- by hand ---- */

static void the_only_way_may_be_a_corner_step_between_diagonal_sectors(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_PATH);
		double cost;
		struct trip trip = corner_trip(&model, &cost);
		struct answer answer;

		answer = ask_alone(&trip);
		CHECK(answer.routes.items[0].reached == (cost < FF_FIELD_NONEF), "model %d", k);
		CHECK(answer.routes.items[0].cost == cost, "model %d: %g", k,
		      answer.routes.items[0].cost);
		check_directions(&trip, &answer);
		widen(&trip, &answer);
		CHECK(answer.routes.items[0].cost == cost, "model %d: %g", k,
		      answer.routes.items[0].cost);
		free_answer(&answer);
		trip_free(&trip);
	}
}

/* Values that do not fit are noticed when the field is filled and when it is widened. */
static void values_beyond_32_bits_are_refused_and_fit_64(void)
{
	const struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct trip trip = trip_new(&model, 40, 20, 1);
	struct ff_sector_cache *cache = open_cache(ROOMY);
	struct answer answer = {0};
	enum ff_status st;
	double *least;

	trip_fill(&trip, 0, 0, 40, 20, 254);
	trip_fill(&trip, 9, 1, 1, 19, FF_COST_WALL);
	trip.map.seeds.items[0].start = 0xfff00000;
	trip.sources[trip.count++] = 40 * 20 - 1;
	trip_cut(&trip, 8, true);
	answer.part = empty_field(&trip, FF_FIELD_U32);
	answer.routes = find_routes(&trip);
	st = ff_corridor_fill(&trip.graph, &trip.map.cost, &trip.map.seeds, &answer.routes, cache,
			      &answer.part, NULL);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	check_cleared(&trip, &answer);
	free_answer(&answer);
	least = new_least(&trip);
	answer = ask(&trip, cache, FF_FIELD_U64);
	check_values(&trip, &answer, least);
	check_routes(&trip, &answer, least);
	CHECK(ff_corridor_widen(&trip.graph, &trip.map.cost, &trip.map.seeds, &answer.routes, NULL,
				NULL) == FF_OK &&
		      answer.routes.items[0].least == least[40 * 20 - 1],
	      "%g", answer.routes.items[0].least);
	widen(&trip, &answer);
	check_least(&trip, &answer, least);
	CHECK(answer.routes.items[0].cost > 0xffffffff, "%g", answer.routes.items[0].cost);
	free(least);
	free_answer(&answer);
	ff_sector_cache_close(cache);
	trip_free(&trip);
}

static void widening_to_values_beyond_32_bits_is_refused(void)
{
	struct trip trip = trip_new(&manhattan, 8, 40, 2);
	struct answer answer;
	enum ff_status st;

	/* Values from a goal that the route does not lead to do not fit. */
	trip_fill(&trip, 0, 0, 8, 40, 254);
	trip.map.seeds.items[0] = (struct ff_seed){.cell = 0, .start = 0xfffffff0 - 254.0 * 22};
	trip.map.seeds.items[1] = trip.map.seeds.items[0];
	trip.sources[trip.count++] = 8 * 22;
	trip_cut(&trip, 8, false);
	answer = (struct answer){.routes = find_routes(&trip),
				 .part = empty_field(&trip, FF_FIELD_U32)};
	st = ff_corridor_widen(&trip.graph, &trip.map.cost, &trip.map.seeds, &answer.routes,
			       &answer.part, NULL);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	check_cleared(&trip, &answer);
	free_answer(&answer);
	trip_free(&trip);
}

/* ---- least costs over the graph, by relaxing until nothing changes ---- */

static double *new_values(size_t n)
{
	double *values = oracle_cells(n + 1, sizeof *values);

	for (size_t i = 0; i < n + 1; i++)
		values[i] = FF_FIELD_NONEF;
	return values;
}

/* Returns the price of a step; with euclid that of a straight one. */
static double price(const struct oracle *map, uint32_t from, int direction)
{
	if (map->model.metric == FF_METRIC_EUCLID)
		return map->cost.cells[from];
	return (double)oracle_price(map, from, direction);
}

/* Returns the direction of the step from a cell to another; 8 if there is none. */
static int direction_of(const struct oracle *map, uint32_t from, uint32_t to)
{
	int32_t x = (int32_t)from % map->cost.w, y = (int32_t)from / map->cost.w;

	for (int d = 0; d < 8; d += map->model.metric == FF_METRIC_OCTILE ? 1 : 2)
		if (oracle_permitted(&map->cost, map->model.corners, x, y, d) &&
		    oracle_towards(&map->cost, x, y, d) == to)
			return d;
	return 8;
}

/* Relaxes a step within a sector, forwards or backwards; returns true if a value fell. */
static bool relax_step(const struct trip *trip, double *values, uint32_t from, int d, bool coming)
{
	const struct ff_cost *cost = &trip->map.cost;
	int32_t x = (int32_t)from % cost->w, y = (int32_t)from / cost->w;
	uint32_t to;
	double pays;

	if (!oracle_permitted(cost, trip->map.model.corners, x, y, d))
		return false;
	to = (uint32_t)oracle_towards(cost, x, y, d);
	if (ff_sectors_of(&trip->graph.sectors, to) != ff_sectors_of(&trip->graph.sectors, from))
		return false;
	pays = price(&trip->map, from, d);
	if (coming && values[from] + pays < values[to]) {
		values[to] = values[from] + pays;
		return true;
	}
	if (!coming && values[to] + pays < values[from]) {
		values[from] = values[to] + pays;
		return true;
	}
	return false;
}

/* Relaxes the cells of one sector. */
static void settle_sector(const struct trip *trip, double *values, uint32_t sector, bool coming)
{
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	const struct ff_cost *cost = &trip->map.cost;
	bool moved = true;

	while (moved) {
		moved = false;
		for (int32_t i = 0; i < area.w * area.h; i++) {
			uint32_t cell = (uint32_t)ff_cost_index(cost, area.x + i % area.w,
								area.y + i / area.w);

			for (int d = 0; d < 8 && cost->cells[cell] != FF_COST_WALL;
			     d += trip->map.model.metric == FF_METRIC_OCTILE ? 1 : 2)
				moved |= relax_step(trip, values, cell, d, coming);
		}
	}
}

/* Returns the costs from a cell to those of its sector, or NONE. */
static double *come_from(const struct trip *trip, uint32_t cell)
{
	double *values = new_values((size_t)trip->map.cost.w * (size_t)trip->map.cost.h);

	values[cell] = 0;
	settle_sector(trip, values, ff_sectors_of(&trip->graph.sectors, cell), true);
	return values;
}

/* Returns the cost from each cell to a goal within its sector. */
static double *go_within(const struct trip *trip)
{
	const struct ff_seeds *goals = &trip->map.seeds;
	double *values = new_values((size_t)trip->map.cost.w * (size_t)trip->map.cost.h);

	for (size_t i = 0; i < goals->count; i++)
		values[goals->items[i].cell] =
			fmin(values[goals->items[i].cell], goals->items[i].start);
	for (size_t i = 0; i < goals->count; i++)
		settle_sector(trip, values,
			      ff_sectors_of(&trip->graph.sectors, (uint32_t)goals->items[i].cell),
			      false);
	return values;
}

/* Returns the cost of the edge between two nodes that are linked or in one sector. */
static double edge(const struct trip *trip, uint32_t from, uint32_t to)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[from]);
	int d = direction_of(&trip->map, graph->cells[from], graph->cells[to]);

	if (ff_sectors_of(&graph->sectors, graph->cells[to]) == sector)
		return ff_portal_graph_cost(graph, sector, from, to);
	for (uint32_t i = graph->first_link[from]; i < graph->first_link[from + 1]; i++)
		if (graph->links[i].node == to && d < 8)
			return price(&trip->map, graph->cells[from], d);
	return FF_FIELD_NONEF;
}

static bool relax_node(const struct trip *trip, double *left, uint32_t node)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[node]);
	double least = left[node];

	for (uint32_t i = graph->first_link[node]; i < graph->first_link[node + 1]; i++)
		least = fmin(least,
			     edge(trip, node, graph->links[i].node) + left[graph->links[i].node]);
	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++)
		least = fmin(least, edge(trip, node, n) + left[n]);
	if (least >= left[node])
		return false;
	left[node] = least;
	return true;
}

/* Returns the cost from each node to a goal. */
static double *go_over_graph(const struct trip *trip, const double *within)
{
	double *left = new_values(trip->graph.node_count);
	bool moved = true;

	for (uint32_t n = 0; n < trip->graph.node_count; n++)
		left[n] = within[trip->graph.cells[n]];
	while (moved) {
		moved = false;
		for (uint32_t n = 0; n < trip->graph.node_count; n++)
			moved |= relax_node(trip, left, n);
	}
	return left;
}

/* Returns the least cost from a source over the graph. */
static double least_from(const struct trip *trip, const double *within, const double *left,
			 uint32_t source)
{
	const struct ff_portal_graph *graph = &trip->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, source);
	double *come = come_from(trip, source), least = within[source];

	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++)
		least = fmin(least, come[graph->cells[n]] + left[n]);
	free(come);
	return least;
}

/* ---- requests ---- */

static struct ff_route_search *open_search(const struct trip *trip)
{
	struct ff_route_search *search = NULL;
	enum ff_status st = ff_route_open(&search, &trip->graph, &trip->map.cost, NULL);

	CHECK(st == FF_OK && search != NULL, "%s: status %d", trip->map.name, (int)st);
	return search;
}

static void check_planned_least(const struct trip *trip)
{
	struct ff_routes routes = find_routes(trip);
	double *within = go_within(trip), *left = go_over_graph(trip, within);

	for (size_t i = 0; i < routes.count; i++) {
		double least = least_from(trip, within, left, trip->sources[i]);

		CHECK(routes.items[i].planned == least &&
			      routes.items[i].reached == (least < FF_FIELD_NONEF),
		      "%s: source %zu at %" PRIu32 " costs %.17g, should cost %.17g",
		      trip->map.name, i, trip->sources[i], routes.items[i].planned, least);
	}
	free(within);
	free(left);
	ff_routes_free(&routes);
}

static void a_planned_cost_is_the_least_that_the_graph_allows(void)
{
	try_all_models(times(24), check_planned_least);
}

/* Returns true if 'goal' is a goal and the way to it from 'cell' costs 'left'. */
static bool ends_at_goal(const struct trip *trip, uint32_t cell, uint32_t goal, double left)
{
	const struct ff_seeds *goals = &trip->map.seeds;
	double *come = come_from(trip, cell);
	bool ends = false;

	for (size_t i = 0; i < goals->count; i++)
		ends |= goals->items[i].cell == goal && come[goal] + goals->items[i].start == left;
	free(come);
	return ends;
}

static void check_chain(const struct trip *trip, const struct ff_route *route, const double *within)
{
	const uint32_t *cells = trip->graph.cells;
	uint32_t last = route->source;
	double sum = 0;

	for (size_t i = 0; i < route->node_count; i++) {
		uint32_t node = route->nodes[i];
		double *come;

		if (i > 0)
			sum += edge(trip, route->nodes[i - 1], node);
		else {
			come = come_from(trip, route->source);
			sum = come[cells[node]];
			free(come);
		}
		last = cells[node];
		CHECK(sum < FF_FIELD_NONEF, "%s: no way to node %zu of %zu from source %" PRIu32,
		      trip->map.name, i, route->node_count, route->source);
	}
	CHECK(sum + within[last] == route->planned,
	      "%s: source %" PRIu32 ", %zu nodes: %.17g and %.17g make not %.17g", trip->map.name,
	      route->source, route->node_count, sum, within[last], route->planned);
	CHECK(ends_at_goal(trip, last, route->goal, within[last]),
	      "%s: source %" PRIu32 " does not end at %" PRIu32, trip->map.name, route->source,
	      route->goal);
}

static void check_chains(const struct trip *trip)
{
	struct ff_routes routes = find_routes(trip);
	double *within = go_within(trip);

	for (size_t i = 0; i < routes.count; i++)
		if (routes.items[i].reached)
			check_chain(trip, &routes.items[i], within);
		else
			CHECK(routes.items[i].node_count == 0 &&
				      routes.items[i].planned == FF_FIELD_NONEF,
			      "%s: source %zu", trip->map.name, i);
	free(within);
	ff_routes_free(&routes);
}

static void the_nodes_of_a_route_lead_to_its_goal_at_the_planned_cost(void)
{
	try_all_models(times(24), check_chains);
}

static int merged_routes;

static bool ends_as(const struct ff_route *route, const struct ff_route *earlier)
{
	return route->merged <= earlier->node_count && route->goal == earlier->goal &&
	       memcmp(route->nodes + route->node_count - route->merged,
		      earlier->nodes + earlier->node_count - route->merged,
		      route->merged * sizeof *route->nodes) == 0;
}

static bool is_twice(const struct ff_route *route)
{
	for (size_t i = 0; i < route->node_count; i++)
		for (size_t k = 0; k < i; k++)
			if (route->nodes[k] == route->nodes[i])
				return true;
	return false;
}

/* Returns true if no node before the merged part is one of an earlier route. */
static bool is_own(const struct ff_routes *routes, size_t r)
{
	const struct ff_route *route = &routes->items[r];

	for (size_t i = 0; i < route->node_count - route->merged; i++)
		for (size_t k = 0; k < r; k++)
			for (size_t n = 0; n < routes->items[k].node_count; n++)
				if (routes->items[k].nodes[n] == route->nodes[i])
					return false;
	return true;
}

static void check_merged(const struct trip *trip)
{
	struct ff_routes routes = find_routes(trip);

	for (size_t i = 0; i < routes.count; i++) {
		const struct ff_route *route = &routes.items[i];
		bool same = route->merged == 0;

		for (size_t k = 0; k < i && !same; k++)
			same = ends_as(route, &routes.items[k]);
		merged_routes += route->merged > 0;
		CHECK(same && route->merged <= route->node_count,
		      "%s: route %zu ends in %zu nodes that no earlier one ends in", trip->map.name,
		      i, route->merged);
		CHECK(!is_twice(route), "%s: route %zu comes to a node again", trip->map.name, i);
		CHECK(is_own(&routes, i), "%s: route %zu comes upon an earlier one and leaves it",
		      trip->map.name, i);
	}
	ff_routes_free(&routes);
}

static void a_route_that_meets_an_earlier_one_follows_it_to_the_end(void)
{
	try_all_models(times(24), check_merged);
	try_random_trips(&trip_euclid, times(200), check_merged);
	CHECK(merged_routes > 100, "%d routes merged", merged_routes);
}

static uint64_t expanded[2]; /* nodes: without landmarks, with them */

/* ---- by hand ---- */

/* ---- euclid: between straight lines and steps ---- */

/* Returns the planned cost without that between nodes: to the first, and from the last to the goal.
 */
static double at_both_ends(const struct trip *trip, const struct ff_route *route)
{
	const struct ff_portal_graph *graph = &trip->graph;
	double left = route->planned;

	for (size_t i = 1; i < route->node_count; i++) {
		uint32_t from = route->nodes[i - 1], to = route->nodes[i];
		uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[from]);

		left -= sector == ff_sectors_of(&graph->sectors, graph->cells[to])
				? ff_portal_graph_cost(graph, sector, from, to)
				: trip->map.cost.cells[graph->cells[from]];
	}
	return left;
}

/* Returns the costs with euclid between seeds and the cells of the first one's sector; free it. */
static double *integrate_within(const struct trip *trip, const struct ff_seeds *seeds)
{
	double *values = new_values((size_t)trip->map.cost.w * (size_t)trip->map.cost.h), base;
	uint32_t sector = ff_sectors_of(&trip->graph.sectors, (uint32_t)seeds->items[0].cell);
	struct ff_sectors_area area = ff_sectors_area(&trip->graph.sectors, sector);
	struct ff_sector_map map;

	CHECK(ff_sector_map_open(&map, &trip->graph, &trip->map.cost, FF_FIELD_F64, NULL) == FF_OK,
	      "no memory");
	ff_sector_map_take(&map, sector);
	for (size_t i = 0; i < seeds->count; i++)
		if (ff_sectors_of(&trip->graph.sectors, (uint32_t)seeds->items[i].cell) == sector)
			ff_sector_map_start(&map, &(struct ff_seeds){&seeds->items[i], 1});
	base = ff_sector_map_order(&map);
	CHECK(ff_sector_map_integrate(&map) == FF_OK, "no memory");
	for (int32_t i = 0; i < area.w * area.h; i++) {
		uint32_t cell = (uint32_t)ff_cost_index(&trip->map.cost, area.x + i % area.w,
							area.y + i / area.w);

		values[cell] = base + ff_field_raw(&map.field, ff_sector_map_local(&map, cell));
	}
	ff_sector_map_close(&map);
	return values;
}

/* Checks that the planned cost is the sum of its parts. */
static void check_planned(const struct trip *trip, const struct ff_route *route)
{
	uint32_t last = trip->graph.cells[route->nodes[route->node_count - 1]];
	uint32_t sector = ff_sectors_of(&trip->graph.sectors, last);
	struct ff_seed seed = {.cell = route->source}, goals[4];
	struct ff_seeds ends = {goals, 0};
	double *come = integrate_within(trip, &(struct ff_seeds){&seed, 1}), *left, wanted;

	for (size_t i = 0; i < trip->map.seeds.count && ends.count < 4; i++)
		if (ff_sectors_of(&trip->graph.sectors, (uint32_t)trip->map.seeds.items[i].cell) ==
		    sector)
			goals[ends.count++] = trip->map.seeds.items[i];
	if (!CHECK(ends.count > 0, "%s: no goal where a route ends", trip->map.name)) {
		free(come);
		return;
	}
	left = integrate_within(trip, &ends);
	wanted = come[trip->graph.cells[route->nodes[0]]] + left[last];
	CHECK(fabs(at_both_ends(trip, route) - wanted) <= 1e-9 * route->planned,
	      "%s: source %" PRIu32 ": %.17g at its ends, not %.17g", trip->map.name, route->source,
	      at_both_ends(trip, route), wanted);
	free(come);
	free(left);
}

static void check_euclid(const struct trip *trip)
{
	struct ff_routes routes = find_routes(trip);
	double *within = go_within(trip), *left = go_over_graph(trip, within);

	for (size_t i = 0; i < routes.count; i++) {
		const struct ff_route *route = &routes.items[i];
		double most = least_from(trip, within, left, trip->sources[i]), ends;
		double *come;

		/* Steps at both ends are no shorter than straight lines, but pay for other cells in
		 * the other direction. */
		CHECK(route->reached == (most < FF_FIELD_NONEF), "%s: source %zu", trip->map.name,
		      i);
		if (!route->reached)
			continue;
		CHECK(route->planned <= most + 254 && route->planned >= 0,
		      "%s: source %zu costs %g, more than %g", trip->map.name, i, route->planned,
		      most);
		if (route->node_count == 0)
			continue;
		check_planned(trip, route);
		come = come_from(trip, route->source);
		ends = come[trip->graph.cells[route->nodes[0]]] +
		       within[trip->graph.cells[route->nodes[route->node_count - 1]]];
		CHECK(at_both_ends(trip, route) <= ends + 254 &&
			      at_both_ends(trip, route) >= 0.6 * ends - 254,
		      "%s: source %zu: %g at its ends, %g in steps", trip->map.name, i,
		      at_both_ends(trip, route), ends);
		free(come);
	}
	free(within);
	free(left);
	ff_routes_free(&routes);
}

static void with_euclid_ends_cost_about_as_much_as_steps(void)
{
	try_random_trips(&trip_euclid, times(200), check_euclid);
}

/* ---- bounds ---- */

/* Checks that sources cost the same with landmarks as without; 'area' marks the cells that may be
 * sources, or is NULL. */
static void compare_bounds(const struct trip *trip, int count, const uint8_t *area)
{
	struct trip other = *trip;
	struct ff_route_search *search[2];
	int32_t n = trip->map.cost.w * trip->map.cost.h;
	uint64_t dice = ORACLE_SEED;

	other.graph.landmark_count = 0;
	search[0] = open_search(trip);
	search[1] = open_search(&other);
	CHECK(trip->graph.landmark_count > 0, "%s: no landmarks", trip->map.name);
	for (int i = 0; i < count; i++) {
		struct ff_routes with, without;
		uint32_t source;

		do
			source = (uint32_t)sectors_below(&dice, n);
		while (trip->map.cost.cells[source] == FF_COST_WALL ||
		       (area != NULL && area[source] == 0));
		CHECK(ff_route_find(search[0], &trip->map.seeds, &source, 1, &with) == FF_OK &&
			      ff_route_find(search[1], &trip->map.seeds, &source, 1, &without) ==
				      FF_OK,
		      "no memory");
		CHECK(with.items[0].planned == without.items[0].planned,
		      "%s: cell %" PRIu32 " costs %.0f, not %.0f", trip->map.name, source,
		      with.items[0].planned, without.items[0].planned);
		expanded[0] += without.items[0].expanded;
		expanded[1] += with.items[0].expanded;
		ff_routes_free(&with);
		ff_routes_free(&without);
	}
	ff_route_close(search[0]);
	ff_route_close(search[1]);
}

static struct ff_model bounds_model(int k)
{
	return (struct ff_model){.metric = k % 2 ? FF_METRIC_OCTILE : FF_METRIC_MANHATTAN,
				 .step = k / 2 ? FF_STEP_MEAN : FF_STEP_CELL};
}

static void name_bounds(struct trip *trip, const char *kind, int32_t size)
{
	snprintf(trip->map.name, sizeof trip->map.name, "%s %s, %s, sectors of %" PRId32,
		 ff_model_metrics[trip->map.model.metric], ff_model_steps[trip->map.model.step],
		 kind, size);
}

static void landmarks_save_work_and_change_no_costs_on_large_maps(void)
{
	enum { SIDE = 150 };
	static const char *const kinds[] = {"terrain", "random", "caves", "city"};

	for (int k = 0; k < 16; k++) {
		struct ff_model model = bounds_model(k / 4);
		struct trip trip = trip_new(&model, SIDE, SIDE, 1);

		CHECK(mapgen_fill(kinds[k % 4], SIDE, SIDE, 3, trip.map.cost.cells), "no map");
		trip.map.seeds.items[0].cell = SIDE / 2 * SIDE + SIDE / 2;
		trip_cut(&trip, 8, true);
		name_bounds(&trip, kinds[k % 4], 8);
		compare_bounds(&trip, 40, NULL);
		trip_free(&trip);
	}
	CHECK(expanded[1] < expanded[0] && expanded[1] > 0,
	      "%" PRIu64 " nodes with, %" PRIu64 " without", expanded[1], expanded[0]);
}

/* Searches from some cells in one request, each cell twice, and in a request each; sets the numbers
 * of nodes that all of them expand. */
static void compare_requests(const struct trip *trip, uint64_t *together, uint64_t *alone)
{
	enum { SOURCES = 40 };
	struct ff_route_search *search = open_search(trip);
	int32_t n = trip->map.cost.w * trip->map.cost.h;
	uint64_t dice = ORACLE_SEED;
	uint32_t sources[2 * SOURCES];
	struct ff_routes all, one;

	for (int i = 0; i < SOURCES; i++) {
		do
			sources[i] = (uint32_t)sectors_below(&dice, n);
		while (trip->map.cost.cells[sources[i]] == FF_COST_WALL);
		sources[SOURCES + i] = sources[i];
	}
	CHECK(ff_route_find(search, &trip->map.seeds, sources, 2 * SOURCES, &all) == FF_OK,
	      "no memory");
	for (int i = 0; i < SOURCES; i++) {
		const struct ff_route *route = &all.items[i], *same = &all.items[SOURCES + i];

		CHECK(ff_route_find(search, &trip->map.seeds, &sources[i], 1, &one) == FF_OK,
		      "no memory");
		CHECK(route->reached == one.items[0].reached &&
			      route->planned == one.items[0].planned,
		      "%s: cell %" PRIu32 " costs %.0f, not %.0f", trip->map.name, sources[i],
		      route->planned, one.items[0].planned);
		CHECK(same->reached == route->reached && same->planned == route->planned &&
			      same->node_count == route->node_count &&
			      same->merged == same->node_count && same->goal == route->goal &&
			      same->expanded == 0,
		      "%s: cell %" PRIu32 " again", trip->map.name, sources[i]);
		*together += route->expanded;
		*alone += one.items[0].expanded;
		ff_routes_free(&one);
	}
	ff_routes_free(&all);
	ff_route_close(search);
}

static void searches_of_a_request_learn_from_each_other_and_change_no_costs(void)
{
	enum { SIDE = 150 };
	static const char *const kinds[] = {"terrain", "random", "caves", "city"};
	uint64_t together = 0, alone = 0;

	for (int k = 0; k < 16; k++) {
		struct ff_model model = bounds_model(k / 4);
		struct trip trip = trip_new(&model, SIDE, SIDE, 1);

		CHECK(mapgen_fill(kinds[k % 4], SIDE, SIDE, 5, trip.map.cost.cells), "no map");
		trip.map.seeds.items[0].cell = SIDE / 2 * SIDE + SIDE / 2;
		trip_cut(&trip, 8, k % 3 == 0);
		name_bounds(&trip, kinds[k % 4], 8);
		compare_requests(&trip, &together, &alone);
		trip_free(&trip);
	}
	CHECK(together > 0 && 2 * together < alone, "%" PRIu64 " nodes together, %" PRIu64 " alone",
	      together, alone);
}

/* The goal is in the left half, behind a wall. */
static void where_no_goal_can_be_reached_is_searched_once(void)
{
	for (int k = 0; k < 4; k++) {
		struct ff_model model = bounds_model(k);
		struct trip trip = trip_new(&model, 64, 32, 1);
		const uint32_t sources[] = {40, 63, 31 * 64 + 50, 5};
		struct ff_route_search *search;
		struct ff_routes routes;

		trip_fill(&trip, 30, 0, 1, 32, FF_COST_WALL);
		trip.map.seeds.items[0].cell = 3;
		trip_cut(&trip, 8, k % 2 == 0);
		search = open_search(&trip);
		for (int again = 0; again < 2; again++) {
			CHECK(ff_route_find(search, &trip.map.seeds, sources, 4, &routes) == FF_OK,
			      "no memory");
			CHECK(routes.items[0].expanded > 0 && routes.items[1].expanded == 0 &&
				      routes.items[2].expanded == 0,
			      "%d: %" PRIu64 " nodes", k, routes.items[1].expanded);
			CHECK(!routes.items[0].reached && !routes.items[1].reached &&
				      !routes.items[2].reached && routes.items[3].reached,
			      "%d: reached", k);
			ff_routes_free(&routes);
		}
		/* Another goal: what was proved holds no longer. */
		trip.map.seeds.items[0].cell = 60;
		CHECK(ff_route_find(search, &trip.map.seeds, sources, 4, &routes) == FF_OK,
		      "no memory");
		CHECK(routes.items[0].reached && routes.items[1].reached &&
			      routes.items[2].reached && !routes.items[3].reached,
		      "%d: another goal", k);
		ff_routes_free(&routes);
		ff_route_close(search);
		trip_free(&trip);
	}
}

/* Lays a walled serpentine of cost 254 with its only door at x,y. */
static void lay_serpentine(struct trip *trip, int32_t x, int32_t y, int32_t w, int32_t h)
{
	trip_fill(trip, x, y, w, h, FF_COST_WALL);
	for (int32_t row = 1; row < h - 1; row++)
		if (row % 2 == 1)
			trip_fill(trip, x + 1, y + row, w - 2, 1, 254);
		else
			trip_fill(trip, row % 4 == 2 ? x + w - 2 : x + 1, y + row, 1, 1, 254);
	trip_fill(trip, x, y, 1, 2, 254);
}

/* In such sectors the rounding of landmark distances is worth many steps. */
static void landmarks_change_no_costs_in_large_sectors_on_expensive_ground(void)
{
	enum { SIDE = 130 };
	static const int32_t sizes[] = {16, 27, 64}, dearest[] = {3, 30, 254};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < times(40); k++) {
		struct ff_model model = bounds_model(k % 4);
		struct trip trip = trip_new(&model, SIDE, SIDE, (size_t)(1 + k % 3 / 2));
		int32_t size = sizes[k % 3], most = dearest[sectors_below(&dice, 3)];

		for (int32_t i = 0; i < SIDE * SIDE; i++)
			trip.map.cost.cells[i] =
				sectors_below(&dice, 6) == 0
					? FF_COST_WALL
					: (uint8_t)(1 + sectors_below(&dice, most));
		for (int32_t i = 0; i < SIDE * SIDE; i++)
			if (i % SIDE % size == 3 && i / SIDE % size == 3 &&
			    sectors_below(&dice, 2) == 0)
				lay_serpentine(&trip, i % SIDE, i / SIDE, size - 6, size - 6);
		for (size_t i = 0; i < trip.map.seeds.count; i++)
			trip.map.seeds.items[i].cell = draw_open_cell(&trip, &dice);
		trip_cut(&trip, size, true);
		name_bounds(&trip, "expensive ground", size);
		compare_bounds(&trip, 10, NULL);
		trip_free(&trip);
	}
}

/* Goals and sources are in the smaller of two interlocked areas, the landmarks in the other. */
static void landmarks_change_no_costs_in_another_area(void)
{
	enum { SIDE = 96 };
	uint64_t dice = ORACLE_SEED;
	uint8_t *area = oracle_cells(SIDE * SIDE, 1);

	for (int k = 0; k < 16; k++) {
		struct ff_model model = bounds_model(k % 4);
		struct trip trip = trip_new(&model, SIDE, SIDE, 1);
		int32_t size = k / 4 % 2 == 0 ? 16 : 27;

		/* Two combs: 4 of 11 columns are teeth of one, joined at the bottom. */
		for (int32_t i = 0; i < SIDE * SIDE; i++) {
			int32_t x = i % SIDE % 11, y = i / SIDE;
			bool wall = y == 2    ? x < 5 || x == 10
				    : y == 92 ? x > 3
					      : y > 2 && y < 92 && (x == 4 || x == 10);

			area[i] = y > 92 || (x < 4 && y > 2);
			trip.map.cost.cells[i] =
				wall ? FF_COST_WALL : (uint8_t)(1 + sectors_below(&dice, 254));
		}
		do
			trip.map.seeds.items[0].cell = (uint32_t)sectors_below(&dice, SIDE * SIDE);
		while (area[trip.map.seeds.items[0].cell] == 0 ||
		       trip.map.cost.cells[trip.map.seeds.items[0].cell] == FF_COST_WALL);
		trip_cut(&trip, size, true);
		name_bounds(&trip, "two areas", size);
		for (uint32_t n = 0; n < trip.graph.node_count; n++)
			CHECK(trip.graph.joined[n] == !area[trip.graph.cells[n]],
			      "%s: node %" PRIu32, trip.map.name, n);
		compare_bounds(&trip, 30, area);
		trip_free(&trip);
	}
	free(area);
}

/*
 * How good routes through sectors are on real maps: a part of the entries of their benchmarks.
 */

enum { SIZE = 16, CACHE = 1 << 24 };

/* A map, its router, and the quality of its routes. */
struct ground {
	const char *name;
	struct trip trip;
	struct ff_route_search *search;
	struct ff_sector_cache *cache;
	struct ff_sector_field field; /* of a request */
	struct ff_field whole;        /* of the plain solver */
	void *scratch;
	size_t size, entries, every;
	double sum, worst; /* of the ratios */
};

static void check_entry(struct ground *ground, const struct ff_movingai_scen_entry *entry)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct trip *trip = &ground->trip;
	const struct ff_cost *cost = &trip->map.cost;
	uint32_t source = (uint32_t)ff_cost_index(cost, entry->start_x, entry->start_y);
	struct ff_routes routes = {.count = 0};
	struct ff_route *route;
	double first, ours;

	trip->map.seeds.items[0].cell = (uint32_t)ff_cost_index(cost, entry->goal_x, entry->goal_y);
	if (!CHECK(ff_route_find(ground->search, &trip->map.seeds, &source, 1, &routes) == FF_OK &&
			   ff_corridor_fill(&trip->graph, cost, &trip->map.seeds, &routes,
					    ground->cache, &ground->field, &machine) == FF_OK,
		   "%s:%zu", ground->name, entry->line))
		return;
	route = &routes.items[0];
	first = route->cost;
	CHECK(ff_corridor_widen(&trip->graph, cost, &trip->map.seeds, &routes, &ground->field,
				&machine) == FF_OK,
	      "%s:%zu", ground->name, entry->line);
	ours = route->cost / (double)trip->map.unit;
	CHECK(trip->map.model.metric != FF_METRIC_OCTILE ||
		      fabs(ours - entry->length) <= 0.005 + ORACLE_OCTILE_ERROR * entry->length,
	      "%s:%zu: it is %.9g, not %.9g", ground->name, entry->line, ours, entry->length);
	if (ground->every++ % 10 == 0) {
		CHECK(ff_integrate(&trip->map.model, cost, &trip->map.seeds, route->cost,
				   &ground->whole, ground->whole.type == FF_FIELD_U64,
				   ground->scratch, ground->size, &machine) == FF_OK,
		      "%s:%zu", ground->name, entry->line);
		CHECK(route->cost == ff_field_raw(&ground->whole, source),
		      "%s:%zu: %.17g, not %.17g", ground->name, entry->line, route->cost,
		      ff_field_raw(&ground->whole, source));
	}
	if (route->cost > 0) {
		double ratio = first / route->cost;

		ground->entries++;
		ground->sum += ratio;
		ground->worst = ratio > ground->worst ? ratio : ground->worst;
	}
	ff_corridor_clear(&trip->graph, &routes, &ground->field);
	ff_routes_free(&routes);
}

/* Checks 'count' entries, evenly spaced. */
static void check_entries(struct ground *ground, const char *path, size_t count)
{
	struct ff_movingai_scen scen;

	if (!realmaps_scen(path, &ground->trip.map.cost, &scen))
		return;
	CHECK(scen.count >= count, "%zu entries", scen.count);
	for (size_t i = 0; i < count && scen.count >= count; i++)
		check_entry(ground, &scen.items[i * scen.count / count]);
	free(scen.items);
}

/* The model and the number of entries to check of each map. */
struct task {
	const struct ff_model *model;
	size_t count; /* of entries */
};

static void check_ground(const char *path, void *context)
{
	const struct task *task = context;
	const struct ff_model *model = task->model;
	size_t count = task->count;
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ground ground = {.name = strrchr(path, '/') + 1};
	struct ff_cost map;

	if (!realmaps_read(path, &map))
		return;
	ground.trip = trip_new(model, map.w, map.h, 1);
	free(ground.trip.map.cost.cells);
	ground.trip.map.cost = map;
	trip_cut(&ground.trip, SIZE, true);
	ground.whole = field_new(model, map.w, map.h, FF_FIELD_U32);
	ground.size = ff_integrate_scratch(model, FF_FIELD_U32, false, map.w, map.h, &machine);
	ground.scratch = oracle_cells(ground.size, 1);
	if (CHECK(ff_route_open(&ground.search, &ground.trip.graph, &map, &machine) == FF_OK &&
			  ff_sector_field_open(&ground.field, &ground.trip.graph.sectors, model,
					       FF_FIELD_U32) == FF_OK &&
			  ff_sector_cache_open(&ground.cache, CACHE) == FF_OK,
		  "%s", path))
		check_entries(&ground, path, count);
	NOTE("%s, %s: %zu entries cost %.5f times the least in the mean, %.4f at worst",
	     ground.name, ff_model_metrics[model->metric], ground.entries,
	     ground.sum / (double)ground.entries, ground.worst);
	CHECK(ground.entries * 10 >= count * 9 && ground.sum / (double)ground.entries < 1.01 &&
		      ground.worst < 1.15,
	      "%s: %g in the mean, %g at worst", path, ground.sum / (double)ground.entries,
	      ground.worst);
	ff_route_close(ground.search);
	ff_sector_cache_close(ground.cache);
	ff_sector_field_close(&ground.field);
	free(ground.whole.cells);
	free(ground.scratch);
	trip_free(&ground.trip);
}

static void routes_on_real_maps_cost_little_more_than_the_least_and_the_least_when_widened(void)
{
	static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

	realmaps_each(check_ground, &(struct task){&octile, getenv("FULL") != NULL ? 100 : 40});
}

static void so_do_routes_on_real_maps_in_four_directions(void)
{
	if (getenv("FULL") == NULL)
		SKIP("FULL is not set");
	else
		realmaps_each(check_ground, &(struct task){&manhattan, 10});
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(values_are_not_too_low_and_lead_to_a_goal_at_that_cost);
	RUN(widened_routes_cost_the_least);
	RUN(routes_over_expensive_ground_cost_little_more_than_the_least);
	RUN(fields_from_a_cache_are_the_same_as_without);
	RUN(the_only_way_may_be_a_corner_step_between_diagonal_sectors);
	RUN(least_costs_are_found_without_widening_the_field);
	RUN(values_beyond_32_bits_are_refused_and_fit_64);
	RUN(widening_to_values_beyond_32_bits_is_refused);
	RUN(a_planned_cost_is_the_least_that_the_graph_allows);
	RUN(the_nodes_of_a_route_lead_to_its_goal_at_the_planned_cost);
	RUN(a_route_that_meets_an_earlier_one_follows_it_to_the_end);
	RUN(with_euclid_ends_cost_about_as_much_as_steps);
	RUN(landmarks_save_work_and_change_no_costs_on_large_maps);
	RUN(searches_of_a_request_learn_from_each_other_and_change_no_costs);
	RUN(where_no_goal_can_be_reached_is_searched_once);
	RUN(landmarks_change_no_costs_in_large_sectors_on_expensive_ground);
	RUN(landmarks_change_no_costs_in_another_area);
	RUN(routes_on_real_maps_cost_little_more_than_the_least_and_the_least_when_widened);
	RUN(so_do_routes_on_real_maps_in_four_directions);
	return tap_done();
}
