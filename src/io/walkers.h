/*
 * Files about walkers: lists of them to read, and their paths, trajectories and arrivals to write.
 */
#ifndef FF_IO_WALKERS_H
#define FF_IO_WALKERS_H

#include "core/map/field.h"
#include "core/map/walkers.h"
#include "io/input.h"
#include "io/output.h"

enum { FF_WALKERS_READ_MAX = 10000000 }; /* most walkers in a file */

/*
 * Adds the walkers of an input, each with its line.  The first line that is not empty names the
 * columns, in any order, each once:
 *
 *   id,group,x,y,radius,speed,start
 *
 * 'x' and 'y' are required; both may be metres, 1.5m,-2m.  Without 'id' walkers are numbered
 * from 1. An empty or missing group is "", radius and speed are those given, start is 0.  '#'
 * starts a comment, blanks may surround fields, empty lines are skipped, lines end in LF or CRLF.
 *
 *   radius, speed  of walkers without their own
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if a line has another form, a number is out
 * of the range of struct ff_walkers, an id comes twice, or there is no walker; FF_E_LIMIT if there
 * are more than FF_WALKERS_READ_MAX or the file is larger than 1 GiB; FF_E_NOMEM.  On failure
 * walkers may have been added.  Places are not checked against a map.
 */
enum ff_status ff_walkers_read(struct ff_input *in, double radius, double speed,
			       struct ff_walkers *walkers, struct ff_error *err);

/*
 * Writes a header line and then, path by path, a line for each point, LF:
 *
 *   id,step,x,y,length,cost,time,class[,wx,wy]
 *
 * 'id' is the walker's, 'step' the point's number from 0, 'x,y' its place in cells; 'length',
 * 'cost' and 'time' (seconds) are those of the way from the start to it; 'class' is the name in
 * ff_classes_names of its cell, "goal" in the last line of a path that arrives.  A walker without a
 * path has one line, where length, cost and time are empty; 'wx,wy' is the point in the world.
 * Fractions have up to 6 decimals, rounded, but never into the next cell.
 *
 *   walkers  [paths->count]  of the paths, whose points are on the map
 *   guides   of the walkers, with the classes
 *   parts    of a cell's side that each cell of the map is: the table has places in whole cells
 *   place    of the map; NULL: there are no wx and wy
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_walkers_write_paths(struct ff_output *out, const struct ff_paths *paths,
				      const struct ff_walkers *walkers,
				      const struct ff_guide *guides, int32_t parts,
				      const struct ff_georeference *place, struct ff_error *err);

/*
 * Writes a header line and then a line for each walker at each moment, ordered by time and then by
 * walker, LF:
 *
 *   t,id,x,y,vx,vy[,wx,wy]
 *
 * 't' is in seconds, with up to 6 decimals; 'x,y' in cells, 0,0 being the centre of the first cell;
 * 'vx,vy' is the mean velocity since the moment before, in cells per second, 0 at a walker's first
 * moment.  These four have 4 decimals each, and zero has no sign.  'wx,wy' is the place in the
 * world, with up to 6 decimals.
 *
 *   all    times below 2^53, coordinates and velocities below 1e14
 *   parts  as above
 *   place  of the map, which has h rows; NULL: there are no wx and wy
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_walkers_write_trajectories(struct ff_output *out,
					     const struct ff_walkers *walkers,
					     const struct ff_trajectories *all, int32_t parts,
					     const struct ff_georeference *place, int32_t h,
					     struct ff_error *err);

/*
 * Writes a header line and then a line for each walker, in their order, LF:
 *
 *   id,group,start,came,arrived,seconds,state[,wx,wy]
 *
 * 'start' is the time at which it was to enter, 'came' the time at which it did, 'arrived' the time
 * at a goal, 'seconds' the time from 'came' to 'arrived'; events that did not happen are empty.
 * 'state' is "arrived", "walking", "waiting" or "lost".  'wx,wy' is the last place in the world.
 * Fractions have up to 6 decimals.
 *
 *   walkers   with group names that ff_walkers_name_fits() accepts, which need no quotation marks
 *   arrivals  [walkers->count]  times below 2^53
 *   place     of the map, which has h rows; NULL: there are no wx and wy
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_walkers_write_arrivals(struct ff_output *out, const struct ff_walkers *walkers,
					 const struct ff_arrival *arrivals,
					 const struct ff_georeference *place, int32_t h,
					 struct ff_error *err);

#endif
