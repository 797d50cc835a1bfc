#include "solve/integrate.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The field of a map in a block of its own; all blocks, the lent one too, have their exact size. */
static uint32_t *integrate(const char *name, const struct ff_cost *cost,
			   const struct ff_goals *goals)
{
	size_t n = (size_t)cost->w * (size_t)cost->h;
	size_t size = ff_integrate_scratch(&manhattan, cost->w, cost->h);
	struct ff_field field = {cost->w, cost->h, oracle_cells(n, sizeof(uint32_t))};
	void *scratch = oracle_cells(size, 1);
	enum ff_status st;

	memset(scratch, 0x5a, size);
	memset(field.cells, 0x5a, n * sizeof(uint32_t));
	st = ff_integrate(&manhattan, cost, goals, &field, scratch, size);
	CHECK(st == FF_OK, "%s: status %d", name, (int)st);
	free(scratch);
	return field.cells;
}

static uint64_t wide(uint32_t value)
{
	return value == FF_FIELD_NONE ? ORACLE_NONE : value;
}

static void compare(const struct oracle *truth)
{
	uint32_t *field = integrate(truth->name, &truth->cost, &truth->goals);
	int32_t w = truth->cost.w;

	for (int32_t i = 0; i < w * truth->cost.h; i++) {
		if (!CHECK(wide(field[i]) == truth->field[i],
			   "%s: cell %d,%d has %" PRId64 ", should have %" PRId64 " (-1: none)",
			   truth->name, i % w, i / w, (int64_t)wide(field[i]),
			   (int64_t)truth->field[i]))
			break;
	}
	free(field);
}

static void a_walker_pays_for_each_cell_that_it_leaves_never_for_the_goals(void)
{
	uint8_t cells[3] = {5, 7, 9};
	const struct ff_cost cost = {3, 1, cells};
	static const uint32_t wanted[3][3] = {{0, 7, 16}, {5, 0, 9}, {12, 7, 0}};

	for (int32_t x = 0; x < 3; x++) {
		struct ff_goal goal = {x, 0};
		uint32_t *field = integrate("5 7 9", &cost, &(struct ff_goals){&goal, 1});

		for (int i = 0; i < 3; i++)
			CHECK(field[i] == wanted[x][i], "goal %d: cell %d has %" PRIu32, x, i,
			      field[i]);
		free(field);
	}
}

static void every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle(void)
{
	oracle_small_maps(3, 4, compare);
}

static void every_wall_pattern_on_smaller_maps_agrees_with_the_oracle(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {7, 1}, {1, 7}, {3, 3}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		oracle_small_maps(sizes[i][0], sizes[i][1], compare);
}

static void ten_thousand_random_maps_agree_with_the_oracle(void)
{
	oracle_random_maps(10000, compare);
}

static void long_rows_and_columns_agree_with_the_oracle(void)
{
	oracle_long_maps(compare);
}

static void check_neighbours(const struct oracle *truth)
{
	static const int32_t steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
	const struct ff_cost *cost = &truth->cost;
	uint32_t *field = integrate(truth->name, cost, &truth->goals);

	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		for (int d = 0; d < 4; d++) {
			int32_t x = i % cost->w + steps[d][0], y = i / cost->w + steps[d][1];
			size_t there;

			if (cost->cells[i] == FF_COST_WALL || !ff_cost_open(cost, x, y))
				continue;
			there = ff_cost_index(cost, x, y);
			CHECK(wide(field[i]) <= wide(field[there]) ||
				      field[i] - field[there] <= cost->cells[i],
			      "%s: %" PRIu32 " at %d,%d and %" PRIu32 " at %d,%d", truth->name,
			      field[i], i % cost->w, i / cost->w, field[there], x, y);
			CHECK((field[i] == FF_FIELD_NONE) == (field[there] == FF_FIELD_NONE),
			      "%s: one of %d,%d and %d,%d has no value", truth->name, i % cost->w,
			      i / cost->w, x, y);
		}
	}
	free(field);
}

static void open_neighbours_differ_by_no_more_than_a_step(void)
{
	oracle_random_maps(2000, check_neighbours);
}

/* Where cell x,y of a w * h map goes when the map is turned: bit 0 mirrors x,
 * bit 1 mirrors y, bit 2 then swaps the axes. */
static size_t turned(int turn, int32_t w, int32_t h, int32_t x, int32_t y)
{
	int32_t to_x = turn & 1 ? w - 1 - x : x;
	int32_t to_y = turn & 2 ? h - 1 - y : y;

	return (size_t)(turn & 4 ? to_x * h + to_y : to_y * w + to_x);
}

