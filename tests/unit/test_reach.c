#include "core/solve/reach.h"

#include "core/solve/descend.h"
#include "field.h"

#include <math.h>

/* ---- summaries ---- */

/* Compares the summary of the true field with its cells. */
static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = oracle_field(truth, type);
	struct ff_reach_summary summary = ff_reach_summarise(&field);
	uint64_t least = ORACLE_NONE, largest = 0, sum = 0, values = 0;
	double unit = (double)truth->unit;

	for (size_t i = 0; i < n; i++) {
		if (truth->field[i] == ORACLE_NONE)
			continue;
		values++;
		sum += truth->field[i];
		least = truth->field[i] < least ? truth->field[i] : least;
		largest = truth->field[i] > largest ? truth->field[i] : largest;
	}
	if (values == 0)
		least = 0;
	CHECK(summary.cells == values && summary.least == (double)least / unit &&
		      summary.largest == (double)largest / unit &&
		      summary.mean == (values == 0 ? 0 : (double)sum / (double)values / unit),
	      "%s, type %d: %" PRIu64 " cells, least %g, largest %g, mean %g", truth->name,
	      (int)type, summary.cells, summary.least, summary.largest, summary.mean);
	free(field.cells);
}

static void compare(const struct oracle *truth)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++)
		compare_type(truth, (enum ff_field_type)type);
}

static void summaries_of_random_maps_are_those_of_their_cells(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 500, compare);
	}
}

static void a_field_without_values_has_a_summary_of_zeros(void)
{
	uint32_t values[4] = {FF_FIELD_NONE32, FF_FIELD_NONE32, FF_FIELD_NONE32, FF_FIELD_NONE32};
	const struct ff_field field = {.w = 2, .h = 2, .unit = 408, .zero = 7, .u32 = values};
	struct ff_reach_summary summary = ff_reach_summarise(&field);

	CHECK(summary.cells == 0 && summary.least == 0 && summary.largest == 0 && summary.mean == 0,
	      "%" PRIu64 " cells, least %g, largest %g, mean %g", summary.cells, summary.least,
	      summary.largest, summary.mean);
}

static void the_mean_of_large_values_does_not_wrap(void)
{
	const uint32_t top = UINT32_MAX - 1;
	uint32_t values[4] = {top, FF_FIELD_NONE32, top, top};
	const struct ff_field field = {.w = 2, .h = 2, .unit = 1, .u32 = values};
	struct ff_reach_summary summary = ff_reach_summarise(&field);

	CHECK(summary.cells == 3 && summary.largest == top && summary.mean == top,
	      "%" PRIu64 " cells, largest %f, mean %f", summary.cells, summary.largest,
	      summary.mean);
}

/* In flee maps zero is somewhere in the middle. */
static void a_summary_is_in_units_of_cost_relative_to_the_zero_of_the_field(void)
{
	uint32_t values[4] = {0, 4, 14, FF_FIELD_NONE32};
	const struct ff_field field = {.w = 2, .h = 2, .unit = 2, .zero = 12, .u32 = values};
	struct ff_reach_summary summary = ff_reach_summarise(&field);

	CHECK(summary.cells == 3 && summary.least == -6 && summary.largest == 1 &&
		      summary.mean == -3,
	      "least %g, largest %g, mean %g", summary.least, summary.largest, summary.mean);
}

static void every_class_has_its_name(void)
{
	static const char *const names[] = {"goal",         "reached", "unreached", "wall",
					    "not computed", "not yet", "farther"};

	for (int c = 0; c < FF_CLASSES; c++)
		CHECK(strcmp(ff_classes_names[c], names[c]) == 0, "class %d is \"%s\"", c,
		      ff_classes_names[c]);
}

/* ---- flee maps ---- */

/* Returns the true field in a type; in eighths with FF_FIELD_F64. */
static struct ff_field field_in(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = oracle_field(truth, type);

	for (size_t i = 0; type == FF_FIELD_F64 && i < (size_t)field.w * (size_t)field.h; i++)
		field.f64[i] /= 8;
	return field;
}

