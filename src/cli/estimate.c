/*
 * Grids a cell, phase by phase, as src/cli/solution.c and pictures.c hold them; what
 * takes no room that grows with the map is the program itself.
 */
#include "cli/estimate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/animation.h"
#include "cli/outputs.h"
#include "cli/step_names.h"
#include "cli/verbs/walk_work.h"
#include "core/crowd/tally.h"
#include "core/map/field.h"
#include "core/map/sectors.h"
#include "core/map/walkers.h"
#include "core/solve/integrate.h"
#include "draw/sheet.h"
#include "draw/style.h"

/* Bytes that a small map needs: the program, its libraries, stacks; and the pages that vary from
 * run to run, with where addresses fall and how threads overlap. */
enum { PROGRAM = (9 << 19) + (128 << 10) };

enum { KEPT = 16 }; /* of so many bytes one more, in blocks that were given back and are kept */

enum { LEGEND = 72, SECTOR_LEGEND = 256 }; /* rows of a picture; of those that list routes */

/* Bytes of a goal, of a source and of a step in the report, while that is made. */
enum { REPORTED = 512, REPORTED_SOURCE = 1792, REPORTED_STEP = 1280 };

static uint64_t cells_of(const struct ff_problem *problem)
{
	return (uint64_t)problem->map.w * (uint64_t)problem->map.h;
}

static double overlap(double from, double side, int32_t most)
{
	double first = fmax(floor(from), 0), last = fmin(ceil(from) + side - 1, most - 1);

	return fmax(last - first + 1, 0);
}

static bool repairs(const struct ff_options *options)
{
	return options->action == FF_OPTIONS_UPDATE || options->action == FF_OPTIONS_WATCH;
}

/* Cells of the goals that edits add. */
static double added_seeds(const struct ff_problem *problem)
{
	double sum = 0;

	for (size_t i = 0; i < problem->edits.count; i++)
		if (problem->edits.items[i].kind == FF_EDITS_GOAL)
			sum += (double)problem->edits.items[i].w * problem->edits.items[i].h;
	return sum;
}

/* The goals that there may be, with those that edits add. */
static uint64_t count_goals(const struct ff_problem *problem)
{
	uint64_t count = problem->given.count;

	for (size_t i = 0; i < problem->edits.count; i++)
		count += problem->edits.items[i].kind == FF_EDITS_GOAL;
	return count;
}

/* The goals, as they were asked for and as they are, and the cells that start from them, each once,
 * twice: they are sorted.  Repairs hold them once more, in two orders; 'verify' with --sight once
 * more. */
static uint64_t goals(const struct ff_problem *problem, const struct ff_options *options)
{
	const struct ff_goals *given = &problem->given;
	uint64_t marked = 0;
	double seeds = added_seeds(problem);

	for (size_t i = 0; i < given->count; i++)
		seeds += overlap(given->items[i].x, given->items[i].w, problem->size.w) *
			 overlap(given->items[i].y, given->items[i].h, problem->size.h);
	if (given->mask != NULL)
		for (size_t i = 0; i < (size_t)problem->size.w * (size_t)problem->size.h; i++)
			marked += given->mask[i] != 0;
	seeds = fmin(seeds + (double)marked, (double)problem->size.w * problem->size.h) *
		(options->subdivide ? 4 : 1) *
		(repairs(options)                                         ? 4
		 : options->action == FF_OPTIONS_VERIFY && options->sight ? 3
									  : 2) *
		sizeof(struct ff_seed);
	return problem->edits.count * sizeof(struct ff_edit) + (uint64_t)seeds +
	       (repairs(options) || options->snap > 0 ? 4U : 2U) * count_goals(problem) *
		       sizeof(struct ff_goal) +
	       (options->outputs[FF_OPTIONS_JSON] != NULL ? REPORTED * given->count : 0) +
	       (given->mask != NULL ? cells_of(problem) : 0);
}

/* The map as it is and, with --radius, as walkers find it; and as it was. */
static uint64_t maps(const struct ff_problem *problem, const struct ff_options *options)
{
	double radius = options->radius * (options->subdivide ? 2 : 1);

	return cells_of(problem) * (ff_problem_closes(radius) ? 2 : 1) *
	       (options->from_map != NULL ? 2 : 1);
}

/* What integration holds besides the map; a flee map is made of a field whose every cell is a seed.
 */
