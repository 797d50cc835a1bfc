/*
 * Worlds of flowfield.h.  Edits wait in a list until the next solve; until then a world answers by
 * its last solution.  The data that repairs need is computed by the second solve, so a world that
 * never changes does not pay for it.
 */
#include "flowfield.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/crowd/follow.h"
#include "core/handle.h"
#include "core/map/walkers.h"
#include "core/solve/clearance.h"
#include "core/solve/seeds.h"
#include "core/solve/solve.h"
#include "core/update/renew.h"
#include "core/verify/compare.h"
#include "core/verify/verify.h"

/* The new costs of a rectangle. */
struct edit {
	int32_t x, y, w, h;
	uint32_t cost;   /* as ff_cost_set() takes it */
	uint16_t *costs; /* owned; [w*h]  likewise; NULL: all are 'cost' */
};

struct ff_world_work {
	struct ff_model model;
	double radius;
	struct ff_machine machine;  /* its pool is owned */
	struct ff_cost map, closed; /* owned; closed.cells NULL: not needed */
	struct ff_goals goals;      /* owned */
	size_t goal_room;
	bool goals_changed; /* since the last solve */
	struct edit *edits; /* owned; [edit_count] */
	size_t edit_count, edit_room;
	struct ff_seeds seeds; /* owned, as all below */
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_labels nearest, allocation;
	struct ff_solve solve; /* points to the above */
	struct ff_renew renew;
	bool renews;  /* 'renew' is open */
	bool partial; /* only some sectors are solved: ff_world_of_solution() */
	enum {
		IDLE,
		SOLVING,
		RENEWING,
	} stage;
	uint64_t changed;
	struct ff_error err;
};

static size_t cells_of(const struct ff_world *world)
{
	return (size_t)world->work->map.w * (size_t)world->work->map.h;
}

static bool copy_map(struct ff_world_work *work, int32_t w, int32_t h,
		     const struct ff_handle_costs *costs)
{
	if (!ff_handle_map(&work->map, w, h, costs))
		return false;
	if (!(work->radius > 0.5)) /* up to 0.5 closes nothing */
		return true;
	return ff_cost_new(&work->closed, w, h, costs->wide != NULL);
}

static void set_rules(struct ff_world *world, const struct ff_rules *rules)
{
	struct ff_world_work *work = world->work;
	const struct ff_cost *cost = work->closed.cells != NULL ? &work->closed : &work->map;
	uint32_t unit = ff_model_unit(&work->model);

	work->solve = (struct ff_solve){
		.model = &work->model,
		.cost = cost,
		.seeds = &work->seeds,
		.unit = unit,
		.limit = rules->max_cost > 0 ? rules->max_cost * unit : FF_FIELD_NONEF,
		.flee = rules->flee,
		.sight = rules->sight != 0,
		.most = SIZE_MAX,
		.machine = &work->machine,
		.field = &work->field,
		.flow = &work->flow,
		.classes = &work->classes,
		.nearest = &work->nearest,
		.allocation = &work->allocation,
	};
	world->guide = (struct ff_guide){
		.map = &work->map,
		.cost = cost,
		.field = &work->field,
		.flow = &work->flow,
		.classes = &work->classes,
		.model = &work->model,
		.radius = work->radius,
		.pending = true,
	};
}

static enum ff_status new_world(const char *call, int32_t w, int32_t h,
				const struct ff_handle_costs *costs, const struct ff_rules *rules,
				struct ff_world **out)
{
	static const struct ff_rules defaults = {0};
	struct ff_world *world;
	struct ff_world_work *work;

	if (!ff_given(call, "out", out))
		return FF_E_ARG;
	*out = NULL;
	rules = rules != NULL ? rules : &defaults;
	if (!ff_handle_is_valid(call, w, h, costs, rules))
		return FF_E_ARG;
	world = calloc(1, sizeof *world);
	work = calloc(1, sizeof *work);
	if (world == NULL || work == NULL) {
		free(world);
		free(work);
		return ff_result(call, FF_E_NOMEM);
	}
	world->work = work;
	work->model = ff_handle_model(rules, costs);
	work->radius = rules->radius;
	if (!copy_map(work, w, h, costs) ||
	    ff_machine_open(&work->machine, rules->threads) != FF_OK) {
		ff_world_free(world);
		return ff_result(call, FF_E_NOMEM);
	}
	set_rules(world, rules);
	*out = world;
	return FF_OK;
}

