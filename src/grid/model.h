/*
 * How walkers move: what a step is and costs, and which way they are sent.
 * Every output names its model in these words.
 */
#ifndef FF_GRID_MODEL_H
#define FF_GRID_MODEL_H

enum ff_metric {
	FF_METRIC_MANHATTAN, /* steps lead north, east, south and west */
	FF_METRICS,
};

enum ff_step {
	FF_STEP_CELL, /* a step pays the cost of the cell that it leaves */
	FF_STEPS,
};

enum ff_corners {
	FF_CORNERS_STRICT, /* a diagonal needs both cells at its corner open */
	FF_CORNERS,
};

enum ff_flow_rule {
	FF_FLOW_LOWEST, /* to the permitted one of 8 neighbours with the lowest value */
	FF_FLOWS,
};

struct ff_model {
	enum ff_metric metric;
	enum ff_step step;
	enum ff_corners corners;
	enum ff_flow_rule flow;
};

extern const char *const ff_model_metrics[FF_METRICS];
extern const char *const ff_model_steps[FF_STEPS];
extern const char *const ff_model_corners[FF_CORNERS];
extern const char *const ff_model_flows[FF_FLOWS];

#endif
