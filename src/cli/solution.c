#include "cli/solution.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outputs.h"
#include "cli/store.h"
#include "core/base/memory.h"
#include "core/crowd/follow.h"
#include "core/grid/order.h"
#include "core/sectors/routing.h"
#include "core/solve/clearance.h"
#include "core/solve/descend.h"
#include "core/solve/measures.h"
#include "core/solve/solve.h"
#include "core/update/gain.h"
#include "draw/picture.h"
#include "io/digest.h"

static const struct ff_cost *cost_of(const struct ff_solution_work *work)
{
	return work->cost != NULL ? work->cost : ff_problem_cost(work->problem);
}

static size_t cells_of(const struct ff_solution_work *work)
{
	return (size_t)cost_of(work)->w * (size_t)cost_of(work)->h;
}

/* Returns true if areas are connected where they meet at a corner. */
static bool joins_corners(const struct ff_solution_work *work)
{
	return ff_model_joins_corners(&work->problem->model);
}

struct ff_solve ff_solution_solve(struct ff_solution *s, const struct ff_solution_work *work)
{
	return (struct ff_solve){
		.model = &work->problem->model,
		.cost = cost_of(work),
		.seeds = work->seeds != NULL ? work->seeds : &work->problem->seeds,
		.goals = (uint32_t)work->problem->goals.count,
		.unit = work->problem->unit,
		.limit = work->problem->limit,
		.flee = work->options->flee,
		.sight = work->options->sight,
		.most = work->options->animation.budget < INT64_MAX
				? (size_t)work->options->animation.budget
				: SIZE_MAX,
		.machine = work->machine,
		.field = &s->field,
		.flow = &s->flow,
		.classes = &s->classes,
		.nearest = &s->nearest,
		.allocation = &s->allocation,
		.stopped = s->stopped,
	};
}

/* Integrates in steps, and shows how far that is; 'order' is that of struct ff_integrate. */
static enum ff_status integrate(const struct ff_solution_work *work, struct ff_solve *solve,
				uint32_t *order, struct ff_error *err)
{
	enum { STEP = 1 << 22 }; /* cells between two looks at the clock */
	enum ff_status st = FF_OK;
	bool done = false;

	if (work->options->work_dir != NULL) {
		solve->kept.values = ff_store_field(cells_of(work) * sizeof *solve->kept.values,
						    &solve->kept.resumed);
		if (solve->kept.values == NULL)
			return ff_status_nomem(err, "the integration field");
	}
	ff_solve_begin(solve);
	while (st == FF_OK && !done) {
		ff_progress_show(work->progress, "integrating", solve->work.run.settled,
				 cells_of(work));
		if ((st = ff_solve_step(solve, STEP, &done)) != FF_OK)
			return st == FF_E_NOMEM
				       ? ff_status_nomem(err, "the integration field")
				       : ff_status_fail(err, st,
							"the integration field: a cost to the goal "
							"exceeds 2^%d units (see --cost-scale)",
							solve->field->type == FF_FIELD_U32 ? 32
											   : 53);
		if (solve->work.begun)
			solve->work.run.order = order;
		if (solve->work.begun && solve->kept.resumed &&
		    work->options->verbosity == FF_OPTIONS_VERBOSE) {
			ff_progress_end(work->progress);
			fprintf(stderr,
				"flowfield: %s: goes on from an unfinished run, with values in %zu "
				"of %zu cells\n",
				work->options->work_dir, solve->kept.found, cells_of(work));
		}
	}
	ff_solve_end(solve);
	return st;
}

static enum ff_status find_field(struct ff_solution *s, const struct ff_solution_work *work,
				 struct ff_error *err)
{
	const struct ff_sector_field *values = work->values;
	struct ff_solve solve = ff_solution_solve(s, work);
	enum ff_status st;

	if (values == NULL) {
		solve.stopped = false;
		st = integrate(work, &solve, s->order, err);
		s->stopped = solve.stopped;
		return st;
	}
	/* A grid of the field of some sectors. */
	s->partial = true;
	ff_field_free(&s->field);
	s->field = (struct ff_field){.w = values->sectors.w,
				     .h = values->sectors.h,
				     .type = values->type,
				     .unit = work->problem->unit};
	s->field.cells = ff_memory_cells(s->field.w, s->field.h, ff_field_size(s->field.type));
	if (s->field.cells == NULL)
		return ff_status_nomem(err, "the integration field");
	ff_sector_field_copy(values, 0, 0, &s->field);
	return FF_OK;
}

