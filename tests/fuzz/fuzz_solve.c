/*
 * All engines, sets of instructions, numbers of threads and budgets give the same
 * field and flow: that of the oracle, which verify accepts.
 */
#include "fuzz_problem.h"

#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/solve/reach.h"
#include "core/solve/solve.h"
#include "core/verify/verify.h"
#include "unit/oracle.h"

enum { LONGEST_STEP = 2 * 254 * 577 };

/* All blocks have their exact size. */
struct solved {
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
};

static size_t cells_of(const struct ff_cost *cost)
{
	return (size_t)cost->w * (size_t)cost->h;
}

static void solved_new(struct solved *to, const struct ff_problem *problem, enum ff_field_type type)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	size_t cells = cells_of(cost), bytes = cells * ff_field_size(type);

	*to = (struct solved){
		.field = {.w = cost->w,
			  .h = cost->h,
			  .type = type,
			  .unit = problem->unit,
			  .cells = fuzz_block(bytes, 1)},
		.flow = {cost->w, cost->h, fuzz_block(cells, 1),
			 fuzz_block(cells, sizeof *to->flow.vectors)},
		.classes = {.w = cost->w, .h = cost->h, .cells = fuzz_block(cells, 1)},
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

static enum ff_status integrate(const struct fuzz_problem *made, struct ff_field *field,
				size_t budget, const struct ff_machine *machine)
{
	const struct ff_problem *problem = &made->problem;
	const struct ff_cost *cost = ff_problem_cost(problem);
	const struct ff_model *model = &made->options.model;
	/* With integers of 64 bits, in order or in tiles. */
	bool in_order = field->type == FF_INTEGRATE_TYPE_IN_ORDER &&
			(ff_model_is_continuous(model) || budget % 2 == 0);
	size_t size = ff_integrate_scratch(model, field->type, in_order, cost->w, cost->h, machine);
	void *scratch = fuzz_block(size, 1);
	struct ff_integrate run;
	size_t before = 0;
	enum ff_status st;

	memset(scratch, 0x5a, size);
	st = ff_integrate_begin(&run, model, cost, &problem->seeds, problem->limit, field, in_order,
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

/* Solves the problem with the oracle, which knows whole numbers only. */
static void ask_oracle(const struct fuzz_problem *made, struct oracle *truth)
{
	const struct ff_problem *problem = &made->problem;
	const struct ff_cost *cost = ff_problem_cost(problem);

	oracle_new(truth, &made->options.model, cost->w, cost->h, problem->seeds.count);
	memcpy(truth->cost.cells, cost->cells, cells_of(cost));
	memcpy(truth->seeds.items, problem->seeds.items,
	       problem->seeds.count * sizeof *problem->seeds.items);
	truth->limit = problem->limit;
	truth->unit = (uint64_t)problem->unit;
	oracle_solve(truth);
}

static void compare_fields(const struct oracle *truth, const struct ff_field *field)
{
	size_t cells = cells_of(&truth->cost);
	struct ff_reach_summary summary = ff_reach_summarise(field);
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

/* Checks that every reached cell leads down a permitted step, by the oracle's rule where it has
 * one. */
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
		assert(dx * dx + dy * dy > 1 - 1e-6 && dx * dx + dy * dy < 1 + 1e-6);
		assert((uint8_t)ff_flow_nearest(dx, dy) == d ||
		       truth->model.flow == FF_FLOW_GRADIENT);
	}
}

/* Checks the status: in 32 bits a value, or an intermediate one, may be too large. */
static void check_status(const struct oracle *truth, enum ff_field_type type, enum ff_status st)
{
	uint64_t offered = (uint64_t)truth->seeds.items[truth->seeds.count - 1].start;

	for (size_t i = 0; i < cells_of(&truth->cost); i++)
		if (truth->field[i] != ORACLE_NONE && truth->field[i] + LONGEST_STEP > offered)
			offered = truth->field[i] + LONGEST_STEP;
	assert(st == FF_OK || st == FF_E_LIMIT);
	assert(st == FF_OK || (type == FF_FIELD_U32 && offered >= FF_FIELD_NONE32));
}

/* Checks that 'verify' accepts the result, with numbers as in a file. */
static void verify(const struct fuzz_problem *made, const struct solved *solved)
{
	const struct ff_problem *problem = &made->problem;
	const struct ff_verify_question question = {
		.model = &made->options.model,
		.cost = ff_problem_cost(problem),
		.seeds = &problem->seeds,
		.unit = problem->unit,
		.limit = problem->limit,
	};
	struct ff_field field = {.w = solved->field.w,
				 .h = solved->field.h,
				 .type = FF_FIELD_F64,
				 .unit = 1,
				 .cells = fuzz_block(cells_of(question.cost), sizeof(double))};
	const struct ff_verify_claim claim = {&field, solved->classes.cells, solved->flow.cells,
					      solved->flow.vectors};
	struct ff_verify_result result;

	for (size_t i = 0; i < cells_of(question.cost); i++)
		field.f64[i] = ff_field_value(&solved->field, i);
	assert(ff_verify(&question, &claim, &result) == FF_OK);
	if (result.any)
		fprintf(stderr, "%d,%d: %s\n", result.x, result.y, result.what);
	assert(!result.any);
	free(field.cells);
}

/* Solves with one machine and type; others are compared with the first solution of the type.
 * 'truth' is NULL with euclid. */
static void solve_with(const struct fuzz_problem *made, const struct oracle *truth,
		       enum ff_field_type type, size_t budget, const struct ff_machine *machine,
		       struct solved *first)
{
	const struct ff_model *model = &made->options.model;
	const struct ff_cost *cost = ff_problem_cost(&made->problem);
	size_t cells = cells_of(cost);
	struct solved solved;
	struct ff_solve solve;
	enum ff_status st;
	bool done;

	solved_new(&solved, &made->problem, type);
	st = integrate(made, &solved.field, budget, machine);
	if (truth == NULL)
		assert(st == FF_OK);
	else
		check_status(truth, type, st);
	if (st != FF_OK) {
		assert(first->field.cells == NULL);
		solved_free(&solved);
		return;
	}
	assert(ff_descend(model, cost, &solved.field, &made->problem.seeds, &solved.flow,
			  &solved.classes, machine) == FF_OK);
	solve = (struct ff_solve){.model = model,
				  .cost = cost,
				  .seeds = &made->problem.seeds,
				  .limit = made->problem.limit,
				  .field = &solved.field,
				  .flow = &solved.flow,
				  .classes = &solved.classes};
	assert(ff_solve_spread(&solve, SIZE_MAX, &done) == FF_OK && done);
	if (first->field.cells == NULL) {
		*first = solved;
		return;
	}
	assert(memcmp(solved.field.cells, first->field.cells, cells * ff_field_size(type)) == 0);
	assert(memcmp(solved.flow.cells, first->flow.cells, cells) == 0);
	assert(memcmp(solved.flow.vectors, first->flow.vectors,
		      cells * sizeof *solved.flow.vectors) == 0);
	assert(memcmp(solved.classes.cells, first->classes.cells, cells) == 0);
	assert(memcmp(solved.classes.count, first->classes.count, sizeof solved.classes.count) ==
	       0);
	solved_free(&solved);
}

static void solve_type(const struct fuzz_problem *made, const struct oracle *truth,
		       enum ff_field_type type)
{
	struct solved first = {.field.cells = NULL};

	for (int k = 0; k < FUZZ_MACHINES; k++) {
		size_t budget = k % 3 == 0 ? made->budget : k % 3 == 1 ? SIZE_MAX : 1;
		struct ff_machine machine;

		/* Only flow differs by machine there. */
		if (type == FF_FIELD_U64 && k > 0 && k % 2 == 0)
			continue;
		if (fuzz_machine(k, made->pool, &machine))
			solve_with(made, truth, type, budget, &machine, &first);
	}
	if (first.field.cells != NULL) {
		if (truth != NULL) {
			compare_fields(truth, &first.field);
			compare_flows(truth, &first.flow);
			assert(memcmp(first.classes.cells, truth->classes,
				      cells_of(&truth->cost)) == 0);
			assert(memcmp(first.classes.count, truth->count, sizeof truth->count) == 0);
		}
		if (type != FF_FIELD_U32) /* which is no other field */
			verify(made, &first);
	}
	solved_free(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_problem made;
	struct oracle truth;

	if (!fuzz_problem_read(&made, data, size))
		return 0;
	if (made.options.model.metric == FF_METRIC_EUCLID) {
		solve_type(&made, NULL, FF_FIELD_F64);
	} else {
		ask_oracle(&made, &truth);
		solve_type(&made, &truth, FF_FIELD_U32);
		solve_type(&made, &truth, FF_FIELD_U64);
		oracle_free(&truth);
	}
	fuzz_problem_free(&made);
	return 0;
}
