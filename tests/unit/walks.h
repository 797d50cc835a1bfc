/*
 * Checks that hold for every flow.
 */
#ifndef WALKS_H
#define WALKS_H

#include "core/map/field.h"
#include "core/solve/descend.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* walks_flow() is the flow of the true field; the caller frees cells and vectors. */
static inline struct ff_flow walks_flow(const struct oracle *truth, enum ff_field_type type)
{
	struct ff_field field = oracle_field(truth, type);
	size_t n = (size_t)field.w * (size_t)field.h;
	struct ff_flow flow = {field.w, field.h, oracle_cells(n, 1),
			       oracle_cells(n, sizeof *flow.vectors)};
	enum ff_status st;

	memset(flow.cells, 0x5a, n);
	memset(flow.vectors, 0x5a, n * sizeof *flow.vectors);
	st = ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow, NULL, NULL);
	CHECK(st == FF_OK, "%s: status %d", truth->name, (int)st);
	free(field.cells);
	return flow;
}

static inline void walks_free(struct ff_flow *flow)
{
	free(flow->cells);
	free(flow->vectors);
}

/* walks_check() holds that each reached cell leads down a permitted way, and so to a goal. */
static inline void walks_check(const struct oracle *truth, const struct ff_flow *flow)
{
	const struct ff_cost *cost = &truth->cost;

	for (int32_t i = 0; i < cost->w * cost->h; i++) {
		int32_t x = i % cost->w, y = i / cost->w;
		int d = flow->cells[i];
		size_t to;

		if (truth->classes[i] != FF_REACHED) {
			CHECK(d == FF_NONE, "%s: %d,%d leads to %d", truth->name, x, y, d);
			continue;
		}
		if (!CHECK(d < FF_NONE && (truth->ways[i] >> d & 1) != 0,
			   "%s: %d,%d has direction %d", truth->name, x, y, d))
			continue;
		to = oracle_towards(cost, x, y, d);
		CHECK(truth->field[to] < truth->field[i],
		      "%s: %d,%d leads from %" PRIu64 " to %" PRIu64, truth->name, x, y,
		      truth->field[i], truth->field[to]);
	}
}

#endif