static enum ff_status find_flow(struct ff_solution *s, const struct ff_solution_work *work)
{
	struct ff_solve solve = ff_solution_solve(s, work);
	enum ff_status st;

	ff_progress_show(work->progress, "choosing directions", 0, 0);
	st = ff_solve_flow(&solve);
	if (st == FF_OK && work->routes != NULL)
		st = ff_corridor_classify(work->routes, &work->problem->model, &s->classes);
	return st;
}

/* Finds which goals are in sight, if an option or an output needs that. */
static enum ff_status find_sight(struct ff_solution *s, const struct ff_solution_work *work)
{
	struct ff_solve solve = ff_solution_solve(s, work);
	enum ff_status st;

	if (!work->options->sight && (ff_outputs_needs(work->options) & FF_OUTPUTS_SIGHT) == 0)
		return FF_OK;
	if (s->nearest.cells == NULL)
		ff_progress_show(work->progress, "looking for goals in sight", 0, 0);
	st = ff_solve_sight(&solve);
	s->sighted = 0;
	for (size_t i = 0; st == FF_OK && i < cells_of(work); i++)
		s->sighted += s->nearest.cells[i] != FF_LABELS_NONE;
	return st;
}

/* Counts open areas from the field of one goal cell: the cells that it reaches are an area. */
static void count_areas(struct ff_solution *s)
{
	const struct ff_region *unreached = &s->unreached[0];
	struct ff_region reached = {.cells = s->classes.count[FF_GOAL] +
					     s->classes.count[FF_REACHED]};

	while (!ff_field_has(&s->field, reached.first))
		reached.first++;
	s->area_count = s->unreached_count + 1;
	s->largest = *unreached;
	if (reached.cells > unreached->cells ||
	    (reached.cells == unreached->cells && reached.first < unreached->first))
		s->largest = reached;
}

static enum ff_status find_open(struct ff_solution *s, const struct ff_solution_work *work)
{
	const struct ff_cost *cost = cost_of(work);
	enum ff_status st;

	if ((ff_outputs_needs(work->options) & FF_OUTPUTS_REGIONS) == 0) {
		if (work->problem->seeds.count != 1 || work->problem->limit != FF_FIELD_NONEF ||
		    s->partial || s->stopped)
			return ff_regions_largest(cost->w, cost->h, cost->cells, 1, FF_COST_MAX,
						  joins_corners(work), 1, &s->area_count,
						  &s->largest);
		count_areas(s);
		return FF_OK;
	}
	free(s->regions.cells);
	st = ff_regions_label(cost->w, cost->h, cost->cells, 1, FF_COST_MAX, joins_corners(work),
			      &s->regions, &s->areas);
	s->area_count = s->regions.count;
	if (s->areas != NULL)
		s->largest = s->areas[0];
	return st;
}

static enum ff_status find_areas(struct ff_solution *s, const struct ff_solution_work *work)
{
	unsigned needs = ff_outputs_needs(work->options);
	struct ff_solve solve = ff_solution_solve(s, work);
	enum ff_status st = FF_OK;

	if (s->classes.count[FF_UNREACHED] > 0)
		st = ff_regions_largest(s->classes.w, s->classes.h, s->classes.cells, FF_UNREACHED,
					FF_UNREACHED, joins_corners(work), FF_SOLUTION_AREAS,
					&s->unreached_count, s->unreached);
	if (st == FF_OK && (needs & FF_OUTPUTS_AREAS) != 0)
		st = find_open(s, work);
	if (st == FF_OK && (needs & FF_OUTPUTS_ALLOCATION) != 0)
		st = ff_solve_allocate(&solve);
	if (st == FF_OK && (needs & FF_OUTPUTS_TIES) != 0)
		st = s->ties.cells == NULL && !ff_labels_new(&s->ties, s->field.w, s->field.h)
			     ? FF_E_NOMEM
			     : ff_ties_count(&work->problem->model, cost_of(work), &s->field,
					     &s->flow, &s->ties);
	return st;
}

/* Allocates a grid of cells unless it is there; returns false if memory ran out. */
static bool make_grid(const struct ff_solution *s, void *grid, size_t size)
{
	void *cells;

	memcpy(&cells, grid, sizeof cells);
	if (cells == NULL)
		cells = ff_memory_cells(s->field.w, s->field.h, size);
	memcpy(grid, &cells, sizeof cells);
	return cells != NULL;
}

