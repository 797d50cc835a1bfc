#include "core/solve/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/solve/tile.h"

enum {
	EACH = 16,                  /* blocks for each rank */
	LEAST = 14,                 /* side of a block */
	MOST = 2046,                /* with its frame, whole tiles */
	WORK = 128 * FF_TILE_CELLS, /* cells, before what waits elsewhere is looked at */
	ROW = 1024,                 /* cells: memory of all blocks has whole rows */
};

#define NONE UINT32_MAX

struct ff_blocks ff_blocks_cut(int32_t w, int32_t h, int ranks)
{
	double side = ceil(sqrt((double)w * h / (EACH * (double)ranks)));
	int32_t size = side < LEAST ? LEAST : side > MOST ? MOST : (int32_t)side;

	if (size > FF_TILE_SIDE - 2)
		size = (size + 1) / FF_TILE_SIDE * FF_TILE_SIDE + FF_TILE_SIDE - 2;
	return (struct ff_blocks){ff_sectors_cut(w, h, size), ranks};
}

int ff_blocks_owner(const struct ff_blocks *blocks, uint32_t number)
{
	uint32_t across = (uint32_t)blocks->cut.columns, row = number / across,
		 column = number % across;

	/* Each row begins farther on, so that columns are dealt out as well. */
	return (int)((column + row * (uint32_t)lround(sqrt(blocks->ranks))) %
		     (uint32_t)blocks->ranks);
}

struct ff_sectors_area ff_blocks_framed(const struct ff_blocks *blocks, uint32_t number)
{
	struct ff_sectors_area area = ff_sectors_area(&blocks->cut, number);
	int32_t left = area.x > 0, top = area.y > 0;

	area.w += left + (area.x + area.w < blocks->cut.w);
	area.h += top + (area.y + area.h < blocks->cut.h);
	area.x -= left;
	area.y -= top;
	return area;
}

/* ---- a share ---- */

/* Returns the number of cells of a block's sides, and of its corners once more. */
static size_t sent_count(const struct ff_block *block)
{
	return 2 * (size_t)block->own.w + 2 * (size_t)block->own.h + 4;
}

/* Returns the number of a block's cells with its frame, made even, so that costs of 16 bits are
 * aligned. */
static size_t framed_cells(const struct ff_block *block)
{
	return ((size_t)block->all.w * (size_t)block->all.h + 1) / 2 * 2;
}

/* Makes the memory of all blocks' cells in two pieces, which can have huge pages, and that of the
 * threads: as for the largest block. */
static enum ff_status open_cells(struct ff_share *share, bool wide)
{
	const size_t bytes = wide ? 1 + sizeof *share->items->cost.wide : 1;
	const int32_t side = share->blocks.cut.size + 2;
	size_t cells = 0;

	for (size_t i = 0; i < share->count; i++)
		cells += framed_cells(&share->items[i]);
	cells = (cells + ROW - 1) / ROW;
	if (cells == 0)
		return FF_OK;
	share->desks = malloc(
		ff_integrate_tiles_scratch(share->model, FF_FIELD_U32, side, side,
					   ff_pool_threads(ff_machine_pool(share->machine))));
	if (share->desks == NULL || cells > INT32_MAX ||
	    (share->values = ff_memory_cells(ROW, (int32_t)cells, sizeof *share->values)) == NULL ||
	    (share->costs = ff_memory_cells(ROW, (int32_t)cells, bytes)) == NULL)
		return FF_E_NOMEM;
	cells = 0;
	for (size_t i = 0; i < share->count; i++) {
		struct ff_block *block = &share->items[i];
		uint8_t *costs = share->costs + cells * bytes;

		block->field.u32 = share->values + cells;
		block->cost.cells = costs;
		cells += framed_cells(block);
		if (wide)
			block->cost.wide = (uint16_t *)(void *)(costs + framed_cells(block));
	}
	return FF_OK;
}

