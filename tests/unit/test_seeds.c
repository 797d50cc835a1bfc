#include "core/solve/seeds.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 4 x 3; the wall is at 2,1. */
static uint8_t corridor_cells[12] = {1, 9, 1, 254, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1};
static const struct ff_cost corridor = {.w = 4, .h = 3, .cells = corridor_cells};

static struct ff_goal place(double x, double y)
{
	return (struct ff_goal){.x = x, .y = y, .w = 1, .h = 1};
}

static enum ff_status make(size_t count, struct ff_goal *items, struct ff_seeds *seeds,
			   struct ff_error *err)
{
	const struct ff_goals goals = {.items = items, .count = count};

	return ff_seeds_make(seeds, &goals, &corridor, &corridor, 1, "corridor.png", err);
}

/* Whether just this goal has seeds. */
static bool fine(struct ff_goal goal)
{
	struct ff_seeds seeds = {NULL, 0};
	enum ff_status st = make(1, &goal, &seeds, NULL);

	free(seeds.items);
	return st == FF_OK;
}

static void every_open_cell_is_a_goal_and_no_other(void)
{
	for (int y = -2; y < 5; y++)
		for (int x = -2; x < 6; x++) {
			bool open = x >= 0 && x < 4 && y >= 0 && y < 3 && !(x == 2 && y == 1);

			CHECK(fine(place(x, y)) == open, "goal %d,%d", x, y);
		}
}

static void a_goal_far_outside_does_not_wrap_into_the_map(void)
{
	static const double far[] = {-FF_GOALS_SIDE_MAX, -FF_GOALS_SIDE_MAX + 0.5,
				     FF_GOALS_SIDE_MAX - 0.5, FF_GOALS_SIDE_MAX, 1e6};

	for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
		CHECK(!fine(place(far[i], 0)), "goal %f,0", far[i]);
		CHECK(!fine(place(0, far[i])), "goal 0,%f", far[i]);
	}
}

static void a_cell_of_several_goals_is_a_seed_of_the_cheapest_and_of_equals_of_the_first(void)
{
	struct ff_goal goals[4] = {place(0, 0), place(3, 2), place(0, 0), place(3, 2)};
	struct ff_seeds seeds = {NULL, 0};

	goals[0].start = 1;
	CHECK(make(4, goals, &seeds, NULL) == FF_OK && seeds.count == 2, "%zu", seeds.count);
	CHECK(seeds.items[0].cell == 11 && seeds.items[0].goal == 1 && seeds.items[1].cell == 0 &&
		      seeds.items[1].goal == 2,
	      "%d of %d, %d of %d", (int)seeds.items[0].cell, (int)seeds.items[0].goal,
	      (int)seeds.items[1].cell, (int)seeds.items[1].goal);
	free(seeds.items);
}

static void areas_over_each_other_have_no_more_seeds_than_the_map_has_cells(void)
{
	enum { SIDE = 256, AREAS = 4000 };
	struct ff_goal *areas = calloc(AREAS, sizeof *areas);
	uint8_t *cells = oracle_cells(SIDE * SIDE, 1);
	const struct ff_cost cost = {SIDE, SIDE, cells};
	struct ff_goals goals = {areas, AREAS, NULL};
	struct ff_seeds seeds = {NULL, 0};

	memset(cells, 1, SIDE * SIDE);
	for (int i = 0; i < AREAS; i++) /* nested; the last one is the cheapest */
		areas[i] = (struct ff_goal){
			.x = i % 2, .y = 0, .w = SIDE - i % 2, .h = SIDE, .start = AREAS - i};
	CHECK(ff_seeds_make(&seeds, &goals, &cost, &cost, 1, "", NULL) == FF_OK &&
		      seeds.count == SIDE * SIDE,
	      "%zu seeds", seeds.count);
	CHECK(seeds.items[0].goal == AREAS - 1 && seeds.items[0].cell == 1 &&
		      seeds.items[seeds.count - 1].goal == AREAS - 2,
	      "the cheapest do not have their cells");
	free(seeds.items);
	free(cells);
	free(areas);
}

