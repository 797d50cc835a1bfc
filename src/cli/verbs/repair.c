/*
 * Edits are written into the problem's map and goals; core/update renews the solution.
 */
#include "cli/verbs/repair.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/solve/seeds.h"
#include "io/edits.h"
#include "io/input.h"

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
		.radius = ff_problem_radius(options),
		.goals = &problem->goals,
		.counts = options->outputs[FF_OPTIONS_JSON] != NULL,
		.unsolved = work->values != NULL,
	};

	*repair = (struct ff_repair){.work = *work, .problem = problem, .solution = solution};
	repair->solve = ff_solution_solve(solution, work);
	if (!ff_cost_new(&repair->original, problem->map.w, problem->map.h,
			 problem->map.wide != NULL))
		return ff_status_nomem(err, "the map");
	ff_cost_copy(&problem->map, 0, 0, &repair->original);
	if (ff_renew_open(&repair->renew, &world) != FF_OK)
		return ff_status_nomem(err, "repairs");
	return ff_problem_copy_goals(&repair->asked, ff_problem_asked_goals(problem), err);
}

void ff_repair_close(struct ff_repair *repair)
{
	ff_renew_close(&repair->renew);
	ff_solve_end(&repair->solve);
	free(repair->original.cells);
	free(repair->asked.items);
	*repair = (struct ff_repair){0};
}

static enum ff_status refuse_edit(const struct ff_edit *edit, const char *name, const char *what,
				  struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s", name, edit->line, edit->column,
			      what);
}

/* Sets the cost of an edited cell, or restores it. */
static enum ff_status edit_cell(void *context, const struct ff_edit *edit, size_t cell)
{
	struct ff_repair *repair = context;
	const struct ff_cost *before = &repair->original;
	uint32_t wall = ff_cost_wall(before), original = ff_cost_at(before, cell);
	double one = ff_model_one(&repair->problem->model);
	/* Where a cost of 1 is too large, the largest cost stands for it. */
	uint32_t plain =
		before->wide == NULL ? 1 : ff_cost_units(fmin(1, FF_COST_WIDE_MAX / one), one);

	return ff_renew_set(&repair->renew, cell,
			    edit->kind == FF_EDITS_WALL   ? wall
			    : edit->kind == FF_EDITS_COST ? edit->cost
			    : original != wall            ? original
							  : plain);
}

/* Makes edits of the map's cells and of the goals before --snap. */
static enum ff_status apply_edits(struct ff_repair *repair, const struct ff_edit *edits,
				  size_t count, const char *name, struct ff_error *err)
{
	const struct ff_problem *problem = repair->problem;
	const struct ff_cost *map = &problem->map;
	struct ff_seeds_edited edited;
	enum ff_status st = ff_seeds_edit(ff_problem_asked_goals(repair->problem), edits, count,
					  problem->size.w, problem->size.h, &edited);

	if (st == FF_E_INPUT)
		return refuse_edit(&edits[edited.wrong], name, edited.why, err);
	if (st != FF_OK)
		return ff_status_nomem(err, "goals");
	repair->goals |= edited.any;
	st = ff_edits_cells(edits, count, map->w, map->h, repair->work.options->subdivide ? 2 : 1,
			    edit_cell, repair);
	return st == FF_OK ? FF_OK : ff_status_nomem(err, "the map");
}

/* Returns true if edits may close other cells of the map that is not split, on which goals are
 * checked. */
static bool may_close(const struct ff_repair *repair)
{
	const struct ff_options *options = repair->work.options;
	const struct ff_renew_changes *edits = &repair->renew.edits;
	const struct ff_cost *now = &repair->problem->map;
	bool walls = false;

	if (!options->subdivide || !ff_problem_closes(options->radius))
		return false;
	for (size_t i = 0; i < edits->count && !walls; i++)
		walls = (edits->items[i].cost == ff_cost_wall(now)) !=
			(now->cells[edits->items[i].cell] == FF_COST_WALL);
	return walls;
}

/* Resolves the goals again if edits may have changed their seeds, and begins to renew. */
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
	if (st == FF_OK && repair->work.values == NULL &&
	    ff_renew_begin(&repair->renew, reseed ? &before : NULL, repair->goals) != FF_OK)
		st = ff_status_nomem(err, "repairs");
	if (reseed)
		free(before.items);
	return st;
}

/* Renews field, directions and classes after the map has been edited. */
static enum ff_status renew(struct ff_repair *repair, struct ff_error *err)
{
	enum { BUDGET = 1 << 22 }; /* cells between two reports of progress */
	struct ff_solve *solve = &repair->solve;
	enum ff_status st = begin_renewal(repair, err);
	bool done = repair->work.values != NULL;

	while (st == FF_OK && !done) {
		if (repair->renew.stage == FF_RENEW_SOLVE)
			ff_progress_show(repair->work.progress, "integrating",
					 solve->work.run.settled, cells_of(repair));
		if (ff_renew_step(&repair->renew, BUDGET, &done) != FF_OK)
			return ff_status_nomem(err, "repairs");
	}
	return st;
}

/* Renews the solution after edits, unless 'st' is a failure, and sets the figures. */
static enum ff_status follow_edits(struct ff_repair *repair, double started, enum ff_status st,
				   struct ff_error *err)
{
	const struct ff_renew_figures *figures = &repair->renew.figures;

