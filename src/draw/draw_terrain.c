#include "draw/draw.h"

#include "draw/marks.h"

/* Sets the entries of all costs to levels of a scale, with a bar in the legend. */
static void set_levels(struct ff_base *base, struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	struct ff_cost_range costs = ff_style_costs(scene->map), real = ff_cost_range(scene->map);
	int last = FF_PALETTE_LEVELS - 1;

	for (int i = 0; i < FF_PALETTE_LEVELS; i++)
		picture->fills[i] = (struct ff_fill){.colour = ff_palette_terrain(i, last)};
	ff_base_levels(base, costs, 0, last);
	ff_legend_scale(&picture->legend, picture->fills, FF_PALETTE_LEVELS,
			ff_scene_cost(scene, costs.least), ff_scene_cost(scene, costs.most),
			ff_scene_cost(scene, real.most));
}

enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	struct ff_picture picture;
	struct ff_base base = {.scene = scene, .all = true};

	ff_picture_begin(&picture, scene, style);
	picture.hides_classes = true;
	ff_legend_title(&picture.legend, "cost of a cell");
	if (!ff_base_own(&base, &picture, 0))
		set_levels(&base, &picture);
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	return ff_marks_paint(&picture, page, err);
}
