#include "core/update/gain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum { SIDES = 4 };

/* Sets the open neighbours of a cell; returns their number. */
static int find_sides(const struct ff_cost *cost, size_t cell, size_t sides[SIDES])
{
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);
	int count = 0;

	for (int d = 0; d < FF_DIRECTIONS; d += 2)
		if (ff_cost_open(cost, x + ff_flow_steps[d].dx, y + ff_flow_steps[d].dy))
			sides[count++] = ff_cost_index(cost, x + ff_flow_steps[d].dx,
						       y + ff_flow_steps[d].dy);
	return count;
}

/* Returns the difference of the values on the sides of a wall; 0: opening it changes nothing. */
static double difference(const struct ff_solve *solve, size_t cell)
{
	size_t sides[SIDES];
	int count = find_sides(solve->cost, cell, sides);
	double least = INFINITY, most = 0;

	for (int i = 0; i < count; i++) {
		double value = ff_field_raw(solve->field, sides[i]);

		least = fmin(least, value);
		most = fmax(most, value);
	}
	return least < most ? most - least : 0;
}

static int compare_trials(const void *a, const void *b)
{
	const struct ff_gain_trial *one = a, *other = b;

	if (one->rank != other->rank)
		return one->rank < other->rank ? 1 : -1;
	return one->cell < other->cell ? -1 : one->cell > other->cell;
}

/* Adds the best trials of one kind. */
static enum ff_status add_trials(struct ff_gain *gain, const struct ff_solve *solve,
				 const float *chokes, float least)
{
	size_t cells = (size_t)solve->cost->w * (size_t)solve->cost->h, count = 0, room = 0, end;
	struct ff_gain_trial *all = NULL, *kept;

	for (size_t i = 0; i < cells; i++) {
		bool wall = solve->cost->cells[i] == FF_COST_WALL;
		double rank = chokes == NULL ? (wall ? difference(solve, i) : 0)
			      : wall || chokes[i] < least || chokes[i] == (float)INFINITY
				      ? 0
				      : (double)chokes[i];

		if (!(rank > 0))
			continue;
		if (!ff_memory_grow(&all, &room, count + 1, sizeof *all)) {
			free(all);
			return FF_E_NOMEM;
		}
		all[count++] = (struct ff_gain_trial){(uint32_t)i, rank, chokes != NULL};
	}
	if (count > 0)
		qsort(all, count, sizeof *all, compare_trials);
	end = count < FF_GAIN_CELLS ? count : FF_GAIN_CELLS;
	kept = realloc(gain->trials, (gain->count + end + 1) * sizeof *kept);
	if (kept != NULL) {
		if (end > 0)
			memcpy(kept + gain->count, all, end * sizeof *kept);
		gain->trials = kept;
		gain->count += end;
	}
	free(all);
	return kept != NULL ? FF_OK : FF_E_NOMEM;
}

enum ff_status ff_gain_begin(struct ff_gain *gain, const struct ff_solve *solve,
			     const float *chokes, float least, float (*gains)[2])
{
	const struct ff_field *field = solve->field;
	const size_t cells = (size_t)field->w * (size_t)field->h;
	enum ff_status st = FF_E_NOMEM;

	*gain = (struct ff_gain){.field = field, .gains = gains, .changed = *field};
	gain->changed.roots = NULL;
	gain->changed.cells = ff_memory_cells(field->w, field->h, ff_field_size(field->type));
	if (gain->changed.cells != NULL &&
	    ff_cost_new(&gain->cost, field->w, field->h, solve->cost->wide != NULL)) {
		ff_cost_copy(solve->cost, 0, 0, &gain->cost);
		memcpy(gain->changed.cells, field->cells, cells * ff_field_size(field->type));
		st = ff_update_open(&gain->update, solve->model, &gain->cost, solve->seeds,
				    solve->limit, &gain->changed);
	}
	if (st == FF_OK && (st = add_trials(gain, solve, NULL, 0)) == FF_OK)
		st = add_trials(gain, solve, chokes, least);
	for (size_t i = 0; i < cells; i++) {
		gains[i][0] = gains[i][1] = INFINITY;
		gain->cells += ff_field_has(field, i);
	}
	if (st != FF_OK)
		ff_gain_end(gain);
	return st;
}

/* Sets what the repaired field has gained, and makes it and the map as they were. */
static void take_back(struct ff_gain *gain, const struct ff_gain_trial *trial, uint32_t cost)
{
	const struct ff_update_figures figures = ff_update_figures_of(gain->update);
	const struct ff_cost_change back = {trial->cell, (uint16_t)cost};
	double fallen = 0, both = gain->cells - (trial->closes ? 1 : 0);
	int64_t more = 0;

	for (size_t i = 0; i < figures.count; i++) {
		uint32_t cell = figures.cells[i];
		double before = ff_field_raw(gain->field, cell);
		double now = ff_field_raw(&gain->changed, cell);

		if (cell != trial->cell && before < FF_FIELD_NONEF && now < FF_FIELD_NONEF)
			fallen += before - now;
		else if (cell != trial->cell)
			more += before < FF_FIELD_NONEF ? -1 : 1;
		if (before < FF_FIELD_NONEF)
			ff_field_set(&gain->changed, cell, before);
		else
			ff_field_clear(&gain->changed, cell, 1);
	}
	both += more < 0 ? (double)more : 0;
	gain->gains[trial->cell][0] = (float)(both > 0 ? fallen / both / gain->field->unit : 0);
	gain->gains[trial->cell][1] = (float)more;
	ff_cost_set(&gain->cost, back.cell, back.cost);
	ff_update_reset(gain->update);
}

/* Returns the cost of a wall that opens: that of its cheapest neighbour. */
static uint32_t cost_of_opened(const struct ff_cost *cost, size_t cell)
{
	size_t sides[SIDES];
	int count = find_sides(cost, cell, sides);
	uint32_t least = ff_cost_wall(cost);

	for (int i = 0; i < count; i++)
		least = ff_cost_at(cost, sides[i]) < least ? ff_cost_at(cost, sides[i]) : least;
	return least;
}

enum ff_status ff_gain_step(struct ff_gain *gain, size_t budget, bool *done)
{
	for (; budget > 0 && gain->next < gain->count; budget--) {
		const struct ff_gain_trial *trial = &gain->trials[gain->next++];
		const uint32_t was = ff_cost_at(&gain->cost, trial->cell);
		const struct ff_cost_change change = {
			trial->cell,
			(uint16_t)(trial->closes ? ff_cost_wall(&gain->cost)
						 : cost_of_opened(&gain->cost, trial->cell))};
		enum ff_status st = ff_update(gain->update, &change, 1, NULL, SIZE_MAX);

		if (st == FF_OK) {
			take_back(gain, trial, was);
			continue;
		}
		if (st != FF_E_LIMIT)
			return st;
		/* A value does not fit the field: this one is not measured. */
		ff_cost_set(&gain->cost, trial->cell, was);
		ff_update_reset(gain->update);
	}
	*done = gain->next == gain->count;
	return FF_OK;
}

void ff_gain_end(struct ff_gain *gain)
{
	ff_update_close(gain->update);
	free(gain->cost.cells);
	free(gain->changed.cells);
	free(gain->trials);
	*gain = (struct ff_gain){0};
}
