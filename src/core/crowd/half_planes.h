/*
 * Half planes: where a step may lead that has limits in some directions.
 */
#ifndef FF_CORE_CROWD_HALF_PLANES_H
#define FF_CORE_CROWD_HALF_PLANES_H

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

/* ff_half_planes_nearest() is the allowed step that is nearest to the wanted one; never longer than
 * that, and beyond no limit by more than 1e-15 for all rounding.  No globals. */
struct ff_half_planes_step ff_half_planes_nearest(const struct ff_half_planes *planes,
						  struct ff_half_planes_step wanted);

#endif
