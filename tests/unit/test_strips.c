#include "core/solve/strips.h"

#include "bench/anyangle.h"
#include "oracle.h"
#include "support/mapgen.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { SEEDS_MAX = 4 };

/* ---- maps ---- */

static int32_t below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

/* A map and its goals. */
struct plan {
	char name[120];
	struct ff_cost cost;
	uint8_t price; /* of its open cells */
	struct ff_seed items[SEEDS_MAX];
	struct ff_seeds seeds;
};

static struct plan new_plan(const char *name, int32_t w, int32_t h, uint8_t price)
{
	struct plan plan = {.cost = {.w = w, .h = h}, .price = price};

	plan.cost.cells = oracle_cells((size_t)w * (size_t)h, 1);
	memset(plan.cost.cells, price, (size_t)w * (size_t)h);
	snprintf(plan.name, sizeof plan.name, "%.90s, %" PRId32 "x%" PRId32, name, w, h);
	return plan;
}

static void draw_noise(struct plan *plan, uint64_t *dice, int32_t percent)
{
	for (int32_t i = 0; i < plan->cost.w * plan->cost.h; i++)
		plan->cost.cells[i] = below(dice, 100) < percent ? FF_COST_WALL : plan->price;
}

static void draw_sparse(struct plan *plan, uint64_t *dice)
{
	draw_noise(plan, dice, 10);
}

static void draw_medium(struct plan *plan, uint64_t *dice)
{
	draw_noise(plan, dice, 25);
}

static void draw_dense(struct plan *plan, uint64_t *dice)
{
	draw_noise(plan, dice, 40);
}

/* Noise, in which each cell then twice becomes what most of those around it are. */
static void draw_caves(struct plan *plan, uint64_t *dice)
{
	int32_t w = plan->cost.w, h = plan->cost.h;
	uint8_t *before = oracle_cells((size_t)w * (size_t)h, 1);

	draw_noise(plan, dice, 42);
	for (int round = 0; round < 2; round++) {
		memcpy(before, plan->cost.cells, (size_t)w * (size_t)h);
		for (int32_t i = 0; i < w * h; i++) {
			int walls = 0;

			for (int32_t k = 0; k < 9; k++) {
				int32_t x = i % w + k % 3 - 1, y = i / w + k / 3 - 1;

				walls += x < 0 || y < 0 || x >= w || y >= h ||
					 before[y * w + x] == FF_COST_WALL;
			}
			plan->cost.cells[i] = walls >= 5 ? FF_COST_WALL : plan->price;
		}
	}
	free(before);
}

static void fill_box(struct plan *plan, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t cost)
{
	for (int32_t j = y > 0 ? y : 0; j < y + h && j < plan->cost.h; j++)
		for (int32_t i = x > 0 ? x : 0; i < x + w && i < plan->cost.w; i++)
			plan->cost.cells[j * plan->cost.w + i] = cost;
}

/* Walls of one or two cells, some distance apart, each moved a bit or not. */
static void draw_pillars(struct plan *plan, uint64_t *dice)
{
	int32_t gap = 2 + below(dice, 5), moved = 1 + below(dice, 2), side = 1 + below(dice, 2);

	for (int32_t y = below(dice, gap); y < plan->cost.h; y += gap)
		for (int32_t x = 1; x < plan->cost.w; x += gap)
			fill_box(plan, x + below(dice, moved), y + below(dice, moved), side, side,
				 FF_COST_WALL);
}

static void draw_rooms(struct plan *plan, uint64_t *dice)
{
	int32_t side = 3 + below(dice, 8);

	for (int32_t y = side; y < plan->cost.h; y += side + 1)
		fill_box(plan, 0, y, plan->cost.w, 1, FF_COST_WALL);
	for (int32_t x = side; x < plan->cost.w; x += side + 1)
		fill_box(plan, x, 0, 1, plan->cost.h, FF_COST_WALL);
	for (int32_t y = 0; y < plan->cost.h; y += side + 1) {
		for (int32_t x = 0; x < plan->cost.w; x += side + 1) {
			if (below(dice, 5) > 0)
				fill_box(plan, x + side, y + below(dice, side), 1, 1, plan->price);
			if (below(dice, 5) > 0)
				fill_box(plan, x + below(dice, side), y + side, 1, 1, plan->price);
		}
	}
}

