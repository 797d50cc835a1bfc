#include "core/solve/integrate.h"

#include "field.h"
#include "steps.h"

#include <math.h>

/* ---- values ---- */

static const double none = FF_FIELD_NONEF; /* as a limit */

static struct ff_field solve(const struct oracle *truth, enum ff_field_type type)
{
	return field_of(truth->name, &truth->model, &truth->cost, &truth->seeds, truth->limit,
			type);
}

static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = solve(truth, type);

	field_is(&field, truth);
	free(field.cells);
}

/* Compares both types, and so all engines. */
static void compare(const struct oracle *truth)
{
	for (int type = FF_FIELD_U32; type <= FF_FIELD_U64; type++)
		compare_type(truth, (enum ff_field_type)type);
}

/* Compares one of both types in turn. */
static void compare_half(const struct oracle *truth)
{
	if (getenv("FULL") != NULL)
		compare(truth);
	else
		compare_type(truth, truth->dice % 2 == 0 ? FF_FIELD_U32 : FF_FIELD_U64);
}

static void a_step_pays_for_the_cell_that_it_leaves_or_half_of_both_or_counts_as_one(void)
{
	uint8_t cells[3] = {5, 7, 9};
	const struct ff_cost cost = {.w = 3, .h = 1, .cells = cells};
	static const double wanted[FF_STEPS][3][3] = {
		[FF_STEP_CELL] = {{0, 7, 16}, {5, 0, 9}, {12, 7, 0}},
		[FF_STEP_MEAN] = {{0, 6, 14}, {6, 0, 8}, {14, 8, 0}},
		[FF_STEP_HOPS] = {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}},
	};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		for (uint32_t goal = 0; goal < 3; goal++) {
			struct ff_seed seed = {.cell = goal};
			const struct ff_seeds seeds = {&seed, 1};
			struct ff_field field =
				field_of("5 7 9", &model, &cost, &seeds, none, FF_FIELD_U32);

			for (size_t i = 0; i < 3; i++)
				CHECK(ff_field_value(&field, i) == wanted[model.step][goal][i],
				      "model %d, goal %" PRIu32 ": cell %zu has %g", k, goal, i,
				      ff_field_value(&field, i));
			free(field.cells);
		}
	}
}

static void every_wall_pattern_on_small_maps_from_every_goal_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_small_maps(&model, 3, 4, compare_half);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			oracle_small_maps(&model, sizes[i][0], sizes[i][1], compare);
	}
}

/* Checks 'many' maps of the default model and 'few' of each other model. */
static void random_maps(int many, int few, oracle_check *check)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, k == 0 ? many : few, check);
	}
}

static void random_maps_with_start_costs_and_limits_agree_with_the_oracle(void)
{
	random_maps(getenv("FULL") != NULL ? 5000 : 1500, 300, compare);
}

static void long_rows_and_columns_agree_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_long_maps(&model, compare);
	}
}

static void check_limit(const struct oracle *truth)
{
	struct ff_field all = field_of(truth->name, &truth->model, &truth->cost, &truth->seeds,
				       none, FF_FIELD_U32);
	uint64_t dice = truth->dice;

	for (int k = 0; k < 4; k++) {
		size_t n = (size_t)all.w * (size_t)all.h;
		double at = ff_field_raw(&all, oracle_random(&dice) % n);
		double limit = at == none ? 100.5 : at;

		if (k == 0 || limit == 0)
			limit = 0;
		else if (k == 1)
			limit -= 0.5;
		for (int type = FF_FIELD_U32; type <= FF_FIELD_U64; type++) {
			struct ff_field field =
				field_of(truth->name, &truth->model, &truth->cost, &truth->seeds,
					 limit, (enum ff_field_type)type);

			for (size_t i = 0; i < n; i++) {
				bool within = ff_field_raw(&all, i) <= limit;

				CHECK(field_at(&field, i) ==
					      (within ? field_at(&all, i) : ORACLE_NONE),
				      "%s, limit %g: cell %zu has %" PRId64 ", without %" PRId64,
				      truth->name, limit, i, (int64_t)field_at(&field, i),
				      (int64_t)field_at(&all, i));
			}
			free(field.cells);
		}
	}
	free(all.cells);
}

static void a_limit_removes_only_the_values_beyond_it(void)
{
	random_maps(500, 100, check_limit);
}

