#include "cli/problem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/solve/coarsen.h"
#include "core/solve/seeds.h"

/* The map with the cells of the file: as it was before --subdivide, or with the blocks of --coarsen
 * as they have become. */
struct plain {
	struct ff_cost map, closed; /* borrowed if 'same' */
	bool same;                  /* cells are neither split nor joined */
	const struct ff_cost *cost; /* one of them: the map for walkers of --radius */
};

enum ff_status ff_problem_copy_goals(struct ff_goals *to, const struct ff_goals *from,
				     struct ff_error *err)
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

/* Signs that the greys of a map have another meaning than the options say. */
struct looks {
	bool drawing; /* black lines on white paper: --invert would help */
	bool soft;    /* more greys than maps have: a photograph, or soft lines */
};

/* Returns true if the map looks like black lines on white paper: walls are more than half of the
 * cells and of the border, or more than 3/4 of all cells.  After --snap only the latter counts,
 * since caves have such a border, too. */
static struct looks find_looks(const struct ff_problem *problem, const struct ff_options *options,
			       const struct ff_cost *map)
{
	enum { GREYS_OF_DRAWING = 8, GREYS = 32 };
	const struct ff_levels_rules *levels = &options->levels;
	size_t cells = (size_t)map->w * (size_t)map->h, walls = 0, edge = 0, edge_walls = 0;
	bool seen[256] = {false};
	struct looks looks = {false, false};
	int greys = 0;

	if (problem->format->costs || options->model.scale > 0 || options->legend != NULL ||
	    levels->count > 0 || levels->wall_from != 0)
		return looks;
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++) {
			uint8_t cost = map->cells[ff_cost_index(map, x, y)];
			bool wall = cost == FF_COST_WALL;
			bool outer = x == 0 || y == 0 || x == map->w - 1 || y == map->h - 1;

			greys += !seen[cost];
			seen[cost] = true;
			walls += wall;
			edge += outer;
			edge_walls += outer && wall;
		}
	looks.drawing = levels->invert == 0 &&
			(4 * walls > 3 * cells ||
			 (!(options->snap > 0) && 2 * walls > cells && 2 * edge_walls > edge));
	looks.soft = greys > (looks.drawing ? GREYS_OF_DRAWING : GREYS);
	return looks;
}

/* Records that a goal or a source was moved: a note for each of the first ones. */
static void note_move(struct ff_problem *problem, const char *what, const struct ff_goal *before,
		      const struct ff_goal *after, struct looks looks)
{
	const char *hint = !looks.drawing ? ""
			   : looks.soft
				   ? " (white is wall here, as is most of the map: see --invert "
				     "--wall-from 128)"
				   : " (white is wall here, as is most of the map: see --invert)";
	char from[FF_SEEDS_NAME], to[FF_SEEDS_NAME];

	if (problem->moved++ >= FF_PROBLEM_NOTES)
		return;
	ff_seeds_name(before, from);
	ff_seeds_name(after, to);
	snprintf(problem->notes[problem->moved - 1], sizeof *problem->notes,
		 "%s %.64s is on no open cell: moved to %.64s%s", what, from, to, hint);
}

/* Refuses a goal that would have to be moved too far. */
static enum ff_status too_far(const struct ff_problem *problem, const char *what,
			      const struct ff_goal *goal, const struct ff_cost *cost,
			      const struct ff_nearest_point *point, double most,
			      struct ff_error *err)
{
	struct ff_goal to = {.w = 1, .h = 1};
	char name[FF_SEEDS_NAME], near[FF_SEEDS_NAME];

	ff_seeds_name(goal, name);
	ff_seeds_move(&to, cost, point->cell);
	ff_seeds_name(&to, near);
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: %s %s is on no open cell, and the nearest one, %s, is %.4g cells "
		"away: --snap=%.10g moves no farther",
		problem->name, what, name, near, point->distance, most);
}

/* Moves goals, or sources given as goals, that are on no open cell. */
static enum ff_status move_goals(struct ff_problem *problem, const struct plain *plain,
				 const char *what, const struct ff_options *options,
				 struct ff_goals *goals, struct ff_error *err)
{
	const struct ff_cost *cost = plain->cost;
	struct ff_nearest_point *points;
	struct looks looks = {false, false};
	enum ff_status st = FF_OK;
	size_t count;

