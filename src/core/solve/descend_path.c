#include "core/solve/descend_path.h"

#include "core/map/model.h"

/* Half of the square root of 2: what a drop along a diagonal is worth. */
static const double diagonal_slope = 0.70710678118654752440;

double ff_descend_path_slope(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, int32_t x, int32_t y,
			     enum ff_direction direction)
{
	double drop;

	if (!ff_neighbours_permit(cost, model->corners, x, y, direction))
		return 0;
	drop = ff_field_raw(field, ff_cost_index(cost, x, y)) -
	       ff_field_raw(field, ff_neighbours_index(cost, x, y, direction));
	if (!(drop > 0))
		return 0;
	return ff_neighbours_diagonal(direction) ? drop * diagonal_slope : drop;
}

static enum ff_direction steepest(const struct ff_model *model, const struct ff_cost *cost,
				  const struct ff_field *field, int32_t x, int32_t y)
{
	enum ff_direction best = FF_NONE;
	double most = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double slope =
			ff_descend_path_slope(model, cost, field, x, y, (enum ff_direction)d);

		/* Of equals the first, whatever the rounding. */
		if (slope * (1 - FF_DESCEND_PATH_ROUNDED) > most) {
			most = slope;
			best = (enum ff_direction)d;
		}
	}
	return best;
}

enum ff_direction ff_descend_path_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y)
{
	size_t here = ff_cost_index(cost, x, y);
	double own = ff_field_raw(field, here), least = FF_FIELD_NONEF, lowest = own;
	enum ff_direction best = FF_NONE, low = FF_NONE;

	if (own == FF_FIELD_NONEF)
		return FF_NONE;
	if (ff_model_is_continuous(model))
		return steepest(model, cost, field, x, y);
	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		bool diagonal = ff_neighbours_diagonal(d);
		double there, through;
		size_t to;

		if (!ff_neighbours_permit(cost, model->corners, x, y, d))
			continue;
		to = ff_neighbours_index(cost, x, y, d);
		there = ff_field_raw(field, to);
		if (there < lowest) {
			lowest = there;
			low = d;
		}
		if (diagonal && ff_model_is_straight(model))
			continue;
		through =
			there + ff_model_pays(model, diagonal, cost->cells[here], cost->cells[to]);
		if (through < least) {
			least = through;
			best = d;
		}
	}
	return least <= own ? best : low;
}