/* Tries what would change the mean cost most, and shows how far that is. */
static enum ff_status find_gains(struct ff_solution *s, const struct ff_solution_work *work)
{
	enum { STEP = 16 }; /* changes between two looks at the clock */
	const struct ff_solve solve = ff_solution_solve(s, work);
	const float least = (float)work->options->style.numbers[FF_STYLE_NUMBER_CHOKES];
	struct ff_gain gain;
	bool done = false;
	enum ff_status st;

	if (!make_grid(s, &s->gains, sizeof *s->gains))
		return FF_E_NOMEM;
	st = ff_gain_begin(&gain, &solve, s->chokes, least, s->gains);
	while (st == FF_OK && !done) {
		ff_progress_show(work->progress, "trying changes", gain.next, gain.count);
		st = ff_gain_step(&gain, STEP, &done);
	}
	ff_gain_end(&gain);
	return st;
}

/* Finds the measures that outputs need. */
static enum ff_status find_measures(struct ff_solution *s, const struct ff_solution_work *work)
{
	const struct ff_solve solve = ff_solution_solve(s, work);
	unsigned needs = ff_outputs_needs(work->options);
	enum ff_status st = FF_OK;

	if ((needs & FF_OUTPUTS_DETOUR) != 0)
		st = make_grid(s, &s->detours, sizeof *s->detours)
			     ? ff_detour_measure(&solve, s->detours)
			     : FF_E_NOMEM;
	if (st == FF_OK && (needs & FF_OUTPUTS_CLEARANCE) != 0)
		st = make_grid(s, &s->room, sizeof *s->room)
			     ? ff_clearance_measure(&work->problem->map, solve.seeds,
						    joins_corners(work), s->room)
			     : FF_E_NOMEM;
	if (st == FF_OK && (needs & FF_OUTPUTS_CHOKES) != 0)
		st = make_grid(s, &s->chokes, sizeof *s->chokes) ? ff_chokes_find(&solve, s->chokes)
								 : FF_E_NOMEM;
	if (st == FF_OK && (needs & FF_OUTPUTS_RIDGES) != 0)
		st = make_grid(s, &s->ridges, sizeof *s->ridges) ? ff_ridges_find(&solve, s->ridges)
								 : FF_E_NOMEM;
	if (st == FF_OK && (needs & FF_OUTPUTS_GAIN) != 0)
		st = find_gains(s, work);
	return st;
}

double ff_solution_raw(const struct ff_solution *s, size_t cell)
{
	size_t w = (size_t)s->field.w;

	return s->values == NULL
		       ? ff_field_raw(&s->field, cell)
		       : ff_sector_field_raw(s->values, (int32_t)(cell % w), (int32_t)(cell / w));
}

enum ff_class ff_solution_class(const struct ff_solution *s, size_t cell)
{
	return s->values == NULL ? (enum ff_class)s->classes.cells[cell]
				 : ff_guide_class(&s->guide, cell);
}

size_t ff_solution_source(const struct ff_solution *s, const struct ff_problem *problem, size_t i)
{
	const struct ff_cost *map = &problem->map;
	const struct ff_problem_cell at = ff_problem_cell(problem, problem->sources[i]);
	size_t best = ff_cost_index(map, at.x, at.y);

	for (int32_t k = 1; k < problem->parts * problem->parts; k++) {
		size_t cell = ff_cost_index(map, at.x + k % 2, at.y + k / 2);

		if (ff_solution_raw(s, cell) < ff_solution_raw(s, best))
			best = cell;
	}
	return best;
}

static void free_paths(struct ff_solution *s)
{
	ff_walkers_free(&s->sources);
	ff_groups_close(&s->groups);
	ff_paths_free(&s->paths);
}

/* Makes a walker of each source: in the middle of the cell, but a hair towards the part of it that
 * the path begins in. */
static enum ff_status place_sources(struct ff_solution *s, const struct ff_solution_work *work)
{
	const size_t count = work->problem->source_count, w = (size_t)cost_of(work)->w;
	const uint64_t *ids = work->problem->source_ids;
	static const double hair = 0x1p-20;
	struct ff_walker *walkers;
	uint32_t group;

