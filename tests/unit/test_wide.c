/* Wide maps: integration, repairs and directions against relaxation to the fixed point. */
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/solve/solve.h"
#include "core/update/update.h"
#include "nearest.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 14, CELLS = SIDE * SIDE };

struct world {
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seed seed[2];
	struct ff_seeds seeds;
	struct ff_field field;
};

static uint32_t below(uint64_t *dice, uint32_t n)
{
	return (uint32_t)(oracle_random(dice) % n);
}

/* Returns a cost: extremes beside each other, small ones, any, or a wall. */
static uint32_t any_cost(uint64_t *dice)
{
	switch (below(dice, 6)) {
	case 0:
		return 1;
	case 1:
		return FF_COST_WIDE_MAX;
	case 2:
		return 1 + below(dice, 300);
	case 3:
		return FF_COST_WIDE_WALL;
	default:
		return 1 + below(dice, FF_COST_WIDE_MAX);
	}
}

static bool is_open(const struct ff_cost *cost, int x, int y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h &&
	       cost->wide[y * cost->w + x] != FF_COST_WIDE_WALL;
}

/* Relaxes all steps until nothing changes, by the contract of the rules. */
static void relax(const struct world *world, uint64_t *value)
{
	const struct ff_cost *cost = &world->cost;
	bool moves = true;

	for (int i = 0; i < cost->w * cost->h; i++)
		value[i] = ORACLE_NONE;
	for (size_t i = 0; i < world->seeds.count; i++)
		if ((uint64_t)world->seeds.items[i].start < value[world->seeds.items[i].cell])
			value[world->seeds.items[i].cell] = (uint64_t)world->seeds.items[i].start;
	while (moves) {
		moves = false;
		for (int i = 0; i < cost->w * cost->h; i++)
			for (int k = 0; k < 9; k++) {
				int x = i % cost->w, y = i / cost->w, dx = k % 3 - 1,
				    dy = k / 3 - 1;
				int sides = is_open(cost, x + dx, y) + is_open(cost, x, y + dy);
				uint64_t price, there;

				if (k == 4 || !is_open(cost, x, y) ||
				    !is_open(cost, x + dx, y + dy))
					continue;
				if (dx != 0 && dy != 0 &&
				    (world->model.metric == FF_METRIC_MANHATTAN ||
				     (world->model.corners == FF_CORNERS_STRICT && sides < 2) ||
				     (world->model.corners == FF_CORNERS_LENIENT && sides < 1)))
					continue;
				there = value[i + dy * cost->w + dx];
				price = cost->wide[i];
				if (world->model.step == FF_STEP_MEAN)
					price += cost->wide[i + dy * cost->w + dx];
				if (world->model.metric == FF_METRIC_OCTILE)
					price *= dx != 0 && dy != 0 ? 577 : 408;
				if (world->model.step == FF_STEP_HOPS)
					price = world->model.scale;
				if (there != ORACLE_NONE && there + price < value[i]) {
					value[i] = there + price;
					moves = true;
				}
			}
	}
}

/* Makes a random world with at least one open cell. */
static void make_world(struct world *world, const struct ff_model *model, uint64_t *dice)
{
	int32_t w = 1 + (int32_t)below(dice, SIDE), h = 1 + (int32_t)below(dice, SIDE);

	*world = (struct world){.model = *model};
	world->model.scale = 1 + below(dice, FF_COST_WIDE_MAX);
	if (!ff_cost_new(&world->cost, w, h, true))
		abort();
	for (int32_t i = 0; i < w * h; i++)
		ff_cost_set(&world->cost, (size_t)i, any_cost(dice));
	world->seed[0].cell = below(dice, (uint32_t)(w * h));
	world->seed[1].cell = below(dice, (uint32_t)(w * h));
	world->seed[1].start = below(dice, 3) * 100000;
	for (int k = 0; k < 2; k++)
		if (world->cost.wide[world->seed[k].cell] == FF_COST_WIDE_WALL)
			ff_cost_set(&world->cost, world->seed[k].cell, 7);
	world->seeds = (struct ff_seeds){world->seed, 2};
	world->field = (struct ff_field){.w = w,
					 .h = h,
					 .type = ff_integrate_type(&world->model),
					 .unit = ff_model_unit(&world->model),
					 .cells = malloc(CELLS * sizeof(double))};
}

static void free_world(struct world *world)
{
	free(world->cost.cells);
	free(world->field.cells);
}

static enum ff_status integrate_once(struct world *world, size_t budget)
{
	size_t size = ff_integrate_scratch(&world->model, world->field.type,
					   world->field.type == FF_FIELD_U64, world->cost.w,
					   world->cost.h, NULL);
	void *scratch = malloc(size);
	struct ff_integrate run;
	enum ff_status st = ff_integrate_begin(
		&run, &world->model, &world->cost, &world->seeds, FF_FIELD_NONEF, &world->field,
		world->field.type == FF_FIELD_U64, scratch, size, NULL);

	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, budget);
	free(scratch);
	return st;
}

