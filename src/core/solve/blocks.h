/*
 * A map that is solved in blocks, each as a map of its own, by one process or several.
 *
 * A block is a rectangle of cells, held with a frame: the cells around it, one wide.  What changes
 * at its sides is offered to the blocks whose frames have those cells.  Values only fall, each is
 * always that of some path, and when no offer is left they are the least fixpoint, of which there
 * is one (integrate.h).  So no cell depends on the order of the work, on how large blocks are, or
 * on the process that has one.
 *
 * The sectors of core/sectors are cut in the same way, and the same engine solves each as a map of
 * its own, but they are not blocks, nor tiles:
 *   - a tile has 64 cells a side, a word of bits a row; a block's side follows from the number of
 *     processes; a sector's is the caller's, and part of the answer: it says which cells are
 *     computed, and which of several routes is found;
 *   - a portal's costs are those of walking within one sector, the same for all goals; what a block
 *     offers depends on the goals, and on ways through other blocks, and is right only at the end;
 *   - portals are at a few cells of a side, enough for a good route; exact values need all of them.
 * A graph on tiles would save no code but the cut, which is shared, and fix the size of sectors.
 *
 * Names: ff_block, ff_blocks, ff_share.
 */
#ifndef FF_CORE_SOLVE_BLOCKS_H
#define FF_CORE_SOLVE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/sectors.h"
#include "core/solve/integrate.h"

/* A map in blocks, which are its sectors, dealt out to 'ranks' so that the blocks near any front
 * belong to many. */
struct ff_blocks {
	struct ff_sectors cut; /* into blocks without their frames */
	int ranks;
};

/* Cuts a map of w * h cells into blocks for 1.. ranks: about 16 for each, where they are not too
 * small or large for that. */
struct ff_blocks ff_blocks_cut(int32_t w, int32_t h, int ranks);

/* Returns the rank that a block belongs to. */
int ff_blocks_owner(const struct ff_blocks *blocks, uint32_t number);

/* Returns the cells of a block with its frame, which ends at the map's edge. */
struct ff_sectors_area ff_blocks_framed(const struct ff_blocks *blocks, uint32_t number);

/* A value of a cell that is in a block's frame. */
struct ff_blocks_offer {
	uint32_t block;
	int32_t x, y; /* in the frame's rectangle */
	uint32_t value;
};

/* A block that is being solved. */
struct ff_block {
	uint32_t number;
	struct ff_sectors_area own, all; /* without and with its frame */
	struct ff_cost cost;             /* of 'all'; the share's */
	struct ff_field field;           /* of 'all', of 32 bits; the share's */
	struct ff_seeds seeds;           /* owned; those among its own cells, as cells of 'all' */
	size_t room;                     /* for seeds */
	struct ff_integrate run;
	void *scratch;  /* owned */
	uint32_t *sent; /* owned; values of its sides' cells, as the blocks around it know them */
};

/* Takes an offer to a block of another rank; returns false if memory ran out. */
typedef bool ff_share_send(void *context, int rank, const struct ff_blocks_offer *offer);

/* The blocks of one rank. */
struct ff_share {
	struct ff_blocks blocks;
	const struct ff_model *model;
	const struct ff_machine *machine;
	int rank;
	double limit;           /* of the field; INFINITY: none */
	struct ff_block *items; /* owned; [count]  ascending by number */
	size_t count;
	uint32_t *values; /* owned; of all blocks' cells */
	uint8_t *costs;   /* owned; likewise */
	void *desks;      /* owned; memory of a step */
	uint32_t *index;  /* owned; [blocks]  of a rank's own block in 'items' */
	ff_share_send *send;
	void *context;
};

/*
 * Makes a rank's blocks, without costs; the caller then fills in each block's 'cost', adds seeds,
 * and begins.
 *
 *   model    of integers; it and the machine outlive the share
 *   wide     true if the costs are of 16 bits
 *   limit    as for ff_integrate_begin()
 *
 * FF_OK or FF_E_NOMEM.  Free it with ff_share_close(), whatever is returned.
 */
enum ff_status ff_share_open(struct ff_share *share, const struct ff_blocks *blocks, int rank,
			     const struct ff_model *model, bool wide, double limit,
			     const struct ff_machine *machine);
void ff_share_begin(struct ff_share *share);

/* Adds cell x,y of the map to the seeds, if it is in one of the rank's blocks; ff_share_fill() does
 * so with all seeds of the map, and copies its costs.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_share_seed(struct ff_share *share, int32_t x, int32_t y,
			     const struct ff_seed *seed);
enum ff_status ff_share_fill(struct ff_share *share, const struct ff_cost *map,
			     const struct ff_seeds *seeds);

/* Takes an offer to one of the rank's blocks. */
void ff_share_offer(struct ff_share *share, const struct ff_blocks_offer *offer);

/* Returns the least value that waits in a share, or less; UINT64_MAX: none. */
uint64_t ff_share_least(const struct ff_share *share);

/*
 * Works for a while on the block with the least value that waits, and sends what follows for
 * others. FF_OK or FF_E_NOMEM; '*worked' is set, to false if none waits.
 */
enum ff_status ff_share_work(struct ff_share *share, bool *worked);

/* Makes the fields of all blocks readable, frames included, once no value waits in any share and
 * none is on its way: FF_OK, or FF_E_LIMIT as ff_integrate_step(). */
enum ff_status ff_share_finish(struct ff_share *share);

void ff_share_close(struct ff_share *share);

#endif
