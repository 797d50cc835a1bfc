#include "cli/problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/budget.h"
#include "cli/outputs.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/solve/clearance.h"
#include "core/solve/coarsen.h"
#include "io/goals.h"
#include "io/legend.h"

static bool has_levels(const struct ff_levels_rules *levels)
{
	return levels->invert != 0 || levels->wall_from != 0 || levels->count > 0;
}

/* Refuses options that do not fit a map of this kind. */
static enum ff_status check_kind(const struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	const struct ff_levels_rules *levels = &options->levels;
	const char *wrong = NULL;

	if (problem->format->costs && has_levels(levels))
		wrong = "--invert, --wall-from and --remap are for grey images";
	else if (options->legend != NULL && problem->format->read_colours == NULL)
		wrong = "--legend FILE is for PNG images, which have colours";
	return wrong == NULL ? FF_OK
			     : ff_status_fail(err, FF_E_USAGE, "%s: %s", problem->name, wrong);
}

/* Sets the place of a map whose size is known. */
static void place_map(struct ff_problem *problem, const struct ff_options *options)
{
	if (options->cell_size > 0 || options->origin.given) {
		problem->placed = true;
		problem->place = (struct ff_georeference){
			.x = options->origin.x,
			.y = options->origin.y,
			.resolution = options->cell_size > 0 ? options->cell_size : 1,
			.down = !options->origin.up};
	}
	problem->world = problem->place;
	problem->world.resolution *= problem->block;
	problem->world.resolution /= problem->parts;
	/* The last blocks may reach beyond the map. */
	if (!problem->place.down)
		problem->world.y -= ((double)problem->map.h * problem->block -
				     (double)problem->size.h * problem->parts) *
				    problem->place.resolution / problem->parts;
}

static enum ff_status open_map(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	const int side = options->coarsen.side, parts = options->subdivide ? 2 : 1;
	const struct ff_cells_size *size = &problem->size;
	enum ff_status st;

	*problem = (struct ff_problem){
		.place.resolution = 1,
		.world.resolution = 1,
		.parts = parts,
		.block = side > 0 ? side : 1,
		.model = options->model,
		.costs = {.one = options->cost_scale, .given = options->cost_scale > 0}};
	if ((st = ff_input_open(&problem->in, options->map, err)) != FF_OK)
		return st;
	problem->name = problem->in.name;
	if ((st = ff_formats_size(
		     &problem->in, options->cost_scale > 0 ? FF_FORMATS_LAYER : FF_FORMATS_COSTS,
		     options->max_cells, &problem->format, &problem->size, err)) != FF_OK ||
	    (st = ff_cost_fits((int64_t)parts * size->w, (int64_t)parts * size->h,
			       options->max_cells, problem->name, err)) != FF_OK)
		return st;
	if (side > size->w && side > size->h)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: --coarsen %d: the map is only %" PRId32 "x%" PRId32,
				      problem->name, side, size->w, size->h);
	problem->map.w = ff_coarsen_side(parts * size->w, problem->block);
	problem->map.h = ff_coarsen_side(parts * size->h, problem->block);
	place_map(problem, options);
	/* Check before decoding. */
	return (st = check_kind(problem, options, err)) == FF_OK && options->work_dir == NULL
		       ? ff_budget_check((uint64_t)problem->map.w * (uint64_t)problem->map.h,
					 "the map", err)
		       : st;
}

enum ff_status ff_problem_load(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	const struct ff_format *format = problem->format;
	const bool colours = options->legend != NULL, levels = has_levels(&options->levels);
	struct ff_cost *map = &problem->map;
	enum ff_status st;
	uint8_t costs[256];

	if (problem->costs.given || format->read_map == NULL ||
	    (problem->size.fine && !colours && !levels))
		st = ff_costs_read(&problem->in, format, &problem->size, &problem->costs, map, err);
	else if (colours)
		st = format->read_colours(&problem->in, &problem->grounds, options->legend, map,
					  err);
	else
		st = format->read_map(&problem->in, map, err);
	ff_input_close(&problem->in);
	if (st != FF_OK || map->cells == NULL || format->costs || colours)
		return st;
	ff_levels_fill(&options->levels, costs);
	ff_levels_apply(costs, map->cells, (size_t)map->w * (size_t)map->h);
	return FF_OK;
}

