/*
 * Sweeps in portable C, one cell at a time.
 */
#include "core/solve/tile_sweep_lanes.h"

void ff_tile_sweep_plain(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}
