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

/* Adds the paths of the scene's walkers, which are known, with their starts.  Where the ground is
 * not quiet they have rims. */
void ff_marks_add_paths(struct ff_picture *picture, bool quiet);

/* Add layers of the scene's sectors, if it has any: the borders between them; these and the windows
 * of portals; and the routes, as they are walked or 'planned', over the graph.  List what they add.
 * There are no windows, or borders, where sectors are too small in the picture. */
void ff_marks_add_borders(struct ff_picture *picture);
void ff_marks_add_portals(struct ff_picture *picture);
void ff_marks_add_routes(struct ff_picture *picture, bool planned);

/* Returns the middle of a cell. */
struct ff_point ff_marks_middle(const struct ff_scene *scene, uint32_t cell);

enum {
	FF_MARKS_FEW = FF_PALETTE_GROUPS, /* lines, each of which has a colour */
	FF_MARKS_SOME = 128,              /* lines; more are thinner */
};

/* Return the width of each of 'count' lines, such as routes, and the radius of the dots where they
 * start, in pixels. */
double ff_marks_line_width(const struct ff_layout *layout, size_t count);
double ff_marks_start_radius(const struct ff_layout *layout, size_t count);

/* Returns the colour of route 'i': those that a legend does not name share the last, a grey. */
struct ff_colour ff_marks_route_colour(size_t i);

#endif
