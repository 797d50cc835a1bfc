#include "core/solve/integrate_engines.h"

#include "steps.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct ff_model euclid = {
	.metric = FF_METRIC_EUCLID,
	.flow = FF_FLOW_GRADIENT,
};

static int32_t below(uint64_t *state, int32_t n)
{
	return (int32_t)(oracle_random(state) % (uint64_t)n);
}

static void out_of_memory(void)
{
	puts("Bail out! out of memory");
	exit(1);
}

/* A map and the seeds on it; all blocks have their exact size. */
struct map {
	struct ff_cost cost;
	struct ff_seeds seeds;
};

static struct map even_map(int32_t w, int32_t h, uint8_t cost)
{
	struct map map = {{.w = w, .h = h, .cells = oracle_cells((size_t)w * (size_t)h, 1)},
			  {NULL, 0}};

	memset(map.cost.cells, cost, (size_t)w * (size_t)h);
	return map;
}

static void fill(struct map *map, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t cost)
{
	for (int32_t i = 0; i < w; i++)
		for (int32_t j = 0; j < h; j++)
			map->cost.cells[ff_cost_index(&map->cost, x + i, y + j)] = cost;
}

static int by_start_and_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

static void add_seed(struct map *map, int32_t x, int32_t y, double start)
{
	struct ff_seeds *seeds = &map->seeds;
	struct ff_seed *items = realloc(seeds->items, (seeds->count + 1) * sizeof *items);

	if (items == NULL)
		out_of_memory();
	seeds->items = items;
	items[seeds->count++] =
		(struct ff_seed){(uint32_t)ff_cost_index(&map->cost, x, y), 0, start};
}

static void free_map(struct map *map)
{
	free(map->cost.cells);
	free(map->seeds.items);
}

/* How a field is made. */
struct how {
	double reach; /* of straight lines */
	double limit;
	size_t budget;
};

static const struct how whole = {INFINITY, INFINITY, SIZE_MAX};
static const struct how held = {4, INFINITY, SIZE_MAX};

static double *integrate(const struct map *map, struct how how)
{
	int32_t w = map->cost.w, h = map->cost.h;
	size_t n = (size_t)w * (size_t)h;
	size_t size = ff_integrate_scratch(&euclid, FF_FIELD_F64, w, h, NULL);
	struct ff_field field = {w, h, FF_FIELD_F64, 1, 0, {oracle_cells(n, sizeof(double))}, NULL};
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	size_t settled = 0, reached = 0;
	enum ff_status st;

	qsort(map->seeds.items, map->seeds.count, sizeof *map->seeds.items, by_start_and_cell);
	memset(scratch, 0x5a, size);
	memset(field.cells, 0x5a, n * sizeof(double));
	st = ff_integrate_begin(&run, &euclid, &map->cost, &map->seeds, how.limit, &field, scratch,
				size, NULL);
	if (st == FF_OK && how.reach < INFINITY)
		ff_integrate_march_begin_within(&run, how.reach);
	while (st == FF_OK && !run.done) {
		st = ff_integrate_step(&run, how.budget);
		if (!CHECK(run.done || run.settled == settled + how.budget,
			   "%zu cells settled after %zu", run.settled, settled))
			break;
		settled = run.settled;
	}
	CHECK(st == FF_OK, "status %d", (int)st);
	for (size_t i = 0; i < n; i++)
		reached += field.f64[i] < INFINITY;
	CHECK(reached == run.settled, "%zu cells have a value, %zu are settled", reached,
	      run.settled);
	free(scratch);
	return field.f64;
}

/* Accuracy */

struct point {
	double x, y;
};

/* Returns the value of a seed without a start at x,y, or INFINITY. */
typedef double analytic(const void *context, double x, double y);

struct errors {
	double mean, largest; /* relative */
	int32_t x, y;         /* where it is largest */
};

