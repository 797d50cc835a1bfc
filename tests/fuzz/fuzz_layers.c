/*
 * Layers beside the field, compared with slow algorithms: room for wide walkers,
 * split cells, flight, areas, allocation, ties, and the CSV file, which is read
 * again and verified.  One thread with plain instructions gives the same cells as
 * many threads with the best ones.
 */
#include "fuzz_problem.h"

#include <math.h>

#include "cli/solution.h"
#include "core/verify/verify.h"
#include "io/csv.h"
#include "unit/oracle.h"

static size_t cells_of(const struct ff_cost *cost)
{
	return (size_t)cost->w * (size_t)cost->h;
}

static bool is_open(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h &&
	       cost->cells[y * cost->w + x] != FF_COST_WALL;
}

/* Returns true if a centre is closer than 'radius' to the square of a cell that is not open. */
static bool too_near(const struct ff_cost *map, int32_t x, int32_t y, double radius)
{
	int32_t far = (int32_t)radius + 1;

	for (int32_t j = -far; j <= far; j++)
		for (int32_t i = -far; i <= far; i++) {
			double dx = abs(i) - 0.5, dy = abs(j) - 0.5;

			dx = dx < 0 ? 0 : dx;
			dy = dy < 0 ? 0 : dy;
			if (!is_open(map, x + i, y + j) && dx * dx + dy * dy < radius * radius)
				return true;
		}
	return false;
}

static void check_closed(const struct fuzz_problem *made)
{
	const struct ff_cost *map = &made->problem.map, *cost = ff_problem_cost(&made->problem);
	double radius = made->options.radius * (made->options.subdivide ? 2 : 1);

	assert((made->problem.closed.cells != NULL) == ff_problem_closes(radius));
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++) {
			size_t i = ff_cost_index(map, x, y);
			bool closed = map->cells[i] == FF_COST_WALL || too_near(map, x, y, radius);

			assert(cost->cells[i] == (closed ? FF_COST_WALL : map->cells[i]));
			assert(!made->options.subdivide ||
			       map->cells[i] == map->cells[ff_cost_index(map, x & ~1, y & ~1)]);
		}
}

/* Solves the problem with the oracle, for these costs, seeds and limit. */
static void ask_oracle(const struct fuzz_problem *made, const struct ff_cost *cost,
		       const struct ff_seeds *seeds, double limit, struct oracle *truth)
{
	oracle_new(truth, &made->options.model, cost->w, cost->h, seeds->count);
	memcpy(truth->cost.cells, cost->cells, cells_of(cost));
	memcpy(truth->seeds.items, seeds->items, seeds->count * sizeof *seeds->items);
	truth->limit = limit;
	truth->unit = (uint64_t)made->problem.unit;
	oracle_solve(truth);
}

/* Checks a flee map: the field from every reached cell's value times the factor, which may go
 * below 0. */
static void flee(const struct fuzz_problem *made, struct oracle *truth, double *zero)
{
	struct oracle before = *truth;
	struct ff_seeds seeds = {fuzz_block(cells_of(&before.cost), sizeof *seeds.items), 0};
	double least = 0;

	for (size_t i = 0; i < cells_of(&before.cost); i++) {
		double start = floor((double)before.field[i] * made->options.flee + 0.5);

		if (before.field[i] == ORACLE_NONE) {
			before.cost.cells[i] = FF_COST_WALL;
			continue;
		}
		seeds.items[seeds.count++] = (struct ff_seed){.cell = (uint32_t)i, .start = start};
		least = start < least ? start : least;
	}
	for (size_t i = 0; i < seeds.count; i++)
		seeds.items[i].start -= least;
	*zero = -least;
	ask_oracle(made, &before.cost, &seeds, FF_FIELD_NONEF, truth);
	oracle_free(&before);
	free(seeds.items);
}

