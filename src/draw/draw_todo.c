/* Pictures that are not painted on surfaces yet. */
#include "draw/draw.h"

#define TODO return ff_status_fail(err, FF_E_LIMIT, "not drawn yet")

enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			       const struct ff_routes *routes, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	(void)scene;
	(void)graph;
	(void)routes;
	(void)style;
	(void)page;
	TODO;
}

enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			     const struct ff_routes *routes, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	(void)scene;
	(void)graph;
	(void)routes;
	(void)style;
	(void)page;
	TODO;
}