enum ff_status ff_world_new(int32_t w, int32_t h, const uint8_t *cost, const struct ff_rules *rules,
			    struct ff_world **out)
{
	return new_world(__func__, w, h, &(struct ff_handle_costs){.bytes = cost}, rules, out);
}

enum ff_status ff_world_new_wide(int32_t w, int32_t h, const uint16_t *cost, uint32_t scale,
				 const struct ff_rules *rules, struct ff_world **out)
{
	return new_world(__func__, w, h, &(struct ff_handle_costs){.wide = cost, .scale = scale},
			 rules, out);
}

static void drop_edits(struct ff_world_work *work)
{
	for (size_t i = 0; i < work->edit_count; i++)
		free(work->edits[i].costs);
	work->edit_count = 0;
}

static void close_renewals(struct ff_world_work *work)
{
	ff_renew_close(&work->renew);
	work->renews = false;
}

void ff_world_free(struct ff_world *world)
{
	struct ff_world_work *work;

	if (world == NULL)
		return;
	work = world->work;
	close_renewals(work);
	ff_solve_end(&work->solve);
	drop_edits(work);
	free(work->edits);
	free(work->goals.items);
	free(work->seeds.items);
	free(work->map.cells);
	free(work->closed.cells);
	free(work->field.cells);
	free(work->flow.cells);
	free(work->flow.vectors);
	free(work->classes.cells);
	free(work->nearest.cells);
	free(work->allocation.cells);
	ff_pool_close(work->machine.pool);
	free(work);
	free(world);
}

int32_t ff_world_width(const struct ff_world *world)
{
	return world->work->map.w;
}

int32_t ff_world_height(const struct ff_world *world)
{
	return world->work->map.h;
}

/* ---- goals and edits ---- */

enum ff_status ff_world_add_goal(struct ff_world *world, double x, double y, int64_t start)
{
	struct ff_world_work *work = world->work;

	work->goals_changed = true;
	return ff_handle_add_place(__func__, &work->goals, &work->goal_room, &work->map, x, y,
				   start);
}

enum ff_status ff_world_add_goal_area(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				      int32_t h, int64_t start)
{
	const struct ff_goal goal = {.x = x, .y = y, .w = w, .h = h, .start = start};
	struct ff_world_work *work = world->work;

	if (!ff_handle_contains(__func__, &work->map, x, y, w, h))
		return FF_E_ARG;
	work->goals_changed = true;
	return ff_handle_add_goal(__func__, &work->goals, &work->goal_room, &goal);
}

void ff_world_clear_goals(struct ff_world *world)
{
	struct ff_world_work *work = world->work;

	work->goals.count = 0;
	work->goals_changed = true;
}

static enum ff_status add_edit(const char *call, struct ff_world_work *work,
			       const struct edit *edit)
{
	void *edits = work->edits;

	if (!ff_memory_grow(&edits, &work->edit_room, work->edit_count + 1, sizeof *edit))
		return ff_result(call, FF_E_NOMEM);
	work->edits = edits;
	work->edits[work->edit_count++] = *edit;
	return FF_OK;
}

enum ff_status ff_world_edit(struct ff_world *world, int32_t x, int32_t y, int32_t w, int32_t h,
			     uint8_t cost)
{
	const struct ff_cost *map = &world->work->map;
	const struct ff_handle_costs costs = {.bytes = &cost};

	if (!ff_handle_contains(__func__, map, x, y, w, h))
		return FF_E_ARG;
	return add_edit(__func__, world->work,
			&(struct edit){x, y, w, h, ff_handle_cost(map, &costs, 0), NULL});
}

static enum ff_status edit_cells(const char *call, struct ff_world *world, int32_t x, int32_t y,
				 int32_t w, int32_t h, const struct ff_handle_costs *costs)
{
	const struct ff_cost *map = &world->work->map;
	struct edit edit = {x, y, w, h, 0, NULL};
	enum ff_status st;

	if (!ff_handle_fits(call, map, costs, x, y, w, h))
		return FF_E_ARG;
	if ((edit.costs = ff_memory_cells(w, h, sizeof *edit.costs)) == NULL)
		return ff_result(call, FF_E_NOMEM);
	for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
		edit.costs[i] = (uint16_t)ff_handle_cost(map, costs, i);
	if ((st = add_edit(call, world->work, &edit)) != FF_OK)
		free(edit.costs);
	return st;
}

