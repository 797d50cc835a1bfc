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
 *
 * Directions are any angle.  Arrows are made when they are first wanted, one
 * for each 64th of the slope of their line against the axis that it is nearer
 * to: within half a degree, and exact for the eight directions.
 */
#include "draw/draw_arrows.h"

#include <math.h>
#include <stdlib.h>

#include "draw/arrow.h"
#include "draw/canvas.h"
#include "draw/closed.h"
#include "draw/legend.h"
#include "draw/marker.h"

enum {
	SHADES = FF_COLORMAP_LEVELS / FF_ARROW_COVERAGE,
	SINGLE = 8,           /* pixels of a cell that has room for an arrow */
	BLOCK = 14,           /* pixels of a block, at least */
	SIDE_MAX = BLOCK / 2, /* cells of a block, a side, at the smallest scale with blocks */
	CELLS_MAX = (SIDE_MAX + 1) * (SIDE_MAX + 1), /* that an arrow can lie on */
	LARGE = 512,               /* cells a side of a map whose directions are colours */
	STEEPEST = 64,             /* a slope of 1 */
	SLOPES = 2 * STEEPEST + 1, /* towards each of the four sides */
};

/* OKLCH (B. Ottosson, 2020): hues 45 degrees apart, chroma 0.11, lightness 0.84 and, for
 * eyes that tell fewer hues, 0.64 on the diagonals. */
static const struct ff_colour hues[FF_DIRECTIONS] = {
	[FF_N] = {139, 210, 255},  [FF_NE] = {139, 128, 202}, [FF_E] = {248, 175, 231},
	[FF_SE] = {198, 111, 112}, [FF_S] = {252, 188, 124},  [FF_SW] = {144, 146, 59},
	[FF_W] = {142, 224, 171},  [FF_NW] = {0, 160, 166},
};

static const struct ff_colour wall = {84, 88, 96}, closed = {140, 124, 104};

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
	if (ff_scene_closed(picture->scene, i))
		return FF_COLORMAP_CLOSED;
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
	bool has_closed = picture->scene->cost != picture->scene->map;
	size_t start = ff_cost_index(picture->scene->cost, 0, y);
	const uint8_t *direction = picture->scene->flow->cells + start;
	const uint8_t *class = picture->scene->classes->cells + start;

	/* Classes as colour_of() has them, but without a branch. */
	for (int32_t x = 0; x < picture->scene->cost->w; x++) {
		uint8_t other = class[x] == FF_WALL        ? FF_COLORMAP_WALL
				: class[x] == FF_UNREACHED ? FF_COLORMAP_UNREACHED
				: class[x] == FF_GOAL      ? FF_COLORMAP_GOAL
							   : 0;

		colours[x] = direction[x] != FF_NONE ? direction[x] : other;
	}
	for (int32_t x = 0; x < picture->scene->cost->w && has_closed; x++)
		if (direction[x] == FF_NONE && ff_scene_closed(picture->scene, start + (size_t)x))
			colours[x] = FF_COLORMAP_CLOSED;
}

/* Cells by where they are from an arrow's own. */
struct cells {
	struct ff_flow_step at[CELLS_MAX]; /* [count]  no two alike */
	int count;
};

struct arrow {
	uint8_t *mask;      /* [size*size]  NULL: it is not made */
	struct cells below; /* those that it lies on */
	struct cells line;  /* those that its line runs through or touches at a corner */
};

struct arrows {
	int scale;
	int side;                       /* cells of a block, a side: 1..SIDE_MAX */
	int size;                       /* pixels of an arrow's square: 1..FF_ARROW_SIZE_MAX */
	struct arrow *to;               /* [4 * SLOPES]  east, west, south, north */
	uint8_t *masks;                 /* [4 * SLOPES * size*size]  set as they are made */
	int order[SIDE_MAX * SIDE_MAX]; /* [side*side]  a block's cells, from its middle outwards */
};

