#include "core/map/levels.h"

#include "core/map/cost.h"

void ff_levels_fill(const struct ff_levels_rules *rules, uint8_t cost[256])
{
	for (int v = 0; v < 256; v++) {
		int level = rules->invert ? 255 - v : v;
		int value = level == 0 ? 1 : level;

		if (rules->wall_from != 0)
			value = level >= rules->wall_from ? FF_COST_WALL : 1;
		for (size_t i = 0; i < rules->count; i++)
			if (level >= rules->remaps[i].first && level <= rules->remaps[i].last)
				value = rules->remaps[i].cost;
		cost[v] = (uint8_t)value;
	}
}

void ff_levels_occupancy(const struct ff_levels_occupancy *rules, uint8_t unknown,
			 uint8_t cost[256])
{
	double span = rules->occupied - rules->free;

	for (int v = 0; v < 256; v++) {
		double p = (rules->negate ? v : 255 - v) / 255.0;

		cost[v] = unknown;
		if (p > rules->occupied)
			cost[v] = FF_COST_WALL;
		else if (p < rules->free)
			cost[v] = 1;
		else if (rules->scaled)
			cost[v] = (uint8_t)(1.5 + (span > 0 ? (p - rules->free) / span : 0) *
							  (FF_COST_MAX - 1));
	}
}

void ff_levels_apply(const uint8_t cost[256], uint8_t *cells, size_t n)
{
	bool others = false;

	for (int v = 1; v < 256; v++)
		others |= cost[v] != v;
	/* As a rule only 0 is another cost, and no table is needed. */
	if (!others)
		for (size_t i = 0; i < n; i++)
			cells[i] = cells[i] == 0 ? cost[0] : cells[i];
	else
		for (size_t i = 0; i < n; i++)
			cells[i] = cost[cells[i]];
}
