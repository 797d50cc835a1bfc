/*
 * Walls, as limits of the steps that a disc takes beside them.
 */
#ifndef FF_CORE_CROWD_WALLS_H
#define FF_CORE_CROWD_WALLS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/crowd/half_planes.h"
#include "core/map/walkers.h"

/* Discs may come so much nearer to a wall than their radius, in cells: in spite of all rounding,
 * one of radius 0.5 gets through a corridor of 1. */
#define FF_WALLS_SLACK 5e-10

/* What stands in the way on a map.  Bit d of a cell tells of its neighbour in direction d. */
struct ff_walls {
	const struct ff_cost *map; /* borrowed */
	uint8_t *beside;           /* [w*h]  owned; it is a wall, or off the map */
	/* [w*h]  owned, of each guide; it is nowhere for a centre: no goal is reached from there.
	 * 0 in cells where no centre is, and where only walls are such.  NULL: 0 everywhere. */
	uint8_t **closed;
	size_t guide_count;
};

/* ff_walls_make() looks at the map that all guides [>= 1] share.  Returns FF_OK or FF_E_NOMEM; what
 * it allocated goes to ff_walls_free() in either case. */
enum ff_status ff_walls_make(struct ff_walls *walls, const struct ff_guide *guides, size_t count,
			     const struct ff_machine *machine);
void ff_walls_free(struct ff_walls *walls);

/*
 * ff_walls_limit() adds the half planes that keep a disc at x,y off walls, and its centre off cells
 * where no centre may be, while its centre moves no farther than 'wanted': half a cell and its
 * radius at most.  A flat wall does not limit steps along it, of however many cells it is.
 *
 *   x,y  in a cell from which a goal is reached, the disc off the walls
 */
void ff_walls_limit(const struct ff_walls *walls, size_t guide, double x, double y, double radius,
		    struct ff_half_planes_step wanted, struct ff_half_planes *planes);

#endif
