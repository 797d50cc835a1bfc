/*
 * Section "routers" of flowfield.h, against an oracle that shares no code with it.
 */
#include "flowfield.h"
#include "unit/heap.h"
#include "unit/oracle.h"
#include "unit/tap.h"

#include <inttypes.h>
#include <math.h>

enum { SOURCES = 6, GOALS = 3, EUCLID = ORACLE_MODELS, MODELS };

/* A map with a goal, sources, and a router that has been asked for none of them. */
struct request {
	struct oracle truth;
	struct ff_rules rules;
	int32_t size;
	int32_t sources[SOURCES][2];
	double costs[SOURCES];
};

static int32_t below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

static int32_t full(int32_t few, int32_t many)
{
	return getenv("FULL") != NULL ? many : few;
}

/* Rooms with doors, blocks and single walls, on ground of some costs. */
static void build(struct ff_cost *cost, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 1, 3, 254};
	int32_t w = cost->w, h = cost->h, most = dearest[below(dice, 4)];
	int32_t walls = below(dice, 4) == 0 ? below(dice, 45) : below(dice, 8);
	int32_t room = below(dice, 2) == 0 ? 5 + below(dice, 12) : 0;

	for (int32_t i = 0; i < w * h; i++)
		cost->cells[i] =
			below(dice, 100) < walls ? FF_COST_WALL : (uint8_t)(1 + below(dice, most));
	for (int32_t y = 0; y < h && room > 0; y++)
		for (int32_t x = 0; x < w; x++)
			if ((x % room == 0 || y % room == 0) && below(dice, room) > 0)
				cost->cells[y * w + x] = FF_COST_WALL;
}

static uint32_t open_cell(const struct ff_cost *cost, uint64_t *dice)
{
	uint32_t cell = (uint32_t)below(dice, cost->w * cost->h);

	if (cost->cells[cell] == FF_COST_WALL)
		cost->cells[cell] = 2;
	return cell;
}

static int by_start(const void *a, const void *b)
{
	const struct ff_seed *p = a, *q = b;

	return (p->start > q->start) - (p->start < q->start);
}

/* Places another goal, with starts or without, and other sources, some of them in walls. */
static void place(struct request *request, uint64_t *dice)
{
	struct oracle *truth = &request->truth;
	int32_t most = below(dice, 2) == 0 ? 1 : 300;

	for (size_t i = 0; i < truth->seeds.count; i++)
		truth->seeds.items[i] = (struct ff_seed){
			.cell = open_cell(&truth->cost, dice),
			.start = (double)((uint64_t)below(dice, most) * truth->unit)};
	qsort(truth->seeds.items, truth->seeds.count, sizeof *truth->seeds.items, by_start);
	for (int i = 0; i < SOURCES; i++) {
		request->sources[i][0] = below(dice, truth->cost.w);
		request->sources[i][1] = below(dice, truth->cost.h);
	}
}

static struct request begin(int k, uint64_t *dice)
{
	static const int32_t sizes[] = {0, 8, 8, 11, 16, 64};
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	struct ff_model model = k == EUCLID ? euclid : oracle_model(k, FF_FLOW_PATH);
	struct request request = {
		.rules = {.metric = model.metric, .step = model.step, .corners = model.corners},
		.size = sizes[below(dice, 6)]};
	int32_t w = 1 + below(dice, 50), h = 1 + below(dice, 50);

	oracle_new(&request.truth, &model, w, h, (size_t)(1 + below(dice, GOALS)));
	build(&request.truth.cost, dice);
	place(&request, dice);
	snprintf(request.truth.name, sizeof request.truth.name,
		 "model %d, %" PRId32 "x%" PRId32 " by %" PRId32, k, w, h, request.size);
	return request;
}

static struct ff_router *new_router(const struct request *request)
{
	const struct ff_cost *cost = &request->truth.cost;
	struct ff_router *router = NULL;

	CHECK(ff_router_new(cost->w, cost->h, cost->cells, &request->rules, request->size,
			    &router) == FF_OK,
	      "%s", request->truth.name);
	return router;
}

static enum ff_status find(struct ff_router *router, struct request *request, int32_t exact)
{
	const struct oracle *truth = &request->truth;

	ff_router_clear_goals(router);
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];
		uint32_t w = (uint32_t)truth->cost.w, x = (uint32_t)seed->cell % w,
			 y = (uint32_t)seed->cell / w;
		enum ff_status st = ff_router_add_goal(
			router, x, y, (int64_t)(seed->start / (double)truth->unit));

		if (st != FF_OK)
			return st;
	}
	return ff_router_find(router, request->sources[0], SOURCES, exact, request->costs);
}

static bool are_same(const double *a, const double *b)
{
	int i = 0;

	while (i < SOURCES && a[i] == b[i])
		i++;
	return i == SOURCES;
}

static double least(const struct oracle *truth, const int32_t source[2])
{
	uint64_t raw = truth->field[source[1] * truth->cost.w + source[0]];

	return raw == ORACLE_NONE ? (double)INFINITY : (double)raw / (double)truth->unit;
}

/* Several requests of one router, on some maps of each model of whole numbers. */
static void ask(int32_t maps, int32_t exact,
		void (*check)(struct ff_router *router, struct request *request))
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t k = 0; k < maps * ORACLE_MODELS; k++) {
		struct request request = begin(k % ORACLE_MODELS, &dice);
		struct ff_router *router = new_router(&request);

		for (int turn = 0; turn < 3; turn++) {
			oracle_solve(&request.truth);
			CHECK(find(router, &request, exact) == FF_OK, "%s: %s", request.truth.name,
			      ff_error());
			check(router, &request);
			place(&request, &dice); /* which may open cells */
			ff_router_edit_cells(router, 0, 0, request.truth.cost.w,
					     request.truth.cost.h, request.truth.cost.cells);
		}
		ff_router_free(router);
		oracle_free(&request.truth);
	}
}

static void check_least(struct ff_router *router, struct request *request)
{
	(void)router;
	for (int i = 0; i < SOURCES; i++)
		CHECK(request->costs[i] == least(&request->truth, request->sources[i]),
		      "%s: %d: %.17g, not %.17g", request->truth.name, i, request->costs[i],
		      least(&request->truth, request->sources[i]));
}

