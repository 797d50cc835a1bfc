#include "core/solve/integrate.h"

#include "core/solve/tile.h"
#include "field.h"
#include "support/mapgen.h"

#include <math.h>

/* Under a sanitizer that makes threads ten times slower, fewer maps do. */
#if defined __SANITIZE_THREAD__
enum { THREADS = 3, ROUNDS = 3 };
#else
enum { THREADS = 3, ROUNDS = 30 };
#endif

static struct ff_pool *pools[THREADS + 1]; /* by threads; 1: none */

/* A map of several tiles, with goals. */
struct case_of {
	const char *name;
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seed items[4];
	struct ff_seeds seeds;
	double limit;
};

enum { MODELS = ORACLE_MODELS + 1 };

/* Returns the k-th model; the last one is euclid. */
static struct ff_model model_at(int k)
{
	if (k == ORACLE_MODELS)
		return (struct ff_model){.metric = FF_METRIC_EUCLID};
	return oracle_model(k, FF_FLOW_LOWEST);
}

/* Solves in steps of 'budget' with 'threads' threads; the caller frees the cells. */
static enum ff_status solve(const struct case_of *c, enum ff_field_type type, bool in_order,
			    enum ff_cpu cpu, int threads, size_t budget, struct ff_field *field)
{
	const struct ff_machine machine = {pools[threads], cpu};
	size_t size =
		ff_integrate_scratch(&c->model, type, in_order, c->cost.w, c->cost.h, &machine);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	*field = field_new(&c->model, c->cost.w, c->cost.h, type);
	st = ff_integrate_begin(&run, &c->model, &c->cost, &c->seeds, c->limit, field, in_order,
				scratch, size, &machine);
	while (st == FF_OK && !run.done) {
		size_t before = run.settled;

		st = ff_integrate_step(&run, budget);
		CHECK(run.settled >= before, "%s: from %zu settled to %zu", c->name, before,
		      run.settled);
	}
	CHECK(run.settled <= (size_t)c->cost.w * (size_t)c->cost.h, "%s: %zu settled", c->name,
	      run.settled);
	free(scratch);
	return st;
}

static enum ff_status solve_tiles(const struct case_of *c, enum ff_field_type type, enum ff_cpu cpu,
				  int threads, size_t budget, struct ff_field *field)
{
	return solve(c, type, false, cpu, threads, budget, field);
}

/* Solves with the engine that has no tiles. */
static enum ff_status solve_in_order(const struct case_of *c, struct ff_field *field)
{
	return solve(c, FF_INTEGRATE_TYPE_IN_ORDER, true, FF_CPU_PLAIN, 1, SIZE_MAX, field);
}

/* Returns the largest value of a field; 0 if there is none. */
static double largest_of(const struct ff_field *field)
{
	double largest = 0;

	for (size_t i = 0; i < (size_t)field->w * (size_t)field->h; i++)
		if (ff_field_raw(field, i) < FF_FIELD_NONEF)
			largest = fmax(largest, ff_field_raw(field, i));
	return largest;
}

static bool is_same(const struct case_of *c, const struct ff_field *field,
		    const struct ff_field *truth, enum ff_cpu cpu, int threads)
{
	size_t n = (size_t)field->w * (size_t)field->h, i = 0;

	while (i < n && ff_field_raw(field, i) == ff_field_raw(truth, i))
		i++;
	return CHECK(i == n,
		     "%s, %dx%d, metric %d, step %d, corners %d, %s, %d threads: cell %zu,%zu has "
		     "%.17g, should have %.17g",
		     c->name, (int)field->w, (int)field->h, (int)c->model.metric,
		     (int)c->model.step, (int)c->model.corners, ff_machine_cpus[cpu], threads,
		     i % (size_t)field->w, i / (size_t)field->w, ff_field_raw(field, i % n),
		     ff_field_raw(truth, i % n));
}

/* Compares all sets of instructions, and fields of 32 and 64 bits, with the engine in order. */
static void check_tiles(const struct case_of *c, int threads)
{
	enum ff_field_type first = ff_integrate_type(&c->model);
	enum ff_field_type last = first == FF_FIELD_U32 ? FF_FIELD_U64 : first;
	struct ff_field truth;
	bool fits;

	CHECK(solve_in_order(c, &truth) == FF_OK, "%s", c->name);
	fits = largest_of(&truth) < FF_FIELD_NONE32;
	for (enum ff_cpu cpu = FF_CPU_PLAIN; cpu < FF_CPUS; cpu++)
		for (enum ff_field_type type = first; type <= last && ff_machine_has(cpu); type++) {
			bool too_small = type == FF_FIELD_U32 && !fits;
			struct ff_field field;
			enum ff_status st;

			st = solve_tiles(c, type, cpu, threads, SIZE_MAX, &field);
			CHECK(st == (too_small ? FF_E_LIMIT : FF_OK), "%s: status %d", c->name,
			      (int)st);
			if (!too_small)
				is_same(c, &field, &truth, cpu, threads);
			free(field.cells);
		}
	free(truth.cells);
}

