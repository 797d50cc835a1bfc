/*
 * A legend: the colours of a map image, what they cost, and what they are called.
 */
#ifndef FF_IO_LEGEND_H
#define FF_IO_LEGEND_H

#include "core/map/map.h"
#include "io/input.h"

enum { FF_LEGEND_READ_MAX = 4096 }; /* colours */

/*
 * Reads a legend, a kind of ground a line:
 *
 *   #rrggbb cost|wall [# name]
 *
 * A cost is 1..254.  A line that is empty, or begins with a '#' and then a blank, another '#', or
 * nothing, is a comment; lines end in LF or CRLF.
 *
 *   grounds  set; in the order of the file; the caller passes grounds->items to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if something else stands there, a colour is
 * there twice, there is none, or more than FF_LEGEND_READ_MAX; FF_E_LIMIT if the file is larger
 * than 1 MiB; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_legend_read(struct ff_input *in, struct ff_grounds *grounds,
			      struct ff_error *err);

#endif