static void exact_routes_cost_what_the_oracle_says(void)
{
	ask(full(15, 300), 1, check_least);
}

/* Walks a path by the rules; its cost in units, with the goal's start. */
static uint64_t walk(const struct request *request, const double *points, size_t count)
{
	const struct oracle *truth = &request->truth;
	const struct ff_cost *cost = &truth->cost;
	uint64_t paid = 0, start = UINT64_MAX;
	size_t cell = 0;

	for (size_t i = 0; i < count; i++) {
		int32_t x = (int32_t)points[2 * i], y = (int32_t)points[2 * i + 1];
		int d = 0;

		cell = ff_cost_index(cost, x, y);
		while (i + 1 < count && d < 8 &&
		       !(oracle_permitted(cost, truth->model.corners, x, y, d) &&
			 oracle_towards(cost, x, y, d) ==
				 ff_cost_index(cost, (int32_t)points[2 * i + 2],
					       (int32_t)points[2 * i + 3])))
			d++;
		if (i + 1 < count &&
		    CHECK(d < 8, "%s: from %" PRId32 ",%" PRId32, truth->name, x, y))
			paid += oracle_price(truth, cell, d);
	}
	for (size_t i = 0; i < truth->seeds.count; i++)
		if (truth->seeds.items[i].cell == cell &&
		    truth->seeds.items[i].start < (double)start)
			start = (uint64_t)truth->seeds.items[i].start;
	CHECK(start < UINT64_MAX, "%s: it ends at cell %zu, which is no goal", truth->name, cell);
	return paid + start;
}

static uint64_t detours, routes;

static void check_followed(struct ff_router *router, struct request *request)
{
	const struct oracle *truth = &request->truth;
	size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h, count = 4711;
	double *points = oracle_cells(cells, 2 * sizeof *points);

	for (int i = 0; i < SOURCES; i++) {
		double cost = request->costs[i], wanted = least(truth, request->sources[i]);

		if (!CHECK((cost < (double)INFINITY) == (wanted < (double)INFINITY) &&
				   cost >= wanted,
			   "%s: %d: %.17g, not %.17g", truth->name, i, cost, wanted))
			continue;
		if (cost == (double)INFINITY) {
			CHECK(ff_router_path(router, (size_t)i, points, cells, &count) ==
					      FF_E_ANSWER &&
				      count == 0,
			      "%s: %d", truth->name, i);
			continue;
		}
		CHECK(ff_router_path(router, (size_t)i, points, cells, &count) == FF_OK &&
			      count <= cells && points[0] == request->sources[i][0] &&
			      points[1] == request->sources[i][1],
		      "%s: %d: %zu points", truth->name, i, count);
		CHECK((double)walk(request, points, count) <= round(cost * (double)truth->unit),
		      "%s: %d: following costs more than %g", truth->name, i, cost);
		detours += cost > wanted;
		routes++;
	}
	free(points);
}

static void routes_never_cost_less_than_the_least_and_following_them_no_more_than_they_say(void)
{
	ask(full(15, 300), 0, check_followed);
	ask(full(5, 100), 1, check_followed);
	NOTE("%" PRIu64 " of %" PRIu64 " routes are detours", detours, routes);
	CHECK(detours > 0 && detours < routes / 2, "%" PRIu64, detours);
}

/* Holds all layers of two routers' answers against each other, and the paths. */
static void check_same(struct ff_router *one, struct ff_router *other,
		       const struct request *request, const char *what)
{
	static const enum ff_layer layers[] = {FF_LAYER_COST, FF_LAYER_VALUES, FF_LAYER_DIRECTIONS,
					       FF_LAYER_VECTORS, FF_LAYER_CLASSES};
	size_t cells = (size_t)request->truth.cost.w * (size_t)request->truth.cost.h;

	for (int i = 0; i < 5; i++) {
		size_t bytes = ff_router_size(one, layers[i]);
		void *a = oracle_cells(bytes, 1), *b = oracle_cells(bytes, 1);

		CHECK(ff_router_copy(one, layers[i], a, bytes) == FF_OK &&
			      ff_router_copy(other, layers[i], b, bytes) == FF_OK &&
			      memcmp(a, b, bytes) == 0,
		      "%s: %s: layer %d", request->truth.name, what, (int)layers[i]);
		free(a);
		free(b);
	}
	for (size_t i = 0; i < SOURCES; i++) {
		double *a = calloc(cells, 2 * sizeof *a), *b = calloc(cells, 2 * sizeof *b);
		size_t n, m;

		CHECK(ff_router_path(one, i, a, cells, &n) ==
				      ff_router_path(other, i, b, cells, &m) &&
			      n == m && memcmp(a, b, cells * 2 * sizeof *a) == 0,
		      "%s: %s: path %zu", request->truth.name, what, i);
		free(a);
		free(b);
	}
}

/* Asks a new router the same, and holds the answers against each other. */
static void check_fresh(struct ff_router *router, struct request *request, int32_t exact,
			const char *what)
{
	struct ff_router *fresh = new_router(request);
	double costs[SOURCES];

	CHECK(find(router, request, exact) == FF_OK, "%s: %s: %s", request->truth.name, what,
	      ff_error());
	memcpy(costs, request->costs, sizeof costs);
	CHECK(find(fresh, request, exact) == FF_OK, "%s: %s", request->truth.name, what);
	CHECK(are_same(costs, request->costs), "%s: %s", request->truth.name, what);
	check_same(router, fresh, request, what);
	ff_router_free(fresh);
}

static void many_requests_of_one_router_are_answered_as_each_alone(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t k = 0; k < full(5, 100) * MODELS; k++) {
		struct request request = begin(k % MODELS, &dice);
		struct ff_router *router = new_router(&request);

		for (int turn = 0; turn < 4; turn++) {
			check_fresh(router, &request, turn % 2, "one of many");
			place(&request, &dice);
			ff_router_edit_cells(router, 0, 0, request.truth.cost.w,
					     request.truth.cost.h, request.truth.cost.cells);
		}
		ff_router_free(router);
		oracle_free(&request.truth);
	}
}