/* Cells 0..4, a wall, cells 6..10; one goal starts at 0 and one at 10^12. */
static void starts_may_be_up_to_10_to_the_12(void)
{
	uint8_t costs[11] = {1, 254, 1, 254, 1, FF_COST_WALL, 1, 254, 7, 1, 1};
	const struct ff_cost cost = {.w = 11, .h = 1, .cells = costs};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		double late = (double)FF_GOALS_START_MAX * ff_model_unit(&model);
		struct oracle truth;
		struct ff_field field;
		enum ff_status st;

		oracle_new(&truth, &model, 11, 1, 4);
		memcpy(truth.cost.cells, costs, sizeof costs);
		truth.seeds.items[0] = (struct ff_seed){0, 0, 0};
		truth.seeds.items[1] =
			(struct ff_seed){1, 1, late}; /* the first is cheaper from here */
		truth.seeds.items[2] = (struct ff_seed){8, 2, late};
		truth.seeds.items[3] =
			(struct ff_seed){10, 3, late}; /* both start at the same value */
		oracle_solve(&truth);
		CHECK(truth.classes[1] == FF_REACHED && truth.classes[10] == FF_GOAL, "model %d",
		      k);
		field = solve(&truth, FF_FIELD_U64);
		field_is(&field, &truth);
		free(field.cells);
		st = field_try(&model, &cost, &truth.seeds, none, FF_FIELD_U32, &field);
		CHECK(st == FF_E_LIMIT, "model %d, 32 bits: status %d", k, (int)st);
		free(field.cells);
		truth.limit = 1000; /* below the later starts */
		oracle_solve(&truth);
		compare(&truth);
		oracle_free(&truth);
	}
}

/* 2^32 - 2 is the largest value of 32 bits. */
static void a_value_of_2_to_the_32_minus_1_needs_64_bits(void)
{
	uint8_t costs[2] = {1, 3};
	const struct ff_cost cost = {.w = 2, .h = 1, .cells = costs};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		double step = (model.step == FF_STEP_MEAN ? 4 : 3) *
			      (model.metric == FF_METRIC_OCTILE ? 408 : 1);

		step = model.step == FF_STEP_HOPS ? 1 : step;
		for (int more = 0; more < 2; more++) {
			struct ff_seed seed = {.start = 4294967294 - step + more};
			const struct ff_seeds seeds = {&seed, 1};
			struct ff_field field;
			enum ff_status st =
				field_try(&model, &cost, &seeds, none, FF_FIELD_U32, &field);

			CHECK(st == (more ? FF_E_LIMIT : FF_OK), "model %d, %d more: status %d", k,
			      more, (int)st);
			CHECK(more || field.u32[1] == 4294967294, "model %d: %" PRIu32, k,
			      field.u32[1]);
			free(field.cells);
			field = field_of("two cells", &model, &cost, &seeds, none, FF_FIELD_U64);
			CHECK(field.u64[1] == UINT64_C(4294967294) + (uint64_t)more,
			      "model %d: %" PRIu64, k, field.u64[1]);
			free(field.cells);
			/* Values beyond the caller's limit need not fit. */
			field = field_of("two cells", &model, &cost, &seeds, 4294967294,
					 FF_FIELD_U32);
			CHECK(field_at(&field, 1) == (more ? ORACLE_NONE : 4294967294),
			      "model %d: %" PRIu32, k, field.u32[1]);
			free(field.cells);
		}
	}
}

/* Compares the values of one long way with those wanted; beyond 32 bits it needs 64. */
static void check_way(const char *what, const struct ff_model *model, const struct ff_cost *cost,
		      const struct ff_seeds *seeds, const uint64_t *wanted, uint64_t largest)
{
	size_t n = (size_t)cost->w * (size_t)cost->h, wrong = 0;
	struct ff_field field;
	enum ff_status st = field_try(model, cost, seeds, none, FF_FIELD_U32, &field);

	CHECK(st == (largest > 4294967294 ? FF_E_LIMIT : FF_OK), "%s: status %d with 32 bits", what,
	      (int)st);
	for (size_t i = 0; st == FF_OK && i < n; i++)
		wrong += field_at(&field, i) != wanted[i];
	free(field.cells);
	field = field_of(what, model, cost, seeds, none, FF_FIELD_U64);
	for (size_t i = 0; i < n; i++)
		wrong += field_at(&field, i) != wanted[i];
	free(field.cells);
	CHECK(wrong == 0, "%s: %zu cells are wrong", what, wrong);
}

