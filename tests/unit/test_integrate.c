#include "core/solve/integrate.h"

#include "field.h"
#include "oracle.h"
#include "tap.h"

#include <math.h>

static const double none = FF_FIELD_NONEF; /* as a limit */

static struct ff_field solve(const struct oracle *truth, enum ff_field_type type)
{
	return field_of(truth->name, &truth->model, &truth->cost, &truth->seeds, truth->limit,
			type);
}

/* The same cells in both types, and so from all engines. */
static void compare(const struct oracle *truth)
{
	for (int type = FF_FIELD_U32; type <= FF_FIELD_U64; type++) {
		struct ff_field field = solve(truth, (enum ff_field_type)type);

		field_is(&field, truth);
		free(field.cells);
	}
}

static void a_walker_pays_for_each_cell_that_it_leaves_or_half_of_both(void)
{
	uint8_t cells[3] = {5, 7, 9};
	const struct ff_cost cost = {3, 1, cells};
	static const double wanted[FF_STEPS][3][3] = {
		[FF_STEP_CELL] = {{0, 7, 16}, {5, 0, 9}, {12, 7, 0}},
		[FF_STEP_MEAN] = {{0, 6, 14}, {6, 0, 8}, {14, 8, 0}},
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

static void every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_small_maps(&model, 3, 4, compare);
	}
}

static void every_wall_pattern_on_smaller_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			oracle_small_maps(&model, sizes[i][0], sizes[i][1], compare);
	}
}

/* 'many' maps of the default model, 'few' of each of the others. */
static void random_maps(int many, int few, oracle_check *check)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, k == 0 ? many : few, check);
	}
}