static uint64_t while_integrating(const struct ff_problem *problem,
				  const struct ff_options *options,
				  const struct ff_machine *machine, enum ff_field_type type)
{
	uint64_t cells = cells_of(problem), bytes = cells * ff_field_size(type);

	bytes += ff_integrate_scratch(&options->model, type, problem->map.w, problem->map.h,
				      machine);
	if (options->flee < 0)
		bytes += cells * (1 + ff_field_size(type) + sizeof(struct ff_seed));
	return bytes;
}

/* What sectors take, in bytes. */
struct routing {
	uint64_t graph;     /* what is known of portals and the ways between them */
	uint64_t finding;   /* lists of what is found at borders, until there is a graph of it */
	uint64_t searching; /* what a search notes of nodes */
	uint64_t routes;    /* and what was given of their sources */
	uint64_t entered;   /* not bytes: how many times a route enters a sector by itself */
};

enum {
	FOUND = 36,   /* bytes of a link, while it is found and put in order */
	NOTED = 72,   /* of a node, in a search and its queue */
	SOURCE = 512, /* of a route without its nodes, and of words and lists for its source */
};

/* Before the map is read: with as many nodes along borders as windows have where a fifth of the
 * cells are walls, and what is known of the ways between these. */
static void guess_graph(struct routing *routing, const struct ff_problem *problem,
			const struct ff_options *options, const struct ff_sectors *sectors,
			enum ff_field_type type)
{
	enum { NODE = 64 }; /* bytes of a node, its links, portals and landmarks */
	uint64_t size = (uint64_t)options->sectors.size;
	uint64_t borders = (uint64_t)(sectors->columns - 1) * (uint64_t)problem->map.h +
			   (uint64_t)(sectors->rows - 1) * (uint64_t)problem->map.w;
	uint64_t nodes = borders * 5 / 8;

	routing->graph = nodes * (nodes / ff_sectors_count(sectors) * ff_field_size(type) + NODE) +
			 size * size;
	routing->finding = nodes * FOUND;
	routing->searching = nodes * NOTED;
}

/* Before they are found: each as long as the map's sides, through the sectors of a winding way,
 * but none of them twice. */
static void guess_routes(struct routing *routing, const struct ff_options *options,
			 const struct ff_sectors *sectors)
{
	enum { WINDING = 4, NODES = 2 }; /* of a route in a sector */
	uint64_t along = (uint64_t)sectors->columns + (uint64_t)sectors->rows;
	uint64_t all = ff_sectors_count(sectors), count = options->sectors.from_count;

	routing->routes = count * (SOURCE + NODES * along * sizeof(uint32_t));
	routing->entered = count * WINDING * along < all ? count * WINDING * along : all;
}

static void measure_routes(struct routing *routing, const struct ff_sector_solution *s)
{
	for (size_t i = 0; i < s->routes.count; i++) {
		const struct ff_route *route = &s->routes.items[i];

		routing->routes += SOURCE + route->node_count * sizeof *route->nodes;
		/* Its goal's sector, and as many more as it has nodes of its own, which are one or
		 * two in each. */
		routing->entered++;
		for (size_t k = 0; k < route->node_count - route->merged; k++)
			routing->entered +=
				k == 0 ||
				ff_sectors_of(&s->graph.sectors, s->graph.cells[route->nodes[k]]) !=
					ff_sectors_of(&s->graph.sectors,
						      s->graph.cells[route->nodes[k - 1]]);
	}
}

/* What is known of sectors, or else likely. */
static struct routing routing_of(const struct ff_problem *problem, const struct ff_options *options,
				 enum ff_field_type type, const struct ff_sector_solution *s)
{
	struct routing routing = {0};
	struct ff_sectors sectors;

	if (options->action != FF_OPTIONS_SECTORS)
		return routing;
	sectors = ff_sectors_cut(problem->map.w, problem->map.h, options->sectors.size);
	if (s == NULL) {
		guess_graph(&routing, problem, options, &sectors, type);
	} else {
		routing.graph = s->graph_bytes;
		routing.finding = s->graph.link_count * FOUND;
		routing.searching = s->graph.node_count * NOTED;
	}
	if (s == NULL || s->routes.items == NULL)
		guess_routes(&routing, options, &sectors);
	else
		measure_routes(&routing, s);
	return routing;
}

