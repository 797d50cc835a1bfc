/*
 * walkers KIND SIDE COUNT THREADS STEPS: time the steps of a crowd on a map of mapgen's,
 * SIDE x SIDE, with the goal in the middle and COUNT walkers (or as many as there is room for) of
 * radius 0.3, which start at centres of reached cells drawn at random.  Prints a figure a line:
 *
 *	count    number of walkers
 *	ns       the time of STEPS steps, divided by the steps of walkers that had not arrived
 *	digest   digest of their final positions
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/crowd/crowd.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "io/digest.h"
#include "support/mapgen.h"

struct bench {
	struct ff_model model;
	struct ff_cost map;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_walkers walkers;
	struct ff_machine machine;
	void *scratch;
	int steps;
};

static bool number(const char *text, int least, int most, int *out)
{
	int64_t value;

	if (ff_number_parse(text, strlen(text), least, most, &value) != FF_NUMBER_OK)
		return false;
	*out = (int)value;
	return true;
}

static bool solve(struct bench *bench, const char *kind, int32_t side)
{
	struct ff_seed goal = {.cell = (uint32_t)(side / 2 * side + side / 2)};
	const struct ff_seeds seeds = {&goal, 1};
	size_t size;

	bench->map =
		(struct ff_cost){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	bench->field = (struct ff_field){.w = side,
					 .h = side,
					 .type = ff_integrate_type(&bench->model),
					 .unit = ff_model_unit(&bench->model),
					 .cells = ff_memory_cells(side, side, sizeof(double))};
	bench->flow =
		(struct ff_flow){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	bench->classes =
		(struct ff_classes){.w = side, .h = side, .cells = ff_memory_cells(side, side, 1)};
	size = ff_integrate_scratch(&bench->model, bench->field.type,
				    bench->field.type == FF_FIELD_U64, side, side, &bench->machine);
	bench->scratch = malloc(size);
	return bench->map.cells != NULL && bench->field.cells != NULL &&
	       bench->flow.cells != NULL && bench->classes.cells != NULL &&
	       bench->scratch != NULL && mapgen_fill(kind, side, side, 1, bench->map.cells) &&
	       ff_integrate(&bench->model, &bench->map, &seeds, FF_FIELD_NONEF, &bench->field,
			    bench->field.type == FF_FIELD_U64, bench->scratch, size,
			    &bench->machine) == FF_OK &&
	       ff_descend(&bench->model, &bench->map, &bench->field, &seeds, &bench->flow,
			  &bench->classes, &bench->machine) == FF_OK;
}

/* An xorshift generator (G. Marsaglia, "Xorshift RNGs", 2003). */
static uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Puts each walker in a cell of its own. */
static bool place(struct bench *bench, size_t count)
{
	size_t cells = (size_t)bench->map.w * (size_t)bench->map.h;
	uint8_t *taken = calloc(cells, 1);
	uint64_t state = 1;

	bench->walkers = (struct ff_walkers){.items = calloc(count, sizeof *bench->walkers.items)};
	for (size_t tries = 0; tries < 20 * cells && bench->walkers.count < count &&
			       taken != NULL && bench->walkers.items != NULL;
	     tries++) {
		size_t cell = draw(&state) % cells, i = bench->walkers.count;
		size_t row = cell / (size_t)bench->map.w;

		if (taken[cell] != 0 || bench->classes.cells[cell] != FF_REACHED)
			continue;
		taken[cell] = 1;
		bench->walkers.items[i] =
			(struct ff_walker){.id = i + 1,
					   .x = (double)(cell % (size_t)bench->map.w),
					   .y = (double)row,
					   .radius = 0.3,
					   .speed = 1};
		bench->walkers.count++;
	}
	free(taken);
	return bench->walkers.count > 0;
}

static bool measure(const struct bench *bench)
{
	const struct ff_guide guide = {.map = &bench->map,
				       .cost = &bench->map,
				       .field = &bench->field,
				       .flow = &bench->flow,
				       .classes = &bench->classes,
				       .model = &bench->model};
	struct ff_crowd *crowd = NULL;
	const struct ff_crowd_rules rules = {0};
	double begun, walked = 0;

	if (ff_crowd_open(&crowd, &rules, &bench->machine) != FF_OK ||
	    ff_crowd_enter(crowd, &bench->walkers, &guide) != FF_OK) {
		ff_crowd_free(crowd);
		return false;
	}
	begun = ff_clock_ms();
	for (int i = 0; i < bench->steps; i++) {
		walked += (double)crowd->walking;
		ff_crowd_step(crowd);
	}
	printf("count %zu\nns %.3f\n", crowd->count,
	       (ff_clock_ms() - begun) * 1e6 / (walked > 0 ? walked : 1));
	printf("digest %016" PRIx64 "%016" PRIx64 "\n",
	       ff_digest_longs((int32_t)crowd->count, 1, crowd->x),
	       ff_digest_longs((int32_t)crowd->count, 1, crowd->y));
	ff_crowd_free(crowd);
	return true;
}

int main(int argc, char **argv)
{
	struct bench bench = {.model = {.metric = FF_METRIC_MANHATTAN, .flow = FF_FLOW_LOWEST}};
	int side, count, threads;
	bool ok;

	if (argc != 6 || !number(argv[2], 16, 16384, &side) ||
	    !number(argv[3], 1, 10000000, &count) ||
	    !number(argv[4], 1, FF_THREADS_MAX, &threads) ||
	    !number(argv[5], 1, 1000000, &bench.steps)) {
		fputs("walkers KIND SIDE COUNT THREADS STEPS\n", stderr);
		return 2;
	}
	bench.machine.cpu = ff_machine_best();
	ok = ff_pool_open(threads, &bench.machine.pool) == FF_OK && solve(&bench, argv[1], side) &&
	     place(&bench, (size_t)count) && measure(&bench);
	ff_pool_close(bench.machine.pool);
	free(bench.map.cells);
	free(bench.field.cells);
	free(bench.flow.cells);
	free(bench.classes.cells);
	free(bench.walkers.items);
	free(bench.scratch);
	if (!ok)
		fputs("walkers: no such kind of map, no room, or no memory\n", stderr);
	return ok ? 0 : 1;
}
