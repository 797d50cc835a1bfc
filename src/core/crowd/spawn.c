/*
 * Random places are random sequential adsorption: cells drawn uniformly, then a place in the part
 * of the cell that is far enough from the walls beside it.
 *
 * The nearest free cell is searched row by row from the walker's own; in a row, cells that are
 * known to have no room are skipped.
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

/* The cells of a row that may have room, as union-finds (ff_cost_next_free()). */
struct row {
	int32_t *right; /* owned; [w + 1]; NULL: nobody has looked at the row */
	int32_t *left;  /* [w + 1]  in the same block; column x is at w - 1 - x */
	uint32_t kind;  /* as in struct rows, when the row was last cleared */
};

/* The rows of a guide's map.  Discs are only added, so a cell without room for a radius never has
 * room for it or a larger one again, if the starts are the same. */
struct rows {
	struct row *items; /* owned; [h]; NULL: no walker has been moved */
	uint32_t kind;     /* counts the changes of 'radius' or 'start' */
	double radius, start;
};

/* The search for the nearest cell with room for a walker. */
struct search {
	struct rows *rows;
	const struct ff_guide *guide;
	const struct discs *discs;
	const struct ff_walker *walker;
	double best; /* squared distance of the best cell; INFINITY: none yet */
	int32_t x, y;
};

/* Makes all open cells of a row free, unless it is of this kind already; false: no memory. */
static bool open_row(const struct search *search, int32_t y)
{
	const struct ff_cost *cost = search->guide->cost;
	struct row *row = &search->rows->items[y];
	int32_t w = cost->w;

	if (row->right == NULL) {
		if ((row->right = ff_memory_cells(w + 1, 2, sizeof *row->right)) == NULL)
			return false;
		row->left = row->right + w + 1;
	} else if (row->kind == search->rows->kind) {
		return true;
	}
	row->kind = search->rows->kind;
	for (int32_t x = 0; x <= w; x++)
		row->right[x] = row->left[x] = x;
	for (int32_t x = 0; x < w; x++)
		if (!ff_cost_open(cost, x, y)) {
			row->right[x]++;
			row->left[w - 1 - x]++;
		}
	return true;
}

/* Searches the free cells of one union-find, from nearest to farthest. */
static void search_side(struct search *search, int32_t *side, int32_t from, int32_t y)
{
	const struct ff_walker *walker = search->walker;
	const struct row *row = &search->rows->items[y];
	int32_t w = search->guide->cost->w;

	for (int32_t i = ff_cost_next_free(side, from); i < w; i = ff_cost_next_free(side, i + 1)) {
		int32_t x = side == row->left ? w - 1 - i : i;
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
		if (walker->radius == search->rows->radius) {
			row->right[x] = x + 1;
			row->left[w - 1 - x] = w - x;
		}
	}
}

/* Returns the first of n columns or rows at or after a place. */
static int32_t first_after(double place, int32_t n)
{
	return (int32_t)fmin(fmax(ceil(place), 0), n);
}

/* Moves a walker to the nearest place, row by row from its own; sets whether there is one. */
static enum ff_status snap(struct search *search, struct ff_walker *walker, bool *found)
{
	const struct ff_cost *cost = search->guide->cost;
	struct rows *rows = search->rows;
	int32_t right = first_after(walker->x, cost->w);
	int32_t down = first_after(walker->y, cost->h), up = down - 1;

	if (rows->items == NULL || walker->radius < rows->radius || walker->start != rows->start) {
		rows->kind++;
		rows->radius = walker->radius;
		rows->start = walker->start;
	}
	if (rows->items == NULL &&
	    (rows->items = calloc((size_t)cost->h, sizeof *rows->items)) == NULL)
		return FF_E_NOMEM;
	while (up >= 0 || down < cost->h) {
		double above = up >= 0 ? walker->y - up : (double)INFINITY;
		double below = down < cost->h ? down - walker->y : (double)INFINITY;
		double least = fmin(above, below);
		int32_t y;

		if (least * least > search->best)
			break;
		y = above < below ? up-- : down++;
		if (!open_row(search, y))
			return FF_E_NOMEM;
		search_side(search, rows->items[y].right, right, y);
		search_side(search, rows->items[y].left, cost->w - right, y);
	}
	*found = search->best < (double)INFINITY;
	if (*found) {
		walker->x = search->x;
		walker->y = search->y;
	}
	return FF_OK;
}

enum ff_status ff_spawn_snap(struct ff_walkers *walkers, enum ff_spawn_rule rule,
			     const struct ff_guide *guides, bool *moved, size_t *failed)
{
	struct rows *rows = NULL; /* of each guide in use */
	size_t count = 0, i = 0;
	enum ff_status st = FF_OK;
	struct discs discs;

	for (i = 0; i < walkers->count; i++)
		if (walkers->items[i].guide >= count)
			count = (size_t)walkers->items[i].guide + 1;
	if (!open_discs(&discs, walkers, rule))
		return FF_E_NOMEM;
	if ((rows = calloc(count + 1, sizeof *rows)) == NULL)
		st = FF_E_NOMEM;
	for (i = 0; i < walkers->count && st == FF_OK; i++) {
		struct ff_walker *walker = &walkers->items[i];
		const struct ff_guide *guide = &guides[walker->guide];
		struct search search = {&rows[walker->guide], guide, &discs, walker,
					(double)INFINITY,     0,     0};
		bool found = true;

		moved[i] = !ff_spawn_fits(guide, walker->x, walker->y, walker->radius) ||
			   !is_free(&discs, walker, walker->x, walker->y);
		if (moved[i])
			st = snap(&search, walker, &found);
		if (!found)
			break;
		if (st == FF_OK)
			add_disc(&discs);
	}
	if (st == FF_OK)
		*failed = i;
	for (size_t g = 0; g < count && rows != NULL; g++) {
		for (int32_t y = 0; y < guides[g].cost->h && rows[g].items != NULL; y++)
			free(rows[g].items[y].right);
		free(rows[g].items);
	}
	free(rows);
	close_discs(&discs);
	return st;
}