enum ff_status ff_world_edit_cells(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				   int32_t h, const uint8_t *cost)
{
	return edit_cells(__func__, world, x, y, w, h, &(struct ff_handle_costs){.bytes = cost});
}

enum ff_status ff_world_edit_wide(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				  int32_t h, const uint16_t *cost)
{
	return edit_cells(__func__, world, x, y, w, h, &(struct ff_handle_costs){.wide = cost});
}

/* ---- solving ---- */

/* Makes the pending edits; 'renew' lists them, or is NULL. */
static enum ff_status make_edits(struct ff_world_work *work, struct ff_renew *renew)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < work->edit_count && st == FF_OK; i++) {
		const struct edit *edit = &work->edits[i];
		size_t from = 0;

		for (int32_t y = edit->y; y < edit->y + edit->h; y++)
			for (int32_t x = edit->x; x < edit->x + edit->w && st == FF_OK; x++) {
				size_t cell = ff_cost_index(&work->map, x, y);
				uint32_t cost =
					edit->costs != NULL ? edit->costs[from++] : edit->cost;

				if (renew != NULL)
					st = ff_renew_set(renew, cell, cost);
				else
					ff_cost_set(&work->map, cell, cost);
			}
	}
	if (st == FF_OK)
		drop_edits(work);
	return st;
}

static enum ff_status make_seeds(struct ff_world_work *work)
{
	work->solve.goals = (uint32_t)work->goals.count;
	work->seeds = (struct ff_seeds){0};
	return ff_seeds_make(&work->seeds, &work->goals, &work->map, work->solve.cost,
			     work->solve.unit, "", &work->err);
}

/* Notes for crowds that the world has changed, and whether it is solved. */
static void set_pending(struct ff_world *world, bool pending)
{
	world->guide.pending = pending;
	world->guide.version++;
}

/* Leaves the world unsolved, with all edits made. */
static enum ff_status fail(struct ff_world *world, enum ff_status st)
{
	struct ff_world_work *work = world->work;

	if (st == FF_E_NOMEM)
		ff_status_nomem(&work->err, "the world");
	(void)make_edits(work, NULL);
	close_renewals(work);
	ff_solve_end(&work->solve);
	free(work->field.cells);
	work->field.cells = NULL;
	work->stage = IDLE;
	set_pending(world, true);
	return st;
}

static enum ff_status begin_afresh(struct ff_world_work *work)
{
	enum ff_status st;

	(void)make_edits(work, NULL); /* cannot fail */
	if (work->closed.cells != NULL &&
	    ff_clearance_close(&work->map, work->radius, &work->closed) != FF_OK)
		return FF_E_NOMEM;
	free(work->seeds.items);
	if ((st = make_seeds(work)) != FF_OK)
		return st;
	ff_solve_begin(&work->solve);
	work->stage = SOLVING;
	return FF_OK;
}

static enum ff_status open_renewals(struct ff_world_work *work)
{
	const struct ff_renew_world world = {
		.solve = &work->solve,
		.map = &work->map,
		.closed = &work->closed,
		.radius = work->radius,
		.goals = &work->goals,
		.counts = true,
	};

	if (work->renews)
		return FF_OK;
	work->renews = true;
	return ff_renew_open(&work->renew, &world);
}

static enum ff_status begin_renewal(struct ff_world_work *work)
{
	struct ff_seeds before = work->seeds;
	enum ff_status st;
	bool reseed;

	if ((st = open_renewals(work)) != FF_OK || (st = make_edits(work, &work->renew)) != FF_OK ||
	    (st = ff_renew_gather(&work->renew, work->goals_changed)) != FF_OK)
		return st;
	reseed = work->renew.reseed;
	if (reseed)
		st = make_seeds(work);
	if (st == FF_OK)
		st = ff_renew_begin(&work->renew, reseed ? &before : NULL, work->goals_changed);
	if (reseed)
		free(before.items);
	work->stage = RENEWING;
	return st;
}

