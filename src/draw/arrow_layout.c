/*
 * Arrows are made when first used, one for each 64th of the slope against the nearer axis: within
 * half a degree, and exact for the eight directions.
 *
 * A mask samples each pixel at 4 x 4 points.  It uses only + - * /, and is the same on every
 * machine.
 */
#include "draw/arrow_layout.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/map/field.h"

struct ff_arrow_shape ff_arrow_shape(int size)
{
	double thin = 0.6 / size; /* at least a pixel and a bit */

	return (struct ff_arrow_shape){0.02, 0.24, thin > 0.065 ? thin : 0.065};
}

/* Returns true if an arrow covers a point of its own axes, for a square of side 1. */
static bool arrow_covers(const struct ff_arrow_shape *shape, double along, double across)
{
	double half = across < 0 ? -across : across;

	if (along < -FF_ARROW_REACH || along > FF_ARROW_REACH)
		return false;
	if (along >= shape->back)
		return half <=
		       shape->head * (FF_ARROW_REACH - along) / (FF_ARROW_REACH - shape->back);
	return half <= shape->shaft;
}

void ff_arrow_mask(int size, double dx, double dy, uint8_t *mask)
{
	enum { POINTS = 4 };
	struct ff_arrow_shape shape = ff_arrow_shape(size);

	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++) {
			int inside = 0;

			for (int i = 0; i < POINTS * POINTS; i++) {
				int column = i % POINTS, row = i / POINTS;
				double px = (x + (column + 0.5) / POINTS) / size - 0.5;
				double py = (y + (row + 0.5) / POINTS) / size - 0.5;

				inside +=
					arrow_covers(&shape, px * dx + py * dy, py * dx - px * dy);
			}
			mask[y * size + x] =
				(uint8_t)((inside * (FF_ARROW_COVERAGE - 1) + POINTS * POINTS / 2) /
					  (POINTS * POINTS));
		}
}

enum {
	SINGLE = 8, /* pixels of a cell that has room for an arrow */
	BLOCK = 14, /* pixels of a block, at least */
	SIDE_MAX = FF_ARROW_LAYOUT_SIDE_MAX,
	CELLS_MAX = (SIDE_MAX + 1) * (SIDE_MAX + 1), /* that an arrow can lie on */
	LARGE = 512,               /* cells a side: larger maps have a colour for each direction */
	STEEPEST = 64,             /* a slope of 1 */
	SLOPES = 2 * STEEPEST + 1, /* for each of the four sides: east, west, south, north */
};
_Static_assert(4 * SLOPES == FF_ARROW_LAYOUT_ARROWS, "an arrow for each slope");

/* Cells, relative to an arrow's own. */
struct cells {
	struct ff_flow_step at[CELLS_MAX]; /* [count]  no two alike */
	int count;
};

struct ff_arrow_layout_arrow {
	uint8_t *mask;      /* [size*size]  NULL: it is not made */
	struct cells below; /* under the arrow */
	struct cells line;  /* under its line, corners included */
	double dx, dy;
};

static void add_cell(struct cells *cells, int dx, int dy)
{
	for (int i = 0; i < cells->count; i++)
		if (cells->at[i].dx == dx && cells->at[i].dy == dy)
			return;
	cells->at[cells->count++] = (struct ff_flow_step){(int8_t)dx, (int8_t)dy};
}

/* Adds the cells on a line that goes 'reach' cells along an axis from the middle of a cell, both
 * ways, and slope / STEEPEST times that along the other. */
static void add_line(struct cells *cells, bool upright, int slope, int reach)
{
	enum { CELL = 2 * STEEPEST }; /* half a cell along is slope / CELL cells across */
	int sign = slope < 0 ? -1 : 1;

	/* It passes from cell to cell after each odd number of half cells. */
	for (int half = 1; half <= 2 * reach; half++) {
		int off = half * abs(slope); /* CELLths of a cell across */
		/* The same row, except where two rows meet. */
		int rows[2] = {(off + CELL / 2 - 1) / CELL, (off + CELL / 2) / CELL};

		for (int i = 0; i < 4; i++) {
			int along = (half + i % 2) / 2, across = sign * rows[i / 2];
			int dx = upright ? across : along, dy = upright ? along : across;

			add_cell(cells, dx, dy);
			add_cell(cells, -dx, -dy);
		}
	}
}

/* Returns the distance of a cell from its block's middle, in half cells, squared. */
static int off_middle(int cell, int side)
{
	int x = 2 * (cell % side) - (side - 1), y = 2 * (cell / side) - (side - 1);

	return x * x + y * y;
}

/* Returns the cell, relative to an arrow's own, of its n-th row or column of pixels. */
static int cell_under(const struct ff_arrow_layout *layout, int n)
{
	int pixel = n - layout->size / 2 + layout->scale / 2;

	return (pixel + SIDE_MAX * layout->scale) / layout->scale - SIDE_MAX;
}

static void make_arrow(const struct ff_arrow_layout *layout, struct ff_arrow_layout_arrow *arrow,
		       bool upright, int sign, int slope)
{
	double across = (double)slope / STEEPEST, along = sqrt(1 / (1 + across * across));
	int reach = layout->side == 1 ? 0 : (int)(FF_ARROW_REACH * layout->side + 0.5);

	arrow->dx = sign * (upright ? across * along : along);
	arrow->dy = sign * (upright ? along : across * along);
	ff_arrow_mask(layout->size, arrow->dx, arrow->dy, arrow->mask);
	for (int i = 0; i < layout->size * layout->size; i++)
		if (arrow->mask[i] > 0)
			add_cell(&arrow->below, cell_under(layout, i % layout->size),
				 cell_under(layout, i / layout->size));
	add_line(&arrow->line, upright, slope, reach);
}

