#include "core/solve/descend_rows.h"

#include "core/base/machine.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A map, its field by the solver, and room for two flows. */
struct trial {
	struct ff_model model;
	struct ff_cost cost;
	struct ff_field field;
	struct ff_seeds seeds;
	struct ff_seed goals[3];
	struct ff_flow first, second;
	struct ff_classes classes;
};

static void solve(struct trial *trial, double limit)
{
	size_t size = ff_integrate_scratch(&trial->model, trial->field.type, trial->cost.w,
					   trial->cost.h, NULL);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;

	CHECK(ff_integrate_begin(&run, &trial->model, &trial->cost, &trial->seeds, limit,
				 &trial->field, scratch, size, NULL) == FF_OK,
	      "refused");
	while (!run.done && CHECK(ff_integrate_step(&run, SIZE_MAX) == FF_OK, "it failed"))
		;
	free(scratch);
}

/* Costs of all kinds, and so that vectors of all kinds come about; 'dice' says which. */
static void begin(struct trial *trial, const struct ff_model *model, enum ff_field_type type,
		  int32_t w, int32_t h, uint64_t *dice)
{
	size_t n = (size_t)w * (size_t)h, size = sizeof *trial->first.vectors;
	uint64_t walls = oracle_random(dice) % 50, most = 1 + oracle_random(dice) % 3 * 126;
	bool limited = oracle_random(dice) % 4 == 0;

	*trial = (struct trial){
		.model = *model,
		.cost = {w, h, oracle_cells(n, 1)},
		.field = {.w = w,
			  .h = h,
			  .type = type,
			  .unit = ff_model_unit(model),
			  .cells = oracle_cells(n, 8)},
		.first = {w, h, oracle_cells(n, 1), oracle_cells(n, size)},
		.second = {w, h, oracle_cells(n, 1), oracle_cells(n, size)},
		.classes = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
	};
	for (size_t i = 0; i < n; i++)
		trial->cost.cells[i] = oracle_random(dice) % 100 < walls
					       ? FF_COST_WALL
					       : (uint8_t)(1 + oracle_random(dice) % most);
	trial->seeds = (struct ff_seeds){trial->goals, 1 + oracle_random(dice) % 3};
	for (size_t i = 0; i < trial->seeds.count; i++) {
		trial->goals[i].cell = (uint32_t)(oracle_random(dice) % n);
		trial->goals[i].start = (double)(i * trial->field.unit);
		trial->cost.cells[trial->goals[i].cell] = (uint8_t)most;
	}
	solve(trial, limited ? (double)(10 * most * trial->field.unit) : FF_FIELD_NONEF);
}

static void end(struct trial *trial)
{
	free(trial->cost.cells);
	free(trial->field.cells);
	free(trial->first.cells);
	free(trial->first.vectors);
	free(trial->second.cells);
	free(trial->second.vectors);
	free(trial->classes.cells);
}

/* Vectors are 0 or 1 long and no NaN: equal numbers with equal signs are the same bits. */
static bool same_bits(struct ff_flow_vector a, struct ff_flow_vector b)
{
	return a.dx == b.dx && a.dy == b.dy && !signbit(a.dx) == !signbit(b.dx) &&
	       !signbit(a.dy) == !signbit(b.dy);
}

static bool same(const struct trial *trial, const char *what, int number)
{
	size_t n = (size_t)trial->cost.w * (size_t)trial->cost.h;
	const struct ff_flow *a = &trial->first, *b = &trial->second;

	for (size_t i = 0; i < n; i++)
		if (!CHECK(a->cells[i] == b->cells[i] && same_bits(a->vectors[i], b->vectors[i]),
			   "%s %d: %s, %s, %s, %s: %dx%d: cell %zu has %d %.9g,%.9g and %d "
			   "%.9g,%.9g",
			   what, number, ff_model_metrics[trial->model.metric],
			   ff_model_steps[trial->model.step],
			   ff_model_corners[trial->model.corners],
			   ff_model_flows[trial->model.flow], (int)trial->cost.w,
			   (int)trial->cost.h, i, a->cells[i], (double)a->vectors[i].dx,
			   (double)a->vectors[i].dy, b->cells[i], (double)b->vectors[i].dx,
			   (double)b->vectors[i].dy))
			return false;
	return true;
}

/* Of a field and its map, goals apart. */
static void check_classes(const struct trial *trial)
{
	uint64_t count[FF_CLASSES] = {0};

	for (size_t i = 0; i < (size_t)trial->cost.w * (size_t)trial->cost.h; i++) {
		enum ff_class class = ff_field_has(&trial->field, i)         ? FF_REACHED
				      : trial->cost.cells[i] == FF_COST_WALL ? FF_WALL
									     : FF_UNREACHED;

		count[class]++;
		if (!CHECK(trial->classes.cells[i] == (uint8_t) class, "cell %zu is %d, not %d", i,
			   trial->classes.cells[i], (int)class))
			return;
	}
	CHECK(memcmp(count, trial->classes.count, sizeof count) == 0, "other counts");
}

