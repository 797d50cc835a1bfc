/*
 * The movement model: steps and their prices, the corner rule, and the flow rule.  Every output
 * names its model in these words.
 *
 * Names: ff_neighbours.
 */
#ifndef FF_CORE_MAP_MODEL_H
#define FF_CORE_MAP_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/map.h"
#include "flowfield.h"

struct ff_model {
	enum ff_metric metric;
	enum ff_step step;
	enum ff_corners corners;
	enum ff_flow_rule flow;
	uint32_t scale; /* wide maps: units of a hop, >= 1; other maps: 0 */
	float one;      /* wide maps: units of a cost of 1, exact; 0: as many as of a hop */
};

extern const char *const ff_model_metrics[FF_METRICS];
extern const char *const ff_model_steps[FF_STEPS];
extern const char *const ff_model_corners[FF_CORNERS];
extern const char *const ff_model_flows[FF_FLOWS]; /* FF_FLOW_OWN: NULL, no model has it */

/* Octile: a straight and a diagonal step in fixed point.  577 / 408 is sqrt(2) to 1.5e-6. */
enum { FF_MODEL_STRAIGHT = 408, FF_MODEL_DIAGONAL = 577 };

/* The properties of a metric, except its engines. */
struct ff_model_metric {
	bool continuous;        /* no steps: any direction, in doubles */
	bool diagonal;          /* steps lead to eight neighbours, not four */
	enum ff_flow_rule flow; /* the default */
	uint32_t price[2];      /* of a straight and a diagonal step at cost 1 */
};

/* The metrics, a row each: X(ID, name, properties). */
/* clang-format off */
#define FF_MODEL_METRIC_ROWS(X) \
	X(MANHATTAN, "manhattan", false, false, FF_FLOW_LOWEST, {1, 1}) \
	X(OCTILE, "octile", false, true, FF_FLOW_PATH, {FF_MODEL_STRAIGHT, FF_MODEL_DIAGONAL}) \
	X(EUCLID, "euclid", true, false, FF_FLOW_GRADIENT, {1, 1})
/* clang-format on */

static const struct ff_model_metric ff_model_metric[] = {
#define FF_MODEL_METRIC_ROW(id, name, ...) [FF_METRIC_##id] = {__VA_ARGS__},
	FF_MODEL_METRIC_ROWS(FF_MODEL_METRIC_ROW)
#undef FF_MODEL_METRIC_ROW
};
_Static_assert(sizeof ff_model_metric / sizeof *ff_model_metric == FF_METRICS,
	       "each metric has a row");

/* Return true if ways lead in any direction; if steps lead N, E, S and W only; if they lead to all
 * eight neighbours. */
static inline bool ff_model_is_continuous(const struct ff_model *model)
{
	return ff_model_metric[model->metric].continuous;
}

static inline bool ff_model_is_diagonal(const struct ff_model *model)
{
	return ff_model_metric[model->metric].diagonal;
}

static inline bool ff_model_is_straight(const struct ff_model *model)
{
	return !ff_model_is_continuous(model) && !ff_model_is_diagonal(model);
}

/* Returns true if directions have any angle, so that flow needs vectors. */
static inline bool ff_model_has_vectors(const struct ff_model *model)
{
	return model->flow == FF_FLOW_GRADIENT || model->flow == FF_FLOW_DIFFERENCES;
}

/* Returns true if a direction may lead to a cell of no lower value, so that it depends on more than
 * the cells around it: ff_solve_spread(). */
static inline bool ff_model_goes_anywhere(const struct ff_model *model)
{
	return model->flow == FF_FLOW_SUM && model->step == FF_STEP_HOPS;
}

/* Returns true if the model is for wide maps. */
static inline bool ff_model_is_wide(const struct ff_model *model)
{
	return model->scale != 0;
}

/* Returns the units of a cost of 1: 1, or those of a wide map. */
static inline double ff_model_one(const struct ff_model *model)
{
	return model->one > 0 ? (double)model->one : model->scale > 0 ? model->scale : 1;
}

/* Returns the value of a cost of 1 in the model's fields, chosen so that every step is an integer:
 * 1, 2 (mean), 408 (octile) or 816 times ff_model_one(); with hops the price of one. */
double ff_model_unit(const struct ff_model *model);

/* Returns the price, in the model's units, of a step from a cell of cost 'from' to a neighbour of
 * cost 'to', nearer to the goal, as ff_cost_at() returns them.  Not for euclid. */
