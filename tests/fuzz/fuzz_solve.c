/*
 * A small map, its goals and a model, made of the bytes, and whether everything
 * in src/solve that knows whole numbers agrees with the oracle about it.
 *
 *	w (2 bytes), h, number of goals, budget (2), model, limit (2),
 *	each goal (2) and its start cost (2), costs...
 *
 * Numbers are brought into range; the costs are repeated until the map is full.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "solve/descend.h"
#include "solve/integrate.h"
#include "solve/reach.h"
#include "unit/oracle.c" /* NOLINT(bugprone-suspicious-include): a target is linked with no tests */

enum {
	WIDEST = 600, /* more than a solver takes of a row at a time */
	CELLS = 1200, /* about as many in all: the oracle is slow */
	GOALS = 4,
	LONGEST_STEP = 2 * 254 * 577,
};

struct bytes {
	const uint8_t *at, *end;
};

static uint32_t take(struct bytes *bytes)
{
	return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static uint32_t take2(struct bytes *bytes)
{
	uint32_t low = take(bytes);

	return low | take(bytes) << 8;
}

/* All blocks have their exact size. */
struct solved {
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
};

static void solved_new(struct solved *to, const struct oracle *truth, enum ff_field_type type)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t cells = (size_t)w * (size_t)h, bytes = cells * ff_field_size(type);

	*to = (struct solved){
		.field = {.w = w,
			  .h = h,
			  .type = type,
			  .unit = ff_model_unit(&truth->model),
			  .cells = oracle_cells(bytes, 1)},
		.flow = {w, h, oracle_cells(cells, 1),
			 oracle_cells(cells, sizeof *to->flow.vectors)},
		.classes = {.w = w, .h = h, .cells = oracle_cells(cells, 1)},
	};
	memset(to->field.cells, 0x5a, bytes);
}

static void solved_free(struct solved *solved)
{
	free(solved->field.cells);
	free(solved->flow.cells);
	free(solved->flow.vectors);
	free(solved->classes.cells);
}

/* One thread, and instructions drawn by a number. */
static const struct ff_machine *machine_for(size_t number)
{
	static struct ff_machine machine;

	machine.cpu = (enum ff_cpu)(number % FF_CPUS);
	if (!ff_machine_has(machine.cpu))
		machine.cpu = FF_CPU_PLAIN;
	return &machine;
}

static enum ff_status integrate(const struct oracle *truth, struct ff_field *field, size_t budget)
{
	const struct ff_cost *cost = &truth->cost;
	const struct ff_machine *machine = machine_for(budget);
	size_t size = ff_integrate_scratch(&truth->model, field->type, cost->w, cost->h, machine);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	size_t before = 0;
	enum ff_status st;

	memset(scratch, 0x5a, size);
	st = ff_integrate_begin(&run, &truth->model, cost, &truth->seeds, truth->limit, field,
				scratch, size, machine);
	assert(st == FF_OK);
	while (st == FF_OK && !run.done) {
		st = ff_integrate_step(&run, budget);
		assert(run.settled >= before);
		before = run.settled;
	}
	free(scratch);
	return st;
}

static void compare_fields(const struct oracle *truth, const struct ff_field *field)
{
	size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_reach_summary summary = ff_reach_summarise(field, NULL);
	struct ff_field wanted = oracle_field(truth, field->type);
	double most = 0;

	for (size_t i = 0; i < cells; i++)
		if (truth->field[i] != ORACLE_NONE && (double)truth->field[i] > most)
			most = (double)truth->field[i];
	assert(memcmp(field->cells, wanted.cells, cells * ff_field_size(field->type)) == 0);
	assert(summary.cells == truth->count[FF_GOAL] + truth->count[FF_REACHED]);
	assert(summary.largest == most / (double)truth->unit);
	free(wanted.cells);
}

/* Every reached cell leads down a permitted way, and by the rule where the oracle knows it. */
static void compare_flows(const struct oracle *truth, const struct ff_flow *flow)
{
	int32_t w = flow->w;

	for (int32_t i = 0; i < w * flow->h; i++) {
		double dx = (double)flow->vectors[i].dx, dy = (double)flow->vectors[i].dy;
		uint8_t d = flow->cells[i];

		assert(truth->model.flow == FF_FLOW_GRADIENT || d == truth->flow[i]);
		assert((d == 8) == (truth->classes[i] != FF_REACHED));
		if (d == 8) {
			assert(dx == 0 && dy == 0);
			continue;
		}
		assert((truth->ways[i] >> d & 1) != 0);
		assert(truth->field[oracle_towards(&truth->cost, i % w, i / w, d)] <
		       truth->field[i]);
		assert(fabs(dx * dx + dy * dy - 1) < 1e-6);
		assert((uint8_t)ff_flow_nearest(dx, dy) == d ||
		       truth->model.flow == FF_FLOW_GRADIENT);
	}
}

