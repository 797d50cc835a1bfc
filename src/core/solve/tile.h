/*
 * A tile of a map during integration, and the passes that finish one.
 */
#ifndef FF_CORE_SOLVE_TILE_H
#define FF_CORE_SOLVE_TILE_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/solve/euclid.h"

enum {
	FF_TILE_SIDE = 64, /* cells; tiles at the map's right and lower edge may be smaller */
	FF_TILE_CELLS = FF_TILE_SIDE * FF_TILE_SIDE,
};

/* Bit x of row y stands for the cell x to the right of and y below the tile's first. */
struct ff_tile {
	const struct ff_model *model;
	const struct ff_cost *cost;
	struct ff_field *field; /* of integers, of 32 or 64 bits */
	int32_t x, y, w, h;     /* position on the map, in cells; size 1..FF_TILE_SIDE */
	uint64_t most;          /* cells beyond it get no value */
	uint64_t least;         /* the least value among 'todo' */
	uint64_t
		todo[FF_TILE_SIDE]; /* cells whose value has not been offered to their neighbours */
	uint64_t changed[FF_TILE_SIDE]; /* cells whose value has changed since the tile was taken up
					 */
	bool beyond;                    /* a cell was offered more than 'most' */
	bool narrow;                    /* so winding that the queue is faster */
	bool dear;                      /* a step costs too much for a sweep of 32 bits */
};

/* The largest value of integers of 64 bits: all are exact as doubles. */
#define FF_TILE_MOST64 (UINT64_C(1) << 53)

/* Returns the index of the first cell of row y of a tile in any grid of the map. */
static inline size_t ff_tile_row(const struct ff_tile *tile, int32_t y)
{
	return ff_cost_index(tile->cost, tile->x, tile->y + y);
}

/* Return a cell of integers, which are of 64 bits if it is 'big', and what it is without a value;
 * set it. */
static inline uint64_t ff_tile_value(const struct ff_field *field, size_t i, bool big)
{
	return big ? field->u64[i] : field->u32[i];
}

static inline uint64_t ff_tile_none(bool big)
{
	return big ? FF_FIELD_NONE64 : FF_FIELD_NONE32;
}

static inline void ff_tile_set(struct ff_field *field, size_t i, bool big, uint64_t value)
{
	if (big)
		field->u64[i] = value;
	else
		field->u32[i] = (uint32_t)value;
}

/* The memory of a sweep in numbers of 32 or 64 bits; lent, aligned to 64 bytes. */
#define FF_TILE_SWEEP(number)                                                                    \
	_Alignas(64) number value[FF_TILE_SIDE][FF_TILE_SIDE]; /* above the tile's base */       \
	number enter[FF_TILE_SIDE][FF_TILE_SIDE]; /* price of a straight step into a cell */     \
	number slant[FF_TILE_SIDE][FF_TILE_SIDE]; /* price of a diagonal one */                  \
	number east[FF_TILE_SIDE][FF_TILE_SIDE];  /* sums of steps from the left, per vector */  \
	number west[FF_TILE_SIDE][FF_TILE_SIDE];  /* sums from the right */                      \
	uint64_t open[FF_TILE_SIDE];                                                             \
	uint64_t above[2][FF_TILE_SIDE]; /* cells that step up to the left, to the right */      \
	uint64_t below[2][FF_TILE_SIDE];                                                         \
	uint64_t up[FF_TILE_SIDE], down[FF_TILE_SIDE]; /* cells to offer to the row above, below \
							*/

struct ff_tile_sweep {
	FF_TILE_SWEEP(int32_t)
};

struct ff_tile_sweep_dear {
	FF_TILE_SWEEP(int64_t)
};

/*
 * Finish a tile in passes over whole rows, as finish_by_queue() of integrate_tiles.c does.  They
 * may stop early, for that to go on: where values in a tile differ too much, or where passes find
 * too few new values; then they set tile->narrow.  Those of 32 bits set tile->dear and do nothing
 * where a step costs more than 2^20.
 *
 *   memory  struct ff_tile_sweep; for the others struct ff_tile_sweep_dear
 */
typedef void ff_tile_sweep_function(struct ff_tile *tile, void *memory);

ff_tile_sweep_function ff_tile_sweep_plain, ff_tile_sweep_avx2, ff_tile_sweep_avx512,
	ff_tile_sweep_neon, ff_tile_sweep_simd128;
ff_tile_sweep_function ff_tile_dear_plain, ff_tile_dear_avx2, ff_tile_dear_avx512;

/* ---- euclid ---- */

enum {
	FF_TILE_EUCLID_BLOCK = 8, /* cells that are looked at together */
	FF_TILE_EUCLID_FIRST = 8, /* column of the tile's first cell: vectors are aligned there */
	FF_TILE_EUCLID_ROWS = FF_TILE_SIDE + 2 * FF_EUCLID_REACH,
	FF_TILE_EUCLID_COLUMNS = FF_TILE_SIDE + 2 * FF_TILE_EUCLID_FIRST,
	FF_TILE_EUCLID_BLOCKS = FF_TILE_EUCLID_COLUMNS / FF_TILE_EUCLID_BLOCK,
	FF_TILE_EUCLID_SQUARES = 3, /* their sides are 2, 3 and 4 cells */
};

typedef double ff_tile_euclid_grid[FF_TILE_EUCLID_ROWS][FF_TILE_EUCLID_COLUMNS];

/* Where values come from, when a cell is looked at. */
enum ff_tile_euclid_side {
	FF_TILE_EUCLID_ABOVE,
	FF_TILE_EUCLID_BELOW,
	FF_TILE_EUCLID_LEFT,
	FF_TILE_EUCLID_RIGHT,
	FF_TILE_EUCLID_SIDES,
};

/*
 * The memory of one thread; lent, aligned to 64 bytes.  Cell x,y of the tile, and of those around
 * it, is in row y + REACH, column x + FIRST, and in row x + REACH, column y + FIRST of what is
 * turned.  Walls and cells off the map cost INFINITY.
 */
struct ff_tile_euclid {
	_Alignas(64) ff_tile_euclid_grid value, turned;
	ff_tile_euclid_grid cost, turned_cost;
	/* The dearest cell of a square, at its upper left one. */
	ff_tile_euclid_grid dearest[FF_TILE_EUCLID_SQUARES];
	/* The least value of each block, of 'value' and of 'turned'. */
	double least[2][FF_TILE_EUCLID_ROWS][FF_TILE_EUCLID_BLOCKS];
	/* Blocks with values on that side that they have not seen, a bit for each: of row y (LEFT,
	 * RIGHT: of what is turned) in byte y + FIRST, from the lowest on.  Only those in the tile
	 * count. */
	uint64_t due[FF_TILE_EUCLID_SIDES][FF_TILE_EUCLID_BLOCKS + 2];
	uint64_t changed[FF_TILE_SIDE]; /* as in struct ff_tile */
	double since;                   /* no new value is lower */
	double most;                    /* cells beyond it get no value */
};

/*
 * Finishes a tile: each cell gets the least value that follows from those in and around it.
 *
 *   desk    value: INFINITY where there is none; since, most.  Values from 'since' on around the
 *           tile are new.  Sets value and changed
 *   inside  values of the tile's own cells are new, too
 */
typedef void ff_tile_euclid_function(const struct ff_tile *tile, struct ff_tile_euclid *desk,
				     bool inside);

ff_tile_euclid_function ff_tile_euclid_plain, ff_tile_euclid_avx2, ff_tile_euclid_avx512;

#endif
