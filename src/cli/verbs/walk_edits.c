#include "cli/verbs/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* Finds the steps before which edits are made: the first ones that do not begin before their time.
 */
static enum ff_status list_changes(struct ff_walk_problem *walk, struct ff_error *err)
{
	const struct ff_edits *edits = &walk->edits;

	if ((walk->changes = calloc(edits->count, sizeof *walk->changes)) == NULL)
		return ff_status_nomem(err, "edits");
	for (size_t i = 0; i < edits->count; i++) {
		/* 0.3 / 0.1 is less than 3, and 0.7 / 0.1 more than 7. */
		uint64_t step = (uint64_t)ceil(edits->items[i].when / walk->dt - 1e-6);

		if (i == 0 || walk->changes[walk->change_count - 1].step != step)
			walk->changes[walk->change_count++] =
				(struct ff_walk_change){.step = step, .first = i};
		walk->changes[walk->change_count - 1].count++;
	}
	return FF_OK;
}

enum ff_status ff_walk_edits_read(struct ff_walk_problem *walk, const struct ff_problem *problem,
				  const struct ff_walk_options *options, struct ff_error *err)
{
	enum ff_status st;

	if (options->edits == NULL)
		return FF_OK;
	st = ff_repair_read(&walk->edits, options->edits, true, problem, &options->common, err);
	return st == FF_OK ? list_changes(walk, err) : st;
}

enum ff_status ff_walk_edits_open(struct ff_walk_solution *walk, const struct ff_machine *machine,
				  struct ff_progress *progress, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t k = 0; k < walk->guide_count && st == FF_OK; k++) {
		struct ff_walk_field *field = &walk->fields[k];
		const struct ff_solution_work work = {
			.problem = field->problem,
			.options = &field->options,
			.machine = machine,
			.progress = progress,
			.values = walk->options->sectors > 0 ? &field->routing.field : NULL};

		field->growth = ff_solution_solve(&field->grown, &work);
		field->growth.grows = field->due = walk->options->common.animation.batch > 0;
		if (walk->asked.change_count > 0)
			st = ff_repair_open(&field->repair, &work, field->problem, field->solution,
					    err);
	}
	return st;
}

bool ff_walk_edits_due(const struct ff_walk_solution *walk, uint64_t step)
{
	return walk->changes < walk->asked.change_count &&
	       walk->asked.changes[walk->changes].step <= step;
}

/* Copies the edits of a change that are about a guide: those of goals are about the run's. */
static size_t pick_edits(const struct ff_walk_solution *walk, size_t k,
			 const struct ff_walk_change *change, struct ff_edit *picked)
{
	const struct ff_edit *edits = walk->asked.edits.items + change->first;
	bool aims = walk->asked.guides[k].goals == 0;
	size_t count = 0;

	for (size_t i = 0; i < change->count; i++)
		if (aims || (edits[i].kind != FF_EDITS_GOAL && edits[i].kind != FF_EDITS_NOGOAL))
			picked[count++] = edits[i];
	return count;
}

/* Adds the figures of another field's repair. */
static void add_figures(struct ff_repair_figures *all, const struct ff_repair_figures *figures)
{
	/* All fields have one map. */
	all->edited = figures->edited > all->edited ? figures->edited : all->edited;
	all->changed += figures->changed;
	all->visited += figures->visited;
	all->rebuilt |= figures->rebuilt;
	all->ms += figures->ms;
	all->sectors = figures->sectors;
	all->priced += figures->priced;
	all->computed += figures->computed;
	all->kept += figures->kept;
}

/* Makes a change on the map of a guide. */
static enum ff_status change_field(struct ff_walk_solution *walk, size_t k,
				   const struct ff_walk_change *change, struct ff_edit *picked,
				   struct ff_repair_figures *figures, struct ff_error *err)
{
	struct ff_repair *repair = &walk->fields[k].repair;
	size_t count = pick_edits(walk, k, change, picked);
	enum ff_status st;

	if (count == 0)
		return FF_OK;
	walk->fields[k].due = walk->fields[k].growth.grows;
	st = ff_repair_edits(repair, picked, count, ff_repair_name(walk->options->edits), err);
	if (st == FF_OK && walk->options->sectors > 0)
		st = ff_walk_solution_route(walk, k, change->places, err);
	if (st == FF_OK)
		add_figures(figures, &repair->figures);
	/* Walkers that see a goal leave the directions of cells. */
	return st == FF_OK && walk->options->common.sight
		       ? ff_solution_rest(repair->solution, &repair->work, err)
		       : st;
}

enum ff_status ff_walk_edits_make(struct ff_walk_solution *walk, struct ff_error *err)
{
	struct ff_walk_change *change = &walk->asked.changes[walk->changes];
	struct ff_edit *picked = calloc(change->count, sizeof *picked);
	struct ff_repair_figures figures = {0};
	enum ff_status st = FF_OK;

	if (picked == NULL)
		return ff_status_nomem(err, "edits");
	for (size_t k = 0; k < walk->guide_count && st == FF_OK; k++) {
		st = change_field(walk, k, change, picked, &figures, err);
		ff_walk_solution_view(walk, k);
	}
	free(picked);
	change->figures = figures;
	walk->changes++;
	return st;
}

enum ff_status ff_walk_edits_rewind(struct ff_walk_solution *walk, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t k = 0; k < walk->guide_count && st == FF_OK; k++) {
		walk->fields[k].due = walk->fields[k].growth.grows;
		if (walk->asked.change_count > 0)
			st = ff_repair_reset(&walk->fields[k].repair, err);
		if (st == FF_OK && walk->options->sectors > 0)
			st = ff_walk_solution_route(walk, k, NULL, err);
		ff_walk_solution_view(walk, k);
	}
	walk->changes = 0;
	return st;
}

enum ff_status ff_walk_edits_show(struct ff_walk_solution *walk, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (walk->asked.change_count > 0)
		st = ff_solution_rest(walk->fields->solution, &walk->fields->repair.work, err);
	return st == FF_OK ? ff_walk_solution_goals(walk, err) : st;
}

enum ff_status ff_walk_edits_grow(struct ff_walk_solution *walk, size_t cells, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	bool done;

	for (size_t k = 0; k < walk->guide_count && st == FF_OK; k++) {
		struct ff_walk_field *field = &walk->fields[k];

		if (!field->due && !ff_walk_field_grows(field))
			continue;
		if (field->due)
			ff_solve_begin(&field->growth);
		if (field->due && field->problem->seeds.count > 0)
			st = ff_solve_step(&field->growth, 1, &done); /* settles none */
		field->due = false;
		if (st == FF_OK && cells > 0 && ff_walk_field_grows(field))
			st = ff_solve_step(&field->growth, cells, &done);
		ff_walk_solution_view(walk, k);
	}
	return st == FF_OK ? FF_OK : ff_status_nomem(err, "a field that grows");
}
