/*
 * An agent: what one walker of a crowd does next, from what he sees.
 */
#ifndef FF_CORE_CROWD_AGENT_H
#define FF_CORE_CROWD_AGENT_H

#include <stddef.h>
#include <stdint.h>

#include "core/crowd/half_planes.h"
#include "core/crowd/hash_grid.h"
#include "core/crowd/walls.h"

/* The default force of struct ff_crowd_rules. */
#define FF_AGENT_FORCE 10

/* The rules of struct ff_crowd_rules, and how far apart discs are who see each other. */
struct ff_agent_rules {
	double dt, force, separation, alignment, cohesion, avoidance, headway;
	double sees;
};

/* Everybody who walks, as he was before the step, in the order of a hash grid. */
struct ff_agents {
	uint32_t *who;   /* which walker */
	uint32_t *group; /* whom he keeps to */
	uint32_t *guide;
	double *x, *y, *radius;
	double *speed;           /* > 0: as fast as he can walk here */
	double *way_x, *way_y;   /* where he should go: a unit vector, or 0,0 */
	double *vx, *vy;         /* how he moves */
	double *want_x, *want_y; /* how he wanted to move, in the step before */
	double *claim; /* who has the lower one has right of way; of equals, the lower who */
	double *late;  /* seconds since he last came on */
};

struct ff_agent_move {
	struct ff_half_planes_step step; /* in cells */
	double want_x, want_y;           /* as it was meant, in cells a second */
	double lent;                     /* claim of those to whom he gives way; INFINITY: nobody */
};

/* ff_agent_claim() is the claim of agent 'i', of whom who, radius, speed and late are set, with
 * 'left' to walk: that; but who stands in a jam for long has no right of way for some of the time,
 * as if he were the last one, for those ahead may be the ones who have to make room. */
double ff_agent_claim(const struct ff_agents *agents, size_t i, double left);

/*
 * ff_agent_move() is what agent 'i' does.  'near' are agents by their places in the arrays; those
 * who are out of reach do not matter.  Any thread may call it.
 */
struct ff_agent_move ff_agent_move(const struct ff_agent_rules *rules,
				   const struct ff_agents *agents, size_t i,
				   const struct ff_hash_grid_runs *near,
				   const struct ff_walls *walls);

#endif
