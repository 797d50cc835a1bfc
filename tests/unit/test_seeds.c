#include "core/solve/seeds.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- seeds ---- */

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

/* Returns true if a goal has seeds. */
static bool fine(struct ff_goal goal)
{
	struct ff_seeds seeds = {NULL, 0};
	enum ff_status st = make(1, &goal, &seeds, NULL);

	free(seeds.items);
	return st == FF_OK;
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

static void areas_over_each_other_have_no_more_seeds_than_the_map_has_cells(void)
{
	enum { SIDE = 256, AREAS = 4000 };
	struct ff_goal *areas = oracle_cells(AREAS, sizeof *areas);
	uint8_t *cells = oracle_cells(SIDE * SIDE, 1);
	const struct ff_cost cost = {.w = SIDE, .h = SIDE, .cells = cells};
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

static void a_goal_is_removed_with_all_its_cells_or_the_edit_is_refused(void)
{
	static uint8_t mask[12] = {0, 7, 7, 0, 0, 7, 0, 0, 7, 0, 0, 3};
	const struct ff_goals goals = {.mask = mask};
	const struct ff_goal area = {.x = 1, .y = 0, .w = 2, .h = 3}, level = {.level = 7},
			     between = {.x = 1.5, .y = 0.5, .w = 1, .h = 1},
			     outside = {.x = 3, .y = 0, .w = 2, .h = 1};
	const struct {
		const struct ff_goal *goal;
		struct {
			int32_t x, y, w, h;
		} part;
		size_t inside, all;
	} tries[] = {
		{&area, {0, 0, 4, 3}, 6, 6},    {&area, {2, 1, 2, 2}, 2, 6},
		{&area, {0, 0, 2, 2}, 2, 6},    {&area, {0, 1, 1, 1}, 0, 6},
		{&area, {3, 0, 1, 3}, 0, 6},    {&level, {0, 0, 2, 2}, 2, 4},
		{&level, {0, 0, 4, 3}, 4, 4},   {&level, {2, 0, 1, 3}, 1, 4},
		{&between, {2, 0, 2, 1}, 1, 4}, {&between, {0, 0, 3, 3}, 4, 4},
	};

	CHECK(!ff_seeds_is_inside(&outside, &goals, 4, 3), "an area partly outside");
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		bool whole = tries[i].inside == tries[i].all;
		const struct ff_edit edit = {.x = tries[i].part.x,
					     .y = tries[i].part.y,
					     .w = tries[i].part.w,
					     .h = tries[i].part.h,
					     .kind = FF_EDITS_NOGOAL};
		struct ff_goals left = {oracle_cells(1, sizeof *left.items), 1, mask};
		struct ff_seeds_edited edited;
		enum ff_status st;

		left.items[0] = *tries[i].goal;
		st = ff_seeds_edit(&left, &edit, 1, 4, 3, &edited);
		if (whole)
			CHECK(st == FF_OK && left.count == 0 && edited.why == NULL, "%zu: %d", i,
			      (int)st);
		else
			CHECK(st == FF_E_INPUT && (edited.why[0] == 'a') == (tries[i].inside > 0),
			      "%zu: %d", i, (int)st);
		CHECK(ff_seeds_is_inside(tries[i].goal, &goals, 4, 3), "%zu: is outside", i);
		free(left.items);
	}
}

enum { COLUMNS = 9, ROWS = 7, MOST = 64 };

/* Sets the cells of a goal by looking at every cell; places are whole or between two columns. */
static size_t paint_goal(const struct ff_goal *goal, const uint8_t *mask, bool cells[ROWS][COLUMNS])
{
	size_t count = 0;

	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++) {
			double right =
				goal->x == floor(goal->x) ? goal->x + goal->w - 1 : goal->x + 0.5;

			cells[y][x] = goal->level != 0
					      ? mask[y * COLUMNS + x] == goal->level
					      : x >= floor(goal->x) && x <= right && y >= goal->y &&
							y <= goal->y + goal->h - 1;
			count += cells[y][x];
		}
	return count;
}

/* Removes the goals that a rectangle holds; returns 'p' if it holds a part of one, 'n' if it holds
 * none, else 0. */