static enum ff_status open_block(struct ff_share *share, struct ff_block *block, uint32_t number)
{
	block->number = number;
	block->own = ff_sectors_area(&share->blocks.cut, number);
	block->all = ff_blocks_framed(&share->blocks, number);
	block->cost = (struct ff_cost){.w = block->all.w, .h = block->all.h};
	block->field = (struct ff_field){.w = block->all.w,
					 .h = block->all.h,
					 .type = FF_FIELD_U32,
					 .unit = ff_model_unit(share->model)};
	block->scratch = malloc(ff_integrate_tiles_scratch(share->model, FF_FIELD_U32, block->all.w,
							   block->all.h, 0));
	block->sent = malloc(sent_count(block) * sizeof *block->sent);
	return block->scratch != NULL && block->sent != NULL ? FF_OK : FF_E_NOMEM;
}

enum ff_status ff_share_open(struct ff_share *share, const struct ff_blocks *blocks, int rank,
			     const struct ff_model *model, bool wide, double limit,
			     const struct ff_machine *machine)
{
	uint32_t all = ff_sectors_count(&blocks->cut);
	enum ff_status st = FF_OK;

	*share = (struct ff_share){.blocks = *blocks,
				   .model = model,
				   .machine = machine,
				   .rank = rank,
				   .limit = limit,
				   .index = malloc(all * sizeof *share->index)};
	if (share->index == NULL)
		return FF_E_NOMEM;
	for (uint32_t number = 0; number < all; number++)
		share->index[number] =
			ff_blocks_owner(blocks, number) == rank ? (uint32_t)share->count++ : NONE;
	if ((share->items = calloc(share->count + 1, sizeof *share->items)) == NULL)
		return FF_E_NOMEM;
	for (uint32_t number = 0; number < all && st == FF_OK; number++)
		if (share->index[number] != NONE)
			st = open_block(share, &share->items[share->index[number]], number);
	return st == FF_OK ? open_cells(share, wide) : st;
}

void ff_share_close(struct ff_share *share)
{
	for (size_t i = 0; i < share->count && share->items != NULL; i++) {
		struct ff_block *block = &share->items[i];

		free(block->seeds.items);
		free(block->scratch);
		free(block->sent);
	}
	free(share->items);
	free(share->values);
	free(share->costs);
	free(share->desks);
	free(share->index);
	*share = (struct ff_share){0};
}

/* Offers a cell, whose value the block around it does not know, to that. */
static enum ff_status send_cell(struct ff_share *share, struct ff_blocks_offer offer)
{
	int rank = ff_blocks_owner(&share->blocks, offer.block);

	if (rank == share->rank)
		ff_share_offer(share, &offer);
	else if (!share->send(share->context, rank, &offer))
		return FF_E_NOMEM;
	return FF_OK;
}

/* Offers the changed cells of a side, or of a corner, to the block dx,dy from this one; 'sent' has
 * their values, and is moved behind them. */
static enum ff_status send_side(struct ff_share *share, const struct ff_block *block, int dx,
				int dy, uint32_t **sent)
{
	const struct ff_sectors *cut = &share->blocks.cut;
	const struct ff_sectors_area *own = &block->own, *all = &block->all;
	const int32_t column = own->x / cut->size + dx, row = own->y / cut->size + dy;
	const int32_t left = own->x + (dx > 0 ? own->w - 1 : 0);
	const int32_t top = own->y + (dy > 0 ? own->h - 1 : 0);
	const int32_t n = dx == 0 ? own->w : dy == 0 ? own->h : 1;
	uint32_t *known = *sent;
	struct ff_sectors_area to;
	uint32_t number;

	if (column < 0 || column >= cut->columns || row < 0 || row >= cut->rows)
		return FF_OK;
	*sent += n;
	number = (uint32_t)row * (uint32_t)cut->columns + (uint32_t)column;
	to = ff_blocks_framed(&share->blocks, number);
	for (int32_t i = 0, step; i < n; i += step) {
		const int32_t x = left + (dx == 0 ? i : 0), y = top + (dy == 0 ? i : 0);
		uint32_t value;
		enum ff_status st;

		/* Tiles that are as they were take no time. */
		step = 1;
		if (!ff_integrate_tiles_changed(&block->run, x - all->x, y - all->y)) {
			step = FF_TILE_SIDE - (dx == 0 ? x - all->x : y - all->y) % FF_TILE_SIDE;
			continue;
		}
		value = block->field.u32[ff_cost_index(&block->cost, x - all->x, y - all->y)];
		if (value >= known[i])
			continue;
		known[i] = value;
		st = send_cell(share, (struct ff_blocks_offer){number, x - to.x, y - to.y, value});
		if (st != FF_OK)
			return st;
	}
	return FF_OK;
}

