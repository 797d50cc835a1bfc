/*
 * Seeds are visited in the order of their starts: whether a seed is a source depends on the rays of
 * those before it.
 */
#include "core/solve/eikonal.h"

#include <math.h>

#include "core/map/field.h"
#include "core/solve/sight.h"

/* The next seeds that cast rays. */
struct batch {
	const struct ff_rays *lines;
	struct ff_rays_source source;
	void *scratch;
};

static void offer_line(void *context, int32_t x, int32_t y)
{
	const struct batch *batch = context;
	const struct ff_rays *lines = batch->lines;
	size_t cell = ff_rays_place(lines->layout, x, y);
	double value = ff_rays_length(&batch->source, x, y);

	if (value < lines->values[cell]) {
		lines->values[cell] = value;
		if (lines->flags != NULL)
			lines->flags[cell] |= lines->flag;
	}
}

/*
 * Returns true if a seed has its start as its value, as far as its neighbours know, and casts rays.
 */
static bool is_source(const struct ff_rays *lines, const struct ff_seed *seed)
{
	const struct ff_cost *cost = lines->cost;
	const double *values = lines->values;
	int32_t x = (int32_t)(seed->cell % (uint32_t)cost->w);
	int32_t y = (int32_t)(seed->cell / (uint32_t)cost->w);
	bool spreads = false;

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double there;

		if (!ff_cost_open(cost, to_x, to_y))
			continue;
		there = values[ff_rays_place(lines->layout, to_x, to_y)];
		if (there + ff_cost_at(cost, seed->cell) <= seed->start)
			return false;
		spreads |= there > seed->start;
	}
	return spreads && seed->start <= values[ff_rays_place(lines->layout, x, y)];
}

/* Returns the longest reach for which the discs of all sources together have at most about 16 times
 * the map's cells. */
static double fair_reach(const struct ff_rays *lines)
{
	double cells = (double)lines->cost->w * lines->cost->h;
	size_t sources = 0;
	double reach;

	for (size_t i = 0; i < lines->seeds->count; i++)
		sources += is_source(lines, &lines->seeds->items[i]);
	if (sources <= 16)
		return INFINITY;
	reach = sqrt(16 / 3.14 * cells / (double)sources);
	return reach > 2 ? reach : 2;
}

/* A source's rays beyond its own cell do not affect earlier seeds. */
void ff_rays_each(const struct ff_rays *lines, double reach, ff_rays_visit *visit, void *context)
{
	const struct ff_cost *cost = lines->cost;
	const uint32_t wall = ff_cost_wall(cost);

	for (size_t i = 0; i < lines->seeds->count; i++) {
		const struct ff_seed *seed = &lines->seeds->items[i];
		struct ff_rays_source source = {(int32_t)(seed->cell % (uint32_t)cost->w),
						(int32_t)(seed->cell / (uint32_t)cost->w), wall,
						seed->start, reach};
		uint32_t done[FF_DIRECTIONS / 2] = {wall, wall, wall, wall};

		if (!is_source(lines, seed))
			continue;
		/* A goal's own cost is never paid, so rays start through the neighbours' costs,
		 * each once. */
		for (int d = 0; d < FF_DIRECTIONS; d += 2) {
			int32_t x = source.x + ff_flow_steps[d].dx;
			int32_t y = source.y + ff_flow_steps[d].dy;

			source.own = wall;
			if (ff_cost_open(cost, x, y))
				source.own = ff_cost_at(cost, ff_cost_index(cost, x, y));
			if (source.own != wall && source.own != done[0] && source.own != done[1] &&
			    source.own != done[2])
				visit(context, &source);
			done[d / 2] = source.own;
		}
	}
}

static void cast_lines(void *context, const struct ff_rays_source *source)
{
	struct batch *batch = context;

	batch->source = *source;
	ff_sight_cast(batch->lines->cost, source->x, source->y, source->own, source->reach,
		      batch->scratch, offer_line, batch);
}

double ff_rays_offer(const struct ff_rays *lines, double reach, void *scratch)
{
	struct batch batch = {.lines = lines, .scratch = scratch};
	double fair = fair_reach(lines);

	if (fair < reach)
		reach = fair;
	ff_rays_each(lines, reach, cast_lines, &batch);
	return reach;
}
