#include "draw/draw.h"

#include "draw/marks.h"

static void direction_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_scene *scene = context;
	size_t start = ff_cost_index(scene->cost, 0, y);
	const uint8_t *direction = scene->flow->cells + start;
	const uint8_t *class = scene->classes->cells + start;

	for (int32_t x = 0; x < scene->cost->w; x++)
		entries[x] = direction[x] != FF_NONE ? direction[x] : ff_palette_class(class[x], 0);
	ff_picture_close(scene, y, entries);
}

/* Sets the cells to a colour for each direction. */
static void set_directions(struct ff_picture *picture)
{
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		picture->fills[d] = (struct ff_fill){.colour = ff_palette_directions[d]};
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[d], "%s",
			      ff_flow_names[d]);
	}
	ff_legend_title(&picture->legend, picture->scene->flee ? "way to flee" : "way to go");
	ff_picture_cells(picture, direction_row, picture->scene);
	ff_picture_list_classes(picture);
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err)
{
	struct ff_style own = *style;
	struct ff_heatmap map;
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, &own);
	if (style->flow == FF_STYLE_FLOW_COLOURS) {
		set_directions(&picture);
	} else {
		ff_heatmap_open(&map, &picture, true);
		if ((own.with & FF_STYLE_STREAMLINES) == 0)
			own.with |= FF_STYLE_ARROWS;
	}
	return ff_marks_paint(&picture, page, err);
}
