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
	double thin = 0.6 / size; /* a shaft is never thinner than a pixel and a bit */

	return (struct ff_arrow_shape){0.02, 0.24, thin > 0.065 ? thin : 0.065};
}

/* A point of the arrow's own axes, for a square of side 1. */
static bool covers(const struct ff_arrow_shape *shape, double along, double across)
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

				inside += covers(&shape, px * dx + py * dy, py * dx - px * dy);
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
	LARGE = 512,               /* cells a side of a map whose directions are colours */
	STEEPEST = 64,             /* a slope of 1 */
	SLOPES = 2 * STEEPEST + 1, /* towards each of the four sides: east, west, south, north */
};
_Static_assert(4 * SLOPES == FF_ARROW_LAYOUT_ARROWS, "an arrow for each slope");

/* Cells by where they are from an arrow's own. */
struct cells {
	struct ff_flow_step at[CELLS_MAX]; /* [count]  no two alike */
	int count;
};

struct ff_arrow_layout_arrow {
	uint8_t *mask;      /* [size*size]  NULL: it is not made */
	struct cells below; /* those that it lies on */
	struct cells line;  /* those that its line runs through or touches at a corner */
	double dx, dy;
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
static int cell_of(const struct ff_arrow_layout *spots, int n)
{
	int pixel = n - spots->size / 2 + spots->scale / 2;

	return (pixel + SIDE_MAX * spots->scale) / spots->scale - SIDE_MAX;
}

static void make_arrow(const struct ff_arrow_layout *spots, struct ff_arrow_layout_arrow *arrow,
		       bool upright, int sign, int slope)
{
	double across = (double)slope / STEEPEST, along = sqrt(1 / (1 + across * across));
	int reach = spots->side == 1 ? 0 : (int)(FF_ARROW_REACH * spots->side + 0.5);

	arrow->dx = sign * (upright ? across * along : along);
	arrow->dy = sign * (upright ? along : across * along);
	ff_arrow_mask(spots->size, arrow->dx, arrow->dy, arrow->mask);
	for (int i = 0; i < spots->size * spots->size; i++)
		if (arrow->mask[i] > 0)
			add_cell(&arrow->below, cell_of(spots, i % spots->size),
				 cell_of(spots, i / spots->size));
	add_line(&arrow->line, upright, slope, reach);
}

/* Which arrow a vector other than 0,0 has. */
static int arrow_to(const struct ff_arrow_layout *spots, struct ff_flow_vector v)
{
	bool upright = fabsf(v.dy) > fabsf(v.dx);
	double along = upright ? v.dy : v.dx, across = upright ? v.dx : v.dy;
	int slope = (int)lround(across / along * STEEPEST), sign = along < 0 ? -1 : 1;
	int number = (upright * 2 + (sign < 0)) * SLOPES + STEEPEST + slope;
	size_t side = (size_t)spots->size;
	struct ff_arrow_layout_arrow *arrow = &spots->to[number];

	if (arrow->mask == NULL) {
		arrow->mask = spots->masks + (size_t)number * side * side;
		make_arrow(spots, arrow, upright, sign, slope);
	}
	return number;
}

bool ff_arrow_layout_open(struct ff_arrow_layout *spots, int scale)
{
	*spots = (struct ff_arrow_layout){.scale = scale};
	spots->side = scale >= SINGLE ? 1 : (BLOCK + scale - 1) / scale;
	if (spots->side > SIDE_MAX) /* a scale of 1 has none */
		spots->side = SIDE_MAX;
	spots->size = spots->side * scale;
	if (spots->size > FF_ARROW_SIZE_MAX)
		spots->size = FF_ARROW_SIZE_MAX;
	spots->to = calloc((size_t)FF_ARROW_LAYOUT_ARROWS, sizeof *spots->to);
	spots->masks = malloc((size_t)FF_ARROW_LAYOUT_ARROWS * (size_t)(spots->size * spots->size));
	if (spots->to == NULL || spots->masks == NULL)
		return false;
	for (int i = 0; i < spots->side * spots->side; i++) {
		int j = i;

		for (; j > 0 &&
		       off_middle(i, spots->side) < off_middle(spots->order[j - 1], spots->side);
		     j--)
			spots->order[j] = spots->order[j - 1];
		spots->order[j] = i;
	}
	return true;
}

void ff_arrow_layout_free(struct ff_arrow_layout *spots)
{
	free(spots->to);
	free(spots->masks);
}

/* Whether an arrow lies on reached cells only, and cuts no corner. */
static bool fits(const struct ff_arrow_layout *spots, const struct ff_scene *scene,
		 const struct ff_arrow_place *spot)
{
	const struct ff_arrow_layout_arrow *arrow = &spots->to[spot->number];
	const struct cells *below = &arrow->below, *line = &arrow->line;

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
static enum place find_spot(const struct ff_arrow_layout *spots, const struct ff_scene *scene,
			    int32_t left, int32_t top, struct ff_arrow_place *spot)
{
	enum place place = EMPTY;

	for (int i = 0; i < spots->side * spots->side && place != ROOM; i++) {
		int32_t x = left + spots->order[i] % spots->side;
		int32_t y = top + spots->order[i] / spots->side;
		size_t cell;

		if (!ff_cost_inside(scene->cost, x, y))
			continue;
		cell = ff_cost_index(scene->cost, x, y);
		if (scene->flow->cells[cell] == FF_NONE)
			continue;
		*spot = (struct ff_arrow_place){
			x, y, arrow_to(spots, ff_flow_vector_at(scene->flow, cell))};
		place = fits(spots, scene, spot) ? ROOM : NO_ROOM;
	}
	return place;
}

/* Half of the whole blocks with directions have to have room for an arrow. */
bool ff_arrow_layout_worth(const struct ff_arrow_layout *spots, const struct ff_scene *scene)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	int64_t count[3] = {0};
	struct ff_arrow_place spot;

	if (spots->scale == 1 || (spots->scale < SINGLE && (w > LARGE || h > LARGE)))
		return false;
	for (int32_t y = 0; y <= h - spots->side; y += spots->side)
		for (int32_t x = 0; x <= w - spots->side; x += spots->side)
			count[find_spot(spots, scene, x, y, &spot)]++;
	return count[ROOM] >= count[NO_ROOM];
}

void ff_arrow_layout_each(const struct ff_arrow_layout *spots, const struct ff_scene *scene,
			  void (*put)(void *context, const struct ff_arrow_place *spot),
			  void *context)
{
	struct ff_arrow_place spot;

	for (int32_t y = 0; y < scene->cost->h; y += spots->side)
		for (int32_t x = 0; x < scene->cost->w; x += spots->side)
			if (find_spot(spots, scene, x, y, &spot) == ROOM)
				put(context, &spot);
}

const uint8_t *ff_arrow_layout_mask(const struct ff_arrow_layout *spots, int number)
{
	return spots->to[number].mask;
}

void ff_arrow_layout_vector(const struct ff_arrow_layout *spots, int number, double *dx, double *dy)
{
	*dx = spots->to[number].dx;
	*dy = spots->to[number].dy;
}