	if (st == FF_OK)
		st = renew(repair, err);
	repair->goals = false;
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
	enum ff_status st = apply_edits(repair, edits, count, name, err);
	struct ff_error what;
	size_t last = count;

	if (st != FF_OK || (st = follow_edits(repair, started, st, err)) != FF_E_INPUT)
		return st;
	/* The last edit that may have caused it. */
	while (--last > 0 &&
	       (edits[last].kind == FF_EDITS_COST || edits[last].kind == FF_EDITS_OPEN))
		;
	ff_status_fail(&what, FF_E_INPUT, "after this edit: %s", err->text);
	return refuse_edit(&edits[last], name, what.text, err);
}

enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st =
		ff_problem_copy_goals(ff_problem_asked_goals(repair->problem), &repair->asked, err);

	for (size_t i = 0; i < cells_of(repair) && st == FF_OK; i++)
		if (ff_renew_set(&repair->renew, i, ff_cost_at(&repair->original, i)) != FF_OK)
			st = ff_status_nomem(err, "the map");
	repair->goals = true;
	return follow_edits(repair, started, st, err);
}

enum ff_status ff_repair_sectors(struct ff_repair *repair, struct ff_routing *routing,
				 const uint32_t *sources, size_t count, bool exact,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	struct ff_repair_figures *figures = &repair->figures;
	struct ff_routing_count found;
	size_t priced = routing->priced;
	enum ff_status st = ff_routing_renew(routing);

	if (st == FF_OK)
		st = ff_routing_find(routing, &repair->problem->seeds, sources, count, exact);
	if (st != FF_OK)
		return ff_status_nomem(err, "the routes");
	found = ff_routing_counts(routing);
	figures->sectors = true;
	figures->priced = routing->priced - priced;
	figures->computed = found.computed;
	figures->kept = found.kept;
	figures->reached = found.reached;
	figures->ms += ff_clock_ms() - started;
	return FF_OK;
}

enum ff_status ff_repair_read(struct ff_edits *edits, const char *path, bool timed,
			      const struct ff_problem *problem, struct ff_error *err)
{
	/* With --dry-run the map is not read: if it has numbers, any cost may fit. */
	const double one = problem->map.cells == NULL && problem->format->read_map == NULL
				   ? 1
				   : problem->costs.one;
	struct ff_input in;
	enum ff_status st;

	if (path == NULL)
		return FF_OK;
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	st = ff_edits_read(&in, timed, problem->size.w, problem->size.h, one, edits, err);
	ff_input_close(&in);
	return st;
}

const char *ff_repair_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

void ff_repair_add(struct ff_repair_figures *sum, const struct ff_repair_figures *figures)
{
	sum->edited += figures->edited;
	sum->changed += figures->rebuilt > 0 ? 0 : figures->changed;
	sum->visited += figures->rebuilt > 0 ? 0 : figures->visited;
	sum->rebuilt += figures->rebuilt;
	sum->steps++;
	sum->ms += figures->ms;
	sum->sectors |= figures->sectors;
	sum->priced += figures->priced;
	sum->computed += figures->computed;
	sum->kept += figures->kept;
}

void ff_repair_print(const struct ff_repair_figures *sum, char text[FF_REPAIR_TEXT])
{
	size_t n = (size_t)snprintf(text, FF_REPAIR_TEXT, "%zu cell%s edited, ", sum->edited,
				    sum->edited == 1 ? "" : "s");
	char rebuilt[40] = "";

	if (sum->rebuilt > 0)
		snprintf(rebuilt, sizeof rebuilt, ", %zu rebuild%s", sum->rebuilt,
			 sum->rebuilt == 1 ? "" : "s");
	if (sum->sectors)
		snprintf(text + n, FF_REPAIR_TEXT - n,
			 "%zu sector%s priced again, %zu of %zu kept in %.2f ms", sum->priced,
			 sum->priced == 1 ? "" : "s", sum->kept, sum->computed, sum->ms);
	else if (sum->rebuilt > 0 && sum->rebuilt == sum->steps)
		snprintf(text + n, FF_REPAIR_TEXT - n, "rebuilt in %.2f ms", sum->ms);
	else
		snprintf(text + n, FF_REPAIR_TEXT - n, "%zu changed, %zu visited%s in %.2f ms",
			 sum->changed, sum->visited, rebuilt, sum->ms);
}

json_t *ff_repair_json(const struct ff_repair_figures *figures, size_t edits)
{
	json_t *object = json_pack("{s:I, s:I}", "edits", (json_int_t)edits, "cells_edited",
				   (json_int_t)figures->edited);

	if (figures->sectors) {
		ff_json_set(&object, "priced", json_integer((json_int_t)figures->priced));
		ff_json_set(&object, "computed", json_integer((json_int_t)figures->computed));
		ff_json_set(&object, "kept", json_integer((json_int_t)figures->kept));
	} else {
		ff_json_set(&object, "cells_changed", json_integer((json_int_t)figures->changed));
		ff_json_set(&object, "cells_visited", json_integer((json_int_t)figures->visited));
		ff_json_set(&object, "rebuilt", json_boolean(figures->rebuilt > 0));
	}
	ff_json_set(&object, "ms", ff_json_ms(figures->ms));
	return object;
}