static void check_field(const struct fuzz_problem *made, const struct oracle *truth, double zero,
			const struct ff_solution *s)
{
	assert(s->field.unit == made->problem.unit && s->field.zero == zero);
	for (size_t i = 0; i < cells_of(&truth->cost); i++)
		assert(ff_field_raw(&s->field, i) ==
		       (truth->field[i] == ORACLE_NONE ? FF_FIELD_NONEF : (double)truth->field[i]));
}

/* Checks that each cell's goal is the first one at the cell where its arrows end.  Those of rule
 * "differences" may end anywhere: tests/api/test_flows.c checks that rule. */
static void check_allocation(const struct fuzz_problem *made, const struct ff_solution *s)
{
	const struct ff_seeds *all = &made->problem.seeds;
	size_t cells = cells_of(ff_problem_cost(&made->problem)), w = (size_t)s->flow.w;

	assert(s->allocation.count == made->problem.goals.count);
	if (made->options.model.flow == FF_FLOW_DIFFERENCES)
		return;
	for (size_t i = 0; i < cells; i++) {
		uint32_t goal = FF_LABELS_NONE;
		size_t at = i;

		for (size_t steps = 0; s->classes.cells[at] == FF_REACHED; steps++) {
			struct ff_flow_step step = ff_flow_steps[s->flow.cells[at]];

			assert(steps <= cells);
			if (made->options.sight && s->nearest.cells[at] != FF_LABELS_NONE)
				at = s->nearest.cells[at];
			else
				at += (size_t)step.dy * w + (size_t)step.dx;
		}
		for (size_t k = 0; k < all->count && s->classes.cells[at] == FF_GOAL; k++)
			if (all->items[k].cell == at && all->items[k].goal < goal &&
			    all->items[k].start == ff_field_raw(&s->field, at))
				goal = all->items[k].goal;
		assert(s->allocation.cells[i] == goal);
	}
}

/* Checks allocation with euclid: each cell with a value has a goal, each seed its own. */
static void check_served(const struct fuzz_problem *made, const struct ff_solution *s)
{
	for (size_t i = 0; i < cells_of(ff_problem_cost(&made->problem)); i++)
		assert(s->allocation.cells[i] < s->allocation.count ||
		       (s->allocation.cells[i] == FF_LABELS_NONE && !ff_field_has(&s->field, i)));
}

/* Compares ties with the oracle's, except with rule "gradient", whose directions differ. */
static void check_ties(const struct oracle *truth, const struct ff_solution *s)
{
	for (size_t i = 0; i < cells_of(&truth->cost); i++)
		assert(s->ties.cells[i] == (truth->ties[i] == 0 ? FF_LABELS_NONE : truth->ties[i]));
}

/* Labels the cells connected with 'from' that are open, or closed, as it is; returns their number.
 */
static uint64_t flood(const struct ff_cost *cost, bool diagonal, uint32_t from, uint32_t label,
		      uint32_t *labels)
{
	uint32_t *stack = fuzz_block(cells_of(cost), sizeof *stack);
	size_t n = 0;
	uint64_t count = 0;

	labels[from] = label;
	stack[n++] = from;
	while (n > 0) {
		int32_t at = (int32_t)stack[--n], x = at % cost->w, y = at / cost->w;

		count++;
		for (int d = 0; d < 8; d += diagonal ? 1 : 2) {
			int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
			int32_t to = to_y * cost->w + to_x;

			if (!is_open(cost, to_x, to_y) || labels[to] != FF_LABELS_NONE)
				continue;
			labels[to] = label;
			stack[n++] = (uint32_t)to;
		}
	}
	free(stack);
	return count;
}

