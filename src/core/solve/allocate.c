/*
 * A goal serves a cell if its seed gives the cell its value, or if it serves a neighbour that the
 * value may have come from.  Such a neighbour has a lower value, so in ascending order of values it
 * is already known.
 *
 * After changes, the changed cells wait in a queue, least value first.  Where a label changes, the
 * neighbours with higher values are queued, too.
 */
#include "core/solve/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/map/model.h"
#include "core/solve/descend.h"
#include "core/solve/queue.h"
#include "core/solve/reach.h"

/* Returns the first goal among those of the cell itself and of the neighbours through which its
 * value can come. */
static uint32_t first_of_paths(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, const uint32_t *labels, size_t i)
{
	int32_t x = (int32_t)(i % (size_t)cost->w), y = (int32_t)(i / (size_t)cost->w);
	const int turn = ff_model_is_diagonal(model) ? 1 : 2;
	double value = ff_field_raw(field, i);
	uint32_t label = labels[i];

	for (int d = FF_N; d < FF_DIRECTIONS; d += turn) {
		size_t m;
		uint32_t price;

		if (!ff_neighbours_permit(cost, model->corners, x, y, (enum ff_direction)d))
			continue;
		m = ff_neighbours_index(cost, x, y, (enum ff_direction)d);
		price = ff_model_price(model, ff_neighbours_diagonal((enum ff_direction)d),
				       ff_cost_at(cost, i), ff_cost_at(cost, m));
		if (ff_field_raw(field, m) + price == value && labels[m] < label)
			label = labels[m];
	}
	return label;
}

/* Returns the first goal among those of the neighbours to which the field falls most steeply; a
 * goal keeps its own. */
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

/* Sets the first goal that serves a cell, given the first with a seed there, or none. */
static void find_server(const struct ff_model *model, const struct ff_cost *cost,
			const struct ff_field *field, uint32_t *labels, size_t i)
{
	labels[i] = (ff_model_is_continuous(model) ? first_of_slopes
						   : first_of_paths)(model, cost, field, labels, i);
}

static bool sizes_fit(const struct ff_cost *cost, const struct ff_field *field,
		      const struct ff_labels *labels)
{
	return field->w == cost->w && field->h == cost->h && labels->w == cost->w &&
	       labels->h == cost->h;
}

enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, struct ff_labels *labels)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h, count;
	uint32_t *order;
	enum ff_status st;

	if (!sizes_fit(cost, field, labels))
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
		find_server(model, cost, field, labels->cells, order[k]);
	labels->count = goals;
	free(order);
	return FF_OK;
}

/* The label of a queued cell; no goal has that number. */
#define WAITS (FF_LABELS_NONE - 1)

struct renewal {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_field *field;
	const struct ff_seeds *seeds;
	uint32_t *labels;
	struct ff_seed *by_cell;    /* [seeds->count]  NULL: not needed yet; owned */
	struct ff_queue_heap queue; /* by value; 'cost' is the cell's label before */
};

static enum ff_status queue_cell(struct renewal *renewal, size_t cell)
{
	uint32_t *label = &renewal->labels[cell], before = *label;
	double value = ff_field_raw(renewal->field, cell);

	*label = value < FF_FIELD_NONEF ? WAITS : FF_LABELS_NONE;
	if (before == WAITS || *label != WAITS)
		return FF_OK;
	return ff_queue_heap_put(&renewal->queue,
				 (struct ff_queue_heap_entry){value, before, (uint32_t)cell});
}

/* Queues the neighbours with values above 'value': those that may come from the cell. */
static enum ff_status queue_dearer(struct renewal *renewal, uint32_t cell, double value)
{
	const struct ff_cost *cost = renewal->cost;
	int32_t x = (int32_t)(cell % (uint32_t)cost->w), y = (int32_t)(cell / (uint32_t)cost->w);
	enum ff_status st = FF_OK;

	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d++) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;

		if (ff_cost_open(cost, to_x, to_y) &&
		    ff_field_raw(renewal->field, ff_cost_index(cost, to_x, to_y)) > value)
			st = queue_cell(renewal, ff_cost_index(cost, to_x, to_y));
	}
	return st;
}