/* Corridors of one width: from each crossing one leads up or left, and now and then both do. */
static void draw_maze(struct plan *plan, uint64_t *dice)
{
	int32_t wide = 1 + below(dice, 3), loops = below(dice, 6), pitch = wide + 1;

	fill_box(plan, 0, 0, plan->cost.w, plan->cost.h, FF_COST_WALL);
	for (int32_t y = 0; y < plan->cost.h; y += pitch) {
		for (int32_t x = 0; x < plan->cost.w; x += pitch) {
			bool up = x == 0 || (y > 0 && below(dice, 2) == 0);

			fill_box(plan, x, y, wide, wide, plan->price);
			if (up || below(dice, 10) < loops)
				fill_box(plan, x, y - 1, wide, 1, plan->price);
			if (!up || below(dice, 10) < loops)
				fill_box(plan, x - 1, y, 1, wide, plan->price);
		}
	}
}

/* NOLINTNEXTLINE(readability-non-const-parameter): one of several that draw. */
static void draw_nothing(struct plan *plan, uint64_t *dice)
{
	(void)plan;
	(void)dice;
}

/* Adds up to SEEDS_MAX goals in open cells; returns false if there is none.  Starts are whole
 * numbers, as those of goals are. */
static bool add_seeds(struct plan *plan, uint64_t *dice, int32_t goals)
{
	int32_t n = plan->cost.w * plan->cost.h, start = 0;

	plan->seeds = (struct ff_seeds){plan->items, 0};
	for (int32_t k = 0; k < goals; k++) {
		int32_t cell = below(dice, n), tried = 0;

		while (plan->cost.cells[cell] == FF_COST_WALL && ++tried < n)
			cell = (cell + 1) % n;
		if (tried == n)
			return false;
		if (below(dice, 2) == 0)
			start += below(dice, 12 * plan->price);
		plan->items[plan->seeds.count++] =
			(struct ff_seed){(uint32_t)cell, (uint32_t)k, (double)start};
	}
	return true;
}

static void (*const kinds[])(struct plan *plan, uint64_t *dice) = {
	draw_sparse, draw_medium, draw_dense,   draw_caves,
	draw_rooms,  draw_maze,   draw_pillars, draw_nothing,
};

/* Calls check() with 'count' maps of all kinds and shapes. */
static void random_plans(int count, int32_t largest,
			 void (*check)(struct plan *plan, uint64_t *dice))
{
	static const uint8_t prices[] = {1, 1, 7, 254};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < count; i++) {
		int32_t w = 1 + below(&dice, i % 16 == 1 ? 2 : largest);
		int32_t h = 1 + below(&dice, i % 16 == 2 ? 2 : largest);
		char name[40];
		struct plan plan;

		snprintf(name, sizeof name, "map %d", i);
		plan = new_plan(name, w, h, prices[below(&dice, 4)]);
		kinds[(size_t)i % (sizeof kinds / sizeof *kinds)](&plan, &dice);
		if (add_seeds(&plan, &dice, i % 3 == 0 ? SEEDS_MAX : 1))
			check(&plan, &dice);
		free(plan.cost.cells);
	}
}

/* ---- fields ---- */

struct answer {
	struct ff_field field;
	struct ff_roots roots;
	size_t work;
};

static struct answer solve_in_steps(const struct plan *plan, double limit, size_t budget)
{
	int32_t w = plan->cost.w, h = plan->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct answer answer = {
		.field = {.w = w, .h = h, .type = FF_FIELD_F64, .unit = 1},
		.roots = {.of = {.w = w, .h = h, .cells = oracle_cells(n, sizeof(uint32_t))}},
	};
	struct ff_strips *run;
	enum ff_status st;
	bool done = false;