/* Returns the status of a solve, and says why it failed. */
static enum ff_status end_call(const struct ff_world *world, const char *call, enum ff_status st)
{
	const char *why = world->work->err.text;

	return st == FF_OK || why[0] == '\0' ? ff_result(call, st)
					     : ff_fail(st, "%s: %s", call, why);
}

static enum ff_status begin(struct ff_world *world)
{
	struct ff_world_work *work = world->work;
	enum ff_status st;

	work->err.text[0] = '\0';
	if (work->stage != IDLE)
		(void)fail(world, FF_OK);
	st = world->guide.pending || work->partial ? begin_afresh(work) : begin_renewal(work);
	work->partial = false;
	if (st != FF_OK)
		return fail(world, st);
	work->goals_changed = false;
	set_pending(world, true);
	return FF_OK;
}

/* Computes all that follows from the finished field. */
static enum ff_status end_solving(struct ff_world_work *work)
{
	enum ff_status st = ff_solve_flow(&work->solve);

	work->changed =
		st == FF_OK ? work->classes.count[FF_GOAL] + work->classes.count[FF_REACHED] : 0;
	return st;
}

static enum ff_status step(struct ff_world *world, uint64_t cells, int *done)
{
	struct ff_world_work *work = world->work;
	size_t budget = cells < SIZE_MAX ? (size_t)cells : SIZE_MAX;
	bool ends = false;
	enum ff_status st;

	*done = 0;
	st = work->stage == SOLVING ? ff_solve_step(&work->solve, budget, &ends)
				    : ff_renew_step(&work->renew, budget, &ends);
	if (st == FF_OK && !ends)
		return FF_OK;
	if (st == FF_OK && work->stage == SOLVING)
		st = end_solving(work);
	else if (st == FF_OK)
		work->changed = work->renew.figures.changed;
	if (st == FF_OK && work->solve.sight)
		st = ff_solve_sight(&work->solve);
	if (st != FF_OK)
		return fail(world, st);
	work->stage = IDLE;
	set_pending(world, false);
	*done = 1;
	return FF_OK;
}

enum ff_status ff_world_begin(struct ff_world *world)
{
	return end_call(world, __func__, begin(world));
}

enum ff_status ff_world_step(struct ff_world *world, uint64_t cells, int *done)
{
	if (!ff_given(__func__, "done", done) ||
	    !ff_within(__func__, "cells", (double)cells, 1, INFINITY))
		return FF_E_ARG;
	if (world->work->stage == IDLE)
		return ff_fail(FF_E_ARG, "%s: no solve has begun", __func__);
	return end_call(world, __func__, step(world, cells, done));
}

enum ff_status ff_world_solve(struct ff_world *world)
{
	enum ff_status st = begin(world);
	int done = 0;

	while (st == FF_OK && !done)
		st = step(world, UINT64_MAX, &done);
	return end_call(world, __func__, st);
}

/* ---- worlds of some sectors ---- */

/* Copies cells of 'size' bytes; returns NULL if memory ran out, or there are none. */
static void *copy_cells(const struct ff_cost *map, const void *from, size_t size)
{
	void *to = from == NULL ? NULL : ff_memory_cells(map->w, map->h, size);

	if (to != NULL)
		memcpy(to, from, (size_t)map->w * (size_t)map->h * size);
	return to;
}

/* Copies a solution into a new world; returns false if memory ran out. */
static bool copy_solution(struct ff_world_work *work, const struct ff_handle_solution *from)
{
	const struct ff_cost *map = &work->map;

	work->field = *from->field;
	work->flow = *from->flow;
	work->classes = *from->classes;
	work->nearest = *from->nearest;
	work->field.cells = copy_cells(map, from->field->cells, ff_field_size(work->field.type));
	work->flow.cells = copy_cells(map, from->flow->cells, sizeof *work->flow.cells);
	work->flow.vectors = copy_cells(map, from->flow->vectors, sizeof *work->flow.vectors);
	work->classes.cells = copy_cells(map, from->classes->cells, sizeof *work->classes.cells);
	work->nearest.cells = copy_cells(map, from->nearest->cells, sizeof *work->nearest.cells);
	return work->field.cells != NULL && work->flow.cells != NULL &&
	       (work->flow.vectors != NULL || from->flow->vectors == NULL) &&
	       work->classes.cells != NULL &&
	       (work->nearest.cells != NULL || from->nearest->cells == NULL);
}

