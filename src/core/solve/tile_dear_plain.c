/*
 * Sweeps in portable C, one cell of 64 bits at a time.
 */
#define DEAR

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_dear_plain(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}
