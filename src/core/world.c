/*
 * Worlds of flowfield.h.  Edits and goals wait until the next solve, except that walkers mind walls
 * at once: they have a map of their own.  The data that repairs need is computed by the second
 * solve, so a world that never changes does not pay for it.
 *
 * A solve in steps first copies the solution, in parts: the world answers by the copy until the
 * last step.  One that grows answers by what is settled so far, and never by both.
 */
#include "flowfield.h"

#include <assert.h>
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

/* All that answers depend on. */
struct solution {
	struct ff_cost map, closed; /* owned, as all here; closed.cells NULL: not needed */
	struct ff_seeds seeds;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_labels nearest, allocation;
	struct ff_solve solve; /* points to the above */
	bool partial;          /* only some sectors are solved: ff_world_of_solution() */
};

struct ff_world_work {
	struct ff_model model;
	double radius;
	bool progressive;
	struct ff_machine machine; /* its pool is owned */
	struct ff_cost walls;      /* owned; the map after all edits; cells NULL: as solved */
	struct ff_goals goals;     /* owned */
	struct ff_goals solved;    /* owned; goals of the last solve */
	size_t goal_room, solved_room;
	struct edit *edits; /* owned; [edit_count] */
	size_t edit_count, edit_room;
	size_t begun;                /* edits of the solve under way */
	struct solution now, former; /* to work on; and, while that is stepped, to answer by: kept,
				      * since fresh memory is slow */
	struct solution *shown;      /* the one that answers */
	size_t copied;               /* cells of 'former' */
	bool finished;               /* 'now' is: it is valid */
	bool goals_changed;          /* since the last solve */
	bool grows;                  /* the solve under way answers as it goes */
	bool same;                   /* it has changed nothing */
	struct ff_renew renew;
	bool renews; /* 'renew' is open */
	enum {
		IDLE,
		SAME, /* nothing has changed */
		COPYING,
		PREPARING,
		SOLVING,
		FLOWING, /* directions are set */
		RENEWING,
		ENDING,
	} stage;
	uint64_t changed;
	struct ff_error err;
};

static size_t cells_of(const struct ff_world *world)
{
	return (size_t)world->work->now.map.w * (size_t)world->work->now.map.h;
}

/* Makes the solve of a solution point to its own parts. */
static void bind(struct solution *s)
{
	s->solve.cost = s->closed.cells != NULL ? &s->closed : &s->map;
	s->solve.seeds = &s->seeds;
	s->solve.field = &s->field;
	s->solve.flow = &s->flow;
	s->solve.classes = &s->classes;
	s->solve.nearest = &s->nearest;
	s->solve.allocation = &s->allocation;
}

/* Makes the world answer by a solution. */
static void show(struct ff_world *world, struct solution *s)
{
	struct ff_guide *guide = &world->guide;

	world->work->shown = s;
	guide->map = world->work->walls.cells != NULL ? &world->work->walls : &s->map;
	guide->cost = s->solve.cost;
	guide->field = &s->field;
	guide->flow = &s->flow;
	guide->sight = s->solve.sight;
	guide->classes = &s->classes;
	guide->aimless = !guide->pending && s->seeds.count == 0;
}

/* Notes for crowds that the world has changed, and whether it is solved. */
static void set_pending(struct ff_world *world, bool pending)
{
	world->guide.pending = pending;
	world->guide.walled &= pending || world->work->edit_count > 0;
	world->guide.version++;
	show(world, &world->work->now);
}

static void set_rules(struct ff_world *world, const struct ff_rules *rules)
{
	struct ff_world_work *work = world->work;
	double unit = ff_model_unit(&work->model);

	work->progressive = rules->progressive != 0;
	work->now.solve = (struct ff_solve){
		.model = &work->model,
		.unit = unit,
		.limit = rules->max_cost > 0 ? rules->max_cost * unit : FF_FIELD_NONEF,
		.flee = rules->flee,
		.sight = rules->sight != 0,
		.most = SIZE_MAX,
		.machine = &work->machine,
	};
	bind(&work->now);
	world->guide.model = &work->model;
	world->guide.radius = work->radius;
	set_pending(world, true);
}

