/*
 * A wall cell limits a disc either by the side that faces its centre, or by a corner.  Sides are
 * limits only where they are exposed, and corners where they are convex: both cells beside it on
 * the disc's side are open.  Any other cell of a wall lies behind the half plane of one of these.
 *
 * Round a corner, what is out of bounds for the centre is a quadrant with a rounded corner, which
 * any half plane does that touches the quarter circle or one of the sides.  The one at the nearest
 * point is in the way of discs that walk past close by; so of three, that and the two sides, the
 * one is taken that leaves most of the wanted step.
 */
#include "core/crowd/walls.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/crowd/sample.h"

/* The radius of a centre that stays off cells: it keeps 1e-9 away from the next one. */
static const double point = 1e-9 + FF_WALLS_SLACK;

struct ff_walls_work {
	struct ff_walls *walls;
	const struct ff_guide *guide;
	uint8_t *closed;
};

static void look_beside(void *context, int first, int end)
{
	const struct ff_walls *walls = context;
	const struct ff_cost *map = walls->map;

	for (int32_t y = first; y < end; y++)
		for (int32_t x = 0; x < map->w; x++) {
			uint8_t bits = 0;

			for (int d = 0; d < FF_DIRECTIONS; d++)
				if (!ff_cost_open(map, (int64_t)x + ff_flow_steps[d].dx,
						  (int64_t)y + ff_flow_steps[d].dy))
					bits = (uint8_t)(bits | 1U << d);
			walls->beside[ff_cost_index(map, x, y)] = bits;
		}
}

/* Whether a centre may be in a cell. */
static bool for_centres(const struct ff_guide *guide, int64_t x, int64_t y)
{
	uint8_t class = FF_WALL;

	if (ff_cost_inside(guide->map, x, y))
		class = guide->classes->cells[ff_cost_index(guide->map, (int32_t)x, (int32_t)y)];
	return class == FF_GOAL || class == FF_REACHED;
}

static void look_closed(void *context, int first, int end)
{
	const struct ff_walls_work *work = context;
	const struct ff_cost *map = work->guide->map;

	for (int32_t y = first; y < end; y++)
		for (int32_t x = 0; x < map->w; x++) {
			size_t i = ff_cost_index(map, x, y);
			uint8_t bits = 0;

			work->closed[i] = 0;
			if (!for_centres(work->guide, x, y))
				continue;
			for (int d = 0; d < FF_DIRECTIONS; d++)
				if (!for_centres(work->guide, (int64_t)x + ff_flow_steps[d].dx,
						 (int64_t)y + ff_flow_steps[d].dy))
					bits = (uint8_t)(bits | 1U << d);
			if (bits != work->walls->beside[i])
				work->closed[i] = bits;
		}
}

/* Keeps a guide's cells only if there are any that are closed and no walls. */
static enum ff_status make_closed(struct ff_walls *walls, const struct ff_guide *guide,
				  uint8_t **closed, struct ff_pool *pool)
{
	const struct ff_cost *map = guide->map;
	size_t n = (size_t)map->w * (size_t)map->h;
	struct ff_walls_work work = {walls, guide, ff_memory_cells(map->w, map->h, 1)};
	bool any = false;

	if (work.closed == NULL)
		return FF_E_NOMEM;
	ff_pool_rows(pool, map->w, map->h, look_closed, &work);
	for (size_t i = 0; i < n && !any; i++)
		any = work.closed[i] != 0;
	if (any)
		*closed = work.closed;
	else
		free(work.closed);
	return FF_OK;
}

enum ff_status ff_walls_make(struct ff_walls *walls, const struct ff_guide *guides, size_t count,
			     const struct ff_machine *machine)
{
	struct ff_pool *pool = ff_machine_pool(machine);
	const struct ff_cost *map = guides[0].map;
	enum ff_status st = FF_OK;

	*walls = (struct ff_walls){.map = map,
				   .beside = ff_memory_cells(map->w, map->h, 1),
				   .closed = calloc(count, sizeof *walls->closed),
				   .guide_count = count};
	if (walls->beside == NULL || walls->closed == NULL)
		return FF_E_NOMEM;
	ff_pool_rows(pool, map->w, map->h, look_beside, walls);
	for (size_t g = 0; g < count && st == FF_OK; g++)
		st = make_closed(walls, &guides[g], &walls->closed[g], pool);
	return st;
}