static void descend(struct trial *trial, struct ff_flow *flow, const struct ff_machine *machine)
{
	size_t n = (size_t)flow->w * (size_t)flow->h;

	memset(flow->cells, 0x5a, n);
	memset(flow->vectors, 0x5a, n * sizeof *flow->vectors);
	memset(trial->classes.cells, 0x5a, n);
	CHECK(ff_descend(&trial->model, &trial->cost, &trial->field, &(struct ff_seeds){0}, flow,
			 &trial->classes, machine) == FF_OK,
	      "refused");
	check_classes(trial);
}

/* By one cell at a time, where there is code for that. */
static void descend_slowly(struct trial *trial, struct ff_flow *flow)
{
	for (int32_t y = 0; y < flow->h; y++)
		for (int32_t x = 0; x < flow->w; x++) {
			size_t i = ff_cost_index(&trial->cost, x, y);

			if (trial->model.flow == FF_FLOW_GRADIENT) {
				ff_descend_gradient_cell(&trial->model, &trial->cost, &trial->field,
							 flow, x, y);
				continue;
			}
			flow->cells[i] = (uint8_t)ff_descend_path_step(&trial->model, &trial->cost,
								       &trial->field, x, y);
			flow->vectors[i] = ff_flow_units[flow->cells[i]];
		}
}

static void compare(const struct ff_model *model, enum ff_field_type type, int32_t w, int32_t h,
		    uint64_t *dice)
{
	struct trial trial;

	begin(&trial, model, type, w, h, dice);
	descend(&trial, &trial.first, NULL);
	if (model->flow != FF_FLOW_LOWEST) {
		descend_slowly(&trial, &trial.second);
		same(&trial, "cell by cell", 0);
	}
	for (int cpu = 0; cpu < FF_CPUS; cpu++) {
		const struct ff_machine machine = {NULL, (enum ff_cpu)cpu};

		if (!ff_machine_has((enum ff_cpu)cpu))
			continue;
		descend(&trial, &trial.second, &machine);
		same(&trial, ff_machine_cpus[cpu], 1);
	}
	end(&trial);
}

/* Every model, with every type of field that goes with it. */
static void for_all_models(void (*check)(const struct ff_model *model, enum ff_field_type type))
{
	for (int k = 0; k < (ORACLE_MODELS + FF_CORNERS) * FF_FLOWS; k++) {
		struct ff_model model = oracle_model(k / FF_FLOWS % ORACLE_MODELS,
						     (enum ff_flow_rule)(k % FF_FLOWS));

		if (k >= ORACLE_MODELS * FF_FLOWS) {
			model.metric = FF_METRIC_EUCLID;
			model.step = FF_STEP_CELL;
			model.corners = (enum ff_corners)(k / FF_FLOWS - ORACLE_MODELS);
			check(&model, FF_FIELD_F64);
		} else {
			check(&model, FF_FIELD_U32);
			check(&model, FF_FIELD_U64);
		}
	}
}

static void compare_sizes(const struct ff_model *model, enum ff_field_type type)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w <= 70; w++)
		compare(model, type, w, 1 + (int32_t)(oracle_random(&dice) % 9), &dice);
	for (int32_t w = 126; w <= 131; w++)
		compare(model, type, w, 3, &dice);
	for (int32_t w = 190; w <= 400; w += 30)
		compare(model, type, w, 4, &dice);
	compare(model, type, 1, 500, &dice);
	compare(model, type, 500, 1, &dice);
	compare(model, type, 2, 77, &dice);
}

static void every_set_of_instructions_gives_the_flow_of_plain_code_and_that_of_single_cells(void)
{
	for_all_models(compare_sizes);
}

static void compare_threads(const struct ff_model *model, enum ff_field_type type)
{
	uint64_t dice = ORACLE_SEED;
	struct trial trial;

	begin(&trial, model, type, 701, 301, &dice);
	descend(&trial, &trial.first, NULL);
	for (int threads = 1; threads <= 3; threads++) {
		struct ff_machine machine = {.cpu = ff_machine_best()};

		CHECK(ff_pool_open(threads, &machine.pool) == FF_OK, "no pool");
		descend(&trial, &trial.second, &machine);
		same(&trial, "threads", threads);
		ff_pool_close(machine.pool);
	}
	end(&trial);
}

static void any_number_of_threads_gives_the_same_flow(void)
{
	for_all_models(compare_threads);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_set_of_instructions_gives_the_flow_of_plain_code_and_that_of_single_cells);
	RUN(any_number_of_threads_gives_the_same_flow);
	return tap_done();
}
