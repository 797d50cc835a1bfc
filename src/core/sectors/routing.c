/*
 * The graph is made once, and renewed where edits touch it.  A request searches it, integrates the
 * sectors on the routes, and widens them if it is to be exact.  The graph, the search's memory and
 * the cache of sectors outlive a request.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/grid/regions.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"

/*
 * ---- landmarks ----
 *
 * Landmarks (A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph
 * theory", SODA 2005).  By the triangle inequality, a is at least as far from b as it is farther
 * from a landmark.  The first landmark is far from the first cell of the largest area, and each
 * other one as far as possible from those before it, as sectors' bounds tell.
 */

/* The whole map and the field of a landmark. */
struct survey {
	struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	const struct ff_machine *machine;
	struct ff_field field; /* cells owned */
	void *scratch;         /* owned */
	size_t size;
	float *nearest; /* owned; [sectors]  the least cost to any landmark so far; < 0: not in the
			   largest area */
};

static enum ff_status open_survey(struct survey *survey, enum ff_field_type type)
{
	int32_t w = survey->cost->w, h = survey->cost->h;

	free(survey->field.cells);
	free(survey->scratch);
	survey->field = (struct ff_field){.w = w,
					  .h = h,
					  .type = type,
					  .unit = ff_model_unit(&survey->graph->model),
					  .cells = ff_memory_cells(w, h, ff_field_size(type))};
	survey->size =
		ff_integrate_scratch(&survey->graph->model, type, false, w, h, survey->machine);
	survey->scratch = malloc(survey->size);
	return survey->field.cells == NULL || survey->scratch == NULL ? FF_E_NOMEM : FF_OK;
}

static enum ff_status integrate_typed(struct survey *survey, uint32_t cell)
{
	struct ff_seed seed = {.cell = cell};
	const struct ff_seeds seeds = {&seed, 1};

	return ff_integrate(&survey->graph->model, survey->cost, &seeds, FF_FIELD_NONEF,
			    &survey->field, false, survey->scratch, survey->size, survey->machine);
}

static enum ff_status integrate_from(struct survey *survey, uint32_t cell)
{
	enum ff_status st = integrate_typed(survey, cell);

	if (st == FF_E_LIMIT && (st = open_survey(survey, FF_FIELD_U64)) == FF_OK)
		st = integrate_typed(survey, cell);
	return st;
}

/* Lowers *least to the least value of an area, and raises *above to one more than the largest: in a
 * field of 32 bits NONE plus one is 0. */
static void range_of_u32(const struct survey *survey, struct ff_sectors_area area, uint32_t *least,
			 uint32_t *above)
{
	for (int32_t y = area.y; y < area.y + area.h; y++) {
		const uint32_t *row = survey->field.u32 + ff_cost_index(survey->cost, area.x, y);

		for (int32_t x = 0; x < area.w; x++) {
			*least = row[x] < *least ? row[x] : *least;
			*above = row[x] + 1 > *above ? row[x] + 1 : *above;
		}
	}
}

/* Sets the least and the largest of a sector's values; returns false if it has none. */
static bool range_of(const struct survey *survey, uint32_t sector, double *least, double *most)
{
	struct ff_sectors_area area = ff_sectors_area(&survey->graph->sectors, sector);
	bool any = false;

	*least = FF_FIELD_NONEF;
	*most = 0;
	if (survey->field.type == FF_FIELD_U32) {
		uint32_t low = FF_FIELD_NONE32, above = 0;

		range_of_u32(survey, area, &low, &above);
		if (above > 0) {
			*least = low;
			*most = above - 1;
		}
		return above > 0;
	}
	for (int32_t y = area.y; y < area.y + area.h; y++)
		for (int32_t x = area.x; x < area.x + area.w; x++) {
			double raw =
				ff_field_raw(&survey->field, ff_cost_index(survey->cost, x, y));

			if (raw == FF_FIELD_NONEF)
				continue;
			any = true;
			*least = raw < *least ? raw : *least;
			*most = raw > *most ? raw : *most;
		}
	return any;
}

static float round_down(double value)
{
	float rounded = (float)value;

	return (double)rounded > value ? nextafterf(rounded, 0) : rounded;
}

static float round_up(double value)
{
	float rounded = (float)value;

	return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}

