#include "nearest.h"

#include "field.h"

#include <math.h>

/* ---- visibility from a cell ---- */

static int32_t below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

static void *cells_of(int32_t w, int32_t h, size_t size)
{
	return oracle_cells((size_t)w * (size_t)h, size);
}

/* The cells that see one cell. */
struct view {
	int32_t w, h;
	uint8_t *sees; /* [w*h]  not of that cell itself */
};

static struct view look(const struct ff_cost *cost, int32_t from)
{
	const int32_t w = cost->w, h = cost->h;
	struct ff_seed seed = {.cell = (uint32_t)from};
	struct ff_seeds seeds = {&seed, 1};
	struct ff_field field = {
		.w = w, .h = h, .type = FF_FIELD_U32, .u32 = cells_of(w, h, sizeof(uint32_t))};
	struct ff_labels nearest = {.w = w, .h = h, .cells = cells_of(w, h, sizeof(uint32_t))};
	struct view view = {w, h, cells_of(w, h, 1)};

	memset(field.u32, 0, (size_t)w * (size_t)h * sizeof *field.u32);
	CHECK(find_nearest_goals(cost, &seeds, &field, &nearest, NULL) == FF_OK, "no labels");
	for (int32_t i = 0; i < w * h; i++)
		view.sees[i] = i != from && nearest.cells[i] == (uint32_t)from;
	free(nearest.cells);
	free(field.u32);
	return view;
}

static void range_of(const int64_t numbers[4], int64_t *least, int64_t *most)
{
	*least = *most = numbers[0];
	for (int i = 1; i < 4; i++) {
		*least = numbers[i] < *least ? numbers[i] : *least;
		*most = numbers[i] > *most ? numbers[i] : *most;
	}
}

/*
 * Returns true if two cells see each other.  In half cells, each cell that lies within the rows
 * and columns of both is a square with corners at odd places, and is met by the
 * segment unless all its corners lie on one side of it; where one of them is on
 * it and the rest on one side, it is touched.
 */
static bool is_clear(const struct ff_cost *cost, int32_t a, int32_t b)
{
	int64_t ax = a % cost->w, ay = a / cost->w, bx = b % cost->w, by = b / cost->w;
	int64_t left = ax < bx ? ax : bx, right = ax + bx - left;
	int64_t top = ay < by ? ay : by, bottom = ay + by - top;

	for (int64_t y = top; y <= bottom; y++) {
		for (int64_t x = left; x <= right; x++) {
			uint8_t here = cost->cells[y * cost->w + x];
			int64_t sides[4], least, most;

			for (int64_t k = 0; k < 4; k++)
				sides[k] = (bx - ax) * (2 * (y - ay) + (k / 2 * 2 - 1)) -
					   (by - ay) * (2 * (x - ax) + (k % 2 * 2 - 1));
			range_of(sides, &least, &most);
			if (least > 0 || most < 0)
				continue;
			if (least < 0 && most > 0 && here != cost->cells[a])
				return false;
			if (here == FF_COST_WALL)
				return false;
		}
	}
	return true;
}

static int64_t squared(const struct ff_cost *cost, int32_t a, int32_t b)
{
	int64_t dx = a % cost->w - b % cost->w, dy = a / cost->w - b / cost->w;

	return dx * dx + dy * dy;
}

/* Compares the view from one cell with the truth.  Visibility is symmetric, so that the cells
 * before it are enough. */
static bool agrees(const char *name, const struct ff_cost *cost, struct view *const views,
		   int32_t from)
{
	bool good = true;

	for (int32_t to = 0; to < from && good; to++) {
		int wanted = cost->cells[to] == cost->cells[from] && is_clear(cost, from, to);

		good = CHECK(views[from].sees[to] == wanted && (cost->cells[to] == FF_COST_WALL ||
								views[to].sees[from] == wanted),
			     "%s, %dx%d: cell %d reports %d: %d, should %d", name, cost->w, cost->h,
			     from, to, views[from].sees[to], wanted);
	}
	return good;
}