/* Makes a world of a caller's costs or, where 'model' is not NULL, of a map. */
static enum ff_status new_world(const char *call, int32_t w, int32_t h, const void *cost,
				const struct ff_cost *map, const struct ff_model *model,
				const struct ff_rules *rules, struct ff_world **out)
{
	static const struct ff_rules defaults = {0};
	struct ff_world *world;
	struct ff_world_work *work;
	enum ff_status st = FF_OK;

	if (!ff_given(call, "out", out))
		return FF_E_ARG;
	*out = NULL;
	rules = rules != NULL ? rules : &defaults;
	if (!ff_handle_is_valid(call, w, h, cost, rules))
		return FF_E_ARG;
	world = calloc(1, sizeof *world);
	work = calloc(1, sizeof *work);
	if (world == NULL || work == NULL) {
		free(world);
		free(work);
		return ff_result(call, FF_E_NOMEM);
	}
	world->work = work;
	work->radius = rules->radius;
	if (model == NULL) {
		st = ff_handle_map(call, w, h, cost, rules, &work->now.map, &work->model);
	} else if (ff_cost_new(&work->now.map, w, h, map->wide != NULL)) {
		work->model = *model;
		ff_cost_copy(map, 0, 0, &work->now.map);
	} else {
		st = ff_result(call, FF_E_NOMEM);
	}
	/* A radius up to 0.5 closes nothing. */
	if (st == FF_OK && ((work->radius > 0.5 &&
			     !ff_cost_new(&work->now.closed, w, h, work->now.map.wide != NULL)) ||
			    ff_machine_open(&work->machine, rules->threads) != FF_OK))
		st = ff_result(call, FF_E_NOMEM);
	if (st != FF_OK) {
		ff_world_free(world);
		return st;
	}
	set_rules(world, rules);
	*out = world;
	return FF_OK;
}

enum ff_status ff_world_new(int32_t w, int32_t h, const void *cost, const struct ff_rules *rules,
			    struct ff_world **out)
{
	return new_world(__func__, w, h, cost, NULL, NULL, rules, out);
}

/* Removes the first edits. */
static void drop_edits(struct ff_world_work *work, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(work->edits[i].costs);
	work->edit_count -= count;
	if (work->edit_count > 0)
		memmove(work->edits, work->edits + count, work->edit_count * sizeof *work->edits);
}

static void close_renewals(struct ff_world_work *work)
{
	ff_renew_close(&work->renew);
	work->renews = false;
}

static void free_solution(struct solution *s)
{
	ff_solve_end(&s->solve);
	free(s->seeds.items);
	free(s->map.cells);
	free(s->closed.cells);
	ff_field_free(&s->field);
	free(s->flow.cells);
	free(s->flow.vectors);
	free(s->classes.cells);
	free(s->nearest.cells);
	free(s->allocation.cells);
	*s = (struct solution){0};
}

void ff_world_free(struct ff_world *world)
{
	struct ff_world_work *work;

	if (world == NULL)
		return;
	work = world->work;
	close_renewals(work);
	drop_edits(work, work->edit_count);
	free(work->edits);
	free(work->goals.items);
	free(work->solved.items);
	free(work->walls.cells);
	free_solution(&work->now);
	free_solution(&work->former);
	ff_pool_close(work->machine.pool);
	free(work);
	free(world);
}

/* ---- goals and edits ---- */

enum ff_status ff_world_add_goal(struct ff_world *world, double x, double y, int64_t start)
{
	struct ff_world_work *work = world->work;

	return ff_handle_add_place(__func__, &work->goals, &work->goal_room, &work->now.map, x, y,
				   start);
}

enum ff_status ff_world_add_goal_area(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				      int32_t h, int64_t start)
{
	const struct ff_goal goal = {.x = x, .y = y, .w = w, .h = h, .start = start};
	struct ff_world_work *work = world->work;

	if (!ff_handle_contains(__func__, &work->now.map, x, y, w, h))
		return FF_E_ARG;
	return ff_handle_add_goal(__func__, &work->goals, &work->goal_room, &goal);
}

void ff_world_clear_goals(struct ff_world *world)
{
	world->work->goals.count = 0;
}

static size_t cells_of_edit(const struct edit *edit)
{
	return (size_t)edit->w * (size_t)edit->h;
}

/* Returns cell 'i' of an edit on a map, and sets its new cost. */
static size_t edited_cell(const struct edit *edit, const struct ff_cost *map, size_t i,
			  uint32_t *cost)
{
	*cost = edit->costs != NULL ? edit->costs[i] : edit->cost;
	return ff_cost_index(map, edit->x + (int32_t)(i % (size_t)edit->w),
			     edit->y + (int32_t)(i / (size_t)edit->w));
}

/* Keeps an edit for the next solve, and its walls for walkers; drops one that changes nothing. */
static enum ff_status add_edit(const char *call, struct ff_world *world, const struct edit *edit)
{
	struct ff_world_work *work = world->work;
	struct ff_cost *map = work->walls.cells != NULL ? &work->walls : &work->now.map;
	size_t same = 0, cell;
	bool walls = false;
	uint32_t cost;

