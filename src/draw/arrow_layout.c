/*
 * An arrow of one cell lies inside of it.  One for a block of cells is longer than a cell: it is
 * drawn only where every cell that its outline touches is reached, so it never seems to cross a
 * wall or to cut a corner.  Its place is the first that has room, from the block's middle outwards.
 */
#include "draw/arrow_layout.h"

#include <math.h>

enum {
	BLOCK = 16,   /* pixels of a block's side, at least */
	LARGEST = 48, /* pixels of an arrow's square, at most */
	PLACES = 7,   /* along a block's side that are tried, at most */
};

struct ff_arrow_layout ff_arrow_layout_of(double scale)
{
	struct ff_arrow_layout layout = {.side = 1, .pixel = 1 / scale};

	if (scale < FF_ARROW_SINGLE)
		layout.side = (int32_t)ceil(BLOCK / scale);
	layout.size = fmin(layout.side, LARGEST / scale);
	return layout;
}

void ff_arrow_outline(const struct ff_arrow_layout *layout, const struct ff_arrow *arrow,
		      double rim, struct ff_point points[FF_ARROW_POINTS])
{
	double size = layout->size;
	double tip = FF_ARROW_REACH * size, back = 0.02 * size;
	double slope = 0.24 * size / (tip - back); /* of the head's sides */
	/* At least a pixel and a bit wide. */
	double shaft = fmax(0.065 * size, 0.6 * layout->pixel) + rim;
	double end = tip + rim * sqrt(1 + slope * slope) / slope, base = back - rim;
	double head = slope * (end - base);
	const struct ff_point own[FF_ARROW_POINTS] = {
		{-tip - rim, shaft}, {base, shaft},  {base, head},        {end, 0},
		{base, -head},       {base, -shaft}, {-tip - rim, -shaft}};

	for (int i = 0; i < FF_ARROW_POINTS; i++) {
		points[i].x = arrow->middle.x + own[i].x * arrow->dx - own[i].y * arrow->dy;
		points[i].y = arrow->middle.y + own[i].x * arrow->dy + own[i].y * arrow->dx;
	}
}

/* Sets the stretch of a row of cells that a convex polygon covers; false: none. */
static bool find_stretch(const struct ff_point *points, int count, double row, double *from,
			 double *to)
{
	*from = HUGE_VAL;
	*to = -HUGE_VAL;
	for (int i = 0; i < count; i++) {
		struct ff_point a = points[i], b = points[(i + 1) % count];
		double first = fmax(row, fmin(a.y, b.y)), last = fmin(row + 1, fmax(a.y, b.y));
		/* The end of a level edge is the start of the next one. */
		double run = b.y != a.y ? (b.x - a.x) / (b.y - a.y) : 0;

		if (first > last)
			continue;
		*from = fmin(*from, a.x + fmin((first - a.y) * run, (last - a.y) * run));
		*to = fmax(*to, a.x + fmax((first - a.y) * run, (last - a.y) * run));
	}
	return *from < *to;
}

/* Returns true if a convex polygon lies on reached cells only. */
static bool lies_on_reached(const struct ff_scene *scene, const struct ff_point *points, int count)
{
	static const double hair = 1e-6; /* cells: a side that is only met is not touched */
	const struct ff_classes *classes = scene->classes;
	double top = HUGE_VAL, bottom = -HUGE_VAL, from, to;

	for (int i = 0; i < count; i++) {
		top = fmin(top, points[i].y);
		bottom = fmax(bottom, points[i].y);
	}
	for (int32_t y = (int32_t)floor(top + hair); y < bottom - hair; y++) {
		if (!find_stretch(points, count, y, &from, &to))
			continue;
		if (y < 0 || y >= classes->h || from < -hair || to > classes->w + hair)
			return false;
		for (int32_t x = (int32_t)floor(from + hair); x < to - hair; x++)
			if (classes->cells[(size_t)y * (size_t)classes->w + (size_t)x] !=
			    FF_REACHED)
				return false;
	}
	return true;
}

/* Sets the arrow of a cell; false: it has no direction, or no room. */
static bool try_cell(const struct ff_arrow_layout *layout, const struct ff_scene *scene, int32_t x,
		     int32_t y, struct ff_arrow *arrow)
{
	struct ff_point outline[FF_ARROW_POINTS];
	struct ff_flow_vector way;
	size_t cell;

	if (!ff_cost_inside(scene->cost, x, y))
		return false;
	cell = ff_cost_index(scene->cost, x, y);
	if (scene->flow->cells[cell] == FF_NONE)
		return false;
	way = ff_flow_vector_at(scene->flow, cell);
	*arrow = (struct ff_arrow){{x + 0.5, y + 0.5}, way.dx, way.dy};
	if (layout->side == 1)
		return true;
	ff_arrow_outline(layout, arrow, 0, outline);
	const struct ff_point shaft[] = {outline[0], outline[1], outline[5], outline[6]};
	return lies_on_reached(scene, shaft, 4) && lies_on_reached(scene, outline + 2, 3);
}

bool ff_arrow_find(const struct ff_arrow_layout *layout, const struct ff_scene *scene, int32_t left,
		   int32_t top, struct ff_arrow *arrow)
{
	int32_t step = (layout->side + PLACES - 1) / PLACES, half = layout->side / 2;
	int32_t rings = half / step;

	for (int32_t ring = 0; ring <= rings; ring++)
		for (int32_t i = -ring; i <= ring; i++)
			for (int32_t j = -ring; j <= ring; j++) {
				int32_t x = half + j * step, y = half + i * step;

				if ((i == ring || i == -ring || j == ring || j == -ring) &&
				    x < layout->side && y < layout->side &&
				    try_cell(layout, scene, left + x, top + y, arrow))
					return true;
			}
	return false;
}