/* Sets 'between' for the nodes of a sector. */
static void set_node_bounds(struct survey *survey, uint32_t sector, uint32_t k)
{
	struct ff_portal_graph *graph = survey->graph;
	double near = graph->near[(size_t)sector * FF_PORTAL_GRAPH_LANDMARKS + k];
	double span = graph->far[(size_t)sector * FF_PORTAL_GRAPH_LANDMARKS + k] - near;

	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++) {
		double value = ff_field_raw(&survey->field, graph->cells[n]);
		uint8_t *between = &graph->between[(size_t)n * FF_PORTAL_GRAPH_LANDMARKS + k];

		*between = 0;
		if (value < FF_FIELD_NONEF && span > 0)
			*between = (uint8_t)((value - near) / span * 255);
		/* The division may have rounded up. */
		if (*between > 0 && ff_portal_graph_near(graph, sector, n, k) > value)
			--*between;
	}
}

/* A landmark whose bounds threads set, a row of sectors at a time. */
struct bounds_task {
	struct survey *survey;
	uint32_t k;
};

static void set_row_bounds(void *context, size_t row)
{
	const struct bounds_task *bounds_task = context;
	struct survey *survey = bounds_task->survey;
	struct ff_portal_graph *graph = survey->graph;
	uint32_t k = bounds_task->k, columns = (uint32_t)graph->sectors.columns;

	for (uint32_t s = (uint32_t)row * columns; s < ((uint32_t)row + 1) * columns; s++) {
		size_t at = (size_t)s * FF_PORTAL_GRAPH_LANDMARKS + k;
		double least, most;
		bool any = range_of(survey, s, &least, &most);

		graph->near[at] = any ? round_down(least) : INFINITY;
		graph->far[at] = any ? round_up(most) : 0;
		set_node_bounds(survey, s, k);
		if (!any)
			survey->nearest[s] = -1;
		else if (k == 0 || graph->near[at] < survey->nearest[s])
			survey->nearest[s] = graph->near[at];
	}
}

/* Sets the bounds of all sectors and nodes for landmark k from its field. */
static void set_landmark_bounds(struct survey *survey, uint32_t k)
{
	struct bounds_task bounds_task = {survey, k};

	ff_pool_run(ff_machine_pool(survey->machine), (size_t)survey->graph->sectors.rows,
		    set_row_bounds, &bounds_task);
}

/* Returns a cell with a value of the sector that is farthest from all landmarks. */
static uint32_t choose_landmark(const struct survey *survey)
{
	const struct ff_sectors *sectors = &survey->graph->sectors;
	struct ff_sectors_area area;
	uint32_t best = 0;

	for (uint32_t s = 1; s < ff_sectors_count(sectors); s++)
		if (survey->nearest[s] > survey->nearest[best])
			best = s;
	area = ff_sectors_area(sectors, best);
	for (int32_t y = area.y; y < area.y + area.h; y++)
		for (int32_t x = area.x; x < area.x + area.w; x++)
			if (ff_field_has(&survey->field, ff_cost_index(survey->cost, x, y)))
				return (uint32_t)ff_cost_index(survey->cost, x, y);
	return 0;
}

static enum ff_status find_all(struct survey *survey, uint32_t first)
{
	struct ff_portal_graph *graph = survey->graph;
	enum ff_status st = integrate_from(survey, first);

	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < graph->node_count; i++)
		graph->joined[i] = ff_field_has(&survey->field, graph->cells[i]);
	set_landmark_bounds(survey,
			    0); /* temporary: landmark 0 is chosen far from it and overwrites it */
	for (uint32_t k = 0; k < FF_PORTAL_GRAPH_LANDMARKS && st == FF_OK; k++) {
		if ((st = integrate_from(survey, choose_landmark(survey))) == FF_OK)
			set_landmark_bounds(survey, k);
	}
	return st;
}

enum ff_status ff_landmarks_find(struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_machine *machine)
{
	struct survey survey = {.graph = graph, .cost = cost, .machine = machine};
	size_t sectors = ff_sectors_count(&graph->sectors);
	struct ff_region largest = {0};
	enum ff_status st;
	uint32_t areas;