/* Compares the views from all open cells. */
static bool check_map(const char *name, const struct ff_cost *cost)
{
	int32_t n = cost->w * cost->h;
	struct view *views = cells_of(n, 1, sizeof *views);
	bool good = true;

	for (int32_t i = 0; i < n; i++) {
		views[i].sees = NULL;
		if (cost->cells[i] != FF_COST_WALL)
			views[i] = look(cost, i);
	}
	for (int32_t i = 0; i < n && good; i++)
		good = cost->cells[i] == FF_COST_WALL || agrees(name, cost, views, i);
	for (int32_t i = 0; i < n; i++)
		free(views[i].sees);
	free(views);
	return good;
}

/* Draws a map with up to 60 % walls and some cells of one or two other costs. */
static struct ff_cost random_map(int32_t w, int32_t h, uint64_t *dice)
{
	struct ff_cost cost = {.w = w, .h = h, .cells = cells_of(w, h, 1)};
	int32_t walls = below(dice, 61), others = below(dice, 3) == 0 ? 0 : below(dice, 30);

	for (int32_t i = 0; i < w * h; i++) {
		int32_t draw = below(dice, 100);

		cost.cells[i] = 1;
		if (draw < walls)
			cost.cells[i] = FF_COST_WALL;
		else if (draw >= 100 - others)
			cost.cells[i] = (uint8_t)(2 + below(dice, 2));
	}
	return cost;
}

/* Calls check() with 'count' maps of all shapes. */
static void random_maps(int count, int32_t largest,
			void (*check)(const char *name, const struct ff_cost *cost, uint64_t dice))
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < count; i++) {
		int32_t w = 1 + below(&dice, i % 8 == 1 ? 2 : largest);
		int32_t h = 1 + below(&dice, i % 8 == 2 ? 2 : largest);
		struct ff_cost cost = random_map(w, h, &dice);
		char name[40];

		snprintf(name, sizeof name, "random map %d", i);
		check(name, &cost, oracle_random(&dice));
		free(cost.cells);
	}
}

/* Checks every map of w * h cells with 'kinds' costs. */
static void every_map(int32_t w, int32_t h, int kinds, const uint8_t costs[])
{
	struct ff_cost cost = {.w = w, .h = h, .cells = cells_of(w, h, 1)};
	bool good = true, more = true;

	memset(cost.cells, costs[0], (size_t)(w * h));
	while (more && good) {
		int32_t i = 0;

		good = check_map("a small map", &cost);
		for (more = false; i < w * h && !more; i++) {
			int kind = 0;

			while (cost.cells[i] != costs[kind])
				kind++;
			more = kind + 1 < kinds;
			cost.cells[i] = costs[more ? kind + 1 : 0];
		}
	}
	free(cost.cells);
}

static void every_wall_pattern_on_a_3x4_map_agrees_with_the_truth_from_every_cell(void)
{
	every_map(3, 4, 2, (const uint8_t[]){1, FF_COST_WALL});
}

static void every_map_of_3x3_cells_of_two_costs_and_walls_agrees_with_the_truth(void)
{
	every_map(3, 3, 3, (const uint8_t[]){1, 7, FF_COST_WALL});
}

static void check_random(const char *name, const struct ff_cost *cost, uint64_t dice)
{
	(void)dice;
	check_map(name, cost);
}

static void random_maps_agree_from_every_cell_both_ways(void)
{
	random_maps(2000, 14, check_random);
}

/* Compares the view from one cell of a larger map. */
static void check_view(const char *name, const struct ff_cost *cost, int32_t from)
{
	struct view view = look(cost, from);

	for (int32_t to = 0; to < cost->w * cost->h; to++) {
		int wanted = to != from && cost->cells[to] == cost->cells[from] &&
			     is_clear(cost, from, to);

		if (!CHECK(view.sees[to] == wanted, "%s: cell %d reports %d: %d, should %d", name,
			   from, to, view.sees[to], wanted))
			break;
	}
	free(view.sees);
}

