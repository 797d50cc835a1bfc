/*
 * Paths as lines of text: one for each point.
 */
#ifndef FF_IO_WRITE_PATHS_H
#define FF_IO_WRITE_PATHS_H

#include "core/map/field.h"
#include "core/map/walkers.h"
#include "io/output.h"

/*
 * ff_write_paths() writes a header line and then, path by path, a line for each point, LF:
 *
 *   id,step,x,y,length,cost,time,class
 *
 * 'id' is the walker's, 'step' the point's number from 0, 'x,y' where it is, in cells; then how
 * far that is from the start, what walking there costs and how many seconds it takes; 'class' is
 * a name of ff_classes_names, that of the cell that the point is in: the last line of a path
 * that arrives is a goal.  A walker who has no way has one line, with the class of his cell,
 * where length, cost and time are empty.  Numbers that are not whole have up to 6 decimals,
 * rounded, but never into the next cell.
 *
 *   walkers  [paths->count]  those of the paths; their classes are those of 'guides', and all
 * points are on the map
 *
 * Returns as ff_output_write().
 */
enum ff_status ff_write_paths(struct ff_output *out, const struct ff_paths *paths,
			      const struct ff_walkers *walkers, const struct ff_guide *guides,
			      struct ff_error *err);

#endif