	answer.field.cells = oracle_cells(n, sizeof(double));
	memset(answer.field.cells, 0x5a, n * sizeof(double));
	memset(answer.roots.of.cells, 0x5a, n * sizeof(uint32_t));
	st = ff_strips_open(&run, &plan->cost, &plan->seeds, limit, &answer.field, &answer.roots);
	while (st == FF_OK && !done)
		st = ff_strips_step(run, budget, &done);
	CHECK(st == FF_OK, "%s: status %d", plan->name, (int)st);
	answer.work = st == FF_OK ? ff_strips_work(run) : SIZE_MAX;
	ff_strips_close(run);
	return answer;
}

static struct answer solve(const struct plan *plan)
{
	return solve_in_steps(plan, INFINITY, SIZE_MAX);
}

static void drop(struct answer *answer)
{
	free(answer->field.cells);
	free(answer->roots.of.cells);
	free(answer->roots.items);
}

/* Returns true if two answers have the same bits. */
static bool same(const struct answer *a, const struct answer *b)
{
	size_t n = (size_t)a->field.w * (size_t)a->field.h, count = a->roots.of.count;
	bool good = memcmp(a->field.cells, b->field.cells, n * sizeof(double)) == 0;

	good = memcmp(a->roots.of.cells, b->roots.of.cells, n * sizeof(uint32_t)) == 0 && good;
	return good && b->roots.of.count == count &&
	       memcmp(a->roots.items, b->roots.items, count * sizeof *a->roots.items) == 0;
}

/* ---- against a visibility graph ---- */

/* Writes the least over all goals of its start and the length of a way to it. */
static void find_truth(const struct plan *plan, double *truth)
{
	int32_t w = plan->cost.w, n = w * plan->cost.h;
	double *lengths = oracle_cells((size_t)n, sizeof *lengths);

	for (size_t k = 0; k < plan->seeds.count; k++) {
		int32_t cell = (int32_t)plan->seeds.items[k].cell;

		if (!CHECK(anyangle_lengths(&plan->cost, cell % w, cell / w, lengths),
			   "memory ran out"))
			break;
		for (int32_t i = 0; i < n; i++) {
			double value = plan->seeds.items[k].start + plan->price * lengths[i];

			truth[i] = k == 0 || value < truth[i] ? value : truth[i];
		}
	}
	free(lengths);
}

static bool check_values(const struct plan *plan, const struct answer *answer)
{
	int32_t n = plan->cost.w * plan->cost.h;
	double *truth = oracle_cells((size_t)n, sizeof *truth);
	bool good = true;

	find_truth(plan, truth);
	for (int32_t i = 0; i < n && good; i++) {
		double got = answer->field.f64[i];

		good = CHECK(got == truth[i] || fabs(got - truth[i]) < 1e-6 * plan->price,
			     "%s, goal %zu: cell %d has %.9f, should have %.9f", plan->name,
			     plan->seeds.items[0].cell, i, got, truth[i]);
	}
	free(truth);
	return good;
}

/* Returns the cost of a segment, rounded up as the header says. */
static double cost_of(const struct plan *plan, double x, double y)
{
	double unit = exp2(ceil(log2(plan->price)) - 24);

	return ceil(sqrt(x * x + y * y) * 0.5 * plan->price / unit) * unit;
}

/* Adds up the string of cell 'i' from root to root, and checks that it is legal. */
static bool check_string(const struct plan *plan, const struct answer *answer, int32_t i)
{
	int32_t x = 2 * (i % plan->cost.w) + 1, y = 2 * (i / plan->cost.w) + 1;
	uint32_t root = answer->roots.of.cells[i];
	double sum = 0;

	for (uint32_t turns = 0; turns < answer->roots.of.count; turns++) {
		const struct ff_root *at = &answer->roots.items[root];

		if (!CHECK(anyangle_sees(&plan->cost, x, y, at->x, at->y),
			   "%s, cell %d: %d,%d does not see its root", plan->name, i, x, y))
			return false;
		sum += cost_of(plan, at->x - x, at->y - y);
		x = at->x;
		y = at->y;
		if (at->next == FF_LABELS_NONE)
			return CHECK(root < plan->seeds.count &&
					     sum + plan->seeds.items[root].start ==
						     answer->field.f64[i],
				     "%s: cell %d has %.17g, its string %.17g", plan->name, i,
				     answer->field.f64[i], sum);
		root = at->next;
		if (!CHECK(root < answer->roots.of.count, "%s: root %" PRIu32, plan->name, root))
			return false;
	}
	return CHECK(false, "%s, cell %d: its string leads to no goal", plan->name, i);
}

