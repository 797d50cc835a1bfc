#include "cmd/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/estimate.h"
#include "format/read_goals.h"
#include "solve/clearance.h"
#include "solve/seeds.h"
#include "solve/subdivide.h"

static enum ff_status open_map(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	const struct ff_levels_rules *levels = &options->levels;
	int64_t times = options->subdivide ? 2 : 1;
	enum ff_status st;

	if ((st = ff_input_open(&problem->in, options->map, err)) != FF_OK)
		return st;
	problem->name = problem->in.name;
	st = ff_read_cost_size(&problem->in, &problem->format, &problem->size, err);
	if (st == FF_OK)
		st = ff_cost_fits(times * problem->size.w, times * problem->size.h,
				  options->max_cells, problem->name, err);
	if (st != FF_OK)
		return st;
	problem->map.w = (int32_t)times * problem->size.w;
	problem->map.h = (int32_t)times * problem->size.h;
	if (!problem->format->grey &&
	    (levels->invert != 0 || levels->wall_from != 0 || levels->count > 0))
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: --invert, --wall-from and --remap are for grey images",
				      problem->name);
	for (size_t i = 0; i < options->required_count; i++) {
		const struct ff_options_cell *cell = &options->required[i];

		if (cell->x < 0 || cell->y < 0 || cell->x >= problem->size.w ||
		    cell->y >= problem->size.h)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s: --require %lld,%lld is outside the map (x 0..%d, "
				"y 0..%d)",
				problem->name, (long long)cell->x, (long long)cell->y,
				problem->size.w - 1, problem->size.h - 1);
	}
	return FF_OK;
}

static enum ff_status read_map(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	enum ff_status st = problem->format->read(&problem->in, &problem->map, err);
	uint8_t costs[256];

	ff_input_close(&problem->in);
	if (st != FF_OK || !problem->format->grey)
		return st;
	ff_levels_fill(&options->levels, costs);
	ff_levels_apply(costs, problem->map.cells, (size_t)problem->map.w * (size_t)problem->map.h);
	return FF_OK;
}

static enum ff_status read_goals(struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	size_t count = options->goals.count, room = count;
	enum ff_status st = FF_OK;

	if (count > 0) {
		if ((problem->given.items = malloc(count * sizeof *problem->given.items)) == NULL)
			return ff_status_nomem(err, "goals");
		memcpy(problem->given.items, options->goals.items,
		       count * sizeof *problem->given.items);
	}
	problem->given.count = count;
	for (size_t i = 0; i < options->goal_file_count && st == FF_OK; i++) {
		struct ff_input in;
		uint64_t bytes = 0;

		if ((st = ff_input_open(&in, options->goal_files[i], err)) != FF_OK)
			return st;
		if ((st = ff_read_goals_size(&in, &bytes, err)) == FF_OK)
			st = ff_estimate_fits(bytes, problem, options, err);
		if (bytes > problem->goal_bytes)
			problem->goal_bytes = bytes;
		if (st == FF_OK)
			st = ff_read_goals(&in, problem->size.w, problem->size.h, &problem->given,
					   &room, err);
		ff_input_close(&in);
	}
	return st;
}

/* Closes the cells that are too near a wall for walkers of 'radius' cells. */
static enum ff_status close_cells(const struct ff_cost *map, double radius, struct ff_cost *closed,
				  struct ff_error *err)
{
	struct ff_cost cost = {map->w, map->h, ff_memory_cells(map->w, map->h, 1)};

	if (cost.cells == NULL || ff_clearance_close(map, radius, &cost) != FF_OK) {
		free(cost.cells);
		return ff_status_nomem(err, "the map");
	}
	free(closed->cells);
	*closed = cost;
	return FF_OK;
}

static enum ff_status snap(struct ff_problem *problem, struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	struct ff_goals *given = &problem->given;
	size_t room = 0;
	bool open = false;

	for (size_t i = 0; i < (size_t)cost->w * (size_t)cost->h && !open; i++)
		open = cost->cells[i] != FF_COST_WALL;
	if (!open)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: no cell is open%s: there is nowhere to move a goal to",
				      problem->name,
				      problem->closed.cells != NULL ? " with this --radius" : "");
	for (size_t i = 0; i < given->count; i++) {
		char before[FF_SEEDS_NAME], after[FF_SEEDS_NAME];
		void *notes = problem->notes;

		ff_seeds_name(&given->items[i], before);
		if (!ff_seeds_snap(&given->items[i], given, cost))
			continue;
		ff_seeds_name(&given->items[i], after);
		if (!ff_memory_grow(&notes, &room, problem->note_count + 1, sizeof *problem->notes))
			return ff_status_nomem(err, "goals");
		problem->notes = notes;
		snprintf(problem->notes[problem->note_count++], sizeof *problem->notes,
			 "goal %.64s is on no open cell: moved to %.64s", before, after);
	}
	return FF_OK;
}

