/*
 * Placed discs are in a hash table of square buckets, so wide that a disc overlaps none beyond the
 * neighbouring buckets (M. Teschner et al., "Optimized Spatial Hashing for Collision Detection of
 * Deformable Objects", 2003); discs with other starts are in other lists.
 *
 * Random places are random sequential adsorption: cells drawn uniformly, then a place in the part
 * of the cell that is far enough from the walls beside it.
 *
 * The nearest free cell is found by branch and squared_distance over a pyramid of blocks of cells
 * that know whether they may have room (cf. J. L. Bentley, "Multidimensional Binary Search Trees
 * Used for Associative Searching", 1975).
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
	TRIES = 20,      /* failures after which a cell counts as full */
	NEVER = 255,     /* failures recorded for a cell that is never full */
	FINE = 1 << 20,  /* subdivisions of a cell's side: sums with its number are exact */
	BLOCK = 8,       /* cells per side of the smallest block */
	LEVELS = 32 - 3, /* of blocks, at most */
};

/* Finds the open cell that contains a place; false if there is none. */
static bool open_cell(const struct ff_cost *cost, double x, double y, int32_t *cx, int32_t *cy)
{
	if (!(x >= -0.5 && x < cost->w - 0.5 && y >= -0.5 && y < cost->h - 0.5))
		return false;
	*cx = ff_sample_cell(x);
	*cy = ff_sample_cell(y);
	return ff_cost_open(cost, *cx, *cy);
}

bool ff_spawn_fits(const struct ff_guide *guide, double x, double y, double radius)
{
	int32_t cx, cy;

	return open_cell(guide->cost, x, y, &cx, &cy) && ff_walls_clear(guide->map, x, y, radius);
}

#define NOBODY UINT32_MAX

struct discs {
	const struct ff_walker *items;
	bool crowd;      /* else discs never overlap */
	size_t count;    /* placed discs: the first ones */
	double ordinary; /* larger radii are in a list of their own, as in a hash grid */
	double side;     /* cells per side of a bucket: at least the diameter of ordinary discs */
	size_t mask;     /* lists - 1; their number is a power of 2 */
	uint32_t *heads, *next;
	uint32_t large; /* head of that list */
};

static void close_discs(struct discs *discs)
{
	free(discs->heads);
	free(discs->next);
}

static bool open_discs(struct discs *discs, const struct ff_walkers *walkers,
		       enum ff_spawn_rule rule)
{
	size_t lists = 1;

	*discs = (struct discs){.items = walkers->items,
				.crowd = rule == FF_SPAWN_CROWD,
				.ordinary = ff_hash_grid_ordinary(walkers->items, walkers->count),
				.large = NOBODY};
	discs->side = fmax(1, 2 * discs->ordinary);
	if (walkers->count >= NOBODY)
		return false;
	while (lists < 2 * walkers->count)
		lists *= 2;
	discs->mask = lists - 1;
	discs->heads = malloc(lists * sizeof *discs->heads);
	discs->next = malloc((walkers->count + 1) * sizeof *discs->next);
	if (discs->heads == NULL || discs->next == NULL) {
		close_discs(discs);
		return false;
	}
	memset(discs->heads, 0xff, lists * sizeof *discs->heads);
	return true;
}

static uint32_t *list_of(const struct discs *discs, int64_t x, int64_t y, double start)
{
	double zero = start + 0.0; /* -0 is the same time */
	uint64_t hash;

	memcpy(&hash, &zero, sizeof hash);
	hash = (hash ^ (uint64_t)x) * UINT64_C(0x9e3779b97f4a7c15);
	hash = (hash ^ hash >> 32 ^ (uint64_t)y) * UINT64_C(0xbf58476d1ce4e5b9);
	return &discs->heads[(hash ^ hash >> 29) & discs->mask];
}

static int64_t bucket(const struct discs *discs, double along)
{
	return (int64_t)floor(along / discs->side);
}

/* Adds the next walker, which has its place now. */
static void add_disc(struct discs *discs)
{
	size_t i = discs->count;
	const struct ff_walker *walker = &discs->items[i];
	uint32_t *head = walker->radius > discs->ordinary
				 ? &discs->large
				 : list_of(discs, bucket(discs, walker->x),
					   bucket(discs, walker->y), walker->start);

	if (!discs->crowd)
		return;
	discs->count++;
	discs->next[i] = *head;
	*head = (uint32_t)i;
}

static bool is_clear(const struct ff_walker *other, const struct ff_walker *walker, double x,
		     double y)
{
	double dx = other->x - x, dy = other->y - y, sum = other->radius + walker->radius;

	return other->start != walker->start || dx * dx + dy * dy >= sum * sum;
}

