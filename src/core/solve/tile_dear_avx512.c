/*
 * Sweeps with AVX-512, 8 cells of 64 bits at a time.
 */
#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__

#include <immintrin.h>
#include <stdint.h>

#define DEAR
#define LANES 8

typedef __m512i lanes;

static inline lanes bytes(const uint8_t *p)
{
	return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p));
}

static inline lanes least(lanes a, lanes b)
{
	return _mm512_min_epi64(a, b);
}

/* Only moves by a constant have these instructions. */
static inline lanes up(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return _mm512_alignr_epi64(v, next, 7);
	case 2:
		return _mm512_alignr_epi64(v, next, 6);
	default:
		return _mm512_alignr_epi64(v, next, 4);
	}
}

static inline lanes down(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return _mm512_alignr_epi64(next, v, 1);
	case 2:
		return _mm512_alignr_epi64(next, v, 2);
	default:
		return _mm512_alignr_epi64(next, v, 4);
	}
}

static inline lanes first(lanes v)
{
	return _mm512_broadcastq_epi64(_mm512_castsi512_si128(v));
}

static inline lanes last(lanes v)
{
	return _mm512_permutexvar_epi64(_mm512_set1_epi64(7), v);
}

static inline uint32_t less(lanes a, lanes b)
{
	return _mm512_cmplt_epi64_mask(a, b);
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	return _mm512_mask_mov_epi64(b, (__mmask8)bits, a);
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_dear_avx512(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx512; /* ISO C forbids an empty file */
#endif