/* Changes a few cells, or many, and tells the router of them. */
static void edit(struct ff_router *router, struct request *request, uint64_t *dice)
{
	struct ff_cost *cost = &request->truth.cost;

	for (int32_t n = 1 + below(dice, 4); n > 0; n--) {
		int32_t x = below(dice, cost->w), y = below(dice, cost->h);
		int32_t w = 1 + below(dice, cost->w - x), h = 1 + below(dice, cost->h - y);
		uint8_t to = below(dice, 3) == 0 ? FF_COST_WALL : (uint8_t)below(dice, 10);

		w = w > 5 && n > 1 ? 5 : w;
		h = h > 5 ? 5 : h;
		CHECK(ff_router_edit(router, x, y, w, h, to) == FF_OK, "%s", request->truth.name);
		for (int32_t j = y; j < y + h; j++)
			for (int32_t i = x; i < x + w; i++)
				cost->cells[j * cost->w + i] = to == 0 ? 1 : to;
	}
}

static void edited_routers_answer_as_new_ones(void)
{
	uint64_t dice = ORACLE_SEED + 1;

	for (int32_t k = 0; k < full(5, 100) * MODELS; k++) {
		struct request request = begin(k % MODELS, &dice);
		struct ff_router *router;

		request.rules.radius = below(&dice, 3) == 0 ? 0.4 + 0.2 * below(&dice, 8) : 0;
		router = new_router(&request);
		for (int turn = 0; turn < 4; turn++) {
			enum ff_status st;

			place(&request, &dice);
			ff_router_edit_cells(router, 0, 0, request.truth.cost.w,
					     request.truth.cost.h, request.truth.cost.cells);
			if (turn > 0)
				edit(router, &request, &dice);
			if (below(&dice, 2) == 0)
				CHECK(ff_router_prepare(router, 0) == FF_OK, "%s",
				      request.truth.name);
			/* A goal may be walled up now. */
			st = find(router, &request, 0);
			if (st == FF_OK)
				check_fresh(router, &request, turn % 2, "edited");
			else
				CHECK(st == FF_E_INPUT && ff_error()[0] != '\0', "%s: %d",
				      request.truth.name, (int)st);
		}
		ff_router_free(router);
		oracle_free(&request.truth);
	}
}

static void check_with_landmarks(struct ff_router *router, struct request *request)
{
	CHECK(ff_router_prepare(router, 1) == FF_OK, "%s", request->truth.name);
	CHECK(find(router, request, 1) == FF_OK, "%s", request->truth.name);
	check_least(router, request);
	CHECK(find(router, request, 0) == FF_OK, "%s", request->truth.name);
	check_followed(router, request);
}

static void landmarks_change_no_exact_cost(void)
{
	ask(full(4, 80), 0, check_with_landmarks);
}

static void threads_change_no_cell(void)
{
	uint64_t dice = ORACLE_SEED + 2;

	for (int32_t k = 0; k < MODELS; k++) {
		struct request request = begin(k, &dice);
		struct ff_router *router;

		request.rules.threads = 3;
		router = new_router(&request);
		request.rules.threads = 0;
		check_fresh(router, &request, 0, "three threads");
		ff_router_free(router);
		oracle_free(&request.truth);
	}
}

static void layers_show_which_sectors_were_computed(void)
{
	enum { W = 64, H = 64 };
	static uint8_t map[W * H], classes[W * H], directions[W * H], costs[W * H];
	static double values[W * H];
	int32_t source[2] = {2, 1};
	struct ff_router_figures figures;
	struct ff_router *router = NULL;
	double cost = 0;

	map[20] = FF_COST_WALL; /* all else is 0, and read as 1 */
	CHECK(ff_router_new(W, H, map, NULL, 8, &router) == FF_OK &&
		      ff_router_add_goal(router, 0, 0, 0) == FF_OK &&
		      ff_router_add_goal(router, 63, 63, 0) == FF_OK &&
		      ff_router_add_goal(router, 63, 0, 1000) == FF_OK &&
		      ff_router_find(router, source, 1, 0, &cost) == FF_OK,
	      "find");
	CHECK(ff_router_copy(router, FF_LAYER_VALUES, values, sizeof values) == FF_OK &&
		      ff_router_copy(router, FF_LAYER_CLASSES, classes, sizeof classes) == FF_OK &&
		      ff_router_copy(router, FF_LAYER_COST, costs, sizeof costs) == FF_OK &&
		      ff_router_copy(router, FF_LAYER_DIRECTIONS, directions, sizeof directions) ==
			      FF_OK,
	      "copy");
	CHECK(cost == 3 && values[W + 2] == 3 && classes[W + 2] == FF_REACHED, "%g", cost);
	CHECK(values[0] == 0 && classes[0] == FF_GOAL && directions[0] == FF_NONE, "the goal");
	CHECK(values[W * H - 1] == 0 && classes[W * H - 1] == FF_GOAL, "a goal far away");
	CHECK(values[63] == (double)INFINITY && classes[63] == FF_NOT_COMPUTED,
	      "one with a start, which nobody walks to");
	CHECK(classes[20] == FF_WALL && costs[20] == FF_COST_WALL && costs[0] == 1, "a wall");
	CHECK(values[40 * W] == (double)INFINITY && classes[40 * W] == FF_NOT_COMPUTED &&
		      directions[40 * W] == FF_NONE,
	      "a cell far away");
	ff_router_figures(router, &figures);
	CHECK(figures.sectors == 64 && figures.computed == 1 && figures.integrated == 1 &&
		      figures.portals == 112,
	      "%" PRIu64 " portals, %" PRIu64 " computed", figures.portals, figures.computed);
	ff_router_free(router);
}

