/*
 * The vectors of tile_sweep_lanes.h with AVX-512: of 16 numbers of 32 bits, or of 8 of 64 with
 * DEAR.
 */
#ifndef FF_CORE_SOLVE_TILE_AVX512_LANES_H
#define FF_CORE_SOLVE_TILE_AVX512_LANES_H

#ifdef __AVX512F__ /* else no function may return a vector of 512 bits */

#include <immintrin.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

#ifdef DEAR
#define LANES      8
#define EACH(name) _mm512_##name##_epi64
#define LESS       _mm512_cmplt_epi64_mask

typedef __mmask8 lane_bits;
#else
#define LANES      16
#define EACH(name) _mm512_##name##_epi32
#define LESS       _mm512_cmplt_epi32_mask

typedef __mmask16 lane_bits;
#endif

typedef __m512i lanes;

INLINE lanes bytes(const uint8_t *p)
{
#ifdef DEAR
	return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p));
#else
	return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
#endif
}

INLINE lanes least(lanes a, lanes b)
{
	return EACH(min)(a, b);
}

#ifndef DEAR
INLINE lanes least_unsigned(lanes a, lanes b)
{
	return _mm512_min_epu32(a, b);
}

INLINE lanes most_unsigned(lanes a, lanes b)
{
	return _mm512_max_epu32(a, b);
}
#endif

/* Only moves by a constant have these instructions. */
INLINE lanes up(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return EACH(alignr)(v, next, LANES - 1);
	case 2:
		return EACH(alignr)(v, next, LANES - 2);
	case 4:
		return EACH(alignr)(v, next, LANES - 4);
	default:
		return EACH(alignr)(v, next, LANES - 8);
	}
}

INLINE lanes down(lanes v, lanes next, int k)
{
	switch (k) {
	case 1:
		return EACH(alignr)(next, v, 1);
	case 2:
		return EACH(alignr)(next, v, 2);
	case 4:
		return EACH(alignr)(next, v, 4);
	default:
		return EACH(alignr)(next, v, 8);
	}
}

INLINE lanes first(lanes v)
{
	return EACH(permutexvar)(_mm512_setzero_si512(), v);
}

INLINE lanes last(lanes v)
{
	return EACH(permutexvar)(EACH(set1)(LANES - 1), v);
}

INLINE uint32_t less(lanes a, lanes b)
{
	return LESS(a, b);
}

INLINE lanes choose(uint64_t bits, lanes a, lanes b)
{
	return EACH(mask_mov)(b, (lane_bits)bits, a);
}

#include "core/solve/tile_sweep_lanes.h"

#endif

#endif