	while (same < cells_of_edit(edit) &&
	       ff_cost_at(map, edited_cell(edit, map, same, &cost)) == cost)
		same++;
	if (same == cells_of_edit(edit)) {
		free(edit->costs);
		return FF_OK;
	}
	if (!ff_memory_grow(&work->edits, &work->edit_room, work->edit_count + 1, sizeof *edit))
		return ff_result(call, FF_E_NOMEM);
	if (work->walls.cells == NULL) {
		if (!ff_cost_new(&work->walls, map->w, map->h, map->wide != NULL))
			return ff_result(call, FF_E_NOMEM);
		ff_cost_copy(map, 0, 0, &work->walls);
		map = &work->walls;
		world->guide.map = map;
	}
	for (size_t i = same; i < cells_of_edit(edit); i++) {
		cell = edited_cell(edit, map, i, &cost);
		walls |= (cost == ff_cost_wall(map)) != (map->cells[cell] == FF_COST_WALL);
		ff_cost_set(map, cell, cost);
	}
	world->guide.version += walls;
	world->guide.walled |= walls;
	work->edits[work->edit_count++] = *edit;
	return FF_OK;
}

enum ff_status ff_world_edit(struct ff_world *world, int32_t x, int32_t y, int32_t w, int32_t h,
			     double cost)
{
	const struct ff_cost *map = &world->work->now.map;
	const struct ff_model *model = &world->work->model;

	if (!ff_handle_contains(__func__, map, x, y, w, h) ||
	    !ff_handle_fits(__func__, map, model, cost))
		return FF_E_ARG;
	return add_edit(__func__, world,
			&(struct edit){x, y, w, h, ff_handle_units(map, model, cost), NULL});
}

enum ff_status ff_world_edit_cells(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				   int32_t h, const void *cost)
{
	const struct ff_cost *map = &world->work->now.map;
	const struct ff_model *model = &world->work->model;
	struct edit edit = {x, y, w, h, 0, NULL};
	enum ff_status st;

	if (!ff_handle_contains(__func__, map, x, y, w, h) ||
	    !ff_handle_all_fit(__func__, map, model, cost, cells_of_edit(&edit)))
		return FF_E_ARG;
	if ((edit.costs = ff_memory_cells(w, h, sizeof *edit.costs)) == NULL)
		return ff_result(__func__, FF_E_NOMEM);
	for (size_t i = 0; i < cells_of_edit(&edit); i++)
		edit.costs[i] = (uint16_t)ff_handle_units(map, model, ff_handle_cost(map, cost, i));
	if ((st = add_edit(__func__, world, &edit)) != FF_OK)
		free(edit.costs);
	return st;
}

/* ---- solving ---- */

/* Makes the edits of the solve under way; 'renew' lists them, or is NULL. */
static enum ff_status make_edits(struct ff_world_work *work, struct ff_renew *renew)
{
	enum ff_status st = FF_OK;

	for (size_t k = 0; k < work->begun && st == FF_OK; k++)
		for (size_t i = 0; i < cells_of_edit(&work->edits[k]) && st == FF_OK; i++) {
			uint32_t cost;
			size_t cell = edited_cell(&work->edits[k], &work->now.map, i, &cost);

			if (renew != NULL)
				st = ff_renew_set(renew, cell, cost);
			else
				ff_cost_set(&work->now.map, cell, cost);
		}
	if (st == FF_OK) {
		drop_edits(work, work->begun);
		work->begun = 0;
	}
	return st;
}

static enum ff_status make_seeds(struct ff_world_work *work)
{
	struct solution *now = &work->now;

	now->solve.goals = (uint32_t)work->solved.count;
	now->seeds = (struct ff_seeds){0};
	return ff_seeds_make(&now->seeds, &work->solved, &now->map, now->solve.cost,
			     now->solve.unit, "", &work->err);
}

/* Drops the work under way; what has answers keeps them. */
static void abandon(struct ff_world_work *work)
{
	if (work->stage >= SOLVING) {
		work->finished = false;
		close_renewals(work);
		ff_solve_end(&work->now.solve);
	}
	work->stage = IDLE;
}

/* Leaves the world unsolved, with all edits made. */
static enum ff_status fail(struct ff_world *world, enum ff_status st)
{
	struct ff_world_work *work = world->work;

	if (st == FF_E_NOMEM)
		ff_status_nomem(&work->err, "the world");
	(void)make_edits(work, NULL);
	work->stage = SOLVING;
	abandon(work);
	ff_field_free(&work->now.field);
	set_pending(world, true);
	free_solution(&work->former);
	return st;
}

static enum ff_status begin_afresh(struct ff_world_work *work)
{
	struct solution *now = &work->now;
	enum ff_status st;

	close_renewals(work);
	(void)make_edits(work, NULL); /* cannot fail */
	if (now->closed.cells != NULL &&
	    ff_clearance_close(&now->map, work->radius, &now->closed) != FF_OK)
		return FF_E_NOMEM;
	free(now->seeds.items);
	if ((st = make_seeds(work)) != FF_OK)
		return st;
	now->partial = false;
	ff_solve_begin(&now->solve);
	work->stage = SOLVING;
	return FF_OK;
}

