/* The number of an area stands where most of the area is around it: at the cell that is the centre
 * of the largest square within the area.  Squares are found by two sweeps (Rosenfeld and Pfaltz
 * 1966), in large maps over one cell of each pixel.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/picture.h"

enum {
	HUES = FF_PALETTE_HUES,
	LARGEST = 3 * HUES, /* the entry of the largest area, after those of labels */
	SHADES = 3,         /* of each hue: itself, darker, lighter */
	BORDERED = 4,       /* the least scale at which a bare picture has lines between cells */
	NUMBERED = 1000,    /* areas; further ones have no number */
	NAME = 8,           /* characters of a goal's name */
	COVERED = 8,        /* times the area of a label that an area must have, at least */
};

struct labelled {
	const struct ff_scene *scene;
	const struct ff_labels *labels;
	const char *const *names; /* of goals, whose areas the labels are; NULL: areas of cells */
	bool seen;                /* cells of goals have the fixed colour, not that of their area */
	uint64_t *sizes;          /* [labels->count]  owned; cells of each label */
	const struct ff_fill *fills; /* of the picture */
};

static void set_hues(struct ff_fill fills[256])
{
	struct ff_colour ink = ff_palette_colour(FF_PALETTE_INK);

	for (int i = 0; i < HUES; i++) {
		struct ff_colour hue = ff_palette_hues[i];

		fills[i].colour = hue;
		fills[i + HUES].colour = ff_palette_mix(hue, ink, 1, 4);
		fills[i + 2 * HUES].colour = ff_palette_mix(hue, ff_palette_white, 2, 5);
	}
}

static uint8_t entry_of_label(uint32_t label)
{
	return (uint8_t)(label % (HUES * SHADES));
}

/* The same, and of the largest area, which the others are apart from. */
static uint8_t entry_of_area(const struct labelled *map, uint32_t label)
{
	return map->names == NULL && label == 0 ? LARGEST : entry_of_label(label);
}

static void label_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct labelled *map = context;
	size_t i = ff_cost_index(map->scene->map, 0, y);

	for (int32_t x = 0; x < map->scene->map->w; x++, i++) {
		uint8_t class = map->scene->classes->cells[i];
		uint32_t label = map->labels->cells[i];

		entries[x] = label == FF_LABELS_NONE || (class == FF_GOAL && map->seen)
				     ? ff_palette_class(class, FF_PALETTE_PAPER)
				     : entry_of_area(map, label);
	}
	ff_picture_close(map->scene, y, entries);
}

static struct ff_colour goal_colour(const void *context, size_t goal)
{
	const struct labelled *map = context;

	return map->fills[entry_of_label((uint32_t)goal)].colour;
}

/* ---- cells that stand for pixels ---- */

/* The labels of one cell of each block. */
struct grid {
	const struct ff_labels *labels;
	int32_t w, h, block;
};

static struct grid grid_of(const struct labelled *map, const struct ff_layout *layout)
{
	int32_t block = layout->block;

	return (struct grid){.labels = map->labels,
			     .w = (map->labels->w - 1) / block + 1,
			     .h = (map->labels->h - 1) / block + 1,
			     .block = block};
}

/* Returns the label at a place; FF_LABELS_NONE outside. */
static uint32_t label_at(const struct grid *grid, int32_t x, int32_t y)
{
	size_t stride = (size_t)grid->labels->w * (size_t)grid->block;

	if (x < 0 || y < 0 || x >= grid->w || y >= grid->h)
		return FF_LABELS_NONE;
	return grid->labels->cells[(size_t)y * stride + (size_t)x * (size_t)grid->block];
}

/* ---- borders ---- */

static bool is_border(const void *context, int32_t x, int32_t y, bool below)
{
	const struct grid *grid = context;
	uint32_t a = label_at(grid, x, y), b = label_at(grid, x + !below, y + below);

	return a != b && a != FF_LABELS_NONE && b != FF_LABELS_NONE;
}

