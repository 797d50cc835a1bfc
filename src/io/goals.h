/*
 * A file of goals: a list of them, or an image of the map's size that marks them.
 */
#ifndef FF_IO_GOALS_H
#define FF_IO_GOALS_H

#include "core/map/goals.h"
#include "io/input.h"

/*
 * Adds the goals of an input to 'goals'.  A PNG or PGM image is a mask: each grey level except 0
 * that occurs is one goal, in ascending order, with start cost 0.  Anything else is text, one goal
 * per line:
 *
 *   x,y[,w,h[,cost]]
 *
 * as in struct ff_goal; 'x' and 'y' of an area have no fractions.  Both may be metres, 1.5m,-2m,
 * and then there is no area.  '#' starts a comment, blanks may surround numbers, empty lines are
 * skipped, lines end in LF or CRLF.
 *
 *   w, h   of the map
 *   goals  the caller passes goals->items to free(), and goals->mask (cast),
 *          which a mask sets
 *   room   items that goals->items has room for
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column if it is text, if a line has another form,
 * there is no goal, or a mask has another size or is the second one; FF_E_LIMIT if the file is too
 * large; FF_E_NOMEM.  On failure no goal is added.  Goals are not checked against the map.
 */
enum ff_status ff_goals_read(struct ff_input *in, int32_t w, int32_t h, struct ff_goals *goals,
			     size_t *room, struct ff_error *err);

#endif
