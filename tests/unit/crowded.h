/*
 * Maps on which crowds walk, and somebody who looks at every step: nobody may be in a wall or
 * come through one, and no two may overlap.  It shares no code with src/core/crowd.
 */
#ifndef CROWDED_H
#define CROWDED_H

#include "core/crowd/crowd.h"
#include "core/solve/descend.h"
#include "field.h"

#include <math.h>

/* Of what is exactly true, rounding may take so much. */
#define CROWDED_ROUNDING 1e-9

struct crowded {
	struct ff_cost map;
	struct ff_model model;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_guide guide;
	uint8_t *near;         /* whether there is a wall in the cell or around it */
	int32_t *first, *next; /* of those in each cell, for looking at pairs */
	double deepest;        /* how far two overlapped at worst, in cells */
	double nearest;        /* how far a disc was off a wall at least, in cells */
};

/* crowded_aim() leads from everywhere to an area; the cells of 'map' are then its own. */
static inline void crowded_aim(struct crowded *c, struct ff_cost map, const struct ff_model *model,
			       int32_t x, int32_t y, int32_t w, int32_t h)
{
	size_t n = (size_t)map.w * (size_t)map.h;
	struct ff_seed *list = oracle_cells((size_t)(w * h), sizeof *list);
	const struct ff_seeds seeds = {list, (size_t)(w * h)};

	for (int32_t i = 0; i < w * h; i++)
		list[i] = (struct ff_seed){
			.cell = (uint32_t)ff_cost_index(&map, x + i % w, y + i / w)};

	*c = (struct crowded){.map = map, .model = *model, .nearest = INFINITY};
	c->field = field_of("a crowd", model, &c->map, &seeds, INFINITY, ff_integrate_type(model));
	c->flow = (struct ff_flow){.w = map.w, .h = map.h, .cells = oracle_cells(n, 1)};
	if (model->flow == FF_FLOW_GRADIENT)
		c->flow.vectors = oracle_cells(n, sizeof *c->flow.vectors);
	c->classes = (struct ff_classes){.w = map.w, .h = map.h, .cells = oracle_cells(n, 1)};
	CHECK(ff_descend(model, &c->map, &c->field, &seeds, &c->flow, &c->classes, NULL) == FF_OK,
	      "%s", "no flow");
	c->guide = (struct ff_guide){&c->map,     &c->map,   &c->field, &c->flow,
				     &c->classes, &c->model, 0,         false};
	c->first = oracle_cells(n, sizeof *c->first);
	memset(c->first, 0xff, n * sizeof *c->first);
	c->near = oracle_cells(n, 1);
	for (int32_t i = 0; i < map.w * map.h; i++)
		for (int k = 0; k < 9; k++)
			c->near[i] |=
				!ff_cost_open(&map, i % map.w + k % 3 - 1, i / map.w + k / 3 - 1);
	free(list);
}

static inline void crowded_free(struct crowded *c)
{
	free(c->map.cells);
	free(c->field.cells);
	free(c->flow.cells);
	free(c->flow.vectors);
	free(c->classes.cells);
	free(c->near);
	free(c->first);
	free(c->next);
}

/* Whether the segment passes through the inside of a square of a cell's size: what is left of it
 * after cutting off what lies beyond each side in turn. */
static inline bool crowded_pierces(double x0, double y0, double x1, double y1, int32_t x, int32_t y)
{
	double from = 0, to = 1, dx = x1 - x0, dy = y1 - y0;
	const double side[4][2] = {{-dx, x0 - (x - 0.5)},
				   {dx, x + 0.5 - x0},
				   {-dy, y0 - (y - 0.5)},
				   {dy, y + 0.5 - y0}};

	for (int i = 0; i < 4; i++) {
		double p = side[i][0], q = side[i][1];

		if (p == 0 && q <= CROWDED_ROUNDING)
			return false;
		if (p < 0)
			from = fmax(from, q / p);
		else if (p > 0)
			to = fmin(to, q / p);
	}
	return (to - from) * sqrt(dx * dx + dy * dy) > CROWDED_ROUNDING ||
	       (dx == 0 && dy == 0 && from <= to);
}

static inline void crowded_look_at_walls(struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	double x = crowd->x[i], y = crowd->y[i], radius = crowd->walkers[i].radius;
	double from_x = crowd->from_x[i], from_y = crowd->from_y[i];
	int32_t reach = (int32_t)ceil(radius + 0.5);
	int32_t at_x = (int32_t)floor(x + 0.5), at_y = (int32_t)floor(y + 0.5);

	for (int32_t wy = at_y - reach; wy <= at_y + reach; wy++)
		for (int32_t wx = at_x - reach; wx <= at_x + reach; wx++) {
			double off_x, off_y;

			if (ff_cost_open(&c->map, wx, wy))
				continue;
			off_x = fmax(fabs(x - wx) - 0.5, 0);
			off_y = fmax(fabs(y - wy) - 0.5, 0);
			c->nearest = fmin(c->nearest, sqrt(off_x * off_x + off_y * off_y) - radius);
			CHECK(!crowded_pierces(from_x, from_y, x, y, wx, wy),
			      "step %" PRIu64 ": walker %zu goes from %.17g,%.17g to %.17g,%.17g "
			      "through the wall at %d,%d",
			      crowd->step, i, from_x, from_y, x, y, wx, wy);
		}
	CHECK(c->nearest >= -CROWDED_ROUNDING,
	      "step %" PRIu64 ": walker %zu at %.17g,%.17g: a disc is "
	      "%g in a wall",
	      crowd->step, i, x, y, -c->nearest);
}

static inline int32_t *crowded_cell(const struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	return &c->first[ff_cost_index(&c->map, (int32_t)floor(crowd->x[i] + 0.5),
				       (int32_t)floor(crowd->y[i] + 0.5))];
}

/* A walker and those in his cell and the ones around it, as far as they are in the lists yet. */
static inline void crowded_look_at_pairs(struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	const struct ff_walker *walkers = crowd->walkers;
	int32_t x = (int32_t)floor(crowd->x[i] + 0.5), y = (int32_t)floor(crowd->y[i] + 0.5);

	for (int32_t k = 0; k < 9; k++) {
		int32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;

		if (!ff_cost_inside(&c->map, nx, ny))
			continue;
		for (int32_t j = c->first[ff_cost_index(&c->map, nx, ny)]; j >= 0; j = c->next[j]) {
			double dx = crowd->x[i] - crowd->x[j], dy = crowd->y[i] - crowd->y[j];

			c->deepest = fmax(c->deepest, walkers[i].radius + walkers[j].radius -
							      sqrt(dx * dx + dy * dy));
		}
	}
	CHECK(c->deepest <= CROWDED_ROUNDING, "step %" PRIu64 ": two overlap by %g", crowd->step,
	      c->deepest);
}

/* crowded_look() checks all walkers, whose radius is 0.5 at most, after a step. */
static inline void crowded_look(struct crowded *c, const struct ff_crowd *crowd)
{
	if (c->next == NULL)
		c->next = oracle_cells(crowd->count, sizeof *c->next);
	for (size_t i = 0; i < crowd->count; i++) {
		int32_t *first = crowded_cell(c, crowd, i);

		if (crowd->state[i] != FF_CROWD_WALKING)
			continue;
		if (c->near[first - c->first] != 0)
			crowded_look_at_walls(c, crowd, i);
		crowded_look_at_pairs(c, crowd, i);
		c->next[i] = *first;
		*first = (int32_t)i;
	}
	for (size_t i = 0; i < crowd->count; i++)
		*crowded_cell(c, crowd, i) = -1;
}

#endif
