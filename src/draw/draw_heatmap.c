#include "draw/draw.h"

#include "draw/marks.h"

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	struct ff_heatmap map;
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	ff_heatmap_open(&map, &picture, false);
	return ff_marks_paint(&picture, page, err);
}
