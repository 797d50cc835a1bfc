#include "core/solve/allocate.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Maps and goals small enough for a field of each goal alone. */
enum { CELLS = 12 * 12, GOALS = 4, SEEDS = 12 };

#define NONE UINT64_MAX

struct problem {
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seed seeds[SEEDS];
	size_t count;
	uint64_t alone[GOALS][CELLS]; /* the field of each goal, or NONE */
	uint64_t least[CELLS];
};

static uint64_t below(uint64_t *dice, uint64_t n)
{
	return oracle_random(dice) % n;
}

static bool is_open(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h &&
	       cost->cells[y * cost->w + x] != FF_COST_WALL;
}

/* What a walker at x,y pays for a step, or NONE if there is none. */
static uint64_t price(const struct problem *p, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
	const struct ff_cost *cost = &p->cost;
	int sides = is_open(cost, x + dx, y) + is_open(cost, x, y + dy);
	uint64_t units = 1, leaves, enters;

	if ((dx == 0 && dy == 0) || !is_open(cost, x + dx, y + dy))
		return NONE;
	if (dx != 0 && dy != 0 &&
	    (p->model.metric == FF_METRIC_MANHATTAN ||
	     (p->model.corners == FF_CORNERS_STRICT && sides < 2) ||
	     (p->model.corners == FF_CORNERS_LENIENT && sides < 1)))
		return NONE;
	if (p->model.metric == FF_METRIC_OCTILE)
		units = dx != 0 && dy != 0 ? 577 : 408;
	leaves = cost->cells[y * cost->w + x];
	enters = cost->cells[(y + dy) * cost->w + x + dx];
	return units * (p->model.step == FF_STEP_MEAN ? leaves + enters : leaves);
}

/* Lowers the value of x,y as far as its neighbours allow; true if that moved it. */
static bool relax(const struct problem *p, uint64_t *field, int32_t x, int32_t y)
{
	int32_t w = p->cost.w;
	bool moved = false;

	for (int32_t dy = -1; dy <= 1; dy++)
		for (int32_t dx = -1; dx <= 1; dx++) {
			uint64_t step = price(p, x, y, dx, dy), from;

			if (step == NONE || (from = field[(y + dy) * w + x + dx]) == NONE ||
			    from + step >= field[y * w + x])
				continue;
			field[y * w + x] = from + step;
			moved = true;
		}
	return moved;
}

static void solve_alone(const struct problem *p, uint32_t goal, uint64_t *field)
{
	int32_t w = p->cost.w, n = w * p->cost.h;
	bool moved = true;

	for (int32_t i = 0; i < n; i++)
		field[i] = NONE;
	for (size_t s = 0; s < p->count; s++)
		if (p->seeds[s].goal == goal && p->seeds[s].start < (double)field[p->seeds[s].cell])
			field[p->seeds[s].cell] = (uint64_t)p->seeds[s].start;
	while (moved) {
		moved = false;
		for (int32_t i = 0; i < n; i++)
			if (p->cost.cells[i] != FF_COST_WALL)
				moved |= relax(p, field, i % w, i / w);
	}
}

static void solve(struct problem *p)
{
	for (int i = 0; i < p->cost.w * p->cost.h; i++)
		p->least[i] = NONE;
	for (uint32_t g = 0; g < GOALS; g++) {
		solve_alone(p, g, p->alone[g]);
		for (int i = 0; i < p->cost.w * p->cost.h; i++)
			if (p->alone[g][i] < p->least[i])
				p->least[i] = p->alone[g][i];
	}
}

static struct ff_field field_of(const struct problem *p, enum ff_field_type type, uint64_t most)
{
	size_t n = (size_t)(p->cost.w * p->cost.h);
	struct ff_field field = {.w = p->cost.w, .h = p->cost.h, .type = type, .unit = 1};

	field.cells = oracle_cells(n, ff_field_size(type));
	for (size_t i = 0; i < n; i++) {
		bool none = p->least[i] > most;

		if (type == FF_FIELD_U32)
			field.u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)p->least[i];
		else
			field.u64[i] = none ? FF_FIELD_NONE64 : p->least[i];
	}
	return field;
}