static void add_cell(struct cells *cells, int dx, int dy)
{
	for (int i = 0; i < cells->count; i++)
		if (cells->at[i].dx == dx && cells->at[i].dy == dy)
			return;
	cells->at[cells->count++] = (struct ff_flow_step){(int8_t)dx, (int8_t)dy};
}

/* The cells on a line that goes from the middle of a cell 'reach' cells along an axis, both
 * ways, and slope / STEEPEST times that along the other. */
static void add_line(struct cells *cells, bool upright, int slope, int reach)
{
	enum { CELL = 2 * STEEPEST }; /* half a cell along is slope / CELL cells across */
	int sign = slope < 0 ? -1 : 1;

	/* It passes from cell to cell after each odd number of half cells. */
	for (int half = 1; half <= 2 * reach; half++) {
		int off = half * abs(slope); /* CELLths of a cell across */
		/* The same row, but where two rows meet. */
		int rows[2] = {(off + CELL / 2 - 1) / CELL, (off + CELL / 2) / CELL};

		for (int i = 0; i < 4; i++) {
			int along = (half + i % 2) / 2, across = sign * rows[i / 2];
			int dx = upright ? across : along, dy = upright ? along : across;

			add_cell(cells, dx, dy);
			add_cell(cells, -dx, -dy);
		}
	}
}

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

static void make_arrow(const struct arrows *arrows, struct arrow *arrow, bool upright, int sign,
		       int slope)
{
	double across = (double)slope / STEEPEST, along = sqrt(1 / (1 + across * across));
	int reach = arrows->side == 1 ? 0 : (int)(FF_ARROW_REACH * arrows->side + 0.5);
	double dx = sign * (upright ? across * along : along);
	double dy = sign * (upright ? along : across * along);

	ff_arrow_mask(arrows->size, dx, dy, arrow->mask);
	for (int i = 0; i < arrows->size * arrows->size; i++)
		if (arrow->mask[i] > 0)
			add_cell(&arrow->below, cell_of(arrows, i % arrows->size),
				 cell_of(arrows, i / arrows->size));
	add_line(&arrow->line, upright, slope, reach);
}

/* The arrow of a vector other than 0,0. */
static const struct arrow *arrow_to(const struct arrows *arrows, struct ff_flow_vector v)
{
	bool upright = fabsf(v.dy) > fabsf(v.dx);
	double along = upright ? v.dy : v.dx, across = upright ? v.dx : v.dy;
	int slope = (int)lround(across / along * STEEPEST), sign = along < 0 ? -1 : 1;
	int number = (upright * 2 + (sign < 0)) * SLOPES + STEEPEST + slope;
	size_t side = (size_t)arrows->size;

	struct arrow *arrow = &arrows->to[number];

	if (arrow->mask == NULL) {
		arrow->mask = arrows->masks + (size_t)number * side * side;
		make_arrow(arrows, arrow, upright, sign, slope);
	}
	return arrow;
}

/* False if memory ran out.  What there is is the caller's in any case. */
static bool make_arrows(struct arrows *arrows, int scale)
{
	*arrows = (struct arrows){.scale = scale};
	arrows->side = scale >= SINGLE ? 1 : (BLOCK + scale - 1) / scale;
	arrows->size = arrows->side * scale;
	if (arrows->size > FF_ARROW_SIZE_MAX)
		arrows->size = FF_ARROW_SIZE_MAX;
	arrows->to = calloc((size_t)4 * SLOPES, sizeof *arrows->to);
	arrows->masks = malloc((size_t)4 * SLOPES * (size_t)(arrows->size * arrows->size));
	if (arrows->to == NULL || arrows->masks == NULL)
		return false;
	for (int i = 0; i < arrows->side * arrows->side; i++) {
		int j = i;

		for (; j > 0 &&
		       off_middle(i, arrows->side) < off_middle(arrows->order[j - 1], arrows->side);
		     j--)
			arrows->order[j] = arrows->order[j - 1];
		arrows->order[j] = i;
	}
	return true;
}

/* Where an arrow goes. */
struct spot {
	int32_t x, y;
	const struct arrow *arrow;
};