/* The errors of the cells where the truth is at least 'from'. */
static struct errors measure(const struct map *map, const double *field, double from,
			     analytic *truth, const void *context)
{
	struct errors errors = {0, 0, -1, -1};
	size_t n = 0;

	for (int32_t y = 0; y < map->cost.h; y++) {
		for (int32_t x = 0; x < map->cost.w; x++) {
			size_t i = ff_cost_index(&map->cost, x, y);
			double wanted = truth(context, x, y);
			double error;

			if (wanted < from || wanted == INFINITY ||
			    map->cost.cells[i] == FF_COST_WALL)
				continue;
			error = fabs(field[i] - wanted) / wanted;
			errors.mean += error;
			n++;
			if (!(error <= errors.largest)) {
				errors.largest = error;
				errors.x = x;
				errors.y = y;
			}
		}
	}
	errors.mean /= (double)n;
	return errors;
}

static void check_errors(const char *what, struct errors errors, double mean, double largest)
{
	NOTE("%s: mean error %.4f %%, largest %.4f %% at %d,%d", what, 100 * errors.mean,
	     100 * errors.largest, errors.x, errors.y);
	CHECK(errors.mean < mean, "%s: mean error %g", what, errors.mean);
	CHECK(errors.largest < largest, "%s: error %g at %d,%d", what, errors.largest, errors.x,
	      errors.y);
}

static double length(double dx, double dy)
{
	return sqrt(dx * dx + dy * dy);
}

static double straight(const void *context, double x, double y)
{
	const struct point *goal = context;

	return length(x - goal->x, y - goal->y);
}

static void an_empty_map_beyond_a_disc_of_4_cells_is_good_to_a_third_of_a_percent(void)
{
	struct map map = even_map(512, 512, 1);
	struct point goal = {256, 256};
	double *field;

	add_seed(&map, 256, 256, 0);
	field = integrate(&map, held);
	check_errors("512x512, disc of 4", measure(&map, field, 8, straight, &goal), 0.003, 0.01);
	free(field);
	free_map(&map);
}

static void an_empty_map_is_exact(void)
{
	struct map map = even_map(512, 512, 1);
	struct point goal = {256, 256};
	double *field;

	add_seed(&map, 256, 256, 0);
	field = integrate(&map, whole);
	check_errors("512x512", measure(&map, field, 0.5, straight, &goal), 1e-12, 1e-12);
	free(field);
	free_map(&map);
}

static double to_nearest(const void *context, double x, double y)
{
	const struct map *map = context;
	double least = (double)INFINITY;

	for (size_t i = 0; i < map->seeds.count; i++) {
		uint32_t cell = map->seeds.items[i].cell, w = (uint32_t)map->cost.w, row = cell / w;
		struct point goal = {cell % w, row};

		least = fmin(least, straight(&goal, x, y));
	}
	return least;
}

/* Lines of many sources are short, but not so short that diagonal neighbours have none. */
static void a_goal_given_many_times_still_has_exact_neighbours(void)
{
	struct map map = even_map(5, 5, 1);
	double *field;

	for (int i = 0; i < 1000; i++)
		add_seed(&map, 2, 2, 0);
	field = integrate(&map, whole);
	CHECK(field[6] == sqrt(2), "%.17g", field[6]);
	free(field);
	free_map(&map);
}

/* Where the waves of two goals meet, too. */
static void with_several_goals_in_sight_an_empty_map_is_exact(void)
{
	static const int32_t goals[][2] = {{100, 50}, {150, 100}, {60, 77}, {26, 184}, {101, 122},
					   {39, 23},  {15, 56},   {16, 57}, {133, 137}};

	for (size_t count = 2; count <= sizeof goals / sizeof *goals; count++) {
		struct map map = even_map(200, 200, 1);
		double *field;

		for (size_t i = 0; i < count; i++)
			add_seed(&map, goals[i][0], goals[i][1], 0);
		field = integrate(&map, whole);
		check_errors("200x200, several goals", measure(&map, field, 0.5, to_nearest, &map),
			     1e-12, 1e-12);
		free(field);
		free_map(&map);
	}
}