/* With 32 bits a value may be too large, or one that was only offered. */
static void check_status(const struct oracle *truth, enum ff_field_type type, enum ff_status st)
{
	size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h;
	uint64_t offered = (uint64_t)truth->seeds.items[truth->seeds.count - 1].start;

	for (size_t i = 0; i < cells; i++)
		if (truth->field[i] != ORACLE_NONE && truth->field[i] + LONGEST_STEP > offered)
			offered = truth->field[i] + LONGEST_STEP;
	assert(st == FF_OK || st == FF_E_LIMIT);
	assert(st == FF_OK || (type == FF_FIELD_U32 && offered >= FF_FIELD_NONE32));
}

static void solve_with(const struct oracle *truth, enum ff_field_type type, size_t budget)
{
	struct solved solved;
	enum ff_status st;

	solved_new(&solved, truth, type);
	st = integrate(truth, &solved.field, budget);
	check_status(truth, type, st);
	if (st == FF_OK) {
		size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h;

		compare_fields(truth, &solved.field);
		assert(ff_descend(&truth->model, &truth->cost, &solved.field, &truth->seeds,
				  &solved.flow, &solved.classes, NULL) == FF_OK);
		compare_flows(truth, &solved.flow);
		assert(memcmp(solved.classes.cells, truth->classes, cells) == 0);
		assert(memcmp(solved.classes.count, truth->count, sizeof truth->count) == 0);
	}
	solved_free(&solved);
}

/* A seed on a wall is refused, and nothing is touched; then the wall goes. */
static void open_goals(const struct oracle *truth)
{
	const struct ff_cost *cost = &truth->cost;
	struct ff_field field = {.w = cost->w, .h = cost->h, .cells = NULL};
	struct ff_integrate run;
	bool walled = false;

	for (size_t i = 0; i < truth->seeds.count; i++)
		walled |= cost->cells[truth->seeds.items[i].cell] == FF_COST_WALL;
	if (walled)
		assert(ff_integrate_begin(&run, &truth->model, cost, &truth->seeds, truth->limit,
					  &field, NULL, SIZE_MAX, NULL) == FF_E_ARG);
	for (size_t i = 0; i < truth->seeds.count; i++)
		if (cost->cells[truth->seeds.items[i].cell] == FF_COST_WALL)
			cost->cells[truth->seeds.items[i].cell] = 1;
}

/* A number of 42 bits, made of 16. */
static double start_cost(uint32_t bits)
{
	return (double)((uint64_t)(bits & 0xfff) << (bits >> 12) * 2);
}

static void read_goals(struct oracle *truth, struct bytes *bytes)
{
	size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h;

	for (size_t i = 0; i < truth->seeds.count; i++) {
		uint32_t cell = (uint32_t)(take2(bytes) % cells);

		truth->seeds.items[i] =
			(struct ff_seed){cell, (uint32_t)i, start_cost(take2(bytes))};
	}
	qsort(truth->seeds.items, truth->seeds.count, sizeof *truth->seeds.items, compare_seeds);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = {data, data + size};
	int32_t w = 1 + (int32_t)(take2(&bytes) % WIDEST);
	int32_t h = 1 + (int32_t)take(&bytes) % (1 + CELLS / w);
	size_t goals = 1 + take(&bytes) % GOALS, budget = 1 + take2(&bytes);
	struct ff_model model = oracle_model((int)take(&bytes) % ORACLE_MODELS, FF_FLOW_LOWEST);
	size_t cells = (size_t)w * (size_t)h, left;
	uint32_t limit = take2(&bytes);
	struct oracle truth;

	oracle_new(&truth, &model, w, h, goals);
	if (limit > 0)
		truth.limit = (limit - 1) * (double)truth.unit / 4;
	read_goals(&truth, &bytes);
	left = (size_t)(bytes.end - bytes.at);
	for (size_t i = 0; i < cells && left > 0; i++)
		truth.cost.cells[i] = bytes.at[i % left] == 0 ? 1 : bytes.at[i % left];
	open_goals(&truth);
	for (int rule = 0; rule < FF_FLOWS; rule++) {
		truth.model.flow = (enum ff_flow_rule)rule;
		oracle_solve(&truth);
		solve_with(&truth, FF_FIELD_U32, rule == 0 ? budget : 1);
		solve_with(&truth, FF_FIELD_U64, rule == 0 ? budget : SIZE_MAX);
	}
	oracle_free(&truth);
	return 0;
}