static void a_serpentine_of_512x512_cells_is_exact(void)
{
	enum { SIDE = 512, N = SIDE * SIDE };
	struct ff_cost cost = {.w = SIDE, .h = SIDE, .cells = oracle_cells(N, 1)};
	uint64_t *wanted = oracle_cells(N, sizeof *wanted);
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};

	for (int k = 0; k < ORACLE_MODELS; k += 3) { /* strict: every step is straight */
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		uint64_t costs = model.step == FF_STEP_MEAN ? 508 : 254, value = 0;
		uint64_t price = model.metric == FF_METRIC_OCTILE ? 408 * costs : costs;

		price = model.step == FF_STEP_HOPS ? 1 : price;
		memset(cost.cells, FF_COST_WALL, N);
		memset(wanted, 0xff, N * sizeof *wanted);
		for (int y = 0; y < SIDE; y++) {
			/* Every other row is a corridor; between them the one cell at its end. */
			for (int i = 0; i < (y % 2 == 0 ? SIDE : 1); i++) {
				int x = y / 2 % 2 == 0 ? i : SIDE - 1 - i;
				int cell = y * SIDE + (y % 2 == 0 ? x : SIDE - 1 - x);

				cost.cells[cell] = FF_COST_MAX;
				wanted[cell] = value;
				value += price;
			}
		}
		check_way("serpentine", &model, &cost, &seeds, wanted, value - price);
	}
	free(cost.cells);
	free(wanted);
}

/* Three rows of cost 254, with the goal in the middle of one end: with octile and step mean the
 * second length just fits 32 bits, and the third does not. */
static void corridors_of_20000x3_cells_and_longer_are_exact(void)
{
	static const int32_t lengths[] = {20000, 20722, 20724};

	for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
		int32_t w = lengths[l];
		struct ff_cost cost = {.w = w, .h = 3, .cells = oracle_cells((size_t)w * 3, 1)};
		uint64_t *wanted = oracle_cells((size_t)w * 3, sizeof *wanted);
		struct ff_seed seed = {.cell = (uint32_t)w};
		const struct ff_seeds seeds = {&seed, 1};

		memset(cost.cells, FF_COST_MAX, (size_t)w * 3);
		for (int k = 0; k < ORACLE_MODELS; k++) {
			const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
			uint64_t price = model.step == FF_STEP_MEAN ? 508 : 254, largest = 0;

			for (int32_t i = 0; i < 3 * w; i++) {
				uint64_t dx = (uint64_t)(i % w), dy = i / w == 1 ? 0 : 1;

				wanted[i] = price * (dx + dy);
				if (model.metric == FF_METRIC_OCTILE)
					wanted[i] = dx < dy ? price * 408
							    : price * ((dx - dy) * 408 + dy * 577);
				if (model.step == FF_STEP_HOPS)
					wanted[i] = model.metric == FF_METRIC_MANHATTAN ? dx + dy
						    : dx > dy                           ? dx
											: dy;
				largest = wanted[i] > largest ? wanted[i] : largest;
			}
			check_way("corridor", &model, &cost, &seeds, wanted, largest);
		}
		free(cost.cells);
		free(wanted);
	}
}