/* Sets 'cell' to the one that contains a point in metres. */
static enum ff_status find_cell(const struct ff_problem *problem, const char *what, double x,
				double y, struct ff_problem_cell *cell, struct ff_error *err)
{
	const struct ff_georeference *place = &problem->place;
	char point[FF_GEOREFERENCE_NAME], from[FF_GEOREFERENCE_NAME], to[FF_GEOREFERENCE_NAME];

	if (problem->placed &&
	    ff_georeference_cell(place, problem->size.w, problem->size.h, x, y, &cell->x, &cell->y))
		return FF_OK;
	ff_georeference_print(x, y, point);
	if (!problem->placed)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: %s %s: nothing says where this map lies in metres: see "
				      "--cell-size and --origin",
				      problem->name, what, point);
	ff_georeference_print(place->x, place->y, from);
	ff_georeference_print(place->x + problem->size.w * place->resolution,
			      place->y + problem->size.h * place->resolution, to);
	return ff_status_fail(err, FF_E_INPUT, "%s: %s %s is outside the map (from %s to %s)",
			      problem->name, what, point, from, to);
}

enum ff_status ff_problem_find_point(const struct ff_problem *problem, const char *what, double x,
				     double y, struct ff_georeference_point *at,
				     struct ff_error *err)
{
	static const double before = 0.5, after = 0.499999; /* of the cell's centre */
	struct ff_problem_cell cell = {0, 0};
	enum ff_status st = find_cell(problem, what, x, y, &cell, err);

	if (st != FF_OK)
		return st;
	/* A point on an edge belongs to one cell, which rounding must not change. */
	*at = ff_georeference_to_map(&problem->place, problem->size.h, x, y);
	at->x = fmin(fmax(at->x, cell.x - before), cell.x + after);
	at->y = fmin(fmax(at->y, cell.y - before), cell.y + after);
	return FF_OK;
}

void ff_problem_name_goal(const struct ff_problem *problem, size_t which, char name[FF_SEEDS_NAME])
{
	const struct ff_goal *goal = &problem->given.items[which];
	struct ff_georeference_point at;

	ff_seeds_name(goal, name);
	if (!problem->placed || goal->level != 0)
		return;
	at = ff_georeference_to_world(&problem->place, problem->size.h,
				      goal->x + fmax(goal->w - 1, 0) / 2,
				      goal->y + fmax(goal->h - 1, 0) / 2);
	ff_georeference_print(at.x, at.y, name);
}

const struct ff_georeference *ff_problem_world(const struct ff_problem *problem)
{
	return problem->placed ? &problem->world : NULL;
}

enum ff_status ff_problem_find_goals(const struct ff_problem *problem, struct ff_goals *goals,
				     struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < goals->count && st == FF_OK; i++) {
		struct ff_goal *goal = &goals->items[i];
		struct ff_problem_cell cell = {0, 0};

		if (!goal->metres)
			continue;
		if ((st = find_cell(problem, "goal", goal->x, goal->y, &cell, err)) == FF_OK) {
			goal->x = cell.x;
			goal->y = cell.y;
			goal->metres = false;
		}
	}
	return st;
}

enum ff_status ff_problem_find_places(const struct ff_problem *problem, const char *option,
				      const struct ff_options_place *places, size_t count,
				      struct ff_problem_cell **cells, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (count == 0)
		return FF_OK;
	if ((*cells = calloc(count, sizeof **cells)) == NULL)
		return ff_status_nomem(err, option);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const struct ff_options_place *place = &places[i];
		struct ff_problem_cell *cell = &(*cells)[i];

		if (place->metres)
			st = find_cell(problem, option, place->x, place->y, cell, err);
		else if (place->x >= 0 && place->y >= 0 && place->x < problem->size.w &&
			 place->y < problem->size.h)
			*cell = (struct ff_problem_cell){(int32_t)place->x, (int32_t)place->y};
		else
			st = ff_status_fail(
				err, FF_E_INPUT,
				"%s: %s %.0f,%.0f is outside the map (x 0..%d, y 0..%d)",
				problem->name, option, place->x, place->y, problem->size.w - 1,
				problem->size.h - 1);
	}
	return st;
}

