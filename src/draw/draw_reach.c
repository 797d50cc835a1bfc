#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/marks.h"

enum { REACHED = 0 }; /* the only entry of its own */

static void reach_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_scene *scene = context;
	const uint8_t *class = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->cost->w; x++)
		entries[x] = ff_palette_class(class[x], REACHED);
	ff_picture_close(scene, y, entries);
}

/* Lists "reached 699 (69.9 %)"; nothing if there are no such cells. */
static void list_share(struct ff_picture *picture, uint8_t entry, const char *name, uint64_t count)
{
	uint64_t cells = (uint64_t)picture->w * (uint64_t)picture->h;
	uint64_t permille = (count * 1000 + cells / 2) / cells;
	enum ff_legend_sign sign = ff_picture_sign(picture, entry);

	if (count > 0 && permille == 0)
		ff_legend_add(&picture->legend, sign, picture->fills[entry],
			      "%s %" PRIu64 " (<0.1 %%)", name, count);
	else if (count > 0)
		ff_legend_add(&picture->legend, sign, picture->fills[entry],
			      "%s %" PRIu64 " (%" PRIu64 ".%" PRIu64 " %%)", name, count,
			      permille / 10, permille % 10);
}

enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	const uint64_t *count = scene->classes->count;
	uint64_t closed = ff_scene_count_closed(scene);
	char walls[FF_PICTURE_WALLS], farther[FF_PICTURE_FARTHER];
	char before_number[FF_PICTURE_FARTHER + 1];
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	picture.fills[REACHED] = (struct ff_fill){.colour = ff_palette_reached};
	ff_picture_cells(&picture, reach_row, scene);
	ff_picture_list_danger(&picture);
	list_share(&picture, FF_PALETTE_GOAL, scene->flee ? "refuge" : "goal", count[FF_GOAL]);
	list_share(&picture, REACHED, ff_classes_names[FF_REACHED], count[FF_REACHED]);
	ff_picture_print_farther(farther, scene);
	snprintf(before_number, sizeof before_number, "%s:", farther);
	list_share(&picture, FF_PALETTE_FARTHER, before_number, count[FF_FARTHER]);
	list_share(&picture, FF_PALETTE_UNREACHED, ff_classes_names[FF_UNREACHED],
		   count[FF_UNREACHED]);
	ff_picture_print_walls(walls, scene);
	list_share(&picture, FF_PALETTE_WALL, walls, count[FF_WALL] - closed);
	list_share(&picture, FF_PALETTE_CLOSED, FF_LEGEND_CLOSED, closed);
	list_share(&picture, FF_PALETTE_NOT_COMPUTED, ff_classes_names[FF_NOT_COMPUTED],
		   count[FF_NOT_COMPUTED]);
	list_share(&picture, FF_PALETTE_NOT_YET, ff_classes_names[FF_NOT_YET], count[FF_NOT_YET]);
	return ff_marks_paint(&picture, page, err);
}
