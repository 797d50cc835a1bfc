/*
 * Euclid by its rule: how near values and vectors are to the truth, and that all engines find the
 * least fixpoint, to the last bit.
 */
#include "core/solve/descend.h"
#include "steps.h"
#include "support/mapgen.h"

#include <math.h>

static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
static struct ff_pool *pool; /* of three threads */

static int32_t below(uint64_t *dice, int64_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

/* A map and the seeds on it; all blocks have their exact size. */
struct map {
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seeds seeds;
	double limit;
};

static struct map new_map(int32_t w, int32_t h, uint32_t scale, uint32_t cost)
{
	struct map map = {euclid, {.w = w}, {oracle_cells(9, sizeof(struct ff_seed)), 0}, INFINITY};

	map.model.scale = scale;
	if (!ff_cost_new(&map.cost, w, h, scale > 0))
		exit(1);
	for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
		ff_cost_set(&map.cost, i, cost);
	return map;
}

static void fill(struct map *map, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t cost)
{
	for (int32_t i = 0; i < w * h; i++)
		ff_cost_set(&map->cost, ff_cost_index(&map->cost, x + i % w, y + i / w), cost);
}

static void add_seed(struct map *map, int32_t x, int32_t y, double start)
{
	map->seeds.items[map->seeds.count++] =
		(struct ff_seed){.cell = (uint32_t)ff_cost_index(&map->cost, x, y), .start = start};
}

static void free_map(struct map *map)
{
	free(map->cost.cells);
	free(map->seeds.items);
}

static size_t cells_of(const struct map *map)
{
	return (size_t)map->cost.w * (size_t)map->cost.h;
}

/* Returns the field by the engine for a type, by the one in tiles if that is wanted; the caller
 * frees its cells. */
static struct ff_field integrate_by(const struct map *map, enum ff_field_type type, bool tiles,
				    enum ff_cpu cpu, int threads, size_t budget)
{
	const struct ff_machine machine = {threads > 1 ? pool : NULL, cpu};
	const struct ff_integrate_engine *engine =
		ff_integrate_engine_for(&map->model, type, type == FF_FIELD_U64);
	int32_t w = map->cost.w, h = map->cost.h;
	size_t size = ff_integrate_scratch(&map->model, type, type == FF_FIELD_U64, w, h, &machine);
	struct ff_field field = field_new(&map->model, w, h, type);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	memset(scratch, 0x5a, size);
	st = ff_integrate_begin(&run, &map->model, &map->cost, &map->seeds, map->limit, &field,
				field.type == FF_FIELD_U64, scratch, size, &machine);
	if (st == FF_OK && tiles) {
		ff_integrate_end(&run);
		run.done = false;
		run.engine = engine;
		engine->begin(&run);
	}
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, budget);
	CHECK(st == FF_OK && field.type == FF_FIELD_F64, "status %d, type %d", (int)st,
	      (int)field.type);
	free(scratch);
	return field;
}

static struct ff_field integrate(const struct map *map, enum ff_field_type type, enum ff_cpu cpu,
				 int threads, size_t budget)
{
	return integrate_by(map, type, false, cpu, threads, budget);
}

/* ---- accuracy ---- */

struct point {
	double x, y;
};

/* Returns the true value at x,y; INFINITY where it does not count. */
typedef double truth(const void *context, double x, double y);

/* Bounds of errors: of values in per cent, and of vectors in degrees. */
struct errors {
	double mean, worst, angle, worst_angle;
};

static double length(double dx, double dy)
{
	return sqrt(dx * dx + dy * dy);
}

/* Returns the angle between a vector and the way down, by differences over 'step'; -1: beside
 * what does not count. */
static double angle_at(struct ff_flow_vector vector, truth *wanted, const void *context, double x,
		       double y, double step)
{
	double dx = wanted(context, x - step, y) - wanted(context, x + step, y);
	double dy = wanted(context, x, y - step) - wanted(context, x, y + step);
	double vx = (double)vector.dx, vy = (double)vector.dy;

	if (!isfinite(dx) || !isfinite(dy))
		return -1;
	return fabs(atan2(vx * dy - vy * dx, vx * dx + vy * dy)) * 180 / 3.14159265358979;
}

