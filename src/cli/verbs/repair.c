/*
 * Edits are written into the map at once, and what the cells cost before is kept; where walkers are
 * wide that makes a list of cells of the closed map.  Seeds are made on the map as it is then.  But
 * the field's repair has to see both, before and after: so the costs are exchanged with those of
 * the list before, and it makes the changes itself.
 *
 * Of so many changes that a repair would give up no list is made: all is made afresh at once.
 */
#include "cli/verbs/repair.h"

#include <stdlib.h>

#include "cli/aim.h"
#include "cli/clock.h"
#include "core/base/memory.h"
#include "core/solve/allocate.h"
#include "core/solve/clearance.h"
#include "core/solve/descend.h"
#include "core/solve/sight.h"
#include "core/update/sight_change.h"

static struct ff_cost *cost_of(struct ff_problem *problem)
{
	return (struct ff_cost *)ff_problem_cost(problem);
}

/* Of so many cells that may be others as many are as a repair visits, or fewer. */
enum { REACHED = 16 };

static size_t cells_of(const struct ff_repair *repair)
{
	return (size_t)repair->problem->map.w * (size_t)repair->problem->map.h;
}

/* But with two fields behind a flee map. */
static enum ff_status open_update(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	const struct ff_options *options = repair->work.options;

	if (options->flee < 0)
		return FF_OK;
	if (ff_update_open(&repair->update, &options->model, cost_of(problem), &problem->seeds,
			   problem->limit, &repair->solution->field) != FF_OK)
		return ff_status_nomem(err, "repairs");
	repair->work.update = repair->update;
	return FF_OK;
}

enum ff_status ff_repair_open(struct ff_repair *repair, const struct ff_solution_work *work,
			      struct ff_problem *problem, struct ff_solution *solution,
			      struct ff_error *err)
{
	enum ff_status st = FF_OK;

	*repair = (struct ff_repair){.work = *work, .problem = problem, .solution = solution};
	repair->most = ff_update_most(&work->options->model, problem->map.w, problem->map.h);
	if ((st = ff_edit_map_open(&repair->edit, problem, work->options->subdivide, repair->most,
				   work->progress, err)) != FF_OK)
		return st;
	return open_update(repair, err);
}

void ff_repair_close(struct ff_repair *repair)
{
	ff_update_close(repair->update);
	free(repair->before.cells);
	ff_edit_map_close(&repair->edit);
	free(repair->around);
	*repair = (struct ff_repair){0};
}

/* Costs of a map for those of a list, and the other way round. */
static void exchange(struct ff_cost *cost, struct ff_cost_change *changes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t was = cost->cells[changes[i].cell];

		cost->cells[changes[i].cell] = changes[i].cost;
		changes[i].cost = was;
	}
}

static bool add_around(struct ff_repair *repair, uint32_t cell)
{
	void *around = repair->around;

	if (!ff_memory_grow(&around, &repair->around_room, repair->around_count + 1,
			    sizeof *repair->around))
		return false;
	repair->around = around;
	repair->around[repair->around_count++] = cell;
	return true;
}

/* Whether a cell is, or would be, a seed of one of the goals. */
static bool is_goal(const struct ff_problem *problem, uint32_t cell)
{
	const struct ff_goals *goals = &problem->goals;
	int32_t w = problem->map.w, x = (int32_t)cell % w, y = (int32_t)cell / w;

	if (goals->mask != NULL && goals->mask[cell] != 0)
		return true;
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];

		/* A place between cells has those beside it. */
		if (goal->level == 0 && x > goal->x - 1 && y > goal->y - 1 &&
		    x < goal->x + goal->w && y < goal->y + goal->h)
			return true;
	}
	return false;
}

