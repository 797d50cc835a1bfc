#include "cmd/aim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/estimate.h"
#include "format/read_goals.h"
#include "solve/seeds.h"
#include "solve/subdivide.h"

/* A map whose cells are not split. */
struct plain {
	struct ff_cost map, closed;
	const struct ff_cost *cost; /* one of them: as walkers find it */
};

/* Those of --goal, or of the first group of walkers. */
static const struct ff_goals *goals_of(const struct ff_options *options)
{
	bool none = options->goals.count == 0 && options->goal_file_count == 0;

	return none && options->walk.group_count > 0 ? &options->walk.groups[0].goals
						     : &options->goals;
}

enum ff_status ff_aim_read(struct ff_problem *problem, const struct ff_options *options,
			   struct ff_error *err)
{
	const struct ff_goals *goals = goals_of(options);
	size_t count = goals->count, room = count;
	enum ff_status st = FF_OK;

	if (count > 0) {
		if ((problem->given.items = malloc(count * sizeof *problem->given.items)) == NULL)
			return ff_status_nomem(err, "goals");
		memcpy(problem->given.items, goals->items, count * sizeof *problem->given.items);
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

enum ff_status ff_aim_copy(struct ff_goals *to, const struct ff_goals *from, struct ff_error *err)
{
	struct ff_goal *items = NULL;

	if (from->items != NULL) {
		if ((items = malloc((from->count + 1) * sizeof *items)) == NULL)
			return ff_status_nomem(err, "goals");
		memcpy(items, from->items, from->count * sizeof *items);
	}
	free(to->items);
	to->items = items;
	to->count = from->count;
	to->mask = from->mask;
	return FF_OK;
}

/* Moves a goal, or a source as if it were one, that is on no open cell, and notes it. */
static enum ff_status move(struct ff_problem *problem, const struct ff_cost *cost, const char *what,
			   struct ff_goal *goal, size_t *room, struct ff_error *err)
{
	char before[FF_SEEDS_NAME], after[FF_SEEDS_NAME];
	void *notes = problem->notes;

	ff_seeds_name(goal, before);
	if (!ff_seeds_snap(goal, &problem->given, cost))
		return FF_OK;
	ff_seeds_name(goal, after);
	if (!ff_memory_grow(&notes, room, problem->note_count + 1, sizeof *problem->notes))
		return ff_status_nomem(err, "goals");
	problem->notes = notes;
	snprintf(problem->notes[problem->note_count++], sizeof *problem->notes,
		 "%s %.64s is on no open cell: moved to %.64s", what, before, after);
	return FF_OK;
}

/* Moves goals from where they were wanted. */
static enum ff_status snap(struct ff_problem *problem, const struct plain *plain,
			   const struct ff_options *options, struct ff_error *err)
{
	const struct ff_cost *cost = plain->cost;
	struct ff_goals *given = &problem->given;
	enum ff_status st;
	size_t room = 0;
	bool open = false;

	free(problem->notes);
	problem->notes = NULL;
	problem->note_count = 0;
	if ((st = problem->wanted.items == NULL
			  ? ff_aim_copy(&problem->wanted, given, err)
			  : ff_aim_copy(given, &problem->wanted, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < (size_t)cost->w * (size_t)cost->h && !open; i++)
		open = cost->cells[i] != FF_COST_WALL;
	if (!open)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: no cell is open%s: there is nowhere to move a goal to",
				      problem->name,
				      cost != &plain->map ? " with this --radius" : "");
	for (size_t i = 0; i < given->count && st == FF_OK; i++)
		st = move(problem, cost, "goal", &given->items[i], &room, err);
	for (size_t i = 0; i < options->sectors.from_count && st == FF_OK; i++) {
		struct ff_problem_cell *source = &problem->sources[i];
		struct ff_goal place = {.x = source->x, .y = source->y, .w = 1, .h = 1};

		st = move(problem, cost, "source", &place, &room, err);
		*source = (struct ff_problem_cell){(int32_t)place.x, (int32_t)place.y};
	}
	return st;
}

/* The first of the goals that alone would be refused; how many there are: none. */
static size_t find_refused(const struct ff_goals *goals, const struct ff_cost *map,
			   const struct ff_cost *cost)
{
	enum ff_status st = FF_OK;
	size_t i = 0;

	for (; i < goals->count; i++) {
		struct ff_goals one = {&goals->items[i], 1, goals->mask};
		struct ff_seeds seeds = {0};

		st = ff_seeds_make(&seeds, &one, map, cost, 1, "", NULL);
		free(seeds.items);
		if (st == FF_E_INPUT)
			break;
	}
	return i;
}

/* The error that names a goal of which --radius closes all parts. */
static enum ff_status name_split_goal(const struct ff_problem *problem, struct ff_error *err)
{
	size_t i = find_refused(&problem->goals, &problem->map, ff_problem_cost(problem));
	char name[FF_SEEDS_NAME] = "";

	if (i < problem->goals.count)
		ff_seeds_name(&problem->given.items[i], name);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: goal %s is too near a wall for --radius, split by --subdivide",
			      problem->name, name);
}

/* Adds to the error that refuses a goal what that was on the command line, if that is metres. */
static void name_metres(const struct ff_problem *problem, const struct plain *plain,
			const struct ff_options *options, struct ff_error *err)
{
	/* These come first. */
	const struct ff_goals *named = goals_of(options);
	size_t count = named->count < problem->given.count ? named->count : problem->given.count;
	struct ff_goals given = {problem->given.items, count, problem->given.mask};
	size_t i =
		problem->described ? find_refused(&given, &plain->map, plain->cost) : given.count;
	struct ff_problem_cell cell;
	struct ff_error what = *err;
	char point[FF_PROBLEM_POINT];

	/* Edits may have put another one in its place. */
	if (i == given.count || !named->items[i].metres ||
	    ff_problem_find_cell(problem, "goal", named->items[i].x, named->items[i].y, &cell,
				 NULL) != FF_OK ||
	    given.items[i].x != cell.x || given.items[i].y != cell.y)
		return;
	ff_problem_name_point(named->items[i].x, named->items[i].y, point);
	ff_status_fail(err, FF_E_INPUT, "%s (%s)", what.text, point);
}

/* Puts the goals where they are on the map, split or not. */
static enum ff_status place_goals(struct ff_problem *problem, const struct ff_options *options,
				  struct ff_error *err)
{
	struct ff_goals *goals = &problem->goals;
	uint8_t *mask = goals->mask;
	enum ff_status st = ff_aim_copy(goals, &problem->given, err);

	if (st != FF_OK || !options->subdivide)
		return st;
	for (size_t i = 0; goals->items != NULL && i < goals->count; i++)
		goals->items[i] = ff_subdivide_goal(goals->items[i]);
	if (mask == NULL && problem->given.mask != NULL &&
	    (mask = ff_subdivide_cells(problem->size.w, problem->size.h, problem->given.mask)) ==
		    NULL)
		st = ff_status_nomem(err, "the mask");
	goals->mask = mask;
	return st;
}

/* The map of the file, and as walkers find it there: what has been split is put together again. */
static enum ff_status join_map(const struct ff_problem *problem, const struct ff_options *options,
			       struct plain *plain, struct ff_error *err)
{
	struct ff_cost *map = &plain->map;

	if (!options->subdivide) {
		*map = problem->map;
		plain->cost = problem->closed.cells != NULL ? &problem->closed : map;
		return FF_OK;
	}
	*map = (struct ff_cost){problem->size.w, problem->size.h,
				ff_memory_cells(problem->size.w, problem->size.h, 1)};
	if (map->cells == NULL)
		return ff_status_nomem(err, "the map");
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++)
			map->cells[ff_cost_index(map, x, y)] =
				problem->map.cells[ff_cost_index(&problem->map, 2 * x, 2 * y)];
	if (!ff_problem_closes(options->radius))
		return FF_OK;
	plain->cost = &plain->closed;
	return ff_problem_close(map, options->radius, &plain->closed, err);
}

/* The goals are moved and checked where the user has put them; that gives seeds, which are those
 * of the problem if it is not split. */
static enum ff_status check(struct ff_problem *problem, const struct ff_options *options,
			    struct ff_seeds *seeds, struct ff_error *err)
{
	struct plain plain = {.cost = &plain.map};
	enum ff_status st = join_map(problem, options, &plain, err);