/* Compares the cells where the truth is at least 'from' with it. */
static void check_errors(const char *what, const struct map *map, double from, truth *wanted,
			 const void *context, double step, struct errors most)
{
	int32_t w = map->cost.w, h = map->cost.h;
	size_t n = cells_of(map), values = 0, angles = 0;
	struct ff_field field = integrate(map, FF_FIELD_F64, ff_machine_best(), 1, SIZE_MAX);
	struct ff_flow flow = {.w = w, .h = h, .cells = oracle_cells(n, 1)};
	struct errors is = {0};

	flow.vectors = oracle_cells(n, sizeof *flow.vectors);
	CHECK(ff_descend(&map->model, &map->cost, &field, &map->seeds, &flow, NULL, NULL) == FF_OK,
	      "%s: no flow", what);
	for (size_t i = 0; i < n; i++) {
		size_t column = i % (size_t)w, row = i / (size_t)w;
		double x = (double)column, y = (double)row, error;
		double value = wanted(context, x, y);

		if (!(value >= from) || value == (double)INFINITY ||
		    map->cost.cells[i] == FF_COST_WALL)
			continue;
		error = 100 * fabs(field.f64[i] - value) / value;
		is.mean += error;
		is.worst = fmax(is.worst, error);
		values++;
		error = angle_at(flow.vectors[i], wanted, context, x, y, step);
		if (error < 0)
			continue;
		is.angle += error;
		is.worst_angle = fmax(is.worst_angle, error);
		angles++;
	}
	is.mean /= (double)values;
	is.angle /= (double)angles;
	NOTE("%s: values %.3f %%, worst %.2f %%; vectors %.2f degrees, worst %.1f", what, is.mean,
	     is.worst, is.angle, is.worst_angle);
	CHECK(is.mean < most.mean && is.worst < most.worst, "%s: values", what);
	CHECK(is.angle < most.angle && is.worst_angle < most.worst_angle, "%s: vectors", what);
	free(field.cells);
	free(flow.cells);
	free(flow.vectors);
}

static double straight(const void *context, double x, double y)
{
	const struct point *goal = context;

	return length(x - goal->x, y - goal->y);
}

static void values_and_vectors_are_near_the_truth_on_even_ground(void)
{
	struct map map = new_map(512, 512, 0, 1);
	struct point goal = {256, 256};

	add_seed(&map, 256, 256, 0);
	check_errors("512x512", &map, 4, straight, &goal, 1e-4,
		     (struct errors){0.047, 0.49, 0.49, 4.9});
	free_map(&map);
}

/* A wall fills the map from cell 100,100 on to the right and down: ways turn at its corner. */
static double around(const void *context, double x, double y)
{
	const struct point *goal = context;
	double turn = 99.5, dx = turn - goal->x, dy = turn - goal->y;

	if (x <= turn || dx * (y - turn) <= dy * (x - turn))
		return INFINITY;
	return length(dx, dy) + length(x - turn, y - turn);
}

static void check_corner(int32_t x, int32_t y, struct errors most)
{
	struct point goal = {100 + x, 100 + y};
	struct map map = new_map(200, 200, 0, 1);
	char what[80];

	snprintf(what, sizeof what, "behind a corner, goal at %+d,%+d", (int)x, (int)y);
	fill(&map, 100, 100, 100, 100, FF_COST_WALL);
	add_seed(&map, 100 + x, 100 + y, 0);
	check_errors(what, &map, length(x + 0.5, y + 0.5) + 4, around, &goal, 1e-4, most);
	free_map(&map);
}

static void behind_corners(void)
{
	check_corner(-50, 1, (struct errors){0.058, 0.09, 0.41, 1.8});
	check_corner(-40, 50, (struct errors){0.11, 0.36, 0.7, 8.5});
	check_corner(-10, 30, (struct errors){0.2, 0.84, 0.76, 8.5});
	check_corner(-1, 1, (struct errors){0.36, 5.5, 0.75, 8.5});
}

/* Up to column 100 cells cost 'near', and then 'far': a cell beyond pays its own cost up to the
 * centre of the last one that costs 'near', where rays are refracted. */
struct refraction {
	struct point goal;
	double near, far;
};

static double through(const struct refraction *step, double x, double y, double at)
{
	return step->near * length(100 - step->goal.x, at - step->goal.y) +
	       step->far * length(x - 100, y - at);
}