static int by_cell_and_goal(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->cell != b->cell)
		return a->cell < b->cell ? -1 : 1;
	return (a->goal > b->goal) - (a->goal < b->goal);
}

/* Finds the first goal with a seed at a cell whose start is the cell's value. */
static enum ff_status find_own_goal(struct renewal *renewal, uint32_t cell, double value,
				    uint32_t *label)
{
	size_t count = renewal->seeds->count, first = 0, end = count;
	struct ff_seed *seeds = renewal->by_cell;

	*label = FF_LABELS_NONE;
	if (count == 0 || value > renewal->seeds->items[count - 1].start)
		return FF_OK;
	if (seeds == NULL) {
		seeds = renewal->by_cell = calloc(count, sizeof *seeds);
		if (seeds == NULL)
			return FF_E_NOMEM;
		memcpy(seeds, renewal->seeds->items, count * sizeof *seeds);
		qsort(seeds, count, sizeof *seeds, by_cell_and_goal);
	}
	while (first < end) {
		size_t middle = first + (end - first) / 2;

		if (seeds[middle].cell < cell)
			first = middle + 1;
		else
			end = middle;
	}
	while (first < count && seeds[first].cell == cell && seeds[first].start != value)
		first++;
	if (first < count && seeds[first].cell == cell)
		*label = seeds[first].goal;
	return FF_OK;
}

static enum ff_status renew_labels(struct renewal *renewal, const uint32_t *cells, size_t count)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < count && st == FF_OK; i++)
		if ((st = queue_cell(renewal, cells[i])) == FF_OK)
			st = queue_dearer(renewal, cells[i], -1);
	while (renewal->queue.count > 0 && st == FF_OK) {
		struct ff_queue_heap_entry next = ff_queue_heap_take(&renewal->queue);
		uint32_t *label = &renewal->labels[next.item];

		if ((st = find_own_goal(renewal, next.item, next.bound, label)) != FF_OK)
			break;
		find_server(renewal->model, renewal->cost, renewal->field, renewal->labels,
			    next.item);
		if (*label != (uint32_t)next.cost)
			st = queue_dearer(renewal, next.item, next.bound);
	}
	return st;
}

enum ff_status ff_allocate_renew(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, const struct ff_seeds *seeds,
				 uint32_t goals, const uint32_t *cells, size_t count,
				 struct ff_labels *labels)
{
	struct renewal renewal = {model, cost, field, seeds, labels->cells, NULL, {0}};
	enum ff_status st;

	if (!sizes_fit(cost, field, labels))
		return FF_E_ARG;
	st = renew_labels(&renewal, cells, count);
	if (st == FF_OK)
		labels->count = goals;
	free(renewal.by_cell);
	free(renewal.queue.entries);
	return st;
}

/* Returns the measure of a neighbour, the less the better; FF_FIELD_NONEF: no permitted step leads
 * there. */
static double neighbour_measure(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y,
				enum ff_direction d)
{
	bool diagonal = ff_neighbours_diagonal(d);
	size_t to;

	if (model->flow == FF_FLOW_SUM)
		return ff_descend_sum(model, cost, field, x, y, d);
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
			   const struct ff_field *field, int32_t x, int32_t y)
{
	/* Integers are exact. */
	double rounded = ff_model_is_continuous(model) ? FF_DESCEND_PATH_ROUNDED : 0;
	double least = FF_FIELD_NONEF;
	uint32_t ties = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double value = neighbour_measure(model, cost, field, x, y, (enum ff_direction)d);

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
						   : count_ties(model, cost, field, x, y);
		}
	labels->count = FF_DIRECTIONS + 1;
	return FF_OK;
}
