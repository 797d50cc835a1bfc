#include "cli/verbs/walk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outputs.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/crowd/follow.h"
#include "core/crowd/spawn.h"
#include "core/crowd/tally.h"
#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "core/solve/seeds.h"

/* A walk under way; all borrowed. */
struct work {
	struct ff_walk_solution *walk; /* in the making; its owner frees what a failed step left */
	struct ff_solution *run;
	struct ff_problem *problem;
	const struct ff_walk_options *options;
	const struct ff_plan *plan;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_error *err; /* for the line, if a step fails */
};

static unsigned find_grids(const struct ff_walk_options *options, const struct ff_plan *plan)
{
	unsigned grids = 0, needs = ff_plan_needs(plan);

	if ((needs & FF_OUTPUTS_TRAFFIC) != 0)
		grids |= options->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS ? FF_TALLY_SECONDS
										: FF_TALLY_VISITS;
	if ((needs & FF_OUTPUTS_SPEEDS) != 0)
		grids |= FF_TALLY_SPEED;
	if ((needs & FF_OUTPUTS_DENSITY) != 0)
		grids |= FF_TALLY_DENSITY;
	if (options->simulate > 0 && (needs & FF_OUTPUTS_JAMS) != 0)
		grids |= FF_TALLY_STILL;
	return grids;
}

static enum ff_status show_goals(struct ff_walk_solution *walk, size_t set,
				 const struct ff_goal *goals, size_t count, struct ff_error *err)
{
	void *items = walk->goals.items, *sets = walk->goal_sets;

	if (!ff_memory_grow(&items, &walk->goal_room, walk->goals.count + count, sizeof *goals))
		return ff_status_nomem(err, "goals");
	walk->goals.items = items;
	if (!ff_memory_grow(&sets, &walk->set_room, walk->goals.count + count,
			    sizeof *walk->goal_sets))
		return ff_status_nomem(err, "goals");
	walk->goal_sets = sets;
	for (size_t i = 0; i < count; i++)
		walk->goal_sets[walk->goals.count + i] = set;
	if (count > 0)
		memcpy(walk->goals.items + walk->goals.count, goals, count * sizeof *goals);
	walk->goals.count += count;
	return FF_OK;
}

/* Notes the goals of a guide that were moved. */
static enum ff_status note_goals(const struct work *work, size_t k)
{
	const struct ff_walk_problem_guide *guide = &work->walk->asked.guides[k];
	const struct ff_problem *own = &work->walk->fields[k].own;
	const char *group = guide->goals == 0 ? "" : work->options->names.groups[guide->goals - 1];
	char wide[64] = "for walkers of radius ";
	enum ff_status st = FF_OK;

	wide[strlen(wide) + ff_number_fixed(wide + strlen(wide), guide->radius)] = '\0';
	for (size_t i = 0; i < own->given.count && st == FF_OK; i++) {
		char before[FF_SEEDS_NAME], after[FF_SEEDS_NAME], what[256];

		if (own->wanted.items == NULL)
			break;
		ff_seeds_name(&own->wanted.items[i], before);
		ff_seeds_name(&own->given.items[i], after);
		if (strcmp(before, after) == 0)
			continue;
		snprintf(what, sizeof what, "goal %s (%s%s)", before,
			 guide->goals == 0 ? wide : "group ", group);
		st = ff_starts_note(&work->walk->notes, what, "is on no open cell", after,
				    work->err);
	}
	return st;
}

/* Makes the problem of a guide: the run's map, closed for its radius, and its goals. */
static enum ff_status make_problem(const struct work *work, size_t k)
{
	const struct ff_walk_problem *asked = &work->walk->asked;
	const struct ff_cost *map = &work->problem->map;
	struct ff_walk_field *field = &work->walk->fields[k];
	const struct ff_walk_problem_guide *guide = &asked->guides[k];
	struct ff_problem problem = *work->problem;
	char radius[32] = "";

	field->options = work->options->common;
	field->options.radius = guide->radius;
	field->problem = &field->own;
	field->solution = &field->found;
	/* A name for messages about its goals. */
	if (guide->goals > 0) {
		snprintf(field->name, sizeof field->name, "%.100s: group %s", problem.name,
			 work->options->names.groups[guide->goals - 1]);
		problem.given = asked->goals[guide->goals - 1];
		problem.wanted = (struct ff_goals){0};
	} else {
		radius[ff_number_fixed(radius, guide->radius)] = '\0';
		snprintf(field->name, sizeof field->name, "%.100s: walkers of radius %s",
			 problem.name, radius);
	}
	problem.name = field->name;
	if (asked->change_count > 0) {
		if (!ff_cost_new(&field->map, map->w, map->h, map->wide != NULL))
			return ff_status_nomem(work->err, "the map");
		ff_cost_copy(map, 0, 0, &field->map);
		problem.map = field->map;
	}
	return ff_problem_resolve_afresh(&field->own, &problem, &field->options, work->err);
}

/* Returns an earlier guide to the same goals on an equal map, unless edits may make the maps
 * differ or fields grow; NULL: there is none. */