static double refracted(const void *context, double x, double y)
{
	const struct refraction *step = context;
	double low = fmin(y, step->goal.y), high = fmax(y, step->goal.y);

	if (x <= 100)
		return step->near > step->far ? INFINITY : step->near * straight(&step->goal, x, y);
	for (int i = 0; i < 80; i++) { /* Fermat: the way is the shortest; its length is convex */
		double third = (high - low) / 3;

		if (through(step, x, y, low + third) < through(step, x, y, high - third))
			high -= third;
		else
			low += third;
	}
	return through(step, x, y, low);
}

static void check_refraction(uint8_t near, uint8_t far, int32_t before, struct errors most)
{
	struct refraction step = {{100 - before, 100}, near, far};
	struct map map = new_map(200, 200, 0, far);
	char what[80];

	fill(&map, 0, 0, 101, 200, near);
	add_seed(&map, 100 - before, 100, 0);
	snprintf(what, sizeof what, "from %d to %d, goal %d cells before", near, far, (int)before);
	check_errors(what, &map, 8 * near, refracted, &step, 1e-4, most);
	free_map(&map);
}

static void across_a_border_of_costs(void)
{
	check_refraction(1, 4, 40, (struct errors){0.061, 0.49, 0.61, 49});
	check_refraction(4, 1, 40, (struct errors){0.13, 0.24, 0.84, 15.5});
	check_refraction(4, 1, 10, (struct errors){0.21, 0.84, 0.77, 23.2});
}

enum { CUT = 7 };

/* A map, and the field of the one where each of its cells is cut in CUT * CUT. */
struct parts {
	const struct map *map;
	struct ff_field field;
};

/* Cells pay their own cost as far as the next centre, parts from one centre to the other both. */
static double by_parts(const void *context, double x, double y)
{
	const struct parts *parts = context;
	const struct ff_cost *cost = &parts->map->cost;
	const int32_t half = CUT / 2;
	int32_t at_x = (int32_t)(x * CUT + half + 0.5), at_y = (int32_t)(y * CUT + half + 0.5);
	size_t cell = ff_cost_index(cost, at_x / CUT, at_y / CUT);
	double more = cost->cells[cell] - cost->cells[parts->map->seeds.items[0].cell];

	if (length(x - (double)(cost->w >> 1), y - (double)(cost->h >> 1)) < 8)
		return INFINITY;
	return parts->field.f64[at_y * parts->field.w + at_x] / CUT + more / 2;
}

static void check_ground(const char *kind, struct errors most)
{
	enum { SIDE = 96 };
	struct map map = new_map(SIDE, SIDE, 0, 1), cut = new_map(SIDE * CUT, SIDE * CUT, 0, 1);
	struct parts parts = {.map = &map};

	mapgen_fill(kind, SIDE, SIDE, 1, map.cost.cells);
	for (int32_t i = 0; i < SIDE * SIDE; i++)
		fill(&cut, i % SIDE * CUT, i / SIDE * CUT, CUT, CUT, map.cost.cells[i]);
	add_seed(&map, SIDE / 2, SIDE / 2, 0);
	add_seed(&cut, SIDE / 2 * CUT + CUT / 2, SIDE / 2 * CUT + CUT / 2, 0);
	parts.field = integrate(&cut, FF_FIELD_F64, ff_machine_best(), 1, SIZE_MAX);
	check_errors(kind, &map, 1, by_parts, &parts, 1.0 / CUT, most);
	free(parts.field.cells);
	free_map(&map);
	free_map(&cut);
}

static void and_on_ground_whose_cells_are_cut_in_49(void)
{
	check_ground("terrain", (struct errors){2.3, 5.4, 6.4, 181});
	check_ground("caves", (struct errors){1.31, 5.7, 3.5, 181});
	check_ground("rooms", (struct errors){2.1, 10.2, 5.1, 181});
}

/* ---- the least fixpoint ---- */

/* Returns the least whole number whose square is at least n. */
static uint64_t root_of(uint64_t n)
{
	uint64_t root = (uint64_t)sqrt((double)n);

	while (root * root < n)
		root++;
	while (root > 0 && (root - 1) * (root - 1) >= n)
		root--;
	return root;
}