static void the_cost_of_the_goals_own_cell_changes_nothing(void)
{
	struct map map = even_map(65, 65, 3), other = even_map(65, 65, 3);
	double *field, *there;

	fill(&other, 32, 32, 1, 1, 200);
	add_seed(&map, 32, 32, 0);
	add_seed(&other, 32, 32, 0);
	field = integrate(&map, whole);
	there = integrate(&other, whole);
	for (int i = 0; i < 65 * 65; i++)
		CHECK(field[i] == there[i], "cell %d: %g and %g", i, field[i], there[i]);
	free(field);
	free(there);
	free_map(&map);
	free_map(&other);
}

/* A wall fills the map from the cell 'corner' on to the right and down: ways turn where
 * the square of that cell has its corner. */
struct bend {
	struct point goal, corner;
};

static double around(const void *context, double x, double y)
{
	const struct bend *bend = context;
	double turn_x = bend->corner.x - 0.5, turn_y = bend->corner.y - 0.5;
	double dx = turn_x - bend->goal.x, dy = turn_y - bend->goal.y;

	if (x <= turn_x || dx * (y - turn_y) <= dy * (x - turn_x))
		return INFINITY;
	return length(dx, dy) + length(x - turn_x, y - turn_y);
}

static void check_bend(int32_t goal_x, int32_t goal_y, double largest)
{
	struct bend bend = {{100 + goal_x, 100 + goal_y}, {100, 100}};
	const struct how *hows[] = {&held, &whole};
	struct map map = even_map(200, 200, 1);
	char what[80];

	fill(&map, 100, 100, 100, 100, FF_COST_WALL);
	add_seed(&map, 100 + goal_x, 100 + goal_y, 0);
	for (size_t i = 0; i < 2; i++) {
		double *field = integrate(&map, *hows[i]);
		double leg = length(bend.corner.x - 0.5 - bend.goal.x,
				    bend.corner.y - 0.5 - bend.goal.y);

		snprintf(what, sizeof what, "behind a corner, goal at %+d,%+d%s", goal_x, goal_y,
			 i == 0 ? ", disc of 4" : "");
		check_errors(what, measure(&map, field, leg + 4, around, &bend), largest / 2,
			     largest);
		free(field);
	}
	free_map(&map);
}

static void behind_a_corner_errors_stay_below_a_percent(void)
{
	check_bend(-50, 1, 0.01);
	check_bend(-40, 50, 0.01);
	check_bend(-10, 30, 0.01);
	check_bend(-1, 60, 0.01);
	check_bend(-80, 99, 0.01);
}

/*
 * Up to column 'line', the goal's, cells cost 'near', and then 'far'.  A cell
 * beyond pays its own cost up to the centre of the last one that costs 'near':
 * there lies the line where rays are refracted.
 */
struct refraction {
	struct point goal;
	double line, near, far;
};

static double through(const struct refraction *step, double x, double y, double at)
{
	return step->near * length(step->line - step->goal.x, at - step->goal.y) +
	       step->far * length(x - step->line, y - at);
}

static double refracted(const void *context, double x, double y)
{
	const struct refraction *step = context;
	double low = fmin(y, step->goal.y), high = fmax(y, step->goal.y);

	if (x <= step->line)
		return step->near > step->far ? INFINITY : step->near * straight(&step->goal, x, y);
	for (int i = 0; i < 100; i++) { /* Fermat: the way is the shortest; its length is convex */
		double third = (high - low) / 3;

		if (through(step, x, y, low + third) < through(step, x, y, high - third))
			high -= third;
		else
			low += third;
	}
	return through(step, x, y, low);
}

static void check_refraction(uint8_t near, uint8_t far, int32_t from_line, double largest)
{
	struct refraction step = {{100 - from_line, 100}, 100, near, far};
	const struct how *hows[] = {&held, &whole};
	struct map map = even_map(200, 200, far);
	char what[80];

	fill(&map, 0, 0, 101, 200, near);
	add_seed(&map, 100 - from_line, 100, 0);
	for (size_t i = 0; i < 2; i++) {
		double *field = integrate(&map, *hows[i]);

		snprintf(what, sizeof what, "from %d to %d, goal %d cells before%s", near, far,
			 from_line, i == 0 ? ", disc of 4" : "");
		check_errors(what, measure(&map, field, 8 * near, refracted, &step), largest / 2,
			     largest);
		free(field);
	}
	free_map(&map);
}

