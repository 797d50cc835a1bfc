/*
 * Grey levels: which cost each level of a grey image stands for.
 */
#ifndef FF_CORE_MAP_LEVELS_H
#define FF_CORE_MAP_LEVELS_H

#include <stdbool.h>
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

/* How maps of ROS mean their levels: by how likely it is that a cell is occupied. */
struct ff_levels_occupancy {
	bool scaled; /* between the thresholds it is the dearer the likelier, not unknown */
	bool negate; /* white is occupied, and not black */
	double free, occupied; /* thresholds: 0 <= free <= occupied <= 1 */
};

/*
 * ff_levels_occupancy() sets cost[v] for each grey level v, which is occupied
 * with a probability of (255 - v) / 255, or v / 255 with 'negate'.  Above
 * 'occupied' it is wall, below 'free' it costs 1.  From one to the other it is
 * unknown and costs 'unknown' (1..254 or FF_COST_WALL) or, with 'scaled', 1 at
 * 'free' to 254 at 'occupied', in proportion, rounded.
 */
void ff_levels_occupancy(const struct ff_levels_occupancy *rules, uint8_t unknown,
			 uint8_t cost[256]);

/* ff_levels_apply() replaces each of the 'n' grey levels at 'cells' by its cost. */
void ff_levels_apply(const uint8_t cost[256], uint8_t *cells, size_t n);

#endif