static bool is_open(const struct map *map, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < map->cost.w && y < map->cost.h &&
	       map->cost.cells[y * map->cost.w + x] != FF_COST_WALL;
}

static double value_at(const struct map *map, const double *values, int32_t x, int32_t y)
{
	return is_open(map, x, y) ? values[y * map->cost.w + x] : (double)INFINITY;
}

/* Returns the bend at a cell by its neighbour dx,dy away. */
static double bend(const struct map *map, const double *values, int32_t x, int32_t y, int dx,
		   int dy)
{
	const double quantum = map->model.scale > 0 ? 0x1p-8 : 0x1p-16;
	double near = value_at(map, values, x + dx, y + dy);
	double far = fmin(value_at(map, values, x + dx + dy, y + dy + dx),
			  value_at(map, values, x + dx - dy, y + dy - dx));
	uint64_t cost = (uint64_t)(ff_cost_at(&map->cost, (size_t)(y * map->cost.w + x)) / quantum);
	uint64_t f = near > far ? (uint64_t)fmin((near - far) / quantum, (double)cost) : 0;

	if (near == (double)INFINITY)
		return near;
	return near + quantum * (double)(2 * f * f <= cost * cost ? root_of(cost * cost - f * f)
								  : root_of(2 * cost * cost) - f);
}

/* Returns the price of a jump from a cell to the one a,b away; INFINITY if a wall is in the way. */
static double jump_price(const struct map *map, int32_t x, int32_t y, int a, int b)
{
	const uint64_t parts = map->model.scale > 0 ? 256 : 1; /* of 2^-16, in a quantum */
	int side = abs(a) > abs(b) ? abs(a) : abs(b);
	uint64_t most = 0;

	for (int i = 0; i < side * side; i++) {
		int32_t at_x = x + (a < 0 ? -1 : 1) * (i % side);
		int32_t at_y = y + (b < 0 ? -1 : 1) * (i / side);
		uint64_t cost;

		if (!is_open(map, at_x, at_y))
			return INFINITY;
		cost = ff_cost_at(&map->cost, (size_t)(at_y * map->cost.w + at_x));
		most = cost > most ? cost : most;
	}
	most = (most * root_of((uint64_t)(a * a + b * b) << 32) + parts - 1) / parts;
	return (double)(most * parts) * 0x1p-16;
}

/* The places to jump to: each in four mirror images, and with x and y exchanged. */
enum { JUMPS = 40 };

static void jump_to(int i, int *a, int *b)
{
	static const int places[5][2] = {{1, 2}, {1, 3}, {2, 3}, {1, 4}, {3, 4}};

	*a = places[i / 8][i & 1] * (i & 2 ? -1 : 1);
	*b = places[i / 8][1 - (i & 1)] * (i & 4 ? -1 : 1);
}

/* Returns the field by lowering values as long as the rule allows it. */
static double *relax(const struct map *map)
{
	const double quantum = map->model.scale > 0 ? 0x1p-8 : 0x1p-16;
	int32_t w = map->cost.w, n = w * map->cost.h;
	double *values = oracle_cells((size_t)n, sizeof *values);
	double *prices = oracle_cells((size_t)n, JUMPS * sizeof *prices);
	bool changed = true;
	int a, b;

	for (int32_t i = 0; i < n; i++)
		values[i] = INFINITY;
	for (int32_t i = 0; i < n * JUMPS; i++) {
		jump_to(i % JUMPS, &a, &b);
		prices[i] = jump_price(map, i / JUMPS % w, i / JUMPS / w, a, b);
	}
	for (size_t i = 0; i < map->seeds.count; i++) {
		double *value = &values[map->seeds.items[i].cell];

		*value = fmin(*value, ceil(map->seeds.items[i].start / quantum) * quantum);
	}
	for (bool back = false; changed; back = !back) {
		changed = false;
		for (int32_t k = 0; k < n; k++) {
			int32_t i = back ? n - 1 - k : k, x = i % w, y = i / w;
			double value = values[i];

			if (!is_open(map, x, y))
				continue;
			for (int d = 0; d < 4; d++)
				value = fmin(value, bend(map, values, x, y, d % 2 * (d - 2),
							 (1 - d % 2) * (d - 1)));
			for (int j = 0; j < JUMPS; j++) {
				if (prices[i * JUMPS + j] == (double)INFINITY)
					continue;
				jump_to(j, &a, &b);
				value = fmin(value, value_at(map, values, x + a, y + b) +
							    prices[i * JUMPS + j]);
			}
			changed |= value < values[i];
			values[i] = value;
		}
	}
	for (int32_t i = 0; i < n; i++)
		values[i] = values[i] > map->limit ? (double)INFINITY : values[i];
	free(prices);
	return values;
}