/* Whether the seeds may be others; 'cost' is as it is now, and 'was' as it was. */
static bool touches_goals(const struct ff_problem *problem, const struct ff_cost *cost,
			  const struct ff_cost_change *was, size_t count)
{
	enum { FEW = 1 << 10 };

	/* Making all seeds anew is done sooner then. */
	if (problem->goals.count > (FEW + problem->seeds.count) / (count + 1))
		return count > 0;
	for (size_t i = 0; i < count; i++)
		if ((was[i].cost == FF_COST_WALL) != (cost->cells[was[i].cell] == FF_COST_WALL) &&
		    is_goal(problem, was[i].cell))
			return true;
	return false;
}

static bool same_seeds(const struct ff_seeds *a, const struct ff_seeds *b)
{
	size_t i = 0;

	if (a->count != b->count)
		return false;
	while (i < a->count && a->items[i].cell == b->items[i].cell &&
	       a->items[i].goal == b->items[i].goal && a->items[i].start == b->items[i].start)
		i++;
	return i == a->count;
}

/* Whether there are more seeds than it pays to hold against those of before. */
static bool has_many(const struct ff_repair *repair)
{
	return repair->problem->seeds.count > REACHED * repair->most;
}

/* Makes the seeds of the goals as the map is now, and tells whether they are others. */
static enum ff_status find_seeds(struct ff_repair *repair, bool *aimed, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_seeds before = problem->seeds;
	enum ff_status st;

	problem->seeds = (struct ff_seeds){0};
	st = ff_aim(problem, repair->work.options, err);
	*aimed = repair->edit.goals || !same_seeds(&before, &problem->seeds);
	free(before.items);
	return st;
}

static enum ff_status rebuild(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_solution *s = repair->solution;
	enum ff_status st;

	if (repair->work.options->outputs[FF_OPTIONS_JSON] != NULL) { /* who counts */
		repair->before = s->field;
		s->field.cells = NULL;
	}
	st = ff_solution_field(s, &repair->work, err);
	if (st == FF_OK && repair->update != NULL && ff_update_renew(repair->update) != FF_OK)
		st = ff_status_nomem(err, "repairs");
	if (st == FF_OK && repair->update == NULL)
		st = open_update(repair, err);
	repair->figures.rebuilt = true;
	repair->figures.visited = cells_of(repair);
	return st == FF_OK ? ff_solution_flow(s, &repair->work, err) : st;
}

/* Counts the cells that have another value after all was made afresh. */
static void count_changed(struct ff_repair *repair)
{
	const struct ff_field *before = &repair->before, *after = &repair->solution->field;

	for (size_t i = 0; before->cells != NULL && i < cells_of(repair); i++)
		repair->figures.changed += ff_field_value(before, i) != ff_field_value(after, i);
	free(repair->before.cells);
	repair->before.cells = NULL;
}

/* Directions and classes, of a field that is repaired, and with sight. */
static enum ff_status follow(struct ff_repair *repair, struct ff_error *err)
{
	enum { SOONER = 10 }; /* from such a part of the map on all is done sooner */
	const struct ff_options *options = repair->work.options;
	struct ff_problem *problem = repair->problem;
	struct ff_solution *s = repair->solution;
	const struct ff_cost *cost = cost_of(problem);

	/* What sight has turned may be anywhere. */
	if ((options->sight && !s->sights) || repair->around_count > cells_of(repair) / SOONER)
		return ff_solution_flow(s, &repair->work, err);
	if (ff_descend_around(&options->model, cost, &s->field, &problem->seeds, repair->around,
			      repair->around_count, &s->flow, &s->classes,
			      repair->work.machine) != FF_OK)
		return ff_status_nomem(err, "directions");
	if (options->sight)
		ff_sight_turn_around(cost, options->model.corners, &s->nearest, repair->around,
				     repair->around_count, &s->flow);
	return FF_OK;
}

/* Which goal serves the cells, if that was known; where goals have gone others have their numbers.
 */
static enum ff_status allocate(struct ff_repair *repair)
{
	struct ff_problem *problem = repair->problem;
	struct ff_solution *s = repair->solution;
	enum ff_status st = FF_OK;