static bool check_strings(const struct plan *plan, const struct answer *answer)
{
	bool good = true;

	for (int32_t i = 0; i < plan->cost.w * plan->cost.h && good; i++) {
		bool has = ff_field_has(&answer->field, (size_t)i);

		good = CHECK(has == (answer->roots.of.cells[i] < answer->roots.of.count) &&
				     (has || answer->roots.of.cells[i] == FF_LABELS_NONE),
			     "%s: cell %d has label %" PRIu32, plan->name, i,
			     answer->roots.of.cells[i]) &&
		       (!has || check_string(plan, answer, i));
	}
	return good;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): one of several checks. */
static void check_plan(struct plan *plan, uint64_t *dice)
{
	struct answer answer = solve(plan);

	(void)dice;
	check_values(plan, &answer);
	check_strings(plan, &answer);
	drop(&answer);
}

static void random_maps_have_the_values_of_a_visibility_graph_and_their_strings_are_legal(void)
{
	random_plans(getenv("FULL") != NULL ? 20000 : 2000, 40, check_plan);
}

static void every_wall_pattern_on_a_4x4_map_agrees_with_a_visibility_graph_from_every_cell(void)
{
	struct plan plan = new_plan("4x4", 4, 4, 1);
	int each = getenv("FULL") != NULL ? 1 : 29;
	bool good = true;

	plan.seeds = (struct ff_seeds){plan.items, 1};
	for (int pattern = 0; pattern < 1 << 16 && good; pattern += each) {
		for (int i = 0; i < 16; i++)
			plan.cost.cells[i] = pattern >> i & 1 ? FF_COST_WALL : 1;
		snprintf(plan.name, sizeof plan.name, "pattern %04x", (unsigned)pattern);
		for (uint32_t cell = 0; cell < 16 && good; cell++) {
			struct answer answer;

			if (plan.cost.cells[cell] == FF_COST_WALL)
				continue;
			plan.items[0] = (struct ff_seed){.cell = cell};
			answer = solve(&plan);
			good = check_values(&plan, &answer) && check_strings(&plan, &answer);
			drop(&answer);
		}
	}
	free(plan.cost.cells);
}

/* ---- one answer ---- */

static void check_budgets(struct plan *plan, uint64_t *dice)
{
	const size_t budgets[] = {1, 2 + (size_t)below(dice, 50), 1000};
	struct answer whole = solve(plan);

	for (size_t k = 0; k < sizeof budgets / sizeof *budgets; k++) {
		struct answer answer = solve_in_steps(plan, INFINITY, budgets[k]);

		CHECK(same(&whole, &answer), "%s: budget %zu", plan->name, budgets[k]);
		drop(&answer);
	}
	drop(&whole);
}

static void steps_of_any_budget_give_the_same_bits(void)
{
	random_plans(400, 40, check_budgets);
}

/* Returns the cell that cell 'i' becomes when the map is mirrored (bits 0 and 1), then turned over
 * its diagonal (bit 2). */
static int32_t turned_cell(const struct ff_cost *cost, int way, int32_t i)
{
	int32_t x = i % cost->w, y = i / cost->w;

	x = way & 1 ? cost->w - 1 - x : x;
	y = way & 2 ? cost->h - 1 - y : y;
	return way & 4 ? x * cost->h + y : y * cost->w + x;
}

/* On a turned map cones start and meet in another order.
 * NOLINTNEXTLINE(readability-non-const-parameter): one of several checks. */