static int by_start(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->start > b->start) - (a->start < b->start);
}

/* Draws a map: even, of a few costs, of any, or of extremes; wide or not; starts are fractions. */
static struct map random_map(uint64_t *dice, int32_t w, int32_t h)
{
	static const int32_t costs[] = {1, 2, 9, FF_COST_MAX, 1, 999, FF_COST_WIDE_MAX};
	int kind = below(dice, 7);
	int32_t most = costs[kind], walls = below(dice, 50), seeds = 1 + below(dice, 6);
	double late = below(dice, 9) == 0 ? (double)FF_GOALS_START_MAX : 0;
	bool extremes = below(dice, 3) == 0;
	struct map map = new_map(w, h, kind > 3 ? 1 + (uint32_t)below(dice, most) : 0, 1);

	for (int32_t i = 0; i < w * h; i++)
		if (below(dice, 100) < walls)
			ff_cost_set(&map.cost, (size_t)i, ff_cost_wall(&map.cost));
		else
			ff_cost_set(&map.cost, (size_t)i,
				    (uint32_t)(extremes && below(dice, 2) == 0 ? most
					       : extremes                      ? 1
							  : 1 + below(dice, most)));
	for (int32_t i = 0; i < seeds; i++) {
		int32_t x = below(dice, w), y = below(dice, h);

		if (i > 0 && !is_open(&map, x, y))
			continue;
		if (i == 0)
			fill(&map, x, y, 1, 1, (uint32_t)most);
		add_seed(&map, x, y,
			 late + (below(dice, 2) == 0 ? 0 : below(dice, 10 * most) / 7.0));
	}
	qsort(map.seeds.items, map.seeds.count, sizeof *map.seeds.items, by_start);
	if (below(dice, 4) == 0)
		map.limit = late + below(dice, 20 * most) / 3.0;
	return map;
}

static uint64_t digest;

/* Compares the field of each engine with that of the rule, to the last bit. */
static void check_map(const struct map *map, uint64_t dice, int number)
{
	double *wanted = relax(map);
	size_t n = cells_of(map);

	for (size_t i = 0; i < n; i++) {
		uint64_t bits;

		memcpy(&bits, &wanted[i], sizeof bits);
		digest = (digest ^ bits) * 0x100000001b3 + (digest >> 40);
	}
	for (int cpu = FF_CPU_PLAIN; cpu <= FF_CPUS + 1; cpu++) {
		size_t budget = below(&dice, 2) == 0 ? SIZE_MAX : 1 + (size_t)below(&dice, 100), i;
		int threads = 1 + 2 * below(&dice, 2);
		struct ff_field field;

		if (cpu < FF_CPUS && !ff_machine_has((enum ff_cpu)cpu))
			continue;
		if (cpu < FF_CPUS)
			field = integrate_by(map, FF_FIELD_F64, true, (enum ff_cpu)cpu, threads,
					     budget);
		else
			field = integrate(map, cpu == FF_CPUS ? FF_FIELD_U64 : FF_FIELD_F64,
					  FF_CPU_PLAIN, threads, budget);
		for (i = 0; i < n && field.f64[i] == wanted[i];)
			i++;
		CHECK(i == n,
		      "map %d, %dx%d, %s, %d threads, budget %zu: cell %zu has %.17g, not %.17g",
		      number, (int)map->cost.w, (int)map->cost.h,
		      cpu < FF_CPUS ? ff_machine_cpus[cpu] : "in order", threads, budget, i,
		      field.f64[i % n], wanted[i % n]);
		free(field.cells);
	}
	free(wanted);
}

