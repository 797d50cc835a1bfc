/*
 * A goal serves a cell at the cell's value if it has a seed there that starts
 * with it, or serves a neighbour that the value may have come from.  Such a
 * neighbour has a lower value: in order of the values, it is known already.
 */
#include "solve/allocate.h"

#include <stdlib.h>

#include "grid/neighbours.h"
#include "solve/descend_path.h"
#include "solve/order.h"

/* The first goal of the neighbours whose value and the step's price is the cell's, and of its own.
 */
static uint32_t first_of_paths(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, const uint32_t *labels, size_t i)
{
	int32_t x = (int32_t)(i % (size_t)cost->w), y = (int32_t)(i / (size_t)cost->w);
	double value = ff_field_raw(field, i);
	uint32_t label = labels[i];

	for (int d = FF_N; d < FF_DIRECTIONS; d += model->metric == FF_METRIC_MANHATTAN ? 2 : 1) {
		size_t m;
		uint32_t price;

		if (!ff_neighbours_permit(cost, model->corners, x, y, (enum ff_direction)d))
			continue;
		m = ff_neighbours_index(cost, x, y, (enum ff_direction)d);
		price = ff_model_pays(model, ff_neighbours_diagonal((enum ff_direction)d),
				      cost->cells[i], cost->cells[m]);
		if (ff_field_raw(field, m) + price == value && labels[m] < label)
			label = labels[m];
	}
	return label;
}

/* The first goal of the neighbours to which the field falls most steeply; a goal keeps its own. */
static uint32_t first_of_slopes(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, const uint32_t *labels, size_t i)
{
	int32_t x = (int32_t)(i % (size_t)cost->w), y = (int32_t)(i / (size_t)cost->w);
	double slopes[FF_DIRECTIONS], most = 0;
	uint32_t label = labels[i];

	if (label != FF_LABELS_NONE)
		return label;
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		slopes[d] = ff_descend_path_slope(model, cost, field, x, y, (enum ff_direction)d);
		most = slopes[d] > most ? slopes[d] : most;
	}
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint32_t other;

		if (slopes[d] == 0 || slopes[d] < most * (1 - FF_DESCEND_PATH_ROUNDED))
			continue;
		other = labels[ff_neighbours_index(cost, x, y, (enum ff_direction)d)];
		label = other < label ? other : label;
	}
	return label;
}

enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, struct ff_labels *labels)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h, count;
	uint32_t *order;
	enum ff_status st;

	if (field->w != cost->w || field->h != cost->h || labels->w != cost->w ||
	    labels->h != cost->h)
		return FF_E_ARG;
	if ((st = ff_order_cells(field, &order, &count)) != FF_OK)
		return st;
	for (size_t i = 0; i < cells; i++)
		labels->cells[i] = FF_LABELS_NONE;
	for (size_t s = 0; s < seeds->count; s++) {
		const struct ff_seed *seed = &seeds->items[s];

		if (seed->start == ff_field_raw(field, seed->cell) &&
		    seed->goal < labels->cells[seed->cell])
			labels->cells[seed->cell] = seed->goal;
	}
	for (size_t k = 0; k < count; k++)
		labels->cells[order[k]] =
			(model->metric == FF_METRIC_EUCLID ? first_of_slopes : first_of_paths)(
				model, cost, field, labels->cells, order[k]);
	labels->count = goals;
	free(order);
	return FF_OK;
}