static void check_turns(struct plan *plan, uint64_t *dice)
{
	struct answer answer = solve(plan);
	int32_t w = plan->cost.w, h = plan->cost.h;

	(void)dice;
	for (int way = 1; way < 8; way++) {
		struct plan turned = new_plan(plan->name, way & 4 ? h : w, way & 4 ? w : h, 1);
		struct answer other;
		bool good = true;

		turned.seeds = (struct ff_seeds){turned.items, plan->seeds.count};
		for (int32_t i = 0; i < w * h; i++)
			turned.cost.cells[turned_cell(&plan->cost, way, i)] = plan->cost.cells[i];
		for (size_t k = 0; k < plan->seeds.count; k++) {
			turned.items[k] = plan->items[k];
			turned.items[k].cell = (uint32_t)turned_cell(&plan->cost, way,
								     (int32_t)plan->items[k].cell);
		}
		other = solve(&turned);
		for (int32_t i = 0; i < w * h && good; i++) {
			double value = other.field.f64[turned_cell(&plan->cost, way, i)];

			good = CHECK(value == answer.field.f64[i],
				     "%s, turned %d: cell %d has %.17g and %.17g", plan->name, way,
				     i, answer.field.f64[i], value);
		}
		drop(&other);
		free(turned.cost.cells);
	}
	drop(&answer);
}

static void maps_mirrored_or_turned_over_their_diagonal_have_the_same_values(void)
{
	random_plans(getenv("FULL") != NULL ? 10000 : 1000, 40, check_turns);
}

static void check_added_wall(struct plan *plan, uint64_t *dice)
{
	int32_t n = plan->cost.w * plan->cost.h, wall = below(dice, n);
	struct answer before, after;
	bool good = true;

	while (plan->cost.cells[wall] == FF_COST_WALL)
		wall = (wall + 1) % n;
	for (size_t k = 0; k < plan->seeds.count; k++)
		if (plan->items[k].cell == (uint32_t)wall)
			return;
	before = solve(plan);
	plan->cost.cells[wall] = FF_COST_WALL;
	after = solve(plan);
	for (int32_t i = 0; i < n && good; i++)
		good = CHECK(after.field.f64[i] >= before.field.f64[i],
			     "%s, a wall at cell %d: cell %d has %.17g, had %.17g", plan->name,
			     wall, i, after.field.f64[i], before.field.f64[i]);
	drop(&before);
	drop(&after);
}

static void a_wall_that_is_added_never_lowers_a_value_by_a_bit(void)
{
	random_plans(10000, 40, check_added_wall);
}

static void check_limit(struct plan *plan, uint64_t *dice)
{
	int32_t n = plan->cost.w * plan->cost.h;
	struct answer whole = solve(plan), limited;
	double limit = whole.field.f64[below(dice, n)];
	bool good = true;

	if (!(limit < INFINITY))
		limit = below(dice, 30 * plan->price);
	limited = solve_in_steps(plan, limit, 1 + (size_t)below(dice, 100));
	for (int32_t i = 0; i < n && good; i++) {
		bool within = whole.field.f64[i] <= limit;

		good = CHECK(limited.field.f64[i] == (within ? whole.field.f64[i] : INFINITY) &&
				     limited.roots.of.cells[i] ==
					     (within ? whole.roots.of.cells[i] : FF_LABELS_NONE),
			     "%s, limit %g: cell %d has %g of %g", plan->name, limit, i,
			     limited.field.f64[i], whole.field.f64[i]);
	}
	drop(&whole);
	drop(&limited);
}

static void a_limit_removes_values_beyond_it_and_changes_no_other(void)
{
	random_plans(2000, 40, check_limit);
}

/* ---- areas of goals ---- */

static int by_start(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return a->start != b->start ? (a->start > b->start) - (a->start < b->start)
				    : (a->cell > b->cell) - (a->cell < b->cell);
}

/* Makes a block of cells goals, most of one start and some up to three cells less or more, so that
 * goals that touch hide each other or do not. */
