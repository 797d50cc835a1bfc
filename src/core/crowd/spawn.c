/*
 * Random places are random sequential adsorption: cells drawn uniformly, then a place in the part
 * of the cell that is far enough from the walls beside it.
 *
 * The nearest free cell is searched row by row from the walker's own.
 */
#include "core/crowd/spawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/crowd/agent.h"
#include "core/crowd/follow.h"
#include "core/map/field.h"

enum {
	TRIES = 20,     /* failures after which a cell counts as full */
	NEVER = 255,    /* failures recorded for a cell that is never full */
	FINE = 1 << 20, /* subdivisions of a cell's side: sums with its number are exact */
};

bool ff_spawn_fits(const struct ff_guide *guide, double x, double y, double radius)
{
	const struct ff_cost *cost = guide->cost;

	return x >= -0.5 && x < cost->w - 0.5 && y >= -0.5 && y < cost->h - 0.5 &&
	       ff_cost_open(cost, ff_sample_cell(x), ff_sample_cell(y)) &&
	       ff_walls_clear(guide->map, x, y, radius);
}

struct discs {
	const struct ff_walker *items;
	bool crowd;               /* else discs never overlap */
	size_t count;             /* placed discs: the first ones */
	struct ff_hash_grid grid; /* of these */
};

static void close_discs(struct discs *discs)
{
	ff_hash_grid_close(&discs->grid);
}

static bool open_discs(struct discs *discs, const struct ff_walkers *walkers,
		       enum ff_spawn_rule rule)
{
	double ordinary = ff_hash_grid_ordinary(walkers->items, walkers->count);

	*discs = (struct discs){.items = walkers->items, .crowd = rule == FF_SPAWN_CROWD};
	if (walkers->count > INT32_MAX)
		return false;
	if (ff_hash_grid_open(&discs->grid, walkers->count) != FF_OK) {
		close_discs(discs);
		return false;
	}
	/* Squares of a cell at least. */
	ff_hash_grid_tune(&discs->grid, walkers->items, walkers->count, ordinary,
			  fmax(0, 1 - 2 * ordinary));
	return true;
}

/* Returns the column at which a disc is in the grid: those with other starts, which never overlap,
 * are elsewhere, so that lists stay short. */
static double column_of(const struct ff_walker *walker, double x)
{
	double start = walker->start + 0.0; /* -0 is the same time */
	uint64_t bits;

	memcpy(&bits, &start, sizeof bits);
	return x + (double)(ff_random_mix(bits) >> 34);
}

/* Adds the next walker, which has its place now. */
static void add_disc(struct discs *discs)
{
	const struct ff_walker *walker = &discs->items[discs->count];

	if (discs->crowd)
		ff_hash_grid_add(&discs->grid, (uint32_t)discs->count++,
				 column_of(walker, walker->x), walker->y);
}

static bool is_clear(const struct ff_walker *other, const struct ff_walker *walker, double x,
		     double y)
{
	double dx = other->x - x, dy = other->y - y, sum = other->radius + walker->radius;

	return other->start != walker->start || dx * dx + dy * dy >= sum * sum;
}

/* Returns true if a walker at x,y overlaps no disc. */
static bool is_free(const struct discs *discs, const struct ff_walker *walker, double x, double y)
{
	uint32_t lists[FF_HASH_GRID_LISTS];
	bool large = !ff_hash_grid_lists(&discs->grid, (size_t)(walker - discs->items),
					 column_of(walker, x), y, lists);

	for (size_t i = 0; i < discs->count && large; i++)
		if (!is_clear(&discs->items[i], walker, x, y))
			return false;
	for (int k = 0; k < FF_HASH_GRID_LISTS && !large; k++)
		for (uint32_t i = lists[k]; i != FF_HASH_GRID_NONE; i = discs->grid.next[i])
			if (!is_clear(&discs->items[i], walker, x, y))
				return false;
	return true;
}

/* Cells that may have room. */
struct pool {
	uint32_t *cells; /* [count]  indices in the map */
	uint8_t *failures;
	size_t count;
};

/* Counts the reached cells of an area, and lists them if 'cells' is not NULL. */
static size_t list_cells(const struct ff_classes *classes, const struct ff_spawn_area *area,
			 uint32_t *cells)
{
	int64_t x0 = area->x < 0 ? 0 : area->x, x1 = (int64_t)area->x + area->w;
	int64_t y0 = area->y < 0 ? 0 : area->y, y1 = (int64_t)area->y + area->h;
	size_t count = 0;

	x1 = x1 > classes->w ? classes->w : x1;
	y1 = y1 > classes->h ? classes->h : y1;
	for (int64_t y = y0; y < y1; y++)
		for (int64_t x = x0; x < x1; x++) {
			size_t i = (size_t)y * (size_t)classes->w + (size_t)x;

			if (classes->cells[i] != FF_REACHED)
				continue;
			if (cells != NULL)
				cells[count] = (uint32_t)i;
			count++;
		}
	return count;
}

/* Returns how far from a cell's centre a disc may be before it meets the first wall of the row of
 * cells in direction dx,dy. */
static double wall_gap(const struct ff_cost *map, int32_t x, int32_t y, int dx, int dy,
		       double radius)
{
	for (int k = 1; k <= radius + 0.5; k++)
		if (!ff_cost_open(map, x + (int64_t)k * dx, y + (int64_t)k * dy))
			return fmin(0.5, k - 0.5 - radius);
	return 0.5;
}

/* Draws an offset in -before..after from the cell's centre, without the end unless it is the only
 * one. */
static double draw_place(struct ff_random *random, double before, double after)
{
	return (before + after) * ((double)ff_random_below(random, FINE) / FINE) - before;
}