static enum ff_status paint_borders(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct grid grid = grid_of(picture->context, on->layout);
	const struct ff_marks_border border = {
		.w = grid.w,
		.h = grid.h,
		.between = is_border,
		.context = &grid,
		.thick = fmin(fmax(floor(on->scale / 8), on->layout->unit), 4 * on->layout->unit),
		.colour = ff_palette_colour(FF_PALETTE_INK),
	};

	return ff_marks_borders(on, &border);
}

/* ---- numbers ---- */

/* The place for a number in an area: of its deepest cells, the one nearest to their mean. */
struct place {
	uint32_t cells; /* where a number may stand */
	uint32_t depth; /* of the deepest: a square of 2 * depth - 1 fits around them */
	uint32_t count; /* of these, and the sums of their places */
	double x, y;
	int32_t at_x, at_y; /* the one that is chosen, and the square of its distance */
	double off;
};

struct depths {
	struct grid grid;
	uint16_t *cells;      /* [grid.w * grid.h]  0: no number stands there */
	struct place *places; /* [count]  of the first labels */
	uint32_t count;
};

static uint16_t *depth_at(const struct depths *depths, int32_t x, int32_t y)
{
	return depths->cells + (size_t)y * (size_t)depths->grid.w + (size_t)x;
}

/* Lowers the depth of a cell to one more than that of a neighbour, 0 if that has another label. */
static void lower(const struct depths *depths, int32_t x, int32_t y, int dx, int dy)
{
	const struct grid *grid = &depths->grid;
	uint16_t *depth = depth_at(depths, x, y);
	uint32_t most = 1;

	if (label_at(grid, x, y) == label_at(grid, x + dx, y + dy))
		most = *depth_at(depths, x + dx, y + dy) + 1U;
	if (*depth > most)
		*depth = (uint16_t)most;
}

static void sweep(const struct depths *depths)
{
	int32_t w = depths->grid.w, h = depths->grid.h;

	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++)
			if (*depth_at(depths, x, y) != 0) {
				lower(depths, x, y, -1, 0);
				for (int dx = -1; dx <= 1; dx++)
					lower(depths, x, y, dx, -1);
			}
	for (int32_t y = h - 1; y >= 0; y--)
		for (int32_t x = w - 1; x >= 0; x--)
			if (*depth_at(depths, x, y) != 0) {
				lower(depths, x, y, 1, 0);
				for (int dx = -1; dx <= 1; dx++)
					lower(depths, x, y, dx, 1);
			}
}

/* Keeps numbers away from the markers of goals, and from their names on the right. */
static void clear_markers(const struct depths *depths, const struct ff_goals *goals,
			  const struct ff_layout *layout)
{
	const struct grid *grid = &depths->grid;
	double radius = ff_marks_goal_radius(layout) / layout->scale;
	double name = goals->count <= FF_MARKS_NAMED && layout->framed
			      ? NAME * layout->type.w / layout->scale
			      : 0;

	for (size_t i = 0; i < goals->count && goals->count <= FF_PICTURE_MARKED; i++) {
		const struct ff_goal *goal = &goals->items[i];
		double x0 = goal->x + 0.5 - radius, x1 = goal->x + goal->w - 0.5 + radius + name;
		double y0 = goal->y + 0.5 - radius, y1 = goal->y + goal->h - 0.5 + radius;
		int32_t block = grid->block;

		for (int32_t y = (int32_t)fmax(y0, 0) / block; y < grid->h && y * block < y1; y++)
			for (int32_t x = (int32_t)fmax(x0, 0) / block;
			     x < grid->w && x * block < x1; x++)
				*depth_at(depths, x, y) = 0;
	}
}

static struct place *place_at(const struct depths *depths, int32_t x, int32_t y)
{
	return &depths->places[label_at(&depths->grid, x, y)];
}