static void maps_with_sparse_pillars_agree_with_the_truth(void)
{
	static const int32_t sizes[][2] = {{90, 70}, {33, 150}, {150, 9}, {64, 64}};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 60; i++) {
		const int32_t *size = sizes[i % 4];
		struct ff_cost cost = {
			.w = size[0], .h = size[1], .cells = cells_of(size[0], size[1], 1)};
		int32_t n = size[0] * size[1], rare = 5 + below(&dice, 60);
		int32_t from = i % 3 == 0 ? 0 : below(&dice, n);
		char name[40];

		for (int32_t k = 0; k < n; k++) {
			int32_t draw = below(&dice, rare);

			cost.cells[k] = draw == 0 ? (i % 2 == 0 ? FF_COST_WALL : 9) : 1;
		}
		cost.cells[from] = 1;
		snprintf(name, sizeof name, "pillars %d", i);
		check_view(name, &cost, from);
		free(cost.cells);
	}
}

static void maps_with_regular_pillars_agree_with_the_truth(void)
{
	for (int32_t gap = 2; gap <= 4; gap++) {
		for (int32_t from = 0; from < 3; from++) {
			struct ff_cost cost = {.w = 61, .h = 61, .cells = cells_of(61, 61, 1)};
			char name[40];

			for (int32_t i = 0; i < 61 * 61; i++)
				cost.cells[i] =
					i % 61 % gap == gap - 1 && i / 61 % gap == gap - 1 ? 5 : 1;
			snprintf(name, sizeof name, "every %d cells", gap);
			if (cost.cells[from * 62] == 1)
				check_view(name, &cost, from * 62);
			free(cost.cells);
		}
	}
}

static int64_t seen_in(const struct view *view)
{
	int64_t seen = 0;

	for (int32_t i = 0; i < view->w * view->h; i++)
		seen += view->sees[i] == 1;
	return seen;
}

static void a_long_row_or_column_is_seen_up_to_its_obstacles(void)
{
	for (int turn = 0; turn < 2; turn++) {
		struct ff_cost cost = {
			.w = turn ? 1 : 2000, .h = turn ? 2000 : 1, .cells = cells_of(2000, 1, 1)};
		struct view view;

		memset(cost.cells, 1, 2000);
		view = look(&cost, 0);
		CHECK(seen_in(&view) == 1999, "%" PRId64, seen_in(&view));
		free(view.sees);
		cost.cells[100] = 2;
		cost.cells[1500] = FF_COST_WALL;
		view = look(&cost, 1000);
		CHECK(seen_in(&view) == 1398, "%" PRId64, seen_in(&view));
		CHECK(!view.sees[100] && view.sees[101] && view.sees[1499], "the ends");
		free(view.sees);
		free(cost.cells);
	}
}

/* A map, its goals and a field. */
struct plan {
	const struct ff_cost *cost;
	struct ff_field field;
	struct ff_seeds seeds;
};

static int by_start_goal_and_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->goal != b->goal)
		return a->goal < b->goal ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

enum { MANY = 90 }; /* goals: so many that cells look for them, not they for cells */

/* Draws goals; some have a value below their start, and some cells have no value. */

static struct plan random_plan(const struct ff_cost *cost, uint64_t *dice)
{
	int32_t w = cost->w, h = cost->h;
	struct plan plan = {cost,
			    {.w = w, .h = h, .type = FF_FIELD_U32, .unit = 1},
			    {cells_of(MANY, 1, sizeof(struct ff_seed)), 0}};
	uint32_t goals = below(dice, 3) == 0 ? MANY : 6;