static void add_block(struct plan *plan, uint64_t *dice)
{
	int32_t w = plan->cost.w, x0 = below(dice, w), y0 = below(dice, plan->cost.h);
	int32_t wide = 1 + below(dice, 5), high = 1 + below(dice, 5);

	for (int32_t y = y0; y < plan->cost.h && y < y0 + high; y++)
		for (int32_t x = x0; x < w && x < x0 + wide; x++) {
			int32_t start = 4 + (below(dice, 4) == 0 ? below(dice, 7) - 3 : 0);
			uint32_t cell = (uint32_t)(y * w + x);

			if (plan->cost.cells[cell] != FF_COST_WALL)
				plan->seeds.items[plan->seeds.count++] = (struct ff_seed){
					.cell = cell, .start = (double)start * plan->price};
		}
}

static void check_area(struct plan *plan, uint64_t *dice)
{
	struct ff_seed items[3 * 25];
	struct answer whole, steps;

	plan->seeds = (struct ff_seeds){items, 0};
	for (int block = 0; block < 3; block++)
		add_block(plan, dice);
	if (plan->seeds.count == 0)
		return;
	qsort(items, plan->seeds.count, sizeof *items, by_start);
	whole = solve(plan);
	steps = solve_in_steps(plan, INFINITY, 1 + (size_t)below(dice, 5));
	check_values(plan, &whole);
	check_strings(plan, &whole);
	CHECK(same(&whole, &steps), "%s: steps", plan->name);
	drop(&whole);
	drop(&steps);
}

static void areas_of_goals_have_the_values_of_a_visibility_graph_in_steps_of_any_budget(void)
{
	random_plans(400, 12, check_area);
}

static void a_step_starts_no_more_goals_than_its_budget(void)
{
	enum { SIDE = 64, BUDGET = 10 };
	struct plan plan = new_plan("goals in every cell", SIDE, SIDE, 1);
	struct ff_seed *items = oracle_cells((size_t)SIDE * SIDE, sizeof *items);
	double *values = oracle_cells((size_t)SIDE * SIDE, sizeof *values);
	uint32_t *labels = oracle_cells((size_t)SIDE * SIDE, sizeof *labels);
	struct ff_field field = {.w = SIDE, .h = SIDE, .type = FF_FIELD_F64, .f64 = values};
	struct ff_roots roots = {.of = {.w = SIDE, .h = SIDE, .cells = labels}};
	struct ff_strips *run;
	bool done = false;

	plan.seeds = (struct ff_seeds){items, (size_t)SIDE * SIDE};
	for (uint32_t cell = 0; cell < plan.seeds.count; cell++)
		items[cell] = (struct ff_seed){.cell = cell};
	if (CHECK(ff_strips_open(&run, &plan.cost, &plan.seeds, INFINITY, &field, &roots) == FF_OK,
		  "begins")) {
		while (ff_strips_work(run) == 0 &&
		       CHECK(ff_strips_step(run, BUDGET, &done) == FF_OK && !done, "a step"))
			;
		CHECK(values[BUDGET - 1] == 0 && values[BUDGET] == FF_FIELD_NONEF,
		      "goals that started: more or less than %d", (int)BUDGET);
		CHECK(ff_strips_work(run) == BUDGET, "work of %zu", ff_strips_work(run));
		while (!done && CHECK(ff_strips_step(run, 1, &done) == FF_OK, "steps"))
			;
		CHECK(ff_strips_work(run) <= 3 * plan.seeds.count, "work of %zu in all",
		      ff_strips_work(run));
	}
	ff_strips_close(run);
	free(roots.items);
	free(labels);
	free(values);
	free(items);
	free(plan.cost.cells);
}

/* ---- shapes and limits ---- */