/* Whether an arrow lies on reached cells only, and cuts no corner. */
static bool fits(const struct ff_scene *scene, const struct spot *spot)
{
	const struct cells *below = &spot->arrow->below, *line = &spot->arrow->line;

	for (int i = 0; i < below->count; i++) {
		int64_t x = spot->x + below->at[i].dx, y = spot->y + below->at[i].dy;

		if (!ff_cost_inside(scene->cost, x, y) ||
		    scene->classes->cells[y * scene->classes->w + x] != FF_REACHED)
			return false;
	}
	for (int i = 0; i < line->count; i++)
		if (!ff_cost_open(scene->cost, (int64_t)spot->x + line->at[i].dx,
				  (int64_t)spot->y + line->at[i].dy))
			return false;
	return true;
}

enum place { EMPTY, NO_ROOM, ROOM };

/* The spot of the block from left,top on: the first cell on which its arrow fits.
 * EMPTY: no cell of the block has a direction. */
static enum place find_spot(const struct arrows *arrows, const struct ff_scene *scene, int32_t left,
			    int32_t top, struct spot *spot)
{
	enum place place = EMPTY;

	for (int i = 0; i < arrows->side * arrows->side && place != ROOM; i++) {
		int32_t x = left + arrows->order[i] % arrows->side;
		int32_t y = top + arrows->order[i] / arrows->side;
		size_t cell;

		if (!ff_cost_inside(scene->cost, x, y))
			continue;
		cell = ff_cost_index(scene->cost, x, y);
		if (scene->flow->cells[cell] == FF_NONE)
			continue;
		*spot = (struct spot){x, y, arrow_to(arrows, ff_flow_vector_at(scene->flow, cell))};
		place = fits(scene, spot) ? ROOM : NO_ROOM;
	}
	return place;
}

/* Whether half of the whole blocks with directions have room for an arrow. */
static bool mostly_fit(const struct arrows *arrows, const struct ff_scene *scene)
{
	int64_t count[3] = {0};
	struct spot spot;

	for (int32_t y = 0; y <= scene->cost->h - arrows->side; y += arrows->side)
		for (int32_t x = 0; x <= scene->cost->w - arrows->side; x += arrows->side)
			count[find_spot(arrows, scene, x, y, &spot)]++;
	return count[ROOM] >= count[NO_ROOM];
}

/* Inks pixels; where neighbouring arrows touch, the darker ink stays. */
static void ink_row(uint8_t *restrict pixels, const uint8_t *restrict ink, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		uint8_t has = pixels[i] % FF_ARROW_COVERAGE;

		pixels[i] = (uint8_t)(pixels[i] + (ink[i] > has ? ink[i] - has : 0));
	}
}

/* Inks what an arrow covers.  Its square may run over the edge, but it does not. */
static void draw_arrow(struct ff_image *image, const struct arrows *arrows, const struct spot *spot)
{
	int64_t left = (int64_t)spot->x * arrows->scale + arrows->scale / 2 - arrows->size / 2;
	int64_t top = (int64_t)spot->y * arrows->scale + arrows->scale / 2 - arrows->size / 2;

	int64_t from = left < 0 ? -left : 0, size = arrows->size;
	int64_t to = image->w - left < size ? image->w - left : size;

	for (int64_t row = 0; row < size; row++)
		if (top + row >= 0 && top + row < image->h)
			ink_row(image->pixels + (top + row) * image->w + left + from,
				spot->arrow->mask + row * size + from, to - from);
}

