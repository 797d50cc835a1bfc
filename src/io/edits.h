/*
 * A table of edits of a map, one per line.
 */
#ifndef FF_IO_EDITS_H
#define FF_IO_EDITS_H

#include <stdbool.h>

#include "core/map/map.h"
#include "io/input.h"

enum { FF_EDITS_READ_MAX = 10000000 }; /* most edits in a file */

/*
 * Reads the edits of a map of w x h cells, one per line:
 *
 *   step,x,y,w,h,what
 *   time,x,y,w,h,what
 *
 * A step is an integer, a time is in seconds.  'what' is a cost or one of ff_edits_names.  The
 * first line may be these names.  '#' starts a comment, blanks may surround fields, empty lines are
 * skipped, lines end in LF or CRLF.
 *
 *   timed  lines have times, instead of steps
 *   scale  0: costs are 1..254, and 255 is a wall; else the units of a cost of 1 on a wide
 *          map, as for ff_cost_units()
 *   edits  set; the caller owns edits->items and passes it to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if a line has another form, a number is out
 * of range, a rectangle is not inside the map, a step or time is below the one before, or there is
 * no edit; FF_E_LIMIT if there are more than FF_EDITS_READ_MAX or the file is larger than 1 GiB;
 * FF_E_NOMEM. On failure nothing is set.
 */
enum ff_status ff_edits_read(struct ff_input *in, bool timed, int32_t w, int32_t h, double scale,
			     struct ff_edits *edits, struct ff_error *err);

#endif
