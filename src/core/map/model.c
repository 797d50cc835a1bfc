#include "core/map/model.h"

#include <math.h>

const char *const ff_model_metrics[FF_METRICS] = {
#define NAME(id, name, ...) [FF_METRIC_##id] = (name),
	FF_MODEL_METRIC_ROWS(NAME)
#undef NAME
};

const char *const ff_model_steps[FF_STEPS] = {
	[FF_STEP_CELL] = "cell",
	[FF_STEP_MEAN] = "mean",
	[FF_STEP_HOPS] = "hops",
};

const char *const ff_model_corners[FF_CORNERS] = {
	[FF_CORNERS_STRICT] = "strict",
	[FF_CORNERS_LENIENT] = "lenient",
	[FF_CORNERS_CUT] = "cut",
};

const char *const ff_model_flows[FF_FLOWS] = {
	[FF_FLOW_LOWEST] = "lowest",           [FF_FLOW_PATH] = "path",
	[FF_FLOW_GRADIENT] = "gradient",       [FF_FLOW_SUM] = "sum",
	[FF_FLOW_DIFFERENCES] = "differences",
};

double ff_model_unit(const struct ff_model *model)
{
	double price = ff_model_price(model, false, 1, 1);

	return model->step == FF_STEP_HOPS ? price : price * ff_model_one(model);
}

double ff_model_bound(const struct ff_model *model, uint32_t cost, int64_t dx, int64_t dy)
{
	int64_t straight = dx < dy ? dy - dx : dx - dy, diagonal = dx < dy ? dx : dy;

	if (ff_model_is_continuous(model))
		return sqrt((double)(dx * dx + dy * dy)) * cost;
	if (ff_model_is_straight(model))
		return (double)((dx + dy) * ff_model_price(model, false, cost, cost));
	return (double)(straight * ff_model_price(model, false, cost, cost) +
			diagonal * ff_model_price(model, true, cost, cost));
}