	if (ff_seeds_find_closed(goals, cost, &points, &count) != FF_OK)
		return ff_status_nomem(err, "goals");
	/* Once, as below. */
	if (count > 0 && !problem->resolved)
		looks = find_looks(problem, options, &plain->map);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		struct ff_goal *goal = &goals->items[points[i].which], before = *goal;

		if (!points[i].found) {
			st = ff_status_fail(
				err, FF_E_INPUT,
				"%s: no cell is open%s: there is nowhere to move a goal to",
				problem->name, cost != &plain->map ? " with this --radius" : "");
		} else if (points[i].distance > options->snap) {
			st = too_far(problem, what, goal, cost, &points[i], options->snap, err);
		} else {
			ff_seeds_move(goal, cost, points[i].cell);
			note_move(problem, what, &before, goal, looks);
		}
	}
	free(points);
	return st;
}

/* Moves goals, from their places before --snap, and sources. */
static enum ff_status snap_goals(struct ff_problem *problem, const struct plain *plain,
				 const struct ff_options *options, struct ff_error *err)
{
	const size_t count = options->source_count;
	struct ff_goals *given = &problem->given, places = {.count = count};
	enum ff_status st;

	problem->moved = 0;
	if ((st = problem->wanted.items == NULL
			  ? ff_problem_copy_goals(&problem->wanted, given, err)
			  : ff_problem_copy_goals(given, &problem->wanted, err)) != FF_OK ||
	    (st = move_goals(problem, plain, "goal", options, given, err)) != FF_OK || count == 0)
		return st;
	if ((places.items = calloc(count, sizeof *places.items)) == NULL)
		return ff_status_nomem(err, "--from");
	for (size_t i = 0; i < count; i++)
		places.items[i] = (struct ff_goal){
			.x = problem->sources[i].x, .y = problem->sources[i].y, .w = 1, .h = 1};
	st = move_goals(problem, plain, "source", options, &places, err);
	for (size_t i = 0; i < count && st == FF_OK; i++)
		problem->sources[i] = (struct ff_problem_cell){(int32_t)places.items[i].x,
							       (int32_t)places.items[i].y};
	free(places.items);
	return st;
}

/* Returns the error for a goal all of whose parts --radius closes. */
static enum ff_status name_split_goal(const struct ff_problem *problem, struct ff_error *err)
{
	struct ff_nearest_point *closed = NULL;
	char name[FF_SEEDS_NAME] = "";
	size_t count = 0;

	if (ff_seeds_find_closed(&problem->goals, ff_problem_cost(problem), &closed, &count) ==
		    FF_OK &&
	    count > 0)
		ff_seeds_name(&problem->given.items[closed[0].which], name);
	free(closed);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: goal %s is too near a wall for --radius, split by --subdivide",
			      problem->name, name);
}

/* Returns the error for a level of a mask all of whose open blocks have a lower level, too. */
static enum ff_status name_lost_level(const struct ff_problem *problem, struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	size_t cells = (size_t)cost->w * (size_t)cost->h, which = 0;
	bool left[256] = {true}; /* places and areas have level 0 */

	for (size_t i = 0; i < cells; i++)
		if (cost->cells[i] != FF_COST_WALL)
			left[problem->goals.mask[i]] = true;
	while (which + 1 < problem->goals.count && left[problem->goals.items[which].level])
		which++;
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: goal level %d: with --coarsen each of its blocks has a lower "
			      "level, too",
			      problem->name, problem->goals.items[which].level);
}

/* Prints the place of a goal on the command line if it is in metres; else "". */
static void name_metres(const struct ff_problem *problem, const struct ff_options *options,
			size_t i, char name[FF_PROBLEM_POINT])
{
	const struct ff_goals *named = &options->goals; /* these come first */
	const struct ff_goal *given = &problem->given.items[i];
	struct ff_problem_cell cell;

	name[0] = '\0';
	/* Edits may have replaced the goal. */
	if (problem->placed && i < named->count && named->items[i].metres &&
	    ff_problem_find_cell(problem, "goal", named->items[i].x, named->items[i].y, &cell,
				 NULL) == FF_OK &&
	    given->x == cell.x && given->y == cell.y)
		ff_problem_print_point(named->items[i].x, named->items[i].y, name);
}

