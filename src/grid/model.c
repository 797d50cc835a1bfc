#include "grid/model.h"

const char *const ff_model_metrics[FF_METRICS] = {[FF_METRIC_MANHATTAN] = "manhattan"};
const char *const ff_model_steps[FF_STEPS] = {[FF_STEP_CELL] = "cell"};
const char *const ff_model_corners[FF_CORNERS] = {[FF_CORNERS_STRICT] = "strict"};
const char *const ff_model_flows[FF_FLOWS] = {[FF_FLOW_LOWEST] = "lowest"};
