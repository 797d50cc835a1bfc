/*
 * Edits of files and whole maps are written into the problem's map and goals; core/update renews
 * what has been solved.
 */
#include "cli/verbs/repair.h"

#include <stdlib.h>
#include <string.h>

#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/solve/seeds.h"

static size_t cells_of(const struct ff_repair *repair)
{
	return (size_t)repair->problem->map.w * (size_t)repair->problem->map.h;
}

enum ff_status ff_repair_open(struct ff_repair *repair, const struct ff_solution_work *work,
			      struct ff_problem *problem, struct ff_solution *solution,
			      struct ff_error *err)
{
	const struct ff_options *options = work->options;
	struct ff_renew_world world = {
		.solve = &repair->solve,
		.map = &problem->map,
		.closed = &problem->closed,
		.radius = options->radius * (options->subdivide ? 2 : 1),
		.goals = &problem->goals,
		.counts = options->outputs[FF_OPTIONS_JSON] != NULL,
	};

	*repair = (struct ff_repair){.work = *work, .problem = problem, .solution = solution};
	repair->solve = ff_solution_solve(solution, work);
	repair->original = ff_memory_cells(problem->map.w, problem->map.h, 1);
	if (repair->original == NULL)
		return ff_status_nomem(err, "the map");
	memcpy(repair->original, problem->map.cells, cells_of(repair));
	if (ff_renew_open(&repair->renew, &world) != FF_OK)
		return ff_status_nomem(err, "repairs");
	return ff_problem_copy_goals(&repair->asked, ff_problem_asked_goals(problem), err);
}

void ff_repair_close(struct ff_repair *repair)
{
	ff_renew_close(&repair->renew);
	ff_solve_end(&repair->solve);
	free(repair->original);
	free(repair->asked.items);
	*repair = (struct ff_repair){0};
}

static enum ff_status refuse(const struct ff_edit *edit, const char *name, const char *what,
			     struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s", name, edit->line, edit->column,
			      what);
}

/* Has a rectangle's cells cost 'cost', or what they did. */
static enum ff_status edit_cells(struct ff_repair *repair, const struct ff_edit *edit,
				 struct ff_error *err)
{
	int32_t times = repair->work.options->subdivide ? 2 : 1;
	uint8_t cost = edit->kind == FF_EDITS_WALL ? FF_COST_WALL : edit->cost;
	enum ff_status st = FF_OK;

	for (int32_t y = edit->y * times; y < (edit->y + edit->h) * times; y++)
		for (int32_t x = edit->x * times; x < (edit->x + edit->w) * times && st == FF_OK;
		     x++) {
			size_t cell = ff_cost_index(&repair->problem->map, x, y);
			uint8_t original = repair->original[cell];

			if (edit->kind == FF_EDITS_OPEN)
				cost = original != FF_COST_WALL ? original : 1;
			st = ff_renew_set(&repair->renew, cell, cost);
		}
	return st == FF_OK ? st : ff_status_nomem(err, "the map");
}

static enum ff_status add_goal(struct ff_repair *repair, const struct ff_edit *edit,
			       struct ff_error *err)
{
	struct ff_goals *goals = ff_problem_asked_goals(repair->problem);
	struct ff_goal *items = realloc(goals->items, (goals->count + 1) * sizeof *items);

	if (items == NULL)
		return ff_status_nomem(err, "goals");
	goals->items = items;
	goals->items[goals->count++] =
		(struct ff_goal){.x = edit->x, .y = edit->y, .w = edit->w, .h = edit->h};
	repair->goals = true;
	return FF_OK;
}

/* Removes the goals that a rectangle holds. */
static enum ff_status remove_goals(struct ff_repair *repair, const struct ff_edit *edit,
				   const char *name, struct ff_error *err)
{
	const struct ff_problem *problem = repair->problem;
	struct ff_goals *goals = ff_problem_asked_goals(repair->problem);
	size_t kept = 0;

	for (size_t i = 0; i < goals->count; i++) {
		size_t inside, all;

		ff_seeds_count(&goals->items[i], goals, problem->size.w, problem->size.h,
			       (struct ff_seeds_part){edit->x, edit->y, edit->w, edit->h}, &inside,
			       &all);
		if (inside > 0 && inside < all)
			return refuse(edit, name, "a part of a goal is outside of the rectangle",
				      err);
		if (inside == 0)
			goals->items[kept++] = goals->items[i];
	}
	if (kept == goals->count)
		return refuse(edit, name, "no goal is in this rectangle", err);
	goals->count = kept;
	repair->goals = repair->renumbered = true;
	return FF_OK;
}

/* Puts in front of an error about the goals after edits the place of the last one that may have
 * caused it. */
static void blame(const struct ff_edit *edits, size_t count, const char *name, struct ff_error *err)
{
	struct ff_error what = *err;
	size_t last = count - 1;

	while (last > 0 && (edits[last].kind == FF_EDITS_COST || edits[last].kind == FF_EDITS_OPEN))
		last--;
	refuse(&edits[last], name, what.text, err);
}

