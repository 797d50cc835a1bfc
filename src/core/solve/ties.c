#include "core/solve/ties.h"

#include <math.h>

#include "core/map/model.h"
#include "core/solve/descend_path.h"

/* What a neighbour is measured by; FF_FIELD_NONEF: it may not be stepped to. */
static double worth(const struct ff_model *model, const struct ff_cost *cost,
		    const struct ff_field *field, int32_t x, int32_t y, enum ff_direction d)
{
	bool diagonal = ff_neighbours_diagonal(d);
	size_t to;

	/* The steeper the better. */
	if (ff_model_is_continuous(model) && model->flow != FF_FLOW_LOWEST)
		return -ff_descend_path_slope(model, cost, field, x, y, d);
	if (!ff_neighbours_permit(cost, model->corners, x, y, d))
		return FF_FIELD_NONEF;
	to = ff_neighbours_index(cost, x, y, d);
	if (model->flow == FF_FLOW_LOWEST)
		return ff_field_raw(field, to);
	if (diagonal && ff_model_is_straight(model))
		return FF_FIELD_NONEF;
	return ff_field_raw(field, to) + ff_model_pays(model, diagonal,
						       cost->cells[ff_cost_index(cost, x, y)],
						       cost->cells[to]);
}

static uint32_t count(const struct ff_model *model, const struct ff_cost *cost,
		      const struct ff_field *field, int32_t x, int32_t y)
{
	/* Whole numbers are not rounded. */
	double rounded = ff_model_is_continuous(model) ? FF_DESCEND_PATH_ROUNDED : 0;
	double least = FF_FIELD_NONEF;
	uint32_t ties = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double value = worth(model, cost, field, x, y, (enum ff_direction)d);

		if (value < least && !(fabs(value - least) <= fabs(value) * rounded)) {
			least = value;
			ties = 0;
		}
		ties += value < FF_FIELD_NONEF && fabs(value - least) <= fabs(value) * rounded;
	}
	return ties;
}

enum ff_status ff_ties_count(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, const struct ff_flow *flow,
			     struct ff_labels *labels)
{
	if (cost->w != field->w || cost->h != field->h || cost->w != flow->w ||
	    cost->h != flow->h || cost->w != labels->w || cost->h != labels->h)
		return FF_E_ARG;
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);

			labels->cells[i] = flow->cells[i] == FF_NONE
						   ? FF_LABELS_NONE
						   : count(model, cost, field, x, y);
		}
	labels->count = FF_DIRECTIONS + 1;
	return FF_OK;
}