/* Beyond 'most' a field has no values. */
static void check(const struct problem *p, enum ff_field_type type, uint64_t most)
{
	size_t n = (size_t)(p->cost.w * p->cost.h);
	struct ff_field field = field_of(p, type, most);
	struct ff_seeds seeds = {oracle_cells(p->count, sizeof *seeds.items), p->count};
	struct ff_labels labels = {p->cost.w, p->cost.h, oracle_cells(n, 4), 0};
	enum ff_status st;

	memcpy(seeds.items, p->seeds, p->count * sizeof *seeds.items);
	memset(labels.cells, 0x5a, n * 4);
	st = ff_allocate(&p->model, &p->cost, &field, &seeds, GOALS, &labels);
	CHECK(st == FF_OK && labels.count == GOALS, "status %d", (int)st);
	for (size_t i = 0; i < n; i++) {
		uint32_t wanted = FF_LABELS_NONE;

		for (uint32_t g = GOALS; g-- > 0;)
			if (ff_field_has(&field, i) && p->alone[g][i] == p->least[i])
				wanted = g;
		if (!CHECK(labels.cells[i] == wanted,
			   "%s, %s, %s: cell %zu of %" PRId32 "x%" PRId32 " has %" PRIu32
			   ", should have %" PRIu32,
			   ff_model_metrics[p->model.metric], ff_model_steps[p->model.step],
			   ff_model_corners[p->model.corners], i, p->cost.w, p->cost.h,
			   labels.cells[i], wanted))
			break;
	}
	free(field.cells);
	free(seeds.items);
	free(labels.cells);
}

/* Low costs and starts make ties; starts are given in units, as integrators have them. */
static void set_random(struct problem *p, uint64_t *dice)
{
	uint64_t walls = below(dice, 50), most = below(dice, 3) == 0 ? FF_COST_MAX : 2;
	int32_t n = p->cost.w * p->cost.h;

	for (int32_t i = 0; i < n; i++)
		p->cost.cells[i] =
			(uint8_t)(below(dice, 100) < walls ? FF_COST_WALL : 1 + below(dice, most));
	p->count = 1 + below(dice, SEEDS);
	for (size_t s = 0; s < p->count; s++) {
		uint32_t cell = (uint32_t)below(dice, (uint64_t)n);
		uint64_t start = below(dice, 2) == 0 ? 0 : below(dice, 12);

		p->seeds[s] = (struct ff_seed){cell, (uint32_t)below(dice, GOALS),
					       (double)(start * ff_model_unit(&p->model))};
		if (p->cost.cells[cell] == FF_COST_WALL)
			p->cost.cells[cell] = 1;
	}
}

/* Random problems of one size, of each model with whole numbers in turn. */
static void check_models(int32_t w, int32_t h, int maps, uint64_t dice)
{
	struct problem p = {.cost = {w, h, oracle_cells((size_t)(w * h), 1)}};

	for (int k = 0; k < maps; k++) {
		p.model = (struct ff_model){
			.metric = k % 2 == 0 ? FF_METRIC_MANHATTAN : FF_METRIC_OCTILE,
			.step = (enum ff_step)(k / 2 % FF_STEPS),
			.corners = (enum ff_corners)(k / 4 % FF_CORNERS),
		};
		set_random(&p, &dice);
		solve(&p);
		check(&p, k / 12 % 2 == 0 ? FF_FIELD_U32 : FF_FIELD_U64, UINT32_MAX - 1);
	}
	free(p.cost.cells);
}

static void each_cell_has_the_first_of_the_goals_that_alone_would_give_it_its_value(void)
{
	static const int32_t sizes[][2] = {{1, 1},  {2, 2}, {3, 3},  {1, 12},
					   {12, 1}, {5, 7}, {12, 12}};

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		check_models(sizes[s][0], sizes[s][1], 24 * 15, ORACLE_SEED + s);
}

static void cells_beyond_the_largest_value_have_none(void)
{
	struct problem p = {.model = {.metric = FF_METRIC_OCTILE},
			    .cost = {9, 8, oracle_cells(72, 1)}};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 100; k++) {
		set_random(&p, &dice);
		solve(&p);
		check(&p, FF_FIELD_U64, below(&dice, 5000));
	}
	free(p.cost.cells);
}

/* Values up to 2^53 - 1: those of a long way are exact, too. */
static void a_tie_of_large_values_is_a_tie_and_a_unit_less_is_not(void)
{
	const uint64_t large = (UINT64_C(1) << 53) - 600;
	uint8_t cells[5] = {1, 254, 254, 254, 1};
	struct ff_cost cost = {5, 1, cells};
	struct ff_model model = {.metric = FF_METRIC_MANHATTAN};

	for (uint64_t less = 0; less < 2; less++) {
		uint64_t last = large - less;
		uint64_t values[5] = {large, large + 254, last + 508, last + 254, last};
		struct ff_field field = {
			.w = 5, .h = 1, .type = FF_FIELD_U64, .unit = 1, .u64 = values};
		struct ff_seed items[2] = {{0, 0, (double)large}, {4, 1, (double)last}};
		uint32_t found[5];
		struct ff_labels labels = {5, 1, found, 0};

		CHECK(ff_allocate(&model, &cost, &field, &(struct ff_seeds){items, 2}, 2,
				  &labels) == FF_OK,
		      "refused");
		CHECK(found[0] == 0 && found[1] == 0 && found[2] == less && found[3] == 1 &&
			      found[4] == 1,
		      "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32, found[0],
		      found[1], found[2], found[3], found[4]);
	}
}