static inline uint32_t ff_model_price(const struct ff_model *model, bool diagonal, uint32_t from,
				      uint32_t to)
{
	uint32_t cost = model->step == FF_STEP_MEAN ? from + to : from;

	if (model->step == FF_STEP_HOPS)
		return ff_model_is_wide(model) ? model->scale : 1;
	return cost * ff_model_metric[model->metric].price[diagonal];
}

/* Returns the cost of a cell, as ff_cost_at() returns it, in the model's units: the price of a
 * straight step among such cells where prices depend on costs. */
static inline double ff_model_weight(const struct ff_model *model, uint32_t cost)
{
	if (model->step != FF_STEP_HOPS)
		return ff_model_price(model, false, cost, cost);
	return (double)cost * ff_model_price(model, false, cost, cost) / ff_model_one(model);
}

/* Returns how much longer than on ground of cost 1 a walker takes that costs slow down: cheaper
 * ground does not make it faster. */
static inline double ff_model_slowdown(const struct ff_model *model, const struct ff_cost *cost,
				       size_t i)
{
	double slow = ff_cost_at(cost, i) / ff_model_one(model);

	return slow > 1 ? slow : 1;
}

/*
 * Returns a lower bound, in the model's units, of the difference of values between cells dx, dy (>=
 * 0) apart on any map where no cell costs less than 'cost'.  For integer metrics it is the exact
 * price where nothing is in the way.
 */
double ff_model_bound(const struct ff_model *model, uint32_t cost, int64_t dx, int64_t dy);

/* Returns true if cells that touch only at a corner are neighbours even where both cells beside
 * that corner are walls. */
static inline bool ff_model_joins_corners(const struct ff_model *model)
{
	return ff_model_is_diagonal(model) && model->corners == FF_CORNERS_CUT;
}

/* Returns true if a direction (not FF_NONE) is diagonal. */
static inline bool ff_neighbours_diagonal(enum ff_direction direction)
{
	return direction % 2 != 0;
}

/* Returns true if a walker at x,y may step in a direction (not FF_NONE): the cell there is open and
 * the corner rule permits it. */
static inline bool ff_neighbours_permit(const struct ff_cost *cost, enum ff_corners corners,
					int32_t x, int32_t y, enum ff_direction direction)
{
	int64_t to_x = (int64_t)x + ff_flow_steps[direction].dx;
	int64_t to_y = (int64_t)y + ff_flow_steps[direction].dy;

	if (!ff_cost_open(cost, to_x, to_y))
		return false;
	if (!ff_neighbours_diagonal(direction) || corners == FF_CORNERS_CUT)
		return true;
	if (corners == FF_CORNERS_LENIENT)
		return ff_cost_open(cost, to_x, y) || ff_cost_open(cost, x, to_y);
	return ff_cost_open(cost, to_x, y) && ff_cost_open(cost, x, to_y);
}

/* Returns the index of the cell to which a permitted step leads. */
static inline size_t ff_neighbours_index(const struct ff_cost *cost, int32_t x, int32_t y,
					 enum ff_direction direction)
{
	return ff_cost_index(cost, x + ff_flow_steps[direction].dx,
			     y + ff_flow_steps[direction].dy);
}

/*
 * Sets open[dy+1][dx+1] to true for each open cell around x,y.  ff_neighbours_lead() then returns
 * the same as ff_neighbours_permit(): faster in loops over many directions of a cell, if 'metric'
 * and 'corners' are constant.
 */
static inline void ff_neighbours_look(const struct ff_cost *cost, int32_t x, int32_t y,
				      bool open[3][3])
{
	const uint8_t *cell = cost->cells + ff_cost_index(cost, x, y);

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			open[dy + 1][dx + 1] = (dy >= 0 || y > 0) && (dy <= 0 || y + 1 < cost->h) &&
					       (dx >= 0 || x > 0) && (dx <= 0 || x + 1 < cost->w) &&
					       cell[(ptrdiff_t)dy * cost->w + dx] != FF_COST_WALL;
}

static inline bool ff_neighbours_lead(bool open[3][3], enum ff_metric metric,
				      enum ff_corners corners, int dx, int dy)
{
	if (dx == 0 || dy == 0)
		return open[dy + 1][dx + 1];
	if (!ff_model_metric[metric].diagonal || !open[dy + 1][dx + 1])
		return false;
	if (corners == FF_CORNERS_STRICT)
		return open[1][dx + 1] && open[dy + 1][1];
	return corners == FF_CORNERS_CUT || open[1][dx + 1] || open[dy + 1][1];
}

#endif