	if (ff_walkers_group(&s->sources, "", 0, &group) != FF_OK ||
	    (walkers = ff_walkers_add(&s->sources, count)) == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		const size_t cell = ff_solution_source(s, work->problem, i);
		const size_t row = cell / w;
		const double x = (double)(cell % w), y = (double)row;
		const struct ff_problem_cell at =
			ff_problem_cell(work->problem, work->problem->sources[i]);
		const double aside = (work->problem->parts - 1) / 2.0;

		/* The middle of a cell that is split lies at the corner of its parts. */
		walkers[i] = (struct ff_walker){.id = ids == NULL ? i + 1 : ids[i],
						.group = group,
						.x = at.x + aside + (x - at.x - aside) * hair,
						.y = at.y + aside + (y - at.y - aside) * hair,
						.speed = 1};
	}
	return ff_groups_open(&s->groups, &s->sources) ? FF_OK : FF_E_NOMEM;
}

void ff_solution_join_paths(struct ff_paths *paths, int32_t parts, bool costs)
{
	for (size_t i = 0; i < paths->count && parts > 1; i++)
		for (size_t k = 0; k < paths->items[i].count; k++) {
			paths->items[i].points[k].length /= parts;
			if (costs)
				paths->items[i].points[k].cost /= parts;
		}
}

struct ff_solution_way ff_solution_way(const struct ff_walker *walker, const struct ff_path *path,
				       int32_t parts)
{
	const struct ff_path_point *end = &path->points[path->count - 1];
	double dx = (end->x - walker->x) / parts, dy = (end->y - walker->y) / parts;
	double straight = sqrt(dx * dx + dy * dy);

	/* Rounding may leave a straight path a little too short. */
	return (struct ff_solution_way){end->length, straight,
					end->length > straight ? end->length / straight : 1};
}

/* Follows the field from each source, if an output needs that: from centre to centre where
 * directions lead to centres. */
static enum ff_status find_paths(struct ff_solution *s, const struct ff_solution_work *work)
{
	const struct ff_options *options = work->options;
	const size_t count = work->problem->source_count;
	const bool smooth = s->values != NULL ? s->ways.vectors : s->flow.vectors != NULL;
	const enum ff_trace_rule rule = smooth ? FF_TRACE_SMOOTH : FF_TRACE_CELLS;
	const bool drawn = (ff_outputs_needs(options) & FF_OUTPUTS_PATHS) != 0;
	enum ff_status st = FF_OK;

	free_paths(s);
	s->guide = (struct ff_guide){.map = &work->problem->map,
				     .cost = cost_of(work),
				     .field = &s->field,
				     .flow = &s->flow,
				     .sight = options->sight,
				     .classes = &s->classes,
				     .model = &work->problem->model};
	if (s->values != NULL) {
		s->guide.field = NULL;
		s->guide.flow = NULL;
		s->guide.classes = NULL;
		s->guide.values = s->values;
		s->guide.ways = &s->ways;
	}
	s->guides = &s->guide;
	if (count == 0 || (!drawn && options->outputs[FF_OPTIONS_JSON] == NULL))
		return FF_OK;
	if ((s->paths.items = calloc(count, sizeof *s->paths.items)) == NULL ||
	    place_sources(s, work) != FF_OK)
		return FF_E_NOMEM;
	s->paths.count = count;
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		struct ff_path *path = &s->paths.items[i];
		const size_t source = ff_solution_source(s, work->problem, i);

		st = ff_trace(&s->guide, rule, &s->sources.items[i], false, !drawn, NULL, path);
		path->value = ff_field_cost(&s->field, ff_solution_raw(s, source));
	}
	ff_solution_join_paths(&s->paths, work->problem->parts, false);
	return st;
}

enum ff_status ff_solution_field(struct ff_solution *s, const struct ff_solution_work *work,
				 struct ff_error *err)
{
	const bool grows = work->options->grows;
	double started = ff_clock_ms();
	enum ff_status st;
	size_t count;