/* Makes a map a wide one: the costs of its cells times 1..257. */
static void widen(struct case_of *c, uint64_t *dice)
{
	size_t n = (size_t)c->cost.w * (size_t)c->cost.h;
	uint32_t times = 1 + (uint32_t)(oracle_random(dice) % 257);

	c->model.scale = 1 + (uint32_t)(oracle_random(dice) % 999);
	c->cost.wide = oracle_cells(n, sizeof *c->cost.wide);
	for (size_t i = 0; i < n; i++) {
		bool wall = c->cost.cells[i] == FF_COST_WALL;

		c->cost.wide[i] = wall ? FF_COST_WIDE_WALL : (uint16_t)(c->cost.cells[i] * times);
		c->cost.cells[i] = wall ? FF_COST_WALL : 1;
	}
}

/* Draws a generated map, or random costs and walls, with 1..4 goals. */
static void draw_case(struct case_of *c, uint64_t *dice)
{
	size_t n = (size_t)c->cost.w * (size_t)c->cost.h;
	int kinds = 0, kind;

	while (mapgen_kinds[kinds].name != NULL)
		kinds++;
	kind = (int)(oracle_random(dice) % (uint64_t)(kinds + 3));
	c->name = kind < kinds ? mapgen_kinds[kind].name : "noise";
	if (kind < kinds)
		mapgen_fill(c->name, c->cost.w, c->cost.h, oracle_random(dice), c->cost.cells);
	for (size_t i = 0; i < n && kind >= kinds; i++) {
		uint64_t number = oracle_random(dice);

		c->cost.cells[i] = (uint8_t)(number % 100 < 12u * (unsigned)(kind - kinds)
						     ? FF_COST_WALL
						     : 1 + number / 100 % FF_COST_MAX);
	}
	c->seeds = (struct ff_seeds){c->items, 1 + oracle_random(dice) % 4};
	for (size_t k = 0; k < c->seeds.count; k++) {
		uint32_t cell = (uint32_t)(oracle_random(dice) % n);

		c->items[k] = (struct ff_seed){cell, (uint32_t)k, 0};
		if (k > 0 && oracle_random(dice) % 2 == 0)
			c->items[k].start =
				c->items[k - 1].start + (double)(oracle_random(dice) % 5000);
		else if (k > 0)
			c->items[k].start = c->items[k - 1].start;
		if (c->cost.cells[cell] == FF_COST_WALL)
			c->cost.cells[cell] = 7;
	}
	c->limit = FF_FIELD_NONEF;
	if (oracle_random(dice) % 8 == 0)
		c->limit = (double)(oracle_random(dice) % 100000);
}

static void maps_of_many_tiles_have_the_values_of_the_engine_without_tiles(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int round = 0; round < ROUNDS; round++)
		for (int k = 0; k < MODELS; k++) {
			int32_t w = 1 + (int32_t)(oracle_random(&dice) % 280);
			int32_t h = 1 + (int32_t)(oracle_random(&dice) % 280);
			struct case_of c = {.model = model_at(k), .cost = {w, h, NULL, NULL}};

			c.cost.cells = oracle_cells((size_t)w * (size_t)h, 1);
			draw_case(&c, &dice);
			if (round % 3 == 2)
				widen(&c, &dice);
			check_tiles(&c, 1 + round % THREADS);
			free(c.cost.wide);
			free(c.cost.cells);
		}
}

/* In one tile, two rooms without a door: their goals' starts differ by 2^52. */
static void values_of_a_tile_may_be_as_far_apart_as_starts(void)
{
	enum { SIDE = 40 };

	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct case_of c = {.name = "rooms apart",
				    .model = oracle_model(k, FF_FLOW_LOWEST),
				    .cost = {SIDE, SIDE, oracle_cells(SIDE * SIDE, 1), NULL},
				    .items = {{3, 0, 0}, {SIDE - 3, 1, 0x1p52}},
				    .seeds = {c.items, 2},
				    .limit = FF_FIELD_NONEF};

		for (int i = 0; i < SIDE * SIDE; i++)
			c.cost.cells[i] = i % SIDE == SIDE / 2 ? FF_COST_WALL : 3;
		check_tiles(&c, 1);
		free(c.cost.cells);
	}
}

