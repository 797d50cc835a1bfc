#include "draw/draw.h"

#include "draw/marks.h"

enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	size_t count = 0;
	struct ff_picture picture;
	struct ff_base base;

	for (size_t i = 0; i < scene->paths->count; i++)
		count += scene->paths->items[i].reached;
	ff_picture_begin(&picture, scene, style);
	ff_legend_title(&picture.legend, "%zu path%s to the goal", count, count == 1 ? "" : "s");
	ff_marks_add_paths(&picture, true);
	ff_base_open(&base, &picture, 0);
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	return ff_marks_paint(&picture, page, err);
}
