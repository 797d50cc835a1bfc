/*
 * The promises of an engine that settles cells in order, step by step.
 */
#ifndef STEPS_H
#define STEPS_H

#include "field.h"

/* Compares the values of settled cells between steps with the final ones, [n] with FF_FIELD_NONEF,
 * and with those said before; notes the current ones. */
static inline void steps_look(const char *name, const struct ff_integrate *run, const double *end,
			      double *said, size_t n)
{
	double dearest = 0, next = FF_FIELD_NONEF;
	size_t settled = 0;

	for (size_t i = 0; i < n; i++) {
		double now = ff_integrate_settled(run, i);

		CHECK(now == FF_FIELD_NONEF || now == end[i],
		      "%s, %zu settled: cell %zu is settled at %.17g, ends with %.17g", name,
		      run->settled, i, now, end[i]);
		CHECK(said[i] == FF_FIELD_NONEF || now == said[i],
		      "%s, %zu settled: cell %zu had %.17g, has %.17g", name, run->settled, i,
		      said[i], now);
		said[i] = now;
		settled += now < FF_FIELD_NONEF;
		if (now < FF_FIELD_NONEF && now > dearest)
			dearest = now;
		if (now == FF_FIELD_NONEF && end[i] < next)
			next = end[i];
	}
	CHECK(settled == run->settled, "%s: %zu settled, but %zu have a value", name, run->settled,
	      settled);
	CHECK(dearest <= next, "%s, %zu settled: %.17g is settled, and %.17g is not", name,
	      run->settled, dearest, next);
}

/* Checks that the cells that a step settled are listed. */
static inline void steps_listed(const char *name, const struct ff_integrate *run,
				const double *said, const double *end, size_t before)
{
	for (size_t k = before; k < run->settled; k++)
		CHECK(said[run->order[k]] == FF_FIELD_NONEF &&
			      ff_integrate_settled(run, run->order[k]) == end[run->order[k]],
		      "%s: cell %zu of the order was not settled in this step", name, k);
}

/* Stops a run and checks that the field has exactly the settled values. */
static inline void steps_stop(const char *name, struct ff_integrate *run, const double *said,
			      size_t n)
{
	ff_integrate_stop(run);
	CHECK(run->done, "%s: a run that was stopped goes on", name);
	for (size_t i = 0; i < n; i++)
		CHECK(ff_field_raw(run->field, i) == said[i],
		      "%s, stopped after %zu: cell %zu has %.17g, had %.17g", name, run->settled, i,
		      ff_field_raw(run->field, i), said[i]);
}

/* Solves 'truth' in up to 'most' steps of 'budget' and checks every promise. */
static inline void steps_check(const struct oracle *truth, enum ff_field_type type, size_t budget,
			       size_t most)
{
	const struct ff_cost *cost = &truth->cost;
	size_t n = (size_t)cost->w * (size_t)cost->h;
	size_t size = ff_integrate_scratch(&truth->model, type, type == FF_FIELD_U64, cost->w,
					   cost->h, NULL);
	size_t values = (size_t)(truth->count[FF_GOAL] + truth->count[FF_REACHED]);
	struct ff_field field = field_new(&truth->model, cost->w, cost->h, type);
	double *said = oracle_cells(n, sizeof *said), *end = oracle_cells(n, sizeof *end);
	uint32_t *order = oracle_cells(n, sizeof *order);
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;
	enum ff_status st;

	memset(scratch, 0x5a, size);
	for (size_t i = 0; i < n; i++) {
		said[i] = FF_FIELD_NONEF;
		end[i] = truth->field[i] == ORACLE_NONE ? FF_FIELD_NONEF : (double)truth->field[i];
	}
	st = ff_integrate_begin(&run, &truth->model, cost, &truth->seeds, truth->limit, &field,
				field.type == FF_FIELD_U64, scratch, size, NULL);
	CHECK(st == FF_OK && run.settled == 0 && !run.done, "%s: status %d, %zu settled",
	      truth->name, (int)st, run.settled);
	run.order = order;
	for (; st == FF_OK && !run.done && most > 0; most--) {
		size_t before = run.settled;

		st = ff_integrate_step(&run, budget);
		CHECK(st == FF_OK, "%s, budget %zu: status %d", truth->name, budget, (int)st);
		if (!CHECK(run.settled == (values - before > budget ? before + budget : values),
			   "%s, budget %zu: from %zu settled to %zu of %zu", truth->name, budget,
			   before, run.settled, values))
			break;
		steps_listed(truth->name, &run, said, end, before);
		steps_look(truth->name, &run, end, said, n);
	}
	if (most == 0) {
		steps_stop(truth->name, &run, said, n);
	} else {
		CHECK(run.settled == values, "%s, budget %zu: %zu settled, %zu have a value",
		      truth->name, budget, run.settled, values);
		st = ff_integrate_step(&run, budget);
		CHECK(st == FF_OK && run.done && run.settled == values,
		      "%s: a step after the last one: status %d, %zu settled", truth->name, (int)st,
		      run.settled);
		field_is(&field, truth);
	}
	free(field.cells);
	free(order);
	free(scratch);
	free(said);
	free(end);
}

#endif
