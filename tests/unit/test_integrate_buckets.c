#include "core/solve/integrate_engines.h"

#include "field.h"
#include "oracle.h"
#include "steps.h"
#include "tap.h"

static void step_by_some(const struct oracle *truth)
{
	uint64_t dice = truth->dice;

	steps_check(truth, FF_FIELD_U64, 1 + oracle_random(&dice) % 7, SIZE_MAX);
	steps_check(truth, FF_FIELD_U64, 8 + oracle_random(&dice) % 100, SIZE_MAX);
	steps_check(truth, FF_FIELD_U64, 1000, SIZE_MAX);
	steps_check(truth, FF_FIELD_U64, 1 + oracle_random(&dice) % 50, 1);
	steps_check(truth, FF_FIELD_U64, 1 + oracle_random(&dice) % 50, 2);
}

static void step_by_1_to_20(const struct oracle *truth)
{
	for (size_t budget = 1; budget <= 20; budget++) {
		steps_check(truth, FF_FIELD_U64, budget, SIZE_MAX);
		steps_check(truth, FF_FIELD_U64, budget, 1);
	}
}

static void any_budget_settles_so_many_of_the_cheapest_once_and_for_all(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_small_maps(&model, 3, 3, step_by_1_to_20);
		oracle_random_maps(&model, 100, step_by_some);
	}
}

static void it_serves_all_models_of_whole_numbers_with_64_bits(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		CHECK(!ff_integrate_buckets_fits(&model, FF_FIELD_U32), "model %d", k);
		CHECK(ff_integrate_buckets_fits(&model, FF_FIELD_U64), "model %d", k);
		CHECK(!ff_integrate_buckets_fits(&model, FF_FIELD_F64), "model %d", k);
	}
	CHECK(!ff_integrate_buckets_fits(&euclid, FF_FIELD_F64), "euclid");
}

/* Which of many equal cells a budget settles is the same everywhere: those that are read first. */
static void equal_cells_are_settled_as_they_are_read(void)
{
	static const size_t order[9] = {4, 1, 3, 5, 7, 0, 2, 6, 8};
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	const struct ff_cost cost = {3, 3, costs};
	const struct ff_model model = {.metric = FF_METRIC_MANHATTAN};
	struct ff_seed seed = {.cell = 4};
	const struct ff_seeds seeds = {&seed, 1};
	size_t size = ff_integrate_scratch(&model, FF_FIELD_U64, 3, 3, NULL);
	struct ff_field field = field_new(&model, 3, 3, FF_FIELD_U64);
	void *scratch = oracle_cells(size, 1);

	for (size_t budget = 1; budget <= 9; budget++) {
		struct ff_integrate run;

		CHECK(ff_integrate_begin(&run, &model, &cost, &seeds, FF_FIELD_NONEF, &field,
					 scratch, size, NULL) == FF_OK &&
			      ff_integrate_step(&run, budget) == FF_OK,
		      "budget %zu", budget);
		for (size_t i = 0; i < 9; i++)
			CHECK((ff_integrate_settled(&run, order[i]) < FF_FIELD_NONEF) ==
				      (i < budget),
			      "budget %zu: cell %zu", budget, order[i]);
	}
	free(field.cells);
	free(scratch);
}

/*
 * The first offer is not always the best, and then the cell moves to another
 * bucket: the corner of a 2x2 map is offered its value along the diagonal
 * before its side, which is dear to leave, offers it less.
 */
static void a_waiting_cell_moves_when_it_is_offered_less(void)
{
	uint8_t costs[4] = {1, 1, 1, 254};
	const struct ff_cost cost = {2, 2, costs};
	const struct ff_model mean = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	struct ff_field field = field_of("2x2", &mean, &cost, &seeds, FF_FIELD_NONEF, FF_FIELD_U64);

	/* By the side: 2 and 255 half costs, which is less than 255 along the diagonal. */
	CHECK(field.u64[3] == 408 * (2 + 255), "%" PRIu64, field.u64[3]);
	free(field.cells);
}

/* The dearest step there is goes as far around the buckets as one can. */
static void the_longest_step_does_not_lap_the_buckets(void)
{
	uint8_t costs[6] = {254, 254, 254, 1, 254, 254};
	const struct ff_cost cost = {3, 2, costs};

	for (int k = 6; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		struct oracle truth;

		oracle_new(&truth, &model, cost.w, cost.h, 1);
		memcpy(truth.cost.cells, costs, sizeof costs);
		for (uint32_t start = 0; start < 3 * truth.unit; start += 7) {
			struct ff_field field;

			truth.seeds.items[0] = (struct ff_seed){4, 0, start};
			oracle_solve(&truth);
			field = field_of(truth.name, &model, &truth.cost, &truth.seeds,
					 FF_FIELD_NONEF, FF_FIELD_U64);
			field_is(&field, &truth);
			free(field.cells);
		}
		oracle_free(&truth);
	}
}

/* The same map, so much later that its largest value is about 2^32. */
static void check_near_the_limit(const struct oracle *truth)
{
	const uint64_t step = 254 * 1154; /* none is longer */
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h, count = truth->seeds.count;
	uint64_t largest = 0, offer = (uint64_t)truth->seeds.items[count - 1].start;
	uint64_t dice = truth->dice, later;
	struct oracle late = *truth;
	struct ff_field field;
	enum ff_status st;

	if (truth->limit < FF_FIELD_NONEF)
		return;
	for (size_t i = 0; i < n; i++)
		if (truth->field[i] != ORACLE_NONE && truth->field[i] > largest)
			largest = truth->field[i];
	offer = offer > largest + step ? offer : largest + step;
	later = FF_FIELD_NONE32 - largest - oracle_random(&dice) % (2 * step);
	late.seeds.items = oracle_cells(count, sizeof *late.seeds.items);
	for (size_t i = 0; i < count; i++) {
		late.seeds.items[i] = truth->seeds.items[i];
		late.seeds.items[i].start += (double)later;
	}
	st = field_try(&late.model, &late.cost, &late.seeds, FF_FIELD_NONEF, FF_FIELD_U32, &field);
	CHECK(st == FF_OK || st == FF_E_LIMIT, "%s: status %d", truth->name, (int)st);
	CHECK(st != FF_OK || largest + later < FF_FIELD_NONE32, "%s: no limit", truth->name);
	CHECK(st == FF_OK || offer + later >= FF_FIELD_NONE32, "%s: a limit", truth->name);
	for (size_t i = 0; st == FF_OK && i < n; i++)
		CHECK(truth->field[i] == ORACLE_NONE
			      ? field_at(&field, i) == ORACLE_NONE
			      : field_at(&field, i) == truth->field[i] + later,
		      "%s, %" PRIu64 " later: cell %zu has %" PRIu64, truth->name, later, i,
		      field_at(&field, i));
	free(late.seeds.items);
	free(field.cells);
}

static void near_2_to_the_32_values_are_right_or_a_limit(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 300, check_near_the_limit);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(any_budget_settles_so_many_of_the_cheapest_once_and_for_all);
	RUN(equal_cells_are_settled_as_they_are_read);
	RUN(it_serves_all_models_of_whole_numbers_with_64_bits);
	RUN(a_waiting_cell_moves_when_it_is_offered_less);
	RUN(the_longest_step_does_not_lap_the_buckets);
	RUN(near_2_to_the_32_values_are_right_or_a_limit);
	return tap_done();
}