static enum ff_status open_renewals(struct ff_world_work *work)
{
	const struct ff_renew_world world = {
		.solve = &work->now.solve,
		.map = &work->now.map,
		.closed = &work->now.closed,
		.radius = work->radius,
		.goals = &work->solved,
		.counts = true,
	};

	work->renews = true;
	return ff_renew_open(&work->renew, &world);
}

static enum ff_status begin_renewal(struct ff_world_work *work)
{
	struct ff_seeds before = work->now.seeds;
	enum ff_status st;
	bool reseed;

	work->stage = RENEWING;
	if ((st = make_edits(work, &work->renew)) != FF_OK ||
	    (st = ff_renew_gather(&work->renew, work->goals_changed)) != FF_OK)
		return st;
	reseed = work->renew.reseed;
	if (reseed)
		st = make_seeds(work);
	if (st == FF_OK)
		st = ff_renew_begin(&work->renew, reseed ? &before : NULL, work->goals_changed);
	if (reseed)
		free(before.items);
	return st;
}

/* Begins the work on 'now', which has edits or other goals; the first renewal is prepared in a step
 * of its own. */
static enum ff_status prepare(struct ff_world *world)
{
	struct ff_world_work *work = world->work;
	const bool grows = work->grows;
	bool aimless = work->now.seeds.count == 0 || work->solved.count == 0;

	work->now.solve.grows = grows && work->solved.count > 0;
	if (!work->finished || work->now.partial || aimless || grows) {
		if (work->shown == &work->now)
			set_pending(world, true);
		work->changed = aimless && work->finished
					? work->now.classes.count[FF_GOAL] +
						  work->now.classes.count[FF_REACHED]
					: 0;
		work->same = false;
		return begin_afresh(work);
	}
	if (!work->renews)
		return open_renewals(work);
	return begin_renewal(work);
}

/* Copies a list of goals; false if memory ran out. */
static bool copy_goals(struct ff_goals *to, size_t *room, const struct ff_goals *from)
{
	if (!ff_memory_grow(&to->items, room, from->count, sizeof *to->items))
		return false;
	to->count = from->count;
	if (from->count > 0)
		memcpy(to->items, from->items, from->count * sizeof *to->items);
	return true;
}

/* Takes over the goals, and notes whether they differ from those of the last solve. */
static bool take_goals(struct ff_world_work *work)
{
	const struct ff_goals *goals = &work->goals, *solved = &work->solved;
	size_t same = 0;

	while (same < goals->count && same < solved->count) {
		const struct ff_goal *a = &goals->items[same], *b = &solved->items[same];

		if (a->x != b->x || a->y != b->y || a->w != b->w || a->h != b->h ||
		    a->start != b->start)
			break;
		same++;
	}
	work->goals_changed = same < solved->count || same < goals->count;
	return copy_goals(&work->solved, &work->solved_room, goals);
}

/* Cells first..end-1 of all, to be copied. */
struct part {
	size_t first, end, all;
	bool failed; /* memory ran out */
};

/* Copies that part of a layer, and returns the copy, which the first part allocates unless there is
 * one; NULL if memory ran out, or there is no layer. */
static void *copy_part(struct part *part, void *to, const void *from, size_t size)
{
	if (from == NULL) {
		free(to);
		to = NULL;
	} else if (part->first == 0 && to == NULL) {
		to = ff_memory_cells(1, 1, part->all * size);
	}
	if (to != NULL)
		memcpy((char *)to + part->first * size, (const char *)from + part->first * size,
		       (part->end - part->first) * size);
	part->failed |= to == NULL && from != NULL;
	return to;
}

/* Copies that part of the roots' labels, and with the first part all roots. */
static struct ff_roots *copy_roots(struct part *part, struct ff_roots *to,
				   const struct ff_roots *from)
{
	struct part whole = {0};
	uint32_t *cells;

	if (from == NULL) {
		ff_field_free(&(struct ff_field){.roots = to});
		return NULL;
	}
	whole.end = whole.all = from->of.count;
	if (to == NULL)
		to = calloc(1, sizeof *to);
	if (part->first == 0 && to != NULL) {
		cells = to->of.cells;
		to->of = from->of;
		to->of.cells = cells;
		free(to->items);
		to->items = copy_part(&whole, NULL, from->items, sizeof *to->items);
	}
	if (to == NULL || to->items == NULL)
		part->failed = true;
	if (to != NULL)
		to->of.cells = copy_part(part, to->of.cells, from->of.cells, sizeof *to->of.cells);
	return to;
}