	if (ff_model_is_continuous(&graph->model) || graph->node_count == 0)
		return FF_OK;
	st = ff_regions_largest(cost->w, cost->h, cost->cells, 1, FF_COST_MAX,
				ff_model_is_diagonal(&graph->model) &&
					graph->model.corners == FF_CORNERS_CUT,
				1, &areas, &largest);
	graph->near = malloc(sectors * FF_PORTAL_GRAPH_LANDMARKS * sizeof *graph->near);
	graph->far = malloc(sectors * FF_PORTAL_GRAPH_LANDMARKS * sizeof *graph->far);
	graph->between = ff_memory_cells(FF_PORTAL_GRAPH_LANDMARKS, 1, graph->node_count);
	graph->joined = malloc(graph->node_count);
	graph->landmark_count = FF_PORTAL_GRAPH_LANDMARKS;
	survey.nearest = malloc(sectors * sizeof *survey.nearest);
	if (st == FF_OK && (graph->near == NULL || graph->far == NULL || graph->joined == NULL ||
			    graph->between == NULL || survey.nearest == NULL))
		st = FF_E_NOMEM;
	if (st == FF_OK)
		st = open_survey(&survey, ff_integrate_type(&graph->model));
	if (st == FF_OK)
		st = find_all(&survey, (uint32_t)largest.first);
	free(survey.field.cells);
	free(survey.scratch);
	free(survey.nearest);
	if (st == FF_OK)
		return FF_OK;
	free(graph->near);
	free(graph->far);
	free(graph->between);
	free(graph->joined);
	graph->near = graph->far = NULL;
	graph->between = graph->joined = NULL;
	graph->landmark_count = 0;
	return st;
}

/* ---- routing ---- */

static void enter_phase(const struct ff_routing *routing, enum ff_routing_phase phase)
{
	if (routing->setup.enter != NULL)
		routing->setup.enter(routing->setup.context, phase);
}

static enum ff_status find_portals(struct ff_routing *routing)
{
	const struct ff_routing_setup *setup = &routing->setup;

	enter_phase(routing, FF_ROUTING_PORTALS);
	return ff_portals_find(&routing->graph, setup->model, setup->cost, setup->size,
			       setup->machine);
}

enum ff_status ff_routing_open(struct ff_routing *routing, const struct ff_routing_setup *setup)
{
	enum { LEAST = 1 << 18, MOST = 1 << 26 }; /* bytes of the cache */
	size_t cells = (size_t)setup->cost->w * (size_t)setup->cost->h;
	size_t half = cells * ff_field_size(ff_integrate_type(setup->model)) / 2;
	size_t limit = setup->once ? 0 : half < LEAST ? LEAST : half < MOST ? half : MOST;
	enum ff_status st;

	*routing = (struct ff_routing){.setup = *setup};
	if ((st = ff_sector_cache_open(&routing->cache, limit)) != FF_OK)
		return st;
	return find_portals(routing);
}

/* Removes the answer to the last request. */
static void clear_answer(struct ff_routing *routing)
{
	ff_sector_field_close(&routing->field);
	ff_routes_free(&routing->routes);
	routing->integrated = 0;
}

void ff_routing_close(struct ff_routing *routing)
{
	clear_answer(routing);
	ff_route_close(routing->search);
	ff_sector_cache_close(routing->cache);
	ff_portal_graph_free(&routing->graph);
	free(routing->known.cells);
	free(routing->renewed);
	*routing = (struct ff_routing){0};
}

enum ff_status ff_routing_prepare(struct ff_routing *routing)
{
	struct ff_portal_graph *graph = &routing->graph;
	const struct ff_routing_setup *setup = &routing->setup;
	enum ff_status st = FF_OK;

	if (graph->costs == NULL) {
		enter_phase(routing, FF_ROUTING_PRICES);
		st = ff_portals_price(graph, setup->cost, setup->machine);
		for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors) && st == FF_OK; s++)
			routing->priced += !ff_portal_graph_implied(graph, s);
	}
	if (st == FF_OK && setup->landmarks && graph->landmark_count == 0 &&
	    graph->node_count > 0 && !ff_model_is_continuous(setup->model)) {
		enter_phase(routing, FF_ROUTING_LANDMARKS);
		st = ff_landmarks_find(graph, setup->cost, setup->machine);
	}
	return st;
}

static enum ff_status find_routes(struct ff_routing *routing, const struct ff_seeds *seeds,
				  const uint32_t *sources, size_t count)
{
	const struct ff_routing_setup *setup = &routing->setup;
	enum ff_status st = FF_OK;

	enter_phase(routing, FF_ROUTING_ROUTES);
	if (routing->search == NULL)
		st = ff_route_open(&routing->search, &routing->graph, setup->cost, setup->machine);
	if (st == FF_OK)
		st = ff_route_find(routing->search, seeds, sources, count, &routing->routes);
	if (setup->once) {
		ff_route_close(routing->search);
		routing->search = NULL;
	}
	return st;
}