static void check_turns(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t n = (size_t)(w * h);
	uint32_t *field = integrate(truth->name, &truth->cost, &truth->goals);

	for (int turn = 1; turn < 8; turn++) {
		struct ff_cost cost = {turn & 4 ? h : w, turn & 4 ? w : h, oracle_cells(n, 1)};
		struct ff_goals goals = {oracle_cells(truth->goals.count, sizeof *goals.items),
					 truth->goals.count};
		uint32_t *other;

		for (int32_t i = 0; i < w * h; i++)
			cost.cells[turned(turn, w, h, i % w, i / w)] = truth->cost.cells[i];
		for (size_t i = 0; i < goals.count; i++) {
			const struct ff_goal *goal = &truth->goals.items[i];
			size_t to = turned(turn, w, h, (int32_t)goal->x, (int32_t)goal->y);

			goals.items[i] =
				(struct ff_goal){(int32_t)to % cost.w, (int32_t)to / cost.w};
		}
		other = integrate(truth->name, &cost, &goals);
		for (int32_t i = 0; i < w * h; i++) {
			uint32_t there = other[turned(turn, w, h, i % w, i / w)];

			if (!CHECK(field[i] == there,
				   "%s, turn %d: cell %d,%d: %" PRIu32 " and %" PRIu32, truth->name,
				   turn, i % w, i / w, field[i], there))
				break;
		}
		free(cost.cells);
		free(goals.items);
		free(other);
	}
	free(field);
}

static void a_mirrored_or_transposed_map_gives_that_field(void)
{
	oracle_random_maps(1000, check_turns);
}

static void check_raised(const struct oracle *truth)
{
	int32_t n = truth->cost.w * truth->cost.h;
	uint64_t dice = truth->dice;
	uint8_t *cell = &truth->cost.cells[oracle_random(&dice) % (uint64_t)n], before = *cell;
	uint32_t *low, *high;

	if (before >= FF_COST_MAX)
		return;
	low = integrate(truth->name, &truth->cost, &truth->goals);
	*cell = (uint8_t)(before + 1 + oracle_random(&dice) % (uint64_t)(FF_COST_MAX - before));
	high = integrate(truth->name, &truth->cost, &truth->goals);
	for (int32_t i = 0; i < n; i++) {
		if (!CHECK(high[i] >= low[i],
			   "%s: cell %d falls from %" PRIu32 " to %" PRIu32
			   " when cell %d costs %d, not %d",
			   truth->name, i, low[i], high[i], (int)(cell - truth->cost.cells), *cell,
			   before))
			break;
	}
	*cell = before;
	free(low);
	free(high);
}

static void raising_a_cost_never_lowers_a_value(void)
{
	oracle_random_maps(2000, check_raised);
}

static void check_single_goals(const struct oracle *truth)
{
	size_t n = (size_t)(truth->cost.w * truth->cost.h);
	uint32_t *all = integrate(truth->name, &truth->cost, &truth->goals);
	uint32_t *least = oracle_cells(n, sizeof(uint32_t));

	for (size_t i = 0; i < n; i++)
		least[i] = FF_FIELD_NONE;
	for (size_t g = 0; g < truth->goals.count; g++) {
		const struct ff_goals goal = {&truth->goals.items[g], 1};
		uint32_t *one = integrate(truth->name, &truth->cost, &goal);

		for (size_t i = 0; i < n; i++)
			least[i] = one[i] < least[i] ? one[i] : least[i];
		free(one);
	}
	CHECK(memcmp(all, least, n * sizeof *all) == 0, "%s", truth->name);
	free(all);
	free(least);
}

static void the_field_of_several_goals_is_the_least_of_their_fields(void)
{
	oracle_random_maps(2000, check_single_goals);
}

