/*
 * Starting places for walkers: random, or near the wanted ones.
 */
#ifndef FF_CORE_CROWD_SPAWN_H
#define FF_CORE_CROWD_SPAWN_H

#include <stdbool.h>

#include "core/base/random.h"
#include "core/base/status.h"
#include "core/map/walkers.h"

enum ff_spawn_rule {
	FF_SPAWN_CROWD, /* walkers with the same start must not overlap */
	FF_SPAWN_ALONE, /* walkers may overlap */
};

/* Cells x..x+w-1, y..y+h-1; those off the map are ignored. */
struct ff_spawn_area {
	int32_t x, y, w, h;
};

/* Returns true if a walker's disc fits at x,y: its centre in an open cell of guide->cost, and no
 * wall of guide->map nearer than the radius minus FF_WALLS_SLACK. */
bool ff_spawn_fits(const struct ff_guide *guide, double x, double y, double radius);

/*
 * Draws x,y of the last 'count' of the walkers at random from the reached cells of an area that are
 * not goals, where their discs overlap no wall nor, in a crowd, any walker with the same start.
 * Equal seeds give equal places on every machine.
 *
 *   walkers  the last 'count' have equal radii and starts, already set
 *   placed   set; how many of them found a place, the first ones; a cell is tried several times
 *            before it counts as full
 *
 * FF_OK, or FF_E_NOMEM; then some may have places.
 */
enum ff_status ff_spawn_random(struct ff_walkers *walkers, size_t count, enum ff_spawn_rule rule,
			       const struct ff_guide *guide, const struct ff_spawn_area *area,
			       struct ff_random *random, size_t *placed);

/*
 * Moves each walker that does not fit or, in a crowd, overlaps an earlier one with the same start,
 * to the nearest centre of a cell where it does fit; of several the first in reading order.
 *
 *   walkers  anywhere, off the map too
 *   guides   [the largest walker->guide + 1]
 *   moved    [walkers->count]  set: true if it was moved
 *   failed   set to the first walker without a place on the map, where it ends; or to
 *            walkers->count
 *
 * FF_OK, or FF_E_NOMEM; then some may have been moved.
 */
enum ff_status ff_spawn_snap(struct ff_walkers *walkers, enum ff_spawn_rule rule,
			     const struct ff_guide *guides, bool *moved, size_t *failed);

#endif