/* What integrating sectors one by one takes. */
static uint64_t in_sector(const struct ff_problem *problem, const struct ff_options *options,
			  enum ff_field_type type, uint64_t *cells)
{
	enum { MARGIN = 2 };
	int32_t w = problem->map.w, h = problem->map.h, size = options->sectors.size;

	w = (w < size ? w : size) + MARGIN;
	h = (h < size ? h : size) + MARGIN;
	*cells = (uint64_t)w * (uint64_t)h;
	return *cells * (1 + ff_field_size(type)) +
	       ff_integrate_scratch(&options->model, type, w, h, NULL);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t cache(const struct ff_problem *problem, const struct ff_options *options,
		      enum ff_field_type type, uint64_t entered)
{
	enum { ENTRY = 128, SEED = 16 };
	uint64_t cells, size = (uint64_t)options->sectors.size;
	uint64_t limit = (uint64_t)options->sectors.cache_mib << 20, bytes;

	in_sector(problem, options, type, &cells);
	bytes = (entered + 1) * (cells * ff_field_size(type) + ENTRY + SEED * size);
	return bytes < limit ? bytes : limit;
}

uint64_t ff_estimate_cache(const struct ff_problem *problem, const struct ff_options *options,
			   enum ff_field_type type, const struct ff_sector_solution *sectors)
{
	return cache(problem, options, type, routing_of(problem, options, type, sectors).entered);
}

/* What finding routes and the field along them holds besides the map: the graph, and one after the
 * other what finds it, what prices it, the one that it was, the whole map for landmarks, a search,
 * the field with what is kept of sectors, and the field with that of the whole map, for comparison
 * or in its place. */
static uint64_t while_routing(const struct ff_problem *problem, const struct ff_options *options,
			      const struct ff_machine *machine, enum ff_field_type type,
			      const struct routing *routing)
{
	const struct ff_sectors sectors =
		ff_sectors_cut(problem->map.w, problem->map.h, options->sectors.size);
	uint64_t threads = (uint64_t)ff_pool_threads(ff_machine_pool(machine));
	uint64_t count = ff_sectors_count(&sectors);
	uint64_t cells, sector = in_sector(problem, options, type, &cells);
	uint64_t field = cells_of(problem) * ff_field_size(type);
	uint64_t whole = while_integrating(problem, options, machine, type), most;

	most = larger(routing->finding, (threads < count ? threads : count) * sector);
	most = larger(most, whole + sector);
	most = larger(most, routing->searching + sector + cells * sizeof(double));
	most = larger(most, field + sector + cache(problem, options, type, routing->entered));
	if (!options->sectors.exact)
		most = larger(most, field + whole);
	if (options->from_map != NULL)
		most = larger(most, routing->graph + sector);
	return routing->graph + routing->routes + most;
}

enum {
	AREA = 32,  /* bytes of an area, and of its number while areas are put in order */
	SPARSE = 64 /* cells of an area, unless more areas are known to be there */
};

uint64_t ff_estimate_areas(const struct ff_problem *problem, uint64_t count)
{
	uint64_t guessed = cells_of(problem) / SPARSE;

	return count > guessed ? AREA * (count - guessed) : 0;
}

/* The answers: a field, directions and classes, and what is asked for. */
static uint64_t answers(const struct ff_problem *problem, const struct ff_options *options,
			enum ff_field_type type)
{
	static const enum ff_options_output labels[] = {FF_OPTIONS_ALLOCATION, FF_OPTIONS_REGIONS,
							FF_OPTIONS_TIES};
	const char *const *outputs = options->outputs;
	uint64_t each = ff_field_size(type) + 2;