static void portals_are_all_pairs_across_borders_and_those_of_routes_are_used(void)
{
	enum { W = 40, H = 20, MOST = 400 };
	static uint8_t map[W * H];
	static bool seen[2][W * H];
	struct ff_router_portal portals[MOST];
	const int32_t source[2] = {25, 0};
	struct ff_router *router = NULL;
	uint64_t dice = ORACLE_SEED;
	size_t count = 0;

	/* The first row is a corridor, and the rest is noise. */
	for (int32_t i = W; i < W * H; i++)
		map[i] = i < 2 * W || below(&dice, 3) == 0 ? FF_COST_WALL : 1;
	CHECK(ff_router_new(W, H, map, NULL, 8, &router) == FF_OK &&
		      ff_router_add_goal(router, 0, 0, 0) == FF_OK &&
		      ff_router_portals(router, NULL, 0, &count) == FF_E_ARG &&
		      ff_router_find(router, source, 1, 0, NULL) == FF_OK &&
		      ff_router_portals(router, NULL, 0, &count) == FF_OK && count <= MOST &&
		      ff_router_portals(router, portals, MOST, &count) == FF_OK,
	      "portals");
	for (size_t i = 0; i < count; i++) {
		const struct ff_router_portal *p = &portals[i];

		CHECK(p->used == (p->y == 0 && p->x < 25), "%" PRId32 ",%" PRId32, p->x, p->y);
		for (int32_t k = 0; k < p->length; k++) {
			int32_t x = p->x + (p->dx == 0 ? k : 0), y = p->y + (p->dy == 0 ? k : 0);

			CHECK(!seen[p->dy][y * W + x], "%" PRId32 ",%" PRId32 " twice", x, y);
			seen[p->dy][y * W + x] = true;
		}
	}
	for (int32_t i = 0; i < W * H; i++) {
		int32_t x = i % W, y = i / W;
		bool open = map[i] != FF_COST_WALL;

		CHECK(seen[0][i] == (open && x % 8 == 7 && x + 1 < W && map[i + 1] != FF_COST_WALL),
		      "east of %" PRId32 ",%" PRId32, x, y);
		CHECK(seen[1][i] == (open && y % 8 == 7 && y + 1 < H && map[i + W] != FF_COST_WALL),
		      "south of %" PRId32 ",%" PRId32, x, y);
	}
	ff_router_free(router);
}

static void sectors_are_kept_from_request_to_request_and_edits_price_few(void)
{
	enum { W = 80, H = 80 };
	static uint8_t map[W * H];
	int32_t source[2] = {1, 1};
	struct ff_router_figures first, again, edited;
	struct ff_router *router = NULL;

	memset(map, 3, sizeof map);
	CHECK(ff_router_new(W, H, map, NULL, 0, &router) == FF_OK &&
		      ff_router_add_goal(router, 78, 70, 0) == FF_OK &&
		      ff_router_find(router, source, 1, 0, NULL) == FF_OK,
	      "find");
	ff_router_figures(router, &first);
	CHECK(ff_router_find(router, source, 1, 0, NULL) == FF_OK, "again");
	ff_router_figures(router, &again);
	CHECK(first.integrated == first.computed && first.computed > 7 && again.integrated == 0 &&
		      again.computed == first.computed && again.cache_hits == first.computed &&
		      first.kept == 0 && again.kept == again.computed,
	      "%" PRIu64 " then %" PRIu64, first.integrated, again.integrated);
	CHECK(first.priced == 64, "%" PRIu64, first.priced);
	CHECK(ff_router_edit(router, 35, 35, 1, 1, FF_COST_WALL) == FF_OK &&
		      ff_router_prepare(router, 0) == FF_OK,
	      "edit");
	ff_router_figures(router, &edited);
	CHECK(edited.priced == 65 && edited.computed == 0, "%" PRIu64, edited.priced);
	/* Off the way nothing is computed anew; at the goal everything is. */
	CHECK(ff_router_edit(router, 5, 75, 1, 1, 9) == FF_OK &&
		      ff_router_edit(router, 35, 35, 1, 1, 3) == FF_OK &&
		      ff_router_find(router, source, 1, 0, NULL) == FF_OK,
	      "edits off the way");
	ff_router_figures(router, &edited);
	CHECK(edited.kept >= edited.computed - 1 && edited.integrated <= 1,
	      "%" PRIu64 " of %" PRIu64 " kept", edited.kept, edited.computed);
	CHECK(ff_router_edit(router, 79, 71, 1, 1, 9) == FF_OK &&
		      ff_router_find(router, source, 1, 0, NULL) == FF_OK,
	      "an edit near the goal");
	ff_router_figures(router, &edited);
	CHECK(edited.kept < edited.computed, "all of %" PRIu64 " kept", edited.computed);
	ff_router_free(router);
}

static void larger_maps_get_larger_sectors(void)
{
	static const struct {
		int32_t w, h;
		uint64_t sectors;
	} maps[] = {{256, 128, 26 * 13}, {257, 128, 6 * 3}, {1024, 513, 22 * 11}};
	static const uint8_t cells[1024 * 513];

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		struct ff_router_figures figures = {0};
		struct ff_router *router = NULL;

		CHECK(ff_router_new(maps[i].w, maps[i].h, cells, NULL, 0, &router) == FF_OK &&
			      ff_router_prepare(router, 0) == FF_OK,
		      "%zu", i);
		ff_router_figures(router, &figures);
		CHECK(figures.sectors == maps[i].sectors, "%zu: %" PRIu64, i, figures.sectors);
		ff_router_free(router);
	}
}

static void costs_beyond_32_bits_are_exact(void)
{
	int32_t sources[3][2] = {{0, 0}, {9, 0}, {5, 0}};
	uint8_t map[10];
	double costs[3] = {0};
	struct ff_router *router = NULL;

	memset(map, 254, sizeof map);
	CHECK(ff_router_new(10, 1, map, NULL, 8, &router) == FF_OK, "new");
	for (int turn = 0; turn < 2; turn++) {
		int64_t start = turn == 0 ? FF_GOALS_START_MAX : 7;

		ff_router_clear_goals(router);
		CHECK(ff_router_add_goal(router, 9, 0, start) == FF_OK &&
			      ff_router_find(router, sources[0], 3, turn, costs) == FF_OK,
		      "find");
		CHECK(costs[0] == (double)start + 9 * 254 && costs[1] == (double)start &&
			      costs[2] == (double)start + 4 * 254,
		      "%.17g %.17g %.17g", costs[0], costs[1], costs[2]);
	}
	ff_router_free(router);
}

