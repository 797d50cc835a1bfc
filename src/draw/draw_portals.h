/*
 * Sectors and portals: where the map is cut, and where walkers cross.
 */
#ifndef FF_DRAW_DRAW_PORTALS_H
#define FF_DRAW_DRAW_PORTALS_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/sectors.h"
#include "draw/style.h"

/*
 * ff_draw_portals(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes,
 * and of its sectors and portals, and of the paths from the sources of the routes along the
 * directions; the graph needs no costs.  Portals that touch have different colours.  While it runs
 * it takes a bit a cell besides the pixels, and a number a route.
 */
enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			       const struct ff_routes *routes, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

#endif