static void random_maps_with_start_costs_and_limits_agree_with_the_oracle(void)
{
	random_maps(5000, 500, compare);
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

static void a_limit_takes_the_cells_beyond_and_leaves_the_others_alone(void)
{
	random_maps(500, 100, check_limit);
}

static void check_neighbours(const struct oracle *truth)
{
	const struct ff_cost *cost = &truth->cost;
	struct ff_field field =
		field_of(truth->name, &truth->model, cost, &truth->seeds, none, FF_FIELD_U32);
	size_t n = (size_t)cost->w * (size_t)cost->h;

	for (size_t i = 0; i < n; i++) {
		int32_t x = (int32_t)i % cost->w, y = (int32_t)i / cost->w;

		if (cost->cells[i] == FF_COST_WALL)
			continue;
		for (int d = 0; d < 8; d += truth->model.metric == FF_METRIC_MANHATTAN ? 2 : 1) {
			uint64_t here = field_at(&field, i), there;

			if (!oracle_permitted(cost, truth->model.corners, x, y, d))
				continue;
			there = field_at(&field, oracle_towards(cost, x, y, d));
			CHECK((here == ORACLE_NONE) == (there == ORACLE_NONE),
			      "%s: one of %d,%d and its neighbour %d has no value", truth->name, x,
			      y, d);
			CHECK(here <= there || here - there <= oracle_price(truth, i, d),
			      "%s: %" PRIu64 " at %d,%d and %" PRIu64 " in direction %d",
			      truth->name, here, x, y, there, d);
		}
	}
	free(field.cells);
}

/* For each of both cells: with step mean the difference is bounded both ways. */
static void neighbours_differ_by_no_more_than_a_step(void)
{
	random_maps(1000, 200, check_neighbours);
}

/* Where a cell of a w * h map goes when the map is turned: bit 0 mirrors x,
 * bit 1 mirrors y, bit 2 then swaps the axes. */
static size_t turned(int turn, int32_t w, int32_t h, size_t cell)
{
	int32_t x = (int32_t)cell % w, y = (int32_t)cell / w;
	int32_t to_x = turn & 1 ? w - 1 - x : x;
	int32_t to_y = turn & 2 ? h - 1 - y : y;

	return (size_t)(turn & 4 ? to_x * h + to_y : to_y * w + to_x);
}

static void check_turns(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct ff_field field = solve(truth, FF_FIELD_U32);

	for (int turn = 1; turn < 8; turn++) {
		struct oracle other;
		struct ff_field there;

		oracle_new(&other, &truth->model, turn & 4 ? h : w, turn & 4 ? w : h,
			   truth->seeds.count);
		for (size_t i = 0; i < n; i++)
			other.cost.cells[turned(turn, w, h, i)] = truth->cost.cells[i];
		for (size_t i = 0; i < other.seeds.count; i++) {
			other.seeds.items[i] = truth->seeds.items[i];
			other.seeds.items[i].cell =
				(uint32_t)turned(turn, w, h, truth->seeds.items[i].cell);
		}
		other.limit = truth->limit;
		there = solve(&other, FF_FIELD_U32);
		for (size_t i = 0; i < n; i++)
			if (!CHECK(field.u32[i] == there.u32[turned(turn, w, h, i)],
				   "%s, turn %d: cell %zu: %" PRIu32 " and %" PRIu32, truth->name,
				   turn, i, field.u32[i], there.u32[turned(turn, w, h, i)]))
				break;
		oracle_free(&other);
		free(there.cells);
	}
	free(field.cells);
}

static void a_mirrored_or_transposed_map_gives_that_field(void)
{
	random_maps(300, 100, check_turns);
}

static void check_raised(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	uint64_t dice = truth->dice;
	uint8_t *cell = &truth->cost.cells[oracle_random(&dice) % n], before = *cell;
	struct ff_field low, high;

	if (before >= FF_COST_MAX)
		return;
	low = solve(truth, FF_FIELD_U32);
	*cell = (uint8_t)(before + 1 + oracle_random(&dice) % (uint64_t)(FF_COST_MAX - before));
	high = solve(truth, FF_FIELD_U32);
	for (size_t i = 0; i < n; i++) {
		if (!CHECK(high.u32[i] >= low.u32[i],
			   "%s: cell %zu falls from %" PRIu32 " to %" PRIu32
			   " when cell %d costs %d, not %d",
			   truth->name, i, low.u32[i], high.u32[i], (int)(cell - truth->cost.cells),
			   *cell, before))
			break;
	}
	*cell = before;
	free(low.cells);
	free(high.cells);
}

static void raising_a_cost_never_lowers_a_value(void)
{
	random_maps(1000, 200, check_raised);
}

static void check_single_goals(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field all = solve(truth, FF_FIELD_U32);
	uint32_t *least = oracle_cells(n, sizeof *least);

	memset(least, 0xff, n * sizeof *least);
	for (size_t g = 0; g < truth->seeds.count; g++) {
		const struct ff_seeds goal = {&truth->seeds.items[g], 1};
		struct ff_field one = field_of(truth->name, &truth->model, &truth->cost, &goal,
					       truth->limit, FF_FIELD_U32);

		for (size_t i = 0; i < n; i++)
			least[i] = one.u32[i] < least[i] ? one.u32[i] : least[i];
		free(one.cells);
	}
	CHECK(memcmp(all.cells, least, n * sizeof *least) == 0, "%s", truth->name);
	free(all.cells);
	free(least);
}

/* So does that of an area, whose cells are the seeds of one goal. */
static void the_field_of_several_goals_is_the_least_of_their_fields(void)
{
	random_maps(1000, 200, check_single_goals);
}

static void check_area(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct oracle apart = *truth, area = *truth;
	struct ff_field one, other;

	/* A band in the middle of the map: one goal, or a goal a cell. */
	apart.seeds.items = oracle_cells(n, sizeof *apart.seeds.items);
	area.seeds.items = oracle_cells(n, sizeof *area.seeds.items);
	area.seeds.count = 0;
	for (size_t i = n / 3; i < n / 2 + 1; i++) {
		if (truth->cost.cells[i] == FF_COST_WALL)
			continue;
		apart.seeds.items[area.seeds.count] =
			(struct ff_seed){.cell = (uint32_t)i, .goal = (uint32_t)area.seeds.count};
		area.seeds.items[area.seeds.count++] = (struct ff_seed){.cell = (uint32_t)i};
	}
	apart.seeds.count = area.seeds.count;
	if (area.seeds.count > 0) {
		one = solve(&apart, FF_FIELD_U32);
		other = solve(&area, FF_FIELD_U32);
		CHECK(memcmp(one.cells, other.cells, n * sizeof *one.u32) == 0, "%s", truth->name);
		oracle_solve(&area); /* in the blocks of 'truth', which has done its duty */
		field_is(&other, &area);
		free(one.cells);
		free(other.cells);
	}
	free(apart.seeds.items);
	free(area.seeds.items);
}

static void an_area_is_the_union_of_its_cells(void)
{
	random_maps(300, 100, check_area);
}

static void check_shift(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field before = field_of(truth->name, &truth->model, &truth->cost, &truth->seeds,
					  none, FF_FIELD_U64);
	struct oracle later = *truth;
	uint64_t dice = truth->dice;
	double shift = (double)(oracle_random(&dice) % (1 << oracle_random(&dice) % 31));
	struct ff_field after;

	later.seeds.items = oracle_cells(later.seeds.count, sizeof *later.seeds.items);
	for (size_t i = 0; i < later.seeds.count; i++) {
		later.seeds.items[i] = truth->seeds.items[i];
		later.seeds.items[i].start += shift;
	}
	after = field_of(truth->name, &later.model, &later.cost, &later.seeds, none, FF_FIELD_U64);
	for (size_t i = 0; i < n; i++)
		CHECK(ff_field_raw(&after, i) == ff_field_raw(&before, i) + shift,
		      "%s, %g more: cell %zu has %g, not %g more than %g", truth->name, shift, i,
		      ff_field_raw(&after, i), shift, ff_field_raw(&before, i));
	free(later.seeds.items);
	free(before.cells);
	free(after.cells);
}

static void a_start_cost_shifts_the_whole_field(void)
{
	random_maps(500, 100, check_shift);
}

/* Cells 0..4, a wall, cells 6..10; one goal starts at 0 and one at 10^12. */
static void a_goal_may_start_a_million_million_later(void)
{
	uint8_t costs[11] = {1, 254, 1, 254, 1, FF_COST_WALL, 1, 254, 7, 1, 1};
	const struct ff_cost cost = {11, 1, costs};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		double late = (double)FF_GOALS_START_MAX * ff_model_unit(&model);
		struct oracle truth;
		struct ff_field field;
		enum ff_status st;

		oracle_new(&truth, &model, 11, 1, 4);
		memcpy(truth.cost.cells, costs, sizeof costs);
		truth.seeds.items[0] = (struct ff_seed){0, 0, 0};
		truth.seeds.items[1] = (struct ff_seed){1, 1, late}; /* better walks to the first */
		truth.seeds.items[2] = (struct ff_seed){8, 2, late};
		truth.seeds.items[3] = (struct ff_seed){10, 3, late}; /* both at one time */
		oracle_solve(&truth);
		CHECK(truth.classes[1] == FF_REACHED && truth.classes[10] == FF_GOAL, "model %d",
		      k);
		field = solve(&truth, FF_FIELD_U64);
		field_is(&field, &truth);
		free(field.cells);
		st = field_try(&model, &cost, &truth.seeds, none, FF_FIELD_U32, &field);
		CHECK(st == FF_E_LIMIT, "model %d, 32 bits: status %d", k, (int)st);
		free(field.cells);
		truth.limit = 1000; /* which nobody beyond can pass */
		oracle_solve(&truth);
		compare(&truth);
		oracle_free(&truth);
	}
}