static void goals_between_cells_are_all_cells_beside_them(void)
{
	int32_t sources[3][2] = {{0, 0}, {1, 0}, {4, 1}};
	static const uint8_t map[10];
	double costs[3] = {0};
	struct ff_router *router = NULL;

	CHECK(ff_router_new(5, 2, map, NULL, 0, &router) == FF_OK &&
		      ff_router_add_goal(router, 0.5, 0.5, 0) == FF_OK &&
		      ff_router_find(router, sources[0], 3, 0, costs) == FF_OK,
	      "find");
	CHECK(costs[0] == 0 && costs[1] == 0 && costs[2] == 3, "%g %g %g", costs[0], costs[1],
	      costs[2]);
	ff_router_free(router);
}

static void with_euclid_a_route_costs_the_length_of_the_line(void)
{
	enum { SIDE = 60 };
	static const uint8_t map[SIDE * SIDE];
	const struct ff_rules rules = {.metric = FF_METRIC_EUCLID};
	int32_t sources[2][2] = {{50, 40}, {3, 55}};
	double costs[2] = {0};
	struct ff_router *router = NULL;

	CHECK(ff_router_new(SIDE, SIDE, map, &rules, 0, &router) == FF_OK &&
		      ff_router_add_goal(router, 5, 5, 0) == FF_OK &&
		      ff_router_find(router, sources[0], 2, 1, costs) == FF_OK,
	      "find");
	CHECK(fabs(costs[0] / hypot(45, 35) - 1) < 0.02 && fabs(costs[1] / hypot(2, 50) - 1) < 0.02,
	      "%g %g", costs[0], costs[1]);
	ff_router_free(router);
}

static void broken_contracts_change_nothing(void)
{
	static const struct ff_rules wrong[] = {
		{.metric = FF_METRICS},
		{.step = FF_STEPS},
		{.corners = FF_CORNERS},
		{.flow = FF_FLOWS},
		{.radius = -1},
		{.radius = (double)NAN},
		{.max_cost = 5},
		{.flee = -1.2},
		{.threads = FF_THREADS_MAX + 1},
		{.threads = -2},
		{.metric = FF_METRIC_EUCLID, .step = FF_STEP_MEAN},
		{.metric = FF_METRIC_EUCLID, .step = FF_STEP_HOPS},
	};
	static const uint8_t map[16] = {[6] = FF_COST_WALL};
	int32_t source[2] = {3, 3}, outside[2] = {4, 0}, wall[2] = {2, 1};
	uint8_t layer[16];
	struct ff_router *router = NULL;
	struct ff_world *world = NULL;
	size_t count = 0;
	double cost = 0;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		router = (struct ff_router *)&cost;
		CHECK(ff_router_new(4, 4, map, &wrong[i], 0, &router) == FF_E_ARG && router == NULL,
		      "rules %zu", i);
	}
	CHECK(ff_router_new(0, 4, map, NULL, 0, &router) == FF_E_ARG &&
		      ff_router_new(4, -1, map, NULL, 0, &router) == FF_E_ARG &&
		      ff_router_new(4, 4, NULL, NULL, 0, &router) == FF_E_ARG &&
		      ff_router_new(4, 4, map, NULL, 7, &router) == FF_E_ARG &&
		      ff_router_new(4, 4, map, NULL, 1025, &router) == FF_E_ARG &&
		      ff_router_new(INT32_MAX, INT32_MAX, map, NULL, 0, &router) == FF_E_ARG &&
		      ff_router_new(4, 4, map, NULL, 0, NULL) == FF_E_ARG,
	      "new");
	ff_router_free(NULL);
	CHECK(ff_router_new(4, 4, map, NULL, 0, &router) == FF_OK, "new");
	CHECK(ff_router_path(router, 0, NULL, 0, &count) == FF_E_ARG &&
		      ff_router_world(router, &world) == FF_E_ARG && world == NULL &&
		      ff_router_copy(router, FF_LAYER_COST, layer, 16) == FF_E_ARG,
	      "without an answer");
	CHECK(ff_router_find(router, source, 1, 0, &cost) == FF_E_INPUT && ff_error()[0] != '\0',
	      "without a goal: %s", ff_error());
	CHECK(ff_router_add_goal(router, 4, 0, 0) == FF_E_ARG &&
		      ff_router_add_goal(router, 0, -0.6, 0) == FF_E_ARG &&
		      ff_router_add_goal(router, (double)NAN, 0, 0) == FF_E_ARG &&
		      ff_router_add_goal(router, 0, 0, -1) == FF_E_ARG &&
		      ff_router_add_goal(router, 0, 0, FF_GOALS_START_MAX + 1) == FF_E_ARG,
	      "goals");
	CHECK(ff_router_add_goal(router, 2, 1, 0) == FF_OK &&
		      ff_router_find(router, source, 1, 0, &cost) == FF_E_INPUT &&
		      strstr(ff_error(), "2,1") != NULL,
	      "a goal on a wall: %s", ff_error());
	ff_router_clear_goals(router);
	CHECK(ff_router_add_goal(router, 0, 0, 0) == FF_OK &&
		      ff_router_find(router, source, 1, 0, &cost) == FF_OK && cost == 6,
	      "%g", cost);
	CHECK(ff_router_find(router, outside, 1, 0, &cost) == FF_E_ARG &&
		      ff_router_find(router, NULL, 1, 0, &cost) == FF_E_ARG,
	      "sources");
	CHECK(ff_router_edit(router, 3, 3, 2, 1, 5) == FF_E_ARG &&
		      ff_router_edit(router, -1, 0, 1, 1, 5) == FF_E_ARG &&
		      ff_router_edit(router, 0, 0, 0, 1, 5) == FF_E_ARG &&
		      ff_router_edit_cells(router, 0, 0, 1, 1, NULL) == FF_E_ARG,
	      "edits");
	CHECK(ff_router_path(router, 1, NULL, 0, &count) == FF_E_ARG &&
		      ff_router_path(router, 0, NULL, 1, &count) == FF_E_ARG &&
		      ff_router_copy(router, FF_LAYER_COST, layer, 15) == FF_E_ARG &&
		      ff_router_copy(router, FF_LAYER_SIGHT, layer, 0) == FF_E_ARG &&
		      ff_router_size(router, FF_LAYER_ALLOCATION) == 0,
	      "answers");
	CHECK(ff_router_path(router, 0, NULL, 0, &count) == FF_OK && count == 7,
	      "the answer is still there: %zu", count);
	CHECK(ff_router_edit(router, 0, 0, 4, 1, 9) == FF_OK &&
		      ff_router_edit_cells(router, 0, 1, 4, 1, map + 4) == FF_OK &&
		      ff_router_path(router, 0, NULL, 0, &count) == FF_OK && count == 7,
	      "until the next request: %zu", count);
	CHECK(ff_router_world(router, &world) == FF_E_ARG && world == NULL &&
		      ff_router_world(router, NULL) == FF_E_ARG,
	      "a world of another map");
	CHECK(ff_router_find(router, wall, 1, 0, &cost) == FF_OK && cost == (double)INFINITY &&
		      ff_router_find(router, NULL, 0, 0, NULL) == FF_OK,
	      "a source in a wall, and none");
	ff_router_free(router);
}

