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
#include "core/solve/seeds.h"
#include "io/costs.h"
#include "io/goals.h"
#include "io/legend.h"

/* Refuses options that do not fit a map of this kind. */
static enum ff_status check_kind(const struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	const struct ff_levels_rules *levels = &options->levels;
	const char *wrong = NULL;

	if (problem->format->costs &&
	    (levels->invert != 0 || levels->wall_from != 0 || levels->count > 0))
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

	*problem = (struct ff_problem){.place.resolution = 1,
				       .world.resolution = 1,
				       .parts = parts,
				       .block = side > 0 ? side : 1};
	if ((st = ff_input_open(&problem->in, options->map, err)) != FF_OK)
		return st;
	problem->name = problem->in.name;
	if ((st = ff_formats_size(
		     &problem->in, options->model.scale > 0 ? FF_FORMATS_LAYER : FF_FORMATS_COSTS,
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
	return (st = check_kind(problem, options, err)) == FF_OK
		       ? ff_budget_check((uint64_t)problem->map.w * (uint64_t)problem->map.h,
					 "the map", err)
		       : st;
}

static enum ff_status read_map(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err)
{
	bool colours = options->legend != NULL;
	enum ff_status st;
	uint8_t costs[256];

	if (options->model.scale > 0 || problem->format->read_map == NULL)
		st = ff_costs_read(&problem->in, problem->format, &problem->size,
				   options->model.scale, &problem->map, err);
	else if (colours)
		st = problem->format->read_colours(&problem->in, &problem->grounds, options->legend,
						   &problem->map, err);
	else
		st = problem->format->read_map(&problem->in, &problem->map, err);
	ff_input_close(&problem->in);
	if (st != FF_OK || options->model.scale > 0 || problem->format->costs || colours)
		return st;
	ff_levels_fill(&options->levels, costs);
	ff_levels_apply(costs, problem->map.cells, (size_t)problem->map.w * (size_t)problem->map.h);
	return FF_OK;
}

void ff_problem_print_point(double x, double y, char name[FF_PROBLEM_POINT])
{
	size_t n = fabs(x) < 0x1p53 ? ff_number_fixed(name, x) : 0;

	name[n++] = 'm';
	name[n++] = ',';
	n += fabs(y) < 0x1p53 ? ff_number_fixed(name + n, y) : 0;
	name[n++] = 'm';
	name[n] = '\0';
}

enum ff_status ff_problem_find_cell(const struct ff_problem *problem, const char *what, double x,
				    double y, struct ff_problem_cell *cell, struct ff_error *err)
{
	const struct ff_georeference *place = &problem->place;
	char point[FF_PROBLEM_POINT], from[FF_PROBLEM_POINT], to[FF_PROBLEM_POINT];

	if (problem->placed &&
	    ff_georeference_cell(place, problem->size.w, problem->size.h, x, y, &cell->x, &cell->y))
		return FF_OK;
	ff_problem_print_point(x, y, point);
	if (!problem->placed)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: %s %s: nothing says where this map lies in metres: see "
				      "--cell-size and --origin",
				      problem->name, what, point);
	ff_problem_print_point(place->x, place->y, from);
	ff_problem_print_point(place->x + problem->size.w * place->resolution,
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
	enum ff_status st = ff_problem_find_cell(problem, what, x, y, &cell, err);

	if (st != FF_OK)
		return st;
	/* A point on an edge belongs to one cell, which rounding must not change. */
	*at = ff_georeference_to_map(&problem->place, problem->size.h, x, y);
	at->x = fmin(fmax(at->x, cell.x - before), cell.x + after);
	at->y = fmin(fmax(at->y, cell.y - before), cell.y + after);
	return FF_OK;
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
		if ((st = ff_problem_find_cell(problem, "goal", goal->x, goal->y, &cell, err)) ==
		    FF_OK) {
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
			st = ff_problem_find_cell(problem, option, place->x, place->y, cell, err);
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

enum ff_status ff_problem_close(const struct ff_cost *map, double radius, struct ff_cost *closed,
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
		char point[FF_PROBLEM_POINT] = "";
		struct ff_error hint;

		if (is_open(problem, ff_problem_cost(problem), source))
			continue;
		if (place->metres)
			ff_problem_print_point(place->x, place->y, point);
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

enum ff_status ff_problem_close_map(struct ff_problem *problem, const struct ff_options *options,
				    struct ff_error *err)
{
	double radius = ff_problem_radius(options);

	return ff_problem_closes(radius)
		       ? ff_problem_close(&problem->map, radius, &problem->closed, err)
		       : FF_OK;
}

/* Makes the map that is solved of the file's; sets '*lost' to the cells that --coarsen cuts off. */
static enum ff_status resize_map(struct ff_cost *map, const struct ff_options *options,
				 uint64_t *lost, struct ff_error *err)
{
	const struct ff_model *model = &options->model;
	const int side = options->coarsen.side;
	const uint32_t unit = ff_model_is_wide(model) ? model->scale : 1;
	struct ff_cost made = {0};

	*lost = 0;
	if (side > 0) {
		if (options->coarsen.rule == FF_COARSEN_COUNT && ff_model_is_wide(model) &&
		    (uint32_t)(side * side) * unit > FF_COST_WIDE_MAX)
			return ff_status_fail(err, FF_E_USAGE,
					      "--coarsen %d,count: blocks cost up to %d, but with "
					      "--cost-scale %" PRIu32 " costs end at %" PRIu32,
					      side, side * side, unit, FF_COST_WIDE_MAX / unit);
		if (ff_coarsen_map(map, side, options->coarsen.rule, unit, &made) != FF_OK ||
		    (options->coarsen.rule < FF_COARSEN_ALL &&
		     ff_coarsen_lost(map, side, &made, ff_model_joins_corners(model), lost) !=
			     FF_OK)) {
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

/* Reads the goals of a problem whose map is open, still in metres where they are. */
static enum ff_status read_goals(struct ff_problem *problem, const struct ff_options *options,
				 struct ff_error *err)
{
	const struct ff_goals *goals = &options->goals;
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

		if ((st = ff_input_open(&in, options->goal_files[i], err)) != FF_OK)
			return st;
		st = ff_goals_read(&in, problem->size.w, problem->size.h, &problem->given, &room,
				   err);
		ff_input_close(&in);
	}
	return st;
}

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
	problem->unit = ff_model_unit(&options->model);
	return ff_problem_find_goals(problem, &problem->given, err);
}

enum ff_status ff_problem_read_map(struct ff_problem *problem, const struct ff_options *options,
				   struct ff_error *err)
{
	enum ff_status st = read_map(problem, options, err);

	/* A step between quarters of cells is half as long: the same way costs the same. */
	if (options->subdivide)
		problem->unit *= 2;
	problem->limit = options->max_cost * problem->unit;
	if (st == FF_OK && (st = resize_map(&problem->map, options, &problem->lost, err)) == FF_OK)
		st = ff_problem_close_map(problem, options, err);
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
	free(problem->given.mask);
	free(problem->grounds.items);
	free(problem->required);
	free(problem->sources);
	free(problem->source_ids);
	*problem = (struct ff_problem){0};
}