	plan.field.u32 = cells_of(w, h, sizeof(uint32_t));
	for (int32_t i = 0; i < w * h; i++) {
		bool none = cost->cells[i] == FF_COST_WALL || below(dice, 20) == 0;

		plan.field.u32[i] = none ? FF_FIELD_NONE32 : 1000;
	}
	for (uint32_t goal = 0; goal < goals; goal++) {
		uint32_t cell = (uint32_t)below(dice, w * h), start = (uint32_t)below(dice, 3);
		bool taken = false;

		for (size_t i = 0; i < plan.seeds.count; i++)
			taken |= plan.seeds.items[i].cell == cell;
		if (cost->cells[cell] == FF_COST_WALL || taken)
			continue;
		plan.seeds.items[plan.seeds.count++] =
			(struct ff_seed){cell, goals - (goal + 1) / 2, start};
		if (start < plan.field.u32[cell] || plan.field.u32[cell] == FF_FIELD_NONE32)
			plan.field.u32[cell] = start;
	}
	qsort(plan.seeds.items, plan.seeds.count, sizeof *plan.seeds.items, by_start_goal_and_cell);
	return plan;
}

static void free_plan(struct plan *plan)
{
	free(plan->field.cells);
	free(plan->seeds.items);
}

/* Returns the goal that cell 'i' should have. */
static uint32_t best_goal(const struct plan *plan, int32_t i)
{
	const struct ff_seed *best = NULL;
	int64_t least = 0;

	if (plan->field.u32[i] == FF_FIELD_NONE32)
		return FF_LABELS_NONE;
	for (size_t k = 0; k < plan->seeds.count; k++) {
		const struct ff_seed *seed = &plan->seeds.items[k];
		int32_t cell = (int32_t)seed->cell;
		int64_t far = squared(plan->cost, i, cell);

		if (plan->field.u32[cell] != (uint32_t)seed->start ||
		    plan->cost->cells[i] != plan->cost->cells[cell] ||
		    !is_clear(plan->cost, i, cell))
			continue;
		if (best == NULL || far < least ||
		    (far == least && (seed->goal < best->goal ||
				      (seed->goal == best->goal && seed->cell < best->cell)))) {
			best = seed;
			least = far;
		}
	}
	return best != NULL ? (uint32_t)best->cell : FF_LABELS_NONE;
}

static struct ff_labels find_nearest(const char *name, const struct plan *plan)
{
	struct ff_labels nearest = {plan->cost->w, plan->cost->h,
				    cells_of(plan->cost->w, plan->cost->h, sizeof(uint32_t)), 77};
	enum ff_status st;

	memset(nearest.cells, 0x5a,
	       (size_t)(plan->cost->w * plan->cost->h) * sizeof *nearest.cells);
	st = find_nearest_goals(plan->cost, &plan->seeds, &plan->field, &nearest, NULL);
	CHECK(st == FF_OK && nearest.count == 77, "%s: status %d", name, (int)st);
	return nearest;
}

static void check_nearest(const char *name, const struct ff_cost *cost, uint64_t dice)
{
	struct plan plan = random_plan(cost, &dice);
	struct ff_labels nearest = find_nearest(name, &plan);

	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		uint32_t wanted = best_goal(&plan, i);

		if (!CHECK(nearest.cells[i] == wanted,
			   "%s, %dx%d: cell %d has %" PRIu32 ", should have %" PRIu32, name,
			   cost->w, cost->h, i, nearest.cells[i], wanted))
			break;
	}
	free(nearest.cells);
	free_plan(&plan);
}

static void every_cell_has_the_nearest_goal_in_sight(void)
{
	random_maps(2000, 14, check_nearest);
}