static void choose_places(const struct depths *depths)
{
	int32_t w = depths->grid.w, h = depths->grid.h;

	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			uint32_t depth = *depth_at(depths, x, y);
			struct place *place;

			if (depth == 0)
				continue;
			place = place_at(depths, x, y);
			if (depth > place->depth)
				*place = (struct place){.cells = place->cells,
							.depth = depth,
							.off = (double)INFINITY};
			place->cells++;
			if (depth < place->depth)
				continue;
			place->count++;
			place->x += x;
			place->y += y;
		}
	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			uint32_t depth = *depth_at(depths, x, y);
			struct place *place = depth > 0 ? place_at(depths, x, y) : NULL;
			double dx, dy;

			if (place == NULL || depth < place->depth)
				continue;
			dx = x - place->x / place->count;
			dy = y - place->y / place->count;
			if (dx * dx + dy * dy >= place->off)
				continue;
			place->off = dx * dx + dy * dy;
			place->at_x = x;
			place->at_y = y;
		}
}

static bool is_goal(const struct labelled *map, int32_t block, int32_t x, int32_t y)
{
	return map->scene->classes->cells[ff_cost_index(map->scene->map, x * block, y * block)] ==
	       FF_GOAL;
}

static void find_places(const struct depths *depths, const struct labelled *map,
			const struct ff_layout *layout)
{
	for (int32_t y = 0; y < depths->grid.h; y++)
		for (int32_t x = 0; x < depths->grid.w; x++) {
			uint32_t label = label_at(&depths->grid, x, y);

			*depth_at(depths, x, y) =
				label < depths->count && !is_goal(map, depths->grid.block, x, y)
					? UINT16_MAX
					: 0;
		}
	clear_markers(depths, map->scene->goals, layout);
	sweep(depths);
	choose_places(depths);
}

/* Returns the type of a number in a square: twice as large as other text, if there is room. */
static struct ff_type type_within(const struct ff_layout *layout, double side, const char *text)
{
	for (int times = 2; times > 0; times--) {
		struct ff_type type = {.w = times * layout->type.w, .h = times * layout->type.h};

		if ((double)ff_type_width(&type, text) < side && type.h < side)
			return type;
	}
	return ff_type_within(side, side, (int)strlen(text));
}

/* Writes the number of an area: on it or, if there is little room between walls, on a label that
 * covers a small part of it. */
static void write_number(struct ff_surface *on, const struct ff_picture *picture,
			 const struct labelled *map, uint32_t label, const struct place *place)
{
	const struct ff_layout *layout = on->layout;
	double pixel = fmax(layout->scale, 1), block = layout->block, half = block / 2;
	struct ff_colour under = picture->fills[entry_of_area(map, label)].colour;
	struct ff_point at = {place->at_x * block + half, place->at_y * block + half};
	struct ff_type type;
	double wide, high;
	char text[24];
	bool small;

	snprintf(text, sizeof text, "%" PRIu64, map->names != NULL ? label : map->sizes[label]);
	type = type_within(layout, (2.0 * place->depth - 1) * pixel, text);
	wide = (double)ff_type_width(&layout->type, text);
	high = layout->type.h;
	small = type.w == 0 || type.h < layout->type.h;
	if (small && place->cells * pixel * pixel > COVERED * wide * high &&
	    wide < (double)layout->w)
		ff_surface_label(on, at, FF_SURFACE_MIDDLE, &layout->type, text);
	else if (type.w > 0)
		on->text(on, at, FF_SURFACE_MIDDLE, &type, text,
			 ff_palette_colour(ff_palette_ink(under)));
}

static enum ff_status paint_numbers(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct labelled *map = picture->context;
	struct depths depths = {.grid = grid_of(map, on->layout),
				.count = map->labels->count < NUMBERED ? map->labels->count
								       : NUMBERED};
	bool made;

	depths.cells = ff_memory_cells(depths.grid.w, depths.grid.h, sizeof *depths.cells);
	depths.places = calloc(NUMBERED, sizeof *depths.places);
	made = depths.cells != NULL && depths.places != NULL;
	if (made)
		find_places(&depths, map, on->layout);
	for (uint32_t label = 0; made && label < depths.count; label++)
		if (depths.places[label].depth > 0)
			write_number(on, picture, map, label, &depths.places[label]);
	free(depths.cells);
	free(depths.places);
	return made ? FF_OK : FF_E_NOMEM;
}