static void across_a_step_of_costs_errors_stay_below_a_percent(void)
{
	check_refraction(1, 4, 40, 0.01);
	check_refraction(1, 4, 10, 0.01);
	check_refraction(1, 4, 3, 0.01);
	check_refraction(4, 1, 40, 0.01);
	check_refraction(4, 1, 10, 0.01);
}

static void within_a_few_cells_of_the_goal_corners_and_steps_cost_some_percent(void)
{
	check_bend(-3, 10, 0.022);
	check_bend(-1, 1, 0.06);
	check_refraction(4, 1, 3, 0.03);
}

/* Properties */

enum { MAPS = 1000 };

/* Draws a map of up to 24 * 24 cells: even, of a few costs or of any; some have seeds nearly
 * everywhere. */
static struct map random_map(uint64_t *dice)
{
	static const int32_t costs[] = {1, 1, 2, 254};
	int32_t w = 1 + below(dice, 24), h = 1 + below(dice, 24);
	int32_t most = costs[below(dice, 4)];
	int32_t walls = below(dice, 50);
	bool extremes = most > 2 && below(dice, 2) == 0;
	int32_t seeds = below(dice, 8) == 0 ? w * h : 1 + below(dice, 4);
	struct map map = even_map(w, h, 1);

	for (int32_t i = 0; i < w * h; i++) {
		int32_t cost = extremes ? (below(dice, 2) == 0 ? 1 : most) : 1 + below(dice, most);

		map.cost.cells[i] = below(dice, 100) < walls ? FF_COST_WALL : (uint8_t)cost;
	}
	for (int32_t i = 0; i < seeds; i++) {
		int32_t x = below(dice, w), y = below(dice, h);

		if (i == 0)
			fill(&map, x, y, 1, 1, (uint8_t)most);
		if (ff_cost_open(&map.cost, x, y))
			add_seed(&map, x, y, below(dice, 3) == 0 ? below(dice, 10 * most) : 0);
	}
	return map;
}

typedef void map_check(const struct map *map, uint64_t dice, int number);

static void random_maps(map_check *check)
{
	uint64_t dice = 20250131;

	for (int i = 0; i < MAPS; i++) {
		struct map map = random_map(&dice);

		check(&map, oracle_random(&dice), i);
		free_map(&map);
	}
}

static void check_budget(const struct map *map, uint64_t dice, int number)
{
	size_t bytes = (size_t)map->cost.w * (size_t)map->cost.h * sizeof(double);
	double *field = integrate(map, whole);
	double *again =
		integrate(map, (struct how){INFINITY, INFINITY, 1 + (size_t)below(&dice, 40)});

	CHECK(memcmp(field, again, bytes) == 0, "map %d", number);
	free(field);
	free(again);
}

/* Steps as far as 'most', each of which is looked at; then it is stopped. */
static void check_steps(const struct map *map, size_t budget, size_t most)
{
	size_t n = (size_t)map->cost.w * (size_t)map->cost.h;
	size_t size = ff_integrate_scratch(&euclid, FF_FIELD_F64, map->cost.w, map->cost.h, NULL);
	double *end = integrate(map, whole), *said = oracle_cells(n, sizeof *said);
	struct ff_field field = {.w = map->cost.w,
				 .h = map->cost.h,
				 .type = FF_FIELD_F64,
				 .unit = 1,
				 .f64 = oracle_cells(n, sizeof(double))};
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	for (size_t i = 0; i < n; i++)
		said[i] = FF_FIELD_NONEF;
	st = ff_integrate_begin(&run, &euclid, &map->cost, &map->seeds, INFINITY, &field, scratch,
				size, NULL);
	for (; st == FF_OK && !run.done && most > 0; most--) {
		st = ff_integrate_step(&run, budget);
		steps_look("euclid", &run, end, said, n);
	}
	CHECK(st == FF_OK, "status %d", (int)st);
	steps_stop("euclid", &run, said, n);
	free(field.cells);
	free(scratch);
	free(said);
	free(end);
}