void ff_share_begin(struct ff_share *share)
{
	for (size_t i = 0; i < share->count; i++) {
		struct ff_block *block = &share->items[i];

		block->run = (struct ff_integrate){.model = share->model,
						   .cost = &block->cost,
						   .seeds = &block->seeds,
						   .field = &block->field,
						   .machine = share->machine,
						   .limit = share->limit,
						   .scratch = block->scratch,
						   .desks = share->desks,
						   .open = true};
		memset(block->sent, 0xff, sent_count(block) * sizeof *block->sent);
		ff_integrate_tiles_begin(&block->run);
	}
}

enum ff_status ff_share_seed(struct ff_share *share, int32_t x, int32_t y,
			     const struct ff_seed *seed)
{
	const struct ff_sectors *cut = &share->blocks.cut;
	uint32_t at = share->index[(uint32_t)(y / cut->size) * (uint32_t)cut->columns +
				   (uint32_t)(x / cut->size)];
	struct ff_block *block;
	struct ff_seeds *seeds;

	if (at == NONE)
		return FF_OK;
	block = &share->items[at];
	seeds = &block->seeds;
	if (!ff_memory_grow(&seeds->items, &block->room, seeds->count + 1, sizeof *seeds->items))
		return FF_E_NOMEM;
	seeds->items[seeds->count] = *seed;
	seeds->items[seeds->count++].cell =
		ff_cost_index(&block->cost, x - block->all.x, y - block->all.y);
	return FF_OK;
}

enum ff_status ff_share_fill(struct ff_share *share, const struct ff_cost *map,
			     const struct ff_seeds *seeds)
{
	const size_t w = (size_t)map->w;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < share->count; i++) {
		struct ff_block *block = &share->items[i];

		ff_cost_copy(map, block->all.x, block->all.y, &block->cost);
	}
	for (size_t i = 0; i < seeds->count && st == FF_OK; i++) {
		const struct ff_seed *seed = &seeds->items[i];

		st = ff_share_seed(share, (int32_t)(seed->cell % w), (int32_t)(seed->cell / w),
				   seed);
	}
	return st;
}

void ff_share_offer(struct ff_share *share, const struct ff_blocks_offer *offer)
{
	ff_integrate_tiles_offer(&share->items[share->index[offer->block]].run, offer->x, offer->y,
				 offer->value);
}

/* Returns the block with the least value that waits, and sets that. */
static struct ff_block *least_block(const struct ff_share *share, uint64_t *least)
{
	struct ff_block *found = NULL;

	*least = UINT64_MAX;
	for (size_t i = 0; i < share->count; i++) {
		uint64_t value = ff_integrate_tiles_least(&share->items[i].run);

		if (value < *least) {
			*least = value;
			found = &share->items[i];
		}
	}
	return found;
}

uint64_t ff_share_least(const struct ff_share *share)
{
	uint64_t least;

	(void)least_block(share, &least);
	return least;
}

enum ff_status ff_share_work(struct ff_share *share, bool *worked)
{
	uint64_t least;
	struct ff_block *block = least_block(share, &least);
	uint32_t *sent;
	enum ff_status st;

	*worked = block != NULL;
	if (!*worked)
		return FF_OK;
	st = ff_integrate_tiles_step(&block->run, WORK);
	sent = block->sent;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1 && st == FF_OK; dx++)
			if (dx != 0 || dy != 0)
				st = send_side(share, block, dx, dy, &sent);
	return st;
}

enum ff_status ff_share_finish(struct ff_share *share)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < share->count && st == FF_OK; i++)
		st = ff_integrate_tiles_finish(&share->items[i].run);
	return st;
}