/* Checks the areas of open cells: number, first cells and sizes, the largest first. */
static void check_regions(const struct fuzz_problem *made, const struct ff_solution *s)
{
	const struct ff_cost *cost = ff_problem_cost(&made->problem);
	const struct ff_model *model = &made->options.model;
	bool diagonal = model->metric == FF_METRIC_OCTILE && model->corners == FF_CORNERS_CUT;
	size_t cells = cells_of(cost);
	uint32_t *labels = fuzz_block(cells, sizeof *labels), count = 0;

	memset(labels, 0xff, cells * sizeof *labels);
	for (uint32_t i = 0; i < cells; i++) {
		uint32_t label = s->regions.cells[i];

		if (cost->cells[i] == FF_COST_WALL) {
			assert(label == FF_LABELS_NONE);
			continue;
		}
		assert(label < s->area_count);
		if (labels[i] == FF_LABELS_NONE) {
			assert(s->areas[label].first == i);
			assert(flood(cost, diagonal, i, label, labels) == s->areas[label].cells);
			count++;
		}
		assert(labels[i] == label);
	}
	assert(count == s->area_count && s->largest.cells == s->areas[0].cells);
	for (uint32_t k = 1; k < count; k++)
		assert(s->areas[k].cells < s->areas[k - 1].cells ||
		       (s->areas[k].cells == s->areas[k - 1].cells &&
			s->areas[k].first > s->areas[k - 1].first));
	free(labels);
}

/* Checks that each step of a flight leads down, and that it ends only at a dead end. */
static void check_flight(const struct fuzz_problem *made, const struct ff_solution *s)
{
	const struct ff_cost *cost = ff_problem_cost(&made->problem);

	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);
			int d = s->flow.cells[i];

			assert((s->classes.cells[i] == FF_GOAL) ==
			       (d == FF_NONE && ff_field_has(&s->field, i)));
			if (d == FF_NONE)
				continue;
			assert(s->classes.cells[i] == FF_REACHED);
			assert(oracle_permitted(cost, made->options.model.corners, x, y, d));
			assert(ff_field_raw(&s->field, oracle_towards(cost, x, y, d)) <
			       ff_field_raw(&s->field, i));
		}
}

/* Checks that the program's own file reads back the same and passes 'verify'. */
static void check_file(const struct fuzz_problem *made, const struct ff_solution *s)
{
	const struct ff_problem *problem = &made->problem;
	const struct ff_cost *map = &problem->map;
	struct ff_output out = {.name = "csv", .fd = memfd_create("csv", MFD_CLOEXEC)};
	struct ff_input in = {.name = "csv", .fd = out.fd};
	const struct ff_verify_question question = {.model = &made->options.model,
						    .cost = ff_problem_cost(problem),
						    .seeds = &problem->seeds,
						    .unit = problem->unit,
						    .limit = problem->limit,
						    .sight = made->options.sight};
	struct ff_verify_result result;
	struct ff_verify_claim claim;
	struct ff_cells_table read;
	struct ff_error err;

	assert(ff_csv_write_table(&out, map, 0, &s->classes, &s->field, &s->flow, NULL, &err) ==
	       FF_OK);
	assert(lseek(out.fd, 0, SEEK_SET) == 0);
	assert(ff_csv_read_table(&in, map->w, map->h, &read, &err) == FF_OK);
	ff_input_close(&in);
	for (size_t i = 0; i < cells_of(map); i++)
		assert((isinf(read.costs[i]) ? FF_COST_WALL : read.costs[i]) == map->cells[i]);
	assert(memcmp(read.classes, s->classes.cells, cells_of(map)) == 0);
	assert(memcmp(read.directions, s->flow.cells, cells_of(map)) == 0);
	for (size_t i = 0; i < cells_of(map) && s->field.type != FF_FIELD_F64; i++) {
		double wanted = ff_field_raw(&s->field, i) - s->field.zero;
		double got = round(read.field.f64[i] * s->field.unit);

		assert(got == wanted || (fabs(wanted) >= 0x1p51 && fabs(got - wanted) <= 1));
	}
	claim = (struct ff_verify_claim){&read.field, read.classes, read.directions, read.vectors};
	if (made->options.flee == 0) {
		assert(ff_verify(&question, &claim, &result) == FF_OK);
		if (result.any)
			fprintf(stderr, "%d,%d: %s\n", result.x, result.y, result.what);
		assert(!result.any);
	}
	ff_cells_table_free(&read);
}