static void cells_of_a_goal_are_counted_inside_and_outside_of_a_part_of_the_map(void)
{
	static uint8_t mask[12] = {0, 7, 7, 0, 0, 7, 0, 0, 7, 0, 0, 3};
	const struct ff_goals goals = {.mask = mask};
	const struct ff_goal area = {.x = 1, .y = 0, .w = 2, .h = 3}, level = {.level = 7},
			     between = {.x = 1.5, .y = 0.5, .w = 1, .h = 1},
			     outside = {.x = 3, .y = 0, .w = 2, .h = 1};
	const struct {
		const struct ff_goal *goal;
		struct ff_seeds_part part;
		size_t inside, all;
	} tries[] = {
		{&area, {0, 0, 4, 3}, 6, 6},    {&area, {2, 1, 2, 2}, 2, 6},
		{&area, {0, 0, 2, 2}, 2, 6},    {&area, {0, 1, 1, 1}, 0, 6},
		{&area, {3, 0, 1, 3}, 0, 6},    {&level, {0, 0, 2, 2}, 2, 4},
		{&level, {0, 0, 4, 3}, 4, 4},   {&level, {2, 0, 1, 3}, 1, 4},
		{&between, {2, 0, 2, 1}, 1, 4}, {&between, {0, 0, 3, 3}, 4, 4},
		{&outside, {0, 0, 4, 3}, 0, 0},
	};

	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		size_t inside, all;

		ff_seeds_count(tries[i].goal, &goals, 4, 3, tries[i].part, &inside, &all);
		CHECK(inside == tries[i].inside && all == tries[i].all, "%zu: %zu of %zu", i,
		      inside, all);
	}
}

static void a_goal_between_cells_has_the_open_ones_of_all_that_are_nearest(void)
{
	static const struct {
		double x, y;
		size_t count;
		uint32_t cells[4];
	} want[] = {
		{0.5, 0, 2, {0, 1}},
		{0.5, 0.5, 4, {0, 1, 4, 5}},
		{1.5, 1.5, 3, {5, 9, 10}}, /* the fourth is the wall */
		{2, 0.5, 1, {2}},
		{0.25, 1.75, 1, {8}},
		{0.49999999999999994, 0, 1, {0}}, /* the number next to a half */
		{0.50000000000000011, 0, 1, {1}},
		{-0.5, 0, 1, {0}}, /* half of it is outside */
		{-0.5, -0.5, 1, {0}},
		{3.5, 2.5, 1, {11}},
		{-0.49999999999999994, 0.5, 2, {0, 4}},
		{-0.50000000000000011, 0, 0, {0}},
		{3.75, 0, 0, {0}},
	};

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct ff_goal goal = place(want[i].x, want[i].y);
		struct ff_seeds seeds = {NULL, 0};

		make(1, &goal, &seeds, NULL);
		CHECK(seeds.count == want[i].count, "%.17g,%.17g: %zu seeds", want[i].x, want[i].y,
		      seeds.count);
		for (size_t k = 0; k < seeds.count && k < want[i].count; k++)
			CHECK(seeds.items[k].cell == want[i].cells[k],
			      "%g,%g: seed %zu is cell %" PRIu32, want[i].x, want[i].y, k,
			      seeds.items[k].cell);
		free(seeds.items);
	}
}

