/*
 * Three ways, by how large cells are drawn: an arrow in each cell; an arrow
 * for a block of cells; or, where even those would say little about so many
 * cells, or would not fit between the walls, a colour for each direction.
 *
 * Arrows lie over a quiet picture of the cost.  A palette has room for all of
 * it: SHADES greys for the cost, each mixed with the arrow's ink in as many
 * steps as an arrow's edge has.
 *
 * An arrow for a block stands on one of its cells and has that cell's
 * direction.  It is longer than a cell, so it is drawn only where every cell
 * below it is reached and no corner is cut: it never seems to cross a wall.
 */
#include "draw/draw_arrows.h"

#include <stdlib.h>

#include "draw/arrow.h"
#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/marker.h"

enum {
	SHADES = FF_COLORMAP_LEVELS / FF_ARROW_COVERAGE,
	SINGLE = 8,           /* pixels of a cell that has room for an arrow */
	BLOCK = 14,           /* pixels of a block, at least */
	SIDE_MAX = BLOCK / 2, /* cells of a block, a side, at the smallest scale with blocks */
	CELLS_MAX = (SIDE_MAX + 1) * (SIDE_MAX + 1), /* that an arrow can lie on */
	LARGE = 512, /* cells a side of a map whose directions are colours */
};

#define DIAGONAL 0.70710678118654752440

static const double unit[3] = {0, 1, DIAGONAL}; /* by how many axes a step moves along */

/* OKLCH (B. Ottosson, 2020): hues 45 degrees apart, chroma 0.11, lightness 0.84 and, for
 * eyes that tell fewer hues, 0.64 on the diagonals. */
static const struct ff_colour hues[FF_DIRECTIONS] = {
	[FF_N] = {139, 210, 255},  [FF_NE] = {139, 128, 202}, [FF_E] = {248, 175, 231},
	[FF_SE] = {198, 111, 112}, [FF_S] = {252, 188, 124},  [FF_SW] = {144, 146, 59},
	[FF_W] = {142, 224, 171},  [FF_NW] = {0, 160, 166},
};

static const struct ff_colour wall = {84, 88, 96};

/* For the wheel of colours; unreached cells must not look like a direction. */
static const struct ff_colour unreached = {186, 188, 192};

static struct ff_colour mix(struct ff_colour a, struct ff_colour b, int part, int whole)
{
	return (struct ff_colour){(uint8_t)(a.r + (b.r - a.r) * part / whole),
				  (uint8_t)(a.g + (b.g - a.g) * part / whole),
				  (uint8_t)(a.b + (b.b - a.b) * part / whole)};
}

/* What both kinds of picture know about the map. */
struct picture {
	const struct ff_scene *scene;
	uint8_t shades[256]; /* of each cost: a palette entry without ink on it */
};

static uint8_t colour_of(const struct picture *picture, size_t i)
{
	switch (picture->scene->classes->cells[i]) {
	case FF_GOAL:
		return FF_COLORMAP_GOAL;
	case FF_UNREACHED:
		return FF_COLORMAP_UNREACHED;
	case FF_WALL:
		return FF_COLORMAP_WALL;
	default:
		return picture->shades[picture->scene->cost->cells[i]];
	}
}

static void quiet_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct picture *picture = context;
	size_t start = ff_cost_index(picture->scene->cost, 0, y);

	for (int32_t x = 0; x < picture->scene->cost->w; x++)
		colours[x] = colour_of(picture, start + (size_t)x);
}

static void hue_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct picture *picture = context;
	size_t start = ff_cost_index(picture->scene->cost, 0, y);
	const uint8_t *direction = picture->scene->flow->cells + start;

	for (int32_t x = 0; x < picture->scene->cost->w; x++)
		colours[x] = direction[x] != FF_NONE ? direction[x]
						     : colour_of(picture, start + (size_t)x);
}

/* Whether the straight line of 'cells' steps that way stays on open cells and cuts no corner. */
static bool clear(const struct ff_cost *cost, int64_t x, int64_t y, int dx, int dy, int cells)
{
	for (; cells > 0; cells--, x += dx, y += dy)
		if (!ff_cost_open(cost, x + dx, y + dy) || !ff_cost_open(cost, x + dx, y) ||
		    !ff_cost_open(cost, x, y + dy))
			return false;
	return true;
}

