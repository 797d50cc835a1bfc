/*
 * How walkers move: what a step is and costs, and which way they are sent.
 * Every output names its model in these words.
 */
#ifndef FF_CORE_MAP_MODEL_H
#define FF_CORE_MAP_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "flowfield.h"

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

/* Octile: a straight and a diagonal step in fixed point.  577 / 408 is sqrt(2) to 1.5e-6. */
enum { FF_MODEL_STRAIGHT = 408, FF_MODEL_DIAGONAL = 577 };

/* All that tells metrics apart, but for the engines that fit them. */
struct ff_model_metric {
	bool continuous;        /* no steps: the eikonal equation, in doubles */
	uint32_t straight;      /* price of a step at cost 1; of a continuous one, its unit */
	uint32_t diagonal;      /* the same; 0: no such steps */
	enum ff_flow_rule flow; /* the default */
};

static const struct ff_model_metric ff_model_metric[FF_METRICS] = {
	[FF_METRIC_MANHATTAN] = {false, 1, 0, FF_FLOW_LOWEST},
	[FF_METRIC_OCTILE] = {false, FF_MODEL_STRAIGHT, FF_MODEL_DIAGONAL, FF_FLOW_PATH},
	[FF_METRIC_EUCLID] = {true, 1, 0, FF_FLOW_GRADIENT},
};

/* Returns true if values follow the eikonal equation; if steps lead north, east, south and west
 * only; if they lead to all eight neighbours. */
static inline bool ff_model_is_continuous(const struct ff_model *model)
{
	return ff_model_metric[model->metric].continuous;
}

static inline bool ff_model_is_diagonal(const struct ff_model *model)
{
	return ff_model_metric[model->metric].diagonal != 0;
}

static inline bool ff_model_is_straight(const struct ff_model *model)
{
	return !ff_model_is_continuous(model) && !ff_model_is_diagonal(model);
}

/*
 * ff_model_unit() is what a cost of 1 is in the cells of the model's fields, so that
 * every step is a whole number: 1, 2 (mean), 408 (octile) or 816; 1 with euclid.
 */
uint32_t ff_model_unit(const struct ff_model *model);

/*
 * ff_model_pays() is the price, in the model's units, of a step between two
 * neighbours: from a cell of cost 'from' to one of cost 'to', nearer the goal.
 * Not for euclid.
 */
static inline uint32_t ff_model_pays(const struct ff_model *model, bool diagonal, uint8_t from,
				     uint8_t to)
{
	const struct ff_model_metric *metric = &ff_model_metric[model->metric];
	uint32_t cost = model->step == FF_STEP_MEAN ? (uint32_t)from + to : from;

	return cost * (diagonal && metric->diagonal != 0 ? metric->diagonal : metric->straight);
}

/*
 * ff_model_across() is the price, in the model's units, of walking dx, dy cells (>= 0) where
 * nothing is in the way and every cell costs 'cost'; with euclid, somewhat less than the length of
 * the straight line times that.  No field has less between cells that far apart where no cell
 * costs less.
 */
double ff_model_across(const struct ff_model *model, uint8_t cost, int64_t dx, int64_t dy);

/* ff_model_joins_corners() tells whether cells that meet at a corner only are neighbours even where
 * both cells beside that corner are walls. */
static inline bool ff_model_joins_corners(const struct ff_model *model)
{
	return ff_model_is_diagonal(model) && model->corners == FF_CORNERS_CUT;
}

#endif
