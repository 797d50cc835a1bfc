#include "core/solve/descend.h"
#include "field.h"
#include "marked.h"

/* A ridge between two goals, steeper to the left; a wall; a cell without a value. */
static void with_euclid_each_cell_belongs_to_the_goal_its_path_leads_to(void)
{
	static const uint32_t none = FF_LABELS_NONE;
	uint8_t cells[9] = {1, 1, 1, 1, 1, 1, 1, FF_COST_WALL, 1};
	double values[9] = {0, 1, 2, 2.75, 2.5, 1.5, 0.5, FF_FIELD_NONEF, FF_FIELD_NONEF};
	const uint32_t wanted[9] = {1, 1, 1, 1, 0, 0, 0, none, none};
	uint32_t found[9];
	struct ff_cost cost = {.w = 9, .h = 1, .cells = cells};
	struct ff_field field = {.w = 9, .h = 1, .type = FF_FIELD_F64, .unit = 1, .f64 = values};
	struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_LOWEST};
	/* The last goal's start cost is too high to matter, although it is listed first. */
	struct ff_seed items[4] = {{0, 1, 0}, {0, 2, 0}, {6, 0, 0.5}, {2, 0, 2.25}};
	struct ff_labels labels = {9, 1, found, 0};

	const struct ff_seeds seeds = {items, 4};
	uint8_t ways[9];
	struct ff_flow flow = {9, 1, ways, NULL};

	model.flow = FF_FLOW_PATH;
	CHECK(ff_descend(&model, &cost, &field, &seeds, &flow, NULL, NULL) == FF_OK &&
		      ff_allocate(&model, &cost, &field, &seeds, 3, &flow, NULL, &labels) == FF_OK,
	      "refused");
	for (int i = 0; i < 9; i++)
		CHECK(found[i] == wanted[i], "cell %d has %" PRIu32, i, found[i]);
	CHECK(labels.count == 3, "count %" PRIu32, labels.count);
}

static void labels_of_another_size_are_refused(void)
{
	uint8_t cells[6] = {1, 1, 1, 1, 1, 1}, ways[6] = {0};
	uint32_t values[6] = {0}, found[6] = {0};
	const struct ff_cost cost = {.w = 3, .h = 2, .cells = cells};
	struct ff_seed seed = {0, 0, 0};
	const struct ff_seeds seeds = {&seed, 1};

	for (int k = 0; k < 6; k++) {
		struct ff_field field = {.w = 3, .h = 2, .unit = 1, .u32 = values};
		struct ff_flow flow = {3, 2, ways, NULL};
		struct ff_labels labels = {3, 2, found, 77};
		int32_t *sizes[6] = {&field.w, &field.h, &flow.w, &flow.h, &labels.w, &labels.h};

		--*sizes[k];
		CHECK(ff_allocate(&manhattan, &cost, &field, &seeds, 1, &flow, NULL, &labels) ==
				      FF_E_ARG &&
			      labels.count == 77,
		      "case %d", k);
	}
}

/* ---- ties ---- */

static void check_ties(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = oracle_field(truth, (enum ff_field_type)(truth->dice % 2));
	const struct ff_flow flow = {field.w, field.h, truth->flow, NULL};
	struct ff_labels labels = {field.w, field.h, oracle_cells(n, sizeof *labels.cells), 0};
	enum ff_status st;

	mark(labels.cells, n * sizeof *labels.cells);
	st = ff_ties_count(&truth->model, &truth->cost, &field, &flow, &labels);
	CHECK(st == FF_OK && labels.count == 9, "%s: status %d, count %" PRIu32, truth->name,
	      (int)st, labels.count);
	for (size_t i = 0; i < n; i++) {
		uint32_t want = truth->ties[i] == 0 ? FF_LABELS_NONE : truth->ties[i];

		CHECK(labels.cells[i] == want, "%s: cell %zu has %" PRId32 " ties, not %" PRId32,
		      truth->name, i, (int32_t)labels.cells[i], (int32_t)want);
	}
	free(labels.cells);
	free(field.cells);
}

static void check_models_and_rules(int count)
{
	static const enum ff_flow_rule rules[] = {FF_FLOW_LOWEST, FF_FLOW_PATH, FF_FLOW_SUM};

	for (int k = 0; k < 3 * ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k / 3, rules[k % 3]);

		if (count == 0)
			oracle_small_maps(&model, 3, 3, check_ties);
		else
			oracle_random_maps(&model, count, check_ties);
	}
}

static void every_3x3_map_has_the_ties_of_the_oracle(void)
{
	check_models_and_rules(0);
}

static void random_maps_have_the_ties_of_the_oracle(void)
{
	check_models_and_rules(100);
}