/* Copies goals and their cells. */
static enum ff_status copy_goals(struct ff_world_work *work, const struct ff_handle_solution *from)
{
	const struct ff_goals *goals = from->goals;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < goals->count && st == FF_OK; i++)
		st = ff_handle_add_goal("ff_router_world", &work->goals, &work->goal_room,
					&goals->items[i]);
	work->seeds.items = calloc(from->seeds->count, sizeof *work->seeds.items);
	if (st != FF_OK || work->seeds.items == NULL)
		return FF_E_NOMEM;
	work->seeds.count = from->seeds->count;
	memcpy(work->seeds.items, from->seeds->items,
	       work->seeds.count * sizeof *work->seeds.items);
	return FF_OK;
}

enum ff_status ff_world_of_solution(const struct ff_cost *map, const struct ff_rules *rules,
				    uint32_t scale, const struct ff_handle_solution *solution,
				    struct ff_world **out)
{
	const struct ff_handle_costs costs = {
		.bytes = map->wide == NULL ? map->cells : NULL, .wide = map->wide, .scale = scale};
	struct ff_world_work *work;
	enum ff_status st = new_world("ff_router_world", map->w, map->h, &costs, rules, out);

	if (st != FF_OK)
		return st;
	work = (*out)->work;
	if (work->closed.cells != NULL)
		st = ff_clearance_close(&work->map, work->radius, &work->closed);
	if (st == FF_OK)
		st = copy_goals(work, solution);
	if (st == FF_OK && !copy_solution(work, solution))
		st = FF_E_NOMEM;
	if (st != FF_OK) {
		ff_world_free(*out);
		*out = NULL;
		return FF_E_NOMEM;
	}
	work->partial = true;
	work->changed = work->classes.count[FF_GOAL] + work->classes.count[FF_REACHED];
	set_pending(*out, false);
	return FF_OK;
}

uint64_t ff_world_changed(const struct ff_world *world)
{
	return world->work->changed;
}

/* ---- results ---- */

/* Returns true if the world has answers; partial ones do only where 'partial' is allowed. */
static bool is_solved(const char *call, const struct ff_world *world, bool partial)
{
	if (!world->guide.pending && (partial || !world->work->partial))
		return true;
	ff_fail(FF_E_ARG, "%s: the world is not solved", call);
	return false;
}

/* Finds the index of cell x,y; false if it is not on the map or the world is not solved. */
static bool find_cell(const struct ff_world *world, int32_t x, int32_t y, size_t *cell)
{
	const struct ff_cost *map = &world->work->map;

	if (world->guide.pending || !ff_cost_inside(map, x, y))
		return false;
	*cell = ff_cost_index(map, x, y);
	return true;
}

double ff_world_value(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	return find_cell(world, x, y, &cell) ? ff_field_value(&world->work->field, cell)
					     : FF_FIELD_NONEF;
}

enum ff_direction ff_world_direction(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	return find_cell(world, x, y, &cell) ? (enum ff_direction)world->work->flow.cells[cell]
					     : FF_NONE;
}

enum ff_class ff_world_class(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	if (find_cell(world, x, y, &cell))
		return (enum ff_class)world->work->classes.cells[cell];
	return ff_cost_open(&world->work->map, x, y) ? FF_NOT_YET : FF_WALL;
}

void ff_world_vector(const struct ff_world *world, int32_t x, int32_t y, double *dx, double *dy)
{
	struct ff_flow_vector vector = {0, 0};
	size_t cell;

	if (find_cell(world, x, y, &cell))
		vector = ff_flow_vector_at(&world->work->flow, cell);
	*dx = (double)vector.dx;
	*dy = (double)vector.dy;
}

size_t ff_world_size(const struct ff_world *world, enum ff_layer layer)
{
	return cells_of(world) * ff_handle_layer(&world->work->map, layer);
}