static bool is_clear_of(const struct discs *discs, uint32_t i, const struct ff_walker *walker,
			double x, double y)
{
	for (; i != NOBODY; i = discs->next[i])
		if (!is_clear(&discs->items[i], walker, x, y))
			return false;
	return true;
}

/* Returns true if a walker at x,y overlaps no disc. */
static bool is_free(const struct discs *discs, const struct ff_walker *walker, double x, double y)
{
	int64_t bx = bucket(discs, x), by = bucket(discs, y);
	bool large = walker->radius > discs->ordinary;

	for (size_t i = 0; i < discs->count && large; i++)
		if (!is_clear(&discs->items[i], walker, x, y))
			return false;
	for (int k = 0; k < 9 && !large; k++)
		if (!is_clear_of(discs,
				 *list_of(discs, bx + k % 3 - 1, by + k / 3 - 1, walker->start),
				 walker, x, y))
			return false;
	return large || is_clear_of(discs, discs->large, walker, x, y);
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

#define NO_CELL UINT32_MAX

/* A pyramid of blocks: those of level 0 have BLOCK cells per side, each next level twice as many,
 * and the last level is one block. */
struct blocks {
	int levels;
	int32_t w[LEVELS], h[LEVELS];
	/* [w*h]  one allocation.  NO_CELL: no cell is open; else the kind of walkers for which it
	 * is full: discs are only added, so it stays full. */
	uint32_t *full[LEVELS];
	uint32_t kind; /* number of the last walker's kind: its radius and start */
	double radius, start;
};

static uint32_t *full_of(const struct blocks *blocks, int level, int32_t x, int32_t y)
{
	return &blocks->full[level][(size_t)y * (size_t)blocks->w[level] + (size_t)x];
}

static bool has_room(const struct blocks *blocks, int level, int32_t x, int32_t y)
{
	uint32_t full;

	if (x >= blocks->w[level] || y >= blocks->h[level])
		return false;
	full = *full_of(blocks, level, x, y);
	return full != NO_CELL && full != blocks->kind;
}

static bool open_blocks(struct blocks *blocks, const struct ff_cost *cost)
{
	int32_t w = (cost->w - 1) / BLOCK + 1, h = (cost->h - 1) / BLOCK + 1;
	size_t total = 0;
	uint32_t *full;

	for (;; w = (w + 1) / 2, h = (h + 1) / 2) {
		blocks->w[blocks->levels] = w;
		blocks->h[blocks->levels++] = h;
		total += (size_t)w * (size_t)h;
		if (w == 1 && h == 1)
			break;
	}
	if ((full = malloc(total * sizeof *full)) == NULL)
		return false;
	memset(full, 0xff, total * sizeof *full);
	blocks->full[0] = full;
	for (int l = 1; l < blocks->levels; l++)
		blocks->full[l] =
			blocks->full[l - 1] + (size_t)blocks->w[l - 1] * (size_t)blocks->h[l - 1];
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++)
			if (cost->cells[ff_cost_index(cost, x, y)] != FF_COST_WALL)
				*full_of(blocks, 0, x / BLOCK, y / BLOCK) = 0;
	for (int l = 1; l < blocks->levels; l++)
		for (int32_t y = 0; y < blocks->h[l - 1]; y++)
			for (int32_t x = 0; x < blocks->w[l - 1]; x++)
				*full_of(blocks, l, x / 2, y / 2) &= *full_of(blocks, l - 1, x, y);
	return true;
}

/* Marks a block of level 0 as full, and larger blocks that become full with it. */
static void fill_block(struct blocks *blocks, int32_t x, int32_t y)
{
	*full_of(blocks, 0, x, y) = blocks->kind;
	for (int l = 1; l < blocks->levels; l++) {
		x /= 2;
		y /= 2;
		for (int k = 0; k < 4; k++)
			if (has_room(blocks, l - 1, 2 * x + k % 2, 2 * y + k / 2))
				return;
		*full_of(blocks, l, x, y) = blocks->kind;
	}
}

/* The search for the nearest cell with room for a walker. */
struct search {
	struct blocks *blocks;
	const struct ff_guide *guide;
	const struct discs *discs;
	const struct ff_walker *walker;
	double best; /* squared distance of the best cell; INFINITY: none yet */
	int32_t x, y;
};

/* Returns the square of a walker's distance from the nearest of the cells x0..x1, y0..y1. */
static double squared_distance(const struct ff_walker *walker, double x0, double y0, double x1,
			       double y1)
{
	double dx = fmax(0, fmax(x0 - walker->x, walker->x - x1));
	double dy = fmax(0, fmax(y0 - walker->y, walker->y - y1));

	return dx * dx + dy * dy;
}