struct arrow {
	uint8_t mask[FF_ARROW_SIZE_MAX * FF_ARROW_SIZE_MAX]; /* [size*size] */
	struct ff_flow_step cells[CELLS_MAX]; /* [count]  that it lies on, from its own */
	int count;
};

struct arrows {
	int scale;
	int side; /* cells of a block, a side: 1..SIDE_MAX */
	int size; /* pixels of an arrow's square: 1..FF_ARROW_SIZE_MAX */
	struct arrow to[FF_DIRECTIONS];
	int order[SIDE_MAX * SIDE_MAX]; /* [side*side]  a block's cells, from its middle outwards */
};

/* How far a cell is from its block's middle, in half cells, squared. */
static int off_middle(int cell, int side)
{
	int x = 2 * (cell % side) - (side - 1), y = 2 * (cell / side) - (side - 1);

	return x * x + y * y;
}

/* Which cell from its own the arrow's n-th row or column of pixels lies on. */
static int cell_of(const struct arrows *arrows, int n)
{
	int pixel = n - arrows->size / 2 + arrows->scale / 2;

	return (pixel + SIDE_MAX * arrows->scale) / arrows->scale - SIDE_MAX;
}

static void make_arrow(struct arrows *arrows, enum ff_direction direction)
{
	struct arrow *arrow = &arrows->to[direction];
	struct ff_flow_step step = ff_flow_steps[direction];
	double length = unit[abs(step.dx) + abs(step.dy)];
	bool seen[2 * SIDE_MAX + 1][2 * SIDE_MAX + 1] = {{false}};

	ff_arrow_mask(arrows->size, step.dx * length, step.dy * length, arrow->mask);
	arrow->count = 0;
	for (int i = 0; i < arrows->size * arrows->size; i++) {
		int dx = cell_of(arrows, i % arrows->size), dy = cell_of(arrows, i / arrows->size);

		if (arrow->mask[i] == 0 || seen[dy + SIDE_MAX][dx + SIDE_MAX])
			continue;
		seen[dy + SIDE_MAX][dx + SIDE_MAX] = true;
		arrow->cells[arrow->count++] = (struct ff_flow_step){(int8_t)dx, (int8_t)dy};
	}
}

static void make_arrows(struct arrows *arrows, int scale)
{
	arrows->scale = scale;
	arrows->side = scale >= SINGLE ? 1 : (BLOCK + scale - 1) / scale;
	arrows->size = arrows->side * scale;
	if (arrows->size > FF_ARROW_SIZE_MAX)
		arrows->size = FF_ARROW_SIZE_MAX;
	for (int d = 0; d < FF_DIRECTIONS; d++)
		make_arrow(arrows, (enum ff_direction)d);
	for (int i = 0; i < arrows->side * arrows->side; i++) {
		int j = i;

		for (; j > 0 &&
		       off_middle(i, arrows->side) < off_middle(arrows->order[j - 1], arrows->side);
		     j--)
			arrows->order[j] = arrows->order[j - 1];
		arrows->order[j] = i;
	}
}

/* Whether the arrow of cell x,y lies on reached cells only, and cuts no corner. */
static bool fits(const struct arrows *arrows, const struct ff_scene *scene, int32_t x, int32_t y,
		 int direction)
{
	struct ff_flow_step step = ff_flow_steps[direction];
	const struct arrow *arrow = &arrows->to[direction];
	int reach = arrows->side == 1 ? 0 : (int)(FF_ARROW_REACH * arrows->side + 0.5);

	for (int i = 0; i < arrow->count; i++) {
		int64_t cx = x + arrow->cells[i].dx, cy = y + arrow->cells[i].dy;

		if (!ff_cost_inside(scene->cost, cx, cy) ||
		    scene->classes->cells[cy * scene->classes->w + cx] != FF_REACHED)
			return false;
	}
	return clear(scene->cost, x, y, step.dx, step.dy, reach) &&
	       clear(scene->cost, x, y, -step.dx, -step.dy, reach);
}

enum place { EMPTY, NO_ROOM, ROOM };

/* Where the arrow of the block from left,top on goes: the first cell on which one fits.
 * EMPTY: no cell of the block has a direction. */
static enum place find_place(const struct arrows *arrows, const struct ff_scene *scene,
			     int32_t left, int32_t top, int32_t *x, int32_t *y)
{
	enum place place = EMPTY;

	for (int i = 0; i < arrows->side * arrows->side && place != ROOM; i++) {
		int direction;

		*x = left + arrows->order[i] % arrows->side;
		*y = top + arrows->order[i] / arrows->side;
		if (!ff_cost_inside(scene->cost, *x, *y))
			continue;
		direction = scene->flow->cells[ff_cost_index(scene->cost, *x, *y)];
		if (direction != FF_NONE)
			place = fits(arrows, scene, *x, *y, direction) ? ROOM : NO_ROOM;
	}
	return place;
}