/* Makes all open cells on the left goals: most other cells are far from them. */
static void check_area(const char *name, const struct ff_cost *cost, uint64_t dice)
{
	int32_t w = cost->w, h = cost->h, side = 1 + below(&dice, (w + 2) / 3);
	struct plan plan = {cost,
			    {.w = w, .h = h, .type = FF_FIELD_U32, .unit = 1},
			    {cells_of(w, h, sizeof(struct ff_seed)), 0}};
	struct ff_labels nearest;

	plan.field.u32 = cells_of(w, h, sizeof(uint32_t));
	for (int32_t i = 0; i < w * h; i++) {
		bool goal = i % w < side && cost->cells[i] != FF_COST_WALL;

		plan.field.u32[i] = goal ? 0 : cost->cells[i] == FF_COST_WALL ? FF_FIELD_NONE32 : 9;
		if (goal)
			plan.seeds.items[plan.seeds.count++] =
				(struct ff_seed){(uint32_t)i, (uint32_t)below(&dice, 3), 0};
	}
	qsort(plan.seeds.items, plan.seeds.count, sizeof *plan.seeds.items, by_start_goal_and_cell);
	nearest = find_nearest(name, &plan);
	for (int32_t i = 0; i < w * h; i++) {
		uint32_t wanted = plan.field.u32[i] == 0 ? (uint32_t)i : best_goal(&plan, i);

		if (!CHECK(nearest.cells[i] == wanted,
			   "%s, %dx%d: cell %d has %" PRIu32 ", should have %" PRIu32, name, w, h,
			   i, nearest.cells[i], wanted))
			break;
	}
	free(nearest.cells);
	free_plan(&plan);
}

static void cells_far_from_an_area_of_goals_have_the_nearest_in_sight(void)
{
	random_maps(150, 40, check_area);
}

static void ties_go_to_the_goal_given_first_and_then_in_reading_order(void)
{
	uint8_t cells[25];
	uint32_t values[25], labels[25];
	struct ff_seed items[] = {{14, 1, 0}, {22, 1, 0}, {2, 2, 0}, {10, 0, 9}};
	const struct ff_cost cost = {.w = 5, .h = 5, .cells = cells};
	const struct ff_field field = {.w = 5, .h = 5, .unit = 1, .u32 = values};
	struct ff_labels nearest = {5, 5, labels, 0};

	memset(cells, 1, sizeof cells);
	for (int i = 0; i < 25; i++)
		values[i] = 50;
	values[14] = values[22] = values[2] = 0;
	values[10] = 9;
	find_nearest_goals(&cost, &(struct ff_seeds){items, 4}, &field, &nearest, NULL);
	CHECK(labels[12] == 10, "a dearer goal given first: %" PRIu32, labels[12]);
	CHECK(labels[10] == 10 && labels[14] == 14, "a goal's own cell");
	find_nearest_goals(&cost, &(struct ff_seeds){items, 3}, &field, &nearest, NULL);
	CHECK(labels[12] == 14, "two cells of a goal: %" PRIu32, labels[12]);
	values[14] = 3; /* its start is 0: no goal any more */
	find_nearest_goals(&cost, &(struct ff_seeds){items, 3}, &field, &nearest, NULL);
	CHECK(labels[12] == 22, "one is no goal: %" PRIu32, labels[12]);
	CHECK(labels[14] == 22 || labels[14] == 2, "what is no goal sees one: %" PRIu32,
	      labels[14]);
	find_nearest_goals(&cost, &(struct ff_seeds){NULL, 0}, &field, &nearest, NULL);
	for (int i = 0; i < 25; i++)
		CHECK(labels[i] == FF_LABELS_NONE, "no seeds: cell %d has %" PRIu32, i, labels[i]);
}

/* Returns true if cell 'i' of a square map is a goal; 'part' is the pattern's own parameter. */
typedef bool pattern(int32_t side, int32_t part, int32_t i);

static bool is_no_multiple(int32_t side, int32_t part, int32_t i)
{
	(void)side;
	return i % part != 0;
}

static bool is_on_the_left(int32_t side, int32_t part, int32_t i)
{
	return i % side < side / part;
}

static bool is_above_a_slope(int32_t side, int32_t part, int32_t i)
{
	return part * (i / side) + i % side < side;
}

