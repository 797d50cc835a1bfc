/*
 * Bilinear interpolation of unit vectors, normalised again, as in Emerson, "Crowd Pathfinding and
 * Steering Using Flow Field Tiles" (Game AI Pro, 2013, ch. 23), with two rules against what it is
 * known for.  Vectors on both sides of a wall's end, or of a ridge between two ways, point away
 * from each other, and their mean leads nowhere: only those on the side of the own cell's count.
 * And the mean may lead back into a cell that was just left: a cell is left only where its own
 * vector leads out of it.
 */
#include "core/crowd/sample.h"

#include <math.h>

bool ff_sample_free(const struct ff_guide *guide, double from_x, double from_y, double to_x,
		    double to_y)
{
	const struct ff_cost *cost = guide->cost;
	int32_t x = ff_sample_cell(from_x), y = ff_sample_cell(from_y);
	int32_t next_x = ff_sample_cell(to_x), next_y = ff_sample_cell(to_y);
	double upright, level; /* how far along the segment its lines are crossed, in one unit */
	bool beside, below;

	if (x == next_x && y == next_y)
		return true;
	if (!ff_cost_open(cost, next_x, next_y))
		return false;
	if (x == next_x || y == next_y)
		return true;
	upright = fabs((x + (next_x > x ? 0.5 : -0.5) - from_x) * (to_y - from_y));
	level = fabs((y + (next_y > y ? 0.5 : -0.5) - from_y) * (to_x - from_x));
	beside = ff_cost_open(cost, next_x, y);
	below = ff_cost_open(cost, x, next_y);
	if (upright < level)
		return beside;
	if (upright > level)
		return below;
	if (guide->model->corners == FF_CORNERS_STRICT)
		return beside && below;
	return guide->model->corners == FF_CORNERS_CUT || beside || below;
}

/* What leads from a place. */
struct place {
	const struct ff_guide *guide;
	double x, y, step;
};

static bool is_free(const struct place *at, struct ff_sample way)
{
	return ff_sample_free(at->guide, at->x, at->y, at->x + way.dx * at->step,
			      at->y + way.dy * at->step);
}

/* Whether who comes into the cell that far off crosses only sides that 'own' points to. */
static bool is_along(int32_t dx, int32_t dy, struct ff_flow_vector own)
{
	return (dx == 0 || (float)dx * own.dx > 0) && (dy == 0 || (float)dy * own.dy > 0);
}

static struct ff_sample unit(struct ff_sample way)
{
	double length = sqrt(way.dx * way.dx + way.dy * way.dy);

	return (struct ff_sample){way.dx / length, way.dy / length};
}

/* Where the mean does not lead. */
static struct ff_sample own_way(const struct place *at, struct ff_sample own)
{
	struct ff_sample across = {own.dx > 0 ? 1 : own.dx < 0 ? -1 : 0, 0};
	struct ff_sample down = {0, own.dy > 0 ? 1 : own.dy < 0 ? -1 : 0};
	bool wide = fabs(own.dx) > fabs(own.dy);
	struct ff_sample longer = wide ? across : down, shorter = wide ? down : across;

	if (is_free(at, own))
		return own;
	if (is_free(at, longer))
		return longer;
	return (shorter.dx != 0 || shorter.dy != 0) && is_free(at, shorter)
		       ? shorter
		       : (struct ff_sample){0, 0};
}

static void add(struct ff_sample *sum, const struct ff_guide *guide, int32_t x, int32_t y,
		double weight, struct ff_flow_vector own)
{
	struct ff_flow_vector way =
		ff_flow_vector_at(guide->flow, ff_cost_index(guide->cost, x, y));
	double counts = way.dx * own.dx + way.dy * own.dy >= 0 ? weight : 0;

	sum->dx += counts * (double)way.dx;
	sum->dy += counts * (double)way.dy;
}

struct ff_sample ff_sample_way(const struct ff_guide *guide, double x, double y, double step)
{
	const struct place at = {guide, x, y, step};
	int32_t w = guide->cost->w, h = guide->cost->h;
	int32_t own_x, own_y, left, top, right, bottom;
	double across, down;
	struct ff_sample sum = {0, 0};
	struct ff_flow_vector vector;

	if (!(x >= -0.5 && y >= -0.5 && x < w - 0.5 && y < h - 0.5))
		return sum;
	own_x = (int32_t)(x + 0.5);
	own_y = (int32_t)(y + 0.5);
	vector = ff_flow_vector_at(guide->flow, ff_cost_index(guide->cost, own_x, own_y));
	if (vector.dx == 0 && vector.dy == 0)
		return sum;
	/* Beyond the outer centres there is one column only, or row, and what it weighs cancels. */
	left = (int32_t)(x + 1) - 1;
	top = (int32_t)(y + 1) - 1;
	across = x - left;
	down = y - top;
	right = left + 1 < w ? left + 1 : left;
	bottom = top + 1 < h ? top + 1 : top;
	left = left < 0 ? 0 : left;
	top = top < 0 ? 0 : top;
	add(&sum, guide, left, top, (1 - across) * (1 - down), vector);
	add(&sum, guide, right, top, across * (1 - down), vector);
	add(&sum, guide, left, bottom, (1 - across) * down, vector);
	add(&sum, guide, right, bottom, across * down, vector);
	if (sum.dx != 0 || sum.dy != 0) {
		struct ff_sample mean = unit(sum);
		int32_t dx = ff_sample_cell(x + mean.dx * step) - own_x;
		int32_t dy = ff_sample_cell(y + mean.dy * step) - own_y;

		if (dx == 0 && dy == 0)
			return mean;
		if (is_along(dx, dy, vector) && is_free(&at, mean))
			return mean;
	}
	return own_way(&at, unit((struct ff_sample){(double)vector.dx, (double)vector.dy}));
}