static const struct ff_guide *find_equal(const struct work *work, size_t k)
{
	const struct ff_walk_problem *asked = &work->walk->asked;
	const struct ff_cost *cost = ff_problem_cost(&work->walk->fields[k].own);
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	int64_t batch = work->options->common.animation.batch;

	for (size_t i = 0; i < k && asked->change_count == 0 && batch == 0; i++)
		if (asked->guides[i].goals == asked->guides[k].goals &&
		    memcmp(work->walk->guides[i].cost->cells, cost->cells, cells) == 0)
			return &work->walk->guides[i];
	return NULL;
}

/* Updates a guide to what is known of its field: another version. */
static void update_guide(struct ff_walk_solution *walk, size_t k)
{
	struct ff_walk_field *field = &walk->fields[k];
	struct ff_guide *guide = &walk->guides[k];
	const struct ff_solution *known =
		ff_walk_field_grows(field) ? &field->grown : field->solution;

	field->view = known->field;
	field->view.unit /= (uint32_t)walk->asked.parts;
	guide->flow = &known->flow;
	guide->classes = &known->classes;
	guide->aimless = field->problem->seeds.count == 0;
	guide->version++;
}

static void set_guide(const struct work *work, size_t k)
{
	const struct ff_walk_field *field = &work->walk->fields[k];

	work->walk->guides[k] = (struct ff_guide){.map = &field->problem->map,
						  .cost = ff_problem_cost(field->problem),
						  .field = &field->view,
						  .sight = work->options->common.sight,
						  .model = &field->problem->model};
	update_guide(work->walk, k);
}

/* Finds the classes from which places are drawn where the field follows from these. */
static enum ff_status find_reach(const struct work *work, size_t k)
{
	const struct ff_walk_field *field = &work->walk->fields[k];

	return ff_starts_reach(ff_problem_cost(field->problem), &field->problem->model,
			       &field->problem->seeds, &field->solution->classes, work->err);
}

static struct ff_solution_work solving_of(const struct work *work, size_t k)
{
	const struct ff_walk_field *field = &work->walk->fields[k];

	return (struct ff_solution_work){.problem = field->problem,
					 .options = &field->options,
					 .machine = work->machine,
					 .progress = work->progress};
}

static enum ff_status add_guide(const struct work *work, size_t k)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_walk_field *field = &walk->fields[k];
	struct ff_solution_work solving;
	const struct ff_guide *equal;
	enum ff_status st;

	if ((st = make_problem(work, k)) != FF_OK || (st = note_goals(work, k)) != FF_OK)
		return st;
	solving = solving_of(work, k);
	equal = find_equal(work, k);
	if (equal != NULL)
		walk->guides[k] = *equal;
	else if ((st = work->options->sectors > 0
			       ? find_reach(work, k)
			       : ff_solution_guide(&field->found, &solving, work->err)) == FF_OK)
		set_guide(work, k);
	walk->guide_count += st == FF_OK;
	return st;
}

/* Chooses the colours of goals to which a single group walks, once groups have theirs. */
static enum ff_status colour_goals(struct ff_walk_solution *walk, struct ff_error *err)
{
	enum { SEVERAL = FF_GROUPS_NONE - 1 };
	const struct ff_walkers *walkers = &walk->walkers;
	uint8_t *hues = malloc(walk->options->group_count + 1); /* of sets of goals */
	size_t count = walk->goals.count;

	free(walk->goal_hues);
	walk->goal_hues = count == 0 ? NULL : malloc(count);
	if (hues == NULL || (count > 0 && walk->goal_hues == NULL)) {
		free(hues);
		return ff_status_nomem(err, "groups");
	}
	memset(hues, FF_GROUPS_NONE, walk->options->group_count + 1);
	for (uint32_t g = 0; g < walkers->group_count; g++) {
		uint8_t *hue = &hues[ff_walk_problem_goals(walk->options, walkers->groups[g])];

		if (walk->groups.hues[g] != FF_GROUPS_NONE)
			*hue = *hue == FF_GROUPS_NONE ? walk->groups.hues[g] : SEVERAL;
	}
	for (size_t i = 0; i < count; i++) {
		uint8_t hue = hues[walk->goal_sets[i]];

		walk->goal_hues[i] = hue == SEVERAL ? FF_GROUPS_NONE : hue;
	}
	free(hues);
	return FF_OK;
}

/* Finds the goals and classes that pictures show. */
static enum ff_status find_shown(struct ff_walk_solution *walk, struct ff_error *err)
{
	const struct ff_problem *problem = walk->fields->problem;
	const struct ff_classes *run = walk->guides->classes;
	size_t cells = (size_t)run->w * (size_t)run->h;
	uint8_t *shown = walk->classes.cells;
	enum ff_status st = FF_OK;

	walk->goals.count = 0;
	if (walk->guide_count > 1 || walk->asked.goal_count > 0) {
		if (shown == NULL && (shown = ff_memory_cells(run->w, run->h, 1)) == NULL)
			return ff_status_nomem(err, "goals");
		walk->classes = *run;
		walk->classes.cells = shown;
		memcpy(shown, run->cells, cells);
		for (size_t k = 1; k < walk->guide_count; k++)
			for (size_t i = 0; i < cells; i++)
				if (walk->guides[k].classes->cells[i] == FF_GOAL) {
					walk->classes.count[shown[i]]--;
					walk->classes.count[FF_GOAL]++;
					shown[i] = FF_GOAL;
				}
		for (size_t k = 1; k < walk->guide_count && st == FF_OK; k++) {
			const struct ff_goals *own = &walk->fields[k].own.goals;

			st = show_goals(walk, walk->asked.guides[k].goals, own->items, own->count,
					err);
		}
		if (st == FF_OK)
			st = show_goals(walk, 0, problem->goals.items, problem->goals.count, err);
	}
	return st == FF_OK ? colour_goals(walk, err) : st;
}