static void search_cells(struct search *search, int32_t bx, int32_t by)
{
	const struct ff_cost *cost = search->guide->cost;
	const struct ff_walker *walker = search->walker;
	bool full = true;

	for (int32_t y = by * BLOCK; y < cost->h && y / BLOCK == by; y++)
		for (int32_t x = bx * BLOCK; x < cost->w && x / BLOCK == bx; x++) {
			double off = squared_distance(walker, x, y, x, y);
			bool first = y < search->y || (y == search->y && x < search->x);
			bool nearer = off < search->best || (off == search->best && first);

			if (nearer && (!ff_spawn_fits(search->guide, x, y, walker->radius) ||
				       !is_free(search->discs, walker, x, y)))
				continue;
			full = false;
			if (!nearer)
				continue;
			search->best = off;
			search->x = x;
			search->y = y;
		}
	if (full)
		fill_block(search->blocks, bx, by);
}

/* A block still to be searched, and its squared distance. */
struct block {
	int level;
	int32_t x, y;
	double squared_distance;
};

/* Pushes the parts of a block, the nearest one last; returns their number. */
static int push_parts(const struct search *search, const struct block *block, struct block *stack)
{
	const struct blocks *blocks = search->blocks;
	double side = BLOCK;
	int count = 0;

	for (int l = 1; l < block->level; l++)
		side *= 2;
	for (int k = 0; k < 4; k++) {
		struct block part = {block->level - 1, 2 * block->x + k % 2, 2 * block->y + k / 2,
				     0};
		int at = count;

		if (!has_room(blocks, part.level, part.x, part.y))
			continue;
		part.squared_distance =
			squared_distance(search->walker, part.x * side, part.y * side,
					 part.x * side + side - 1, part.y * side + side - 1);
		for (; at > 0 && stack[at - 1].squared_distance < part.squared_distance; at--)
			stack[at] = stack[at - 1];
		stack[at] = part;
		count++;
	}
	return count;
}

static void search_all(struct search *search)
{
	struct block stack[3 * LEVELS + 1] = {{search->blocks->levels - 1, 0, 0, 0}};
	int count = 1;

	while (count > 0) {
		struct block block = stack[--count];

		if (block.squared_distance > search->best ||
		    !has_room(search->blocks, block.level, block.x, block.y))
			continue;
		if (block.level == 0)
			search_cells(search, block.x, block.y);
		else
			count += push_parts(search, &block, stack + count);
	}
}

/* Moves a walker to the nearest place; false if there is none. */
static bool snap(const struct discs *discs, struct blocks *blocks, const struct ff_guide *guide,
		 struct ff_walker *walker)
{
	struct search search = {blocks, guide, discs, walker, (double)INFINITY, 0, 0};

	if (blocks->kind == 0 || walker->radius != blocks->radius || walker->start != blocks->start)
		blocks->kind++;
	blocks->radius = walker->radius;
	blocks->start = walker->start;
	search_all(&search);
	if (search.best == (double)INFINITY)
		return false;
	walker->x = search.x;
	walker->y = search.y;
	return true;
}

enum ff_status ff_spawn_snap(struct ff_walkers *walkers, enum ff_spawn_rule rule,
			     const struct ff_guide *guides, bool *moved, size_t *failed)
{
	struct blocks *blocks = NULL; /* of each guide in use */
	size_t count = 0, i = 0;
	enum ff_status st = FF_OK;
	struct discs discs;

	for (i = 0; i < walkers->count; i++)
		if (walkers->items[i].guide >= count)
			count = (size_t)walkers->items[i].guide + 1;
	if (!open_discs(&discs, walkers, rule))
		return FF_E_NOMEM;
	if ((blocks = calloc(count + 1, sizeof *blocks)) == NULL)
		st = FF_E_NOMEM;
	for (i = 0; i < walkers->count && st == FF_OK; i++) {
		struct ff_walker *walker = &walkers->items[i];
		const struct ff_guide *guide = &guides[walker->guide];
		struct blocks *own = &blocks[walker->guide];

		moved[i] = !ff_spawn_fits(guide, walker->x, walker->y, walker->radius) ||
			   !is_free(&discs, walker, walker->x, walker->y);
		if (moved[i] && own->levels == 0 && !open_blocks(own, guide->cost))
			st = FF_E_NOMEM;
		else if (moved[i] && !snap(&discs, own, guide, walker))
			break;
		else
			add_disc(&discs);
	}
	if (st == FF_OK)
		*failed = i;
	for (size_t g = 0; g < count && blocks != NULL; g++)
		free(blocks[g].full[0]);
	free(blocks);
	close_discs(&discs);
	return st;
}