/* Copies that part of all layers; false if memory ran out. */
static bool copy_layers(struct solution *to, const struct ff_handle_solution *from,
			struct part part)
{
	if (part.first == 0) {
		const struct solution was = *to; /* its memory is used again */
		bool fits = was.field.type == from->field->type;

		if (!fits)
			free(to->field.cells);
		to->field = *from->field;
		to->field.cells = fits ? was.field.cells : NULL;
		to->field.roots = was.field.roots;
		to->flow = *from->flow;
		to->flow.cells = was.flow.cells;
		to->flow.vectors = was.flow.vectors;
		to->classes = *from->classes;
		to->classes.cells = was.classes.cells;
		to->nearest = *from->nearest;
		to->nearest.cells = was.nearest.cells;
		to->allocation = *from->allocation;
		to->allocation.cells = was.allocation.cells;
	}
	to->field.cells = copy_part(&part, to->field.cells, from->field->cells,
				    ff_field_size(from->field->type));
	to->field.roots = copy_roots(&part, to->field.roots, from->field->roots);
	to->flow.cells = copy_part(&part, to->flow.cells, from->flow->cells, 1);
	to->flow.vectors =
		copy_part(&part, to->flow.vectors, from->flow->vectors, sizeof *to->flow.vectors);
	to->classes.cells = copy_part(&part, to->classes.cells, from->classes->cells, 1);
	to->nearest.cells = copy_part(&part, to->nearest.cells, from->nearest->cells,
				      sizeof *to->nearest.cells);
	to->allocation.cells = copy_part(&part, to->allocation.cells, from->allocation->cells,
					 sizeof *to->allocation.cells);
	return !part.failed;
}

static bool copy_seeds(struct ff_seeds *to, const struct ff_seeds *from)
{
	free(to->items);
	*to = (struct ff_seeds){calloc(from->count + 1, sizeof *to->items), from->count};
	if (to->items != NULL && from->count > 0)
		memcpy(to->items, from->items, from->count * sizeof *to->items);
	return to->items != NULL;
}

/* Copies that part of a map. */
static void copy_cost(struct part *part, struct ff_cost *to, const struct ff_cost *from)
{
	size_t count = part->end - part->first;

	if (from->cells == NULL)
		return;
	part->failed |= to->cells == NULL && !ff_cost_new(to, from->w, from->h, from->wide != NULL);
	if (part->failed)
		return;
	memcpy(to->cells + part->first, from->cells + part->first, count);
	if (from->wide != NULL)
		memcpy(to->wide + part->first, from->wide + part->first, count * sizeof *to->wide);
}

/* Copies about 'budget' more cells of 'now', and answers by the copy once it is complete. */
static enum ff_status copy_some(struct ff_world *world, size_t budget)
{
	enum { FASTER = 16 }; /* cells are copied while one is settled */
	struct ff_world_work *work = world->work;
	struct solution *now = &work->now, *former = &work->former;
	const struct ff_handle_solution from = {.field = &now->field,
						.flow = &now->flow,
						.classes = &now->classes,
						.nearest = &now->nearest,
						.allocation = &now->allocation};
	size_t all = cells_of(world), left = all - work->copied;
	struct part part = {.first = work->copied, .all = all};

	part.end = part.first + (budget < left / FASTER ? budget * FASTER : left);
	copy_cost(&part, &former->map, &now->map);
	copy_cost(&part, &former->closed, &now->closed);
	if (part.first == 0) {
		former->solve = now->solve;
		former->partial = now->partial;
		bind(former);
		part.failed |= !copy_seeds(&former->seeds, &now->seeds);
	}
	if (part.failed || !copy_layers(former, &from, part))
		return FF_E_NOMEM;
	work->copied = part.end;
	if (part.end == all) {
		show(world, former);
		work->stage = PREPARING;
	}
	return FF_OK;
}

/* Returns the status of a solve, and says why it failed. */
static enum ff_status end_call(const struct ff_world *world, const char *call, enum ff_status st)
{
	const char *why = world->work->err.text;

	return st == FF_OK || why[0] == '\0' ? ff_result(call, st)
					     : ff_fail(st, "%s: %s", call, why);
}

static enum ff_status begin(struct ff_world *world, bool steps)
{
	struct ff_world_work *work = world->work;

	work->err.text[0] = '\0';
	abandon(work);
	if (work->finished) /* the copy may be made again */
		show(world, &work->now);
	work->begun = work->edit_count;
	if (!take_goals(work))
		return fail(world, FF_E_NOMEM);
	work->grows = steps && work->progressive;
	if (work->finished && !work->now.partial && !work->goals_changed && work->begun == 0)
		work->stage = SAME;
	else
		work->stage = steps && work->finished && !work->grows ? COPYING : PREPARING;
	work->copied = 0;
	return FF_OK;
}