/* Checks that each cell with a value is a seed once, at its value times the factor, in order. */
static void check_seeds(const struct oracle *truth, const struct ff_field *field, double factor)
{
	size_t n = (size_t)field->w * (size_t)field->h, values = 0;
	uint8_t *met = oracle_cells(n, 1);
	double zero = NAN, before = 0;
	struct ff_seeds seeds;

	memset(met, 0, n);
	if (!CHECK(ff_flee_seeds(field, factor, &zero, &seeds) == FF_OK, "%s", truth->name))
		goto out;
	for (size_t i = 0; i < n; i++)
		values += ff_field_has(field, i);
	CHECK(seeds.count == values, "%s: %zu seeds, %zu values", truth->name, seeds.count, values);
	CHECK(seeds.count == 0 || seeds.items[0].start == 0, "%s: the first starts at %g",
	      truth->name, seeds.items[0].start);
	for (size_t i = 0; i < seeds.count; i++) {
		const struct ff_seed *seed = &seeds.items[i];
		double wanted = ff_field_raw(field, seed->cell) * factor;
		bool whole = field->type != FF_FIELD_F64;

		CHECK(!met[seed->cell] && ff_field_has(field, seed->cell) && seed->goal == 0,
		      "%s: cell %zu, goal %" PRIu32, truth->name, seed->cell, seed->goal);
		met[seed->cell] = 1;
		CHECK(fabs(seed->start - zero - wanted) <= (whole ? 0.5 : 1e-9) &&
			      (!whole || seed->start == floor(seed->start)),
		      "%s, times %g: %g - %g, not %g", truth->name, factor, seed->start, zero,
		      wanted);
		CHECK(seed->start >= before, "%s: seed %zu is out of order", truth->name, i);
		before = seed->start;
	}
	free(seeds.items);
out:
	free(met);
}

static void check_all_seeds(const struct oracle *truth)
{
	static const double factors[] = {-1.2, -1, -0.01, -5, -1 / 3.0};

	for (int type = FF_FIELD_U32; type < FF_FIELD_TYPES; type++) {
		struct ff_field field = field_in(truth, (enum ff_field_type)type);

		check_seeds(truth, &field, factors[truth->dice % 5]);
		free(field.cells);
	}
}

static void every_cell_with_a_value_is_a_seed_and_the_farthest_starts_at_0(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 100, check_all_seeds);
	}
}

static void a_field_without_values_has_no_seeds(void)
{
	struct ff_field field = {.w = 2,
				 .h = 1,
				 .type = FF_FIELD_U32,
				 .unit = 1,
				 .u32 = (uint32_t[]){FF_FIELD_NONE32, FF_FIELD_NONE32}};
	struct ff_seeds seeds;
	double zero = NAN;

	CHECK(ff_flee_seeds(&field, -1.2, &zero, &seeds) == FF_OK && seeds.count == 0 && zero == 0,
	      "zero %g", zero);
	free(seeds.items);
}

static void only_cells_without_a_value_become_walls(void)
{
	const struct ff_field field = {.w = 4,
				       .h = 1,
				       .type = FF_FIELD_U64,
				       .unit = 1,
				       .u64 = (uint64_t[]){0, FF_FIELD_NONE64, 3, FF_FIELD_NONE64}};
	struct ff_cost cost = {.w = 4, .h = 1, .cells = (uint8_t[]){7, 8, 254, FF_COST_WALL}};

	ff_flee_confine(&field, &cost);
	CHECK(memcmp(cost.cells, (uint8_t[]){7, 255, 254, 255}, 4) == 0, "%d %d %d %d",
	      cost.cells[0], cost.cells[1], cost.cells[2], cost.cells[3]);
}

static void the_ends_are_the_cells_with_a_value_and_no_direction(void)
{
	const struct ff_field field = {.w = 5,
				       .h = 1,
				       .type = FF_FIELD_U32,
				       .unit = 2,
				       .u32 = (uint32_t[]){8, 3, FF_FIELD_NONE32, 5, 0}};
	const struct ff_flow flow = {5, 1, (uint8_t[]){FF_NONE, FF_E, FF_NONE, FF_NONE, FF_W},
				     NULL};
	struct ff_seeds seeds;

	if (!CHECK(ff_flee_ends(&field, &flow, &seeds) == FF_OK, "no memory"))
		return;
	CHECK(seeds.count == 2 && seeds.items[0].cell == 0 && seeds.items[0].start == 8 &&
		      seeds.items[1].cell == 3 && seeds.items[1].start == 5,
	      "%zu ends", seeds.count);
	free(seeds.items);
}

/* Returns the least fixpoint of scaled values and steps; ORACLE_NONE: no value. */
static uint64_t *relaxed(const struct oracle *truth, double factor, double zero)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	uint64_t *value = oracle_cells((size_t)(w * h), sizeof *value);
	bool moved = true;

	for (int32_t i = 0; i < w * h; i++)
		value[i] =
			truth->field[i] == ORACLE_NONE
				? ORACLE_NONE
				: (uint64_t)(floor((double)truth->field[i] * factor + 0.5) + zero);
	while (moved) {
		moved = false;
		for (int32_t i = 0; i < w * h; i++)
			for (int d = 0; d < 8; d++) {
				uint64_t there;

				if (value[i] == ORACLE_NONE || (truth->ways[i] >> d & 1) == 0 ||
				    (d % 2 != 0 && truth->model.metric == FF_METRIC_MANHATTAN))
					continue;
				there = value[oracle_towards(&truth->cost, i % w, i / w, d)];
				if (there == ORACLE_NONE)
					continue;
				there += oracle_price(truth, (size_t)i, d);
				moved |= there < value[i];
				value[i] = there < value[i] ? there : value[i];
			}
	}
	return value;
}

