/*
 * Grey levels: which cost each level of a grey image stands for.
 */
#ifndef FF_GRID_LEVELS_H
#define FF_GRID_LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* Levels first..last (0..255) stand for 'cost' (1..254 or FF_COST_WALL). */
struct ff_levels_remap {
	uint8_t first, last, cost;
};

struct ff_levels_rules {
	int invert;    /* non-zero: read level v as 255 - v before all else */
	int wall_from; /* 1..255: this level and above is wall, the rest cost 1; 0: the default */
	const struct ff_levels_remap *remaps; /* [count]  over all the above; no two overlap */
	size_t count;
};

/*
 * ff_levels_fill() sets cost[v] for each grey level v.  By default level 0
 * costs 1, 1..254 cost their level and 255 is wall.  'wall_from' and 'remaps'
 * name levels as they are after 'invert'.
 */
void ff_levels_fill(const struct ff_levels_rules *rules, uint8_t cost[256]);

/* ff_levels_apply() replaces each of the 'n' grey levels at 'cells' by its cost. */
void ff_levels_apply(const uint8_t cost[256], uint8_t *cells, size_t n);

#endif