/* Prepares for edits, once all fields are found. */
static enum ff_status open_edits(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	enum ff_status st = FF_OK;

	for (size_t k = 0; k < walk->guide_count && st == FF_OK; k++) {
		struct ff_walk_field *field = &walk->fields[k];
		struct ff_solution_work solving = solving_of(work, k);

		solving.values = walk->options->sectors > 0 ? &field->routing.field : NULL;
		field->growth = ff_solution_solve(&field->grown, &solving);
		field->growth.grows = field->due = walk->options->common.animation.batch > 0;
		if (walk->asked.change_count > 0)
			st = ff_repair_open(&field->repair, &solving, field->problem,
					    field->solution, work->err);
	}
	return st;
}

static enum ff_status find_guides(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	size_t count = work->walk->asked.guide_count;
	enum ff_status st = FF_OK;

	walk->guides = calloc(count, sizeof *walk->guides);
	walk->fields = calloc(count, sizeof *walk->fields);
	if (walk->guides == NULL || walk->fields == NULL)
		return ff_status_nomem(work->err, "guides");
	walk->guide_room = count;
	walk->fields[0].options = work->options->common;
	walk->fields[0].problem = work->problem;
	walk->fields[0].solution = work->run;
	set_guide(work, 0);
	walk->guide_count = 1;
	if (work->options->sectors > 0)
		st = find_reach(work, 0);
	for (size_t k = 1; k < count && st == FF_OK; k++)
		st = add_guide(work, k);
	return st == FF_OK ? open_edits(work) : st;
}

/* paths traced between two reports of progress; points of paths that are kept for all outputs, and
 * for one of them */
enum { ROUND = 4096, KEPT = 1 << 20, ROOM = KEPT / 4 };

/* Paths that are traced together, and can join each other. */
struct tracing {
	const struct ff_walk_solution *walk;
	size_t first;          /* the number of the first walker... */
	struct ff_path *paths; /* ...and its path; [count] */
	size_t count, points;  /* traced so far, and their points */
	bool ends;             /* only the ends of paths are needed */
	bool joined;           /* they join */
	struct ff_joints joints;
};

static void trace_path(void *context, size_t i)
{
	const struct tracing *tracing = context;
	const struct ff_walk_solution *walk = tracing->walk;
	size_t which = tracing->count + i;
	const struct ff_walker *walker = &walk->walkers.items[tracing->first + which];

	/* A path without points tells that memory ran out. */
	(void)ff_trace(&walk->guides[walker->guide], FF_TRACE_SMOOTH, walker,
		       walk->options->common.slow_by_cost, tracing->ends,
		       tracing->joined ? &tracing->joints : NULL, &tracing->paths[which]);
}

/* Returns about how many points a path has, or more: a cell costs 1 or more, and a smooth path has
 * eight points in a cell, and one where it enters it. */
static double expect_points(const struct ff_walk_solution *walk, const struct ff_walker *walker)
{
	const struct ff_guide *guide = &walk->guides[walker->guide];
	size_t cell =
		ff_cost_index(guide->cost, ff_sample_cell(walker->x), ff_sample_cell(walker->y));
	double least = fmin(0, walk->fields->solution->summary.least);

	if (ff_guide_class(guide, cell) != FF_REACHED)
		return 1;
	return 10 * (ff_guide_raw(guide, cell) / ff_guide_unit(guide) - least);
}

/* Begins to trace paths from walker 'first' on; false if memory ran out. */
static bool open_tracing(struct tracing *tracing, size_t first)
{
	const struct ff_cost *map = tracing->walk->guides->map;

	free(tracing->joints.slots);
	tracing->paths += first - tracing->first;
	tracing->first = first;
	tracing->count = tracing->points = 0;
	return ff_joints_open(&tracing->joints, ff_cost_index(map, 0, map->h), tracing->paths) ==
	       FF_OK;
}

/* Traces more paths, whose points, if they are needed, have room; returns how many, 0 if memory
 * ran out. */
static size_t trace_more(struct tracing *tracing)
{
	const struct ff_walk_solution *walk = tracing->walk;
	const struct ff_walker *walkers = walk->walkers.items + tracing->first + tracing->count;
	size_t left = walk->walkers.count - tracing->first - tracing->count, n;
	const size_t threads = (size_t)ff_pool_threads(ff_machine_pool(walk->machine));
	double room = ROOM;

	/* Twice as many as before, so that soon there are paths to join. */
	for (n = 0; n < ROUND && n <= tracing->count && n < left && (n < threads || room > 0); n++)
		if (!tracing->ends)
			room -= expect_points(walk, &walkers[n]);
	ff_pool_run(ff_machine_pool(walk->machine), n, trace_path, tracing);
	for (size_t i = tracing->count; i < tracing->count + n; i++) {
		if (tracing->paths[i].points == NULL)
			return 0;
		ff_joints_add(&tracing->joints, &tracing->paths[i]);
		tracing->points += tracing->paths[i].count;
	}
	tracing->count += n;
	return n;
}