/* Whether half of the whole blocks with directions have room for an arrow. */
static bool mostly_fit(const struct arrows *arrows, const struct ff_scene *scene)
{
	int64_t count[3] = {0};
	int32_t cx, cy;

	for (int32_t y = 0; y <= scene->cost->h - arrows->side; y += arrows->side)
		for (int32_t x = 0; x <= scene->cost->w - arrows->side; x += arrows->side)
			count[find_place(arrows, scene, x, y, &cx, &cy)]++;
	return count[ROOM] >= count[NO_ROOM];
}

/* Inks what the arrow of cell x,y covers. */
static void draw_arrow(struct ff_image *image, const struct arrows *arrows, int32_t x, int32_t y,
		       int direction)
{
	const uint8_t *mask = arrows->to[direction].mask;
	int64_t left = (int64_t)x * arrows->scale + arrows->scale / 2 - arrows->size / 2;
	int64_t top = (int64_t)y * arrows->scale + arrows->scale / 2 - arrows->size / 2;

	for (int row = 0; row < arrows->size; row++)
		for (int column = 0; column < arrows->size; column++) {
			uint8_t ink = mask[row * arrows->size + column];
			int64_t at = (top + row) * image->w + left + column;

			/* Arrows of neighbouring blocks may touch. */
			if (ink > 0 && ink > image->pixels[at] % FF_ARROW_COVERAGE)
				image->pixels[at] =
					(uint8_t)(image->pixels[at] -
						  image->pixels[at] % FF_ARROW_COVERAGE + ink);
		}
}

static enum ff_status draw_quiet(const struct ff_scene *scene, const struct ff_style *style,
				 const struct arrows *arrows, struct ff_image *image,
				 struct ff_error *err)
{
	static const struct ff_colour light = {252, 252, 250}, dark = {150, 164, 176},
				      ink = {0, 52, 156};
	struct ff_cost_range costs = ff_cost_range(scene->cost);
	int span = costs.most - costs.least;
	struct picture picture = {.scene = scene};
	struct ff_legend legend = {
		.title = "arrow: way to go   grey: cost of a cell",
		.swatches = ff_legend_fixed,
		.count = FF_LEGEND_FIXED,
		.levels = SHADES,
		.stride = FF_ARROW_COVERAGE,
		.first = costs.least,
		.last = costs.most,
	};
	int32_t cx, cy;
	enum ff_status st;

	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	for (int shade = 0; shade < SHADES; shade++)
		for (int part = 0; part < FF_ARROW_COVERAGE; part++)
			image->palette[shade * FF_ARROW_COVERAGE + part] =
				mix(mix(light, dark, shade, SHADES - 1), ink, part,
				    FF_ARROW_COVERAGE - 1);
	image->palette[FF_COLORMAP_WALL] = wall;
	for (int c = costs.least; c <= costs.most; c++)
		picture.shades[c] =
			(uint8_t)((span == 0 ? 0 : (c - costs.least) * (SHADES - 1) / span) *
				  FF_ARROW_COVERAGE);
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, quiet_row, &picture);
	for (int32_t y = 0; y < scene->cost->h; y += arrows->side)
		for (int32_t x = 0; x < scene->cost->w; x += arrows->side)
			if (find_place(arrows, scene, x, y, &cx, &cy) == ROOM)
				draw_arrow(image, arrows, cx, cy,
					   scene->flow->cells[ff_cost_index(scene->cost, cx, cy)]);
	ff_marker_goals(image, scene->goals, style->scale, FF_COLORMAP_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}

/* Which of the eight directions an offset from the middle lies in. */
static enum ff_direction sector(int dx, int dy)
{
	int w = abs(dx), h = abs(dy);

	/* tan(22.5 degrees) is 0.4142 */
	if (h * 10000 < w * 4142)
		return dx > 0 ? FF_E : FF_W;
	if (w * 10000 < h * 4142)
		return dy > 0 ? FF_S : FF_N;
	return dx > 0 ? (dy > 0 ? FF_SE : FF_NE) : (dy > 0 ? FF_SW : FF_NW);
}

