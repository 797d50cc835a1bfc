/*
 * An agent: what one walker of a crowd does next, from what it sees, and the limits that walls and
 * others are to that.
 *
 * Names: ff_half_planes, ff_walls.
 */
#ifndef FF_CORE_CROWD_AGENT_H
#define FF_CORE_CROWD_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/crowd/hash_grid.h"
#include "core/map/walkers.h"

/* ---- limits ---- */

enum { FF_HALF_PLANES = 96 }; /* as many as are kept apart; of what is beyond, the least counts */

/* A step d is allowed if nx * d.x + ny * d.y <= most for all of them: standing still always is. */
struct ff_half_planes {
	int count;
	double nx[FF_HALF_PLANES], ny[FF_HALF_PLANES]; /* unit vectors */
	double most[FF_HALF_PLANES];                   /* >= 0 */
	double farthest; /* no step may be longer; INFINITY: none of them is missing */
};

struct ff_half_planes_step {
	double x, y;
};

static inline void ff_half_planes_add(struct ff_half_planes *planes, double nx, double ny,
				      double most)
{
	if (planes->count == FF_HALF_PLANES) {
		planes->farthest = most < planes->farthest ? most : planes->farthest;
		return;
	}
	planes->nx[planes->count] = nx;
	planes->ny[planes->count] = ny;
	planes->most[planes->count++] = most;
}

/* Returns the allowed step that is nearest to the wanted one; never longer than that, and beyond no
 * limit by more than 1e-15 for all rounding.  No globals. */
struct ff_half_planes_step ff_half_planes_nearest(const struct ff_half_planes *planes,
						  struct ff_half_planes_step wanted);

/* Discs may come that much nearer to a wall than their radius, in cells: in spite of all rounding,
 * one of radius 0.5 gets through a corridor of 1. */
#define FF_WALLS_SLACK 5e-10

/* Obstacles around a cell.  Bit d tells of its neighbour in direction d. */
struct ff_walls {
	uint8_t beside; /* it is a wall, or off the map */
	uint8_t closed; /* no centre may be in it: no goal is reached from there; walls, too */
};

/* Returns what is around cell x,y; nothing if it is a wall itself.  Around a cell from which no
 * goal is reached, and while the guide is pending, only walls are closed. */
struct ff_walls ff_walls_around(const struct ff_guide *guide, int32_t x, int32_t y);

/*
 * Adds the half planes that keep a disc at x,y off the walls of guide->map, and its centre in cells
 * from which a goal is reached, while the centre moves no farther than 'wanted': half a cell and
 * its radius at most.  A flat wall does not limit steps along it, of however many cells it is.
 *
 *   around  of the cell that x,y is in
 *   x,y     the disc is off the walls, or else it gets no deeper into them; of a centre in a wall
 *           there are no limits
 */
void ff_walls_limit(const struct ff_guide *guide, struct ff_walls around, double x, double y,
		    double radius, struct ff_half_planes_step wanted,
		    struct ff_half_planes *planes);

/* Returns true if a disc at x,y, its centre on the map, is off all walls of it, by its radius less
 * FF_WALLS_SLACK. */
bool ff_walls_clear(const struct ff_cost *map, double x, double y, double radius);

/* Returns the unit vector by which a disc that is not clear gets off the walls: away from those
 * that it overlaps, the deepest most; of a centre in a wall, to the nearest open cell.  0,0 if
 * there is none. */
struct ff_half_planes_step ff_walls_escape(const struct ff_cost *map, double x, double y,
					   double radius);

/* ---- agents ---- */

/* The default force of struct ff_crowd_rules. */
#define FF_AGENT_FORCE 10

/* The rules of struct ff_crowd_rules, and how far apart discs are that see each other. */
struct ff_agent_rules {
	double dt, force, separation, alignment, cohesion, avoidance, headway;
	double sees;
};

/* All that walk, as they were before the step, in the order of a hash grid. */
struct ff_agents {
	uint32_t *walker; /* which walker */
	uint32_t *group;  /* the walkers that it keeps to */
	const struct ff_guide **guide;
	struct ff_walls *around; /* of the cell that its centre is in */
	double *x, *y, *radius;
	double *speed;           /* > 0: as fast as it can walk here */
	double *way_x, *way_y;   /* where it should go: a unit vector, or 0,0 */
	double *vx, *vy;         /* how it moves */
	double *want_x, *want_y; /* how it wanted to move, in the step before */
	double *rank;    /* the lower one has right of way; of equals, the one of the lower 'who' */
	double *stalled; /* seconds since it last came on */
};

struct ff_agent_move {
	struct ff_half_planes_step step; /* in cells */
	double want_x, want_y;           /* as it was meant, in cells a second */
	double yielded; /* the claim of those to which it gives way; INFINITY: there are none */
};

/* Returns the claim of agent 'i', of which who, radius, speed and late are set, with 'left' to
 * walk: that; but in a jam that lasts an agent has no right of way for some of the time, as if it
 * were the last one, for those ahead may be the ones that have to make room. */
double ff_agent_rank(const struct ff_agents *agents, size_t i, double left);

/*
 * Returns what agent 'i' does.  'near' are agents by their places in the arrays; those that are out
 * of reach do not matter.  Any thread may call it.
 */
struct ff_agent_move ff_agent_move(const struct ff_agent_rules *rules,
				   const struct ff_agents *agents, size_t i,
				   const struct ff_hash_grid_runs *near);

#endif