/* Integrates with the field's type, or, where a value does not fit, with 64 bits. */
static enum ff_status integrate(struct world *world, size_t budget)
{
	enum ff_status st = integrate_once(world, budget);

	if (st != FF_E_LIMIT || world->field.type == FF_FIELD_U64)
		return st;
	world->field.type = FF_FIELD_U64;
	return integrate_once(world, budget);
}

static void compare_field(const struct world *world, const char *what)
{
	uint64_t value[CELLS];

	relax(world, value);
	for (int i = 0; i < world->cost.w * world->cost.h; i++) {
		double wanted = value[i] == ORACLE_NONE ? FF_FIELD_NONEF : (double)value[i];
		double is = ff_field_raw(&world->field, (size_t)i);

		if (!CHECK(is == wanted, "%s: cell %d of %" PRId32 "x%" PRId32 " is %.0f, not %.0f",
			   what, i, world->cost.w, world->cost.h, is, wanted))
			return;
	}
}

static void integers_are_the_least_over_all_ways(void)
{
	uint64_t dice = ORACLE_SEED;
	int narrow = 0;

	for (int k = 0; k < 40 * ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		struct world world;

		make_world(&world, &model, &dice);
		world.field.type = k % 4 == 0 ? FF_FIELD_U64 : FF_FIELD_U32;
		CHECK(integrate(&world, k % 3 == 0 ? 1 + below(&dice, 20) : SIZE_MAX) == FF_OK,
		      "integrates");
		compare_field(&world, "afresh");
		narrow += world.field.type == FF_FIELD_U32;
		free_world(&world);
	}
	CHECK(narrow > 20 * ORACLE_MODELS, "%d fields of 32 bits", narrow);
}

/* Makes up to four edits, none of them a wall on a seed. */
static size_t make_edits(const struct world *world, struct ff_cost_change *changes, uint64_t *dice)
{
	size_t count = 1 + below(dice, 4);

	for (size_t i = 0; i < count; i++) {
		uint32_t cell = below(dice, (uint32_t)(world->cost.w * world->cost.h));
		uint32_t cost = any_cost(dice);

		if (cell == world->seed[0].cell || cell == world->seed[1].cell)
			cost = cost == FF_COST_WIDE_WALL ? 3 : cost;
		changes[i] = (struct ff_cost_change){cell, (uint16_t)cost};
	}
	return count;
}

static int by_start(const void *a, const void *b)
{
	const struct ff_seed *left = a, *right = b;

	return (left->start > right->start) - (left->start < right->start);
}

static void a_repair_is_what_integrating_afresh_gives(void)
{
	uint64_t dice = ORACLE_SEED + 1;
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	int repaired = 0;

	for (int k = 0; k < 20 * (ORACLE_MODELS + 4); k++) {
		int number = k % (ORACLE_MODELS + 4);
		struct ff_model model =
			number < ORACLE_MODELS ? oracle_model(number, FF_FLOW_PATH) : euclid;
		struct ff_cost_change changes[4];
		double before[CELLS];
		struct ff_update *update;
		struct world world;
		enum ff_status st;
		size_t count, bytes;

		make_world(&world, &model, &dice);
		qsort(world.seed, 2, sizeof *world.seed, by_start);
		CHECK(integrate(&world, SIZE_MAX) == FF_OK, "integrates");
		bytes = (size_t)(world.cost.w * world.cost.h) * ff_field_size(world.field.type);
		CHECK(ff_update_open(&update, &world.model, &world.cost, &world.seeds,
				     FF_FIELD_NONEF, &world.field) == FF_OK,
		      "opens");
		for (int step = 0; step < 4; step++) {
			count = make_edits(&world, changes, &dice);
			st = ff_update(update, changes, count, NULL, SIZE_MAX);
			CHECK(st == FF_OK || st == FF_E_LIMIT, "status %d", (int)st);
			repaired += st == FF_OK;
			memcpy(before, world.field.cells, bytes);
			CHECK(integrate(&world, SIZE_MAX) == FF_OK, "integrates");
			CHECK(st != FF_OK || memcmp(before, world.field.cells, bytes) == 0,
			      "map %d, step %d: the repair differs", k, step);
			if (number < ORACLE_MODELS)
				compare_field(&world, "edited");
			if (st != FF_OK)
				ff_update_reset(update);
		}
		ff_update_close(update);
		free_world(&world);
	}
	CHECK(repaired > 600, "%d repairs", repaired);
}

/* Makes a map of bytes and a wide one with the same costs, a few of them often. */
static void make_pair(struct ff_cost *bytes, struct ff_cost *wide, int32_t w, int32_t h,
		      uint64_t *dice)
{
	static const uint8_t some[] = {1, 1, 1, 1, 2, 254, 7, FF_COST_WALL};

	if (!ff_cost_new(bytes, w, h, false) || !ff_cost_new(wide, w, h, true))
		abort();
	for (int32_t i = 0; i < w * h; i++) {
		uint8_t cost = i == 0 ? 1 : some[below(dice, 8)];

		ff_cost_set(bytes, (size_t)i, cost);
		ff_cost_set(wide, (size_t)i, cost == FF_COST_WALL ? FF_COST_WIDE_WALL : cost);
	}
}

