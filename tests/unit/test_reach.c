#include "solve/reach.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Classes from the true field: nothing but reach.c is tested here. */
static void compare(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = oracle_field(truth);
	struct ff_classes classes = {
		.w = field.w, .h = field.h, .cells = oracle_cells(n, 1), .count = {7, 7, 7, 7}};
	struct ff_reach_summary summary = ff_reach_summarise(&field);
	uint64_t largest = 0, sum = 0, values = 0;
	enum ff_status st = ff_reach(&truth->cost, &truth->goals, &field, &classes);

	CHECK(st == FF_OK, "%s: status %d", truth->name, (int)st);
	for (size_t i = 0; i < n; i++) {
		if (!CHECK(classes.cells[i] == truth->classes[i], "%s: cell %zu is %d, not %d",
			   truth->name, i, classes.cells[i], truth->classes[i]))
			break;
	}
	for (int c = 0; c < FF_CLASSES; c++)
		CHECK(classes.count[c] == truth->count[c],
		      "%s: %" PRIu64 " cells are %s, should be %" PRIu64, truth->name,
		      classes.count[c], ff_classes_names[c], truth->count[c]);
	for (size_t i = 0; i < n; i++) {
		if (truth->field[i] == ORACLE_NONE)
			continue;
		values++;
		sum += truth->field[i];
		largest = truth->field[i] > largest ? truth->field[i] : largest;
	}
	CHECK(summary.cells == values && summary.largest == largest &&
		      summary.mean == (double)sum / (double)values,
	      "%s: %" PRIu64 " cells, largest %" PRIu32 ", mean %g", truth->name, summary.cells,
	      summary.largest, summary.mean);
	free(field.cells);
	free(classes.cells);
}

static void every_small_map_has_the_oracles_classes(void)
{
	oracle_small_maps(1, 1, compare);
	oracle_small_maps(2, 2, compare);
	oracle_small_maps(3, 4, compare);
}

static void every_random_map_has_the_oracles_classes(void)
{
	oracle_random_maps(10000, compare);
}

static void sizes_that_differ_are_refused(void)
{
	uint8_t costs[6] = {1, 1, 1, 1, 1, 1}, cells[6] = {9, 9, 9, 9, 9, 9};
	uint32_t values[6] = {0, 1, 2, 1, 2, 3};
	const struct ff_cost cost = {3, 2, costs};
	struct ff_goal goal = {0, 0};
	const struct ff_goals goals = {&goal, 1};
	static const int32_t wrong[][4] = {{2, 2, 3, 2}, {3, 1, 3, 2}, {3, 2, 2, 2}, {3, 2, 3, 1},
					   {2, 3, 3, 2}, {3, 2, 2, 3}, {2, 3, 2, 3}};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		const struct ff_field field = {wrong[i][0], wrong[i][1], values};
		struct ff_classes classes = {wrong[i][2], wrong[i][3], cells, {5, 6, 7, 8}};
		enum ff_status st = ff_reach(&cost, &goals, &field, &classes);

		CHECK(st == FF_E_ARG, "case %zu: status %d", i, (int)st);
		CHECK(classes.count[0] == 5 && classes.count[3] == 8 && cells[0] == 9,
		      "case %zu: the classes changed", i);
	}
}

static void a_field_without_values_has_the_mean_0(void)
{
	uint32_t values[4] = {FF_FIELD_NONE, FF_FIELD_NONE, FF_FIELD_NONE, FF_FIELD_NONE};
	const struct ff_field field = {2, 2, values};
	struct ff_reach_summary summary = ff_reach_summarise(&field);

	CHECK(summary.cells == 0 && summary.largest == 0 && summary.mean == 0,
	      "%" PRIu64 " cells, largest %" PRIu32 ", mean %g", summary.cells, summary.largest,
	      summary.mean);
}

static void the_mean_of_large_values_does_not_wrap(void)
{
	uint32_t values[4] = {FF_FIELD_NONE - 1, FF_FIELD_NONE, FF_FIELD_NONE - 1,
			      FF_FIELD_NONE - 1};
	const struct ff_field field = {2, 2, values};
	struct ff_reach_summary summary = ff_reach_summarise(&field);

	CHECK(summary.cells == 3 && summary.largest == 4294967294 && summary.mean == 4294967294.0,
	      "%" PRIu64 " cells, largest %" PRIu32 ", mean %f", summary.cells, summary.largest,
	      summary.mean);
}

static void every_class_has_its_name(void)
{
	static const char *const names[] = {"goal", "reached", "unreached", "wall"};

	for (int c = 0; c < FF_CLASSES; c++)
		CHECK(strcmp(ff_classes_names[c], names[c]) == 0, "class %d is \"%s\"", c,
		      ff_classes_names[c]);
}

int main(void)
{
	RUN(every_small_map_has_the_oracles_classes);
	RUN(every_random_map_has_the_oracles_classes);
	RUN(sizes_that_differ_are_refused);
	RUN(a_field_without_values_has_the_mean_0);
	RUN(the_mean_of_large_values_does_not_wrap);
	RUN(every_class_has_its_name);
	return tap_done();
}