static void so_do_maps_with_sides_around_the_width_of_a_tile(void)
{
	static const int32_t sides[] = {1, 2, 63, 64, 65, 127, 128, 129};
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < 64; i++) {
		int32_t w = sides[i % 8], h = sides[i / 8];
		struct case_of c = {.model = model_at((int)i % MODELS), .cost = {w, h, NULL, NULL}};

		c.cost.cells = oracle_cells((size_t)w * (size_t)h, 1);
		draw_case(&c, &dice);
		check_tiles(&c, 1 + (int)i % THREADS);
		free(c.cost.cells);
	}
}

/* In a serpentine of cost 254 through all tiles, values are too far apart for a sweep. */
static void values_too_far_apart_for_a_sweep_are_left_to_the_queue(void)
{
	enum { SIDE = 150 };

	for (int k = 0; k < MODELS; k++) {
		struct case_of c = {.name = "serpentine of 254",
				    .model = model_at(k),
				    .cost = {SIDE, SIDE, oracle_cells(SIDE * SIDE, 1), NULL},
				    .seeds = {c.items, 1},
				    .limit = FF_FIELD_NONEF};

		for (int i = 0; i < SIDE * SIDE; i++) {
			int x = i % SIDE, y = i / SIDE;
			bool gap = x % 4 == 1 ? y == SIDE - 1 : y == 0;

			c.cost.cells[i] = x % 2 == 0 || gap ? FF_COST_MAX : FF_COST_WALL;
		}
		check_tiles(&c, 1 + k % THREADS);
		free(c.cost.cells);
	}
}

static void any_budget_gives_the_same_cells(void)
{
	static const size_t budgets[] = {1, 5000, 20000};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < MODELS; k++) {
		struct case_of c = {.model = model_at(k),
				    .cost = {200, 170, oracle_cells(200 * 170, 1), NULL}};
		struct ff_field truth, field;

		draw_case(&c, &dice);
		solve_in_order(&c, &truth);
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
			int threads = 1 + (int)i % THREADS;

			solve_tiles(&c, ff_integrate_type(&c.model), ff_machine_best(), threads,
				    budgets[i], &field);
			is_same(&c, &field, &truth, ff_machine_best(), threads);
			free(field.cells);
		}
		free(truth.cells);
		free(c.cost.cells);
	}
}

/* On the first visits of a tile, values that are not final may exceed 32 bits, or 2^53. */
static void only_final_values_have_to_fit(void)
{
	enum { W = 300, H = 70 };
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2 * ORACLE_MODELS; k++)
		for (int more = -1; more <= 1; more++) {
			enum ff_field_type type = k % 2 == 0 ? FF_FIELD_U32 : FF_FIELD_U64;
			double top = type == FF_FIELD_U32 ? 4294967294 : 0x1p53;
			struct case_of c = {.name = "near the top",
					    .model = oracle_model(k / 2, FF_FLOW_LOWEST),
					    .cost = {W, H, oracle_cells(W * H, 1), NULL},
					    .seeds = {c.items, 1},
					    .limit = FF_FIELD_NONEF};
			struct ff_field truth, field;

			for (int i = 0; i < W * H; i++)
				c.cost.cells[i] = (uint8_t)(1 + oracle_random(&dice) % FF_COST_MAX);
			solve_in_order(&c, &truth);
			c.items[0].start = top - largest_of(&truth) + more;
			free(truth.cells);
			for (enum ff_cpu cpu = FF_CPU_PLAIN; cpu < FF_CPUS; cpu++) {
				enum ff_status st;

				if (!ff_machine_has(cpu))
					continue;
				st = solve_tiles(&c, type, cpu, 1 + k % THREADS, SIZE_MAX, &field);
				CHECK(st == (more > 0 ? FF_E_LIMIT : FF_OK),
				      "model %d, %d more, %s: status %d", k, more,
				      ff_machine_cpus[cpu], (int)st);
				free(field.cells);
			}
			free(c.cost.cells);
		}
}

/* Expensive ground joins two open rooms of a tile: the second gets values far above its first ones.
 */
static void rooms_that_are_entered_much_later_are_right(void)
{
	enum { W = 129, H = 64 };

	for (int k = 0; k < MODELS; k++)
		for (int32_t gap = 3; gap < 6; gap++) {
			struct case_of c = {.name = "rooms far apart",
					    .model = model_at(k),
					    .cost = {W, H, oracle_cells(W * H, 1), NULL},
					    .seeds = {c.items, 1},
					    .limit = FF_FIELD_NONEF};

			c.items[0] = (struct ff_seed){0, 0, 0};
			for (int i = 0; i < W * H; i++) {
				int x = i % W, y = i / W;
				bool door = x % gap == gap - 1 &&
					    (x / gap % 2 == 0 ? y == H - 1 : y == 0);

				c.cost.cells[i] =
					x % gap != gap - 1 || door ? FF_COST_MAX : FF_COST_WALL;
				if (x % 64 < 30 && y % 64 < 30 && x % gap != gap - 1)
					c.cost.cells[i] = 1;
			}
			check_tiles(&c, 1 + k % THREADS);
			free(c.cost.cells);
		}
}

