/*
 * Fields by the solver, for tests.
 */
#ifndef FIELD_H
#define FIELD_H

#include "core/solve/integrate.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Returns a field full of rubbish in a block of its exact size. */
static inline struct ff_field field_new(const struct ff_model *model, int32_t w, int32_t h,
					enum ff_field_type type)
{
	size_t bytes = (size_t)w * (size_t)h * ff_field_size(type);
	struct ff_field field = {.w = w,
				 .h = h,
				 .type = type,
				 .unit = ff_model_unit(model),
				 .cells = oracle_cells(bytes, 1)};

	memset(field.cells, 0x5a, bytes);
	return field;
}

/* Returns a machine of one thread, with each set of instructions in turn. */
static inline const struct ff_machine *field_machine(void)
{
	static struct ff_machine machine = {.cpu = FF_CPUS};

	do {
		machine.cpu = machine.cpu < FF_CPUS ? machine.cpu + 1 : FF_CPU_PLAIN;
	} while (machine.cpu == FF_CPUS || !ff_machine_has(machine.cpu));
	return &machine;
}

/* Integrates in blocks of their exact size; the caller frees the cells in any case. */
static inline enum ff_status field_try(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_seeds *seeds, double limit,
				       enum ff_field_type type, struct ff_field *field)
{
	const struct ff_machine *machine = field_machine();
	size_t size =
		ff_integrate_scratch(model, type, type == FF_FIELD_U64, cost->w, cost->h, machine);
	void *scratch = oracle_cells(size, 1);
	enum ff_status st;

	memset(scratch, 0x5a, size);
	*field = field_new(model, cost->w, cost->h, type);
	st = ff_integrate(model, cost, seeds, limit, field, field->type == FF_FIELD_U64, scratch,
			  size, machine);
	free(scratch);
	return st;
}

/* Returns the field, which must be possible. */
static inline struct ff_field field_of(const char *name, const struct ff_model *model,
				       const struct ff_cost *cost, const struct ff_seeds *seeds,
				       double limit, enum ff_field_type type)
{
	struct ff_field field;
	enum ff_status st = field_try(model, cost, seeds, limit, type, &field);

	CHECK(st == FF_OK, "%s: status %d", name, (int)st);
	return field;
}

/* Returns the value of a cell, or ORACLE_NONE. */
static inline uint64_t field_at(const struct ff_field *field, size_t i)
{
	return ff_field_has(field, i) ? (uint64_t)ff_field_raw(field, i) : ORACLE_NONE;
}

/* Returns true if all cells hold the truth. */
static inline bool field_is(const struct ff_field *field, const struct oracle *truth)
{
	size_t n = (size_t)field->w * (size_t)field->h, i = 0;

	while (i < n && field_at(field, i) == truth->field[i])
		i++;
	return CHECK(
		i == n,
		"%s, type %d: cell %zu,%zu has %" PRId64 ", should have %" PRId64 " (-1: none)",
		truth->name, (int)field->type, i % (size_t)field->w, i / (size_t)field->w,
		(int64_t)field_at(field, i == n ? 0 : i), (int64_t)truth->field[i == n ? 0 : i]);
}

#endif