static void a_single_cell_and_long_rows_and_columns_have_their_distances(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {100000, 1}, {1, 100000}, {100000, 2}};

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		int32_t w = sizes[k][0], h = sizes[k][1], n = w * h;
		struct plan plan = new_plan("long", w, h, 7);
		struct answer answer;
		bool good = true;

		plan.items[0] = (struct ff_seed){.cell = (uint32_t)n / 3, .start = 5};
		plan.seeds = (struct ff_seeds){plan.items, 1};
		answer = solve(&plan);
		for (int32_t i = 0; i < n && good; i++) {
			int32_t x = i % w - n / 3 % w, y = i / w - n / 3 / w;

			good = CHECK(answer.field.f64[i] == 5 + cost_of(&plan, 2 * x, 2 * y) &&
					     answer.roots.of.cells[i] == 0,
				     "%s: cell %d has %.17g", plan.name, i, answer.field.f64[i]);
		}
		drop(&answer);
		free(plan.cost.cells);
	}
}

static void seeds_that_a_nearer_goal_reaches_first_have_its_value(void)
{
	struct plan plan = new_plan("row", 9, 1, 1);
	struct answer answer;

	plan.items[0] = (struct ff_seed){.cell = 2};
	plan.items[1] = (struct ff_seed){.cell = 8, .start = 3};
	plan.items[2] = (struct ff_seed){.cell = 4, .start = 3};
	plan.seeds = (struct ff_seeds){plan.items, 3};
	answer = solve(&plan);
	CHECK(answer.field.f64[4] == 2 && answer.roots.of.cells[4] == 0, "a seed: %g",
	      answer.field.f64[4]);
	CHECK(answer.field.f64[7] == 4 && answer.roots.of.cells[7] == 1, "beyond: %g",
	      answer.field.f64[7]);
	CHECK(answer.field.f64[6] == 4 && answer.roots.of.cells[6] == 0, "a far cell: %g",
	      answer.field.f64[6]);
	drop(&answer);
	free(plan.cost.cells);
}

static void check_refused(const char *why, const struct plan *plan, int32_t w, int32_t h,
			  enum ff_field_type type)
{
	double values[4];
	uint32_t labels[4];
	struct ff_field field = {.w = w, .h = 2, .type = type, .f64 = values};
	struct ff_roots roots = {.of = {.w = 2, .h = h, .cells = labels}};
	struct ff_strips *run;

	CHECK(ff_strips_open(&run, &plan->cost, &plan->seeds, INFINITY, &field, &roots) ==
			      FF_E_ARG &&
		      run == NULL,
	      "%s", why);
	ff_strips_close(run);
}

static void maps_of_several_costs_and_seeds_on_walls_are_refused(void)
{
	struct plan plan = new_plan("two by two", 2, 2, 7);

	CHECK(ff_strips_cost(&plan.cost) == 7, "open");
	plan.seeds = (struct ff_seeds){plan.items, 1};
	check_refused("a field of another size", &plan, 1, 2, FF_FIELD_F64);
	check_refused("labels of another size", &plan, 2, 1, FF_FIELD_F64);
	check_refused("a field of another type", &plan, 2, 2, FF_FIELD_U64);
	plan.seeds.count = 0;
	check_refused("no seed", &plan, 2, 2, FF_FIELD_F64);
	plan.seeds.count = 1;
	plan.items[0].cell = 4;
	check_refused("a seed outside", &plan, 2, 2, FF_FIELD_F64);
	plan.items[0].cell = 1;
	plan.cost.cells[1] = FF_COST_WALL;
	CHECK(ff_strips_cost(&plan.cost) == 7, "one wall");
	check_refused("a seed on a wall", &plan, 2, 2, FF_FIELD_F64);
	plan.cost.cells[1] = 8;
	CHECK(ff_strips_cost(&plan.cost) == 0, "two costs");
	check_refused("two costs", &plan, 2, 2, FF_FIELD_F64);
	memset(plan.cost.cells, FF_COST_WALL, 4);
	CHECK(ff_strips_cost(&plan.cost) == 1, "walls only");
	free(plan.cost.cells);
}

/* ---- work ---- */

static void draw_orchard(struct plan *plan, int32_t period)
{
	for (int32_t y = 1; y < plan->cost.h; y += period)
		for (int32_t x = 1; x < plan->cost.w; x += period)
			fill_box(plan, x, y, 1, 1, FF_COST_WALL);
}