static void check_layers(const struct fuzz_problem *made, const struct ff_solution *s)
{
	check_file(made, s);
	check_regions(made, s);
	if (made->options.flee < 0)
		check_flight(made, s);
	else
		check_served(made, s);
	if (made->options.model.metric != FF_METRIC_EUCLID) {
		struct oracle truth;
		double zero = 0;

		ask_oracle(made, ff_problem_cost(&made->problem), &made->problem.seeds,
			   made->problem.limit, &truth);
		if (made->options.flee < 0)
			flee(made, &truth, &zero);
		check_field(made, &truth, zero, s);
		if (made->options.flee == 0)
			check_allocation(made, s);
		if (made->options.flee == 0 && !made->options.sight &&
		    made->options.model.flow != FF_FLOW_GRADIENT)
			check_ties(&truth, s);
		oracle_free(&truth);
	}
}

static void compare_grid(const void *a, const void *b, size_t n, size_t size)
{
	assert((a == NULL) == (b == NULL));
	if (a != NULL)
		assert(memcmp(a, b, n * size) == 0);
}

static void compare(const struct ff_solution *a, const struct ff_solution *b)
{
	size_t cells = (size_t)a->field.w * (size_t)a->field.h;

	assert(a->field.type == b->field.type && a->field.zero == b->field.zero);
	compare_grid(a->field.cells, b->field.cells, cells, ff_field_size(a->field.type));
	compare_grid(a->flow.cells, b->flow.cells, cells, 1);
	compare_grid(a->flow.vectors, b->flow.vectors, cells, sizeof *a->flow.vectors);
	compare_grid(a->classes.cells, b->classes.cells, cells, 1);
	compare_grid(a->nearest.cells, b->nearest.cells, cells, sizeof *a->nearest.cells);
	compare_grid(a->allocation.cells, b->allocation.cells, cells, sizeof *a->allocation.cells);
	compare_grid(a->ties.cells, b->ties.cells, cells, sizeof *a->ties.cells);
	assert(memcmp(a->classes.count, b->classes.count, sizeof a->classes.count) == 0);
	assert(a->summary.cells == b->summary.cells && a->summary.largest == b->summary.largest);
	assert(a->summary.least == b->summary.least && a->summary.mean == b->summary.mean);
	assert(a->area_count == b->area_count && a->largest.cells == b->largest.cells);
	assert(a->largest.first == b->largest.first && a->sighted == b->sighted);
	assert(a->unreached[0].cells == b->unreached[0].cells &&
	       a->unreached[0].first == b->unreached[0].first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_progress progress = {.wanted = false};
	struct ff_machine plain = {NULL, FF_CPU_PLAIN}, best = {NULL, ff_machine_best()};
	struct ff_solution a, b;
	struct fuzz_problem made;
	struct ff_error err;
	const char **outputs;
	enum ff_status st;

	if (!fuzz_problem_read(&made, data, size))
		return 0;
	best.pool = made.pool;
	outputs = made.options.outputs;
	outputs[FF_OPTIONS_JSON] = outputs[FF_OPTIONS_TIES] = outputs[FF_OPTIONS_REGIONS] = "-";
	if (made.options.flee == 0) {
		outputs[FF_OPTIONS_ALLOCATION] = "-";
		made.options.style.with |= FF_STYLE_SIGHT;
	}
	check_closed(&made);
	st = ff_solution_find(&a,
			      &(struct ff_solution_work){.problem = &made.problem,
							 .options = &made.options,
							 .machine = &plain,
							 .progress = &progress},
			      &err);
	assert(st == FF_OK);
	check_layers(&made, &a);
	/* How many areas there are can be found out without labels, too. */
	outputs[FF_OPTIONS_REGIONS] = NULL;
	st = ff_solution_find(&b,
			      &(struct ff_solution_work){.problem = &made.problem,
							 .options = &made.options,
							 .machine = &best,
							 .progress = &progress},
			      &err);
	assert(st == FF_OK);
	compare(&a, &b);
	ff_solution_free(&a);
	ff_solution_free(&b);
	fuzz_problem_free(&made);
	return 0;
}