/* Follows some walkers again: see struct ff_paths. */
static bool follow_again(const void *context, size_t first, struct ff_paths *some)
{
	const struct ff_walk_solution *walk = context;
	const size_t count = walk->walkers.count - first;
	struct tracing tracing = {.walk = walk, .joined = true, .first = first};
	bool traced;

	*some = (struct ff_paths){.items = calloc(count, sizeof *some->items)};
	if (some->items == NULL)
		return false;
	some->count = count;
	tracing.paths = some->items;
	traced = open_tracing(&tracing, first);
	while (traced && tracing.points < ROOM && tracing.count < count)
		traced = trace_more(&tracing) > 0;
	free(tracing.joints.slots);
	if (!traced) {
		ff_paths_free(some);
		return false;
	}
	some->count = tracing.count;
	ff_solution_join_paths(some, walk->asked.parts, true);
	return true;
}

/* Fills in the arrival of a walker that walks alone, from its path, and counts its traffic. */
static void follow_path(struct ff_walk_solution *walk, size_t i)
{
	const struct ff_path *path = &walk->paths.items[i];
	const struct ff_path_point *end = &path->points[path->count - 1];
	double start = walk->walkers.items[i].start;

	walk->arrivals[i] =
		(struct ff_arrival){.entered = path->reached ? start : (double)INFINITY,
				    .arrived = path->reached ? start + end->time : (double)INFINITY,
				    .x = end->x,
				    .y = end->y,
				    .lost = !path->reached};
	walk->arrived += path->reached;
	walk->lost += !path->reached;
	if (walk->tally.w > 0)
		ff_tally_path(&walk->tally, path);
}

/* Traces all paths, and follows them if walkers walk alone.  Points that no output has are dropped
 * as soon as they are counted.  Once there are many points, all are dropped, and outputs follow the
 * walkers again; but not if the map changes meanwhile. */
static enum ff_status trace_paths(const struct work *work, bool alone, bool drawn)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_paths *paths = &walk->paths;
	const bool counted = walk->tally.w > 0;
	const bool changes = walk->asked.change_count > 0 || walk->fields->growth.grows;
	struct tracing tracing = {
		.walk = walk, .ends = !drawn && !counted, .joined = drawn || !counted};
	size_t count = walk->walkers.count, n = 1;

	paths->items = tracing.paths = calloc(count + 1, sizeof *paths->items);
	if (paths->items == NULL || !open_tracing(&tracing, 0))
		return ff_status_nomem(work->err, "paths");
	paths->count = count;
	for (size_t end = 0; end < count && n > 0; end += n) {
		n = trace_more(&tracing);
		for (size_t i = end; i < end + n && alone; i++)
			follow_path(walk, i);
		for (size_t i = end; i < end + n && !drawn; i++)
			if (paths->items[i].count > 1)
				ff_path_trim(&paths->items[i], paths->items[i].count - 1);
		ff_progress_show(work->progress, "following", end + n, count);
		if (!drawn || changes || tracing.points < KEPT || n == 0 || end + n == count)
			continue;
		for (size_t i = 0; i < end + n; i++)
			ff_path_trim(&paths->items[i], paths->items[i].count - 1);
		paths->follow = follow_again;
		paths->context = walk;
		drawn = false;
		tracing.ends = !counted;
		tracing.joined = !counted;
		n = open_tracing(&tracing, end + n) ? n : 0;
	}
	free(tracing.joints.slots);
	if (count > 0 && n == 0)
		return ff_status_nomem(work->err, "paths");
	ff_solution_join_paths(paths, walk->asked.parts, true);
	return FF_OK;
}

/* Finds paths of walkers that walk alone, and the traffic of --traffic-in all. */
static enum ff_status follow_all(const struct work *work)
{
	const struct ff_walk_options *asked = work->options;
	unsigned needs = ff_plan_needs(work->plan) | ff_outputs_needs(&asked->common);
	bool alone = !(asked->simulate > 0), drawn = (needs & FF_OUTPUTS_PATHS) != 0;
	unsigned grids = alone && asked->traffic_in != FF_WALK_OPTIONS_TRAFFIC_ALL
				 ? find_grids(asked, work->plan)
				 : 0;
	struct ff_labels *all = &work->walk->all;
	enum ff_status st = FF_OK;

	if (grids != 0 && ff_tally_open(&work->walk->tally, &work->problem->map, grids) != FF_OK)
		st = ff_status_nomem(work->err, "traffic");
	if (st == FF_OK && (alone || drawn))
		st = trace_paths(work, alone, drawn);
	if (st == FF_OK && asked->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL &&
	    work->run->flow.vectors != NULL) {
		work->walk->streams =
			ff_memory_cells(work->problem->map.w, work->problem->map.h, sizeof(double));
		if (work->walk->streams == NULL ||
		    ff_accumulate_vectors(work->walk->guides, work->walk->streams) != FF_OK)
			st = ff_status_nomem(work->err, "traffic");
	} else if (st == FF_OK && asked->traffic_in == FF_WALK_OPTIONS_TRAFFIC_ALL &&
		   (!ff_labels_new(all, work->problem->map.w, work->problem->map.h) ||
		    ff_accumulate(&work->run->flow, all) != FF_OK))
		st = ff_status_nomem(work->err, "traffic");
	return st;
}