	s->allocates = s->allocates && !repair->edit.renumbered;
	if (s->allocates)
		st = ff_allocate_renew(&repair->work.options->model, cost_of(problem), &s->field,
				       &problem->seeds, (uint32_t)problem->goals.count,
				       repair->around, repair->around_count, &s->allocation);
	return st;
}

static bool add_all_around(struct ff_repair *repair, const uint32_t *cells, size_t count)
{
	bool fits = true;

	for (size_t i = 0; i < count && fits; i++)
		fits = add_around(repair, cells[i]);
	return fits;
}

/* What the field's repair has changed, which is done. */
static enum ff_status note_repair(struct ff_repair *repair, struct ff_sight_change *sight)
{
	struct ff_update_figures figures = ff_update_look(repair->update);
	struct ff_problem *problem = repair->problem;
	struct ff_solution *s = repair->solution;
	enum ff_status st = FF_OK;

	repair->figures.changed = figures.count;
	repair->figures.visited = figures.visited;
	if (!add_all_around(repair, figures.cells, figures.all))
		return FF_E_NOMEM;
	if (figures.narrow) {
		ff_solution_narrow(&s->field);
		st = ff_update_renew(repair->update);
	}
	if (st == FF_OK)
		st = allocate(repair);
	if (st != FF_OK || !s->sights)
		return st;
	st = ff_sight_change_end(sight, cost_of(problem), &problem->seeds, &s->nearest);
	if (st == FF_E_LIMIT) {
		s->sights = false;
		return FF_OK;
	}
	s->sighted += (uint64_t)sight->gained;
	if (st == FF_OK && !add_all_around(repair, sight->cells, sight->count))
		st = FF_E_NOMEM;
	return st;
}

/* Repairs what is there, of changes that have not been made yet. */
static enum ff_status repair_field(struct ff_repair *repair, const struct ff_cost_change *changes,
				   size_t count, bool aimed, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_solution *s = repair->solution;
	struct ff_cost *cost = cost_of(problem);
	struct ff_sight_change sight = {0};
	enum ff_status st = FF_OK;

	if (count == 0 && !aimed)
		return FF_OK;
	s->sights = s->sights && repair->update != NULL && !aimed &&
		    ff_sight_change_follows(&problem->seeds, problem->limit);
	for (size_t i = 0; i < count && st == FF_OK; i++)
		if (!add_around(repair, changes[i].cell))
			st = FF_E_NOMEM;
	if (st == FF_OK && s->sights)
		st = ff_sight_change_begin(&sight, cost, &problem->seeds, repair->around, count,
					   ff_sight_change_most(cost->w, cost->h), &s->nearest);
	if (st == FF_E_LIMIT) {
		s->sights = false;
		st = FF_OK;
	}
	if (st == FF_OK)
		st = repair->update == NULL
			     ? FF_E_LIMIT
			     : ff_update(repair->update, changes, count,
					 aimed ? &problem->seeds : NULL, repair->most);
	if (st == FF_E_LIMIT) {
		for (size_t i = 0; i < count; i++)
			cost->cells[changes[i].cell] = changes[i].cost;
		ff_sight_change_free(&sight);
		return rebuild(repair, err);
	}
	if (st == FF_OK)
		st = note_repair(repair, &sight);
	ff_sight_change_free(&sight);
	return st == FF_OK ? follow(repair, err) : ff_status_nomem(err, "repairs");
}

/* Whether the map that is not split may close otherwise than the split one, which is what goals are
 * checked on. */
static bool may_close(const struct ff_repair *repair)
{
	const struct ff_options *options = repair->work.options;
	const struct ff_edit_map *edit = &repair->edit;
	const uint8_t *now = repair->problem->map.cells;
	bool walls = false;

	if (!options->subdivide || !ff_problem_closes(options->radius))
		return false;
	for (size_t i = 0; i < edit->count && !walls; i++)
		walls = (edit->changes[i].cost == FF_COST_WALL) !=
			(now[edit->changes[i].cell] == FF_COST_WALL);
	return walls;
}