static void check_settled(const struct map *map, uint64_t dice, int number)
{
	if (map->seeds.count == 0 || number % 4 != 0)
		return;
	check_steps(map, 1 + (size_t)number % 20, SIZE_MAX);
	check_steps(map, 1 + (size_t)below(&dice, 200), 1);
	check_steps(map, 1 + (size_t)below(&dice, 100), 2);
}

static void between_steps_the_cheapest_cells_are_done_with_for_good(void)
{
	struct map tall = even_map(9, 80, 1); /* its values are in bands */

	add_seed(&tall, 4, 30, 0);
	check_steps(&tall, 101, SIZE_MAX);
	check_steps(&tall, 333, 1);
	free_map(&tall);
	random_maps(check_settled);
}

static void the_field_is_the_same_whatever_the_budgets(void)
{
	random_maps(check_budget);
}

static void check_limit(const struct map *map, uint64_t dice, int number)
{
	double limit = below(&dice, 40);
	double *field = integrate(map, whole);
	double *cut = integrate(map, (struct how){INFINITY, limit, SIZE_MAX});

	for (int32_t i = 0; i < map->cost.w * map->cost.h; i++)
		CHECK(cut[i] == (field[i] > limit ? INFINITY : field[i]),
		      "map %d, cell %d: %g instead of %g; limit %g", number, i, cut[i], field[i],
		      limit);
	free(field);
	free(cut);
}

static void a_limit_removes_only_the_values_beyond_it(void)
{
	random_maps(check_limit);
}

/* Where cell i of a map goes when the map is turned: bit 0 mirrors x, bit 1
 * mirrors y, bit 2 then swaps the axes. */
static uint32_t turned(int turn, const struct ff_cost *cost, uint32_t i)
{
	int32_t w = cost->w, h = cost->h;
	int32_t x = (int32_t)i % w, y = (int32_t)i / w;

	x = turn & 1 ? w - 1 - x : x;
	y = turn & 2 ? h - 1 - y : y;
	return (uint32_t)(turn & 4 ? x * h + y : y * w + x);
}

static void check_turns(const struct map *map, uint64_t dice, int number)
{
	int turn = 1 + below(&dice, 7);
	bool swap = turn & 4;
	struct map other =
		even_map(swap ? map->cost.h : map->cost.w, swap ? map->cost.w : map->cost.h, 1);
	uint32_t n = (uint32_t)(map->cost.w * map->cost.h);
	double *field = integrate(map, whole), *there;

	for (uint32_t i = 0; i < n; i++)
		other.cost.cells[turned(turn, &map->cost, i)] = map->cost.cells[i];
	for (size_t i = 0; i < map->seeds.count; i++) {
		uint32_t cell = turned(turn, &map->cost, map->seeds.items[i].cell);

		add_seed(&other, (int32_t)cell % other.cost.w, (int32_t)cell / other.cost.w,
			 map->seeds.items[i].start);
	}
	there = integrate(&other, whole);
	for (uint32_t i = 0; i < n; i++)
		CHECK(field[i] == there[turned(turn, &map->cost, i)],
		      "map %d, turn %d, cell %" PRIu32 ": %.17g and %.17g", number, turn, i,
		      field[i], there[turned(turn, &map->cost, i)]);
	free(field);
	free(there);
	free_map(&other);
}

static void a_mirrored_or_transposed_map_gives_that_field_to_the_last_bit(void)
{
	random_maps(check_turns);
}

