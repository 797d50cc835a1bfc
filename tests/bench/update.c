/*
 * update KIND SIDE METRIC THREADS EDITS: time repairs of a field after edits of one cell, on a map
 * of mapgen's, SIDE x SIDE, with the goal in the middle.  EDITS cells drawn at random become walls
 * or open, or change their cost, one after the other.  A repair that is abandoned counts with the
 * time until then and that of solving afresh.  Prints a figure a line:
 *
 *	fresh_ms                       solving afresh, directions included: the median of 5
 *	median_us p99_us worst_us      repairs
 *	median_times worst_ratio       fresh / median; worst / fresh (the fresh solution of that
 *edit if its repair was abandoned) repaired_worst_us              the worst repair that was not
 *abandoned rebuilt                        number of abandoned repairs given_up_us the longest time
 *until a repair was abandoned visits_median visits_most      cells visited by a repair that was not
 *abandoned visit_ns                       nanoseconds a visit, in repairs of more than 1,000 visits
 *	door_close_us door_open_us     a wall all around the goal has one door
 *	beside_close_us beside_open_us a cell beside the goal
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/update/update.h"
#include "support/mapgen.h"

struct bench {
	struct ff_model model;
	struct ff_cost map;
	struct ff_seed goal;
	struct ff_seeds seeds;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_machine machine;
	void *scratch;
	size_t size;
	struct ff_update *update;
	double given_up_us;   /* the longest time until a repair was abandoned */
	double rebuilt_ratio; /* the largest ratio of the whole time to that of solving afresh */
};

/* results of all edits */
struct figures {
	double *us; /* [edits] */
	double *visits;
	size_t repaired, rebuilt;
	double repaired_worst, large_us, large_visits;
};

static bool number(const char *text, int least, int most, int *out)
{
	int64_t value;

	if (ff_number_parse(text, strlen(text), least, most, &value) != FF_NUMBER_OK)
		return false;
	*out = (int)value;
	return true;
}

static bool integrate(struct bench *bench)
{
	return ff_integrate(&bench->model, &bench->map, &bench->seeds, FF_FIELD_NONEF,
			    &bench->field, bench->field.type == FF_FIELD_U64, bench->scratch,
			    bench->size, &bench->machine) == FF_OK;
}

static bool solve(struct bench *bench)
{
	return integrate(bench) &&
	       ff_descend(&bench->model, &bench->map, &bench->field, &bench->seeds, &bench->flow,
			  &bench->classes, &bench->machine) == FF_OK;
}

