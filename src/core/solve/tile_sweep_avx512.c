/*
 * Sweeps with AVX-512, 16 cells of 32 bits at a time.
 */
#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__

#include "core/solve/tile_avx512_lanes.h"

void ff_tile_sweep_avx512(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx512; /* ISO C forbids an empty file */
#endif
