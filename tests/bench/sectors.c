/*
 * sectors KIND SIDE SIZE METRIC AWAY THREADS RUNS: time requests through portals against the whole
 * field, on a map of mapgen's, SIDE x SIDE, with sectors of SIZE.  The goal is in the middle.  Each
 * of 8 sources is a request of its own; they are 1,000 cells from the goal, or a quarter of the
 *side if that is less: in a straight line with AWAY 'line', along the path with 'path'.  Prints a
 *figure a line, name and value: medians over the sources and, of times, over RUNS runs.
 *
 *	find_ms price_ms landmarks_ms   making the graph, once
 *	graph_bytes nodes               the size of the graph
 *	whole_ms                        the whole field
 *	cold_ms                         a request: a new search, an empty cache
 *	warm_ms                         the same request again, with the first one's search and
 *cache times least_times most_times    whole_ms / cold_ms computed_percent expanded       cells
 *with values; nodes that the search expanded cost_ratio                      the cost of the path
 *found / the least cost renew_1_ms renew_100_ms         the graph, without landmarks, after edits
 *of 1 and of 100 cells
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/random.h"
#include "core/sectors/routing.h"
#include "core/solve/integrate.h"
#include "support/mapgen.h"

enum { SOURCES = 8, RUNS_MOST = 99, CACHE = 64 << 20 };

/* the data that all requests share */
struct bench {
	struct ff_cost cost;
	struct ff_portal_graph graph;
	struct ff_machine machine;
	struct ff_sector_field field; /* holds values only while a request runs */
	struct ff_field whole;
	void *scratch;
	size_t size;
	struct ff_seed goal;
	int runs;
	double whole_ms;
};

/* the figures of a source's request */
struct figures {
	double cold, warm, computed, expanded, ratio;
};

static int by_value(const void *a, const void *b)
{
	const double *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, by_value);
	return values[(count - 1) / 2];
}

static bool number(const char *text, int least, int most, int *out)
{
	int64_t value;

	if (ff_number_parse(text, strlen(text), least, most, &value) != FF_NUMBER_OK)
		return false;
	*out = (int)value;
	return true;
}

static bool find_metric(const char *name, enum ff_metric *metric)
{
	for (int i = 0; i < FF_METRICS; i++)
		if (strcmp(name, ff_model_metrics[i]) == 0) {
			*metric = (enum ff_metric)i;
			return true;
		}
	return false;
}

/* Allocates two fields of the map, one of them without values. */
static bool open_fields(struct bench *bench)
{
	const struct ff_model *model = &bench->graph.model;
	int32_t side = bench->cost.w;
	enum ff_field_type type = ff_integrate_type(model);

	bench->whole =
		(struct ff_field){.w = side, .h = side, .type = type, .unit = ff_model_unit(model)};
	bench->size = ff_integrate_scratch(model, type, type == FF_FIELD_U64, side, side,
					   &bench->machine);
	bench->scratch = malloc(bench->size);
	bench->whole.cells = ff_memory_cells(side, side, ff_field_size(type));
	return bench->scratch != NULL && bench->whole.cells != NULL &&
	       ff_sector_field_open(&bench->field, &bench->graph.sectors, model, type) == FF_OK;
}

static bool make_graph(struct bench *bench, const struct ff_model *model, int size)
{
	double begun = ff_clock_ms(), found, priced;

	if (ff_portals_find(&bench->graph, model, &bench->cost, size, &bench->machine) != FF_OK)
		return false;
	found = ff_clock_ms();
	if (ff_portals_price(&bench->graph, &bench->cost, &bench->machine) != FF_OK)
		return false;
	priced = ff_clock_ms();
	if (ff_landmarks_find(&bench->graph, &bench->cost, &bench->machine) != FF_OK)
		return false;
	printf("find_ms %.3f\nprice_ms %.3f\nlandmarks_ms %.3f\n", found - begun, priced - found,
	       ff_clock_ms() - priced);
	printf("graph_bytes %" PRIu64 "\nnodes %zu\n", ff_portal_graph_bytes(&bench->graph),
	       bench->graph.node_count);
	return true;
}

static bool solve_whole(struct bench *bench)
{
	double ms[RUNS_MOST] = {0};

	for (int i = 0; i < bench->runs; i++) {
		double begun = ff_clock_ms();

		if (ff_integrate(&bench->graph.model, &bench->cost,
				 &(struct ff_seeds){&bench->goal, 1}, FF_FIELD_NONEF, &bench->whole,
				 bench->whole.type == FF_FIELD_U64, bench->scratch, bench->size,
				 &bench->machine) != FF_OK)
			return false;
		ms[i] = ff_clock_ms() - begun;
	}
	bench->whole_ms = median(ms, bench->runs);
	printf("whole_ms %.3f\n", bench->whole_ms);
	return true;
}

