/*
 * A file of goals: a list of them, or an image of the map's size that marks them.
 */
#ifndef FF_IO_GOALS_H
#define FF_IO_GOALS_H

#include "core/map/goals.h"
#include "io/input.h"

/*
 * Adds the goals of 'in' to those that are there.  A PNG or PGM image is a mask: each grey level
 * but 0 that occurs is one goal, in ascending order, which starts at 0.  Anything else is text, a
 * goal a line:
 *
 *   x,y[,w,h[,cost]]
 *
 * as in struct ff_goal; 'x' and 'y' have fractions only in a place.  Both may be metres, 1.5m,-2m,
 * and then 'w' and 'h' are 1.  '#' starts a comment, blanks may stand around numbers, empty lines
 * are skipped, lines end in LF or CRLF.
 *
 *   w, h   of the map
 *   goals  the caller passes goals->items to free(), and goals->mask (cast),
 *          which a mask sets
 *   room   how many items there is room for; 0 with no items
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column where there are any, if something else stands
 * there, there is no goal, or a mask has another size or is the second one; FF_E_LIMIT if the file
 * is too large; FF_E_NOMEM.  On failure no goal is added.  No goal is checked against the map.
 */
enum ff_status ff_goals_read(struct ff_input *in, int32_t w, int32_t h, struct ff_goals *goals,
			     size_t *room, struct ff_error *err);

#endif