/*
 * ---- places: given ones come first, then random ones in the order of the options ----
 */

static enum ff_status copy_walkers(const struct work *work)
{
	const struct ff_walkers *given = &work->walk->asked.walkers;
	struct ff_walkers *walkers = &work->walk->walkers;
	struct ff_walker *items;
	uint32_t group;

	if (given->count == 0)
		return FF_OK;
	for (uint32_t i = 0; i < given->group_count; i++)
		if (ff_walkers_group(walkers, given->groups[i], strlen(given->groups[i]), &group) !=
		    FF_OK)
			return ff_status_nomem(work->err, "walkers");
	if ((items = ff_walkers_add(walkers, given->count)) == NULL)
		return ff_status_nomem(work->err, "walkers");
	memcpy(items, given->items, given->count * sizeof *items);
	return FF_OK;
}

static enum ff_status find_places(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	const struct ff_starts_ground ground = {
		.starts = &work->options->starts,
		.name = work->problem->name,
		.guides = walk->guides,
		.spawn_guides = walk->asked.spawn_guides,
		/* Walkers that walk alone may overlap. */
		.rule = work->options->simulate > 0 ? FF_SPAWN_CROWD : FF_SPAWN_ALONE,
		.snap = work->options->common.snap > 0,
		.radius = work->options->common.radius * walk->asked.parts,
		.speed = work->options->speed * walk->asked.parts,
		.parts = walk->asked.parts,
		.notes = &walk->notes,
	};
	enum ff_status st = copy_walkers(work);

	ff_progress_show(work->progress, "looking for places", 0, 0);
	if (st != FF_OK || (st = ff_starts_place(&ground, &walk->walkers, work->err)) != FF_OK)
		return st;
	walk->arrivals = calloc(walk->walkers.count + 1, sizeof *walk->arrivals);
	return walk->arrivals == NULL ? ff_status_nomem(work->err, "walkers") : FF_OK;
}

/*
 * ---- sectors: fields only where the walkers' routes lead ----
 */

/* The cells that a request is for, each once. */
struct starts {
	uint32_t *cells; /* owned; [count] */
	size_t count, room;
	uint8_t *listed; /* owned; a bit for each cell of the map */
};

static bool add_start(struct starts *starts, size_t cell)
{
	uint8_t bit = (uint8_t)(1U << cell % 8);

	if ((starts->listed[cell / 8] & bit) != 0)
		return true;
	if (!ff_memory_grow(&starts->cells, &starts->room, starts->count + 1,
			    sizeof *starts->cells))
		return false;
	starts->listed[cell / 8] |= bit;
	starts->cells[starts->count++] = (uint32_t)cell;
	return true;
}

/* Adds the nearest open cells around a walker that an edit has walled in: it gets off the wall
 * there. */
static bool add_exits(struct starts *starts, const struct ff_cost *cost, size_t cell)
{
	enum { FAR = 64 }; /* cells */
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);
	bool found = false, added = true;

	for (int32_t r = 1; r <= FAR && !found; r++)
		for (int32_t j = y - r; j <= y + r; j++)
			for (int32_t i = x - r; i <= x + r; i += abs(j - y) == r ? 1 : 2 * r)
				if (ff_cost_open(cost, i, j)) {
					added &= add_start(starts, ff_cost_index(cost, i, j));
					found = true;
				}
	return added;
}

/* Lists the cells from which walkers follow a field; false if memory ran out. */
static bool list_starts(const struct ff_walk_solution *walk, size_t k, const uint32_t *places,
			struct starts *starts)
{
	const struct ff_cost *cost = ff_problem_cost(walk->fields[k].problem);
	bool added;

	*starts = (struct starts){.listed = calloc(ff_cost_index(cost, 0, cost->h) / 8 + 1, 1)};
	added = starts->listed != NULL;
	for (size_t i = 0; i < walk->walkers.count && added; i++) {
		const struct ff_walker *walker = &walk->walkers.items[i];
		size_t cell = places != NULL ? places[i]
					     : ff_cost_index(cost, ff_sample_cell(walker->x),
							     ff_sample_cell(walker->y));

		/* Guides may share a field. */
		if (walk->guides[walker->guide].field != &walk->fields[k].view ||
		    cell == FF_WALK_GONE)
			continue;
		added = cost->cells[cell] != FF_COST_WALL ? add_start(starts, cell)
							  : add_exits(starts, cost, cell);
	}
	return added;
}

static void free_starts(struct starts *starts)
{
	free(starts->cells);
	free(starts->listed);
}

/* Makes the solution of a guide from the answer of its routing. */
static enum ff_status take_answer(struct ff_walk_solution *walk, size_t k,
				  struct ff_solution_work work, struct ff_error *err)
{
	struct ff_walk_field *field = &walk->fields[k];
	const struct ff_routing *routing = &field->routing;
	bool again = field->solution->field.cells != NULL;
	enum ff_status st;