/* 2^32 - 2 is the largest value of 32 bits, and with 64 there is no largest. */
static void a_value_of_2_to_the_32_less_1_is_a_limit_with_32_bits_only(void)
{
	uint8_t costs[2] = {1, 3};
	const struct ff_cost cost = {2, 1, costs};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		double step = (model.step == FF_STEP_MEAN ? 4 : 3) *
			      (model.metric == FF_METRIC_OCTILE ? 408 : 1);

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
			/* What is beyond the caller's own limit need not fit. */
			field = field_of("two cells", &model, &cost, &seeds, 4294967294,
					 FF_FIELD_U32);
			CHECK(field_at(&field, 1) == (more ? ORACLE_NONE : 4294967294),
			      "model %d: %" PRIu32, k, field.u32[1]);
			free(field.cells);
		}
	}
}

/* Says what a map of one long way, of 'length' steps from the first seed, must look like. */
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
	struct ff_cost cost = {SIDE, SIDE, oracle_cells(N, 1)};
	uint64_t *wanted = oracle_cells(N, sizeof *wanted);
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};

	for (int k = 0; k < ORACLE_MODELS; k += 3) { /* strict: every step is straight */
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		uint64_t costs = model.step == FF_STEP_MEAN ? 508 : 254, value = 0;
		uint64_t price = model.metric == FF_METRIC_OCTILE ? 408 * costs : costs;

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
 * longest is as long as 32 bits just hold, and a little longer needs 64. */
static void corridors_of_20000x3_cells_and_longer_are_exact(void)
{
	static const int32_t lengths[] = {20000, 20722, 20724};

	for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
		int32_t w = lengths[l];
		struct ff_cost cost = {w, 3, oracle_cells((size_t)w * 3, 1)};
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
	const struct ff_cost cost = {W, H,
				     (uint8_t[N]){1, 1, 1, 1, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1}};
	struct ff_seed items[2] = {{0}};
	size_t need = ff_integrate_scratch(model, type, W, H, NULL);
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
		st = ff_integrate(model, &cost, &seeds, none, &field, scratch, cases[i].size, NULL);
		CHECK(st == cases[i].status, "%s: status %d", cases[i].what, (int)st);
		st = ff_integrate_begin(&run, model, &cost, &seeds, none, &field, scratch,
					cases[i].size, NULL);
		CHECK(st == cases[i].status, "%s, begin: status %d", cases[i].what, (int)st);
		for (size_t k = 0; k < N * ff_field_size(type); k++)
			CHECK(((unsigned char *)field.cells)[k] == 0x5a, "%s: the field changed",
			      cases[i].what);
		free(field.cells);
	}
	free(scratch);
}

