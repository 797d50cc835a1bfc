#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/picture.h"

enum { REACHED = 0 }; /* the only colour of its own */

static void reach_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_scene *scene = context;
	size_t start = ff_cost_index(scene->cost, 0, y);
	const uint8_t *class = scene->classes->cells + start;

	for (int32_t x = 0; x < scene->cost->w; x++)
		colours[x] = ff_palette_class(class[x], REACHED);
	for (int32_t x = 0; x < scene->cost->w && scene->cost != scene->map; x++)
		if (ff_scene_closed(scene, start + (size_t)x))
			colours[x] = FF_PALETTE_CLOSED;
}

enum { LABEL = 64 };

/* Prints "reached 699 (69.9 %)". */
static void print_share(char label[LABEL], const char *name, uint64_t count, uint64_t cells)
{
	uint64_t permille = (count * 1000 + cells / 2) / cells;

	if (count > 0 && permille == 0)
		snprintf(label, LABEL, "%s %" PRIu64 " (<0.1 %%)", name, count);
	else
		snprintf(label, LABEL, "%s %" PRIu64 " (%" PRIu64 ".%" PRIu64 " %%)", name, count,
			 permille / 10, permille % 10);
}

/* The legend. */
struct list {
	struct ff_legend_swatch swatches[FF_CLASSES + 1];
	char labels[FF_CLASSES + 1][LABEL];
	size_t count;
	uint64_t cells;
};

static void add_class(struct list *list, uint8_t colour, const char *name, uint64_t count)
{
	char *label = list->labels[list->count];

	print_share(label, name, count, list->cells);
	list->swatches[list->count++] = (struct ff_legend_swatch){colour, label};
}

static void list_classes(struct list *list, const struct ff_scene *scene)
{
	const uint64_t *count = scene->classes->count;
	uint64_t closed = ff_scene_count_closed(scene);

	add_class(list, FF_PALETTE_GOAL, ff_legend_goal(scene), count[FF_GOAL]);
	add_class(list, REACHED, ff_classes_names[FF_REACHED], count[FF_REACHED]);
	add_class(list, FF_PALETTE_UNREACHED, ff_classes_names[FF_UNREACHED], count[FF_UNREACHED]);
	add_class(list, FF_PALETTE_WALL, ff_classes_names[FF_WALL], count[FF_WALL] - closed);
	if (closed > 0)
		add_class(list, FF_PALETTE_CLOSED, FF_LEGEND_CLOSED, closed);
	if (count[FF_NOT_COMPUTED] > 0)
		add_class(list, FF_PALETTE_NOT_COMPUTED, ff_classes_names[FF_NOT_COMPUTED],
			  count[FF_NOT_COMPUTED]);
	if (count[FF_NOT_YET] > 0)
		add_class(list, FF_PALETTE_NOT_YET, ff_classes_names[FF_NOT_YET],
			  count[FF_NOT_YET]);
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	(void)picture;
	ff_palette_set_look(image, FF_PALETTE_REACH);
	image->palette[REACHED] = ff_palette_reached;
}

enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	struct list list = {.cells = (uint64_t)scene->map->w * (uint64_t)scene->map->h};
	struct ff_picture picture = {
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.row = reach_row,
		.palette = set_palette,
		.context = scene,
		.legend = {.swatches = list.swatches},
	};

	list_classes(&list, scene);
	picture.legend.count = list.count;
	ff_picture_add(&picture, FF_MARK_GOALS);
	return ff_picture_draw(&picture, image, err);
}