	field->sectors = ff_routing_counts(routing);
	work.values = &routing->field;
	if (field->sectors.total > 1 || field->sectors.computed == 0)
		work.routes = &routing->routes;
	if (again) {
		if ((st = ff_solution_field(field->solution, &work, err)) == FF_OK)
			st = ff_solution_flow(field->solution, &work, err);
	} else {
		free(field->solution->classes.cells);
		st = (k == 0 ? ff_solution_find : ff_solution_guide)(field->solution, &work, err);
	}
	if (st == FF_OK)
		update_guide(walk, k);
	return st;
}

/* Answers the request of a guide's walkers for sectors anew, after edits: from 'places', as struct
 * ff_walk_change has them, or where all start (NULL). */
static enum ff_status route_again(struct ff_walk_solution *walk, size_t k, const uint32_t *places,
				  struct ff_error *err)
{
	struct ff_walk_field *field = &walk->fields[k];
	struct starts starts;
	enum ff_status st = list_starts(walk, k, places, &starts)
				    ? ff_repair_sectors(&field->repair, &field->routing,
							starts.cells, starts.count, false, err)
				    : ff_status_nomem(err, "the routes");

	if (st == FF_OK &&
	    ff_routing_widen_corners(&field->routing, &field->problem->seeds, false) != FF_OK)
		st = ff_status_nomem(err, "the routes");
	free_starts(&starts);
	return st == FF_OK ? take_answer(walk, k, field->repair.work, err) : st;
}

static enum ff_status route_guide(const struct work *work, size_t k)
{
	struct ff_walk_field *field = &work->walk->fields[k];
	const struct ff_solution_work solving = solving_of(work, k);
	const struct ff_routing_setup setup = {.model = &field->problem->model,
					       .cost = ff_problem_cost(field->problem),
					       .size = work->options->sectors,
					       .machine = work->machine};
	double started = ff_clock_ms();
	struct starts starts;
	enum ff_status st = list_starts(work->walk, k, NULL, &starts) ? FF_OK : FF_E_NOMEM;

	ff_progress_show(work->progress, "finding routes", k, work->walk->guide_count);
	if (st == FF_OK && (st = ff_routing_open(&field->routing, &setup)) == FF_OK)
		st = ff_routing_find(&field->routing, &field->problem->seeds, starts.cells,
				     starts.count, false);
	if (st == FF_OK)
		st = ff_routing_widen_corners(&field->routing, &field->problem->seeds, false);
	if (st == FF_OK && work->walk->asked.change_count > 0)
		st = ff_routing_keep(&field->routing);
	free_starts(&starts);
	st = st == FF_OK ? take_answer(work->walk, k, solving, work->err)
			 : ff_status_nomem(work->err, "the routes");
	if (work->walk->asked.change_count == 0)
		ff_routing_close(&field->routing);
	if (k == 0)
		work->run->integrate_ms = ff_clock_ms() - started - work->run->flow_ms;
	return st;
}

static enum ff_status find_sectors(const struct work *work)
{
	enum ff_status st = FF_OK;

	for (size_t k = 0; k < work->walk->guide_count && st == FF_OK; k++)
		if (work->options->sectors > 0 &&
		    work->walk->guides[k].field == &work->walk->fields[k].view)
			st = route_guide(work, k);
	return st;
}

/*
 * ---- edits: the map changes while the crowd walks ----
 */

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
	st = ff_repair_read(&walk->edits, options->edits, true, problem, err);
	return st == FF_OK ? list_changes(walk, err) : st;
}

bool ff_walk_edits_due(const struct ff_walk_solution *walk, uint64_t step)
{
	return walk->changes < walk->asked.change_count &&
	       walk->asked.changes[walk->changes].step <= step;
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
	const struct ff_edit *edits = walk->asked.edits.items + change->first;
	bool aims = walk->asked.guides[k].goals == 0; /* edits of goals are about the run's */
	size_t count = 0;
	enum ff_status st;

	for (size_t i = 0; i < change->count; i++)
		if (aims || (edits[i].kind != FF_EDITS_GOAL && edits[i].kind != FF_EDITS_NOGOAL))
			picked[count++] = edits[i];
	if (count == 0)
		return FF_OK;
	walk->fields[k].due = walk->fields[k].growth.grows;
	st = ff_repair_edits(repair, picked, count, ff_repair_name(walk->options->edits), err);
	if (st == FF_OK && walk->options->sectors > 0)
		st = route_again(walk, k, change->places, err);
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
		update_guide(walk, k);
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
			st = route_again(walk, k, NULL, err);
		update_guide(walk, k);
	}
	walk->changes = 0;
	return st;
}

enum ff_status ff_walk_edits_show(struct ff_walk_solution *walk, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (walk->asked.change_count > 0)
		st = ff_solution_rest(walk->fields->solution, &walk->fields->repair.work, err);
	return st == FF_OK ? find_shown(walk, err) : st;
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
		update_guide(walk, k);
	}
	return st == FF_OK ? FF_OK : ff_status_nomem(err, "a field that grows");
}

/*
 * ---- the crowd ----
 */

/* seconds that walkers stand still in a cell of a jam, at least */
#define JAM 1

