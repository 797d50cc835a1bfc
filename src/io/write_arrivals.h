/*
 * When walkers arrived, as lines of text.
 */
#ifndef FF_IO_WRITE_ARRIVALS_H
#define FF_IO_WRITE_ARRIVALS_H

#include "core/map/walkers.h"
#include "io/output.h"

/*
 * ff_write_arrivals() writes a header line and then a line for each walker, in their order, LF:
 *
 *   id,group,start,came,arrived,seconds,state
 *
 * 'start' is when he was to come, 'came' when he did, 'arrived' when he was at a goal, and
 * 'seconds' how long that took him from when he came; what has not happened is empty.  'state' is
 * "arrived", "walking", "waiting" or "lost".  Seconds have up to 6 decimals.
 *
 *   walkers   their groups are named as ff_walkers_named() has it: no name needs quotation marks
 *   arrivals  [walkers->count]  times below 2^53
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_write_arrivals(struct ff_output *out, const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals, struct ff_error *err);

#endif