/* Checks that every cell with a lower neighbour leads down: so all flights end. */
static void check_flight(const struct oracle *truth, const struct ff_field *away)
{
	int32_t w = truth->cost.w, n = w * truth->cost.h;
	struct ff_flow flow = {w, truth->cost.h, oracle_cells((size_t)n, 1),
			       oracle_cells((size_t)n, sizeof *flow.vectors)};
	const struct ff_seeds none = {0};

	for (int rule = FF_FLOW_LOWEST; rule < FF_FLOWS; rule++) {
		struct ff_model model = truth->model;

		if (rule == FF_FLOW_DIFFERENCES) /* not for following */
			continue;
		model.flow = (enum ff_flow_rule)rule;
		CHECK(ff_descend(&model, &truth->cost, away, &none, &flow, NULL, NULL) == FF_OK,
		      "%s", truth->name);
		for (int32_t i = 0; i < n; i++) {
			double own = ff_field_raw(away, (size_t)i);
			bool lower = false;
			int led = flow.cells[i];

			for (int d = 0; d < 8 && own < FF_FIELD_NONEF; d++)
				if ((truth->ways[i] >> d & 1) != 0)
					lower |= ff_field_raw(away,
							      oracle_towards(&truth->cost, i % w,
									     i / w, d)) < own;
			CHECK(lower == (led < FF_NONE), "%s, rule %d: %d,%d has direction %d",
			      truth->name, rule, i % w, i / w, led);
			if (led != FF_NONE)
				CHECK((truth->ways[i] >> led & 1) != 0 &&
					      ff_field_raw(away, oracle_towards(&truth->cost, i % w,
										i / w, led)) < own,
				      "%s, rule %d: %d,%d leads up", truth->name, rule, i % w,
				      i / w);
		}
	}
	free(flow.cells);
	free(flow.vectors);
}

/* Returns 'truth' on the confined map. */
static struct oracle confined(const struct oracle *truth, const struct ff_cost *cost)
{
	int32_t w = cost->w, n = w * cost->h;
	struct oracle closed = *truth;

	closed.cost = *cost;
	closed.ways = oracle_cells((size_t)n, 1);
	memset(closed.ways, 0, (size_t)n);
	for (int32_t i = 0; i < 8 * n; i++)
		closed.ways[i / 8] |= (uint8_t)(oracle_permitted(cost, truth->model.corners,
								 i / 8 % w, i / 8 / w, i % 8)
						<< i % 8);
	return closed;
}

static void check_flee_map(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_cost cost = {.w = truth->cost.w, .h = truth->cost.h, .cells = oracle_cells(n, 1)};
	struct oracle closed;
	struct ff_field field = oracle_field(truth, FF_FIELD_U64), away;
	struct ff_seeds seeds;
	uint64_t *wanted;
	double zero;

	if (truth->count[FF_GOAL] + truth->count[FF_REACHED] == 0)
		goto out;
	memcpy(cost.cells, truth->cost.cells, n);
	ff_flee_confine(&field, &cost);
	closed = confined(truth, &cost);
	CHECK(ff_flee_seeds(&field, -1.2, &zero, &seeds) == FF_OK, "%s", truth->name);
	away = field_of(truth->name, &truth->model, &cost, &seeds, FF_FIELD_NONEF, FF_FIELD_U64);
	wanted = relaxed(&closed, -1.2, zero);
	for (size_t i = 0; i < n; i++)
		CHECK(field_at(&away, i) == wanted[i],
		      "%s: cell %zu has %" PRId64 ", should have %" PRId64, truth->name, i,
		      (int64_t)field_at(&away, i), (int64_t)wanted[i]);
	check_flight(&closed, &away);
	check_flight(truth, &away);
	free(closed.ways);
	free(wanted);
	free(away.cells);
	free(seeds.items);
out:
	free(field.cells);
	free(cost.cells);
}

static void a_flee_map_is_the_least_fixpoint_and_its_only_optima_are_dead_ends(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 100, check_flee_map);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(summaries_of_random_maps_are_those_of_their_cells);
	RUN(a_field_without_values_has_a_summary_of_zeros);
	RUN(the_mean_of_large_values_does_not_wrap);
	RUN(a_summary_is_in_units_of_cost_relative_to_the_zero_of_the_field);
	RUN(every_class_has_its_name);
	RUN(every_cell_with_a_value_is_a_seed_and_the_farthest_starts_at_0);
	RUN(a_field_without_values_has_no_seeds);
	RUN(only_cells_without_a_value_become_walls);
	RUN(the_ends_are_the_cells_with_a_value_and_no_direction);
	RUN(a_flee_map_is_the_least_fixpoint_and_its_only_optima_are_dead_ends);
	return tap_done();
}