static bool prepare(struct bench *bench, const char *kind, int32_t side)
{
	enum ff_field_type type = ff_integrate_type(&bench->model);

	bench->goal = (struct ff_seed){.cell = (uint32_t)(side / 2 * side + side / 2)};
	bench->seeds = (struct ff_seeds){&bench->goal, 1};
	bench->map =
		(struct ff_cost){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	bench->field = (struct ff_field){.w = side,
					 .h = side,
					 .type = type,
					 .unit = ff_model_unit(&bench->model),
					 .cells = ff_memory_cells(side, side, ff_field_size(type))};
	bench->flow =
		(struct ff_flow){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	if (bench->model.flow == FF_FLOW_GRADIENT)
		bench->flow.vectors = ff_memory_cells(side, side, sizeof *bench->flow.vectors);
	bench->classes =
		(struct ff_classes){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	bench->size = ff_integrate_scratch(&bench->model, type, type == FF_FIELD_U64, side, side,
					   &bench->machine);
	bench->scratch = malloc(bench->size);
	return bench->map.cells != NULL && bench->field.cells != NULL &&
	       bench->flow.cells != NULL && bench->classes.cells != NULL &&
	       bench->scratch != NULL &&
	       (bench->flow.vectors != NULL || bench->model.flow != FF_FLOW_GRADIENT) &&
	       mapgen_fill(kind, side, side, 1, bench->map.cells) && solve(bench) &&
	       ff_update_open(&bench->update, &bench->model, &bench->map, &bench->seeds,
			      FF_FIELD_NONEF, &bench->field) == FF_OK;
}

/* An xorshift generator (G. Marsaglia, "Xorshift RNGs", 2003). */
static uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static int by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* Returns a percentile. */
static double rank(double *values, size_t count, size_t percent)
{
	qsort(values, count, sizeof *values, by_size);
	return count == 0 ? 0 : values[(count - 1) * percent / 100];
}

/* Returns the microseconds that an edit takes; below 0 if it fails. */
static double edit(struct bench *bench, uint32_t cell, uint8_t cost, bool *rebuilt)
{
	const struct ff_cost_change change = {cell, cost};
	size_t most = ff_update_most(&bench->model, bench->map.w, bench->map.h);
	double begun = ff_clock_ms();
	enum ff_status st = ff_update(bench->update, &change, 1, NULL, most);
	struct ff_update_figures figures = ff_update_figures_of(bench->update);

	*rebuilt = st == FF_E_LIMIT;
	if (st == FF_OK)
		st = ff_descend_around(&bench->model, &bench->map, &bench->field, &bench->seeds,
				       figures.cells, figures.all, &bench->flow, &bench->classes,
				       &bench->machine);
	if (*rebuilt) {
		double given_up = ff_clock_ms();

		bench->given_up_us = fmax(bench->given_up_us, (given_up - begun) * 1000);
		if (solve(bench)) {
			ff_update_reset(bench->update);
			st = FF_OK;
		}
		bench->rebuilt_ratio = fmax(bench->rebuilt_ratio,
					    (ff_clock_ms() - begun) / (ff_clock_ms() - given_up));
	}
	return st == FF_OK ? (ff_clock_ms() - begun) * 1000 : -1;
}

static bool edit_all(struct bench *bench, struct figures *figures, size_t count)
{
	uint64_t state = 88172645463325252;
	size_t cells = (size_t)bench->map.w * (size_t)bench->map.h;

	for (size_t i = 0; i < count;) {
		uint32_t cell = (uint32_t)(draw(&state) % cells);
		bool wall = bench->map.cells[cell] == FF_COST_WALL, rebuilt;
		uint8_t cost = (uint8_t)(1 + draw(&state) % FF_COST_MAX);
		double us;

		if (cell == bench->goal.cell)
			continue;
		if (!wall && draw(&state) % 2 == 0)
			cost = FF_COST_WALL;
		us = edit(bench, cell, cost, &rebuilt);
		if (us < 0)
			return false;
		figures->us[i++] = us;
		if (rebuilt) {
			figures->rebuilt++;
			continue;
		}
		figures->visits[figures->repaired] =
			(double)ff_update_figures_of(bench->update).visited;
		if (figures->visits[figures->repaired] > 1000) {
			figures->large_us += us;
			figures->large_visits += figures->visits[figures->repaired];
		}
		figures->repaired++;
		figures->repaired_worst = fmax(figures->repaired_worst, us);
	}
	return true;
}

/* Returns true if the field equals one that is solved afresh. */
static bool is_right(struct bench *bench)
{
	size_t bytes =
		(size_t)bench->map.w * (size_t)bench->map.h * ff_field_size(bench->field.type);
	void *repaired = malloc(bytes);
	bool right;

	if (repaired == NULL)
		return false;
	memcpy(repaired, bench->field.cells, bytes);
	right = integrate(bench) && memcmp(repaired, bench->field.cells, bytes) == 0;
	free(repaired);
	return right;
}

/* Makes a cell a wall, and opens it again. */
static bool shut(struct bench *bench, const char *name, uint32_t cell)
{
	uint8_t cost = bench->map.cells[cell];
	double us[2];
	bool rebuilt[2];

	us[0] = edit(bench, cell, FF_COST_WALL, &rebuilt[0]);
	us[1] = edit(bench, cell, cost, &rebuilt[1]);
	printf("%s_close_us %.1f\n%s_open_us %.1f\n%s_rebuilt %d\n", name, us[0], name, us[1], name,
	       rebuilt[0] + rebuilt[1]);
	return us[0] >= 0 && us[1] >= 0;
}

/* Draws a wall around the middle half of the map, with a door in the middle of one side. */
static uint32_t wall_in(struct bench *bench)
{
	int32_t side = bench->map.w, from = side / 4, to = side - 1 - side / 4;

	for (int32_t i = from; i <= to; i++) {
		const int32_t around[4][2] = {{i, from}, {i, to}, {from, i}, {to, i}};

		for (int k = 0; k < 4; k++)
			bench->map.cells[ff_cost_index(&bench->map, around[k][0], around[k][1])] =
				FF_COST_WALL;
	}
	for (int32_t x = to - 1; x <= to + 1; x++)
		bench->map.cells[ff_cost_index(&bench->map, x, side / 2)] = 1;
	return (uint32_t)ff_cost_index(&bench->map, to, side / 2);
}

static bool measure(struct bench *bench, struct figures *figures, size_t count)
{
	double fresh[5], ms, median, worst;
	uint32_t door;

	for (int i = 0; i < 5; i++) {
		double begun = ff_clock_ms();

		if (!solve(bench))
			return false;
		fresh[i] = ff_clock_ms() - begun;
	}
	ms = rank(fresh, 5, 50);
	if (!edit_all(bench, figures, count) || !is_right(bench))
		return false;
	median = rank(figures->us, count, 50);
	worst = rank(figures->us, count, 100);
	printf("fresh_ms %.2f\nmedian_us %.2f\np99_us %.1f\nworst_us %.1f\n", ms, median,
	       rank(figures->us, count, 99), worst);
	printf("median_times %.0f\nworst_ratio %.3f\n", ms * 1000 / median,
	       fmax(figures->repaired_worst / ms / 1000, bench->rebuilt_ratio));
	printf("repaired_worst_us %.1f\nrebuilt %zu\n", figures->repaired_worst, figures->rebuilt);
	printf("given_up_us %.1f\n", bench->given_up_us);
	printf("visits_median %.0f\nvisits_most %.0f\n",
	       rank(figures->visits, figures->repaired, 50),
	       rank(figures->visits, figures->repaired, 100));
	if (figures->large_visits > 0)
		printf("visit_ns %.1f\n", figures->large_us * 1000 / figures->large_visits);
	if (!shut(bench, "beside", (uint32_t)bench->goal.cell + 1))
		return false;
	door = wall_in(bench);
	ff_update_close(bench->update);
	bench->update = NULL;
	return solve(bench) &&
	       ff_update_open(&bench->update, &bench->model, &bench->map, &bench->seeds,
			      FF_FIELD_NONEF, &bench->field) == FF_OK &&
	       shut(bench, "door", door) && is_right(bench);
}

int main(int argc, char **argv)
{
	struct bench bench = {0};
	struct figures figures = {0};
	int side, threads, count;
	bool ok;

	for (int k = 0; argc == 6 && k < FF_METRICS; k++)
		if (strcmp(argv[3], ff_model_metrics[k]) == 0)
			bench.model.metric = (enum ff_metric)k;
	if (argc != 6 || !number(argv[2], 16, 16384, &side) ||
	    strcmp(argv[3], ff_model_metrics[bench.model.metric]) != 0 ||
	    !number(argv[4], 1, FF_THREADS_MAX, &threads) || !number(argv[5], 1, 1000000, &count)) {
		fputs("update KIND SIDE METRIC THREADS EDITS\n", stderr);
		return 2;
	}
	bench.model.flow = ff_model_metric[bench.model.metric].flow;
	bench.machine.cpu = ff_machine_best();
	figures.us = malloc((size_t)count * sizeof *figures.us);
	figures.visits = malloc((size_t)count * sizeof *figures.visits);
	ok = figures.us != NULL && figures.visits != NULL &&
	     ff_pool_open(threads, &bench.machine.pool) == FF_OK &&
	     prepare(&bench, argv[1], side) && measure(&bench, &figures, (size_t)count);
	if (!ok)
		fputs("update: no such map, no memory, or a field is not as if solved afresh\n",
		      stderr);
	ff_update_close(bench.update);
	free(bench.map.cells);
	free(bench.field.cells);
	free(bench.flow.cells);
	free(bench.flow.vectors);
	free(bench.classes.cells);
	free(bench.scratch);
	free(figures.us);
	free(figures.visits);
	ff_pool_close(bench.machine.pool);
	return !ok;
}
