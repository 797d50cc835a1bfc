/*
 * The histogram of arrivals: how many arrive when.
 */
#ifndef FF_DRAW_DRAW_HISTOGRAM_H
#define FF_DRAW_DRAW_HISTOGRAM_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/walkers.h"

/*
 * ff_draw_histogram() makes a picture of 800 x 400 pixels: bars, of groups on top of each other
 * where there are several; a line for which share of all walkers has arrived; marks at the mean
 * time of arrival, and when nine of ten of those who arrive have; and in words how many have not.
 *
 *   arrivals  [walkers->count]  times below 1e15
 *
 * The caller owns image->pixels and passes it to free().  Returns FF_OK or FF_E_NOMEM, and then
 * nothing is set.  No globals.
 */
enum ff_status ff_draw_histogram(const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals, struct ff_image *image,
				 struct ff_error *err);

#endif