/* Returns the first cell with a value at distance 'away', from an angle on. */
static uint32_t source_on_circle(const struct bench *bench, double away, double angle)
{
	enum { TURNS = 10000 };
	double middle = floor(bench->cost.w / 2.0);

	for (int i = 0; i < TURNS; i++) {
		double turned = angle + i * 2 * 3.14159265358979 / TURNS;
		size_t cell = ff_cost_index(&bench->cost, (int32_t)(middle + away * cos(turned)),
					    (int32_t)(middle + away * sin(turned)));

		if (ff_field_has(&bench->whole, cell))
			return (uint32_t)cell;
	}
	return (uint32_t)bench->goal.cell;
}

/* Returns the cell whose value is nearest to 'away' steps on ground of cost 1, from a row on. */
static uint32_t source_on_path(const struct bench *bench, double away, double part)
{
	size_t cells = (size_t)bench->cost.w * (size_t)bench->cost.h, best = bench->goal.cell;
	size_t first = (size_t)(part * (double)cells);
	double least = HUGE_VAL;

	for (size_t i = 0; i < cells && least > 0; i++) {
		size_t cell = (first + i) % cells;
		double off = fabs(ff_field_raw(&bench->whole, cell) / bench->whole.unit - away);

		if (off < least) {
			least = off;
			best = cell;
		}
	}
	return (uint32_t)best;
}

/* Makes a request, stores its figures, and its time in '*ms'. */
static bool request(struct bench *bench, struct ff_route_search *search,
		    struct ff_sector_cache *cache, uint32_t source, struct figures *figures,
		    double *ms)
{
	const struct ff_sectors *sectors = &bench->graph.sectors;
	const struct ff_seeds seeds = {&bench->goal, 1};
	struct ff_routes routes;
	double begun = ff_clock_ms(), cells = 0;

	if (ff_route_find(search, &seeds, &source, 1, &routes) != FF_OK)
		return false;
	if (ff_corridor_fill(&bench->graph, &bench->cost, &seeds, &routes, cache, &bench->field,
			     &bench->machine) != FF_OK) {
		ff_routes_free(&routes);
		return false;
	}
	*ms = ff_clock_ms() - begun;
	for (uint32_t s = 0; s < ff_sectors_count(sectors); s++) {
		struct ff_sectors_area area = ff_sectors_area(sectors, s);

		cells += routes.computed[s] ? area.w * area.h : 0;
	}
	figures->computed = 100 * cells / bench->cost.w / bench->cost.h;
	figures->expanded = (double)routes.items[0].expanded;
	figures->ratio = routes.items[0].cost / ff_field_raw(&bench->whole, source);
	ff_corridor_clear(&bench->graph, &routes, &bench->field);
	ff_routes_free(&routes);
	return true;
}

static bool measure(struct bench *bench, uint32_t source, struct figures *figures)
{
	double cold[RUNS_MOST] = {0}, warm[RUNS_MOST] = {0};
	bool ok = true;

	for (int i = 0; i < bench->runs && ok; i++) {
		struct ff_route_search *search = NULL;
		struct ff_sector_cache *cache = NULL;
		double begun = ff_clock_ms(), opened;

		ok = ff_route_open(&search, &bench->graph, &bench->cost, &bench->machine) ==
			     FF_OK &&
		     ff_sector_cache_open(&cache, CACHE) == FF_OK;
		opened = ff_clock_ms() - begun;
		ok = ok && request(bench, search, cache, source, figures, &cold[i]) &&
		     request(bench, search, cache, source, figures, &warm[i]);
		cold[i] += opened;
		ff_sector_cache_close(cache);
		ff_route_close(search);
	}
	if (ok) {
		figures->cold = median(cold, bench->runs);
		figures->warm = median(warm, bench->runs);
	}
	return ok;
}

/* Prints the median of one figure of all sources. */
static void tell(const char *name, const struct figures *all, size_t offset)
{
	double values[SOURCES];

	for (int i = 0; i < SOURCES; i++)
		memcpy(&values[i], (const char *)&all[i] + offset, sizeof *values);
	printf("%s %.4f\n", name, median(values, SOURCES));
}