bool ff_problem_closes(double radius)
{
	return radius > 0.5;
}

/* Makes a map in which the cells are closed that are too near to walls for a radius, and frees what
 * was in 'closed'. */
static enum ff_status close_cells(const struct ff_cost *map, double radius, struct ff_cost *closed,
				  struct ff_error *err)
{
	struct ff_cost cost;

	if (!ff_cost_new(&cost, map->w, map->h, map->wide != NULL) ||
	    ff_clearance_close(map, radius, &cost) != FF_OK) {
		free(cost.cells);
		return ff_status_nomem(err, "the map");
	}
	free(closed->cells);
	*closed = cost;
	return FF_OK;
}

/* Returns the column or row of the file's map that is part of one of 'map' and nearest to 'source'.
 */
static double nearest_of(double at, int32_t source, int32_t parts, int32_t block)
{
	return block == 1 ? floor(at / parts)
			  : fmin(fmax(source, at * block), (at + 1) * block - 1);
}

/* Prints "see --snap" in parentheses, after the place in metres if there is one, and the nearest
 * open cell. */
static enum ff_status name_nearest(const struct ff_problem *problem, struct ff_problem_cell source,
				   const char *metres, struct ff_error *hint)
{
	const int32_t parts = problem->parts, block = problem->block;
	const struct ff_problem_cell cell = ff_problem_cell(problem, source);
	struct ff_goal goal = {.x = cell.x, .y = cell.y, .w = parts, .h = parts};
	const struct ff_goals one = {&goal, 1, NULL};
	struct ff_nearest_point *point = NULL;
	char near[FF_SEEDS_NAME] = "";
	size_t count = 0;

	if (ff_seeds_find_closed(&one, ff_problem_cost(problem), &point, &count) != FF_OK)
		return FF_E_NOMEM;
	if (count > 0 && point->found) {
		ff_seeds_move(&goal, ff_problem_cost(problem), point->cell);
		goal.x = nearest_of(goal.x, source.x, parts, block);
		goal.y = nearest_of(goal.y, source.y, parts, block);
		ff_seeds_name(&goal, near);
	}
	free(point);
	ff_status_fail(hint, FF_OK, "(%s%s%ssee --snap)%s%s", metres, *metres != '\0' ? "; " : "",
		       block > 1 ? "after --coarsen; " : "",
		       *near != '\0' ? "; the nearest open cell is " : "", near);
	return FF_OK;
}

/* Returns true if a source, or a part of it that --subdivide makes, is open on a map. */
static bool is_open(const struct ff_problem *problem, const struct ff_cost *map,
		    struct ff_problem_cell source)
{
	const struct ff_problem_cell first = ff_problem_cell(problem, source);

	for (int32_t k = 0; k < problem->parts * problem->parts; k++)
		if (ff_cost_open(map, first.x + k % 2, first.y + k / 2))
			return true;
	return false;
}

/* Refuses sources on walls. */
static enum ff_status check_sources(const struct ff_problem *problem,
				    const struct ff_options *options, struct ff_error *err)
{
	for (size_t i = 0; i < options->source_count; i++) {
		struct ff_problem_cell source = problem->sources[i];
		const struct ff_options_place *place = &options->sources[i];
		char point[FF_GEOREFERENCE_NAME] = "";
		struct ff_error hint;

		if (is_open(problem, ff_problem_cost(problem), source))
			continue;
		if (place->metres)
			ff_georeference_print(place->x, place->y, point);
		if (name_nearest(problem, source, point, &hint) != FF_OK)
			return ff_status_nomem(err, "--from");
		return ff_status_fail(
			err, FF_E_INPUT, "%s: source %" PRId32 ",%" PRId32 " is %s %s",
			problem->name, source.x, source.y,
			is_open(problem, &problem->map, source) ? "too near a wall for --radius"
								: "on a wall",
			hint.text);
	}
	return FF_OK;
}

