#include "core/map/model.h"

#include "oracle.h"
#include "tap.h"

#include <string.h>

static void every_value_has_its_name(void)
{
	static const char *const metrics[] = {"manhattan", "octile", "euclid"};
	static const char *const steps[] = {"cell", "mean"};
	static const char *const corners[] = {"strict", "lenient", "cut"};
	static const char *const flows[] = {"lowest", "path", "gradient"};

	for (int i = 0; i < FF_METRICS; i++)
		CHECK(strcmp(ff_model_metrics[i], metrics[i]) == 0, "%s", ff_model_metrics[i]);
	for (int i = 0; i < FF_STEPS; i++)
		CHECK(strcmp(ff_model_steps[i], steps[i]) == 0, "%s", ff_model_steps[i]);
	for (int i = 0; i < FF_CORNERS; i++)
		CHECK(strcmp(ff_model_corners[i], corners[i]) == 0, "%s", ff_model_corners[i]);
	for (int i = 0; i < FF_FLOWS; i++)
		CHECK(strcmp(ff_model_flows[i], flows[i]) == 0, "%s", ff_model_flows[i]);
}

static void who_chooses_nothing_has_manhattan_cell_strict_lowest(void)
{
	const struct ff_model model = {0};

	CHECK(model.metric == FF_METRIC_MANHATTAN && model.step == FF_STEP_CELL &&
		      model.corners == FF_CORNERS_STRICT && model.flow == FF_FLOW_LOWEST,
	      "not 0");
}

static void every_metric_has_its_flow_rule(void)
{
	CHECK(ff_model_metric[FF_METRIC_MANHATTAN].flow == FF_FLOW_LOWEST, "manhattan");
	CHECK(ff_model_metric[FF_METRIC_OCTILE].flow == FF_FLOW_PATH, "octile");
	CHECK(ff_model_metric[FF_METRIC_EUCLID].flow == FF_FLOW_GRADIENT, "euclid");
}

static void a_cost_of_1_is_1_or_2_or_408_or_816_units(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		uint32_t wanted = (model.metric == FF_METRIC_OCTILE ? 408U : 1U) *
				  (model.step == FF_STEP_MEAN ? 2U : 1U);

		CHECK(ff_model_unit(&model) == wanted, "model %d: %u", k,
		      (unsigned)ff_model_unit(&model));
	}
	CHECK(ff_model_unit(&euclid) == 1, "euclid");
}

static void a_step_pays_for_the_cell_it_leaves_or_half_of_both_and_more_along_a_diagonal(void)
{
	static const struct {
		enum ff_metric metric;
		enum ff_step step;
		uint32_t straight, diagonal;
	} wanted[] = {
		{FF_METRIC_MANHATTAN, FF_STEP_CELL, 254, 254},
		{FF_METRIC_MANHATTAN, FF_STEP_MEAN, 257, 257},
		{FF_METRIC_OCTILE, FF_STEP_CELL, 254 * 408, 254 * 577},
		{FF_METRIC_OCTILE, FF_STEP_MEAN, 257 * 408, 257 * 577},
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const struct ff_model model = {.metric = wanted[i].metric, .step = wanted[i].step};
		uint32_t straight = ff_model_price(&model, false, 254, 3);
		uint32_t diagonal = ff_model_price(&model, true, 254, 3);

		CHECK(straight == wanted[i].straight, "line %zu: %u", i, (unsigned)straight);
		CHECK(diagonal == wanted[i].diagonal || model.metric == FF_METRIC_MANHATTAN,
		      "line %zu: %u", i, (unsigned)diagonal);
	}
}

int main(void)
{
	RUN(every_value_has_its_name);
	RUN(who_chooses_nothing_has_manhattan_cell_strict_lowest);
	RUN(every_metric_has_its_flow_rule);
	RUN(a_cost_of_1_is_1_or_2_or_408_or_816_units);
	RUN(a_step_pays_for_the_cell_it_leaves_or_half_of_both_and_more_along_a_diagonal);
	return tap_done();
}