static bool measure_all(struct bench *bench, bool on_path)
{
	double away = bench->cost.w < 4000 ? bench->cost.w / 4.0 : 1000, times[SOURCES];
	struct figures all[SOURCES];

	for (int i = 0; i < SOURCES; i++) {
		uint32_t source =
			on_path ? source_on_path(bench, away, (double)i / SOURCES)
				: source_on_circle(bench, away, 0.3 + i * 2 * 3.14159265 / SOURCES);

		if (!measure(bench, source, &all[i]))
			return false;
		times[i] = bench->whole_ms / all[i].cold;
	}
	tell("cold_ms", all, offsetof(struct figures, cold));
	tell("warm_ms", all, offsetof(struct figures, warm));
	tell("computed_percent", all, offsetof(struct figures, computed));
	tell("expanded", all, offsetof(struct figures, expanded));
	tell("cost_ratio", all, offsetof(struct figures, ratio));
	printf("times %.2f\n", median(times, SOURCES));
	printf("least_times %.2f\nmost_times %.2f\n", times[0], times[SOURCES - 1]);
	return true;
}

/* Closes some cells, spread over the map, opens them again, and renews the graph each time. */
static bool measure_renewal(struct bench *bench, const char *name, size_t count)
{
	enum { MOST = 100 };
	size_t cells = (size_t)bench->cost.w * (size_t)bench->cost.h;
	double ms[RUNS_MOST] = {0};
	uint32_t edited[MOST];
	struct ff_random dice = ff_random_seed(1);
	struct ff_cost before = bench->cost;
	uint8_t *marks = malloc(ff_sectors_count(&bench->graph.sectors));
	int done = 0;

	if ((before.cells = malloc(cells)) == NULL) {
		free(marks);
		return false;
	}
	for (int i = 0; i < bench->runs; done = ++i) {
		double begun;

		for (size_t k = 0; k < count && i % 2 == 0; k++)
			edited[k] = (uint32_t)ff_random_below(&dice, cells);
		memcpy(before.cells, bench->cost.cells, cells);
		for (size_t k = 0; k < count; k++)
			bench->cost.cells[edited[k]] = i % 2 == 0 ? FF_COST_WALL : 1;
		begun = ff_clock_ms();
		if (marks == NULL || ff_portals_renew(&bench->graph, &before, &bench->cost,
						      &bench->machine, marks) != FF_OK)
			break;
		ms[i] = ff_clock_ms() - begun;
	}
	printf("%s %.3f\n", name, median(ms, bench->runs));
	free(marks);
	free(before.cells);
	return done == bench->runs;
}

int main(int argc, char **argv)
{
	struct bench bench = {0};
	struct ff_model model = {.flow = FF_FLOW_PATH};
	int side, size, threads;
	bool ok;

	if (argc != 8 || !number(argv[2], 16, 16384, &side) ||
	    !number(argv[3], FF_SECTORS_SIZE_MIN, FF_SECTORS_SIZE_MAX, &size) ||
	    !find_metric(argv[4], &model.metric) ||
	    (strcmp(argv[5], "line") != 0 && strcmp(argv[5], "path") != 0) ||
	    !number(argv[6], 1, FF_THREADS_MAX, &threads) ||
	    !number(argv[7], 1, RUNS_MOST, &bench.runs)) {
		fputs("sectors KIND SIDE SIZE METRIC line|path THREADS RUNS\n", stderr);
		return 2;
	}
	bench.cost =
		(struct ff_cost){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	bench.machine.cpu = ff_machine_best();
	bench.goal.cell = (uint32_t)ff_cost_index(&bench.cost, side / 2, side / 2);
	ok = bench.cost.cells != NULL && mapgen_fill(argv[1], side, side, 1, bench.cost.cells) &&
	     ff_pool_open(threads, &bench.machine.pool) == FF_OK &&
	     make_graph(&bench, &model, size) && open_fields(&bench) && solve_whole(&bench) &&
	     measure_all(&bench, strcmp(argv[5], "path") == 0) &&
	     measure_renewal(&bench, "renew_1_ms", 1) &&
	     measure_renewal(&bench, "renew_100_ms", 100);
	ff_portal_graph_free(&bench.graph);
	ff_pool_close(bench.machine.pool);
	free(bench.cost.cells);
	ff_sector_field_close(&bench.field);
	free(bench.whole.cells);
	free(bench.scratch);
	if (!ok)
		fputs("sectors: no such kind of map, or no memory\n", stderr);
	return ok ? 0 : 1;
}
