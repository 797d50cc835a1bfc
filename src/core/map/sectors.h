/*
 * Sectors: a map cut into squares of cells, row by row from the top left on; those of the last
 * column and row may be smaller.
 */
#ifndef FF_CORE_MAP_SECTORS_H
#define FF_CORE_MAP_SECTORS_H

#include <stddef.h>
#include <stdint.h>

enum {
	FF_SECTORS_SIZE = 10, /* of those who choose none */
	FF_SECTORS_SIZE_MIN = 8,
	FF_SECTORS_SIZE_MAX = 1024,
};

struct ff_sectors {
	int32_t w, h;          /* of the map, in cells; >= 1 */
	int32_t size;          /* of a sector's side; FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX */
	int32_t columns, rows; /* of sectors */
};

/* Where a sector is on the map, in cells. */
struct ff_sectors_area {
	int32_t x, y, w, h;
};

static inline struct ff_sectors ff_sectors_cut(int32_t w, int32_t h, int32_t size)
{
	return (struct ff_sectors){w, h, size, (w - 1) / size + 1, (h - 1) / size + 1};
}

static inline uint32_t ff_sectors_count(const struct ff_sectors *sectors)
{
	return (uint32_t)sectors->columns * (uint32_t)sectors->rows;
}

/* ff_sectors_of() is the sector of a cell, by its place in any grid of the map. */
static inline uint32_t ff_sectors_of(const struct ff_sectors *sectors, uint32_t cell)
{
	uint32_t w = (uint32_t)sectors->w, size = (uint32_t)sectors->size;

	return cell / w / size * (uint32_t)sectors->columns + cell % w / size;
}

static inline struct ff_sectors_area ff_sectors_area(const struct ff_sectors *sectors,
						     uint32_t sector)
{
	int32_t x = (int32_t)(sector % (uint32_t)sectors->columns) * sectors->size;
	int32_t y = (int32_t)(sector / (uint32_t)sectors->columns) * sectors->size;
	int32_t w = sectors->w - x, h = sectors->h - y;

	return (struct ff_sectors_area){x, y, w < sectors->size ? w : sectors->size,
					h < sectors->size ? h : sectors->size};
}

#endif