/* Returns the number of the arrow along a vector other than 0,0; makes it on first use. */
static int find_arrow(const struct ff_arrow_layout *layout, struct ff_flow_vector v)
{
	bool upright = fabsf(v.dy) > fabsf(v.dx);
	double along = upright ? v.dy : v.dx, across = upright ? v.dx : v.dy;
	int slope = (int)lround(across / along * STEEPEST), sign = along < 0 ? -1 : 1;
	int number = (upright * 2 + (sign < 0)) * SLOPES + STEEPEST + slope;
	size_t side = (size_t)layout->size;
	struct ff_arrow_layout_arrow *arrow = &layout->to[number];

	if (arrow->mask == NULL) {
		arrow->mask = layout->masks + (size_t)number * side * side;
		make_arrow(layout, arrow, upright, sign, slope);
	}
	return number;
}

bool ff_arrow_layout_open(struct ff_arrow_layout *layout, int scale)
{
	*layout = (struct ff_arrow_layout){.scale = scale};
	layout->side = scale >= SINGLE ? 1 : (BLOCK + scale - 1) / scale;
	if (layout->side > SIDE_MAX) /* a scale of 1 has none */
		layout->side = SIDE_MAX;
	layout->size = layout->side * scale;
	if (layout->size > FF_ARROW_SIZE_MAX)
		layout->size = FF_ARROW_SIZE_MAX;
	layout->to = calloc((size_t)FF_ARROW_LAYOUT_ARROWS, sizeof *layout->to);
	layout->masks =
		malloc((size_t)FF_ARROW_LAYOUT_ARROWS * (size_t)(layout->size * layout->size));
	if (layout->to == NULL || layout->masks == NULL)
		return false;
	for (int i = 0; i < layout->side * layout->side; i++) {
		int j = i;

		for (; j > 0 &&
		       off_middle(i, layout->side) < off_middle(layout->order[j - 1], layout->side);
		     j--)
			layout->order[j] = layout->order[j - 1];
		layout->order[j] = i;
	}
	return true;
}

void ff_arrow_layout_free(struct ff_arrow_layout *layout)
{
	free(layout->to);
	free(layout->masks);
}

/* Returns true if an arrow lies on reached cells only, and cuts no corner. */
static bool arrow_fits(const struct ff_arrow_layout *layout, const struct ff_scene *scene,
		       const struct ff_arrow_place *place)
{
	const struct ff_arrow_layout_arrow *arrow = &layout->to[place->number];
	const struct cells *below = &arrow->below, *line = &arrow->line;

	for (int i = 0; i < below->count; i++) {
		int64_t x = place->x + below->at[i].dx, y = place->y + below->at[i].dy;

		if (!ff_cost_inside(scene->cost, x, y) ||
		    scene->classes->cells[y * scene->classes->w + x] != FF_REACHED)
			return false;
	}
	for (int i = 0; i < line->count; i++)
		if (!ff_cost_open(scene->cost, (int64_t)place->x + line->at[i].dx,
				  (int64_t)place->y + line->at[i].dy))
			return false;
	return true;
}

enum room { EMPTY, NO_ROOM, ROOM };

/* Sets the place of the block from left,top on: the first cell on which its arrow fits. EMPTY: no
 * cell of the block has a direction. */
static enum room find_place(const struct ff_arrow_layout *layout, const struct ff_scene *scene,
			    int32_t left, int32_t top, struct ff_arrow_place *place)
{
	enum room room = EMPTY;

	for (int i = 0; i < layout->side * layout->side && room != ROOM; i++) {
		int32_t x = left + layout->order[i] % layout->side;
		int32_t y = top + layout->order[i] / layout->side;
		size_t cell;

		if (!ff_cost_inside(scene->cost, x, y))
			continue;
		cell = ff_cost_index(scene->cost, x, y);
		if (scene->flow->cells[cell] == FF_NONE)
			continue;
		*place = (struct ff_arrow_place){
			x, y, find_arrow(layout, ff_flow_vector_at(scene->flow, cell))};
		room = arrow_fits(layout, scene, place) ? ROOM : NO_ROOM;
	}
	return room;
}

/* Returns true if at least half of the whole blocks with directions have room for an arrow. */
bool ff_arrow_layout_worth(const struct ff_arrow_layout *layout, const struct ff_scene *scene)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	int64_t count[3] = {0};
	struct ff_arrow_place place;

	if (layout->scale == 1 || (layout->scale < SINGLE && (w > LARGE || h > LARGE)))
		return false;
	for (int32_t y = 0; y <= h - layout->side; y += layout->side)
		for (int32_t x = 0; x <= w - layout->side; x += layout->side)
			count[find_place(layout, scene, x, y, &place)]++;
	return count[ROOM] >= count[NO_ROOM];
}

void ff_arrow_layout_each(const struct ff_arrow_layout *layout, const struct ff_scene *scene,
			  void (*put)(void *context, const struct ff_arrow_place *place),
			  void *context)
{
	struct ff_arrow_place place;

	for (int32_t y = 0; y < scene->cost->h; y += layout->side)
		for (int32_t x = 0; x < scene->cost->w; x += layout->side)
			if (find_place(layout, scene, x, y, &place) == ROOM)
				put(context, &place);
}

const uint8_t *ff_arrow_layout_mask(const struct ff_arrow_layout *layout, int number)
{
	return layout->to[number].mask;
}

void ff_arrow_layout_vector(const struct ff_arrow_layout *layout, int number, double *dx,
			    double *dy)
{
	*dx = layout->to[number].dx;
	*dy = layout->to[number].dy;
}