/* The cost to reach a seed in steps to the four neighbours, by patience. */
static double *steps_to_seeds(const struct map *map)
{
	static const int32_t steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
	int32_t w = map->cost.w, n = w * map->cost.h;
	double *best = oracle_cells((size_t)n, sizeof *best);

	for (int32_t i = 0; i < n; i++)
		best[i] = INFINITY;
	for (size_t i = 0; i < map->seeds.count; i++)
		best[map->seeds.items[i].cell] =
			fmin(best[map->seeds.items[i].cell], map->seeds.items[i].start);
	for (bool changed = true; changed;) {
		changed = false;
		for (int32_t i = 0; i < 4 * n; i++) {
			int32_t cell = i / 4;
			int32_t x = cell % w + steps[i % 4][0], y = cell / w + steps[i % 4][1];
			double offer;

			if (!ff_cost_open(&map->cost, x, y) ||
			    map->cost.cells[cell] == FF_COST_WALL)
				continue;
			offer = best[ff_cost_index(&map->cost, x, y)] + map->cost.cells[cell];
			changed |= offer < best[cell];
			best[cell] = fmin(best[cell], offer);
		}
	}
	return best;
}

/* The least that any way in a straight line to a seed could cost. */
static double straight_to_seeds(const struct map *map, int32_t cell)
{
	int32_t w = map->cost.w;
	double best = INFINITY;

	for (size_t i = 0; i < map->seeds.count; i++) {
		int32_t seed = (int32_t)map->seeds.items[i].cell;
		int32_t dx = seed % w - cell % w, dy = seed / w - cell / w;

		best = fmin(best, map->seeds.items[i].start +
					  ff_cost_range(&map->cost).least * length(dx, dy));
	}
	return best;
}

static void check_bounds(const struct map *map, uint64_t dice, int number)
{
	double *field = integrate(map, whole), *steps = steps_to_seeds(map);

	(void)dice;
	for (int32_t i = 0; i < map->cost.w * map->cost.h; i++) {
		double lowest = straight_to_seeds(map, i);
		double slack = 0.5 * ff_cost_range(&map->cost).most;

		CHECK((field[i] < INFINITY) == (steps[i] < INFINITY),
		      "map %d, cell %d: %g, steps %g", number, i, field[i], steps[i]);
		if (!(field[i] < INFINITY))
			continue;
		CHECK(field[i] <= steps[i] * (1 + 1e-12), "map %d, cell %d: %g is more than %g",
		      number, i, field[i], steps[i]);
		CHECK(field[i] >= lowest - slack, "map %d, cell %d: %g is less than %g", number, i,
		      field[i], lowest);
	}
	free(field);
	free(steps);
}

static void values_exist_where_4_connected_ways_do_and_lie_between_those_and_straight_lines(void)
{
	random_maps(check_bounds);
}

static void check_neighbours(const struct map *map, uint64_t dice, int number)
{
	static const int32_t steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
	int32_t w = map->cost.w, n = w * map->cost.h;
	double *field = integrate(map, whole);
	double *starts = oracle_cells((size_t)n, sizeof *starts);

	(void)dice;
	for (int32_t i = 0; i < n; i++)
		starts[i] = INFINITY;
	for (size_t i = map->seeds.count; i-- > 0;)
		starts[map->seeds.items[i].cell] = map->seeds.items[i].start;
	for (int32_t i = 0; i < n; i++) {
		double lowest = INFINITY;

		if (field[i] == INFINITY)
			continue;
		for (int d = 0; d < 4; d++) {
			int32_t x = i % w + steps[d][0], y = i / w + steps[d][1];

			if (ff_cost_open(&map->cost, x, y))
				lowest = fmin(lowest, field[ff_cost_index(&map->cost, x, y)]);
		}
		CHECK(field[i] >= 0 && field[i] <= starts[i], "map %d, cell %d: %g, start %g",
		      number, i, field[i], starts[i]);
		CHECK(field[i] == starts[i] || field[i] > lowest, "map %d, cell %d: %g above %g",
		      number, i, field[i], lowest);
		CHECK(field[i] <= lowest + map->cost.cells[i], "map %d, cell %d: %g above %g",
		      number, i, field[i], lowest);
	}
	free(starts);
	free(field);
}

static void a_value_is_a_start_or_higher_than_a_neighbour_by_no_more_than_a_step(void)
{
	random_maps(check_neighbours);
}