/* Prints "after --coarsen; see --snap and --invert --wall-from 128", or those of them that help,
 * possibly none. */
static void list_options(char *list, size_t size, bool coarse, bool snap, struct looks looks)
{
	const char *greys = looks.drawing && looks.soft ? "--invert --wall-from 128"
			    : looks.drawing             ? "--invert"
			    : looks.soft                ? "--wall-from"
							: "";

	snprintf(list, size, "%s%s%s%s%s%s", coarse ? "after --coarsen" : "",
		 coarse && (snap || *greys != '\0') ? "; " : "",
		 snap || *greys != '\0' ? "see " : "", snap ? "--snap" : "",
		 snap && *greys != '\0' ? " and " : "", greys);
}

/* Adds suggestions to the error about a goal without open cells. */
static void add_hints(const struct ff_problem *problem, const struct plain *plain,
		      const struct ff_options *options, struct ff_error *err)
{
	const struct ff_goals *given = &problem->given;
	struct looks looks = find_looks(problem, options, &plain->map);
	char metres[FF_PROBLEM_POINT], near[FF_SEEDS_NAME] = "", see[80];
	struct ff_nearest_point *closed = NULL;
	struct ff_goal to = {.w = 1, .h = 1};
	struct ff_error what = *err;
	bool inside = true;
	size_t count = 0;

	if (ff_seeds_find_closed(given, plain->cost, &closed, &count) != FF_OK || count == 0) {
		free(closed);
		return;
	}
	/* The error may be about a goal before it that is outside the map. */
	for (size_t i = 0; i < closed[0].which && inside; i++)
		inside = ff_seeds_is_inside(&given->items[i], given, plain->map.w, plain->map.h);
	if (inside) {
		name_metres(problem, options, closed[0].which, metres);
		if (closed[0].found) {
			ff_seeds_move(&to, plain->cost, closed[0].cell);
			ff_seeds_name(&to, near);
		}
		list_options(see, sizeof see, problem->block > 1, closed[0].found, looks);
		if (metres[0] != '\0' || see[0] != '\0')
			ff_status_fail(err, FF_E_INPUT, "%s (%s%s%s%s)%s%s", what.text, metres,
				       metres[0] != '\0' && see[0] != '\0' ? "; " : "",
				       looks.drawing ? "white is wall here; " : "", see,
				       near[0] != '\0' ? "; the nearest open cell is " : "", near);
	}
	free(closed);
}

/* Sets the goals' places on the map that is solved. */
static enum ff_status place_goals(struct ff_problem *problem, const struct ff_options *options,
				  struct ff_error *err)
{
	struct ff_goals *goals = &problem->goals;
	uint8_t *mask = goals->mask;
	const uint8_t *given = problem->given.mask;
	enum ff_status st = ff_problem_copy_goals(goals, &problem->given, err);

	if (st != FF_OK || problem->parts == problem->block)
		return st;
	for (size_t i = 0; goals->items != NULL && i < goals->count; i++)
		goals->items[i] = options->subdivide
					  ? ff_subdivide_goal(goals->items[i])
					  : ff_coarsen_goal(goals->items[i], problem->block);
	if (mask == NULL && given != NULL) {
		mask = options->subdivide
			       ? ff_subdivide_cells(problem->size.w, problem->size.h, given)
			       : ff_coarsen_mask(problem->size.w, problem->size.h, given,
						 problem->block);
		if (mask == NULL)
			st = ff_status_nomem(err, "the mask");
	}
	goals->mask = mask;
	return st;
}

/* Sets the map of the file, and the one for walkers of --radius: joins the cells that were split,
 * or gives each cell the cost of its block. */
