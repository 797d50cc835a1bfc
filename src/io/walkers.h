/*
 * Files about walkers: those that are to walk, and the paths, moments and arrivals of those that
 * have.
 */
#ifndef FF_IO_WALKERS_H
#define FF_IO_WALKERS_H

#include "core/map/field.h"
#include "core/map/walkers.h"
#include "io/input.h"
#include "io/output.h"

enum { FF_WALKERS_READ_MAX = 10000000 }; /* walkers of a file */

/*
 * Adds the walkers of 'in', each with its line.  The first line that is not empty names the
 * columns, in any order, each once:
 *
 *   id,group,x,y,radius,speed,start
 *
 * 'x' and 'y' are needed.  Without 'id' walkers are numbered from 1; a group, radius, speed or
 * start that is empty, or has no column, is "", as given here, or 0.  '#' starts a comment, blanks
 * may stand around fields, empty lines are skipped, lines end in LF or CRLF.
 *
 *   radius, speed  of walkers without their own
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if something else stands there, a number is
 * out of the range of struct ff_walkers, an id is there twice, or there is no walker; FF_E_LIMIT if
 * there are more than FF_WALKERS_READ_MAX or the file is larger than 1 GiB; FF_E_NOMEM.  On failure
 * walkers may have been added.  No place is checked against a map.
 */
enum ff_status ff_walkers_read(struct ff_input *in, double radius, double speed,
			       struct ff_walkers *walkers, struct ff_error *err);

/*
 * Writes a header line and then, path by path, a line for each point, LF:
 *
 *   id,step,x,y,length,cost,time,class
 *
 * 'id' is the walker's, 'step' the point's number from 0, 'x,y' where it is, in cells; then how far
 * that is from the start, what walking there costs and how many seconds it takes; 'class' is a name
 * of ff_classes_names, that of the cell that the point is in: the last line of a path that arrives
 * is a goal.  A walker without a way has one line, with the class of its cell, where length, cost
 * and time are empty.  Numbers that are not whole have up to 6 decimals, rounded, but never into
 * the next cell.
 *
 *   walkers  [paths->count]  those of the paths; their classes are those of 'guides', and all
 * points are on the map
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_walkers_write_paths(struct ff_output *out, const struct ff_paths *paths,
				      const struct ff_walkers *walkers,
				      const struct ff_guide *guides, struct ff_error *err);

/*
 * Writes a header line and then a line for each walker of each moment, by time and then in the
 * walkers' order, LF:
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
enum ff_status ff_walkers_write_trajectories(struct ff_output *out,
					     const struct ff_walkers *walkers,
					     const struct ff_trajectories *all,
					     struct ff_error *err);

/*
 * Writes a header line and then a line for each walker, in their order, LF:
 *
 *   id,group,start,came,arrived,seconds,state
 *
 * 'start' is when it was to come, 'came' when it did, 'arrived' when it was at a goal, and
 * 'seconds' how long that took it from when it came; what has not happened is empty.  'state' is
 * "arrived", "walking", "waiting" or "lost".  Seconds have up to 6 decimals.
 *
 *   walkers   their groups are named as ff_walkers_name_fits() has it: no name needs quotation
 * marks arrivals  [walkers->count]  times below 2^53
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_walkers_write_arrivals(struct ff_output *out, const struct ff_walkers *walkers,
					 const struct ff_arrival *arrivals, struct ff_error *err);

#endif