/* Fills the field; FF_E_LIMIT: the values do not fit its type. */
static enum ff_status fill_field(struct ff_routing *routing, const struct ff_seeds *seeds,
				 bool exact, enum ff_field_type type)
{
	const struct ff_routing_setup *setup = &routing->setup;
	struct ff_sector_cache_figures before, after;
	enum ff_status st;

	enter_phase(routing, FF_ROUTING_FIELDS);
	ff_sector_cache_figures_of(routing->cache, &before);
	st = ff_sector_field_open(&routing->field, &routing->graph.sectors, setup->model, type);
	if (st == FF_OK)
		st = ff_corridor_fill(&routing->graph, setup->cost, seeds, &routing->routes,
				      routing->cache, &routing->field, setup->machine);
	ff_sector_cache_figures_of(routing->cache, &after);
	if (st == FF_OK && exact && seeds->count > 0) {
		enter_phase(routing, FF_ROUTING_WIDENING);
		st = ff_corridor_widen(&routing->graph, setup->cost, seeds, &routing->routes,
				       &routing->field, setup->machine);
	}
	routing->integrated = after.misses - before.misses;
	return st;
}

static enum ff_status find_field(struct ff_routing *routing, const struct ff_seeds *seeds,
				 bool exact)
{
	enum ff_field_type type = ff_integrate_type(routing->setup.model);
	enum ff_status st = fill_field(routing, seeds, exact, type);

	if (st == FF_E_LIMIT && type == FF_FIELD_U32) {
		ff_corridor_clear(&routing->graph, &routing->routes, &routing->field);
		ff_sector_field_close(&routing->field);
		st = fill_field(routing, seeds, exact, FF_FIELD_U64);
	}
	return st;
}

enum ff_status ff_routing_find(struct ff_routing *routing, const struct ff_seeds *seeds,
			       const uint32_t *sources, size_t count, bool exact)
{
	uint32_t w = (uint32_t)routing->graph.sectors.w;
	enum ff_status st;

	clear_answer(routing);
	if ((st = ff_routing_prepare(routing)) == FF_OK &&
	    (st = find_routes(routing, seeds, sources, count)) == FF_OK)
		st = find_field(routing, seeds, exact);
	/* Nothing is cheaper than a goal without a start cost. */
	for (size_t i = 0; i < seeds->count && seeds->items[i].start == 0 && st == FF_OK; i++)
		st = ff_sector_field_set(&routing->field, (int32_t)(seeds->items[i].cell % w),
					 (int32_t)(seeds->items[i].cell / w), 0);
	if (st != FF_OK)
		clear_answer(routing);
	return st;
}

/* A list of cells. */
struct cells {
	uint32_t *items; /* owned; [count] */
	size_t count, room;
};

static bool add_cell(struct cells *cells, uint32_t cell)
{
	if (!ff_memory_grow(&cells->items, &cells->room, cells->count + 1, sizeof *cells->items))
		return false;
	cells->items[cells->count++] = cell;
	return true;
}

/* Lists the sources of the answer, then the open cells beside the corners that routes cross, in
 * sectors without values; false if memory ran out. */
static bool list_corners(const struct ff_routing *routing, struct cells *cells)
{
	const struct ff_routes *routes = &routing->routes;
	const struct ff_sectors *sectors = &routing->graph.sectors;
	uint32_t w = (uint32_t)sectors->w;
	bool added = true;

	cells->count = 0;
	for (size_t i = 0; i < routes->count; i++)
		added &= add_cell(cells, routes->items[i].source);
	for (size_t i = 0; i < routes->count; i++)
		for (size_t k = 1; k < routes->items[i].node_count; k++) {
			const uint32_t *nodes = routes->items[i].nodes + k;
			uint32_t a = routing->graph.cells[nodes[-1]];
			uint32_t b = routing->graph.cells[nodes[0]];
			uint32_t beside[2] = {a / w * w + b % w, b / w * w + a % w};

			if (a % w == b % w || a / w == b / w ||
			    ff_sectors_of(sectors, a) == ff_sectors_of(sectors, b))
				continue;
			for (int n = 0; n < 2; n++)
				if (routing->setup.cost->cells[beside[n]] != FF_COST_WALL &&
				    routes->computed[ff_sectors_of(sectors, beside[n])] == 0)
					added &= add_cell(cells, beside[n]);
		}
	return added;
}