static void refused(struct ff_goals goals, const struct ff_cost *map, const struct ff_cost *cost,
		    const char *message)
{
	struct ff_seeds seeds = {NULL, 7};
	struct ff_error err = {""};
	enum ff_status st = ff_seeds_make(&seeds, &goals, map, cost, 1, "corridor.png", &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(seeds.items == NULL && seeds.count == 7, "\"%s\": the seeds were set", message);
}

static void the_error_names_the_map_and_the_goal_and_the_reason(void)
{
	struct ff_goal bad[] = {
		{.x = 2, .y = 1, .w = 1, .h = 1},
		{.x = -7, .y = 1, .w = 1, .h = 1},
		{.x = 0.5, .y = 2.75, .w = 1, .h = 1, .start = 50},
		{.x = 3, .y = 2, .w = 2, .h = 1},
		{.x = -1, .y = 0, .w = 2, .h = 1},
		{.x = 0, .y = 0, .w = 1, .h = FF_GOALS_SIDE_MAX},
	};
	static const char *const messages[] = {
		"corridor.png: goal 2,1 is on a wall",
		"corridor.png: goal -7,1 is outside the map (x 0..3, y 0..2)",
		"corridor.png: goal 0.5,2.75+50 is outside the map (x 0..3, y 0..2)",
		"corridor.png: goal 3,2,2,1 reaches outside the map (x 0..3, y 0..2)",
		"corridor.png: goal -1,0,2,1 reaches outside the map (x 0..3, y 0..2)",
		"corridor.png: goal 0,0,1,1073741824 reaches outside the map (x 0..3, y 0..2)",
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct ff_goal items[3] = {place(0, 0), bad[i], place(9, 9)};

		refused((struct ff_goals){.items = items, .count = 3}, &corridor, &corridor,
			messages[i]);
	}
	refused((struct ff_goals){.count = 0}, &corridor, &corridor,
		"corridor.png: there is no goal");
}

static void no_open_cell_and_one_too_near_a_wall_are_told_apart(void)
{
	uint8_t map_cells[6] = {1, 1, 1, 255, 255, 1}, cost_cells[6] = {1, 255, 255, 255, 255, 1};
	uint8_t mask[6] = {0, 8, 0, 9, 0, 0};
	const struct ff_cost map = {3, 2, map_cells}, cost = {3, 2, cost_cells};
	struct ff_goal bad[] = {
		{.x = 1, .y = 0, .w = 1, .h = 1},   {.x = 1, .y = 1, .w = 1, .h = 1},
		{.x = .5, .y = 1, .w = 1, .h = 1},  {.x = 1, .y = 0, .w = 2, .h = 1},
		{.x = 0, .y = 1, .w = 2, .h = 1},   {.w = 1, .h = 1, .level = 8},
		{.w = 1, .h = 1, .level = 9},       {.w = 1, .h = 1, .level = 7},
		{.x = -.5, .y = 1, .w = 1, .h = 1},
	};
	static const char *const messages[] = {
		"corridor.png: goal 1,0 is too near a wall for --radius",
		"corridor.png: goal 1,1 is on a wall",
		"corridor.png: goal 0.5,1 is on a wall",
		"corridor.png: goal 1,0,2,1 is too near a wall for --radius",
		"corridor.png: goal 0,1,2,1 has no open cell",
		"corridor.png: goal level 8 is too near a wall for --radius",
		"corridor.png: goal level 9 has no open cell",
		"corridor.png: goal level 7 has no open cell",
		"corridor.png: goal -0.5,1 is on a wall",
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		refused((struct ff_goals){.items = &bad[i], .count = 1, .mask = mask}, &map, &cost,
			messages[i]);
}

static void seeds_are_ordered_by_start_then_goal_then_cell(void)
{
	uint8_t mask[12] = {0, 0, 0, 3, 3, 0, 3, 0, 0, 0, 0, 0}; /* one of them on the wall */
	struct ff_goal items[] = {
		{.x = 0, .y = 0, .w = 2, .h = 2, .start = 5}, {.x = 3, .y = 2, .w = 1, .h = 1},
		{.w = 1, .h = 1, .start = 5, .level = 3},     {.x = 3, .y = 2, .w = 1, .h = 1},
		{.x = 0, .y = 0, .w = 1, .h = 1, .start = 2},
	};
	static const struct ff_seed want[] = {{11, 1, 0},   {0, 4, 816},  {1, 0, 2040},
					      {4, 0, 2040}, {5, 0, 2040}, {3, 2, 2040}};
	const struct ff_goals goals = {items, sizeof items / sizeof *items, mask};
	struct ff_seeds seeds = {NULL, 0};
	enum ff_status st = ff_seeds_make(&seeds, &goals, &corridor, &corridor, 408, "", NULL);

	CHECK(st == FF_OK && seeds.count == sizeof want / sizeof *want, "status %d, %zu", (int)st,
	      seeds.count);
	for (size_t i = 0; i < seeds.count; i++)
		CHECK(seeds.items[i].cell == want[i].cell && seeds.items[i].goal == want[i].goal &&
			      seeds.items[i].start == want[i].start,
		      "seed %zu: cell %" PRIu32 ", goal %" PRIu32 ", start %g", i,
		      seeds.items[i].cell, seeds.items[i].goal, seeds.items[i].start);
	free(seeds.items);
}

static void the_largest_start_cost_is_exact_in_every_unit(void)
{
	struct ff_goal goal = {.w = 1, .h = 1, .start = FF_GOALS_START_MAX};
	const struct ff_goals goals = {.items = &goal, .count = 1};
	struct ff_seeds seeds = {NULL, 0};

	if (CHECK(ff_seeds_make(&seeds, &goals, &corridor, &corridor, 816, "", NULL) == FF_OK,
		  "it is refused"))
		CHECK(seeds.items[0].start == 816e12, "%.17g", seeds.items[0].start);
	free(seeds.items);
}

/* A random map with a few of its cells closed and a mask, all blocks of their exact size. */
struct world {
	struct ff_cost map, cost;
	uint8_t *mask;
	struct ff_goals goals;
};

static int below(uint64_t *dice, int n)
{
	return (int)(oracle_random(dice) % (uint64_t)n);
}

/* In quarters of a cell, and mostly inside. */
static struct ff_goal random_goal(uint64_t *dice, const struct ff_cost *map)
{
	struct ff_goal goal = {.w = 1, .h = 1, .start = below(dice, 3)};

	if (below(dice, 4) == 0) {
		goal.level = (uint8_t)(1 + below(dice, 3));
	} else if (below(dice, 3) == 0) {
		goal.x = below(dice, map->w + 1) - (below(dice, 20) == 0);
		goal.y = below(dice, map->h);
		goal.w = 1 + below(dice, map->w);
		goal.h = 1 + below(dice, 3);
	} else {
		int step = 1 << below(dice, 3), x = below(dice, 4 * map->w),
		    y = below(dice, 4 * map->h);

		goal.x = (x - x % step) / 4.0 - (below(dice, 20) == 0);
		goal.y = (y - y % step) / 4.0;
	}
	return goal;
}

static struct world random_world(uint64_t *dice)
{
	struct world world = {.map = {1 + below(dice, 9), 1 + below(dice, 9), NULL}};
	int32_t cells = world.map.w * world.map.h;
	int walls = below(dice, 11), shut = below(dice, 5);

	world.cost = world.map;
	world.map.cells = oracle_cells((size_t)cells, 1);
	world.cost.cells = oracle_cells((size_t)cells, 1);
	world.mask = oracle_cells((size_t)cells, 1);
	for (int i = 0; i < cells; i++) {
		world.map.cells[i] =
			below(dice, 10) < walls ? FF_COST_WALL : (uint8_t)(1 + below(dice, 254));
		world.cost.cells[i] = below(dice, 10) < shut ? FF_COST_WALL : world.map.cells[i];
		world.mask[i] = (uint8_t)(below(dice, 8) < 4 ? 0 : below(dice, 4));
	}
	world.goals.count = (size_t)(1 + below(dice, 3));
	world.goals.items = oracle_cells(world.goals.count, sizeof *world.goals.items);
	world.goals.mask = world.mask;
	for (size_t i = 0; i < world.goals.count; i++)
		world.goals.items[i] = random_goal(dice, &world.map);
	return world;
}

static void free_world(struct world *world)
{
	free(world->map.cells);
	free(world->cost.cells);
	free(world->mask);
	free(world->goals.items);
}

static bool open_at(const struct ff_cost *cost, int x, int y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h && cost->cells[y * cost->w + x] < 255;
}

/* 16 times the square of how far a cell is from a point in quarters of a cell. */
static int64_t apart(int x, int y, double to_x, double to_y)
{
	int64_t dx = 4 * x - (int64_t)(4 * to_x), dy = 4 * y - (int64_t)(4 * to_y);

	return dx * dx + dy * dy;
}

/* Marks what belongs to a goal in a frame of 3 cells around the map; false if it is outside. */
static bool mark(const struct world *world, const struct ff_goal *goal, bool cells[16][16])
{
	int32_t w = world->map.w, h = world->map.h; /* up to 9 */
	bool area = goal->level == 0 && (goal->w > 1 || goal->h > 1);
	int64_t least = INT64_MAX;
	bool any = false, all = true;

	for (int y = -3; y < h + 3; y++)
		for (int x = -3; x < w + 3; x++)
			if (apart(x, y, goal->x, goal->y) < least)
				least = apart(x, y, goal->x, goal->y);
	for (int y = -3; y < h + 3; y++)
		for (int x = -3; x < w + 3; x++) {
			bool inside = x >= 0 && y >= 0 && x < w && y < h;
			bool *cell = &cells[y + 3][x + 3];

			if (goal->level != 0)
				*cell = inside && world->mask[y * w + x] == goal->level;
			else if (area)
				*cell = x >= goal->x && y >= goal->y && x < goal->x + goal->w &&
					y < goal->y + goal->h;
			else
				*cell = apart(x, y, goal->x, goal->y) == least;
			any |= *cell && inside;
			all &= !*cell || inside;
		}
	if (goal->level != 0)
		return true;
	return area ? all && goal->x + goal->w <= w && goal->y + goal->h <= h : any;
}

/* Tells whether a cell of goal 'g' is another goal's seed: of a cheaper one, or of one before it.
 */
static bool is_taken(const struct world *world, size_t g, int x, int y)
{
	for (size_t i = 0; i < world->goals.count; i++) {
		const struct ff_goal *goal = &world->goals.items[i];
		bool cells[16][16] = {{false}};

		if (goal->start < world->goals.items[g].start + (i < g) && i != g &&
		    mark(world, goal, cells) && cells[y + 3][x + 3])
			return true;
	}
	return false;
}

/* The seeds of one goal must be just its open cells but those that are other goals'; how many open
 * cells it has, -1: it is outside. */
static int check_goal(const struct world *world, size_t g, const struct ff_seeds *seeds)
{
	bool cells[16][16] = {{false}};
	int32_t w = world->map.w;
	int count = 0;

	if (!mark(world, &world->goals.items[g], cells))
		return -1;
	for (int y = 0; y < world->map.h; y++)
		for (int x = 0; x < w; x++) {
			int wanted = cells[y + 3][x + 3] && open_at(&world->cost, x, y), got = 0;

			for (size_t i = 0; i < seeds->count; i++)
				got += seeds->items[i].goal == g &&
				       seeds->items[i].cell == (uint32_t)(y * w + x);
			count += wanted;
			wanted = wanted && !is_taken(world, g, x, y);
			CHECK(seeds->count == 0 || got == wanted,
			      "cell %d,%d of goal %zu stands %d times, should %d", x, y, g, got,
			      wanted);
		}
	return count;
}

static void random_goals_on_random_maps_have_the_seeds_that_they_should(void)
{
	uint64_t dice = ORACLE_SEED;
	int good = 0, bad = 0;

	for (int i = 0; i < 20000; i++) {
		struct world world = random_world(&dice);
		struct ff_seeds seeds = {NULL, 0};
		enum ff_status st = ff_seeds_make(&seeds, &world.goals, &world.map, &world.cost, 2,
						  "random", NULL);
		bool all = true;

		for (size_t g = 0; g < world.goals.count; g++)
			all &= check_goal(&world, g, &seeds) > 0;
		CHECK(st == (all ? FF_OK : FF_E_INPUT), "map %d: status %d", i, (int)st);
		for (size_t k = 1; k < seeds.count; k++) {
			const struct ff_seed *a = &seeds.items[k - 1], *b = a + 1;

			CHECK(a->start < b->start || (a->start == b->start &&
						      (a->goal < b->goal ||
						       (a->goal == b->goal && a->cell < b->cell))),
			      "map %d: seed %zu stands before its time", i, k);
		}
		good += all;
		bad += !all;
		free(seeds.items);
		free_world(&world);
	}
	CHECK(good > 1000 && bad > 1000, "%d good ones, %d bad ones", good, bad);
}

/* The open cell that a goal without any should move to; -1 if it should not move. */
static int find_nearest(const struct world *world, const struct ff_goal *goal)
{
	int32_t w = world->map.w;
	double x = goal->x + (goal->w - 1) / 2.0, y = goal->y + (goal->h - 1) / 2.0;
	int64_t least = INT64_MAX;
	int best = -1;

	if (goal->level != 0) {
		int i = 0;

		while (i < w * world->map.h && world->mask[i] != goal->level)
			i++;
		if (i == w * world->map.h)
			return -1;
		x = i % w;
		y = (i - i % w) / (double)w;
	}
	for (int i = 0; i < w * world->map.h; i++)
		if (world->cost.cells[i] < 255 && apart(i % w, i / w, x, y) < least) {
			least = apart(i % w, i / w, x, y);
			best = i;
		}
	return best;
}

/* Moves goals without an open cell; tells whether any was. */
static bool snap(struct ff_goals *goals, const struct ff_cost *cost)
{
	struct ff_nearest_point *points = NULL;
	size_t count = 0;
	bool moved = false;

	CHECK(ff_seeds_find_closed(goals, cost, &points, &count) == FF_OK, "no memory");
	for (size_t i = 0; i < count; i++) {
		if (points[i].found)
			ff_seeds_move(&goals->items[points[i].which], cost, points[i].cell);
		moved |= points[i].found;
	}
	free(points);
	return moved;
}

static void a_goal_without_an_open_cell_moves_to_the_nearest_one_and_no_other_moves(void)
{
	uint64_t dice = ORACLE_SEED + 1;
	int moves = 0;

	for (int i = 0; i < 30000; i++) {
		struct world world = random_world(&dice);
		const struct ff_seeds none = {NULL, 0};
		struct ff_goal before = world.goals.items[0], goal = before;
		int to = check_goal(&world, 0, &none) == 0 ? find_nearest(&world, &before) : -1;
		struct ff_goals one = {&goal, 1, world.mask};
		bool moved = snap(&one, &world.cost);
		int32_t w = world.map.w;

		CHECK(moved == (to >= 0), "map %d: moved: %d, to %d", i, moved, to);
		if (to >= 0)
			CHECK(goal.x == to % w && (int)goal.y == to / w && goal.w == 1 &&
				      goal.h == 1 && goal.level == 0 && goal.start == before.start,
			      "map %d: %g,%g (level %d) moved to %g,%g, should to %d,%d", i,
			      before.x, before.y, before.level, goal.x, goal.y, to % w, to / w);
		else
			CHECK(goal.x == before.x && goal.y == before.y && goal.w == before.w &&
				      goal.h == before.h && goal.level == before.level,
			      "map %d: it changed", i);
		moves += moved;
		free_world(&world);
	}
	CHECK(moves > 1000, "only %d moves", moves);
}

/* All wall but for the two cells of the first column: the squares of how far
 * they are, n and n + 1 with n above 2^53, are one and the same double. */
static void the_nearest_cell_is_exact_on_the_longest_maps(void)
{
	const int32_t w = 94906269, h = 2;
	uint8_t *cells = malloc((size_t)w * (size_t)h);
	const struct ff_cost cost = {w, h, cells};
	struct ff_goal goal = place(w - 1, 1);
	struct ff_goals goals = {.items = &goal, .count = 1};

	if (cells == NULL) {
		SKIP("there is not enough memory");
		return;
	}
	memset(cells, FF_COST_WALL, (size_t)w * (size_t)h);
	cells[0] = cells[w] = 1;
	CHECK(snap(&goals, &cost) && goal.x == 0 && goal.y == 1, "it moved to %.17g,%g", goal.x,
	      goal.y);
	free(cells);
}

static void a_goal_is_named_as_options_have_it(void)
{
	static const struct {
		struct ff_goal goal;
		const char *name;
	} want[] = {
		{{.x = 40, .y = 12, .w = 1, .h = 1}, "40,12"},
		{{.x = 40.5, .y = -0.25, .w = 1, .h = 1}, "40.5,-0.25"},
		{{.x = 0.1, .y = 0, .w = 1, .h = 1, .start = 7}, "0.1,0+7"},
		{{.x = 3, .y = 4, .w = 10, .h = 2, .start = 50}, "3,4,10,2+50"},
		{{.x = 3, .y = 4, .w = 1, .h = 2}, "3,4,1,2"},
		{{.w = 1, .h = 1, .level = 7}, "level 7"},
		{{.w = 1, .h = 1, .level = 255, .start = 9}, "level 255+9"},
		{{-FF_GOALS_SIDE_MAX + 1.0 / 3, -1.0 / 3 * 0.0001, FF_GOALS_SIDE_MAX,
		  FF_GOALS_SIDE_MAX, FF_GOALS_START_MAX, 0, false},
		 "-1073741823.666667,-0.000033,1073741824,1073741824"
		 "+1000000000000"},
	};
	char *name = oracle_cells(FF_SEEDS_NAME, 1);

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		ff_seeds_name(&want[i].goal, name);
		CHECK(strcmp(name, want[i].name) == 0, "\"%s\", not \"%s\"", name, want[i].name);
	}
	free(name);
}

int main(void)
{
	RUN(every_open_cell_is_a_goal_and_no_other);
	RUN(a_goal_far_outside_does_not_wrap_into_the_map);
	RUN(a_cell_of_several_goals_is_a_seed_of_the_cheapest_and_of_equals_of_the_first);
	RUN(areas_over_each_other_have_no_more_seeds_than_the_map_has_cells);
	RUN(cells_of_a_goal_are_counted_inside_and_outside_of_a_part_of_the_map);
	RUN(a_goal_between_cells_has_the_open_ones_of_all_that_are_nearest);
	RUN(the_error_names_the_map_and_the_goal_and_the_reason);
	RUN(no_open_cell_and_one_too_near_a_wall_are_told_apart);
	RUN(seeds_are_ordered_by_start_then_goal_then_cell);
	RUN(the_largest_start_cost_is_exact_in_every_unit);
	RUN(random_goals_on_random_maps_have_the_seeds_that_they_should);
	RUN(a_goal_without_an_open_cell_moves_to_the_nearest_one_and_no_other_moves);
	RUN(the_nearest_cell_is_exact_on_the_longest_maps);
	RUN(a_goal_is_named_as_options_have_it);
	return tap_done();
}
