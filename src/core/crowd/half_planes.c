/*
 * Plane by plane, as in the two-dimensional linear program of M. de Berg et al., "Computational
 * Geometry", ch. 4, that J. van den Berg et al. use for the like ("Reciprocal n-body collision
 * avoidance", 2011): if the best step so far breaks the next plane, then the best one that does not
 * lies on the line of that plane, within what the planes before leave of it.  Here the best one is
 * the nearest, which on a line is the wanted step's foot on it, or the end of the part next to
 * that.
 */
#include "core/crowd/half_planes.h"

#include <math.h>

/* Rounding errors that are let through: a step is < 1, and its products are exact to 2e-16. */
static const double rounding = 1e-15;

/* The allowed step on the line of plane 'k' that is nearest to the wanted one; planes before 'k'.
 */
static struct ff_half_planes_step nearest_on_line(const struct ff_half_planes *planes, int k,
						  struct ff_half_planes_step wanted)
{
	double nx = planes->nx[k], ny = planes->ny[k], most = planes->most[k];
	double along = nx * wanted.y - ny * wanted.x; /* of the foot, in direction -ny,nx */
	double first = -INFINITY, last = INFINITY;

	for (int i = 0; i < k; i++) {
		double across = nx * planes->ny[i] - ny * planes->nx[i];
		double left = planes->most[i] - most * (nx * planes->nx[i] + ny * planes->ny[i]);

		if (across > rounding)
			last = left / across < last ? left / across : last;
		else if (across < -rounding)
			first = left / across > first ? left / across : first;
	}
	along = along < first ? first : along;
	along = along > last ? last : along;
	return (struct ff_half_planes_step){most * nx - along * ny, most * ny + along * nx};
}

struct ff_half_planes_step ff_half_planes_nearest(const struct ff_half_planes *planes,
						  struct ff_half_planes_step wanted)
{
	struct ff_half_planes_step step = wanted;
	double part = 1, length;

	for (int k = 0; k < planes->count; k++)
		if (planes->nx[k] * step.x + planes->ny[k] * step.y > planes->most[k])
			step = nearest_on_line(planes, k, wanted);
	/* What rounding did to lines that are all but parallel is made good: 0,0 is allowed. */
	for (int k = 0; k < planes->count; k++) {
		double toward = planes->nx[k] * step.x + planes->ny[k] * step.y;

		if (toward * part > planes->most[k] + rounding)
			part = (planes->most[k] + rounding) / toward;
	}
	length = sqrt(step.x * step.x + step.y * step.y);
	if (length * part > planes->farthest)
		part = planes->farthest / length;
	return (struct ff_half_planes_step){step.x * part, step.y * part};
}