/* Does so with the problem's map, if --radius closes anything. */
static enum ff_status close_map(struct ff_problem *problem, const struct ff_options *options,
				struct ff_error *err)
{
	double radius = ff_problem_radius(options);

	return ff_problem_closes(radius) ? close_cells(&problem->map, radius, &problem->closed, err)
					 : FF_OK;
}

/* Makes the map that is solved of the file's; counts the cells that --coarsen cuts off. */
static enum ff_status resize_map(struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	struct ff_cost *map = &problem->map;
	const struct ff_model *model = &problem->model;
	const double unit = ff_model_one(model);
	const int side = options->coarsen.side;
	struct ff_cost made = {0};

	if (side > 0) {
		if (options->coarsen.rule == FF_COARSEN_COUNT && ff_model_is_wide(model) &&
		    ff_cost_units(side * side, unit) == 0)
			return ff_status_fail(err, FF_E_USAGE,
					      "--coarsen %d,count: blocks cost up to %d, but this "
					      "map's costs end at %.9g (see --cost-scale)",
					      side, side * side, FF_COST_WIDE_MAX / unit);
		if (ff_coarsen_map(map, side, options->coarsen.rule, unit, &made) != FF_OK ||
		    (options->coarsen.rule < FF_COARSEN_ALL &&
		     ff_coarsen_lost(map, side, &made, ff_model_joins_corners(model),
				     &problem->lost) != FF_OK)) {
			free(made.cells);
			return ff_status_nomem(err, "the map");
		}
	} else if (options->subdivide) {
		if (!ff_cost_new(&made, 2 * map->w, 2 * map->h, map->wide != NULL))
			return ff_status_nomem(err, "the map");
		for (int32_t y = 0; y < made.h; y++)
			for (int32_t x = 0; x < made.w; x++)
				ff_cost_set(&made, ff_cost_index(&made, x, y),
					    ff_cost_at(map, ff_cost_index(map, x / 2, y / 2)));
	} else {
		return FF_OK;
	}
	free(map->cells);
	*map = made;
	return FF_OK;
}

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
	to->count = items != NULL ? from->count : 0;
	to->mask = from->mask;
	return FF_OK;
}

/* Reads the goals of a problem whose map is open, still in metres where they are. */
static enum ff_status read_goals(struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	enum ff_status st = ff_problem_copy_goals(&problem->given, &options->goals, err);
	size_t room = problem->given.count;

	for (size_t i = 0; i < options->goal_file_count && st == FF_OK; i++) {
		struct ff_input in;

		if ((st = ff_input_open(&in, options->goal_files[i], err)) != FF_OK)
			return st;
		st = ff_goals_read(&in, problem->size.w, problem->size.h, &problem->given, &room,
				   err);
		ff_input_close(&in);
	}
	return st;
}

/* ---- from the goals of the options to seeds ---- */

/* The map with the cells of the file: as it was before --subdivide, or with the blocks of --coarsen
 * as they have become. */