/* Returns how many cells and steps an open map takes; column 'wall' is wall. */
static size_t work_of(int32_t side, int32_t wall, pattern *goals, int32_t part)
{
	size_t cells = (size_t)side * (size_t)side;
	struct ff_cost cost = {.w = side, .h = side, .cells = cells_of(side, side, 1)};
	struct ff_field field = {.w = side, .h = side, .unit = 1};
	struct ff_labels nearest = {side, side, cells_of(side, side, sizeof(uint32_t)), 0};
	struct ff_seeds seeds = {cells_of(side, side, sizeof *seeds.items), 0};
	size_t work = 0;
	bool all = true;

	field.cells = cells_of(side, side, sizeof(uint32_t));
	memset(cost.cells, 1, cells);
	for (int32_t i = 0; i < side * side; i++) {
		if (i % side == wall)
			cost.cells[i] = FF_COST_WALL;
		field.u32[i] = !goals(side, part, i);
		if (field.u32[i] == 0)
			seeds.items[seeds.count++] = (struct ff_seed){(uint32_t)i, 0, 0};
	}
	CHECK(find_nearest_goals(&cost, &seeds, &field, &nearest, &work) == FF_OK, "failed");
	for (size_t i = 0; i < cells; i++)
		all &= (nearest.cells[i] == i) == (field.u32[i] == 0);
	CHECK(all, "a goal has another goal's place");
	free(cost.cells);
	free(field.cells);
	free(nearest.cells);
	free(seeds.items);
	return work;
}

enum { LOOKS = 4 }; /* at each cell, to clear and label it and to find its goal */

static void many_goals_take_no_more_steps_than_the_other_cells_take_to_the_nearest(void)
{
	size_t one = work_of(512, -1, is_no_multiple, 512 * 512);

	CHECK(one < LOOKS * 512 * 512 + 64, "one cell that is no goal: %zu", one);
	for (int32_t gap = 2; gap <= 3; gap++) {
		size_t work = work_of(256, -1, is_no_multiple, gap);

		CHECK(work < 64 * 256 * 256, "gap %d: %zu", gap, work);
	}
}

/* A line takes no more steps than there are rows and columns on its way. */
static void areas_of_goals_take_no_more_steps_than_straight_lines_to_their_edges(void)
{
	for (int32_t side = 64; side <= 256; side *= 2) {
		size_t cells = (size_t)side * (size_t)side, most = cells * (size_t)side;
		size_t left = work_of(side, -1, is_on_the_left, 2);
		size_t slope = work_of(side, -1, is_above_a_slope, 2);
		size_t wall = work_of(side, side / 2, is_on_the_left, 2);

		CHECK(left <= most / 2 + 64 * cells, "side %d: %zu", side, left);
		CHECK(slope <= most / 2 + 64 * cells, "a slope, side %d: %zu", side, slope);
		CHECK(wall <= LOOKS * cells, "goals behind a wall, side %d: %zu", side, wall);
	}
}

static void other_sizes_are_refused_and_the_labels_left_alone(void)
{
	uint8_t cells[6] = {1, 1, 1, 1, 1, 1};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3}, labels[6] = {4, 4, 4, 4, 4, 4};
	struct ff_seed seed = {0, 0, 0};
	const struct ff_seeds seeds = {&seed, 1};
	const struct ff_cost cost = {.w = 3, .h = 2, .cells = cells};
	static const int32_t sizes[][4] = {{2, 3, 3, 2}, {3, 2, 2, 3}, {3, 1, 3, 2}, {3, 2, 2, 2}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const struct ff_field field = {
			.w = sizes[i][0], .h = sizes[i][1], .unit = 1, .u32 = values};
		struct ff_labels nearest = {sizes[i][2], sizes[i][3], labels, 0};
		enum ff_status st = find_nearest_goals(&cost, &seeds, &field, &nearest, NULL);

		CHECK(st == FF_E_ARG, "case %zu: status %d", i, (int)st);
		for (int k = 0; k < 6; k++)
			CHECK(labels[k] == 4, "case %zu: cell %d changed", i, k);
	}
}

/* Checks that a cell's vector points straight at the goal, and its direction is the nearest
 * permitted one. */
