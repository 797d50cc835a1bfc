/*
 * A legend of a map image: each colour with its cost and its name.
 */
#ifndef FF_IO_LEGEND_H
#define FF_IO_LEGEND_H

#include "core/map/map.h"
#include "io/input.h"

enum { FF_LEGEND_READ_MAX = 4096 }; /* most colours */

/*
 * Reads a legend, one kind of ground per line:
 *
 *   #rrggbb cost|wall [# name]
 *
 * A cost is 1..254.  A line is a comment if it is empty, is '#' alone, or starts with "##" or '#'
 * and a blank; lines end in LF or CRLF.
 *
 *   grounds  set; in the order of the file; the caller passes grounds->items to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if a line has another form, a colour comes
 * twice, or there are none or more than FF_LEGEND_READ_MAX; FF_E_LIMIT if the file is larger than
 * 1 MiB; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_legend_read(struct ff_input *in, struct ff_grounds *grounds,
			      struct ff_error *err);

#endif
