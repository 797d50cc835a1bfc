#include "draw/draw.h"

#include "draw/marks.h"

enum {
	WAYS = FF_DIRECTIONS,
	STRONGEST = 4, /* ways that have the strongest colour, at least */
};

struct tied {
	const struct ff_scene *scene;
	const struct ff_labels *ties;
};

static void tie_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct tied *map = context;
	size_t start = ff_cost_index(map->scene->map, 0, y);

	for (int32_t x = 0; x < map->scene->map->w; x++) {
		size_t i = start + (size_t)x;
		uint32_t ways = map->ties->cells[i];
		uint8_t class = map->scene->classes->cells[i];

		if (class == FF_GOAL || ways == FF_LABELS_NONE)
			entries[x] = ff_palette_class(class, FF_PALETTE_PAPER);
		else
			entries[x] = (uint8_t)ways;
	}
	ff_picture_close(map->scene, y, entries);
}

/* Sets the colours of the numbers of ways that occur, and lists them. */
static void set_ways(struct ff_picture *picture, const struct tied *map)
{
	size_t cells = (size_t)picture->w * (size_t)picture->h;
	bool occurs[WAYS + 1] = {false};
	struct ff_fill fills[WAYS + 1];
	int most = STRONGEST;

	for (size_t i = 0; i < cells; i++)
		if (map->ties->cells[i] != FF_LABELS_NONE)
			occurs[map->ties->cells[i]] = true;
	for (int ways = STRONGEST; ways <= WAYS; ways++)
		most = occurs[ways] ? ways : most;
	ff_palette_strengths(fills, most, picture->style->colormap);
	for (int ways = 1; ways <= most; ways++) {
		picture->fills[ways] = fills[ways - 1];
		if (occurs[ways])
			ff_legend_add(&picture->legend, FF_LEGEND_AREA, fills[ways - 1], "%d",
				      ways);
	}
}

enum ff_status ff_draw_ties(const struct ff_scene *scene, const struct ff_labels *labels,
			    const struct ff_style *style, struct ff_page *page,
			    struct ff_error *err)
{
	const struct tied map = {scene, labels};
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	ff_picture_cells(&picture, tie_row, &map);
	ff_legend_title(&picture.legend, "equally good ways");
	set_ways(&picture, &map);
	ff_picture_list_classes(&picture);
	return ff_marks_paint(&picture, page, err);
}
