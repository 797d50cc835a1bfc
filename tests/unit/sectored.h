/*
 * Maps to be cut into sectors, the models to do it with, and what walking within a part of a map
 * costs.
 */
#ifndef SECTORED_H
#define SECTORED_H

#include "core/map/sectors.h"
#include "oracle.h"

#include <string.h>

enum { SECTORED_EUCLID = ORACLE_MODELS, SECTORED_MODELS };

static inline struct ff_model sectored_model(int k)
{
	if (k == SECTORED_EUCLID)
		return (struct ff_model){.metric = FF_METRIC_EUCLID};
	return oracle_model(k, FF_FLOW_PATH);
}

static inline int32_t sectored_below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

/* sectored_map() throws a map; some of its sectors are clear.  The caller frees its cells. */
static inline struct ff_cost sectored_map(uint64_t *dice, int32_t w, int32_t h, int32_t size)
{
	static const int32_t dearest[] = {1, 3, 254};
	struct ff_cost cost = {w, h, oracle_cells((size_t)(w * h), 1)};
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	int32_t walls = sectored_below(dice, 60), most = dearest[sectored_below(dice, 3)];
	uint64_t clear = sectored_below(dice, 2) == 0 ? oracle_random(dice) : 0;

	for (int32_t i = 0; i < w * h; i++)
		cost.cells[i] = clear >> ff_sectors_of(&sectors, (uint32_t)i) % 64 & 1 ? 1
				: sectored_below(dice, 100) < walls
					? 255
					: (uint8_t)(1 + sectored_below(dice, most));
	return cost;
}

/* sectored_part() sets up the truth of a part of a map; oracle_free() it. */
static inline void sectored_part(struct oracle *truth, const struct ff_model *model,
				 const struct ff_cost *cost, struct ff_sectors_area area,
				 size_t seeds)
{
	oracle_new(truth, model, area.w, area.h, seeds);
	for (int32_t y = 0; y < area.h; y++)
		memcpy(truth->cost.cells + y * area.w,
		       cost->cells + ff_cost_index(cost, area.x, area.y + y), (size_t)area.w);
}

/* sectored_local() is where a cell of a map stands in a part of it. */
static inline uint32_t sectored_local(const struct ff_cost *cost, struct ff_sectors_area area,
				      uint32_t cell)
{
	int32_t x = (int32_t)cell % cost->w - area.x, y = (int32_t)cell / cost->w - area.y;

	return (uint32_t)(y * area.w + x);
}

#endif
