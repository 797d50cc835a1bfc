#include "core/map/georeference.h"

#include <math.h>

/* How many whole cells a distance is: with resolutions like 0.05 it may come out a little less
 * than it is. */
static double cells(double distance, double resolution)
{
	double exact = distance / resolution, nearest = floor(exact + 0.5);

	return fabs(exact - nearest) < 1e-9 ? nearest : floor(exact);
}

bool ff_georeference_cell(const struct ff_georeference *place, int32_t w, int32_t h, double x,
			  double y, int32_t *column, int32_t *row)
{
	double right = cells(x - place->x, place->resolution);
	double up = cells(y - place->y, place->resolution);

	if (!(right >= 0 && right < w && up >= 0 && up < h))
		return false;
	*column = (int32_t)right;
	*row = h - 1 - (int32_t)up;
	return true;
}
