/*
 * A tile of a map during integration of euclid, and the passes that finish one.
 */
#ifndef FF_CORE_SOLVE_TILE_EUCLID_H
#define FF_CORE_SOLVE_TILE_EUCLID_H

#include "core/solve/euclid.h"
#include "core/solve/tile.h"

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