enum ff_status ff_routing_widen_corners(struct ff_routing *routing, const struct ff_seeds *seeds,
					bool exact)
{
	struct cells cells = {NULL, 0, 0};
	enum ff_status st = list_corners(routing, &cells) ? FF_OK : FF_E_NOMEM;

	while (st == FF_OK && cells.count > routing->routes.count) {
		struct ff_routing before = *routing; /* of which the answer is kept */

		routing->routes = (struct ff_routes){0};
		routing->field = (struct ff_sector_field){0};
		st = ff_routing_find(routing, seeds, cells.items, cells.count, exact);
		if (st != FF_OK) {
			routing->routes = before.routes;
			routing->field = before.field;
			routing->integrated = before.integrated;
			break;
		}
		ff_sector_field_close(&before.field);
		ff_routes_free(&before.routes);
		st = list_corners(routing, &cells) ? FF_OK : FF_E_NOMEM;
	}
	free(cells.items);
	return st;
}

struct ff_routing_count ff_routing_counts(const struct ff_routing *routing)
{
	const struct ff_sectors *sectors = &routing->graph.sectors;
	const struct ff_routes *routes = &routing->routes;
	struct ff_routing_count count = {.total = ff_sectors_count(sectors)};

	for (uint32_t s = 0; s < count.total; s++) {
		struct ff_sectors_area area;

		if (routes->computed[s] == 0)
			continue;
		area = ff_sectors_area(sectors, s);
		count.computed++;
		count.kept += routes->computed[s] == FF_ROUTES_COMPUTED;
		count.cells += (uint64_t)area.w * (uint64_t)area.h;
	}
	for (size_t i = 0; i < routes->count; i++)
		count.reached += routes->items[i].reached;
	return count;
}

enum ff_status ff_routing_least(struct ff_routing *routing, const struct ff_seeds *seeds)
{
	enter_phase(routing, FF_ROUTING_LEAST);
	/* The next request opens another; until then its memory holds the least costs. */
	ff_route_close(routing->search);
	routing->search = NULL;
	return ff_corridor_widen(&routing->graph, routing->setup.cost, seeds, &routing->routes,
				 NULL, routing->setup.machine);
}

/* Finds the portals again, prices what an edit touched, and invalidates the affected sectors in the
 * cache. */
static enum ff_status renew_graph(struct ff_routing *routing)
{
	const struct ff_routing_setup *setup = &routing->setup;
	uint32_t sectors = ff_sectors_count(&routing->graph.sectors);
	uint8_t *marks = malloc(sectors);
	enum ff_status st = FF_E_NOMEM;

	enter_phase(routing, FF_ROUTING_PRICES);
	if (marks != NULL)
		st = ff_portals_renew(&routing->graph, &routing->known, setup->cost, setup->machine,
				      marks);
	if (st != FF_OK) {
		free(marks);
		return st;
	}
	for (uint32_t s = 0; s < sectors; s++) {
		if ((marks[s] & FF_PORTALS_RENEW_FIELDS) != 0)
			ff_sector_cache_invalidate(routing->cache, s);
		marks[s] = (marks[s] & FF_PORTALS_RENEW_COSTS) != 0 &&
			   !ff_portal_graph_implied(&routing->graph, s);
		routing->priced += marks[s];
	}
	free(routing->renewed);
	routing->renewed = marks;
	return FF_OK;
}

enum ff_status ff_routing_keep(struct ff_routing *routing)
{
	const struct ff_cost *cost = routing->setup.cost;

	if (routing->known.cells != NULL)
		return FF_OK;
	if (!ff_cost_new(&routing->known, cost->w, cost->h, cost->wide != NULL))
		return FF_E_NOMEM;
	ff_cost_copy(cost, 0, 0, &routing->known);
	return FF_OK;
}

enum ff_status ff_routing_renew(struct ff_routing *routing)
{
	enum ff_status st;

	assert(routing->known.cells != NULL);
	clear_answer(routing);
	ff_route_close(routing->search);
	routing->search = NULL;
	if (routing->graph.costs != NULL) {
		st = renew_graph(routing);
	} else {
		ff_portal_graph_free(&routing->graph);
		st = find_portals(routing);
	}
	if (st == FF_OK)
		ff_cost_copy(routing->setup.cost, 0, 0, &routing->known);
	return st;
}