static void all_engines_find_the_cells_of_the_rule(void)
{
	static const int32_t sizes[][2] = {{100, 70}, {130, 5}, {1, 300},
					   {300, 1},  {65, 64}, {66, 9}};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 1000; i++) {
		int32_t w = 1 + below(&dice, 20), h = 1 + below(&dice, 20);
		struct map map;

		if (i % 40 == 0) {
			w = sizes[i / 40 % 6][0];
			h = sizes[i / 40 % 6][1];
		}
		map = random_map(&dice, w, h);
		check_map(&map, oracle_random(&dice), i);
		free_map(&map);
	}
	CHECK(digest == 0x46e2642dfee6064b, "digest %#" PRIx64, digest);
}

static void rough_ground_is_solved_in_order(void)
{
	static const char *const names[] = {"tiles", "order"};

	for (int rough = 0; rough < 2; rough++) {
		struct map map = new_map(40, 40, 0, 100);
		struct ff_field field = field_new(&map.model, 40, 40, FF_FIELD_F64);
		size_t size = ff_integrate_scratch(&map.model, FF_FIELD_F64, false, 40, 40, NULL);
		void *scratch = oracle_cells(size, 1);
		struct ff_integrate run = {0};
		enum ff_status st;

		for (int32_t i = 0; i < 40; i++)
			fill(&map, i, 0, 1, 40, (uint32_t)(100 + (rough ? i * 77 % 40 : i)));
		add_seed(&map, 9, 9, 0);
		st = ff_integrate_begin(&run, &map.model, &map.cost, &map.seeds, INFINITY, &field,
					field.type == FF_FIELD_U64, scratch, size, NULL);
		if (CHECK(st == FF_OK, "status %d", (int)st))
			CHECK(strcmp(run.engine->name, names[rough]) == 0, "rough %d: %s", rough,
			      run.engine->name);
		ff_integrate_end(&run);
		free(field.cells);
		free(scratch);
		free_map(&map);
	}
}

/* Makes a wall of a cell without a seed, or raises a cost. */
static void raise_cost(struct map *map, uint64_t *dice)
{
	size_t cell = (size_t)below(dice, (int64_t)cells_of(map));
	uint32_t cost = ff_cost_at(&map->cost, cell), wall = ff_cost_wall(&map->cost);
	bool shut = below(dice, 2) == 0;

	for (size_t i = 0; i < map->seeds.count; i++)
		shut &= map->seeds.items[i].cell != cell;
	if (cost + 1 < wall)
		ff_cost_set(&map->cost, cell,
			    shut ? wall : cost + 1 + (uint32_t)below(dice, wall - cost - 1));
}

static void a_wall_added_or_a_cost_raised_lowers_no_value(void)
{
	uint64_t dice = ORACLE_SEED;
	int falls = 0;

	for (int i = 0; i < 500; i++) {
		int32_t w = 1 + below(&dice, 14), h = 1 + below(&dice, 14);
		struct map map = random_map(&dice, w, h);
		struct ff_field before, after;

		before = integrate(&map, FF_FIELD_U64, FF_CPU_PLAIN, 1, SIZE_MAX);
		for (int k = 0; k < 20; k++) {
			raise_cost(&map, &dice);
			after = integrate(&map, FF_FIELD_U64, FF_CPU_PLAIN, 1, SIZE_MAX);
			for (size_t cell = 0; cell < cells_of(&map); cell++)
				falls += after.f64[cell] < before.f64[cell];
			free(before.cells);
			before = after;
		}
		free(before.cells);
		free_map(&map);
	}
	CHECK(falls == 0, "%d values fell", falls);
}

/* ---- order ---- */