/* ---- line of sight ---- */

/* Copies a layer of a router; the caller frees it. */
static void *layer_of(struct ff_router *router, enum ff_layer layer)
{
	size_t bytes = ff_router_size(router, layer);
	void *cells = oracle_cells(bytes, 1);

	CHECK(ff_router_copy(router, layer, cells, bytes) == FF_OK, "layer %d", (int)layer);
	return cells;
}

/* Compares a router with a world of the same map and goals; counts cells that see a goal. */
static size_t compare_sight(struct ff_router *router, const struct request *request)
{
	const struct oracle *truth = &request->truth;
	size_t count = (size_t)truth->cost.w * (size_t)truth->cost.h, seen = 0;
	struct ff_world *world = NULL;
	int64_t *theirs, *ours = layer_of(router, FF_LAYER_SIGHT);
	uint8_t *classes = layer_of(router, FF_LAYER_CLASSES);
	uint8_t *turned = layer_of(router, FF_LAYER_DIRECTIONS), *turns;
	float(*vectors)[2] = layer_of(router, FF_LAYER_VECTORS), (*lines)[2];

	CHECK(ff_world_new(truth->cost.w, truth->cost.h, truth->cost.cells, &request->rules,
			   &world) == FF_OK,
	      "%s", truth->name);
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const uint32_t w = (uint32_t)truth->cost.w;
		const uint32_t row = (uint32_t)truth->seeds.items[i].cell / w;

		ff_world_add_goal(world, (uint32_t)truth->seeds.items[i].cell % w, row, 0);
	}
	CHECK(ff_world_solve(world) == FF_OK, "%s", truth->name);
	theirs = oracle_cells(count, sizeof *theirs);
	turns = oracle_cells(count, 1);
	lines = oracle_cells(count, sizeof *lines);
	CHECK(ff_world_copy(world, FF_LAYER_SIGHT, theirs, count * sizeof *theirs) == FF_OK &&
		      ff_world_copy(world, FF_LAYER_DIRECTIONS, turns, count) == FF_OK &&
		      ff_world_copy(world, FF_LAYER_VECTORS, lines, count * sizeof *lines) == FF_OK,
	      "%s", truth->name);
	for (size_t i = 0; i < count; i++) {
		bool has = classes[i] == FF_REACHED || classes[i] == FF_GOAL;

		CHECK(ours[i] == (has ? theirs[i] : -1), "%s: cell %zu sees %" PRId64, truth->name,
		      i, ours[i]);
		if (ours[i] < 0 || request->rules.sight == 0)
			continue;
		CHECK(turned[i] == turns[i] && vectors[i][0] == lines[i][0] &&
			      vectors[i][1] == lines[i][1],
		      "%s: cell %zu turns to %d", truth->name, i, turned[i]);
		seen += classes[i] == FF_REACHED;
	}
	ff_world_free(world);
	free(ours);
	free(theirs);
	free(classes);
	free(turned);
	free(turns);
	free(vectors);
	free(lines);
	return seen;
}

static void computed_cells_that_see_a_goal_point_straight_at_it_as_in_a_world(void)
{
	uint64_t dice = ORACLE_SEED;
	size_t seen = 0;

	for (int32_t k = 0; k < full(4, 40) * MODELS; k++) {
		struct request request = begin(k % MODELS, &dice);
		struct ff_router *router;

		for (size_t i = 0; i < request.truth.seeds.count; i++)
			request.truth.seeds.items[i].start = 0;
		request.rules.sight = k % 3 != 0;
		router = new_router(&request);
		CHECK(find(router, &request, k % 2) == FF_OK, "%s", request.truth.name);
		seen += compare_sight(router, &request);
		ff_router_free(router);
		oracle_free(&request.truth);
	}
	CHECK(seen > 1000, "%zu cells", seen);
}

/* ---- worlds of an answer ---- */

/* Makes a world of a router's answer. */
static struct ff_world *world_of(struct ff_router *router)
{
	struct ff_world *world = NULL;

	CHECK(ff_router_world(router, &world) == FF_OK && world != NULL, "%s", ff_error());
	return world;
}

