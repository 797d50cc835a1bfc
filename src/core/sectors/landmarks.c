/*
 * Landmarks (A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph
 * theory", SODA 2005).  By the triangle inequality, a is at least as far from b as it is farther
 * from a landmark.  The first landmark is far from the first cell of the largest area, and each
 * other one as far as possible from those before it, as sectors' bounds tell.
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"
#include "core/solve/regions.h"

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
	survey->size = ff_integrate_scratch(&survey->graph->model, type, w, h, survey->machine);
	survey->scratch = malloc(survey->size);
	return survey->field.cells == NULL || survey->scratch == NULL ? FF_E_NOMEM : FF_OK;
}

static enum ff_status integrate_typed(struct survey *survey, uint32_t cell)
{
	struct ff_seed seed = {.cell = cell};
	const struct ff_seeds seeds = {&seed, 1};

	return ff_integrate(&survey->graph->model, survey->cost, &seeds, FF_FIELD_NONEF,
			    &survey->field, survey->scratch, survey->size, survey->machine);
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

static void forget_landmarks(struct ff_portal_graph *graph)
{
	free(graph->near);
	free(graph->far);
	free(graph->between);
	free(graph->joined);
	graph->near = graph->far = NULL;
	graph->between = graph->joined = NULL;
	graph->landmark_count = 0;
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
				&areas, &largest);
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
		st = find_all(&survey, largest.first);
	free(survey.field.cells);
	free(survey.scratch);
	free(survey.nearest);
	if (st != FF_OK)
		forget_landmarks(graph);
	return st;
}