/* Makes edits of the map's cells and of the goals as they were asked for. */
static enum ff_status apply(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			    const char *name, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < count && st == FF_OK; i++) {
		ff_progress_show(repair->work.progress, "editing", i, count);
		st = edits[i].kind == FF_EDITS_GOAL     ? add_goal(repair, &edits[i], err)
		     : edits[i].kind == FF_EDITS_NOGOAL ? remove_goals(repair, &edits[i], name, err)
							: edit_cells(repair, &edits[i], err);
	}
	if (st != FF_OK || ff_problem_asked_goals(repair->problem)->count > 0)
		return st;
	ff_status_fail(err, FF_E_INPUT, "no goal is left after this step");
	blame(edits, count, name, err);
	return FF_E_INPUT;
}

/* Has the map cost what another one does. */
static enum ff_status replace(struct ff_repair *repair, const uint8_t *cells, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < cells_of(repair) && st == FF_OK; i++)
		st = ff_renew_set(&repair->renew, i, cells[i]);
	return st == FF_OK ? st : ff_status_nomem(err, "the map");
}

/* Returns true if the map that is not split may close otherwise than the split one, which is what
 * goals are checked on. */
static bool may_close(const struct ff_repair *repair)
{
	const struct ff_options *options = repair->work.options;
	const struct ff_renew_changes *edits = &repair->renew.edits;
	const uint8_t *now = repair->problem->map.cells;
	bool walls = false;

	if (!options->subdivide || !ff_problem_closes(options->radius))
		return false;
	for (size_t i = 0; i < edits->count && !walls; i++)
		walls = (edits->items[i].cost == FF_COST_WALL) !=
			(now[edits->items[i].cell] == FF_COST_WALL);
	return walls;
}

/* Makes the seeds of the goals anew if edits may have made them others, and begins to renew. */
static enum ff_status begin_renewal(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_seeds before = problem->seeds;
	enum ff_status st = ff_renew_gather(&repair->renew, repair->goals);
	bool reseed = repair->renew.reseed || may_close(repair) ||
		      (repair->work.options->snap > 0 && repair->renew.figures.edited > 0);

	if (st != FF_OK)
		return ff_status_nomem(err, "the map");
	if (reseed) {
		problem->seeds = (struct ff_seeds){0};
		st = ff_problem_resolve_goals(problem, repair->work.options, err);
		repair->solve.goals = (uint32_t)problem->goals.count;
	}
	if (st == FF_OK && ff_renew_begin(&repair->renew, reseed ? &before : NULL, repair->goals,
					  repair->renumbered) != FF_OK)
		st = ff_status_nomem(err, "repairs");
	if (reseed)
		free(before.items);
	return st;
}

/* Renews field, directions and classes after the map has been edited. */
static enum ff_status settle(struct ff_repair *repair, struct ff_error *err)
{
	enum { BUDGET = 1 << 22 }; /* cells between two looks at the clock */
	struct ff_solve *solve = &repair->solve;
	enum ff_status st = begin_renewal(repair, err);
	bool done = false;

	while (st == FF_OK && !done) {
		if (ff_renew_step(&repair->renew, BUDGET, &done) != FF_OK)
			return ff_status_nomem(err, "repairs");
		if (repair->renew.stage == FF_RENEW_SOLVE)
			ff_progress_show(repair->work.progress, "integrating",
					 solve->work.run.settled, cells_of(repair));
	}
	return st;
}

/* Renews what follows from edits, unless 'st' is a failure, and notes what that did. */
static enum ff_status follow_edits(struct ff_repair *repair, double started, enum ff_status st,
				   struct ff_error *err)
{
	const struct ff_renew_figures *figures = &repair->renew.figures;

	if (st == FF_OK)
		st = settle(repair, err);
	repair->goals = repair->renumbered = false;
	repair->figures = (struct ff_repair_figures){
		.edited = figures->edited,
		.changed = figures->changed,
		.visited = figures->visited,
		.rebuilt = figures->rebuilt,
		.ms = ff_clock_ms() - started,
	};
	return st;
}

enum ff_status ff_repair_edits(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			       const char *name, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = apply(repair, edits, count, name, err);

	if (st != FF_OK)
		return st;
	if ((st = follow_edits(repair, started, st, err)) == FF_E_INPUT)
		blame(edits, count, name, err);
	return st;
}

enum ff_status ff_repair_map(struct ff_repair *repair, const struct ff_cost *map,
			     struct ff_error *err)
{
	double started = ff_clock_ms();

	return follow_edits(repair, started, replace(repair, map->cells, err), err);
}

enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st =
		ff_problem_copy_goals(ff_problem_asked_goals(repair->problem), &repair->asked, err);

	if (st == FF_OK)
		st = replace(repair, repair->original, err);
	repair->goals = repair->renumbered = true;
	return follow_edits(repair, started, st, err);
}

enum ff_status ff_repair_complete(struct ff_repair *repair, struct ff_error *err)
{
	return ff_solution_rest(repair->solution, &repair->work, err);
}