/* Draws a place for a walker in a cell; false if it does not fit there. */
static bool try_cell(const struct discs *discs, struct ff_walker *walker,
		     const struct ff_guide *guide, uint32_t cell, struct ff_random *random)
{
	const struct ff_cost *map = guide->map;
	int32_t cx = (int32_t)(cell % (uint32_t)map->w), cy = (int32_t)(cell / (uint32_t)map->w);
	double x = draw_place(random, wall_gap(map, cx, cy, -1, 0, walker->radius),
			      wall_gap(map, cx, cy, 1, 0, walker->radius));
	double y = draw_place(random, wall_gap(map, cx, cy, 0, -1, walker->radius),
			      wall_gap(map, cx, cy, 0, 1, walker->radius));

	x += cx;
	y += cy;
	if (!ff_spawn_fits(guide, x, y, walker->radius) || !is_free(discs, walker, x, y))
		return false;
	walker->x = x;
	walker->y = y;
	return true;
}

/* Draws cells until a walker has a place; false if no cell is left. */
static bool place_at_random(const struct discs *discs, struct pool *pool, struct ff_walker *walker,
			    const struct ff_guide *guide, struct ff_random *random)
{
	while (pool->count > 0) {
		size_t k = ff_random_below(random, pool->count);

		if (try_cell(discs, walker, guide, pool->cells[k], random)) {
			if (!discs->crowd)
				pool->failures[k] = NEVER;
			return true;
		}
		if (pool->failures[k] == NEVER || ++pool->failures[k] < TRIES)
			continue;
		pool->cells[k] = pool->cells[--pool->count];
		pool->failures[k] = pool->failures[pool->count];
	}
	return false;
}

enum ff_status ff_spawn_random(struct ff_walkers *walkers, size_t count, enum ff_spawn_rule rule,
			       const struct ff_guide *guide, const struct ff_spawn_area *area,
			       struct ff_random *random, size_t *placed)
{
	size_t first = walkers->count - count, i;
	struct pool pool = {.count = list_cells(guide->classes, area, NULL)};
	struct discs discs;

	if (!open_discs(&discs, walkers, rule))
		return FF_E_NOMEM;
	pool.cells = calloc(pool.count + 1, sizeof *pool.cells);
	pool.failures = calloc(pool.count + 1, 1);
	if (pool.cells == NULL || pool.failures == NULL) {
		free(pool.cells);
		free(pool.failures);
		close_discs(&discs);
		return FF_E_NOMEM;
	}
	list_cells(guide->classes, area, pool.cells);
	for (i = 0; i < first; i++)
		add_disc(&discs);
	for (; i < walkers->count &&
	       place_at_random(&discs, &pool, &walkers->items[i], guide, random);
	     i++)
		add_disc(&discs);
	*placed = i - first;
	free(pool.cells);
	free(pool.failures);
	close_discs(&discs);
	return FF_OK;
}

/* The search for the nearest cell with room for a walker. */
struct search {
	const struct ff_guide *guide;
	const struct discs *discs;
	const struct ff_walker *walker;
	double best; /* squared distance of the best cell; INFINITY: none yet */
	int32_t x, y;
};

/* Searches the cells of a row from column 'x' on, to the right or to the left. */
static void search_side(struct search *search, int32_t x, int32_t y, int32_t step)
{
	const struct ff_walker *walker = search->walker;

	for (; x >= 0 && x < search->guide->cost->w; x += step) {
		double dx = x - walker->x, dy = y - walker->y, off = dx * dx + dy * dy;
		bool first = y < search->y || (y == search->y && x < search->x);

		if (off > search->best || (off == search->best && !first))
			return;
		if (ff_spawn_fits(search->guide, x, y, walker->radius) &&
		    is_free(search->discs, walker, x, y)) {
			search->best = off;
			search->x = x;
			search->y = y;
			return;
		}
	}
}

/* Returns the first of n columns or rows at or after a place. */
static int32_t first_after(double place, int32_t n)
{
	return (int32_t)fmin(fmax(ceil(place), 0), n);
}

/* Moves a walker to the nearest place, row by row from its own; returns false if there is none. */
static bool snap(const struct ff_guide *guide, const struct discs *discs, struct ff_walker *walker)
{
	struct search search = {guide, discs, walker, (double)INFINITY, 0, 0};
	const int32_t right = first_after(walker->x, guide->cost->w), h = guide->cost->h;
	int32_t down = first_after(walker->y, h), up = down - 1;

	while (up >= 0 || down < h) {
		double above = up >= 0 ? walker->y - up : (double)INFINITY;
		double below = down < h ? down - walker->y : (double)INFINITY;
		double least = fmin(above, below);
		int32_t y;

		if (least * least > search.best)
			break;
		y = above < below ? up-- : down++;
		search_side(&search, right, y, 1);
		search_side(&search, right - 1, y, -1);
	}
	if (!(search.best < (double)INFINITY))
		return false;
	walker->x = search.x;
	walker->y = search.y;
	return true;
}

enum ff_status ff_spawn_snap(struct ff_walkers *walkers, enum ff_spawn_rule rule,
			     const struct ff_guide *guides, bool *moved, size_t *failed)
{
	struct discs discs;
	size_t i;

	if (!open_discs(&discs, walkers, rule))
		return FF_E_NOMEM;
	for (i = 0; i < walkers->count; i++) {
		struct ff_walker *walker = &walkers->items[i];
		const struct ff_guide *guide = &guides[walker->guide];

		moved[i] = !ff_spawn_fits(guide, walker->x, walker->y, walker->radius) ||
			   !is_free(&discs, walker, walker->x, walker->y);
		if (moved[i] && !snap(guide, &discs, walker))
			break;
		add_disc(&discs);
	}
	*failed = i;
	close_discs(&discs);
	return FF_OK;
}
