/*
 * Fields and directions of some sectors of a map.  The cells of a sector are a block of their own,
 * allocated when the first of them gets a value.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/sectors.h"

enum ff_status ff_sector_field_open(struct ff_sector_field *field, const struct ff_sectors *sectors,
				    const struct ff_model *model, enum ff_field_type type)
{
	*field = (struct ff_sector_field){
		.sectors = *sectors,
		.type = type,
		.unit = ff_model_unit(model),
		.blocks = calloc(ff_sectors_count(sectors), sizeof *field->blocks)};
	return field->blocks == NULL ? FF_E_NOMEM : FF_OK;
}

void ff_sector_field_clear(struct ff_sector_field *field)
{
	for (uint32_t s = 0; field->blocks != NULL && s < ff_sectors_count(&field->sectors); s++) {
		free(field->blocks[s]);
		field->blocks[s] = NULL;
	}
}

void ff_sector_field_close(struct ff_sector_field *field)
{
	ff_sector_field_clear(field);
	free(field->blocks);
	field->blocks = NULL;
}

struct ff_field ff_sector_field_block(const struct ff_sector_field *field, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&field->sectors, sector);

	return (struct ff_field){.w = area.w,
				 .h = area.h,
				 .type = field->type,
				 .unit = field->unit,
				 .cells = field->blocks[sector]};
}

enum ff_status ff_sector_field_add(struct ff_sector_field *field, uint32_t sector,
				   struct ff_field *block)
{
	*block = ff_sector_field_block(field, sector);
	if (block->cells != NULL)
		return FF_OK;
	block->cells = ff_memory_cells(block->w, block->h, ff_field_size(block->type));
	if (block->cells == NULL)
		return FF_E_NOMEM;
	ff_field_clear(block, 0, (size_t)block->w * (size_t)block->h);
	field->blocks[sector] = block->cells;
	return FF_OK;
}

double ff_sector_field_raw(const struct ff_sector_field *field, int32_t x, int32_t y)
{
	const struct ff_sectors *sectors = &field->sectors;
	int32_t size = sectors->size, column = x / size, row = y / size, left = column * size;
	struct ff_field block = {
		.type = field->type,
		.cells = field->blocks[(size_t)row * (size_t)sectors->columns + (size_t)column]};
	int32_t w = sectors->w - left < size ? sectors->w - left : size;

	if (block.cells == NULL)
		return FF_FIELD_NONEF;
	return ff_field_raw(&block, (size_t)(y - row * size) * (size_t)w + (size_t)(x - left));
}

enum ff_status ff_sector_field_set(struct ff_sector_field *field, int32_t x, int32_t y, double raw)
{
	uint32_t cell = (uint32_t)(y * (int64_t)field->sectors.w + x);
	uint32_t sector = ff_sectors_of(&field->sectors, cell);
	struct ff_sectors_area area = ff_sectors_area(&field->sectors, sector);
	struct ff_field block;
	enum ff_status st = ff_sector_field_add(field, sector, &block);

	if (st == FF_OK &&
	    !ff_field_set(&block, (size_t)(y - area.y) * (size_t)area.w + (size_t)(x - area.x),
			  raw))
		st = FF_E_LIMIT;
	return st;
}

enum ff_status ff_sector_field_take(struct ff_sector_field *field, const struct ff_field *whole)
{
	for (uint32_t s = 0; s < ff_sectors_count(&field->sectors); s++) {
		struct ff_sectors_area area = ff_sectors_area(&field->sectors, s);

		for (int32_t y = area.y; y < area.y + area.h; y++)
			for (int32_t x = area.x; x < area.x + area.w; x++) {
				size_t i = (size_t)y * (size_t)whole->w + (size_t)x;
				enum ff_status st;

				if (ff_field_has(whole, i) &&
				    (st = ff_sector_field_set(field, x, y,
							      ff_field_raw(whole, i))) != FF_OK)
					return st;
			}
	}
	return FF_OK;
}

void ff_sector_field_copy(const struct ff_sector_field *field, int32_t left, int32_t top,
			  struct ff_field *to)
{
	const struct ff_sectors *sectors = &field->sectors;
	size_t size = ff_field_size(field->type);

	for (int32_t y = 0; y < to->h; y++)
		for (int32_t x = 0, n; x < to->w; x += n) {
			uint32_t cell = (uint32_t)((top + y) * (int64_t)sectors->w + left + x);
			uint32_t sector = ff_sectors_of(sectors, cell);
			struct ff_sectors_area area = ff_sectors_area(sectors, sector);
			size_t at = (size_t)y * (size_t)to->w + (size_t)x;
			const char *block = field->blocks[sector];

			n = area.x + area.w - left - x;
			n = n < to->w - x ? n : to->w - x;
			if (block == NULL)
				ff_field_clear(to, at, (size_t)n);
			else
				memcpy((char *)to->cells + at * size,
				       block + ((size_t)(top + y - area.y) * (size_t)area.w +
						(size_t)(left + x - area.x)) *
						       size,
				       (size_t)n * size);
		}
}

/* ---- directions ---- */

