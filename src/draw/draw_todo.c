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

enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err)
{
	(void)front;
	(void)scene;
	(void)style;
	(void)machine;
	TODO;
}

void ff_draw_front_add(struct ff_draw_front *front, uint32_t cell)
{
	(void)front;
	(void)cell;
}

struct ff_image_part ff_draw_front_frame(struct ff_draw_front *front)
{
	(void)front;
	return (struct ff_image_part){0};
}

struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front)
{
	(void)front;
	return (struct ff_image_part){0};
}

void ff_draw_front_free(struct ff_draw_front *front)
{
	(void)front;
}