/* Draws a kind of mapgen's at one cost. */
static void generate(struct plan *plan, const char *kind)
{
	CHECK(mapgen_fill(kind, plan->cost.w, plan->cost.h, 1, plan->cost.cells), "%s", kind);
	for (int32_t i = 0; i < plan->cost.w * plan->cost.h; i++)
		if (plan->cost.cells[i] != FF_COST_WALL)
			plan->cost.cells[i] = plan->price;
}

static void work_stays_bounded_on_the_worst_maps(void)
{
	/* The most work per cell on maps of 127x127 and 255x255 cells. */
	static const struct {
		const char *kind;
		int32_t period; /* of an orchard */
		double most[2];
	} maps[] = {
		{"orchard", 2, {9, 10}}, {"orchard", 3, {7, 8}},    {"orchard", 8, {3.5, 4}},
		{"holes", 0, {5, 5}},    {"comb", 0, {1.2, 1.2}},   {"spiral", 0, {1.2, 1.2}},
		{"maze", 0, {1.7, 1.7}}, {"random", 0, {4.5, 4.5}},
	};

	for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) {
		for (int size = 0; size < 2; size++) {
			int32_t side = 127 + 128 * size;
			struct plan plan = new_plan(maps[k].kind, side, side, 1);
			struct answer answer;
			double work;

			if (maps[k].period > 0)
				draw_orchard(&plan, maps[k].period);
			else
				generate(&plan, maps[k].kind);
			plan.seeds = (struct ff_seeds){plan.items, 1};
			while (plan.cost.cells[plan.items[0].cell] == FF_COST_WALL)
				plan.items[0].cell++;
			answer = solve(&plan);
			work = (double)answer.work / side / side;
			CHECK(work <= maps[k].most[size], "%s %d: work of %g a cell", plan.name,
			      maps[k].period, work);
			drop(&answer);
			free(plan.cost.cells);
		}
	}
}

static void goals_everywhere_take_work_in_proportion(void)
{
	enum { SIDE = 255 };
	struct plan plan = new_plan("goals everywhere", SIDE, SIDE, 1);
	struct ff_seed *items = calloc(SIDE * SIDE, sizeof *items);

	/* All cells, each counted twice, then one in five. */
	for (uint32_t apart = 1; apart <= 5; apart += 4) {
		struct answer answer;
		double work;

		plan.seeds = (struct ff_seeds){items, 0};
		for (uint32_t cell = 0; cell < SIDE * SIDE; cell += apart)
			items[plan.seeds.count++] = (struct ff_seed){.cell = cell};
		answer = solve(&plan);
		work = (double)answer.work / SIDE / SIDE;
		CHECK(work <= (apart == 1 ? 2.2 : 14), "%u apart: work of %g a cell", apart, work);
		drop(&answer);
	}
	free(items);
	free(plan.cost.cells);
}

int main(void)
{
	RUN(random_maps_have_the_values_of_a_visibility_graph_and_their_strings_are_legal);
	RUN(every_wall_pattern_on_a_4x4_map_agrees_with_a_visibility_graph_from_every_cell);
	RUN(steps_of_any_budget_give_the_same_bits);
	RUN(maps_mirrored_or_turned_over_their_diagonal_have_the_same_values);
	RUN(a_wall_that_is_added_never_lowers_a_value_by_a_bit);
	RUN(a_limit_removes_values_beyond_it_and_changes_no_other);
	RUN(areas_of_goals_have_the_values_of_a_visibility_graph_in_steps_of_any_budget);
	RUN(a_step_starts_no_more_goals_than_its_budget);
	RUN(a_single_cell_and_long_rows_and_columns_have_their_distances);
	RUN(seeds_that_a_nearer_goal_reaches_first_have_its_value);
	RUN(maps_of_several_costs_and_seeds_on_walls_are_refused);
	RUN(goals_everywhere_take_work_in_proportion);
	RUN(work_stays_bounded_on_the_worst_maps);
	return tap_done();
}