/* Two goals; the cell in the middle is the first one's. */
static void with_euclid_ties_go_to_the_first_goal(void)
{
	for (int turn = 0; turn < 4; turn++) {
		uint8_t cells[5] = {1, 1, 1, 1, 1};
		double values[5] = {0, 1, 2, 1, 0};
		uint32_t found[5], first = (uint32_t)turn / 2;
		struct ff_cost cost = {turn % 2 ? 1 : 5, turn % 2 ? 5 : 1, cells};
		struct ff_field field = {
			.w = cost.w, .h = cost.h, .type = FF_FIELD_F64, .unit = 1, .f64 = values};
		struct ff_model model = {.metric = FF_METRIC_EUCLID};
		struct ff_seed items[2] = {{0, first, 0}, {4, 1 - first, 0}};
		struct ff_labels labels = {cost.w, cost.h, found, 0};

		CHECK(ff_allocate(&model, &cost, &field, &(struct ff_seeds){items, 2}, 2,
				  &labels) == FF_OK,
		      "refused");
		CHECK(found[0] == first && found[1] == first && found[2] == 0 &&
			      found[3] == 1 - first && found[4] == 1 - first,
		      "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32, found[0],
		      found[1], found[2], found[3], found[4]);
	}
}

/* A ridge between two goals, steeper to the left; a wall; a cell without a value. */
static void with_euclid_each_cell_has_the_goal_that_its_path_leads_to(void)
{
	static const uint32_t none = FF_LABELS_NONE;
	uint8_t cells[9] = {1, 1, 1, 1, 1, 1, 1, FF_COST_WALL, 1};
	double values[9] = {0, 1, 2, 2.75, 2.5, 1.5, 0.5, FF_FIELD_NONEF, FF_FIELD_NONEF};
	const uint32_t wanted[9] = {1, 1, 1, 1, 0, 0, 0, none, none};
	uint32_t found[9];
	struct ff_cost cost = {9, 1, cells};
	struct ff_field field = {.w = 9, .h = 1, .type = FF_FIELD_F64, .unit = 1, .f64 = values};
	struct ff_model model = {.metric = FF_METRIC_EUCLID};
	/* The last starts too dear to count, though it is first of all. */
	struct ff_seed items[4] = {{0, 1, 0}, {0, 2, 0}, {6, 0, 0.5}, {2, 0, 2.25}};
	struct ff_labels labels = {9, 1, found, 0};

	CHECK(ff_allocate(&model, &cost, &field, &(struct ff_seeds){items, 4}, 3, &labels) == FF_OK,
	      "refused");
	for (int i = 0; i < 9; i++)
		CHECK(found[i] == wanted[i], "cell %d has %" PRIu32, i, found[i]);
	CHECK(labels.count == 3, "count %" PRIu32, labels.count);
}

static void other_sizes_are_refused(void)
{
	uint8_t cells[6] = {1, 1, 1, 1, 1, 1};
	uint32_t values[6] = {0}, found[6];
	struct ff_cost cost = {3, 2, cells};
	struct ff_model model = {.metric = FF_METRIC_MANHATTAN};
	struct ff_seed seed = {0, 0, 0};
	const struct ff_seeds seeds = {&seed, 1};
	struct ff_field field = {.w = 2, .h = 3, .type = FF_FIELD_U32, .unit = 1, .u32 = values};
	struct ff_labels labels = {3, 2, found, 0};

	CHECK(ff_allocate(&model, &cost, &field, &seeds, 1, &labels) == FF_E_ARG, "field");
	field.w = 3;
	field.h = 2;
	labels.w = 1;
	CHECK(ff_allocate(&model, &cost, &field, &seeds, 1, &labels) == FF_E_ARG, "labels");
	labels.w = 3;
	labels.h = 1;
	CHECK(ff_allocate(&model, &cost, &field, &seeds, 1, &labels) == FF_E_ARG, "labels");
	CHECK(ff_allocate_renew(&model, &cost, &field, &seeds, 1, NULL, 0, &labels) == FF_E_ARG,
	      "labels");
}

int main(void)
{
	RUN(each_cell_has_the_first_of_the_goals_that_alone_would_give_it_its_value);
	RUN(cells_beyond_the_largest_value_have_none);
	RUN(a_tie_of_large_values_is_a_tie_and_a_unit_less_is_not);
	RUN(with_euclid_ties_go_to_the_first_goal);
	RUN(with_euclid_each_cell_has_the_goal_that_its_path_leads_to);
	RUN(other_sizes_are_refused);
	return tap_done();
}
