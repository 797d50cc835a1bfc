/*
 * The portal graph: what routes are found in.
 */
#ifndef FF_DRAW_DRAW_GRAPH_H
#define FF_DRAW_DRAW_GRAPH_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/sectors.h"
#include "draw/style.h"

/*
 * ff_draw_graph(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes,
 * pale, and over it of a graph that has its costs, and of the routes.  Edges within sectors are
 * straight lines from node to node, one for both directions; there are none where they would
 * cover the map.  Costs stand where there is room: of both directions where they differ, the
 * smaller first.  It takes no memory but the pixels.
 */
enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			     const struct ff_routes *routes, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

#endif