/* Where only two sectors meet at a corner, no disc gets through. */
static void crowds_get_around_the_corners_of_sectors(void)
{
	enum { SIDE = 40, SIZE = 8, ACROSS = 3, STEPS = 990 };
	static const uint8_t map[SIDE * SIDE];
	const struct ff_rules rules = {.metric = FF_METRIC_OCTILE};
	int32_t sources[ACROSS * ACROSS][2];
	double points[2];
	struct ff_router *router = NULL;
	struct ff_crowd *crowd = NULL;
	uint8_t states[ACROSS * ACROSS];
	struct ff_world *world;
	size_t count;

	for (int32_t i = 0; i < ACROSS * ACROSS; i++) {
		sources[i][0] = 12 + i % ACROSS;
		sources[i][1] = 25 + i / ACROSS;
	}
	CHECK(ff_router_new(SIDE, SIDE, map, &rules, SIZE, &router) == FF_OK &&
		      ff_router_add_goal(router, 20, 19, 0) == FF_OK &&
		      ff_router_find(router, sources[0], ACROSS * ACROSS, 0, NULL) == FF_OK &&
		      ff_crowd_new(NULL, &crowd) == FF_OK,
	      "%s", ff_error());
	world = world_of(router);
	for (int32_t i = 0; i < ACROSS * ACROSS; i++)
		CHECK(ff_crowd_add(crowd, world, sources[i][0], sources[i][1], 0.3, 1, NULL) ==
			      FF_OK,
		      "%s", ff_error());
	for (int step = 0; step < STEPS; step++)
		ff_crowd_step(crowd);
	ff_crowd_copy(crowd, FF_CROWD_STATES, states, sizeof states);
	for (int i = 0; i < ACROSS * ACROSS; i++)
		CHECK(states[i] == FF_CROWD_ARRIVED, "walker %d is %d", i, states[i]);
	CHECK(ff_router_path(router, ACROSS * ACROSS - 1, points, 1, &count) == FF_OK &&
		      ff_router_path(router, ACROSS * ACROSS, points, 1, &count) == FF_E_ARG,
	      "sources are those of the request");
	ff_crowd_free(crowd);
	ff_world_free(world);
	ff_router_free(router);
}

/* Checks that a world has the layers of a router. */
static void check_layers(struct ff_router *router, struct ff_world *world, const char *name)
{
	static const enum ff_layer layers[] = {FF_LAYER_VALUES, FF_LAYER_DIRECTIONS,
					       FF_LAYER_VECTORS, FF_LAYER_CLASSES, FF_LAYER_SIGHT};

	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
		size_t bytes = ff_router_size(router, layers[i]);
		void *wanted = layer_of(router, layers[i]), *cells = oracle_cells(bytes, 1);

		CHECK(ff_world_copy(world, layers[i], cells, bytes) == FF_OK &&
			      memcmp(cells, wanted, bytes) == 0,
		      "%s: layer %d", name, (int)layers[i]);
		free(wanted);
		free(cells);
	}
}

/* Checks that a world is that of a map and a goal once it is solved. */
static void check_solved(struct ff_world *world, const struct request *request)
{
	const struct oracle *truth = &request->truth;
	struct ff_difference difference;
	struct ff_world *whole = NULL;
	struct ff_fault fault;

	CHECK(ff_world_new(truth->cost.w, truth->cost.h, truth->cost.cells, &request->rules,
			   &whole) == FF_OK,
	      "%s", truth->name);
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];
		const uint32_t row = (uint32_t)seed->cell / (uint32_t)truth->cost.w;

		ff_world_add_goal(whole, (uint32_t)seed->cell % (uint32_t)truth->cost.w, row,
				  (int64_t)(seed->start / (double)truth->unit));
	}
	CHECK(ff_world_solve(whole) == FF_OK && ff_world_solve(world) == FF_OK &&
		      ff_world_compare(whole, world, &difference) == FF_OK &&
		      difference.cells == 0 && difference.turned == 0 &&
		      ff_world_verify(world, &fault) == FF_OK,
	      "%s: %" PRIu64 " cells differ", truth->name, difference.cells);
	CHECK(ff_world_edit(world, 0, 0, 1, 1, 7) == FF_OK &&
		      ff_world_edit(whole, 0, 0, 1, 1, 7) == FF_OK &&
		      ff_world_solve(whole) == FF_OK && ff_world_solve(world) == FF_OK &&
		      ff_world_compare(whole, world, &difference) == FF_OK &&
		      difference.cells == 0 && difference.turned == 0,
	      "%s: repaired, %" PRIu64 " cells differ", truth->name, difference.cells);
	ff_world_free(whole);
}

static void a_world_of_an_answer_has_its_cells_until_it_is_solved(void)
{
	uint64_t dice = ORACLE_SEED + 3;

	for (int32_t k = 0; k < full(4, 40) * MODELS; k++) {
		struct request request = begin(k % MODELS, &dice);
		size_t cells = (size_t)request.truth.cost.w * (size_t)request.truth.cost.h;
		int32_t *areas = oracle_cells(cells, sizeof *areas);
		struct ff_router *router;
		struct ff_world *world;
		struct ff_fault fault;

		request.rules.sight = k % 3 == 0;
		request.rules.radius = below(&dice, 3) == 0 ? 0.8 : 0;
		router = new_router(&request);
		if (find(router, &request, 0) == FF_OK) {
			world = world_of(router);
			check_layers(router, world, request.truth.name);
			CHECK(ff_world_copy(world, FF_LAYER_ALLOCATION, areas,
					    cells * sizeof *areas) == FF_E_ARG &&
				      ff_world_verify(world, &fault) == FF_E_ARG,
			      "%s: allocation", request.truth.name);
			ff_router_edit(router, 0, 0, 1, 1, 9);
			check_solved(world, &request);
			ff_world_free(world);
		}
		ff_router_free(router);
		oracle_free(&request.truth);
		free(areas);
	}
}

/* Adds walkers to a crowd at some places, of which the router has been asked for the cells. */
static void add_walkers(struct ff_crowd *crowd, const struct ff_world *world, int32_t (*places)[2],
			size_t count)
{
	for (size_t i = 0; i < count; i++)
		CHECK(ff_crowd_add(crowd, world, places[i][0], places[i][1], 0.3, 1, NULL) == FF_OK,
		      "walker %zu", i);
}

/* Returns the seconds until all walkers have arrived; 1000: not in that time. */
static double time_of(struct ff_crowd *crowd)
{
	uint8_t states[200];
	size_t left = 1;

	while (left > 0 && ff_crowd_time(crowd) < 1000) {
		ff_crowd_step(crowd);
		CHECK(ff_crowd_copy(crowd, FF_CROWD_STATES, states, sizeof states) == FF_OK,
		      "states");
		left = 0;
		for (size_t i = 0; i < sizeof states; i++)
			left += states[i] != FF_CROWD_ARRIVED;
	}
	return ff_crowd_time(crowd);
}