/* The last value that fits is on one side of a border, the first that does not on the other. */
static void a_value_across_a_border_may_be_the_first_that_does_not_fit(void)
{
	for (int more = 0; more < 2; more++) {
		struct case_of c = {.name = "strip",
				    .cost = {128, 1, oracle_cells(128, 1), NULL},
				    .seeds = {c.items, 1},
				    .limit = FF_FIELD_NONEF};
		struct ff_field field;
		enum ff_status st;

		memset(c.cost.cells, 1, 128);
		c.cost.cells[64] = FF_COST_MAX;
		c.items[0] = (struct ff_seed){0, 0, 4294967294.0 - 63 - 254 - 63 + more};
		if (more)
			c.items[0].start = 4294967294.0 - 63 - 100;
		st = solve_tiles(&c, FF_FIELD_U32, FF_CPU_PLAIN, 1, SIZE_MAX, &field);
		CHECK(st == (more ? FF_E_LIMIT : FF_OK), "%d: status %d", more, (int)st);
		free(field.cells);
		/* Values beyond the caller's limit need not fit. */
		c.limit = 4294967295.0;
		st = solve_tiles(&c, FF_FIELD_U32, FF_CPU_PLAIN, 1, SIZE_MAX, &field);
		CHECK(st == FF_OK, "%d, with a limit: status %d", more, (int)st);
		free(field.cells);
		free(c.cost.cells);
	}
}

/* Returns how many tiles are visited, one a step. */
static int count_visits(const char *kind, int32_t side)
{
	struct case_of c = {
		.name = kind,
		.cost = {side, side, oracle_cells((size_t)side * (size_t)side, 1), NULL},
		.seeds = {c.items, 1},
		.limit = FF_FIELD_NONEF};
	size_t size = ff_integrate_scratch(&c.model, FF_FIELD_U32, false, side, side, NULL);
	struct ff_field field = field_new(&c.model, side, side, FF_FIELD_U32);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	int visits = 0;

	mapgen_fill(kind, side, side, 1, c.cost.cells);
	c.items[0] = (struct ff_seed){(uint32_t)(side / 2 * side + side / 2), 0, 0};
	ff_integrate_begin(&run, &c.model, &c.cost, &c.seeds, c.limit, &field,
			   field.type == FF_FIELD_U64, scratch, size, NULL);
	for (; !run.done; visits++)
		ff_integrate_step(&run, 1);
	CHECK(strcmp(kind, "empty") != 0 || run.settled == (size_t)side * (size_t)side,
	      "%zu settled", run.settled);
	free(scratch);
	free(field.cells);
	free(c.cost.cells);
	return visits;
}

/* Without the order of tiles and the skipping there are many more visits. */
static void few_tiles_are_visited_twice(void)
{
	int empty = count_visits("empty", 512), random = count_visits("random", 512);

	CHECK(empty == 64, "%d visits", empty);
	CHECK(random < 4 * 64, "%d visits", random);
}

static void tiles_need_less_than_a_byte_a_cell(void)
{
	for (int k = 0; k < MODELS; k += ORACLE_MODELS) {
		const struct ff_model model = model_at(k);
		size_t bytes = ff_integrate_tiles_scratch(&model, FF_FIELD_U32, 16384, 16384, 16);

		CHECK(bytes < (size_t)16384 * 16384 / 3, "%zu bytes", bytes);
	}
}

int main(void)
{
	for (int threads = 2; threads <= THREADS; threads++)
		if (ff_pool_open(threads, &pools[threads]) != FF_OK)
			return 1;
	RUN(maps_of_many_tiles_have_the_values_of_the_engine_without_tiles);
	RUN(so_do_maps_with_sides_around_the_width_of_a_tile);
	RUN(values_too_far_apart_for_a_sweep_are_left_to_the_queue);
	RUN(any_budget_gives_the_same_cells);
	RUN(only_final_values_have_to_fit);
	RUN(values_of_a_tile_may_be_as_far_apart_as_starts);
	RUN(rooms_that_are_entered_much_later_are_right);
	RUN(a_value_across_a_border_may_be_the_first_that_does_not_fit);
	RUN(few_tiles_are_visited_twice);
	RUN(tiles_need_less_than_a_byte_a_cell);
	for (int threads = 2; threads <= THREADS; threads++)
		ff_pool_close(pools[threads]);
	return tap_done();
}