	if (options->model.flow == FF_FLOW_GRADIENT || options->sight)
		each += sizeof(struct ff_flow_vector);
	if (options->sight || outputs[FF_OPTIONS_SIGHT_MASK] != NULL)
		each += sizeof *(struct ff_labels){0}.cells;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (outputs[labels[i]] != NULL)
			each += sizeof *(struct ff_labels){0}.cells;
	return each * cells_of(problem) +
	       (outputs[FF_OPTIONS_REGIONS] != NULL ? AREA * (cells_of(problem) / SPARSE) : 0);
}

/* The most that it can be: how long the values are is not known yet. */
static int likely_scale(int32_t w, int32_t h, bool marks, bool values)
{
	int scale = ff_style_scale(w, h, marks, false, 1);

	for (int characters = 1; values && characters < FF_STYLE_PRINT; characters++) {
		int more = ff_style_scale(w, h, marks, true, characters);

		scale = more > scale ? more : scale;
	}
	return scale;
}

/* What lines of equal cost take, before there is a field to look at: most of them are about as long
 * as the map's sides. */
static uint64_t likely_contours(const struct ff_problem *problem, const struct ff_options *options)
{
	enum { JOINED = 8 }; /* bytes for joining them, a cell and a line's cell */
	uint64_t w = (uint64_t)problem->map.w, h = (uint64_t)problem->map.h;

	return JOINED * (w * h + (uint64_t)options->style.contours * (w + h));
}

/* An SVG file: the image in it, and that again while it is packed; or then the text. */
static uint64_t sheet(const struct ff_problem *problem, const struct ff_options *options,
		      enum ff_options_output kind, int scale, uint64_t contours)
{
	enum { VALUE = 44, BOXED = 93 }; /* bytes of a number, and on what hides the lines */
	uint64_t grain = (uint64_t)ff_sheet_grain(scale);
	uint64_t image = grain * grain * cells_of(problem), text = 0;

	if (kind == FF_OPTIONS_HEATMAP && options->style.values)
		text += (options->style.contours > 0 ? BOXED : VALUE) * cells_of(problem);
	if (kind == FF_OPTIONS_HEATMAP && options->style.contours > 0)
		text += contours;
	return image + (text > image ? text : image);
}

/* As many pictures as there are threads, each a byte a pixel, as much again while it is packed, and
 * the packed data and the file made of them, together at most two bytes per cell; the samples of
 * grey images, their rows and what those are packed into; and SVG files. */
static uint64_t pictures(const struct ff_problem *problem, const struct ff_options *options,
			 const struct ff_plan *plan, const struct ff_machine *machine,
			 uint64_t contours)
{
	int32_t w = problem->map.w, h = problem->map.h;
	int scale = options->style.scale > 0
			    ? options->style.scale
			    : likely_scale(w, h, ff_plan_marks(plan), options->style.values);
	uint64_t wide = (uint64_t)scale * (uint64_t)w, high = (uint64_t)scale * (uint64_t)h;
	int count = 0, threads = ff_pool_threads(ff_machine_pool(machine));
	uint64_t samples = 0, legend = LEGEND;

	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];

		count += item->format == FF_OUTPUTS_PNG;
		if (item->format == FF_WRITE_RASTER_PNG16)
			samples += 3 * sizeof(uint16_t) * cells_of(problem);
		if (item->format == FF_WRITE_RASTER_PNG8)
			samples += 2 * cells_of(problem);
		if (item->format == FF_OUTPUTS_PNG &&
		    (item->kind == FF_OPTIONS_PORTALS || item->kind == FF_OPTIONS_GRAPH))
			legend = SECTOR_LEGEND;
		if (item->kind == FF_OPTIONS_PORTALS)
			samples += cells_of(problem) / 8; /* where paths have been */
		if (item->format == FF_OUTPUTS_SVG)
			samples += sheet(problem, options, item->kind, scale, contours);
	}
	return samples + (uint64_t)(count < threads ? count : threads) *
				 (2 * wide * (high + legend) + 2 * cells_of(problem));
}

/* How many walkers there are. */
static uint64_t walkers_of(const struct ff_problem *problem, const struct ff_options *options)
{
	uint64_t count = problem->walk.walkers.count;

	for (size_t i = 0; i < options->walk.spawn_count; i++)
		count += (uint64_t)options->walk.spawns[i].count;
	return count;
}

/* How many pixels a picture has at most, and a cell's side. */
static uint64_t pixels_of(const struct ff_problem *problem, const struct ff_options *options,
			  int *scale)
{
	int32_t w = problem->map.w, h = problem->map.h;

	*scale = options->style.scale > 0 ? options->style.scale
					  : likely_scale(w, h, true, options->style.values);
	return (uint64_t)*scale * (uint64_t)w * ((uint64_t)*scale * (uint64_t)h + LEGEND);
}

/* How many frames an animation has at most. */
static double frames_of(const struct ff_problem *problem, const struct ff_options *options)
{
	double cells = (double)cells_of(problem), fps = options->animation.fps;

	if (options->action == FF_OPTIONS_UPDATE)
		return (double)problem->edits.count + 2;
	if (options->action == FF_OPTIONS_WALK && options->walk.pace > 0)
		return options->walk.simulate / options->walk.pace * fps + 1;
	if (options->animation.batch > 0)
		return ceil(cells / (double)options->animation.batch);
	return ceil(FF_ANIMATION_SECONDS * fps) + 1;
}