enum ff_status ff_world_copy(struct ff_world *world, enum ff_layer layer, void *buffer,
			     size_t bytes)
{
	struct ff_world_work *work = world->work;
	size_t cells = cells_of(world);
	enum ff_status st = FF_OK;

	if (!ff_handle_holds(__func__, buffer, bytes, ff_world_size(world, layer)) ||
	    (layer != FF_LAYER_COST && !is_solved(__func__, world, layer != FF_LAYER_ALLOCATION)))
		return FF_E_ARG;
	switch (layer) {
	case FF_LAYER_COST:
		ff_handle_copy_costs(&work->map, buffer);
		return FF_OK;
	case FF_LAYER_VALUES:
		for (size_t i = 0; i < cells; i++)
			((double *)buffer)[i] = ff_field_value(&work->field, i);
		return FF_OK;
	case FF_LAYER_DIRECTIONS:
		memcpy(buffer, work->flow.cells, bytes);
		return FF_OK;
	case FF_LAYER_VECTORS:
		for (size_t i = 0; i < cells; i++)
			((struct ff_flow_vector *)buffer)[i] = ff_flow_vector_at(&work->flow, i);
		return FF_OK;
	case FF_LAYER_CLASSES:
		memcpy(buffer, work->classes.cells, bytes);
		return FF_OK;
	case FF_LAYER_ALLOCATION:
	case FF_LAYER_SIGHT:
		if (work->solve.flee < 0)
			return ff_fail(FF_E_ARG, "%s: with rules.flee there is no such layer",
				       __func__);
		st = layer == FF_LAYER_SIGHT ? ff_solve_sight(&work->solve)
					     : ff_solve_allocate(&work->solve);
		if (st == FF_OK)
			ff_handle_labels(layer == FF_LAYER_SIGHT ? &work->nearest
								 : &work->allocation,
					 buffer);
		return ff_result(__func__, st);
	case FF_LAYERS:
		break;
	}
	return FF_E_ARG;
}

/* ---- walkers ---- */

enum { FOLLOW_STEPS = 8 }; /* a checked step is 1/FOLLOW_STEPS cells */

void ff_world_follow(const struct ff_world *world, double x, double y, double *dx, double *dy)
{
	struct ff_sample way = {0, 0};

	if (!world->guide.pending)
		way = ff_sample_way(&world->guide, x, y, 1.0 / FOLLOW_STEPS);
	*dx = way.dx;
	*dy = way.dy;
}

enum ff_status ff_world_path(const struct ff_world *world, double x, double y, double *points,
			     size_t room, size_t *count)
{
	const struct ff_cost *map = &world->work->map;
	struct ff_walker walker = {.x = x, .y = y, .radius = 0.5, .speed = 1};
	struct ff_path path = {0};
	enum ff_class class;
	enum ff_status st;

	if (!ff_given(__func__, "count", count))
		return FF_E_ARG;
	*count = 0;
	if (!is_solved(__func__, world, true) || !ff_handle_leads(__func__, world->guide.model) ||
	    (room > 0 && !ff_given(__func__, "points", points)) ||
	    !ff_within(__func__, "x", x, -INFINITY, INFINITY) ||
	    !ff_within(__func__, "y", y, -INFINITY, INFINITY))
		return FF_E_ARG;
	if (!(x >= -0.5 && y >= -0.5 && x < map->w - 0.5 && y < map->h - 0.5))
		return FF_E_ANSWER;
	class = ff_world_class(world, ff_sample_cell(x), ff_sample_cell(y));
	if (class != FF_GOAL && class != FF_REACHED)
		return FF_E_ANSWER;
	if ((st = ff_trace(&world->guide, FF_TRACE_SMOOTH, &walker, false, false, &path)) != FF_OK)
		return ff_result(__func__, st);
	*count = path.count;
	for (size_t i = 0; i < path.count && i < room; i++) {
		points[2 * i] = path.points[i].x;
		points[2 * i + 1] = path.points[i].y;
	}
	free(path.points);
	return FF_OK;
}

/* ---- verification and comparison ---- */

enum ff_status ff_world_verify(const struct ff_world *world, struct ff_fault *fault)
{
	const struct ff_world_work *work = world->work;
	const struct ff_solve *solve = &work->solve;
	const struct ff_verify_question question = {
		.model = &work->model,
		.cost = solve->cost,
		.seeds = &work->seeds,
		.unit = solve->unit,
		.limit = solve->limit,
		.sight = solve->sight,
	};
	struct ff_field values = {
		.w = work->map.w, .h = work->map.h, .type = FF_FIELD_F64, .unit = 1};
	const struct ff_verify_claim claim = {
		.field = &values,
		.classes = work->classes.cells,
		.directions = work->flow.cells,
		.vectors = work->flow.vectors,
	};
	struct ff_verify_result result;
	enum ff_status st;