static void check_refusals(const struct ff_model *model, enum ff_field_type type)
{
	enum { W = 4, H = 3, N = W * H };
	const struct ff_cost cost = {
		.w = W,
		.h = H,
		.cells = (uint8_t[N]){1, 1, 1, 1, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1}};
	struct ff_seed items[2] = {{0}};
	size_t need = ff_integrate_scratch(model, type, type == FF_FIELD_U64, W, H, NULL);
	unsigned char *scratch = oracle_cells(need, 1);
	const struct {
		const char *what;
		int32_t w, h;
		size_t seeds;
		uint32_t first, second;
		size_t size;
		enum ff_status status;
	} cases[] = {
		{"field too narrow", W - 1, H, 1, 0, 0, need, FF_E_ARG},
		{"field too high", W, H + 1, 1, 0, 0, need, FF_E_ARG},
		{"field transposed", H, W, 1, 0, 0, need, FF_E_ARG},
		{"no seed", W, H, 0, 0, 0, need, FF_E_ARG},
		{"seed on the wall", W, H, 1, 6, 0, need, FF_E_ARG},
		{"second seed on the wall", W, H, 2, 0, 6, need, FF_E_ARG},
		{"seed outside", W, H, 1, N, 0, need, FF_E_ARG},
		{"second seed outside", W, H, 2, 0, UINT32_MAX, need, FF_E_ARG},
		{"a byte too little scratch", W, H, 1, 0, 0, need - 1, FF_E_NOMEM},
		{"no scratch", W, H, 1, 0, 0, 0, FF_E_NOMEM},
	};

	CHECK(need > 0, "needs nothing");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_field field = field_new(model, W, H, type);
		const struct ff_seeds seeds = {items, cases[i].seeds};
		struct ff_integrate run;
		enum ff_status st;

		field.w = cases[i].w;
		field.h = cases[i].h;
		items[0].cell = cases[i].first;
		items[1].cell = cases[i].second;
		st = ff_integrate(model, &cost, &seeds, none, &field, field.type == FF_FIELD_U64,
				  scratch, cases[i].size, NULL);
		CHECK(st == cases[i].status, "%s: status %d", cases[i].what, (int)st);
		st = ff_integrate_begin(&run, model, &cost, &seeds, none, &field,
					field.type == FF_FIELD_U64, scratch, cases[i].size, NULL);
		CHECK(st == cases[i].status, "%s, begin: status %d", cases[i].what, (int)st);
		for (size_t k = 0; k < N * ff_field_size(type); k++)
			CHECK(((unsigned char *)field.cells)[k] == 0x5a, "%s: the field changed",
			      cases[i].what);
		free(field.cells);
	}
	free(scratch);
}

static void invalid_arguments_are_refused_and_the_field_left_alone(void)
{
	const struct ff_model last = oracle_model(ORACLE_MODELS - 1, FF_FLOW_PATH);

	check_refusals(&manhattan, FF_FIELD_U32);
	check_refusals(&manhattan, FF_FIELD_U64);
	check_refusals(&last, FF_FIELD_U32);
	check_refusals(&last, FF_FIELD_U64);
}

static void a_field_of_a_type_that_does_not_fit_the_metric_is_refused(void)
{
	uint8_t costs[1] = {1};
	const struct ff_cost cost = {.w = 1, .h = 1, .cells = costs};
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	static unsigned char scratch[1 << 16];
	double cell[1] = {77};
	struct ff_field field = {.w = 1, .h = 1, .cells = cell};

	for (int type = 0; type < FF_FIELD_TYPES; type++) {
		field.type = (enum ff_field_type)type;
		if (type == FF_FIELD_F64)
			CHECK(ff_integrate(&manhattan, &cost, &seeds, none, &field,
					   field.type == FF_FIELD_U64, scratch, sizeof scratch,
					   NULL) == FF_E_ARG,
			      "manhattan in doubles");
		else if (type == FF_FIELD_U32)
			CHECK(ff_integrate(&euclid, &cost, &seeds, none, &field,
					   field.type == FF_FIELD_U64, scratch, sizeof scratch,
					   NULL) == FF_E_ARG,
			      "euclid in whole numbers");
		CHECK(cell[0] == 77, "type %d: the field changed", type);
	}
}

static void every_model_has_its_engine(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		const char *narrow = ff_integrate_engine_for(&model, FF_FIELD_U32, false)->name;
		const char *wide = ff_integrate_engine_for(&model, FF_FIELD_U64, false)->name;
		const char *order = ff_integrate_engine_for(&model, FF_FIELD_U64, true)->name;

		CHECK(strcmp(narrow, "tiles") == 0, "model %d: \"%s\"", k, narrow);
		CHECK(strcmp(wide, "tiles") == 0, "model %d: \"%s\"", k, wide);
		CHECK(strcmp(order, "order") == 0, "model %d: \"%s\"", k, order);
		CHECK(ff_integrate_type(&model) == FF_FIELD_U32, "model %d", k);
	}
	CHECK(strcmp(ff_integrate_engine_for(&euclid, FF_FIELD_F64, false)->name, "tiles") == 0 &&
		      strcmp(ff_integrate_engine_for(&euclid, FF_FIELD_U64, true)->name, "order") ==
			      0,
	      "euclid");
	CHECK(ff_integrate_type(&euclid) == FF_FIELD_F64, "euclid");
}

/* Each table is reported as a test of its own. */
static int tables_met;

