/*
 * Everything that is known about one map: the material of outputs.
 */
#ifndef FF_DRAW_SCENE_H
#define FF_DRAW_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/image.h"
#include "core/map/map.h"
#include "core/map/sectors.h"
#include "core/map/walkers.h"
#include "draw/palette.h"

/* All grids have one size, and all are borrowed. */
struct ff_scene {
	const struct ff_cost *map; /* as it was read */
	double scale;              /* units of a cost of 1 if the map is wide; else 0 */
	const struct ff_cost
		*cost; /* as it was solved: 'map', or with cells closed to wide walkers */
	const struct ff_goals *goals;
	const struct ff_goals *given; /* the same in cells of the file; NULL: 'goals' are */
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes;
	/* Has all costs that colours of the ground and the legend are for; NULL: the map's own. */
	const struct ff_cost *costs;
	const struct ff_grounds *grounds; /* of the map; none where costs have no names */
	double least, largest; /* values of 'field', in units of cost; 'least' is 0 or below */
	double limit;          /* of values, where cells are farther; in units of cost */
	double seconds;        /* that a cost of 1 takes walkers; 0: not known */
	bool flee; /* the field leads away from the goals; cells of class goal are its ends */

	/* Marks that --with may ask for; NULL where they are not known. */
	/* [w*h] each, of core/solve/measures.h, ff_clearance_measure() and ff_gain_begin() */
	float *detours, *chokes;
	float (*room)[2], (*gains)[2];
	const uint8_t *ridges;
	const struct ff_labels *sight; /* cells that see a goal have a label */
	const struct ff_labels *regions, *ties;
	const struct ff_paths *paths;
	const struct ff_groups *groups; /* of walkers, which are those of the paths */
	/* [goals->count]  the hue of the only group that walks there; else FF_GROUPS_NONE */
	const uint8_t *goal_hues;
	const struct ff_portal_graph *graph;
	const struct ff_routes *routes; /* through the graph */
	/* [sectors]  1: its portals were priced again after edits; NULL: there were none */
	const uint8_t *renewed;
};

/* Returns the cost that a number of units is. */
static inline double ff_scene_cost(const struct ff_scene *scene, uint32_t units)
{
	return scene->scale > 0 ? units / scene->scale : units;
}

/* Returns true if cell 'i' is open on the map, but closed to wide walkers. */
static inline bool ff_scene_closed(const struct ff_scene *scene, size_t i)
{
	return scene->cost->cells[i] != scene->map->cells[i];
}

/* Returns the number of such cells. */
static inline uint64_t ff_scene_count_closed(const struct ff_scene *scene)
{
	size_t cells = (size_t)scene->map->w * (size_t)scene->map->h;
	uint64_t count = 0;

	for (size_t i = 0; i < cells && scene->cost != scene->map; i++)
		count += ff_scene_closed(scene, i);
	return count;
}

#endif