/* Records the places of all walkers. */
static enum ff_status record_moment(const struct work *work, const struct ff_crowd *crowd,
				    size_t *room)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_trajectories_moment *moment;
	size_t n = 0;

	if (!ff_memory_grow(&walk->counts, room, walk->trajectories.count + 1,
			    sizeof *walk->counts))
		return ff_status_nomem(work->err, "trajectories");
	moment = ff_trajectories_add(&walk->trajectories, (double)crowd->step * walk->rules.dt,
				     crowd->walking);
	if (moment == NULL)
		return ff_status_nomem(work->err, "trajectories");
	walk->counts[walk->trajectories.count - 1] =
		(struct ff_draw_crowd_counts){crowd->arrived, crowd->waiting, crowd->lost, 0};
	for (size_t i = 0; i < crowd->count; i++)
		if (crowd->state[i] == FF_CROWD_WALKING) {
			moment->walkers[n] = (uint32_t)i;
			moment->places[n++] =
				(struct ff_trajectories_place){crowd->x[i], crowd->y[i]};
		}
	return FF_OK;
}

/* Notes where walkers are before edits, from where sectors lead on. */
static enum ff_status note_places(const struct work *work, const struct ff_crowd *crowd)
{
	struct ff_walk_change *change = &work->walk->asked.changes[work->walk->changes];

	if ((change->places = malloc((crowd->count + 1) * sizeof *change->places)) == NULL)
		return ff_status_nomem(work->err, "edits");
	for (size_t i = 0; i < crowd->count; i++)
		change->places[i] = crowd->state[i] == FF_CROWD_ARRIVED
					    ? FF_WALK_GONE
					    : (uint32_t)ff_cost_index(&work->problem->map,
								      ff_sample_cell(crowd->x[i]),
								      ff_sample_cell(crowd->y[i]));
	return FF_OK;
}

/* Makes the edits that are due; walkers that were lost may reach a goal now. */
static enum ff_status change_map(const struct work *work, struct ff_crowd *crowd)
{
	enum ff_status st = work->options->sectors > 0 ? note_places(work, crowd) : FF_OK;

	if (st != FF_OK || (st = ff_walk_edits_make(work->walk, work->err)) != FF_OK)
		return st;
	ff_crowd_recall(crowd);
	ff_tally_change(&work->walk->tally, &work->problem->map);
	return FF_OK;
}

static enum ff_status run_crowd(const struct work *work, struct ff_crowd *crowd)
{
	const struct ff_walk_options *options = work->options;
	struct ff_walk_solution *walk = work->walk;
	double dt = walk->rules.dt;
	uint64_t most = ff_walk_options_steps(options, dt);
	bool recorded = ff_plan_has(work->plan, FF_OPTIONS_TRAJECTORIES) ||
			ff_options_animates(&options->common);
	size_t room = 0, batch = (size_t)options->common.animation.batch;
	enum ff_status st = recorded ? record_moment(work, crowd, &room) : FF_OK;

	if (st == FF_OK && walk->tally.w > 0 && ff_tally_begin(&walk->tally, crowd) != FF_OK)
		st = ff_status_nomem(work->err, "what is counted");
	/* A walker may still get on now, or after edits to come. */
	while (st == FF_OK && crowd->step < most &&
	       (crowd->walking + crowd->waiting > 0 ||
		(crowd->lost > 0 && walk->changes < walk->asked.change_count))) {
		if ((ff_walk_edits_due(walk, crowd->step) &&
		     (st = change_map(work, crowd)) != FF_OK) ||
		    (st = ff_walk_edits_grow(walk, batch, work->err)) != FF_OK)
			break;
		ff_crowd_step(crowd);
		if (walk->tally.w > 0)
			ff_tally_step(&walk->tally, crowd, dt);
		if (recorded)
			st = record_moment(work, crowd, &room);
		ff_progress_crowd(work->progress, (double)crowd->step * dt, options->simulate,
				  crowd->arrived, crowd->count - crowd->lost);
	}
	walk->steps = crowd->step;
	return st == FF_OK ? ff_walk_edits_grow(walk, SIZE_MAX, work->err) : st;
}

static enum ff_status find_speeds(const struct work *work)
{
	const struct ff_tally *tally = &work->walk->tally;
	size_t cells = (size_t)tally->w * (size_t)tally->h;
	int32_t parts = work->walk->asked.parts;
	float *speeds;

	if (!ff_plan_has(work->plan, FF_OPTIONS_SPEED_MAP))
		return FF_OK;
	if ((speeds = ff_memory_cells(tally->w, tally->h, sizeof *speeds)) == NULL)
		return ff_status_nomem(work->err, "speeds");
	for (size_t i = 0; i < cells; i++)
		speeds[i] = tally->moving[i] > 0
				    ? (float)(tally->length[i] / tally->moving[i] / parts)
				    : (float)INFINITY;
	work->walk->speeds = speeds;
	return FF_OK;
}

/* Simulates all walkers as a crowd, if that is asked for. */
static enum ff_status simulate_crowd(const struct work *work)
{
	struct ff_walk_solution *walk = work->walk;
	struct ff_crowd *crowd = NULL;
	unsigned grids = find_grids(work->options, work->plan);
	enum ff_status st;

