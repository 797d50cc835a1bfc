#include "core/solve/measures.h"

#include <math.h>

/* Returns true if a permitted step leads to a lower value. */
static bool leads_down(const struct ff_solve *solve, size_t cell, enum ff_direction d)
{
	const struct ff_cost *cost = solve->cost;
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);

	return d != FF_NONE && ff_neighbours_permit(cost, solve->model->corners, x, y, d) &&
	       ff_field_raw(solve->field, ff_neighbours_index(cost, x, y, d)) <
		       ff_field_raw(solve->field, cell);
}

static void add_way(struct ff_ways *ways, const struct ff_solve *solve, size_t cell,
		    enum ff_direction d, double share)
{
	struct ff_flow_step step = ff_flow_steps[d];

	ways->cells[ways->count] =
		(uint32_t)((ptrdiff_t)cell + step.dy * (ptrdiff_t)solve->cost->w + step.dx);
	ways->shares[ways->count++] = share;
}

/* Adds the neighbours between which a vector leads, the nearer one first (D. G. Tarboton, "A new
 * method for the determination of flow directions", 1997). */
static void add_between(struct ff_ways *ways, const struct ff_solve *solve, size_t cell)
{
	struct ff_flow_vector vector = ff_flow_vector_at(solve->flow, cell);
	double ax = fabs((double)vector.dx), ay = fabs((double)vector.dy);
	bool across = ax >= ay;
	double aside = ax == ay ? 1 : across ? ay / ax : ax / ay;
	enum ff_direction straight =
		ff_flow_nearest(across ? (double)vector.dx : 0, across ? 0 : (double)vector.dy);
	enum ff_direction diagonal = ff_flow_nearest(vector.dx < 0 ? -1 : vector.dx > 0,
						     vector.dy < 0 ? -1 : vector.dy > 0);
	bool to_straight = aside < 1 && leads_down(solve, cell, straight);
	bool to_diagonal = aside > 0 && leads_down(solve, cell, diagonal);

	if (to_straight && (!to_diagonal || aside < 0.5))
		add_way(ways, solve, cell, straight, to_diagonal ? 1 - aside : 1);
	if (to_diagonal)
		add_way(ways, solve, cell, diagonal, to_straight ? aside : 1);
	if (to_straight && to_diagonal && ways->count == 1)
		add_way(ways, solve, cell, straight, 1 - aside);
	aside = to_diagonal ? (to_straight ? aside : 1) : 0;
	ways->length = sqrt(1 + aside * aside);
}

struct ff_ways ff_ways_of(const struct ff_solve *solve, size_t cell)
{
	const struct ff_cost *cost = solve->cost;
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);
	enum ff_direction d = (enum ff_direction)solve->flow->cells[cell];
	struct ff_ways ways = {.count = 0};

	if (d == FF_NONE && solve->model->flow != FF_FLOW_DIFFERENCES)
		return ways;
	if (solve->flow->vectors != NULL && solve->model->flow == FF_FLOW_GRADIENT &&
	    (solve->flow->vectors[cell].dx != 0 || solve->flow->vectors[cell].dy != 0))
		add_between(&ways, solve, cell);
	if (ways.count > 0)
		return ways;
	if (!leads_down(solve, cell, d))
		d = ff_descend_path_step(solve->model, cost, solve->field, x, y);
	if (!leads_down(solve, cell, d))
		return ways;
	add_way(&ways, solve, cell, d, 1);
	ways.length = ff_neighbours_diagonal(d) ? sqrt(2) : 1;
	return ways;
}

struct ff_ways ff_ways_all(const struct ff_solve *solve, size_t cell)
{
	const struct ff_model *model = solve->model;
	const struct ff_cost *cost = solve->cost;
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);
	double own = ff_field_raw(solve->field, cell);
	struct ff_ways ways = {.count = 0};

	if (ff_model_is_continuous(model))
		return ff_ways_of(solve, cell);
	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		bool diagonal = ff_neighbours_diagonal(d);
		size_t to;

		if ((diagonal && ff_model_is_straight(model)) || !leads_down(solve, cell, d))
			continue;
		to = ff_neighbours_index(cost, x, y, d);
		if (ff_field_raw(solve->field, to) + ff_model_price(model, diagonal,
								    ff_cost_at(cost, cell),
								    ff_cost_at(cost, to)) ==
		    own)
			add_way(&ways, solve, cell, d, 1);
	}
	for (int i = 0; i < ways.count; i++)
		ways.shares[i] /= ways.count;
	return ways;
}