/* Finishes a solve whose values have changed, unless 'same'. */
static void finish(struct ff_world *world, bool same)
{
	struct ff_world_work *work = world->work;

	work->stage = IDLE;
	work->finished = true;
	if (same)
		show(world, &work->now);
	else
		set_pending(world, false);
}

/* Does one step of a solve from nothing. */
static enum ff_status step_afresh(struct ff_world *world, size_t budget)
{
	struct ff_world_work *work = world->work;
	struct solution *now = &work->now;
	bool ends = false;
	enum ff_status st;

	if (work->stage == SOLVING) {
		st = ff_solve_step(&now->solve, budget, &ends);
		work->stage = ends ? FLOWING : SOLVING;
		if (st == FF_OK && now->solve.grows && !ends)
			set_pending(world, false);
		return st;
	}
	st = ff_solve_flow_step(&now->solve, budget, &ends);
	if (st == FF_OK && ends) {
		work->changed += now->classes.count[FF_GOAL] + now->classes.count[FF_REACHED];
		work->stage = ENDING;
	}
	return st;
}

static enum ff_status step(struct ff_world *world, size_t budget, int *done)
{
	struct ff_world_work *work = world->work;
	enum ff_status st = FF_OK;
	bool ends = false;

	*done = 0;
	switch (work->stage) {
	case COPYING:
		st = copy_some(world, budget);
		break;
	case PREPARING:
		st = prepare(world);
		break;
	case SOLVING:
	case FLOWING:
		st = step_afresh(world, budget);
		break;
	case RENEWING:
		work->same = work->renew.stage == FF_RENEW_DONE;
		st = ff_renew_step(&work->renew, budget, &ends);
		if (st == FF_OK && ends) {
			work->changed = work->renew.figures.changed;
			work->stage = ENDING;
		}
		break;
	case ENDING:
		ends = !work->now.solve.sight || work->now.seeds.count == 0;
		if (!ends)
			st = ff_solve_sight_step(&work->now.solve, budget, &ends);
		if (st == FF_OK && ends) {
			finish(world, work->same);
			*done = 1;
		}
		break;
	case SAME:
	case IDLE:
		work->changed = 0;
		work->stage = IDLE;
		*done = 1;
	}
	return st == FF_OK ? FF_OK : fail(world, st);
}

enum ff_status ff_world_begin(struct ff_world *world)
{
	return end_call(world, __func__, begin(world, true));
}

enum ff_status ff_world_step(struct ff_world *world, uint64_t cells, int *done)
{
	if (!ff_given(__func__, "done", done) ||
	    !ff_within(__func__, "cells", (double)cells, 1, INFINITY))
		return FF_E_ARG;
	if (world->work->stage == IDLE)
		return ff_fail(FF_E_ARG, "%s: no solve has begun", __func__);
	return end_call(world, __func__,
			step(world, cells < SIZE_MAX ? (size_t)cells : SIZE_MAX, done));
}

enum ff_status ff_world_solve(struct ff_world *world)
{
	enum ff_status st = begin(world, false);
	int done = 0;

	while (st == FF_OK && !done)
		st = step(world, SIZE_MAX, &done);
	return end_call(world, __func__, st);
}

uint64_t ff_world_effort(const struct ff_world *world)
{
	return world->work->now.solve.effort;
}

/* ---- worlds of some sectors ---- */

enum ff_status ff_world_of_solution(const struct ff_cost *map, const struct ff_rules *rules,
				    const struct ff_model *model,
				    const struct ff_handle_solution *solution,
				    struct ff_world **out)
{
	size_t cells = (size_t)map->w * (size_t)map->h;
	struct ff_world_work *work;
	struct solution *now;
	enum ff_status st =
		new_world("ff_router_world", map->w, map->h, map->cells, map, model, rules, out);

	if (st != FF_OK)
		return st;
	assert(*out != NULL);
	work = (*out)->work;
	now = &work->now;
	if (now->closed.cells != NULL)
		st = ff_clearance_close(&now->map, work->radius, &now->closed);
	if (st != FF_OK || !copy_goals(&work->goals, &work->goal_room, solution->goals) ||
	    !copy_seeds(&now->seeds, solution->seeds) ||
	    !copy_layers(now, solution, (struct part){.end = cells, .all = cells})) {
		ff_world_free(*out);
		*out = NULL;
		return FF_E_NOMEM;
	}
	now->partial = work->finished = true;
	work->changed = now->classes.count[FF_GOAL] + now->classes.count[FF_REACHED];
	set_pending(*out, false);
	return FF_OK;
}

uint64_t ff_world_changed(const struct ff_world *world)
{
	return world->work->changed;
}

/* ---- results ---- */