static void a_crowd_passes_a_door_on_the_computed_sectors_in_about_the_time_of_a_world(void)
{
	enum { W = 60, H = 40, DOOR = 20, WALKERS = 200 };
	static uint8_t map[W * H];
	static int32_t places[WALKERS][2];
	const struct ff_rules rules = {.metric = FF_METRIC_EUCLID};
	struct ff_router *router = NULL;
	struct ff_world *world, *whole = NULL;
	struct ff_crowd *crowd = NULL, *other = NULL;
	struct ff_router_figures figures;
	double took, least;

	for (int32_t y = 0; y < H; y++)
		map[y * W + 30] = y == DOOR || y == DOOR + 1 ? 1 : FF_COST_WALL;
	for (int32_t i = 0; i < WALKERS; i++) {
		places[i][0] = 5 + i % 20;
		places[i][1] = 14 + i / 20;
	}
	CHECK(ff_router_new(W, H, map, &rules, 10, &router) == FF_OK &&
		      ff_router_add_goal(router, 55, 20, 0) == FF_OK &&
		      ff_router_find(router, places[0], WALKERS, 0, NULL) == FF_OK &&
		      ff_world_new(W, H, map, &rules, &whole) == FF_OK &&
		      ff_world_add_goal(whole, 55, 20, 0) == FF_OK &&
		      ff_world_solve(whole) == FF_OK && ff_crowd_new(NULL, &crowd) == FF_OK &&
		      ff_crowd_new(NULL, &other) == FF_OK,
	      "new");
	world = world_of(router);
	ff_router_figures(router, &figures);
	CHECK(figures.computed < figures.sectors, "all sectors are computed");
	ff_router_free(router);
	add_walkers(crowd, world, places, WALKERS);
	add_walkers(other, whole, places, WALKERS);
	took = time_of(crowd);
	least = time_of(other);
	CHECK(took < 1.25 * least && took < 1000, "%g seconds, %g in the world", took, least);
	ff_crowd_free(crowd);
	ff_crowd_free(other);
	ff_world_free(world);
	ff_world_free(whole);
}

/* ---- memory ---- */

/* Tries until memory does not run out, which it does once; '*all' notes that. */
#define TRY(call, all)                                          \
	do {                                                    \
		enum ff_status tried = (call);                  \
                                                                \
		if (tried == FF_E_NOMEM)                        \
			*(all) = tried, tried = (call);         \
		CHECK(tried == FF_OK, "status %d", (int)tried); \
	} while (0)

/* A request, an edit, the same without it, and another request. */
static enum ff_status try_all(const void *with)
{
	static uint8_t classes[50 * 50];
	const struct request *wanted = with;
	struct request request = *wanted;
	const struct ff_cost *cost = &request.truth.cost;
	struct ff_router *router = NULL;
	struct ff_world *world = NULL;
	enum ff_status st =
		ff_router_new(cost->w, cost->h, cost->cells, &request.rules, request.size, &router);

	if (st != FF_OK) {
		CHECK(router == NULL, "something is set");
		return st;
	}
	for (int turn = 0; turn < 3; turn++) {
		TRY(find(router, &request, 1), &st);
		CHECK(are_same(request.costs, wanted->costs), "turn %d", turn);
		TRY(ff_router_copy(router, FF_LAYER_CLASSES, classes,
				   (size_t)cost->w * (size_t)cost->h),
		    &st);
		TRY(ff_router_world(router, &world), &st);
		ff_world_free(world);
		TRY(ff_router_edit(router, 0, 0, 1, 1, 5), &st);
		TRY(ff_router_prepare(router, turn == 1), &st);
		TRY(ff_router_edit(router, 0, 0, 1, 1, cost->cells[0]), &st);
	}
	CHECK(st == FF_OK || strstr(ff_error(), ": out of memory") != NULL, "%s", ff_error());
	ff_router_free(router);
	return st;
}

static void a_router_survives_any_allocation_that_fails(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < MODELS; k += 3) {
		struct request request = begin(k, &dice);
		struct ff_router *router;

		request.size = 8;
		request.rules.radius = k == 3 ? 0.8 : 0;
		request.truth.cost.cells[0] = 1;
		if (request.rules.radius > 0)
			memset(request.truth.cost.cells, 1,
			       (size_t)(request.truth.cost.w * request.truth.cost.h));
		router = new_router(&request);
		while (find(router, &request, 1) == FF_E_INPUT)
			place(&request, &dice); /* not beside the edge of the map */
		if (CHECK(find(router, &request, 1) == FF_OK, "%s", request.truth.name))
			heap_survives(try_all, &request, 20);
		ff_router_free(router);
		oracle_free(&request.truth);
	}
}

int main(void)
{
	RUN(exact_routes_cost_what_the_oracle_says);
	RUN(routes_never_cost_less_than_the_least_and_following_them_no_more_than_they_say);
	RUN(many_requests_of_one_router_are_answered_as_each_alone);
	RUN(edited_routers_answer_as_new_ones);
	RUN(landmarks_change_no_exact_cost);
	RUN(threads_change_no_cell);
	RUN(layers_show_which_sectors_were_computed);
	RUN(portals_are_all_pairs_across_borders_and_those_of_routes_are_used);
	RUN(sectors_are_kept_from_request_to_request_and_edits_price_few);
	RUN(larger_maps_get_larger_sectors);
	RUN(costs_beyond_32_bits_are_exact);
	RUN(goals_between_cells_are_all_cells_beside_them);
	RUN(with_euclid_a_route_costs_the_length_of_the_line);
	RUN(computed_cells_that_see_a_goal_point_straight_at_it_as_in_a_world);
	RUN(a_world_of_an_answer_has_its_cells_until_it_is_solved);
	RUN(a_crowd_passes_a_door_on_the_computed_sectors_in_about_the_time_of_a_world);
	RUN(crowds_get_around_the_corners_of_sectors);
	RUN(broken_contracts_change_nothing);
	RUN(a_router_survives_any_allocation_that_fails);
	return tap_done();
}