/* ---- pictures ---- */

/* Lists the first labels that occur, and the number of the others. */
static void list_labels(struct ff_picture *picture, const struct labelled *map)
{
	uint64_t others = 0, all = 0;
	char share[FF_STYLE_PRINT];

	for (uint32_t label = 0; label < map->labels->count; label++)
		all += map->sizes[label];
	for (uint32_t label = 0; label < map->labels->count; label++) {
		struct ff_fill fill =
			picture->fills[map->names == NULL && label == 0 ? LARGEST
									: entry_of_label(label)];

		if (map->sizes[label] == 0)
			continue;
		if (label >= FF_DRAW_NAMES)
			others++;
		else if (map->names == NULL)
			ff_legend_add(&picture->legend, FF_LEGEND_AREA, fill, "%" PRIu64,
				      map->sizes[label]);
		else
			ff_legend_add(&picture->legend, map->seen ? FF_LEGEND_AREA : FF_LEGEND_GOAL,
				      fill, "%" PRIu32 ": %s, %s %%", label, map->names[label],
				      ff_style_print_share(share, map->sizes[label], all));
	}
	if (others > 0)
		ff_legend_add(&picture->legend, FF_LEGEND_NONE, picture->fills[0],
			      "and %" PRIu64 " more", others);
}

static enum ff_status draw_labels(struct labelled *map, const char *title,
				  const struct ff_style *style, struct ff_page *page,
				  struct ff_error *err)
{
	size_t cells = (size_t)map->labels->w * (size_t)map->labels->h;
	struct ff_picture picture;
	enum ff_status st;

	if ((map->sizes = calloc((size_t)map->labels->count + 1, sizeof *map->sizes)) == NULL)
		return ff_status_nomem(err, "a picture");
	for (size_t i = 0; i < cells; i++)
		if (map->labels->cells[i] != FF_LABELS_NONE)
			map->sizes[map->labels->cells[i]]++;
	ff_picture_begin(&picture, map->scene, style);
	set_hues(picture.fills);
	picture.fills[LARGEST].colour = ff_palette_ground(1, 4);
	map->fills = picture.fills;
	ff_picture_cells(&picture, label_row, map);
	ff_legend_title(&picture.legend, "%s", title);
	list_labels(&picture, map);
	picture.hides_classes = map->names == NULL;
	if (map->names != NULL && !map->seen)
		picture.goal_colour = goal_colour;
	ff_picture_list_classes(&picture);
	if (map->names != NULL && (!style->bare || style->scale >= BORDERED))
		ff_picture_mark(&picture, FF_MARK_BORDERS, "borders", paint_borders);
	ff_picture_mark(&picture, FF_MARK_NUMBERS, "numbers", paint_numbers);
	st = ff_picture_paint(&picture, page, err);
	free(map->sizes);
	return st;
}

enum ff_status ff_draw_allocation(const struct ff_scene *scene, const struct ff_labels *labels,
				  const char *const *names, const struct ff_style *style,
				  struct ff_page *page, struct ff_error *err)
{
	const struct ff_goals *goals = scene->goals;
	struct labelled map = {.scene = scene,
			       .labels = labels,
			       .names = names,
			       .seen = goals->count > FF_PICTURE_MARKED};

	/* Goals without a marker, too. */
	for (size_t i = 0; i < goals->count && !map.seen; i++)
		map.seen = goals->items[i].level != 0;
	return draw_labels(&map, "served by goal", style, page, err);
}

enum ff_status ff_draw_regions(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	struct labelled map = {.scene = scene, .labels = scene->regions};

	return draw_labels(&map, "areas, in cells", style, page, err);
}