/* Returns true if the world has answers; if 'whole', those of a finished solve of the whole map. */
static bool is_solved(const char *call, const struct ff_world *world, bool whole)
{
	const struct ff_world_work *work = world->work;

	if (world->guide.pending)
		ff_fail(FF_E_ARG, "%s: the world is not solved", call);
	else if (whole && (work->shown->partial ||
			   (work->grows && (work->stage >= SOLVING || !work->finished))))
		ff_fail(FF_E_ARG, "%s: the world is not solved as a whole", call);
	else
		return true;
	return false;
}

/* Finds the index of cell x,y; false if it is not on the map or the world is not solved. */
static bool find_cell(const struct ff_world *world, int32_t x, int32_t y, size_t *cell)
{
	const struct ff_cost *map = &world->work->shown->map;

	if (world->guide.pending || !ff_cost_inside(map, x, y))
		return false;
	*cell = ff_cost_index(map, x, y);
	return true;
}

double ff_world_value(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	return find_cell(world, x, y, &cell) ? ff_field_value(&world->work->shown->field, cell)
					     : FF_FIELD_NONEF;
}

enum ff_direction ff_world_direction(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	return find_cell(world, x, y, &cell)
		       ? (enum ff_direction)world->work->shown->flow.cells[cell]
		       : FF_NONE;
}

enum ff_class ff_world_class(const struct ff_world *world, int32_t x, int32_t y)
{
	size_t cell;

	if (find_cell(world, x, y, &cell))
		return (enum ff_class)world->work->shown->classes.cells[cell];
	return ff_cost_open(&world->work->shown->map, x, y) ? FF_NOT_YET : FF_WALL;
}

void ff_world_vector(const struct ff_world *world, int32_t x, int32_t y, double *dx, double *dy)
{
	struct ff_flow_vector vector = {0, 0};
	size_t cell;

	if (find_cell(world, x, y, &cell))
		vector = ff_flow_vector_at(&world->work->shown->flow, cell);
	*dx = (double)vector.dx;
	*dy = (double)vector.dy;
}

size_t ff_world_size(const struct ff_world *world, enum ff_layer layer)
{
	return cells_of(world) * ff_handle_layer(&world->work->shown->map, layer);
}