static double worst_fall;

static void check_raised(const struct map *map, uint64_t dice, int number)
{
	int32_t n = map->cost.w * map->cost.h, cell = below(&dice, n);
	uint32_t most = ff_cost_range(&map->cost).most;
	uint8_t *cost = &map->cost.cells[cell];
	double *field = integrate(map, whole), *raised;

	if (*cost >= FF_COST_MAX) {
		free(field);
		return;
	}
	*cost = (uint8_t)(*cost + 1 + below(&dice, FF_COST_MAX - *cost));
	raised = integrate(map, whole);
	for (int32_t i = 0; i < n; i++) {
		if (field[i] == INFINITY)
			continue;
		worst_fall = fmax(worst_fall, (field[i] - raised[i]) / most);
		CHECK(raised[i] >= field[i] - 0.5 * most, "map %d, cell %d: from %g to %g", number,
		      i, field[i], raised[i]);
	}
	free(field);
	free(raised);
}

static void raising_a_cost_lowers_no_value_by_more_than_the_error_of_a_step(void)
{
	random_maps(check_raised);
	NOTE("at worst by %.3f of the dearest step", worst_fall);
}

static void ways_one_cell_wide_are_the_sum_of_their_steps(void)
{
	struct map map = even_map(41, 40, FF_COST_WALL);
	uint64_t dice = 1;
	double *field, *steps;

	for (int32_t x = 0; x < 41; x++) /* a serpentine */
		for (int32_t y = 0; y < 40; y++)
			if (x % 2 == 0 || y == (x % 4 == 1 ? 39 : 0))
				fill(&map, x, y, 1, 1, (uint8_t)(1 + below(&dice, FF_COST_MAX)));
	add_seed(&map, 0, 0, 5);
	add_seed(&map, 40, 20, 1e12);
	field = integrate(&map, whole);
	steps = steps_to_seeds(&map);
	for (int32_t i = 0; i < 41 * 40; i++)
		CHECK(field[i] == steps[i], "cell %d: %g instead of %g", i, field[i], steps[i]);
	free(steps);
	free(field);
	free_map(&map);
}

static void rows_and_columns_are_the_sums_of_their_steps(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {1, 2}, {2, 1}, {1, 999}, {999, 1}};
	uint64_t dice = 2;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		int32_t w = sizes[k][0], h = sizes[k][1];
		struct map map = even_map(w, h, 1);
		double *field, *steps;

		for (int32_t i = 0; i < w * h; i++)
			map.cost.cells[i] = (uint8_t)(1 + below(&dice, 3));
		add_seed(&map, w / 2, h / 2, 0);
		add_seed(&map, w - 1, h - 1, 200);
		field = integrate(&map, whole);
		steps = steps_to_seeds(&map);
		for (int32_t i = 0; i < w * h; i++)
			CHECK(field[i] == steps[i], "%dx%d, cell %d: %g instead of %g", w, h, i,
			      field[i], steps[i]);
		free(steps);
		free(field);
		free_map(&map);
	}
}

static void check_area(int32_t w, int32_t h, double tolerance)
{
	struct map map = even_map(60, 50, 3);
	double *field;

	for (int32_t i = 0; i < w * h; i++)
		add_seed(&map, 20 + i % w, 10 + i / w, 7);
	field = integrate(&map, whole);
	for (int32_t y = 0; y < 50; y++) {
		for (int32_t x = 0; x < 60; x++) {
			double dx = fmax(fmax(20 - x, x - 19 - w), 0);
			double dy = fmax(fmax(10 - y, y - 9 - h), 0);
			double wanted = 7 + 3 * length(dx, dy);
			double got = field[ff_cost_index(&map.cost, x, y)];

			CHECK(fabs(got - wanted) <= tolerance * wanted,
			      "%d*%d cells, %d,%d: %g instead of %g", w, h, x, y, got, wanted);
		}
	}
	free(field);
	free_map(&map);
}

