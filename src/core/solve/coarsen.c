#include "core/solve/coarsen.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/regions.h"

const char *const ff_coarsen_rules[FF_COARSEN_RULES] = {
	[FF_COARSEN_ANY] = "any",
	[FF_COARSEN_MOST] = "most",
	[FF_COARSEN_ALL] = "all",
	[FF_COARSEN_COUNT] = "count",
};

/* The cells of a block. */
struct block {
	int32_t left, top, right, bottom; /* inside the map; the last two are after it */
};

static struct block block_at(int32_t x, int32_t y, int32_t k, int32_t w, int32_t h)
{
	struct block block = {x * k, y * k, w, h};

	if (w - block.left > k)
		block.right = block.left + k;
	if (h - block.top > k)
		block.bottom = block.top + k;
	return block;
}

/* The sums over the open cells of a block. */
struct sums {
	uint64_t open, walls; /* cells */
	uint64_t units;       /* costs */
};

static struct sums sum_block(const struct ff_cost *map, struct block block)
{
	struct sums sums = {0, 0, 0};

	for (int32_t y = block.top; y < block.bottom; y++)
		for (int32_t x = block.left; x < block.right; x++) {
			size_t i = ff_cost_index(map, x, y);

			if (map->cells[i] == FF_COST_WALL) {
				sums.walls++;
				continue;
			}
			sums.open++;
			sums.units += ff_cost_at(map, i);
		}
	return sums;
}

/* Returns the cost of a block in units. */
static uint32_t cost_of(const struct sums *sums, enum ff_coarsen_rule rule,
			const struct ff_cost *map, double unit)
{
	if (sums->open == 0 || (rule == FF_COARSEN_ANY && sums->walls > 0) ||
	    (rule == FF_COARSEN_MOST && sums->walls > sums->open))
		return ff_cost_wall(map);
	return rule == FF_COARSEN_COUNT ? ff_cost_units((double)(1 + sums->walls), unit)
					: (uint32_t)((2 * sums->units + sums->open) /
						     (2 * sums->open)); /* rounded */
}

enum ff_status ff_coarsen_map(const struct ff_cost *map, int32_t k, enum ff_coarsen_rule rule,
			      double unit, struct ff_cost *coarse)
{
	struct ff_cost made;

	if (!ff_cost_new(&made, ff_coarsen_side(map->w, k), ff_coarsen_side(map->h, k),
			 map->wide != NULL))
		return FF_E_NOMEM;
	for (int32_t y = 0; y < made.h; y++)
		for (int32_t x = 0; x < made.w; x++) {
			const struct sums sums = sum_block(map, block_at(x, y, k, map->w, map->h));

			ff_cost_set(&made, ff_cost_index(&made, x, y),
				    cost_of(&sums, rule, map, unit));
		}
	*coarse = made;
	return FF_OK;
}

enum ff_status ff_coarsen_lost(const struct ff_cost *map, int32_t k, const struct ff_cost *coarse,
			       bool corners, uint64_t *lost)
{
	struct ff_labels fine = {0}, blocks = {0};
	uint32_t *best = NULL; /* [fine.count]  the largest area of blocks that an area meets */
	enum ff_status st = FF_E_NOMEM;
	uint64_t count = 0;

	if (ff_regions_label(map->w, map->h, map->cells, 1, FF_COST_MAX, corners, &fine, NULL) !=
		    FF_OK ||
	    ff_regions_label(coarse->w, coarse->h, coarse->cells, 1, FF_COST_MAX, corners, &blocks,
			     NULL) != FF_OK ||
	    (best = malloc((fine.count + (size_t)1) * sizeof *best)) == NULL)
		goto out;
	memset(best, 0xff, fine.count * sizeof *best);
	for (int pass = 0; pass < 2; pass++)
		for (int32_t y = 0; y < map->h; y++)
			for (int32_t x = 0; x < map->w; x++) {
				uint32_t area = fine.cells[ff_cost_index(map, x, y)];
				uint32_t block = blocks.cells[ff_cost_index(coarse, x / k, y / k)];

				if (area == FF_LABELS_NONE || block == FF_LABELS_NONE)
					continue;
				if (pass == 0 && block < best[area])
					best[area] = block;
				count += pass == 1 && block != best[area];
			}
	*lost = count;
	st = FF_OK;
out:
	free(best);
	free(blocks.cells);
	free(fine.cells);
	return st;
}

uint8_t *ff_coarsen_expand(const struct ff_cost *coarse, int32_t k, int32_t w, int32_t h)
{
	uint8_t *cells = ff_memory_cells(w, h, 1);

	for (int32_t y = 0; y < h && cells != NULL; y++)
		for (int32_t x = 0; x < w; x++)
			cells[(size_t)y * (size_t)w + (size_t)x] =
				coarse->cells[ff_cost_index(coarse, x / k, y / k)];
	return cells;
}

/* Returns the number of the block of a column or row, inside the map or not. */
static double block_of(double cell, int32_t k)
{
	return floor(cell / k);
}

struct ff_goal ff_coarsen_goal(struct ff_goal goal, int32_t k)
{
	double right, bottom;

	if (goal.level != 0)
		return goal;
	if (goal.w == 1 && goal.h == 1) {
		/* Between two cells of different blocks it is between these. */
		goal.x = (block_of(ceil(goal.x - 0.5), k) + block_of(floor(goal.x + 0.5), k)) / 2;
		goal.y = (block_of(ceil(goal.y - 0.5), k) + block_of(floor(goal.y + 0.5), k)) / 2;
		return goal;
	}
	right = block_of(goal.x + goal.w - 1, k);
	bottom = block_of(goal.y + goal.h - 1, k);
	goal.x = block_of(goal.x, k);
	goal.y = block_of(goal.y, k);
	goal.w = (int32_t)(right - goal.x) + 1;
	goal.h = (int32_t)(bottom - goal.y) + 1;
	return goal;
}

uint8_t *ff_coarsen_mask(int32_t w, int32_t h, const uint8_t *mask, int32_t k)
{
	int32_t across = ff_coarsen_side(w, k), down = ff_coarsen_side(h, k);
	uint8_t *coarse = ff_memory_cells(across, down, 1);

	for (int32_t by = 0; by < down && coarse != NULL; by++)
		for (int32_t bx = 0; bx < across; bx++) {
			const struct block block = block_at(bx, by, k, w, h);
			uint8_t lowest = 0;

			for (int32_t y = block.top; y < block.bottom; y++)
				for (int32_t x = block.left; x < block.right; x++) {
					uint8_t level = mask[(size_t)y * (size_t)w + (size_t)x];

					if (level != 0 && (lowest == 0 || level < lowest))
						lowest = level;
				}
			coarse[(size_t)by * (size_t)across + (size_t)bx] = lowest;
		}
	return coarse;
}
