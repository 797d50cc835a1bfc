/*
 * A small map and its goals, made of the bytes, and whether everything in
 * src/solve agrees with the oracle about it.
 *
 *	w (2 bytes), h, number of goals, budget (2), each goal (2), costs...
 *
 * Numbers are brought into range; the costs are repeated until the map is full.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "solve/descend.h"
#include "solve/integrate.h"
#include "solve/reach.h"
#include "unit/oracle.c" /* NOLINT(bugprone-suspicious-include): its solve() is static */

enum {
	WIDEST = 600, /* more than a solver takes of a row at a time */
	CELLS = 1200, /* about as many in all: the oracle is slow */
	GOALS = 4,
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

static void solve_with(const struct oracle *truth, struct solved *to, size_t budget)
{
	const struct ff_cost *cost = &truth->cost;
	size_t size = ff_integrate_scratch(&manhattan, cost->w, cost->h);
	size_t cells = (size_t)cost->w * (size_t)cost->h, before = 0;
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;

	memset(scratch, 0x5a, size);
	memset(to->field.cells, 0x5a, cells * sizeof *to->field.cells);
	assert(ff_integrate_begin(&run, &manhattan, cost, &truth->goals, &to->field, scratch,
				  size) == FF_OK);
	while (!run.done) {
		assert(ff_integrate_step(&run, budget) == FF_OK);
		assert(run.done || run.settled - before >= budget);
		before = run.settled;
	}
	free(scratch);
	assert(ff_descend(&manhattan, cost, &to->field, &to->flow) == FF_OK);
	assert(ff_reach(cost, &truth->goals, &to->field, &to->classes) == FF_OK);
}

static void compare(const struct oracle *truth, const struct solved *solved)
{
	size_t cells = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_reach_summary summary = ff_reach_summarise(&solved->field);
	struct ff_field field = oracle_field(truth);
	uint32_t largest = 0;

	for (size_t i = 0; i < cells; i++)
		if (field.cells[i] != FF_FIELD_NONE && field.cells[i] > largest)
			largest = field.cells[i];
	assert(memcmp(solved->field.cells, field.cells, cells * sizeof *field.cells) == 0);
	assert(memcmp(solved->flow.cells, truth->flow, cells) == 0);
	assert(memcmp(solved->classes.cells, truth->classes, cells) == 0);
	assert(memcmp(solved->classes.count, truth->count, sizeof truth->count) == 0);
	assert(summary.cells == truth->count[FF_GOAL] + truth->count[FF_REACHED]);
	assert(summary.largest == largest);
	free(field.cells);
}

/* A goal on a wall is refused, and nothing is touched; then the wall goes. */
static void open_goals(const struct oracle *truth)
{
	const struct ff_cost *cost = &truth->cost;
	struct ff_field field = {cost->w, cost->h, NULL};
	struct ff_integrate run;
	bool walled = false;

	for (size_t i = 0; i < truth->goals.count; i++)
		walled |= !ff_cost_open(cost, truth->goals.items[i].x, truth->goals.items[i].y);
	if (walled)
		assert(ff_integrate_begin(&run, &manhattan, cost, &truth->goals, &field, NULL,
					  SIZE_MAX) == FF_E_ARG);
	for (size_t i = 0; i < truth->goals.count; i++) {
		const struct ff_goal *goal = &truth->goals.items[i];
		uint8_t *cell =
			&cost->cells[ff_cost_index(cost, (int32_t)goal->x, (int32_t)goal->y)];

		if (*cell == FF_COST_WALL)
			*cell = 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = {data, data + size};
	int32_t w = 1 + (int32_t)(take2(&bytes) % WIDEST);
	int32_t h = 1 + (int32_t)take(&bytes) % (1 + CELLS / w);
	size_t goals = 1 + take(&bytes) % GOALS, budget = 1 + take2(&bytes);
	size_t cells = (size_t)w * (size_t)h, left;
	struct solved solved = {
		.field = {w, h, oracle_cells(cells, sizeof(uint32_t))},
		.flow = {w, h, oracle_cells(cells, 1)},
		.classes = {.w = w, .h = h, .cells = oracle_cells(cells, 1)},
	};
	const size_t budgets[] = {budget, 1, SIZE_MAX};
	struct oracle truth;

	start(&truth, w, h, goals);
	for (size_t i = 0; i < goals; i++) {
		int32_t cell = (int32_t)(take2(&bytes) % cells);

		truth.goals.items[i] = (struct ff_goal){cell % w, cell / w};
	}
	left = (size_t)(bytes.end - bytes.at);
	for (size_t i = 0; i < cells && left > 0; i++)
		truth.cost.cells[i] = bytes.at[i % left] == 0 ? 1 : bytes.at[i % left];
	open_goals(&truth);
	solve(&truth);
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
		solve_with(&truth, &solved, budgets[i]);
		compare(&truth, &solved);
	}
	finish(&truth);
	free(solved.field.cells);
	free(solved.flow.cells);
	free(solved.classes.cells);
	return 0;
}
