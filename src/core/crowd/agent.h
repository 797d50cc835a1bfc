/*
 * An agent: the next move of one walker of a crowd, and its limits by walls and others.
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

enum {
	FF_HALF_PLANES = 96
}; /* the most kept apart; of further ones, only the least limit counts */

/* A step d is allowed if nx * d.x + ny * d.y <= most for all planes; standing still always is. */
struct ff_half_planes {
	int count;
	double nx[FF_HALF_PLANES], ny[FF_HALF_PLANES]; /* unit vectors */
	double most[FF_HALF_PLANES];                   /* >= 0 */
	double farthest; /* no step may be longer; INFINITY: no plane was dropped */
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

/* Returns the allowed step nearest to the wanted one.  It is never longer than that, and exceeds no
 * limit by more than 1e-15, including all rounding.  No globals. */
struct ff_half_planes_step ff_half_planes_nearest(const struct ff_half_planes *planes,
						  struct ff_half_planes_step wanted);

/* How much nearer to a wall than their radius discs may come, in cells: despite rounding, one of
 * radius 0.5 passes a corridor of width 1. */
#define FF_WALLS_SLACK 5e-10

/* Obstacles around a cell: bit d is its neighbour in direction d. */
struct ff_walls {
	uint8_t beside; /* a wall, or off the map */
	uint8_t closed; /* closed to centres: a wall, or no goal is reached from there */
};

/* Returns the obstacles around cell x,y; none if it is itself a wall.  Around a cell from which no
 * goal is reached, and while the guide is pending, only walls are closed. */
struct ff_walls ff_walls_around(const struct ff_guide *guide, int32_t x, int32_t y);

/*
 * Adds the half planes that keep a disc at x,y off the walls of guide->map, and its centre in cells
 * from which a goal is reached, for moves no longer than 'wanted', nor than half a cell or its
 * radius.  A flat wall does not limit steps along it, of however many cells it consists.
 *
 *   around  of the cell that contains x,y
 *   x,y     the disc is off the walls, or else it gets no deeper into them; a centre in a wall has
 * no limits
 */
void ff_walls_limit(const struct ff_guide *guide, struct ff_walls around, double x, double y,
		    double radius, struct ff_half_planes_step wanted,
		    struct ff_half_planes *planes);

/* Returns true if a disc at x,y, its centre on the map, is off all walls by its radius minus
 * FF_WALLS_SLACK. */
bool ff_walls_clear(const struct ff_cost *map, double x, double y, double radius);

/*
 * Returns the unit vector that moves a disc that is not clear off the walls: away from those that
 * it overlaps, weighted by depth; from a centre in a wall, to the nearest open cell.  0,0 if there
 * is none.
 */
struct ff_half_planes_step ff_walls_escape(const struct ff_cost *map, double x, double y,
					   double radius);

/* ---- agents ---- */

/* The rules of struct ff_crowd_rules, and the distance at which discs see each other. */
struct ff_agent_rules {
	double dt, force, separation, alignment, cohesion, avoidance, headway, neighbourhood;
	double sees;
};

/* All walking agents as they were before the step, in the order of a hash grid. */
struct ff_agents {
	uint32_t *walker; /* index of the walker */
	uint32_t *group;  /* its group */
	const struct ff_guide **guide;
	struct ff_walls *around; /* of the cell that contains its centre */
	double *x, *y, *radius;
	double *speed;           /* > 0: its top speed here */
	double *way_x, *way_y;   /* its desired direction: a unit vector, or 0,0 */
	double *vx, *vy;         /* its velocity */
	double *want_x, *want_y; /* the velocity that it wanted in the step before */
	double *rank;    /* right of way: the lower rank has it; of equals, the lower 'walker' */
	double *stalled; /* seconds since it last made progress */
};

struct ff_agent_move {
	struct ff_half_planes_step step; /* in cells */
	double want_x, want_y;           /* wanted velocity, in cells per second */
	double yielded;                  /* rank of those to which it yields; INFINITY: none */
};

/*
 * Returns the rank of agent 'i', of which walker, radius, speed and stalled are set, with 'left' to
 * walk: usually that.  In a lasting jam an agent loses its right of way for some of the time, as if
 * it were the last, since those ahead may be the ones that must make room.
 */
double ff_agent_rank(const struct ff_agents *agents, size_t i, double left);

/* Returns the move of agent 'i'.  'near' are agents by their indices in the arrays; those out of
 * reach do not matter.  Any thread may call it. */
struct ff_agent_move ff_agent_move(const struct ff_agent_rules *rules,
				   const struct ff_agents *agents, size_t i,
				   const struct ff_hash_grid_runs *near);

#endif
