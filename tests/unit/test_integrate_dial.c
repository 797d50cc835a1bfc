#include "solve/integrate_dial.h"

#include "field.h"
#include "oracle.h"
#include "steps.h"
#include "tap.h"

static void step_by_1_and_7_and_1000(const struct oracle *truth)
{
	if (!ff_integrate_dial_fits(&truth->model, FF_FIELD_U32, &truth->seeds))
		return; /* start costs */
	steps_check(truth, FF_FIELD_U32, 1);
	steps_check(truth, FF_FIELD_U32, 7);
	steps_check(truth, FF_FIELD_U32, 1000);
}

static void any_budget_gives_the_same_cells_and_counts_each_once(void)
{
	oracle_small_maps(&manhattan, 3, 3, step_by_1_and_7_and_1000);
	oracle_random_maps(&manhattan, 1000, step_by_1_and_7_and_1000);
}

static void it_serves_manhattan_with_step_cell_32_bits_and_no_start_costs(void)
{
	struct ff_seed items[2] = {{0, 0, 0}, {0, 1, 0}};
	const struct ff_seeds seeds = {items, 2};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		bool fits = model.metric == FF_METRIC_MANHATTAN && model.step == FF_STEP_CELL;

		CHECK(ff_integrate_dial_fits(&model, FF_FIELD_U32, &seeds) == fits, "model %d", k);
		CHECK(!ff_integrate_dial_fits(&model, FF_FIELD_U64, &seeds), "model %d", k);
	}
	items[1].start = 1;
	CHECK(!ff_integrate_dial_fits(&manhattan, FF_FIELD_U32, &seeds), "a start cost");
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
	struct ff_seed seed = {.cell = 3};
	const struct ff_seeds seeds = {&seed, 1};
	struct ff_field field =
		field_of("to 3,0", &manhattan, &cost, &seeds, FF_FIELD_NONEF, FF_FIELD_U32);

	CHECK(memcmp(field.cells, down, sizeof down) == 0, "0,1 has %" PRIu32 ", not 4",
	      field.u32[4]);
	free(field.cells);
	seed.cell = 4;
	field = field_of("to 0,1", &manhattan, &cost, &seeds, FF_FIELD_NONEF, FF_FIELD_U32);
	CHECK(memcmp(field.cells, up, sizeof up) == 0, "3,0 has %" PRIu32 ", not 4", field.u32[3]);
	free(field.cells);
}

/*
 * A corridor: 16909320 steps of 254 make 4294967280, one of 14 makes 2^32 - 2,
 * and one of 1 more would be the number that stands for none.  One walk shows
 * both sides of the limit, as it takes seconds to look into 2^32 buckets.
 */
static void the_largest_value_is_2_to_the_32_less_2_and_the_next_is_a_limit(void)
{
	enum { LAST = 16909322, N = LAST + 1 };
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	size_t size = ff_integrate_scratch(&manhattan, FF_FIELD_U32, &seeds, N, 1);
	struct ff_cost cost = {N, 1, oracle_cells(N, 1)};
	struct ff_field field = field_new(&manhattan, N, 1, FF_FIELD_U32);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	memset(cost.cells, 254, N);
	cost.cells[LAST - 1] = 14;
	cost.cells[LAST] = 1;
	st = ff_integrate_begin(&run, &manhattan, &cost, &seeds, FF_FIELD_NONEF, &field, scratch,
				size);
	CHECK(st == FF_OK, "begin: status %d", (int)st);
	st = ff_integrate_step(&run, LAST - 1);
	CHECK(st == FF_OK, "all but two cells: status %d", (int)st);
	CHECK(field.u32[LAST - 2] == 4294967280 && field.u32[LAST - 1] == 4294967294,
	      "%" PRIu32 " and %" PRIu32, field.u32[LAST - 2], field.u32[LAST - 1]);
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
	RUN(it_serves_manhattan_with_step_cell_32_bits_and_no_start_costs);
	RUN(nothing_wraps_around_the_end_of_a_row);
	RUN(the_largest_value_is_2_to_the_32_less_2_and_the_next_is_a_limit);
	return tap_done();
}
