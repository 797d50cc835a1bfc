/*
 * Everything that is known about one map: the material of outputs.  Groups of walkers have the same
 * colours in paths, animations and histograms, and so have their goals.
 *
 * Names: ff_scene, ff_groups.
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

enum { FF_GROUPS_NONE = 255 }; /* no hue */

/* Groups with walkers; of more than FF_PALETTE_GROUPS, all beyond the seventh share a hue. */
struct ff_groups {
	const struct ff_walkers *walkers; /* borrowed */
	uint8_t *hues;  /* owned; [walkers->group_count]  index of ff_palette_groups; or
			   FF_GROUPS_NONE: it has no walkers */
	uint32_t count; /* of groups with walkers */
};

/* Chooses the hues; false if memory ran out, and nothing is set. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers);
void ff_groups_close(struct ff_groups *groups);

/* Returns true if groups have colours: there are several; 'groups' may be NULL. */
static inline bool ff_groups_coloured(const struct ff_groups *groups)
{
	return groups != NULL && groups->count > 1;
}

/* Returns the number of groups that have a hue of their own. */
uint32_t ff_groups_named(const struct ff_groups *groups);

/* Returns the colour of the group of a walker. */
struct ff_colour ff_groups_colour(const struct ff_groups *groups, size_t walker);

/* Returns the name of the only group that has a hue; NULL: there are several. */
const char *ff_groups_name(const struct ff_groups *groups, uint8_t hue);

/* All grids have one size, and all are borrowed. */
struct ff_scene {
	const struct ff_cost *map; /* as it was read */
	uint32_t scale;            /* units of a cost of 1 if the map is wide; else 0 */
	const struct ff_cost
		*cost; /* as it was solved: 'map', or with cells closed to wide walkers */
	const struct ff_goals *goals;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes;
	/* Has all costs that colours of the ground and the legend are for; NULL: the map's own. */
	const struct ff_cost *costs;
	const struct ff_grounds *grounds; /* of the map; none where costs have no names */
	double least, largest; /* values of 'field', in units of cost; 'least' is 0 or below */
	double limit;          /* of values, where cells are farther; in units of cost */
	bool flee; /* the field leads away from the goals; cells of class goal are its ends */

	/* Marks that --with may ask for; NULL where they are not known. */
	const struct ff_labels *sight; /* cells that see a goal have a label */
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
	return scene->scale > 1 ? (double)units / scene->scale : units;
}

/* Returns true if cell 'i' is open on the map, but closed to wide walkers. */
static inline bool ff_scene_closed(const struct ff_scene *scene, size_t i)
{
	return scene->cost->cells[i] != scene->map->cells[i];
}

/* Returns the number of such cells. */
uint64_t ff_scene_count_closed(const struct ff_scene *scene);

#endif