/* The middle of an empty square, with goals at its corners or in the middle of its sides. */
static void ties_in_the_middle_of_a_square_are_counted_right(void)
{
	static const struct {
		enum ff_metric metric;
		enum ff_flow_rule flow;
		uint32_t goals[4], ties;
	} cases[] = {
		{FF_METRIC_MANHATTAN, FF_FLOW_LOWEST, {0, 2, 6, 8}, 4},
		{FF_METRIC_MANHATTAN, FF_FLOW_PATH, {0, 2, 6, 8}, 4},
		{FF_METRIC_MANHATTAN, FF_FLOW_PATH, {0, 0, 0, 0}, 2},
		{FF_METRIC_MANHATTAN, FF_FLOW_LOWEST, {0, 0, 0, 0}, 1},
		{FF_METRIC_OCTILE, FF_FLOW_PATH, {0, 2, 6, 8}, 4},
		{FF_METRIC_OCTILE, FF_FLOW_PATH, {1, 3, 5, 7}, 4},
		{FF_METRIC_OCTILE, FF_FLOW_PATH, {1, 8, 8, 8}, 1},
		{FF_METRIC_OCTILE, FF_FLOW_LOWEST, {1, 8, 8, 8}, 2},
		{FF_METRIC_OCTILE, FF_FLOW_GRADIENT, {0, 2, 6, 8}, 4},
		{FF_METRIC_EUCLID, FF_FLOW_PATH, {1, 3, 5, 7}, 4},
		{FF_METRIC_EUCLID, FF_FLOW_GRADIENT, {1, 3, 5, 7}, 4},
		{FF_METRIC_EUCLID, FF_FLOW_LOWEST, {1, 3, 5, 7}, 4},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const struct ff_model model = {.metric = cases[k].metric, .flow = cases[k].flow};
		bool euclid = model.metric == FF_METRIC_EUCLID;
		struct oracle truth;
		struct ff_field field;
		uint8_t *directions = oracle_cells(9, 1);
		uint32_t *cells = oracle_cells(9, sizeof *cells);
		const struct ff_flow flow = {3, 3, directions, NULL};
		struct ff_labels labels = {3, 3, cells, 0};

		oracle_new(&truth, euclid ? &manhattan : &model, 3, 3, 4);
		for (size_t i = 0; i < 4; i++)
			truth.seeds.items[i].cell = cases[k].goals[i];
		oracle_solve(&truth);
		field = oracle_field(&truth, euclid ? FF_FIELD_F64 : FF_FIELD_U32);
		memset(directions, FF_NONE, 9);
		directions[4] = FF_N;
		CHECK(ff_ties_count(&model, &truth.cost, &field, &flow, &labels) == FF_OK,
		      "case %zu", k);
		CHECK(cells[4] == cases[k].ties, "case %zu: %" PRIu32, k, cells[4]);
		free(directions);
		free(cells);
		free(field.cells);
		oracle_free(&truth);
	}
}

/* From a billion on, one is less than what would be rounding with euclid. */
static void values_that_differ_by_one_are_no_ties(void)
{
	for (int k = 0; k < 2 * ORACLE_MODELS; k++) {
		const struct ff_model model =
			oracle_model(k / 2, k % 2 == 0 ? FF_FLOW_LOWEST : FF_FLOW_PATH);
		struct oracle truth;

		oracle_new(&truth, &model, 4, 3, 1);
		snprintf(truth.name, sizeof truth.name, "model %d", k);
		for (size_t i = 0; i < 12; i++)
			truth.cost.cells[i] = i % 2 == 0 ? 48 : 47;
		truth.seeds.items[0].start = 1e12 * (double)truth.unit;
		truth.dice = 1; /* 64 bits */
		oracle_solve(&truth);
		check_ties(&truth);
		oracle_free(&truth);
	}
}

static void grids_of_different_sizes_are_refused(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, directions[6] = {8, 6, 6, 8, 8, 8};
	uint32_t values[6] = {0}, cells[6];
	const struct ff_cost cost = {.w = 3, .h = 2, .cells = costs};

	for (int k = 0; k < 6; k++) {
		struct ff_field field = {.w = 3, .h = 2, .unit = 1, .u32 = values};
		struct ff_flow flow = {3, 2, directions, NULL};
		struct ff_labels labels = {3, 2, cells, 77};
		int32_t *sizes[6] = {&field.w, &field.h, &flow.w, &flow.h, &labels.w, &labels.h};

		--*sizes[k];
		mark(cells, sizeof cells);
		CHECK(ff_ties_count(&manhattan, &cost, &field, &flow, &labels) == FF_E_ARG,
		      "case %d", k);
		CHECK(labels.count == 77 && is_marked(cells, sizeof cells), "case %d: written", k);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(with_euclid_each_cell_belongs_to_the_goal_its_path_leads_to);
	RUN(labels_of_another_size_are_refused);
	RUN(every_3x3_map_has_the_ties_of_the_oracle);
	RUN(random_maps_have_the_ties_of_the_oracle);
	RUN(ties_in_the_middle_of_a_square_are_counted_right);
	RUN(values_that_differ_by_one_are_no_ties);
	RUN(grids_of_different_sizes_are_refused);
	return tap_done();
}
