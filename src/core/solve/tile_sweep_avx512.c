/*
 * Sweeps with AVX-512, 16 cells at a time.
 */
#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__

#include <immintrin.h>
#include <stdint.h>

#define LANES 16

typedef __m512i lanes;

static inline lanes bytes(const uint8_t *p)
{
	return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
}

static inline lanes least(lanes a, lanes b)
{
	return _mm512_min_epi32(a, b);
}

static inline lanes least_unsigned(lanes a, lanes b)
{
	return _mm512_min_epu32(a, b);
}

static inline lanes most_unsigned(lanes a, lanes b)
{
	return _mm512_max_epu32(a, b);
}

/* Only moves by a constant have these instructions. */
static inline lanes up(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return _mm512_alignr_epi32(v, next, 15);
	case 2:
		return _mm512_alignr_epi32(v, next, 14);
	case 4:
		return _mm512_alignr_epi32(v, next, 12);
	default:
		return _mm512_alignr_epi32(v, next, 8);
	}
}

static inline lanes down(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return _mm512_alignr_epi32(next, v, 1);
	case 2:
		return _mm512_alignr_epi32(next, v, 2);
	case 4:
		return _mm512_alignr_epi32(next, v, 4);
	default:
		return _mm512_alignr_epi32(next, v, 8);
	}
}

static inline lanes first(lanes v)
{
	return _mm512_broadcastd_epi32(_mm512_castsi512_si128(v));
}

static inline lanes last(lanes v)
{
	return _mm512_permutexvar_epi32(_mm512_set1_epi32(15), v);
}

static inline uint32_t less(lanes a, lanes b)
{
	return _mm512_cmplt_epi32_mask(a, b);
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	return _mm512_mask_mov_epi32(b, (__mmask16)bits, a);
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_sweep_avx512(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx512; /* ISO C forbids an empty file */
#endif