	/* An animation has the order in which cells became known.  With integers that is the order
	 * of their values; with euclid on uneven ground the engine records it, since equal values
	 * come in between. */
	if (grows && ff_model_is_continuous(&work->problem->model) &&
	    !ff_solve_is_exact(&work->problem->model, cost_of(work)) &&
	    (s->order = ff_memory_cells(cost_of(work)->w, cost_of(work)->h, sizeof *s->order)) ==
		    NULL)
		return ff_status_nomem(err, "an animation");
	st = find_field(s, work, err);
	if (st == FF_OK && grows && s->order == NULL)
		st = ff_order_cells(&s->field, &s->order, &count);
	s->integrate_ms = ff_clock_ms() - started;
	return st == FF_E_NOMEM && grows ? ff_status_nomem(err, "an animation") : st;
}

enum ff_status ff_solution_flow(struct ff_solution *s, const struct ff_solution_work *work,
				struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = find_flow(s, work);

	s->flow_ms = ff_clock_ms() - started;
	return st == FF_OK ? st : ff_status_nomem(err, "directions");
}

static void set_scene(struct ff_solution *s, const struct ff_solution_work *work)
{
	const struct ff_problem *problem = work->problem;
	const struct ff_cost_range costs = ff_cost_range(&problem->map);
	const double speed = work->options->speed,
		     cost = costs.least / ff_model_one(&problem->model);

	s->scene = (struct ff_scene){
		.scale = problem->costs.one,
		.map = &problem->map,
		.cost = cost_of(work),
		.goals = &problem->goals,
		.given = problem->given.count == problem->goals.count ? &problem->given : NULL,
		.field = &s->field,
		.flow = &s->flow,
		.classes = &s->classes,
		/* Means of costs have no names. */
		.grounds = problem->block > 1 ? NULL : &problem->grounds,
		.least = s->summary.least < 0 ? s->summary.least : 0,
		.largest = s->summary.largest,
		.limit = work->options->max_cost,
		.flee = work->options->flee < 0,
		/* A value is a time where costs slow walkers down, or are all equal. */
		.seconds = !(speed > 0)                  ? 0
			   : work->options->slow_by_cost ? 1 / speed
			   : costs.least == costs.most   ? 1 / (speed * cost)
							 : 0,
		.detours = s->detours,
		.room = s->room,
		.gains = s->gains,
		.chokes = s->chokes,
		.ridges = s->ridges,
		.sight = s->nearest.cells != NULL ? &s->nearest : NULL,
		.regions = &s->regions,
		.ties = &s->ties,
		.paths = s->paths.items != NULL ? &s->paths : NULL,
		.groups = s->paths.items != NULL ? &s->groups : NULL,
	};
}

/* Numbers the bands from the lowest one on, if an output has their numbers. */
static enum ff_status find_bands(struct ff_solution *s, const struct ff_solution_work *work)
{
	double interval = ff_picture_bands(&s->scene, &work->options->style);
	double lowest = interval > 0 ? floor(s->scene.least / interval) : 0;

	if ((ff_outputs_needs(work->options) & FF_OUTPUTS_BANDS) == 0)
		return FF_OK;
	if (s->bands.cells == NULL && !ff_labels_new(&s->bands, s->field.w, s->field.h))
		return FF_E_NOMEM;
	for (size_t i = 0; i < cells_of(work); i++) {
		double value = ff_field_value(&s->field, i);

		s->bands.cells[i] = value == FF_FIELD_NONEF ? FF_LABELS_NONE
				    : interval > 0 ? (uint32_t)(floor(value / interval) - lowest)
						   : 0;
	}
	return FF_OK;
}

enum ff_status ff_solution_rest(struct ff_solution *s, const struct ff_solution_work *work,
				struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	free(s->areas);
	s->areas = NULL;
	s->area_count = 0;
	s->largest = s->unreached[0] = (struct ff_region){0};
	s->unreached_count = 0;
	if ((st = find_sight(s, work)) == FF_OK)
		st = find_areas(s, work);
	if (st == FF_OK)
		st = find_measures(s, work);
	if (st == FF_OK)
		st = find_paths(s, work);
	s->flow_ms += ff_clock_ms() - started;
	if (st != FF_OK)
		return ff_status_nomem(err, "directions and areas");
	s->summary = ff_reach_summarise(&s->field);
	set_scene(s, work);
	return find_bands(s, work) == FF_OK ? FF_OK : ff_status_nomem(err, "bands");
}

/* Sums up a field of sectors, a part of a row at a time. */
struct measuring {
	struct ff_solution *solution;
	double sum, least, largest;
	uint64_t cells, total; /* cells with a value; the sum of integers of 32 bits, exactly */
};

