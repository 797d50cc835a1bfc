#include "core/solve/reach.h"

#include "core/solve/descend.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Classes from the true field. */
static void compare_type(const struct oracle *truth, enum ff_field_type type)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = oracle_field(truth, type);
	struct ff_classes classes = {
		.w = field.w, .h = field.h, .cells = oracle_cells(n, 1), .count = {7, 7, 7, 7}};
	struct ff_reach_summary summary = ff_reach_summarise(&field, NULL);
	uint64_t least = ORACLE_NONE, largest = 0, sum = 0, values = 0;
	double unit = (double)truth->unit;
	struct ff_flow flow = {field.w, field.h, oracle_cells(n, 1),
			       oracle_cells(n, sizeof *flow.vectors)};
	enum ff_status st = ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow,
				       &classes, NULL);

	CHECK(st == FF_OK, "%s: status %d", truth->name, (int)st);
	for (size_t i = 0; i < n; i++) {
		if (!CHECK(classes.cells[i] == truth->classes[i],
			   "%s, type %d: cell %zu is %d, not %d", truth->name, (int)type, i,
			   classes.cells[i], truth->classes[i]))
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
	free(flow.cells);
	free(flow.vectors);
	free(field.cells);
	free(classes.cells);
}

static void compare(const struct oracle *truth)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++)
		compare_type(truth, (enum ff_field_type)type);
}

static void every_small_map_has_the_oracles_classes(void)
{
	oracle_small_maps(&manhattan, 1, 1, compare);
	oracle_small_maps(&manhattan, 2, 2, compare);
	oracle_small_maps(&manhattan, 3, 4, compare);
}

/* Goals that others are nearer to than their own start among them. */
static void every_random_map_has_the_oracles_classes(void)
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
	struct ff_reach_summary summary = ff_reach_summarise(&field, NULL);

	CHECK(summary.cells == 0 && summary.least == 0 && summary.largest == 0 && summary.mean == 0,
	      "%" PRIu64 " cells, least %g, largest %g, mean %g", summary.cells, summary.least,
	      summary.largest, summary.mean);
}

static void the_mean_of_large_values_does_not_wrap(void)
{
	const uint32_t top = UINT32_MAX - 1;
	uint32_t values[4] = {top, FF_FIELD_NONE32, top, top};
	const struct ff_field field = {.w = 2, .h = 2, .unit = 1, .u32 = values};
	struct ff_reach_summary summary = ff_reach_summarise(&field, NULL);

	CHECK(summary.cells == 3 && summary.largest == top && summary.mean == top,
	      "%" PRIu64 " cells, largest %f, mean %f", summary.cells, summary.largest,
	      summary.mean);
}

/* Flee maps: what stands for 0 is somewhere in the middle. */
static void a_summary_is_in_units_of_cost_from_the_fields_zero(void)
{
	uint32_t values[4] = {0, 4, 14, FF_FIELD_NONE32};
	const struct ff_field field = {.w = 2, .h = 2, .unit = 2, .zero = 12, .u32 = values};
	struct ff_reach_summary summary = ff_reach_summarise(&field, NULL);

	CHECK(summary.cells == 3 && summary.least == -6 && summary.largest == 1 &&
		      summary.mean == -3,
	      "least %g, largest %g, mean %g", summary.least, summary.largest, summary.mean);
}

static void every_class_has_its_name(void)
{
	static const char *const names[] = {"goal", "reached",      "unreached",
					    "wall", "not computed", "not yet"};

	for (int c = 0; c < FF_CLASSES; c++)
		CHECK(strcmp(ff_classes_names[c], names[c]) == 0, "class %d is \"%s\"", c,
		      ff_classes_names[c]);
}

int main(void)
{
	RUN(every_small_map_has_the_oracles_classes);
	RUN(every_random_map_has_the_oracles_classes);
	RUN(a_field_without_values_has_a_summary_of_zeros);
	RUN(the_mean_of_large_values_does_not_wrap);
	RUN(a_summary_is_in_units_of_cost_from_the_fields_zero);
	RUN(every_class_has_its_name);
	return tap_done();
}