static enum ff_status draw_quiet(const struct ff_scene *scene, const struct ff_style *style,
				 const struct arrows *arrows, struct ff_image *image,
				 const struct ff_machine *machine, struct ff_error *err)
{
	static const struct ff_colour light = {252, 252, 250}, dark = {150, 164, 176},
				      ink = {0, 52, 156};
	struct ff_cost_range costs = ff_cost_range(scene->cost);
	int span = costs.most - costs.least;
	struct picture picture = {.scene = scene};
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED];
	struct ff_legend legend = {
		.title = scene->flee ? "arrow: way to flee from the rings   grey: cost of a cell"
				     : "arrow: way to go   grey: cost of a cell",
		.swatches = swatches,
		.count = ff_legend_scene(scene, swatches),
		.levels = SHADES,
		.stride = FF_ARROW_COVERAGE,
		.first = costs.least,
		.last = costs.most,
	};
	struct spot spot = {0};
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
	image->palette[FF_COLORMAP_CLOSED] = closed;
	for (int c = costs.least; c <= costs.most; c++)
		picture.shades[c] =
			(uint8_t)((span == 0 ? 0 : (c - costs.least) * (SHADES - 1) / span) *
				  FF_ARROW_COVERAGE);
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, quiet_row, &picture,
			machine);
	for (int32_t y = 0; y < scene->cost->h; y += arrows->side)
		for (int32_t x = 0; x < scene->cost->w; x += arrows->side)
			if (find_spot(arrows, scene, x, y, &spot) == ROOM)
				draw_arrow(image, arrows, &spot);
	ff_marker_goals(image, scene, style->scale, FF_COLORMAP_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
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
						    (uint8_t)ff_flow_nearest(dx, dy));
	ff_canvas_text(image, font, x - 2, y - RADIUS - 12, "N", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x - 2, y + RADIUS + 5, "S", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x - RADIUS - 10, y - 4, "W", FF_COLORMAP_INK);
	ff_canvas_text(image, font, x + RADIUS + 6, y - 4, "E", FF_COLORMAP_INK);
}

static enum ff_status draw_hues(const struct ff_scene *scene, const struct ff_style *style,
				struct ff_image *image, const struct ff_machine *machine,
				struct ff_error *err)
{
	const struct ff_legend_swatch swatches[] = {
		{FF_N, "N"},
		{FF_NE, "NE"},
		{FF_E, "E"},
		{FF_SE, "SE"},
		{FF_S, "S"},
		{FF_SW, "SW"},
		{FF_W, "W"},
		{FF_NW, "NW"},
		{FF_COLORMAP_GOAL, ff_legend_goal(scene)},
		{FF_COLORMAP_UNREACHED, "unreached"},
		{FF_COLORMAP_WALL, "wall"},
		{FF_COLORMAP_CLOSED, FF_CLOSED_LABEL},
	};
	struct picture picture = {.scene = scene};
	struct ff_legend legend = {
		.title = scene->flee ? "way to flee from the rings" : "way to go",
		.swatches = swatches,
		.count = sizeof swatches / sizeof swatches[0] - (ff_closed_count(scene) == 0),
	};
	enum ff_status st;

	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &legend, err);
	if (st != FF_OK)
		return st;
	for (int d = 0; d < FF_DIRECTIONS; d++)
		image->palette[d] = hues[d];
	image->palette[FF_COLORMAP_WALL] = wall;
	image->palette[FF_COLORMAP_CLOSED] = closed;
	image->palette[FF_COLORMAP_UNREACHED] = unreached;
	ff_canvas_cells(image, scene->cost->w, scene->cost->h, style->scale, hue_row, &picture,
			machine);
	draw_wheel(image, scene, style->scale);
	ff_marker_goals(image, scene, style->scale, FF_COLORMAP_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &legend);
	return FF_OK;
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, const struct ff_machine *machine,
			      struct ff_error *err)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	struct arrows arrows;
	enum ff_status st;

	if (style->scale == 1 || (style->scale < SINGLE && (w > LARGE || h > LARGE)))
		return draw_hues(scene, style, image, machine, err);
	if (!make_arrows(&arrows, style->scale))
		st = ff_status_nomem(err, "arrows");
	else if (mostly_fit(&arrows, scene))
		st = draw_quiet(scene, style, &arrows, image, machine, err);
	else
		st = draw_hues(scene, style, image, machine, err);
	free(arrows.to);
	free(arrows.masks);
	return st;
}