static void what_cannot_be_integrated_is_refused_and_the_field_left_alone(void)
{
	const struct ff_model last = oracle_model(ORACLE_MODELS - 1, FF_FLOW_PATH);

	check_refusals(&manhattan, FF_FIELD_U32);
	check_refusals(&manhattan, FF_FIELD_U64);
	check_refusals(&last, FF_FIELD_U32);
	check_refusals(&last, FF_FIELD_U64);
}

static void a_field_of_a_type_that_is_not_the_metrics_is_refused(void)
{
	uint8_t costs[1] = {1};
	const struct ff_cost cost = {1, 1, costs};
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	struct ff_seed seed = {0};
	const struct ff_seeds seeds = {&seed, 1};
	static unsigned char scratch[1 << 16];
	double cell[1] = {77};
	struct ff_field field = {.w = 1, .h = 1, .cells = cell};

	for (int type = 0; type < FF_FIELD_TYPES; type++) {
		field.type = (enum ff_field_type)type;
		if (type == FF_FIELD_F64)
			CHECK(ff_integrate(&manhattan, &cost, &seeds, none, &field, scratch,
					   sizeof scratch, NULL) == FF_E_ARG,
			      "manhattan in doubles");
		else
			CHECK(ff_integrate(&euclid, &cost, &seeds, none, &field, scratch,
					   sizeof scratch, NULL) == FF_E_ARG,
			      "euclid in whole numbers of type %d", type);
		CHECK(cell[0] == 77, "type %d: the field changed", type);
	}
}

static void every_model_has_its_engine(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		const char *narrow = ff_integrate_engine_for(&model, FF_FIELD_U32)->name;
		const char *wide = ff_integrate_engine_for(&model, FF_FIELD_U64)->name;

		CHECK(strcmp(narrow, "tiles") == 0, "model %d: \"%s\"", k, narrow);
		CHECK(strcmp(wide, "buckets") == 0, "model %d: \"%s\"", k, wide);
		CHECK(ff_integrate_type(&model) == FF_FIELD_U32, "model %d", k);
	}
	CHECK(strcmp(ff_integrate_engine_for(&euclid, FF_FIELD_F64)->name, "march") == 0, "euclid");
	CHECK(ff_integrate_type(&euclid) == FF_FIELD_F64, "euclid");
}

/* Each table is a test of its own, reported within the one that reads the folder. */
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

static void thirteen_tables_of_other_systems_are_met(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_shared("oracles"));
	else
		CHECK(tables_met >= 13, "%d tables", tables_met);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_walker_pays_for_each_cell_that_it_leaves_or_half_of_both);
	RUN(every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle);
	RUN(every_wall_pattern_on_smaller_maps_agrees_with_the_oracle);
	RUN(random_maps_with_start_costs_and_limits_agree_with_the_oracle);
	RUN(long_rows_and_columns_agree_with_the_oracle);
	RUN(a_limit_takes_the_cells_beyond_and_leaves_the_others_alone);
	RUN(neighbours_differ_by_no_more_than_a_step);
	RUN(a_mirrored_or_transposed_map_gives_that_field);
	RUN(raising_a_cost_never_lowers_a_value);
	RUN(the_field_of_several_goals_is_the_least_of_their_fields);
	RUN(an_area_is_the_union_of_its_cells);
	RUN(a_start_cost_shifts_the_whole_field);
	RUN(a_goal_may_start_a_million_million_later);
	RUN(a_value_of_2_to_the_32_less_1_is_a_limit_with_32_bits_only);
	RUN(a_serpentine_of_512x512_cells_is_exact);
	RUN(corridors_of_20000x3_cells_and_longer_are_exact);
	RUN(what_cannot_be_integrated_is_refused_and_the_field_left_alone);
	RUN(a_field_of_a_type_that_is_not_the_metrics_is_refused);
	RUN(every_model_has_its_engine);
	RUN(thirteen_tables_of_other_systems_are_met);
	return tap_done();
}
