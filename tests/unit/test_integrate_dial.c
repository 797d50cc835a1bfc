#include "solve/integrate_dial.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t wide(uint32_t value)
{
	return value == FF_FIELD_NONE ? ORACLE_NONE : value;
}

/* Solves 'truth' in steps of 'budget' and holds every promise about steps against it. */
static void step_through(const struct oracle *truth, size_t budget)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	size_t size = ff_integrate_scratch(&manhattan, truth->cost.w, truth->cost.h);
	size_t values = (size_t)(truth->count[0] + truth->count[1]);
	struct ff_field field = {truth->cost.w, truth->cost.h, oracle_cells(n, sizeof(uint32_t))};
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	st = ff_integrate_begin(&run, &manhattan, &truth->cost, &truth->goals, &field, scratch,
				size);
	CHECK(st == FF_OK && run.settled == 0 && !run.done, "%s: status %d, %zu settled",
	      truth->name, (int)st, run.settled);
	while (st == FF_OK && !run.done) {
		size_t before = run.settled;
		bool bounded = true;

		st = ff_integrate_step(&run, budget);
		CHECK(st == FF_OK, "%s, budget %zu: status %d", truth->name, budget, (int)st);
		if (!CHECK(run.settled >= before + budget || run.settled == values,
			   "%s, budget %zu: from %zu settled to %zu", truth->name, budget, before,
			   run.settled))
			break;
		for (size_t i = 0; i < n; i++)
			bounded &= wide(field.cells[i]) >= truth->field[i];
		CHECK(bounded, "%s, budget %zu: a value is too low", truth->name, budget);
	}
	CHECK(run.settled == values, "%s, budget %zu: %zu settled, %zu have a value", truth->name,
	      budget, run.settled, values);
	st = ff_integrate_step(&run, budget);
	CHECK(st == FF_OK && run.done && run.settled == values,
	      "%s: a step after the last one: status %d, %zu settled", truth->name, (int)st,
	      run.settled);
	for (size_t i = 0; i < n; i++) {
		if (!CHECK(wide(field.cells[i]) == truth->field[i],
			   "%s, budget %zu: cell %zu has %" PRId64 ", should have %" PRId64
			   " (-1: none)",
			   truth->name, budget, i, (int64_t)wide(field.cells[i]),
			   (int64_t)truth->field[i]))
			break;
	}
	free(field.cells);
	free(scratch);
}

static void step_by_1_and_7_and_1000(const struct oracle *truth)
{
	step_through(truth, 1);
	step_through(truth, 7);
	step_through(truth, 1000);
}

static void any_budget_gives_the_same_cells_and_counts_each_once(void)
{
	oracle_small_maps(3, 3, step_by_1_and_7_and_1000);
	oracle_random_maps(1000, step_by_1_and_7_and_1000);
}

static void nothing_wraps_around_the_end_of_a_row(void)
{
	enum { X = FF_COST_WALL };
	uint8_t cells[8] = {
		1, 1, 1, 1, /* the goal is at the end of this row, */
		1, X, X, X, /* and the cell behind it in memory is three steps farther */
	};
	static const uint32_t down[8] = {3, 2, 1, 0, 4, UINT32_MAX, UINT32_MAX, UINT32_MAX};
	static const uint32_t up[8] = {1, 2, 3, 4, 0, UINT32_MAX, UINT32_MAX, UINT32_MAX};
	const struct ff_cost cost = {4, 2, cells};
	uint32_t values[8];
	struct ff_field field = {4, 2, values};
	uint64_t scratch[(FF_INTEGRATE_DIAL_EXTRA + 8 * FF_INTEGRATE_DIAL_SCRATCH) / 8 + 1];
	struct ff_goal goal = {3, 0};
	const struct ff_goals goals = {&goal, 1};

	CHECK(ff_integrate(&manhattan, &cost, &goals, &field, scratch, sizeof scratch) == FF_OK,
	      "to 3,0");
	CHECK(memcmp(values, down, sizeof down) == 0, "0,1 has %" PRIu32 ", not 4", values[4]);
	goals.items[0] = (struct ff_goal){0, 1};
	CHECK(ff_integrate(&manhattan, &cost, &goals, &field, scratch, sizeof scratch) == FF_OK,
	      "to 0,1");
	CHECK(memcmp(values, up, sizeof up) == 0, "3,0 has %" PRIu32 ", not 4", values[3]);
}

/*
 * A corridor: 16909320 steps of 254 make 4294967280, one of 14 makes 2^32 - 2,
 * and one of 1 more would be the number that stands for none.  One walk shows
 * both sides of the limit, as it takes seconds to look into 2^32 buckets.
 */
static void the_largest_value_is_2_to_the_32_less_2_and_the_next_is_a_limit(void)
{
	enum { LAST = 16909322, N = LAST + 1 };
	struct ff_goal goal = {0, 0};
	const struct ff_goals goals = {&goal, 1};
	size_t size = ff_integrate_scratch(&manhattan, N, 1);
	struct ff_cost cost = {N, 1, oracle_cells(N, 1)};
	struct ff_field field = {N, 1, oracle_cells(N, sizeof(uint32_t))};
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	memset(cost.cells, 254, N);
	cost.cells[LAST - 1] = 14;
	cost.cells[LAST] = 1;
	st = ff_integrate_begin(&run, &manhattan, &cost, &goals, &field, scratch, size);
	CHECK(st == FF_OK, "begin: status %d", (int)st);
	st = ff_integrate_step(&run, LAST - 1);
	CHECK(st == FF_OK, "all but two cells: status %d", (int)st);
	CHECK(field.cells[LAST - 2] == 4294967280 && field.cells[LAST - 1] == 4294967294,
	      "%" PRIu32 " and %" PRIu32, field.cells[LAST - 2], field.cells[LAST - 1]);
	st = ff_integrate_step(&run, 2);
	CHECK(st == FF_E_LIMIT && !run.done, "the last cell: status %d", (int)st);
	free(cost.cells);
	free(field.cells);
	free(scratch);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(any_budget_gives_the_same_cells_and_counts_each_once);
	RUN(nothing_wraps_around_the_end_of_a_row);
	RUN(the_largest_value_is_2_to_the_32_less_2_and_the_next_is_a_limit);
	return tap_done();
}