uint64_t ff_estimate_frames(const struct ff_problem *problem, const struct ff_options *options,
			    const struct ff_plan *plan)
{
	enum { CHANGES = 4 }; /* of a pixel, as a front comes and passes */
	double frames = frames_of(problem, options), most = (double)options->animation.max_bytes;
	double cells = (double)cells_of(problem), pixels, moving, disc, people = 0;
	uint64_t bytes = 0;
	int scale;

	pixels = (double)pixels_of(problem, options, &scale);
	/* What discs of common sizes were seen to take. */
	disc = fmax(8, 32 * options->radius * scale - 32);
	if (options->action == FF_OPTIONS_WALK)
		people = (double)walkers_of(problem, options) * disc;
	moving = options->action == FF_OPTIONS_WALK     ? frames * (pixels / 512 + 512 + people)
		 : options->action == FF_OPTIONS_UPDATE ? frames * (pixels / 32 + 512)
							: CHANGES * pixels;
	if (options->outputs[FF_OPTIONS_ANIMATE] != NULL)
		bytes += (uint64_t)fmin(moving, most);
	if (plan->frames.folder != NULL)
		bytes += (uint64_t)fmin(frames * (1024 + pixels / 48 + cells / 2 + people), most);
	return bytes;
}

/* The order of cells for an animation of a run; a picture of what is known and one of what is not,
 * what frames are packed from, and what they come to. */
static uint64_t animation(const struct ff_problem *problem, const struct ff_options *options,
			  const struct ff_plan *plan)
{
	enum { IMAGES = 6, KNOWN = 5 };
	uint64_t order = 0;
	int scale;

	if (!ff_options_moves(options))
		return 0;
	if (options->action == FF_OPTIONS_RUN)
		order = cells_of(problem) * (KNOWN + sizeof(uint32_t));
	return order + ff_estimate_frames(problem, options, plan) +
	       IMAGES * pixels_of(problem, options, &scale);
}

/* Returns the bytes for turning goals into seeds and for --snap, besides the seeds; lists
 * double as they grow. */
static uint64_t aiming(const struct ff_problem *problem, const struct ff_options *options)
{
	/* bytes of a goal, of one that is moved; of a column and of a row */
	const uint64_t area = 40, moved = options->snap > 0 ? 160 : 0, side = 16;
	uint64_t sides = (uint64_t)problem->map.w + (uint64_t)problem->map.h;

	return count_goals(problem) * (area + moved) + side * sides;
}

/* Reading comes before everything else, and gives back what it took, as aiming does. */
static uint64_t total(const struct ff_problem *problem, const struct ff_options *options,
		      uint64_t work)
{
	uint64_t held = maps(problem, options) + work, reading = problem->size.bytes;
	uint64_t aims = maps(problem, options) + aiming(problem, options);

	if (reading < problem->goal_bytes)
		reading = problem->goal_bytes;
	if (reading < problem->edit_bytes)
		reading = problem->edit_bytes;
	if (reading < problem->walk.agent_bytes)
		reading = problem->walk.agent_bytes;
	held = goals(problem, options) + larger(larger(held, aims), reading);
	return PROGRAM + held + held / KEPT;
}

enum ff_field_type ff_estimate_type(const struct ff_problem *problem,
				    const struct ff_options *options)
{
	enum ff_field_type type = ff_integrate_type(&options->model);

	for (size_t i = 0; i < problem->given.count; i++)
		if (type == FF_FIELD_U32 &&
		    (double)problem->given.items[i].start * problem->unit >= FF_FIELD_NONE32)
			type = FF_FIELD_U64;
	return type;
}