struct plain {
	struct ff_cost map, closed; /* borrowed if 'same' */
	bool same;                  /* cells are neither split nor joined */
	const struct ff_cost *cost; /* one of them: the map for walkers of --radius */
};

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

	if (problem->format->costs || problem->map.wide != NULL || options->legend != NULL ||
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

static void name_cell(const struct ff_cost *cost, size_t cell, char name[FF_SEEDS_NAME])
{
	struct ff_goal at = {.w = 1, .h = 1};

	ff_seeds_move(&at, cost, cell);
	ff_seeds_name(&at, name);
}

/* Refuses a goal that would have to be moved too far. */
static enum ff_status too_far(const struct ff_problem *problem, const char *what,
			      const struct ff_goal *goal, const struct ff_cost *cost,
			      const struct ff_nearest_point *point, double most,
			      struct ff_error *err)
{
	char name[FF_SEEDS_NAME], near[FF_SEEDS_NAME];

	ff_seeds_name(goal, name);
	name_cell(cost, point->cell, near);
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
			size_t i, char name[FF_GEOREFERENCE_NAME])
{
	const struct ff_goals *named = &options->goals; /* these come first */
	const struct ff_goal *given = &problem->given.items[i];
	struct ff_problem_cell cell;

	name[0] = '\0';
	/* Edits may have replaced the goal. */
	if (problem->placed && i < named->count && named->items[i].metres &&
	    find_cell(problem, "goal", named->items[i].x, named->items[i].y, &cell, NULL) ==
		    FF_OK &&
	    given->x == cell.x && given->y == cell.y)
		ff_georeference_print(named->items[i].x, named->items[i].y, name);
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
	char metres[FF_GEOREFERENCE_NAME], near[FF_SEEDS_NAME] = "", see[80];
	struct ff_nearest_point *closed = NULL;
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
		if (closed[0].found)
			name_cell(plain->cost, closed[0].cell, near);
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
	return close_cells(map, options->radius, &plain->closed, err);
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
		st = close_map(fresh, options, err);
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

/* ---- the problem ---- */

enum ff_status ff_problem_open(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st;

	if ((st = open_map(problem, options, err)) != FF_OK ||
	    (st = ff_problem_find_places(problem, "--require", options->required,
					 options->required_count, &problem->required, err)) !=
		    FF_OK ||
	    (st = ff_problem_find_places(problem, "--from", options->sources, options->source_count,
					 &problem->sources, err)) != FF_OK)
		return st;
	if (options->legend != NULL) {
		if ((st = ff_input_open(&in, options->legend, err)) != FF_OK)
			return st;
		st = ff_legend_read(&in, &problem->grounds, err);
		ff_input_close(&in);
	}
	if (st != FF_OK || (st = read_goals(problem, options, err)) != FF_OK)
		return st;
	problem->source_count = options->source_count;
	return ff_problem_find_goals(problem, &problem->given, err);
}

enum ff_status ff_problem_read_map(struct ff_problem *problem, const struct ff_options *options,
				   struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (problem->map.cells == NULL && problem->costs.file.raster.cells == NULL)
		st = ff_problem_load(problem, options, err);
	if (st == FF_OK)
		st = ff_costs_round(&problem->costs, problem->name, &problem->map, err);
	if (problem->map.wide != NULL) {
		problem->model.scale = problem->costs.given ? (uint32_t)options->cost_scale : 1;
		problem->model.one = (float)problem->costs.one;
	}
	problem->unit = ff_model_unit(&problem->model);
	/* A step between quarters of cells is half as long: the same way costs the same. */
	if (options->subdivide)
		problem->unit *= 2;
	problem->limit = options->max_cost * problem->unit;
	if (st == FF_OK && (st = resize_map(problem, options, err)) == FF_OK)
		st = close_map(problem, options, err);
	return st;
}

enum ff_status ff_problem_read(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	enum ff_status st;

	if ((st = ff_problem_read_map(problem, options, err)) != FF_OK ||
	    (st = ff_problem_resolve_goals(problem, options, err)) != FF_OK)
		return st;
	return check_sources(problem, options, err);
}

const struct ff_cost *ff_problem_cost(const struct ff_problem *problem)
{
	return problem->closed.cells != NULL ? &problem->closed : &problem->map;
}

void ff_problem_print_size(const struct ff_problem *problem, size_t cell)
{
	uint64_t bytes = (uint64_t)problem->map.w * (uint64_t)problem->map.h * cell;
	struct ff_error name;

	ff_status_fail(&name, FF_OK, "%s", problem->name);
	printf("map: %s, %s, %" PRId32 "x%" PRId32 "\nmemory: %" PRIu64 " bytes, about %.1f MiB\n",
	       name.text, problem->format->name, problem->size.w, problem->size.h, bytes,
	       (double)bytes / (1 << 20));
}

void ff_problem_free(struct ff_problem *problem)
{
	ff_problem_free_resolved(problem);
	ff_input_close(&problem->in);
	free(problem->map.cells);
	ff_cells_free(&problem->costs.file);
	free(problem->given.mask);
	free(problem->grounds.items);
	free(problem->required);
	free(problem->sources);
	free(problem->source_ids);
	*problem = (struct ff_problem){0};
}
