/*
 * Layers that any picture of a map may have: what --with asks for, and the markers of goals.
 *
 * Names: ff_marks.
 */
#ifndef FF_DRAW_MARKS_H
#define FF_DRAW_MARKS_H

#include "draw/picture.h"

enum { FF_MARKS_NAMED = 12 }; /* goals; more have no coordinates */

/* Returns the radius of the marker of a goal, in pixels. */
double ff_marks_goal_radius(const struct ff_layout *layout);

/* Paints a frame of a colour between two lines of paper, 'gap' pixels outside of a rectangle. */
void ff_marks_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		    struct ff_colour colour);

/* Adds the layers that the style asks for, and those of every picture, unless the picture has
 * layers of its own there; and their items to the legend. */
void ff_marks_add(struct ff_picture *picture);

/*
 * Paints a picture, with the marks that the style asks for, on a page.  Returns FF_OK; FF_E_LIMIT
 * if it is too large; FF_E_NOMEM; or the status of about->encode.  On failure nothing is set.
 */
enum ff_status ff_marks_paint(struct ff_picture *picture, struct ff_page *page,
			      struct ff_error *err);

#endif