/* Steps up to 'most' times, checks each, and stops. */
static void check_steps(const struct map *map, size_t budget, size_t most)
{
	int32_t w = map->cost.w, h = map->cost.h;
	size_t n = cells_of(map),
	       size = ff_integrate_scratch(&map->model, FF_FIELD_U64, true, w, h, NULL);
	struct ff_field end = integrate(map, FF_FIELD_F64, FF_CPU_PLAIN, 1, SIZE_MAX);
	struct ff_field field = field_new(&map->model, w, h, FF_FIELD_U64);
	double *said = oracle_cells(n, sizeof *said);
	uint32_t *order = oracle_cells(n, sizeof *order);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	for (size_t i = 0; i < n; i++)
		said[i] = FF_FIELD_NONEF;
	st = ff_integrate_begin(&run, &map->model, &map->cost, &map->seeds, map->limit, &field,
				field.type == FF_FIELD_U64, scratch, size, NULL);
	run.order = order;
	for (; st == FF_OK && !run.done && most > 0; most--) {
		size_t before = run.settled;

		st = ff_integrate_step(&run, budget);
		CHECK(run.done || run.settled == before + budget, "%zu cells settled after %zu",
		      run.settled, before);
		steps_listed("euclid", &run, said, end.f64, before);
		steps_look("euclid", &run, end.f64, said, n);
	}
	CHECK(st == FF_OK, "status %d", (int)st);
	for (size_t i = 1; i < run.settled; i++)
		CHECK(end.f64[order[i - 1]] <= end.f64[order[i]], "cell %zu of the order", i);
	steps_stop("euclid", &run, said, n);
	CHECK(field.type == FF_FIELD_F64, "type %d", (int)field.type);
	free(field.cells);
	free(end.cells);
	free(order);
	free(scratch);
	free(said);
}

static void between_steps_the_cheapest_cells_are_settled_for_good(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 250; i++) {
		struct map map = random_map(&dice, 1 + i % 24, 1 + below(&dice, 24));

		check_steps(&map, 1 + (size_t)i % 20, SIZE_MAX);
		check_steps(&map, 1 + (size_t)below(&dice, 200), 1);
		check_steps(&map, 1 + (size_t)below(&dice, 100), 2);
		free_map(&map);
	}
}

/* ---- what the rule means in passages ---- */

static void rows_and_columns_are_the_sums_of_their_steps(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2; k++) {
		struct map map = new_map(k == 0 ? 999 : 1, k == 0 ? 1 : 999, 0, 1);
		struct ff_field field;
		double sum = 0;

		for (size_t i = 0; i < 999; i++)
			map.cost.cells[i] = (uint8_t)(1 + below(&dice, FF_COST_MAX));
		add_seed(&map, 0, 0, 0);
		field = integrate(&map, FF_FIELD_F64, ff_machine_best(), 1, SIZE_MAX);
		for (size_t i = 1; i < 999; i++) {
			sum += map.cost.cells[i];
			CHECK(field.f64[i] == sum, "cell %zu: %g, not %g", i, field.f64[i], sum);
		}
		free(field.cells);
		free_map(&map);
	}
}

/* A passage from 0,0 to 1,0 and 1,1: where its last cell is not much dearer than the one before,
 * the way leads past the corner of the wall. */
static void a_passage_one_cell_wide_is_cut_short_where_it_turns(void)
{
	static const struct {
		uint8_t middle, last;
		double value;
	} cases[] = {{1, 1, 1.4142}, {3, 2, 3.8284}, {1, 4, 4.8730}, {9, 1, 9.4142}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct map map = new_map(2, 2, 0, FF_COST_WALL);
		struct ff_field field;

		map.cost.cells[0] = 7;
		map.cost.cells[1] = cases[i].middle;
		map.cost.cells[3] = cases[i].last;
		add_seed(&map, 0, 0, 0);
		field = integrate(&map, FF_FIELD_F64, ff_machine_best(), 1, SIZE_MAX);
		CHECK(fabs(field.f64[3] - cases[i].value) < 1e-4, "costs %d, %d: %g",
		      cases[i].middle, cases[i].last, field.f64[3]);
		free(field.cells);
		free_map(&map);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	if (ff_pool_open(3, &pool) != FF_OK)
		return 1;
	RUN(values_and_vectors_are_near_the_truth_on_even_ground);
	RUN(behind_corners);
	RUN(across_a_border_of_costs);
	RUN(and_on_ground_whose_cells_are_cut_in_49);
	RUN(all_engines_find_the_cells_of_the_rule);
	RUN(rough_ground_is_solved_in_order);
	RUN(a_wall_added_or_a_cost_raised_lowers_no_value);
	RUN(between_steps_the_cheapest_cells_are_settled_for_good);
	RUN(rows_and_columns_are_the_sums_of_their_steps);
	RUN(a_passage_one_cell_wide_is_cut_short_where_it_turns);
	ff_pool_close(pool);
	return tap_done();
}
