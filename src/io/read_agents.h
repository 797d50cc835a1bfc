/*
 * Walkers in a table: a line each.
 */
#ifndef FF_IO_READ_AGENTS_H
#define FF_IO_READ_AGENTS_H

#include "core/map/walkers.h"
#include "io/input.h"

enum { FF_READ_AGENTS_MAX = 10000000 }; /* walkers of a file */

/*
 * ff_read_agents_size() sets '*bytes' to about what ff_read_agents() will hold at most, and
 * '*count' to how many walkers there may be, from the file's length; where that is not known, from
 * what a long one has.  Returns FF_OK, FF_E_INPUT or FF_E_NOMEM.
 */
enum ff_status ff_read_agents_size(struct ff_input *in, uint64_t *bytes, uint64_t *count,
				   struct ff_error *err);

/*
 * ff_read_agents() adds the walkers of 'in', each with his line.  The first line that is not empty
 * names the columns, in any order, each once:
 *
 *   id,group,x,y,radius,speed,start
 *
 * 'x' and 'y' are needed.  Without 'id' walkers are numbered from 1; a group, radius, speed or
 * start that is empty, or has no column, is "", as given here, or 0.  '#' starts a comment, blanks
 * may stand around fields, empty lines are skipped, lines end in LF or CRLF.
 *
 *   radius, speed  of who has none of his own
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if something else stands there, a number is
 * out of the range of struct ff_walkers, an id is there twice, or there is no walker; FF_E_LIMIT if
 * there are more than FF_READ_AGENTS_MAX or the file is larger than 1 GiB; FF_E_NOMEM.  On failure
 * walkers may have been added.  No place is checked against a map.
 */
enum ff_status ff_read_agents(struct ff_input *in, double radius, double speed,
			      struct ff_walkers *walkers, struct ff_error *err);

#endif
