/*
 * Sweeps with AVX-512, 8 cells of 64 bits at a time.
 */
#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__

#define DEAR
#include "core/solve/tile_avx512_lanes.h"

void ff_tile_dear_avx512(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx512; /* ISO C forbids an empty file */
#endif