static void sight_is_that_of_a_map_of_bytes(void)
{
	uint64_t dice = ORACLE_SEED + 3;

	for (int k = 0; k < 40; k++) {
		int32_t w = 1 + (int32_t)below(&dice, 40), h = 1 + (int32_t)below(&dice, 40);
		size_t cells = (size_t)w * (size_t)h, count = 1 + below(&dice, 30);
		struct ff_cost maps[2];
		struct ff_labels nearest[2];
		struct ff_field field = {
			.w = w, .h = h, .type = FF_FIELD_F64, .cells = calloc(cells, 8)};
		struct ff_seed *seeds = calloc(count, sizeof *seeds);
		size_t kept = 0;

		make_pair(&maps[0], &maps[1], w, h, &dice);
		for (size_t i = 0; i < count; i++) {
			uint32_t cell = i == 0 ? 0 : below(&dice, (uint32_t)cells);
			bool twice = false;

			for (size_t j = 0; j < kept; j++)
				twice |= seeds[j].cell == cell;
			if (!twice && maps[0].cells[cell] != FF_COST_WALL)
				seeds[kept++] = (struct ff_seed){.cell = cell, .goal = (uint32_t)i};
		}
		for (int m = 0; m < 2; m++) {
			nearest[m] = (struct ff_labels){.w = w, .h = h, .cells = calloc(cells, 4)};
			CHECK(find_nearest_goals(&maps[m], &(struct ff_seeds){seeds, kept}, &field,
						 &nearest[m], NULL) == FF_OK,
			      "sight");
		}
		CHECK(memcmp(nearest[0].cells, nearest[1].cells, cells * 4) == 0, "map %d", k);
		for (int m = 0; m < 2; m++) {
			free(nearest[m].cells);
			free(maps[m].cells);
		}
		free(field.cells);
		free(seeds);
	}
}

static void a_map_of_another_width_than_the_model_is_refused(void)
{
	struct world world;
	uint64_t dice = 1;

	make_world(&world, &manhattan, &dice);
	world.model.scale = 0;
	CHECK(integrate(&world, SIZE_MAX) == FF_E_ARG, "wide map, model of bytes");
	world.model.scale = 1;
	world.cost.wide = NULL;
	CHECK(integrate(&world, SIZE_MAX) == FF_E_ARG, "map of bytes, wide model");
	free_world(&world);
}

/* All dear, or with a cheap row in the middle, which makes values fit. */
static void a_field_has_64_bits_where_it_needs_them(void)
{
	enum { W = 600, H = 64 };
	const struct ff_model octile = {.metric = FF_METRIC_OCTILE, .scale = 1};

	for (int cheap = 0; cheap < 2; cheap++) {
		struct ff_cost cost;
		struct ff_seed seed = {.cell = H / 2 * W + W / 2};
		struct ff_seeds seeds = {&seed, 1};
		struct ff_field field = {0};
		struct ff_flow flow = {0};
		struct ff_classes classes = {0};
		struct ff_labels nearest = {0}, allocation = {0};
		struct ff_solve solve = {
			.model = &octile,
			.cost = &cost,
			.seeds = &seeds,
			.goals = 1,
			.unit = ff_model_unit(&octile),
			.limit = FF_FIELD_NONEF,
			.most = SIZE_MAX,
			.field = &field,
			.flow = &flow,
			.classes = &classes,
			.nearest = &nearest,
			.allocation = &allocation,
		};
		bool done = false;

		if (!ff_cost_new(&cost, W, H, true))
			exit(1);
		for (size_t i = 0; i < (size_t)W * H; i++)
			ff_cost_set(&cost, i, cheap && i / W == H / 2 ? 1 : 60000);
		ff_solve_begin(&solve);
		while (!done && CHECK(ff_solve_step(&solve, SIZE_MAX, &done) == FF_OK, "step"))
			;
		CHECK(field.type == (cheap ? FF_FIELD_U32 : FF_FIELD_U64), "%s",
		      cheap ? "a cheap row" : "all dear");
		CHECK(ff_field_raw(&field, 0) == (cheap ? 32.0 * 60000 * 408 + 300 * 408
							: (32.0 * 577 + 268 * 408) * 60000),
		      "%f", ff_field_raw(&field, 0));
		ff_solve_end(&solve);
		ff_field_free(&field);
		free(cost.cells);
	}
}

int main(void)
{
	RUN(integers_are_the_least_over_all_ways);
	RUN(a_repair_is_what_integrating_afresh_gives);
	RUN(sight_is_that_of_a_map_of_bytes);
	RUN(a_map_of_another_width_than_the_model_is_refused);
	RUN(a_field_has_64_bits_where_it_needs_them);
	return tap_done();
}