static void check_table(const struct oracle_table *table)
{
	const struct oracle *truth = &table->truth;
	char sentence[300];
	struct ff_field field;

	if (table->misfit != NULL) {
		NOTE("left out: %s: %s", table->name, table->misfit);
		return;
	}
	tables_met++;
	field = solve(truth, FF_FIELD_U32);
	field_is(&field, truth);
	for (size_t i = 0; i < (size_t)field.w * (size_t)field.h; i++)
		CHECK(isnan(table->field[i]) ||
			      oracle_near(table, ff_field_value(&field, i), table->field[i]),
		      "%s: cell %zu,%zu has %.9g, the table says %.9g", truth->name,
		      i % (size_t)field.w, i / (size_t)field.w, ff_field_value(&field, i),
		      table->field[i]);
	free(field.cells);
	snprintf(sentence, sizeof sentence, "the table is met: %s", truth->name);
	tap_end(sentence);
}

static void values_agree_with_thirteen_tables_of_other_systems(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_shared("oracles"));
	else
		CHECK(tables_met >= 13, "%d tables", tables_met);
}

/* ---- steps of any size ---- */

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

static void any_budget_settles_that_many_of_the_cheapest_cells_for_good(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_small_maps(&model, 3, 3, step_by_1_to_20);
		oracle_random_maps(&model, 100, step_by_some);
	}
}

static void equal_cells_are_settled_in_reading_order(void)
{
	static const size_t order[9] = {4, 1, 3, 5, 7, 0, 2, 6, 8};
	uint8_t costs[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	const struct ff_cost cost = {.w = 3, .h = 3, .cells = costs};
	const struct ff_model model = {.metric = FF_METRIC_MANHATTAN};
	struct ff_seed seed = {.cell = 4};
	const struct ff_seeds seeds = {&seed, 1};
	size_t size = ff_integrate_scratch(&model, FF_FIELD_U64, true, 3, 3, NULL);
	struct ff_field field = field_new(&model, 3, 3, FF_FIELD_U64);
	void *scratch = oracle_cells(size, 1);

	for (size_t budget = 1; budget <= 9; budget++) {
		struct ff_integrate run;

		CHECK(ff_integrate_begin(&run, &model, &cost, &seeds, FF_FIELD_NONEF, &field,
					 field.type == FF_FIELD_U64, scratch, size,
					 NULL) == FF_OK &&
			      ff_integrate_step(&run, budget) == FF_OK,
		      "budget %zu", budget);
		for (size_t i = 0; i < 9; i++)
			CHECK((ff_integrate_settled(&run, order[i]) < FF_FIELD_NONEF) ==
				      (i < budget),
			      "budget %zu: cell %zu", budget, order[i]);
		ff_integrate_end(&run);
	}
	free(field.cells);
	free(scratch);
}

static void the_longest_steps_have_their_costs(void)
{
	uint8_t costs[6] = {254, 254, 254, 1, 254, 254};
	const struct ff_cost cost = {.w = 3, .h = 2, .cells = costs};

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

/* Checks a map with starts so late that its largest value is about 2^32. */
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

static void near_2_to_the_32_values_are_right_or_refused(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 300, check_near_the_limit);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_step_pays_for_the_cell_that_it_leaves_or_half_of_both_or_counts_as_one);
	RUN(every_wall_pattern_on_small_maps_from_every_goal_agrees_with_the_oracle);
	RUN(random_maps_with_start_costs_and_limits_agree_with_the_oracle);
	RUN(long_rows_and_columns_agree_with_the_oracle);
	RUN(a_limit_removes_only_the_values_beyond_it);
	RUN(starts_may_be_up_to_10_to_the_12);
	RUN(a_value_of_2_to_the_32_minus_1_needs_64_bits);
	RUN(a_serpentine_of_512x512_cells_is_exact);
	RUN(corridors_of_20000x3_cells_and_longer_are_exact);
	RUN(invalid_arguments_are_refused_and_the_field_left_alone);
	RUN(a_field_of_a_type_that_does_not_fit_the_metric_is_refused);
	RUN(every_model_has_its_engine);
	RUN(values_agree_with_thirteen_tables_of_other_systems);
	RUN(any_budget_settles_that_many_of_the_cheapest_cells_for_good);
	RUN(equal_cells_are_settled_in_reading_order);
	RUN(the_longest_steps_have_their_costs);
	RUN(near_2_to_the_32_values_are_right_or_refused);
	return tap_done();
}