	if (!(work->options->simulate > 0))
		return FF_OK;
	walk->rules = work->options->crowd;
	walk->rules.dt = walk->asked.dt;
	walk->rules.force *= walk->asked.parts; /* of the map's cells, in which walkers are */
	walk->rules.neighbourhood *= walk->asked.parts;
	walk->rules.slow_by_cost = work->options->common.slow_by_cost;
	if (grids != 0 && ff_tally_open(&walk->tally, &work->problem->map, grids) != FF_OK)
		return ff_status_nomem(work->err, "traffic");
	if (walk->rules.slow_by_cost) {
		walk->tally.slow = &work->problem->map;
		walk->tally.model = &work->problem->model;
	}
	if (ff_crowd_open(&crowd, &walk->rules, work->machine) != FF_OK ||
	    ff_crowd_enter(crowd, &walk->walkers, walk->guides) != FF_OK) {
		ff_crowd_free(crowd);
		return ff_status_nomem(work->err, "the crowd");
	}
	walk->rules = crowd->rules;
	st = run_crowd(work, crowd);
	for (size_t i = 0; i < crowd->count; i++)
		walk->arrivals[i] = (struct ff_arrival){
			.entered = crowd->state[i] == FF_CROWD_WALKING ||
						   crowd->state[i] == FF_CROWD_ARRIVED
					   ? crowd->since[i]
					   : (double)INFINITY,
			.arrived = crowd->until[i],
			.x = crowd->x[i],
			.y = crowd->y[i],
			.lost = crowd->state[i] == FF_CROWD_LOST};
	walk->arrived = crowd->arrived;
	walk->lost = crowd->lost;
	walk->walking = crowd->walking;
	walk->waiting = crowd->waiting;
	ff_crowd_free(crowd);
	if (st == FF_OK && (grids & FF_TALLY_STILL) != 0 &&
	    ff_jams_find(&walk->tally, JAM, walk->jams, FF_WALK_SOLUTION_JAMS, &walk->jam_count,
			 &walk->jam_all) != FF_OK)
		st = ff_status_nomem(work->err, "jams");
	/* In a cell of the file. */
	for (size_t i = 0; i < (size_t)walk->tally.w * (size_t)walk->tally.h; i++)
		if (walk->tally.density != NULL)
			walk->tally.density[i] *= (float)(walk->asked.parts * walk->asked.parts);
	return st == FF_OK ? find_speeds(work) : st;
}

static enum ff_status run_phases(const struct work *work)
{
	static enum ff_status (*const phases[])(const struct work *) = {
		[FF_WALK_SOLUTION_GUIDES] = find_guides,
		[FF_WALK_SOLUTION_PLACES] = find_places,
		[FF_WALK_SOLUTION_SECTORS] = find_sectors,
		[FF_WALK_SOLUTION_SIMULATE] = simulate_crowd,
		[FF_WALK_SOLUTION_FOLLOW] = follow_all,
	};
	enum ff_status st = FF_OK;

	for (int i = 0; i < FF_WALK_SOLUTION_PHASES && st == FF_OK; i++) {
		double started = ff_clock_ms();

		st = phases[i](work);
		work->walk->ms[i] = ff_clock_ms() - started;
	}
	return st;
}

enum ff_status ff_walk_solution_find(struct ff_walk_solution *walk, struct ff_solution *run,
				     struct ff_problem *problem, const struct ff_plan *plan,
				     const struct ff_machine *machine, struct ff_progress *progress,
				     struct ff_error *err)
{
	const struct work work = {walk, run, problem, walk->options, plan, machine, progress, err};
	enum ff_status st;

	walk->machine = machine;
	st = run_phases(&work);

	if (st == FF_OK && !ff_groups_open(&walk->groups, &walk->walkers))
		st = ff_status_nomem(err, "groups");
	return st == FF_OK ? ff_walk_edits_show(walk, err) : st;
}

double ff_walk_solution_seconds(const struct ff_walk_solution *walk)
{
	return (double)walk->steps * walk->rules.dt;
}

void ff_walk_solution_free(struct ff_walk_solution *walk)
{
	for (size_t i = 0; i < walk->guide_room; i++) {
		struct ff_walk_field *field = &walk->fields[i];

		ff_repair_close(&field->repair);
		ff_routing_close(&field->routing);
		ff_solve_end(&field->growth);
		ff_solution_free(&field->grown);
		ff_solution_free(&field->found);
		ff_problem_free_resolved(&field->own);
		free(field->map.cells);
	}
	free(walk->guides);
	free(walk->fields);
	free(walk->goals.items);
	free(walk->goal_sets);
	free(walk->goal_hues);
	ff_groups_close(&walk->groups);
	free(walk->classes.cells);
	ff_walkers_free(&walk->walkers);
	ff_walk_problem_free(&walk->asked);
	ff_paths_free(&walk->paths);
	ff_tally_free(&walk->tally);
	ff_trajectories_free(&walk->trajectories);
	free(walk->arrivals);
	free(walk->speeds);
	free(walk->all.cells);
	free(walk->streams);
	free(walk->counts);
	free(walk->notes.items);
	*walk = (struct ff_walk_solution){0};
}