static char remove_plainly(struct ff_goal *items, size_t *count, const uint8_t *mask,
			   const struct ff_edit *edit)
{
	size_t kept = 0;

	for (size_t g = 0; g < *count; g++) {
		bool cells[ROWS][COLUMNS];
		size_t all = paint_goal(&items[g], mask, cells), inside = 0;

		for (int y = edit->y; y < edit->y + edit->h; y++)
			for (int x = edit->x; x < edit->x + edit->w; x++)
				inside += cells[y][x];
		if (inside > 0 && inside < all)
			return 'p';
		if (inside == 0)
			items[kept++] = items[g];
	}
	if (kept == *count)
		return 'n';
	*count = kept;
	return 0;
}

static void random_goals_come_and_go_as_if_each_edit_looked_at_all_cells(void)
{
	uint64_t dice = ORACLE_SEED;
	size_t seen[3] = {0}; /* sequences that end well, with a part, with none */

	for (int turn = 0; turn < 20000; turn++) {
		uint8_t mask[ROWS * COLUMNS];
		struct ff_goals goals = {oracle_cells(MOST, sizeof *goals.items), 0, mask};
		struct ff_goal plain[MOST];
		struct ff_edit edits[MOST / 2];
		size_t count = 1 + oracle_random(&dice) % (MOST / 2), n, i;
		size_t bound = 1 + oracle_random(&dice) % 4;
		struct ff_seeds_edited edited;
		enum ff_status st;
		char end = 0;

		for (i = 0; i < ROWS * COLUMNS; i++)
			mask[i] = oracle_random(&dice) % 8 == 0
					  ? (uint8_t)(1 + oracle_random(&dice) % 3)
					  : 0;
		mask[0] = 1;
		if (turn % 4 == 0)
			goals.items[goals.count++] = (struct ff_goal){.w = 1, .h = 1, .level = 1};
		for (n = oracle_random(&dice) % 8; n > 0; n--)
			goals.items[goals.count++] =
				place((double)(oracle_random(&dice) % (2 * COLUMNS - 1)) / 2,
				      (double)(oracle_random(&dice) % ROWS));
		n = goals.count;
		if (n > 0)
			memcpy(plain, goals.items, n * sizeof *plain);
		for (i = 0; i < count; i++) {
			struct ff_edit *e = &edits[i];
			size_t kind = oracle_random(&dice) % 3;

			*e = (struct ff_edit){.x = (int32_t)(oracle_random(&dice) % COLUMNS),
					      .y = (int32_t)(oracle_random(&dice) % ROWS),
					      .kind = kind == 0   ? FF_EDITS_NOGOAL
						      : kind == 1 ? FF_EDITS_WALL
								  : FF_EDITS_GOAL};
			/* Rectangles to remove are often the whole map, or wide. */
			if (kind == 0 && bound > 1)
				e->x = 0;
			if (kind == 0 && bound > 2)
				e->y = 0;
			e->w = kind == 0 && bound > 1 ? COLUMNS
						      : 1 + (int32_t)(oracle_random(&dice) %
								      (size_t)(COLUMNS - e->x));
			e->h = kind == 0 && bound > 2 ? ROWS
						      : 1 + (int32_t)(oracle_random(&dice) %
								      (size_t)(ROWS - e->y));
			if (kind == 2 && oracle_random(&dice) % 2 == 0)
				e->w = e->h = 1;
		}
		for (i = 0; i < count && end == 0; i++)
			if (edits[i].kind == FF_EDITS_GOAL)
				plain[n++] = (struct ff_goal){.x = edits[i].x,
							      .y = edits[i].y,
							      .w = edits[i].w,
							      .h = edits[i].h};
			else if (edits[i].kind == FF_EDITS_NOGOAL)
				end = remove_plainly(plain, &n, mask, &edits[i]);
		st = ff_seeds_edit(&goals, edits, count, COLUMNS, ROWS, &edited);
		seen[end == 0 ? 0 : end == 'p' ? 1 : 2]++;
		if (end != 0) {
			CHECK(st == FF_E_INPUT && edited.wrong == i - 1 &&
				      (edited.why[0] == 'a') == (end == 'p'),
			      "turn %d: %d, edit %zu, not %zu", turn, (int)st, edited.wrong, i - 1);
		} else {
			bool same = st == FF_OK && goals.count == n;

			for (i = 0; i < n && same; i++)
				same = goals.items[i].x == plain[i].x &&
				       goals.items[i].y == plain[i].y &&
				       goals.items[i].w == plain[i].w &&
				       goals.items[i].h == plain[i].h &&
				       goals.items[i].level == plain[i].level;
			CHECK(same, "turn %d: %d, %zu goals, not %zu", turn, (int)st, goals.count,
			      n);
		}
		free(goals.items);
	}
	CHECK(seen[0] > 1000 && seen[1] > 1000 && seen[2] > 1000, "%zu, %zu and %zu", seen[0],
	      seen[1], seen[2]);
}