static void an_area_is_as_far_as_the_nearest_of_its_cells(void)
{
	check_area(3, 3, 1e-12);
	check_area(20, 15, 3e-3); /* many discs, and thus small ones */
}

static void check_late_seed(const struct map *map, uint64_t dice, int number)
{
	int32_t n = map->cost.w * map->cost.h, cell = below(&dice, n);
	struct map late = {map->cost, {NULL, 0}};
	double *field, *same;

	if (map->seeds.count > 4 || map->cost.cells[cell] == FF_COST_WALL)
		return;
	for (size_t i = 0; i < map->seeds.count; i++)
		add_seed(&late, (int32_t)map->seeds.items[i].cell % map->cost.w,
			 (int32_t)map->seeds.items[i].cell / map->cost.w,
			 map->seeds.items[i].start);
	add_seed(&late, cell % map->cost.w, cell / map->cost.w, 1e6);
	field = integrate(map, whole);
	same = integrate(&late, whole);
	for (int32_t i = 0; i < n; i++)
		CHECK(field[i] == same[i] || (field[i] == INFINITY && same[i] >= 1e6),
		      "map %d, cell %d: %.17g instead of %.17g", number, i, same[i], field[i]);
	free(late.seeds.items);
	free(field);
	free(same);
}

static void a_seed_that_starts_too_late_changes_nothing(void)
{
	random_maps(check_late_seed);
}

/* A column of cost 1 in a map of cost 4, behind a wall except for its ends. */
static void a_cheaper_way_that_the_seed_does_not_see_counts(void)
{
	struct map map = even_map(40, 60, 4);
	double *field, *steps;

	fill(&map, 12, 0, 1, 60, 1);
	fill(&map, 11, 1, 1, 58, FF_COST_WALL);
	add_seed(&map, 9, 0, 0);
	field = integrate(&map, whole);
	steps = steps_to_seeds(&map);
	for (int32_t y = 0; y < 60; y++) {
		double got = field[ff_cost_index(&map.cost, 9, y)];

		CHECK(got <= 4 * y && got <= steps[ff_cost_index(&map.cost, 9, y)], "9,%d has %g",
		      y, got);
	}
	CHECK(field[ff_cost_index(&map.cost, 9, 59)] < 0.5 * 4 * 59, "9,59 has %g",
	      field[ff_cost_index(&map.cost, 9, 59)]);
	free(steps);
	free(field);
	free_map(&map);
}

int main(void)
{
	RUN(an_empty_map_beyond_a_disc_of_4_cells_is_good_to_a_third_of_a_percent);
	RUN(an_empty_map_is_exact);
	RUN(with_several_goals_in_sight_an_empty_map_is_exact);
	RUN(a_goal_given_many_times_still_has_exact_neighbours);
	RUN(the_cost_of_the_goals_own_cell_changes_nothing);
	RUN(behind_a_corner_errors_stay_below_a_percent);
	RUN(across_a_step_of_costs_errors_stay_below_a_percent);
	RUN(within_a_few_cells_of_the_goal_corners_and_steps_cost_some_percent);
	RUN(the_field_is_the_same_whatever_the_budgets);
	RUN(between_steps_the_cheapest_cells_are_done_with_for_good);
	RUN(a_limit_removes_only_the_values_beyond_it);
	RUN(a_mirrored_or_transposed_map_gives_that_field_to_the_last_bit);
	RUN(values_exist_where_4_connected_ways_do_and_lie_between_those_and_straight_lines);
	RUN(a_value_is_a_start_or_higher_than_a_neighbour_by_no_more_than_a_step);
	RUN(raising_a_cost_lowers_no_value_by_more_than_the_error_of_a_step);
	RUN(ways_one_cell_wide_are_the_sum_of_their_steps);
	RUN(rows_and_columns_are_the_sums_of_their_steps);
	RUN(an_area_is_as_far_as_the_nearest_of_its_cells);
	RUN(a_seed_that_starts_too_late_changes_nothing);
	RUN(a_cheaper_way_that_the_seed_does_not_see_counts);
	return tap_done();
}