/* What is known of the field for repairs is given back first. */
static void forget(struct ff_repair *repair)
{
	ff_update_close(repair->update);
	repair->update = repair->work.update = NULL;
}

/* All is made afresh of the map, which has been edited. */
static enum ff_status mend_all(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	const struct ff_options *options = repair->work.options;
	enum ff_status st;

	forget(repair);
	if ((st = ff_problem_close_again(problem, options, err)) == FF_OK)
		st = ff_aim(problem, options, err);
	return st == FF_OK ? rebuild(repair, err) : st;
}

/* The map has been edited; 'changes' tells what that makes of the map that walkers find, and that
 * is so already: what the list has is how it was. */
static enum ff_status mend(struct ff_repair *repair, struct ff_cost_change *changes, size_t count,
			   struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_cost *cost = cost_of(problem);
	bool aimed = repair->edit.goals;
	enum ff_status st;

	if (aimed || may_close(repair) || (repair->work.options->snap > 0 && count > 0) ||
	    touches_goals(problem, cost, changes, count)) {
		if (has_many(repair))
			return mend_all(repair, err);
		if ((st = find_seeds(repair, &aimed, err)) != FF_OK)
			return st;
		if (has_many(repair)) {
			forget(repair);
			return rebuild(repair, err);
		}
	}
	exchange(cost, changes, count);
	return repair_field(repair, changes, count, aimed, err);
}

/* From the map, which has been edited, to all that follows at once. */
static enum ff_status settle(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_edit_map *edit = &repair->edit;
	struct ff_cost_change *closings = NULL;
	double radius = repair->work.options->radius * (repair->work.options->subdivide ? 2 : 1);
	double reach = 4 * (radius + 1) * (radius + 1);
	size_t count = 0;
	enum ff_status st;
	uint32_t *cells;

	if (edit->whole)
		return mend_all(repair, err);
	if (problem->closed.cells == NULL)
		return mend(repair, edit->changes, edit->count, err);
	if ((double)edit->count * reach > REACHED * (double)repair->most)
		return mend_all(repair, err);
	cells = malloc((edit->count + 1) * sizeof *cells);
	if (cells == NULL)
		return ff_status_nomem(err, "the map");
	for (size_t i = 0; i < edit->count; i++)
		cells[i] = edit->changes[i].cell;
	st = ff_clearance_renew(&problem->map, radius, cells, edit->count, &problem->closed,
				&closings, &count);
	free(cells);
	if (st != FF_OK)
		return ff_status_nomem(err, "the map");
	exchange(&problem->closed, closings, count);
	st = mend(repair, closings, count, err);
	free(closings);
	return st;
}

/* After edits, which came to 'st'. */
static enum ff_status follow_edits(struct ff_repair *repair, double started, enum ff_status st,
				   struct ff_error *err)
{
	repair->figures = (struct ff_repair_figures){.edited = repair->edit.edited};
	repair->around_count = 0;
	if (st == FF_OK)
		st = settle(repair, err);
	repair->figures.ms = ff_clock_ms() - started;
	if (st == FF_OK)
		count_changed(repair);
	return st;
}

enum ff_status ff_repair_edits(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			       const char *name, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = ff_edit_map_apply(&repair->edit, edits, count, name, err);

	if (st != FF_OK)
		return st;
	if ((st = follow_edits(repair, started, st, err)) == FF_E_INPUT)
		ff_edit_map_blame(edits, count, name, err);
	return st;
}

enum ff_status ff_repair_map(struct ff_repair *repair, const struct ff_cost *map,
			     struct ff_error *err)
{
	double started = ff_clock_ms();

	return follow_edits(repair, started, ff_edit_map_replace(&repair->edit, map, err), err);
}

enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err)
{
	double started = ff_clock_ms();

	return follow_edits(repair, started, ff_edit_map_reset(&repair->edit, err), err);
}

enum ff_status ff_repair_complete(struct ff_repair *repair, struct ff_error *err)
{
	return ff_solution_rest(repair->solution, &repair->work, err);
}
