/*
 * Places for walkers, at random or near where they were wanted.
 */
#ifndef FF_CORE_CROWD_SPAWN_H
#define FF_CORE_CROWD_SPAWN_H

#include <stdbool.h>

#include "core/base/random.h"
#include "core/base/status.h"
#include "core/map/walkers.h"

enum ff_spawn_rule {
	FF_SPAWN_CROWD, /* walkers that start at the same time must not overlap */
	FF_SPAWN_ALONE, /* no walker is in the way of others */
};

/* Cells x..x+w-1, y..y+h-1; what of it is off the map does not count. */
struct ff_spawn_area {
	int32_t x, y, w, h;
};

/*
 * Returns true if the disc of a walker may stand at x,y: its centre in an open cell of guide->cost,
 * and no wall of guide->map nearer to it than the radius, less FF_WALLS_SLACK.
 */
bool ff_spawn_fits(const struct ff_guide *guide, double x, double y, double radius);

/*
 * Sets x,y of the last 'count' of the walkers to places drawn at random from the reached cells of
 * an area that are no goals, where their discs overlap no wall nor, in a crowd, any walker with the
 * same start.  Equal seeds give equal places on every machine.
 *
 *   walkers  the last 'count' have one radius and one start, which are set
 *   placed   set; how many found one: the first ones; a cell is tried again and again before it is
 *            believed to be full
 *
 * Returns FF_OK or FF_E_NOMEM; then places may have been drawn for some.
 */
enum ff_status ff_spawn_random(struct ff_walkers *walkers, size_t count, enum ff_spawn_rule rule,
			       const struct ff_guide *guide, const struct ff_spawn_area *area,
			       struct ff_random *random, size_t *placed);

/*
 * Moves each walker that does not fit where it is or, in a crowd, overlaps an earlier one that
 * starts at the same time, to the nearest centre of a cell where it fits and does not overlap, in a
 * straight line; of several the first in reading order.
 *
 *   walkers anywhere, off the map too
 *   guides  [the largest walker->guide + 1]
 *   moved   [walkers->count]  set: true if it was moved
 *   failed  set to the first that has no place on the map, where it ends; or to walkers->count
 *
 * Returns FF_OK or FF_E_NOMEM; then some may have been moved.
 */
enum ff_status ff_spawn_snap(struct ff_walkers *walkers, enum ff_spawn_rule rule,
			     const struct ff_guide *guides, bool *moved, size_t *failed);

#endif