void ff_walls_free(struct ff_walls *walls)
{
	for (size_t g = 0; walls->closed != NULL && g < walls->guide_count; g++)
		free(walls->closed[g]);
	free(walls->closed);
	free(walls->beside);
}

/* What the limits of one disc are worked out from. */
struct disc {
	double radius; /* less the slack */
	struct ff_half_planes_step wanted;
	double length; /* of that: limits beyond it are none */
	struct ff_half_planes *planes;
};

static void add(const struct disc *disc, double nx, double ny, double most)
{
	if (most < disc->length)
		ff_half_planes_add(disc->planes, nx, ny, most > 0 ? most : 0);
}

/* Of a corner ex,ey away (>= 0), to the side sx and sy (1 or -1). */
static void add_corner(const struct disc *disc, double ex, double ey, int sx, int sy)
{
	double wx = disc->wanted.x * sx, wy = disc->wanted.y * sy, radius = disc->radius;
	double away = sqrt(ex * ex + ey * ey);
	double nx = ex / away, ny = ey / away, most = away - radius;
	double least;

	if (most >= disc->length)
		return;
	if (!(away > 0)) {
		nx = 1;
		ny = 0;
	}
	most = most > 0 ? most : 0;
	least = nx * wx + ny * wy - most;
	if (ex >= radius && wx - (ex - radius) < least) {
		nx = 1;
		ny = 0;
		most = ex - radius;
		least = wx - most;
	}
	if (ey >= radius && wy - (ey - radius) < least) {
		nx = 0;
		ny = 1;
		most = ey - radius;
	}
	add(disc, nx * sx, ny * sy, most);
}

/* Of the 8 cells around the one that the disc's centre is in, at fx,fy from its middle. */
static void add_beside(const struct disc *disc, double fx, double fy, unsigned bits)
{
	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int sx = ff_flow_steps[d].dx, sy = ff_flow_steps[d].dy;

		if ((bits >> d & 1) != 0)
			add(disc, sx, sy, 0.5 - (sx * fx + sy * fy) - disc->radius);
	}
	for (int d = 1; d < FF_DIRECTIONS; d += 2) {
		int sx = ff_flow_steps[d].dx, sy = ff_flow_steps[d].dy;
		unsigned three = (bits | bits << 8) >> (d - 1) & 7; /* it, and those beside it */

		if (three == 2)
			add_corner(disc, 0.5 - sx * fx, 0.5 - sy * fy, sx, sy);
	}
}

/* Of a cell i,j from the one that the centre is in, if it is a wall. */
static void add_cell(const struct disc *disc, const struct ff_cost *map, int64_t x, int64_t y,
		     int i, int j, double fx, double fy)
{
	int sx = (i > 0) - (i < 0), sy = (j > 0) - (j < 0);
	double ex = sx * (i - fx) - 0.5, ey = sy * (j - fy) - 0.5;

	if (ff_cost_open(map, x + i, y + j) || (sx != 0 && !ff_cost_open(map, x + i - sx, y + j)) ||
	    (sy != 0 && !ff_cost_open(map, x + i, y + j - sy)))
		return;
	if (sx != 0 && sy != 0)
		add_corner(disc, ex, ey, sx, sy);
	else
		add(disc, sx, sy, (sx != 0 ? ex : ey) - disc->radius);
}

void ff_walls_limit(const struct ff_walls *walls, size_t guide, double x, double y, double radius,
		    struct ff_half_planes_step wanted, struct ff_half_planes *planes)
{
	const struct ff_cost *map = walls->map;
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	size_t i = ff_cost_index(map, column, row);
	double fx = x - column, fy = y - row;
	struct disc disc = {radius - FF_WALLS_SLACK, wanted,
			    sqrt(wanted.x * wanted.x + wanted.y * wanted.y), planes};

	if (radius + disc.length <= 1) {
		if (walls->beside[i] != 0)
			add_beside(&disc, fx, fy, walls->beside[i]);
	} else {
		int reach = (int)ceil(radius + disc.length + 1) - 1;

		for (int b = -reach; b <= reach; b++)
			for (int a = -reach; a <= reach; a++)
				add_cell(&disc, map, column, row, a, b, fx, fy);
	}
	if (walls->closed[guide] != NULL && walls->closed[guide][i] != 0) {
		disc.radius = point - FF_WALLS_SLACK;
		add_beside(&disc, fx, fy, walls->closed[guide][i]);
	}
}