/* Every walker is recorded where it starts, too, and each moment has room for one more. */
uint64_t ff_estimate_recorded(const struct ff_problem *problem, const struct ff_options *options)
{
	enum { PLACE = sizeof(struct ff_trajectories_place) + sizeof(uint32_t) };
	const struct ff_options_walk *walk = &options->walk;
	const struct ff_walkers *walkers = &problem->walk.walkers;
	double sides = (double)problem->map.w + problem->map.h, dt = problem->walk.dt;
	double alone = fmin(walk->simulate, sides / walk->speed), seconds = 0, last = 0;
	double count = (double)walkers_of(problem, options);

	if (options->outputs[FF_OPTIONS_TRAJECTORIES] == NULL && !ff_options_moves(options))
		return 0;
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		seconds += fmin(fmax(walk->simulate - walker->start, 0), sides / walker->speed);
		last = fmax(last, fmin(walk->simulate, walker->start + sides / walker->speed));
	}
	if (walk->spawn_count > 0)
		last = fmax(last, alone);
	seconds += (count - (double)walkers->count) * alone;
	return (uint64_t)fmin(seconds / dt + count, 1e15) * PLACE +
	       (uint64_t)fmin(last / dt + 1, 1e15) *
		       (PLACE + sizeof(struct ff_trajectories_moment));
}

uint64_t ff_estimate_points(const struct ff_problem *problem, const struct ff_options *options)
{
	enum { POINTS = 6 }; /* in a cell */
	uint64_t sides = (uint64_t)problem->map.w + (uint64_t)problem->map.h;

	return walkers_of(problem, options) * (sides / 4 * POINTS);
}

uint64_t ff_estimate_paths(const struct ff_options *options, const struct ff_plan *plan,
			   uint64_t points)
{
	enum { VERTEX = 16 }; /* of text, and as much that is grown out of */
	uint64_t each = options->walk.simulate > 0 ? 0 : sizeof(struct ff_path_point), text = 0;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].kind == FF_OPTIONS_PATHS) {
			each = sizeof(struct ff_path_point);
			text = plan->items[i].format == FF_OUTPUTS_SVG ? VERTEX : 0;
		}
	/* The blocks that paths have outgrown are kept, too. */
	return points * (each + text) + points * (each + text) / KEPT;
}

/* Returns the bytes for drawing places of --spawn: the cells of its area, and how often each
 * was full. */
static uint64_t placing(const struct ff_problem *problem, const struct ff_options *options)
{
	enum { CELL = sizeof(uint32_t) + 1 };
	uint64_t cells = cells_of(problem), most = 0;

	for (size_t i = 0; i < options->walk.spawn_count; i++) {
		const struct ff_options_spawn *spawn = &options->walk.spawns[i];
		uint64_t area = (uint64_t)spawn->w * (uint64_t)spawn->h;

		most = larger(most, area > 0 && area < cells ? area : cells);
	}
	return CELL * most;
}

/* What walkers hold: fields of other goals and for wider walkers, paths, the crowd, and what is
 * counted of it. */
static uint64_t walking(const struct ff_problem *problem, const struct ff_options *options,
			const struct ff_plan *plan, enum ff_field_type type)
{
	enum {
		CROWD = 512, /* bytes of a walker, where he starts, in the crowd, and when he
			      * arrives */
		JAMS = 4,    /* of a cell, while jams are looked for */
	};
	unsigned grids = ff_walk_work_grids(options, plan);
	uint64_t cells = cells_of(problem), held;

	if (options->action != FF_OPTIONS_WALK)
		return 0;
	held = (problem->walk.guide_count - 1) * (answers(problem, options, type) + cells);
	if (problem->walk.guide_count > 1 || problem->walk.goal_count > 0)
		held += cells; /* classes with the goals of all groups */
	held += ff_estimate_recorded(problem, options);
	held += ff_estimate_paths(options, plan, ff_estimate_points(problem, options));
	held += cells * ff_tally_bytes(grids);
	if (options->walk.traffic_all)
		held += cells * sizeof *(struct ff_labels){0}.cells;
	if ((grids & FF_TALLY_SPEED) != 0)
		held += cells * sizeof(float);
	if ((grids & FF_TALLY_STILL) != 0)
		held += cells * JAMS;
	return held + walkers_of(problem, options) * CROWD;
}

static uint64_t steps_of(const struct ff_problem *problem)
{
	const struct ff_edits *edits = &problem->edits;
	uint64_t count = edits->count > 0;

	for (size_t i = 1; i < edits->count; i++)
		count += edits->items[i].step != edits->items[i - 1].step;
	return count;
}

/* What repairs hold besides the answers: the map as it was, what is noted of cells, and lists; and
 * what --verify solves. */
static uint64_t repairing(const struct ff_problem *problem, const struct ff_options *options,
			  enum ff_field_type type)
{
	enum { CELL = 4, STEP = 192 }; /* bytes of a cell; of a step, and of its names */