/* Looking at all goals for each rectangle would take minutes. */
static void many_goals_come_and_go_one_by_one(void)
{
	enum { SIDE = 512, ALL = SIDE * SIDE, STEP = 99991 }; /* odd: each cell has its turn */
	struct ff_edit *edits = oracle_cells((size_t)2 * ALL, sizeof *edits);
	struct ff_goals goals = {NULL, 0, NULL};
	struct ff_seeds_edited edited;
	size_t count = 0, left = 0;

	for (int i = 0; i < 2 * ALL; i++) {
		int cell = (int)((int64_t)i * STEP % ALL);

		if (i < ALL || cell % 1000 != 0)
			edits[count++] =
				(struct ff_edit){.x = cell % SIDE,
						 .y = (cell - cell % SIDE) / SIDE,
						 .w = 1,
						 .h = 1,
						 .kind = i < ALL ? FF_EDITS_GOAL : FF_EDITS_NOGOAL};
	}
	CHECK(ff_seeds_edit(&goals, edits, count, SIDE, SIDE, &edited) == FF_OK, "edit %zu: %s",
	      edited.wrong, edited.why);
	for (size_t i = 0; i < ALL && left < goals.count; i++)
		if (edits[i].x == goals.items[left].x && edits[i].y == goals.items[left].y)
			left += (edits[i].x + edits[i].y * SIDE) % 1000 == 0;
	CHECK(goals.count == ALL / 1000 + 1 && left == goals.count, "%zu of %zu are left", left,
	      goals.count);
	free(goals.items);
	free(edits);
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
			      "%g,%g: seed %zu is cell %zu", want[i].x, want[i].y, k,
			      seeds.items[k].cell);
		free(seeds.items);
	}
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

/* A random map, some of its cells closed, and a mask; all blocks have their exact size. */
struct world {
	struct ff_cost map, cost;
	uint8_t *mask;
	struct ff_goals goals;
};

static int below(uint64_t *dice, int n)
{
	return (int)(oracle_random(dice) % (uint64_t)n);
}

/* Draws a goal in quarters of a cell, mostly inside the map. */
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
	int32_t w = below(dice, 20) == 0 ? 60 + below(dice, 10) : 1 + below(dice, 9);
	struct world world = {.map = {w, 1 + below(dice, 9), NULL, NULL}};
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

/* Returns 16 times the squared distance of a cell from a point in quarters of a cell. */
static int64_t apart(int x, int y, double to_x, double to_y)
{
	int64_t dx = 4 * x - (int64_t)(4 * to_x), dy = 4 * y - (int64_t)(4 * to_y);

	return dx * dx + dy * dy;
}

enum { WIDE = 80 };

/* Marks the cells of a goal, in a frame of 3 cells around the map; returns false if it is outside.
 */
