/*
 * Each cell is followed until a cell whose goal is known; then the way is gone once more, and that
 * goal set along it.  So each cell is left twice at most.
 */
#include "core/solve/allocate.h"

#include <math.h>

#include "core/map/model.h"
#include "core/solve/descend.h"

/* The labels of a cell whose goal is not known yet, and of one on the way that is being followed;
 * no goals have these numbers. */
#define UNKNOWN  (FF_LABELS_NONE - 1)
#define FOLLOWED (FF_LABELS_NONE - 2)

/* The solution that walkers follow. */
struct followed {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_labels *nearest; /* goals in sight; NULL: nobody looks at them */
};

/* Returns the cell to which a walker goes from another; the same one: it stays. */
static size_t next_cell(const struct followed *f, size_t cell)
{
	int32_t x = (int32_t)(cell % (size_t)f->cost->w), y = (int32_t)(cell / (size_t)f->cost->w);
	struct ff_flow_step step = ff_flow_steps[f->flow->cells[cell]];

	if (f->nearest != NULL && f->nearest->cells[cell] != FF_LABELS_NONE)
		return f->nearest->cells[cell];
	if (f->model->flow == FF_FLOW_DIFFERENCES)
		step = ff_flow_steps[ff_descend_path_step(f->model, f->cost, f->field, x, y)];
	if (!ff_cost_inside(f->cost, x + step.dx, y + step.dy))
		return cell;
	return ff_cost_index(f->cost, x + step.dx, y + step.dy);
}

enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, const struct ff_flow *flow,
			   const struct ff_labels *nearest, struct ff_labels *labels)
{
	const struct followed followed = {model, cost, field, flow, nearest};
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint32_t *label = labels->cells;

	if (field->w != cost->w || field->h != cost->h || flow->w != cost->w ||
	    flow->h != cost->h || labels->w != cost->w || labels->h != cost->h)
		return FF_E_ARG;
	for (size_t i = 0; i < cells; i++)
		label[i] = UNKNOWN;
	for (size_t s = 0; s < seeds->count; s++) {
		const struct ff_seed *seed = &seeds->items[s];

		if (seed->start == ff_field_raw(field, seed->cell) &&
		    seed->goal < label[seed->cell])
			label[seed->cell] = seed->goal;
	}
	for (size_t i = 0; i < cells; i++) {
		size_t at = i;
		uint32_t goal;

		for (; label[at] == UNKNOWN; at = next_cell(&followed, at))
			label[at] = FOLLOWED;
		/* Directions of files may lead off the map or in a circle. */
		goal = label[at] == FOLLOWED ? FF_LABELS_NONE : label[at];
		for (at = i; label[at] == FOLLOWED; at = next_cell(&followed, at))
			label[at] = goal;
	}
	labels->count = goals;
	return FF_OK;
}

/* Returns the measure of a neighbour, the less the better; FF_FIELD_NONEF: no permitted step leads
 * there. */
static double neighbour_measure(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y,
				enum ff_direction d, bool anywhere)
{
	bool diagonal = ff_neighbours_diagonal(d);
	size_t to;

	if (model->flow == FF_FLOW_SUM)
		return ff_descend_sum(model, cost, field, x, y, d, anywhere);
	/* Steeper is better. */
	if (ff_model_is_continuous(model) && model->flow != FF_FLOW_LOWEST)
		return -ff_descend_path_slope(model, cost, field, x, y, d);
	if (!ff_neighbours_permit(cost, model->corners, x, y, d))
		return FF_FIELD_NONEF;
	to = ff_neighbours_index(cost, x, y, d);
	if (model->flow == FF_FLOW_LOWEST)
		return ff_field_raw(field, to);
	if (diagonal && ff_model_is_straight(model))
		return FF_FIELD_NONEF;
	return ff_field_raw(field, to) + ff_model_price(model, diagonal,
							ff_cost_at(cost, ff_cost_index(cost, x, y)),
							ff_cost_at(cost, to));
}

static uint32_t count_ties(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, int32_t x, int32_t y,
			   enum ff_direction way)
{
	/* Integers are exact. */
	double rounded = ff_model_is_continuous(model) ? FF_DESCEND_PATH_ROUNDED : 0;
	double least = FF_FIELD_NONEF;
	bool anywhere = ff_model_goes_anywhere(model) &&
			ff_field_raw(field, ff_neighbours_index(cost, x, y, way)) >=
				ff_field_raw(field, ff_cost_index(cost, x, y));
	uint32_t ties = 0;

	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		double value = neighbour_measure(model, cost, field, x, y, d, anywhere);

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
						   : count_ties(model, cost, field, x, y,
								(enum ff_direction)flow->cells[i]);
		}
	labels->count = FF_DIRECTIONS + 1;
	return FF_OK;
}