static void check_turned(const char *name, const struct ff_cost *cost, const struct ff_flow *flow,
			 int32_t i, int32_t goal)
{
	int32_t w = cost->w, dx = goal % w - i % w, dy = goal / w - i / w;
	double vx = (double)flow->vectors[i].dx, vy = (double)flow->vectors[i].dy;
	int direction = flow->cells[i];
	double best = -1, got;

	if (!CHECK(direction < FF_NONE, "%s: cell %d has no direction", name, i))
		return;
	CHECK(fabs(vx * vx + vy * vy - 1) < 1e-6 && fabs(vx * dy - vy * dx) < 1e-5 &&
		      vx * dx + vy * dy > 0,
	      "%s: cell %d has vector %g,%g, not along %d,%d", name, i, vx, vy, dx, dy);
	CHECK(ff_neighbours_permit(cost, FF_CORNERS_STRICT, i % w, i / w,
				   (enum ff_direction)direction),
	      "%s: cell %d goes %d", name, i, direction);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double along = ff_flow_units[d].dx * vx + ff_flow_units[d].dy * vy;

		if (along > best && ff_neighbours_permit(cost, FF_CORNERS_STRICT, i % w, i / w,
							 (enum ff_direction)d))
			best = along;
	}
	got = ff_flow_units[direction].dx * vx + ff_flow_units[direction].dy * vy;
	CHECK(got > best - 1e-6, "%s: cell %d goes %d, which is not the nearest to %d,%d", name, i,
	      direction, dx, dy);
}

static void check_turn(const char *name, const struct ff_cost *cost, uint64_t dice)
{
	struct plan plan = random_plan(cost, &dice);
	struct ff_labels nearest = find_nearest(name, &plan);
	int32_t w = cost->w, h = cost->h;
	struct ff_flow flow = {w, h, cells_of(w, h, 1),
			       cells_of(w, h, sizeof(struct ff_flow_vector))};

	memset(flow.cells, 77, (size_t)(w * h));
	for (int32_t i = 0; i < w * h; i++)
		flow.vectors[i] = (struct ff_flow_vector){5, 6};
	ff_sight_turn(cost, FF_CORNERS_STRICT, &nearest, &flow, 0, (size_t)(w * h));
	for (int32_t i = 0; i < w * h; i++) {
		if (nearest.cells[i] == FF_LABELS_NONE || nearest.cells[i] == (uint32_t)i)
			CHECK(flow.cells[i] == 77 && flow.vectors[i].dx == 5 &&
				      flow.vectors[i].dy == 6,
			      "%s: cell %d was changed", name, i);
		else
			check_turned(name, cost, &flow, i, (int32_t)nearest.cells[i]);
	}
	free(flow.cells);
	free(flow.vectors);
	free(nearest.cells);
	free_plan(&plan);
}

static void cells_in_sight_of_a_goal_point_straight_at_it_by_a_permitted_step(void)
{
	random_maps(2000, 14, check_turn);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_wall_pattern_on_a_3x4_map_agrees_with_the_truth_from_every_cell);
	RUN(every_map_of_3x3_cells_of_two_costs_and_walls_agrees_with_the_truth);
	RUN(random_maps_agree_from_every_cell_both_ways);
	RUN(maps_with_sparse_pillars_agree_with_the_truth);
	RUN(maps_with_regular_pillars_agree_with_the_truth);
	RUN(a_long_row_or_column_is_seen_up_to_its_obstacles);
	RUN(every_cell_has_the_nearest_goal_in_sight);
	RUN(cells_far_from_an_area_of_goals_have_the_nearest_in_sight);
	RUN(ties_go_to_the_goal_given_first_and_then_in_reading_order);
	RUN(many_goals_take_no_more_steps_than_the_other_cells_take_to_the_nearest);
	RUN(areas_of_goals_take_no_more_steps_than_straight_lines_to_their_edges);
	RUN(other_sizes_are_refused_and_the_labels_left_alone);
	RUN(cells_in_sight_of_a_goal_point_straight_at_it_by_a_permitted_step);
	return tap_done();
}