	if (!repairs(options))
		return 0;
	return CELL * cells_of(problem) + STEP * steps_of(problem) +
	       (options->update.verify ? answers(problem, options, type) : 0);
}

uint64_t ff_estimate_drawing(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_plan *plan, const struct ff_machine *machine,
			     enum ff_field_type type, uint64_t contours,
			     const struct ff_sector_solution *sectors)
{
	const struct routing routing = routing_of(problem, options, type, sectors);
	bool routed = options->action == FF_OPTIONS_SECTORS;
	enum ff_field_type first = options->animation.budget < INT64_MAX
					   ? ff_integrate_type_in_order(&options->model)
					   : type;
	uint64_t repairs = repairing(problem, options, type);
	uint64_t solving = routed ? while_routing(problem, options, machine, type, &routing)
				  : while_integrating(problem, options, machine, first);
	/* The labels of areas that sources are in which reach no goal. */
	uint64_t areas = routed ? cells_of(problem) * sizeof(uint32_t) : 0;
	uint64_t before = larger(areas, placing(problem, options)); /* pictures */
	uint64_t showing = routing.graph + routing.routes + answers(problem, options, first) +
			   larger(before, pictures(problem, options, plan, machine, contours)) +
			   animation(problem, options, plan);

	showing += walking(problem, options, plan, type) + repairs;
	/* The rest is there when a step is solved afresh. */
	if (repairs > 0)
		solving += repairs + answers(problem, options, type);
	if (options->outputs[FF_OPTIONS_JSON] != NULL)
		showing += REPORTED_SOURCE * options->sectors.from_count;
	if (ff_step_names_once(options->outputs[FF_OPTIONS_JSON]))
		showing += REPORTED_STEP * steps_of(problem);
	return total(problem, options, solving > showing ? solving : showing);
}

uint64_t ff_estimate_bytes(const struct ff_problem *problem, const struct ff_options *options,
			   const struct ff_plan *plan, const struct ff_machine *machine,
			   enum ff_field_type type)
{
	return ff_estimate_sectors(problem, options, plan, machine, type, NULL);
}

uint64_t ff_estimate_sectors(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_plan *plan, const struct ff_machine *machine,
			     enum ff_field_type type, const struct ff_sector_solution *sectors)
{
	return ff_estimate_drawing(problem, options, plan, machine, type,
				   likely_contours(problem, options), sectors);
}

/* Values, marks, costs, classes, directions and vectors; then what verifying adds to each cell. */
uint64_t ff_estimate_verify(const struct ff_problem *problem, const struct ff_options *options,
			    uint64_t text)
{
	uint64_t read = sizeof(double) + 4 + sizeof(struct ff_flow_vector);
	uint64_t checks = sizeof(double) + sizeof(int64_t) + 2;

	if (text < cells_of(problem) * checks)
		text = cells_of(problem) * checks;
	return total(problem, options, cells_of(problem) * read + text);
}

/* A field for each thread, and of each line what was read, what is found, and where goals begin. */
uint64_t ff_estimate_scen(const struct ff_problem *problem, const struct ff_options *options,
			  enum ff_field_type type, int threads, uint64_t text)
{
	enum { LINE = 32, HELD = 192 }; /* bytes of text; of blocks that double as they grow */
	uint64_t each =
		cells_of(problem) * ff_field_size(type) +
		ff_integrate_scratch(&options->model, type, problem->map.w, problem->map.h, NULL);

	return total(problem, options, (uint64_t)threads * each + text + text / LINE * HELD);
}

enum ff_status ff_estimate_fits(uint64_t bytes, const struct ff_problem *problem,
				const struct ff_options *options, struct ff_error *err)
{
	if (bytes <= (uint64_t)options->max_memory)
		return FF_OK;
	return ff_status_fail(
		err, FF_E_LIMIT,
		"%s: takes about %.4g MiB of memory, more than %.4g MiB (--max-memory)",
		problem->name, (double)bytes / (1 << 20), (double)options->max_memory / (1 << 20));
}

void ff_estimate_print(uint64_t bytes, const struct ff_problem *problem)
{
	printf("map: %s, %s, %" PRId32 "x%" PRId32 "\nmemory: %" PRIu64 " bytes, %.1f MiB\n",
	       problem->name, problem->kind, problem->size.w, problem->size.h, bytes,
	       (double)bytes / (1 << 20));
}