/* Splits the cells of the map and moves the goals along. */
static enum ff_status split(struct ff_problem *problem, const struct ff_options *options,
			    struct ff_error *err)
{
	struct ff_goals *goals = &problem->goals;
	int32_t w = problem->size.w, h = problem->size.h;
	uint8_t *cells;

	if ((cells = ff_subdivide_cells(w, h, problem->map.cells)) == NULL)
		return ff_status_nomem(err, "the map");
	free(problem->map.cells);
	problem->map = (struct ff_cost){2 * w, 2 * h, cells};
	for (size_t i = 0; i < goals->count; i++)
		goals->items[i] = ff_subdivide_goal(goals->items[i]);
	if (problem->given.mask != NULL) {
		goals->mask = ff_subdivide_cells(w, h, problem->given.mask);
		if (goals->mask == NULL)
			return ff_status_nomem(err, "the mask");
	}
	if (options->radius > 0)
		return close_cells(&problem->map, 2 * options->radius, &problem->closed, err);
	return FF_OK;
}

/* The error that names a goal of which --radius closes all parts. */
static enum ff_status name_split_goal(const struct ff_problem *problem, struct ff_error *err)
{
	char name[FF_SEEDS_NAME] = "";

	for (size_t i = 0; i < problem->goals.count; i++) {
		struct ff_goals one = {&problem->goals.items[i], 1, problem->goals.mask};
		struct ff_seeds seeds = {0};

		if (ff_seeds_make(&seeds, &one, &problem->map, ff_problem_cost(problem), 1, "",
				  NULL) == FF_E_INPUT) {
			ff_seeds_name(&problem->given.items[i], name);
			break;
		}
		free(seeds.items);
	}
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: goal %s is too near a wall for --radius, split by --subdivide",
			      problem->name, name);
}

/* The goals are checked, and moved, where the user has put them. */
static enum ff_status find_seeds(struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	struct ff_goals *given = &problem->given;
	enum ff_status st = FF_OK;

	if (options->snap)
		st = snap(problem, err);
	if (st == FF_OK)
		st = ff_seeds_make(&problem->seeds, given, &problem->map, ff_problem_cost(problem),
				   problem->unit, problem->name, err);
	if (st != FF_OK)
		return st;
	problem->goals = (struct ff_goals){malloc(given->count * sizeof *given->items),
					   given->count, given->mask};
	if (problem->goals.items == NULL)
		return ff_status_nomem(err, "goals");
	memcpy(problem->goals.items, given->items, given->count * sizeof *given->items);
	if (!options->subdivide)
		return FF_OK;
	free(problem->seeds.items);
	problem->seeds.items = NULL;
	/* A quarter's step is half as long: the same ground costs the same. */
	problem->unit *= 2;
	if ((st = split(problem, options, err)) != FF_OK)
		return st;
	st = ff_seeds_make(&problem->seeds, &problem->goals, &problem->map,
			   ff_problem_cost(problem), problem->unit, problem->name, NULL);
	return st == FF_E_INPUT ? name_split_goal(problem, err) : st;
}

enum ff_status ff_problem_open(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	enum ff_status st;

	*problem = (struct ff_problem){.unit = ff_model_unit(&options->model)};
	if ((st = open_map(problem, options, err)) != FF_OK)
		return st;
	return read_goals(problem, options, err);
}

enum ff_status ff_problem_read(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	enum ff_status st = read_map(problem, options, err);

	if (st == FF_OK && options->radius > 0)
		st = close_cells(&problem->map, options->radius, &problem->closed, err);
	if (st == FF_OK)
		st = find_seeds(problem, options, err);
	problem->limit = options->max_cost * problem->unit;
	return st;
}

const struct ff_cost *ff_problem_cost(const struct ff_problem *problem)
{
	return problem->closed.cells != NULL ? &problem->closed : &problem->map;
}

void ff_problem_free(struct ff_problem *problem)
{
	ff_input_close(&problem->in);
	free(problem->map.cells);
	free(problem->closed.cells);
	if (problem->goals.mask != problem->given.mask)
		free(problem->goals.mask);
	free(problem->given.mask);
	free(problem->given.items);
	free(problem->goals.items);
	free(problem->seeds.items);
	free(problem->notes);
	*problem = (struct ff_problem){0};
}
