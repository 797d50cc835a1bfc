/*
 * Who stood where and when, as lines of text.
 */
#ifndef FF_IO_WRITE_TRAJECTORIES_H
#define FF_IO_WRITE_TRAJECTORIES_H

#include "core/map/walkers.h"
#include "io/output.h"

/*
 * ff_write_trajectories() writes a header line and then a line for each walker of each moment, by
 * time and then in the walkers' order, LF:
 *
 *   t,id,x,y,vx,vy
 *
 * 't' is in seconds, with up to 6 decimals; 'x,y' in cells, 0,0 being the centre of the first one;
 * 'vx,vy' in cells a second, what was walked since the moment before, 0 in a walker's first moment.
 * These four have 4 decimals each, and zero has no sign.
 *
 *   all  times below 2^53, coordinates and velocities below 1e14
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_write_trajectories(struct ff_output *out, const struct ff_walkers *walkers,
				     const struct ff_trajectories *all, struct ff_error *err);

#endif