	if (!ff_given(__func__, "fault", fault) || !is_solved(__func__, world, false))
		return FF_E_ARG;
	if (solve->flee < 0)
		return ff_fail(FF_E_ARG, "%s: the world has rules.flee", __func__);
	values.f64 = ff_memory_cells(values.w, values.h, sizeof *values.f64);
	if (values.f64 == NULL)
		return ff_result(__func__, FF_E_NOMEM);
	for (size_t i = 0; i < cells_of(world); i++)
		values.f64[i] = ff_field_value(&work->field, i);
	st = ff_verify(&question, &claim, &result);
	free(values.f64);
	if (st != FF_OK)
		return ff_result(__func__, st);
	*fault = (struct ff_fault){.x = -1, .y = -1};
	if (!result.any)
		return FF_OK;
	for (int i = 0; i < FF_VERIFY_KINDS; i++)
		fault->cells += result.wrong[i];
	fault->x = result.x;
	fault->y = result.y;
	memcpy(fault->text, result.what, sizeof fault->text);
	return FF_E_ANSWER;
}

/* The vectors of a flow, or those that its directions stand for. */
static struct ff_raster vectors_of(const struct ff_world *world)
{
	const struct ff_flow *flow = &world->work->flow;

	return (struct ff_raster){
		.w = flow->w,
		.h = flow->h,
		.channels = 2,
		.type = FF_RASTER_F32,
		.unit = 1,
		.none = (double)NAN,
		.cells = flow->vectors != NULL ? (void *)flow->vectors : (void *)flow->cells,
		.directions = flow->vectors != NULL ? NULL : &ff_flow_units[0].dx,
	};
}

static struct ff_compare_side side_of(const struct ff_world *world, const struct ff_raster *costs,
				      const struct ff_raster *values,
				      const struct ff_raster *vectors)
{
	const struct ff_world_work *work = world->work;

	return (struct ff_compare_side){
		.classes = work->classes.cells,
		.costs = costs,
		.directions = work->flow.cells,
		.values = values,
		.vectors = vectors,
	};
}

enum ff_status ff_world_compare(const struct ff_world *before, const struct ff_world *after,
				struct ff_difference *difference)
{
	struct ff_compare_question question = {0};
	struct ff_compare_result result;
	struct ff_raster costs[2], values[2], vectors[2];
	enum ff_status st;
	size_t first = 0;

	if (!ff_given(__func__, "difference", difference) || !is_solved(__func__, before, true) ||
	    !is_solved(__func__, after, true))
		return FF_E_ARG;
	if (ff_world_width(before) != ff_world_width(after) ||
	    ff_world_height(before) != ff_world_height(after))
		return ff_fail(FF_E_ARG, "%s: the sizes of the worlds differ", __func__);
	costs[0] = ff_raster_of_cost(&before->work->map, before->work->model.scale);
	costs[1] = ff_raster_of_cost(&after->work->map, after->work->model.scale);
	values[0] = ff_raster_of_field(&before->work->field);
	values[1] = ff_raster_of_field(&after->work->field);
	vectors[0] = vectors_of(before);
	vectors[1] = vectors_of(after);
	question.w = ff_world_width(before);
	question.h = ff_world_height(before);
	question.old = side_of(before, &costs[0], &values[0], &vectors[0]);
	question.new = side_of(after, &costs[1], &values[1], &vectors[1]);
	if ((st = ff_compare(&question, &result)) != FF_OK)
		return ff_result(__func__, st);
	*difference = (struct ff_difference){
		.cells = result.differing,
		.turned = result.turned,
		.x = -1,
		.y = -1,
		.rise = result.rise.x < 0 ? 0 : result.rise.new - result.rise.old,
		.fall = result.fall.x < 0 ? 0 : result.fall.old - result.fall.new,
	};
	while (result.differing > 0 && result.cells[first] == 0)
		first++;
	if (result.differing > 0) {
		difference->x = (int32_t)(first % (size_t)question.w);
		difference->y = (int32_t)(first / (size_t)question.w);
	}
	ff_compare_free(&result);
	return FF_OK;
}