static enum ff_status join_map(const struct ff_problem *problem, const struct ff_options *options,
			       struct plain *plain, struct ff_error *err)
{
	const int32_t w = problem->size.w, h = problem->size.h;
	struct ff_cost *map = &plain->map;

	plain->same = problem->parts == problem->block;
	if (plain->same) {
		*map = problem->map;
		plain->cost = problem->closed.cells != NULL ? &problem->closed : map;
		return FF_OK;
	}
	*map = plain->closed = (struct ff_cost){.w = w, .h = h};
	if (problem->block > 1) {
		map->cells = ff_coarsen_expand(&problem->map, problem->block, w, h);
		if (problem->closed.cells != NULL) {
			plain->cost = &plain->closed;
			plain->closed.cells =
				ff_coarsen_expand(&problem->closed, problem->block, w, h);
		}
		return map->cells != NULL && plain->cost->cells != NULL
			       ? FF_OK
			       : ff_status_nomem(err, "the map");
	}
	if ((map->cells = ff_memory_cells(w, h, 1)) == NULL)
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

/* Moves and checks the goals on the map of the file, and makes seeds there: those of the problem,
 * unless it is split. */
static enum ff_status check_goals(struct ff_problem *problem, const struct ff_options *options,
				  struct ff_seeds *seeds, struct ff_error *err)
{
	struct plain plain = {.cost = &plain.map};
	enum ff_status st = join_map(problem, options, &plain, err);

	if (st == FF_OK && options->snap > 0)
		st = snap_goals(problem, &plain, options, err);
	if (st == FF_OK)
		st = ff_seeds_make(seeds, &problem->given, &plain.map, plain.cost, problem->unit,
				   problem->name, err);
	if (st == FF_E_INPUT && !(options->snap > 0))
		add_hints(problem, &plain, options, err);
	if (!plain.same) {
		free(plain.map.cells);
		free(plain.closed.cells);
	}
	return st;
}

enum ff_status ff_problem_resolve_goals(struct ff_problem *problem,
					const struct ff_options *options, struct ff_error *err)
{
	struct ff_seeds seeds = {0};
	enum ff_status st;

	free(problem->seeds.items);
	problem->seeds = (struct ff_seeds){0};
	if ((st = check_goals(problem, options, &seeds, err)) == FF_OK)
		st = place_goals(problem, options, err);
	problem->resolved |= st == FF_OK;
	if (st == FF_OK && problem->parts == problem->block) {
		problem->seeds = seeds;
		return FF_OK;
	}
	free(seeds.items);
	if (st != FF_OK)
		return st;
	st = ff_seeds_make(&problem->seeds, &problem->goals, &problem->map,
			   ff_problem_cost(problem), problem->unit, problem->name, NULL);
	if (st != FF_E_INPUT)
		return st;
	return problem->block > 1 ? name_lost_level(problem, err) : name_split_goal(problem, err);
}

struct ff_goals *ff_problem_asked_goals(struct ff_problem *problem)
{
	return problem->wanted.items != NULL ? &problem->wanted : &problem->given;
}

enum ff_status ff_problem_resolve_afresh(struct ff_problem *fresh, const struct ff_problem *problem,
					 const struct ff_options *options, struct ff_error *err)
{
	const struct ff_goals *asked =
		problem->wanted.items != NULL ? &problem->wanted : &problem->given;
	enum ff_status st;

	*fresh = *problem;
	fresh->closed = (struct ff_cost){0};
	fresh->given = fresh->wanted = fresh->goals = (struct ff_goals){0};
	fresh->seeds = (struct ff_seeds){0};
	if ((st = ff_problem_copy_goals(&fresh->given, asked, err)) == FF_OK)
		st = ff_problem_close_map(fresh, options, err);
	return st == FF_OK ? ff_problem_resolve_goals(fresh, options, err) : st;
}

void ff_problem_free_resolved(struct ff_problem *fresh)
{
	free(fresh->closed.cells);
	free(fresh->given.items);
	free(fresh->wanted.items);
	if (fresh->goals.mask != fresh->given.mask)
		free(fresh->goals.mask);
	free(fresh->goals.items);
	free(fresh->seeds.items);
}