enum ff_status ff_world_copy(struct ff_world *world, enum ff_layer layer, void *buffer,
			     size_t bytes)
{
	struct solution *shown = world->work->shown;
	size_t cells = cells_of(world);
	bool whole = layer == FF_LAYER_ALLOCATION || (layer == FF_LAYER_SIGHT && !shown->partial);
	enum ff_status st = FF_OK;

	if (!ff_handle_holds(__func__, buffer, bytes, ff_world_size(world, layer)) ||
	    (layer != FF_LAYER_COST && !is_solved(__func__, world, whole)))
		return FF_E_ARG;
	switch (layer) {
	case FF_LAYER_COST:
		ff_handle_copy_costs(&shown->map, &world->work->model, buffer);
		return FF_OK;
	case FF_LAYER_VALUES:
		for (size_t i = 0; i < cells; i++)
			((double *)buffer)[i] = ff_field_value(&shown->field, i);
		return FF_OK;
	case FF_LAYER_EXACT:
		/* As they are, of 64 bits: integers or doubles. */
		for (size_t i = 0; i < cells; i++)
			((uint64_t *)buffer)[i] =
				shown->field.type != FF_FIELD_U32        ? shown->field.u64[i]
				: shown->field.u32[i] == FF_FIELD_NONE32 ? FF_FIELD_NONE64
									 : shown->field.u32[i];
		return FF_OK;
	case FF_LAYER_DIRECTIONS:
		memcpy(buffer, shown->flow.cells, bytes);
		return FF_OK;
	case FF_LAYER_VECTORS:
		for (size_t i = 0; i < cells; i++)
			((struct ff_flow_vector *)buffer)[i] = ff_flow_vector_at(&shown->flow, i);
		return FF_OK;
	case FF_LAYER_CLASSES:
		memcpy(buffer, shown->classes.cells, bytes);
		return FF_OK;
	case FF_LAYER_ALLOCATION:
	case FF_LAYER_SIGHT:
		if (shown->solve.flee < 0)
			return ff_fail(FF_E_ARG, "%s: with rules.flee there is no such layer",
				       __func__);
		st = layer == FF_LAYER_SIGHT ? ff_solve_sight(&shown->solve)
					     : ff_solve_allocate(&shown->solve);
		if (st == FF_OK)
			ff_handle_labels(layer == FF_LAYER_SIGHT ? &shown->nearest
								 : &shown->allocation,
					 layer, buffer);
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

double ff_world_walk(const struct ff_world *world, double *x, double *y, double distance)
{
	double walked = 0;

	while (walked < distance && !world->guide.pending) {
		double left = distance - walked;
		double step = left < 1.0 / FOLLOW_STEPS ? left : 1.0 / FOLLOW_STEPS;
		struct ff_sample way = ff_sample_way(&world->guide, *x, *y, step);

		if (way.dx == 0 && way.dy == 0)
			break;
		*x += way.dx * step;
		*y += way.dy * step;
		walked = step < left ? walked + step : distance;
	}
	return walked;
}

enum ff_status ff_world_path(const struct ff_world *world, double x, double y, double *points,
			     size_t room, size_t *count)
{
	const struct ff_cost *map = &world->work->shown->map;
	struct ff_guide solved = world->guide; /* of the map as solved */
	struct ff_walker walker = {.x = x, .y = y, .radius = 0.5, .speed = 1};
	struct ff_path path = {0};
	enum ff_class class;
	enum ff_status st;

	if (!ff_given(__func__, "count", count))
		return FF_E_ARG;
	*count = 0;
	if (!is_solved(__func__, world, false) || !ff_handle_leads(__func__, world->guide.model) ||
	    (room > 0 && !ff_given(__func__, "points", points)) ||
	    !ff_within(__func__, "x", x, -INFINITY, INFINITY) ||
	    !ff_within(__func__, "y", y, -INFINITY, INFINITY))
		return FF_E_ARG;
	if (!(x >= -0.5 && y >= -0.5 && x < map->w - 0.5 && y < map->h - 0.5))
		return FF_E_ANSWER;
	class = ff_world_class(world, ff_sample_cell(x), ff_sample_cell(y));
	if (class != FF_GOAL && class != FF_REACHED)
		return FF_E_ANSWER;
	solved.map = map;
	st = ff_trace(&solved, FF_TRACE_SMOOTH, &walker, false, false, NULL, &path);
	if (st != FF_OK)
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
	const struct solution *shown = world->work->shown;
	const struct ff_solve *solve = &shown->solve;
	const struct ff_verify_question question = {
		.model = &world->work->model,
		.cost = solve->cost,
		.seeds = &shown->seeds,
		.unit = solve->unit,
		.limit = solve->limit,
		.sight = solve->sight,
	};
	struct ff_field values = {
		.w = shown->map.w, .h = shown->map.h, .type = FF_FIELD_F64, .unit = 1};
	const struct ff_verify_claim claim = {
		.field = &values,
		.classes = shown->classes.cells,
		.directions = shown->flow.cells,
		.vectors = shown->flow.vectors,
	};
	struct ff_verify_result result;
	enum ff_status st;

	if (!ff_given(__func__, "fault", fault) || !is_solved(__func__, world, true))
		return FF_E_ARG;
	if (solve->flee < 0)
		return ff_fail(FF_E_ARG, "%s: the world has rules.flee", __func__);
	values.f64 = ff_memory_cells(values.w, values.h, sizeof *values.f64);
	if (values.f64 == NULL)
		return ff_result(__func__, FF_E_NOMEM);
	for (size_t i = 0; i < cells_of(world); i++)
		values.f64[i] = ff_field_value(&shown->field, i);
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

static struct ff_compare_side side_of(const struct ff_world *world, const struct ff_raster *costs,
				      const struct ff_raster *values,
				      const struct ff_raster *vectors)
{
	const struct solution *shown = world->work->shown;

	return (struct ff_compare_side){
		.classes = shown->classes.cells,
		.costs = costs,
		.directions = shown->flow.cells,
		.values = values,
		.vectors = vectors,
	};
}

enum ff_status ff_world_compare(const struct ff_world *before, const struct ff_world *after,
				struct ff_difference *difference)
{
	const struct ff_cost *maps[2] = {&before->work->shown->map, &after->work->shown->map};
	struct ff_compare_question question = {.w = maps[0]->w, .h = maps[0]->h};
	struct ff_compare_result result;
	struct ff_raster costs[2], values[2], vectors[2];
	enum ff_status st;
	size_t first = 0;

	if (!ff_given(__func__, "difference", difference) || !is_solved(__func__, before, false) ||
	    !is_solved(__func__, after, false))
		return FF_E_ARG;
	if (maps[0]->w != maps[1]->w || maps[0]->h != maps[1]->h)
		return ff_fail(FF_E_ARG, "%s: the sizes of the worlds differ", __func__);
	costs[0] = ff_raster_of_cost(maps[0], ff_model_one(&before->work->model));
	costs[1] = ff_raster_of_cost(maps[1], ff_model_one(&after->work->model));
	values[0] = ff_raster_of_field(&before->work->shown->field);
	values[1] = ff_raster_of_field(&after->work->shown->field);
	vectors[0] = ff_raster_of_flow(&before->work->shown->flow);
	vectors[1] = ff_raster_of_flow(&after->work->shown->flow);
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