	if (st == FF_OK && options->snap)
		st = snap(problem, &plain, options, err);
	if (st == FF_OK)
		st = ff_seeds_make(seeds, &problem->given, &plain.map, plain.cost, problem->unit,
				   problem->name, err);
	if (st == FF_E_INPUT && !options->snap)
		name_metres(problem, &plain, options, err);
	if (options->subdivide) {
		free(plain.map.cells);
		free(plain.closed.cells);
	}
	return st;
}

enum ff_status ff_aim(struct ff_problem *problem, const struct ff_options *options,
		      struct ff_error *err)
{
	struct ff_seeds seeds = {0};
	enum ff_status st;

	free(problem->seeds.items);
	problem->seeds = (struct ff_seeds){0};
	if ((st = check(problem, options, &seeds, err)) == FF_OK)
		st = place_goals(problem, options, err);
	if (st == FF_OK && !options->subdivide) {
		problem->seeds = seeds;
		return FF_OK;
	}
	free(seeds.items);
	if (st != FF_OK)
		return st;
	st = ff_seeds_make(&problem->seeds, &problem->goals, &problem->map,
			   ff_problem_cost(problem), problem->unit, problem->name, NULL);
	return st == FF_E_INPUT ? name_split_goal(problem, err) : st;
}

struct ff_goals *ff_aim_asked(struct ff_problem *problem)
{
	return problem->wanted.items != NULL ? &problem->wanted : &problem->given;
}

enum ff_status ff_aim_afresh(struct ff_problem *fresh, const struct ff_problem *problem,
			     const struct ff_options *options, struct ff_error *err)
{
	const struct ff_goals *asked =
		problem->wanted.items != NULL ? &problem->wanted : &problem->given;
	enum ff_status st;

	*fresh = *problem;
	fresh->closed = (struct ff_cost){0};
	fresh->given = fresh->wanted = fresh->goals = (struct ff_goals){0};
	fresh->seeds = (struct ff_seeds){0};
	fresh->notes = NULL;
	fresh->note_count = 0;
	if ((st = ff_aim_copy(&fresh->given, asked, err)) == FF_OK)
		st = ff_problem_close_again(fresh, options, err);
	return st == FF_OK ? ff_aim(fresh, options, err) : st;
}

void ff_aim_forget(struct ff_problem *fresh)
{
	free(fresh->closed.cells);
	free(fresh->given.items);
	free(fresh->wanted.items);
	if (fresh->goals.mask != fresh->given.mask)
		free(fresh->goals.mask);
	free(fresh->goals.items);
	free(fresh->seeds.items);
	free(fresh->notes);
}
