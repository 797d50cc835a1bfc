/*
 * What an engine that settles cells in order promises about steps.
 */
#ifndef STEPS_H
#define STEPS_H

#include "field.h"

/* steps_check() solves 'truth' in steps of 'budget' and holds every promise against it. */
static inline void steps_check(const struct oracle *truth, enum ff_field_type type, size_t budget)
{
	const struct ff_cost *cost = &truth->cost;
	size_t n = (size_t)cost->w * (size_t)cost->h;
	size_t size = ff_integrate_scratch(&truth->model, type, cost->w, cost->h, NULL);
	size_t values = (size_t)(truth->count[FF_GOAL] + truth->count[FF_REACHED]);
	struct ff_field field = field_new(&truth->model, cost->w, cost->h, type);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	memset(scratch, 0x5a, size);
	st = ff_integrate_begin(&run, &truth->model, cost, &truth->seeds, truth->limit, &field,
				scratch, size, NULL);
	CHECK(st == FF_OK && run.settled == 0 && !run.done, "%s: status %d, %zu settled",
	      truth->name, (int)st, run.settled);
	while (st == FF_OK && !run.done) {
		size_t before = run.settled;
		bool bounded = true;

		st = ff_integrate_step(&run, budget);
		CHECK(st == FF_OK, "%s, budget %zu: status %d", truth->name, budget, (int)st);
		if (!CHECK(run.settled >= before + budget || run.settled == values,
			   "%s, budget %zu: from %zu settled to %zu", truth->name, budget, before,
			   run.settled))
			break;
		for (size_t i = 0; i < n; i++)
			bounded &= field_at(&field, i) >= truth->field[i];
		CHECK(bounded, "%s, budget %zu: a value is too low", truth->name, budget);
	}
	CHECK(run.settled == values, "%s, budget %zu: %zu settled, %zu have a value", truth->name,
	      budget, run.settled, values);
	st = ff_integrate_step(&run, budget);
	CHECK(st == FF_OK && run.done && run.settled == values,
	      "%s: a step after the last one: status %d, %zu settled", truth->name, (int)st,
	      run.settled);
	field_is(&field, truth);
	free(field.cells);
	free(scratch);
}

#endif