static bool mark(const struct world *world, const struct ff_goal *goal, bool cells[16][WIDE])
{
	int32_t w = world->map.w, h = world->map.h; /* up to 69 and 9 */
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

/* Returns true if a cell of goal 'g' is a seed of a cheaper or earlier goal. */
static bool is_taken(const struct world *world, size_t g, int x, int y)
{
	for (size_t i = 0; i < world->goals.count; i++) {
		const struct ff_goal *goal = &world->goals.items[i];
		bool cells[16][WIDE] = {{false}};

		if (goal->start < world->goals.items[g].start + (i < g) && i != g &&
		    mark(world, goal, cells) && cells[y + 3][x + 3])
			return true;
	}
	return false;
}

/* Checks that the seeds of a goal are its open cells except those of other goals; returns how many
 * open cells it has, or -1 if it is outside. */
static int check_goal(const struct world *world, size_t g, const struct ff_seeds *seeds)
{
	bool cells[16][WIDE] = {{false}};
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

static void random_goals_have_all_their_seeds_once_and_in_order(void)
{
	uint64_t dice = ORACLE_SEED;
	int good = 0, bad = 0;

	for (int i = 0; i < (getenv("FULL") == NULL ? 6000 : 20000); i++) {
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
	CHECK(good > 500 && bad > 500, "%d good ones, %d bad ones", good, bad);
}

/* Returns the open cell nearest to a goal, or -1 if there is none. */
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

/* Moves goals without an open cell; returns true if one moved. */
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

static void only_a_goal_without_an_open_cell_moves_to_the_nearest_one(void)
{
	uint64_t dice = ORACLE_SEED + 1;
	int moves = 0;

	for (int i = 0; i < (getenv("FULL") == NULL ? 8000 : 30000); i++) {
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

/* Only the two cells of the first column are open: their squared distances, n and n + 1 with n
 * above 2^53, are the same double. */
static void the_nearest_cell_is_exact_on_the_longest_maps(void)
{
	const int32_t w = 94906269, h = 2;
	size_t n = (size_t)w * (size_t)h;
	struct ff_cost cost = {.w = w, .h = h, .cells = NULL};
	struct ff_goal goal = place(w - 1, 1);
	struct ff_goals goals = {.items = &goal, .count = 1};

	if (getenv("FULL") == NULL || (cost.cells = malloc(n)) == NULL) {
		SKIP("it takes 190 MB: FULL=1");
		return;
	}
	memset(cost.cells, FF_COST_WALL, n);
	cost.cells[0] = cost.cells[w] = 1;
	CHECK(snap(&goals, &cost) && goal.x == 0 && goal.y == 1, "it moved to %.17g,%g", goal.x,
	      goal.y);
	free(cost.cells);
}

/* ---- nearest cells ---- */

/*
 * The open cells nearest to many points, against looking at every cell for each.
 */

/* Returns the same distance from a cell to a point. */
static int64_t distance_to(const struct ff_cost *cost, size_t cell,
			   const struct ff_nearest_point *point)
{
	int64_t x = (int64_t)cell % cost->w, y = (int64_t)cell / cost->w;
	int64_t dx = 4 * x - (int64_t)(4 * point->x), dy = 4 * y - (int64_t)(4 * point->y);

	return dx * dx + dy * dy;
}

static bool find_first(const struct ff_cost *cost, const struct ff_nearest_point *point,
		       size_t *best)
{
	size_t count = (size_t)cost->w * (size_t)cost->h;
	bool found = false;

	for (size_t i = 0; i < count; i++)
		if (cost->cells[i] != FF_COST_WALL &&
		    (!found || distance_to(cost, i, point) < distance_to(cost, *best, point))) {
			*best = i;
			found = true;
		}
	return found;
}

static void every_point_has_the_first_of_the_nearest_open_cells(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int map = 0; map < 1500; map++) {
		struct ff_cost cost = {
			.w = 1 + below(&dice, 14), .h = 1 + below(&dice, 14), .cells = NULL};
		size_t cells = (size_t)cost.w * (size_t)cost.h, count = (size_t)below(&dice, 40);
		struct ff_nearest_point *points = oracle_cells(count + 1, sizeof *points);
		int open = below(&dice, 8);

		cost.cells = oracle_cells(cells, 1);
		for (size_t i = 0; i < cells; i++)
			cost.cells[i] = below(&dice, 12) < open ? 7 : FF_COST_WALL;
		for (size_t i = 0; i < count; i++) /* -0.5, -0.25 ... */
			points[i] = (struct ff_nearest_point){
				.x = below(&dice, 4 * cost.w + 1) / 4.0 - 0.5,
				.y = below(&dice, 4 * cost.h + 1) / 4.0 - 0.5,
				.which = i};
		CHECK(ff_nearest_find(&cost, points, count) == FF_OK, "map %d: failed", map);
		for (size_t i = 0; i < count; i++) {
			size_t best = 0;
			bool found = find_first(&cost, &points[i], &best);

			CHECK(points[i].found == found && (!found || points[i].cell == best) &&
				      points[i].which == i,
			      "map %d: %g,%g: cell %zu, should be %zu", map, points[i].x,
			      points[i].y, points[i].cell, best);
			CHECK(!found ||
				      llabs((int64_t)(points[i].distance * points[i].distance * 16 +
						      0.5) -
					    distance_to(&cost, best, &points[i])) == 0,
			      "map %d: the distance is %g", map, points[i].distance);
		}
		free(cost.cells);
		free(points);
	}
}

/* ---- subdivision ---- */

static void a_subdivided_place_is_the_same_point_of_the_ground(void)
{
	static const double places[][2] = {{0, 0}, {40, 12}, {40.5, 12.5}, {40.25, -0.5}, {-3, 7}};

	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		const struct ff_goal goal = {
			.x = places[k][0], .y = places[k][1], .w = 1, .h = 1, .start = 9};
		struct ff_goal split = ff_subdivide_goal(goal);

		/* The left edge of the map is half a cell left of 0, whatever a cell is. */
		CHECK((split.x + 0.5) / 2 == goal.x + 0.5 && (split.y + 0.5) / 2 == goal.y + 0.5,
		      "%g,%g is at %g,%g", goal.x, goal.y, split.x, split.y);
		CHECK(split.w == 1 && split.h == 1 && split.start == 9 && split.level == 0 &&
			      ff_subdivide_goal((struct ff_goal){.w = 1, .h = 1, .level = 200})
					      .level == 200,
		      "%g,%g is another kind of goal", goal.x, goal.y);
	}
}

/* The nearest quarters are parts of the nearest cells. */
static void the_seeds_of_a_subdivided_place_are_parts_of_its_seeds(void)
{
	uint8_t cells[64];
	const struct ff_cost cost = {.w = 4, .h = 4, .cells = cells},
			     fine = {.w = 8, .h = 8, .cells = cells};

	memset(cells, 1, sizeof cells);
	for (int k = 0; k < 13 * 13; k++) {
		int row = k / 13;
		struct ff_goal goal = {.x = k % 13 / 4.0, .y = row / 4.0, .w = 1, .h = 1};
		struct ff_goal split = ff_subdivide_goal(goal);
		struct ff_seeds seeds, quarters;

		if (!CHECK(ff_seeds_make(&seeds, &(struct ff_goals){&goal, 1, NULL}, &cost, &cost,
					 1, "map", NULL) == FF_OK &&
				   ff_seeds_make(&quarters, &(struct ff_goals){&split, 1, NULL},
						 &fine, &fine, 1, "map", NULL) == FF_OK,
			   "%g,%g", goal.x, goal.y))
			continue;
		for (size_t i = 0; i < quarters.count; i++) {
			uint32_t cell = (uint32_t)quarters.items[i].cell;
			uint32_t whole = cell / 8 / 2 * 4 + cell % 8 / 2;
			bool found = false;

			for (size_t j = 0; j < seeds.count; j++)
				found |= seeds.items[j].cell == whole;
			CHECK(found, "%g,%g: cell %" PRIu32 " is in none of its cells", goal.x,
			      goal.y, cell);
		}
		free(seeds.items);
		free(quarters.items);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_goal_far_outside_does_not_wrap_into_the_map);
	RUN(areas_over_each_other_have_no_more_seeds_than_the_map_has_cells);
	RUN(a_goal_is_removed_with_all_its_cells_or_the_edit_is_refused);
	RUN(random_goals_come_and_go_as_if_each_edit_looked_at_all_cells);
	RUN(many_goals_come_and_go_one_by_one);
	RUN(a_goal_between_cells_has_the_open_ones_of_all_that_are_nearest);
	RUN(the_largest_start_cost_is_exact_in_every_unit);
	RUN(random_goals_have_all_their_seeds_once_and_in_order);
	RUN(only_a_goal_without_an_open_cell_moves_to_the_nearest_one);
	RUN(the_nearest_cell_is_exact_on_the_longest_maps);
	RUN(every_point_has_the_first_of_the_nearest_open_cells);
	RUN(a_subdivided_place_is_the_same_point_of_the_ground);
	RUN(the_seeds_of_a_subdivided_place_are_parts_of_its_seeds);
	return tap_done();
}