enum ff_status ff_sector_flow_open(struct ff_sector_flow *flow, const struct ff_sectors *sectors,
				   bool vectors)
{
	*flow = (struct ff_sector_flow){
		.sectors = *sectors,
		.vectors = vectors,
		.blocks = calloc(ff_sectors_count(sectors), sizeof *flow->blocks)};
	return flow->blocks == NULL ? FF_E_NOMEM : FF_OK;
}

void ff_sector_flow_free(struct ff_sector_flow *flow)
{
	for (uint32_t s = 0; flow->blocks != NULL && s < ff_sectors_count(&flow->sectors); s++)
		free(flow->blocks[s]);
	free(flow->blocks);
	*flow = (struct ff_sector_flow){0};
}

/* Points grids to the parts of a block. */
static void divide_block(const struct ff_sector_flow *flow, uint32_t sector, struct ff_flow *grid,
			 struct ff_classes *classes)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	size_t n = (size_t)area.w * (size_t)area.h;
	uint8_t *block = flow->blocks[sector];
	uint8_t *cells = block + (flow->vectors ? n * sizeof(struct ff_flow_vector) : 0);

	*grid = (struct ff_flow){.w = area.w,
				 .h = area.h,
				 .cells = cells,
				 .vectors = flow->vectors ? (void *)block : NULL};
	*classes = (struct ff_classes){.w = area.w, .h = area.h, .cells = cells + n};
}

enum ff_status ff_sector_flow_add(struct ff_sector_flow *flow, uint32_t sector,
				  struct ff_flow *grid, struct ff_classes *classes)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	size_t each = 2 + (flow->vectors ? sizeof(struct ff_flow_vector) : 0);

	if (flow->blocks[sector] == NULL &&
	    (flow->blocks[sector] = ff_memory_cells(area.w, area.h, each)) == NULL)
		return FF_E_NOMEM;
	divide_block(flow, sector, grid, classes);
	return FF_OK;
}

/* Finds the grids of a cell's sector and its index there; false: it has none. */
static bool find_cell(const struct ff_sector_flow *flow, uint32_t cell, struct ff_flow *grid,
		      struct ff_classes *classes, size_t *i)
{
	uint32_t sector = ff_sectors_of(&flow->sectors, cell), w = (uint32_t)flow->sectors.w;
	struct ff_sectors_area area;

	if (flow->blocks[sector] == NULL)
		return false;
	divide_block(flow, sector, grid, classes);
	area = ff_sectors_area(&flow->sectors, sector);
	*i = (size_t)(cell / w - (uint32_t)area.y) * (size_t)area.w + cell % w - (uint32_t)area.x;
	return true;
}

enum ff_direction ff_sector_flow_direction(const struct ff_sector_flow *flow, uint32_t cell)
{
	struct ff_classes classes;
	struct ff_flow grid;
	size_t i;

	return find_cell(flow, cell, &grid, &classes, &i) ? (enum ff_direction)grid.cells[i]
							  : FF_NONE;
}

struct ff_flow_vector ff_sector_flow_vector(const struct ff_sector_flow *flow, uint32_t cell)
{
	struct ff_classes classes;
	struct ff_flow grid;
	size_t i;

	return find_cell(flow, cell, &grid, &classes, &i) ? ff_flow_vector_at(&grid, i)
							  : (struct ff_flow_vector){0, 0};
}

enum ff_class ff_sector_flow_class(const struct ff_sector_flow *flow, uint32_t cell)
{
	struct ff_classes classes;
	struct ff_flow grid;
	size_t i;

	return find_cell(flow, cell, &grid, &classes, &i) ? (enum ff_class)classes.cells[i]
							  : FF_NOT_COMPUTED;
}
