/*
 * Integer metrics: differences between opposite neighbours.  Euclid: down the
 * steepest of the eight triangles between the cell's centre, that of a straight
 * neighbour and that of a diagonal one beside it, over which the field is taken
 * to be linear, as by Ferguson and Stentz ("Field D*", 2005).  Unlike differences
 * along both axes it looks around corners: from beside a wall that ends, it leads
 * past the end and not along the wall.
 *
 * A vector leads from the cell's centre through one of its sides, or, at 45
 * degrees exactly, through a corner; the cell that it enters must have a value.
 * Its nearest direction must be a permitted step to a lower value, so that who
 * follows the directions cell by cell always gets nearer.
 */
#include "core/solve/descend_gradient.h"

#include <math.h>

#include "core/map/model.h"
#include "core/solve/descend_path.h"

/* The tangent of 22.5 degrees: from there on a diagonal is the nearest direction. */
static const double diagonal_from = 0.41421356237309504880;

/* How near to a corner a vector leads where the diagonal step is not permitted. */
static const double within = 63.0 / 64;

/* What the cell at x,y holds; 'own' where it has no value. */
static double value_at(const struct ff_field *field, int64_t x, int64_t y, double own)
{
	double raw;

	if (x < 0 || y < 0 || x >= field->w || y >= field->h)
		return own;
	raw = ff_field_raw(field, (size_t)y * (size_t)field->w + (size_t)x);
	return raw == FF_FIELD_NONEF ? own : raw;
}

/* Whether a step that way is permitted, and leads down. */
static bool leads_down(const struct ff_model *model, const struct ff_cost *cost,
		       const struct ff_field *field, int32_t x, int32_t y, enum ff_direction d,
		       double own)
{
	return ff_neighbours_permit(cost, model->corners, x, y, d) &&
	       ff_field_raw(field, ff_cost_index(cost, x + ff_flow_steps[d].dx,
						 y + ff_flow_steps[d].dy)) < own;
}

/* Whether the cell that a vector enters has a value; through a corner it enters a neighbour that
 * leads_down() has looked at. */
static bool enters(const struct ff_field *field, int32_t x, int32_t y, double dx, double dy)
{
	double w = fabs(dx), h = fabs(dy);
	int32_t right = dx > 0 ? 1 : -1, down = dy > 0 ? 1 : -1;

	if (w > h)
		return value_at(field, (int64_t)x + right, y, FF_FIELD_NONEF) < FF_FIELD_NONEF;
	if (h > w)
		return value_at(field, x, (int64_t)y + down, FF_FIELD_NONEF) < FF_FIELD_NONEF;
	return true;
}

/* How the field falls, and the direction that stands for it. */
struct fall {
	double dx, dy;
	enum ff_direction direction; /* FF_NONE: it does not, or not where a walker may go */
};

static struct fall fall_across(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, int32_t x, int32_t y, double own)
{
	double dx =
		value_at(field, (int64_t)x - 1, y, own) - value_at(field, (int64_t)x + 1, y, own);
	double dy =
		value_at(field, x, (int64_t)y - 1, own) - value_at(field, x, (int64_t)y + 1, own);
	enum ff_direction d = FF_NONE;

	if (dx != 0 || dy != 0)
		d = ff_flow_nearest(dx, dy);
	if (d != FF_NONE &&
	    !(leads_down(model, cost, field, x, y, d, own) && enters(field, x, y, dx, dy)))
		d = FF_NONE;
	return (struct fall){dx, dy, d};
}

/* The fall over the triangle between a straight neighbour and the diagonal one beside it. */
static struct fall fall_between(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y, double own,
				enum ff_direction straight, enum ff_direction diagonal)
{
	struct ff_flow_step to = ff_flow_steps[straight], past = ff_flow_steps[diagonal];
	double near = value_at(field, (int64_t)x + to.dx, (int64_t)y + to.dy, own);
	double far = value_at(field, (int64_t)x + past.dx, (int64_t)y + past.dy, near);
	bool open = ff_neighbours_permit(cost, model->corners, x, y, diagonal);
	double along = own - near, aside = near - far;
	enum ff_direction d = straight;

	if (!(along > 0) && !(open && far < own))
		return (struct fall){0, 0, FF_NONE};
	if (!(along > 0)) /* the straight neighbour is a hill: past it */
		along = aside = (own - far) / 2;
	else if (aside < 0)
		aside = 0;
	else if (aside > along && open)
		along = aside = (along + aside) / 2;
	if (!open && aside > along * within)
		aside = along * within;
	if (open && far < own && aside > along * diagonal_from)
		d = diagonal;
	return (struct fall){along * to.dx + aside * (past.dx - to.dx),
			     along * to.dy + aside * (past.dy - to.dy), d};
}

static double square(struct fall fall)
{
	return fall.dx * fall.dx + fall.dy * fall.dy;
}

static struct fall steepest_fall(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, int32_t x, int32_t y, double own)
{
	struct fall most = {0, 0, FF_NONE};

	for (int i = 0; i < FF_DIRECTIONS; i++) {
		/* N and NE, E and NE, E and SE, S and SE, ... */
		struct fall fall = fall_between(model, cost, field, x, y, own,
						(enum ff_direction)((i + 1) / 2 * 2 % 8),
						(enum ff_direction)(i / 2 * 2 + 1));

		if (square(fall) > square(most))
			most = fall;
	}
	return most;
}

void ff_descend_gradient_cell(const struct ff_model *model, const struct ff_cost *cost,
			      const struct ff_field *field, struct ff_flow *flow, int32_t x,
			      int32_t y)
{
	size_t here = ff_cost_index(cost, x, y);
	double own = ff_field_raw(field, here), length;
	enum ff_direction d = FF_NONE;
	struct fall fall;

	if (own < FF_FIELD_NONEF) {
		fall = (ff_model_is_continuous(model) ? steepest_fall
						      : fall_across)(model, cost, field, x, y, own);
		if (fall.direction != FF_NONE) {
			length = sqrt(square(fall));
			flow->cells[here] = (uint8_t)fall.direction;
			flow->vectors[here] = (struct ff_flow_vector){(float)(fall.dx / length),
								      (float)(fall.dy / length)};
			return;
		}
		d = ff_descend_path_step(model, cost, field, x, y);
	}
	flow->cells[here] = (uint8_t)d;
	flow->vectors[here] = ff_flow_units[d];
}