/* Adds n values of a row, and sets 'to' to their bits. */
static void measure_part(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	struct measuring *measuring = context;
	struct ff_solution *s = measuring->solution;
	uint64_t cells[FF_DIGEST_PART];
	struct ff_field part = {.w = n, .h = 1, .type = s->field.type, .cells = cells};

	ff_sector_field_copy(s->values, x, y, &part);
	for (int32_t i = 0; i < n; i++) {
		double value = ff_field_raw(&part, (size_t)i);

		to[i] = part.type != FF_FIELD_U32 ? part.u64[i]
			: value == FF_FIELD_NONEF ? UINT64_MAX
						  : part.u32[i];
		if (value == FF_FIELD_NONEF)
			continue;
		measuring->cells++;
		measuring->total += part.type == FF_FIELD_U32 ? part.u32[i] : 0;
		measuring->sum += value;
		measuring->least = value < measuring->least ? value : measuring->least;
		if (value > measuring->largest) {
			measuring->largest = value;
			s->farthest = (size_t)y * (size_t)s->field.w + (size_t)(x + i);
		}
	}
}

static void measure_values(struct ff_solution *s)
{
	struct measuring m = {.solution = s, .least = FF_FIELD_NONEF, .largest = -1};

	s->values_digest = ff_digest_numbers(s->field.w, s->field.h, measure_part, &m);
	if (s->field.type == FF_FIELD_U32)
		m.sum = (double)m.total;
	s->summary = (struct ff_reach_summary){0};
	if (m.cells > 0)
		s->summary = (struct ff_reach_summary){
			.cells = m.cells,
			.least = ff_field_cost(&s->field, m.least),
			.largest = ff_field_cost(&s->field, m.largest),
			.mean = ff_field_cost(&s->field, m.sum / (double)m.cells)};
}

enum ff_status ff_solution_sectors(struct ff_solution *s, const struct ff_solution_work *work,
				   const struct ff_sector_field *values, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	s->values = values;
	s->field = (struct ff_field){.w = values->sectors.w,
				     .h = values->sectors.h,
				     .type = values->type,
				     .unit = values->unit};
	ff_progress_show(work->progress, "choosing directions", 0, 0);
	st = ff_sector_flow_find(&work->problem->model, cost_of(work), &work->problem->seeds,
				 values, &s->ways);
	if (st == FF_OK) {
		memcpy(s->classes.count, s->ways.classes, sizeof s->classes.count);
		st = find_areas(s, work);
	}
	if (st == FF_OK && (st = find_paths(s, work)) == FF_OK)
		measure_values(s);
	s->flow_ms = ff_clock_ms() - started;
	if (st != FF_OK)
		return ff_status_nomem(err, "directions and areas");
	set_scene(s, work);
	return FF_OK;
}

enum ff_status ff_solution_find(struct ff_solution *solution, const struct ff_solution_work *work,
				struct ff_error *err)
{
	enum ff_status st;

	*solution = (struct ff_solution){0};
	if ((st = ff_solution_field(solution, work, err)) == FF_OK &&
	    (st = ff_solution_flow(solution, work, err)) == FF_OK)
		st = ff_solution_rest(solution, work, err);
	if (st != FF_OK)
		ff_solution_free(solution);
	return st;
}

enum ff_status ff_solution_guide(struct ff_solution *solution, const struct ff_solution_work *work,
				 struct ff_error *err)
{
	enum ff_status st;

	*solution = (struct ff_solution){0};
	if ((st = find_field(solution, work, err)) == FF_OK &&
	    (find_flow(solution, work) != FF_OK || find_sight(solution, work) != FF_OK))
		st = ff_status_nomem(err, "directions");
	if (st != FF_OK)
		ff_solution_free(solution);
	return st;
}

void ff_solution_free(struct ff_solution *solution)
{
	ff_field_free(&solution->field);
	free(solution->order);
	free(solution->flow.cells);
	free(solution->flow.vectors);
	free(solution->classes.cells);
	ff_sector_flow_free(&solution->ways);
	free(solution->nearest.cells);
	free(solution->allocation.cells);
	free(solution->ties.cells);
	free(solution->bands.cells);
	free(solution->detours);
	free(solution->room);
	free(solution->gains);
	free(solution->chokes);
	free(solution->ridges);
	free(solution->regions.cells);
	free(solution->areas);
	free_paths(solution);
	*solution = (struct ff_solution){0};
}