/* How much the wheel would hide there: colours that say something, and goals above all. */
static int64_t hidden(const struct ff_scene *scene, int64_t x, int64_t y, int64_t side)
{
	enum { GOAL = 1 << 20 };
	int64_t count = 0;

	for (int64_t row = y; row < y + side; row++)
		for (int64_t column = x; column < x + side; column++) {
			int64_t i = row * scene->cost->w + column;
			bool inside = ff_cost_inside(scene->cost, column, row);

			if (inside && scene->classes->cells[i] == FF_GOAL)
				count += GOAL;
			else if (inside && (scene->flow->cells[i] != FF_NONE ||
					    scene->classes->cells[i] == FF_UNREACHED))
				count++;
		}
	return count;
}

/* The wheel that says which colour is which way, in the corner where it hides least. */
static void draw_wheel(struct ff_image *image, const struct ff_scene *scene, int scale)
{
	enum { RADIUS = 44, MARGIN = 16, SIDE = 2 * (RADIUS + MARGIN) };
	const struct ff_canvas_font *font = &ff_canvas_small;
	int64_t w = (int64_t)scene->cost->w * scale, h = (int64_t)scene->cost->h * scale;
	int64_t corners[4][2] = {{w - SIDE, 0}, {0, 0}, {w - SIDE, h - SIDE}, {0, h - SIDE}};
	int64_t least = INT64_MAX, x = 0, y = 0;

	if (w < INT64_C(3) * SIDE || h < INT64_C(3) * SIDE)
		return;
	for (int i = 0; i < 4; i++) {
		int64_t count = hidden(scene, corners[i][0] / scale, corners[i][1] / scale,
				       SIDE / scale + 1);

		if (count < least) {
			least = count;
			x = corners[i][0];
			y = corners[i][1];
		}
	}
	ff_canvas_rectangle(image, x, y, SIDE, SIDE, FF_COLORMAP_PAPER);
	ff_canvas_frame(image, x, y, SIDE, SIDE, FF_COLORMAP_INK);
	x += SIDE / 2;
	y += SIDE / 2;
	for (int dy = -RADIUS; dy <= RADIUS; dy++)
		for (int dx = -RADIUS; dx <= RADIUS; dx++)
			if (dx * dx + dy * dy <= RADIUS * RADIUS && dx * dx + dy * dy >= 100)
				ff_canvas_rectangle(image, x + dx, y + dy, 1, 1,
						    (uint8_t)sector(dx, dy));
	ff_canvas_text(image, font, x - 2, y - RADIUS - 12, "N", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x - 2, y + RADIUS + 5, "S", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x - RADIUS - 10, y - 4, "W", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x + RADIUS + 6, y - 4, "E", FF_COLORMAP_INK);
}

static enum ff_status draw_hues(const struct ff_scene *scene, const struct ff_style *style,
				struct ff_image *image, struct ff_error *err)
{
	static const struct ff_legend_swatch swatches[] = {
		{FF_N, "N"},
		{FF_NE, "NE"},
		{FF_E, "E"},
		{FF_SE, "SE"},
		{FF_S, "S"},
		{FF_SW, "SW"},
		{FF_W, "W"},
		{FF_NW, "NW"},
		{FF_COLORMAP_GOAL, "goal"},
		{FF_COLORMAP_UNREACHED, "unreached"},
		{FF_COLORMAP_WALL, "wall"},
	};
	struct picture picture = {.scene = scene};
	struct ff_legend legend = {
		.title = "way to go",
		.swatches = swatches,
		.count = sizeof swatches / sizeof swatches[0],
	};
	enum ff_status st;

	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	for (int d = 0; d < FF_DIRECTIONS; d++)
		image->palette[d] = hues[d];
	image->palette[FF_COLORMAP_WALL] = wall;
	image->palette[FF_COLORMAP_UNREACHED] = unreached;
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, hue_row, &picture);
	draw_wheel(image, scene, style->scale);
	ff_marker_goals(image, scene->goals, style->scale, FF_COLORMAP_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, struct ff_error *err)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	struct arrows arrows;

	if (style->scale == 1 || (style->scale < SINGLE && (w > LARGE || h > LARGE)))
		return draw_hues(scene, style, image, err);
	make_arrows(&arrows, style->scale);
	if (!mostly_fit(&arrows, scene))
		return draw_hues(scene, style, image, err);
	return draw_quiet(scene, style, &arrows, image, err);
}