static void what_cannot_be_integrated_is_refused_and_the_field_left_alone(void)
{
	enum { W = 4, H = 3, N = W * H, SENTINEL = 4711 };
	uint8_t cells[N] = {1, 1, 1, 1, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1};
	uint32_t values[N];
	unsigned char scratch[4096];
	const struct ff_cost cost = {W, H, cells};
	size_t need = ff_integrate_scratch(&manhattan, W, H);
	const struct {
		const char *what;
		int32_t w, h;
		size_t goals;
		struct ff_goal first, second;
		size_t size;
		enum ff_status status;
	} cases[] = {
		{"field too narrow", W - 1, H, 1, {0, 0}, {0, 0}, need, FF_E_ARG},
		{"field too high", W, H + 1, 1, {0, 0}, {0, 0}, need, FF_E_ARG},
		{"field transposed", H, W, 1, {0, 0}, {0, 0}, need, FF_E_ARG},
		{"no goal", W, H, 0, {0, 0}, {0, 0}, need, FF_E_ARG},
		{"goal on the wall", W, H, 1, {2, 1}, {0, 0}, need, FF_E_ARG},
		{"second goal on the wall", W, H, 2, {0, 0}, {2, 1}, need, FF_E_ARG},
		{"goal outside, right", W, H, 1, {W, 0}, {0, 0}, need, FF_E_ARG},
		{"goal outside, below", W, H, 1, {0, H}, {0, 0}, need, FF_E_ARG},
		{"goal outside, left", W, H, 1, {-1, 1}, {0, 0}, need, FF_E_ARG},
		{"goal outside, above", W, H, 1, {1, -1}, {0, 0}, need, FF_E_ARG},
		{"second goal outside", W, H, 2, {0, 0}, {INT64_C(1) << 32, 0}, need, FF_E_ARG},
		{"a byte too little scratch", W, H, 1, {0, 0}, {0, 0}, need - 1, FF_E_NOMEM},
		{"no scratch", W, H, 1, {0, 0}, {0, 0}, 0, FF_E_NOMEM},
	};

	if (!CHECK(need > 0 && need <= sizeof scratch, "needs %zu bytes", need))
		return;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_field field = {cases[i].w, cases[i].h, values};
		struct ff_goal items[2] = {cases[i].first, cases[i].second};
		const struct ff_goals goals = {items, cases[i].goals};
		struct ff_integrate run;
		enum ff_status st;

		for (int k = 0; k < N; k++)
			values[k] = SENTINEL;
		st = ff_integrate(&manhattan, &cost, &goals, &field, scratch, cases[i].size);
		CHECK(st == cases[i].status, "%s: status %d", cases[i].what, (int)st);
		st = ff_integrate_begin(&run, &manhattan, &cost, &goals, &field, scratch,
					cases[i].size);
		CHECK(st == cases[i].status, "%s, begin: status %d", cases[i].what, (int)st);
		for (int k = 0; k < N; k++)
			CHECK(values[k] == SENTINEL, "%s: the field changed", cases[i].what);
	}
}

static void the_metric_has_names_and_an_engine(void)
{
	const struct ff_integrate_engine *engine = ff_integrate_engine_for(&manhattan);

	CHECK(engine->metric == FF_METRIC_MANHATTAN, "%d", (int)engine->metric);
	CHECK(strcmp(engine->name, "dial") == 0, "\"%s\"", engine->name);
	CHECK(engine->begin != NULL && engine->step != NULL, "no engine");
}

/* Each table is a test of its own, reported within the one that reads the folder. */
static int tables_met;

static void check_table(const struct oracle_table *table)
{
	const struct oracle *truth = &table->truth;
	char sentence[300];
	uint32_t *field;

	if (table->misfit != NULL) {
		NOTE("left out: %s: %s", table->name, table->misfit);
		return;
	}
	tables_met++;
	field = integrate(table->name, &truth->cost, &truth->goals);
	for (int32_t i = 0; i < truth->cost.w * truth->cost.h; i++) {
		double wanted = table->field[i];
		double ours = field[i] == FF_FIELD_NONE ? (double)INFINITY : field[i];
		double slow =
			truth->field[i] == ORACLE_NONE ? (double)INFINITY : (double)truth->field[i];

		if (isnan(wanted))
			continue;
		CHECK(ours == wanted || fabs(ours - wanted) <= table->tolerance,
		      "%s: cell %d,%d has %g, the table says %g", table->name, i % truth->cost.w,
		      i / truth->cost.w, ours, wanted);
		CHECK(slow == wanted || fabs(slow - wanted) <= table->tolerance,
		      "%s: cell %d,%d: the oracle says %g, the table %g", table->name,
		      i % truth->cost.w, i / truth->cost.w, slow, wanted);
	}
	free(field);
	snprintf(sentence, sizeof sentence, "the table %s is met", table->name);
	tap_end(sentence);
}

static void seven_tables_of_other_systems_fit_this_metric(void)
{
	if (!oracle_tables(check_table))
		SKIP("%s is not there", oracle_folder());
	else
		CHECK(tables_met >= 7, "%d tables", tables_met);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_walker_pays_for_each_cell_that_it_leaves_never_for_the_goals);
	RUN(every_wall_pattern_on_a_3x4_map_from_every_goal_agrees_with_the_oracle);
	RUN(every_wall_pattern_on_smaller_maps_agrees_with_the_oracle);
	RUN(ten_thousand_random_maps_agree_with_the_oracle);
	RUN(long_rows_and_columns_agree_with_the_oracle);
	RUN(open_neighbours_differ_by_no_more_than_a_step);
	RUN(a_mirrored_or_transposed_map_gives_that_field);
	RUN(raising_a_cost_never_lowers_a_value);
	RUN(the_field_of_several_goals_is_the_least_of_their_fields);
	RUN(what_cannot_be_integrated_is_refused_and_the_field_left_alone);
	RUN(the_metric_has_names_and_an_engine);
	RUN(seven_tables_of_other_systems_fit_this_metric);
	return tap_done();
}
